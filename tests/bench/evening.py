"""The tables the bench plays: a whole evening for four, and one season's combat with four invader cards."""

from pathlib import Path

import engine.games  # noqa: F401  (registers the games)
from engine.border.pack import load_pack
from engine.core.chance import Chance
from engine.core.instructions import Instruction
from engine.core.session import Session
from engine.games.after_the_empire.actions import Action, DrawInvader, DrawSiege
from engine.games.after_the_empire.cards import InvaderCard, SiegeCard
from engine.games.after_the_empire.defaults import WHOLE_COMBAT
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import COLOURS, PlayerSetup, Setup
from engine.games.after_the_empire.state import State

PRACTICE_PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "practice.json"

Evening = Session[State, Action]


def four_players() -> Setup:
    """Four seats with the practice pack's cards."""
    cards = load_pack(PRACTICE_PACK.read_bytes()).cards
    seats = zip(("Ada", "Bea", "Cleo", "Dora"), ("N", "E", "S", "W"), COLOURS, strict=True)
    players = tuple(
        PlayerSetup(name, seat, colour, initiative=place)  # type: ignore[arg-type]
        for place, (name, seat, colour) in enumerate(seats)
    )
    return Setup(players, cards=cards)


def play_evening(setup: Setup, seed: int = 1) -> Evening:
    """Seven seasons by chance, combat answered automatically."""
    session: Evening = Session(AFTER_THE_EMPIRE, AFTER_THE_EMPIRE.begin(setup))
    chance = Chance(seed)
    while not AFTER_THE_EMPIRE.over(session.state):
        decision = session.pending
        assert decision is not None
        session.append(AFTER_THE_EMPIRE.sample(session.state, decision, chance), seat=decision.seat)
    return session


def fourth_season(evening: Evening) -> State:
    """The table in season 4 when combat begins: every worker placed, no card revealed."""
    for n in range(evening.n + 1):
        state = evening.state_at(n)
        if state.season == 4 and state.phase == "combat":
            return state
    raise AssertionError("the evening never reached combat in season 4")


def resolve_season(start: State) -> tuple[Instruction, ...]:
    """Placement as it stands, four invader cards, the siege, all battles; then what to change on the table."""
    session: Evening = Session(AFTER_THE_EMPIRE, start, WHOLE_COMBAT)
    session.resolve()
    cards = [card for card in start.table.cards if isinstance(card, InvaderCard)]
    side = ("N", "E", "S", "W")
    drawn = 0
    while (decision := session.pending) is not None and decision.kind == "invader card":
        session.append(DrawInvader(cards[drawn], side[drawn % 4]))  # type: ignore[arg-type]
        drawn += 1
    siege = next(card for card in start.table.cards if isinstance(card, SiegeCard))
    session.append(DrawSiege(siege, "W"))
    chance = Chance(4)
    while (decision := session.pending) is not None and session.state.phase == "combat":
        session.append(AFTER_THE_EMPIRE.sample(session.state, decision, chance), seat=decision.seat)
    return AFTER_THE_EMPIRE.instructions(start, session.state)
