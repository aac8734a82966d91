"""Where everything stands in the castle picture, as the player at its bottom edge sees it (C-1).

All numbers are in a square of 366 by 366, the width of a phone less its margins; the picture is this square
drawn larger or smaller. An edge is "top", "right", "bottom" or "left" of the board.
"""

from typing import NamedTuple

from engine.games.after_the_empire.compass import (
    CORNERS,
    EDGES,
    SIDE_INDEX,
    SIDES,
    SIDES_OF_CORNER,
    Edge,
    Side,
    edge_of_board,
)

SIZE = 366.0
FIELD = 64.0
"""How deep a field is."""
OUTER = 67.0
"""From the picture's edge to the outer face of a wall."""
THICK = 32.0
"""How thick a wall is."""
GATEHOUSE = 12.0
"""How far a gate stands out into the field."""
WALL_START, WALL_LENGTH = 101.0, 164.0
"""Where a wall begins along its side, and how long it is; its ends lie under the turrets."""
TURRET = 62.0
TURRET_CENTRE = OUTER + THICK / 2
TROOP = 30.0
PILL = (59.0, 29.0)
CUBE, CUBE_GAP = 14.0, 5.0
LETTER = 24.0
MARK = 24.0
"""The farm's mark and its protect token."""
SIEGE = 46.0
TOKEN_GAP = 3.0
MIDDLE = SIZE / 2


class Box(NamedTuple):
    """A place in the picture."""

    x: float
    y: float
    width: float
    height: float

    def times(self, factor: float) -> "Box":
        """The same place in a picture this much larger, on tenths of a pixel."""
        return Box(*(round(part * factor, 1) for part in self))


def centred(x: float, y: float, width: float, height: float | None = None) -> Box:
    """The box of this size around a point."""
    height = width if height is None else height
    return Box(x - width / 2, y - height / 2, width, height)


def edges_of(seat: Side) -> tuple[Edge, Edge, Edge, Edge]:
    """For the sides N, E, S, W the edge at which the player in this seat sees them."""
    north, east, south, west = (edge_of_board(side, seat) for side in SIDES)
    return north, east, south, west


def along(edge: Edge, position: float, depth: float) -> tuple[float, float]:
    """The point at this position along an edge (from the left or the top), so deep into the picture."""
    return {
        "top": (position, depth),
        "bottom": (position, SIZE - depth),
        "left": (depth, position),
        "right": (SIZE - depth, position),
    }[edge]


def level_edge(edge: Edge) -> bool:
    """Does this edge run from left to right?"""
    return edge in ("top", "bottom")


def lying(edge: Edge, length: float, depth: float) -> tuple[float, float]:
    """Width and height of something so long and so deep that lies along an edge."""
    return (length, depth) if level_edge(edge) else (depth, length)


def along_box(edge: Edge, position: float, depth: float, length: float, thick: float) -> Box:
    """A box along an edge, around the point at this position and depth."""
    return centred(*along(edge, position, depth), *lying(edge, length, thick))


def field_box(edge: Edge) -> Box:
    """The field outside an edge's wall."""
    return along_box(edge, MIDDLE, FIELD / 2, SIZE - 2 * OUTER, FIELD)


def wall_box(edge: Edge) -> Box:
    """A wall with the room its gatehouse takes in front of it."""
    return along_box(edge, MIDDLE, OUTER + (THICK - GATEHOUSE) / 2, WALL_LENGTH, THICK + GATEHOUSE)


def wall_touch(edge: Edge) -> Box:
    """What one touches for a wall: the wall and the troops on it."""
    return along_box(edge, MIDDLE, OUTER + 29, SIZE - 2 * (OUTER + THICK + 14), 58)


def turret_centre(corner: int, seat: Side) -> tuple[float, float]:
    """The middle of a turret (corners NE, SE, SW, NW)."""
    edges = {edge_of_board(SIDES[side], seat) for side in SIDES_OF_CORNER[corner]}
    x = TURRET_CENTRE if "left" in edges else SIZE - TURRET_CENTRE
    y = TURRET_CENTRE if "top" in edges else SIZE - TURRET_CENTRE
    return x, y


def turret_box(corner: int, seat: Side) -> Box:
    """A turret."""
    return centred(*turret_centre(corner, seat), TURRET)


def inside_box() -> Box:
    """The yard."""
    start = OUTER + 5
    return Box(start, start, SIZE - 2 * start, SIZE - 2 * start)


def inside_touch() -> Box:
    """What one touches for the inside of the castle."""
    return centred(MIDDLE, MIDDLE, SIZE - 2 * (OUTER + 58))


def letter_box(edge: Edge) -> Box:
    """The letter of the side, at the beginning of its field."""
    return centred(*along(edge, OUTER + 34, 24), LETTER)


