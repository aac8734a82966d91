"""Movement: invaders walk in (M-1) or climb (M-2, R-3, R-4), then the owner moves troops (M-3, R-13)."""

import pytest

from engine.games.after_the_empire.actions import MoveTroops, SetPolicy
from engine.games.after_the_empire.defaults import AUTOMATION
from engine.games.after_the_empire.state import ChosenBypass, ChosenMovement, ChosenTargets
from tests.games.after_the_empire.battles import GAME, battle, castle, fought, play, stand, step, told, whole_fight
from tests.games.after_the_empire.tables import pieces, player, posts, refused, siege_card, walled

# M-1 through a gap


def test_m1_invaders_in_a_field_with_no_wall_go_inside():
    there = castle(N="wood wall", swordsmen={"N": 2, "E": 3, "W": 1, "inside": 1}, archers={"E": 1, "N": 1})
    after = step("breach", there)
    assert stand(after.swordsmen) == {"N": 2, "inside": 5}
    assert stand(after.archers) == {"N": 1, "inside": 1}


def test_m1_a_wall_without_cubes_keeps_them_out():
    there = castle(N="wood wall 0", swordsmen={"N": 2})
    assert step("breach", there) is there


def test_m1_no_invaders_at_the_gap_nothing_happens():
    there = castle(N="wood wall", swordsmen={"N": 2})
    assert step("breach", there) is there
    assert told("breach", there) == []


def test_m1_is_told_field_by_field():
    sentences = [GAME.sentence(event) for event in told("breach", castle(swordsmen={"E": 2}, archers={"E": 1, "S": 3}))]
    assert sentences == [
        "The East field has no wall: 2 swordsmen and 1 archer inside now.",
        "The South field has no wall: 3 archers inside now.",
    ]


def test_m1_comes_after_archery():
    """Two of three are shot by the turret before the third walks in."""
    there = castle(NE="stone turret", swordsmen={"N": 3}, soldiers=1)
    after, rounds, outcome = whole_fight(there)
    assert (outcome, rounds, after.wounded) == ("survived", 1, 1)


# M-2 past a standing wall


def test_m2_up_to_its_number_pass_the_standing_wall_of_its_side():
    there = walled(swordsmen={"N": 5, "E": 5, "inside": 1})
    assert stand(step("bypass", there, ladder=("N", 2)).swordsmen) == {"N": 3, "E": 5, "inside": 3}
    assert stand(step("bypass", there, ladder=("N", 9)).swordsmen) == {"E": 5, "inside": 6}


@pytest.mark.parametrize("ladder", [None, ("S", 3), ("N", 0)])
def test_m2_nobody_passes_without_a_ladder_or_at_another_side(ladder):
    there = walled(swordsmen={"N": 5})
    assert step("bypass", there, ladder=ladder) is there


def test_m2_where_no_wall_stands_the_ladder_does_nothing():
    """They have walked in by M-1 already."""
    there = castle(E="wood wall", swordsmen={"N": 5})
    assert step("bypass", there, ladder=("N", 2)) is there


def test_m2_those_who_pass_do_not_strike_the_wall():
    """Four at a wood wall: two climb, two strike; a third blow would have brought it down."""
    there = castle(N="wood wall", swordsmen={"N": 4}, soldiers=9)
    session = battle(there, siege=siege_card("ladder", 2), side="N", automation=AUTOMATION)
    assert pieces(session.state_at(2).players[0].castle) == {"N": "wood wall 0"}


def test_m2_is_told():
    (event,) = told("bypass", walled(swordsmen={"N": 1}, archers={"N": 2}), ladder=("N", 2))
    assert (event.rule, GAME.sentence(event)) == ("M-2", "Past the North wall: 1 swordsman and 1 archer inside now.")


# R-3 when the ladder acts


def test_r3_the_ladder_acts_in_every_round():
    """Five against a wall of 5, two climb each round: 3 blows, then 1, then the last one climbs."""
    there = castle(N="stone wall", swordsmen={"N": 5}, soldiers=5)
    after, rounds, outcome = whole_fight(there, ladder=("N", 2))
    assert (outcome, rounds, pieces(after), after.wounded) == ("survived", 3, {"N": "stone wall 1"}, 5)


