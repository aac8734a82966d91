"""The three ways to say no."""

from engine.core.errors import BadInput, RuleError, StaleBase


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


def test_a_stale_base_names_both_entries():
    stale = StaleBase(3, 5)
    assert (stale.base, stale.now) == (3, 5)
    assert str(stale) == "This was built on entry 3, but the table is at entry 5: catch up first."
