"""The frame of every screen: where one is, the way back, undo, the content, and the big button at the thumb."""

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from companion.shell.app_context import App
from companion.shell.look import GAP, SANS_BOLD, TOUCH
from companion.shell.parts import Act, heading, icon, icon_button, tappable

ROOMY = 1.15
"""Up to this text size the title and the undo fit side by side on a phone."""


LARGEST = 1.5
"""A title grows with the text size only so far: it is large already, and the content needs the room."""


class UndoTap(NamedTuple):
    """What undo would take back, in words, and how."""

    name: str
    act: Act


def frame(
    app: App,
    *,
    title: str,
    subtitle: str = "",
    back: str | None = None,
    undo: UndoTap | None = None,
    tools: Sequence[ft.Control] = (),
    body: Sequence[ft.Control] = (),
    foot: Sequence[ft.Control] = (),
) -> ft.Control:
    """A whole screen. `back` is the address the arrow leads to; `foot` stays in sight, `body` scrolls."""
    look = app.look
    left: list[ft.Control] = []
    if back is not None:
        left.append(icon_button(app, "back", app.words("Back"), lambda: app.go(back)))
    names: list[ft.Control] = [heading(app, title, 26 * min(1.0, LARGEST / look.scale))]
    if subtitle:
        names.append(look.text(subtitle, 15, colour=app.palette.muted, lines=2))
    where = [*left, ft.Column(names, spacing=0, expand=True, tight=True)]
    crowded = not app.wide and (len(tools) + (undo is not None) > 1 or (look.scale > ROOMY and undo is not None))
    if crowded:  # a row of its own: beside the title there is no room
        filled = ft.Container(_undo(app, undo, fill=True) if undo else None, expand=True)
        header = ft.Column([_in_line(app, where), _in_line(app, [*tools, filled])], spacing=4, tight=True)
    else:
        header = ft.Column([_in_line(app, [*where, *tools, *([_undo(app, undo)] if undo else [])])], tight=True)
    scrolled = ft.Column(
        list(body),
        spacing=GAP,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    stack: list[ft.Control] = [header, scrolled]
    if foot:
        stack.append(ft.Column(list(foot), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))
    return ft.Column(stack, spacing=GAP, expand=True)


def _in_line(app: App, controls: list[ft.Control]) -> ft.Row:
    """Controls side by side; for a left hand in the other order, so that the thumb reaches them."""
    in_order = controls[::-1] if app.store.settings.left_hand else controls
    return ft.Row(in_order, vertical_alignment=ft.CrossAxisAlignment.CENTER, spacing=8)


def _undo(app: App, undo: UndoTap, *, fill: bool = False) -> ft.Control:
    """One tap takes back what it names."""
    label = app.words("Undo: {what}", what=undo.name)
    name = app.look.text(undo.name, 14, family=SANS_BOLD, lines=1)
    content = ft.Row(
        [
            icon("undo", 18 * app.look.scale, app.palette.ink),
            ft.Container(name, expand=True) if fill else ft.Container(name, width=92 * app.look.scale),
        ],
        spacing=6,
        tight=not fill,
    )
    return tappable(
        app,
        label,
        content,
        undo.act,
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        height=TOUCH * max(1.0, app.look.scale * 0.8),
        border_radius=TOUCH / 2,
    )
