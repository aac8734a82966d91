"""What can be paid and gained: resources, troops and the small services of cards."""

from typing import Annotated, TypeAlias

from engine.core.limits import Between
from engine.core.record import record

MOST = 9_999
"""No count on a table is larger; a number past it is a slip of the finger."""

Count: TypeAlias = Annotated[int, Between(0, MOST)]
"""How many of something, as a table says it: never negative."""

Few: TypeAlias = Annotated[int, Between(0, 99)]
"""How many of something that is never many: cubes on a piece, invaders of a card."""

Tally: TypeAlias = Annotated[int, Between(0, 1_000_000_000_000)]
"""How many of something, as it adds up over a game: more than anyone could say at once."""


@record
class Goods:
    """A price or a gain. A price uses the resources only."""

    gold: Count = 0
    food: Count = 0
    wood: Count = 0
    stone: Count = 0
    iron: Count = 0
    soldiers: Count = 0
    mercenaries: Count = 0
    heal: Count = 0
    sow: Count = 0
    protect: Count = 0
    move_ones: Count = 0
    move_threes: Count = 0


NOTHING = Goods()

RESOURCES = ("gold", "food", "wood", "stone", "iron")
"""The fields of Goods that can be paid."""

GAINS = (*RESOURCES, "soldiers", "mercenaries", "heal", "sow", "protect", "move_ones", "move_threes")
"""The fields of Goods that can be gained: all of them."""
