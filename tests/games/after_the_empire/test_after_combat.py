"""F-1, I-1, I-2, H-1, H-2: flags, income, turn order, harvest and feast."""

from typing import get_args

import pytest

from engine.core.session import Session
from engine.games.after_the_empire.actions import Proceed, ReadRedNumber
from engine.games.after_the_empire.phases import Next
from tests.games.after_the_empire.tables import (
    GAME,
    asked,
    castle,
    changes,
    events,
    player,
    proceed,
    refused,
    sack,
    table,
    walled,
)


def flags(state) -> list[tuple[int, ...]]:
    return [each.flags for each in proceed(state, "flags").players]


# F-1 flags


@pytest.mark.parametrize(("season", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2), (7, 3)])
def test_f1_the_richest_takes_the_seasons_flag(season, value):
    """Catches a flag of the wrong value, or for the wrong player."""
    state = table(player(gold=9), player(gold=12), player(gold=11), phase="flags", season=season)
    assert flags(state) == [(), (value,), ()]


def test_f1_the_flag_is_added_to_those_one_has_and_gold_stays():
    """Catches a flag that replaces an earlier one, or that pays at once."""
    state = table(player(gold=12, flags=(1, 2)), phase="flags", season=7)
    after = proceed(state, "flags")
    assert after.players[0].flags == (1, 2, 3)
    assert after.players[0].gold == 12
    assert after.phase == "income"


def test_f1_a_sacked_player_takes_no_flag():
    """Catches a flag for the richest, who was sacked; the next of those who were not has it."""
    state = table(player(gold=20, sacked=True), player(gold=7), player(gold=9), phase="flags", season=3)
    assert flags(state) == [(), (), (2,)]


@pytest.mark.parametrize("season", [1, 4, 7])
def test_f1_tied_players_take_a_one_gold_flag_each(season):
    """Catches the season's flag for one (or all) of the tied."""
    state = table(player(gold=9), player(gold=12), player(gold=12), phase="flags", season=season)
    assert flags(state) == [(), (1,), (1,)]


def test_f1_the_tie_is_among_those_who_were_not_sacked():
    """Catches a sacked player's gold making a tie, or hiding one."""
    no_tie = table(player(gold=12, sacked=True), player(gold=12), phase="flags", season=4)
    assert flags(no_tie) == [(), (2,)]
    hidden = table(player(gold=15, sacked=True), player(gold=12), player(gold=12), phase="flags", season=4)
    assert flags(hidden) == [(), (1,), (1,)]


def test_f1_nobody_eligible_no_flag():
    """Catches a crash, or a flag, when everybody was sacked."""
    state = table(player(gold=4, sacked=True), player(gold=5, sacked=True), phase="flags", season=4)
    assert flags(state) == [(), ()]
    (told,) = events(state, Proceed("flags"))
    assert (told.rule, told.what, told.seat) == ("F-1", "no flag", None)


def test_f1_a_player_without_gold_can_lead():
    """Catches a lead that needs at least one gold."""
    state = table(player(gold=0, sacked=True), player(gold=0), phase="flags")
    assert flags(state) == [(), (1,)]


def test_f1_flags_are_told():
    """Catches a tied flag told as the season's."""
    (won,) = events(table(player(gold=8), phase="flags", season=3), Proceed("flags"))
    assert (won.what, won.seat, won.values) == ("flag", 0, {"value": 2, "gold": 8, "season": 3})
    tied = events(table(player(gold=8), player(gold=8), phase="flags", season=3), Proceed("flags"))
    assert [(told.what, told.seat, told.values["value"]) for told in tied] == [("tied flag", 0, 1), ("tied flag", 1, 1)]


def test_f1_gold_counts_as_it_is_after_phase_two():
    """Catches gold from before the sack: Ann led with 20, is sacked down to 8, and takes no flag."""
    session = sack(player("Ann", gold=20), player("Ben", gold=10))
    session.append(ReadRedNumber(0, 8))
    assert session.state.phase == "flags"
    assert session.state.players[0].gold == 8
    assert flags(session.state) == [(), (1,)]


