"""Sound tables of After the Empire for Hypothesis: castles, players, whole states.

Everything drawn could stand on a real table: troops only on standing walls, one gate at most and never a fourth
wall, cubes within capacity (C-2, C-4, P-1), flames on empty Stone Turrets only, no more workers out than there
are, a turn order that names everybody. Counts may go past the box's supply, which is only a warning (R-28).

Everything shrinks towards nothing: no piece, nobody, season 1, phase 1. A row of places is one draw, not one for
each place: a 4-player state takes a few milliseconds.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from engine.core.record import replace
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    Effect,
    InvaderCard,
    RefugeeCard,
    SiegeCard,
    SiegeTier,
    Tier,
)
from engine.games.after_the_empire.compass import SIDES
from engine.games.after_the_empire.constants import Constants, Material, Mode, PieceKind
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import (
    NOBODY,
    Battle,
    Castle,
    Combat,
    CombatStep,
    Draw,
    Farm,
    Holding,
    Market,
    Objective,
    Phase,
    Piece,
    Player,
    SiegeDraw,
    State,
    Table,
    Taken,
    threat_in,
)

CONSTANTS = Constants()
PHASES: tuple[Phase, ...] = get_args(Phase)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
COLOURS = ("blue", "red", "green", "yellow")

FREE = Effect("free", gain=Goods(food=1), words="1 food")
WORK = Effect("worker", gain=Goods(food=7), words="7 food")
BUILDINGS = (
    BARRACKS,
    BuildingCard("bakery", "Bakery", Goods(wood=3), 4, (WORK,)),
    BuildingCard("well", "Well", Goods(stone=2), 2, (FREE,)),
    BuildingCard("forge", "Forge", Goods(iron=1), 3, (FREE, WORK)),
)
REFUGEES = (
    RefugeeCard("midwife", "Midwife", Goods(food=2), 3, (FREE,)),
    RefugeeCard("mason", "Mason", Goods(gold=2), 5),
    RefugeeCard("smith", "Smith", Goods(food=1), 1, (), True, 4),
)
INVADERS = (
    InvaderCard("wolves", "Wolves", (Tier(0, 2, 1), Tier(8, 4, 2), Tier(16, 6, 3))),
    InvaderCard("riders", "Riders", (Tier(5, 3),)),
    InvaderCard("bowmen", "Bowmen", (Tier(0, 0, 1), Tier(10, 0, 4))),
)
SIEGES = (
    SiegeCard("mangonel", "Mangonel", "mangonel", (SiegeTier(0, 2),), "leader"),
    SiegeCard("ladder", "Ladder", "ladder", (SiegeTier(4, 2), SiegeTier(12, 3)), "all"),
)


def pieces(kind: PieceKind) -> tuple[Piece | None, ...]:
    """Everything that can stand where a wall, a gate or a turret belongs, nothing first."""
    materials: tuple[Material, ...] = ("wood", "stone")
    standing = [
        Piece(kind, material, cubes)
        for material in materials
        for cubes in range(CONSTANTS.capacity.of(kind, material) + 1)
    ]
    burning = [Piece(kind, "stone", 0, True)] if kind == "turret" else []
    return (None, *standing, *burning)


def gate_for(wall: Piece | None) -> Piece | None:
    """The gate that stands where this wall would: it holds one cube less (C-2)."""
    if wall is None:
        return None
    return Piece("gate", wall.material, min(wall.cubes, CONSTANTS.capacity.of("gate", wall.material)))


def several(choices: Sequence[Any], length: int) -> st.SearchStrategy[Any]:
    """So many of these choices in a row, earlier choices being simpler."""
    base = len(choices)

    def spelled(number: int) -> tuple[Any, ...]:
        return tuple(choices[number // base**place % base] for place in range(length))

    return st.integers(0, base**length - 1).map(spelled)


@cache
def row(most: int) -> st.SearchStrategy[Any]:
    """Five counts: N, E, S, W and inside; often nobody, as on a real board."""
    return several((0, 0, 0, *range(1, most + 1)), 5)


WALLS = several(pieces("wall"), 4)
TURRETS = several(pieces("turret"), 4)
GATE_SIDE = st.integers(0, 3)
SIDE = st.sampled_from(SIDES)
STORES = several(range(10), 3)


@st.composite
def castles(draw: st.DrawFn, most_troops: int = 5, most_invaders: int = 6) -> Castle:
    """A castle with its troops, infirmary, stockpile and invaders."""
    walls = list(draw(WALLS))
    gate = draw(GATE_SIDE)
    walls[gate] = gate_for(walls[gate])
    stands = [*(wall is not None for wall in walls), True]
    soldiers, mercenaries = (
        tuple(number if here else 0 for number, here in zip(draw(row(most_troops)), stands, strict=True))
        for _ in range(2)
    )
    swordsmen = draw(row(most_invaders)) if most_invaders else NOBODY
    archers = draw(row(most_invaders)) if most_invaders else NOBODY
    wounded, wood, stone = draw(STORES)
    return Castle(
        tuple(walls),
        draw(TURRETS),
        soldiers,
        mercenaries,
        swordsmen,
        archers,
        wounded,
        wood,
        stone,
    )


FARMS = several([Farm(level, protected) for level in range(CONSTANTS.best_farm + 1) for protected in (False, True)], 4)
HOLDING = st.sampled_from(
    [
        Holding(card, damaged, used)
        for card in (*BUILDINGS, *REFUGEES)
        for damaged in ((False,) if card.starting else (False, True))
        for used in ((), *((number,) for number in range(len(card.effects))))
    ]
)
HOLDINGS = st.lists(HOLDING, max_size=5).map(tuple)
FLAGS = st.lists(st.integers(1, 3), max_size=3).map(tuple)
GOLD = st.integers(0, 60)
FOOD_AND_IRON = several(range(10), 2)
TOKENS = several(range(4), 3)
WORKERS = st.sampled_from([(own, now, coming) for own in (3, 4, 5) for now in (0, 1) for coming in (0, 1)])


@st.composite
def players(draw: st.DrawFn, number: int = 0, most_troops: int = 5, most_invaders: int = 6) -> Player:
    """One player's side of the table, no worker placed yet."""
    food, iron = draw(FOOD_AND_IRON)
    move_ones, move_threes, objectives = draw(TOKENS)
    workers, villagers, villagers_coming = draw(WORKERS)
    sacked = draw(st.booleans())
    return Player(
        name=NAMES[number],
        colour=COLOURS[number],
        seat=SIDES[number],
        gold=draw(GOLD),
        food=food,
        iron=iron,
        castle=draw(castles(most_troops, most_invaders)),
        farms=draw(FARMS),
        workers=workers,
        villagers=villagers,
        villagers_coming=villagers_coming,
        move_ones=move_ones,
        move_threes=move_threes,
        flags=draw(FLAGS),
        cards=draw(HOLDINGS),
        objectives=(Objective(),) * objectives,
        sacked=sacked,
        sacks=int(sacked),
        gate_side=draw(SIDE),
    )


