"""The players of a new table: a small table picture with its four seats, names, colours, gates, turn order."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.compass import side_letter, side_name
from companion.games.after_the_empire.library.keys import line_button, number_box
from companion.games.after_the_empire.setting_up.draft import (
    COLOURS,
    Draft,
    Seat,
    as_last_time,
    colour_name,
    put_seat,
    shown_name,
    tapped_in_order,
    turn_order,
    with_players,
)
from companion.shell.app_context import App
from companion.shell.look import CAPS, PLAYERS, ROUND, SANS, SANS_BOLD, SYMBOLS, TOUCH
from companion.shell.parts import button, choices, icon, tappable
from companion.shell.rows import filling, note, section, wrapped
from companion.storage.settings import SeatedPlayer
from engine.games.after_the_empire.compass import SIDES

Change = Callable[[Draft], Any]


class Typed:
    """The names as they are being typed: kept outside what is drawn, so that no key redraws the field."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}

    def into(self, draft: Draft) -> Draft:
        """The draft with the names typed so far."""
        seats = tuple(seat._replace(name=self.names.get(number, seat.name)) for number, seat in enumerate(draft.seats))
        return draft._replace(seats=seats)


def players_section(
    app: App,
    draft: Draft,
    change: Change,
    *,
    typed: Typed,
    chosen: int,
    choose: Callable[[int], Any],
    last: tuple[SeatedPlayer, ...],
    known: tuple[str, ...],
    fault: str | None,
) -> ft.Control:
    """Who plays, and where they sit."""
    words = app.words
    content: list[ft.Control] = []
    if len(last) >= 2 and not _are_seated(draft, last):
        names = ", ".join(player.name for player in last)

        def again() -> None:
            typed.names.clear()
            change(as_last_time(draft, last))

        content.append(line_button(app, words("As last time: {names}", names=names), again, icon_name="recent"))
    content.append(
        choices(app, [(n, words("{n} players", n=n)) for n in (2, 3, 4)], len(draft.seats),
                lambda n: change(with_players(typed.into(draft), n)))
    )  # fmt: skip
    content.append(_table_picture(app, draft, chosen, choose, change))
    content.extend(
        _player_card(app, draft, number, change, typed, number == chosen, partial(choose, number), known)
        for number in range(len(draft.seats))
    )
    if fault:
        content.append(app.look.text(fault, 16, family=SANS_BOLD, colour=app.palette.bad))
    return section(app, words("Players"), *content, icon_name="players")


def _are_seated(draft: Draft, last: tuple[SeatedPlayer, ...]) -> bool:
    return [(seat.name, seat.colour, seat.side) for seat in draft.seats] == [
        (player.name, player.colour, player.seat) for player in last
    ]


# the table from above

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


def _table_picture(app: App, draft: Draft, chosen: int, choose: Callable[[int], Any], change: Change) -> ft.Control:
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
            words("Seat {side}: {who}", side=side_name(words, side), who=who),
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


# one player


def _player_card(
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
    gates = [(side, side_name(words, side)) for side in SIDES]
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


# turn order


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
