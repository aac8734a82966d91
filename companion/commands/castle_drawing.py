"""A castle from above, North at the top: pieces with their cubes, troops at their posts, invaders in the fields."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from companion.terminal import Terminal, clipped, display_width
from engine.games.after_the_empire.compass import INSIDE, NAMES, SIDES, SIDES_OF_CORNER
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.state import Farm, Piece, Player

WIDTH, HEIGHT = 37, 10
"""Columns and rows of a drawing."""

_LEFT, _RIGHT = 10, 26
"""The castle's outermost columns; the fields of West and East lie beyond."""
_TOP, _BOTTOM = 1, 8
"""The rows of its North and South walls; the fields lie beyond."""
_WEST_WALL, _EAST_WALL = _LEFT + 1, _RIGHT - 1
_MIDDLE = (_LEFT + _RIGHT) // 2
_MOST_CUBES = 5
"""More than these are told as a number."""

_NORTH, _EAST, _SOUTH, _WEST = range(4)
_CORNERS = ((_EAST_WALL, _TOP), (_EAST_WALL, _BOTTOM), (_WEST_WALL, _BOTTOM), (_WEST_WALL, _TOP))
"""Where the walls meet: NE, SE, SW, NW."""


_JOINTS = {
    ("stone", "stone"): "╗╝╚╔",
    ("stone", "wood"): "╕╛╘╒",
    ("wood", "stone"): "╖╜╙╓",
    ("wood", "wood"): "┐┘└┌",
}
"""The corners NE, SE, SW, NW, by the materials of the walls across and down."""

Cells: TypeAlias = list[tuple[str, tuple[str, ...]]]


class Scene(NamedTuple):
    """What is drawn: a player's board, invaders by post, and the pieces that stood there before."""

    player: Player
    swordsmen: Sequence[int]
    archers: Sequence[int]
    stood: Sequence[Piece | None] = (None,) * 8


