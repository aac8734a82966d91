"""The siege card: its strength and surge (P-3, R-5, R-6), damage by priority (P-5, R-1, R-12), cubes (P-6, P-7)."""

import pytest

from engine.games.after_the_empire.actions import ChooseTurret, DrawSiege
from engine.games.after_the_empire.siege import bypass_number, siege_damage, siege_strength, surge, turret_decision
from tests.games.after_the_empire.battles import GAME, battle, before_siege, castle, fought, play, stand
from tests.games.after_the_empire.tables import events, pieces, player, refused, siege_card, table, walled

ENGINES = ("catapult", "mangonel", "trebuchet")
BYPASSES = ("ladder", "siege tower")


def besieged(of, damage, side="N", corner=None, **more):
    """The castle after so much siege damage on a side; nobody attacks, so combat ends with it."""
    session = battle(of, siege=siege_card(strength=damage), side=side, **more)
    if corner is not None:
        session.append(ChooseTurret(0, corner))
    assert session.pending.kind == "flags", session.pending
    return session.state.players[0].castle


# P-3 effect, strength and surge


@pytest.mark.parametrize("engine", ENGINES)
def test_p3_catapult_mangonel_and_trebuchet_deal_damage_at_once(engine):
    state = battle(castle(N="stone wall"), siege=siege_card(engine, 2), side="N").state
    there = state.players[0].castle
    assert pieces(there) == {"N": "stone wall 3"}
    assert there.stone == 2


@pytest.mark.parametrize("engine", BYPASSES)
def test_p3_ladder_and_siege_tower_deal_no_damage_but_lead_invaders_past_the_wall(engine):
    """M-2: two of five pass the wall of that side; the three left outside strike it."""
    there = walled("stone wall", soldiers=4, swordsmen={"E": 5, "W": 5}, NE="wood turret 0", SE="wood turret 0")
    session = battle(there, siege=siege_card(engine, 2), side="W")
    assert session.pending.kind == "troop movement"
    assert pieces(session.state.players[0].castle) == pieces(there)
    assert stand(session.state.players[0].castle.swordsmen) == {"E": 3, "W": 3, "inside": 2}


def test_p3_strength_follows_each_players_own_level():
    """Gold 4 and 12 against a threat of 6: levels 6 and 12."""
    siege = siege_card(strength=((5, 1), (12, 3)))
    ann, ben = (player(castle=castle(S="stone wall"), gold=gold) for gold in (4, 12))
    state = battle(ann, ben, siege=siege, side="S", season=3).state
    assert [each.castle.walls[2].cubes for each in state.players] == [4, 2]


@pytest.mark.parametrize(("gold", "left"), [(11, 4), (12, 2), (13, 2)])
def test_p3_only_the_highest_siege_tier_counts(gold, left):
    siege = siege_card(strength=((5, 1), (12, 3)))
    state = battle(player(castle=castle(S="stone wall"), gold=gold), siege=siege, side="S").state
    assert state.players[0].castle.walls[2].cubes == left


def test_p3_the_effect_comes_before_the_surge():
    """Surge swordsmen stand at North when the turret has fallen already."""
    state = before_siege(castle(N="stone wall", NW="wood turret", soldiers=9), season=3, threat=0)
    happened = events(state, DrawSiege(siege_card(strength=2, surge="all"), "N"))
    assert [event.what for event in happened if event.seat == 0][:2] == ["siege destroys", "surge"]


@pytest.mark.parametrize("season", [1, 4, 7])
def test_p3_surge_brings_as_many_swordsmen_as_the_season_has(season):
    there = walled("stone wall", swordsmen={"W": 1}, archers={"W": 1}, soldiers=9)
    state = battle(there, siege=siege_card(surge="all"), side="W", season=season).state
    now = state.players[0].castle
    assert (stand(now.swordsmen), stand(now.archers)) == ({"W": 1 + season}, {"W": 1})


def surged(surge, *golds, **more):
    """Who has surge swordsmen, from players with so much gold."""
    there = walled("stone wall", soldiers=9)
    seated = [player(castle=there, gold=gold) for gold in golds]
    state = battle(
        *seated, siege=siege_card(surge=surge), side="E", season=2, threat=more.pop("threat", 0), **more
    ).state
    return [stand(each.castle.swordsmen) == {"E": 2} for each in state.players]


