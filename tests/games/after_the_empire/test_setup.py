"""S-1 … S-6: a new table."""

import pytest

from engine.core.errors import RuleError
from engine.core.record import replace
from engine.games.after_the_empire.actions import DrawInvader, Place, Proceed, Report, ShowMarket
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    Condition,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    Tier,
)
from engine.games.after_the_empire.compass import Side, clockwise_from
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.scoring import score
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Farm, Holding, Objective
from tests.games.after_the_empire.tables import (
    GAME,
    asked,
    building,
    damaged,
    pieces,
    play,
    player,
    proceed,
    raiders,
    refugee,
    refused,
    table,
)

ANN = PlayerSetup("Ann", "S", "blue", initiative=4)
BEN = PlayerSetup("Ben", "N", "red", initiative=2)
CLEO = PlayerSetup("Cleo", "W", "green", initiative=9)
DAN = PlayerSetup("Dan", "E", "yellow", initiative=1)


def not_allowed(setup: Setup, rule: str, words: str) -> None:
    with pytest.raises(RuleError) as caught:
        GAME.begin(setup)
    assert caught.value.rule == rule
    assert words in caught.value.sentence
    assert caught.value.firm


# who plays (C-1)


def test_c1_two_to_four_play():
    """Catches a table for one, or for five."""
    for players in ((ANN, BEN), (ANN, BEN, CLEO), (ANN, BEN, CLEO, DAN)):
        assert len(GAME.begin(Setup(players)).players) == len(players)
    not_allowed(Setup((ANN,)), "C-1", "2 to 4 players, not 1")
    fifth = PlayerSetup("Eve", "S", "black")
    not_allowed(Setup((ANN, BEN, CLEO, DAN, fifth)), "C-1", "2 to 4 players, not 5")


def test_c1_everybody_has_a_seat_a_name_and_a_colour_of_their_own():
    """Catches two players on one chair, of one name, of one colour."""
    not_allowed(Setup((ANN, replace(BEN, seat="S"))), "C-1", "Ann and Ben cannot both sit at S")
    not_allowed(Setup((ANN, replace(BEN, name="Ann"))), "C-1", "Two players are called Ann")
    not_allowed(Setup((ANN, BEN, replace(CLEO, colour="red"))), "C-1", "Ben and Cleo cannot both be red")


# S-1 the player's board


def test_s1_every_players_board():
    """Catches any number of the set-up page that is wrong."""
    after = GAME.begin(Setup((ANN, replace(BEN, gate="W"))))
    for each in after.players:
        assert (each.food, each.castle.wood, each.castle.stone, each.iron) == (4, 3, 2, 1)
        assert each.castle.soldiers == (0, 0, 0, 0, 2)
        assert each.castle.mercenaries == (0, 0, 0, 0, 0)
        assert each.castle.wounded == 0
        assert each.castle.turrets == (None, None, None, None)
        assert each.castle.swordsmen == each.castle.archers == (0, 0, 0, 0, 0)
        assert each.farms == (Farm(1), Farm(1), Farm(1), Farm(1))
        assert (each.workers, each.placed, each.villagers) == (3, 0, 0)
        assert each.cards == (Holding(BARRACKS),)
        assert each.objectives == (Objective(None),)
        assert (each.flags, each.move_ones, each.move_threes) == ((), 0, 0)
        assert not each.sacked
    assert after.phase == "actions"
    assert GAME.faults(after) == ()


@pytest.mark.parametrize("gate", ["N", "E", "S", "W"])
def test_s1_the_gate_is_on_the_side_of_ones_choice_walls_on_the_others(gate):
    """Catches a gate on the wrong side, and wrong cubes: 1 on the gate, 2 on each wall."""
    ann = GAME.begin(Setup((replace(ANN, gate=gate), BEN))).players[0]
    expected = dict.fromkeys(("N", "E", "S", "W"), "wood wall 2")
    assert pieces(ann.castle) == {**expected, gate: "wood gate 1"}
    assert ann.gate_side == gate


def test_s1_the_barracks_is_a_starting_building():
    """Catches a Barracks that a sack could damage."""
    assert BARRACKS.starting
    assert BARRACKS.kind == "building"


def test_s1_a_starting_refugee_and_an_objective_by_id_or_whole():
    """Catches a card given by its library id that is not found, or one given whole that is not taken."""
    hermit = RefugeeCard("hermit", "Hermit", value=3, starting=True, initiative=5)
    oath = ObjectiveCard("oath", "Oath", 4, Condition("soldiers", "most"))
    given = (replace(ANN, refugee="hermit", objective=oath), replace(BEN, objective="oath"))
    ann, ben = GAME.begin(Setup(given, cards=(hermit, oath))).players
    assert ann.cards == (Holding(BARRACKS), Holding(hermit))
    assert ann.objectives == ben.objectives == (Objective(oath),)
    assert ann.initiative == 5