class _Grid:
    """Characters and their colours, cell by cell."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._cells: list[Cells] = [[(" ", ())] * WIDTH for _ in range(HEIGHT)]

    def put(self, x: int, y: int, text: str, *styles: str) -> None:
        for offset, letter in enumerate(text):
            if 0 <= x + offset < WIDTH:
                self._cells[y][x + offset] = (letter, styles)

    def centre(self, x: int, y: int, text: str, *styles: str) -> None:
        self.put(x - len(text) // 2, y, text, *styles)

    def rows(self) -> list[str]:
        made = []
        for row in self._cells:
            line, run, style = "", "", row[0][1]
            for letter, styles in row:
                if styles != style:
                    line += self.terminal.style(run, *style)
                    run, style = "", styles
                run += letter
            made.append(line + self.terminal.style(run, *style))
        return made


def drawing(terminal: Terminal, scene: Scene, constants: Constants) -> list[str]:
    """The picture, line by line; every line has the same width."""
    grid = _Grid(terminal)
    castle = scene.player.castle
    for side in range(4):
        _wall(grid, side, castle.walls[side], scene.stood[side], constants)
    for corner in range(4):
        _corner(grid, corner, castle.walls)
        _turret(grid, corner, castle.turrets[corner], scene.stood[4 + corner], constants)
    _troops(grid, scene)
    for side in range(4):
        _field(grid, side, scene)
    return grid.rows()


def legend(terminal: Terminal, scenes: Sequence[Scene]) -> list[str]:
    """What the signs mean, for those that are used."""
    glyphs = terminal.glyphs
    pieces = [piece for scene in scenes for piece in (*scene.player.castle.walls, *scene.player.castle.turrets)]
    standing = [piece for piece in pieces if piece is not None]
    castles = [scene.player.castle for scene in scenes]
    signs = [
        (glyphs.soldier, "soldier", any(any(castle.soldiers) for castle in castles), ("cyan",)),
        (glyphs.mercenary, "mercenary", any(any(castle.mercenaries) for castle in castles), ("magenta",)),
        (glyphs.stone_across, "stone", any(piece.material == "stone" for piece in standing), ("bold",)),
        (glyphs.wood_across, "wood", any(piece.material == "wood" for piece in standing), ("yellow",)),
        (glyphs.cube, "cube", True, ()),
        (glyphs.empty, "empty", True, ("dim",)),
        (glyphs.fallen, "destroyed", _anything_fell(scenes), ("red",)),
        (glyphs.flame, "burning turret", any(piece.flame for piece in standing), ("red",)),
        ("+P", "protected", any(farm.protected for scene in scenes for farm in scene.player.farms), ("green",)),
    ]
    return [
        f"{terminal.style(sign, *styles)} {terminal.style(words, 'dim')}" for sign, words, used, styles in signs if used
    ]


def _anything_fell(scenes: Sequence[Scene]) -> bool:
    return any(
        before is not None and now is None
        for scene in scenes
        for before, now in zip(scene.stood, (*scene.player.castle.walls, *scene.player.castle.turrets), strict=True)
    )


# walls and turrets


def _cubes(grid: _Grid, piece: Piece, constants: Constants) -> Cells:
    """A sign for each space on a piece, filled or empty; or the number of cubes where there are many spaces."""
    glyphs = grid.terminal.glyphs
    spaces = max(constants.capacity.of(piece.kind, piece.material), piece.cubes)
    style = ("bold",) if piece.material == "stone" else ("yellow",)
    if piece.flame:
        return [(glyphs.flame, ("red",))] * min(max(spaces, 1), 2)
    if spaces > _MOST_CUBES:
        return [(letter, style) for letter in str(piece.cubes)]
    return [(glyphs.cube, style) if space < piece.cubes else (glyphs.empty, ("dim",)) for space in range(spaces)]


def _wall(grid: _Grid, side: int, wall: Piece | None, stood: Piece | None, constants: Constants) -> None:
    if side in (_NORTH, _SOUTH):
        y = _TOP if side == _NORTH else _BOTTOM
        cells = _wall_across(grid, wall, stood, constants)
        for offset, (letter, styles) in enumerate(cells):
            grid.put(_WEST_WALL + 1 + offset, y, letter, *styles)
    else:
        x = _WEST_WALL if side == _WEST else _EAST_WALL
        for offset, (letter, styles) in enumerate(_wall_down(grid, wall, stood, constants)):
            grid.put(x, _TOP + 1 + offset, letter, *styles)


def _wall_across(grid: _Grid, wall: Piece | None, stood: Piece | None, constants: Constants) -> Cells:
    glyphs = grid.terminal.glyphs
    length = _EAST_WALL - _WEST_WALL - 1
    if wall is None:
        return _gap(grid, length, stood)
    stone = wall.material == "stone"
    middle = _cubes(grid, wall, constants)
    style = ("bold",) if stone else ("yellow",)
    if wall.kind == "gate":
        left, right = (
            (glyphs.stone_gate_left, glyphs.stone_gate_right)
            if stone
            else (glyphs.wood_gate_left, glyphs.wood_gate_right)
        )
        middle = [(left, style), *middle, (right, style)]
    return _amid(middle, (glyphs.stone_across if stone else glyphs.wood_across, style), length)


def _wall_down(grid: _Grid, wall: Piece | None, stood: Piece | None, constants: Constants) -> Cells:
    glyphs = grid.terminal.glyphs
    length = _BOTTOM - _TOP - 1
    if wall is None:
        return _gap(grid, length, stood)
    stone = wall.material == "stone"
    middle = _cubes(grid, wall, constants)
    style = ("bold",) if stone else ("yellow",)
    if wall.kind == "gate":
        top, bottom = (
            (glyphs.stone_gate_top, glyphs.stone_gate_bottom)
            if stone
            else (glyphs.wood_gate_top, glyphs.wood_gate_bottom)
        )
        middle = [(top, style), *middle, (bottom, style)]
    return _amid(middle, (glyphs.stone_down if stone else glyphs.wood_down, style), length)


def _gap(grid: _Grid, length: int, stood: Piece | None) -> Cells:
    """Where nothing stands; a cross where something fell."""
    glyphs = grid.terminal.glyphs
    cells: Cells = [(glyphs.gap if place % 2 else " ", ("dim",)) for place in range(length)]
    if stood is not None:
        cells[length // 2] = (glyphs.fallen, ("red",))
    return cells


def _amid(middle: Cells, line: tuple[str, tuple[str, ...]], length: int) -> Cells:
    before = max(0, length - len(middle)) // 2
    return [*[line] * before, *middle, *[line] * max(0, length - before - len(middle))][:length]


def _turret(grid: _Grid, corner: int, turret: Piece | None, stood: Piece | None, constants: Constants) -> None:
    x, y = _CORNERS[corner]
    if turret is None:
        if stood is not None:
            grid.put(x, y, grid.terminal.glyphs.fallen, "red")
        return
    cubes = _cubes(grid, turret, constants)[:2]
    stone = turret.material == "stone"
    style = ("bold",) if stone else ("yellow",)
    opening, closing = "[]" if stone else "()"
    start = x - 1 if x == _WEST_WALL else x - len(cubes)
    for offset, (letter, styles) in enumerate([(opening, style), *cubes, (closing, style)]):
        grid.put(start + offset, y, letter, *styles)


def _corner(grid: _Grid, corner: int, walls: Sequence[Piece | None]) -> None:
    """Where two walls meet without a turret."""
    first, second = SIDES_OF_CORNER[corner]
    across, down = (walls[first], walls[second]) if first in (_NORTH, _SOUTH) else (walls[second], walls[first])
    x, y = _CORNERS[corner]
    if across is None or down is None:
        grid.put(x, y, grid.terminal.glyphs.gap, "dim")
        return
    joint = _JOINTS[across.material, down.material][corner] if grid.terminal.unicode else "+"
    grid.put(x, y, joint, "yellow" if "wood" in (across.material, down.material) else "bold")


# people


def _troops(grid: _Grid, scene: Scene) -> None:
    castle = scene.player.castle
    glyphs = grid.terminal.glyphs
    kinds = ((castle.soldiers, glyphs.soldier, "cyan"), (castle.mercenaries, glyphs.mercenary, "magenta"))
    for post, y in ((_NORTH, _TOP + 1), (_SOUTH, _BOTTOM - 1), (INSIDE, _TOP + 3)):
        words = [(f"{row[post]}{sign}", style) for row, sign, style in kinds if row[post]]
        x = _MIDDLE - (sum(len(word) for word, _ in words) + len(words) - 1) // 2
        for word, style in words:
            grid.put(x, y, word, style)
            x += len(word) + 1
    for post in (_WEST, _EAST):
        y = _TOP + 3
        for row, sign, style in kinds:
            if row[post]:
                word = f"{row[post]}{sign}"
                grid.put(_WEST_WALL + 2 if post == _WEST else _EAST_WALL - 1 - len(word), y, word, style)
                y += 1
    inside = _invaders(scene, INSIDE)
    for line, word in enumerate(inside):
        grid.centre(_MIDDLE, _TOP + 4 + line, word, "red")


def _field(grid: _Grid, side: int, scene: Scene) -> None:
    """The field of a side: its name, its farm, the invaders in it."""
    invaders = _invaders(scene, side)
    farm = scene.player.farms[side]
    name = NAMES[SIDES[side]]
    if side in (_NORTH, _SOUTH):
        y = 0 if side == _NORTH else HEIGHT - 1
        told = ", ".join(invaders)
        line = f"{name}  {_farm(farm)}{'  ' if told else ''}{told}"
        x = max(0, _MIDDLE - len(line) // 2)
        grid.put(x, y, name, "bold")
        grid.put(x + len(name) + 2, y, _farm(farm), _farm_style(farm))
        grid.put(x + len(line) - len(told), y, told, "red")
        return
    lines = [(name, "bold"), (_farm(farm), _farm_style(farm)), *((line, "red") for line in invaders)]
    for offset, (text, style) in enumerate(lines):
        text = clipped(text, _LEFT - 1)
        x = _LEFT - 1 - display_width(text) if side == _WEST else _RIGHT + 2
        grid.put(x, _TOP + 2 + offset, text, style)


def _invaders(scene: Scene, post: int) -> list[str]:
    swordsmen, archers = scene.swordsmen[post], scene.archers[post]
    told = []
    if swordsmen:
        told.append(f"{swordsmen} sword" if swordsmen == 1 else f"{swordsmen} swords")
    if archers:
        told.append(f"{archers} archer" if archers == 1 else f"{archers} archers")
    return told


def _farm(farm: Farm) -> str:
    if not farm.level:
        return "razed"
    return f"farm {farm.level}" + (" +P" if farm.protected else "")


def _farm_style(farm: Farm) -> str:
    return "green" if farm.level else "red"
