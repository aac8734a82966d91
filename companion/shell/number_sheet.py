"""A number asked for on a sheet: by steps of one or five, dragged, or by the keypad. Never the system keyboard.

ask = use_number_sheet(app)                     # once in a screen's body, like any hook
...
lambda: ask(words("Gold"), player.gold, set_gold, most=999)
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

import flet as ft

from companion.shell.app_context import App
from companion.shell.dragging import draggable
from companion.shell.look import SANS_BOLD, TOUCH
from companion.shell.parts import heading, icon, spoken, tappable
from companion.shell.sheet import bottom_sheet, on_sheet, sheet_foot, sheet_page
from companion.shell.taps import Act

MOST = 999
STEPS = (-5, -1, 1, 5)
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


class Typed(NamedTuple):
    """The number so far; a digit starts anew until one was typed."""

    number: int
    typing: bool = False


class _Question(NamedTuple):
    title: str
    value: int
    on_done: Callable[[int], Any]
    least: int
    most: int


class AskNumber(Protocol):
    """Opens the sheet; `on_done` gets the number, unless the player cancels."""

    def __call__(
        self, title: str, value: int, on_done: Callable[[int], Any], least: int = 0, most: int = MOST
    ) -> None: ...


_NOTHING: _Question | None = None


def use_number_sheet(app: App) -> AskNumber:
    """A hook: the way to ask for a number."""
    asked, set_asked = ft.use_state(_NOTHING)

    def close() -> None:
        set_asked(None)

    def ask(title: str, value: int, on_done: Callable[[int], Any], least: int = 0, most: int = MOST) -> None:
        set_asked(_Question(title, value, on_done, least, most))

    ft.use_dialog(number_sheet(app, *asked, on_close=close) if asked is not None else None)
    return ask


def number_sheet(
    app: App,
    title: str,
    value: int,
    on_done: Callable[[int], Any],
    least: int = 0,
    most: int = MOST,
    *,
    on_close: Act,
) -> ft.BottomSheet:
    """The sheet, for `ft.use_dialog`. After Done `on_close` is called first, then `on_done` with the number."""

    def done(number: int) -> None:
        on_close()
        on_done(number)

    return bottom_sheet(app, NumberPad(app, title, value, done, on_close, least, most), on_close)


@ft.component
def NumberPad(  # noqa: N802  (a component)
    app: App, title: str, value: int, on_done: Callable[[int], Any], on_cancel: Act, least: int, most: int
) -> ft.Control:
    """The number, big, and the ways to change it. Only this is drawn again while one types."""
    now: Any = ft.use_ref(Typed(value))  # two quick taps must both count, so the truth is not in a closure
    typed, show = ft.use_state(Typed(value))
    words = app.words

    def change(to: Typed) -> None:
        now.current = to
        show(to)

    def step(by: int) -> None:
        change(Typed(min(most, max(least, now.current.number + by))))

    def digit(key: str) -> None:
        change(with_digit(now.current, key, most))

    def done() -> None:
        if least <= now.current.number <= most:
            on_done(now.current.number)

    def rub_out() -> None:
        change(Typed(now.current.number // 10, typing=True))

    number = typed.number
    told = (
        words("was {n}", n=value)
        if number != value
        else words("{least} to {most}, by keys or dragged", least=least, most=most)
    )
    figure = draggable(title, _figure(app, title, number, told), number, step, least=least, most=most)
    shown = [figure, _steps(app, step)]
    keys = _keys(app, digit, rub_out)
    finish = done if least <= number <= most else None
    if _lies(app):
        left = [heading(app, title, 24, level=2), *shown, sheet_foot(app, finish, on_cancel)]
        return on_sheet(ft.Row([_half(left), _half(keys)], spacing=16, vertical_alignment=ft.CrossAxisAlignment.END))
    return sheet_page(app, title, [*shown, *keys], done=finish, cancel=on_cancel)


def _figure(app: App, title: str, number: int, told: str) -> ft.Control:
    """The number so far."""
    look = app.look
    lines: list[ft.Control] = [
        look.text(str(number), look.limited(52), family=SANS_BOLD, align=ft.TextAlign.CENTER),
        look.text(told, 15, colour=app.palette.muted, align=ft.TextAlign.CENTER),
    ]
    return spoken(
        f"{title}: {number}",
        ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        live_region=True,
    )


def _steps(app: App, step: Callable[[int], None]) -> ft.Control:
    """One or five at a time."""
    words = app.words
    keys: list[ft.Control] = []
    for by in STEPS:
        label = words("{n} less", n=-by) if by < 0 else words("{n} more", n=by)
        keys.append(_key(app, f"{by:+d}".replace("-", "−"), label, partial(step, by), plain=True))
    return ft.Row(keys, spacing=8)


def _keys(app: App, digit: Callable[[str], None], rub_out: Act) -> list[ft.Control]:
    """The digits."""
    words = app.words
    rows: list[ft.Control] = [
        ft.Row([_key(app, key, words("Digit {n}", n=key), partial(digit, key)) for key in row], spacing=8)
        for row in (KEYS[:3], KEYS[3:6], KEYS[6:])
    ]
    last = [
        ft.Container(expand=1),
        _key(app, "0", words("Digit {n}", n=0), partial(digit, "0")),
        _key(app, "back", words("Take the last digit away"), rub_out, icon_name="back", plain=True),
    ]
    return [*rows, ft.Row(last, spacing=8)]


def _lies(app: App) -> bool:
    """Is the screen low and broad? Then the keys stand beside the number."""
    page = ft.context.page
    return app.low and (page.width or 0) > (page.height or 0)


def _half(content: list[ft.Control]) -> ft.Control:
    return ft.Column(content, spacing=8, tight=True, expand=1, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def with_digit(typed: Typed, digit: str, most: int) -> Typed:
    """One digit more; the first one starts a new number, and none leads beyond the most."""
    number = typed.number * 10 + int(digit) if typed.typing else int(digit)
    return Typed(min(number, most), typing=True)


def _key(app: App, face: str, label: str, act: Act, *, icon_name: str | None = None, plain: bool = False) -> ft.Control:
    """One key of the pad."""
    palette = app.palette
    shown: ft.Control = (
        icon(icon_name, app.look.grown(26), palette.ink)
        if icon_name
        else app.look.text(face, app.look.limited(24), family=SANS_BOLD, align=ft.TextAlign.CENTER)
    )
    return ft.Container(
        tappable(
            app,
            label,
            shown,
            act,
            bgcolor=palette.page if plain else palette.card,
            border=ft.Border.all(2, palette.line),
            padding=0,
            height=max(TOUCH if app.low else 52, app.look.grown(40)),
        ),
        expand=1,
    )
