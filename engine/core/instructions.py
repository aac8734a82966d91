"""Table instructions: what the players' hands must change so that the table shows the new state."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.core.events import Value


class Change(NamedTuple):
    """One spot on the table: what lies there now and what shall lie there."""

    place: str
    thing: str
    before: Value | None
    after: Value | None


class Instruction(NamedTuple):
    """One line for one player: where, what to do, why, and the exact changes behind the words.

    `seat` is None for what belongs to the whole table (threat, season, decks). `words` is the line in English,
    `what` and `values` are what it was made from (for other languages); `rule` and `why` are the reason.
    """

    seat: int | None
    place: str
    words: str
    what: str
    values: Mapping[str, Value]
    rule: str
    why: str
    changes: tuple[Change, ...]


Spot: TypeAlias = tuple[int | None, str, str]
"""A spot on the table: whose board (None: the common one), which place, which thing."""

TableView: TypeAlias = Mapping[Spot, Value]
"""The table as players see it: what lies at each spot; an empty spot is not listed."""


def carry_out(view: TableView, instructions: Sequence[Instruction]) -> dict[Spot, Value]:
    """The table after a careful hand has done every instruction; a line that does not fit is an error."""
    seen = dict(view)
    for line in instructions:
        for change in line.changes:
            spot = (line.seat, change.place, change.thing)
            if seen.get(spot) != change.before:
                shown = seen.get(spot)
                raise ValueError(f"{change.place}, {change.thing}: the table shows {shown!r}, not {change.before!r}")
            if change.after is None:
                seen.pop(spot, None)
            else:
                seen[spot] = change.after
    return seen
