"""Tables to look at: each at one moment of an evening, played by chance from a seed, so that it is always the same."""

from collections.abc import Callable

import engine.games  # noqa: F401  (registers the games)
from companion.storage import SavedTable, Storage
from companion.storage.library import practice_pack
from engine.core.chance import Chance
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Correct,
    Correction,
    SetFarm,
    SetFlags,
    SetNumber,
    SetPiece,
    SetTroops,
)
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Farm, Piece, RedNumber, State

WHO = (("Ada", "S", "blue"), ("Ben", "W", "red"), ("Cleo", "N", "green"), ("Dov", "E", "yellow"))

UNLUCKY = 3
"""Dov keeps nobody inside."""

Moment = Callable[[State], bool]


def own_cards() -> tuple[Card, ...]:
    """Cards a group taught the app: like the practice pack's, but theirs, so that no digital deck is dealt from."""
    return tuple(replace(card, id=f"own-{card.id}") for card in practice_pack().cards)


def evening_for(players: int, cards: tuple[Card, ...] | None = None) -> Setup:
    """A table of so many players; with the practice pack's cards, or these. Its red numbers are known."""
    return Setup(
        tuple(
            PlayerSetup(name, seat, colour, initiative=place)  # type: ignore[arg-type]
            for place, (name, seat, colour) in enumerate(WHO[:players])
        ),
        cards=practice_pack().cards if cards is None else cards,
        red_numbers=tuple(RedNumber(gold, gold * 2 // 3) for gold in range(51)),
    )


def at(season: int, phase: str) -> Moment:
    """The beginning of a phase."""
    return lambda state: state.season == season and state.phase == phase


def table_at(
    storage: Storage,
    name: str,
    players: int,
    moment: Moment,
    *,
    cards: tuple[Card, ...] | None = None,
    seed: int = 7,
    prosper: bool = False,
) -> SavedTable:
    """A new table, played until the moment comes; if its players prosper, chance does not ruin them."""
    table = storage.tables.create(evening_for(players, cards), name)
    chance, richest = Chance(seed), 0
    while not moment(table.state):
        if prosper and table.state.phase == "actions" and table.state.season > richest:
            richest = table.state.season
            table.append(good_season(players, richest))
        decision = table.session.pending
        assert decision is not None, "the evening ended before the moment came"
        table.append(AFTER_THE_EMPIRE.sample(table.state, decision, chance), seat=decision.seat)
    return table


def good_season(players: int, season: int) -> Correct:
    """What careful players might own when a season begins."""
    changes: list[Correction] = []
    for player in range(players):
        changes += [
            SetNumber(player, "gold", 4 + 3 * season + 2 * ((player + season) % 3)),
            SetNumber(player, "food", 6 + player),
            SetNumber(player, "wood", 4),
            SetNumber(player, "stone", 3 + player),
            SetNumber(player, "wounded", (player + season) % 2),
            SetPiece(player, "N", Piece("wall", "stone", 4 + player % 2)),
            SetPiece(player, "W", Piece("wall", "stone", 5 - player % 2)),
            SetPiece(player, "NE", Piece("turret", "stone", 2)),
            SetPiece(player, "NW", Piece("turret", "wood", 1)),
            SetTroops(player, "N", 3, 1),
            SetTroops(player, "W", 2, 1),
            SetTroops(player, "inside", 0 if player == UNLUCKY else 2 + season, 2),
            SetFarm(player, "E", Farm(2)),
            SetFarm(player, "W", Farm(2, protected=True)),
        ]
    changes.append(SetFlags(season % players, (3,)))
    return Correct(tuple(changes))


NAMES = ("Tonight", "Friday evening", "At Ben’s", "Rainy Sunday", "New Year", "First game")
MOMENTS = ((3, "actions"), (4, "combat"), (4, "flags"), (4, "refresh"), (7, "scoring"), (7, "over"))


def evening_in_moments(storage: Storage) -> None:
    """A table at each moment of an evening; their numbers are 1, 2, 3 and so on."""
    for name, (season, phase) in zip(NAMES, MOMENTS, strict=True):
        table_at(storage, name, 4, at(season, phase), prosper=True)
