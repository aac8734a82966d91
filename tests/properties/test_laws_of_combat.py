"""Which "more is better" laws of combat are true, and for those that are not, a smallest battle that shows it.

docs/laws-of-combat.md tells the same to players. The rulings are the specification's unless a law says otherwise;
*hold* and *guard* are the policies of R-13. A law about outcomes: what was survived stays survived.

Why most true laws are easy to believe: inside, both sides deal one damage each at the same moment (L-2), so the
smaller party is gone and the larger has lost as many. By the specification's rulings no round ends with both inside,
and a castle is sacked in the first round in which more invaders have got in than troops have met them.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.after_the_empire.compass import INSIDE, POST_INDEX
from engine.games.after_the_empire.fight import LOOP
from engine.games.after_the_empire.fight import fight as fight_step_by_step
from engine.games.after_the_empire.kernel import KernelBattle, KernelRules, fight
from tests.games.after_the_empire import tables
from tests.properties.battles import KERNEL_RULES, NO_WALL, castle_for, kernel_battles, orders_for, result_of

HOLD, GUARD = KernelRules(guard=False), KernelRules(guard=True)
SIDE_NUMBER = st.integers(0, 3)
BATTLES = kernel_battles()


posts: Any = tables.posts


def survived(battle: KernelBattle, rules: KernelRules) -> bool:
    return not fight(battle, rules).sacked


def put(row: Any, index: int, more: int) -> Any:
    return (*row[:index], row[index] + more, *row[index + 1 :])


# true of every battle


@settings(max_examples=1000)
@given(BATTLES, KERNEL_RULES)
def test_law_a_battle_lasts_at_most_two_rounds_more_than_the_strongest_wall_has_cubes(battle, rules):
    """P-6, L-1: a wall under attack loses a cube or falls each round, so the last one falls in round cubes + 1;
    whoever stood before it is inside one round later, and inside it is decided at once. All rulings, all policies."""
    assert fight(battle, rules).rounds <= max(battle.walls) + 2


@settings(max_examples=400)
@given(BATTLES, KERNEL_RULES)
def test_law_no_round_ends_with_troops_and_invaders_inside(battle, rules):
    """L-2: the smaller party is gone. True unless those who fall back wait a round (R-2)."""
    rules = rules._replace(fallen_fight_now=True)
    castle, orders = castle_for(battle), orders_for(battle, rules)
    for _ in range(max(battle.walls) + 2):
        for step in LOOP:
            castle = step.carry_out(castle, orders, None)
        invaders = castle.swordsmen[INSIDE] + castle.archers[INSIDE]
        troops = castle.soldiers[INSIDE] + castle.mercenaries[INSIDE]
        assert not (invaders and troops)


@settings(max_examples=400)
@given(kernel_battles(inside=False), KERNEL_RULES)
def test_law_every_invader_who_gets_in_costs_exactly_one_troop(battle, rules):
    """L-2, in a battle that is survived: they fall one for one. All rulings, all policies."""
    castle = castle_for(battle)
    heard: list[Any] = []
    _, _, outcome = fight_step_by_step(castle, orders_for(battle, rules), heard.append)
    if outcome == "sacked":
        return
    came_in = sum(_count(event) for event in heard if event.what in ("enter", "bypass"))
    lost_inside = sum(
        event.values["soldiers"] + event.values["mercenaries"] for event in heard if event.what == "melee inside"
    )
    assert came_in == lost_inside


def _count(event: Any) -> int:
    number: int = event.values["swordsmen"] + event.values["archers"]
    return number


# true under hold


def needed(battle: KernelBattle, rules: KernelRules) -> int:
    """The fewest soldiers inside, besides all others, with whom the castle survives under hold."""
    inside = 0
    while not survived(battle._replace(soldiers=put(battle.soldiers, INSIDE, inside)), rules):
        inside += 1
    return inside


@settings(max_examples=800)
@given(BATTLES, KERNEL_RULES)
def test_law_hold_one_more_troop_inside_never_hurts(battle, rules):
    """Under hold the walls' fate does not depend on who is inside, so the same invaders come in at the same time and
    meet one more. All rulings."""
    rules = rules._replace(guard=False)
    enough = needed(battle, rules)
    for more in range(1, 6):
        assert survived(battle._replace(soldiers=put(battle.soldiers, INSIDE, enough + more)), rules)
        assert survived(battle._replace(mercenaries=put(battle.mercenaries, INSIDE, enough + more)), rules)


@settings(max_examples=800)
@given(BATTLES, KERNEL_RULES, st.integers(0, 4))
def test_law_hold_soldiers_and_mercenaries_fight_alike(battle, rules, post):
    """Both deal and take one damage; only who is lost first differs (R-12). Outcome, rounds and walls are the same.
    All rulings."""
    one, other = soldier_for_mercenary(battle, post)
    assert_alike(one, other, rules._replace(guard=False))


def soldier_for_mercenary(battle: KernelBattle, post: int) -> tuple[KernelBattle, KernelBattle]:
    """The battle with a mercenary more at a post it has a wall for, and with a soldier more instead."""
    if post != INSIDE and battle.walls[post] == NO_WALL:
        battle = battle._replace(walls=put(battle.walls, post, 1))
    return (
        battle._replace(mercenaries=put(battle.mercenaries, post, 1)),
        battle._replace(soldiers=put(battle.soldiers, post, 1)),
    )


def assert_alike(one: KernelBattle, other: KernelBattle, rules: KernelRules) -> None:
    first, second = fight(one, rules), fight(other, rules)
    assert (first.sacked, first.rounds, first.walls) == (second.sacked, second.rounds, second.walls)


@settings(max_examples=800)
@given(BATTLES, KERNEL_RULES, SIDE_NUMBER)
def test_law_hold_troops_on_a_wall_nobody_attacks_change_nothing(battle, rules, side):
    """They shoot at nobody and, under hold, never leave. All rulings."""
    rules = rules._replace(guard=False)
    quiet = without_invaders(battle, side)
    other = quiet._replace(mercenaries=put(quiet.mercenaries, side, 1))
    assert fight(other, rules).sacked == fight(quiet, rules).sacked


def without_invaders(battle: KernelBattle, side: int) -> KernelBattle:
    """The battle with a wall and nobody before it at this side."""
    return battle._replace(
        swordsmen=put(battle.swordsmen, side, -battle.swordsmen[side]),
        archers=put(battle.archers, side, -battle.archers[side]),
        walls=put(battle.walls, side, 1),
    )


EASIER: dict[str, Callable[[KernelBattle, int], tuple[KernelBattle, KernelBattle]]] = {
    "a cube more, or a bare wall where none stood": lambda battle, side: (
        battle,
        battle._replace(walls=put(battle.walls, side, 1)),
    ),
    "a point of fire more": lambda battle, side: (battle, battle._replace(fire=put(battle.fire, side, 1))),
    "a swordsman fewer": lambda battle, side: (battle._replace(swordsmen=put(battle.swordsmen, side, 1)), battle),
    "an archer fewer": lambda battle, side: (battle._replace(archers=put(battle.archers, side, 1)), battle),
    "a swordsman for an archer": lambda battle, side: (
        battle._replace(archers=put(battle.archers, side, 1)),
        battle._replace(swordsmen=put(battle.swordsmen, side, 1)),
    ),
}
"""A harder and an easier battle each."""


@pytest.mark.parametrize("what", EASIER)
@settings(max_examples=300)
@given(battle=BATTLES, side=SIDE_NUMBER)
def test_law_hold_an_easier_side_never_hurts_if_its_wall_is_unmanned(what, battle, side):
    """Nobody falls back from an unmanned wall, so its side only sends invaders in, and by each round no more of them
    than before: the troops inside who were enough are still enough."""
    battle = battle._replace(
        soldiers=put(battle.soldiers, side, -battle.soldiers[side]),
        mercenaries=put(battle.mercenaries, side, -battle.mercenaries[side]),
    )
    harder, easier = EASIER[what](battle, side)
    assert needed(easier, HOLD) <= needed(harder, HOLD)


# true under guard


@settings(max_examples=1000)
@given(BATTLES, KERNEL_RULES)
def test_law_guard_a_sacked_castle_has_nobody_left(battle, rules):
    """Guard calls in everyone before it gives up, so a sack means that every last troop is wounded or gone. True
    unless invaders burst in after the guard has moved (R-16, the other ruling)."""
    rules = rules._replace(guard=True, spare_enter=False)
    result = fight(battle, rules)
    if result.sacked:
        assert (sum(result.soldiers), sum(result.mercenaries)) == (0, 0)


@settings(max_examples=800)
@given(BATTLES, KERNEL_RULES)
def test_law_guard_inside_soldiers_and_mercenaries_fight_alike(battle, rules):
    """Guard counts heads inside, whatever their kind. All rulings."""
    one, other = soldier_for_mercenary(battle, INSIDE)
    assert_alike(one, other, rules._replace(guard=True))


# false: a smallest battle each


def battle_of(
    walls: tuple[int, int, int, int],
    swordsmen: dict[str, int],
    archers: dict[str, int] | None = None,
    soldiers: dict[str, int] | None = None,
    mercenaries: dict[str, int] | None = None,
    fire: tuple[int, int, int, int] = (0, 0, 0, 0),
    ladder: tuple[str, int] | None = None,
) -> KernelBattle:
    """A battle by post; walls and fire run N, E, S, W."""
    invaders = posts(swordsmen), posts(archers or {})
    troops = posts(soldiers or {}), posts(mercenaries or {})
    side, number = (-1, 0) if ladder is None else (POST_INDEX[ladder[0]], ladder[1])
    return KernelBattle(*invaders, *troops, walls, fire, side, number)


def hurts(before: KernelBattle, after: KernelBattle, rules: KernelRules) -> bool:
    """Does what looks like help turn survived into sacked? The readable steps must say the same."""
    for battle in (before, after):
        castle = castle_for(battle)
        ended = fight_step_by_step(castle, orders_for(battle, rules))
        assert result_of(castle, *ended) == fight(battle, rules)
    return survived(before, rules) and not survived(after, rules)


HELD = battle_of((0, 0, 0, 0), {"N": 3, "S": 1}, mercenaries={"N": 1}, fire=(1, 1, 0, 0))
"""Hold; walls with no cubes, a wood turret NE. North's wall falls at once: its mercenary falls back and meets the one
who comes from the South, while the turret shoots the last one in the North. Whatever keeps North's wall up keeps the
mercenary on it, and the one from the South finds the castle empty."""


@pytest.mark.parametrize(
    "help",
    [
        pytest.param({"walls": (1, 0, 0, 0)}, id="a cube more on the north wall"),
        pytest.param({"mercenaries": posts({"N": 2})}, id="a mercenary more on the north wall"),
        pytest.param({"soldiers": posts({"N": 1})}, id="a soldier more on the north wall"),
        pytest.param({"fire": (2, 2, 0, 0)}, id="the turret of stone"),
        pytest.param({"swordsmen": posts({"N": 2, "S": 1})}, id="a swordsman fewer in the north"),
    ],
)
def test_law_is_false_hold_help_at_a_manned_wall_never_hurts(help):
    assert hurts(HELD, HELD._replace(**help), HOLD)


def test_law_is_false_hold_an_archer_fewer_never_hurts():
    """The same with an archer and two mercenaries in the North."""
    before = battle_of((0, 0, 0, 0), {"N": 3, "S": 1}, {"N": 1}, mercenaries={"N": 2}, fire=(1, 1, 0, 0))
    assert hurts(before, before._replace(archers=posts(0)), HOLD)


def test_law_is_false_hold_a_swordsman_is_never_worse_than_an_archer():
    """The archer shoots one of three mercenaries, so that the East's wall falls a round earlier, and the other two are
    inside in time for the one from the South."""
    before = battle_of((0, 3, 0, 0), {"E": 5, "S": 1}, {"E": 1}, mercenaries={"E": 3})
    assert hurts(before, before._replace(swordsmen=posts({"E": 6, "S": 1}), archers=posts(0)), HOLD)


@pytest.mark.parametrize("rules", [HOLD, GUARD], ids=["hold", "guard"])
def test_law_is_false_a_shorter_ladder_never_hurts(rules):
    """M-2: whoever climbs does not strike the wall. Without the ladder the wall falls in round 1 instead of round 2,
    and the turret has a round less to shoot."""
    before = battle_of((3, 0, 0, 0), {"N": 5}, mercenaries={"inside": 2}, fire=(1, 0, 0, 0), ladder=("N", 1))
    assert hurts(before, before._replace(bypass=0), rules)


GUARDED = battle_of((0, 0, 5, 0), {"N": 3, "E": 1, "S": 4}, soldiers={"N": 1}, mercenaries={"S": 1}, fire=(1, 0, 0, 1))
"""Guard; a wood turret NW. North's wall falls at once and its soldier meets the one from the East. Whatever keeps
North's wall up makes the guard call the South's mercenary instead (mercenaries first, R-13): the South's four are not
shot any more and break in."""


@pytest.mark.parametrize(
    "help",
    [
        pytest.param({"walls": (1, 0, 5, 0)}, id="a cube more on the north wall"),
        pytest.param({"fire": (2, 0, 0, 2)}, id="the turret of stone"),
        pytest.param({"swordsmen": posts({"N": 2, "E": 1, "S": 4})}, id="a swordsman fewer in the north"),
    ],
)
def test_law_is_false_guard_help_at_a_manned_wall_never_hurts(help):
    assert hurts(GUARDED, GUARDED._replace(**help), GUARD)


@pytest.mark.parametrize("kind", ["mercenaries", "soldiers"])
def test_law_is_false_guard_a_troop_more_on_a_wall_never_hurts(kind):
    """One more shot in the North makes it as quiet as the East: the guard now empties the North (R-13: of equals the
    first from North), where two invaders are left, instead of the East, whose wall falls anyway."""
    before = battle_of((4, 0, 1, NO_WALL), {"N": 5, "E": 6, "S": 1, "W": 3})._replace(**{kind: posts({"N": 2, "E": 4})})
    assert hurts(before, before._replace(**{kind: posts({"N": 3, "E": 4})}), GUARD)


def test_law_is_false_guard_an_archer_fewer_never_hurts():
    """The archer would have shot the third mercenary of the North: see the law before."""
    before = battle_of((4, 0, 1, NO_WALL), {"N": 5, "E": 6, "S": 1, "W": 3}, {"N": 1}, mercenaries={"N": 3, "E": 4})
    assert hurts(before, before._replace(archers=posts(0)), GUARD)


def test_law_is_false_guard_a_soldier_is_never_worse_than_a_mercenary():
    """The guard calls the North's mercenary before the idle soldier in the West."""
    before = battle_of((1, 0, NO_WALL, 0), {"N": 2, "E": 1, "S": 1}, mercenaries={"N": 1, "W": 1})
    after = before._replace(mercenaries=posts({"N": 1}), soldiers=posts({"W": 1}))
    assert hurts(before, after, GUARD)


