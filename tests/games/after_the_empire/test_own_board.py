"""A-3, A-5, C-5: granary, infirmary, barracks and stockpile: building, replacing, repairing, mending."""

import pytest

from engine.games.after_the_empire.actions import (
    Barracks,
    Build,
    ClearFlame,
    Granary,
    Idle,
    Infirmary,
    Mend,
    Repair,
    Stockpile,
    UseSpace,
)
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    building,
    castle,
    changes,
    damaged,
    events,
    pieces,
    placed,
    play,
    player,
    refugee,
    refused,
    table,
    walled,
)

# A-3 granary


def test_a3_granary_sows_three_times_then_protects_one():
    """Catches a granary that sows twice, or that forgets the token."""
    state = table(player(farms=(1, 0, 1, 1)))
    after = play(state, Granary(0, ("N", "E", "S"), ("W",)))
    assert changes(state, after) == {"N farm": 1, "E farm": 1, "S farm": 1, "W protected": True}
    assert placed(state, after) == (1, ("granary",))


def test_a3_granary_does_no_more_than_that():
    """Catches a fourth sowing, and a second token."""
    state = table(player(farms=(0, 0, 0, 0)))
    refused(state, Granary(0, ("N", "E", "S", "W")), "A-4", "That is 4 sowings; 3 is the most here")
    refused(state, Granary(0, (), ("N", "E")), "A-4", "protects 2 farms; 1 is the most here")


def test_a3_granary_may_do_less():
    """Catches a granary that cannot be used when fewer farms can grow."""
    state = table(player(farms=(2, 2, 2, 1)))
    assert changes(state, play(state, Granary(0, ("W",)))) == {"W farm": 1}


def test_a3_a_farm_just_sown_can_be_protected():
    """Catches sowing and protecting done in the wrong order: a razed farm is first sown, then protected."""
    state = table(player(farms=(0, 1, 1, 1)), rulings={"protect_razed_farms": False})
    after = play(state, Granary(0, ("N",), ("N",)))
    assert changes(state, after) == {"N farm": 1, "N protected": True}


def test_a3_granary_is_told_with_its_numbers():
    """Catches an event that counts something else."""
    (told,) = events(table(player(farms=(0, 1, 1, 1))), Granary(0, ("N", "N"), ("E",)))
    assert (told.rule, told.values) == ("A-3", {"sown": 2, "protected": 1})


# A-3 infirmary


def test_a3_infirmary_heals_up_to_four():
    """Catches wounded who are healed but do not return to the board."""
    state = table(player(castle=castle(wounded=6, soldiers=1)))
    after = play(state, Infirmary(0, 4))
    assert changes(state, after) == {"wounded": -4, "soldiers inside": 4}
    assert placed(state, after) == (1, ("infirmary",))
    assert changes(state, play(state, Infirmary(0, 1))) == {"wounded": -1, "soldiers inside": 1}


def test_a3_infirmary_tells_how_many_were_healed():
    """Catches an event that counts those who were asked for."""
    (told,) = events(table(player(castle=castle(wounded=3))), Infirmary(0, 2))
    assert (told.rule, told.values) == ("A-3", {"soldiers": 2})


def test_a3_infirmary_never_heals_five():
    """Catches a fifth bed; a table that insists (a card may allow it) has them healed."""
    state = table(player(castle=castle(wounded=6)))
    refused(state, Infirmary(0, 5), "A-3", "heals 4 soldiers at most, not 5")
    assert changes(state, anyway(state, Infirmary(0, 5))) == {"wounded": -5, "soldiers inside": 5}


def test_a3_infirmary_heals_only_the_wounded():
    """Catches soldiers out of nowhere."""
    state = table(player("Ann", castle(wounded=2)))
    refused(state, Infirmary(0, 3), "A-3", "Ann has 2 wounded soldiers, not 3")
    assert changes(state, anyway(state, Infirmary(0, 3))) == {"wounded": -2, "soldiers inside": 2}


# A-3 barracks


@pytest.mark.parametrize(
    ("recruit", "heal", "expected"),
    [
        (True, False, {"iron": -1, "soldiers inside": 1}),
        (False, True, {"food": -1, "wounded": -1, "soldiers inside": 1}),
        (True, True, {"iron": -1, "food": -1, "wounded": -1, "soldiers inside": 2}),
        (False, False, {}),
    ],
)
def test_a3_barracks_one_iron_for_a_soldier_and_or_one_food_to_heal_one(recruit, heal, expected):
    """Catches a wrong price, and an "and/or" that is only one of them."""
    state = table(player(iron=3, food=3, castle=castle(wounded=2)))
    after = play(state, Barracks(0, recruit, heal))
    assert changes(state, after) == expected
    assert placed(state, after) == (1, ("barracks",))


