"""Cards: the table's library, tiers, and what secret objectives count (C-7, P-2, P-3, G-1, G-2, R-26)."""

from typing import get_args

import pytest

from engine.core.chance import Chance
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    DrawInvader,
    DrawSiege,
    ObjectiveMet,
    Place,
    Proceed,
    Report,
    RevealObjective,
    ShowMarket,
    TakeCard,
    TeachCard,
)
from engine.games.after_the_empire.cards import (
    Condition,
    Counted,
    InvaderCard,
    ObjectiveCard,
    SiegeCard,
    SiegeTier,
    Tier,
    next_tier_gap,
)
from engine.games.after_the_empire.objectives import objective_met
from engine.games.after_the_empire.scoring import score
from engine.games.after_the_empire.state import Objective
from tests.games.after_the_empire.tables import (
    GAME,
    asked,
    before_siege,
    building,
    castle,
    damaged,
    events,
    play,
    player,
    raiders,
    refugee,
    refused,
    siege_card,
    table,
    walled,
)

HORDE = raiders((4, 2, 0), (10, 3, 1), (16, 5, 2), name="Horde")


def at_combat(*players, **more):
    """Combat with everybody placed and every card still face down."""
    state = play(table(*players, count_only=True, no_reports=True, **more), Proceed("combat"))
    for number, each in enumerate(state.players):
        state = play(state, Place(number, each.castle.soldiers, each.castle.mercenaries))
    return state


# C-7 the library


def test_c7_a_card_is_named_by_id_or_given_whole():
    """Catches a library that only knows one of the two ways."""
    state = at_combat(player(gold=10), library=(HORDE,))
    by_id = play(state, DrawInvader("horde", "N"))
    whole = play(state, DrawInvader(HORDE, "N"))
    assert by_id == whole
    assert by_id.players[0].castle.swordsmen == (3, 0, 0, 0, 0)


def test_c7_an_unknown_id_is_firmly_refused():
    """Catches a typing error that draws nothing."""
    refused(at_combat(), DrawInvader("hord", "N"), "C-7", "No card here is called 'hord': teach it first", firm=True)
    refused(table(), Report("hord", "N"), "C-7", "'hord'", firm=True)
    refused(before_siege(player()), DrawSiege("ram", "N"), "C-7", "'ram'", firm=True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("inn", "Inn is a building card, not an invader card"),
        ("cook", "Cook is a refugee card, not an invader card"),
        ("catapult", "Catapult is a siege card, not an invader card"),
        ("oath", "Oath is an objective card, not an invader card"),
    ],
)
def test_c7_a_card_of_another_kind_is_firmly_refused(given, words):
    """Catches a building that attacks."""
    library = (building("Inn"), refugee("Cook"), siege_card(), ObjectiveCard("oath", "Oath", 3))
    refused(at_combat(library=library), DrawInvader(given, "N"), "C-7", words, firm=True)


def test_c7_a_card_taught_once_is_known_from_then_on():
    """Catches a taught card that is forgotten."""
    state = play(at_combat(player(gold=10)), TeachCard(HORDE))
    assert state.table.cards == (HORDE,)
    assert play(state, DrawInvader("horde", "W")).players[0].castle.swordsmen == (0, 0, 0, 3, 0)
    (told,) = events(state, TeachCard(HORDE))
    assert (told.rule, told.values) == ("C-7", {"card": "Horde"})


def test_c7_teaching_a_card_again_replaces_it():
    """Catches two cards of one id, of which the old one is found."""
    stronger = replace(HORDE, tiers=(Tier(0, 9, 9),))
    state = play(at_combat(library=(building("Inn"), HORDE)), TeachCard(stronger))
    assert [card.id for card in state.table.cards] == ["inn", "horde"]
    assert play(state, DrawInvader("horde", "N")).players[0].castle.swordsmen == (9, 0, 0, 0, 0)


def test_c7_a_card_may_be_taught_in_every_phase_even_after_the_end():
    """Catches a library that is closed while a game is over."""
    assert play(table(phase="over", winners=(0,)), TeachCard(HORDE)).table.cards == (HORDE,)


# P-2 tiers


