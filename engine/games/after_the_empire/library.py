"""The table's card library: finding a card by id, accepting one given whole, teaching a new one."""

from typing import TypeVar

from engine.core.errors import RuleError
from engine.core.language import Phrase
from engine.core.record import replace
from engine.games.after_the_empire.cards import BuildingCard, Card, HoldingCard, RefugeeCard, card_fault
from engine.games.after_the_empire.state import Table

C = TypeVar("C", bound=Card)


def find_card(table: Table, given: str | Card, wanted: type[C]) -> C:
    """The card meant: given whole, or by its id in the table's library. Firmly refused if it is neither."""
    card: Card | None
    if isinstance(given, str):
        card = next((known for known in table.cards if known.id == given), None)
        if card is None:
            raise RuleError("C-7", "No card here is called {given!r}: teach it first.", given=given, firm=True)
    else:
        card = given
        unsound_card(card)
    if not isinstance(card, wanted):
        kinds = wanted.__name__.removesuffix("Card").lower()
        raise RuleError(
            "C-7",
            "{card} is {is_a} card, not {not_a} card.",
            card=card.name,
            is_a=Phrase(_article(card.kind)),
            not_a=Phrase(_article(kinds)),
            firm=True,
        )
    return card


def find_holding_card(table: Table, given: str | Card) -> HoldingCard:
    """The building or refugee meant."""
    named = next((known for known in table.cards if known.id == given), given)
    if isinstance(named, RefugeeCard):
        return find_card(table, given, RefugeeCard)
    return find_card(table, given, BuildingCard)


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def unsound_card(card: Card) -> None:
    """Firmly refuse a card that contradicts itself."""
    fault = card_fault(card)
    if fault is not None:
        raise RuleError("P-2", "This card cannot be right: {why}.", why=fault[1], firm=True)


def teach(table: Table, card: Card) -> Table:
    """The table with one more card, or with the card of that id replaced."""
    others = tuple(known for known in table.cards if known.id != card.id)
    return replace(table, cards=(*others, card))
