"""Acting on a table: append, undo. A refusal says why and offers to do it anyway; a table that moved, to do it now."""

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.serve.trouble import NotYours, TableMoved
from companion.shell.app_context import App
from companion.shell.frame import UndoTap
from companion.shell.parts import button
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.core.errors import BadInput, RuleError

TROUBLE = (StorageTrouble, BadInput, NotYours, TableMoved)
"""Why something was not done, as a sentence; nothing has changed."""


class Refused(NamedTuple):
    """What was not done: the rules refused it, or somebody else changed the table meanwhile."""

    refusal: RuleError | TableMoved
    action: Any
    seat: int | None
    anyway: bool = False


_NOTHING: Refused | None = None

Do = Callable[..., bool]
"""do(action, seat=None): True if it was carried out."""


def use_acting(app: App, table: SavedTable) -> Do:
    """A hook: the way to say something to the table. A refusal is a dialog with "Do it anyway"."""
    refused, set_refused = ft.use_state(_NOTHING)

    def do(action: Any, seat: int | None = None, *, anyway: bool = False) -> bool:
        try:
            table.append(action, seat=seat, anyway=anyway)
        except (RuleError, TableMoved) as refusal:
            set_refused(Refused(refusal.with_traceback(None), action, seat, anyway))
            return False
        except TROUBLE as trouble:
            app.say(told(app.words, trouble))
            return False
        set_refused(None)
        return True

    ft.use_dialog(_dialog(app, table, refused, do, lambda: set_refused(None)) if refused is not None else None)
    return do


def _dialog(app: App, table: SavedTable, refused: Refused, do: Do, close: Callable[[], None]) -> ft.AlertDialog:
    if isinstance(refused.refusal, TableMoved):
        return _moved_dialog(app, table, refused, refused.refusal, do, close)
    return _refusal_dialog(app, refused, refused.refusal, do, close)


def _moved_dialog(
    app: App, table: SavedTable, refused: Refused, moved: TableMoved, do: Do, close: Callable[[], None]
) -> ft.AlertDialog:
    """Somebody else was quicker: what they did, and, where it is still allowed, the same once more."""
    words, session = app.words, table.session
    wanted = session.game.describe(session.state, refused.action, words)
    newest = session.undo_name(words)
    content: list[ft.Control] = [app.look.text(words("Somebody changed the table a moment before your tap."), 17)]
    if newest is not None:
        content.append(app.look.text(words("Newest: {what}", what=newest), 16, colour=app.palette.muted))
    actions: list[ft.Control] = [button(app, words("Leave it"), close)]
    if moved.legal:
        again = words("Do it now: {what}", what=wanted)
        actions.append(button(app, again, lambda: do(refused.action, refused.seat, anyway=refused.anyway), chosen=True))
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        actions_overflow_button_spacing=8,
        title=app.look.title(words("The table has changed"), 22),
        content=ft.Column(content, tight=True, spacing=8),
        actions=actions,
    )


def _refusal_dialog(
    app: App, refused: Refused, refusal: RuleError, do: Do, close: Callable[[], None]
) -> ft.AlertDialog:
    """Why not; and, because the table is always right, "do it anyway"."""
    words = app.words
    actions: list[ft.Control] = [button(app, words("Back"), close)]
    if not refusal.firm:
        actions.append(
            button(app, words("Do it anyway"), lambda: do(refused.action, refused.seat, anyway=True), chosen=True)
        )
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        actions_overflow_button_spacing=8,
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


def use_wishes(app: App, table: SavedTable) -> None:
    """A hook: what players ask the host of a table for, one after the other, on the host's own device."""
    wish = next(iter(table.wishes), None) if table.runs else None

    def answer(grant: bool) -> None:
        try:
            table.answer_wish(wish, grant=grant)
        except TROUBLE as trouble:
            app.say(told(app.words, trouble))

    ft.use_dialog(_wish_dialog(app, table, wish, answer) if wish is not None else None)


def _wish_dialog(app: App, table: SavedTable, wish: Any, answer: Callable[[bool], None]) -> ft.AlertDialog:
    words = app.words
    what = table.session.undo_name(words) or ""
    return ft.AlertDialog(
        modal=True,
        bgcolor=app.palette.card,
        actions_overflow_button_spacing=8,
        title=app.look.title(words("{name} asks to undo", name=wish.name), 22),
        content=app.look.text(what, 17),
        actions=[
            button(app, words("No"), lambda: answer(False)),
            button(app, words("Undo it"), lambda: answer(True), chosen=True),
        ],
    )


def undo_tap(app: App, table: SavedTable) -> UndoTap | None:
    """The undo of a table for a screen's frame; None when there is nothing to undo, or this device only watches."""
    name = table.session.undo_name(app.words)
    if name is None or not table.plays:
        return None
    ask = not table.may_undo

    def act() -> None:
        try:
            if ask:
                table.wish_undo()
            else:
                table.undo()
        except TROUBLE as trouble:
            app.say(told(app.words, trouble))
        else:
            if ask:
                app.say(app.words("The host is asked to undo it."))

    return UndoTap(name, act, ask)
