"""Movement: invaders enter (M-1), climb past walls (M-2), then the owner moves troops freely (M-3)."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.games.after_the_empire.choices import Orders, span
from engine.games.after_the_empire.compass import INSIDE, SIDES
from engine.games.after_the_empire.state import (
    Castle,
    ChosenBypass,
    ChosenMovement,
    Five,
    troops_inside,
    under_attack,
)


def breach(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """M-1: invaders in a field with no wall go inside."""
    swordsmen: list[int] | None = None
    archers: list[int] | None = None
    for side in (0, 1, 2, 3):
        if castle.walls[side] is not None:
            continue
        came_swordsmen, came_archers = castle.swordsmen[side], castle.archers[side]
        if not came_swordsmen and not came_archers:
            continue
        if swordsmen is None or archers is None:
            swordsmen, archers = list(castle.swordsmen), list(castle.archers)
        swordsmen[side] = archers[side] = 0
        swordsmen[INSIDE] += came_swordsmen
        archers[INSIDE] += came_archers
        if sink:
            numbers = {"side": SIDES[side], "swordsmen": came_swordsmen, "archers": came_archers}
            sink(Event("M-1", "enter", orders.seat, numbers))
    if swordsmen is None or archers is None:
        return castle
    return _with_invaders(castle, swordsmen, archers)


def bypass(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """M-2: from the ladder's side, up to its number of invaders pass the standing wall (R-3, R-4)."""
    passing = passing_invaders(castle, orders)
    if not passing:
        return castle
    side = orders.bypass_side
    of_swordsmen = swordsmen_passing(castle, orders, passing)
    swordsmen, archers = list(castle.swordsmen), list(castle.archers)
    swordsmen[side] -= of_swordsmen
    swordsmen[INSIDE] += of_swordsmen
    archers[side] -= passing - of_swordsmen
    archers[INSIDE] += passing - of_swordsmen
    if sink:
        numbers = {"side": SIDES[side], "swordsmen": of_swordsmen, "archers": passing - of_swordsmen}
        sink(Event("M-2", "bypass", orders.seat, numbers))
    return _with_invaders(castle, swordsmen, archers)


def passing_invaders(castle: Castle, orders: Orders) -> int:
    """M-2: how many invaders pass the wall this round; none without a ladder, or where no wall stands."""
    side = orders.bypass_side
    if side < 0 or castle.walls[side] is None:
        return 0
    return min(orders.bypass, castle.swordsmen[side] + castle.archers[side])


def swordsmen_passing(castle: Castle, orders: Orders, passing: int) -> int:
    """R-4: of those who pass, how many are swordsmen: the owner's word, else the ruling's."""
    side = orders.bypass_side
    low, high = span(passing, castle.swordsmen[side], castle.archers[side])
    for choice in orders.choices:
        if isinstance(choice, ChosenBypass):
            return min(max(choice.swordsmen, low), high)
    return high if orders.rulings.bypass_first == "swordsmen" else low


def bypass_decision(castle: Castle, orders: Orders) -> Decision | None:
    """M-2: which invaders pass, where the owner has a real choice."""
    passing = passing_invaders(castle, orders)
    side = orders.bypass_side
    if not passing or any(isinstance(choice, ChosenBypass) for choice in orders.choices):
        return None
    low, high = span(passing, castle.swordsmen[side], castle.archers[side])
    if low == high:
        return None
    about = {"at": SIDES[side], "passing": passing, "fewest": low, "most": high}
    return Decision("bypass", orders.seat, "M-2", about)


def troop_movement(castle: Castle, orders: Orders, sink: Sink | None) -> Castle:
    """M-3: the owner moves any troops freely: as they said, else by policy (R-13)."""
    soldiers, mercenaries = castle.soldiers, castle.mercenaries
    for choice in orders.choices:
        if isinstance(choice, ChosenMovement):
            soldiers, mercenaries = choice.soldiers, choice.mercenaries
            break
    else:
        if orders.policy != "hold" and (castle.swordsmen[INSIDE] or castle.archers[INSIDE]):
            soldiers, mercenaries = guard(castle)
    if soldiers == castle.soldiers and mercenaries == castle.mercenaries:
        return castle
    if sink:
        moved = moved_troops(castle, soldiers, mercenaries)
        inside = soldiers[INSIDE] + mercenaries[INSIDE]
        sink(Event("M-3", "move", orders.seat, {"moved": moved, "inside": inside}))
    return Castle(
        castle.walls,
        castle.turrets,
        soldiers,
        mercenaries,
        castle.swordsmen,
        castle.archers,
        castle.wounded,
        castle.wood,
        castle.stone,
        castle.fallen,
    )


def guard(castle: Castle) -> tuple[Five, Five]:
    """R-13: with invaders inside, bring in just enough troops to be at least as many as they are.

    Mercenaries first; from walls whose field is empty, then from the wall facing fewest.
    """
    missing = castle.swordsmen[INSIDE] + castle.archers[INSIDE] - troops_inside(castle)
    if missing <= 0:
        return castle.soldiers, castle.mercenaries
    soldiers, mercenaries = list(castle.soldiers), list(castle.mercenaries)
    walls = sorted((0, 1, 2, 3), key=lambda side: castle.swordsmen[side] + castle.archers[side])
    for troops in (mercenaries, soldiers):
        for side in walls:
            called = min(troops[side], missing)
            troops[side] -= called
            troops[INSIDE] += called
            missing -= called
    return tuple(soldiers), tuple(mercenaries)


def movement_decision(castle: Castle, orders: Orders) -> Decision | None:
    """M-3: where the troops go, if there are troops, a wall to stand on or to leave, and invaders to meet."""
    if any(isinstance(choice, ChosenMovement) for choice in orders.choices):
        return None
    if not any(castle.soldiers) and not any(castle.mercenaries):
        return None
    if not any(castle.walls) or not under_attack(castle):
        return None
    invaders_inside = castle.swordsmen[INSIDE] + castle.archers[INSIDE]
    about = {"inside": troops_inside(castle), "invaders_inside": invaders_inside}
    return Decision("troop movement", orders.seat, "M-3", about)


def moved_troops(castle: Castle, soldiers: Five, mercenaries: Five) -> int:
    """How many troops change their post between the castle's arrangement and this one."""
    before = (*castle.soldiers, *castle.mercenaries)
    after = (*soldiers, *mercenaries)
    return sum(max(0, now - was) for was, now in zip(before, after, strict=True))


def _with_invaders(castle: Castle, swordsmen: list[int], archers: list[int]) -> Castle:
    return Castle(
        castle.walls,
        castle.turrets,
        castle.soldiers,
        castle.mercenaries,
        tuple(swordsmen),
        tuple(archers),
        castle.wounded,
        castle.wood,
        castle.stone,
        castle.fallen,
    )
