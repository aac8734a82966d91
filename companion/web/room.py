"""How much room the browser leaves for tables: said at home before it runs out, and where nothing is kept at all."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from companion.shell.words import Words

MEGABYTE = 1024 * 1024
LITTLE = 16 * MEGABYTE
"""Hundreds of evenings. With less than this left, the players are told."""

PAUSE = 60.0
"""Seconds between two looks."""


class Room(NamedTuple):
    """What the browser says, in bytes; `kept` is false where it forgets everything when it is closed."""

    used: int = 0
    whole: int = 0
    kept: bool = True

    @property
    def left(self) -> int | None:
        """What can still be written; None where the browser does not tell."""
        return max(0, self.whole - self.used) if self.whole else None


def warning(words: Words, room: Room | None) -> str | None:
    """What to tell the players; None while there is plenty."""
    if room is None:
        return None
    if not room.kept:
        return words(
            "This browser keeps nothing here (a private window, or an address without https): "
            "export your tables before you close it."
        )
    if room.left is not None and room.left < LITTLE:
        return words(
            "The browser has room for only {n} MB more: export your tables, then free some space on this device.",
            n=room.left // MEGABYTE,
        )
    return None


async def watch(store: Any, ask: Callable[[], Awaitable[Room]], pause: float = PAUSE) -> None:
    """Keep what the store knows of the room true."""
    while True:
        try:
            room = await ask()
        except Exception:  # a browser that does not tell
            return
        if (room.kept, _is_little(room)) != (store.room is None or store.room.kept, _is_little(store.room)):
            store.room = room
            store.changed()
        if not room.kept:
            return
        await asyncio.sleep(pause)


def _is_little(room: Room | None) -> int | None:
    """The megabytes left, where they are few."""
    if room is None or room.left is None or room.left >= LITTLE:
        return None
    return room.left // MEGABYTE
