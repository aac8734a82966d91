"""What arrives at every castle, before it is accepted: worked out by the engine on a table nobody has touched yet."""

from typing import NamedTuple

from companion.games.after_the_empire.combat.deciding import apps_answer
from engine.core.events import Event
from engine.games.after_the_empire.actions import Proceed
from engine.games.after_the_empire.cards import BYPASSING, SiegeCard
from engine.games.after_the_empire.compass import SIDE_INDEX
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.invaders import raze
from engine.games.after_the_empire.preparation import lock_placement
from engine.games.after_the_empire.siege import bypass_number, siege_damage
from engine.games.after_the_empire.state import Four, SiegeDraw, State, level

FIGHTING = ("round", "spared")
"""The events with which the battles begin: what comes before them arrives."""


class Arrival(NamedTuple):
    """What one player has to expect: invaders by side, the siege card's strength, and what it costs."""

    number: int
    level: int
    swordsmen: Four
    archers: Four
    damage: int
    """Siege points on the siege side."""
    passing: int
    """Invaders a ladder or tower leads past the wall of the siege side."""
    razed: tuple[str, ...]
    """Sides whose farm falls by a level."""
    told: tuple[Event, ...]
    """What the siege does, piece by piece."""


def siege_of(state: State) -> SiegeDraw | None:
    """The siege card on the table."""
    return state.combat.siege if state.combat is not None else None


def arrivals(state: State) -> tuple[Arrival, ...]:
    """Player by player, what comes: all that the invader cards have brought and the farms they would raze (P-4);
    once the siege card lies there, what it does too (P-3)."""
    if siege_of(state) is not None:
        return _with_siege(state)
    state = lock_placement(state, None)  # in season 1 the face-up card comes alone: nothing else was drawn yet
    events: list[Event] = []
    for number, player in enumerate(state.players):
        raze(player, number, events.append)
    return tuple(_arrival(state, number, events) for number in range(len(state.players)))


def _with_siege(state: State) -> tuple[Arrival, ...]:
    """The battle begun on a copy, ties of turrets settled as the app would: nothing is said to the table."""
    events: list[Event] = []
    after = GAME.apply(state, Proceed("battle"), events.append)
    while (decision := GAME.pending(after)) is not None and decision.kind == "turret":
        answer = apps_answer(after, decision)
        assert answer is not None, "every tie has an answer of the app"
        after = GAME.apply(after, answer, events.append)
    before_battle = events[: next((n for n, event in enumerate(events) if event.what in FIGHTING), len(events))]
    return tuple(_arrival(state, number, before_battle) for number in range(len(state.players)))


def _arrival(state: State, number: int, events: list[Event]) -> Arrival:
    player = state.players[number]
    swordsmen, archers = list(player.castle.swordsmen[:4]), list(player.castle.archers[:4])
    own = [event for event in events if event.seat == number]
    for event in own:
        if event.what == "surge":
            swordsmen[SIDE_INDEX[str(event.values["side"])]] += int(event.values["swordsmen"])
    return Arrival(
        number,
        level(state, player),
        tuple(swordsmen),
        tuple(archers),
        siege_damage(state, player),
        bypass_number(state, player)[1],
        tuple(str(event.values["side"]) for event in own if event.what in ("razed", "farm lowered")),
        tuple(event for event in own if event.what.startswith("siege ") or event.what in ("fall back", "spare damage")),
    )


def leads_past_the_wall(card: SiegeCard) -> bool:
    """Is it a ladder or a siege tower?"""
    return card.engine in BYPASSING
