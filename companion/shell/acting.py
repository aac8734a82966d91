"""Acting on a table: append, undo; a refusal says why and offers to do it anyway."""

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.shell.app_context import App
from companion.shell.frame import UndoTap
from companion.shell.parts import button
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.core.errors import BadInput, RuleError


class Refused(NamedTuple):
    """What the rules refused."""

    refusal: RuleError
    action: Any
    seat: int | None


_NOTHING: Refused | None = None

Do = Callable[..., bool]
"""do(action, seat=None): True if it was carried out."""


def use_acting(app: App, table: SavedTable) -> Do:
    """A hook: the way to say something to the table. Shows refusals as a dialog with "Do it anyway"."""
    refused, set_refused = ft.use_state(_NOTHING)

    def do(action: Any, seat: int | None = None, *, anyway: bool = False) -> bool:
        try:
            table.append(action, seat=seat, anyway=anyway)
        except RuleError as refusal:
            set_refused(Refused(refusal, action, seat))
            return False
        except (StorageTrouble, BadInput) as trouble:
            app.say(told(app.words, trouble))
            return False
        set_refused(None)
        return True

    ft.use_dialog(_refusal_dialog(app, refused, do, lambda: set_refused(None)) if refused is not None else None)
    return do


def _refusal_dialog(app: App, refused: Refused, do: Do, close: Callable[[], None]) -> ft.AlertDialog:
    """Why not; and, because the table is always right, "do it anyway"."""
    words, refusal = app.words, refused.refusal
    actions: list[ft.Control] = [button(app, words("Back"), close)]
    if not refusal.firm:
        actions.append(
            button(app, words("Do it anyway"), lambda: do(refused.action, refused.seat, anyway=True), chosen=True)
        )
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        title=app.look.title(words("Not by the rules"), 22),
        content=ft.Column(
            [
                app.look.text(told(words, refusal), 17),
                app.look.text(words("Rule {id}", id=refusal.rule), 15, colour=app.palette.link),
            ],
            tight=True,
            spacing=8,
        ),
        actions=actions,
    )


def undo_tap(app: App, table: SavedTable) -> UndoTap | None:
    """The undo of a table for a screen's frame; None when there is nothing to undo."""
    name = table.session.undo_name(app.words)
    if name is None:
        return None

    def act() -> None:
        try:
            table.undo()
        except StorageTrouble as trouble:
            app.say(told(app.words, trouble))

    return UndoTap(name, act)
