"""Archery (B-1): who shoots whom, at the same moment; the owner's defaults (R-12); archers at a gap (R-15)."""

import pytest

from engine.games.after_the_empire.state import ChosenLosses, ChosenTargets
from tests.games.after_the_empire.battles import GAME, castle, stand, step, told
from tests.games.after_the_empire.tables import pieces, walled


def shot(of, **given):
    """The castle after one archery step."""
    return step("archery", of, **given)


# B-1 what the castle deals


def test_b1_each_troop_on_a_wall_deals_one_damage_to_its_own_field():
    there = walled(soldiers={"N": 2}, mercenaries={"N": 1, "E": 1}, swordsmen={"N": 5, "E": 5, "S": 5})
    assert stand(shot(there).swordsmen) == {"N": 2, "E": 4, "S": 5}


def test_b1_troops_inside_do_not_shoot():
    assert stand(shot(walled(soldiers=9, swordsmen={"N": 3})).swordsmen) == {"N": 3}


@pytest.mark.parametrize(
    ("corner", "fields"), [("NE", ("N", "E")), ("SE", ("E", "S")), ("SW", ("S", "W")), ("NW", ("W", "N"))]
)
@pytest.mark.parametrize(("turret", "damage"), [("wood turret", 1), ("stone turret", 2)])
def test_b1_a_turret_deals_its_damage_to_each_of_its_two_fields(corner, fields, turret, damage):
    there = castle(**{corner: turret}, swordsmen=dict.fromkeys("NESW", 4))
    assert stand(shot(there).swordsmen) == {side: 4 - damage if side in fields else 4 for side in "NESW"}


@pytest.mark.parametrize("turret", ["wood turret 0", "stone turret 0"])
def test_b1_a_turret_without_cubes_still_fires(turret):
    damage = 2 if turret.startswith("stone") else 1
    assert stand(shot(castle(NE=turret, swordsmen={"N": 4})).swordsmen) == {"N": 4 - damage}


def test_b1_an_inoperable_stone_turret_is_silent():
    assert stand(shot(castle(NE="stone turret flame", swordsmen={"N": 4})).swordsmen) == {"N": 4}


def test_b1_everything_that_reaches_a_field_adds_up():
    """North: 2 soldiers, 1 mercenary, a wood turret (1) and a stone turret (2): 6."""
    there = walled(soldiers={"N": 2}, mercenaries={"N": 1}, NW="wood turret", NE="stone turret", swordsmen={"N": 8})
    assert stand(shot(there).swordsmen) == {"N": 2}


def test_b1_turret_damage_is_a_table_constant():
    there = castle(NE="stone turret", NW="wood turret", swordsmen={"N": 9})
    assert stand(shot(there, constants={"stone_turret_fire": 3, "wood_turret_fire": 2}).swordsmen) == {"N": 4}


def test_b1_excess_damage_is_lost():
    """Five damage on two invaders: the East's are untouched."""
    after = shot(walled(soldiers={"N": 5}, swordsmen={"N": 2, "E": 3}))
    assert stand(after.swordsmen) == {"E": 3}


# B-1 what the archers deal


def test_b1_each_archer_deals_one_damage_to_the_troops_on_the_adjacent_wall():
    there = walled(mercenaries={"N": 4, "E": 4, "inside": 4}, archers={"N": 3})
    assert stand(shot(there).mercenaries) == {"N": 1, "E": 4, "inside": 4}


def test_b1_swordsmen_do_not_shoot():
    assert stand(shot(walled(mercenaries={"N": 4}, swordsmen={"N": 9})).mercenaries) == {"N": 4}


def test_b1_a_mercenary_hit_leaves_and_a_soldier_hit_goes_to_the_infirmary():
    after = shot(walled(mercenaries={"N": 1}, soldiers={"E": 2}, archers={"N": 1, "E": 1}, wounded=3))
    assert (stand(after.mercenaries), stand(after.soldiers), after.wounded) == ({}, {"E": 1}, 4)


def test_b1_more_arrows_than_troops_are_lost():
    after = shot(walled(soldiers={"N": 1, "inside": 3}, archers={"N": 5}))
    assert (stand(after.soldiers), after.wounded) == ({"inside": 3}, 1)


def test_b1_archery_never_hurts_walls_or_turrets():
    there = castle(N="wood wall", NE="wood turret", soldiers={"N": 1}, archers={"N": 9})
    after = shot(there)
    assert pieces(after) == {"N": "wood wall 2", "NE": "wood turret 1"}
    assert (after.wood, after.stone) == (0, 0)


def test_b1_archers_inside_the_castle_do_not_shoot():
    after = shot(walled(soldiers={"N": 2, "inside": 2}, archers={"inside": 4}))
    assert (stand(after.soldiers), stand(after.archers)) == ({"N": 2, "inside": 2}, {"inside": 4})


# B-1 simultaneous


def test_b1_both_sides_shoot_at_the_same_moment():
    """Three archers and three soldiers: nobody is too dead to shoot."""
    after = shot(walled(soldiers={"N": 3}, archers={"N": 3}))
    assert (stand(after.soldiers), stand(after.archers), after.wounded) == ({}, {}, 3)


def test_b1_archers_killed_by_a_turret_shoot_all_the_same():
    after = shot(walled(soldiers={"N": 2}, NE="stone turret", archers={"N": 2}))
    assert (stand(after.soldiers), stand(after.archers)) == ({}, {})


