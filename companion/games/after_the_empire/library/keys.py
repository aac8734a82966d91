"""In-app keys: letters to find a card, digits to set a number. The system keyboard stays away."""

from collections.abc import Callable, Container
from functools import partial
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import SANS_BOLD, TOUCH
from companion.shell.number_sheet import use_number_sheet
from companion.shell.parts import icon, icon_button, tappable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACROSS = 7
_GAP = 3

READABLE = 720
"""No wider than this are lines of text that are read."""


def narrow(app: App, content: ft.Control) -> ft.Control:
    """Content that does not grow with a wide screen."""
    if not app.wide:
        return content
    return ft.Row([ft.Container(content, width=READABLE)], alignment=ft.MainAxisAlignment.CENTER)


def letter_keys(app: App, useful: Container[str], press: Callable[[str], Any], back: Callable[[], Any] | None,
                clear: Callable[[], Any] | None) -> ft.Control:  # fmt: skip
    """A to Z; letters that find nothing are grey."""
    words = app.words
    keys = [
        _key(app, letter, app.look.text(letter, 20 * _shrink(app), family=SANS_BOLD),
             partial(press, letter) if letter.casefold() in useful else None)
        for letter in LETTERS
    ]  # fmt: skip
    keys.append(_key(app, words("Start again"), icon("close", 22, app.palette.ink), clear))
    keys.append(_key(app, words("Delete the last letter"), icon("back", 22, app.palette.ink), back))
    return _grid(keys, ACROSS)


def digit_keys(app: App, press: Callable[[str], Any], back: Callable[[], Any], clear: Callable[[], Any]) -> ft.Control:
    """1 to 9, clear, 0, back."""
    words = app.words

    def digit(number: str) -> ft.Control:
        return _key(app, number, app.look.text(number, 26 * _shrink(app), family=SANS_BOLD), partial(press, number), 60)

    keys = [digit(number) for number in "123456789"]
    keys.append(_key(app, words("Start again"), icon("close", 24, app.palette.ink), clear, 60))
    keys.append(digit("0"))
    keys.append(_key(app, words("Delete the last digit"), icon("back", 24, app.palette.ink), back, 60))
    return _grid(keys, 3)


def _shrink(app: App) -> float:
    """Keys keep their size, so their letters stop growing at 140 %."""
    return min(app.look.scale, 1.4) / app.look.scale


def _key(app: App, label: str, content: ft.Control, act: Callable[[], Any] | None, height: float = TOUCH) -> ft.Control:
    return ft.Container(
        tappable(
            app,
            label,
            content,
            act,
            height=height,
            padding=0,
            border_radius=10,
            bgcolor=app.palette.card,
            border=ft.Border.all(1.5, app.palette.line),
        ),
        expand=1,
        key=label,
    )


def _grid(keys: list[ft.Control], across: int) -> ft.Control:
    rows: list[ft.Control] = [
        ft.Row(keys[start : start + across], spacing=_GAP) for start in range(0, len(keys), across)
    ]
    return ft.Column(rows, spacing=_GAP, tight=True)


@screen
def number_box(
    app: App,
    label: str,
    value: int,
    change: Callable[[int], Any],
    *,
    least: int = 0,
    most: int = 99,
    icon_name: str | None = None,
    caption: str | None = None,
) -> ft.Control:
    """A number with minus and plus; a tap on the number itself opens the keypad.

    `caption` is shown instead of the label, where the label would say again what the place says ("" for none).
    """
    look = app.look
    ask = use_number_sheet(app)
    number = tappable(
        app,
        f"{label}: {value}",
        look.text(str(value), look.limited(24), family=SANS_BOLD, align=ft.TextAlign.CENTER),
        lambda: ask(label, value, change, least, most),
        height=max(TOUCH, look.grown(40)),
        padding=ft.Padding.symmetric(horizontal=6),
        border_radius=10,
        border=ft.Border.all(1.5, app.palette.line),
        bgcolor=app.palette.page,
    )
    steps = ft.Row(
        [
            icon_button(app, "remove", app.words("{what}: one less", what=label),
                        (lambda: change(value - 1)) if value > least else None),
            ft.Container(number, width=look.grown(33 + 9 * len(str(most))) + 12),
            icon_button(app, "add", app.words("{what}: one more", what=label),
                        (lambda: change(value + 1)) if value < most else None),
        ],
        spacing=2,
        tight=True,
    )  # fmt: skip
    shown = label if caption is None else caption
    if not shown and icon_name is None:
        return steps
    name: list[ft.Control] = [icon(icon_name, 26 * look.scale, app.palette.ink)] if icon_name else []
    if shown:
        name.append(look.text(shown, 16))
    return ft.Row(
        [ft.Row(name, spacing=8, tight=True), steps],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        wrap=True,
        spacing=8,
        run_spacing=0,
    )
