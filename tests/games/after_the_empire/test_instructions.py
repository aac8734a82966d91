"""What the players are told to change on the table, in words, with the reason; read these as examples."""

import pytest

from engine.core.instructions import carry_out
from engine.core.record import replace
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    Effect,
    InvaderCard,
    RefugeeCard,
    SiegeCard,
    SiegeTier,
    Tier,
)
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.instruction_words import TEMPLATES, UNITS, words
from engine.games.after_the_empire.instructions import instructions, view
from engine.games.after_the_empire.reasons import REASONS
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.setup import PlayerSetup, Setup, begin
from engine.games.after_the_empire.state import (
    NOBODY,
    Castle,
    Combat,
    Draw,
    Farm,
    Holding,
    Market,
    Objective,
    Piece,
    SiegeDraw,
    State,
    Taken,
    with_castle,
    with_player,
)

START = begin(Setup((PlayerSetup("Ann", "S", "blue"), PlayerSetup("Ben", "N", "red"))))
BAKERY = BuildingCard("bakery", "Bakery", Goods(wood=3), 4, (Effect("worker"), Effect("free")))
MIDWIFE = RefugeeCard("midwife", "Midwife", Goods(food=2), 3, (Effect("free"),))
WOLVES = InvaderCard("wolves", "Wolves", (Tier(0, 3, 1),))
RIDERS = InvaderCard("riders", "Riders", (Tier(0, 2),))
MANGONEL = SiegeCard("mangonel", "Mangonel", "mangonel", (SiegeTier(0, 2),), "leader")


def at(phase, season=4, step=None, **more) -> State:
    """The table at a phase, with a combat at this step if there is one."""
    combat = None if step is None else Combat(step=step, done=(False, False))
    return replace(START, phase=phase, season=season, combat=combat, **more)


def with_ann(state, **changes) -> State:
    """Ann's side of the table changed; what belongs to a castle goes there."""
    ann = state.players[0]
    castle = {name: value for name, value in changes.items() if name in Castle.__dataclass_fields__}
    others = {name: value for name, value in changes.items() if name not in castle}
    return with_player(state, 0, replace(ann, castle=replace(ann.castle, **castle), **others))


def told(before, after):
    """What the table and Ann are told, in words, after making sure that doing so gives the new table."""
    lines = instructions(before, after)
    assert carry_out(view(before), lines) == view(after)
    return [line.words for line in lines]


def why(before, after):
    """The rule behind each line."""
    return [line.rule for line in instructions(before, after)]


FIGHTING = at("combat", step="fight")
ACTING = at("actions")


# the view


def test_s1_the_view_shows_a_fresh_table():
    seen = view(START)
    assert {spot: value for spot, value in seen.items() if spot[0] == 0} == {
        (0, "North wall", "piece"): "wood wall",
        (0, "North wall", "wood cubes"): 2,
        (0, "East wall", "piece"): "wood wall",
        (0, "East wall", "wood cubes"): 2,
        (0, "South wall", "piece"): "wood gate",
        (0, "South wall", "wood cubes"): 1,
        (0, "West wall", "piece"): "wood wall",
        (0, "West wall", "wood cubes"): 2,
        (0, "Inside", "soldiers"): 2,
        (0, "Stockpile", "wood"): 3,
        (0, "Stockpile", "stone"): 2,
        (0, "Stockpile", "iron"): 1,
        (0, "Granary", "food"): 4,
        (0, "Gold track", "gold"): 5,
        (0, "North farm", "level"): 1,
        (0, "East farm", "level"): 1,
        (0, "South farm", "level"): 1,
        (0, "West farm", "level"): 1,
        (0, "Great Hall", "workers"): 3,
        (0, "Secret objectives", "cards"): 1,
        (0, "building Barracks", "card"): "Barracks",
    }
    assert {spot: value for spot, value in seen.items() if spot[0] is None} == {
        (None, "Season track", "season"): 1,
        (None, "Invader cards", "card 1"): "face up",
        (None, "Siege card", "card"): "face down",
        (None, "Turn order", "1"): "Ann",
        (None, "Turn order", "2"): "Ben",
    }