def farm_box(edge: Edge) -> Box:
    """The mark of the farm, at the end of the field."""
    return centred(*along(edge, SIZE - OUTER - 18, 24), MARK)


def protect_box(edge: Edge) -> Box:
    """The protect token, beside the farm's mark."""
    return centred(*along(edge, SIZE - OUTER - 44, 24), MARK)


def siege_box(edge: Edge) -> Box:
    """The siege card's token, at the near end of the field it strikes from."""
    return centred(*along(edge, OUTER - 8, 28), SIEGE)


def cube_boxes(edge: Edge, spaces: int) -> list[Box]:
    """The cube spaces of a wall, in a row."""
    pitch = min(CUBE + CUBE_GAP, (WALL_LENGTH - 2 * 12) / max(1, spaces))
    size = min(CUBE, pitch - 2)
    first = MIDDLE - pitch * (spaces - 1) / 2
    return [centred(*along(edge, first + pitch * index, OUTER + 18), size) for index in range(spaces)]


def turret_cube_boxes(corner: int, seat: Side, spaces: int) -> list[Box]:
    """The cube spaces of a turret: one in the middle, two beside each other, then rows of two or three."""
    x, y = turret_centre(corner, seat)
    columns = 1 if spaces <= 1 else 2 if spaces <= 4 else 3
    rows = -(-spaces // columns)
    size = CUBE if columns < 3 else 10.0
    pitch = size + 3
    return [
        centred(
            x + pitch * (index % columns - (columns - 1) / 2),
            y + pitch * (index // columns - (rows - 1) / 2),
            size,
        )
        for index in range(spaces)
    ]


def row_of_two(
    centre: tuple[float, float], sizes: tuple[tuple[float, float], tuple[float, float]], here: tuple[bool, bool], *,
    side_by_side: bool,
) -> tuple[Box, Box]:  # fmt: skip
    """Two tokens around a point; one alone stands in the middle, one that is away waits there, too."""
    x, y = centre
    if not all(here):
        return centred(x, y, *sizes[0]), centred(x, y, *sizes[1])
    if side_by_side:
        whole = sizes[0][0] + TOKEN_GAP + sizes[1][0]
        left = x - whole / 2
        return (
            centred(left + sizes[0][0] / 2, y, *sizes[0]),
            centred(left + whole - sizes[1][0] / 2, y, *sizes[1]),
        )
    whole = sizes[0][1] + TOKEN_GAP + sizes[1][1]
    top = y - whole / 2
    return (
        centred(x, top + sizes[0][1] / 2, *sizes[0]),
        centred(x, top + whole - sizes[1][1] / 2, *sizes[1]),
    )


def troop_boxes(edge: Edge | None, here: tuple[bool, bool], attacked: int, larger: float) -> tuple[Box, Box]:
    """Soldiers and mercenaries on an edge's wall, or inside (None) above `attacked` rows of invaders."""
    size = (TROOP * larger, TROOP * larger)
    if edge is None:
        row = TOKEN_GAP + PILL[1] * larger
        return row_of_two((MIDDLE, MIDDLE - attacked * row / 2), (size, size), here, side_by_side=True)
    return row_of_two(along(edge, MIDDLE, OUTER + 41), (size, size), here, side_by_side=level_edge(edge))


def invader_boxes(edge: Edge | None, here: tuple[bool, bool], defended: bool, larger: float) -> tuple[Box, Box]:
    """Swordsmen and archers in an edge's field, or inside (None), there below the troops."""
    size = (min(PILL[0] * larger, FIELD - 2), PILL[1] * larger)
    if edge is None:
        shift = (TROOP * larger + TOKEN_GAP) / 2 if defended else 0
        return row_of_two((MIDDLE, MIDDLE + shift), (size, size), here, side_by_side=False)
    return row_of_two(along(edge, MIDDLE, FIELD / 2 - 2), (size, size), here, side_by_side=level_edge(edge))


PARTS: tuple[str, ...] = (
    *(f"{what} {side}" for side in SIDES for what in ("field", "wall")),
    *(f"turret {corner}" for corner in CORNERS),
    "inside",
)
"""Everything in the picture that can be touched, by the name `on_part` is called with."""


def touch_box(part: str, seat: Side) -> Box:
    """Where a part is touched."""
    kind, _, place = part.partition(" ")
    if kind == "inside":
        return inside_touch()
    if kind == "turret":
        corner = CORNERS.index(place)
        return centred(*turret_centre(corner, seat), 58)
    edge = EDGES[(SIDE_INDEX[place] - SIDE_INDEX[seat] - 2) % 4]
    return field_box(edge) if kind == "field" else wall_touch(edge)