def test_p3_surge_leader_strikes_the_player_with_the_most_gold():
    assert surged("leader", 7, 9, 8) == [False, True, False]


def test_p3_surge_leader_strikes_all_who_are_tied():
    assert surged("leader", 9, 4, 9) == [True, False, True]
    assert surged("leader", 0, 0) == [True, True]


def test_p3_surge_all_strikes_everyone():
    assert surged("all", 7, 9, 0) == [True, True, True]


def test_p3_surge_none_strikes_nobody():
    assert surged("none", 7, 9, 8) == [False, False, False]


def test_p3_is_told_card_first():
    state = before_siege(castle(N="wood wall"))
    happened = events(state, DrawSiege(siege_card("mangonel", 2, "leader"), "N"))
    first, second, third, *_ = [event for event in happened if event.seat != 1]
    assert (first.rule, first.seat, GAME.sentence(first)) == ("P-3", None, "Mangonel from the North.")
    assert (second.rule, second.seat) == ("P-6", 0)
    assert GAME.sentence(second) == "Siege on the North wood wall: 2 damage, 2 cubes to the stockpile."
    assert (third.rule, GAME.sentence(third)) == ("P-3", "Surge (leader): 1 swordsman more in the North field.")


def test_p3_one_siege_card_a_season():
    tied = walled(NW="wood turret", NE="wood turret")
    state = battle(tied, siege=siege_card(strength=1)).state
    refused(state, DrawSiege(siege_card("ladder", 2), "N"), "P-3", "Catapult is this season's siege card", firm=True)


def test_p3_belongs_to_combat():
    refused(table(), DrawSiege(siege_card(), "N"), "P-3", "no combat now", firm=True)


def test_p3_without_a_siege_card_there_is_no_strength_and_no_surge():
    """A forecast may ask before the card is drawn."""
    state = before_siege(player(castle=walled(), gold=30))
    there = state.players[0]
    assert (siege_strength(state, there), siege_damage(state, there)) == (0, 0)
    assert bypass_number(state, there) == (-1, 0)
    assert turret_decision(state, 0) is None
    assert surge(state, None) is state


# P-5 priority


def test_p5_a_wood_turret_is_hit_before_a_stone_turret():
    there = castle(N="wood wall", NW="wood turret 1", NE="stone turret 0")
    assert pieces(besieged(there, 1)) == {"N": "wood wall 2", "NW": "wood turret 0", "NE": "stone turret 0"}


def test_p5_of_two_wood_turrets_the_one_with_fewer_cubes_is_hit():
    there = castle(N="wood wall", NW="wood turret 1", NE="wood turret 0")
    assert pieces(besieged(there, 1)) == {"N": "wood wall 2", "NW": "wood turret 1"}


def test_p5_with_no_wood_turret_the_stone_turret_with_fewer_cubes_is_hit():
    there = castle(N="wood wall", NW="stone turret 2", NE="stone turret 1")
    assert pieces(besieged(there, 1)) == {"N": "wood wall 2", "NW": "stone turret 2", "NE": "stone turret 0"}


@pytest.mark.parametrize("material", ["wood", "stone"])
@pytest.mark.parametrize(("corner", "other"), [("NW", "NE"), ("NE", "NW")])
def test_p5_tie_is_the_owners_choice(material, corner, other):
    there = castle(N="wood wall", NW=f"{material} turret 1", NE=f"{material} turret 1")
    after = besieged(there, 1, corner=corner)
    assert pieces(after) == {"N": "wood wall 2", corner: f"{material} turret 0", other: f"{material} turret 1"}


def test_p5_equal_cubes_of_wood_and_stone_are_no_tie():
    there = castle(N="wood wall", NW="stone turret 1", NE="wood turret 1")
    assert pieces(besieged(there, 1)) == {"N": "wood wall 2", "NW": "stone turret 1", "NE": "wood turret 0"}


