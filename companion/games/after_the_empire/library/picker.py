"""The card picker: recent cards first and those on the table last, two letters find any other, quick entry for an
unknown one."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.facts import card_icon, facts, kind_name
from companion.games.after_the_empire.library.keys import letter_keys
from companion.games.after_the_empire.library.quick import blank_card, quick_form, teach_offers
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import ROUND, SANS_BOLD, TOUCH
from companion.shell.parts import button, empty, icon, spoken, tappable
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from companion.storage.library import practice_pack
from companion.storage.search import folded, spellings
from engine.core.chance import Chance
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.state import State

LARGE = 1.3
"""Beyond this text size a card's facts take a line more."""

MOST_ROWS = 60
"""How many cards are listed at once; letters find the others."""

WINDOW = 248
"""The height of the list above the keys: the keys never move under a finger that types."""

_LISTED: Card | None = None


@screen
def card_picker(
    app: App, kinds: tuple[str, ...], on_pick: Callable[[Card], Any], *, table: SavedTable | None = None
) -> ft.Control:
    """Pick a card of these kinds. `on_pick` gets it whole; a quick entry has an id of its own (`quick.is_quick`)."""
    letters, set_letters = ft.use_state("")
    entry, set_entry = ft.use_state(_LISTED)
    words = app.words

    def pick(chosen: Card) -> None:
        set_letters("")
        set_entry(None)
        if chosen.kind != "objective":  # whose name comes first in everybody's list would be no secret
            try:
                app.store.storage.cards.used(chosen.id)
            except StorageTrouble as trouble:
                app.say(told(app.words, trouble))
        on_pick(chosen)

    if entry is not None:
        return quick_form(app, kinds, entry, set_entry, pick, lambda: set_entry(None))

    known = [card for card in known_cards(app, table) if card.kind in kinds]
    found = app.store.storage.cards.search(letters, kinds, among=known)
    out = cards_out(table.state) if table is not None else frozenset()
    found.sort(key=lambda card: card.id in out)  # a deck has each card once: what lies there is hardly meant
    lines = 1 if app.look.scale <= 1.3 else 2
    rows: list[ft.Control] = [
        card_row(app, card, partial(pick, card), note=_drawn(app, card) if card.id in out else None, lines=lines,
                 end="check" if card.id in out else "next")
        for card in found[:MOST_ROWS]
    ]  # fmt: skip
    if not known:
        name = kind_name(words, kinds[0])
        rows.append(empty(app, kinds[0], words("{kind}: none in the library yet. Quick entry works at once.",
                                               kind=name)))  # fmt: skip
    elif not found:
        rows.append(empty(app, "search", words("No card with “{letters}”.", letters=letters)))
    unknown = button(app, words("Unknown card: quick entry"), lambda: set_entry(blank_card(words, kinds[0])),
                     icon_name="help")  # fmt: skip
    dealt = deal(table, kinds) if table is not None else None
    deck = [button(app, words("Draw from the practice deck"), partial(pick, dealt), icon_name="dice")] if dealt else []
    offers = teach_offers(app, table) if table is not None else []
    keys = [typed_line(app, letters), letter_keys(
        app,
        useful_letters((card.name for card in known), letters),
        lambda letter: set_letters(letters + letter),
        (lambda: set_letters(letters[:-1])) if letters else None,
        (lambda: set_letters("")) if letters else None,
    )] if known else []  # fmt: skip
    listed: ft.Control = _column(rows)
    if known:
        listed = ft.Container(ft.ListView(rows, spacing=8, expand=True, padding=0), height=_window(app, len(known)))
    tools = _column([*keys, *deck, unknown, *offers])
    if app.wide and known:
        return ft.Row(
            [ft.Container(listed, expand=3), ft.Container(tools, expand=2)],
            spacing=16,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    return _column([listed, tools], 12)


def _window(app: App, cards: int) -> float:
    """High enough for three cards and a piece of the next; lower if there are fewer cards."""
    row = 62 * max(1.0, app.look.scale * 0.9) + 8
    return min(cards * row, WINDOW * max(1.0, app.look.scale * 0.8)) if not app.wide else 480


def _column(content: list[ft.Control], spacing: float = 8) -> ft.Column:
    return ft.Column(content, spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def known_cards(app: App, table: SavedTable | None) -> tuple[Card, ...]:
    """The table's cards and the library's; with no table the practice pack's too. A library card wins."""
    cards: dict[str, Card] = {}
    brought: Iterable[Card] = practice_pack().cards if table is None else table.state.table.cards
    for card in (*brought, *app.store.storage.cards.cards):
        cards[card.id] = card
    return tuple(cards.values())


def cards_out(state: State) -> frozenset[str]:
    """The ids of the invader and siege cards that lie open on the table this season."""
    out = {state.report.card.id} if state.report is not None else set()
    if state.combat is not None:
        out |= {draw.card.id for draw in state.combat.draws}
        out |= {state.combat.siege.card.id} if state.combat.siege is not None else set()
    return frozenset(out)


def _drawn(app: App, card: Card) -> str:
    return app.words("Drawn · {facts}", facts=facts(app.words, card))


def deal(table: SavedTable, kinds: tuple[str, ...]) -> Card | None:
    """The next card of the digital practice deck: the same at this moment of this table, whoever asks.

    None unless the table plays with the practice pack. A card that lies on the table is not dealt again (C-7).
    """
    state = table.state
    out = cards_out(state)
    shipped = {card.id for card in practice_pack().cards}
    deck = [
        card
        for card in state.table.cards
        if card.id in shipped and card.kind in kinds and card.id not in out and not getattr(card, "starting", False)
    ]
    return Chance(table.id * 1_000_003 + table.n).pick(deck) if deck else None


def useful_letters(names: Iterable[str], letters: str) -> frozenset[str]:
    """The letters that, pressed next, still find a card."""
    wanted = folded(letters).replace(" ", "")
    useful: set[str] = set()
    for name in names:
        for spelling in spellings(name):
            text = spelling.replace(" ", "")
            place = text.find(wanted)
            while place >= 0 and place + len(wanted) < len(text):
                useful.add(text[place + len(wanted)])
                place = text.find(wanted, place + 1)
    return frozenset(useful)


def card_row(
    app: App, card: Card, act: Callable[[], Any] | None, *, end: str = "next", note: str | None = None, lines: int = 2
) -> ft.Control:
    """A card as a big row: its icon, its name, what it does."""
    palette = app.palette
    line = facts(app.words, card) if note is None else note
    return ft.Container(
        tappable(
            app,
            f"{card.name}, {line}",
            _face(app, card, line, lines + (app.look.scale > LARGE), icon(end, 20, palette.muted)),
            act,
            bgcolor=palette.card,
            border=ft.Border.all(2, palette.line),
            padding=ft.Padding.symmetric(horizontal=12, vertical=8),
            alignment=ft.Alignment.CENTER_LEFT,
        ),
        key=f"card {card.id}",
    )


def card_preview(app: App, card: Card) -> ft.Control:
    """A card as its row will look, while it is being made."""
    line = facts(app.words, card)
    return spoken(
        f"{card.name}, {line}",
        ft.Container(
            _face(app, card, line, 3),
            bgcolor=app.palette.page,
            border=ft.Border.all(2, kind_colour(app, card.kind)),
            border_radius=ROUND,
            padding=ft.Padding.symmetric(horizontal=12, vertical=10),
        ),
    )


def _face(app: App, card: Card, line: str, lines: int, *end: ft.Control) -> ft.Row:
    look, palette = app.look, app.palette
    size = 40 * min(look.scale, 1.4)
    seal = ft.Container(
        icon(card_icon(card), size * 0.62, palette.on_button),
        width=size,
        height=size,
        bgcolor=kind_colour(app, card.kind),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    words = ft.Column(
        [look.bold(card.name, 18, lines=lines), look.text(line, 15, colour=palette.muted, lines=lines)],
        spacing=0,
        tight=True,
        expand=True,
    )
    return ft.Row([seal, words, *end], spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def kind_colour(app: App, kind: str) -> str:
    """Each kind of card has a colour of its own, beside its icon."""
    palette = app.palette
    return {
        "invader": palette.bad,
        "siege": palette.gold,
        "building": palette.muted,
        "refugee": palette.link,
        "objective": palette.good,
    }.get(kind, palette.muted)


def typed_line(app: App, letters: str) -> ft.Control:
    """What has been typed so far."""
    words = app.words
    shown = letters.capitalize() if letters else words("Two letters find a card")
    colour = app.palette.ink if letters else app.palette.muted
    return ft.Semantics(
        label=words("Search: {letters}", letters=letters) if letters else shown,
        container=True,
        exclude_semantics=True,
        live_region=True,
        content=ft.Container(
            ft.Row(
                [
                    icon("search", 20 * app.look.scale, app.palette.muted),
                    ft.Container(app.look.text(shown, 18, family=SANS_BOLD, colour=colour, lines=1), expand=True),
                ],
                spacing=8,
            ),
            padding=ft.Padding.symmetric(horizontal=12, vertical=6),
            bgcolor=app.palette.page,
            border=ft.Border.all(2, app.palette.line),
            border_radius=ROUND,
            height=TOUCH * max(1.0, app.look.scale * 0.8),
        ),
    )
