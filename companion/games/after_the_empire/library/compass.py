"""The compass: from which side does a card come, as seen from where the phone's owner sits (C-1)."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import flet as ft
import flet.canvas as cv

from companion.games.after_the_empire.names import place_name, side_letter
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import CAPS
from companion.shell.parts import tappable
from engine.games.after_the_empire.compass import SIDES, Side, edge_of_board

ROSE = 312
"""The compass's width and height; it fits a small phone."""

TARGET = 96
"""The width of one touch target."""

_EDGE_PLACES: dict[str, tuple[float, float]] = {
    "top": ((ROSE - TARGET) / 2, 10),
    "bottom": ((ROSE - TARGET) / 2, ROSE - TARGET - 10),
    "left": (10, (ROSE - TARGET) / 2),
    "right": (ROSE - TARGET - 10, (ROSE - TARGET) / 2),
}


@screen
def compass(app: App, seat: str, on_side: Callable[[str], Any], *, chosen: str | None = None) -> ft.Control:
    """A round compass of four touch targets, turned so that the seat is at the bottom."""
    words = app.words
    targets = [_target(app, side, cast(Side, seat), on_side, chosen) for side in SIDES]
    rose = ft.Stack(
        [ft.Container(_rose(app), left=0, top=0), *targets],
        width=ROSE,
        height=ROSE,
    )
    return ft.Column(
        [
            ft.Container(rose, alignment=ft.Alignment.CENTER),
            app.look.text(
                words("You sit {side}: the near side is at the bottom.", side=place_name(words, seat)),
                15,
                colour=app.palette.muted,
                align=ft.TextAlign.CENTER,
            ),
        ],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _target(app: App, side: Side, seat: Side, on_side: Callable[[str], Any], chosen: str | None) -> ft.Control:
    """One side: a disc with its letter and name."""
    left, top = _EDGE_PLACES[edge_of_board(side, seat)]
    words, look, palette = app.words, app.look, app.palette
    dark = side == chosen
    ink = palette.on_button if dark else palette.ink
    size = min(look.scale, 1.3) / look.scale  # the disc does not grow with the text
    return ft.Container(
        tappable(
            app,
            place_name(words, side),
            ft.Column(
                [
                    look.text(side_letter(words, side), 36 * size, family=CAPS, colour=ink),
                    look.text(place_name(words, side), 14 * size, colour=ink, lines=1),
                ],
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            partial(on_side, side),
            width=TARGET,
            height=TARGET,
            padding=0,
            border_radius=TARGET / 2,
            bgcolor=palette.button if dark else palette.card,
            border=ft.Border.all(3, palette.button if dark else palette.line),
        ),
        left=left,
        top=top,
        key=f"side {side}",
    )


def _rose(app: App) -> ft.Control:
    """The picture beneath: a ring, ticks, and a four-pointed star."""
    palette, middle = app.palette, ROSE / 2
    shapes: list[cv.Shape] = [
        cv.Circle(middle, middle, middle - 1, ft.Paint(color=palette.yard)),
        cv.Circle(middle, middle, middle - 2, _stroke(palette.line, 3)),
        cv.Circle(middle, middle, middle - 18, _stroke(palette.line, 1.5)),
    ]
    for tick in range(32):
        angle = tick * math.pi / 16
        outer, inner = middle - 6, middle - (18 if tick % 4 else 26)
        shapes.append(
            cv.Line(
                middle + outer * math.cos(angle),
                middle + outer * math.sin(angle),
                middle + inner * math.cos(angle),
                middle + inner * math.sin(angle),
                _stroke(palette.line, 2),
            )
        )
    for point in range(4):
        shapes.extend(_point(middle, point * math.pi / 2 + math.pi / 4, 92, 20, palette.line, palette.field))
    for point in range(4):
        shapes.extend(_point(middle, point * math.pi / 2, 62, 17, palette.muted, palette.card))
    return cv.Canvas(shapes, width=ROSE, height=ROSE)


def _point(middle: float, angle: float, length: float, width: float, dark: str, light: str) -> list[cv.Shape]:
    """One point of the star: two slim triangles, one in shade."""
    tip = (middle + length * math.cos(angle), middle + length * math.sin(angle))
    halves: list[cv.Shape] = []
    for turn, colour in ((-math.pi / 4, dark), (math.pi / 4, light)):
        foot = (middle + width * math.cos(angle + turn), middle + width * math.sin(angle + turn))
        halves.append(
            cv.Path(
                [
                    cv.Path.MoveTo(middle, middle),
                    cv.Path.LineTo(*foot),
                    cv.Path.LineTo(*tip),
                    cv.Path.Close(),
                ],
                ft.Paint(color=colour, style=ft.PaintingStyle.FILL),
            )
        )
    return halves


def _stroke(colour: str, width: float) -> ft.Paint:
    return ft.Paint(color=colour, style=ft.PaintingStyle.STROKE, stroke_width=width)