def test_law_is_false_guard_a_mercenary_more_inside_never_hurts():
    """It spares the North one call in round 1, so that in round 2 the North is as quiet as the East, and emptied.
    It takes walls of more cubes than the specification's stone walls have."""
    before = battle_of((9, 6, 0, 2), {"N": 8, "E": 10, "S": 4, "W": 1}, mercenaries={"N": 3, "E": 4}, ladder=("S", 1))
    assert hurts(before, before._replace(mercenaries=posts({"N": 3, "E": 4, "inside": 1})), GUARD)


def test_law_is_false_guard_a_swordsman_is_never_worse_than_an_archer():
    """The same with the archer's arrow in place of the call. It takes such walls, too."""
    before = battle_of((9, 6, 0, 2), {"N": 7, "E": 10, "S": 3, "W": 1}, {"N": 1}, mercenaries={"N": 3, "E": 4})
    after = before._replace(swordsmen=posts({"N": 8, "E": 10, "S": 3, "W": 1}), archers=posts(0))
    assert hurts(before, after, GUARD)


def test_law_is_false_guard_is_never_worse_than_hold():
    """One walks in from the South. Under hold the North's soldier falls back in time to meet it; the guard has called
    the East's mercenary before that, and the East's wall, no longer defended, falls to two invaders instead of one."""
    battle = battle_of((0, 2, NO_WALL, 0), {"N": 3, "E": 3, "S": 1}, None, {"N": 1}, {"E": 1}, fire=(1, 0, 0, 1))
    assert survived(battle, HOLD)
    assert not survived(battle, GUARD)


def test_law_is_false_hold_is_never_worse_than_guard():
    """R-13's own warning: ten soldiers on a wall and one invader inside."""
    battle = battle_of((2, 2, 2, 2), {"W": 1}, soldiers={"N": 10}, ladder=("W", 1))
    assert survived(battle, GUARD)
    assert not survived(battle, HOLD)
