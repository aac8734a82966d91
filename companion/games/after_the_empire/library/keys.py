"""In-app keys: letters to find a card, digits to set a number. The system keyboard stays away."""

from collections.abc import Callable, Container
from functools import partial
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import SANS_BOLD, TOUCH
from companion.shell.parts import button, icon, icon_button, tappable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACROSS = 7
_GAP = 3

_NOT_TYPING: str | None = None


READABLE = 720
"""No wider than this are lines of text that are read."""


def narrow(app: App, content: ft.Control) -> ft.Control:
    """Content that does not grow with a wide screen."""
    if not app.wide:
        return content
    return ft.Row([ft.Container(content, width=READABLE)], alignment=ft.MainAxisAlignment.CENTER)


def line_button(
    app: App,
    label: str,
    act: Callable[[], Any] | None,
    *,
    icon_name: str | None = None,
    colour: str | None = None,
) -> ft.Control:
    """A button as wide as its column; a long label goes on in a second line."""
    ink = colour or app.palette.ink
    text = ft.Container(
        app.look.text(label, 16, family=SANS_BOLD, colour=ink, align=ft.TextAlign.CENTER),
        expand=True,
        expand_loose=True,
    )
    content: list[ft.Control] = [icon(icon_name, 20 * app.look.scale, ink)] if icon_name else []
    return tappable(
        app,
        label,
        ft.Row([*content, text], spacing=8, alignment=ft.MainAxisAlignment.CENTER),
        act,
        bgcolor=app.palette.card,
        border=ft.Border.all(2, colour or app.palette.line),
        padding=ft.Padding.symmetric(horizontal=16, vertical=12),
        border_radius=TOUCH / 2,
    )


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
    typed, set_typed = ft.use_state(_NOT_TYPING)
    look = app.look

    def close() -> None:
        set_typed(None)

    def enter() -> None:
        set_typed(None)
        change(max(least, min(most, int(typed or "0"))))

    ft.use_dialog(_keypad(app, label, value, typed, set_typed, enter, close, most) if typed is not None else None)
    number = tappable(
        app,
        f"{label}: {value}",
        look.text(str(value), 24, family=SANS_BOLD, align=ft.TextAlign.CENTER),
        lambda: set_typed(""),
        height=TOUCH * max(1.0, look.scale * 0.85),
        padding=ft.Padding.symmetric(horizontal=6),
        border_radius=10,
        border=ft.Border.all(1.5, app.palette.line),
        bgcolor=app.palette.page,
    )
    steps = ft.Row(
        [
            icon_button(app, "remove", app.words("{what}: one less", what=label),
                        (lambda: change(value - 1)) if value > least else None),
            ft.Container(number, width=(44 + 12 * len(str(most))) * look.scale * 0.75 + 12),
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


def _keypad(
    app: App,
    label: str,
    value: int,
    typed: str,
    set_typed: Callable[[str], Any],
    enter: Callable[[], Any],
    close: Callable[[], Any],
    most: int,
) -> ft.AlertDialog:
    """The digits, and what they make so far."""
    look, words = app.look, app.words

    def press(digit: str) -> None:
        longer = (typed + digit).lstrip("0") or "0"
        set_typed(longer if int(longer) <= most else typed)

    shown = look.text(typed or str(value), 40, family=SANS_BOLD, align=ft.TextAlign.CENTER,
                      colour=app.palette.ink if typed else app.palette.muted)  # fmt: skip
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        title=look.title(label, 20),
        content=ft.Container(
            ft.Column(
                [
                    shown,
                    digit_keys(app, press, lambda: set_typed(typed[:-1]), lambda: set_typed("")),
                    ft.Row(
                        [
                            ft.Container(button(app, words("Cancel"), close), expand=1),
                            ft.Container(button(app, words("Set"), enter if typed else close, chosen=True), expand=1),
                        ],
                        spacing=8,
                    ),
                ],
                tight=True,
                spacing=12,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            width=300,
        ),
        on_dismiss=lambda e: close(),
    )
