"""R-7 … R-11, R-17, R-19 … R-29: every house ruling outside the combat loop, each way a table can have it."""

from typing import Any

import pytest

from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    Barracks,
    Build,
    DamageCards,
    DrawInvader,
    Granary,
    Idle,
    Mend,
    Place,
    Proceed,
    ReadRedNumber,
    Scout,
    Stockpile,
    UseSpace,
)
from engine.games.after_the_empire.cards import BARRACKS, Condition, ObjectiveCard
from engine.games.after_the_empire.faults import supply_warnings
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.scoring import score, winners
from engine.games.after_the_empire.state import RedNumber
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    asked,
    building,
    castle,
    changes,
    damaged,
    events,
    play,
    player,
    proceed,
    raiders,
    refugee,
    refused,
    sack,
    table,
    walled,
)

# R-7 when the gold is compared for the flag


@pytest.mark.parametrize(
    ("ruling", "flags"),
    [("after combat", [(), (2,), ()]), ("before combat", [(), (), ()])],
)
def test_r7_flag_leader(ruling, flags):
    """Catches the manual's "before combat" by default: Ann led before combat and was sacked, so Ben leads after it."""
    session = sack(
        player("Ann", gold=20),
        player("Ben", gold=15),
        player("Cleo", gold=4),
        season=3,
        rulings={"flag_leader": ruling},
    )
    session.append(ReadRedNumber(0, 18))
    assert session.state.players[0].gold == 18
    assert [each.flags for each in proceed(session.state, "flags").players] == flags


def test_r7_before_combat_a_leader_who_was_not_sacked_has_the_flag():
    """Catches the other ruling giving no flags at all; tied leaders share as usual, a sacked one apart."""
    house = {"flag_leader": "before combat"}
    session = sack(player("Ann", gold=15), player("Ben", gold=15), player("Cleo", gold=15), season=3, rulings=house)
    session.append(ReadRedNumber(0, 3))
    assert [each.flags for each in proceed(session.state, "flags").players] == [(), (1,), (1,)]
    alone = sack(player("Ann", gold=9), player("Ben", gold=15), season=3, rulings=house)
    alone.append(ReadRedNumber(0, 3))
    assert [each.flags for each in proceed(alone.state, "flags").players] == [(), (2,)]


def test_r7_before_combat_needs_a_combat():
    """Catches a crash where the table went to the flags without one: the gold is compared as it is now."""
    state = table(player(gold=4), player(gold=9), phase="flags", rulings={"flag_leader": "before combat"})
    assert [each.flags for each in proceed(state, "flags").players] == [(), (1,)]


# R-8 a feast with too little


def feast(ruling: str, **home: Any):
    house = {"feast_debt": ruling}
    ann = player(food=1, gold=2, castle=walled(soldiers={"N": 1, "W": 1, "inside": 3}, **home), farms=(0,) * 4)
    return table(ann, phase="harvest", rulings=house)


def test_r8_gold_stops_at_zero():
    """Catches a debt, and soldiers who leave by default."""
    state = feast("gold stops at 0", wounded=2)
    assert changes(state, proceed(state, "harvest")) == {"food": -1, "gold": -2}
    unpaid = [event for event in events(state, Proceed("harvest")) if event.rule == "R-8"]
    assert [(event.what, event.seat, event.values) for event in unpaid] == [("unpaid", 0, {"soldiers": 4})]


def test_r8_unpaid_soldiers_leave_the_wounded_first_then_those_inside():
    """Catches fed soldiers who leave, and the wrong ones: 7 soldiers, 3 paid, 4 go."""
    state = feast("unpaid soldiers leave", wounded=2)
    after = proceed(state, "harvest")
    assert changes(state, after) == {"food": -1, "gold": -2, "wounded": -2, "soldiers inside": -2}
    unpaid = [event for event in events(state, Proceed("harvest")) if event.rule == "R-8"]
    assert [(event.what, event.values) for event in unpaid] == [("unpaid leave", {"soldiers": 4})]


