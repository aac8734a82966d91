"""The table is always right: corrections of anything tracked, doing it anyway, and what is firmly refused.

Each test is named after the rule of what is corrected.
"""

from typing import Any, get_args

import pytest

from engine.core.record import replace
from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    AddCard,
    Barracks,
    Build,
    ChangeRules,
    Correct,
    FreeSpace,
    Granary,
    Idle,
    Infirmary,
    PlayerNumberName,
    Proceed,
    Repair,
    Report,
    Scout,
    SetCard,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetNumber,
    SetObjectives,
    SetOrder,
    SetPhase,
    SetPiece,
    SetPolicy,
    SetSacked,
    SetTable,
    SetTroops,
    Stockpile,
    TakeCard,
    UseCard,
    UseSpace,
)
from engine.games.after_the_empire.cards import Condition, Effect, ObjectiveCard
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import Battle, Farm, Objective, Phase, Piece, Taken
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    asked,
    battle,
    building,
    castle,
    changes,
    corrected,
    damaged,
    events,
    pieces,
    play,
    player,
    proceed,
    raiders,
    refugee,
    refused,
    table,
    walled,
)

ALL_PHASES = ("actions", "combat", "flags", "income", "harvest", "refresh", "scoring")


# numbers


@pytest.mark.parametrize("number", get_args(PlayerNumberName))
def test_c6_every_number_of_a_player_can_be_set(number):
    """Catches a number that cannot be corrected, or one whose correction changes another."""
    state = table(2)
    after = corrected(state, SetNumber(1, number, 7))
    expected = {"workers": 4}.get(number, 7)
    if number == "placed":
        assert after.players[1].placed == 7
    else:
        assert changes(state, after, 1) == {number.replace(" ", "_"): expected}
    assert changes(state, after, 0) == {}


@pytest.mark.parametrize("phase", ALL_PHASES)
def test_c6_numbers_can_be_corrected_in_every_phase(phase):
    """Catches a phase in which the table cannot say that it counted again."""
    state = table(phase=phase, season=7)
    assert corrected(state, SetNumber(0, "gold", 33)).players[0].gold == 33


# pieces, troops, invaders


def test_c2_a_piece_can_be_set_or_taken_away():
    """Catches a side and a corner mixed up."""
    state = table(player(castle=castle(N="wood wall")))
    after = corrected(
        state,
        SetPiece(0, "E", Piece("gate", "stone", 3)),
        SetPiece(0, "SW", Piece("turret", "stone", 0, flame=True)),
        SetPiece(0, "N", None),
    )
    assert pieces(after.players[0].castle) == {"E": "stone gate 3", "SW": "stone turret flame"}


def test_p1_troops_can_be_set_post_by_post():
    """Catches soldiers and mercenaries exchanged, or another post changed."""
    state = table(player(castle=walled(soldiers={"N": 1, "inside": 2})))
    after = corrected(state, SetTroops(0, "W", 3, 1), SetTroops(0, "inside", 0, 4))
    assert changes(state, after) == {
        "soldiers W": 3,
        "mercenaries W": 1,
        "soldiers inside": -2,
        "mercenaries inside": 4,
    }


def test_p2_invaders_can_be_set_in_a_field_and_inside():
    """Catches swordsmen and archers exchanged."""
    state = table()
    after = corrected(state, SetInvaders(0, "S", 4, 2), SetInvaders(0, "inside", 0, 1))
    assert changes(state, after) == {"swordsmen S": 4, "archers S": 2, "archers inside": 1}


def test_p2_a_correction_in_the_middle_of_a_battle_is_fought_with():
    """Catches a battle that goes on with the numbers from before: the last invader was miscounted."""
    session = battle(player(castle=walled(soldiers={"N": 1}, swordsmen={"N": 3}), policy="ask"))
    assert asked(session.state).kind == "troop movement"
    session.append(Correct((SetInvaders(0, "N", 0, 0),)))
    assert session.state.phase == "flags"
    assert not session.state.players[0].sacked


