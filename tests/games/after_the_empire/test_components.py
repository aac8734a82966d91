"""C-1 … C-7: the box, the compass, the castle's pieces, what they hold and cost, the decks."""

from typing import Any

import pytest

from engine.core.plain import plain
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Build,
    ChangeRules,
    Correct,
    DrawInvader,
    DrawSiege,
    Idle,
    Place,
    Proceed,
    Report,
    SetPiece,
    SetTable,
    SetTroops,
    Stockpile,
)
from engine.games.after_the_empire.compass import edge_of_board
from engine.games.after_the_empire.constants import Constants, PieceNumbers
from engine.games.after_the_empire.faults import supply_warnings
from engine.games.after_the_empire.state import Piece
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
    pieces,
    play,
    player,
    raiders,
    refused,
    sampled,
    siege_card,
    table,
    walled,
)

RICH: Any = {"wood": 50, "stone": 50}


# C-1 players, seasons, compass


def test_c1_a_game_has_seven_seasons():
    """Catches a season 8, or a season 0, on the tracker."""
    state = table()
    assert corrected(state, SetTable("season", 7)).season == 7
    assert corrected(table(season=3), SetTable("season", 1)).season == 1
    refused(state, Correct((SetTable("season", 8),)), "C-1", "1 to 7", firm=True)
    refused(state, Correct((SetTable("season", 0),)), "C-1", "1 to 7", firm=True)


def test_c1_a_card_strikes_the_same_compass_side_of_everybody():
    """Catches a side that turns with the seat: Ann sits in the South, Ben across, Cleo in the West, Dan in the East."""
    state = table(4, phase="actions", no_reports=True)
    state = anyway(state, Proceed("combat"))
    for number in range(4):
        state = play(state, Place(number, (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)))
    state = play(state, DrawInvader(raiders((0, 2, 1)), "W"))
    for each in state.players:
        assert each.castle.swordsmen == (0, 0, 0, 2, 0)
        assert each.castle.archers == (0, 0, 0, 1, 0)


def test_c1_the_same_side_is_another_edge_of_each_players_own_board():
    """Catches a castle drawn unturned for whoever sits across the table."""
    assert [edge_of_board("N", seat) for seat in ("S", "N", "W", "E")] == ["top", "bottom", "left", "right"]
    assert [edge_of_board(side, "S") for side in ("N", "E", "S", "W")] == ["top", "right", "bottom", "left"]
    assert [edge_of_board(side, "N") for side in ("N", "E", "S", "W")] == ["bottom", "left", "top", "right"]
    assert [edge_of_board(side, "E") for side in ("N", "E", "S", "W")] == ["right", "bottom", "left", "top"]


def test_c1_nobody_sits_at_the_fourth_chair_of_a_table_for_three():
    """Catches an action for a player who is not there ending in a crash."""
    refused(table(3), Idle(3), "C-1", "no player 4", firm=True)


# C-2 the castle


def test_c2_turrets_stand_on_corners_and_walls_on_sides():
    """Catches a turret on a side, and a wall or gate on a corner."""
    state = table(player(castle=castle(**RICH), iron=9))
    refused(state, Stockpile(0, (Build("N", "turret", "wood"),)), "C-2", "corners", firm=True)
    refused(state, Stockpile(0, (Build("NE", "wall", "wood"),)), "C-2", "NE", firm=True)
    refused(state, Stockpile(0, (Build("SW", "gate", "stone"),)), "C-2", "SW", firm=True)


def test_c2_a_castle_takes_three_walls_a_gate_and_four_turrets():
    """Catches a limit that is too low: this is a complete castle."""
    state = table(player(castle=castle(wood=50)))
    jobs = (
        *(Build(side, "wall", "wood") for side in ("N", "E", "W")),
        Build("S", "gate", "wood"),
        *(Build(corner, "turret", "wood") for corner in ("NE", "SE", "SW", "NW")),
    )
    after = play(state, Stockpile(0, jobs))
    assert pieces(after.players[0].castle) == {
        "N": "wood wall 2",
        "E": "wood wall 2",
        "S": "wood gate 1",
        "W": "wood wall 2",
        "NE": "wood turret 1",
        "SE": "wood turret 1",
        "SW": "wood turret 1",
        "NW": "wood turret 1",
    }
    assert GAME.faults(after) == ()