def test_the_view_shows_all_kinds_of_things():
    combat = Combat(step="fight", draws=(Draw(WOLVES, "N"),), siege=SiegeDraw(MANGONEL, "W"))
    state = at("combat", threat=9, taken=(Taken("tax", 0), Taken("card 0", 0)), market=Market((BAKERY, None)))
    state = replace(state, combat=combat)
    state = with_ann(
        state,
        turrets=(Piece("turret", "stone", 0, True), None, None, None),
        mercenaries=(0, 0, 0, 3, 0),
        swordsmen=(6, 0, 0, 0, 1),
        archers=(0, 2, 0, 0, 0),
        wounded=2,
        farms=(Farm(0), Farm(2, True), Farm(1), Farm(1)),
        flags=(2, 1, 2),
        cards=(Holding(BAKERY, True, (1,)), Holding(BAKERY, False, (0,)), Holding(MIDWIFE, True)),
        objectives=(Objective(),) * 2,
        workers=3,
        placed=2,
        villagers=1,
        villagers_coming=1,
        move_ones=1,
        move_threes=2,
    )
    expected = {
        (None, "Gold track", "threat"): 9,
        (None, "Invader cards", "card 1"): "Wolves",
        (None, "Invader cards", "side 1"): "North",
        (None, "Invader cards", "card 4"): "face down",
        (None, "Siege card", "card"): "Mangonel",
        (None, "Siege card", "side"): "West",
        (None, "Siege token", "side"): "West",
        (None, "Market buildings", "1"): "Bakery",
        (0, "North-East turret", "piece"): "stone turret",
        (0, "North-East turret", "flame"): 1,
        (0, "West wall", "mercenaries"): 3,
        (0, "North field", "swordsmen"): 6,
        (0, "Inside", "swordsmen"): 1,
        (0, "East field", "archers"): 2,
        (0, "Infirmary", "soldiers"): 2,
        (0, "North farm", "level"): 1,
        (0, "North farm", "flame"): 1,
        (0, "East farm", "level"): 2,
        (0, "East farm", "protect token"): 1,
        (0, "Flags", "1-gold flags"): 1,
        (0, "Flags", "2-gold flags"): 2,
        (0, "building Bakery", "card"): "Bakery",
        (0, "building Bakery", "token"): "Damage token",
        (0, "building Bakery", "turned"): 1,
        (0, "building Bakery", "workers"): 1,
        (0, "building Bakery 2", "card"): "Bakery",
        (0, "refugee Midwife", "token"): "Wound token",
        (0, "Tax space", "workers"): 1,
        (0, "Great Hall", "workers"): 1,
        (0, "Great Hall", "villagers"): 2,
        (0, "Secret objectives", "cards"): 2,
        (0, "Move tokens", "move-1 tokens"): 1,
        (0, "Move tokens", "move-3 tokens"): 2,
    }
    seen = view(state)
    assert {spot: seen.get(spot) for spot in expected} == expected
    for absent in (
        (0, "North-East turret", "stone cubes"),
        (0, "building Bakery 2", "token"),
        (0, "building Bakery 2", "turned"),
        (None, "Market buildings", "2"),
    ):
        assert absent not in seen


def test_a6_only_a_free_action_turns_a_card():
    turned = (0, "building Bakery", "turned")
    assert turned not in view(with_ann(ACTING, cards=(Holding(BAKERY, used=(0,)),)))
    assert turned in view(with_ann(ACTING, cards=(Holding(BAKERY, used=(0, 1)),)))
    unknown = BuildingCard("bakery", "Bakery")
    assert turned in view(with_ann(ACTING, cards=(Holding(unknown, used=(0,)),)))


def test_what_no_hand_can_touch_is_not_shown():
    state = with_ann(FIGHTING, fallen=(1, 0), reinforcements=2, sacks=1, policy="hold")
    assert view(state) == view(FIGHTING)
    assert instructions(FIGHTING, state) == ()


# a whole battle


@pytest.fixture
def worked_example():
    """Section 6 of the rules: the table before the cards are revealed, and after the battle."""
    before = with_ann(
        at("combat", step="invaders", threat=9),
        gold=17,
        walls=(
            Piece("wall", "stone", 5),
            Piece("gate", "stone", 4),
            Piece("wall", "wood", 2),
            Piece("wall", "wood", 2),
        ),
        turrets=(
            Piece("turret", "stone", 2),
            None,
            Piece("turret", "wood", 1),
            Piece("turret", "wood", 1),
        ),
        soldiers=(1, 1, 0, 3, 0),
        mercenaries=(1, 1, 0, 1, 0),
        farms=(Farm(1), Farm(1), Farm(1), Farm(2)),
    )
    after = with_ann(
        replace(before, phase="flags"),
        walls=(Piece("wall", "stone", 0), *before.players[0].castle.walls[1:3], None),
        turrets=(*before.players[0].castle.turrets[:2], None, before.players[0].castle.turrets[3]),
        soldiers=(0, 0, 0, 0, 2),
        mercenaries=NOBODY,
        wounded=3,
        wood=6,
        stone=7,
        farms=(Farm(0), Farm(1), Farm(1), Farm(1)),
    )
    return before, after