def test_p1_nobody_stands_on_a_wall_that_is_not_there():
    """Catches troops in the air; in one correction the wall can come or go with them."""
    state = table(player(castle=castle(N="wood wall", soldiers={"N": 2})))
    refused(
        state,
        Correct((SetTroops(0, "E", 1, 0),)),
        "P-1",
        "Ann, East wall: there is no wall here for 1 soldier to stand on",
        firm=True,
    )
    refused(
        state,
        Correct((SetTroops(0, "E", 0, 2),)),
        "P-1",
        "no wall here for 2 mercenaries to stand on",
        firm=True,
    )
    refused(state, Correct((SetPiece(0, "N", None),)), "P-1", "Ann, North wall: there is no wall here for", firm=True)
    together = corrected(state, SetPiece(0, "N", None), SetTroops(0, "N", 0, 0), SetTroops(0, "inside", 2, 0))
    assert together.players[0].castle.soldiers == (0, 0, 0, 0, 2)


def test_a5_only_a_stone_turret_burns_and_then_it_has_no_cubes():
    """Catches a burning wall, and a burning turret with cubes."""
    state = table()
    wood = SetPiece(0, "NE", Piece("turret", "wood", 0, flame=True))
    wall = SetPiece(0, "N", Piece("wall", "stone", 0, flame=True))
    full = SetPiece(0, "NE", Piece("turret", "stone", 1, flame=True))
    refused(state, Correct((wood,)), "A-5", "only a stone turret can burn", firm=True)
    refused(state, Correct((wall,)), "A-5", "only a stone turret can burn", firm=True)
    refused(state, Correct((full,)), "A-5", "a burning turret has no cubes", firm=True)


# farms, flags, cards, objectives


def test_a4_a_farm_can_be_set_and_has_three_levels():
    """Catches a farm of level 3."""
    state = table()
    assert changes(state, corrected(state, SetFarm(0, "E", Farm(2, True)))) == {"E farm": 1, "E protected": True}
    assert changes(state, corrected(state, SetFarm(0, "E", Farm(0)))) == {"E farm": -1}
    refused(state, Correct((SetFarm(0, "E", Farm(3)),)), "A-4", "level 2 at most, not 3", firm=True)


def test_f1_flags_can_be_set():
    """Catches flags that are added to those there."""
    assert corrected(table(player(flags=(1, 2))), SetFlags(0, (3,))).players[0].flags == (3,)


def test_a2_a_card_can_come_in_another_way():
    """Catches a card that is paid for, or that needs a worker, when the table just says it is there."""
    mill = building("Mill", cost=Goods(gold=9))
    state = table(library=(mill,))
    after = corrected(state, AddCard(0, "mill"), AddCard(0, refugee("Cook")))
    assert [holding.card.name for holding in after.players[0].cards] == ["Barracks", "Mill", "Cook"]
    assert after.players[0].placed == 0
    refused(state, Correct((AddCard(0, "inn"),)), "C-7", "'inn'", firm=True)
    refused(state, Correct((AddCard(2, "mill"),)), "C-1", "no player 3", firm=True)


def test_o4_a_card_can_be_damaged_mended_used_and_gone():
    """Catches a card that is set at the wrong place."""
    guide = refugee("Guide", 1, Effect("free", gain=Goods(food=1)))
    state = table(player(cards=(guide, building("Inn"))))
    after = corrected(state, SetCard(0, 1, damaged=True, used=(0,)))
    assert changes(state, after) == {"Guide damaged": True, "Guide used": [0]}
    assert changes(after, corrected(after, SetCard(0, 1))) == {"Guide damaged": False, "Guide used": []}
    gone = corrected(state, SetCard(0, 1, gone=True))
    assert [holding.card.name for holding in gone.players[0].cards] == ["Barracks", "Inn"]
    refused(state, Correct((SetCard(0, 3),)), "A-6", "there is no card 4", firm=True)


