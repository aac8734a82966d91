"""The turn order of a new table (S-2)."""

from functools import partial

import flet as ft

from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.setting_up.draft import (
    Change,
    Draft,
    put_seat,
    shown_name,
    tapped_in_order,
    turn_order,
)
from companion.shell.app_context import App
from companion.shell.look import PLAYERS, SANS_BOLD
from companion.shell.parts import choices, icon, tappable
from companion.shell.rows import filling, note, section


def order_section(app: App, draft: Draft, change: Change) -> ft.Control:
    """S-2: who goes first: tapped in order, or by the starting refugees' initiative."""
    words, look, palette = app.words, app.look, app.palette
    order = turn_order(draft)
    gold = draft.constants.start_gold
    rows: list[ft.Control] = []
    for number, seat in enumerate(draft.seats):
        place = order.index(number) if number in order else None
        name = shown_name(words, seat)
        ink = look.player(seat.colour)
        told = words("{name}: not yet in turn order", name=name)
        if place is not None:
            told = words("{name}: number {n} in turn order, {gold} gold", name=name, n=place + 1, gold=gold[place])
        disc = ft.Container(
            look.text("" if place is None else str(place + 1), 18, family=SANS_BOLD, colour=palette.on_button),
            width=32 * look.scale,
            height=32 * look.scale,
            border_radius=32,
            bgcolor=None if place is None else palette.button,
            border=ft.Border.all(2, palette.button if place is not None else palette.line),
            alignment=ft.Alignment.CENTER,
        )
        content: list[ft.Control] = [
            disc,
            filling(look.bold(f"{PLAYERS[seat.colour].shape} {name}", 17, colour=ink, lines=1)),
        ]
        if place is not None:
            content += [look.text(str(gold[place]), 17, family=SANS_BOLD), icon("gold", 20 * look.scale, palette.gold)]
        row = ft.Row(content, spacing=10)
        if draft.by_initiative:
            rows.append(ft.Container(row, padding=ft.Padding.symmetric(horizontal=12, vertical=4)))
            rows.append(
                number_box(
                    app,
                    words("{name}, initiative", name=name),
                    seat.initiative,
                    partial(_set_initiative, draft, change, number),
                    icon_name="initiative",
                    caption=words("initiative"),
                    key=f"initiative of {number}",
                )
            )
        else:
            rows.append(
                ft.Container(
                    tappable(
                        app,
                        told,
                        row,
                        partial(_tap_order, draft, change, number),
                        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
                        border=ft.Border.all(2, palette.line),
                    ),
                    key=f"order {number}",
                )
            )
    how = words("Tap the players in turn order.")
    if draft.by_initiative:
        how = words("The lowest initiative goes first.")
    return section(
        app,
        words("Turn order"),
        choices(
            app,
            [(False, words("Tap in order")), (True, words("By initiative"))],
            draft.by_initiative,
            lambda by: change(draft._replace(by_initiative=by)),
        ),
        note(app, how),
        *rows,
        icon_name="turn-order",
    )


def _tap_order(draft: Draft, change: Change, number: int) -> None:
    change(tapped_in_order(draft, number))


def _set_initiative(draft: Draft, change: Change, number: int, initiative: int) -> None:
    change(put_seat(draft, number, draft.seats[number]._replace(initiative=initiative)))
