"""The end of a battle: the check (O-1, O-2), nobody came (O-3), sacked and all that follows (O-4, R-9, R-17, R-18)."""

import pytest

from engine.core.record import replace
from engine.games.after_the_empire.actions import DamageCards, ReadRedNumber, SetCard, SetNumber
from engine.games.after_the_empire.defaults import AUTOMATION
from engine.games.after_the_empire.fight import outcome
from tests.games.after_the_empire.battles import (
    GAME,
    battle,
    castle,
    corrected,
    fought,
    play,
    proceed,
    sack,
    stand,
    whole_fight,
)
from tests.games.after_the_empire.tables import building, damaged, pieces, player, refugee, refused, siege_card, walled

MILL, FORGE, WELL = building("Mill", 4), building("Forge", 2), building("Well", 3)
MASON, ENVOY = refugee("Mason", 1), refugee("Envoy", 5, starting=True)


def last_events(session, rule):
    """The sentences of a rule, over the whole log."""
    return [
        GAME.sentence(event)
        for n in range(1, session.n + 1)
        for event in session.replay(n).events
        if event.rule == rule and event.seat == 0
    ]


# O-1, O-2 the check


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "survived"),
        ({"soldiers": 1}, "survived"),
        ({"swordsmen": {"N": 1}}, None),
        ({"swordsmen": {"N": 1}, "soldiers": 1}, None),
        ({"archers": {"inside": 1}}, "sacked"),
        ({"swordsmen": {"inside": 1}}, "sacked"),
        ({"swordsmen": {"inside": 1}, "soldiers": {"N": 9}}, "sacked"),
        ({"swordsmen": {"inside": 5}, "soldiers": 1}, None),
        ({"swordsmen": {"inside": 5}, "mercenaries": 1}, None),
    ],
)
def test_o1_o2_check(given, expected):
    """Survived with no invader anywhere; sacked with one inside and no troop inside; else another round."""
    assert outcome(walled(**given)) == expected


def test_o1_survived_when_the_last_invader_anywhere_is_gone():
    after, rounds, ended = whole_fight(walled(soldiers={"N": 2}, swordsmen={"N": 3, "E": 1}, SE="wood turret"))
    assert (ended, rounds) == ("survived", 2)
    assert (stand(after.swordsmen), stand(after.archers)) == ({}, {})


def test_o1_survived_with_nobody_left_on_either_side():
    """No troop inside, but no invader either."""
    after, _, ended = whole_fight(castle(soldiers=2, swordsmen={"N": 2}))
    assert (ended, stand(after.soldiers), after.wounded) == ("survived", {}, 2)


def test_o2_troops_on_walls_do_not_save_the_castle():
    _, rounds, ended = whole_fight(walled(N=None, soldiers={"E": 5}, swordsmen={"N": 1}), policy="hold")
    assert (ended, rounds) == ("sacked", 1)


def test_o2_an_empty_castle_is_not_sacked_while_its_walls_hold():
    """Three strike a stone wall: it falls in round 2 (5 cubes), they are inside in round 3."""
    after, rounds, ended = whole_fight(castle(N="stone wall", swordsmen={"N": 3}))
    assert (ended, rounds, pieces(after)) == ("sacked", 3, {})


def test_o2_the_check_comes_after_the_melee():
    """Two against two inside: both parties are gone, nobody is left to sack the castle."""
    _, _, ended = whole_fight(castle(mercenaries=2, swordsmen={"N": 2}))
    assert ended == "survived"


def test_o1_is_told_with_the_rounds():
    session = battle(walled(soldiers={"N": 2}, swordsmen={"N": 3}), automation=AUTOMATION)
    assert last_events(session, "O-1") == ["Survived after 2 rounds."]


def test_o2_is_told():
    session = sack(player(castle=castle()))
    assert last_events(session, "O-2") == ["Sacked after 1 round: invaders inside and no troop inside."]


# O-3 nobody came


def test_o3_a_player_without_invaders_skips_the_loop():
    there = walled(soldiers={"N": 2}, mercenaries=1, NE="wood turret")
    session = battle(there)
    assert session.state.phase == "flags"
    assert session.state.players[0].castle == there
    assert not session.state.players[0].sacked
    assert last_events(session, "O-3") == ["No invaders: survived."]


def test_o3_the_others_fight_on():
    ben = player(castle=walled("stone wall", soldiers=1, swordsmen={"N": 2}))
    session = battle(player(castle=walled()), ben)
    assert session.state.combat.battles[0].outcome == "survived"
    assert session.pending.seat == 1


