"""The table's compass (C-1, C-2, C-3): sides, corners, posts, and how a seat sees them.

Sides and corners are letters in actions and files, places in a tuple inside the state: walls, fields and farms
run N, E, S, W; turrets NE, SE, SW, NW; troops and invaders have a fifth place, inside.
"""

from typing import Literal, TypeAlias

Side: TypeAlias = Literal["N", "E", "S", "W"]
Corner: TypeAlias = Literal["NE", "SE", "SW", "NW"]
Post: TypeAlias = Literal["N", "E", "S", "W", "inside"]
Edge: TypeAlias = Literal["top", "right", "bottom", "left"]

SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
CORNERS: tuple[Corner, ...] = ("NE", "SE", "SW", "NW")
POSTS: tuple[Post, ...] = ("N", "E", "S", "W", "inside")
EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")

INSIDE = 4
"""The place of "inside" among the posts."""

CORNERS_OF_SIDE: tuple[tuple[int, int], ...] = ((0, 3), (0, 1), (1, 2), (2, 3))
"""For each side its two corners, in clockwise order from North (NE, SE, SW, NW)."""

SIDES_OF_CORNER: tuple[tuple[int, int], ...] = ((0, 1), (1, 2), (2, 3), (3, 0))
"""For each corner the two fields a turret there is adjacent to (C-3)."""

SIDE_INDEX: dict[str, int] = {side: index for index, side in enumerate(SIDES)}
CORNER_INDEX: dict[str, int] = {corner: index for index, corner in enumerate(CORNERS)}
POST_INDEX: dict[str, int] = {post: index for index, post in enumerate(POSTS)}

NAMES: dict[str, str] = {
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
    "NE": "North-East",
    "SE": "South-East",
    "SW": "South-West",
    "NW": "North-West",
    "inside": "inside",
}


def edge_of_board(side: Side, seat: Side) -> Edge:
    """Which edge of their own board a player sees a compass side at (C-1).

    Whoever sits in the South faces North, so North is their top; across the table it is the bottom.
    """
    return EDGES[(SIDE_INDEX[side] - SIDE_INDEX[seat] - 2) % 4]


def clockwise_from(first: Side, seats: tuple[Side, ...]) -> tuple[int, ...]:
    """The players in clockwise order of their seats, beginning at `first` (S-6)."""
    start = SIDE_INDEX[first]
    return tuple(sorted(range(len(seats)), key=lambda player: (SIDE_INDEX[seats[player]] - start) % 4))
