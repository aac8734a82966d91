"""Tables to store: small, and the same every time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.storage import SavedTable, Storage
from engine.core.chance import Chance
from engine.games.after_the_empire.actions import Correct, SetNumber
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import Setup
from tests.border.tables import setup_for

BEGINNING = datetime(2031, 5, 4, 19, 30, tzinfo=UTC)


class StoppedClock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.moment = BEGINNING

    def __call__(self) -> datetime:
        return self.moment

    def pass_by(self, **time: float) -> None:
        self.moment += timedelta(**time)


Opener = Callable[..., Storage]


def small_setup(players: int = 2) -> Setup:
    """A table without cards: its states are short."""
    return setup_for(players, with_pack=False)


def gold(to: int) -> Correct:
    """A correction that makes exactly one entry, in any phase."""
    return Correct((SetNumber(0, "gold", to),))


def gold_of(table: SavedTable) -> int:
    """What the last such correction said."""
    amount: int = table.state.players[0].gold
    return amount


def play_on(table: SavedTable, entries: int, seed: int = 7) -> None:
    """At least so many more entries by chance play, or to the end of the game."""
    chance, wanted = Chance(seed), table.n + entries
    while table.n < wanted and (decision := table.session.pending) is not None:
        answer = AFTER_THE_EMPIRE.sample(table.state, decision, chance)
        table.append(answer, seat=decision.seat, base=table.n)


def picture(table: SavedTable) -> Any:
    """All there is to a table: two equal pictures, two equal tables."""
    session = table.session
    states = [session.state_at(n) for n in range(session.n + 1)]
    return table.name, table.setup, session.entries, session.undone, session.automation, states


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
