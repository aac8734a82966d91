"""P-2, P-3: which card is turned over, and where its red border points: two taps a card."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.names import side_letter, side_name
from companion.games.after_the_empire.combat.pieces import (
    crowded,
    halves,
    question,
    remember,
    remembered,
    step_page,
    tag,
)
from companion.games.after_the_empire.library.compass import compass
from companion.games.after_the_empire.library.facts import card_icon
from companion.games.after_the_empire.library.picker import card_picker, card_row
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.parts import big_button, button, icon
from companion.storage import SavedTable
from companion.storage.library import practice_pack
from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.record import replace
from engine.games.after_the_empire.actions import DrawInvader, DrawSiege
from engine.games.after_the_empire.cards import Card, InvaderCard
from engine.games.after_the_empire.compass import SIDES, Side
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import State

_NO_CARD: Card | None = None


@screen
def DrawStep(  # noqa: N802  (a component)
    app: App, table: SavedTable, act: Do, decision: Decision, keep: Callable[[], Any] | None = None
) -> ft.Control:
    """One card: pick it, then its side. On a practice table the deck draws by itself. `keep` leaves all as it is."""
    picked, set_picked = ft.use_state(_NO_CARD)
    by_hand, set_by_hand = ft.use_state(False)
    seat, set_seat = ft.use_state(phone_seat(table))
    state: State = table.state
    words = app.words
    siege = decision.kind == "siege card"

    def point(side: str) -> None:
        assert picked is not None
        given: Any = picked.id if picked in state.table.cards else picked
        say(DrawSiege(given, _side(side)) if siege else DrawInvader(given, _side(side)))

    def say(drawn: DrawSiege | DrawInvader) -> None:
        """The card is in the log at once; the siege strikes when the table has seen what arrives."""
        set_picked(None)
        act(replace(drawn, look_first=True) if isinstance(drawn, DrawSiege) else drawn)

    def draw() -> None:
        drawn = GAME.sample(table.state, decision, Chance(table.id * 1_000_003 + table.n))
        assert isinstance(drawn, DrawSiege | DrawInvader)
        say(drawn)

    def turn() -> None:
        turned = SIDES[(SIDES.index(_side(seat)) + 1) % 4]
        remember(_seat_key(table), turned)
        set_seat(turned)

    body: list[ft.Control] = [_asked(app, decision, picked)]
    if picked is None and drawn_cards(state):
        body.append(_drawn_tags(app, state))
    if picked is not None:
        again = card_row(app, picked, lambda: set_picked(None), end="close", lines=2 if crowded(app) else 1)
        turning = ft.Row(
            [button(app, words("Turn the compass"), turn, icon_name="refresh")], alignment=ft.MainAxisAlignment.CENTER
        )
        body += halves(
            app,
            [again],
            [compass(app, seat, point), turning],
        )
        return step_page(app, body, [])
    back = [button(app, words("Leave it as it was"), keep, icon_name="back")] if keep is not None else []
    practising = is_practice(state)
    if not practising or by_hand:
        kinds = ("siege",) if siege else ("invader",)
        body.append(card_picker(app, kinds, set_picked, table=table, key=f"picker {decision.kind}"))
        return step_page(app, body, back)
    body.append(_deck(app, siege, words("This table draws from the practice deck.")))
    instead = button(app, words("Choose a card by hand"), partial(set_by_hand, True), icon_name="library")
    return step_page(
        app, body, [big_button(app, words("Draw from the practice deck"), draw, key="draw")], [instead, *back]
    )


def _asked(app: App, decision: Decision, picked: Card | None) -> ft.Control:
    words = app.words
    text = words("Which one is turned over?") if picked is None else words("Where does its red border point?")
    if decision.kind == "siege card":
        return question(app, words("The siege card"), text, decision.rule)
    number = int(decision.about["number"])
    most = number - 1 + int(decision.about["left"])
    return question(app, words("Invader card {n} of {most}", n=number, most=most), text, decision.rule)


def drawn_cards(state: State) -> list[tuple[Card, Side]]:
    """The cards that lie open in this combat; the face-up one first."""
    if state.combat is None:
        return []
    cards: list[tuple[Card, Side]] = [(draw.card, draw.side) for draw in state.combat.draws]
    if state.combat.siege is not None:
        cards.append((state.combat.siege.card, state.combat.siege.side))
    return cards


def drawn_words(app: App, state: State) -> str:
    """The cards on the table in one line, each with its side."""
    cards = drawn_cards(state)
    gap = "\N{NO-BREAK SPACE}"
    return " · ".join(f"{card.name}{gap}→{gap}{side_letter(app.words, side)}" for card, side in cards)


def _drawn(app: App, card: Card, side: Side) -> str:
    return app.words("{card} → {side}", card=card.name, side=side_name(app.words, side))


def _drawn_tags(app: App, state: State) -> ft.Control:
    """The cards on the table so far."""
    palette = app.palette
    return ft.Row(
        [
            tag(
                app,
                _drawn(app, card, side),
                palette.bad if isinstance(card, InvaderCard) else palette.gold,
                card_icon(card),
            )
            for card, side in drawn_cards(state)
        ],
        wrap=True,
        spacing=6,
        run_spacing=6,
    )


def _deck(app: App, siege: bool, text: str) -> ft.Control:
    """The back of a card: nobody knows it yet."""
    palette = app.palette
    back = ft.Container(
        ft.Container(
            icon("catapult" if siege else "invader", 64, palette.gold if siege else palette.bad),
            border=ft.Border.all(2, palette.line),
            border_radius=10,
            alignment=ft.Alignment.CENTER,
        ),
        width=150,
        height=208,
        padding=10,
        bgcolor=palette.card,
        border=ft.Border.all(3, palette.line),
        border_radius=16,
        shadow=ft.BoxShadow(blur_radius=12, color=palette.shade, offset=ft.Offset(0, 4)),
    )
    return ft.Column(
        [
            ft.Container(back, padding=ft.Padding.only(top=20, bottom=8)),
            app.look.text(text, 16, colour=palette.muted, align=ft.TextAlign.CENTER),
        ],
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def is_practice(state: State) -> bool:
    """Does this table play with the practice pack's invaders and no others?"""
    invaders = {card.id for card in state.table.cards if isinstance(card, InvaderCard)}
    return bool(invaders) and invaders <= {card.id for card in practice_pack().cards}


def phone_seat(table: SavedTable) -> str:
    """The side of the table this device lies at: by its own player, or the first one, until it is turned."""
    return str(remembered(_seat_key(table), table.state.players[table.seat or 0].seat))


def _seat_key(table: SavedTable) -> str:
    return f"phone seat {table.id}"


def _side(side: str) -> Side:
    return next(known for known in SIDES if known == side)