def test_s1_only_a_starting_refugee_starts_with_a_player_and_only_with_one():
    """Catches an ordinary refugee at set-up (a sack could wound it), and one card in front of two players."""
    hermit = RefugeeCard("hermit", "Hermit", starting=True, initiative=5)
    smith = RefugeeCard("smith", "Smith")
    ann, ben = replace(ANN, refugee="hermit"), replace(BEN, refugee="hermit")
    not_allowed(Setup((ann, ben), cards=(hermit,)), "S-6", "Ann and Ben cannot both have Hermit")
    elder = refugee("Elder", starting=True, initiative=7)
    drafted = GAME.begin(Setup((ann, replace(BEN, refugee=elder), CLEO), cards=(hermit,)))
    assert [len(each.cards) for each in drafted.players] == [2, 2, 1]
    not_allowed(Setup((replace(ANN, refugee=smith), BEN)), "S-1", "Smith is not a starting refugee")


def test_s1_a_card_nobody_taught_is_not_guessed():
    """Catches a set-up that goes on without the card it names."""
    not_allowed(Setup((replace(ANN, refugee="hermit"), BEN)), "C-7", "'hermit'")
    mill = BuildingCard("mill", "Mill")
    not_allowed(Setup((replace(ANN, refugee="mill"), BEN), cards=(mill,)), "C-7", "a building card, not a refugee card")


def test_c7_a_library_has_each_id_once_and_sound_cards():
    """Catches two cards of one id, and tiers that do not rise."""
    one, other = building("Mill"), replace(refugee("Miller"), id="mill")
    not_allowed(Setup((ANN, BEN), cards=(one, other)), "C-7", "Two cards have the id mill: Mill, Miller")
    falling = InvaderCard("horde", "Horde", (Tier(8, 1), Tier(8, 2)))
    not_allowed(Setup((ANN, BEN), cards=(falling,)), "P-2", "tiers must rise: 8 gold comes after 8 on Horde")


def test_s1_seventeen_objectives_less_one_for_each_player():
    """Catches a deck from which the dealt objectives were not taken."""
    assert GAME.begin(Setup((ANN, BEN))).objectives_left == 15
    assert GAME.begin(Setup((ANN, BEN, CLEO, DAN))).objectives_left == 13


# S-2 order and gold


def test_s2_lowest_initiative_first_and_gold_by_place():
    """Catches gold by seat instead of by place, and the highest initiative going first."""
    state = GAME.begin(Setup((ANN, BEN, CLEO, DAN)))
    assert [state.players[number].name for number in state.order] == ["Dan", "Ben", "Ann", "Cleo"]
    assert {each.name: each.gold for each in state.players} == {"Dan": 5, "Ben": 6, "Ann": 7, "Cleo": 8}


def test_s2_with_two_players_gold_is_five_and_six():
    """Catches gold counted from the back of the list."""
    state = GAME.begin(Setup((ANN, BEN)))
    assert [each.gold for each in state.players] == [6, 5]


def test_s2_the_starting_refugees_initiative_counts():
    """Catches an initiative typed in beside the card that overrides what the card prints."""
    slow = refugee("Elder", starting=True, initiative=8)
    state = GAME.begin(Setup((replace(DAN, refugee=slow), BEN)))
    assert state.order == (1, 0)
    assert state.players[0].initiative == 8


# S-3 threat


@pytest.mark.parametrize(("season", "threat"), [(1, 0), (2, 3), (3, 6), (4, 9), (5, 12), (6, 15), (7, 18)])
def test_s3_threat_is_three_times_the_seasons_gone_by(season, threat):
    """Catches a threat that begins at 3 or rises by another step."""
    state = GAME.begin(Setup((ANN, BEN)))
    for _ in range(season - 1):
        state = proceed(replace(state, phase="refresh"), "refresh")
    assert (state.season, state.threat) == (season, threat)


def test_s3_the_step_is_a_table_constant():
    """Catches a 3 in the code."""
    state = table(season=1, phase="refresh", constants={"threat_step": 5})
    assert proceed(state, "refresh").threat == 5


# S-4 market and face-up card


def test_s4_the_market_has_three_buildings_and_two_refugees():
    """Catches a market of the wrong size."""
    market = GAME.begin(Setup((ANN, BEN))).market
    assert market.buildings == (None, None, None)
    assert market.refugees == (None, None)


def test_s4_cards_are_shown_by_id_or_whole_and_the_rest_stays_unknown():
    """Catches a shown card that lands in another slot, and a short row that shrinks the market."""
    mill, smith = building("Mill"), refugee("Smith")
    state = play(table(library=(mill,)), ShowMarket((None, "mill"), (smith,)))
    assert state.market.buildings == (None, mill, None)
    assert state.market.refugees == (smith, None)


def test_s4_a_refugee_does_not_lie_among_the_buildings():
    """Catches a card in the wrong row."""
    smith = refugee("Smith")
    refused(table(library=(smith,)), ShowMarket(("smith",)), "C-7", "a refugee card, not a building card", firm=True)
    refused(table(), ShowMarket((), (None, "nobody")), "C-7", "teach it first", firm=True)