def test_c2_there_is_no_fourth_wall_even_if_the_table_wants_it():
    """Catches a castle of four walls: the fourth side is for the gate; a file with it could not be read back."""
    state = table(player("Ann", castle(N="wood wall", E="wood wall", W="stone wall 0", **RICH)))
    refused(state, Stockpile(0, (Build("S", "wall", "wood"),)), "C-2", "Ann has 3 walls already", firm=True)
    refused(state, Stockpile(0, (Build("S", "wall", "stone"),)), "C-2", "gate", firm=True)
    assert pieces(play(state, Stockpile(0, (Build("S", "gate", "wood"),))).players[0].castle)["S"] == "wood gate 1"


def test_c2_a_gate_cannot_become_a_fourth_wall_nor_a_wall_a_second_gate():
    """Catches the way round the limit: replacing a piece by one of another kind."""
    state = table(player(castle=walled(**RICH)))
    refused(state, Stockpile(0, (Build("S", "wall", "stone"),)), "C-2", "3 walls", firm=True)
    refused(state, Stockpile(0, (Build("N", "gate", "stone"),)), "R-22", "gate already", firm=True)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            SetPiece(0, "N", Piece("gate", "wood", 1)),
            "Ann, South gate: only one gate is allowed",
        ),
        (SetPiece(0, "S", Piece("wall", "wood", 1)), "Ann, West wall: one side must be left for the gate"),
        (SetPiece(0, "N", Piece("turret", "wood", 1)), "a turret cannot stand here"),
        (SetPiece(0, "NE", Piece("wall", "wood", 1)), "a wall cannot stand here"),
    ],
)
def test_c2_a_correction_cannot_leave_an_impossible_castle(changed, words):
    """Catches a slip of the finger that puts what no castle can have."""
    refused(table(player(castle=walled())), Correct((changed,)), "C-2", words, firm=True)


# C-3 adjacency


@pytest.mark.parametrize(
    ("corner", "safe"),
    [("NE", ("S", "W")), ("SE", ("N", "W")), ("SW", ("N", "E")), ("NW", ("E", "S"))],
)
def test_c3_a_turret_reaches_the_two_fields_of_its_corner(corner, safe):
    """Catches a turret that fires at one field, at all, or at its neighbours'."""
    attackers = {"N": 1, "E": 1, "S": 1, "W": 1}
    home = walled(**{corner: "wood turret"}, soldiers=1, swordsmen=attackers)
    after = battle(player(castle=home, policy="ask")).state.players[0].castle
    left = {side for side, count in zip("NESW", after.swordsmen, strict=False) if count}
    assert left == set(safe)


def test_c3_a_wall_reaches_the_one_field_on_its_side():
    """Catches troops that shoot at a neighbouring field."""
    home = walled(soldiers={"E": 3}, swordsmen={"N": 1, "E": 2, "S": 1, "W": 1})
    after = battle(player(castle=home, policy="ask")).state.players[0].castle
    assert after.swordsmen == (1, 0, 1, 1, 0)


# C-4 capacities


@pytest.mark.parametrize(
    ("at", "kind", "material", "full"),
    [
        ("N", "wall", "wood", 2),
        ("N", "gate", "wood", 1),
        ("NE", "turret", "wood", 1),
        ("N", "wall", "stone", 5),
        ("N", "gate", "stone", 4),
        ("NE", "turret", "stone", 2),
    ],
)
def test_c4_a_new_piece_is_full_and_never_holds_more(at, kind, material, full):
    """Catches a wrong capacity, an empty new piece, and a piece with one cube too many."""
    state = table(player(castle=castle(**RICH), iron=1))
    after = play(state, Stockpile(0, (Build(at, kind, material),)))
    assert pieces(after.players[0].castle) == {at: f"{material} {kind} {full}"}
    over = Correct((SetPiece(0, at, Piece(kind, material, full + 1)),))
    refused(after, over, "C-4", f"holds {full} cube{'s' if full > 1 else ''} at most, not {full + 1}", firm=True)


