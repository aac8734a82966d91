"""Melee: invaders at the walls (L-1), then the fight inside (L-2)."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink, Value
from engine.games.after_the_empire.archery import loss_decision
from engine.games.after_the_empire.choices import (
    Orders,
    archers_hit,
    chosen_targets,
    mercenaries_lost,
    span,
)
from engine.games.after_the_empire.compass import INSIDE, SIDES
from engine.games.after_the_empire.damage import strike
from engine.games.after_the_empire.state import Castle, Five, Piece

NO_ONE_FELL = (0, 0)


def melee_at_the_walls(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """L-1: each invader still outside deals 1 damage to the adjacent wall (P-6, P-7).

    Troops of a wall that falls go inside (R-2). R-16: damage to spare is lost.
    """
    swordsmen, archers = castle.swordsmen, castle.archers
    walls: list[Piece | None] | None = None
    soldiers, mercenaries = castle.soldiers, castle.mercenaries
    wood, stone, fallen = castle.wood, castle.stone, castle.fallen
    for side in (0, 1, 2, 3):
        damage = swordsmen[side] + archers[side]
        wall = castle.walls[side]
        if not damage or wall is None:
            continue
        if walls is None:
            walls = list(castle.walls)
        left, cubes, used = strike(wall, damage)
        walls[side] = left
        if wall.material == "wood":
            wood += cubes
        else:
            stone += cubes
        if sink:
            numbers: dict[str, Value] = {
                "side": SIDES[side],
                "piece": f"{wall.material} {wall.kind}",
                "damage": damage,
                "cubes": cubes,
                "left_cubes": wall.cubes - cubes,
            }
            sink(Event("L-1", "wall falls" if left is None else "wall holds", orders.seat, numbers))
        if left is not None:
            continue
        back_soldiers, back_mercenaries = soldiers[side], mercenaries[side]
        if back_soldiers or back_mercenaries:
            soldiers = _fall_back(soldiers, side)
            mercenaries = _fall_back(mercenaries, side)
            if orders.rulings.fallen_back_troops == "fight next round":
                fallen = (fallen[0] + back_soldiers, fallen[1] + back_mercenaries)
            if sink:
                numbers = {"side": SIDES[side], "soldiers": back_soldiers, "mercenaries": back_mercenaries}
                sink(Event("P-6", "fall back", orders.seat, numbers))
        if orders.rulings.spare_melee_damage == "invaders enter" and damage > used:
            swordsmen, archers = _enter_at_once(
                swordsmen, archers, side, damage - used, orders.rulings.bypass_first, orders.seat, sink
            )
    if walls is None:
        return castle
    return Castle(
        tuple(walls),
        castle.turrets,
        soldiers,
        mercenaries,
        swordsmen,
        archers,
        castle.wounded,
        wood,
        stone,
        fallen,
    )


def _fall_back(troops: tuple[int, ...], side: int) -> Five:
    """P-6: troops on a destroyed wall go inside."""
    moved = list(troops)
    moved[INSIDE] += moved[side]
    moved[side] = 0
    return tuple(moved)


def _enter_at_once(
    swordsmen: tuple[int, ...],
    archers: tuple[int, ...],
    side: int,
    entering: int,
    first: str,
    seat: int,
    sink: Sink | None,
) -> tuple[Five, Five]:
    """R-16, the other ruling: the invaders not needed to bring the wall down go inside now."""
    low, high = span(entering, swordsmen[side], archers[side])
    of_swordsmen = high if first == "swordsmen" else low
    outside_swordsmen, outside_archers = list(swordsmen), list(archers)
    outside_swordsmen[side] -= of_swordsmen
    outside_swordsmen[INSIDE] += of_swordsmen
    outside_archers[side] -= entering - of_swordsmen
    outside_archers[INSIDE] += entering - of_swordsmen
    if sink:
        numbers = {"side": SIDES[side], "swordsmen": of_swordsmen, "archers": entering - of_swordsmen}
        sink(Event("R-16", "enter", seat, numbers))
    return tuple(outside_swordsmen), tuple(outside_archers)


def fighters_inside(castle: Castle) -> tuple[int, int]:
    """The soldiers and mercenaries who take part in L-2 (R-2)."""
    return castle.soldiers[INSIDE] - castle.fallen[0], castle.mercenaries[INSIDE] - castle.fallen[1]


def melee_inside(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """L-2: each troop inside and each invader inside deal 1 damage to the other side, at the same moment."""
    in_swordsmen, in_archers = castle.swordsmen[INSIDE], castle.archers[INSIDE]
    invaders = in_swordsmen + in_archers
    if not invaders and castle.fallen == NO_ONE_FELL:
        return castle
    soldiers, mercenaries = fighters_inside(castle)
    troops = soldiers + mercenaries
    if not invaders or not troops:
        return _after_melee(castle, 0, 0, 0, 0)
    hit = min(troops, invaders)
    of_archers = archers_hit(orders, INSIDE, hit, in_archers, in_swordsmen)
    of_mercenaries = mercenaries_lost(orders, INSIDE, hit, mercenaries, soldiers)
    if sink:
        numbers = {
            "troops": troops,
            "invaders": invaders,
            "swordsmen": hit - of_archers,
            "archers": of_archers,
            "soldiers": hit - of_mercenaries,
            "mercenaries": of_mercenaries,
        }
        sink(Event("L-2", "melee inside", orders.seat, numbers))
    return _after_melee(castle, hit - of_archers, of_archers, hit - of_mercenaries, of_mercenaries)


def _after_melee(castle: Castle, swordsmen: int, archers: int, soldiers: int, mercenaries: int) -> Castle:
    """The castle after these losses inside; nobody counts as fallen back any longer."""
    had_swordsmen, had_archers = castle.swordsmen, castle.archers
    had_soldiers, had_mercenaries = castle.soldiers, castle.mercenaries
    return Castle(
        castle.walls,
        castle.turrets,
        (*had_soldiers[:INSIDE], had_soldiers[INSIDE] - soldiers),
        (*had_mercenaries[:INSIDE], had_mercenaries[INSIDE] - mercenaries),
        (*had_swordsmen[:INSIDE], had_swordsmen[INSIDE] - swordsmen),
        (*had_archers[:INSIDE], had_archers[INSIDE] - archers),
        castle.wounded + soldiers,
        castle.wood,
        castle.stone,
    )


def melee_decision(castle: Castle, orders: Orders) -> Decision | None:
    """The first of the owner's choices inside that is real and still open (L-2)."""
    in_swordsmen, in_archers = castle.swordsmen[INSIDE], castle.archers[INSIDE]
    soldiers, mercenaries = fighters_inside(castle)
    hit = min(soldiers + mercenaries, in_swordsmen + in_archers)
    if not hit:
        return None
    low, high = span(hit, in_archers, in_swordsmen)
    if low != high and chosen_targets(orders, INSIDE) is None:
        about: dict[str, Value] = {"at": "inside", "hit": hit, "archers": in_archers, "swordsmen": in_swordsmen}
        return Decision("melee targets", orders.seat, "L-2", about | {"fewest": low, "most": high})
    return loss_decision("melee losses", "L-2", orders, INSIDE, hit, soldiers, mercenaries)