def test_a3_barracks_need_iron_food_and_a_wounded_soldier():
    """Catches a recruit on credit, and a meal for nobody."""
    refused(table(player("Ann")), Barracks(0, recruit=True), "A-3", "Ann is 1 iron short for the barracks")
    starving = table(player("Ann", castle(wounded=1)))
    refused(starving, Barracks(0, heal=True), "A-3", "Ann is 1 food short for the barracks")
    refused(table(player("Ann", food=1)), Barracks(0, heal=True), "A-3", "Ann has no wounded soldier to heal")


def test_a3_barracks_tell_each_half():
    """Catches the two halves told as one."""
    state = table(player(iron=1, food=1, castle=castle(wounded=1)))
    first, second = events(state, Barracks(0, True, True))
    assert (first.rule, first.values) == ("A-3", {"what": "barracks", "paid_iron": 1, "gained_soldiers": 1})
    assert (second.rule, second.values) == ("A-3", {"what": "barracks", "paid_food": 1, "gained_heal": 1})
    assert GAME.sentence(second) == "Barracks: pays 1 food, gains 1 soldier to heal."


# A-3 stockpile: any amount


def test_a3_stockpile_does_any_amount_of_everything_with_one_worker():
    """Catches a stockpile that takes one job per worker, or that does them in another order."""
    ann = player(
        castle=castle(N="wood wall 0", SE="stone turret flame", wood=9, stone=9),
        food=5,
        iron=5,
        cards=(damaged(refugee("Cook")), damaged(building("Inn"))),
    )
    state = table(ann)
    jobs = (
        Repair("N", 2),
        Build("NE", "turret", "wood"),
        ClearFlame("SE"),
        Repair("SE", 2),
        Mend(1),
        Mend(2),
    )
    after = play(state, Stockpile(0, jobs))
    assert changes(state, after) == {
        "wood": -2 - 4,
        "stone": -2 - 2,
        "food": -2,
        "iron": -1,
        "N": "wood wall 2",
        "NE": "wood turret 1",
        "SE": "stone turret 2",
        "Cook damaged": False,
        "Inn damaged": False,
    }
    assert placed(state, after) == (1, ("stockpile",))
    told = events(state, Stockpile(0, jobs))
    assert [(event.rule, event.what) for event in told] == [
        ("A-3", "repair"),
        ("C-5", "build"),
        ("A-5", "clear flame"),
        ("A-3", "repair"),
        ("A-3", "mend"),
        ("A-3", "mend"),
    ]


def test_a3_what_one_job_spends_the_next_cannot():
    """Catches jobs that are checked one by one against the same purse; nothing of the action is half done."""
    state = table(player("Ann", castle(wood=7)))
    both = Stockpile(0, (Build("N", "wall", "wood"), Build("E", "wall", "wood"), Build("W", "wall", "wood")))
    refused(state, both, "C-5", "Ann is 2 wood short for a wood wall")


# A-3 repair


@pytest.mark.parametrize(
    ("before", "cubes", "after", "paid"),
    [
        ("wood wall 0", 2, "wood wall 2", {"wood": -2}),
        ("wood wall 1", 1, "wood wall 2", {"wood": -1}),
        ("wood gate 0", 1, "wood gate 1", {"wood": -1}),
        ("stone wall 1", 3, "stone wall 4", {"stone": -3}),
        ("stone gate 0", 4, "stone gate 4", {"stone": -4}),
    ],
)
def test_a3_repair_takes_one_matching_cube_for_each_space(before, cubes, after, paid):
    """Catches wood on a stone wall, two cubes for one space, and a repair that must be complete."""
    state = table(player(castle=castle(N=before, wood=9, stone=9)))
    repaired = play(state, Stockpile(0, (Repair("N", cubes),)))
    assert changes(state, repaired) == {"N": after, **paid}


def test_a3_repair_of_a_turret_that_works():
    """Catches a Stone Turret without cubes taken for a burning one."""
    state = table(player(castle=castle(NE="stone turret 0", SW="wood turret 0", wood=1, stone=2)))
    after = play(state, Stockpile(0, (Repair("NE", 2), Repair("SW", 1))))
    assert changes(state, after) == {"NE": "stone turret 2", "SW": "wood turret 1", "wood": -1, "stone": -2}


