"""Melee: at the walls (L-1, P-6, P-7, R-16), inside (L-2), and troops who fall back (R-2)."""

import pytest

from engine.games.after_the_empire.state import ChosenLosses, ChosenTargets
from tests.games.after_the_empire.battles import GAME, castle, fought, stand, step, told, whole_fight
from tests.games.after_the_empire.tables import pieces, player, siege_card, walled

NEXT = {"fallen_back_troops": "fight next round"}
ENTER = {"spare_melee_damage": "invaders enter"}

# L-1 at the walls


def test_l1_each_invader_outside_deals_one_damage_to_the_adjacent_wall():
    there = walled("stone wall", swordsmen={"N": 2, "E": 1}, archers={"N": 1})
    assert pieces(step("walls", there)) == {
        "N": "stone wall 2",
        "E": "stone wall 4",
        "S": "wood gate 1",
        "W": "stone wall 5",
    }


@pytest.mark.parametrize(("words", "cubes"), [("wood gate", 1), ("wood wall", 2), ("stone gate", 4), ("stone wall", 5)])
def test_l1_a_wall_with_n_cubes_stands_n_blows_and_falls_to_one_more(words, cubes):
    """P-6."""
    assert pieces(step("walls", castle(N=words, swordsmen={"N": cubes}))) == {"N": f"{words} 0"}
    assert pieces(step("walls", castle(N=words, swordsmen={"N": cubes + 1}))) == {}


def test_l1_cubes_go_to_the_stockpile():
    """P-7: three stone cubes off North, the two wood cubes of the fallen East wall."""
    there = castle(N="stone wall", E="wood wall", swordsmen={"N": 3, "E": 7}, wood=1, stone=1)
    after = step("walls", there)
    assert (after.wood, after.stone) == (3, 4)
    assert pieces(after) == {"N": "stone wall 2"}


def test_l1_turrets_are_not_hurt_in_melee():
    after = step("walls", castle(N="wood wall", NE="wood turret", swordsmen={"N": 9}))
    assert pieces(after) == {"NE": "wood turret 1"}


def test_l1_invaders_inside_do_not_strike_walls():
    there = walled(swordsmen={"inside": 9})
    assert step("walls", there) is there


def test_l1_no_wall_no_blow():
    there = castle(E="wood wall", swordsmen={"N": 3})
    assert pieces(step("walls", there)) == {"E": "wood wall 2"}


def test_l1_troops_of_a_fallen_wall_go_inside():
    """P-6."""
    there = castle(
        N="wood wall", E="wood wall", soldiers={"N": 2, "E": 1}, mercenaries={"N": 1, "inside": 1}, swordsmen={"N": 3}
    )
    after = step("walls", there)
    assert (stand(after.soldiers), stand(after.mercenaries)) == ({"E": 1, "inside": 2}, {"inside": 2})


def test_l1_troops_of_a_wall_that_stands_stay_on_it():
    after = step("walls", castle(N="wood wall", soldiers={"N": 2}, swordsmen={"N": 2}))
    assert stand(after.soldiers) == {"N": 2}


def test_l1_is_told():
    there = castle(
        N="stone wall",
        E="wood gate",
        soldiers={"E": 1},
        mercenaries={"E": 2},
        swordsmen={"N": 3, "E": 1},
        archers={"E": 1},
    )
    holds, falls, back = told("walls", there)
    assert (holds.rule, falls.rule, back.rule) == ("L-1", "L-1", "P-6")
    assert [GAME.sentence(event) for event in (holds, falls, back)] == [
        "North stone wall: 3 damage, it stands; 3 cubes to the stockpile, 2 left on it.",
        "East wood gate: 2 damage, it falls; 1 cube to the stockpile.",
        "1 soldier and 2 mercenaries back from the East wall into the castle.",
    ]


def test_l1_a_wall_falls_silently_if_nobody_stood_on_it():
    assert [event.what for event in told("walls", castle(N="wood wall", swordsmen={"N": 3}))] == ["wall falls"]


# R-16 damage to spare


def test_r16_damage_to_spare_is_lost_and_the_invaders_enter_at_the_next_movement():
    """Seven at a wood wall: three blows fell it, nobody is inside yet."""
    after = step("walls", castle(N="wood wall", swordsmen={"N": 7}))
    assert stand(after.swordsmen) == {"N": 7}
    assert stand(step("breach", after).swordsmen) == {"inside": 7}