@pytest.mark.parametrize(("side", "touching"), [("N", "NW NE"), ("E", "NE SE"), ("S", "SE SW"), ("W", "SW NW")])
def test_p5_only_the_turrets_touching_the_side_are_hit(side, touching):
    """Eight points bring down both turrets and the wall of the side; the other corners and sides are untouched."""
    corners = dict.fromkeys(("NE", "SE", "SW", "NW"), "wood turret")
    there = castle(N="wood wall", E="wood wall", S="wood wall", W="wood wall", **corners)
    gone = {side, *touching.split()}
    left = {spot: words for spot, words in pieces(there).items() if spot not in gone}
    assert pieces(besieged(there, 8, side=side)) == left


def test_p5_the_target_takes_everything_until_it_is_destroyed():
    """Two wood turrets with one cube each: both points fall on the same one."""
    there = castle(N="wood wall", NW="wood turret 1", NE="wood turret 1")
    assert pieces(besieged(there, 2, corner="NE")) == {"N": "wood wall 2", "NW": "wood turret 1"}


def test_p5_then_the_other_turret_then_the_wall():
    there = castle(N="stone wall 5", NW="wood turret 1", NE="stone turret 2")
    assert pieces(besieged(there, 3)) == {"N": "stone wall 5", "NE": "stone turret 1"}
    assert pieces(besieged(there, 5)) == {"N": "stone wall 5", "NE": "stone turret flame"}
    assert pieces(besieged(there, 7)) == {"N": "stone wall 3", "NE": "stone turret flame"}


def test_p5_without_turrets_the_wall_is_hit():
    assert pieces(besieged(castle(N="wood wall", S="wood wall"), 1, side="S")) == {
        "N": "wood wall 2",
        "S": "wood wall 1",
    }


def test_p5_the_rest_is_ignored():
    there = castle(N="wood gate 1", E="wood wall", NE="wood turret 0", SE="wood turret 1")
    assert pieces(besieged(there, 9)) == {"E": "wood wall 2", "SE": "wood turret 1"}
    event = events(before_siege(there), DrawSiege(siege_card(strength=9), "N"))[3]
    assert (event.rule, GAME.sentence(event)) == ("P-5", "6 damage from the North finds nothing more to hit.")


def test_p5_with_no_piece_on_the_side_all_of_it_is_ignored():
    there = castle(E="wood wall", SE="wood turret")
    assert pieces(besieged(there, 3, side="N")) == {"E": "wood wall 2", "SE": "wood turret 1"}


# P-6 destruction


@pytest.mark.parametrize(
    ("words", "cubes"),
    [("wood wall", 2), ("wood gate", 1), ("stone wall", 5), ("stone gate", 4), ("wood wall 0", 0), ("stone wall 3", 3)],
)
def test_p6_a_wall_or_gate_with_n_cubes_falls_to_n_plus_one_points(words, cubes):
    material, kind = words.split()[:2]
    there = castle(S=words)
    if cubes:
        assert pieces(besieged(there, cubes, side="S")) == {"S": f"{material} {kind} 0"}
    assert pieces(besieged(there, cubes + 1, side="S")) == {}


def test_p6_a_wood_turret_with_one_cube_falls_to_two_points():
    assert pieces(besieged(castle(SW="wood turret"), 1, side="W")) == {"SW": "wood turret 0"}
    assert pieces(besieged(castle(SW="wood turret"), 2, side="W")) == {}


@pytest.mark.parametrize("cubes", [0, 1, 2])
def test_p6_a_stone_turret_is_never_destroyed_it_burns(cubes):
    there = castle(SW=f"stone turret {cubes}")
    for damage in (cubes + 1, cubes + 5):
        assert pieces(besieged(there, damage, side="W")) == {"SW": "stone turret flame"}
    event = events(before_siege(there), DrawSiege(siege_card(strength=9), "W"))[1]
    assert (event.rule, event.what, event.values["damage"]) == ("P-6", "siege burns", cubes + 1)


