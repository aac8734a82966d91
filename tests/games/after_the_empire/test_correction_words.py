"""What a correction is called in the log and on the undo button, and where a refused one went wrong."""

from typing import Any

import pytest

from engine.core.language import ENGLISH
from engine.core.record import replace
from engine.games.after_the_empire.actions import ChangeRules
from engine.games.after_the_empire.corrections import (
    AddCard,
    Correct,
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
from engine.games.after_the_empire.places import place_words
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Farm, Piece, State
from tests.games.after_the_empire.tables import GAME, building, refused

INN = building("Inn")


def table() -> State:
    """Ann and Ben, as set up: gates in the South."""
    return GAME.begin(Setup((PlayerSetup("Ann", "S", "blue"), PlayerSetup("Ben", "N", "red"))))


def said(state: Any, *changes: Any) -> str:
    return GAME.describe(state, Correct(changes), ENGLISH)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (SetNumber(0, "gold", 12), "Ann, gold 5 → 12"),
        (SetNumber(0, "wood", 1), "Ann, wood 3 → 1"),
        (SetNumber(0, "villagers coming", 1), "Ann, villagers for the next season 0 → 1"),
        (SetPiece(0, "W", Piece("wall", "wood", 2)), "Ann, West wall: wood, 2 cubes"),
        (SetPiece(0, "S", Piece("gate", "stone", 1)), "Ann, South gate: stone, 1 cube"),
        (SetPiece(0, "S", None), "Ann, South gate: removed"),
        (SetPiece(0, "NE", Piece("turret", "stone", 0, True)), "Ann, North-East turret: stone, burning"),
        (SetTroops(0, "N", 2, 1), "Ann, North wall: 2 soldiers and 1 mercenary"),
        (SetTroops(0, "inside", 0, 0), "Ann, inside: nobody"),
        (SetInvaders(1, "E", 1, 0), "Ben, East field: 1 swordsman"),
        (SetFarm(1, "S", Farm(0)), "Ben, South farm: razed"),
        (SetFarm(1, "S", Farm(2, True)), "Ben, South farm: level 2, protected"),
        (SetFlags(0, (1, 3)), "Ann, Flags: 1, 3"),
        (SetFlags(0, ()), "Ann, Flags: nothing"),
        (AddCard(0, INN), "Ann, new card: Inn"),
        (SetCard(0, 0, damaged=True), "Ann, Barracks: damaged"),
        (SetCard(0, 0, used=(0,)), "Ann, Barracks: used this season"),
        (SetCard(0, 0, gone=True), "Ann, Barracks: gone"),
        (SetCard(0, 7), "Ann, card 8: undamaged"),
        (SetObjectives(0, 3), "Ann, secret objectives 1 → 3"),
        (SetSacked(0, True), "Ann, sacked"),
        (SetSacked(0, False), "Ann, not sacked"),
        (SetTable("threat", 6), "threat 0 → 6"),
        (SetPhase("harvest"), "phase: harvest"),
        (SetOrder((1, 0)), "Turn order: Ben, Ann"),
        (FreeSpace("mine", 0), "Ann, worker back home: mine"),
        (FreeSpace("card 0", 0), "Ann, worker back home: Barracks"),
    ],
)
def test_a_correction_names_whose_it_is_and_what(change: Any, words: str) -> None:
    """Catches an undo button that says "set piece"."""
    assert said(table(), change) == f"Correction: {words}"


def test_of_several_changes_the_first_is_named() -> None:
    changes = (SetNumber(0, "gold", 12), SetNumber(1, "gold", 3), SetFlags(0, (1,)))
    assert said(table(), *changes) == "Correction: Ann, gold 5 → 12 and 2 more"


@pytest.mark.parametrize("change", [SetNumber(3, "gold", 1), SetOrder((0, 3))])
def test_a_correction_of_nobody_has_a_name_as_well(change: Any) -> None:
    """Catches a log that cannot be shown because of an entry the rules refuse."""
    assert said(table(), change) == "Correction"


def test_what_happened_is_told_in_a_player_s_words() -> None:
    """Catches "The table counted again: set piece."."""
    told: list[Any] = []
    changes = (SetPiece(0, "W", Piece("wall", "wood", 1)), SetNumber(0, "move ones", 1), SetTable("season", 2))
    GAME.apply(table(), Correct(changes), told.append)
    assert [GAME.sentence(event) for event in told] == [
        "The table counted again: castle pieces.",
        "The table counted again: Move-1 tokens.",
        "The table counted again: season.",
    ]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("players[1].castle.W.piece", "Ben, West wall"),
        ("players[0].castle.S.cubes", "Ann, South gate"),
        ("players[0].castle.NE.flame", "Ann, North-East turret"),
        ("players[0].farms.E", "Ann, East farm"),
        ("order", "Turn order"),
        ("combat.siege", "Combat"),
        ("winners[0]", "The table"),
    ],
)
def test_a_place_in_the_state_has_a_name(path: str, words: str) -> None:
    assert str(place_words(table(), path)) == words


def test_a_refused_correction_says_where_in_words() -> None:
    """Catches `players[0].castle.W.piece` before a player's eyes."""
    state = table()
    fourth = Correct((SetPiece(0, "S", Piece("wall", "wood", 2)),))
    refused(state, fourth, "C-2", "Ann, West wall: one side must be left for the gate.", firm=True)
    capacity = replace(state.table.constants.capacity, wood_wall=1)
    smaller = replace(state.table.constants, capacity=capacity)
    refused(state, ChangeRules(None, smaller), "C-4", "Ann, North wall: a wood wall holds 1 cube at most", firm=True)