def test_p7_the_worked_example_in_few_lines(worked_example):
    before, after = (replace(state, combat=None) for state in worked_example)
    lines = [line for line in instructions(before, after) if line.seat == 0]
    assert [(line.rule, line.words) for line in lines] == [
        ("P-7", "North wall: take 5 stone cubes off, put them in your stockpile."),
        ("P-6", "West wall: remove the wood wall, put its 2 wood cubes in your stockpile."),
        ("P-6", "South-West turret: remove the wood turret, put its 1 wood cube in your stockpile."),
        ("M-3", "Move 1 soldier from the North wall inside."),
        ("M-3", "Move 1 soldier from the East wall inside."),
        ("B-1", "Move 3 soldiers from the West wall to the infirmary."),
        ("B-1", "Return all 3 mercenaries to the supply."),
        ("P-4", "North farm: put a flame token."),
        ("P-4", "West farm: turn to level 1."),
    ]
    assert carry_out(view(before), instructions(before, after)) == view(after)


def test_two_pieces_share_one_stockpile_each_with_its_own_part(worked_example):
    wood = [
        change
        for line in instructions(*worked_example)
        for change in line.changes
        if (change.place, change.thing) == ("Stockpile", "wood")
    ]
    assert [(change.before, change.after) for change in wood] == [(3, 5), (5, 6)]


def test_o4_a_sack_in_words():
    before = with_ann(
        FIGHTING,
        gold=17,
        soldiers=(2, 0, 0, 0, 1),
        mercenaries=(0, 0, 3, 0, 1),
        swordsmen=(0, 4, 0, 0, 2),
        cards=(Holding(BARRACKS), Holding(BAKERY), Holding(MIDWIFE)),
    )
    after = with_ann(
        replace(before, phase="flags"),
        gold=11,
        soldiers=NOBODY,
        wounded=3,
        mercenaries=(0, 0, 0, 0, 2),
        swordsmen=NOBODY,
        cards=(Holding(BARRACKS), Holding(BAKERY, True), Holding(MIDWIFE, True)),
        sacked=True,
        sacks=1,
        reinforcements=2,
        villagers_coming=1,
    )
    lines = [line for line in instructions(before, after) if line.seat == 0]
    assert [(line.rule, line.words) for line in lines] == [
        ("O-4", "Move 1 mercenary from the South wall inside."),
        ("O-4", "Move 2 soldiers from the North wall to the infirmary."),
        ("B-1", "Move 1 soldier from inside to the infirmary."),
        ("O-4", "South wall: return 2 mercenaries to the supply."),
        ("O-4", "Return all 6 swordsmen to the supply."),
        ("O-4", "Put a Damage token on Bakery."),
        ("O-4", "Put a Wound token on Midwife."),
        ("O-4", "Gold 17 → 11"),
        ("O-4", "Great Hall: put 1 villager."),
    ]
    assert carry_out(view(before), instructions(before, after)) == view(after)


def test_o4_the_red_number_read_later_is_still_the_sack():
    before = with_ann(FIGHTING, gold=17, sacked=True, sacks=1)
    after = with_ann(before, gold=11, mercenaries=(0, 0, 0, 0, 2), reinforcements=2)
    assert told(before, after) == ["Inside: put 2 mercenaries.", "Gold 17 → 11"]
    assert why(before, after) == ["O-4", "O-4"]


def test_o4_explains_nothing_once_combat_is_over():
    before = with_ann(at("harvest"), gold=17, sacked=True, sacks=1)
    after = with_ann(replace(before, phase="refresh"), gold=11, mercenaries=(0, 0, 0, 0, 2))
    assert why(before, after) == ["", "H-2"]


# castle pieces


def pieces(north, **more) -> dict[str, object]:
    """The starting castle with another piece in the North."""
    return {"walls": (north, *START.players[0].castle.walls[1:]), **more}


def test_p7_cubes_go_to_the_stockpile_as_far_as_it_grows():
    one = with_ann(FIGHTING, **pieces(Piece("wall", "wood", 1), wood=4))
    assert told(FIGHTING, one) == ["North wall: take 1 wood cube off, put it in your stockpile."]
    none = with_ann(FIGHTING, **pieces(Piece("wall", "wood", 0)))
    assert told(FIGHTING, none) == ["North wall: take 2 wood cubes off, put them back in the supply."]
    mixed = with_ann(FIGHTING, **pieces(None, wood=4))
    assert told(FIGHTING, mixed) == [
        "North wall: take 1 wood cube off, put it in your stockpile.",
        "North wall: take 1 wood cube off, put it back in the supply.",
        "North wall: remove the wood wall.",
    ]
    more = with_ann(FIGHTING, **pieces(Piece("wall", "wood", 1), wood=6))
    assert told(FIGHTING, more) == [
        "North wall: take 1 wood cube off, put it in your stockpile.",
        "Stockpile: wood 4 → 6",
    ]
    assert why(FIGHTING, more) == ["P-7", "P-7"]


