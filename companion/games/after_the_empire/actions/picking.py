"""Picking a card on a sheet, and naming it to the table."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.picker import card_picker
from companion.shell.app_context import App
from companion.storage import SavedTable
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.state import State


def pick_card(app: App, table: SavedTable, kinds: tuple[str, ...], on_pick: Callable[[Any], Any]) -> ft.Control:
    """The library's picker; a sheet is narrow on any screen."""
    made: ft.Control = card_picker(app._replace(wide=False), kinds, on_pick, table=table)
    return made


def named(state: State, card: Card) -> Any:
    """A card as the table is told of it: by its id where the table knows exactly this one, else whole."""
    return card.id if card in state.table.cards else card
