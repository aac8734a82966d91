"""The device beneath the app: its theme, its language, whether it may sleep, and the small buzz in the hand."""

import asyncio
import contextvars
import locale
from typing import Any

import flet as ft

from companion.shell.look import Look, page_theme
from companion.shell.store import Store


def dress(page: ft.Page, look: Look) -> None:
    """Give what Flet draws itself (dialogs, fields, menus) the look chosen."""
    page.theme = page.dark_theme = page_theme(look)
    page.theme_mode = ft.ThemeMode.DARK if look.name == "dark" else ft.ThemeMode.LIGHT


def use_look(page: ft.Page, look: Look) -> None:
    """A hook: the page follows the look from the moment it is chosen."""

    def follow() -> None:
        dress(page, look)
        page.update()

    ft.use_effect(follow, [look.name, look.scale])


def use_system_language(page: ft.Page) -> str:
    """A hook: the device's language ("de"), as soon as it has told it."""
    language, set_language = ft.use_state(_of_this_machine())

    async def ask() -> None:
        try:
            info: Any = await page.get_device_info()
        except Exception:  # a device that does not say
            return
        told = str(getattr(info, "language", None) or "")[:2].lower()
        if told:
            set_language(told)

    def begin() -> None:
        page.on_locale_change = lambda e: set_language(str(e.locales[0].language_code)) if e.locales else None
        if page.web:
            page.run_task(ask)

    ft.use_effect(begin, [])
    return language


def _of_this_machine() -> str:
    return (locale.getlocale()[0] or "en")[:2].lower()


def use_keep_awake(page: ft.Page, awake: bool) -> None:
    """A hook: the screen stays on while a table is open, if the player wants that."""

    async def hold() -> None:
        try:
            lock: Any = ft.Wakelock()
            await (lock.enable() if awake else lock.disable())
        except Exception:  # plain http from another machine, or a device that cannot: it sleeps as usual
            return

    def follow() -> None:
        page.run_task(hold)

    ft.use_effect(follow, [awake])


def use_haptics(page: ft.Page, store: Store) -> None:
    """A hook: a short buzz whenever the table has noted something, if the player wants that."""
    stop: Any = ft.use_ref(None)
    motor: Any = ft.use_ref(None)  # one for the device: Flet keeps each that is made

    async def buzz() -> None:
        try:
            motor.current = motor.current or ft.HapticFeedback()
            await motor.current.light_impact()
        except Exception:  # nothing in this device can buzz
            return

    def subscribe() -> None:
        context, loop = contextvars.copy_context(), asyncio.get_running_loop()

        def noted() -> None:
            if store.settings.haptics and page.platform is not None and page.platform.is_mobile():
                loop.call_soon_threadsafe(lambda: page.run_task(buzz), context=context.copy())

        stop.current = store.listen_to_tables(noted)

    ft.use_effect(subscribe, [], cleanup=lambda: stop.current and stop.current())
