"""Secret objectives (G-1, G-2, R-26): counting what they ask for, and whether they are met."""

from collections.abc import Callable

from engine.games.after_the_empire.cards import BuildingCard, Condition, Counted, RefugeeCard
from engine.games.after_the_empire.state import Objective, Player, State, Table

Counter = Callable[[Player, Table], int]


def _soldiers(player: Player, table: Table) -> int:
    """R-26: owned soldiers include the wounded, unless the table rules otherwise."""
    wounded = player.castle.wounded if table.rulings.objectives_count_wounded else 0
    return sum(player.castle.soldiers) + wounded


def _cards(player: Player, table: Table, kinds: tuple[type, ...]) -> int:
    """S-5, R-26: with the destructive variant a damaged or wounded card counts for nobody."""
    return sum(
        1 for holding in player.cards if isinstance(holding.card, kinds) and not (table.destructive and holding.damaged)
    )


def _pieces(player: Player, material: str | None = None, kind: str | None = None) -> int:
    castle = player.castle
    return sum(
        1
        for piece in (*castle.walls, *castle.turrets)
        if piece is not None
        and (material is None or piece.material == material)
        and (kind is None or (piece.kind == "turret") == (kind == "turret"))
    )


COUNTERS: dict[Counted, Counter] = {
    "gold": lambda player, table: player.gold,
    "food": lambda player, table: player.food,
    "wood": lambda player, table: player.castle.wood,
    "stone": lambda player, table: player.castle.stone,
    "iron": lambda player, table: player.iron,
    "soldiers": _soldiers,
    "healthy soldiers": lambda player, table: sum(player.castle.soldiers),
    "wounded soldiers": lambda player, table: player.castle.wounded,
    "mercenaries": lambda player, table: sum(player.castle.mercenaries),
    "castle pieces": lambda player, table: _pieces(player),
    "wood pieces": lambda player, table: _pieces(player, "wood"),
    "stone pieces": lambda player, table: _pieces(player, "stone"),
    "walls": lambda player, table: _pieces(player, kind="wall"),
    "turrets": lambda player, table: _pieces(player, kind="turret"),
    "stone turrets": lambda player, table: _pieces(player, "stone", "turret"),
    "castle cubes": lambda player, table: sum(
        piece.cubes for piece in (*player.castle.walls, *player.castle.turrets) if piece is not None
    ),
    "farms": lambda player, table: sum(1 for farm in player.farms if farm.level),
    "level-2 farms": lambda player, table: sum(1 for farm in player.farms if farm.level == 2),
    "razed farms": lambda player, table: sum(1 for farm in player.farms if not farm.level),
    "buildings": lambda player, table: _cards(player, table, (BuildingCard,)),
    "refugees": lambda player, table: _cards(player, table, (RefugeeCard,)),
    "buildings and refugees": lambda player, table: _cards(player, table, (BuildingCard, RefugeeCard)),
    "damaged cards": lambda player, table: sum(1 for holding in player.cards if holding.damaged),
    "flags": lambda player, table: len(player.flags),
    "flag value": lambda player, table: sum(player.flags),
    "objectives": lambda player, table: len(player.objectives),
}
"""How each thing an objective can ask for is counted."""


def counted(state: State, number: int, what: Counted) -> int:
    """How many of something a player has, as objectives count it."""
    return COUNTERS[what](state.players[number], state.table)


def condition_met(state: State, number: int, condition: Condition) -> bool:
    """G-2: for "most" a tie counts, but at least one is needed."""
    have = counted(state, number, condition.counts)
    if condition.test == "most":
        others = range(len(state.players))
        return have >= 1 and all(have >= counted(state, other, condition.counts) for other in others)
    if condition.test == "at least":
        return have >= condition.number
    if condition.test == "at most":
        return have <= condition.number
    return have == condition.number


def objective_met(state: State, number: int, objective: Objective) -> bool | None:
    """Whether an objective is met now; None while only the table can say, or the card is unknown."""
    if objective.card is None:
        return None
    if objective.card.condition is None:
        return objective.met
    return condition_met(state, number, objective.card.condition)