@pytest.mark.parametrize(
    ("fed", "left"),
    [(4, (1, 1, 1, 1, 0)), (3, (0, 1, 1, 1, 0)), (2, (0, 0, 1, 1, 0)), (1, (0, 0, 0, 1, 0)), (0, (0,) * 5)],
)
def test_r8_from_the_walls_last(fed, left):
    """Catches soldiers who stay unpaid because they stand on a wall: inside first, then N, E, S, W."""
    ann = player(food=fed, castle=walled(soldiers={"N": 1, "E": 1, "S": 1, "W": 1, "inside": 1}), farms=(0,) * 4)
    state = table(ann, phase="harvest", rulings={"feast_debt": "unpaid soldiers leave"})
    assert proceed(state, "harvest").players[0].castle.soldiers == left


# R-9 fewer than two cards to damage

HERMIT = refugee("Hermit", 1, starting=True)


def test_r9_as_many_as_there_are():
    """Catches a starting card damaged by default, and a sack that waits for a second card."""
    session = sack(player(gold=9, cards=(HERMIT, building("Inn", 5))))
    assert asked(session.state).kind == "red number"
    assert [holding.damaged for holding in session.state.players[0].cards] == [False, False, True]


def test_r9_without_any_card_nothing_is_asked():
    """Catches a sack that asks a player with no cards."""
    session = sack(player(gold=9, cards=(HERMIT, damaged(building("Inn", 5)))))
    assert asked(session.state).kind == "red number"
    assert [holding.damaged for holding in session.state.players[0].cards] == [False, False, True]


def test_r9_starting_cards_too():
    """Catches the other ruling being ignored: with one card of one's own the starting cards can be chosen as well."""
    house = {"too_few_cards": "starting cards too"}
    session = sack(player("Ann", gold=9, cards=(HERMIT, building("Inn", 5))), rulings=house)
    assert (asked(session.state).kind, asked(session.state).about) == ("damaged cards", {"cards": 2, "of": 3})
    session.append(DamageCards(0, (1, 2)))
    assert [holding.damaged for holding in session.state.players[0].cards] == [False, True, True]


def test_r9_starting_cards_are_safe_while_there_are_two_others():
    """Catches the other ruling touching starting cards when there is no need."""
    house = {"too_few_cards": "starting cards too"}
    session = sack(
        player("Ann", gold=9, cards=(HERMIT, building("Inn"), refugee("Cook"), building("Mill"))), rulings=house
    )
    assert asked(session.state).about == {"cards": 2, "of": 3}
    refused(session.state, DamageCards(0, (1, 2)), "O-4", "Ann's card 2 cannot be damaged", firm=True)


# R-10 red numbers


def test_r10_a_red_number_is_asked_once_for_each_gold_space():
    """Catches a number asked twice, one that is used at another space, and one that is forgotten."""
    session = sack(player(gold=17), player(gold=5))
    assert (asked(session.state).kind, asked(session.state).about) == ("red number", {"gold": 17})
    session.append(ReadRedNumber(0, 11))
    assert session.state.players[0].gold == 11
    known = session.state.table.red_numbers
    assert known == (RedNumber(17, 11),)
    again = sack(player(gold=17), player(gold=5), red_numbers={17: 11})
    assert again.state.phase == "flags"
    assert again.state.players[0].gold == 11
    assert [entry.action for entry in again.entries if entry.auto and entry.action.kind == "red number"] == [
        ReadRedNumber(0, 11)
    ]
    other = sack(player(gold=18), player(gold=5), red_numbers={17: 11})
    assert asked(other.state).about == {"gold": 18}


def test_r10_a_number_read_again_replaces_the_old_one_and_they_stay_in_order():
    """Catches two numbers for one space, of which the wrong one is found."""
    session = sack(player(gold=17), automation=(), red_numbers={9: 6, 17: 12, 30: 20})
    session.append(ReadRedNumber(0, 11))
    assert session.state.table.red_numbers == (RedNumber(9, 6), RedNumber(17, 11), RedNumber(30, 20))


