"""The drawn things of the castle picture as small vector drawings: walls, gates, turrets, fields, shields.

A drawing is one string, so that a picture drawn again only sends those that changed. Stone differs from wood by
shape, not by colour alone: stone has square battlements, wood a palisade.
"""

from functools import cache
from math import cos, pi, sin

from companion.games.after_the_empire.castle.geometry import (
    CUBE,
    CUBE_GAP,
    FIELD,
    GATEHOUSE,
    OUTER,
    SIZE,
    THICK,
    TURRET,
    WALL_LENGTH,
    Box,
    level_edge,
)
from companion.shell.look import Palette
from engine.games.after_the_empire.compass import Edge

_FIELD_LENGTH = SIZE - 2 * OUTER
_TURN: dict[Edge, str] = {
    "top": "",
    "right": "translate({deep} 0) rotate(90)",
    "bottom": "translate({long} {deep}) rotate(180)",
    "left": "translate(0 {long}) rotate(-90)",
}
"""A drawing is made as for the top edge, its outer side up, then turned to its own."""


def mixed(first: str, second: str, share: float) -> str:
    """A colour between two: `share` of the second."""
    one, other = _rgb(first), _rgb(second)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, other, strict=True))


def ink_on(palette: Palette, ground: str) -> str:
    """The colour of text on a token: the theme's own, or black where that is easier to read on it."""
    return max((palette.on_token, "#000000"), key=lambda ink: contrast(ink, ground))


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21, as the accessibility guidelines reckon it."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in _rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _drawing(width: float, height: float, *content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">' + "".join(content) + "</svg>"


def _turned(edge: Edge, long: float, deep: float, *content: str) -> str:
    width, height = (long, deep) if level_edge(edge) else (deep, long)
    turn = _TURN[edge].format(long=f"{long:g}", deep=f"{deep:g}")
    return _drawing(width, height, f'<g transform="{turn}">' if turn else "<g>", *content, "</g>")


def _battlements(length: float, base: float, colour: str, ground: str, material: str) -> str:
    """The outer side of a wall: square battlements of stone, or the logs of a palisade from above."""
    if material == "stone":
        count = round(length / 18)
        pitch = length / count
        blocks = (f"M{2 + pitch * (index + 0.18):.1f} {base:g}v-7h{pitch * 0.64:.1f}v7z" for index in range(count))
        return f'<path d="{"".join(blocks)}" fill="{colour}" stroke="{colour}" stroke-linejoin="round"/>'
    count = round(length / 9)
    pitch = length / count
    return "".join(_log(2 + pitch * (index + 0.5), base - 2, 4.7, colour, ground) for index in range(count))