@pytest.mark.parametrize(
    ("gold", "swordsmen", "archers"),
    [(0, 0, 0), (3, 0, 0), (4, 2, 0), (9, 2, 0), (10, 3, 1), (15, 3, 1), (16, 5, 2), (60, 5, 2)],
)
def test_p2_only_the_highest_tier_reached_counts(gold, swordsmen, archers):
    """Catches tiers that add up, a tier reached one gold too early or late, and a first tier that always strikes."""
    after = play(at_combat(player(gold=gold)), DrawInvader(HORDE, "E"))
    assert after.players[0].castle.swordsmen == (0, swordsmen, 0, 0, 0)
    assert after.players[0].castle.archers == (0, archers, 0, 0, 0)


def test_p2_tiers_must_rise():
    """Catches a card typed in the wrong order, taught or given whole."""
    falling = InvaderCard("horde", "Horde", (Tier(10, 3), Tier(4, 2)))
    level = InvaderCard("band", "Band", (Tier(4, 3), Tier(4, 2)))
    for card in (falling, level):
        refused(table(), TeachCard(card), "P-2", "tiers must rise", firm=True)
        refused(at_combat(), DrawInvader(card, "N"), "P-2", "This card cannot be right: tiers must rise", firm=True)
        refused(table(), Report(card, "N"), "P-2", "tiers must rise", firm=True)
    ram = SiegeCard("ram", "Ram", "catapult", (SiegeTier(8, 1), SiegeTier(2, 3)))
    refused(before_siege(player()), DrawSiege(ram, "N"), "P-2", "2 gold comes after 8 on Ram", firm=True)


@pytest.mark.parametrize(("gold", "gap"), [(0, 4), (2, 2), (4, 6), (15, 1), (16, None), (50, None)])
def test_p2_how_far_the_next_tier_is(gold, gap):
    """Catches a warning "2 gold below the next tier" that is off by one."""
    assert next_tier_gap(HORDE, gold) == gap


# P-3 a siege card's strength


@pytest.mark.parametrize(
    ("gold", "cubes"),
    [(5, 5), (6, 4), (11, 4), (12, 2)],
)
def test_p3_a_siege_cards_strength_goes_by_tiers_too(gold, cubes):
    """Catches siege tiers that add up, or that look at another number than the level."""
    trebuchet = siege_card("trebuchet", [(6, 1), (12, 3)])
    state = before_siege(player(gold=gold, castle=castle(N="stone wall 5")))
    after = play(state, DrawSiege(trebuchet, "N"))
    wall = after.players[0].castle.walls[0]
    assert wall is not None
    assert wall.cubes == cubes


# the market


def test_c7_one_library_serves_market_play_area_and_hand():
    """Catches a card known in one place and unknown in another."""
    inn, cook, oath = building("Inn", 3), refugee("Cook", 2), ObjectiveCard("oath", "Oath", 3)
    state = table(player(objectives=(Objective(),)), library=(inn, cook, oath))
    state = play(state, ShowMarket(("inn",), ("cook",)), TakeCard(0, "inn"), RevealObjective(0, 0, "oath"))
    assert state.players[0].cards[1].card == inn
    assert state.players[0].objectives == (Objective(oath),)
    assert state.market.refugees == (cook, None)
    (told,) = events(state, ShowMarket((None, "inn"), ("cook",)))
    assert (told.rule, told.values) == ("S-4", {"buildings_shown": 1, "refugees_shown": 1})


# G-1 what objectives count

RICH = player(
    "Ann",
    walled(
        wall="stone wall 4",
        NE="stone turret flame",
        SE="stone turret 1",
        SW="wood turret",
        soldiers={"N": 2, "inside": 3},
        mercenaries={"W": 4, "inside": 1},
        wounded=2,
        wood=6,
        stone=7,
    ),
    gold=11,
    food=8,
    iron=9,
    farms=(2, 0, 1, 2),
    flags=(1, 2, 2),
    cards=(building("Inn"), damaged(building("Mill")), refugee("Cook")),
    objectives=(Objective(), Objective()),
)
COUNTS = {
    "gold": 11,
    "food": 8,
    "wood": 6,
    "stone": 7,
    "iron": 9,
    "soldiers": 7,
    "healthy soldiers": 5,
    "wounded soldiers": 2,
    "mercenaries": 5,
    "castle pieces": 7,
    "wood pieces": 2,
    "stone pieces": 5,
    "walls": 4,
    "turrets": 3,
    "stone turrets": 2,
    "castle cubes": 4 + 4 + 4 + 1 + 0 + 1 + 1,
    "farms": 3,
    "level-2 farms": 2,
    "razed farms": 1,
    "buildings": 3,
    "refugees": 1,
    "buildings and refugees": 4,
    "damaged cards": 1,
    "flags": 3,
    "flag value": 5,
    "objectives": 3,
}


