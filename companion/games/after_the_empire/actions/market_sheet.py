"""Buildings and refugees: the market's known cards, or any card from the library (A-2)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.actions.farms_sheet import FarmsSheet
from companion.games.after_the_empire.actions.picking import named, pick_card
from companion.games.after_the_empire.actions.sheets import confirm, sheet_body
from companion.games.after_the_empire.actions.spaces import refusal_words, why_not
from companion.games.after_the_empire.goods_row import goods_icons
from companion.games.after_the_empire.library.facts import facts
from companion.games.after_the_empire.library.picker import card_row
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.parts import button, card
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import ShowMarket, TakeCard
from engine.games.after_the_empire.cards import HoldingCard
from engine.games.after_the_empire.state import State

_NO_CARD: Any = None


@screen
def MarketSheet(  # noqa: N802  (a component)
    app: App, table: SavedTable, space: str, number: int, do: Do
) -> ft.Control:
    """What lies in the market, then the card chosen with its price."""
    words, state = app.words, table.state
    chosen, choose = ft.use_state(_NO_CARD)
    shown = state.market.refugees if space == "refugees" else state.market.buildings
    known = [card for card in shown if card is not None]
    picking, set_picking = ft.use_state(not known)
    title = words("Take a refugee") if space == "refugees" else words("Take a building")
    if chosen is not None:
        back = partial(choose, None)
        return _chosen(app, table, chosen, number, do, back)
    if picking:
        kinds = ("refugee",) if space == "refugees" else ("building",)
        return sheet_body(app, title, [pick_card(app, table, kinds, choose)], tall=True)
    rows: list[ft.Control] = [_market_row(app, state, card, number, partial(choose, card)) for card in known]
    rows.append(button(app, words("Another card"), lambda: set_picking(True), icon_name="search"))
    return sheet_body(app, title, rows, subtitle=words("In the market"))


def _market_row(app: App, state: State, given: HoldingCard, number: int, act: Callable[[], Any]) -> ft.Control:
    refusal = why_not(state, TakeCard(number, given))
    note = facts(app.words, given) if refusal is None else refusal_words(app.words, refusal)
    return card_row(app, given, act, note=note)


def _chosen(
    app: App, table: SavedTable, given: HoldingCard, number: int, do: Do, back: Callable[[], Any]
) -> ft.Control:
    words, state = app.words, table.state
    action = TakeCard(number, named(state, given))
    at_once = [effect.gain for effect in given.effects if effect.when == "gained"]
    sows, protects = sum(gain.sow for gain in at_once), sum(gain.protect for gain in at_once)
    if sows or protects:
        made: ft.Control = FarmsSheet(app, table, action, given.name, sows, protects, number, do)
        return made
    content: list[ft.Control] = [
        card(
            app,
            ft.Row(goods_icons(app, given.cost, 22), spacing=14, wrap=True),
            app.look.text(facts(words, given), 17),
        ),
        ft.Row(
            [
                button(app, words("Another card"), back, icon_name="back"),
                *_lies_there(app, state, given, do),
            ],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
    ]
    foot = confirm(app, state, words("Take it"), action, number, do)
    return sheet_body(app, given.name, content, foot)


def _lies_there(app: App, state: State, given: HoldingCard, do: Do) -> list[ft.Control]:
    """Only tell the app that the card lies in the market."""
    refugee = given.kind == "refugee"
    row = list(state.market.refugees if refugee else state.market.buildings)
    if given in row or None not in row:
        return []
    row[row.index(None)] = given
    buildings: tuple[Any, ...] = state.market.buildings if refugee else tuple(row)
    refugees: tuple[Any, ...] = tuple(row) if refugee else state.market.refugees
    return [button(app, app.words("It lies in the market"), lambda: do(ShowMarket(buildings, refugees)),
                   icon_name="eye")]  # fmt: skip