def test_p6_a_stone_turret_burns():
    turret = with_ann(FIGHTING, turrets=(Piece("turret", "stone", 1), None, None, None))
    burning = with_ann(turret, turrets=(Piece("turret", "stone", 0, True), None, None, None), stone=3)
    assert told(turret, burning) == [
        "North-East turret: take 1 stone cube off, put it in your stockpile.",
        "North-East turret: put a flame token.",
    ]
    assert why(turret, burning) == ["P-7", "P-6"]
    assert instructions(turret, burning)[1].why == "A Stone Turret is never destroyed: a flame marks it."


def test_a5_the_flame_is_cleared_and_the_turret_filled():
    burning = with_ann(ACTING, turrets=(Piece("turret", "stone", 0, True), None, None, None), stone=5)
    cleared = with_ann(burning, turrets=(Piece("turret", "stone", 2), None, None, None), stone=1)
    assert told(burning, cleared) == [
        "North-East turret: put 2 stone cubes on, from your stockpile.",
        "North-East turret: take the flame token off.",
        "Stockpile: stone 3 → 1",
    ]
    assert why(burning, cleared) == ["A-3", "A-5", "A-3"]


def test_c5_building_and_replacing():
    fallen = with_ann(ACTING, **pieces(None, wood=9, stone=9))
    wood = with_ann(fallen, **pieces(Piece("wall", "wood", 2), wood=6))
    stone = with_ann(wood, **pieces(Piece("wall", "stone", 5), wood=8, stone=5))
    assert told(fallen, wood) == ["North wall: put a wood wall with 2 wood cubes.", "Stockpile: wood 9 → 6"]
    assert why(fallen, wood) == ["C-5", "A-3"]
    assert told(wood, stone) == [
        "North wall: take 2 wood cubes off, put them in your stockpile.",
        "North wall: put a stone wall with 5 stone cubes in place of the wood wall.",
        "Stockpile: stone 9 → 5",
    ]
    assert why(wood, stone) == ["C-5", "C-5", "A-3"]
    bare = with_ann(fallen, **pieces(Piece("wall", "stone", 0)))
    assert told(fallen, bare) == ["North wall: put a stone wall without cubes."]


def test_a3_repairs_come_from_the_stockpile():
    worn = with_ann(ACTING, **pieces(Piece("wall", "wood", 0), wood=1))
    whole = with_ann(worn, **pieces(Piece("wall", "wood", 2), wood=0))
    assert told(worn, whole) == [
        "North wall: put 1 wood cube on, from your stockpile.",
        "North wall: put 1 wood cube on, from the supply.",
    ]
    assert why(worn, whole) == ["A-3", "A-3"]


def test_a_wall_that_was_a_gate_all_along():
    gate = with_ann(ACTING, **pieces(Piece("gate", "wood", 1), wood=4))
    assert told(ACTING, gate) == [
        "North wall: put a wood gate in place of the wood wall.",
        "North wall: take 1 wood cube off, put it in your stockpile.",
    ]


# troops


@pytest.mark.parametrize(
    ("soldiers", "mercenaries", "wounded", "lines"),
    [
        ((0, 2, 0, 0, 2), (0, 1, 0, 0, 0), 0, [
            "Move 2 soldiers and 1 mercenary from the North wall to the East wall.",
        ]),
        ((0, 0, 0, 0, 4), (1, 0, 0, 0, 0), 0, ["Move 2 soldiers from the North wall inside."]),
        ((2, 0, 2, 0, 0), (0, 0, 1, 0, 0), 0, [
            "Move 1 mercenary from the North wall to the South wall.",
            "Move 2 soldiers from inside to the South wall.",
        ]),
        ((1, 0, 0, 0, 2), (0, 0, 0, 0, 0), 1, [
            "Move 1 soldier from the North wall to the infirmary.",
            "North wall: return 1 mercenary to the supply.",
        ]),
        ((2, 0, 0, 0, 0), (1, 0, 0, 0, 0), 2, ["Move 2 soldiers from inside to the infirmary."]),
        ((1, 1, 0, 1, 1), (1, 0, 0, 0, 0), 0, [
            "Move 1 soldier from the North wall to the East wall.",
            "Move 1 soldier from inside to the West wall.",
        ]),
        ((2, 0, 0, 0, 5), (1, 0, 0, 0, 4), 0, ["Inside: put 3 soldiers and 4 mercenaries."]),
        ((2, 0, 0, 0, 2), (1, 0, 0, 0, 0), 1, ["Infirmary: put 1 soldier."]),
    ],
)  # fmt: skip
def test_m3_troops_are_moved_in_few_lines(soldiers, mercenaries, wounded, lines):
    before = with_ann(FIGHTING, soldiers=(2, 0, 0, 0, 2), mercenaries=(1, 0, 0, 0, 0))
    after = with_ann(FIGHTING, soldiers=soldiers, mercenaries=mercenaries, wounded=wounded)
    assert told(before, after) == lines


