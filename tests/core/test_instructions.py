"""carry_out: what a careful hand makes of the instructions."""

import pytest

from engine.core.instructions import Change, Instruction, Spot, TableView, carry_out

WATER: Spot = (0, "jar", "water")
STONE: Spot = (None, "well", "stone")


def line(seat: int | None, place: str, *changes: Change) -> Instruction:
    return Instruction(seat, place, "words", "what", {}, "W-1", "why", changes)


def test_things_are_put_down_changed_and_taken_away():
    view: TableView = {WATER: 2, (1, "jar", "water"): 5}
    hands = [
        line(0, "jar", Change("jar", "water", 2, 7)),
        line(1, "jar", Change("jar", "water", 5, None)),
        line(None, "well", Change("well", "stone", None, "big"), Change("well", "stone", "big", "small")),
    ]
    assert carry_out(view, hands) == {WATER: 7, STONE: "small"}
    assert view == {WATER: 2, (1, "jar", "water"): 5}


def test_nothing_to_do_leaves_the_table_as_it_is():
    assert carry_out({WATER: 2}, []) == {WATER: 2}


@pytest.mark.parametrize("before", [3, None])
def test_a_line_that_does_not_fit_the_table_is_an_error(before):
    with pytest.raises(ValueError, match=f"jar, water: the table shows 2, not {before}"):
        carry_out({WATER: 2}, [line(0, "jar", Change("jar", "water", before, 4))])
