"""The store: what is kept (tables, cards, settings) and who must be told when it changes."""

import asyncio
import contextvars
import re
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.look import PALETTES, Look, ThemeName
from companion.shell.words import Words
from companion.storage import SavedTable, Storage
from companion.web.room import Room

Listener = Callable[[], None]

SERVED_ONLY = re.compile(r"/(join|host)(/.*)?|/table/\d+/phones")
"""Screens of a table that is played on several phones."""


class Store:
    """One for the whole process. Screens listen to it and are drawn again when it changes."""

    alone = True
    """Is this device the only one the process serves?"""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.reports: list[str] = []
        self.room: Room | None = None
        self._listeners: list[Listener] = []
        storage.tables.listeners.append(self.changed)
        storage.cards.listeners.append(self.changed)
        storage.settings.listeners.append(self.changed)

    @property
    def settings(self) -> Any:
        """The settings now."""
        return self.storage.settings.settings

    def change_settings(self, **changes: Any) -> None:
        """Other settings from now on. BadInput says what cannot be set so."""
        self.storage.settings.change(**changes)

    @property
    def runs(self) -> bool:
        """May this device change what belongs to everybody: tables, cards, house rules?"""
        return True

    def address(self, route: str) -> str:
        """The screen for an address: as asked for, or the nearest one this device may see."""
        return "/" if SERVED_ONLY.fullmatch(route) else route

    def look_at(self, route: str) -> None:
        """This is what the device shows now."""

    def table(self, table_id: int) -> SavedTable:
        """An open table."""
        return self.storage.tables.open(table_id)

    def words(self, system_language: str = "en") -> Words:
        """The words of the language chosen, or of the device."""
        language = self.settings.language
        return Words(system_language if language == "system" else language)

    def look(self, device_is_dark: bool = False) -> Look:
        """The look chosen, or that of the device."""
        theme = self.settings.theme
        name: ThemeName = ("dark" if device_is_dark else "light") if theme == "system" else theme
        return Look(name, PALETTES[name], self.settings.text_scale)

    def listen(self, listener: Listener) -> Listener:
        """Call the listener after every change; the result stops that."""
        return subscribed(self._listeners, listener)

    def listen_to_tables(self, listener: Listener) -> Listener:
        """Call the listener whenever a table has noted something; the result stops that."""
        return subscribed(self.storage.tables.listeners, listener)

    def changed(self) -> None:
        """Tell everyone."""
        for listener in tuple(self._listeners):
            listener()

    def told_of_crash(self, trace: str) -> str:
        """What this device's user is told of a failure."""
        return trace

    def refuse_secrets(self) -> None:
        """NotYours if a file with all tables would tell this device what it must not know."""

    def crashed(self, report: str) -> None:
        """Keep what went wrong in a screen, for "copy report"."""
        self.reports.append(report)


def subscribed(listeners: list[Listener], listener: Listener) -> Listener:
    """Add a listener; the result takes it away again."""
    listeners.append(listener)

    def stop() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return stop


def use_changes(store: Store) -> None:
    """Draw the calling component again whenever the store changes, whoever changed it."""
    _, bump = ft.use_state(0)
    stop: Any = ft.use_ref(None)

    def subscribe() -> None:
        context, loop = contextvars.copy_context(), asyncio.get_running_loop()

        def again() -> None:
            loop.call_soon_threadsafe(lambda: bump(lambda n: n + 1), context=context.copy())

        stop.current = store.listen(again)

    ft.use_effect(subscribe, [], cleanup=lambda: stop.current and stop.current())
