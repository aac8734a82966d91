"""What arrives at every castle, before it is accepted: worked out by the engine on a table nobody has touched yet."""

from typing import NamedTuple

from engine.core.decisions import Decision
from engine.core.events import Event
from engine.games.after_the_empire.actions import DrawSiege
from engine.games.after_the_empire.cards import BYPASSING, SiegeCard
from engine.games.after_the_empire.compass import SIDE_INDEX
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.invaders import raze
from engine.games.after_the_empire.library import find_card
from engine.games.after_the_empire.preparation import lock_placement
from engine.games.after_the_empire.siege import bypass_number, siege_damage
from engine.games.after_the_empire.state import Four, State, level

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


class Preview(NamedTuple):
    """The whole table as the cards leave it, and the first question the app cannot answer alone."""

    arrivals: tuple[Arrival, ...]
    asks: Decision | None


def arrivals(state: State) -> Preview:
    """What stands in the fields now: all that the invader cards have brought, and the farms they would raze (P-4)."""
    state = lock_placement(state, None)  # in season 1 the face-up card comes alone: nothing else was drawn yet
    events: list[Event] = []
    for number, player in enumerate(state.players):
        raze(player, number, events.append)
    return Preview(tuple(_arrival(state, state, number, events) for number in range(len(state.players))), None)


def with_siege(state: State, siege: DrawSiege, automation: frozenset[str]) -> Preview:
    """What arrives if this is the siege card. Nothing is said to the table."""
    events: list[Event] = []
    after = GAME.apply(state, siege, events.append)
    struck, asks = after, None
    while (decision := GAME.pending(after)) is not None and after.phase == "combat":
        answer = GAME.default(after, decision)
        automatic = decision.kind in automation and answer is not None
        asks = asks or (None if automatic else decision)
        if decision.kind != "turret" or answer is None:
            break
        after = GAME.apply(after, answer, events.append)
        struck = after
    before_battle = events[: next((n for n, event in enumerate(events) if event.what in FIGHTING), len(events))]
    numbers = range(len(state.players))
    return Preview(tuple(_arrival(state, struck, number, before_battle) for number in numbers), asks)


def _arrival(state: State, struck: State, number: int, events: list[Event]) -> Arrival:
    player = state.players[number]
    swordsmen, archers = list(player.castle.swordsmen[:4]), list(player.castle.archers[:4])
    own = [event for event in events if event.seat == number]
    for event in own:
        if event.what in ("arrive", "surge"):
            side = SIDE_INDEX[str(event.values["side"])]
            swordsmen[side] += int(event.values.get("swordsmen", 0))
            archers[side] += int(event.values.get("archers", 0))
    has_siege = struck.combat is not None and struck.combat.siege is not None
    return Arrival(
        number,
        level(state, player),
        tuple(swordsmen),
        tuple(archers),
        siege_damage(struck, player) if has_siege else 0,
        bypass_number(struck, player)[1] if has_siege else 0,
        tuple(str(event.values["side"]) for event in own if event.what in ("razed", "farm lowered")),
        tuple(event for event in own if event.what.startswith("siege ") or event.what in ("fall back", "spare damage")),
    )


def siege_card(state: State, siege: DrawSiege) -> SiegeCard:
    """The siege card meant."""
    return find_card(state.table, siege.card, SiegeCard)


def leads_past_the_wall(card: SiegeCard) -> bool:
    """Is it a ladder or a siege tower?"""
    return card.engine in BYPASSING