def test_a6_workers_on_cards_move_up_when_an_earlier_card_is_gone():
    """Catches a worker on one card that blocks another, because a card before it left."""
    hut, inn, mill = (building(name, 1, Effect("worker", gain=Goods(food=1))) for name in ("Hut", "Inn", "Mill"))
    state = table(player(cards=(hut, inn, mill)), player(cards=(hut, inn)))
    state = play(state, UseCard(0, 1), UseCard(1, 2), UseCard(0, 2), Idle(1))
    after = corrected(state, SetCard(0, 1, gone=True))
    assert after.taken == (Taken("card 2", 1), Taken("card 1", 0), Taken("idle", 1))
    assert play(after, UseCard(0, 2)).players[0].food == 3
    refused(after, UseCard(0, 1), "R-24", "Inn is taken")
    last_gone = corrected(state, SetCard(0, 3, gone=True))
    assert last_gone.taken == state.taken
    middle_gone = corrected(state, SetCard(0, 2, gone=True))
    assert middle_gone.taken == (Taken("card 1", 0), Taken("card 2", 1), Taken("idle", 1))


def test_g1_the_number_of_secret_objectives_can_be_set():
    """Catches a known objective that is lost when one more comes."""
    oath = ObjectiveCard("oath", "Oath", 3, Condition("gold", "most"))
    state = table(player(objectives=(oath,)))
    more = corrected(state, SetObjectives(0, 3))
    assert more.players[0].objectives == (Objective(oath), Objective(), Objective())
    assert corrected(more, SetObjectives(0, 0)).players[0].objectives == ()


def test_o4_whether_a_player_was_sacked_can_be_set():
    """Catches a flag for a player the table knows to be sacked."""
    state = corrected(table(player(gold=9), player(gold=3), phase="flags"), SetSacked(0, True))
    assert [each.flags for each in proceed(state, "flags").players] == [(), (1,)]
    state = corrected(state, SetSacked(0, False))
    assert [each.flags for each in proceed(state, "flags").players] == [(1,), ()]


# the table


def test_s3_season_threat_and_objectives_left_can_be_set():
    """Catches a season that drags the threat along: the table's trackers are its own."""
    state = corrected(table(), SetTable("season", 5))
    assert (state.season, state.threat) == (5, 0)
    assert corrected(state, SetTable("threat", 12)).threat == 12
    assert corrected(state, SetTable("objectives left", 2)).objectives_left == 2


@pytest.mark.parametrize("phase", ALL_PHASES)
def test_a1_phases_are_guided_not_forced(phase):
    """Catches a table that cannot say where it is."""
    after = corrected(table(season=7), SetPhase(phase))
    assert after.phase == phase
    kind = {"actions": "report", "combat": "placement", "refresh": "scoring", "scoring": "winner"}.get(phase, phase)
    assert asked(after).kind == kind


def test_a1_the_turn_order_can_be_set():
    """Catches an order that is ignored, and an order without everybody."""
    state = corrected(table(3), SetOrder((2, 1, 0)))
    assert asked(state, 2).kind == "worker"
    later = corrected(table(3), SetOrder((2, 1, 0), last_placed=2))
    assert asked(later, 1).kind == "worker"
    for order in ((0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)):
        refused(table(3), Correct((SetOrder(order),)), "A-1", "name every player once", firm=True)
    refused(table(3), Correct((SetOrder((0, 1, 2), 3),)), "C-1", "no player 4", firm=True)


def test_a1_a_worker_that_did_not_stand_there_comes_home():
    """Catches a space that stays taken, another player's worker sent home, and a worker that is lost."""
    state = play(table(3), UseSpace(0, "mine", "iron"), UseSpace(1, "mine", "iron"))
    after = corrected(state, FreeSpace("mine", 0))
    assert after.taken == (Taken("mine", 1),)
    assert [each.placed for each in after.players] == [0, 1, 0]
    assert play(after, UseSpace(2, "mine", "iron")).players[2].iron == 2
    refused(after, Correct((FreeSpace("mine", 0),)), "A-1", "has no worker on mine", firm=True)


def test_a1_one_of_several_workers_comes_home():
    """Catches all workers of a space sent home, or its neighbours' with it."""
    out = [("mine", 0), ("tax", 0), ("idle", 0), ("idle", 0), ("tax", 1)]
    state = table(player(workers=5, placed=4), player(placed=1), taken=out)
    after = corrected(state, FreeSpace("idle", 0))
    assert [(taken.space, taken.player) for taken in after.taken] == [*out[:2], *out[3:]]
    assert [each.placed for each in after.players] == [3, 1]


