"""Rows for long pages: things that happened with their rule, switches, ticks, sections that fold away."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.look import GAP, ROUND, SANS_BOLD, TOUCH
from companion.shell.parts import card, heading, icon, spoken, tappable
from companion.shell.taps import Act, tapped


def filling(content: ft.Control) -> ft.Container:
    """Content that takes the room that is left in a row, so that its text wraps."""
    return ft.Container(content, expand=True)


def stack(*content: ft.Control, spacing: float = 2) -> ft.Column:
    """Things one below the other, from the left."""
    return ft.Column(list(content), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.START)


def tall(content: ft.Control, height: float = TOUCH - 12) -> ft.Container:
    """Something at the end of a row that keeps the row high enough for a finger."""
    return ft.Container(ft.Row([content], tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER), height=height)


def rows_of(*content: ft.Control, spacing: float = 0) -> ft.Column:
    """Rows close together, as wide as there is room."""
    return ft.Column(list(content), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def line(app: App) -> ft.Control:
    """A thin line between rows."""
    return ft.Container(height=1, bgcolor=app.palette.line)


def lined(app: App, rows: Sequence[ft.Control]) -> list[ft.Control]:
    """Rows with thin lines between them."""
    between: list[ft.Control] = []
    for row in rows:
        between += [line(app), row] if between else [row]
    return between


def columns(app: App, *content: ft.Control) -> ft.Control:
    """Things side by side where there is room for two, else one below the other."""
    if not app.wide or len(content) < 2:
        return ft.Column(list(content), spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    halves = (content[0::2], content[1::2])
    return ft.Row([filling(columns_of_one(half)) for half in halves], spacing=GAP,
                  vertical_alignment=ft.CrossAxisAlignment.START)  # fmt: skip


def columns_of_one(content: Sequence[ft.Control]) -> ft.Column:
    """Things one below the other, as wide as there is room."""
    return ft.Column(list(content), spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def scrolling(app: App, body: Sequence[ft.Control], foot: Sequence[ft.Control]) -> ft.Control:
    """A panel that scrolls by itself, with what stays at the thumb below it."""
    scrolled = ft.Column(
        [*app.above, *body],
        spacing=GAP,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    stays = [ft.Column(list(foot), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)]
    return ft.Column([scrolled, *(stays if foot else [])], spacing=GAP, expand=True)


def event_row(app: App, sentence: str, rule: str, icon_name: str | None = None) -> ft.Control:
    """What happened and the rule behind it; a tap opens the rule."""
    look, palette = app.look, app.palette
    content: list[ft.Control] = [icon(icon_name, 20 * look.scale, palette.muted)] if icon_name else []
    content.append(filling(look.text(sentence, 16)))
    row = ft.Row(content, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    if "-" not in rule:  # the table's own word: no rule is behind it
        return spoken(sentence, ft.Container(row, padding=ft.Padding.symmetric(vertical=4)))
    content.append(tall(look.text(rule, 15, family=SANS_BOLD, colour=palette.link), TOUCH - 8))
    return tappable(
        app,
        f"{sentence} {app.words('Rule {id}', id=rule)}",
        row,
        lambda: app.go(f"/rules/{rule}"),
        padding=ft.Padding.symmetric(horizontal=0, vertical=4),
        border_radius=8,
    )


def choice_row(app: App, label: str, note: str, mark: ft.Control, act: Act, **roles: Any) -> ft.Control:
    """A row that is tapped as a whole: words at the left, a mark at the right."""
    look = app.look
    words: list[ft.Control] = [look.text(label, 16)]
    if note:
        words.append(look.text(note, 14, colour=app.palette.muted))
    return spoken(
        label,
        ft.Container(
            ft.Row(
                [filling(stack(*words)), tall(mark, TOUCH - 6)],
                spacing=GAP,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            on_click=tapped(label, act),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=0, vertical=6),
            alignment=ft.Alignment.CENTER_LEFT,
        ),
        on_tap=act,
        button=True,
        **roles,
    )


def switch_row(app: App, label: str, on: bool, change: Callable[[bool], Any], note: str = "") -> ft.Control:
    """A setting that is on or off."""
    return choice_row(app, label, note, _switch(app, on), lambda: change(not on), toggled=on)


def _switch(app: App, on: bool) -> ft.Control:
    palette, size = app.palette, 28 * min(app.look.scale, 1.4)
    knob = ft.Container(
        icon("check", size * 0.5, palette.button) if on else None,
        width=size - 8,
        height=size - 8,
        border_radius=size,
        bgcolor=palette.on_button if on else palette.muted,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(
        knob,
        width=size * 1.8,
        height=size,
        border_radius=size,
        padding=2,
        bgcolor=palette.button if on else palette.card,
        border=ft.Border.all(2, palette.button if on else palette.muted),
        alignment=ft.Alignment.CENTER_RIGHT if on else ft.Alignment.CENTER_LEFT,
    )


def folding(
    app: App,
    title: str,
    content: Sequence[ft.Control],
    *,
    opened: bool,
    toggle: Act,
    icon_name: str | None = None,
    note: str = "",
) -> ft.Container:
    """A card whose content is shown when its title is tapped."""
    look, palette = app.look, app.palette
    names: list[ft.Control] = [look.title(title, 20, beside=36 * look.scale)]
    if note:
        names.append(look.text(note, 14, colour=palette.muted))
    row: list[ft.Control] = [icon(icon_name, 24 * look.scale, palette.ink)] if icon_name else []
    row += [filling(stack(*names)), tall(icon("up" if opened else "down", 20 * look.scale, palette.muted), TOUCH - 12)]
    title_bar = spoken(
        f"{title}. {note}" if note else title,
        ft.Container(
            ft.Row(row, spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=tapped(title, toggle),
            ink=True,
            border_radius=ROUND,
            padding=ft.Padding.symmetric(horizontal=16, vertical=10),
        ),
        on_tap=toggle,
        button=True,
        expanded=opened,
    )
    inside: list[ft.Control] = [title_bar]
    if opened:
        inside.append(ft.Container(columns_of_one(content), padding=ft.Padding.only(left=16, right=16, bottom=16)))
    return ft.Container(
        ft.Column(inside, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.line),
        border_radius=ROUND,
    )


def section(app: App, title: str, *content: ft.Control, icon_name: str | None = None) -> ft.Container:
    """A card with a heading."""
    row: list[ft.Control] = [icon(icon_name, 24 * app.look.scale, app.palette.ink)] if icon_name else []
    row.append(filling(heading(app, title, 20, level=2)))
    return card(app, ft.Row(row, spacing=GAP), *content)


def note(app: App, text: str) -> ft.Control:
    """A small line of explanation."""
    return app.look.text(text, 15, colour=app.palette.muted)


def badge(app: App, text: str, colour: str, icon_name: str | None = None) -> ft.Container:
    """A short remark in a rounded frame."""
    look = app.look
    content: list[ft.Control] = [icon(icon_name, 16 * look.scale, colour)] if icon_name else []
    content.append(look.text(text, 15, family=SANS_BOLD, colour=colour))
    return ft.Container(
        ft.Row(content, spacing=5, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border.all(2, app.palette.line),
        border_radius=TOUCH,
        padding=ft.Padding.symmetric(horizontal=10, vertical=4),
    )


def wrapped(*content: ft.Control, spacing: float = 8) -> ft.Row:
    """Things in a row that goes on below where there is no more room."""
    return ft.Row(
        list(content), wrap=True, spacing=spacing, run_spacing=6, vertical_alignment=ft.CrossAxisAlignment.CENTER
    )


def option_list(
    app: App, options: Sequence[tuple[Any, str]], chosen: Any, choose: Callable[[Any], Any]
) -> list[ft.Control]:
    """One of a few whose words are long: a row each, the chosen one marked."""
    look, palette = app.look, app.palette
    size = 24 * min(look.scale, 1.5)
    rows: list[ft.Control] = []
    for value, label in options:
        mark = ft.Container(
            ft.Container(width=size / 2, height=size / 2, border_radius=size, bgcolor=palette.button)
            if value == chosen
            else None,
            width=size,
            height=size,
            border_radius=size,
            border=ft.Border.all(3, palette.button if value == chosen else palette.muted),
            alignment=ft.Alignment.CENTER,
        )
        rows.append(choice_row(app, label, "", mark, partial(choose, value), selected=value == chosen))
    return rows
