"""The pieces screens are made of: buttons, cards, chips, steppers, headings. Each can be touched and be read aloud."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.dragging import draggable
from companion.shell.look import CAPS, GAP, PLAYERS, ROUND, SANS_BOLD, TOUCH
from companion.shell.taps import Act, tapped


@ft.control("Semantics")  # type: ignore[arg-type]  # Flet's decorator is typed for its own classes
class Spoken(ft.Semantics):
    """Flet's own, but one that can be activated: its client listens to `on_click`, not to the `on_tap` it documents."""

    on_click: ft.ControlEventHandler["Spoken"] | None = None


def spoken(label: str, content: ft.Control, *, on_tap: Act | None = None, **roles: Any) -> ft.Semantics:
    """Content that a screen reader calls `label`."""
    return Spoken(
        label=label,
        content=content,
        container=True,
        exclude_semantics=True,
        on_tap=None if on_tap is None else tapped(label, on_tap),
        on_click=None if on_tap is None else tapped(label, on_tap),
        focusable=None if on_tap is None else True,  # the keyboard reaches it too
        **roles,
    )


def icon(name: str, size: float, colour: str) -> ft.Image:
    """One of the app's own icons, in any colour."""
    return ft.Image(src=f"icons/{name}.svg", width=size, height=size, color=colour, exclude_from_semantics=True)


def tappable(app: App, label: str, content: ft.Control, act: Act | None, **box: Any) -> ft.Control:
    """Anything that can be touched: at least 48 px, a role and a name, greyed when it cannot be used now."""
    shape: dict[str, Any] = {"border_radius": ROUND, "padding": ft.Padding.symmetric(horizontal=GAP, vertical=8)} | box
    return spoken(
        label,
        ft.Container(
            content,
            on_click=None if act is None else tapped(label, act),
            ink=act is not None,
            opacity=1.0 if act is not None else 0.45,
            alignment=shape.pop("alignment", ft.Alignment.CENTER),
            **shape,
        ),
        button=True,
        on_tap=act,
    )


def in_reach(app: App, *controls: ft.Control) -> list[ft.Control]:
    """Things side by side, the most used last, at the right thumb; for a left hand first."""
    return list(controls[::-1] if app.store.settings.left_hand else controls)


def big_button(app: App, label: str, act: Act | None, *, key: str | None = None) -> ft.Control:
    """The one big button of a screen: it always says what comes next."""
    palette = app.palette
    return ft.Container(
        tappable(
            app,
            label,
            app.look.text(
                label,
                app.look.limited(22),
                family=CAPS,
                colour=palette.on_button,
                align=ft.TextAlign.CENTER,
                lines=3,
            ),
            act,
            bgcolor=palette.button,
            padding=ft.Padding.symmetric(horizontal=GAP, vertical=11 if app.low else 17),
        ),
        key=key,
    )


def flexible(text: ft.Text) -> ft.Control:
    """Text in a row that takes the room it needs and wraps, or ends in dots, where there is less."""
    return ft.Container(text, expand=True, expand_loose=True)


def button(
    app: App,
    label: str,
    act: Act | None,
    *,
    icon_name: str | None = None,
    chosen: bool = False,
    colour: str | None = None,
    share: float = 1,
) -> ft.Control:
    """An ordinary button: outlined, rounded; a long label goes on in a second line. `share` of a column is its own."""
    palette = app.palette
    ink = palette.on_button if chosen else colour or palette.ink
    content: list[ft.Control] = [icon(icon_name, app.look.grown(20), ink)] if icon_name else []
    others = app.look.column * (1 - share)
    text = app.look.text(label, 16, family=SANS_BOLD, colour=ink, align=ft.TextAlign.CENTER, beside=others)
    content.append(flexible(text))
    return tappable(
        app,
        label,
        ft.Row(content, spacing=8, alignment=ft.MainAxisAlignment.CENTER, tight=True, wrap=False),
        act,
        bgcolor=palette.button if chosen else palette.card,
        border=ft.Border.all(2, palette.button if chosen else colour or palette.line),
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=13),
        border_radius=TOUCH / 2,
        alignment=None,  # as wide as its label, unless it is stretched
    )


def icon_button(app: App, icon_name: str, label: str, act: Act | None, *, colour: str | None = None) -> ft.Control:
    """A round button with an icon; its label is spoken and shown on a long press."""
    return tappable(
        app,
        label,
        icon(icon_name, app.look.grown(24), colour or app.palette.ink),
        act,
        width=max(TOUCH, app.look.grown(40)),
        height=max(TOUCH, app.look.grown(40)),
        padding=0,
        border_radius=TOUCH,
        tooltip=label,
    )


def card(app: App, *content: ft.Control, colour: str | None = None, padding: float = 16) -> ft.Container:
    """A sheet of parchment with things on it."""
    return ft.Container(
        ft.Column(list(content), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=app.palette.card,
        border=ft.Border.all(2 if colour is None else 3, colour or app.palette.line),
        border_radius=ROUND,
        padding=padding,
    )


def heading(app: App, text: str, size: float = 26, *, level: int = 1) -> ft.Control:
    """A heading, also for screen readers."""
    return ft.Semantics(header=True, heading_level=level, label=text, exclude_semantics=True, container=True,
                        content=app.look.title(text, size))  # fmt: skip


def player_name(app: App, name: str, colour: str, size: float = 16) -> ft.Row:
    """A player's shape and name in their colour."""
    ink = app.look.player(colour)
    shape = PLAYERS.get(colour, PLAYERS["blue"]).shape
    return ft.Row(
        [app.look.text(shape, size, colour=ink), flexible(app.look.bold(name, size, colour=ink, lines=1))],
        spacing=6,
        tight=True,
    )


def stepper(
    app: App, label: str, value: int, change: Callable[[int], Any], *, least: int = 0, most: int = 9_999
) -> ft.Control:
    """A number with big minus and plus, one tap each, or dragged; never the system keyboard."""
    look = app.look
    return ft.Row(
        [
            icon_button(app, "remove", app.words("{what}: one less", what=label),
                        (lambda: change(value - 1)) if value > least else None),
            draggable(label, spoken(f"{label}: {value}", look.text(str(value), 26, family=SANS_BOLD,
                                                                   align=ft.TextAlign.CENTER)),
                      value, lambda by: change(value + by), least=least, most=most),
            icon_button(app, "add", app.words("{what}: one more", what=label),
                        (lambda: change(value + 1)) if value < most else None),
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=4,
        tight=True,
    )  # fmt: skip


def choices(app: App, options: Sequence[tuple[Any, str]], chosen: Any, choose: Callable[[Any], Any]) -> ft.Control:
    """One of a few: a row of buttons that wraps, the chosen one dark."""
    return ft.Row(
        [
            ft.Container(button(app, label, partial(choose, value), chosen=value == chosen), key=str(value))
            for value, label in options
        ],
        wrap=True,
        spacing=8,
        run_spacing=8,
    )


def empty(app: App, icon_name: str, text: str) -> ft.Control:
    """What a list shows when there is nothing in it yet."""
    return ft.Container(
        ft.Column(
            [icon(icon_name, 56, app.palette.muted), app.look.text(text, 17, colour=app.palette.muted,
                                                                     align=ft.TextAlign.CENTER)],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=12,
        ),
        padding=32,
        alignment=ft.Alignment.CENTER,
    )  # fmt: skip