def test_s4_more_cards_than_slots_are_refused_but_the_table_is_right():
    """Catches a fourth building that vanishes when the table insists on it."""
    four = tuple(building(name) for name in ("Mill", "Forge", "Inn", "Well"))
    state = table()
    refused(state, ShowMarket(four), "S-4", "3 slots for buildings, not 4")
    refused(state, ShowMarket((), (refugee("A"), refugee("B"), refugee("C"))), "S-4", "2 slots for refugees, not 3")
    assert GAME.apply(state, ShowMarket(four)).market.buildings == four


def test_s4_the_face_up_card_is_the_first_of_the_season():
    """Catches a reported card that is drawn a second time, or strikes before the troops are placed."""
    state = table(player(gold=5), player(gold=5), season=2, count_only=True)
    assert asked(state).kind == "report"
    assert asked(state).optional
    state = play(state, Report(raiders((0, 2, 1)), "E"), Proceed("combat"))
    assert all(each.castle.swordsmen == (0, 0, 0, 0, 0) for each in state.players)
    state = play(state, *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)))
    assert asked(state).about == {"number": 2, "left": 1}
    state = play(state, DrawInvader(raiders((0, 1, 0)), "E"))
    assert all(each.castle.swordsmen == (0, 3, 0, 0, 0) for each in state.players)
    assert all(each.castle.archers == (0, 1, 0, 0, 0) for each in state.players)


def test_s4_the_face_up_card_may_be_left_for_later():
    """Catches a table that cannot place a worker before somebody has typed the card in."""
    state = table()
    assert asked(state, 0).kind == "worker"
    assert GAME.pending(state, 1) is None
    named = play(state, Report(raiders((0, 2, 1)), "E"))
    assert asked(named).kind == "worker"


def test_s4_a_report_belongs_to_phase_one():
    """Catches a face-up card that is changed when combat has begun."""
    state = table(phase="flags")
    refused(state, Report(raiders((0, 1, 0)), "N"), "S-4", "phase 1; the table is at flags", firm=True)


# S-5 variants


@pytest.mark.parametrize("mode", ["easy", "normal", "hard"])
def test_s5_no_reports_combines_with_every_mode(mode):
    """Catches a face-up card that is still asked for, or one invader card less."""
    state = table(mode=mode, no_reports=True, count_only=True)
    assert asked(state).kind == "combat"
    refused(state, Report(raiders((0, 1, 0)), "N"), "S-5", "face down until combat")
    state = play(state, Proceed("combat"), *(Place(n, (0,) * 5, (0,) * 5) for n in (0, 1)))
    assert asked(state).about["left"] == {"easy": 1, "normal": 1, "hard": 2}[mode]


def test_s5_a_reported_card_of_no_reports_done_anyway_is_kept():
    """Catches "do it anyway" that does nothing."""
    card = raiders((0, 1, 0))
    after = GAME.apply(table(no_reports=True), Report(card, "N"))
    assert after.report is not None
    assert after.report.card == card


@pytest.mark.parametrize(("destructive", "points"), [(False, 6), (True, 0)])
def test_s5_destructive_damaged_cards_do_not_count_toward_objectives(destructive, points):
    """Catches the variant being ignored, or being always on."""
    two_huts = ObjectiveCard("huts", "Huts", 6, Condition("refugees", "at least", 2))
    ann = player(cards=(refugee("Smith"), damaged(refugee("Cook"))), objectives=(two_huts,))
    state = table(ann, destructive=destructive)
    assert score(state, 0).objectives == points


def test_s5_set_up_hands_mode_and_variants_to_the_table():
    """Catches a set-up field that is forgotten on the way."""
    state = GAME.begin(Setup((ANN, BEN), mode="hard", no_reports=True, destructive=True, count_only=True))
    assert (state.table.mode, state.table.no_reports) == ("hard", True)
    assert (state.table.destructive, state.table.count_only) == (True, True)


# S-6 drafting


def test_s6_refugees_are_drafted_clockwise_from_the_last_visitor_of_a_castle():
    """Catches a draft in the order of the list, or anticlockwise. Ann S, Ben N, Cleo W, Dan E."""
    seats: tuple[Side, ...] = ("S", "N", "W", "E")
    names = ("Ann", "Ben", "Cleo", "Dan")
    assert [names[number] for number in clockwise_from("S", seats)] == ["Ann", "Cleo", "Ben", "Dan"]
    assert [names[number] for number in clockwise_from("E", seats)] == ["Dan", "Ann", "Cleo", "Ben"]
    assert [names[number] for number in clockwise_from("W", seats[:3])] == ["Cleo", "Ben", "Ann"]


def test_s1_the_constants_of_the_set_up_are_table_data():
    """Catches starting goods that ignore the table's corrections."""
    printed = replace(Constants(), start_farm_level=2, workers=4, start_gold=(1, 2, 3, 4))
    ann, ben = GAME.begin(Setup((ANN, BEN), constants=printed)).players
    assert ann.farms == (Farm(2),) * 4
    assert (ann.workers, ann.gold, ben.gold) == (4, 2, 1)