def test_p6_troops_of_a_wall_destroyed_by_siege_go_inside():
    there = castle(N="wood wall", E="wood wall", soldiers={"N": 2, "E": 1, "inside": 1}, mercenaries={"N": 3})
    after = besieged(there, 3)
    assert (stand(after.soldiers), stand(after.mercenaries)) == ({"E": 1, "inside": 3}, {"inside": 3})
    event = events(before_siege(there), DrawSiege(siege_card(strength=3), "N"))[2]
    assert GAME.sentence(event) == "2 soldiers and 3 mercenaries back from the North wall into the castle."
    assert event.rule == "P-6"


def test_p6_troops_of_a_wall_that_stands_stay():
    after = besieged(castle(N="wood wall", soldiers={"N": 2}), 2)
    assert stand(after.soldiers) == {"N": 2}


def test_p6_an_empty_wall_falls_without_a_word_about_troops():
    happened = events(before_siege(castle(N="wood wall")), DrawSiege(siege_card(strength=3), "N"))
    assert [event.what for event in happened if event.seat == 0][:1] == ["siege destroys"]
    assert "fall back" not in [event.what for event in happened]


# P-7 cubes to the stockpile


@pytest.mark.parametrize(
    ("pieces_there", "damage", "wood", "stone"),
    [
        ({"N": "wood wall 2"}, 1, 1, 0),
        ({"N": "wood wall 2"}, 3, 2, 0),
        ({"N": "stone gate 4"}, 3, 0, 3),
        ({"N": "stone wall 5"}, 9, 0, 5),
        ({"NE": "wood turret 1"}, 2, 1, 0),
        ({"NE": "stone turret 2"}, 5, 0, 2),
        ({"N": "stone wall 3", "NE": "wood turret 1", "NW": "stone turret 1"}, 6, 1, 3),
    ],
)
def test_p7_every_cube_siege_removes_goes_to_the_stockpile(pieces_there, damage, wood, stone):
    after = besieged(castle(**pieces_there, wood=10, stone=20), damage)
    assert (after.wood, after.stone) == (10 + wood, 20 + stone)


# R-1 flamed turrets


def test_r1_a_flamed_turret_is_skipped():
    there = castle(N="wood wall", NW="stone turret flame", NE="stone turret 2")
    assert pieces(besieged(there, 1)) == {"N": "wood wall 2", "NW": "stone turret flame", "NE": "stone turret 1"}
    both = castle(N="wood wall", NW="stone turret flame", NE="stone turret flame")
    assert pieces(besieged(both, 1))["N"] == "wood wall 1"


def test_r1_by_the_other_ruling_a_flamed_turret_takes_all_the_damage():
    takes = {"flamed_turret": "takes the damage"}
    there = castle(N="wood wall", NW="stone turret flame", NE="stone turret 2", stone=7)
    after = besieged(there, 9, rulings=takes)
    assert pieces(after) == pieces(there)
    assert after.stone == 7
    wood_first = castle(N="wood wall", NW="stone turret flame", NE="wood turret 1")
    assert pieces(besieged(wood_first, 5, rulings=takes)) == {"N": "wood wall 2", "NW": "stone turret flame"}


# R-5 below the first tier


def test_r5_below_the_first_tier_the_siege_does_nothing_but_the_surge_follows():
    siege = siege_card(strength=((8, 3),), surge="all")
    state = battle(castle(N="stone wall", soldiers=5), siege=siege, side="N", season=2).state
    there = state.players[0].castle
    assert (there.walls[0].cubes, stand(there.swordsmen)) == (5, {"N": 2})


def test_r5_below_the_first_tier_a_ladder_leads_nobody_in():
    there = walled("stone wall", swordsmen={"N": 3}, soldiers=1)
    session = battle(there, siege=siege_card("ladder", ((8, 3),)), side="N")
    assert stand(session.state.players[0].castle.swordsmen) == {"N": 3}


def test_r5_by_the_other_ruling_the_first_tier_counts():
    siege = siege_card(strength=((8, 3), (12, 4)))
    state = battle(castle(N="stone wall"), siege=siege, rulings={"siege_below_first_tier": "first tier"}).state
    assert state.players[0].castle.walls[0].cubes == 2
    rich = battle(
        player(castle=castle(N="stone wall"), gold=12), siege=siege, rulings={"siege_below_first_tier": "first tier"}
    )
    assert rich.state.players[0].castle.walls[0].cubes == 1


