"""The app inside a web page: Python, the tables and the screens all in the browser, with no server behind them."""

import asyncio
from typing import Any

import flet as ft

import engine.games  # noqa: F401  (registers the games)
from companion.app import main_for
from companion.shell.store import Store
from companion.storage import Storage
from companion.web.room import Room, watch

_tasks: set[Any] = set()
"""A running task must be held by someone."""


def begin() -> None:
    """Open the tables and show the app. What goes wrong here the page tells the player, and offers a rescue."""
    import flet_js  # type: ignore[import-not-found]  # the page's side of the bridge; only there in a browser
    import js  # type: ignore[import-not-found]  # the browser itself

    store = Store(Storage())
    kept = bool(flet_js.kept)

    async def room() -> Room:
        if not kept:
            return Room(kept=False)
        told: Any = await js.navigator.storage.estimate()
        return Room(int(told.usage or 0), int(told.quota or 0))

    def noted() -> None:
        """The first thing worth keeping: the page asks the browser to keep it for good."""
        store.storage.tables.listeners.remove(noted)
        flet_js.changed()

    store.storage.tables.listeners.append(noted)
    _tasks.add(asyncio.get_running_loop().create_task(watch(store, room)))
    ft.run(main_for(store))
