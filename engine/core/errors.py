"""The three ways the engine says no. Each message is one sentence a player understands, in any language."""

from engine.core.language import ENGLISH, Language, Phrase


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

    @property
    def phrase(self) -> Phrase:
        """The sentence, for any language."""
        return Phrase(self.template, **self.values)

    @property
    def cited(self) -> Phrase:
        """The sentence with its rule behind it."""
        return Phrase("{why} ({rule})", why=self.phrase, rule=self.rule)


class BadInput(Exception):
    """Data from outside that cannot be used: where it is wrong, and why.

    `why` is a phrase, or the template of one and the values that fill it; `place` a way through the data
    (`players[1].castle.N.cubes`), or a phrase where it is a place in a text.
    """

    def __init__(self, place: str | Phrase, why: str | Phrase, /, **values: object) -> None:
        self.where = place
        self.reason = why if isinstance(why, Phrase) else Phrase(why, **values)
        self.place = str(place)
        self.why = str(self.reason)
        super().__init__(self.said())

    @property
    def phrase(self) -> Phrase:
        """Place and reason, for any language."""
        return Phrase("{place}: {why}", place=self.where, why=self.reason) if self.place else self.reason

    def said(self, language: Language = ENGLISH) -> str:
        """Place and reason in this language."""
        return self.phrase.said(language)


class StaleBase(Exception):
    """An append built on an older log than the present one; the sender catches up first."""

    def __init__(self, base: int, now: int) -> None:
        super().__init__(f"This was built on entry {base}, but the table is at entry {now}: catch up first.")
        self.base = base
        self.now = now
