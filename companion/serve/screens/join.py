"""Joining a table: its code, a name, a seat."""

from typing import Any

import flet as ft

from companion.serve.phone_store import PhoneStore
from companion.serve.trouble import NotYours
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.home import state_line
from companion.shell.parts import big_button, button, card, heading, player_name, tappable
from companion.shell.words import told
from companion.storage import StorageTrouble, TableSummary

_NOBODY: int | None = None
WATCH = -1
"""Chosen instead of a seat."""


@screen
def JoinScreen(app: App, code: str | int = "") -> ft.Control:  # noqa: N802  (a component)
    """With a code that opens a table: its seats. Without: the tables here, and a field for the code."""
    store = app.store
    assert isinstance(store, PhoneStore)
    trouble, set_trouble = ft.use_state("")

    def show() -> None:
        if code:
            set_trouble(_try(app, store, str(code)))

    ft.use_effect(show, [str(code)])
    if store.invited is not None and not trouble:
        return SeatsPanel(app, store, store.invited)
    return CodePanel(app, store, trouble, set_trouble)


def _try(app: App, store: PhoneStore, code: str) -> str:
    """Show a code at the door; what is wrong with it, nothing if it opens a table."""
    try:
        opened = store.show_code(code)
    except (NotYours, StorageTrouble) as refusal:
        return told(app.words, refusal)
    if not opened:
        return app.words("This code opens no table. It may have changed: ask the host.")
    store.changed()
    return ""


@ft.component
def CodePanel(app: App, store: PhoneStore, trouble: str, set_trouble: Any) -> ft.Control:  # noqa: N802  (a component)
    """A field for the code."""
    words = app.words
    written: Any = ft.use_ref("")

    def go() -> None:
        code = written.current.strip()
        set_trouble(_try(app, store, code) if code else words("Type the code that the host shows you."))

    field = ft.TextField(
        label=words("Code"),
        value=written.current,
        capitalization=ft.TextCapitalization.CHARACTERS,
        autocorrect=False,
        max_length=20,
        text_size=24 * app.look.scale,
        on_change=lambda e: setattr(written, "current", str(e.control.value or "")),
        on_submit=lambda e: go(),
    )
    here = [
        card(app, app.look.bold(line.name or words("Table"), 18), app.look.text(state_line(app, line), 15))
        for line in store.storage.tables.tables()
    ]
    return frame(
        app,
        title=words("Join a table"),
        subtitle=words("Scan the host's QR code, or type the code under it."),
        body=[
            *([card(app, app.look.text(trouble), colour=app.palette.bad)] if trouble else []),
            card(app, field),
            *_joined(app, store),
            *([heading(app, words("Tables here"), 20, level=2), *here] if here else []),
        ],
        foot=[big_button(app, words("Join"), go)],
    )


def _joined(app: App, store: PhoneStore) -> list[ft.Control]:
    """The tables this phone sits at already."""
    names = {line.id: line.name for line in store.storage.tables.tables()}
    return [
        button(app, app.words("Go on at “{table}”", table=names[table] or app.words("Table")), _way(app, table))
        for table in store.tables_joined()
        if table in names
    ]


def _way(app: App, table: int) -> Any:
    return lambda: app.go(f"/table/{table}")


@ft.component
def SeatsPanel(app: App, store: PhoneStore, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """A table's seats: tap one, it is yours."""
    words = app.words
    chosen, choose = ft.use_state(_NOBODY)
    trouble, set_trouble = ft.use_state("")
    name: Any = ft.use_ref("")
    line = next((line for line in store.storage.tables.tables() if line.id == table_id), None)
    if line is None:
        return frame(app, title=words("Join a table"), body=[card(app, app.look.text(words("This table is gone.")))])
    taken = {guest.seat: guest for guest in store.hall.guests(table_id)}
    own = store.device.id if store.device is not None else None

    def sit() -> None:
        if chosen is None:
            set_trouble(words("Choose a seat first."))
            return
        try:
            store.sit(table_id, name.current, None if chosen == WATCH else chosen)
        except (NotYours, StorageTrouble) as refusal:
            set_trouble(told(words, refusal))
            return
        app.go(f"/table/{table_id}" if chosen == WATCH else f"/table/{table_id}/castle/{chosen}")

    seats = [
        _seat(app, line, seat, chosen, choose, free=seat not in taken or taken[seat].device == own)
        for seat in range(len(line.players))
    ]
    if store.hall.watchers:
        seats.append(button(app, words("Just watch"), lambda: choose(WATCH), icon_name="eye", chosen=chosen == WATCH))
    return frame(
        app,
        title=line.name or words("Table"),
        subtitle=state_line(app, line),
        body=[
            *([card(app, app.look.text(trouble), colour=app.palette.bad)] if trouble else []),
            heading(app, words("Where do you sit?"), 20, level=2),
            *seats,
            card(
                app,
                ft.TextField(
                    label=words("Your name (if it is another)"),
                    max_length=40,
                    text_size=18 * app.look.scale,
                    on_change=lambda e: setattr(name, "current", str(e.control.value or "")),
                ),
            ),
        ],
        foot=[big_button(app, words("Watch") if chosen == WATCH else words("Take this seat"), sit)],
    )


def _seat(app: App, line: TableSummary, seat: int, chosen: int | None, choose: Any, *, free: bool) -> ft.Control:
    player, words = line.players[seat], app.words
    here = seat == chosen
    said = words("{player}, seat {seat}", player=player.name, seat=words(SIDES.get(player.seat, player.seat)))
    label = said if free else words("{seat}: taken", seat=said)
    content = ft.Row(
        [
            ft.Container(player_name(app, player.name, player.colour, 20), expand=True),
            app.look.text(
                words(SIDES.get(player.seat, player.seat)) if free else words("taken"), 16, colour=app.palette.muted
            ),
        ],
        spacing=8,
    )
    return tappable(
        app,
        label,
        content,
        (lambda: choose(seat)) if free else None,
        bgcolor=app.palette.card,
        border=ft.Border.all(4 if here else 2, app.palette.button if here else app.palette.line),
        padding=16,
    )


SIDES = {"N": "North", "E": "East", "S": "South", "W": "West"}