DRAW = st.builds(Draw, st.sampled_from(INVADERS), SIDE)
DRAWS = st.lists(DRAW, max_size=4).map(tuple)
SIEGE_DRAW = st.none() | st.builds(SiegeDraw, st.sampled_from(SIEGES), SIDE)
STEP = st.sampled_from(get_args(CombatStep))
MARKET = st.builds(
    Market,
    several((None, *BUILDINGS[1:]), CONSTANTS.market_buildings),
    several((None, *REFUGEES[:2]), CONSTANTS.market_refugees),
)
TABLE = st.sampled_from(
    [
        Table(mode, no_reports, rulings=rulings)
        for rulings in (Rulings(), Rulings(mercenaries_leave="after combat"))
        for no_reports in (False, True)
        for mode in get_args(Mode)
    ]
)
SPACES = (
    *(space.id for space in CONSTANTS.board),
    *("granary", "infirmary", "stockpile", "barracks", "idle", "card 0", "card 1"),
)


@st.composite
def combats(draw: st.DrawFn, number_of_players: int) -> Combat:
    """A combat somewhere on its way. It fits the state around it in its shape, not in its numbers."""
    step = draw(STEP)
    early = step in ("placement", "invaders")
    return Combat(
        step=step,
        done=(False,) * number_of_players,
        draws=draw(DRAWS),
        siege=None if early else draw(SIEGE_DRAW.filter(bool) if step in ("arrivals", "siege") else SIEGE_DRAW),
        siege_turret=(None,) * number_of_players,
        battles=(Battle(),) * number_of_players if step == "fight" else (),
        asking=draw(st.sampled_from(((), (0,), (0, 1)))),
    )


@st.composite
def states(
    draw: st.DrawFn,
    number_of_players: int | None = None,
    table: Table | None = None,
    phase: Phase | None = None,
    most_troops: int = 5,
    most_invaders: int = 6,
) -> State:
    """A whole table of 2 to 4 players at some moment of some season."""
    count = number_of_players if number_of_players is not None else draw(st.integers(2, 4))
    season = draw(st.integers(1, CONSTANTS.seasons))
    at = phase if phase is not None else draw(st.sampled_from(PHASES))
    seated = [draw(players(number, most_troops, most_invaders)) for number in range(count)]
    taken = draw(st.lists(st.builds(Taken, st.sampled_from(SPACES), st.integers(0, count - 1)), max_size=6))
    standing: list[Taken] = []
    for worker in taken:
        player = seated[worker.player]
        if player.placed < player.workers + player.villagers:
            seated[worker.player] = replace(player, placed=player.placed + 1)
            standing.append(worker)
    return State(
        table=table if table is not None else draw(TABLE),
        season=season,
        threat=threat_in(CONSTANTS, season),
        phase=at,
        players=tuple(seated),
        order=draw(st.permutations(range(count)).map(tuple)),
        taken=tuple(standing),
        market=draw(MARKET),
        report=draw(st.none() | DRAW),
        combat=None if at == "actions" else draw(combats(count)),
    )