# I-1 income


@pytest.mark.parametrize(
    ("home", "income"),
    [
        (castle(), 0),
        (walled(), 4),
        (castle(N="wood wall 0", S="stone gate 0", NE="wood turret 0", SW="stone turret 0"), 4),
        (castle(N="stone wall", NE="stone turret flame", NW="stone turret flame"), 1),
        (walled(NE="wood turret", SE="stone turret", SW="wood turret", NW="stone turret"), 8),
    ],
)
def test_i1_one_gold_for_each_castle_piece(home, income):
    """Catches gold per cube, a piece without cubes that does not count, and a burning turret that does."""
    state = table(player(gold=3, castle=home), phase="income")
    after = proceed(state, "income")
    assert after.players[0].gold == 3 + income
    assert after.phase == "harvest"


def test_i1_everybody_has_income_sacked_or_not():
    """Catches income that is only for the survivors."""
    state = table(player(castle=walled(), sacked=True), player(castle=castle(N="wood wall")), phase="income")
    assert [each.gold for each in proceed(state, "income").players] == [4, 1]


def test_i1_income_is_told():
    """Catches an income without its reason."""
    told = events(table(player(gold=3, castle=walled()), phase="income"), Proceed("income"))
    assert (told[0].rule, told[0].values) == ("I-1", {"pieces": 4, "gold": 4, "before": 3, "after": 7})
    assert [(event.rule, event.seat, event.values) for event in told[2:]] == [
        ("I-2", 1, {"place": 1, "gold": 0}),
        ("I-2", 0, {"place": 2, "gold": 7}),
    ]


# I-2 turn order


def test_i2_least_gold_first():
    """Catches the richest going first."""
    state = table(player(gold=9), player(gold=4), player(gold=7), phase="income")
    assert proceed(state, "income").order == (1, 2, 0)


def test_i2_income_counts_for_the_order():
    """Catches an order by the gold before income: Ann has less, but a castle of four pieces."""
    state = table(player(gold=5, castle=walled()), player(gold=7), phase="income", order=(0, 1))
    assert proceed(state, "income").order == (1, 0)


def test_i2_the_feast_does_not_count():
    """Catches an order by the gold after the feast: Ben pays for soldiers later, and stays last."""
    state = table(player(gold=6), player(gold=8, castle=castle(soldiers=5)), phase="income")
    state = proceed(state, "income", "harvest")
    assert [each.gold for each in state.players] == [6, 7]
    rich_eater = table(player(gold=6), player(gold=8, castle=castle(soldiers=9)), phase="income")
    after = proceed(rich_eater, "income", "harvest")
    assert [each.gold for each in after.players] == [6, 3]
    assert after.order == (0, 1)


def test_i2_tied_players_keep_their_relative_order():
    """Catches ties broken by seat."""
    state = table(player(gold=5), player(gold=5), player(gold=5), player(gold=1), phase="income", order=(2, 0, 3, 1))
    assert proceed(state, "income").order == (3, 2, 0, 1)


# H-1 harvest


@pytest.mark.parametrize(
    ("levels", "food"),
    [((1, 1, 1, 1), 4), ((2, 2, 2, 2), 8), ((0, 0, 0, 0), 0), ((0, 1, 2, 2), 5)],
)
def test_h1_a_farm_gives_its_level_in_food(levels, food):
    """Catches a razed farm that gives food, and a level-2 farm that gives one."""
    state = table(player(food=3, farms=levels), phase="harvest")
    after = proceed(state, "harvest")
    assert changes(state, after) == ({"food": food} if food else {})
    assert after.phase == "refresh"


# H-2 feast