def test_r10_asked_each_time():
    """Catches a table that wants to be asked and is not, or that remembers all the same."""
    house = {"red_number": "asked each time"}
    session = sack(player(gold=17), red_numbers={17: 11}, rulings=house)
    assert asked(session.state).kind == "red number"
    session.append(ReadRedNumber(0, 9))
    assert session.state.players[0].gold == 9
    assert session.state.table.red_numbers == (RedNumber(17, 11),)


def test_r10_gold_never_rises_and_without_gold_nothing_is_asked():
    """Catches a red number above the gold, and a question about an empty purse."""
    session = sack(player("Ann", gold=6))
    refused(session.state, ReadRedNumber(0, 7), "O-4", "above Ann's 6 gold: gold never rises")
    assert anyway(session.state, ReadRedNumber(0, 7)).players[0].gold == 6
    broke = sack(player(gold=0))
    assert broke.state.phase == "flags"


# R-11 when mercenaries leave


def quiet_combat(ruling: str) -> Session[Any, Any]:
    """A combat without invaders is over when the siege card is drawn."""
    home = walled(mercenaries={"N": 2, "inside": 1})
    session = sack(player("Ann", gold=0), player("Ben", home, gold=3), rulings={"mercenaries_leave": ruling}, season=7)
    assert session.state.phase == "flags"
    return session


def test_r11_mercenaries_leave_at_the_end_of_the_season():
    """Catches mercenaries who go right after combat, as the manual has it, or who stay."""
    state = quiet_combat("end of season").state
    assert state.players[1].castle.mercenaries == (2, 0, 0, 0, 1)
    state = proceed(state, "flags", "income", "harvest")
    assert state.players[1].castle.mercenaries == (2, 0, 0, 0, 1)
    told = [event for event in events(state, Proceed("scoring")) if event.rule == "R-11"]
    assert [(event.seat, event.values) for event in told] == [(1, {"mercenaries": 3})]
    after = proceed(state, "scoring")
    assert after.players[1].castle.mercenaries == (0, 0, 0, 0, 0)


def test_r11_also_in_the_last_season_before_scoring():
    """Catches mercenaries of season 7 who score for an objective."""
    hired = ObjectiveCard("hired", "Hired", 4, Condition("mercenaries", "at least", 1))
    state = table(player(castle=castle(mercenaries=3), objectives=(hired,)), season=7, phase="refresh")
    assert score(state, 0).objectives == 4
    assert score(proceed(state, "scoring"), 0).objectives == 0


def test_r11_right_after_combat():
    """Catches the manual's way being ignored."""
    state = quiet_combat("after combat").state
    assert state.players[1].castle.mercenaries == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("ruling", ["end of season", "after combat"])
def test_r11_those_a_sack_has_just_brought_stay(ruling):
    """Catches the two new mercenaries leaving with the others (O-4)."""
    session = quiet_combat(ruling)
    state = proceed(session.state, "flags", "income", "harvest")
    assert state.players[0].castle.mercenaries == (0, 0, 0, 0, 2)
    after = proceed(state, "scoring")
    assert after.players[0].castle.mercenaries == (0, 0, 0, 0, 2)
    assert after.players[0].reinforcements == 0


@pytest.mark.parametrize(
    ("there", "reinforcements", "left"),
    [({"N": 2, "inside": 1}, 2, 2), ({"inside": 2}, 2, 2), ({"inside": 1}, 2, 1), ({"N": 3}, 0, 0)],
)
def test_r11_only_as_many_stay_as_a_sack_has_brought(there, reinforcements, left):
    """Catches mercenaries hired otherwise who stay with the two, and two who stay where fewer are there."""
    ann = player(castle=walled(mercenaries=there), reinforcements=reinforcements)
    after = proceed(table(ann, phase="refresh"), "refresh")
    assert sum(after.players[0].castle.mercenaries) == left
    assert after.players[0].reinforcements == 0