def objective(what: str, test: str, number: int = 0, value: int = 5) -> ObjectiveCard:
    return ObjectiveCard("goal", "Goal", value, Condition(what, test, number))  # type: ignore[arg-type]


def met(state, number: int = 0) -> bool:
    return bool(score(state, number).objectives)


def with_goal(goal: ObjectiveCard):
    return replace(RICH, objectives=(*RICH.objectives, Objective(goal)))


def test_g1_every_thing_an_objective_can_count_is_tested_here():
    """Catches a new kind of objective without a test."""
    assert set(COUNTS) == set(get_args(Counted))


@pytest.mark.parametrize(("what", "count"), COUNTS.items())
def test_g1_an_objective_counts_what_it_says(what, count):
    """Catches a miscount by one in either direction, for each thing objectives can ask for."""
    assert met(table(with_goal(objective(what, "exactly", count))))
    assert not met(table(with_goal(objective(what, "exactly", count + 1))))
    assert met(table(with_goal(objective(what, "at least", count))))
    assert not met(table(with_goal(objective(what, "at least", count + 1))))
    assert met(table(with_goal(objective(what, "at most", count))))
    assert not met(table(with_goal(objective(what, "at most", count - 1))))


@pytest.mark.parametrize("what", list(COUNTS))
def test_g2_most_of_anything_is_had_when_nobody_has_more(what):
    """Catches "most" that looks at something else than it says: the same table across from oneself is a tie."""
    goal = with_goal(objective(what, "most"))
    twin = replace(goal, name="Ben")
    nothing = (1, 1, 1, 1) if what == "razed farms" else (0, 0, 0, 0)
    assert met(table(goal, player("Ben", farms=nothing)))
    tied = table(goal, twin)
    assert met(tied, 0)
    assert met(tied, 1)
    assert not met(table(player("Cleo", farms=nothing, objectives=(objective(what, "most"),)), twin))


def test_g1_no_razed_farm_is_at_most_none():
    """Catches "no razed farm" that cannot be said."""
    goal = objective("razed farms", "at most", 0)
    assert met(table(player(farms=(1, 1, 2, 1), objectives=(goal,))))
    assert not met(table(player(farms=(1, 0, 2, 1), objectives=(goal,))))


def test_g1_at_least_three_stone_pieces():
    """Catches an objective of the rulebook's kind that counts wood, or cubes."""
    goal = objective("stone pieces", "at least", 3)
    assert met(table(player(castle=castle(N="stone wall 0", S="stone gate", NE="stone turret"), objectives=(goal,))))
    assert not met(table(player(castle=castle(N="stone wall", S="stone gate", NE="wood turret"), objectives=(goal,))))


def test_c2_a_gate_is_a_wall_for_objectives():
    """Catches a gate that is not counted among the walls."""
    goal = objective("walls", "exactly", 4)
    assert met(table(player(castle=walled(), objectives=(goal,))))


def test_g1_an_objective_without_a_condition_is_a_question():
    """Catches a plain objective that is counted without having been asked."""
    state = table(player(objectives=(ObjectiveCard("oath", "Oath", 3),)), phase="scoring", season=7)
    assert not met(state)
    assert asked(state).kind == "objective met"
    assert met(play(state, ObjectiveMet(0, 0, True)))


def test_g1_nobody_knows_about_an_objective_that_is_face_down():
    """Catches a guess: not yes, not no."""
    state = table(player(objectives=(Objective(), ObjectiveCard("oath", "Oath", 3))))
    assert [objective_met(state, 0, held) for held in state.players[0].objectives] == [None, None]


def test_g1_practice_play_reveals_an_objective_of_the_library_or_its_own():
    """Catches a practice game that cannot end because no objective is taught."""
    state = table(player(objectives=(Objective(),)), phase="scoring", season=7)
    revealed = GAME.sample(state, asked(state), Chance(1))
    assert isinstance(revealed, RevealObjective)
    state = play(state, revealed)
    answered = GAME.sample(state, asked(state), Chance(1))
    assert isinstance(answered, ObjectiveMet)
    assert asked(play(state, answered)).kind == "winner"