def test_r3_by_the_other_ruling_only_in_the_first_round():
    """Two climb, then three strike twice (6 blows fell 5 cubes) and walk in in round 3."""
    there = castle(N="stone wall", swordsmen={"N": 5}, soldiers=5)
    after, rounds, outcome = whole_fight(there, ladder=("N", 2), ladders_act="first round")
    assert (outcome, rounds, pieces(after), after.wounded) == ("survived", 3, {}, 5)


def test_r3_by_the_other_ruling_the_log_agrees():
    there = castle(N="stone wall", swordsmen={"N": 5}, soldiers=5)
    state = fought(there, siege=siege_card("ladder", 2), side="N", rulings={"ladder": "first round"})
    assert pieces(state.players[0].castle) == {}
    assert state.combat.battles[0].round == 3


# R-4 who passes


def test_r4_swordsmen_pass_first():
    after = step("bypass", walled(swordsmen={"N": 2}, archers={"N": 3}), ladder=("N", 3))
    assert (stand(after.swordsmen), stand(after.archers)) == ({"inside": 2}, {"N": 2, "inside": 1})


def test_r4_by_the_other_ruling_archers_pass_first():
    there = walled(swordsmen={"N": 2}, archers={"N": 3})
    after = step("bypass", there, ladder=("N", 4), bypass_first="archers")
    assert (stand(after.swordsmen), stand(after.archers)) == ({"N": 1, "inside": 1}, {"inside": 3})


def test_r4_gives_way_to_the_owners_word_within_what_is_possible():
    there = walled(swordsmen={"N": 2}, archers={"N": 3})
    chosen = step("bypass", there, ladder=("N", 4), choices=(ChosenBypass(1),))
    assert (stand(chosen.swordsmen), stand(chosen.archers)) == ({"N": 1, "inside": 1}, {"inside": 3})
    too_few = step("bypass", there, ladder=("N", 4), choices=(ChosenBypass(0),))
    assert stand(too_few.swordsmen) == {"N": 1, "inside": 1}, "four pass and only three are archers"
    too_many = step("bypass", there, ladder=("N", 4), choices=(ChosenBypass(9),))
    assert stand(too_many.swordsmen) == {"inside": 2}


def test_r4_what_was_said_about_something_else_says_nothing_about_who_passes():
    there = walled(swordsmen={"N": 2}, archers={"N": 3})
    after = step("bypass", there, ladder=("N", 3), choices=(ChosenTargets(0, 1),))
    assert after == step("bypass", there, ladder=("N", 3))


# M-3 free movement


def moving(of=None, **more):
    """A battle that waits for free movement."""
    there = of or walled("stone wall", soldiers={"N": 2, "inside": 3}, mercenaries={"E": 2}, swordsmen={"N": 9})
    session = battle(there, **more)
    assert session.pending.kind == "troop movement"
    return session.state


def test_m3_the_owner_moves_any_troops_freely_between_walls_and_inside():
    """No tokens, no limit: all seven change their posts. Then seven of nine strike the North wall (5 cubes)."""
    state = play(moving(), MoveTroops(0, posts({"W": 4, "E": 1}), posts({"inside": 2})))
    there = state.players[0].castle
    assert stand(there.soldiers) == {"W": 4, "E": 1}
    assert stand(there.mercenaries) == {"inside": 2}
    assert there.walls[0] is None


def test_m3_comes_after_the_invaders_have_moved():
    """The owner sees who is inside before moving."""
    there = castle(E="stone wall", soldiers={"E": 3}, swordsmen={"N": 2, "E": 5})
    state = moving(there)
    assert GAME.pending(state).about == {"inside": 0, "invaders_inside": 2}


def test_m3_comes_before_melee():
    """Moved off the wall in time, two soldiers meet the two inside; the third goes on shooting from the wall."""
    there = castle(E="stone wall", soldiers={"E": 3}, swordsmen={"N": 2, "E": 4})
    state = play(moving(there), MoveTroops(0, posts({"E": 1, "inside": 2}), posts(0)))
    assert not state.players[0].sacked
    assert (stand(state.players[0].castle.soldiers), state.players[0].castle.wounded) == ({"E": 1}, 2)
    assert pieces(state.players[0].castle) == {"E": "stone wall 4"}


