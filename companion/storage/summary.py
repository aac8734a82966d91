"""One line about a table, kept beside its log so that the list of tables needs no log."""

import json
from datetime import datetime
from typing import Any, NamedTuple

from engine.core.session import Session


class PlayerFacts(NamedTuple):
    """Who sits at a table, and where; words are empty where a game has no such thing."""

    name: str
    colour: str = ""
    seat: str = ""


class TableSummary(NamedTuple):
    """A table as the list shows it. `season` and `phase` are None and empty while its facts cannot be read."""

    id: int
    name: str
    game: str
    season: int | None
    phase: str
    players: tuple[PlayerFacts, ...]
    entries: int
    finished: bool
    created: datetime | None
    changed: datetime | None
    deleted: datetime | None = None


class Facts(NamedTuple):
    """What follows from a table's state."""

    season: int | None = None
    phase: str = ""
    players: tuple[PlayerFacts, ...] = ()
    finished: bool = False


def facts_now(session: Session[Any, Any]) -> Facts:
    """The facts of a table as it is."""
    state = session.state
    return Facts(
        season=session.game.chapter(state),
        phase=str(getattr(state, "phase", "")),
        players=tuple(
            PlayerFacts(*(str(getattr(player, word, "")) for word in PlayerFacts._fields))
            for player in getattr(state, "players", ())
        ),
        finished=session.game.over(state),
    )


def facts_of(session: Session[Any, Any]) -> str:
    """The facts as they are stored."""
    return json.dumps(facts_now(session)._asdict(), separators=(",", ":"))


def read_facts(text: str) -> Facts | None:
    """Stored facts; None where they cannot be read."""
    try:
        told = json.loads(text)
        players = tuple(PlayerFacts(*map(str, player)) for player in told["players"])
        return Facts(int(told["season"]), str(told["phase"]), players, bool(told["finished"]))
    except (LookupError, TypeError, ValueError):
        return None
