"""One card: teach it, correct it, delete it; a card of the practice pack can be read and copied."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import flet as ft

from companion.games.after_the_empire.library.editor import card_editor, described, text_field
from companion.games.after_the_empire.library.facts import KINDS, kind_name
from companion.games.after_the_empire.library.keys import narrow
from companion.games.after_the_empire.library.picker import card_preview
from companion.games.after_the_empire.library.quick import (
    blank_card,
    card_address,
    card_of_address,
    is_quick,
    read_quick,
)
from companion.games.after_the_empire.library.snack import snack_with_undo
from companion.games.after_the_empire.library.tiers import in_order
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import GAP, SANS_BOLD
from companion.shell.parts import big_button, button, card, empty
from companion.shell.rows import note
from companion.shell.words import sentence, told
from companion.storage import StorageTrouble
from companion.storage.library import practice_pack
from engine.core.errors import BadInput
from engine.core.record import replace
from engine.games.after_the_empire.cards import Card, InvaderCard, SiegeCard

NEW = "new:"
"""An address "new:siege" is that of a siege card to be taught."""


class Opened(NamedTuple):
    """What an address opens: the card to begin with, and whether the library has it already."""

    card: Card
    own: bool
    shipped: bool = False


class Typing:
    """The name as it is being typed: kept outside what is drawn, so that no key redraws the field."""

    def __init__(self, name: str) -> None:
        self.name = name


def opened(app: App, card_id: str) -> Opened | None:
    """The card an address names; None if there is none."""
    shelf = app.store.storage.cards
    kind = card_id.removeprefix(NEW)
    if card_id.startswith(NEW) and kind in KINDS:
        return Opened(replace(blank_card(app.words, kind), name=" "), own=False)
    own = shelf.card(card_id)
    if own is not None:
        return Opened(own, own=True)
    shipped = next((each for each in practice_pack().cards if each.id == card_id), None)
    if shipped is not None:
        return Opened(shipped, own=False, shipped=True)
    quick = read_quick(app.words, card_id) if is_quick(card_id) else None
    return Opened(replace(quick, name=" "), own=False) if quick is not None else None


@screen
def CardScreen(app: App, address: str | int) -> ft.Control:  # noqa: N802  (a component)
    card_id = card_of_address(str(address))
    words = app.words
    asked = parse_qs(urlsplit(ft.context.page.route or "").query)
    back = asked.get("back", ["/library"])[0]
    if not back.startswith("/"):
        back = "/library"
    found = opened(app, card_id)
    if found is None:
        return frame(
            app,
            title=words("Card"),
            back=back,
            body=[empty(app, "library", words("This card is not in the library any more."))],
            foot=[big_button(app, words("Back to the library"), lambda: app.go("/library"))],
        )
    if found.shipped:
        return _shipped(app, found.card, back)
    return card_form(app, card_id, found.card, found.own, back, key=f"form {card_id}")  # type: ignore[no-any-return]


def _shipped(app: App, shown: Card, back: str) -> ft.Control:
    words = app.words

    def copy() -> None:
        shelf = app.store.storage.cards
        try:
            copied = shelf.teach(replace(shown, id=shelf.free_id(f"{shown.name} 2")))
        except (BadInput, StorageTrouble) as trouble:
            app.say(told(app.words, trouble))
        else:
            app.go(card_address(copied.id))

    return frame(
        app,
        title=shown.name,
        subtitle=words("{kind} of the practice pack", kind=kind_name(words, shown.kind)),
        back=back,
        body=[
            narrow(app, part)
            for part in (
                card_preview(app, shown),
                *described(app, shown),
                note(app, words("Cards of the practice pack cannot be changed. A copy of your own can.")),
            )
        ],
        foot=[big_button(app, words("Copy to my cards"), copy)],
    )


@screen
def card_form(app: App, card_id: str, first: Card, own: bool, back: str) -> ft.Control:
    """The form: name, preview, numbers; save at the thumb."""
    words, shelf = app.words, app.store.storage.cards
    kept: Any = ft.use_state(first)
    made: Card = kept[0]
    set_made: Callable[[Card], None] = kept[1]
    typing, _ = ft.use_state(Typing(first.name.strip()))
    fault, set_fault = ft.use_state("")

    def change(new: Card) -> None:
        set_fault("")
        set_made(replace(new, name=typing.name.strip() or " "))

    def named(text: str) -> None:
        typing.name = text
        change(made)

    def save() -> None:
        name = typing.name.strip()
        if not name:
            set_fault(words("Give the card a name: it is found by its letters."))
            return
        try:
            if own:
                shelf.edit(replace(made, name=name))
            else:
                shelf.teach(replace(made, name=name, id=shelf.free_id(name)))
        except BadInput as refused:
            set_fault(sentence(refused.reason.said(words)))
        except StorageTrouble as trouble:
            set_fault(told(app.words, trouble))
        else:
            app.say(words("“{name}” is in the library.", name=name))
            app.go(back)

    def delete() -> None:
        try:
            shelf.delete(card_id)
        except (BadInput, StorageTrouble) as trouble:
            set_fault(told(app.words, trouble))
            return
        app.go(back)
        snack_with_undo(app, words("Deleted."), lambda: shelf.restore(card_id))

    field = text_field(app, words("Name on the card"), typing.name, named, most=80, key="name")
    field.on_change = lambda e: _keep(typing, e.control.value)
    sound = in_order(made.tiers) if isinstance(made, InvaderCard | SiegeCard) else True
    shown = replace(made, name=typing.name.strip() or words("New card"))
    parts = card_editor(app, made, change)
    if own:
        parts.append(button(app, words("Delete this card"), delete, icon_name="delete", colour=app.palette.bad))
    head: list[ft.Control] = [ft.Container(field, padding=ft.Padding.only(top=8)), card_preview(app, shown)]
    body: list[ft.Control] = [*head, *parts]
    if app.wide:
        body = [
            ft.Row(
                [_half(head, 2), _half(parts, 3)],
                spacing=GAP,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        ]
    foot: list[ft.Control] = []
    if fault:
        foot.append(card(app, app.look.text(fault, 16, family=SANS_BOLD, colour=app.palette.bad),
                         colour=app.palette.bad, padding=10))  # fmt: skip
    foot.append(big_button(app, words("Save") if own else words("Teach this card"), save if sound else None))
    return frame(
        app,
        title=shown.name if own else words("Teach a card"),
        subtitle=kind_name(words, made.kind),
        back=back,
        body=body,
        foot=foot,
    )


def _keep(typing: Typing, text: str | None) -> None:
    typing.name = text or ""


def _half(content: list[ft.Control], share: int) -> ft.Control:
    return ft.Container(
        ft.Column(content, spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=share
    )
