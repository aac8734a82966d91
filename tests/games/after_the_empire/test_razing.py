"""Razing (P-4): what invaders do to the farms of the fields they stand in, once per combat."""

import pytest

from engine.games.after_the_empire.actions import DrawSiege
from tests.games.after_the_empire.battles import GAME, battle, before_siege, fought
from tests.games.after_the_empire.tables import events, farm_tiles, player, siege_card, walled


def raze(farms=(1, 1, 1, 1), protected="", siege=None, season=1, **invaders):
    """The farms' levels N, E, S, W after preparation."""
    there = walled("stone wall", soldiers=9, **invaders)
    state = battle(player(castle=there, farms=farms, protected=protected), siege=siege, side="W", season=season).state
    return tuple(farm.level for farm in state.players[0].farms)


@pytest.mark.parametrize(("level", "after"), [(2, 1), (1, 0), (0, 0)])
def test_p4_a_farm_with_invaders_in_its_field_loses_one_level(level, after):
    """Level 2 is flipped to 1, level 1 is razed, a razed farm stays at 0."""
    assert raze((level,) * 4, swordsmen={"E": 1}) == (level, after, level, level)


def test_p4_many_invaders_raze_one_level_only():
    assert raze((2, 2, 2, 2), swordsmen={"N": 9, "E": 1}, archers={"N": 5}) == (1, 1, 2, 2)


def test_p4_archers_raze_like_swordsmen():
    assert raze(archers={"S": 1}) == (1, 1, 0, 1)


def test_p4_surge_invaders_raze_too_but_only_once_with_the_others():
    siege = siege_card(surge="all")
    assert raze((2, 2, 2, 2), siege=siege) == (2, 2, 2, 1)
    assert raze((2, 2, 2, 2), siege=siege, swordsmen={"W": 3}, season=2) == (2, 2, 2, 1)


def test_p4_a_protected_farm_is_safe_and_keeps_its_token():
    there = walled("stone wall", soldiers=9, swordsmen={"N": 1, "W": 1})
    state = battle(player(castle=there, farms=(2, 1, 1, 2), protected="N")).state
    assert state.players[0].farms == farm_tiles((2, 1, 1, 1), "N")


def test_p4_no_invaders_no_harm():
    assert raze((2, 1, 0, 2)) == (2, 1, 0, 2)


def test_p4_one_level_per_combat_however_long_it_lasts():
    """Three rounds before the walls of North: still one level."""
    there = walled("stone wall", N="stone wall 5", swordsmen={"N": 3}, soldiers={"N": 1, "inside": 5})
    state = fought(player(castle=there, farms=(2, 2, 2, 2)))
    assert state.phase == "flags"
    assert [farm.level for farm in state.players[0].farms] == [1, 2, 2, 2]


def test_p4_invaders_who_walk_in_later_raze_nothing_more():
    """The East's invaders pass through a gap into the castle: the farms of other fields stay."""
    there = walled(E=None, swordsmen={"E": 2}, soldiers=5)
    state = fought(player(castle=there, farms=(2, 2, 2, 2)))
    assert [farm.level for farm in state.players[0].farms] == [2, 1, 2, 2]


def test_p4_is_told():
    there = walled("stone wall", soldiers=9, swordsmen={"N": 1, "E": 1, "S": 1})
    state = before_siege(player(castle=there, farms=(2, 1, 0, 1), protected="E"))
    happened = [event for event in events(state, DrawSiege(siege_card(), "N")) if event.rule == "P-4"]
    assert [GAME.sentence(event) for event in happened] == [
        "The North farm falls to level 1.",
        "The East farm is protected and stays.",
    ]
