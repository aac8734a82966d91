"""One player's combat loop (3.3) on plain integers: what forecasts call many thousands of times.

The readable steps of the game tell the same story with events and decisions; this module only wants its end,
fast. Places are numbers: 0 to 3 are the sides North, East, South, West (a wall and the field before it), 4 is
inside. Every choice is settled by the rulings R-2, R-3, R-4, R-12, R-13, R-15 and R-16 (`KernelRules`).

One pass over the attacked fields does archery, movement and the blows on the walls (B-1, M-1, M-2, L-1)
together: within these steps no field touches another. What joins the fields waits for the end of the pass:
arrows into the castle (R-15), the guard (M-3), the troops of fallen walls (P-6), the melee inside (L-2).
"""

from collections.abc import Sequence
from typing import NamedTuple


class KernelRules(NamedTuple):
    """The rulings that steer the loop; the defaults are the specification's."""

    archers_first: bool = True
    """R-12: archers, not swordsmen, are the first invaders to be killed."""
    mercenaries_first: bool = True
    """R-12: mercenaries, not soldiers, are the first troops to be lost."""
    swordsmen_pass_first: bool = True
    """R-4: swordsmen, not archers, are the first to pass a wall."""
    bypass_every_round: bool = True
    """R-3: ladders and siege towers act in every Movement, not only in the first."""
    fallen_fight_now: bool = True
    """R-2: troops of a wall destroyed in L-1 fight in the same round's L-2."""
    archers_shoot_inside: bool = False
    """R-15: archers in a field with no wall shoot at the troops inside instead of holding fire."""
    spare_enter: bool = False
    """R-16: invaders whose blow was not needed to destroy a wall enter at once."""
    guard: bool = True
    """R-13: guard brings in as many troops as are missing inside; otherwise everybody holds."""


class KernelBattle(NamedTuple):
    """One player's table when the loop begins. Troops stand only inside and on standing walls (P-1)."""

    swordsmen: tuple[int, int, int, int, int]
    archers: tuple[int, int, int, int, int]
    soldiers: tuple[int, int, int, int, int]
    mercenaries: tuple[int, int, int, int, int]
    walls: tuple[int, int, int, int]
    """Cubes on each wall; -1 where no wall stands."""
    fire: tuple[int, int, int, int]
    """Damage the working turrets deal to each field in every round."""
    bypass_side: int = -1
    """The side of the ladder or siege tower; -1 if there is none."""
    bypass: int = 0


class KernelResult(NamedTuple):
    """The table when the loop ends. After a sack (O-2) the invaders are still where they stood."""

    sacked: bool
    rounds: int
    swordsmen: tuple[int, int, int, int, int]
    archers: tuple[int, int, int, int, int]
    soldiers: tuple[int, int, int, int, int]
    mercenaries: tuple[int, int, int, int, int]
    wounded: int
    walls: tuple[int, int, int, int]


DEFAULT_RULES = KernelRules()

_SIDES = (0, 1, 2, 3)
_NO_WALL = -1
_NOBODY = (0, 0, 0, 0, 0)

# Calling KernelResult itself goes through one more Python function: a twentieth of a whole battle.
_result = tuple.__new__


