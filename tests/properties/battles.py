"""Battles for Hypothesis: the kernel's flat numbers, the same battle as a castle with its orders, and whole combats.

Everything shrinks towards nothing: no wall, nobody, no fire, no ladder, the rulings of the specification.
"""

from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from engine.core.record import replace
from engine.games.after_the_empire.actions import DrawSiege
from engine.games.after_the_empire.cards import SiegeCard, SiegeTier
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.compass import INSIDE, SIDES
from engine.games.after_the_empire.defaults import AUTOMATION
from engine.games.after_the_empire.kernel import KernelBattle, KernelResult, KernelRules
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import Castle, Piece, State
from tests.games.after_the_empire.tables import battle, before_siege
from tests.properties.strategies import SIDE, players, row, several

NO_WALL = -1


@st.composite
def kernel_battles(draw: st.DrawFn, most_invaders: int = 6, most_troops: int = 4, inside: bool = True) -> KernelBattle:
    """A castle under attack, in plain numbers; invaders stand inside from the start if `inside` says they may."""
    walls = draw(several((NO_WALL, 0, 1, 2, 3, 4, 5), 4))
    manned = [*(cubes != NO_WALL for cubes in walls), True]
    troops: Any = (
        tuple(number if here else 0 for number, here in zip(draw(row(most_troops)), manned, strict=True))
        for _ in range(2)
    )
    soldiers, mercenaries = troops
    swordsmen, archers = (draw(row(most_invaders)) for _ in range(2))
    if not inside:
        swordsmen, archers = (*swordsmen[:INSIDE], 0), (*archers[:INSIDE], 0)
    fire = draw(several((0, 0, 1, 2, 3, 4), 4))
    side = draw(st.sampled_from((-1, 0, 1, 2, 3)))
    bypass = 0 if side < 0 else draw(st.integers(0, 4))
    return KernelBattle(swordsmen, archers, soldiers, mercenaries, walls, fire, side, bypass)


def kernel_rules(number: int) -> KernelRules:
    """One of the 256 combinations of rulings; 0 is the specification's."""
    return KernelRules(*((number >> bit & 1) != int(default) for bit, default in enumerate(KernelRules())))


KERNEL_RULES = st.integers(0, 255).map(kernel_rules)


def rulings_for(rules: KernelRules) -> Rulings:
    """The same rulings by name."""
    return Rulings(
        targets_first="archers" if rules.archers_first else "swordsmen",
        losses_first="mercenaries" if rules.mercenaries_first else "soldiers",
        bypass_first="swordsmen" if rules.swordsmen_pass_first else "archers",
        ladder="every round" if rules.bypass_every_round else "first round",
        fallen_back_troops="fight at once" if rules.fallen_fight_now else "fight next round",
        archers_without_wall="shoot inside" if rules.archers_shoot_inside else "hold fire",
        spare_melee_damage="invaders enter" if rules.spare_enter else "lost",
        policy="guard" if rules.guard else "hold",
    )


def castle_for(plain: KernelBattle) -> Castle:
    """The battle's castle, all its walls of stone. Its turrets are in the orders' fire."""
    walls = tuple(None if cubes == NO_WALL else Piece("wall", "stone", cubes) for cubes in plain.walls)
    return Castle(
        walls, (None,) * 4, plain.soldiers, plain.mercenaries, plain.swordsmen, plain.archers, wounded=2, stone=3
    )


def orders_for(plain: KernelBattle, rules: KernelRules) -> Orders:
    """The battle's fire and ladder, and the rulings."""
    rulings = rulings_for(rules)
    return Orders(0, rulings, plain.fire, plain.bypass_side, plain.bypass, rulings.policy)


def result_of(before: Castle, after: Castle, rounds: int, outcome: str) -> KernelResult:
    """A fought castle in the kernel's words."""
    walls: Any = tuple(NO_WALL if wall is None else wall.cubes for wall in after.walls)
    swordsmen, archers, soldiers, mercenaries = _rows(after)
    wounded = after.wounded - before.wounded
    return KernelResult(outcome == "sacked", rounds, swordsmen, archers, soldiers, mercenaries, wounded, walls)


def _rows(castle: Castle) -> Any:
    return castle.swordsmen, castle.archers, castle.soldiers, castle.mercenaries


COMBAT_RULINGS = (
    "flamed_turret",
    "fallen_back_troops",
    "ladder",
    "bypass_first",
    "siege_below_first_tier",
    "surge_leader",
    "too_few_cards",
    "red_number",
    "mercenaries_leave",
    "targets_first",
    "losses_first",
    "siege_tie",
    "policy",
    "archers_without_wall",
    "spare_melee_damage",
    "damaged_cards",
    "invaders_outside_when_sacked",
    "red_numbers_by",
)
"""The rulings that touch combat."""


@st.composite
def combat_rulings(draw: st.DrawFn) -> Rulings:
    """The rulings of combat, each at any of its settings; the first setting is the specification's."""
    hints = get_type_hints(Rulings)
    return replace(Rulings(), **{name: draw(st.sampled_from(get_args(hints[name]))) for name in COMBAT_RULINGS})


SIEGES = st.builds(
    SiegeCard,
    st.just("siege"),
    st.just("Siege"),
    st.sampled_from(("catapult", "ladder")),
    st.lists(st.integers(0, 9), min_size=1, max_size=2).map(
        lambda strengths: tuple(SiegeTier(8 * tier, strength) for tier, strength in enumerate(strengths))
    ),
    st.sampled_from(("none", "leader", "all")),
)
"""Siege cards of both sorts with one or two tiers and any surge."""


@st.composite
def besieged_tables(draw: st.DrawFn, most_players: int = 3) -> State:
    """Two or more castles with invaders in their fields; the siege card is next."""
    seated = [draw(players(number)) for number in range(draw(st.integers(2, most_players)))]
    fresh = [replace(each, sacked=False, sacks=0) for each in seated]
    return before_siege(*fresh, season=draw(st.integers(1, 7)), rulings=draw(combat_rulings()))


SIEGE = st.builds(DrawSiege, SIEGES, SIDE)


def automatic_battle(castle: Castle, plain: KernelBattle, rules: KernelRules) -> Any:
    """The same battle at a table, every choice answered automatically; no siege damage, no surge."""
    strength = plain.bypass if plain.bypass_side >= 0 else 0
    ladder = SiegeCard("ladder", "Ladder", "ladder", (SiegeTier(0, strength),))
    fighting = AUTOMATION - {"income", "harvest"}
    return battle(
        castle, siege=ladder, side=SIDES[max(0, plain.bypass_side)], automation=fighting, rulings=rulings_for(rules)
    )
