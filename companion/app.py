"""The app: one page that shows the screen its address names."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.device import dress, use_haptics, use_keep_awake, use_look, use_system_language
from companion.shell.look import FONTS, GAP
from companion.shell.screens import screen_for
from companion.shell.store import Store, use_changes

WIDE = 840
"""From this width on, screens use two columns."""

ASIDE = ("/rules", "/settings")
"""Screens one looks at in between: they lead back to wherever one came from."""


@ft.component
def Companion(store: Store) -> list[ft.View]:  # noqa: N802  (a component)
    """The whole app for one device."""
    page = ft.context.page
    route, set_route = ft.use_state(page.route or "/")
    width, set_width = ft.use_state(page.width or 390)
    use_changes(store)

    def follow() -> None:
        page.on_route_change = lambda e: set_route(e.route)
        page.on_resize = lambda e: set_width(e.width)
        page.on_platform_brightness_change = lambda e: store.changed()

    ft.use_effect(follow, [])
    look = store.look(page.platform_brightness == ft.Brightness.DARK)
    words = store.words(use_system_language(page))
    use_look(page, look)
    use_keep_awake(page, store.settings.keep_awake and route.startswith("/table/"))
    use_haptics(page, store)
    came_from: Any = ft.use_ref("/")
    if not route.startswith(ASIDE):
        came_from.current = route

    def go(address: str) -> None:
        page.run_task(page.push_route, address)

    def say(text: str) -> None:
        page.show_dialog(ft.SnackBar(ft.Text(text, font_family="Sans", size=16 * look.scale)))

    async def put_on_clipboard(text: str) -> None:
        try:
            await ft.Clipboard().set(text)
        except Exception:  # plain http from another machine, or a browser that forbids it
            say(words("This browser does not let the app copy."))
        else:
            say(words("Copied."))

    def copy(text: str) -> None:
        page.run_task(put_on_clipboard, text)

    app = App(store, look, words, go, say, copy, wide=(width or 0) >= WIDE, came_from=came_from.current)
    content = ft.Container(
        ft.SafeArea(screen_for(app, route), expand=True),
        expand=True,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=GAP),
    )
    return [ft.View(route=route, padding=0, bgcolor=look.palette.page, controls=[content])]


def main_for(store: Store) -> Callable[[ft.Page], Any]:
    """Flet's entry for this store."""

    def main(page: ft.Page) -> None:
        page.title = "Companion"
        if not page.web:  # a browser gets them before the first frame, from assets/assets/FontManifest.json
            page.fonts = FONTS
        dress(page, store.look(page.platform_brightness == ft.Brightness.DARK))
        page.on_connect = lambda e: store.changed()
        page.render_views(Companion, store)

    return main
