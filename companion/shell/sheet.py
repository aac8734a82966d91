"""A sheet that rises from the bottom, where the thumb is: a title, its content, Cancel and Done."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.look import GAP, ROUND
from companion.shell.parts import big_button, button, heading, in_reach
from companion.shell.taps import Act

SHEET_WIDTH = 520
"""A sheet is no wider than this, however wide the window."""

LARGE = 1.3
LOW = 700
"""With larger text or on a lower screen, a sheet takes the whole height and scrolls."""


def bottom_sheet(app: App, content: ft.Control, close: Callable[[], Any], *, shade: float = 0.5) -> ft.BottomSheet:
    """The sheet itself, for `ft.use_dialog`. `close` is called when it is swept or tapped away; `shade` is how dark
    the screen behind it becomes."""
    return ft.BottomSheet(
        content,
        bgcolor=app.palette.page,
        scrollable=True,
        draggable=True,
        show_drag_handle=True,
        barrier_color=ft.Colors.with_opacity(shade, "#000000"),
        on_dismiss=lambda e: close(),
        size_constraints=ft.BoxConstraints(max_width=SHEET_WIDTH),
        shape=ft.RoundedRectangleBorder(radius=ft.BorderRadius.only(top_left=ROUND * 1.5, top_right=ROUND * 1.5)),
    )


def sheet_page(
    app: App, title: str, content: Sequence[ft.Control], *, done: Act | None, cancel: Act, subtitle: str = ""
) -> ft.Control:
    """What stands on a sheet: the title, the content, which scrolls where it must, then Cancel and Done."""
    names: list[ft.Control] = [heading(app, title, 24, level=2)]
    if subtitle:
        names.append(app.look.text(subtitle, 16, colour=app.palette.muted))
    foot = sheet_foot(app, done, cancel)
    body = ft.Column(list(content), spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    if _tall(app):  # a column that scrolls takes all the height there is, so only where it must
        body.scroll, body.expand = ft.ScrollMode.AUTO, True
    return on_sheet(
        ft.Column(
            [ft.Column(names, spacing=0, tight=True), body, foot],
            spacing=GAP,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    )


def sheet_foot(app: App, done: Act | None, cancel: Act) -> ft.Control:
    """Cancel, and Done at the thumb."""
    return ft.Row(
        in_reach(
            app,
            ft.Container(button(app, app.words("Cancel"), cancel, share=0.5), expand=4),
            ft.Container(big_button(app, app.words("Done"), done), expand=5),
        ),
        spacing=GAP,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def on_sheet(content: ft.Control) -> ft.Control:
    """Content with the margins of a sheet."""
    return ft.SafeArea(
        ft.Container(content, padding=ft.Padding.only(left=16, right=16, bottom=16)), avoid_intrusions_top=False
    )


def _tall(app: App) -> bool:
    """Might a sheet be higher than the screen?"""
    return app.look.scale > LARGE or (ft.context.page.height or 844) < LOW
