"""What changes among a player's workers: out to the spaces, home again, villagers (see `instructions`)."""

from collections.abc import Sequence

from engine.core.events import Value
from engine.core.instructions import Change
from engine.games.after_the_empire import reasons
from engine.games.after_the_empire.instruction_words import Lines, change
from engine.games.after_the_empire.reasons import Reason
from engine.games.after_the_empire.state import Player, Taken
from engine.games.after_the_empire.view import GREAT_HALL, great_hall, worker_places

KINDS = ("workers", "villagers")
THE_BOARD = "Board"


class Crew:
    """A player's workers while lines are written: in the Great Hall and on the spaces, now and then."""

    __slots__ = ("hall", "hall_then", "spaces", "spaces_then")

    def __init__(self, old: Player, new: Player, spaces: dict[str, int], spaces_then: dict[str, int]) -> None:
        self.hall = list(great_hall(old))
        self.hall_then = great_hall(new)
        self.spaces = spaces
        self.spaces_then = spaces_then

    def short(self, place: str) -> int:
        """How many workers a space still has to gain (below 0: to lose)."""
        return self.spaces_then.get(place, 0) - self.spaces.get(place, 0)

    def shift(self, place: str, by: int) -> Change:
        """Workers onto a space, or off it."""
        old = self.spaces.get(place, 0)
        self.spaces[place] = old + by
        return change(place, "workers", old, old + by)

    def shift_hall(self, kind: int, by: int) -> Change:
        """Workers or villagers into the Great Hall, or out of it."""
        old = self.hall[kind]
        self.hall[kind] = old + by
        return change(GREAT_HALL, KINDS[kind], old, old + by)

    def take_off(self, most: int) -> list[Change]:
        """So many workers off the spaces that have too many."""
        changes = []
        for place in list(self.spaces):
            number = min(most, -self.short(place))
            if number > 0:
                changes.append(self.shift(place, -number))
                most -= number
        return changes

    def too_many(self) -> int:
        """How many workers must leave the spaces."""
        return sum(max(0, -self.short(place)) for place in self.spaces)


def worker_lines(lines: Lines, old: Player, new: Player, taken: Sequence[Taken], taken_then: Sequence[Taken]) -> None:
    """A-1, O-4, E-1: workers sent out, coming home, and villagers."""
    seat = lines.seat if lines.seat is not None else 0
    spaces = worker_places(taken, seat, old.cards)
    crew = Crew(old, new, spaces, worker_places(taken_then, seat, new.cards))
    villagers_out = max(0, old.villagers + old.villagers_coming - crew.hall[1])
    if crew.spaces != crew.spaces_then:
        for place in crew.spaces_then:
            _send(lines, crew, place)
        _come_home(lines, crew)
        _leave_the_board(lines, crew, villagers_out)
    _great_hall_lines(lines, crew, new.workers > old.workers)


def _send(lines: Lines, crew: Crew, place: str) -> None:
    """A worker to a space: from the Great Hall, else from another space, else from the supply."""
    why = reasons.WORKER_SENT if lines.when.actions else lines.when.again
    for kind in (0, 1):
        number = min(crew.short(place), crew.hall[kind] - crew.hall_then[kind])
        if number > 0:
            changes = (crew.shift_hall(kind, -number), crew.shift(place, number))
            lines.add(GREAT_HALL, "send", {KINDS[kind]: number, "to": place}, why, changes)
    for other in list(crew.spaces):
        number = min(crew.short(place), -crew.short(other))
        if number > 0:
            moved = (crew.shift(other, -number), crew.shift(place, number))
            values: dict[str, Value] = {"workers": number, "from": other, "to": place}
            lines.add(other, "move", values, lines.when.again, moved)
    rest = crew.short(place)
    if rest > 0:
        put = crew.shift(place, rest)
        lines.add(place, "put", {"place": place, "workers": rest}, why, (put,))


def _come_home(lines: Lines, crew: Crew) -> None:
    """E-1: all workers home in one line."""
    why = reasons.WORKERS_HOME if lines.when.refresh else lines.when.again
    for kind in (0, 1):
        number = min(crew.too_many(), crew.hall_then[kind] - crew.hall[kind])
        if number > 0:
            changes = (*crew.take_off(number), crew.shift_hall(kind, number))
            lines.add(GREAT_HALL, "home", {KINDS[kind]: number}, why, changes)


def _leave_the_board(lines: Lines, crew: Crew, villagers_out: int) -> None:
    """E-1: whoever has no place in the Great Hall is a villager, as far as villagers went out."""
    number = crew.too_many()
    if number:
        villagers = min(number, villagers_out)
        values: dict[str, Value] = {
            kind: count for kind, count in zip(KINDS, (number - villagers, villagers), strict=True) if count
        }
        why = reasons.VILLAGER_LEAVES if lines.when.refresh and villagers else lines.when.again
        lines.add(THE_BOARD, "workers leave", values, why, tuple(crew.take_off(number)))


def _great_hall_lines(lines: Lines, crew: Crew, more_workers: bool) -> None:
    when = lines.when
    home = reasons.WORKER_GAINED if more_workers else reasons.WORKERS_HOME
    arriving: tuple[Reason, Reason] = (
        home if when.refresh else when.again,
        reasons.VILLAGER_GAINED if when.combat else when.again,
    )
    leaving: tuple[Reason, Reason] = (
        reasons.WORKER_SENT if when.actions else when.again,
        reasons.VILLAGER_LEAVES if when.refresh else when.again,
    )
    for kind in (0, 1):
        number = crew.hall_then[kind] - crew.hall[kind]
        if number > 0:
            values: dict[str, Value] = {"place": GREAT_HALL, KINDS[kind]: number}
            lines.add(GREAT_HALL, "put", values, arriving[kind], (crew.shift_hall(kind, number),))
        elif number < 0:
            out: dict[str, Value] = {"place": GREAT_HALL, KINDS[kind]: -number}
            what = "return" if kind == 1 else "worker out"
            lines.add(GREAT_HALL, what, out, leaving[kind], (crew.shift_hall(kind, number),))