def test_numbers_that_fit_are_paired_first():
    """Three move as one group; a plain first-come pairing would need a third line."""
    before = with_ann(FIGHTING, soldiers=(1, 3, 0, 0, 0))
    after = with_ann(FIGHTING, soldiers=(0, 0, 3, 1, 0))
    assert told(before, after) == [
        "Move 1 soldier from the North wall to the West wall.",
        "Move 3 soldiers from the East wall to the South wall.",
    ]


def test_mercenaries_go_along_with_soldiers():
    """The mercenary of the West joins the soldier's line, though the one of the North comes first."""
    before = with_ann(FIGHTING, soldiers=(0, 0, 0, 1, 0), mercenaries=(1, 0, 0, 1, 0))
    after = with_ann(FIGHTING, soldiers=(0, 1, 0, 0, 0), mercenaries=(0, 1, 1, 0, 0))
    assert told(before, after) == [
        "Move 1 mercenary from the North wall to the South wall.",
        "Move 1 soldier and 1 mercenary from the West wall to the East wall.",
    ]


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        (at("combat", step="placement"), at("combat", step="placement"), "P-1"),
        (at("combat", step="move tokens"), at("combat", step="move tokens"), "P-8"),
        (FIGHTING, FIGHTING, "M-3"),
        (ACTING, at("combat", step="placement"), "P-1"),
        (at("income"), at("harvest"), ""),
        (at("flags"), FIGHTING, ""),
    ],
)
def test_the_reason_of_a_move_depends_on_the_moment(before, after, rule):
    before = with_ann(before, soldiers=(2, 0, 0, 0, 0))
    after = with_ann(after, soldiers=(0, 2, 0, 0, 0))
    reasons = [line.rule for line in instructions(before, after) if line.what == "move"]
    assert reasons == [rule]


def test_p6_troops_fall_back_from_a_fallen_wall():
    before = with_ann(FIGHTING, soldiers=(1, 0, 0, 1, 0))
    after = with_ann(FIGHTING, **pieces(None, wood=5), soldiers=(0, 0, 0, 0, 2))
    assert told(before, after)[1:] == [
        "Move 1 soldier from the North wall inside.",
        "Move 1 soldier from the West wall inside.",
    ]
    assert why(before, after) == ["P-6", "P-6", "M-3"]
    west = (*START.players[0].castle.walls[:3], None)
    wounded = with_ann(FIGHTING, walls=west, wood=5, soldiers=(0, 0, 0, 0, 1), wounded=1)
    assert told(before, wounded)[1:] == [
        "Move 1 soldier from the West wall inside.",
        "Move 1 soldier from the North wall to the infirmary.",
    ]


def test_a3_healed_soldiers_go_inside():
    before = with_ann(ACTING, wounded=3)
    after = with_ann(ACTING, wounded=1, soldiers=(1, 0, 0, 0, 3))
    assert told(before, after) == [
        "Move 1 soldier from the infirmary to the North wall.",
        "Move 1 soldier from the infirmary inside.",
    ]
    assert why(before, after) == ["A-3", "A-3"]


def test_r11_mercenaries_leave_for_a_reason():
    def there(state):
        return with_ann(state, mercenaries=(3, 0, 0, 0, 0))

    early = replace(START.table, rulings=Rulings(mercenaries_leave="after combat"))
    words_and_rule = ["North wall: return 3 mercenaries to the supply."], ["R-11"]
    for before, after in (
        (at("refresh"), at("scoring")),
        (at("harvest"), at("refresh")),
        (at("combat", table=early), at("flags", table=early)),
    ):
        lines = [line for line in instructions(there(before), after) if line.seat == 0]
        assert ([line.words for line in lines], [line.rule for line in lines]) == words_and_rule
    assert why(there(FIGHTING), FIGHTING) == ["B-1"]


def test_r8_unfed_soldiers_leave():
    before, after = at("harvest"), with_ann(at("refresh"), soldiers=NOBODY)
    assert told(before, after) == ["Inside: return 2 soldiers to the supply."]
    assert why(before, after) == ["R-8"]


# invaders and farms


def test_p2_invaders_arrive():
    before = at("combat", step="invaders")
    after = with_ann(before, swordsmen=(3, 0, 0, 0, 0), archers=(1, 1, 0, 0, 0))
    assert told(before, after) == [
        "North field: put 3 swordsmen and 1 archer.",
        "East field: put 1 archer.",
    ]
    assert why(before, after) == ["P-2", "P-2"]


def test_p3_the_surge_adds_swordsmen():
    before = at("combat", step="siege")
    after = with_ann(before, swordsmen=(0, 0, 0, 1, 0))
    assert told(before, after) == ["West field: put 1 swordsman."]
    assert why(before, after) == ["P-3"]


