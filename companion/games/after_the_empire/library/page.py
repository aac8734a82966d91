"""The library: the users' own cards, the practice pack, the red numbers; teach, find, import, export."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.facts import KINDS, facts, kind_name, kinds_name
from companion.games.after_the_empire.library.keys import letter_keys, narrow
from companion.games.after_the_empire.library.packs import Packs, use_packs
from companion.games.after_the_empire.library.picker import card_row, typed_line, useful_letters
from companion.games.after_the_empire.library.quick import card_address
from companion.games.after_the_empire.library.red_numbers import red_numbers_card
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import GAP, SANS_BOLD
from companion.shell.parts import big_button, button, card, choices, empty
from companion.shell.rows import folding, note
from companion.shell.words import told
from companion.storage import StorageTrouble
from companion.storage.library import practice_pack
from engine.core.errors import BadInput
from engine.games.after_the_empire.cards import Card

_NOT_SEARCHING: str | None = None


@screen
def LibraryScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    words, shelf = app.words, app.store.storage.cards
    shown, show = ft.use_state("own")
    kind, choose_kind = ft.use_state("invader")
    letters, set_letters = ft.use_state(_NOT_SEARCHING)
    trash_open, open_trash = ft.use_state(False)
    packs = use_packs(app)

    def look_at(what: str) -> None:
        set_letters(None)
        show(what)

    def search() -> None:
        set_letters("")

    all_cards = shelf.cards if shown == "own" else practice_pack().cards
    body: list[ft.Control] = [
        choices(
            app,
            [
                ("own", words("My cards · {n}", n=len(shelf.cards))),
                ("practice", words("Practice pack")),
                ("red", words("Red numbers")),
            ],
            shown,
            look_at,
        )
    ]
    body.extend(card(app, app.look.text(note.said(words)), colour=app.palette.bad) for note in shelf.notes)
    foot: list[ft.Control] = []
    if shown == "red":
        body.append(narrow(app, red_numbers_card(app)))
    else:
        of_kind = [each for each in all_cards if each.kind == kind]
        if letters is None:
            body.append(_kinds(app, all_cards, kind, choose_kind))
            body.append(button(app, words("Search"), search if all_cards else None, icon_name="search"))
        else:
            body.append(_search(app, all_cards, letters, set_letters))
        listed = of_kind if letters is None else shelf.search(letters, among=all_cards)
        body.extend(_listed(app, listed, kind, shown, letters))
        if shown == "own":
            body.append(_packs(app, packs, bool(shelf.cards)))
            if shelf.trash:
                body.append(_trash(app, shelf.trash, trash_open, lambda: open_trash(not trash_open)))
            foot.append(
                big_button(app, words("Teach: {kind}", kind=kind_name(words, kind)),
                           lambda: app.go(card_address(f"new:{kind}")))
            )  # fmt: skip
        else:
            body.insert(1, note(app, words("Invented for learning, not the cards of the box. These cannot be changed; "
                                           "open one to copy it into your own.")))  # fmt: skip
    return frame(app, title=words("Library"), subtitle="After the Empire", back="/", body=body, foot=foot)


def _kinds(app: App, cards: tuple[Card, ...], kind: str, choose: Callable[[str], Any]) -> ft.Control:
    """One tab for each kind of card, with how many there are."""
    counts = {each: sum(card.kind == each for card in cards) for each in KINDS}
    tabs = [(each, f"{kinds_name(app.words, each)} {counts[each]}") for each in KINDS]
    return choices(app, tabs, kind, choose)


def _search(app: App, cards: tuple[Card, ...], letters: str, set_letters: Callable[[str | None], Any]) -> ft.Control:
    return ft.Column(
        [
            typed_line(app, letters),
            letter_keys(
                app,
                useful_letters((each.name for each in cards), letters),
                lambda letter: set_letters(letters + letter),
                (lambda: set_letters(letters[:-1])) if letters else None,
                lambda: set_letters("" if letters else None),
            ),
        ],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _listed(app: App, cards: list[Card], kind: str, shown: str, letters: str | None) -> list[ft.Control]:
    """The cards as rows; two columns where there is room."""
    words = app.words
    if not cards:
        if letters is not None:
            return [empty(app, "search", words("No card with “{letters}”.", letters=letters))]
        return [empty(app, kind, words("No card of this kind yet. Teach one, import a pack, "
                                       "or enter cards as they are drawn."))]  # fmt: skip
    end = "lock" if shown == "practice" else "edit"
    rows = [
        card_row(app, each, partial(app.go, card_address(each.id)), end=end, note=facts(words, each)) for each in cards
    ]
    if not app.wide:
        return list(rows)
    half = (len(rows) + 1) // 2
    return [
        ft.Row(
            [
                ft.Container(ft.Column(part, spacing=GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=1)
                for part in (rows[:half], rows[half:])
            ],
            spacing=GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    ]


def _packs(app: App, packs: Packs, any_cards: bool) -> ft.Control:
    """Cards as files: from someone else, or for someone else."""
    words, palette = app.words, app.palette
    came: list[ft.Control] = []
    if packs.told is not None:
        colour = palette.good if packs.told.good else palette.bad
        came.append(app.look.text(packs.told.text, 16, family=SANS_BOLD, colour=colour))
    share = partial(packs.share, words("My cards"))
    return card(
        app,
        app.look.bold(words("Packs"), 18),
        note(app, words("A pack is a file with cards. Share yours with your group, or bring in theirs.")),
        *came,
        button(app, words("Import a pack"), packs.bring, icon_name="import"),
        button(app, words("Export my cards"), share if any_cards else None, icon_name="export"),
    )


def _trash(app: App, cards: tuple[Card, ...], opened: bool, toggle: Callable[[], Any]) -> ft.Control:
    """Deleted cards can be brought back for a month."""
    words = app.words
    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Container(app.look.text(each.name, 17), expand=True),
                button(app, words("Bring back"), partial(_restore, app, each)),
            ],
            key=f"trash {each.id}",
        )
        for each in cards
    ]
    return folding(
        app,
        words("Deleted"),
        rows,
        opened=opened,
        toggle=toggle,
        icon_name="delete",
        note=words.several("{n} card, kept for a month", "{n} cards, kept for a month", len(cards)),
    )


def _restore(app: App, deleted: Card) -> None:
    try:
        app.store.storage.cards.restore(deleted.id)
    except (BadInput, StorageTrouble) as trouble:
        app.say(told(app.words, trouble))