def test_r16_before_they_enter_there_is_one_more_archery_step():
    """Two of the three are shot by the turret on the way in."""
    there = castle(N="wood wall 0", NE="stone turret", swordsmen={"N": 5}, soldiers=1)
    after, rounds, outcome = whole_fight(there)
    assert (outcome, rounds, after.wounded) == ("survived", 2, 1)


def test_r16_by_the_other_ruling_those_not_needed_enter_at_once():
    """Seven at a wood wall with 2 cubes: three fell it, four go in, swordsmen first."""
    after = step("walls", castle(N="wood wall", swordsmen={"N": 3}, archers={"N": 4}), **ENTER)
    assert (stand(after.swordsmen), stand(after.archers)) == ({"inside": 3}, {"N": 3, "inside": 1})


def test_r16_by_the_other_ruling_archers_enter_first_if_the_table_says_so():
    there = castle(N="wood wall", swordsmen={"N": 3}, archers={"N": 4})
    after = step("walls", there, bypass_first="archers", **ENTER)
    assert (stand(after.swordsmen), stand(after.archers)) == ({"N": 3}, {"inside": 4})


def test_r16_by_the_other_ruling_nobody_enters_if_every_blow_was_needed():
    after = step("walls", castle(N="wood wall", swordsmen={"N": 3}), **ENTER)
    assert stand(after.swordsmen) == {"N": 3}


def test_r16_by_the_other_ruling_is_told():
    there = castle(N="wood wall", swordsmen={"N": 4})
    *_, event = told("walls", there, **ENTER)
    assert (event.rule, GAME.sentence(event)) == ("R-16", "The North field has no wall: 1 swordsman inside now.")


def test_r16_by_the_other_ruling_those_who_entered_fight_in_the_same_round():
    after, rounds, outcome = whole_fight(castle(N="wood wall", swordsmen={"N": 5}, soldiers=1), **ENTER)
    assert (outcome, rounds) == ("sacked", 1)
    assert stand(after.swordsmen) == {"N": 3, "inside": 1}


# L-2 inside


@pytest.mark.parametrize(
    ("troops", "invaders", "troops_left", "invaders_left"), [(5, 3, 2, 0), (3, 3, 0, 0), (2, 6, 0, 4), (0, 3, 0, 3)]
)
def test_l2_each_deals_one_damage_to_the_other_side_at_the_same_moment(troops, invaders, troops_left, invaders_left):
    after = step("inside", castle(mercenaries=troops, swordsmen={"inside": invaders}))
    assert (after.mercenaries[4], after.swordsmen[4]) == (troops_left, invaders_left)


def test_l2_soldiers_lost_are_wounded():
    after = step("inside", castle(soldiers=4, swordsmen={"inside": 3}, wounded=1))
    assert (stand(after.soldiers), after.wounded) == ({"inside": 1}, 4)


def test_l2_troops_on_walls_take_no_part():
    there = walled(soldiers={"N": 9, "inside": 1}, swordsmen={"inside": 2})
    after = step("inside", there)
    assert (stand(after.soldiers), stand(after.swordsmen), after.wounded) == ({"N": 9}, {"inside": 1}, 1)


def test_l2_invaders_outside_take_no_part():
    there = walled(soldiers=2, swordsmen={"N": 9})
    assert step("inside", there) is there


def test_l2_archers_fight_like_swordsmen():
    after = step("inside", castle(soldiers=3, archers={"inside": 2}))
    assert (stand(after.soldiers), stand(after.archers)) == ({"inside": 1}, {})


def test_l2_defaults_are_those_of_r12():
    """Archers fall first, mercenaries are lost first."""
    more_invaders = step("inside", castle(soldiers=2, swordsmen={"inside": 2}, archers={"inside": 1}))
    assert (stand(more_invaders.swordsmen), stand(more_invaders.archers)) == ({"inside": 1}, {})
    more_troops = step("inside", castle(soldiers=2, mercenaries=2, swordsmen={"inside": 3}))
    assert (stand(more_troops.soldiers), stand(more_troops.mercenaries)) == ({"inside": 1}, {})


def test_l2_other_rulings_of_r12():
    other = {"targets_first": "swordsmen", "losses_first": "soldiers"}
    more_invaders = step("inside", castle(soldiers=2, swordsmen={"inside": 2}, archers={"inside": 1}), **other)
    assert (stand(more_invaders.swordsmen), stand(more_invaders.archers)) == ({}, {"inside": 1})
    more_troops = step("inside", castle(soldiers=2, mercenaries=2, swordsmen={"inside": 3}), **other)
    assert (stand(more_troops.soldiers), stand(more_troops.mercenaries)) == ({}, {"inside": 1})


