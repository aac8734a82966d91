"""Corrections in words, for the log and for "Undo: …": "Correction: Ada, West wall: wood, 2 cubes"."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.core.language import Counted, Listed, Phrase
from engine.games.after_the_empire.card_words import card_name, holding_name
from engine.games.after_the_empire.compass import CORNER_INDEX, SIDE_INDEX
from engine.games.after_the_empire.corrections import (
    AddCard,
    Correction,
    FreeSpace,
    SetCard,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetNumber,
    SetObjectives,
    SetOrder,
    SetPhase,
    SetPiece,
    SetSacked,
    SetTable,
    SetTroops,
)
from engine.games.after_the_empire.places import farm_words, piece_words, post_words
from engine.games.after_the_empire.state import Castle, Farm, Piece, Player, State
from engine.games.after_the_empire.view import FLAGS, TURN_ORDER
from engine.games.after_the_empire.words import NOBODY, NOTHING, NUMBERS, UNITS

Spot: TypeAlias = SetPiece | SetTroops | SetInvaders | SetFarm | SetFlags | SetCard
"""Changes that say how a thing of a player's is now."""


def correction_words(state: State, changes: Sequence[Correction]) -> Phrase:
    """A correction by its first change, and how many more there are."""
    if not all(number < len(state.players) for number in _players_in(changes[0])):
        return Phrase("Correction")  # of somebody who does not sit here
    first = _change(state, changes[0])
    if len(changes) == 1:
        return Phrase("Correction: {change}", change=first)
    return Phrase("Correction: {change} and {number} more", change=first, number=len(changes) - 1)


def _players_in(change: Correction) -> tuple[int, ...]:
    match change:
        case SetTable() | SetPhase():
            return ()
        case SetOrder():
            return change.order
        case _:
            return (change.player,)


def _change(state: State, change: Correction) -> Phrase:
    """One change: whose, where, and how it is now."""
    match change:
        case SetTable():
            old = {"season": state.season, "threat": state.threat, "objectives left": state.objectives_left}
            what = Phrase(NUMBERS[change.number])
            return Phrase("{what} {old} → {new}", what=what, old=old[change.number], new=change.to)
        case SetPhase():
            return Phrase("phase: {phase}", phase=Phrase(change.phase))
        case SetOrder():
            names = Listed([state.players[number].name for number in change.order])
            return Phrase("{what}: {now}", what=Phrase(TURN_ORDER), now=names)
        case _:
            return _of_a_player(state, change, state.players[change.player])


def _of_a_player(state: State, change: Correction, player: Player) -> Phrase:
    match change:
        case SetNumber():
            holder = player.castle if change.number in ("wood", "stone", "wounded") else player
            old = getattr(holder, change.number.replace(" ", "_"))
            return _number(player, NUMBERS[change.number], old, change.to)
        case SetObjectives():
            return _number(player, "secret objectives", len(player.objectives), change.number)
        case SetSacked():
            return Phrase("{player}, sacked" if change.sacked else "{player}, not sacked", player=player.name)
        case AddCard():
            return Phrase("{player}, new card: {card}", player=player.name, card=card_name(state, change.card))
        case FreeSpace():
            space = _space(state, change)
            return Phrase("{player}, worker back home: {space}", player=player.name, space=space)
        case SetTable() | SetPhase() | SetOrder():  # nobody's own
            raise TypeError(change.kind)
        case _:
            what, now = _thing(state, change, player)
            return Phrase("{player}, {what}: {now}", player=player.name, what=what, now=now)


def _number(player: Player, what: str, old: int, new: int) -> Phrase:
    return Phrase("{player}, {what} {old} → {new}", player=player.name, what=Phrase(what), old=old, new=new)


def _thing(state: State, change: Spot, player: Player) -> tuple[str | Phrase, Phrase]:
    """A thing of a player's, and how it is now."""
    match change:
        case SetPiece():
            return piece_words(change.at, change.piece, _piece_at(player.castle, change.at)), _piece(change.piece)
        case SetTroops():
            return post_words(change.at), _counted(soldiers=change.soldiers, mercenaries=change.mercenaries)
        case SetInvaders():
            there = _counted(swordsmen=change.swordsmen, archers=change.archers)
            return post_words(change.at, outside=True), there
        case SetFarm():
            return farm_words(change.side), _farm(change.farm)
        case SetFlags():
            return Phrase(FLAGS), Listed(change.flags) if change.flags else Phrase(NOTHING)
        case SetCard():
            return holding_name(state, change.player, change.card), _card_now(player, change)


def _piece_at(castle: Castle, at: str) -> Piece | None:
    return castle.walls[SIDE_INDEX[at]] if at in SIDE_INDEX else castle.turrets[CORNER_INDEX[at]]


def _piece(piece: Piece | None) -> Phrase:
    if piece is None:
        return Phrase("removed")
    state = Phrase("burning") if piece.flame else Counted(*UNITS["cubes"], piece.cubes)
    return Listed([Phrase(piece.material), state])


def _counted(**things: int) -> Phrase:
    there = [Counted(*UNITS[name], number) for name, number in things.items() if number]
    return Listed(there, with_and=True) if there else Phrase(NOBODY)


def _farm(farm: Farm) -> Phrase:
    level = Phrase("level {n}", n=farm.level) if farm.level else Phrase("razed")
    return Listed([level, Phrase("protected")]) if farm.protected else level


def _card_now(player: Player, change: SetCard) -> Phrase:
    if change.gone:
        return Phrase("gone")
    held = player.cards[change.card] if change.card < len(player.cards) else None
    if held is not None and held.damaged == change.damaged and held.used != change.used:
        return Phrase("used this season" if change.used else "not used yet")
    return Phrase("damaged" if change.damaged else "undamaged")


def _space(state: State, change: FreeSpace) -> str | Phrase:
    """A space of a board by its name, a card by its own."""
    kind, _, index = change.space.partition(" ")
    if kind == "card" and index.isdecimal():
        return holding_name(state, change.player, int(index))
    return Phrase(change.space)