def test_m1_invaders_go_inside():
    before = with_ann(FIGHTING, swordsmen=(4, 0, 0, 0, 0), archers=(2, 0, 0, 0, 0))
    after = with_ann(FIGHTING, swordsmen=(0, 0, 0, 0, 4), archers=(0, 0, 0, 0, 1))
    assert told(before, after) == [
        "Move 4 swordsmen and 1 archer from the North field inside.",
        "North field: return 1 archer to the supply.",
    ]
    assert why(before, after) == ["M-1", "B-1"]


def test_o1_all_invaders_leave_in_one_line():
    before = with_ann(FIGHTING, swordsmen=(4, 0, 2, 0, 1), archers=(2, 0, 0, 0, 0))
    assert told(before, FIGHTING) == ["Return all 7 swordsmen and 2 archers to the supply."]
    assert why(before, FIGHTING) == ["O-1"]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (Farm(2), Farm(1), ["South farm: turn to level 1."]),
        (Farm(1), Farm(0), ["South farm: put a flame token."]),
        (Farm(2), Farm(0), ["South farm: turn to level 1.", "South farm: put a flame token."]),
        (Farm(0), Farm(1), ["South farm: take the flame token off."]),
        (Farm(0), Farm(2), ["South farm: take the flame token off.", "South farm: turn to level 2."]),
        (Farm(1), Farm(2, True), ["South farm: turn to level 2.", "South farm: put a Protect token."]),
        (Farm(0, True), Farm(0), ["South farm: take the Protect token off."]),
    ],
)
def test_a4_p4_farms(old, new, lines):
    def farm(state, south):
        return with_ann(state, farms=(Farm(), Farm(), south, Farm()))

    assert told(farm(ACTING, old), farm(ACTING, new)) == lines


def test_why_farms_change():
    def farm(state, north):
        return with_ann(state, farms=(north, Farm(), Farm(), Farm()))

    assert why(farm(FIGHTING, Farm(2)), farm(FIGHTING, Farm(1))) == ["P-4"]
    assert why(farm(ACTING, Farm(0)), farm(ACTING, Farm(2, True))) == ["A-4", "A-4", "A-4"]
    assert why(farm(at("refresh"), Farm(1, True)), farm(at("scoring"), Farm(1))) == ["E-1"]
    assert why(farm(ACTING, Farm(2)), farm(ACTING, Farm(1))) == [""]


# cards, goods, tokens, workers


def test_cards_come_turn_and_go():
    one = with_ann(ACTING, cards=(Holding(BARRACKS), Holding(MIDWIFE, True)))
    two = with_ann(ACTING, cards=(Holding(MIDWIFE, False, (0,)), Holding(BAKERY, True, (1,))))
    assert told(one, two) == [
        "Take Barracks out of your play area.",
        "Take the Wound token off Midwife.",
        "Turn Midwife sideways.",
        "Put Bakery in your play area.",
        "Put a Damage token on Bakery.",
        "Turn Bakery sideways.",
    ]
    assert why(one, two) == ["", "A-3", "A-6", "A-2", "", "A-6"]
    gone = with_ann(ACTING, cards=(Holding(MIDWIFE, False, (0,)),))
    assert told(two, gone) == ["Take Bakery out of your play area."]


def test_e1_cards_are_ready_in_the_new_season():
    before = with_ann(at("refresh", 2), cards=(Holding(MIDWIFE, used=(0,)),))
    after = with_ann(at("actions", 3), cards=(Holding(MIDWIFE),))
    lines = [line for line in instructions(before, after) if line.place == "Play area"]
    assert [(line.words, line.rule) for line in lines] == [("Turn Midwife upright.", "E-1")]


def test_cards_of_the_same_name_are_told_apart():
    second = replace(BAKERY, name="Bakery 2")
    two = with_ann(ACTING, cards=(Holding(BAKERY), Holding(BAKERY, True)))
    three = with_ann(ACTING, cards=(Holding(second), Holding(BAKERY), Holding(BAKERY)))
    told(two, three)
    told(three, two)


