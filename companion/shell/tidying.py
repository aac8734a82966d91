"""Screens that are gone hold each other: their memory is given back while nobody waits, not in the middle of a tap."""

import asyncio
import gc

import flet as ft

PAUSE = 0.5
"""Seconds after a screen was opened: by then it is drawn."""


def settle() -> None:
    """What is loaded by now stays: looking through it for garbage again and again would make the app stutter."""
    gc.collect()
    gc.freeze()


def use_tidying(route: str, *, wanted: bool) -> None:
    """A hook: clear away what the screens before left, a moment after this one was opened.

    Not where other devices wait for the same process: theirs is never the moment.
    """

    async def tidy() -> None:
        if wanted:
            await asyncio.sleep(PAUSE)
            gc.collect()

    ft.use_effect(tidy, [route])
