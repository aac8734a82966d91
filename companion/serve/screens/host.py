"""The host's own page: every table with its code."""

from functools import partial

import flet as ft

from companion.serve.phone_store import PhoneStore
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.home import state_line
from companion.shell.parts import big_button, button, card, empty, tappable
from companion.storage import TableSummary


@screen
def HostScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    """You are the host: choose the table whose code you want to show."""
    store, words = app.store, app.words
    assert isinstance(store, PhoneStore)
    tables = store.storage.tables.tables()
    body: list[ft.Control] = [
        card(app, app.look.text(words("This device is the host's. Show a table's code, and the others scan it.")))
    ]
    body += [_table(app, store, line) for line in tables]
    if not tables:
        body.append(empty(app, "castle", words("No table yet. Set one up, then show its code.")))
    return frame(
        app,
        title=words("You are the host"),
        subtitle=store.hall.address,
        body=body,
        foot=[
            button(app, words("All tables"), lambda: app.go("/"), icon_name="home"),
            big_button(app, words("New table"), lambda: app.go("/new")),
        ],
    )


def _table(app: App, store: PhoneStore, line: TableSummary) -> ft.Control:
    code = store.hall.book.code_of(line.id)
    name = line.name or app.words("Table")
    return tappable(
        app,
        app.words("{table}: show the code {code}", table=name, code=" ".join(code)),
        ft.Row(
            [
                ft.Column(
                    [app.look.bold(name, 18, lines=1), app.look.text(state_line(app, line), 15)],
                    spacing=4,
                    tight=True,
                    expand=True,
                ),
                app.look.bold(code, 20),
            ],
            spacing=8,
        ),
        partial(app.go, f"/table/{line.id}/phones"),
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        padding=16,
    )