# R-17 who picks the damaged cards

CARDS = (building("Inn", 5), refugee("Cook", 1), building("Mill", 3), refugee("Smith", 1), HERMIT)


def test_r17_the_owner_is_asked_by_default():
    """Catches cards damaged without a word."""
    session = sack(player(gold=9, cards=CARDS))
    assert (asked(session.state).kind, asked(session.state).seat) == ("damaged cards", 0)
    assert asked(session.state).about == {"cards": 2, "of": 4}
    session.append(DamageCards(0, (1, 3)))
    assert [holding.card.name for holding in session.state.players[0].cards if holding.damaged] == ["Inn", "Mill"]


def test_r17_lowest_value_first():
    """Catches the most valuable cards damaged, or a starting card of low value."""
    session = sack(player(gold=9, cards=CARDS), rulings={"damaged_cards": "lowest value first"})
    assert asked(session.state).kind == "red number"
    assert [holding.card.name for holding in session.state.players[0].cards if holding.damaged] == ["Cook", "Smith"]


def test_r17_the_earlier_of_two_equal_cards_goes_first():
    """Catches an order that depends on chance."""
    equal = (building("Inn", 2), building("Mill", 2), building("Hut", 2))
    session = sack(player(gold=9, cards=equal), rulings={"damaged_cards": "lowest value first"})
    assert [holding.card.name for holding in session.state.players[0].cards if holding.damaged] == ["Inn", "Mill"]


# R-19 protect and sow


def test_r19_a_razed_farm_may_be_protected():
    """Catches a razed farm that takes no token, which by default it does."""
    state = table(player("Ann", farms=(0, 1, 1, 1)))
    assert changes(state, play(state, Scout(0, "N")))["N protected"] is True
    strict = table(player("Ann", farms=(0, 1, 1, 1)), rulings={"protect_razed_farms": False})
    refused(strict, Scout(0, "N"), "R-19", "Ann's N farm is razed and cannot be protected")
    refused(strict, Granary(0, (), ("N",)), "R-19", "razed")
    play(strict, Scout(0, "E"))


def test_r19_one_token_each():
    """Catches two tokens on a farm."""
    state = table(player("Ann", protected="E"))
    refused(state, Scout(0, "E"), "R-19", "Ann's E farm is protected already")


def test_r19_several_sowings_may_go_to_one_farm():
    """Catches sowings that must be spread out, which by default they need not be."""
    state = table(player("Ann", farms=(0, 1, 1, 1)))
    assert changes(state, play(state, Granary(0, ("N", "N", "E")))) == {"N farm": 2, "E farm": 1}
    strict = table(player("Ann", farms=(0, 1, 1, 1)), rulings={"sow_one_farm_repeatedly": False})
    refused(strict, Granary(0, ("N", "N")), "R-19", "Ann's N farm was sown by this action already")
    assert changes(strict, play(strict, Granary(0, ("N", "E", "S")))) == {"N farm": 1, "E farm": 1, "S farm": 1}


# R-20 replacing wood by stone


def test_r20_no_wood_is_paid_for_a_standing_piece():
    """Catches wood paid because the wall has no cubes left; by the other ruling it is."""
    state = table(player("Ann", castle(N="wood wall 0", stone=4)))
    build = Stockpile(0, (Build("N", "wall", "stone"),))
    assert changes(state, play(state, build)) == {"N": "stone wall 5", "stone": -4}
    house = {"replace_without_wood": "pieces with cubes"}
    strict = table(player("Ann", castle(N="wood wall 0", stone=4)), rulings=house)
    refused(strict, build, "C-5", "Ann is 2 wood short for a stone wall")
    with_a_cube = table(player("Ann", castle(N="wood wall 1", stone=4)), rulings=house)
    assert changes(with_a_cube, play(with_a_cube, build)) == {"N": "stone wall 5", "stone": -4, "wood": 1}