# R-6 the leader


def test_r6_the_surge_leader_is_found_by_gold_alone():
    """Threat 9: both are attacked at level 9, but only Ben leads in gold."""
    assert surged("leader", 5, 8, threat=9) == [False, True]


def test_r6_by_the_other_ruling_the_leader_is_found_by_level():
    by_level = {"surge_leader": "level"}
    assert surged("leader", 5, 8, threat=9, rulings=by_level) == [True, True]
    assert surged("leader", 5, 12, threat=9, rulings=by_level) == [False, True]


# R-12 siege ties without the owner


def hit_first(side, swordsmen=0, archers=0, surge="none", **rulings):
    """The corner the automation gives to a tie on that side."""
    corners = dict.fromkeys(("NE", "SE", "SW", "NW"), "wood turret")
    there = walled("stone wall", swordsmen=swordsmen, archers=archers, soldiers=30, **corners)
    siege = siege_card(strength=2, surge=surge)
    after = fought(there, siege=siege, side=side, season=7, rulings=rulings).players[0].castle
    (gone,) = {"NE", "SE", "SW", "NW"} - set(pieces(after))
    return gone


def test_r12_siege_tie_falls_on_the_turret_facing_fewer_invaders():
    """The North's turrets: NE faces N and E, NW faces N and W."""
    assert hit_first("N", swordsmen={"E": 1}) == "NW"
    assert hit_first("N", swordsmen={"W": 1}) == "NE"
    assert hit_first("N", swordsmen={"W": 1}, archers={"E": 2}) == "NW"


@pytest.mark.parametrize(("side", "corner"), [("N", "NE"), ("E", "NE"), ("S", "SE"), ("W", "SW")])
def test_r12_siege_tie_else_clockwise_from_north(side, corner):
    """NE, SE, SW, NW: the earlier of the two touching the side."""
    assert hit_first(side) == corner


def test_r12_siege_tie_counts_invaders_before_the_surge():
    """Both West turrets face the West field alike; the surge there changes nothing, the one at South decides."""
    assert hit_first("W", swordsmen={"S": 1}, surge="all") == "NW"
    assert hit_first("W", surge="all") == "SW"


def test_r12_siege_tie_by_the_other_ruling_is_clockwise_from_north_alone():
    assert hit_first("N", swordsmen={"E": 5}, siege_tie="clockwise from North") == "NE"
    assert hit_first("W", swordsmen={"S": 5}, siege_tie="clockwise from North") == "SW"


def test_r12_siege_tie_answer_is_logged_as_automatic():
    there = walled(NE="wood turret", NW="wood turret")
    session = battle(there, siege=siege_card(strength=1), side="N", automation={"turret"})
    assert [(entry.action, entry.auto, entry.seat) for entry in session.entries[1:]] == [
        (ChooseTurret(0, "NE"), True, 0)
    ]


# P-5 the owner's answer


def tied(**more):
    return battle(walled(NE="wood turret", NW="wood turret"), siege=siege_card(strength=1), side="N", **more).state


def test_p5_only_one_of_the_two_tied_turrets_can_be_chosen():
    refused(tied(), ChooseTurret(0, "SW"), "P-5", "The choice is between NE and NW, not SW", firm=True)


def test_p5_there_is_nothing_to_choose_without_a_tie():
    refused(tied(), ChooseTurret(1, "NE"), "P-5", "Ben has no turret to choose", firm=True)
    state = before_siege(walled(NE="wood turret", NW="wood turret"))
    refused(state, ChooseTurret(0, "NE"), "P-5", "Ann has no turret to choose", firm=True)


def test_p5_a_turret_is_chosen_once():
    there = walled(NE="wood turret", NW="wood turret")
    state = battle(there, there, siege=siege_card(strength=1), side="N").state
    state = play(state, ChooseTurret(0, "NE"))
    refused(state, ChooseTurret(0, "NW"), "P-5", "Ann has no turret to choose", firm=True)
    assert GAME.pending(state).seat == 1
