"""What flags, income, turn order, harvest and feast did to the table — or would do, before the tap."""

from typing import Any, NamedTuple

from engine.core.events import Event
from engine.core.session import Session
from engine.games.after_the_empire.actions import Proceed
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.state import State

STEPS = ("flags", "income", "harvest")
"""The phases carried out by one tap, in order; each is also the name of its button."""


class SeasonEnd(NamedTuple):
    """The end of a season: the table before its first step and after its last, and everything between.

    `done` is False while some of it is only what the next tap will do.
    """

    before: State
    after: State
    events: tuple[Event, ...]
    done: bool


def season_end(session: Session[Any, Any]) -> SeasonEnd:
    """From the log as far as it goes, from the rules for the rest."""
    first = flags_entry(session)
    before = session.state if first is None else session.state_at(first - 1)
    events: list[Event] = []
    if first is not None:
        for n in range(first, session.n + 1):
            events += session.replay(n).events
    state: State = session.state
    while state.phase in STEPS:
        state = AFTER_THE_EMPIRE.apply(state, Proceed(state.phase), events.append)  # type: ignore[arg-type]
    return SeasonEnd(before, state, tuple(events), done=session.state.phase not in STEPS)


def flags_entry(session: Session[Any, Any]) -> int | None:
    """The number of the entry that awarded this season's flag; None if it is still to come."""
    if session.state.phase == "flags":
        return None
    season = session.state.season
    for n in range(session.n, 0, -1):
        if session.state_at(n - 1).season != season:
            return None
        action = session.entries[n - 1].action
        if isinstance(action, Proceed) and action.to == "flags":
            return n
    return None
