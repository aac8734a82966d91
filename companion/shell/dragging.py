"""A number that is dragged: a finger on it to the right makes it more, to the left less."""

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

STEP = 22
"""Pixels from one number to the next: fine enough for five, coarse enough for one."""

INTERVAL = 40
"""Milliseconds between two messages while a finger moves."""


class Drag(NamedTuple):
    """Where the finger came down, the number then, and the number now."""

    start: float
    before: int
    now: int


def draggable(
    label: str, content: ft.Control, value: int, step: Callable[[int], Any], *, least: int, most: int
) -> ft.Control:
    """The content; dragged sideways, it steps the number that is called `label` up or down."""
    kept = f"drag {label}"

    def begin(event: ft.DragStartEvent[Any]) -> None:
        ft.context.page.session.store.set(kept, Drag(event.global_position.x, value, value))

    def move(event: ft.DragUpdateEvent[Any]) -> None:
        memory = ft.context.page.session.store  # this is drawn again with every step
        drag: Drag | None = memory.get(kept)
        if drag is None:
            return
        to = dragged(drag.before, event.global_position.x - drag.start, least, most)
        if to != drag.now:
            memory.set(kept, drag._replace(now=to))
            step(to - drag.now)

    return ft.GestureDetector(
        content,
        on_horizontal_drag_start=begin,
        on_horizontal_drag_update=move,
        drag_interval=INTERVAL,
        mouse_cursor=ft.MouseCursor.RESIZE_LEFT_RIGHT,
    )


def dragged(value: int, distance: float, least: int, most: int) -> int:
    """The number after so many pixels to the right."""
    return max(least, min(most, value + int(distance / STEP)))