def test_a3_repair_stops_at_the_pieces_capacity():
    """Catches a wood wall with three cubes; done anyway only the free spaces are filled and paid."""
    state = table(player(castle=castle(N="wood wall 1", wood=9)))
    refused(state, Stockpile(0, (Repair("N", 2),)), "A-3", "The N wall has room for 1 cube, not 2")
    after = anyway(state, Stockpile(0, (Repair("N", 2),)))
    assert changes(state, after) == {"N": "wood wall 2", "wood": -1}


def test_a3_a_full_piece_takes_no_cube_even_if_the_table_wants_it():
    """Catches a piece filled past its capacity, and a cube paid for nothing."""
    state = table(player(castle=castle(N="stone wall 5", stone=9)))
    refused(state, Stockpile(0, (Repair("N", 1),)), "A-3", "The N wall has room for 0 cubes, not 1")
    assert changes(state, anyway(state, Stockpile(0, (Repair("N", 1),)))) == {}


def test_a3_repair_needs_the_cubes_and_a_piece():
    """Catches a wall repaired from the other material, and one repaired where none stands."""
    state = table(player("Ann", castle(N="stone wall 0", wood=9)))
    refused(state, Stockpile(0, (Repair("N", 1),)), "A-3", "Ann is 1 stone short for the repair")
    refused(state, Stockpile(0, (Repair("E", 1),)), "A-3", "Ann has no piece at E to repair", firm=True)
    refused(state, Stockpile(0, (Repair("SE", 1),)), "A-3", "Ann has no piece at SE to repair", firm=True)


# A-3 mend


def test_a3_a_wounded_refugee_is_healed_for_two_food_a_damaged_building_rebuilt_for_one_iron():
    """Catches the two prices exchanged."""
    state = table(player(food=2, iron=1, cards=(damaged(refugee("Cook")), damaged(building("Inn")))))
    assert changes(state, play(state, Stockpile(0, (Mend(1),)))) == {"food": -2, "Cook damaged": False}
    assert changes(state, play(state, Stockpile(0, (Mend(2),)))) == {"iron": -1, "Inn damaged": False}


def test_a3_mending_needs_the_price_a_damage_and_a_card():
    """Catches a card healed for nothing, one mended that is whole, and one that is not there."""
    poor = table(player("Ann", food=1, cards=(damaged(refugee("Cook")), damaged(building("Inn")), building("Mill"))))
    refused(poor, Stockpile(0, (Mend(1),)), "A-3", "Ann is 1 food short for Cook")
    refused(poor, Stockpile(0, (Mend(2),)), "A-3", "Ann is 1 iron short for Inn")
    rich = table(player("Ann", iron=1, cards=(building("Mill"),)))
    refused(rich, Stockpile(0, (Mend(1),)), "A-3", "Mill is not damaged")
    refused(rich, Stockpile(0, (Mend(2),)), "A-6", "Ann has 2 cards; there is no card 3", firm=True)


# A-5 the burning Stone Turret


def test_a5_two_stone_remove_the_flame_and_leave_no_cubes():
    """Catches a turret that is full, or that costs four, once the flame is gone."""
    state = table(player(castle=castle(NE="stone turret flame", stone=2)))
    after = play(state, Stockpile(0, (ClearFlame("NE"),)))
    assert changes(state, after) == {"NE": "stone turret 0", "stone": -2}


@pytest.mark.parametrize("more", [1, 2])
def test_a5_up_to_two_more_stone_fill_it(more):
    """Catches a turret that can only be cleared or only be filled whole."""
    state = table(player(castle=castle(NE="stone turret flame", stone=4)))
    after = play(state, Stockpile(0, (ClearFlame("NE"), Repair("NE", more))))
    assert changes(state, after) == {"NE": f"stone turret {more}", "stone": -2 - more}


def test_a5_a_burning_turret_is_cleared_before_it_is_filled():
    """Catches cubes on a burning turret, which no table can show, not even if it insists."""
    state = table(player(castle=castle(NE="stone turret flame", stone=9)))
    refused(state, Stockpile(0, (Repair("NE", 1),)), "A-5", "The NE turret burns", firm=True)


def test_a5_there_must_be_a_flame_and_two_stone():
    """Catches two stone paid for nothing, and a flame removed for one."""
    state = table(player("Ann", castle(NE="stone turret flame", NW="stone turret 0", stone=1)))
    refused(state, Stockpile(0, (ClearFlame("NE"),)), "A-5", "Ann is 1 stone short for clearing the flame")
    refused(state, Stockpile(0, (ClearFlame("NW"),)), "A-5", "Ann has no burning turret at NW", firm=True)
    refused(state, Stockpile(0, (ClearFlame("SE"),)), "A-5", "Ann has no burning turret at SE", firm=True)


# C-5 replacing wood by stone


