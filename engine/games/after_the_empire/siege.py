"""The siege card (P-3, P-5, P-6, P-7): damage by priority, bypass numbers, surge."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink, Value
from engine.core.record import replace
from engine.games.after_the_empire.cards import BYPASSING, strength_reached
from engine.games.after_the_empire.compass import (
    CORNER_INDEX,
    CORNERS,
    CORNERS_OF_SIDE,
    INSIDE,
    SIDE_INDEX,
    SIDES,
    SIDES_OF_CORNER,
    Corner,
)
from engine.games.after_the_empire.damage import strike
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import (
    Castle,
    Piece,
    Player,
    SiegeDraw,
    State,
    level,
    put,
    put_piece,
)


def siege_strength(state: State, player: Player) -> int:
    """P-3, R-5: the siege card's strength against this player."""
    if state.combat is None or state.combat.siege is None:
        return 0
    below = state.table.rulings.siege_below_first_tier
    return strength_reached(state.combat.siege.card, level(state, player), below)


def siege_damage(state: State, player: Player) -> int:
    """P-3: the points a Catapult, Mangonel or Trebuchet deals to this player; 0 for the other engines."""
    siege = state.combat.siege if state.combat else None
    if siege is None or siege.card.engine in BYPASSING:
        return 0
    return siege_strength(state, player)


def bypass_number(state: State, player: Player) -> tuple[int, int]:
    """P-3, M-2: the side (−1: none) and the number of a Ladder or Siege Tower against this player."""
    siege = state.combat.siege if state.combat else None
    if siege is None or siege.card.engine not in BYPASSING:
        return -1, 0
    return SIDE_INDEX[siege.side], siege_strength(state, player)


def turret_order(castle: Castle, side: int, rulings: Rulings, chosen: Corner | None) -> tuple[list[int], bool]:
    """P-5: the turrets touching the side in the order they are hit, and whether the first is the owner's choice.

    A Wood Turret comes first, the one with the fewest cubes; without one, the Stone Turret with the fewest;
    then the other. R-1: a flamed Stone Turret is skipped.
    """
    corners = [corner for corner in CORNERS_OF_SIDE[side] if _can_be_hit(castle.turrets[corner], rulings)]
    corners.sort(key=lambda corner: _priority(castle.turrets[corner]))
    if len(corners) < 2 or _priority(castle.turrets[corners[0]]) != _priority(castle.turrets[corners[1]]):
        return corners, False
    first = CORNER_INDEX[chosen] if chosen is not None else default_turret(castle, corners, rulings)
    if corners[1] == first:
        corners.reverse()
    return corners, True


def _can_be_hit(turret: Piece | None, rulings: Rulings) -> bool:
    return turret is not None and not (turret.flame and rulings.flamed_turret == "skipped")


def _priority(turret: Piece | None) -> tuple[bool, int]:
    assert turret is not None
    return turret.material == "stone", turret.cubes


def default_turret(castle: Castle, corners: list[int], rulings: Rulings) -> int:
    """R-12: the turret facing fewer invaders, then clockwise from North."""
    if rulings.siege_tie == "clockwise from North":
        return min(corners)

    def facing(corner: int) -> int:
        return sum(castle.swordsmen[side] + castle.archers[side] for side in SIDES_OF_CORNER[corner])

    return min(corners, key=lambda corner: (facing(corner), corner))


def turret_decision(state: State, number: int) -> Decision | None:
    """P-5: a tie between two turrets is the owner's choice, unless it makes no difference (both fall anyway)."""
    combat = state.combat
    if combat is None or combat.siege is None or combat.siege_turret[number] is not None:
        return None
    player, siege, rulings = state.players[number], combat.siege, state.table.rulings
    damage = siege_damage(state, player)
    corners, tied = turret_order(player.castle, SIDE_INDEX[siege.side], rulings, None)
    if not damage or not tied:
        return None
    first, second = (CORNERS[corner] for corner in sorted(corners))
    one, other = (besiege(player.castle, number, siege, damage, corner, rulings, None) for corner in (first, second))
    if one == other:
        return None
    about = {"side": siege.side, "damage": damage, "first": first, "second": second}
    return Decision("turret", number, "P-5", about)


