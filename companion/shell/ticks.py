"""Ticks: what this device's player has already done on the table. Optional, and nobody else's business."""

from collections.abc import Callable

import flet as ft


def use_ticks(name: str) -> tuple[frozenset[str], Callable[[str], None]]:
    """A hook: the lines ticked under this name, and the way to tick or untick one. Kept while the app is open."""
    kept = ft.context.page.session.store
    _, draw_again = ft.use_state(0)

    def tick(line: str) -> None:
        kept.set(name, _ticked(kept.get(name)) ^ {line})
        draw_again(lambda n: n + 1)

    return _ticked(kept.get(name)), tick


def _ticked(stored: object) -> frozenset[str]:
    return stored if isinstance(stored, frozenset) else frozenset()