def test_r20_a_destroyed_piece_is_built_at_full_cost():
    """Catches wood saved where nothing stands any more."""
    state = table(player("Ann", castle(wood=1, stone=4)))
    refused(state, Stockpile(0, (Build("N", "wall", "stone"),)), "C-5", "Ann is 1 wood short for a stone wall")


def test_r20_stone_is_not_replaced_by_wood_nor_anything_by_itself():
    """Catches a step back, and a wall filled up by building it again."""
    home = castle(N="stone wall 1", E="wood wall 0", NE="stone turret flame", wood=9, stone=9)
    state = table(player("Ann", home, iron=5))
    refused(state, Stockpile(0, (Build("N", "wall", "wood"),)), "R-20", "Ann has a stone wall at N already")
    refused(state, Stockpile(0, (Build("N", "wall", "stone"),)), "R-20", "Ann has a stone wall at N already")
    refused(state, Stockpile(0, (Build("E", "wall", "wood"),)), "R-20", "Ann has a wood wall at E already")
    refused(state, Stockpile(0, (Build("NE", "turret", "stone"),)), "R-20", "Ann has a stone turret at NE already")


def test_r20_wall_for_wall_and_gate_for_gate():
    """Catches a gate that becomes a wall by being replaced; a table that insists has it so."""
    state = table(player(castle=castle(N="wood wall 2", S="wood gate 1", wood=9, stone=9)))
    refused(
        state, Stockpile(0, (Build("S", "wall", "stone"),)), "R-20", "A gate stands at S; only a gate can replace it"
    )
    after = anyway(state, Stockpile(0, (Build("S", "wall", "stone"),)))
    assert changes(state, after) == {"S": "stone wall 5", "stone": -4, "wood": 1}
    no_gate = table(player(castle=castle(N="wood wall 2", wood=9, stone=9)))
    refused(no_gate, Stockpile(0, (Build("N", "gate", "stone"),)), "R-20", "A wall stands at N")
    stone = table(player(castle=castle(N="stone wall 3", wood=9)))
    gate = anyway(stone, Stockpile(0, (Build("N", "gate", "wood"),)))
    assert changes(stone, gate) == {"N": "wood gate 1", "stone": 3}


# R-21 the cubes of a new piece


@pytest.mark.parametrize(
    ("at", "kind", "material", "supply", "stockpile"),
    [
        ("N", "wall", "wood", {"wood": -3}, {"wood": -5}),
        ("N", "gate", "wood", {"wood": -3}, {"wood": -4}),
        ("N", "wall", "stone", {"wood": -2, "stone": -4}, {"wood": -2, "stone": -9}),
        ("NE", "turret", "stone", {"wood": -3, "stone": -4, "iron": -1}, {"wood": -3, "stone": -6, "iron": -1}),
    ],
)
def test_r21_new_cubes_come_from_the_supply(at, kind, material, supply, stockpile):
    """Catches cubes paid twice by default; by the other ruling they come from the stockpile on top of the price."""
    build = Stockpile(0, (Build(at, kind, material),))
    for ruling, paid in (("supply", supply), ("stockpile", stockpile)):
        state = table(player(castle=castle(wood=9, stone=9), iron=9), rulings={"new_piece_cubes": ruling})
        known = changes(state, play(state, build))
        assert {name: known[name] for name in known if name != at} == paid


def test_r21_from_the_stockpile_they_must_be_there():
    """Catches a wall that is built but not full."""
    state = table(player("Ann", castle(wood=4)), rulings={"new_piece_cubes": "stockpile"})
    refused(state, Stockpile(0, (Build("N", "wall", "wood"),)), "C-5", "Ann is 1 wood short for a wood wall")


# R-22 the gate