def _log(x: float, y: float, radius: float, colour: str, ground: str) -> str:
    """A log seen from above."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.42:.1f}" fill="{mixed(colour, ground, 0.5)}"/>'
    )


def _slots(spaces: int, palette: Palette) -> str:
    """The cube spaces of a wall, dotted; what is filled is laid over them."""
    pitch = min(CUBE + CUBE_GAP, (WALL_LENGTH - 2 * 12) / max(1, spaces))
    size = min(CUBE, pitch - 2)
    first = WALL_LENGTH / 2 - pitch * (spaces - 1) / 2
    return "".join(
        _slot(first + pitch * index - size / 2, GATEHOUSE + 18 - size / 2, size, palette) for index in range(spaces)
    )


def _slot(x: float, y: float, size: float, palette: Palette) -> str:
    colour = mixed(palette.cube_gap, palette.ink, 0.25)
    return (
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{size - 2:g}" height="{size - 2:g}" rx="2" fill="none" '
        f'stroke="{colour}" stroke-width="1.6" stroke-dasharray="2.4 1.8"/>'
    )


def _colour(material: str, palette: Palette) -> str:
    return palette.stone if material == "stone" else palette.wood


@cache
def wall(edge: Edge, kind: str, material: str, spaces: int, palette: Palette) -> str:
    """A wall or gate with its empty cube spaces."""
    colour = _colour(material, palette)
    ground = mixed(palette.card, colour, 0.10)
    top, bottom = GATEHOUSE + 7, GATEHOUSE + THICK - 1
    inner = WALL_LENGTH - 4
    body = (
        _battlements(inner, top, colour, ground, material)
        + f'<path d="M2 {top - 1:g}h{inner:g}V{bottom:g}h-{inner:g}z" fill="{colour}"/>'
        + f'<path d="M5 {top + 3:g}H{WALL_LENGTH - 5:g}V{bottom - 3:g}H5z" fill="{ground}"/>'
    )
    gate = _gatehouse(colour, ground, palette) if kind == "gate" else ""
    return _turned(edge, WALL_LENGTH, THICK + GATEHOUSE, body, gate, _slots(spaces, palette))


def _gatehouse(colour: str, ground: str, palette: Palette) -> str:
    """Two towers that stand out into the field, and between them the closed doors."""
    middle = WALL_LENGTH / 2
    dark = mixed(palette.wood, "#000000", 0.45)
    planks = "".join(f"M{middle + x:g} 6V17" for x in (-10, -5, 5, 10))
    doors = (
        f'<rect x="{middle - 15:g}" y="5" width="30" height="13" fill="{dark}"/>'
        f'<path d="{planks}" stroke="{mixed(palette.wood, "#ffffff", 0.15)}" stroke-width="1.4"/>'
        f'<path d="M{middle:g} 5V18" stroke="#000000" stroke-width="1.6"/>'
        f'<circle cx="{middle - 2.6:g}" cy="12" r="1.2" fill="{palette.siege}"/>'
        f'<circle cx="{middle + 2.6:g}" cy="12" r="1.2" fill="{palette.siege}"/>'
    )
    towers = "".join(
        f'<rect x="{middle + x:g}" y="2" width="14" height="18" rx="3" fill="{ground}" stroke="{colour}" '
        'stroke-width="3.4"/>'
        for x in (-28, 14)
    )
    return doors + towers


@cache
def missing_wall(edge: Edge, palette: Palette) -> str:
    """Where a wall could stand."""
    colour = mixed(palette.cube_gap, palette.ink, 0.2)
    return _turned(
        edge,
        WALL_LENGTH,
        THICK + GATEHOUSE,
        f'<rect x="14" y="{GATEHOUSE + 6:g}" width="{WALL_LENGTH - 28:g}" height="{THICK - 10:g}" rx="5" '
        f'fill="{palette.page}" fill-opacity="0.35" stroke="{colour}" stroke-width="2" stroke-dasharray="6 5"/>',
    )


@cache
def turret(material: str, slots: tuple[Box, ...], palette: Palette) -> str:
    """A turret from above: a ring with battlements or stakes around it. The slots are within its own box."""
    colour = _colour(material, palette)
    ground = mixed(palette.card, colour, 0.10)
    middle = TURRET / 2
    ring = 23.5 if material == "stone" else 21.0
    if material == "stone":
        teeth = "".join(
            f'<rect x="{middle - 4.5:g}" y="0.5" width="9" height="9" rx="1.5" fill="{colour}" '
            f'transform="rotate({turn:g} {middle:g} {middle:g})"/>'
            for turn in range(0, 360, 45)
        )
    else:
        around = (2 * pi * index / 18 for index in range(18))
        teeth = "".join(
            _log(middle + 25.2 * sin(angle), middle - 25.2 * cos(angle), 4.9, colour, ground) for angle in around
        )
    return _drawing(
        TURRET,
        TURRET,
        teeth,
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{ring:g}" fill="{ground}" stroke="{colour}" stroke-width="4.4"/>',
        *(_slot(slot.x, slot.y, slot.width, palette) for slot in slots),
    )


@cache
def missing_turret(palette: Palette) -> str:
    """Where a turret could stand."""
    colour = mixed(palette.cube_gap, palette.ink, 0.2)
    middle = TURRET / 2
    return _drawing(
        TURRET,
        TURRET,
        f'<circle cx="{middle:g}" cy="{middle:g}" r="23" fill="{palette.page}" stroke="{colour}" '
        'stroke-width="2" stroke-dasharray="6 5"/>',
    )


@cache
def field(edge: Edge, level: int, road: bool, palette: Palette) -> str:
    """What grows on a field, and the road that leads to the gate."""
    content = []
    if level >= 2:
        rows = "".join(f"M10 {y}H{_FIELD_LENGTH - 10:g}" for y in range(8, int(FIELD), 8))
        content.append(f'<path d="{rows}" stroke="{palette.furrow}" stroke-width="2.6" stroke-linecap="round"/>')
    elif level == 1:
        whole = ((12, y, _FIELD_LENGTH - 12) for y in (9, 39, 54))
        rows = "".join(f"M{start} {y}H{end:g}" for start, y, end in (*whole, (54, 24, _FIELD_LENGTH - 36)))
        content.append(
            f'<path d="{rows}" stroke="{palette.furrow}" stroke-opacity="0.45" stroke-width="1.8" '
            'stroke-dasharray="7 9" stroke-linecap="round"/>'
        )
    else:
        scorched = mixed(palette.field_razed, "#000000", 0.22)
        content.extend(
            f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" fill="{scorched}" fill-opacity="0.55"/>'
            for x, y, wide, high in ((46, 44, 22, 8), (92, 16, 15, 6), (150, 50, 18, 6), (186, 24, 24, 9))
        )
    if road:
        middle = _FIELD_LENGTH / 2
        content.append(
            f'<path d="M{middle - 17:g} 0H{middle + 17:g}L{middle + 15:g} {FIELD:g}H{middle - 15:g}Z" '
            f'fill="{palette.yard}"/>'
        )
    return _turned(edge, _FIELD_LENGTH, FIELD, *content)


@cache
def shield(colour: str, edge_colour: str) -> str:
    """A mercenaries' shield."""
    return _drawing(
        30,
        30,
        '<path d="M3.5 2H26.5Q28 2 28 3.5V13C28 20.5 22.5 25.5 15 28.6C7.5 25.5 2 20.5 2 13V3.5Q2 2 3.5 2Z" '
        f'fill="{colour}" stroke="{edge_colour}" stroke-width="2"/>',
    )