def test_a1_a_player_who_is_not_there_cannot_be_corrected():
    """Catches a crash at the third player of a table for two."""
    for change in (
        SetNumber(2, "gold", 1),
        SetPiece(2, "N", None),
        SetTroops(2, "N", 0, 0),
        SetInvaders(2, "N", 0, 0),
        SetFarm(2, "N", Farm()),
        SetFlags(2, ()),
        SetCard(2, 0),
        SetObjectives(2, 1),
        SetSacked(2, True),
        FreeSpace("mine", 2),
    ):
        refused(table(), Correct((change,)), "C-1", "no player 3", firm=True)


# all of it or nothing


def test_c2_one_bad_change_among_good_ones_changes_nothing():
    """Catches a half applied correction."""
    state = table(player(castle=walled()))
    several = (SetNumber(0, "gold", 40), SetPiece(0, "N", Piece("gate", "wood", 1)))
    refused(state, Correct(several), "C-2", "only one gate is allowed", firm=True)


def test_c4_what_was_wrong_before_does_not_hold_up_another_correction():
    """Catches a table that cannot correct its gold because of an old fault elsewhere."""
    state = table(player(castle=castle(N="wood wall 7", soldiers={"E": 1})))
    assert len(GAME.faults(state)) == 2
    assert corrected(state, SetNumber(0, "gold", 4)).players[0].gold == 4
    refused(state, Correct((SetPiece(0, "N", Piece("wall", "wood", 8)),)), "C-4", "not 8", firm=True)
    mended = corrected(state, SetPiece(0, "N", Piece("wall", "wood", 2)), SetTroops(0, "E", 0, 0))
    assert GAME.faults(mended) == ()


def test_c6_a_correction_is_told_change_by_change():
    """Catches a correction nobody can find in the log."""
    told = events(table(), Correct((SetNumber(1, "gold", 4), SetTable("threat", 6))))
    assert [(event.rule, event.what, event.seat, event.values["what"]) for event in told] == [
        ("table", "correction", 1, "gold"),
        ("table", "correction", None, "threat"),
    ]


# what is impossible on any table


def fault(state) -> str:
    (only,) = GAME.faults(state)
    return str(only)


def test_c1_workers_and_winners_are_players_of_the_table():
    """Catches a file that speaks of a player who is not there."""
    stray = table(taken=[("mine", 2)])
    assert fault(stray) == "taken[0].player: there is no player 3 at this table"
    assert fault(table(phase="over", winners=(0, 3))) == "winners[1]: there is no player 4 at this table"


def test_p1_a_combat_knows_every_player():
    """Catches a file whose combat is missing, or has forgotten a player: it would end in a crash."""
    state = table(phase="combat")
    assert state.combat is not None
    assert GAME.faults(state) == ()
    assert fault(replace(state, combat=None)) == "combat: the table is at combat, but no combat is under way"
    for name in ("done", "siege_turret"):
        nobody: Any = {name: ()}
        short = replace(state, combat=replace(state.combat, **nobody))
        assert fault(short) == f"combat.{name}: there must be one entry for every player"
    fighting = replace(state, combat=replace(state.combat, step="fight", battles=(Battle(),)))
    assert fault(fighting) == "combat.battles: there must be one entry for every player"
    no_card = replace(state, combat=replace(state.combat, step="siege"))
    assert fault(no_card) == "combat.siege: the siege card is missing"


def test_o4_only_a_sacked_castle_chooses_cards():
    """Catches a file whose battle is at a step it cannot be at."""
    state = table(phase="combat")
    assert state.combat is not None
    for step in ("check", "cards", "gold"):
        battles = (Battle(step=step), Battle())
        odd = replace(state, combat=replace(state.combat, step="fight", battles=battles))
        assert fault(odd) == f"combat.battles[0].step: only a sacked castle can be at {step!r}"
        sacked = (Battle(step=step, outcome="sacked"), Battle())
        assert GAME.faults(replace(state, combat=replace(state.combat, step="fight", battles=sacked))) == ()


# do it anyway


