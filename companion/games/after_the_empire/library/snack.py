"""Gone, with a way back: one line at the foot of the screen with "Undo"."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.words import told
from companion.storage import StorageTrouble
from engine.core.errors import BadInput


def snack_with_undo(app: App, text: str, undo: Callable[[], Any]) -> None:
    """One line at the foot of the screen with a way back."""

    def back(e: Any = None) -> None:
        try:
            undo()
        except (BadInput, StorageTrouble) as trouble:
            app.say(told(app.words, trouble))

    palette = app.palette
    ft.context.page.show_dialog(
        ft.SnackBar(
            app.look.text(text, 16, colour=palette.on_button),
            bgcolor=palette.button,
            action=ft.SnackBarAction(app.words("Undo"), text_color=palette.on_button, on_click=back),
            duration=6_000,
        )
    )