def test_b1_no_shot_nothing_changes():
    there = walled(soldiers=4, swordsmen={"N": 2})
    assert shot(there) is there
    assert told("archery", there) == []


def test_b1_is_told():
    there = walled(
        soldiers={"N": 1}, mercenaries={"N": 1}, NE="stone turret", swordsmen={"N": 4}, archers={"N": 1, "W": 1}
    )
    volley, arrows = told("archery", there)
    assert {volley.rule, arrows.rule} == {"B-1"}
    assert GAME.sentence(volley) == (
        "North field: 4 damage (2 troops on the wall, turrets 2): 1 archer and 3 swordsmen killed, 1 invader left."
    )
    assert GAME.sentence(arrows) == "North wall under 1 arrow: 1 mercenary lost."


# R-12 who is hit first


def test_r12_archers_are_the_first_targets():
    after = shot(walled(soldiers={"N": 3}, swordsmen={"N": 4}, archers={"N": 2}))
    assert (stand(after.swordsmen), stand(after.archers)) == ({"N": 3}, {})


def test_r12_by_the_other_ruling_swordsmen_are_the_first_targets():
    after = shot(walled(soldiers={"N": 3}, swordsmen={"N": 2}, archers={"N": 2}), targets_first="swordsmen")
    assert (stand(after.swordsmen), stand(after.archers)) == ({}, {"N": 1})


def test_r12_mercenaries_are_the_first_losses():
    after = shot(walled(soldiers={"N": 2}, mercenaries={"N": 2}, archers={"N": 3}))
    assert (stand(after.soldiers), stand(after.mercenaries), after.wounded) == ({"N": 1}, {}, 1)


def test_r12_by_the_other_ruling_soldiers_are_the_first_losses():
    there = walled(soldiers={"N": 2}, mercenaries={"N": 2}, archers={"N": 3})
    after = shot(there, losses_first="soldiers")
    assert (stand(after.soldiers), stand(after.mercenaries), after.wounded) == ({}, {"N": 1}, 2)


def test_r12_gives_way_to_the_owners_word():
    """Two of three hits on swordsmen; the one loss a soldier. What is said of one field is not said of another."""
    there = walled(
        soldiers={"N": 2, "E": 1},
        mercenaries={"N": 1, "E": 1},
        swordsmen={"N": 3, "E": 3},
        archers={"N": 1, "E": 1},
    )
    after = shot(there, choices=(ChosenTargets(0, 0), ChosenLosses(0, 0)))
    assert (stand(after.swordsmen), stand(after.archers)) == ({"E": 2}, {"N": 1})
    assert (stand(after.soldiers), stand(after.mercenaries), after.wounded) == ({"N": 1, "E": 1}, {"N": 1}, 1)


def test_b1_the_owners_word_is_kept_within_what_is_possible():
    """Asked for nine archers of three hits on 2 archers and 4 swordsmen: two; for nine mercenaries: one."""
    there = walled(soldiers={"N": 2}, mercenaries={"N": 1}, swordsmen={"N": 4}, archers={"N": 2})
    after = shot(there, choices=(ChosenTargets(0, 9), ChosenLosses(0, 9)))
    assert (stand(after.swordsmen), stand(after.archers)) == ({"N": 3}, {})
    assert (stand(after.soldiers), stand(after.mercenaries)) == ({"N": 1}, {})


# R-15 archers in a field with no wall


def test_r15_archers_in_a_field_with_no_wall_do_not_shoot():
    after = shot(castle(S="wood wall", soldiers={"S": 2, "inside": 3}, archers={"N": 4}))
    assert (stand(after.soldiers), after.wounded) == ({"S": 2, "inside": 3}, 0)


def test_r15_turrets_still_fire_at_a_field_with_no_wall():
    after = shot(castle(NE="stone turret", swordsmen={"N": 1}, archers={"N": 3}, soldiers=2))
    assert (stand(after.swordsmen), stand(after.archers)) == ({"N": 1}, {"N": 1})


def test_r15_by_the_other_ruling_archers_of_all_gaps_shoot_the_troops_inside():
    """Two at North and one at East have no wall; the one at South shoots the South wall."""
    there = castle(
        S="wood wall",
        soldiers={"S": 2, "inside": 3},
        mercenaries={"inside": 2},
        archers={"N": 2, "E": 1, "S": 1},
    )
    after = shot(there, archers_without_wall="shoot inside")
    assert (stand(after.soldiers), stand(after.mercenaries), after.wounded) == ({"S": 1, "inside": 2}, {}, 2)
    (inside,) = [event for event in told("archery", there, archers_without_wall="shoot inside") if event.rule == "R-15"]
    assert GAME.sentence(inside) == "Inside, under 3 arrows: 2 mercenaries and 1 soldier lost."


def test_r15_by_the_other_ruling_nobody_inside_nobody_lost():
    there = castle(archers={"N": 2})
    assert shot(there, archers_without_wall="shoot inside") == there
    assert told("archery", there, archers_without_wall="shoot inside") == []


def test_r15_by_the_other_ruling_the_owner_may_name_the_losses_inside():
    there = castle(soldiers=2, mercenaries=2, archers={"N": 2})
    after = shot(there, archers_without_wall="shoot inside", choices=(ChosenLosses(4, 0),))
    assert (stand(after.soldiers), stand(after.mercenaries), after.wounded) == ({}, {"inside": 2}, 2)