@pytest.mark.parametrize(
    ("soldiers", "mercenaries", "words"),
    [
        ({"S": 2, "inside": 3}, {"E": 2}, "Ann has no wall on S"),
        ({"N": 2, "inside": 4}, {"E": 2}, "Ann has 5 soldiers to place, not 6"),
        ({"N": 5}, {"E": 1}, "Ann has 2 mercenaries to place, not 1"),
    ],
)
def test_m3_nobody_moves_to_a_missing_wall_or_out_of_nothing(soldiers, mercenaries, words):
    there = castle(
        N="stone wall", E="stone wall", soldiers={"N": 2, "inside": 3}, mercenaries={"E": 2}, swordsmen={"N": 9}
    )
    refused(moving(there), MoveTroops(0, posts(soldiers), posts(mercenaries)), "M-3", words, firm=True)


def test_m3_not_at_another_time():
    there = walled(soldiers={"N": 1}, mercenaries={"N": 1}, archers={"N": 1}, swordsmen={"N": 5})
    state = battle(there).state
    assert GAME.pending(state).kind == "archery targets"
    refused(state, MoveTroops(0, posts(1), posts(1)), "M-3", "Ann's battle does not wait for that now", firm=True)
    refused(moving(), MoveTroops(1, posts(0), posts(0)), "M-3", "Ben's battle does not wait", firm=True)


def test_m3_is_told_with_how_many_moved():
    there = walled(soldiers={"N": 2, "inside": 3}, mercenaries={"E": 2}, swordsmen={"N": 9})
    chosen = ChosenMovement(posts({"N": 2, "W": 1, "inside": 2}), posts({"inside": 2}))
    (event,) = told("movement", there, choices=(chosen,))
    assert (event.rule, GAME.sentence(event)) == ("M-3", "3 troops moved; 4 inside now.")
    stay = ChosenMovement(there.soldiers, there.mercenaries)
    assert told("movement", there, choices=(stay,)) == []
    assert step("movement", there, choices=(stay,)) is there


def test_m3_what_was_said_about_something_else_moves_nobody():
    there = walled(soldiers={"N": 5}, swordsmen={"inside": 2})
    assert step("movement", there, choices=(ChosenBypass(1),)) == step("movement", there)


# R-13 guard, hold, ask


def guarded(**given):
    after = step("movement", walled("stone wall", **given))
    return stand(after.soldiers), stand(after.mercenaries)


def test_r13_guard_brings_in_just_enough_to_be_as_many_as_the_invaders_inside():
    soldiers, _ = guarded(soldiers={"N": 9, "inside": 1}, swordsmen={"inside": 2}, archers={"inside": 2})
    assert soldiers == {"N": 6, "inside": 4}


def test_r13_guard_holds_while_there_are_enough_inside():
    there = walled(soldiers={"N": 5, "inside": 2}, swordsmen={"N": 7, "inside": 2})
    assert step("movement", there) is there
    assert step("movement", walled(soldiers={"N": 5}, swordsmen={"N": 7})).soldiers == posts({"N": 5})


def test_r13_guard_brings_everyone_if_even_that_is_not_enough():
    assert guarded(soldiers={"N": 2}, mercenaries={"W": 1}, swordsmen={"inside": 5}) == ({"inside": 2}, {"inside": 1})


def test_r13_guard_calls_mercenaries_first_even_from_a_hot_wall():
    both = guarded(soldiers={"E": 3}, mercenaries={"N": 2}, swordsmen={"N": 6, "inside": 2})
    assert both == ({"E": 3}, {"inside": 2})


def test_r13_guard_calls_from_walls_with_an_empty_field_first_then_facing_fewest():
    each = {"N": 1, "E": 1, "S": 1, "W": 1}
    outside = {"N": 3, "E": 2, "W": 1}
    for inside, left in ((1, "NEW"), (2, "NE"), (3, "N"), (4, "")):
        soldiers, _ = guarded(soldiers=each, swordsmen={**outside, "inside": inside})
        assert soldiers == {**dict.fromkeys(left, 1), "inside": inside}


