"""A sheet that rises from the bottom, where the thumb is: a title, its content, Cancel and Done."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.look import GAP, ROUND
from companion.shell.parts import Act, big_button, button, heading

SHEET_WIDTH = 520
"""A sheet is no wider than this, however wide the window."""


def bottom_sheet(app: App, content: ft.Control, close: Callable[[], Any]) -> ft.BottomSheet:
    """The sheet itself, for `ft.use_dialog`. `close` is called when it is swept or tapped away."""
    return ft.BottomSheet(
        content,
        bgcolor=app.palette.page,
        scrollable=True,
        draggable=True,
        show_drag_handle=True,
        on_dismiss=lambda e: close(),
        size_constraints=ft.BoxConstraints(max_width=SHEET_WIDTH),
        shape=ft.RoundedRectangleBorder(radius=ft.BorderRadius.only(top_left=ROUND * 1.5, top_right=ROUND * 1.5)),
    )


def sheet_page(
    app: App, title: str, content: Sequence[ft.Control], *, done: Act | None, cancel: Act, subtitle: str = ""
) -> ft.Control:
    """What stands on a sheet: the title, the content, which scrolls when it must, then Cancel and Done."""
    names: list[ft.Control] = [heading(app, title, 24, level=2)]
    if subtitle:
        names.append(app.look.text(subtitle, 16, colour=app.palette.muted))
    foot = ft.Row(
        [
            ft.Container(button(app, app.words("Cancel"), cancel), expand=2),
            ft.Container(big_button(app, app.words("Done"), done), expand=3),
        ],
        spacing=GAP,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.SafeArea(
        ft.Container(
            ft.Column(
                [
                    ft.Column(names, spacing=0, tight=True),
                    ft.Column(
                        list(content),
                        spacing=GAP,
                        tight=True,
                        scroll=ft.ScrollMode.AUTO,
                        expand=True,
                        expand_loose=True,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    foot,
                ],
                spacing=GAP,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            padding=ft.Padding.only(left=16, right=16, bottom=16),
        ),
        avoid_intrusions_top=False,
    )
