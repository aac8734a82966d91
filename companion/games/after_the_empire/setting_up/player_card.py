"""One player of a new table: the name, the colour with its shape, the gate."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.names import place_name
from companion.games.after_the_empire.setting_up.draft import (
    COLOURS,
    Change,
    Draft,
    Seat,
    colour_name,
    put_seat,
    shown_name,
)
from companion.shell.app_context import App
from companion.shell.look import PLAYERS, ROUND, SANS, SANS_BOLD, SYMBOLS, TOUCH
from companion.shell.parts import button, choices, tappable
from companion.shell.rows import note, wrapped
from engine.games.after_the_empire.compass import SIDES


class Typed:
    """The names as they are being typed: kept outside what is drawn, so that no key redraws the field."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}

    def into(self, draft: Draft) -> Draft:
        """The draft with the names typed so far."""
        seats = tuple(seat._replace(name=self.names.get(number, seat.name)) for number, seat in enumerate(draft.seats))
        return draft._replace(seats=seats)


def player_card(
    app: App,
    draft: Draft,
    number: int,
    change: Change,
    typed: Typed,
    opened: bool,
    choose: Callable[[], Any],
    known: tuple[str, ...],
) -> ft.Control:
    """Name and colour; the chosen player's colours, seat and gate below."""
    words, look, palette = app.words, app.look, app.palette
    seat = draft.seats[number]

    def put(new: Seat) -> None:
        change(put_seat(typed.into(draft), number, new))

    def write(e: Any) -> None:
        typed.names[number] = e.control.value or ""

    def done(e: Any = None) -> None:
        change(typed.into(draft))

    ink = look.player(seat.colour)
    badge = tappable(
        app,
        words("{name}: colour, seat and gate", name=shown_name(words, seat)),
        look.text(PLAYERS[seat.colour].shape, 24 * min(look.scale, 1.3) / look.scale, colour=ink),
        choose,
        width=TOUCH,
        height=TOUCH,
        padding=0,
        border_radius=12,
        bgcolor=palette.page,
        border=ft.Border.all(2, ink),
    )
    field = ft.TextField(
        value=typed.names.get(number, seat.name),
        hint_text=colour_name(words, seat.colour),
        label=words("Name of player {n}", n=number + 1),
        max_length=40,
        counter="",
        capitalization=ft.TextCapitalization.WORDS,
        autocorrect=False,
        text_style=ft.TextStyle(size=18 * look.scale, font_family=SANS_BOLD, color=palette.ink,
                                font_family_fallback=[SYMBOLS]),
        label_style=ft.TextStyle(size=14 * look.scale, font_family=SANS, color=palette.muted),
        hint_style=ft.TextStyle(size=18 * look.scale, font_family=SANS_BOLD, color=palette.muted),
        border=ft.OutlineInputBorder(border_radius=12, side=ft.BorderSide(2, palette.line)),
        on_change=write,
        on_blur=done,
        on_submit=done,
        on_focus=lambda e: None if opened else choose(),
        key=f"name {number}",
    )  # fmt: skip
    rows: list[ft.Control] = [
        ft.Row([badge, ft.Container(field, expand=True)], spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    ]
    if opened:
        rows.extend(_details(app, draft, number, put, typed, change, known))
    return ft.Container(
        ft.Column(rows, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        key=f"player {number}",
        padding=10,
        border_radius=ROUND,
        border=ft.Border.all(2, palette.ink if opened else palette.line),
    )


def _details(
    app: App,
    draft: Draft,
    number: int,
    put: Callable[[Seat], Any],
    typed: Typed,
    change: Change,
    known: tuple[str, ...],
) -> list[ft.Control]:
    words = app.words
    seat = typed.into(draft).seats[number]
    rows: list[ft.Control] = []
    taken = {each.name.strip().casefold() for each in typed.into(draft).seats}
    offered = [name for name in known if name.casefold() not in taken][:6]
    if offered and not seat.name.strip():

        def call(name: str) -> None:
            typed.names.pop(number, None)
            put(seat._replace(name=name))

        rows.append(wrapped(*(button(app, name, partial(call, name)) for name in offered)))
    rows.append(_labelled(app, words("Colour and shape"), _colours(app, seat, put)))
    gates = [(side, place_name(words, side)) for side in SIDES]
    gate = choices(app, gates, seat.gate, lambda side: put(seat._replace(gate=side)))
    rows.append(_labelled(app, words("Gate on the side"), gate))
    return rows


def _labelled(app: App, label: str, content: ft.Control) -> ft.Control:
    return ft.Column([note(app, label), content], spacing=4, tight=True)


def _colours(app: App, seat: Seat, put: Callable[[Seat], Any]) -> ft.Control:
    """Six colours, each with its shape; taking one that is taken swaps."""
    look, palette, words = app.look, app.palette, app.words
    discs: list[ft.Control] = []
    for colour in COLOURS:
        chosen = colour == seat.colour
        ink = look.player(colour)
        discs.append(
            ft.Container(
                tappable(
                    app,
                    words("Colour {name}", name=colour_name(words, colour)),
                    look.text(PLAYERS[colour].shape, 22 * min(look.scale, 1.3) / look.scale,
                              colour=palette.card if chosen else ink),
                    partial(put, seat._replace(colour=colour)),
                    width=TOUCH,
                    height=TOUCH,
                    padding=0,
                    border_radius=TOUCH / 2,
                    bgcolor=ink if chosen else palette.card,
                    border=ft.Border.all(2, ink),
                ),
                key=f"colour {colour}",
            )
        )  # fmt: skip
    return ft.Row(discs, wrap=True, spacing=3, run_spacing=3)