def test_l2_the_owners_word_goes_first():
    targets = step(
        "inside", castle(soldiers=1, swordsmen={"inside": 1}, archers={"inside": 1}), choices=(ChosenTargets(4, 0),)
    )
    assert (stand(targets.swordsmen), stand(targets.archers)) == ({}, {"inside": 1})
    losses = step("inside", castle(soldiers=1, mercenaries=1, swordsmen={"inside": 1}), choices=(ChosenLosses(4, 0),))
    assert (stand(losses.soldiers), stand(losses.mercenaries), losses.wounded) == ({}, {"inside": 1}, 1)


def test_l2_is_told():
    there = castle(soldiers=2, mercenaries=1, swordsmen={"inside": 1}, archers={"inside": 1})
    (event,) = told("inside", there)
    assert event.rule == "L-2"
    assert GAME.sentence(event) == (
        "Inside, 3 troops against 2 invaders: 1 archer and 1 swordsman killed, 1 mercenary and 1 soldier lost."
    )


# R-2 troops who fall back


RETREAT = castle(N="wood wall 0", soldiers={"N": 2}, mercenaries={"N": 1}, swordsmen={"N": 1, "inside": 2})
"""Melee is next: the last one outside fells the wall and its three defenders meet the two inside."""

LAST_STAND = castle(N="wood wall 0", soldiers={"N": 2}, mercenaries={"N": 1}, swordsmen={"N": 4, "inside": 2})
"""The same a step earlier: three of the four outside will be shot."""


def test_r2_troops_who_fall_back_fight_in_the_same_round():
    after = step("inside", step("walls", RETREAT))
    assert (stand(after.soldiers), stand(after.mercenaries)) == ({"inside": 1}, {})
    assert stand(after.swordsmen) == {"N": 1}


def test_r2_by_the_other_ruling_they_neither_deal_nor_take_damage_this_round():
    fallen = step("walls", RETREAT, **NEXT)
    assert fallen.fallen == (2, 1)
    after = step("inside", fallen, **NEXT)
    assert (stand(after.soldiers), stand(after.mercenaries)) == ({"inside": 2}, {"inside": 1})
    assert stand(after.swordsmen) == {"N": 1, "inside": 2}
    assert after.fallen == (0, 0), "next round they fight"


def test_r2_by_the_other_ruling_those_inside_already_fight_alone():
    fallen = castle(N="wood wall 0", soldiers={"N": 2, "inside": 1}, swordsmen={"N": 1, "inside": 3})
    after = step("inside", step("walls", fallen, **NEXT), **NEXT)
    assert (stand(after.soldiers), stand(after.swordsmen), after.wounded) == ({"inside": 2}, {"N": 1, "inside": 2}, 1)


def test_r2_by_the_other_ruling_the_fallen_save_the_castle_from_the_check():
    """O-2 asks whether a troop is inside, not whether it has fought: round 2 decides, 3 against 2 + 1."""
    after, rounds, outcome = whole_fight(LAST_STAND, policy="hold", **NEXT)
    assert (outcome, rounds, after.wounded) == ("survived", 2, 2)


def test_r2_by_the_other_ruling_troops_of_several_walls_wait():
    there = castle(
        N="wood wall 0", E="wood wall 0", soldiers={"N": 1, "E": 2}, mercenaries={"E": 1}, swordsmen={"N": 1, "E": 1}
    )
    assert step("walls", there, **NEXT).fallen == (3, 1)


def test_r2_by_the_other_ruling_with_nobody_inside_the_fallen_are_ready_next_round():
    fallen = step("walls", castle(N="wood wall 0", soldiers={"N": 1}, swordsmen={"N": 1}), **NEXT)
    assert step("inside", fallen, **NEXT).fallen == (0, 0)


def test_r2_both_readings_through_the_log():
    """Two of six are shot, three climb, the last fells the wall: two soldiers against three, now or in round 2."""
    there = player(castle=castle(N="wood wall 0", soldiers={"N": 2}, swordsmen={"N": 6}), policy="hold")
    ladder = siege_card("ladder", 3)
    now = fought(there, siege=ladder, side="N")
    later = fought(there, siege=ladder, side="N", rulings=NEXT)
    assert [state.combat.battles[0].round for state in (now, later)] == [1, 2]
    assert [state.players[0].sacked for state in (now, later)] == [True, True]


def test_l1_comes_before_l2():
    """Only because the wall falls first do its defenders meet the two inside in time."""
    after, rounds, outcome = whole_fight(LAST_STAND, policy="hold")
    assert (outcome, rounds, after.wounded) == ("survived", 2, 2)