def test_o3_mercenaries_stay_until_the_end_of_the_season():
    """R-11: they leave after phase 5, not with the fight."""
    state = fought(walled(soldiers=1, mercenaries={"N": 2, "inside": 1}))
    assert stand(state.players[0].castle.mercenaries) == {"N": 2, "inside": 1}
    state = proceed(state, "flags", "income", "harvest", "refresh")
    assert stand(state.players[0].castle.mercenaries) == {}


def test_o3_by_the_other_ruling_mercenaries_leave_right_after_combat():
    there = walled(soldiers=1, mercenaries={"N": 2, "inside": 1})
    session = battle(there, rulings={"mercenaries_leave": "after combat"})
    assert stand(session.state.players[0].castle.mercenaries) == {}
    assert last_events(session, "R-11") == ["3 mercenaries back to the supply."]


# O-4 sacked


def test_o4_mercenaries_return_to_the_supply_and_soldiers_on_walls_are_wounded():
    there = castle(N="stone wall", soldiers={"N": 3}, mercenaries={"N": 2}, wounded=1)
    session = sack(player(castle=there, gold=9))
    now = session.state.players[0].castle
    assert (stand(now.soldiers), stand(now.mercenaries), now.wounded) == ({}, {}, 4)
    assert last_events(session, "O-4")[0] == (
        "The invaders leave; 2 mercenaries back to the supply, 3 soldiers from the walls to the infirmary."
    )


def test_o4_all_invaders_leave():
    session = sack(player(castle=castle(N="stone wall", swordsmen={"N": 3}, archers={"N": 2, "E": 1}), gold=9))
    now = session.state.players[0].castle
    assert (stand(now.swordsmen), stand(now.archers)) == ({}, {})


def test_o4_the_castle_keeps_its_pieces_and_its_stockpile():
    there = castle(N="stone wall", NE="wood turret", wood=3, stone=2)
    now = sack(player(castle=there, gold=9)).state.players[0].castle
    assert (pieces(now), now.wood, now.stone) == ({"N": "stone wall 5", "NE": "wood turret 1"}, 3, 2)


def test_o4_the_player_counts_as_sacked_this_season():
    session = sack(player(castle=castle()), player(castle=walled()))
    assert [each.sacked for each in session.state.players] == [True, False]
    assert session.state.players[0].sacks == 1
    state = proceed(session.state, "flags", "income", "harvest", "refresh")
    assert (state.players[0].sacked, state.players[0].sacks) == (False, 1)


def test_o4_gold_drops_to_the_red_number():
    session = sack(player(castle=castle(), gold=17))
    assert (session.pending.kind, session.pending.about) == ("red number", {"gold": 17})
    session.append(ReadRedNumber(0, 11))
    assert session.state.players[0].gold == 11
    assert "Gold falls from 17 to 11." in last_events(session, "O-4")


def test_o4_gold_never_rises():
    state = sack(player(castle=castle(), gold=5)).state
    action = ReadRedNumber(0, 6)
    refused(state, action, "O-4", "A red number of 6 is above Ann's 5 gold: gold never rises")
    assert GAME.apply(state, action).players[0].gold == 5, "even if the table insists"
    assert play(state, ReadRedNumber(0, 5)).players[0].gold == 5


def test_o4_with_no_gold_there_is_no_red_number():
    session = sack(player(castle=castle(), gold=0))
    assert session.state.phase == "flags"
    assert session.state.players[0].gold == 0


def test_o4_two_mercenaries_inside_and_a_villager_for_the_next_season():
    """Exempt from this season's end; the mercenaries leave with the next, the villager after its use."""
    session = sack(player(castle=castle(N="stone wall", mercenaries={"N": 4})))
    assert "For the next season: 2 mercenaries inside and 1 villager." in last_events(session, "O-4")
    there = session.state.players[0]
    assert stand(there.castle.mercenaries) == {"inside": 2}
    assert (there.villagers, there.villagers_coming) == (0, 1)
    state = replace(session.state, table=replace(session.state.table, count_only=True))
    state = proceed(state, "flags", "income", "harvest", "refresh")
    there = state.players[0]
    assert stand(there.castle.mercenaries) == {"inside": 2}
    assert (there.villagers, there.villagers_coming) == (1, 0)


def test_o4_the_two_mercenaries_stay_if_mercenaries_leave_right_after_combat():
    session = sack(player(castle=castle()), rulings={"mercenaries_leave": "after combat"})
    assert session.state.phase == "flags"
    assert stand(session.state.players[0].castle.mercenaries) == {"inside": 2}


