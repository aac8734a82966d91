"""A QR code on the screen."""

import flet as ft
import flet.canvas as cv

from companion.serve.qr import squares
from companion.shell.app_context import App
from companion.shell.parts import spoken

DARK, LIGHT = "#1d1f22", "#ffffff"
"""Always dark on light: not every scanner reads it the other way round."""


def code_picture(app: App, text: str, side: float = 260) -> ft.Control:
    """The code, large enough to be scanned across a table."""
    found = squares(text)
    step = side / found.size
    dark = cv.Path(
        [
            cv.Path.Rect(column * step, row * step, length * step + 0.4, step + 0.4)
            for row, column, length in found.stretches
        ],
        paint=ft.Paint(color=DARK, style=ft.PaintingStyle.FILL),
    )
    picture = ft.Container(cv.Canvas([dark], width=side, height=side), bgcolor=LIGHT, border_radius=8, padding=8)
    return ft.Row(
        [spoken(app.words("QR code for {address}", address=text), picture, image=True)],
        alignment=ft.MainAxisAlignment.CENTER,
    )