@pytest.mark.parametrize(
    ("food", "gold", "home", "expected"),
    [
        (9, 5, castle(soldiers=3), {"food": -3}),
        (9, 5, walled(soldiers={"N": 2, "inside": 1}, wounded=2), {"food": -5}),
        (9, 5, castle(soldiers=1, mercenaries=7), {"food": -1}),
        (9, 5, walled(mercenaries={"N": 4}), {}),
        (2, 5, castle(soldiers=3, wounded=1), {"food": -2, "gold": -2}),
        (0, 5, castle(soldiers=5), {"gold": -5}),
        (3, 5, castle(soldiers=3), {"food": -3}),
    ],
    ids=["food", "wounded eat", "mercenaries do not", "on walls neither", "food first", "gold", "just enough"],
)
def test_h2_a_food_for_each_soldier_then_a_gold_for_each_unfed(food, gold, home, expected):
    """Catches wounded soldiers who fast, mercenaries who eat, and gold spent before the food is gone."""
    state = table(player(food=food, gold=gold, castle=home, farms=(0, 0, 0, 0)), phase="harvest")
    assert changes(state, proceed(state, "harvest")) == expected


def test_h2_the_harvest_is_eaten_at_the_same_feast():
    """Catches a feast before the harvest."""
    state = table(player(gold=5, castle=castle(soldiers=4)), phase="harvest")
    assert changes(state, proceed(state, "harvest")) == {}


def test_h2_too_little_of_everything_is_no_debt():
    """Catches negative gold (R-8: gold stops at 0 and the soldiers stay)."""
    state = table(player(food=1, gold=2, castle=castle(soldiers=6), farms=(0, 0, 0, 0)), phase="harvest")
    after = proceed(state, "harvest")
    assert changes(state, after) == {"food": -1, "gold": -2}


def test_h1_h2_harvest_and_feast_are_told():
    """Catches a feast that is told with other numbers than it had."""
    state = table(player(food=1, gold=9, castle=castle(soldiers=7)), phase="harvest")
    told = [event for event in events(state, Proceed("harvest")) if event.seat == 0]
    assert [(event.rule, event.values) for event in told] == [
        ("H-1", {"food": 4, "after": 5}),
        ("H-2", {"soldiers": 7, "food": 5, "gold": 2}),
    ]


def test_h2_the_seasons_gold_is_noted_after_the_feast():
    """Catches a chart that shows the gold before the feast."""
    state = table(player(gold=9, castle=castle(soldiers=6)), player(gold=2), phase="harvest")
    assert proceed(state, "harvest").gold_history == ((7, 2),)


# the phase button


@pytest.mark.parametrize("phase", ["flags", "income", "harvest", "refresh"])
def test_f1_the_button_says_the_phase_and_nothing_else_happens_by_accident(phase):
    """Catches a button pressed twice, or by two people, that carries out the next phase as well."""
    state = table(phase=phase, season=3)
    decision = asked(state)
    assert (decision.kind, decision.seat) == (phase, None)
    assert GAME.pending(state, 0) is None
    for other in get_args(Next):
        if other == phase:
            continue
        refused(state, Proceed(other), "A-1", f"It is not time for {other}: next is {phase}", firm=True)


def test_p1_no_button_while_combat_asks_its_own_questions():
    """Catches flags awarded in the middle of a battle."""
    state = table(phase="combat")
    refused(state, Proceed("flags"), "A-1", "the table is at combat", firm=True)


def test_p1_the_beginning_of_combat_is_told_with_season_and_threat():
    """Catches a battle log without a heading."""
    (told,) = events(table(season=4, count_only=True), Proceed("combat"))
    assert (told.rule, told.values) == ("P-1", {"season": 4, "threat": 9})


def test_i1_income_and_harvest_follow_the_flag_by_themselves():
    """Catches a table that must press three buttons where one is enough."""
    session = Session(GAME, table(player(gold=5, castle=walled()), phase="flags"))
    entries = session.append(Proceed("flags"))
    assert [(entry.action.to, entry.auto) for entry in entries] == [
        ("flags", False),
        ("income", True),
        ("harvest", True),
    ]
    assert session.state.phase == "refresh"