def test_r13_guard_counts_archers_in_the_field_too():
    soldiers, _ = guarded(soldiers={"N": 1, "E": 1}, swordsmen={"N": 1, "E": 1, "inside": 1}, archers={"N": 1})
    assert soldiers == {"N": 1, "inside": 1}


def test_r13_guard_of_equally_quiet_walls_calls_north_first_then_clockwise():
    soldiers, _ = guarded(soldiers={"E": 1, "S": 1, "W": 1}, swordsmen={"inside": 2})
    assert soldiers == {"W": 1, "inside": 2}


def test_r13_guard_counts_the_field_after_the_invaders_have_moved():
    """The ladder takes both away from South: its wall faces nobody any more and gives its soldier."""
    there = walled("stone wall", soldiers={"N": 1, "S": 1}, swordsmen={"N": 2, "S": 3})
    session = battle(there, siege=siege_card("ladder", 2), side="S", automation=AUTOMATION)
    moved = next(entry.action for entry in session.entries if isinstance(entry.action, MoveTroops))
    assert stand(moved.soldiers) == {"inside": 2}


def test_r13_hold_moves_nobody_and_one_ladder_invader_sacks_the_castle():
    """The specification's warning: ten soldiers on a wall and one invader inside."""
    there = walled(soldiers={"N": 10}, swordsmen={"W": 1})
    ladder = siege_card("ladder", 1)
    held = fought(player(castle=there, policy="hold"), siege=ladder, side="W")
    assert held.players[0].sacked
    guarding = fought(player(castle=there, policy="guard"), siege=ladder, side="W")
    assert not guarding.players[0].sacked
    assert stand(guarding.players[0].castle.soldiers) == {"N": 9}


def test_r13_guard_is_the_default_and_the_table_may_choose_another():
    there = walled(soldiers={"N": 10}, swordsmen={"W": 1})
    ladder = siege_card("ladder", 1)
    assert not fought(there, siege=ladder, side="W").players[0].sacked
    assert fought(there, siege=ladder, side="W", rulings={"policy": "hold"}).players[0].sacked


def test_r13_a_players_own_policy_outranks_the_tables():
    there = player(castle=walled(soldiers={"N": 10}, swordsmen={"W": 1}), policy="guard")
    assert not fought(there, siege=siege_card("ladder", 1), side="W", rulings={"policy": "hold"}).players[0].sacked


def test_r13_ask_leaves_movement_to_the_player():
    there = walled(soldiers={"N": 10}, swordsmen={"W": 1})
    session = battle(player(castle=there, policy="ask"), siege=siege_card("ladder", 1), side="W", automation=AUTOMATION)
    assert (session.pending.kind, session.pending.seat) == ("troop movement", 0)
    assert GAME.default(session.state, session.pending) is None
    session.append(MoveTroops(0, posts({"N": 9, "inside": 1}), posts(0)))
    assert not session.state.players[0].sacked


def test_r13_a_policy_can_be_changed_in_the_middle_of_a_battle():
    there = walled(soldiers={"N": 10}, swordsmen={"W": 1})
    session = battle(player(castle=there, policy="ask"), siege=siege_card("ladder", 1), side="W", automation=AUTOMATION)
    session.append(SetPolicy(0, "guard"))
    assert session.state.phase == "flags"
    assert stand(session.state.players[0].castle.soldiers) == {"N": 9}


def test_r13_move_tokens_are_unused_by_hold_and_guard_and_asked_by_ask():
    there = walled("stone wall", soldiers={"N": 2}, swordsmen={"N": 1})
    for policy in ("guard", "hold"):
        state = fought(player(castle=there, policy=policy, move_threes=1))
        assert stand(state.players[0].castle.soldiers) == {"N": 2}
    asked = battle(player(castle=there, policy="ask", move_threes=1), automation=AUTOMATION)
    assert asked.pending.kind == "move tokens"


def test_r13_an_asking_player_in_a_forecast_is_played_as_guard():
    """The loop on its own has nobody to ask."""
    there = walled(soldiers={"N": 10}, swordsmen={"W": 1})
    assert whole_fight(there, ladder=("W", 1), policy="ask") == whole_fight(there, ladder=("W", 1), policy="guard")
