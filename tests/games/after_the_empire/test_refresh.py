"""E-1: the board is made ready for the next season, or the game goes to final scoring."""

import pytest

from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    DrawInvader,
    DrawSiege,
    Idle,
    Place,
    Proceed,
    ReadRedNumber,
    Report,
    SetNumber,
    UseCard,
    UseSpace,
)
from engine.games.after_the_empire.cards import Effect
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.state import Holding
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    asked,
    building,
    castle,
    changes,
    corrected,
    damaged,
    events,
    play,
    player,
    proceed,
    raiders,
    refugee,
    refused,
    sack,
    siege_card,
    table,
    walled,
)


def refreshed(*players, season=1, **more):
    """The table one season on."""
    return proceed(table(*players, season=season, phase="refresh", **more), "refresh")


# the trackers


def test_e1_the_season_and_the_threat_advance():
    """Catches a threat that stays, and a season that jumps."""
    after = refreshed(season=4)
    assert (after.season, after.threat, after.phase) == (5, 12, "actions")


def test_e1_the_threat_rises_from_where_the_tracker_stands():
    """Catches a corrected threat that is overwritten."""
    assert refreshed(season=4, threat=10).threat == 13


def test_e1_the_cards_of_the_old_season_are_gone():
    """Catches last season's face-up card striking again, or the siege card lying there still."""
    state = table(player(castle=walled()), player(castle=walled()), season=1, count_only=True)
    state = play(state, Report(raiders((0, 0, 0)), "N"), Proceed("combat"))
    state = play(state, *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)), DrawSiege(siege_card(), "N"))
    after = proceed(state, "flags", "income", "harvest", "refresh")
    assert after.report is None
    assert after.combat is None
    assert asked(after).kind == "report"
    assert asked(after).about == {"season": 2}


def test_e1_the_new_seasons_cards_are_dealt_by_its_number():
    """Catches the old season's number of face-down cards: season 2 has two invader cards."""
    state = refreshed(season=1, count_only=True, no_reports=True)
    state = play(state, Proceed("combat"), *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)))
    assert asked(state).about == {"number": 1, "left": 2}
    state = play(state, DrawInvader(raiders((99, 1, 0)), "N"))
    assert asked(state).about == {"number": 2, "left": 1}


# the market


def test_e1_marked_cards_are_discarded_the_rest_slide_empty_slots_wait():
    """Catches a market that keeps the marked card, or that leaves gaps between the others."""
    inn, mill, forge = building("Inn"), building("Mill"), building("Forge")
    cook, smith = refugee("Cook"), refugee("Smith")
    after = refreshed(buildings=(inn, mill, forge), refugees=(cook, smith))
    assert after.market.buildings == (mill, forge, None)
    assert after.market.refugees == (smith, None)


def test_e1_a_gap_closes_and_a_marked_slot_may_be_empty():
    """Catches a slide by position, and another card discarded in place of the one that was bought."""
    mill, forge, smith = building("Mill"), building("Forge"), refugee("Smith")
    after = refreshed(buildings=(None, None, forge), refugees=(None, smith))
    assert after.market.buildings == (forge, None, None)
    assert after.market.refugees == (smith, None)
    after = refreshed(buildings=(mill, None, forge))
    assert after.market.buildings == (forge, None, None)


# workers


def test_e1_workers_come_home_and_spaces_are_free():
    """Catches spaces that stay taken, and workers that stay out."""
    state = table(player(placed=3), player(placed=3), phase="refresh", taken=[("mine", 0), ("granary", 1)])
    after = proceed(replace(state, last_placed=1), "refresh")
    assert after.taken == ()
    assert after.last_placed is None
    assert [each.placed for each in after.players] == [0, 0]
    assert play(after, UseSpace(0, "mine", "iron")).players[0].iron == 2


@pytest.mark.parametrize(("season", "workers"), [(1, 3), (2, 4), (3, 3), (4, 3), (5, 4), (6, 3)])
def test_e1_entering_seasons_three_and_six_gives_a_worker(season, workers):
    """Catches a worker that comes a season early or late."""
    assert refreshed(season=season).players[0].workers == workers


def test_e1_over_a_whole_game_three_workers_become_five():
    """Catches a worker lost on the way: 3 3 4 4 4 5 5."""
    state = table()
    seen = [state.players[0].workers]
    for _ in range(6):
        state = proceed(replace(state, phase="refresh"), "refresh")
        seen.append(state.players[0].workers)
    assert seen == [3, 3, 4, 4, 4, 5, 5]


def test_e1_new_workers_are_told():
    """Catches a worker nobody is told to take."""
    told = events(table(season=2, phase="refresh"), Proceed("refresh"))
    assert [(event.rule, event.what, event.values) for event in told] == [
        ("E-1", "refresh", {"season": 3, "threat": 6}),
        ("E-1", "new worker", {"season": 3}),
    ]
    assert [event.what for event in events(table(season=3, phase="refresh"), Proceed("refresh"))] == ["refresh"]


# tokens and cards


def test_e1_protect_tokens_leave_and_farms_stay_as_they_are():
    """Catches tokens that stay, and farms that grow or are mended."""
    state = table(player(farms=(0, 1, 2, 1), protected="N S"), phase="refresh")
    after = proceed(state, "refresh")
    assert changes(state, after) == {"N protected": False, "S protected": False}


def test_e1_free_actions_can_be_used_again():
    """Catches a card that stays used, or that is healed by the new season."""
    guide = refugee("Guide", 1, Effect("free", gain=Goods(food=1)))
    state = table(player(cards=(Holding(guide, True, (0,)), building("Inn"))), phase="refresh")
    after = proceed(state, "refresh")
    assert changes(state, after) == {"Guide used": []}
    assert play(after, UseCard(0, 1)).players[0].food == 1


