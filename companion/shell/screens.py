"""Which screen an address names. A screen is loaded when it is first opened."""

import re
import traceback
from importlib import import_module
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import crash_page

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
    (r"/join", "companion.serve.screens.join:JoinScreen"),
    (r"/join/([^/]+)", "companion.serve.screens.join:JoinScreen"),
    (r"/host", "companion.serve.screens.host:HostScreen"),
    (r"/table/(\d+)", f"{GAME}.table_page:TableScreen"),
    (r"/table/(\d+)/phones", "companion.serve.screens.phones:PhonesScreen"),
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
            return _shown(app, route, place, given, path)
    return _shown(app, route, SCREENS[0][1], [], "/")


def _shown(app: App, route: str, place: str, given: list[int | str], key: str) -> ft.Control:
    """The screen; the way back if it cannot even be loaded."""
    try:
        component = _loaded(place)
    except Exception:
        trace = traceback.format_exc()
        app.store.crashed(trace)
        return crash_page(app, route, trace)
    shown: ft.Control = component(app, *given, key=key)
    return shown


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
