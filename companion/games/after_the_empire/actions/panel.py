"""Phase 1: whose turn it is, everything a worker can do, and on to combat (A-1 … A-6)."""

from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.actions.count_panel import count_cards
from companion.games.after_the_empire.actions.farms_sheet import FarmsSheet
from companion.games.after_the_empire.actions.market_sheet import MarketSheet
from companion.games.after_the_empire.actions.report_card import ReportSheet, report_card
from companion.games.after_the_empire.actions.sheets import details, heal_amounts, use_sheet, who_acts
from companion.games.after_the_empire.actions.spaces import Offer, Tile, board_tiles, card_tiles, own_tiles
from companion.games.after_the_empire.actions.stockpile_sheet import StockpileSheet
from companion.games.after_the_empire.actions.tiles import tile_grid
from companion.games.after_the_empire.actions.turn_card import turn_card
from companion.games.after_the_empire.speech import phase_button
from companion.shell.acting import use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import ROOMY
from companion.shell.look import GAP
from companion.shell.parts import big_button, button, heading, in_reach
from companion.shell.rows import columns_of_one
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import Idle, Infirmary, Proceed
from engine.games.after_the_empire.state import State, turn

_NOBODY: tuple[int, int] | None = None


@screen
def ActionsPanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The panel of phase 1: what scrolls, and the foot with what comes next."""
    words, state = app.words, table.state
    do = use_acting(app, table)
    open_sheet, close = use_sheet(app, table)
    put_off, set_put_off = ft.use_state(0)
    chosen, choose = ft.use_state(_NOBODY)
    number = acting_player(state, chosen, table.n) if table.runs or table.seat is None else table.seat

    scrolled: Any = ft.use_ref(None)
    use_from_the_top(scrolled, [number, state.players[number].placed, state.season])

    def act_for(player: int) -> None:
        choose((table.n, player))
        close()

    def take(tile: Tile, offer: Offer) -> None:
        if offer.asks is None:
            do(offer.action, seat=number)
        elif offer.asks == "stockpile":
            open_sheet(lambda: StockpileSheet(app, table, number, do))
        elif offer.asks == "market":
            open_sheet(lambda: MarketSheet(app, table, tile.id, number, do))
        else:
            gain = offer.gain
            open_sheet(lambda: FarmsSheet(app, table, offer.action, tile.name, gain.sow, gain.protect, number, do))

    def look_at(tile: Tile) -> None:
        if any(isinstance(offer.action, Infirmary) for offer in tile.offers):
            open_sheet(lambda: heal_amounts(app, state, number, do))
        else:
            open_sheet(lambda: details(app, state, tile, number, do))

    asked = state.last_placed is None and put_off != state.season
    report = report_card(
        app,
        state,
        (lambda: open_sheet(lambda: ReportSheet(app, table, do))) if table.plays else None,
        (lambda: set_put_off(state.season)) if asked else None,
    )
    counting = button(
        app,
        words("Count again"),
        lambda: app.go(f"/table/{table.id}/count/{state.order[0] if table.runs else number}"),
        icon_name="edit",
    )
    begin = partial(do, Proceed("combat"))
    if state.table.count_only:
        top = [*report, *count_cards(app, table)]
        below = [big_button(app, phase_button(words, "combat"), begin)] if table.plays else []
        return panel_column(app, [top], below, scrolled)

    whose = turn(state)
    another = (lambda: open_sheet(lambda: who_acts(app, state, act_for))) if table.runs else None
    first: list[ft.Control] = [turn_card(app, state, number, another)]
    if not table.plays:
        return panel_column(app, [[*first, *report]], [], scrolled)
    board = [heading(app, words("The board"), 20, level=2)]
    board += tile_grid(app, state, board_tiles(words, state, number), take, look_at)
    own = [heading(app, words("Own board"), 20, level=2)]
    own += tile_grid(app, state, own_tiles(words, state, number), take, look_at)
    cards = card_tiles(words, state, number)
    if cards:
        own += [heading(app, words("Own cards"), 20, level=2), *tile_grid(app, state, cards, take, look_at, most=2)]
    idle = button(app, words("Worker for no effect"), partial(do, Idle(number), seat=number), icon_name="worker")
    last = [counting]
    if whose is None:
        foot: ft.Control = big_button(app, phase_button(words, "combat"), begin)
    else:
        foot = button(app, phase_button(words, "combat"), begin, icon_name="combat")
        if app.wide or app.look.scale <= ROOMY:
            foot = ft.Row(in_reach(app, ft.Container(idle, expand=4), ft.Container(foot, expand=3)), spacing=8)
        else:  # there is room for one button only
            last = [idle, counting]
    if app.wide:
        return panel_column(app, [[*first, *report, *own, *last], board], [foot], scrolled)
    return panel_column(app, [[*first, *report, *board, *own, *last]], [foot], scrolled)


def acting_player(state: State, chosen: tuple[int, int] | None, n: int) -> int:
    """For whom the tiles are: whose turn it is, unless the table just said otherwise; at the end the last one."""
    if chosen is not None and chosen[0] == n:
        return chosen[1]
    whose = turn(state)
    if whose is not None:
        return whose
    return state.last_placed if state.last_placed is not None else state.order[0]


def use_from_the_top(scrolled: Any, moments: list[Any]) -> None:
    """A hook: when one of the moments changes, the column kept in `scrolled` shows its beginning again."""
    page = ft.context.page
    begun: Any = ft.use_ref(False)

    def show() -> None:
        if begun.current and scrolled.current is not None:
            page.run_task(scrolled.current.scroll_to, offset=0, duration=150)
        begun.current = True

    ft.use_effect(show, moments)


def panel_column(app: App, columns: list[list[ft.Control]], foot: list[ft.Control], scrolled: Any) -> ft.Control:
    """One or two columns that scroll, and the foot that stays at the thumb. What scrolls is kept in `scrolled`."""
    if len(columns) > 1 and app.above:  # there is no room for two that scroll apart
        halves = [ft.Container(columns_of_one(column), expand=True) for column in columns]
        columns = [[ft.Row([*halves], spacing=GAP * 2, vertical_alignment=ft.CrossAxisAlignment.START)]]
    drawn: list[ft.Control] = [
        ft.Column(
            [*app.above, *column],
            spacing=8,
            expand=True,
            scroll=ft.ScrollMode.AUTO,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        for column in columns
    ]
    scrolled.current = drawn[0]
    body = (
        drawn[0]
        if len(drawn) == 1
        else ft.Row(drawn, spacing=GAP * 2, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    )
    return ft.Column([body, *foot], spacing=GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