def test_o4_numbers_are_table_constants():
    constants = {"sacked_cards": 1, "sacked_mercenaries": 3, "sacked_villagers": 2}
    session = sack(player(castle=castle(), cards=(MILL, FORGE)), constants=constants)
    session.append(DamageCards(0, (1,)))
    there = session.state.players[0]
    assert (there.castle.mercenaries[4], there.villagers_coming) == (3, 2)
    assert [holding.damaged for holding in there.cards] == [False, True, False]


# O-4 cards


def held(session):
    """Which cards are damaged, by name."""
    return [holding.card.name for holding in session.state.players[0].cards if holding.damaged]


def test_o4_any_two_cards_of_the_owners_choice_are_damaged():
    session = sack(player(castle=castle(), cards=(MILL, FORGE, MASON)))
    assert (session.pending.kind, session.pending.about) == ("damaged cards", {"cards": 2, "of": 3})
    session.append(DamageCards(0, (1, 3)))
    assert held(session) == ["Mill", "Mason"]
    assert last_events(session, "O-4")[1:3] == ["Mill is damaged.", "Mason is wounded."]


def test_o4_starting_cards_and_damaged_cards_cannot_be_chosen():
    """Cards 1 Barracks (starting), 2 Envoy (starting), 3 Mill (damaged already), 4 Forge, 5 Well, 6 Mason."""
    cards = (ENVOY, damaged(MILL), FORGE, WELL, MASON)
    session = sack(player(castle=castle(), cards=cards))
    assert session.pending.about == {"cards": 2, "of": 3}
    for index in (0, 1, 2, 9):
        refused(session.state, DamageCards(0, (3, index)), "O-4", f"card {index + 1} cannot be damaged", firm=True)


@pytest.mark.parametrize("chosen", [(1,), (1, 2, 3), (1, 1)])
def test_o4_exactly_two_different_cards(chosen):
    state = sack(player(castle=castle(), cards=(MILL, FORGE, WELL))).state
    refused(state, DamageCards(0, chosen), "O-4", "Ann must choose 2 different cards")


def test_o4_damaged_cards_keep_what_was_used():
    used = replace(damaged(MILL), damaged=False, used=(0,))
    session = sack(player(castle=castle(), cards=(used, FORGE)))
    assert session.state.players[0].cards[1].used == (0,)
    assert held(session) == ["Mill", "Forge"]


@pytest.mark.parametrize(("cards", "hit"), [((), []), ((MILL,), ["Mill"]), ((MILL, MASON), ["Mill", "Mason"])])
def test_r9_fewer_than_two_cards_as_many_as_there_are(cards, hit):
    session = sack(player(castle=castle(), cards=(ENVOY, *cards)))
    assert session.state.phase == "flags", "nothing to choose"
    assert held(session) == hit


def test_r9_by_the_other_ruling_starting_cards_make_up_the_number():
    session = sack(player(castle=castle(), cards=(ENVOY, MILL)), rulings={"too_few_cards": "starting cards too"})
    assert session.pending.about == {"cards": 2, "of": 3}
    session.append(DamageCards(0, (0, 1)))
    assert held(session) == ["Barracks", "Envoy"]


def test_r17_the_cards_are_asked_by_default():
    session = sack(player(castle=castle(), cards=(MILL, FORGE, MASON)))
    assert GAME.default(session.state, session.pending) is None


def test_r17_by_the_other_ruling_the_lowest_values_are_damaged():
    """Values: Mill 4, Forge 2, Mason 1, Well 3."""
    cards = (MILL, FORGE, MASON, WELL)
    session = sack(player(castle=castle(), cards=cards), rulings={"damaged_cards": "lowest value first"})
    assert held(session) == ["Forge", "Mason"]
    assert session.entries[-1].auto


def test_r17_of_equal_values_the_earlier_card():
    cards = (MILL, building("Shed", 2), FORGE, building("Hut", 2))
    session = sack(player(castle=castle(), cards=cards), rulings={"damaged_cards": "lowest value first"})
    assert held(session) == ["Shed", "Forge"]


# red numbers


def test_r10_a_red_number_is_asked_once_and_remembered():
    session = sack(player(castle=castle(), gold=17))
    session.append(ReadRedNumber(0, 11))
    learned = {red.gold: red.red for red in session.state.table.red_numbers}
    assert learned == {17: 11}
    again = sack(player(castle=castle(), gold=17), red_numbers=learned)
    assert again.state.players[0].gold == 11
    assert again.entries[-1].auto