def test_r22_one_gate_on_any_empty_side():
    """Catches a gate tied to its first side by default; by the other ruling it is."""
    home = castle(N="wood wall", wood=3)
    state = table(player("Ann", home, gate_side="S"))
    assert changes(state, play(state, Stockpile(0, (Build("E", "gate", "wood"),)))) == {"E": "wood gate 1", "wood": -3}
    strict = table(player("Ann", home, gate_side="S"), rulings={"gate_side": "as set up"})
    refused(strict, Stockpile(0, (Build("E", "gate", "wood"),)), "R-22", "Ann's gate belongs on S")
    assert changes(strict, play(strict, Stockpile(0, (Build("S", "gate", "wood"),))))["S"] == "wood gate 1"


def test_r22_there_is_never_a_second_gate():
    """Catches two gates, which no castle can have, not even if the table insists."""
    state = table(player("Ann", castle(S="stone gate 0", wood=9, stone=9)))
    refused(state, Stockpile(0, (Build("N", "gate", "wood"),)), "R-22", "Ann has a gate already", firm=True)
    assert changes(state, play(state, Stockpile(0, (Build("N", "wall", "wood"),))))["N"] == "wood wall 2"


# R-23 the marked slots of the market


@pytest.mark.parametrize(
    ("buildings", "refugees", "left_buildings", "left_refugees"),
    [(1, 1, "Mill Hut", "Smith"), (0, 0, "Inn Mill Hut", "Cook Smith"), (2, 1, "Hut", "Smith"), (3, 2, "", "")],
)
def test_r23_marked_slots_are_table_data(buildings, refugees, left_buildings, left_refugees):
    """Catches another number of discards than the icons on this table's board."""
    state = table(
        phase="refresh",
        buildings=(building("Inn"), building("Mill"), building("Hut")),
        refugees=(refugee("Cook"), refugee("Smith")),
        rulings={"discarded_buildings": buildings, "discarded_refugees": refugees},
    )
    market = proceed(state, "refresh").market
    assert [card.name for card in market.buildings if card] == left_buildings.split()
    assert [card.name for card in market.refugees if card] == left_refugees.split()
    assert (len(market.buildings), len(market.refugees)) == (3, 2)


def test_r23_default_is_one_building_and_one_refugee():
    """Catches another default."""
    state = table(
        phase="refresh",
        buildings=(building("Inn"), building("Mill"), building("Hut")),
        refugees=(refugee("Cook"), refugee("Smith")),
    )
    market = proceed(state, "refresh").market
    assert [card and card.name for card in market.buildings] == ["Mill", "Hut", None]
    assert [card and card.name for card in market.refugees] == ["Smith", None]


# R-24 workers


def test_r24_own_board_spaces_take_as_many_workers_as_the_table_says():
    """Catches a second worker by default, and a third where two are allowed."""
    state = play(table(player(farms=(0,) * 4, workers=5)), Granary(0, ("N",)), Idle(1))
    refused(state, Granary(0, ("E",)), "R-24", "Granary is taken: 1 of 1 places")
    wide = table(player(farms=(0,) * 4, workers=5), rulings={"own_board_workers": 2})
    wide = play(wide, Granary(0, ("N",)), Idle(1), Granary(0, ("E",)), Idle(1))
    refused(wide, Granary(0, ("S",)), "R-24", "Granary is taken: 2 of 2 places")


def test_r24_a_worker_may_be_placed_for_no_effect():
    """Catches a player who cannot afford anything and cannot go on."""
    state = table()
    after = play(state, Idle(0))
    assert changes(state, after) == {}
    assert after.players[0].placed == 1
    (told,) = events(state, Idle(0))
    assert (told.rule, told.what) == ("R-24", "idle")
    strict = table(rulings={"idle_workers": False})
    refused(strict, Idle(0), "R-24", "a worker must do something")


def test_r24_any_number_of_workers_may_be_idle():
    """Catches idle workers that run out of room."""
    state = table(player(workers=9), player(workers=9))
    for number in range(18):
        state = play(state, Idle(number % 2))
    assert [each.placed for each in state.players] == [9, 9]


