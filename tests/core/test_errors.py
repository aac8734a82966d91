"""The three ways to say no."""

from engine.core.errors import BadInput, RuleError, StaleBase
from engine.core.language import Phrase


def test_a_rule_error_carries_its_rule_and_sentence():
    refusal = RuleError("W-3", "Not now.")
    assert (str(refusal), refusal.rule, refusal.sentence, refusal.firm) == (
        "Not now. (W-3)",
        "W-3",
        "Not now.",
        False,
    )
    assert RuleError("W-3", "Never.", firm=True).firm


def test_bad_input_names_the_place_if_there_is_one():
    assert str(BadInput("log[2].n", "out of order")) == "log[2].n: out of order"
    assert str(BadInput("", "not a file")) == "not a file"
    assert (BadInput("a", "b").place, BadInput("a", "b").why) == ("a", "b")


def german(text: str) -> str:
    return {"must be {most} at most": "darf höchstens {most} sein", "byte {number}": "Byte {number}"}.get(text, text)


class German:
    """Two texts, for the tests."""

    def __call__(self, text: str, /) -> str:
        return german(text)

    def several(self, one: str, more: str, number: int, /) -> str:
        return german(one if number == 1 else more)


def test_bad_input_can_be_said_in_any_language():
    """Catches a message put together in English before anyone could translate it."""
    fault = BadInput("players[1].gold", "must be {most} at most", most=9)
    assert (str(fault), fault.why) == ("players[1].gold: must be 9 at most", "must be 9 at most")
    assert fault.said(German()) == "players[1].gold: darf höchstens 9 sein"
    assert BadInput(Phrase("byte {number}", number=3), fault.reason).said(German()) == "Byte 3: darf höchstens 9 sein"
    assert BadInput("", "{a} braces stay").said(German()) == "{a} braces stay"


def test_a_refusal_is_cited_with_its_rule():
    refusal = RuleError("W-3", "must be {most} at most", most=9)
    assert str(refusal.cited) == str(refusal) == "must be 9 at most (W-3)"
    assert refusal.phrase.said(German()) == "darf höchstens 9 sein"
    assert BadInput("log[0].action", refusal.cited).said(German()) == "log[0].action: darf höchstens 9 sein (W-3)"


def test_a_stale_base_names_both_entries():
    stale = StaleBase(3, 5)
    assert (stale.base, stale.now) == (3, 5)
    assert str(stale) == "This was built on entry 3, but the table is at entry 5: catch up first."