@pytest.mark.parametrize(
    ("at", "before", "kind", "after", "expected"),
    [
        ("N", "wood wall 2", "wall", "stone wall 5", {"wood": 2, "stone": -4}),
        ("N", "wood wall 1", "wall", "stone wall 5", {"wood": 1, "stone": -4}),
        ("S", "wood gate 1", "gate", "stone gate 4", {"wood": 1, "stone": -4}),
        ("NE", "wood turret 1", "turret", "stone turret 2", {"wood": 1, "stone": -4, "iron": -1}),
        ("NE", "wood turret 0", "turret", "stone turret 2", {"stone": -4, "iron": -1}),
    ],
)
def test_c5_replacing_wood_by_stone_pays_no_wood_and_returns_the_cubes(at, before, kind, after, expected):
    """Catches wood paid for a replacement, cubes that are lost, and a stone piece that is not full."""
    state = table(player(castle=castle(**{at: before}, stone=4), iron=1))
    replaced = play(state, Stockpile(0, (Build(at, kind, "stone"),)))
    assert changes(state, replaced) == {at: after, **expected}


def test_c5_returned_cubes_may_be_spent_in_the_same_action():
    """Catches cubes that come back only after the action: two walls give the four wood of a turret."""
    home = castle(N="wood wall 2", E="wood wall 2", stone=8)
    state = table(player("Ann", home))
    stone_walls = (Build("N", "wall", "stone"), Build("E", "wall", "stone"))
    after = play(state, Stockpile(0, (*stone_walls, Build("NE", "turret", "wood"))))
    assert changes(state, after) == {
        "N": "stone wall 5",
        "E": "stone wall 5",
        "NE": "wood turret 1",
        "stone": -8,
    }
    too_early = Stockpile(0, (Build("NE", "turret", "wood"), *stone_walls))
    refused(state, too_early, "C-5", "Ann is 4 wood short for a wood turret")


def test_c5_a_new_pieces_cubes_can_be_repaired_in_the_same_action_where_it_was_damaged():
    """Catches repairs and buildings that do not see each other's work."""
    state = table(player(castle=castle(N="wood wall 2", E="wood wall 0", stone=4)))
    after = play(state, Stockpile(0, (Build("N", "wall", "stone"), Repair("E", 2))))
    assert changes(state, after) == {"N": "stone wall 5", "E": "wood wall 2", "stone": -4}


def test_c5_troops_stay_on_a_wall_that_is_replaced():
    """Catches soldiers who vanish with the old wall."""
    state = table(player(castle=walled(soldiers={"N": 2}, stone=4)))
    after = play(state, Stockpile(0, (Build("N", "wall", "stone"),)))
    assert after.players[0].castle.soldiers == (2, 0, 0, 0, 0)


def test_c5_stone_can_be_built_where_nothing_stood():
    """Catches stone that needs a wood piece first; wood and stone are both paid."""
    state = table(player(castle=castle(wood=2, stone=4)))
    after = play(state, Stockpile(0, (Build("W", "wall", "stone"),)))
    assert changes(state, after) == {"W": "stone wall 5", "wood": -2, "stone": -4}


def test_c5_a_build_is_told_with_place_and_piece():
    """Catches an event without the place."""
    (told,) = events(table(player(castle=castle(wood=4))), Stockpile(0, (Build("SE", "turret", "wood"),)))
    assert (told.rule, told.values) == ("C-5", {"at": "SE", "piece": "wood turret"})


def test_a3_own_board_spaces_are_each_players_own():
    """Catches my worker on my granary blocking yours."""
    state = table()
    after = play(state, Granary(0), Granary(1), Infirmary(0, 0), Infirmary(1, 0), Stockpile(0), Stockpile(1))
    assert [each.placed for each in after.players] == [3, 3]


def test_a3_own_board_spaces_take_one_worker_each():
    """Catches a second worker on a space of one's own board."""
    for action in (Granary(0), Infirmary(0, 0), Barracks(0), Stockpile(0)):
        state = play(table(), action, Idle(1))
        refused(state, action, "R-24", f"{action.kind.capitalize()} is taken: 1 of 1 places")


def test_a3_the_stockpile_spends_what_the_board_gave_in_an_earlier_turn():
    """Catches goods of phase 1 that arrive later."""
    state = table(player(castle=castle()))
    state = play(state, UseSpace(0, "woodmill", "wood"), Idle(1))
    after = play(state, Stockpile(0, (Build("NW", "turret", "wood"),)))
    assert pieces(after.players[0].castle) == {"NW": "wood turret 1"}
    assert after.players[0].castle.wood == 1
