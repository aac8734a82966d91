"""Battles for the tests: one step of the combat loop at a castle, a whole loop, and placement to be answered.

What is not named is not there, as in `tables`. `ladder=("N", 2)` is a bypass number for that side.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from engine.core.events import Event
from engine.core.record import replace
from engine.games.after_the_empire.actions import DrawInvader, Place
from engine.games.after_the_empire.archery import turret_fire
from engine.games.after_the_empire.cards import InvaderCard
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.compass import POSTS, SIDES, Side
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.fight import LOOP, fight
from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import BattleStep, Castle, Choice, Outcome, Player, State
from tests.games.after_the_empire import tables
from tests.games.after_the_empire.tables import constants_of

# What a battle asks may be nothing, and a wall may be gone: a test that reads on regardless fails by itself, so
# these are not checked for None.
GAME: Any = tables.GAME
anyway: Any = tables.anyway
battle: Any = tables.battle
before_siege: Any = tables.before_siege
castle: Any = tables.castle
corrected: Any = tables.corrected
fought: Any = tables.fought
play: Any = tables.play
proceed: Any = tables.proceed
sack: Any = tables.sack


def orders(
    of: Castle,
    *,
    ladder: tuple[Side, int] | None = None,
    policy: Policy = "guard",
    choices: Iterable[Choice] = (),
    constants: Constants | Mapping[str, Any] | None = None,
    ladders_act: Literal["every round", "first round"] = "every round",
    **rulings: Any,
) -> Orders:
    """What a battle at this castle goes by; rulings by name (R-3 is `ladders_act`)."""
    side, number = ladder or ("N", 0)
    return Orders(
        seat=0,
        rulings=replace(Rulings(), ladder=ladders_act, **rulings),
        fire=turret_fire(of.turrets, constants_of(constants)),
        bypass_side=SIDES.index(side) if ladder else -1,
        bypass=number,
        policy=policy,
        choices=tuple(choices),
    )


def step(name: BattleStep, of: Castle, **given: Any) -> Castle:
    """The castle after this one step of the loop. A listener changes nothing."""
    carry_out = next(step.carry_out for step in LOOP if step.name == name)
    heard: list[Event] = []
    after = carry_out(of, orders(of, **given), None)
    assert carry_out(of, orders(of, **given), heard.append) == after
    return after


def told(name: BattleStep, of: Castle, **given: Any) -> list[Event]:
    """What is told while this one step is carried out."""
    carry_out = next(step.carry_out for step in LOOP if step.name == name)
    heard: list[Event] = []
    carry_out(of, orders(of, **given), heard.append)
    return heard


def asked(name: BattleStep, of: Castle, **given: Any) -> Any:
    """What the owner is asked before this one step."""
    decision = next(step.decision for step in LOOP if step.name == name)
    return None if decision is None else decision(of, orders(of, **given))


def whole_fight(of: Castle, **given: Any) -> tuple[Castle, int, Outcome]:
    """The whole loop, by the rulings: the castle after it, rounds, outcome."""
    return fight(of, orders(of, **given))


def stand(row: tuple[int, ...]) -> dict[str, int]:
    """Troops or invaders by post: {"N": 2, "inside": 1}; posts with nobody are left out."""
    return {post: number for post, number in zip(POSTS, row, strict=True) if number}


def placing(*players: Player | int, **more: Any) -> Any:
    """Combat has just begun and asks where the troops stand; workers are not logged at this table."""
    return proceed(tables.table(*players, count_only=True, **more), "combat")


def placed(state: State) -> Any:
    """Everybody leaves their troops where they are."""
    for number, each in enumerate(state.players):
        state = play(state, Place(number, each.castle.soldiers, each.castle.mercenaries))
    return state


def reveal(state: State, *cards: tuple[InvaderCard, Side]) -> Any:
    """Placement as it stands, then these invader cards."""
    return play(placed(state), *(DrawInvader(card, side) for card, side in cards))