def fight(battle: KernelBattle, rules: KernelRules = DEFAULT_RULES) -> KernelResult:
    """Fight one player's battle to its end: survived (O-1), sacked (O-2) or nobody came (O-3)."""
    (
        archers_first,
        mercenaries_first,
        swordsmen_pass_first,
        bypass_every_round,
        fallen_fight_now,
        archers_shoot_inside,
        spare_enter,
        guard,
    ) = rules
    (
        swordsmen_at_first,
        archers_at_first,
        soldiers_at_first,
        mercenaries_at_first,
        walls_at_first,
        fire,
        bypass_side,
        bypass,
    ) = battle
    if swordsmen_at_first == _NOBODY == archers_at_first:
        return KernelResult(
            sacked=False,
            rounds=0,
            swordsmen=swordsmen_at_first,
            archers=archers_at_first,
            soldiers=soldiers_at_first,
            mercenaries=mercenaries_at_first,
            wounded=0,
            walls=walls_at_first,
        )

    # Counts by side. What is inside (4) lives in the four `_in` variables until the end.
    swordsmen = [*swordsmen_at_first]
    archers = [*archers_at_first]
    soldiers = [*soldiers_at_first]
    mercenaries = [*mercenaries_at_first]
    walls = [*walls_at_first]
    swordsmen_in = swordsmen[4]
    archers_in = archers[4]
    soldiers_in = soldiers[4]
    mercenaries_in = mercenaries[4]
    attacked: Sequence[int] = _SIDES
    rounds = 0

    while True:
        rounds += 1
        still_attacked = []
        fallen: tuple[int, ...] = ()
        arrows_in = 0
        for side in attacked:
            swords = swordsmen[side]
            bows = archers[side]
            if not (swords or bows):
                continue
            wall = walls[side]

            # B-1, both ways at once: nobody who falls here falls too early to shoot.
            manned = soldiers[side] + mercenaries[side]
            left = swords + bows - manned - fire[side]
            if bows:
                if manned:
                    if bows >= manned:
                        soldiers[side] = mercenaries[side] = 0
                    elif mercenaries_first:
                        mercenaries[side], soldiers[side] = _take(mercenaries[side], soldiers[side], bows)
                    else:
                        soldiers[side], mercenaries[side] = _take(soldiers[side], mercenaries[side], bows)
                elif wall < 0:
                    arrows_in += bows
            if left <= 0:
                swordsmen[side] = archers[side] = 0
                continue
            if archers_first:
                if left > swords:
                    bows = left - swords
                else:
                    swords, bows = left, 0
            elif left > bows:
                swords = left - bows
            else:
                swords, bows = 0, left

            # M-1 no wall: everybody goes in. M-2 ladder or siege tower: as many as it carries.
            if wall < 0:
                swordsmen_in += swords
                archers_in += bows
                swordsmen[side] = archers[side] = 0
                continue
            if side == bypass_side and (bypass_every_round or rounds == 1):
                swordsmen_in += swords
                archers_in += bows
                if bypass >= left:
                    swordsmen[side] = archers[side] = 0
                    continue
                left -= bypass
                if swordsmen_pass_first:
                    swords, bows = _take(swords, bows, bypass)
                else:
                    bows, swords = _take(bows, swords, bypass)
                # Those who stay outside were counted in above.
                swordsmen_in -= swords
                archers_in -= bows
            swordsmen[side] = swords
            archers[side] = bows
            still_attacked.append(side)

            # L-1: a wall with n cubes falls to n + 1 blows (P-6); it falls after the guard has moved.
            if left <= wall:
                walls[side] = wall - left
            else:
                fallen += (side,)
        attacked = still_attacked

        # the archers before the gaps in the castle shot together.
        if arrows_in and archers_shoot_inside:
            if mercenaries_first:
                mercenaries_in, soldiers_in = _take(mercenaries_in, soldiers_in, arrows_in)
            else:
                soldiers_in, mercenaries_in = _take(soldiers_in, mercenaries_in, arrows_in)

        # M-3 by R-13: only more invaders than troops inside make the guard move.
        invaders_in = swordsmen_in + archers_in
        if invaders_in and guard:
            missing = invaders_in - soldiers_in - mercenaries_in
            if missing > 0:
                called = _call_in(mercenaries, missing, swordsmen, archers)
                mercenaries_in += called
                if called < missing:
                    soldiers_in += _call_in(soldiers, missing - called, swordsmen, archers)

        # L-1, the walls that fell: their troops fall back (P-6), before L-2 or after it.
        if fallen:
            for side in fallen:
                if spare_enter:
                    swords = swordsmen[side]
                    bows = archers[side]
                    spare = swords + bows - walls[side] - 1
                    if swordsmen_pass_first:
                        swordsmen[side], archers[side] = _take(swords, bows, spare)
                    else:
                        archers[side], swordsmen[side] = _take(bows, swords, spare)
                    swordsmen_in += swords - swordsmen[side]
                    archers_in += bows - archers[side]
                    invaders_in += spare
                walls[side] = _NO_WALL
                if fallen_fight_now:
                    soldiers_in += soldiers[side]
                    mercenaries_in += mercenaries[side]
                    soldiers[side] = mercenaries[side] = 0

        # L-2, both ways at once: the smaller party is gone, the other has lost as many.
        if invaders_in:
            troops_in = soldiers_in + mercenaries_in
            if troops_in == invaders_in:
                swordsmen_in = archers_in = soldiers_in = mercenaries_in = invaders_in = 0
            elif troops_in > invaders_in:
                swordsmen_in = archers_in = 0
                if mercenaries_first:
                    mercenaries_in, soldiers_in = _take(mercenaries_in, soldiers_in, invaders_in)
                else:
                    soldiers_in, mercenaries_in = _take(soldiers_in, mercenaries_in, invaders_in)
                invaders_in = 0
            else:
                soldiers_in = mercenaries_in = 0
                if archers_first:
                    archers_in, swordsmen_in = _take(archers_in, swordsmen_in, troops_in)
                else:
                    swordsmen_in, archers_in = _take(swordsmen_in, archers_in, troops_in)
        if fallen and not fallen_fight_now:
            for side in fallen:
                soldiers_in += soldiers[side]
                mercenaries_in += mercenaries[side]
                soldiers[side] = mercenaries[side] = 0

        if invaders_in:
            if not (soldiers_in or mercenaries_in):  # O-2
                north, east, south, west, _ = swordsmen
                swordsmen_at_last = north, east, south, west, swordsmen_in
                north, east, south, west, _ = archers
                archers_at_last = north, east, south, west, archers_in
                sacked = True
                break
        elif not attacked:  # O-1
            swordsmen_at_last = archers_at_last = _NOBODY
            sacked = False
            break

    north, east, south, west, _ = mercenaries
    mercenaries_at_last = north, east, south, west, mercenaries_in
    north, east, south, west, inside = soldiers_at_first
    wounded = north + east + south + west + inside
    north, east, south, west, _ = soldiers
    wounded -= north + east + south + west + soldiers_in
    return _result(
        KernelResult,
        (
            sacked,
            rounds,
            swordsmen_at_last,
            archers_at_last,
            (north, east, south, west, soldiers_in),
            mercenaries_at_last,
            wounded,
            tuple(walls),
        ),
    )


def _take(first: int, second: int, number: int) -> tuple[int, int]:
    """What is left of two kinds when so many are taken, the first kind first; what is too many is lost."""
    if number <= first:
        return first - number, second
    second -= number - first
    return 0, second if second > 0 else 0


def _call_in(troops: list[int], missing: int, swordsmen: list[int], archers: list[int]) -> int:
    """Guard (R-13): take so many of one kind of troops off the walls, facing fewest first; how many came."""
    north, east, south, west, _ = troops
    on_walls = north + east + south + west
    if on_walls <= missing:
        troops[0] = troops[1] = troops[2] = troops[3] = 0
        return on_walls
    # One number for invaders and side, so that a plain sort puts the quiet walls first and keeps N, E, S, W.
    order = [
        4 * (swordsmen[0] + archers[0]),
        4 * (swordsmen[1] + archers[1]) + 1,
        4 * (swordsmen[2] + archers[2]) + 2,
        4 * (swordsmen[3] + archers[3]) + 3,
    ]
    order.sort()
    still_missing = missing
    for key in order:
        side = key % 4
        here = troops[side]
        called = here if here < still_missing else still_missing
        troops[side] = here - called
        still_missing -= called
    return missing