def besiege(
    castle: Castle,
    number: int,
    siege: SiegeDraw,
    damage: int,
    chosen: Corner | None,
    rulings: Rulings,
    sink: Sink | None,
) -> Castle:
    """P-5: point by point on the turrets touching the side and then its wall; the rest is ignored."""
    side = SIDE_INDEX[siege.side]
    corners, _ = turret_order(castle, side, rulings, chosen)
    for corner in corners:
        turret = castle.turrets[corner]
        if not damage or turret is None:
            break
        left, cubes, used = strike(turret, damage)
        if turret.flame:
            used = damage  # R-1, the other ruling: it burns already and takes everything
        damage -= used
        castle = _stockpiled(castle, turret, cubes)
        castle = replace(castle, turrets=put_piece(castle.turrets, corner, left))
        _tell(sink, number, CORNERS[corner], turret, left, cubes, used)
    wall = castle.walls[side]
    if damage and wall is not None:
        left, cubes, used = strike(wall, damage)
        damage -= used
        castle = _stockpiled(castle, wall, cubes)
        castle = replace(castle, walls=put_piece(castle.walls, side, left))
        _tell(sink, number, SIDES[side], wall, left, cubes, used)
        if left is None:
            castle = _fall_back(castle, side, number, sink)
    if damage and sink:
        sink(Event("P-5", "spare damage", number, {"side": siege.side, "damage": damage}))
    return castle


def _stockpiled(castle: Castle, piece: Piece, cubes: int) -> Castle:
    """P-7: every cube removed goes to the owner's stockpile."""
    if piece.material == "wood":
        return replace(castle, wood=castle.wood + cubes)
    return replace(castle, stone=castle.stone + cubes)


def _fall_back(castle: Castle, side: int, number: int, sink: Sink | None) -> Castle:
    """P-6: troops on a destroyed wall go inside."""
    soldiers, mercenaries = castle.soldiers[side], castle.mercenaries[side]
    if sink and (soldiers or mercenaries):
        numbers = {"side": SIDES[side], "soldiers": soldiers, "mercenaries": mercenaries}
        sink(Event("P-6", "fall back", number, numbers))
    return replace(
        castle,
        soldiers=put(put(castle.soldiers, side, 0), INSIDE, castle.soldiers[INSIDE] + soldiers),
        mercenaries=put(put(castle.mercenaries, side, 0), INSIDE, castle.mercenaries[INSIDE] + mercenaries),
    )


def _tell(sink: Sink | None, number: int, at: str, piece: Piece, left: Piece | None, cubes: int, used: int) -> None:
    if sink:
        what = "siege destroys" if left is None else "siege burns" if left.flame else "siege hits"
        numbers: dict[str, Value] = {
            "at": at,
            "piece": f"{piece.material} {piece.kind}",
            "damage": used,
            "cubes": cubes,
        }
        sink(Event("P-6", what, number, numbers))


def surge_leaders(state: State) -> tuple[int, ...]:
    """P-3, R-6: every player with the most gold."""
    by_level = state.table.rulings.surge_leader == "level"
    wealth = [level(state, player) if by_level else player.gold for player in state.players]
    most = max(wealth)
    return tuple(number for number, gold in enumerate(wealth) if gold == most)


def surge(state: State, sink: Sink | None) -> State:
    """P-3: *Leader*: the leaders add swordsmen equal to the season on the siege side; *All*: everybody; *None*."""
    siege = state.combat.siege if state.combat else None
    if siege is None or siege.card.surge == "none":
        return state
    everybody = range(len(state.players))
    struck = everybody if siege.card.surge == "all" else surge_leaders(state)
    side = SIDE_INDEX[siege.side]
    players = list(state.players)
    for number in struck:
        castle = players[number].castle
        swordsmen = put(castle.swordsmen, side, castle.swordsmen[side] + state.season)
        players[number] = replace(players[number], castle=replace(castle, swordsmen=swordsmen))
        if sink:
            numbers = {"side": siege.side, "swordsmen": state.season, "surge": siege.card.surge}
            sink(Event("P-3", "surge", number, numbers))
    return replace(state, players=tuple(players))
