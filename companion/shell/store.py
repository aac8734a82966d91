"""The store: what is kept (tables, cards, settings) and who must be told when it changes."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.look import PALETTES, Look, ThemeName
from companion.shell.words import Words
from companion.storage import SavedTable, Storage

Listener = Callable[[], None]


class Store:
    """One for the whole process. Screens listen to it and are drawn again when it changes."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.reports: list[str] = []
        self._listeners: list[Listener] = []
        storage.tables.listeners.append(self.changed)
        storage.cards.listeners.append(self.changed)
        storage.settings.listeners.append(self.changed)

    @property
    def settings(self) -> Any:
        """The settings now."""
        return self.storage.settings.settings

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
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def changed(self) -> None:
        """Tell everyone."""
        for listener in tuple(self._listeners):
            listener()

    def crashed(self, report: str) -> None:
        """Keep what went wrong in a screen, for "copy report"."""
        self.reports.append(report)


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