def test_c4_the_six_capacities_can_be_corrected_from_the_components():
    """Catches capacities that are fixed in the code instead of being table data."""
    printed = PieceNumbers(wood_wall=3, wood_gate=2, wood_turret=2, stone_wall=6, stone_gate=5, stone_turret=3)
    state = play(
        table(player(castle=castle(**RICH), iron=1)), ChangeRules(constants=replace(Constants(), capacity=printed))
    )
    jobs = (
        Build("N", "wall", "wood"),
        Build("E", "wall", "stone"),
        Build("S", "gate", "stone"),
        Build("NE", "turret", "wood"),
        Build("NW", "turret", "stone"),
    )
    assert pieces(play(state, Stockpile(0, jobs)).players[0].castle) == {
        "N": "wood wall 3",
        "E": "stone wall 6",
        "S": "stone gate 5",
        "NE": "wood turret 2",
        "NW": "stone turret 3",
    }


def test_c4_a_correction_of_the_capacities_must_fit_what_stands():
    """Catches a wall with five cubes on a component that is said to hold four."""
    state = table(player(castle=castle(N="stone wall 5")))
    smaller = replace(Constants().capacity, stone_wall=4)
    action = ChangeRules(constants=replace(Constants(), capacity=smaller))
    refused(state, action, "C-4", "Ann, North wall: a stone wall holds", firm=True)


# C-5 prices (more on building in test_own_board.py)


@pytest.mark.parametrize(
    ("at", "kind", "material", "price"),
    [
        ("N", "wall", "wood", {"wood": 3}),
        ("N", "gate", "wood", {"wood": 3}),
        ("NE", "turret", "wood", {"wood": 4}),
        ("N", "wall", "stone", {"wood": 2, "stone": 4}),
        ("N", "gate", "stone", {"wood": 2, "stone": 4}),
        ("NE", "turret", "stone", {"wood": 3, "stone": 4, "iron": 1}),
    ],
)
def test_c5_a_piece_costs_what_the_rulebook_says(at, kind, material, price):
    """Catches a wrong price, and a piece built with one cube too few."""
    goods = {"wood": 0, "stone": 0, "iron": 0} | price
    exact = table(player(castle=castle(wood=goods["wood"], stone=goods["stone"]), iron=goods["iron"]))
    build = Stockpile(0, (Build(at, kind, material),))
    after = play(exact, build)
    paid = {name: -count for name, count in changes(exact, after).items() if name in goods}
    assert paid == price
    for name in price:
        less = {**goods, name: goods[name] - 1}
        poor = table(player("Ann", castle(wood=less["wood"], stone=less["stone"]), iron=less["iron"]))
        refused(poor, build, "C-5", f"Ann is 1 {name} short for a {material} {kind}")


# C-6 the supply


def test_c6_the_supply_never_blocks_it_only_warns():
    """Catches a refusal, or silence, when more soldiers are in play than the box has."""
    state = table(player(castle=walled(soldiers={"N": 20, "inside": 20}, wounded=10)), player())
    assert supply_warnings(state) == ()
    more = corrected(state, SetTroops(1, "inside", 1, 0))
    assert supply_warnings(more) == ("The box has 50 soldiers, but 51 are in play.",)
    assert GAME.faults(more) == ()


def test_c6_the_box():
    """Catches a miscounted component; threes of swordsmen and archers count three each."""
    box = plain(Constants().supply)
    assert box == {
        "soldiers": 50,
        "mercenaries": 25,
        "stone": 100,
        "wood": 80,
        "food": 60,
        "iron": 20,
        "swordsmen": 40 + 20 * 3,
        "archers": 30 + 10 * 3,
        "flames": 16,
        "wounds": 24,
        "protects": 16,
        "move_ones": 8,
        "move_threes": 4,
        "flags_1": 10,
        "flags_2": 4,
        "flags_3": 1,
        "villagers": 4,
    }


