"""The table from above: a small picture with its four seats."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.after_the_empire.names import place_name, side_letter
from companion.games.after_the_empire.setting_up.draft import Change, Draft, put_seat, shown_name
from companion.shell.app_context import App
from companion.shell.look import CAPS, PLAYERS, SANS, SANS_BOLD
from companion.shell.parts import icon, tappable
from engine.games.after_the_empire.compass import SIDES

_ACROSS = 300
_SEAT_WIDTH = 104


def _heights(app: App) -> tuple[float, float]:
    """Of a seat and of the whole picture: higher where the text is larger."""
    seat = 52 if app.look.scale <= 1.1 else 64
    return seat, 3 * seat + 48


def _place(app: App, side: str) -> tuple[float, float]:
    """Where a seat is in the picture, from the left and from the top."""
    seat, deep = _heights(app)
    middle = (_ACROSS - _SEAT_WIDTH) / 2
    return {
        "N": (middle, 0.0),
        "S": (middle, deep - seat),
        "W": (0.0, (deep - seat) / 2),
        "E": (_ACROSS - _SEAT_WIDTH, (deep - seat) / 2),
    }[side]


def table_picture(app: App, draft: Draft, chosen: int, choose: Callable[[int], Any], change: Change) -> ft.Control:
    """The table with its four seats: tap a player to choose them, tap another seat to sit there."""
    words, palette = app.words, app.palette
    _, deep = _heights(app)
    by_side = {seat.side: number for number, seat in enumerate(draft.seats)}
    top = ft.Container(
        ft.Column(
            [icon("compass", 44, palette.muted)],
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        left=64,
        top=34,
        width=_ACROSS - 128,
        height=deep - 68,
        bgcolor=palette.yard,
        border=ft.Border.all(3, palette.wood),
        border_radius=20,
        alignment=ft.Alignment.CENTER,
    )
    seats = [_seat(app, draft, side, by_side.get(side), chosen, choose, change) for side in SIDES]
    name = shown_name(words, draft.seats[chosen])
    return ft.Column(
        [
            ft.Container(
                ft.Stack([top, *seats], width=_ACROSS, height=deep), alignment=ft.Alignment.CENTER
            ),
            app.look.text(words("Tap a seat: {name} sits there.", name=name), 15, colour=palette.muted,
                          align=ft.TextAlign.CENTER),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )  # fmt: skip


def _seat(
    app: App,
    draft: Draft,
    side: str,
    number: int | None,
    chosen: int,
    choose: Callable[[int], Any],
    change: Change,
) -> ft.Control:
    words, look, palette = app.words, app.look, app.palette
    left, top = _place(app, side)
    tall, _ = _heights(app)
    small = min(look.scale, 1.25) / look.scale  # the picture keeps its size
    who = words("free") if number is None else shown_name(words, draft.seats[number])
    colour = palette.muted if number is None else look.player(draft.seats[number].colour)
    shape = "" if number is None else PLAYERS[draft.seats[number].colour].shape + " "
    content = ft.Column(
        [
            look.text(side_letter(words, side), 13 * small, family=CAPS, colour=palette.muted),
            look.text(
                f"{shape}{who}", 15 * small, family=SANS if number is None else SANS_BOLD, colour=colour, lines=1
            ),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )

    def act() -> None:
        if number is not None and number != chosen and len(draft.seats) > 1:
            choose(number)
        elif number is None:
            change(put_seat(draft, chosen, draft.seats[chosen]._replace(side=side)))

    return ft.Container(
        tappable(
            app,
            words("Seat {side}: {who}", side=place_name(words, side), who=who),
            content,
            act,
            width=_SEAT_WIDTH,
            height=tall,
            padding=4,
            bgcolor=palette.card if number is not None else palette.page,
            border=ft.Border.all(3 if number == chosen else 2, palette.ink if number == chosen else palette.line),
            border_radius=14,
        ),
        left=left,
        top=top,
        key=f"seat {side}",
    )
