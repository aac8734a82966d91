"""The red numbers of the gold track, learned once: look at them, correct them, forget them (O-4, R-10)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.library.snack import snack_with_undo
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import SANS_BOLD
from companion.shell.parts import big_button, button, card, empty, heading, icon, icon_button, spoken
from companion.shell.rows import note
from companion.shell.words import told
from companion.storage import StorageTrouble
from engine.core.errors import BadInput
from engine.games.after_the_empire.state import RedNumber

_CLOSED: RedNumber | None = None


@screen
def red_numbers_card(app: App) -> ft.Control:
    """Every red number known, and a small form to add or correct one."""
    words, shelf = app.words, app.store.storage.cards
    edited, edit = ft.use_state(_CLOSED)
    known = shelf.red_numbers
    rows: list[ft.Control] = [
        note(app, words("What a sacked player’s gold drops to. The app asks for each once, or enter them here."))
    ]
    if edited is not None:
        rows.append(_form(app, edited, edit))
    else:
        most = max((each.gold for each in known), default=0)
        add = RedNumber(most + 1, max(0, most - 1))
        rows.append(button(app, words("Add a red number"), partial(edit, add), icon_name="add"))
    if not known and edited is None:
        rows.append(empty(app, "gold-tracker", words("No red number learned yet.")))
    rows.extend(_row(app, each, edit) for each in known)
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _row(app: App, known: RedNumber, edit: Callable[[RedNumber], Any]) -> ft.Control:
    look, palette, words = app.look, app.palette, app.words
    told = words("At {gold} gold: {red}", gold=known.gold, red=known.red)
    numbers = ft.Row(
        [
            icon("gold", 24 * look.scale, palette.gold),
            look.text(str(known.gold), 20, family=SANS_BOLD),
            icon("next", 18 * look.scale, palette.muted),
            look.text(str(known.red), 20, family=SANS_BOLD, colour=palette.bad),
        ],
        spacing=8,
        tight=True,
    )
    tools = ft.Row(
        [
            icon_button(app, "edit", words("Correct: {what}", what=told), partial(edit, known)),
            icon_button(app, "delete", words("Forget: {what}", what=told), partial(_forget, app, known)),
        ],
        spacing=0,
        tight=True,
    )
    content = ft.Row(
        [spoken(told, numbers), tools],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        wrap=True,
    )
    return ft.Container(card(app, content, padding=6), key=f"red {known.gold}")


def _form(app: App, edited: RedNumber, edit: Callable[[RedNumber | None], Any]) -> ft.Control:
    words = app.words

    def save() -> None:
        try:
            app.store.storage.cards.learn_red_numbers((edited,))
        except (BadInput, StorageTrouble) as trouble:
            app.say(told(app.words, trouble))
        else:
            edit(None)

    sound = edited.red <= edited.gold
    content: list[ft.Control] = [
        heading(app, words("Red number"), 20, level=2),
        number_box(app, words("Space on the gold track"), edited.gold, most=999, icon_name="gold-tracker", key="gold",
                   change=lambda n: edit(RedNumber(n, edited.red))),
        number_box(app, words("Red number printed there"), edited.red, most=999, icon_name="sacked", key="red",
                   change=lambda n: edit(RedNumber(edited.gold, n))),
    ]  # fmt: skip
    if not sound:
        content.append(app.look.text(words("A sacked player cannot end up with more gold than before."), 15,
                                     colour=app.palette.bad))  # fmt: skip
    content.append(big_button(app, words("Save"), save if sound else None))
    content.append(button(app, words("Cancel"), lambda: edit(None)))
    return card(app, *content)


def _forget(app: App, known: RedNumber) -> None:
    """Gone, with a way back."""
    shelf = app.store.storage.cards
    try:
        shelf.forget_red_number(known.gold)
    except StorageTrouble as trouble:
        app.say(told(app.words, trouble))
        return
    snack_with_undo(app, app.words("Forgotten."), lambda: shelf.learn_red_numbers((known,)))
