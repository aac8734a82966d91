"""Home: the tables in play, and the ways to everything else."""

from datetime import datetime
from functools import partial

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import ROOMY, frame
from companion.shell.parts import big_button, button, card, empty, icon_button, player_name, tappable
from companion.shell.phases import phase_name
from companion.shell.rows import columns
from companion.shell.words import told
from companion.storage import TableSummary
from companion.web.room import warning


@screen
def HomeScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    words = app.words
    tables = app.store.storage.tables.tables()
    body: list[ft.Control] = []
    trouble = app.store.storage.trouble
    if trouble is not None:
        body.append(card(app, app.look.text(told(words, trouble)), colour=app.palette.bad))
    body.extend(card(app, app.look.text(note.said(words))) for note in app.store.storage.notes)
    if told_of_room := warning(words, app.store.room):
        body.append(card(app, app.look.text(told_of_room), colour=app.palette.bad))
    if tables:
        body.append(columns(app, *(_table_card(app, table) for table in tables)))
    else:
        body.append(empty(app, "castle", words("No table yet. Set one up, or try the practice table: no box needed.")))
    ways = (
        (words("Library"), "library", "/library"),
        (words("Rules"), "rules", "/rules"),
        (words("Settings"), "settings", "/settings"),
    )
    named = [button(app, name, partial(app.go, way), icon_name=sign) for name, sign, way in ways]
    practice = button(app, words("Practice table"), partial(app.go, "/practice"), icon_name="practice")
    new = big_button(app, words("New table"), partial(app.go, "/new"))
    tools: list[ft.Control] = []
    if app.wide:
        foot: list[ft.Control] = [_side_by_side(*named, practice, new)]
    elif app.low or app.look.scale > ROOMY:  # there is room for one, the others are icons at the top
        tools = [icon_button(app, sign, name, partial(app.go, way)) for name, sign, way in ways]
        body.append(practice)
        foot = [new]
    else:
        foot = [_side_by_side(*named), practice, new]
    return frame(
        app,
        title=words("Companion"),
        subtitle=words("for the board games on your table"),
        tools=tools,
        body=body,
        foot=foot,
    )


def _side_by_side(*controls: ft.Control) -> ft.Control:
    return ft.Row([ft.Container(control, expand=1) for control in controls], spacing=8)


def _table_card(app: App, table: TableSummary) -> ft.Control:
    """One table in a card: tap to go on playing."""
    words = app.words
    line = state_line(app, table)
    names = ft.Row(
        [player_name(app, player.name, player.colour, 15) for player in table.players],
        wrap=True,
        spacing=12,
        run_spacing=2,
    )
    label = f"{table.name or words('Table')}: {line}"
    return tappable(
        app,
        label,
        ft.Column(
            [
                app.look.bold(table.name or words("Table"), 18, lines=2),
                app.look.text(line, 15, colour=app.palette.muted),
                names,
            ],
            spacing=4,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.START,
        ),
        lambda: app.go(f"/table/{table.id}"),
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        padding=16,
        alignment=ft.Alignment.CENTER_LEFT,
    )


def state_line(app: App, table: TableSummary) -> str:
    """ "Season 4, Combat, 3 players, 12 min ago"."""
    words = app.words
    parts = []
    if table.finished:
        parts.append(words("Finished"))
    elif table.season is not None:
        parts += [words("Season {n}", n=table.season), phase_name(words, table.phase)]
    parts.append(words.several("{n} player", "{n} players", len(table.players)))
    if table.changed is not None:
        parts.append(ago(app, table.changed, app.store.storage.database.clock()))
    return ", ".join(parts)


def ago(app: App, then: datetime, now: datetime) -> str:
    """How long ago, in words."""
    words = app.words
    minutes = max(0, int((now - then).total_seconds() // 60))
    if minutes < 1:
        return words("just now")
    if minutes < 60:
        return words.several("{n} min ago", "{n} min ago", minutes)
    if minutes < 24 * 60:
        return words.several("{n} hour ago", "{n} hours ago", minutes // 60)
    return words.several("{n} day ago", "{n} days ago", minutes // (24 * 60))