GENEROUS = building("Palace", 9, Effect("worker", Goods(1, 1, 1, 1, 1), Goods(gold=2)), cost=Goods(9, 9, 9, 9, 9))
POOR = player("Ann", castle(N="wood wall 1"), cards=(GENEROUS, damaged(refugee("Cook"))), farms=(2, 2, 2, 2))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (UseSpace(0, "mercenary camp left", "soldiers"), "A-2"),
        (UseSpace(0, "merchant", "sell food"), "A-2"),
        (TakeCard(0, GENEROUS), "A-2"),
        (UseCard(0, 1), "A-6"),
        (Barracks(0, True, True), "A-3"),
        (Infirmary(0, 9), "A-3"),
        (Granary(0, ("N", "E", "S", "W"), ("N", "E")), "A-4"),
        (Stockpile(0, (Build("E", "wall", "stone"), Build("NE", "turret", "stone"))), "C-5"),
        (Stockpile(0, (Repair("N", 9),)), "A-3"),
        (UseSpace(1, "mine", "iron"), "A-1"),
        (Scout(1, "N"), "A-1"),
    ],
)
def test_a1_whatever_is_done_anyway_nothing_is_negative_or_impossible(action, rule):
    """Catches a debt, a farm of level 3, or a table no file could hold, when the table overrides a refusal."""
    state = table(POOR, player("Ben"))
    refused(state, action, rule)
    after = anyway(state, action)
    assert GAME.faults(after) == ()


def test_a1_what_is_done_anyway_is_marked_in_the_log_and_can_be_undone():
    """Catches an overridden refusal that looks like an ordinary entry."""
    session = Session(GAME, table(POOR, player("Ben")))
    session.append(UseSpace(1, "mine", "iron"), anyway=True)
    session.append(UseSpace(0, "quarry", "stone"), anyway=True)
    assert [entry.anyway for entry in session.entries] == [True, False]
    session.undo()
    session.undo()
    assert session.state == table(POOR, player("Ben"))
    session.redo()
    assert session.state.players[1].iron == 2


def test_p1_proceeding_out_of_turn_is_firm():
    """Catches a phase skipped by "do it anyway": the phase is corrected instead."""
    refused(table(), Proceed("flags"), "A-1", "next is combat", firm=True)


# the table's agreements


def test_r13_a_players_policy_can_be_set_and_taken_back():
    """Catches a policy for the wrong player."""
    state = play(table(), SetPolicy(1, "hold"))
    assert [each.policy for each in state.players] == [None, "hold"]
    assert play(state, SetPolicy(1, None)).players[1].policy is None
    (told,) = events(state, SetPolicy(1, None))
    assert (told.rule, told.values) == ("R-13", {"policy": "guard"})
    (told,) = events(state, SetPolicy(0, "ask"))
    assert told.values == {"policy": "ask"}
    refused(state, SetPolicy(2, "ask"), "C-1", "no player 3", firm=True)


def test_c4_rulings_and_constants_change_from_now_on_each_by_itself():
    """Catches a change of the one that resets the other."""
    house = Rulings(policy="hold")
    printed = replace(Constants(), threat_step=4)
    state = play(table(), ChangeRules(rulings=house), ChangeRules(constants=printed))
    assert (state.table.rulings, state.table.constants) == (house, printed)
    (told,) = events(state, ChangeRules())
    assert told.what == "rules"
    assert play(state, ChangeRules()).table == state.table


def test_c4_an_old_fault_does_not_hold_up_a_change_of_rules():
    """Catches a table that cannot change a ruling because of something impossible elsewhere."""
    state = table(player(castle=castle(N="wood wall 7")))
    assert play(state, ChangeRules(rulings=Rulings(policy="ask"))).table.rulings.policy == "ask"


def test_s4_a_report_can_be_changed_while_phase_one_lasts():
    """Catches a mistyped face-up card that cannot be put right."""
    state = play(table(), Report(raiders((0, 1, 0)), "N"), Report(raiders((0, 2, 0)), "S"))
    assert state.report is not None
    assert (state.report.card, state.report.side) == (raiders((0, 2, 0)), "S")
    (told,) = events(state, Report(raiders((0, 1, 0)), "E"))
    assert (told.rule, told.values) == ("S-4", {"card": "Raiders", "side": "E"})


def test_a1_every_phase_of_the_state_has_a_correction():
    """Catches a new phase nobody can go to."""
    assert {*ALL_PHASES, "over"} == set(get_args(Phase))
