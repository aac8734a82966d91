"""Which screen an address names. A screen is loaded when it is first opened."""

import re
from importlib import import_module
from typing import Any

import flet as ft

from companion.shell.app_context import App

GAME = "companion.games.after_the_empire"

SCREENS: tuple[tuple[str, str], ...] = (
    (r"/", "companion.shell.home:HomeScreen"),
    (r"/new", f"{GAME}.new_table:NewTableScreen"),
    (r"/practice", f"{GAME}.practice:PracticeScreen"),
    (r"/library", f"{GAME}.library.page:LibraryScreen"),
    (r"/library/card/([^/]+)", f"{GAME}.library.card_page:CardScreen"),
    (r"/rules", "companion.shell.rules_page:RulesScreen"),
    (r"/rules/([A-Z]-\d+)", "companion.shell.rules_page:RulesScreen"),
    (r"/settings", "companion.shell.settings_page:SettingsScreen"),
    (r"/table/(\d+)", f"{GAME}.table_page:TableScreen"),
    (r"/table/(\d+)/castle/(\d)", f"{GAME}.castle.page:CastleScreen"),
    (r"/table/(\d+)/count/(\d)", f"{GAME}.count_page:CountScreen"),
    (r"/table/(\d+)/log", "companion.shell.log_page:LogScreen"),
    (r"/table/(\d+)/log/(\d+)", "companion.shell.log_page:MomentScreen"),
    (r"/table/(\d+)/score", f"{GAME}.score_page:ScoreScreen"),
)
"""Address pattern → module and component; groups of digits are passed on as numbers, others as words."""


def screen_for(app: App, route: str) -> ft.Control:
    """The screen for an address; home for one that names none."""
    path = route.partition("?")[0]
    for pattern, place in SCREENS:
        match = re.fullmatch(pattern, path)
        if match:
            given = [int(part) if part.isdecimal() else part for part in match.groups()]
            return _loaded(place)(app, *given, key=path)  # type: ignore[no-any-return]
    return _loaded(SCREENS[0][1])(app, key="/")  # type: ignore[no-any-return]


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
