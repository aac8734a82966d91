"""The three ways the engine says no. Each message is one sentence a player understands."""


class RuleError(Exception):
    """An action the rules do not allow now.

    `template` and `values` are what the sentence is made from, for other languages. A *firm* refusal cannot be
    carried out at all (there is no such wall). Any other may be overridden by the table: "do it anyway".
    """

    def __init__(self, rule: str, template: str, *, firm: bool = False, **values: object) -> None:
        self.rule = rule
        self.template = template
        self.values = values
        self.sentence = template.format(**values) if values else template
        self.firm = firm
        super().__init__(f"{self.sentence} ({rule})")


class BadInput(Exception):
    """Data from outside that cannot be used: where it is wrong, and why."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place = place
        self.why = why


class StaleBase(Exception):
    """An append built on an older log than the present one; the sender catches up first."""

    def __init__(self, base: int, now: int) -> None:
        super().__init__(f"This was built on entry {base}, but the table is at entry {now}: catch up first.")
        self.base = base
        self.now = now
