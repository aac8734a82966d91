"""Files out of the app and into it, through the device's own dialogs."""

import re
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.words import reason

MOST_BYTES = 32 * 1024 * 1024
"""A larger file is none of ours."""


def file_name(name: str, ending: str) -> str:
    """A name every system accepts: "Friday evening" → "friday-evening.csv"."""
    bare = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return (re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:60] or "companion") + ending


def save_file(app: App, name: str, make: Callable[[], bytes | Awaitable[bytes]]) -> None:
    """Make the file and let the player choose where it goes; a line says how it went."""
    words = app.words

    async def save() -> None:
        try:
            made = make()
            data = made if isinstance(made, bytes) else await made
            await ft.FilePicker().save_file(file_name=name, src_bytes=data)
        except Exception as trouble:  # whatever keeps a device from saving must not take the screen with it
            app.say(words("This could not be saved: {why}.", why=reason(words, trouble)))
        else:
            app.say(words("Saved as {name}.", name=name))

    ft.context.page.run_task(save)


def open_file(app: App, ending: tuple[str, ...], use: Callable[[bytes], str]) -> None:
    """Let the player choose a file and use what is in it; `use` says how it went."""
    words = app.words

    async def choose() -> None:
        try:
            picked: Any = await ft.FilePicker().pick_files(
                allowed_extensions=list(ending), file_type=ft.FilePickerFileType.CUSTOM, with_data=True
            )
        except Exception as trouble:
            app.say(words("This could not be opened: {why}.", why=reason(words, trouble)))
            return
        if not picked or picked[0].bytes is None:
            return
        data = bytes(picked[0].bytes)
        if len(data) > MOST_BYTES:
            app.say(words("This file is too large to be one of ours."))
            return
        app.say(use(data))

    ft.context.page.run_task(choose)