def test_r10_a_number_read_anew_replaces_the_old_one_and_keeps_the_order():
    state = sack(player(castle=castle(), gold=17), red_numbers={9: 5, 17: 12, 30: 20}, automation=()).state
    while GAME.pending(state).kind != "red number":
        state = play(state, GAME.default(state, GAME.pending(state)))
    state = play(state, ReadRedNumber(0, 11))
    assert [(red.gold, red.red) for red in state.table.red_numbers] == [(9, 5), (17, 11), (30, 20)]


def test_r10_by_the_other_ruling_it_is_asked_each_time_and_not_remembered():
    asked = sack(player(castle=castle(), gold=17), red_numbers={17: 11}, rulings={"red_number": "asked each time"})
    assert asked.pending.kind == "red number"
    asked.append(ReadRedNumber(0, 10))
    assert asked.state.players[0].gold == 10
    assert [(red.gold, red.red) for red in asked.state.table.red_numbers] == [(17, 11)]


def test_r25_beyond_the_track_red_numbers_are_learned_per_total():
    session = sack(player(castle=castle(), gold=57), red_numbers={7: 4})
    session.append(ReadRedNumber(0, 50))
    assert (57, 50) in [(red.gold, red.red) for red in session.state.table.red_numbers]


def test_r25_by_the_other_ruling_they_are_learned_per_space():
    """57 is space 7 the second time round: 7 → 4 means 57 → 54."""
    by_space = {"red_numbers_by": "space"}
    known = sack(player(castle=castle(), gold=57), red_numbers={7: 4}, rulings=by_space)
    assert known.state.players[0].gold == 54
    learned = sack(player(castle=castle(), gold=100), rulings=by_space)
    learned.append(ReadRedNumber(0, 90))
    assert learned.state.players[0].gold == 90
    assert [(red.gold, red.red) for red in learned.state.table.red_numbers] == [(50, 40)]


def test_o4_a_remembered_number_never_raises_gold():
    """Somebody taught 17 → 20 by a slip of the finger."""
    session = sack(player(castle=castle(), gold=17), red_numbers={17: 20})
    assert session.state.players[0].gold == 17


# R-18 invaders outside


def test_r18_invaders_outside_leave_too():
    session = sack(player(castle=castle(N="stone wall", swordsmen={"N": 3}), gold=1))
    assert stand(session.state.players[0].castle.swordsmen) == {}


def test_r18_by_the_other_ruling_invaders_outside_stay():
    there = castle(N="stone wall", swordsmen={"N": 3}, archers={"N": 1})
    session = sack(player(castle=there, gold=1), rulings={"invaders_outside_when_sacked": "stay"})
    now = session.state.players[0].castle
    assert (stand(now.swordsmen), stand(now.archers)) == ({"N": 3}, {"N": 1})


# corrections while a sacked player is asked


def test_o4_a_correction_that_leaves_nothing_to_choose_goes_on_by_itself():
    session = sack(player(castle=castle(), cards=(MILL, FORGE, MASON), gold=9))
    assert session.pending.kind == "damaged cards"
    state = corrected(session.state, SetCard(0, 3, gone=True))
    assert [holding.damaged for holding in state.players[0].cards] == [False, True, True]
    assert GAME.pending(state).kind == "red number"
    assert corrected(state, SetNumber(0, "gold", 0)).phase == "flags"


def test_o4_two_players_are_sacked_each_with_their_own_answers():
    ann = player(castle=castle(swordsmen={"N": 1}), gold=9)
    ben = player(castle=castle(swordsmen={"N": 1}), gold=12)
    state = battle(ann, ben).state
    assert [each.sacked for each in state.players] == [True, True]
    state = play(state, ReadRedNumber(1, 8), ReadRedNumber(0, 6))
    assert [each.gold for each in state.players] == [6, 8]
    assert state.phase == "flags"


def test_o4_no_answer_when_nobody_asked():
    state = battle(walled("stone wall", soldiers=1, swordsmen={"N": 2})).state
    refused(state, ReadRedNumber(0, 1), "O-4", "Ann's battle does not wait for that now", firm=True)
    refused(state, DamageCards(0, ()), "O-4", "does not wait for that now", firm=True)
    refused(state, ReadRedNumber(3, 1), "C-1", "no player 4", firm=True)


def test_o4_a_siege_alone_sacks_nobody():
    state = fought(castle(N="wood wall"), siege=siege_card(strength=9), side="N")
    assert not state.players[0].sacked
