"""Small parts the steps of a combat share: the page of a step, pills, the castle picture, what a device remembers."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.games.after_the_empire.castle.art import ink_on
from companion.games.after_the_empire.castle.picture import castle_picture
from companion.shell.app_context import App
from companion.shell.look import GAP, SANS_BOLD, TOUCH
from companion.shell.parts import icon, tappable
from companion.shell.rows import filling
from engine.games.after_the_empire.state import State

LARGE_TEXT = 1.3
"""From this text size on, what stands side by side on a phone stands one below the other."""


def crowded(app: App) -> bool:
    """Is the text too large for things to stand side by side?"""
    return app.look.scale > LARGE_TEXT and not app.wide


def step_page(
    app: App, body: Sequence[ft.Control], foot: Sequence[ft.Control], also: Sequence[ft.Control] = ()
) -> ft.Control:
    """One step: what scrolls, and what stays at the thumb; with large text, what is `also` there scrolls too."""
    low = crowded(app) or app.low
    stays = [*foot] if low else [*also, *foot]
    scrolled = ft.Column(
        [*app.above, *body, *also] if low else [*body],
        spacing=GAP,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if not stays:
        return ft.Column([scrolled], expand=True)
    stay = ft.Column(stays, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Column([scrolled, stay], spacing=GAP, expand=True)


def halves(app: App, left: Sequence[ft.Control], right: Sequence[ft.Control]) -> list[ft.Control]:
    """Two halves side by side where there is room, else one below the other."""
    if not app.wide:
        return [*left, *right]
    pair = [
        filling(ft.Column(list(half), spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))
        for half in (left, right)
    ]
    return [ft.Row([*pair], spacing=GAP * 2, vertical_alignment=ft.CrossAxisAlignment.START)]


def pill(app: App, icon_name: str, number: int, colour: str, *, size: float = 15) -> ft.Container:
    """So many of something, as it lies on the table: an icon and a figure on a coloured pill."""
    ink = ink_on(app.palette, colour)
    return ft.Container(
        ft.Row(
            [
                icon(icon_name, size * 1.1 * app.look.scale, ink),
                app.look.text(str(number), size, family=SANS_BOLD, colour=ink),
            ],
            spacing=3,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        bgcolor=colour,
        border_radius=size * app.look.scale,
        padding=ft.Padding.symmetric(horizontal=6, vertical=1),
    )


def tag(app: App, text: str, colour: str, icon_name: str | None = None) -> ft.Container:
    """A short fact in a rounded frame: smaller than a badge, for places where many of them stand."""
    content: list[ft.Control] = [icon(icon_name, 15 * app.look.scale, colour)] if icon_name else []
    content.append(app.look.text(text, 14, family=SANS_BOLD, colour=colour))
    return ft.Container(
        ft.Row(content, spacing=5, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border.all(1.5, app.palette.line),
        border_radius=TOUCH,
        padding=ft.Padding.symmetric(horizontal=9, vertical=2),
        bgcolor=app.palette.card,
    )


def question(
    app: App,
    title: str,
    text: str,
    rule: str | None = None,
    *,
    whose: ft.Control | None = None,
    tools: Sequence[ft.Control] = (),
) -> ft.Control:
    """What the table is asked now, whose question it is, and the rule behind it."""
    named = ft.Semantics(
        header=True,
        heading_level=2,
        label=title,
        exclude_semantics=True,
        container=True,
        content=app.look.title(title, 22 * min(1.0, 1.5 / app.look.scale)),
    )
    content: list[ft.Control] = []
    ends = [*tools, *([rule_link(app, rule)] if rule else [])]
    first = named if whose is None else whose
    content.append(ft.Row([filling(first), *ends], vertical_alignment=ft.CrossAxisAlignment.CENTER, spacing=4))
    if whose is not None:
        content.append(named)
    if text:
        content.append(app.look.text(text, 16, colour=app.palette.muted))
    return ft.Column(content, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def rule_link(app: App, rule: str) -> ft.Control:
    """A rule's id; a tap opens the rule."""
    return tappable(
        app,
        app.words("Rule {id}", id=rule),
        app.look.bold(rule, 15, colour=app.palette.link, lines=1),
        lambda: app.go(f"/rules/{rule}"),
        width=max(TOUCH, 42 * app.look.scale),
        height=TOUCH,
        padding=0,
    )


def picture_width(app: App) -> float:
    """How wide a castle's picture is: as large as it can be beside what is asked."""
    return 420 if app.wide else 310


def castle_view(
    app: App, state: State, number: int, *, width: float, on_part: Callable[[str], Any] | None = None
) -> ft.Control:
    """The picture of a castle, in the middle."""
    picture = castle_picture(app, state, number, width=width, on_part=on_part)
    return ft.Container(picture, alignment=ft.Alignment.CENTER)


# what this device remembers while the app is open: a look at the rules and back loses nothing


def remembered(key: str, usual: Any) -> Any:
    """What this device kept under a key."""
    kept = ft.context.page.session.store.get(key)
    return usual if kept is None else kept


def remember(key: str, value: Any) -> None:
    """Keep something on this device."""
    ft.context.page.session.store.set(key, value)