@pytest.mark.parametrize(("ruling", "room"), [("add up", 3), ("one set", 2)])
def test_r24_four_players_have_both_extra_spaces(ruling, room):
    """Catches the three-player space closed with four by default; with the other ruling it is."""
    state = table(4, rulings={"extra_spaces": ruling})
    for number in range(room):
        state = play(state, UseSpace(number, "mine", "iron"))
    refused(state, UseSpace(room, "mine", "iron"), "A-1", f"{room} of {room} places")


@pytest.mark.parametrize("ruling", ["add up", "one set"])
@pytest.mark.parametrize(("players", "room"), [(2, 1), (3, 2)])
def test_r24_with_two_or_three_players_the_ruling_changes_nothing(ruling, players, room):
    """Catches the ruling reaching into smaller games."""
    state = table(players, rulings={"extra_spaces": ruling})
    for number in range(room):
        state = play(state, UseSpace(number, "mine", "iron"))
    refused(state, UseSpace(room % players, "mine", "iron"), "A-1", f"{room} of {room} places")


# R-25 gold beyond 50


def test_r25_gold_is_one_total_and_tiers_use_it():
    """Catches a tier that looks at the tracker's space (7) instead of the total (57)."""
    state = play(table(player(gold=57), count_only=True, no_reports=True), Proceed("combat"))
    state = play(state, *(Place(number, (0,) * 5, (0,) * 5) for number in (0, 1)))
    after = play(state, DrawInvader(raiders((0, 1, 0), (50, 9, 0)), "N"))
    assert after.players[0].castle.swordsmen == (9, 0, 0, 0, 0)


def test_r25_red_numbers_are_learned_for_the_total():
    """Catches a red number learned at 57 that is used at 7, or the other way round."""
    session = sack(player(gold=57), red_numbers={7: 5})
    session.append(ReadRedNumber(0, 54))
    assert session.state.players[0].gold == 54
    assert session.state.table.red_numbers == (RedNumber(7, 5), RedNumber(57, 54))


@pytest.mark.parametrize(("gold", "left"), [(7, 5), (57, 55), (107, 105)])
def test_r25_or_for_the_space_of_the_track(gold, left):
    """Catches the fifties being lost, when the number printed at space 7 serves 57 and 107 as well."""
    session = sack(player(gold=gold), red_numbers={7: 5}, rulings={"red_numbers_by": "space"})
    assert session.state.phase == "flags"
    assert session.state.players[0].gold == left


def test_r25_a_number_read_at_a_total_is_learned_for_its_space():
    """Catches space 50 taken for space 0, and a number learned with its fifties."""
    house = {"red_numbers_by": "space"}
    session = sack(player(gold=57), rulings=house)
    session.append(ReadRedNumber(0, 55))
    assert session.state.players[0].gold == 55
    assert session.state.table.red_numbers == (RedNumber(7, 5),)
    top = sack(player(gold=100), rulings=house)
    top.append(ReadRedNumber(0, 94))
    assert top.state.table.red_numbers == (RedNumber(50, 44),)


# R-26 what counts for objectives


@pytest.mark.parametrize(("ruling", "points"), [(True, 4), (False, 0)])
def test_r26_wounded_soldiers_are_owned_soldiers(ruling, points):
    """Catches wounded soldiers left out by default."""
    host = ObjectiveCard("host", "Host", 4, Condition("soldiers", "at least", 3))
    ann = player(castle=castle(soldiers=2, wounded=1), objectives=(host,))
    assert score(table(ann, rulings={"objectives_count_wounded": ruling}), 0).objectives == points


@pytest.mark.parametrize(
    ("destructive", "anns", "bens"),
    [(False, 0, 4), (True, 4, 0)],
)
def test_r26_with_the_destructive_variant_damaged_cards_count_for_nobodys_most(destructive, anns, bens):
    """Catches a rival's wounded refugees that still count against one's "most refugees"."""
    guests = ObjectiveCard("guests", "Guests", 4, Condition("refugees", "most"))
    ann = player(cards=(refugee("Cook"), refugee("Smith")), objectives=(guests,))
    wounded = (damaged(refugee("Bard")), damaged(refugee("Monk")), refugee("Nun"))
    ben = player(cards=wounded, objectives=(guests,))
    state = table(ann, ben, destructive=destructive)
    assert (score(state, 0).objectives, score(state, 1).objectives) == (anns, bens)


