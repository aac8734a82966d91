"""The frame of every screen: where one is, the way back, undo, the content, and the big button at the thumb."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import flet as ft

from companion.shell.app_context import App
from companion.shell.look import GAP, SANS_BOLD, TOUCH
from companion.shell.parts import flexible, heading, icon, icon_button, in_reach, tappable
from companion.shell.taps import Act

ROOMY = 1.15
"""Up to this text size the title and the undo fit side by side on a phone."""

UNDO_WIDTH, WIDE_UNDO_WIDTH = 132, 220
"""Of the undo beside a title."""


MOST_LETTERS = 11
"""So long a word fits the undo beside three buttons."""


class UndoTap(NamedTuple):
    """What undo would take back, in words, and how."""

    name: str
    act: Act
    ask: bool = False
    """Is it somebody else's, so that the host is asked?"""


class Header(NamedTuple):
    """The top of a screen: what stays in sight, and what scrolls away with the content."""

    stays: list[ft.Control]
    scrolls: list[ft.Control]


def frame(
    app: App,
    *,
    title: str,
    subtitle: str = "",
    back: str | None = None,
    undo: UndoTap | None = None,
    tools: Sequence[ft.Control] = (),
    strip: ft.Control | None = None,
    body: Sequence[ft.Control] = (),
    foot: Sequence[ft.Control] = (),
    panel: Callable[[App], ft.Control] | None = None,
) -> ft.Control:
    """A whole screen. `back` is the address the arrow leads to; `foot` and `strip` stay in sight, `body` scrolls.

    A `panel` stands in the place of `body` and `foot` and scrolls by itself. Where the screen is low for its text,
    the title and the strip scroll with the content; the way back, the tools and undo always stay.
    """
    top = _low_header(app, title, subtitle, back, undo, tools) if app.low else _header(
        app, title, subtitle, back, undo, tools)  # fmt: skip
    between = [] if strip is None else [strip]
    stack = [*top.stays, *([] if app.low else between)]
    above = [*top.scrolls, *between] if app.low else []
    if panel is not None:
        stack.append(ft.Container(panel(app._replace(above=tuple(above))), expand=True))
    else:
        stack.append(
            ft.Column(
                [*above, *body],
                spacing=GAP,
                expand=True,
                scroll=ft.ScrollMode.AUTO,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            )
        )
    if foot:
        stack.append(ft.Column(list(foot), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))
    return ft.Column(stack, spacing=8 if app.low else GAP, expand=True)


def _header(
    app: App, title: str, subtitle: str, back: str | None, undo: UndoTap | None, tools: Sequence[ft.Control]
) -> Header:
    """Title and subtitle with the way back before them, and tools and undo after them, or below where they crowd."""
    names = ft.Column(_names(app, title, subtitle), spacing=0, expand=True, tight=True)
    crowded = not app.wide and (len(tools) + (undo is not None) > 1 or (app.look.scale > ROOMY and undo is not None))
    if crowded:
        rows: list[ft.Control] = [
            _in_line([*_back(app, back), names]),
            _in_line(in_reach(app, *tools, _undo(app, undo))),
        ]
        return Header([ft.Column(rows, spacing=4, tight=True)], [])
    width = WIDE_UNDO_WIDTH if app.wide else UNDO_WIDTH
    aside = [_undo(app, undo, width)] if undo else []
    return Header([_in_line([*_back(app, back), *in_reach(app, names, *tools, *aside)])], [])


def _low_header(
    app: App, title: str, subtitle: str, back: str | None, undo: UndoTap | None, tools: Sequence[ft.Control]
) -> Header:
    """One line at the top; on a narrow screen the title scrolls."""
    if app.wide:
        names = ft.Row(
            [
                flexible(app.look.title(title, 22, lines=1)),
                flexible(app.look.text(subtitle, 15, colour=app.palette.muted, lines=1)),
            ],
            spacing=GAP,
            expand=True,
        )
        told = ft.Semantics(header=True, heading_level=1, label=title, container=True, exclude_semantics=True,
                            content=names, expand=True)  # fmt: skip
        aside = [_undo(app, undo, WIDE_UNDO_WIDTH)] if undo else []
        return Header([_in_line([*_back(app, back), *in_reach(app, told, *tools, *aside)])], [])
    if undo is None and not tools:
        named = _names(app, title, "")
        if back is None:
            return Header([], [ft.Column(_names(app, title, subtitle), spacing=0, tight=True)])
        line = [*_back(app, back), ft.Container(named[0], expand=True)]
        return Header([_in_line(line)], _names(app, "", subtitle))
    line = [*_back(app, back), *in_reach(app, *tools, _undo(app, undo))]
    return Header([_in_line(line)], [ft.Column(_names(app, title, subtitle), spacing=0, tight=True)])


def _back(app: App, back: str | None) -> list[ft.Control]:
    return [] if back is None else [icon_button(app, "back", app.words("Back"), lambda: app.go(back))]


def _names(app: App, title: str, subtitle: str) -> list[ft.Control]:
    names: list[ft.Control] = []
    if title:
        names.append(heading(app, title, app.look.limited(26)))
    if subtitle:
        names.append(app.look.text(subtitle, 15, colour=app.palette.muted, lines=2))
    return names


def _in_line(controls: list[ft.Control]) -> ft.Row:
    return ft.Row(controls, vertical_alignment=ft.CrossAxisAlignment.CENTER, spacing=8)


def _undo(app: App, undo: UndoTap | None, width: float | None = None) -> ft.Control:
    """One tap takes back what it names. Without a width it takes the room that is left, even if there is no undo."""
    if undo is None:
        return ft.Container(expand=True)
    look = app.look
    name = look.text(undo.name, look.limited(14), family=SANS_BOLD, lines=_undo_lines(app, undo.name))
    content = ft.Row(
        [icon("help" if undo.ask else "undo", look.grown(18), app.palette.ink), ft.Container(name, expand=True)],
        spacing=6,
    )
    drawn = tappable(
        app,
        app.words("Ask to undo: {what}", what=undo.name) if undo.ask else app.words("Undo: {what}", what=undo.name),
        content,
        undo.act,
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        height=max(TOUCH, look.grown(44)),
        padding=ft.Padding.symmetric(horizontal=GAP),
        border_radius=TOUCH / 2,
    )
    return ft.Container(drawn, expand=True) if width is None else ft.Container(drawn, width=look.grown(width))


def _undo_lines(app: App, name: str) -> int:
    """One, or with large text two, unless a word would break in the middle."""
    longest = max(map(len, name.split()))
    return 2 if app.look.scale > ROOMY and longest <= MOST_LETTERS else 1
