"""What lies below the edge of the screen may follow a moment later: so what matters now is there at once."""

import asyncio
from collections.abc import Callable, Sequence

import flet as ft

from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import GAP

PAUSE = 0.05
"""Seconds in which a device draws what came first."""


@screen
def Later(app: App, make: Callable[[], Sequence[ft.Control]]) -> ft.Control:  # noqa: N802  (a component)
    """Things one below the other, made and sent after the first picture of the screen they are on."""
    drawn, set_drawn = ft.use_state(False)

    async def follow() -> None:
        await asyncio.sleep(PAUSE)
        set_drawn(True)

    ft.use_effect(follow, [])
    content = list(make()) if drawn else []
    return ft.Column(content, spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
