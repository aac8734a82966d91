"""The app: one page that shows the screen its address names."""

import traceback
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import crash_page
from companion.shell.device import dress, use_haptics, use_keep_awake, use_look, use_system_language
from companion.shell.look import FONTS, GAP, PALETTES, Look
from companion.shell.quick_flet import quicken
from companion.shell.screens import screen_for
from companion.shell.store import Store, use_changes
from companion.shell.taps import on_failure
from companion.shell.tidying import use_tidying
from companion.shell.words import Words

WIDE = 800
"""From this width on, screens use two columns; with very large text from a greater one."""

LOW = 600
"""Below this height, times the text size, only what is needed at any moment stays in sight."""

ASIDE = ("/rules", "/settings")
"""Screens one looks at in between: they lead back to wherever one came from."""

Way = Callable[[str], None]

_UNHURT = ""


@ft.component
def Companion(store: Store) -> list[ft.View]:  # noqa: N802  (a component)
    """The whole app for one device; whatever goes wrong in it, there is a way back."""
    page = ft.context.page
    try:
        return _whole(page, store)
    except Exception:
        trace = traceback.format_exc()
        store.crashed(trace)
        look = Look("light", PALETTES["light"])
        app = App(store, look, Words(), *_ways(page, Words(), look))
        return [_view(app, page.route or "/", crash_page(app, page.route or "/", trace, store.changed))]


def _whole(page: ft.Page, store: Store) -> list[ft.View]:
    """The screen the address names, in the look and the language chosen."""
    route, set_route = ft.use_state(page.route or "/")
    size, set_size = ft.use_state((page.width or 390, page.height or 844))
    failure, set_failure = ft.use_state(_UNHURT)
    use_changes(store)

    def show(address: str) -> None:
        set_failure(_UNHURT)
        set_route(address)

    def failed(trace: str) -> None:
        store.crashed(trace)
        set_failure(trace)

    def follow() -> None:
        page.on_route_change = lambda e: show(e.route)
        page.on_resize = lambda e: set_size((e.width, e.height))
        page.on_platform_brightness_change = lambda e: store.changed()
        on_failure(page, failed)

    ft.use_effect(follow, [])
    width, height = size
    scale = store.settings.text_scale
    wide = width >= WIDE * max(1.0, scale * 0.75)
    column = (width - GAP * 2) / (2 if wide else 1)
    look = store.look(page.platform_brightness == ft.Brightness.DARK)._replace(column=column)
    words = store.words(use_system_language(page))
    use_look(page, look)
    route = store.address(route)
    store.look_at(route)
    use_keep_awake(page, store.settings.keep_awake and route.startswith("/table/"))
    use_haptics(page, store)
    use_tidying(route, wanted=store.alone)
    came_from: Any = ft.use_ref("/")
    if not route.startswith(ASIDE):
        came_from.current = route
    app = App(store, look, words, *_ways(page, words, look), wide=wide, low=height < LOW * scale,
              came_from=came_from.current)  # fmt: skip
    if failure:
        return [_view(app, route, crash_page(app, route, failure, lambda: set_failure(_UNHURT)))]
    return [_view(app, route, screen_for(app, route))]


def _view(app: App, route: str, shown: ft.Control) -> ft.View:
    content = ft.Container(
        ft.SafeArea(shown, expand=True),
        expand=True,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=8 if app.low else GAP),
    )
    return ft.View(route=route, padding=0, bgcolor=app.palette.page, controls=[content])


def _ways(page: ft.Page, words: Words, look: Look) -> tuple[Way, Way, Way]:
    """How a screen opens another, says something for a moment, and puts a text on the clipboard."""

    def go(address: str) -> None:
        page.run_task(page.push_route, address)

    def say(text: str) -> None:
        told = look.text(text, 16, colour=look.palette.on_button)
        page.show_dialog(ft.SnackBar(told, bgcolor=look.palette.button))

    async def put_on_clipboard(text: str) -> None:
        try:
            await ft.Clipboard().set(text)
        except Exception:  # plain http from another machine, or a browser that forbids it
            say(words("This browser does not let the app copy."))
        else:
            say(words("Copied."))

    def copy(text: str) -> None:
        page.run_task(put_on_clipboard, text)

    return go, say, copy


def open_page(page: ft.Page, store: Store) -> None:
    """Show the app on a page."""
    page.title = "Companion"
    if not page.web:  # a browser gets them before the first frame, from assets/assets/FontManifest.json
        page.fonts = FONTS
    dress(page, store.look(page.platform_brightness == ft.Brightness.DARK))
    page.on_connect = lambda e: store.changed()
    page.render_views(Companion, store)


def main_for(store: Store) -> Callable[[ft.Page], Any]:
    """Flet's entry for this store."""
    quicken()
    return lambda page: open_page(page, store)
