"""What a worker can do, as plain view data for tiles: from the board's constants, the own board and the own cards."""

from typing import Any, Literal, NamedTuple, TypeAlias

from companion.games.after_the_empire.goods_row import trade_words
from companion.games.after_the_empire.names import space_name
from companion.games.after_the_empire.speech import refusal_line
from companion.shell.words import Words
from engine.core.errors import RuleError
from engine.games.after_the_empire.actions import (
    Barracks,
    Granary,
    Infirmary,
    Scout,
    Stockpile,
    TakeCard,
    UseCard,
    UseSpace,
    Worker,
)
from engine.games.after_the_empire.cards import BuildingCard, Effect, RefugeeCard
from engine.games.after_the_empire.constants import Space
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.state import State, Taken
from engine.games.after_the_empire.workers import OWN_BOARD, places

Asks: TypeAlias = Literal["farms", "stockpile", "market"]
"""What must be asked before the worker can act; a tile without it acts at one tap."""

ICONS: dict[str, str] = {
    "tax": "tax",
    "mercenary camp left": "camp",
    "mercenary camp right": "camp",
    "merchant": "merchant",
    "mine": "mine",
    "quarry": "quarry",
    "woodmill": "woodmill",
    "scout": "scout",
    "buildings": "building",
    "refugees": "refugee",
    "granary": "granary",
    "stockpile": "stockpile",
    "infirmary": "infirmary",
    "barracks": "barracks",
}

ANY_BUILDING = BuildingCard("any", "Any")
ANY_REFUGEE = RefugeeCard("any", "Any")


class Offer(NamedTuple):
    """One touch: what it costs and gives, the action it says, and why the rules refuse it now (None: they do not)."""

    action: Worker
    cost: Goods
    gain: Goods
    said: str
    refusal: RuleError | None
    asks: Asks | None = None
    note: str = ""


class Tile(NamedTuple):
    """A space a worker can go to: its offers, its places, and who stands there."""

    id: str
    icon: str
    name: str
    rule: str
    offers: tuple[Offer, ...]
    places: int = 0
    standing: tuple[int, ...] = ()


def why_not(state: State, action: Any) -> RuleError | None:
    """Why the rules refuse an action now."""
    try:
        AFTER_THE_EMPIRE.check(state, action)
    except RuleError as refusal:
        return refusal.with_traceback(None)  # else it would hold the screen it was drawn on, and that the one before
    return None


def refusal_words(words: Words, refusal: RuleError) -> str:
    """A refusal in the player's language."""
    return refusal_line(words, refusal)


def board_tiles(words: Words, state: State, number: int) -> list[Tile]:
    """The areas of the game board for a player (A-2)."""
    return [_board_tile(words, state, space, number) for space in state.table.constants.board]


def _board_tile(words: Words, state: State, space: Space, number: int) -> Tile:
    offers: tuple[Offer, ...]
    if space.id == "scout":
        gain = space.offers[0].gain if space.offers else Goods()
        offers = (_offer(words, state, Scout(number), Goods(), gain, "farms", words("an objective")),)
    elif space.id == "buildings":
        card_action = TakeCard(number, ANY_BUILDING)
        offers = (_offer(words, state, card_action, Goods(), Goods(), "market", words("Take a building")),)
    elif space.id == "refugees":
        card_action = TakeCard(number, ANY_REFUGEE)
        offers = (_offer(words, state, card_action, Goods(), Goods(), "market", words("Take a refugee")),)
    else:
        offers = tuple(
            _offer(words, state, UseSpace(number, space.id, offer.id), offer.cost, offer.gain) for offer in space.offers
        )
    standing = tuple(taken.player for taken in state.taken if taken.space == space.id)
    name = space_name(words, space.id)
    return Tile(space.id, ICONS.get(space.id, "star"), name, "A-2", offers, places(state, space), standing)


def _offer(
    words: Words,
    state: State,
    action: Worker,
    cost: Goods,
    gain: Goods,
    asks: Asks | None = None,
    note: str = "",
) -> Offer:
    parts = [part for part in (trade_words(words, cost, gain), note) if part]
    return Offer(action, cost, gain, ", ".join(parts), why_not(state, action), asks, note)


def own_tiles(words: Words, state: State, number: int) -> list[Tile]:
    """The spaces of a player's own board (A-3)."""
    return [_own_tile(words, state, space, number) for space in ("granary", "stockpile", "infirmary", "barracks")]


def _own_tile(words: Words, state: State, space: str, number: int) -> Tile:
    assert space in OWN_BOARD
    constants, player = state.table.constants, state.players[number]
    offers: tuple[Offer, ...]
    if space == "granary":
        gain = Goods(sow=constants.granary_sows, protect=constants.granary_protects)
        offers = (_offer(words, state, Granary(number), Goods(), gain, "farms"),)
    elif space == "stockpile":
        note = words("Build and repair")
        offers = (_offer(words, state, Stockpile(number), Goods(), Goods(), "stockpile", note),)
    elif space == "infirmary":
        heal = min(player.castle.wounded, constants.infirmary_heals) or 1
        offers = (_offer(words, state, Infirmary(number, heal), Goods(), Goods(heal=heal)),)
    else:
        recruit, heals = constants.barracks_recruit, constants.barracks_heal
        offers = (
            _offer(words, state, Barracks(number, recruit=True), recruit.cost, recruit.gain),
            _offer(words, state, Barracks(number, heal=True), heals.cost, heals.gain),
            _offer(
                words,
                state,
                Barracks(number, recruit=True, heal=True),
                together(recruit.cost, heals.cost),
                together(recruit.gain, heals.gain),
            ),
        )
    standing = tuple(taken.player for taken in state.taken if taken.space == space and taken.player == number)
    room = state.table.rulings.own_board_workers
    return Tile(space, ICONS[space], space_name(words, space), "A-3", offers, room, standing)


def together(one: Goods, other: Goods) -> Goods:
    """Two prices or gains as one."""
    names = Goods.__dataclass_fields__
    return Goods(**{name: getattr(one, name) + getattr(other, name) for name in names})


def card_tiles(words: Words, state: State, number: int) -> list[Tile]:
    """A player's own cards that do something for a worker or for free (A-6)."""
    tiles = []
    for index, holding in enumerate(state.players[number].cards):
        card = holding.card
        offers = tuple(
            _effect_offer(words, state, number, index, place, effect)
            for place, effect in enumerate(card.effects)
            if effect.when != "gained"
        )
        if offers:
            space = f"card {index}"
            standing = tuple(taken.player for taken in state.taken if taken == Taken(space, number))
            room = sum(1 for effect in card.effects if effect.when == "worker")
            tiles.append(Tile(space, card.kind, card.name, "A-6", offers, room, standing))
    return tiles


def _effect_offer(words: Words, state: State, number: int, index: int, place: int, effect: Effect) -> Offer:
    note = words("free") if effect.when == "free" else ""
    asks: Asks | None = "farms" if effect.gain.sow or effect.gain.protect else None
    offer = _offer(words, state, UseCard(number, index, place), effect.cost, effect.gain, asks)
    said = effect.words or offer.said
    return offer._replace(said=f"{said} ({note})" if note else said, note=note)