@pytest.mark.parametrize(
    ("before", "after", "changes", "line", "rule"),
    [
        ("actions", "actions", {"gold": 9}, "Gold 5 → 9", "A-2"),
        ("actions", "actions", {"gold": 0}, "Gold 5 → 0", "A-2"),
        ("income", "harvest", {"gold": 9}, "Gold 5 → 9", "I-1"),
        ("harvest", "refresh", {"gold": 3}, "Gold 5 → 3", "H-2"),
        ("scoring", "over", {"gold": 30}, "Gold 5 → 30", "G-1"),
        ("flags", "flags", {"gold": 9}, "Gold 5 → 9", ""),
        ("flags", "flags", {"gold": 1}, "Gold 5 → 1", ""),
        ("harvest", "refresh", {"food": 6}, "Food 4 → 6", "H-1"),
        ("harvest", "refresh", {"food": 1}, "Food 4 → 1", "H-2"),
        ("actions", "actions", {"food": 9}, "Food 4 → 9", "A-2"),
        ("actions", "actions", {"food": 2}, "Food 4 → 2", "A-2"),
        ("flags", "flags", {"food": 2}, "Food 4 → 2", ""),
        ("actions", "actions", {"iron": 3}, "Stockpile: iron 1 → 3", "A-2"),
        ("actions", "actions", {"iron": 0}, "Stockpile: iron 1 → 0", "A-3"),
        ("flags", "flags", {"iron": 0}, "Stockpile: iron 1 → 0", ""),
        ("actions", "actions", {"wood": 8}, "Stockpile: wood 3 → 8", "A-2"),
        ("flags", "flags", {"stone": 0}, "Stockpile: stone 2 → 0", ""),
        ("flags", "income", {"flags": (2,)}, "Take 1 flag worth 2 gold.", "F-1"),
        ("actions", "actions", {"move_threes": 1}, "Take 1 Move-3 token.", "A-2"),
        ("combat", "flags", {"move_ones": 2}, "Take 2 Move-1 tokens.", ""),
        ("actions", "actions", {"objectives": (Objective(),) * 3}, "Take 2 secret objectives.", "A-2"),
        ("actions", "actions", {"objectives": ()}, "Give 1 secret objective back.", ""),
    ],
)
def test_goods_and_tokens(before, after, changes, line, rule):
    old, new = at(before), with_ann(at(after), **changes)
    mine = [line for line in instructions(old, new) if line.seat == 0]
    assert [(line.words, line.rule) for line in mine] == [(line, rule)]
    told(old, new)


def test_p8_move_tokens_leave_and_f1_flags_can_be_given_back():
    before = with_ann(FIGHTING, move_ones=1, move_threes=2, flags=(1, 2, 2))
    after = with_ann(at("flags"), flags=(2,))
    lines = [(line.words, line.rule) for line in instructions(before, after) if line.seat == 0]
    assert lines == [
        ("Give 1 flag worth 1 gold back.", ""),
        ("Give 1 flag worth 2 gold back.", ""),
        ("Return 1 Move-1 token to the supply.", "P-8"),
        ("Return 2 Move-3 tokens to the supply.", "P-8"),
    ]


def test_a1_a_worker_goes_out():
    after = with_ann(replace(ACTING, taken=(Taken("mercenary camp left", 0),)), placed=1)
    assert told(ACTING, after) == ["Move 1 worker from the Great Hall to the Mercenary camp left space."]
    assert why(ACTING, after) == ["A-1"]


def test_a1_the_last_one_out_is_the_villager():
    before = with_ann(ACTING, placed=3, villagers=1)
    after = with_ann(replace(before, taken=(Taken("card 0", 0),)), placed=4)
    assert told(before, after) == ["Move 1 villager from the Great Hall to the building Barracks."]


def test_e1_workers_come_home_and_the_villager_leaves():
    out = (*(Taken(space, 0) for space in ("tax", "mine", "granary", "idle")), Taken("tax", 1))
    before = with_ann(at("refresh", 2, taken=out), placed=4, villagers=1)
    before = with_player(before, 1, replace(before.players[1], placed=1))
    after = with_ann(at("actions", 3), workers=4)
    home = [(line.seat, line.words, line.rule) for line in instructions(before, after) if line.seat is not None]
    assert home == [
        (0, "Take 4 workers home to the Great Hall.", "E-1"),
        (1, "Take 1 worker home to the Great Hall.", "E-1"),
    ]
    same = with_ann(at("actions", 3), workers=3)
    lines = [(line.words, line.rule) for line in instructions(before, same) if line.seat == 0]
    assert lines == [
        ("Take 3 workers home to the Great Hall.", "E-1"),
        ("Take 1 villager off the board, back to the supply.", "E-1"),
    ]


def test_workers_that_were_only_counted():
    before, after = with_ann(at("refresh", 2), placed=3), at("actions", 3)
    mine = [line for line in instructions(before, after) if line.seat == 0]
    assert [(line.words, line.rule) for line in mine] == [("Great Hall: put 3 workers.", "E-1")]
    assert told(ACTING, with_ann(ACTING, placed=1)) == ["Great Hall: take 1 worker out."]
    villager = with_ann(ACTING, villagers=1)
    assert told(villager, ACTING) == ["Great Hall: return 1 villager to the supply."]


def test_a_worker_stood_on_another_space():
    one, other = (replace(with_ann(ACTING, placed=1), taken=(Taken(space, 0),)) for space in ("tax", "mine"))
    assert told(one, other) == ["Move 1 worker from the Tax space to the Mine space."]
    assert told(ACTING, replace(ACTING, taken=(Taken("tax", 0),))) == ["Tax space: put 1 worker."]


# the common board


