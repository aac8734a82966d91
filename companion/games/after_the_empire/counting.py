"""What a count says: a player's numbers as one draft, and the corrections between it and the table."""

from typing import Any, NamedTuple

from engine.games.after_the_empire.actions import (
    Correction,
    PlayerNumberName,
    SetFarm,
    SetFlags,
    SetNumber,
    SetTroops,
)
from engine.games.after_the_empire.compass import INSIDE, POSTS, SIDES
from engine.games.after_the_empire.state import Farm, Player


class Count(NamedTuple):
    """Every number of a player, as counted on the table."""

    gold: int
    food: int
    wood: int
    stone: int
    iron: int
    soldiers: tuple[int, ...]
    mercenaries: tuple[int, ...]
    wounded: int
    farms: tuple[Farm, ...]
    move_ones: int
    move_threes: int
    flags_1: int
    flags_2: int
    flags_3: int

    def with_field(self, name: str, value: Any) -> "Count":
        """The count with one field changed."""
        return self._replace(**{name: value})


NUMBERS: tuple[tuple[str, PlayerNumberName], ...] = (
    ("gold", "gold"),
    ("food", "food"),
    ("wood", "wood"),
    ("stone", "stone"),
    ("iron", "iron"),
    ("wounded", "wounded"),
    ("move_ones", "move ones"),
    ("move_threes", "move threes"),
)
"""A field of the count and the number it corrects."""


def count_of(player: Player) -> Count:
    """What the app believes."""
    castle, flags = player.castle, player.flags
    return Count(
        player.gold,
        player.food,
        castle.wood,
        castle.stone,
        player.iron,
        castle.soldiers,
        castle.mercenaries,
        castle.wounded,
        player.farms,
        player.move_ones,
        player.move_threes,
        flags.count(1),
        flags.count(2),
        flags.count(3),
    )


def with_total(row: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Troops at their posts with another total: who comes or goes does so inside, then from the walls in turn."""
    changed = list(row)
    more = total - sum(row)
    for post in (INSIDE, *range(INSIDE)):
        step = more if more > 0 else max(more, -changed[post])
        changed[post] += step
        more -= step
    return tuple(changed)


def changes(player: Player, number: int, count: Count) -> tuple[Correction, ...]:
    """What must be corrected so that the app agrees with the table."""
    now = count_of(player)
    told: list[Correction] = [
        SetNumber(number, name, getattr(count, field))
        for field, name in NUMBERS
        if getattr(count, field) != getattr(now, field)
    ]
    for post, letter in enumerate(POSTS):
        there = (count.soldiers[post], count.mercenaries[post])
        if there != (now.soldiers[post], now.mercenaries[post]):
            told.append(SetTroops(number, letter, *there))
    for side, letter in enumerate(SIDES):
        if count.farms[side] != now.farms[side]:
            told.append(SetFarm(number, letter, count.farms[side]))
    if count[-3:] != now[-3:]:
        told.append(SetFlags(number, flags_with(player.flags, count)))
    return tuple(told)


def flags_with(flags: tuple[int, ...], count: Count) -> tuple[int, ...]:
    """The flag tokens as counted; values the count does not know stay."""
    others = tuple(value for value in flags if value not in (1, 2, 3))
    return (*others, *([1] * count.flags_1), *([2] * count.flags_2), *([3] * count.flags_3))
