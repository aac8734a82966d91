"""Archery (B-1): both sides shoot at the same moment."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.games.after_the_empire.choices import (
    Orders,
    archers_hit,
    chosen_losses,
    chosen_targets,
    mercenaries_lost,
    span,
)
from engine.games.after_the_empire.compass import CORNERS_OF_SIDE, INSIDE, SIDES
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.state import Castle, Four, Pieces


def turret_fire(turrets: Pieces, constants: Constants) -> Four:
    """B-1: what the turrets deal to each field. A flamed Stone Turret is silent (A-5)."""
    shots = [0, 0, 0, 0]
    for corner, turret in enumerate(turrets):
        if turret is not None and not turret.flame:
            stone = turret.material == "stone"
            shots[corner] = constants.stone_turret_fire if stone else constants.wood_turret_fire
    return tuple(shots[first] + shots[second] for first, second in CORNERS_OF_SIDE)


def archery(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """B-1: troops on walls and turrets shoot into the fields, archers at the troops on their wall.

    Everything is counted before the step. One damage kills an invader or a mercenary, or wounds a soldier;
    the excess is lost; walls and turrets are never hurt. R-15: archers with no wall before them do not shoot.
    """
    swordsmen, archers = list(castle.swordsmen), list(castle.archers)
    soldiers, mercenaries = castle.soldiers, castle.mercenaries
    soldiers_left: list[int] | None = None
    mercenaries_left: list[int] | None = None
    wounded = castle.wounded
    shots_inside = 0
    shot = False
    for side in (0, 1, 2, 3):
        field_archers = archers[side]
        field_swordsmen = swordsmen[side]
        invaders = field_archers + field_swordsmen
        if not invaders:
            continue
        troops = soldiers[side] + mercenaries[side]
        damage = troops + orders.fire[side]
        if damage:
            hit = damage if damage < invaders else invaders
            of_archers = archers_hit(orders, side, hit, field_archers, field_swordsmen)
            archers[side] = field_archers - of_archers
            swordsmen[side] = field_swordsmen - hit + of_archers
            shot = True
            if sink:
                numbers = {
                    "side": SIDES[side],
                    "troops": troops,
                    "turrets": orders.fire[side],
                    "damage": damage,
                    "archers": of_archers,
                    "swordsmen": hit - of_archers,
                    "left": invaders - hit,
                }
                sink(Event("B-1", "volley", orders.seat, numbers))
        if not field_archers:
            continue
        if castle.walls[side] is None:
            if orders.rulings.archers_without_wall == "shoot inside":
                shots_inside += field_archers
        elif troops:
            lost = field_archers if field_archers < troops else troops
            of_mercenaries = mercenaries_lost(orders, side, lost, mercenaries[side], soldiers[side])
            if soldiers_left is None or mercenaries_left is None:
                soldiers_left, mercenaries_left = list(soldiers), list(mercenaries)
            soldiers_left[side] -= lost - of_mercenaries
            mercenaries_left[side] -= of_mercenaries
            wounded += lost - of_mercenaries
            if sink:
                numbers = {
                    "side": SIDES[side],
                    "shots": field_archers,
                    "mercenaries": of_mercenaries,
                    "soldiers": lost - of_mercenaries,
                }
                sink(Event("B-1", "arrows", orders.seat, numbers))
    if shots_inside:
        if soldiers_left is None or mercenaries_left is None:
            soldiers_left, mercenaries_left = list(soldiers), list(mercenaries)
        wounded += _shoot_inside(orders, shots_inside, soldiers_left, mercenaries_left, sink)
    if soldiers_left is not None and mercenaries_left is not None:
        soldiers = tuple(soldiers_left)
        mercenaries = tuple(mercenaries_left)
    elif not shot:
        return castle
    return Castle(
        castle.walls,
        castle.turrets,
        soldiers,
        mercenaries,
        tuple(swordsmen),
        tuple(archers),
        wounded,
        castle.wood,
        castle.stone,
        castle.fallen,
    )


def _shoot_inside(orders: Orders, shots: int, soldiers: list[int], mercenaries: list[int], sink: Sink | None) -> int:
    """R-15, the other ruling: archers with no wall before them shoot at the troops inside; soldiers wounded."""
    lost = min(shots, soldiers[INSIDE] + mercenaries[INSIDE])
    of_mercenaries = mercenaries_lost(orders, INSIDE, lost, mercenaries[INSIDE], soldiers[INSIDE])
    mercenaries[INSIDE] -= of_mercenaries
    soldiers[INSIDE] -= lost - of_mercenaries
    if sink and lost:
        numbers = {"shots": shots, "mercenaries": of_mercenaries, "soldiers": lost - of_mercenaries}
        sink(Event("R-15", "arrows inside", orders.seat, numbers))
    return lost - of_mercenaries


def archery_decision(castle: Castle, orders: Orders) -> Decision | None:
    """The first of the owner's archery choices that is real and still open (B-1)."""
    shots_inside = 0
    for side in (0, 1, 2, 3):
        swordsmen, archers = castle.swordsmen[side], castle.archers[side]
        if not swordsmen and not archers:
            continue
        soldiers, mercenaries = castle.soldiers[side], castle.mercenaries[side]
        hit = min(soldiers + mercenaries + orders.fire[side], swordsmen + archers)
        if swordsmen and archers and 0 < hit < swordsmen + archers and chosen_targets(orders, side) is None:
            low, high = span(hit, archers, swordsmen)
            about = {"at": SIDES[side], "hit": hit, "archers": archers, "swordsmen": swordsmen}
            return Decision("archery targets", orders.seat, "B-1", about | {"fewest": low, "most": high})
        if castle.walls[side] is None:
            shots_inside += archers
        elif archers:
            open_losses = loss_decision("archery losses", "B-1", orders, side, archers, soldiers, mercenaries)
            if open_losses is not None:
                return open_losses
    if shots_inside and orders.rulings.archers_without_wall == "shoot inside":
        inside = castle.soldiers[INSIDE], castle.mercenaries[INSIDE]
        return loss_decision("archery losses", "R-15", orders, INSIDE, shots_inside, *inside)
    return None


def loss_decision(
    kind: str, rule: str, orders: Orders, post: int, damage: int, soldiers: int, mercenaries: int
) -> Decision | None:
    """The owner's choice of losses at a post, where it is real and still open."""
    if not (soldiers and mercenaries and 0 < damage < soldiers + mercenaries):
        return None
    if chosen_losses(orders, post) is not None:
        return None
    low, high = span(damage, mercenaries, soldiers)
    at = "inside" if post == INSIDE else SIDES[post]
    about = {"at": at, "lost": damage, "mercenaries": mercenaries, "soldiers": soldiers}
    return Decision(kind, orders.seat, rule, about | {"fewest": low, "most": high})