def test_e1_a_new_season():
    combat = Combat(step="fight", draws=(Draw(WOLVES, "N"),) * 4, siege=SiegeDraw(MANGONEL, "W"))
    before = at("refresh", 4, threat=9, market=Market((BAKERY, None, None), (MIDWIFE, None)))
    before = replace(before, combat=combat)
    after = at("actions", 5, threat=12, market=Market((None, BAKERY, None), (None, None)))
    assert told(before, after) == [
        "Season 4 → 5",
        "Threat 9 → 12",
        "Invader cards: discard the old ones, lay 1 face up and 3 face down.",
        "Siege card: discard the old one, lay the next one face down.",
        "Market buildings: 1 empty, 2 Bakery.",
        "Market refugees: 1 empty.",
    ]
    assert why(before, after) == ["E-1", "S-3", "S-4", "S-4", "E-1", "E-1"]


def test_s4_deals_of_other_modes():
    hidden = replace(START.table, no_reports=True)
    drawn = Combat(draws=(Draw(WOLVES, "N"),))
    dealt = told(replace(at("refresh", 1), combat=drawn), at("actions", 2, table=hidden))
    assert "Invader cards: discard the old ones, lay 2 face down." in dealt
    few = replace(START.table, constants=Constants(face_down=replace(Constants().face_down, normal=(0,) * 7)))
    dealt = told(replace(at("refresh", 1), combat=drawn), at("actions", 2, table=few))
    assert "Invader cards: discard the old ones, lay 1 face up." in dealt


def test_p2_p3_cards_are_revealed():
    before = at("combat", 2, step="invaders")
    combat = Combat(step="fight", draws=(Draw(WOLVES, "N"), Draw(RIDERS, "E")), siege=SiegeDraw(MANGONEL, "W"))
    after = replace(before, combat=combat)
    assert told(before, after) == [
        "Invader card 1: Wolves, red border to the North.",
        "Invader card 2: Riders, red border to the East.",
        "Siege card: Mangonel, to the West.",
        "Siege token: lay it at the West.",
    ]
    assert why(before, after) == ["P-2", "P-2", "P-3", "P-3"]
    over = replace(after, phase="flags")
    assert told(after, over) == ["Siege token: take it away."]
    assert why(after, over) == ["P-3"]


def test_s4_the_report_and_cards_nobody_named():
    report = replace(ACTING, report=Draw(WOLVES, "S"))
    assert told(ACTING, report) == ["Invader card 1: Wolves, red border to the South."]
    assert why(ACTING, report) == ["S-4"]
    assert told(at("actions", 2), at("flags", 2)) == ["Invader card 2: face up.", "Siege card: face up."]
    assert told(at("flags", 2), at("flags", 1)) == ["Season 2 → 1", "Invader card 2: discard it."]


def test_a2_a_card_leaves_the_market():
    before = replace(ACTING, market=Market((None, BAKERY, None)))
    after = with_ann(replace(ACTING, market=Market()), cards=(Holding(BARRACKS), Holding(BAKERY)))
    assert told(before, after) == ["Market buildings: 2 empty.", "Put Bakery in your play area."]
    assert why(before, after) == ["A-2", "A-2"]


def test_i2_the_turn_order_comes_last():
    before = at("income")
    after = with_ann(at("harvest", order=(1, 0)), gold=9)
    assert told(before, after) == ["Gold 5 → 9", "Turn order: 1 Ben, 2 Ann."]
    assert why(before, after) == ["I-1", "I-2"]


# all of it


def test_undoing_says_so():
    lines = instructions(with_ann(at("refresh"), gold=9), at("combat", step="fight"))
    assert {(line.rule, line.why) for line in lines} == {("", "The table goes back to an earlier moment.")}


def test_untouched_players_are_not_mentioned():
    after = with_castle(FIGHTING, 1, replace(FIGHTING.players[1].castle, wounded=1))
    assert {line.seat for line in instructions(FIGHTING, after)} == {1}


def test_every_template_can_be_filled():
    names = ("place", "piece", "old", "new", "from", "to", "card", "token", "goods", "side", "level", "worth")
    values = dict.fromkeys((*names, "up", "down", "slot"), "X")
    for what in TEMPLATES:
        assert "{" not in words(what, {**values, "soldiers": 1, "1": "Ann"})


def test_unit_words_follow_the_number():
    for unit, (one, many) in UNITS.items():
        assert words("objectives", {unit: 1}) == f"Take 1 {one}."
        assert words("objectives", {unit: 2}) == f"Take 2 {many}."


def test_reasons_are_sentences_with_a_rule():
    assert len(set(REASONS)) == len(REASONS) > 50
    assert all(reason.why.endswith(".") for reason in REASONS)
    assert [reason.why for reason in REASONS if not reason.rule] == [
        "The table was counted again.",
        "The table goes back to an earlier moment.",
    ]
