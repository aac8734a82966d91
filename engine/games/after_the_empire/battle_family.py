"""A seeded family of battles with the spread of a real evening: what the kernel is timed on.

Every battle is one player's combat of one season, set up in the order of the table:

* **Season** 1 to 7, all equally likely. It decides the number of invader cards (S-4: 1, 2, 3, then 4), how
  big they are, how far the castle is built and how many troops the player has.
* **Castle**: on each side a wood or a stone wall, one of them a gate (C-4); stone becomes common late. One
  wall in four is worn from the last season and one side in twelve has no wall. Each corner has no turret, a
  wood one or a stone one, so a field is under a fire of 0 to 4.
* **Troops** 2 to 12, two in five of them mercenaries: a third inside, a third on the wall that faces the
  face-up card, a third on any standing wall, since the other cards are not known yet (P-1).
* **Invaders** 1 to 12 in all, one card invader in three an archer. Each card stands on a random side (C-7),
  but a fourth side is never opened: 1 to 3 sides are attacked. Two players in five are hit by a surge on the
  siege side (P-3).
* **Siege**, 11 cards on a random side: 2 are ladder-like and let 2 or 3 invaders pass the wall (M-2); 6 deal
  2 to 4 damage to turrets and wall (P-5); 3 do nothing to this player (R-5).

Under the default rulings the battles last 1 to 7 rounds, 2.0 on average, and about a fifth end in a sack.
"""

from engine.core.chance import Chance
from engine.games.after_the_empire.kernel import KernelBattle

_SIDES = range(4)
_INSIDE = 4
_NO_WALL = -1
_CARDS_BY_SEASON = (1, 2, 3, 4, 4, 4, 4)
_MOST_INVADERS = 12
_MOST_TROOPS = 12
_MOST_SIDES_ATTACKED = 3


def family(seed: int, size: int = 1000) -> list[KernelBattle]:
    """The first `size` battles of a seed: the same list on every machine."""
    chance = Chance(seed)
    return [_battle(chance, season=1 + chance.below(7)) for _ in range(size)]


def _battle(chance: Chance, season: int) -> KernelBattle:
    walls = _walls(chance, season)
    turrets = _turrets(chance, season)
    face_up_side, siege_side = chance.below(4), chance.below(4)
    soldiers, mercenaries = _troops(chance, season, walls, face_up_side)
    swordsmen, archers = _invaders(chance, season, face_up_side, siege_side)
    bypass_side, bypass = -1, 0
    siege_card = chance.below(11)
    if siege_card < 2:
        bypass_side, bypass = siege_side, 2 + siege_card
    elif siege_card < 8:
        _siege_damage(2 + siege_card % 3, siege_side, turrets, walls)
        if walls[siege_side] == _NO_WALL:
            for troops in soldiers, mercenaries:
                troops[_INSIDE] += troops[siege_side]
                troops[siege_side] = 0
    fire = [turrets[side - 1] + turrets[side] for side in _SIDES]
    return KernelBattle(
        swordsmen=_five(swordsmen),
        archers=_five(archers),
        soldiers=_five(soldiers),
        mercenaries=_five(mercenaries),
        walls=_four(walls),
        fire=_four(fire),
        bypass_side=bypass_side,
        bypass=bypass,
    )


def _walls(chance: Chance, season: int) -> list[int]:
    gate = chance.below(4)
    walls = []
    for side in _SIDES:
        stone = chance.below(9) < season
        cubes = (5 if stone else 2) - (1 if side == gate else 0)
        if chance.below(4) == 0:
            cubes = chance.below(cubes + 1)
        walls.append(_NO_WALL if chance.below(12) == 0 else cubes)
    return walls


def _turrets(chance: Chance, season: int) -> list[int]:
    """The fire of the corners NE, SE, SW, NW: 0 nothing built, 1 wood, 2 stone."""
    turrets = []
    for _ in _SIDES:
        built = chance.below(14) < season + 4
        stone = chance.below(9) < season
        turrets.append((2 if stone else 1) if built else 0)
    return turrets


def _troops(chance: Chance, season: int, walls: list[int], face_up_side: int) -> tuple[list[int], list[int]]:
    soldiers, mercenaries = [0] * 5, [0] * 5
    for _ in range(min(_MOST_TROOPS, 2 + chance.below(4 + season))):
        place = chance.pick((_INSIDE, face_up_side, chance.below(4)))
        if place != _INSIDE and walls[place] == _NO_WALL:
            place = _INSIDE
        kind = mercenaries if chance.below(5) < 2 else soldiers
        kind[place] += 1
    return soldiers, mercenaries


def _invaders(chance: Chance, season: int, face_up_side: int, siege_side: int) -> tuple[list[int], list[int]]:
    swordsmen, archers = [0] * 5, [0] * 5
    attacked = [face_up_side]
    room = _MOST_INVADERS
    for card in range(_CARDS_BY_SEASON[season - 1]):
        side = _opened(chance, chance.below(4) if card else face_up_side, attacked)
        for _ in range(min(room, 1 + chance.below(2 + season // 3))):
            kind = archers if chance.below(3) == 0 else swordsmen
            kind[side] += 1
            room -= 1
    if chance.below(5) < 2 and room:
        swordsmen[_opened(chance, siege_side, attacked)] += min(room, season)
    return swordsmen, archers


def _opened(chance: Chance, side: int, attacked: list[int]) -> int:
    """The side a card attacks: its own, unless that would open one side too many."""
    if side in attacked:
        return side
    if len(attacked) == _MOST_SIDES_ATTACKED:
        return chance.pick(attacked)
    attacked.append(side)
    return side


def _siege_damage(damage: int, side: int, turrets: list[int], walls: list[int]) -> None:
    """P-5: the weaker turret of the side, then the other, then the wall; all turrets are full (P-6)."""
    for corner in sorted(((side - 1) % 4, side), key=lambda corner: turrets[corner]):
        if turrets[corner]:
            if damage <= turrets[corner]:
                return
            damage -= turrets[corner] + 1
            turrets[corner] = 0
    walls[side] = max(_NO_WALL, walls[side] - damage)


def _five(counts: list[int]) -> tuple[int, int, int, int, int]:
    north, east, south, west, inside = counts
    return north, east, south, west, inside


def _four(counts: list[int]) -> tuple[int, int, int, int]:
    north, east, south, west = counts
    return north, east, south, west
