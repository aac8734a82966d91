"""The phones at a table: how to join it, who is here, and who is sent away."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.serve.guest_book import Guest
from companion.serve.phone_store import PhoneStore
from companion.serve.screens.code_picture import code_picture
from companion.serve.trouble import NotYours
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.parts import big_button, button, card, heading, player_name
from companion.shell.rows import columns
from companion.shell.taps import Act
from companion.shell.words import told
from companion.storage import StorageTrouble

_NOBODY: Guest | None = None

Ask = Callable[[Guest], Any]


@screen
def PhonesScreen(app: App, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """For everybody: the code to pass on. For the host also: free a seat, send a phone away, another code."""
    store, words = app.store, app.words
    assert isinstance(store, PhoneStore)
    leaving, ask = ft.use_state(_NOBODY)
    table = store.table(table_id)
    url = store.hall.joining_url(table_id)
    code = store.hall.book.code_of(table_id)

    def send_away(guest: Guest) -> None:
        ask(None)
        try:
            store.send_away(table_id, guest.device)
        except (NotYours, StorageTrouble) as trouble:
            app.say(told(words, trouble))

    ft.use_dialog(_sure(app, leaving, send_away, lambda: ask(None)) if leaving is not None else None)
    joining = card(
        app,
        code_picture(app, url),
        ft.Row([heading(app, " ".join((code[:3], code[3:])), 34, level=2)], alignment=ft.MainAxisAlignment.CENTER),
        app.look.text(url, 15, colour=app.palette.muted, align=ft.TextAlign.CENTER),
    )
    people = card(
        app,
        heading(app, words("At this table"), 20, level=2),
        *(
            _seat(app, store, seat, table.state.players[seat], table_id, ask)
            for seat in range(len(table.state.players))
        ),
        *(_watcher(app, store, guest, ask) for guest in store.hall.guests(table_id) if guest.seat is None),
    )
    tools: list[ft.Control] = [button(app, words("Copy the address"), lambda: app.copy(url), icon_name="copy")]
    if store.runs:
        tools.append(button(app, words("Another code"), lambda: store.change_code(table_id), icon_name="refresh"))
    return frame(
        app,
        title=words("Phones"),
        subtitle=table.name,
        back=f"/table/{table_id}",
        body=[columns(app, joining, people), *tools],
        foot=[big_button(app, words("To the table"), lambda: app.go(f"/table/{table_id}"))],
    )


def _seat(app: App, store: PhoneStore, seat: int, player: Any, table_id: int, ask: Ask) -> ft.Control:
    words = app.words
    guest = next((guest for guest in store.hall.guests(table_id) if guest.seat == seat), None)
    if guest is None:
        state = words("free")
    else:
        state = words("here") if store.hall.here(guest.device) else words("away")
    name = player_name(app, player.name, player.colour, 18)
    row: list[ft.Control] = [
        ft.Container(name, expand=True),
        app.look.text(state, 16, colour=app.palette.muted),
    ]
    if guest is not None and store.runs and not guest.host:
        row.append(button(app, words("Free the seat"), partial(ask, guest)))
    return ft.Row(row, spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _watcher(app: App, store: PhoneStore, guest: Guest, ask: Ask) -> ft.Control:
    words = app.words
    said = words("{name} watches", name=guest.name or words("Somebody"))
    row: list[ft.Control] = [ft.Container(app.look.text(said, 16), expand=True)]
    if store.runs and not guest.host:
        row.append(button(app, words("Send away"), partial(ask, guest)))
    return ft.Row(row, spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _sure(app: App, guest: Guest, send_away: Ask, close: Act) -> ft.AlertDialog:
    words = app.words
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        actions_overflow_button_spacing=8,
        title=app.look.title(words("Send this phone away?"), 22),
        content=app.look.text(
            words("{name} has to join again, with a new code. The table stays as it is.", name=guest.name or "?"), 17
        ),
        actions=[
            button(app, words("Back"), close),
            button(app, words("Send away"), partial(send_away, guest), chosen=True),
        ],
    )
