"""Cards by their names."""

from engine.core.language import Phrase
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.state import State

UNNAMED_CARD = "card {number}"
"""A card of which only its place is known."""


def card_name(state: State, given: str | Card) -> str:
    """A card given whole or by its id; one the table does not know keeps its id."""
    if not isinstance(given, str):
        return given.name
    return next((card.name for card in state.table.cards if card.id == given), given)


def holding_name(state: State, number: int, index: int) -> str | Phrase:
    """A card in a player's play area, by its place there."""
    cards = state.players[number].cards if number < len(state.players) else ()
    return cards[index].card.name if index < len(cards) else Phrase(UNNAMED_CARD, number=index + 1)
