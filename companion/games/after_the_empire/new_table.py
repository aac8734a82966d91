"""A new table in under a minute: everything has a sensible default, "Start" works at once."""

import flet as ft

from companion.games.after_the_empire.setting_up.agreed import cards_section, components_section, game_section
from companion.games.after_the_empire.setting_up.draft import (
    COLOURS,
    Draft,
    colour_name,
    first_draft,
    setup_of,
)
from companion.games.after_the_empire.setting_up.order import order_section
from companion.games.after_the_empire.setting_up.player_card import Typed
from companion.games.after_the_empire.setting_up.seats import players_section
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import GAP, SANS_BOLD
from companion.shell.parts import big_button, card
from companion.shell.words import told
from companion.storage import StorageTrouble
from companion.storage.library import practice_pack
from companion.storage.settings import SeatedPlayer
from engine.core.errors import BadInput, RuleError
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.constants import SOURCES


@screen
def NewTableScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    words, storage = app.words, app.store.storage
    draft, set_draft = ft.use_state(first_draft(app.store.settings, len(storage.cards.cards)))
    chosen, choose = ft.use_state(0)
    fault, set_fault = ft.use_state("")
    components, show_components = ft.use_state(False)
    typed, _ = ft.use_state(Typed())

    def change(new: Draft) -> None:
        set_fault("")
        if chosen >= len(new.seats):
            choose(0)
        typed.names = {number: seat.name for number, seat in enumerate(new.seats)}
        set_draft(new)

    def start() -> None:
        ready = typed.into(draft)
        try:
            table_id = begin(app, ready)
        except RuleError as refusal:
            set_fault(told(words, refusal))
        except (BadInput, StorageTrouble) as trouble:
            set_fault(told(words, trouble))
        else:
            app.go(f"/table/{table_id}")

    players = players_section(
        app, draft, change, typed=typed, chosen=min(chosen, len(draft.seats) - 1), choose=choose,
        last=storage.settings.last_players, known=known_names(app), fault=fault,
    )  # fmt: skip
    order = order_section(app, draft, change)
    game = game_section(app, draft, change)
    cards = cards_section(app, draft, change, len(storage.cards.cards), len(practice_pack().cards))
    pieces = components_section(
        app, draft, change, components, lambda: show_components(not components), SOURCES
    )  # fmt: skip
    body: list[ft.Control] = [players, order, game, cards, pieces]
    if app.wide:
        body = [
            ft.Row(
                [ft.Container(_column(players, order), expand=1), ft.Container(_column(game, cards, pieces), expand=1)],
                spacing=GAP,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        ]
    foot: list[ft.Control] = []
    if fault:
        sentence = app.look.text(fault, 16, family=SANS_BOLD, colour=app.palette.bad)
        foot.append(card(app, sentence, colour=app.palette.bad, padding=10))
    foot.append(big_button(app, words("Start"), start))
    return frame(app, title=words("New table"), subtitle="After the Empire", back="/", body=body, foot=foot)


def _column(*content: ft.Control) -> ft.Column:
    return ft.Column(list(content), spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def begin(app: App, draft: Draft) -> int:
    """Create the table and remember its players and components. Raises what the rules or the disk refuse."""
    storage, settings = app.store.storage, app.store.settings
    setup = setup_of(app.words, draft, settings, table_cards(app, draft), storage.cards.red_numbers)
    table = storage.tables.create(setup, "After the Empire", automation=settings.automation)
    storage.settings.remember_players(
        tuple(SeatedPlayer(player.name, player.colour, player.seat) for player in setup.players)
    )
    if draft.constants != settings.constants:
        app.store.change_settings(constants=draft.constants)
    return table.id


def table_cards(app: App, draft: Draft) -> tuple[Card, ...]:
    """The cards the table will know; where ids meet, the users' own card."""
    cards: dict[str, Card] = {}
    if draft.practice_cards:
        cards |= {each.id: each for each in practice_pack().cards}
    if draft.own_cards:
        cards |= {each.id: each for each in app.store.storage.cards.cards}
    return tuple(cards[card_id] for card_id in sorted(cards))


def known_names(app: App) -> tuple[str, ...]:
    """Everyone who sat at a table before, the last ones first; not those who were called by their colour."""
    colours = {colour_name(app.words, colour) for colour in COLOURS}
    names: dict[str, None] = {}
    for player in app.store.storage.settings.last_players:
        names.setdefault(player.name)
    for table in app.store.storage.tables.tables():
        for facts in table.players:
            names.setdefault(facts.name)
    return tuple(name for name in names if name not in colours)
