"""For tables that do not log workers: one card per player, counted before combat."""

from functools import partial

import flet as ft

from companion.games.after_the_empire.goods_row import amount, goods_colour
from companion.games.after_the_empire.players_strip import player_shape
from companion.shell.app_context import App
from companion.shell.parts import icon, tappable
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import Correct
from engine.games.after_the_empire.goods import RESOURCES
from engine.games.after_the_empire.purse import owned
from engine.games.after_the_empire.state import troops_in


def count_cards(app: App, table: SavedTable) -> list[ft.Control]:
    """Everyone in turn order: to be counted, or counted already this season."""
    counted = counted_players(table)
    return [_count_card(app, table, number, number in counted) for number in table.state.order]


def counted_players(table: SavedTable) -> frozenset[int]:
    """Who was counted since the season began."""
    session = table.session
    season = table.state.season
    counted: set[int] = set()
    for entry in reversed(session.entries):
        before = session.state_at(entry.n - 1)
        if before.season != season or before.phase != "actions":
            break
        if isinstance(entry.action, Correct):
            counted.update(change.player for change in entry.action.changes if hasattr(change, "player"))
    return frozenset(counted)


def _count_card(app: App, table: SavedTable, number: int, done: bool) -> ft.Control:
    words, look, palette = app.words, app.look, app.palette
    player = table.state.players[number]
    has = owned(player)
    said = words("counted") if done else words("count")
    numbers: list[ft.Control] = [
        amount(app, name, goods_colour(palette, name), str(has[name]), 17) for name in RESOURCES
    ]
    numbers.append(amount(app, "soldier", palette.soldier, str(troops_in(player.castle)), 17))
    return tappable(
        app,
        words("{name}: {what}", name=player.name, what=said),
        ft.Row(
            [
                ft.Column(
                    [
                        ft.Row(
                            [
                                player_shape(app, player, 22),
                                ft.Container(
                                    look.title(words("{name}: {what}", name=player.name, what=said), 21,
                                               colour=look.player(player.colour)),
                                    expand=True,
                                ),
                            ],
                            spacing=10,
                        ),
                        ft.Row(numbers, spacing=14, run_spacing=2, wrap=True),
                    ],
                    spacing=6,
                    tight=True,
                    expand=True,
                ),
                icon("check" if done else "next", 26 * look.scale, palette.good if done else palette.muted),
            ],
            spacing=10,
        ),
        partial(app.go, f"/table/{table.id}/count/{number}"),
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.good if done else palette.line),
        padding=14,
        alignment=ft.Alignment.CENTER_LEFT,
    )  # fmt: skip