# R-27 a short objective deck


@pytest.mark.parametrize(
    ("left", "ruling", "kept", "remaining"),
    [
        (2, "draw what is left", 1, 1),
        (1, "draw what is left", 1, 0),
        (0, "draw what is left", 0, 0),
        (2, "draw none", 1, 1),
        (1, "draw none", 0, 1),
        (0, "draw none", 0, 0),
    ],
)
def test_r27_a_short_deck(left, ruling, kept, remaining):
    """Catches an objective out of an empty deck, and the last one that cannot be had."""
    state = table(objectives_left=left, rulings={"short_objective_deck": ruling})
    after = play(state, Scout(0, "N"))
    assert len(after.players[0].objectives) == kept
    assert after.objectives_left == remaining
    assert after.players[0].move_threes == 1


def test_r27_from_an_empty_deck_nothing_is_kept():
    """Catches a named objective that comes from nowhere; a table that insists has found one."""
    oath = ObjectiveCard("oath", "Oath", 3)
    state = table(objectives_left=0)
    refused(state, Scout(0, "N", oath), "R-27", "The objective deck is empty")
    after = anyway(state, Scout(0, "N", oath))
    assert [held.card for held in after.players[0].objectives] == [oath]
    assert after.objectives_left == 0
    (told,) = events(state, Scout(0, "N"))
    assert told.values == {"objectives": 0, "kept": 0, "side": "N"}


# R-28 the supply runs out


def test_r28_a_warning_only_or_nothing_at_all():
    """Catches a refusal, and a warning where the table wants none."""
    home = castle(mercenaries=25)
    state = table(player(castle=home))
    hired = play(state, UseSpace(0, "tax", "gold"))
    assert supply_warnings(hired) == ("The box has 25 mercenaries, but 26 are in play.",)
    quiet = play(table(player(castle=home), rulings={"supply": "ignore"}), UseSpace(0, "tax", "gold"))
    assert supply_warnings(quiet) == ()


# R-29 a final tie


@pytest.mark.parametrize(
    ("ruling", "order", "expected"),
    [
        ("shared victory", (2, 1, 0), (0, 1)),
        ("earlier in turn order", (2, 1, 0), (1,)),
        ("earlier in turn order", (0, 2, 1), (0,)),
    ],
)
def test_r29_a_tie_beyond_flag_tokens(ruling, order, expected):
    """Catches a winner by seat, and a third player who is earlier but not tied."""
    tied = player(gold=10, flags=(1,))
    state = table(tied, tied, player(gold=1), season=7, phase="scoring", order=order, rulings={"final_tie": ruling})
    assert proceed(state, "winner").winners == expected


def test_r29_without_a_tie_the_ruling_changes_nothing():
    """Catches the first in turn order winning with less gold."""
    state = table(player(gold=3), player(gold=4), rulings={"final_tie": "earlier in turn order"})
    assert winners(state) == (1,)


def test_r24_barracks_without_a_soldier_is_a_worker_for_no_effect():
    """Catches an own-board space that refuses a worker who does nothing there."""
    state = table(player(cards=()))
    assert BARRACKS in [holding.card for holding in state.players[0].cards]
    assert changes(state, play(state, Barracks(0))) == {}
    assert changes(state, play(state, Stockpile(0))) == {}


def test_r24_prices_of_the_own_board_are_table_data():
    """Catches a price of the own board that is fixed in the code."""
    inn = damaged(building("Inn"))
    state = table(player(gold=3, cards=(inn,)), constants={"rebuild_building": Goods(gold=3)})
    assert asked(state, 0).kind == "worker"
    after = play(state, Stockpile(0, (Mend(1),)))
    assert changes(state, after) == {"gold": -3, "Inn damaged": False}
    assert GAME.faults(after) == ()
