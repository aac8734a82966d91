"""Card packs: cards as the users teach and share them. A pack is data; it never runs code."""

from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.border.forms import Form, laid_out, opened, read_form
from engine.border.sentences import join
from engine.core.errors import BadInput
from engine.games.after_the_empire.cards import Card, CardId, card_fault
from engine.games.after_the_empire.constants import Word

FORMAT = "companion.pack"
MOST_CARDS = 2_000


class CardPack(Form):
    """A set of cards for one game."""

    format: Literal["companion.pack"] = "companion.pack"
    version: Literal[1] = 1
    id: Annotated[str, Field(min_length=1, max_length=80)]
    """The name other files call the pack by."""
    name: Word
    """The name people read."""
    game: Literal["after-the-empire"] = "after-the-empire"
    language: Annotated[str, Field(min_length=2, max_length=35)] = "en"
    """The language of the names, as a BCP 47 tag: en, de, pt-BR."""
    author: Annotated[str, Field(max_length=200)] | None = None
    licence: Annotated[str, Field(max_length=200)] | None = None
    cards: Annotated[
        tuple[Annotated[Card, Field(discriminator="kind")], ...],
        Field(max_length=MOST_CARDS),
    ]


def load_pack(data: bytes) -> CardPack:
    """A pack from a file. BadInput says what is wrong with it, and where."""
    raw, data = opened(data, FORMAT)
    pack = read_form(CardPack, data, raw)
    check_pack(pack)
    return pack


def check_pack(pack: CardPack, within: str = "") -> None:
    """Every card sound, every id once."""
    first: dict[CardId, int] = {}
    for index, card in enumerate(pack.cards):
        place = join(within, f"cards[{index}]")
        if card.id in first:
            why = '"{id}" is the id of cards[{first}] already'
            raise BadInput(f"{place}.id", why, id=card.id, first=first[card.id])
        first[card.id] = index
        check_card(card, place)


def check_card(card: Card, place: str) -> None:
    """Refuse a card that contradicts itself."""
    fault = card_fault(card)
    if fault is not None:
        where, why = fault
        raise BadInput(join(place, where), why)


def dump_pack(pack: CardPack) -> bytes:
    """The pack as a file: one card to a line."""
    return laid_out({name: _lean(getattr(pack, name)) for name in CardPack.model_fields})


def _lean(thing: Any) -> Any:
    """A card in plain JSON as one would write it by hand: its kind first, and nothing that is as usual."""
    if isinstance(thing, tuple):
        return [_lean(item) for item in thing]
    if not is_dataclass(thing):
        return thing
    told = {field.name: getattr(thing, field.name) for field in fields(thing)}
    kind = {"kind": told.pop("kind")} if "kind" in told else {}
    usual = {field.name: field.default for field in fields(thing)}
    return {**kind, **{name: _lean(value) for name, value in told.items() if value != usual[name]}}