def test_e1_a_sacked_player_is_not_sacked_any_more():
    """Catches last season's sack costing this season's flag."""
    after = refreshed(player(sacked=True, sacks=1))
    assert not after.players[0].sacked
    assert after.players[0].sacks == 1


def test_e1_everything_else_stays():
    """Catches a refresh that touches goods, castles, flags or damage."""
    ann = player(
        gold=9,
        food=3,
        iron=2,
        castle=walled(NE="stone turret flame", soldiers={"N": 2, "inside": 1}, wounded=2, wood=4, stone=1),
        farms=(0, 1, 2, 1),
        flags=(1, 2),
        cards=(damaged(building("Inn")),),
    )
    state = table(ann, phase="refresh")
    assert changes(state, proceed(state, "refresh")) == {}


# villagers and reinforcements over two seasons (O-4)


def combat_without_invaders(state):
    """Place the workers that are left for no effect, and go through a quiet combat to the next season."""
    while (decision := asked(state, None if state.report or state.last_placed is not None else 0)).kind == "worker":
        state = play(state, Idle(decision.seat or 0))
        if GAME.pending(state, 0) is None and GAME.pending(state, 1) is None:
            break
    state = play(state, Proceed("combat"))
    for number, each in enumerate(state.players):
        state = play(state, Place(number, each.castle.soldiers, each.castle.mercenaries))
    while asked(state).kind == "invader card":
        state = play(state, DrawInvader(raiders((99, 1, 0)), "N"))
    state = play(state, DrawSiege(siege_card(), "N"))
    return proceed(state, "flags", "income", "harvest")


def test_o4_villager_and_mercenaries_of_a_sack_serve_one_season():
    """Catches helpers who leave at the end of the season they came in, or who stay for ever."""
    ann = player("Ann", castle(N="wood wall", mercenaries={"N": 3}), gold=12, placed=3)
    session = sack(ann, player("Ben", placed=3), season=1)
    session.append(ReadRedNumber(0, 5))
    state = session.state
    assert state.players[0].castle.mercenaries == (0, 0, 0, 0, 2)
    assert (state.players[0].villagers, state.players[0].villagers_coming) == (0, 1)

    state = proceed(state, "flags", "income", "harvest", "refresh")
    assert state.season == 2
    assert state.players[0].castle.mercenaries == (0, 0, 0, 0, 2)
    assert (state.players[0].villagers, state.players[0].villagers_coming) == (1, 0)
    assert asked(state, 1).about == {"left": 3}
    assert asked(play(state, Idle(1)), 0).about == {"left": 4}

    state = combat_without_invaders(play(state, Idle(1)))
    assert state.players[0].placed == 4
    assert state.players[0].castle.mercenaries == (0, 0, 0, 0, 2)
    state = proceed(state, "refresh")
    assert state.season == 3
    assert state.players[0].castle.mercenaries == (0, 0, 0, 0, 0)
    assert (state.players[0].villagers, state.players[0].villagers_coming) == (0, 0)
    assert state.players[0].workers == 4


def test_o4_a_villager_that_was_not_used_stays():
    """Catches a villager returned before its use: only the one that was used goes back."""
    ann = player(workers=3, villagers=1, placed=3)
    assert refreshed(ann).players[0].villagers == 1
    assert refreshed(replace(ann, placed=4)).players[0].villagers == 0
    assert refreshed(replace(ann, placed=0)).players[0].villagers == 1


def test_o4_a_second_sack_brings_a_second_villager():
    """Catches a villager in use who is counted as the one to come, and the other way round."""
    ann = player(workers=3, villagers=1, villagers_coming=1, placed=4)
    after = refreshed(ann).players[0]
    assert (after.villagers, after.villagers_coming) == (1, 0)


def test_o4_a_table_that_only_counts_returns_its_villagers_too():
    """Catches a villager who stays for ever because nobody logs where it was placed."""
    state = refreshed(player(villagers=1, villagers_coming=1), count_only=True)
    assert state.players[0].villagers == 1
    again = proceed(replace(state, phase="refresh"), "refresh")
    assert again.players[0].villagers == 0


# the end of the game


def test_e1_after_season_seven_comes_final_scoring():
    """Catches a season 8, and a board refreshed for nobody: threat, workers and market stay."""
    inn = building("Inn")
    state = table(player(placed=3, protected="N"), season=7, phase="refresh", buildings=(inn, None, None))
    assert asked(state).kind == "scoring"
    refused(state, Proceed("refresh"), "A-1", "next is scoring", firm=True)
    after = proceed(state, "scoring")
    assert (after.phase, after.season, after.threat) == ("scoring", 7, 18)
    assert after.market.buildings == (inn, None, None)
    assert after.players[0].placed == 3


def test_e1_there_is_no_scoring_before_season_seven():
    """Catches a game that ends in season 6."""
    refused(table(season=6, phase="refresh"), Proceed("scoring"), "A-1", "next is refresh", firm=True)


def test_e1_the_number_of_seasons_is_a_table_constant():
    """Catches a 7 in the code."""
    state = table(season=3, phase="refresh", constants={"seasons": 3})
    assert asked(state).kind == "scoring"


def test_e1_a_corrected_number_of_workers_is_kept():
    """Catches a refresh that counts the workers anew instead of adding one."""
    state = corrected(table(season=2, phase="refresh"), SetNumber(0, "workers", 5))
    assert proceed(state, "refresh").players[0].workers == 6


def test_e1_workers_left_in_the_hall_do_not_pile_up():
    """Catches workers that were not placed being carried into the next season as extra ones."""
    state = anyway(table(), Proceed("combat"))
    after = proceed(replace(state, phase="refresh"), "refresh")
    assert asked(after, 0).about == {"left": 3}