SUPPLY = [
    ("50 soldiers", {"castle": walled(soldiers={"N": 40, "inside": 1}, wounded=10)}),
    ("25 mercenaries", {"castle": castle(mercenaries=26)}),
    ("100 stone", {"castle": castle(N="stone wall 5", NE="stone turret 2", stone=94)}),
    ("80 wood", {"castle": castle(N="wood wall 2", S="wood gate 1", wood=78)}),
    ("60 food", {"food": 61}),
    ("20 iron", {"iron": 21}),
    ("100 swordsmen", {"castle": castle(swordsmen={"N": 60, "W": 41})}),
    ("60 archers", {"castle": castle(archers={"N": 30, "inside": 31})}),
    ("4 Move-3 tokens", {"move_threes": 5}),
    ("8 Move-1 tokens", {"move_ones": 9}),
    ("10 flags worth 1", {"flags": (1,) * 11}),
    ("4 flags worth 2", {"flags": (2,) * 5}),
    ("1 flag worth 3", {"flags": (3, 3)}),
    ("4 villagers", {"villagers": 3, "villagers_coming": 2}),
    ("24 Wound tokens", {"cards": tuple(damaged(building(f"Hut {n}")) for n in range(25))}),
]


@pytest.mark.parametrize(("box", "owned"), SUPPLY, ids=[box for box, _ in SUPPLY])
def test_c6_each_component_is_counted_against_the_box(box, owned):
    """Catches a component that is not counted, or a wrong number in the box: one too many is in play."""
    count = int(box.split()[0])
    one_too_many = f"The box has {box}, but {count + 1} are in play."
    assert supply_warnings(table(player(**owned))) == (one_too_many,)


def test_c6_flames_lie_on_farms_and_turrets_protect_tokens_on_farms():
    """Catches flames of razed farms that are forgotten; sixteen of each are in the box."""
    burning = castle(NE="stone turret flame")
    seats = [player(castle=burning, farms=(0, 0, 0, 0), protected="N E S W") for _ in range(4)]
    assert supply_warnings(table(*seats)) == ("The box has 16 flame tokens, but 20 are in play.",)


# C-7 the decks


@pytest.mark.parametrize(
    ("mode", "by_season", "game"),
    [
        ("normal", (1, 2, 3, 4, 4, 4, 4), 22),
        ("easy", (1, 2, 3, 3, 3, 3, 3), 18),
        ("hard", (2, 3, 4, 4, 4, 4, 4), 25),
    ],
)
def test_c7_a_game_draws_so_many_invader_cards(mode, by_season, game):
    """Catches a wrong number of invader cards in any season of any mode: they are counted as they are drawn."""
    drawn = []
    for season in range(1, 8):
        state = table(season=season, mode=mode, no_reports=True, count_only=True)
        state = play(state, Proceed("combat"), *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)))
        cards = 0
        while asked(state).kind == "invader card":
            state = play(state, DrawInvader(raiders((99, 1, 0)), "N"))
            cards += 1
        refused(state, DrawInvader(raiders((99, 1, 0)), "N"), "S-4", "all are revealed")
        drawn.append(cards)
    assert tuple(drawn) == by_season
    assert sum(drawn) == game


def test_c7_decks_of_the_box():
    """Catches a miscounted deck: starting cards are counted apart."""
    decks = Constants().decks
    assert (decks.invaders, decks.sieges) == (32, 11)
    assert (decks.buildings, decks.starting_buildings) == (28, 4)
    assert (decks.refugees, decks.starting_refugees) == (20, 5)
    assert decks.objectives == 17


def test_c7_practice_cards_point_in_all_four_directions_equally_often():
    """Catches a digital deck that prefers a side. The seeds are fixed, so nothing is left to chance."""
    actions = table()
    siege = play(
        table(count_only=True, no_reports=True),
        Proceed("combat"),
        *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)),
        DrawInvader(raiders((99, 1, 0)), "N"),
    )
    for state, kind in ((actions, Report), (siege, DrawSiege)):
        seen = {"N": 0, "E": 0, "S": 0, "W": 0}
        for seed in range(400):
            drawn = sampled(state, seed)
            assert isinstance(drawn, kind)
            seen[drawn.side] += 1
        assert all(70 <= count <= 130 for count in seen.values()), seen


def test_c7_a_practice_deck_does_not_draw_the_same_card_twice_in_a_season():
    """Catches drawing with replacement while the card still lies on the board."""
    first, second = raiders((0, 1, 0), name="First"), raiders((0, 2, 0), name="Second")
    state = table(season=2, count_only=True, no_reports=True, library=(first, second, siege_card()))
    state = play(state, Proceed("combat"), *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)))
    state = play(state, DrawInvader("first", "N"))
    for seed in range(20):
        assert sampled(state, seed).card == second
