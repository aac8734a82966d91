"""Scenario files: from what people write to a table, and its combat played out."""

import json
from typing import Any

import pytest

from engine.border.scenario import Script, load_scenario, play, resolve, to_state
from engine.core.errors import BadInput
from engine.games.after_the_empire.cards import BARRACKS
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.state import Farm, Piece, State
from tests.border.tables import practice_pack, sample

LIBRARY = {"practice": practice_pack()}

PACK = {"format": "companion.pack", "version": 1, "id": "own", "name": "Own"}
RAIDERS = {"id": "raiders", "name": "Raiders", "tiers": [{"gold": 0, "swordsmen": 3}]}
HORDE = {"id": "horde", "name": "Horde", "tiers": [{"gold": 0, "swordsmen": 35}]}
LADDER = {"id": "ladder", "name": "Ladder", "engine": "ladder", "tiers": [{"gold": 0, "strength": 2}]}


def scenario_file(*players: Any, **fields: Any) -> bytes:
    made = {"format": "companion.scenario", "version": 1, "players": players or ({},), **fields}
    return json.dumps(made).encode()


def table_of(*players: Any, **fields: Any) -> State:
    return to_state(load_scenario(scenario_file(*players, **fields)), LIBRARY)


# what is left out


def test_an_empty_player_has_the_castle_of_set_up():
    state = table_of({})
    player = state.players[0]
    assert (player.name, player.seat, player.gold, player.food) == ("Player 1", "S", 0, 0)
    assert player.castle.walls[0] == Piece("wall", "wood", 2)
    assert player.castle.walls[2] == Piece("gate", "wood", 1)
    assert player.castle.soldiers == (0, 0, 0, 0, 2)
    assert player.farms == (Farm(1), Farm(1), Farm(1), Farm(1))
    assert [holding.card for holding in player.cards] == [BARRACKS]
    assert (state.season, state.threat, state.phase) == (1, 0, "combat")
    assert AFTER_THE_EMPIRE.faults(state) == ()


def test_s3_the_threat_follows_from_the_season():
    assert table_of({}, season=5).threat == 12
    assert table_of({}, season=5, threat=1).threat == 1
    assert table_of({}, season=3, constants={"threat_step": 4}).threat == 8


def test_seats_and_colours_left_out_are_those_still_free():
    players = table_of({}, {"seat": "S"}, {}, {"colour": "blue"}).players
    assert [player.seat for player in players] == ["N", "S", "W", "E"]
    assert [player.colour for player in players] == ["red", "green", "yellow", "blue"]


def test_s1_workers_come_with_the_seasons():
    assert [table_of({}, season=season).players[0].workers for season in (2, 3, 6)] == [3, 4, 5]


def test_a_piece_is_full_unless_told_and_what_is_not_named_is_not_there():
    castle = {
        "N": "stone wall",
        "E": {"piece": "stone gate", "cubes": 1, "soldiers": 3},
        "NE": {"piece": "stone turret", "flame": True},
        "SW": "wood turret",
        "inside": {"mercenaries": 2},
    }
    made = table_of({"castle": castle}).players[0]
    assert made.castle.walls == (Piece("wall", "stone", 5), Piece("gate", "stone", 1), None, None)
    assert made.castle.turrets == (
        Piece("turret", "stone", 0, True),
        None,
        Piece("turret", "wood", 1),
        None,
    )
    assert made.castle.soldiers == (0, 3, 0, 0, 0)
    assert made.castle.mercenaries == (0, 0, 0, 0, 2)
    assert made.gate_side == "E"


def test_farms_are_levels_or_levels_with_a_token():
    farms = table_of({"farms": {"N": 0, "W": {"level": 2, "protected": True}}}).players[0].farms
    assert farms == (Farm(0), Farm(1), Farm(1), Farm(2, True))


def test_constants_are_laid_over_the_defaults_at_any_depth():
    given = {"capacity": {"wood_wall": 3}, "price": {"stone_wall": {"stone": 9}}, "start_farm_level": 2}
    state = table_of({"farms": {"E": 0}}, constants=given)
    constants = state.table.constants
    assert (constants.capacity.wood_wall, constants.capacity.stone_wall) == (3, 5)
    assert (constants.price.stone_wall.wood, constants.price.stone_wall.stone) == (2, 9)
    assert constants.board == Constants().board
    assert state.players[0].castle.walls[0] == Piece("wall", "wood", 3)
    assert state.players[0].farms[:2] == (Farm(2), Farm(0))


def test_cards_are_found_in_packs_or_given_whole():
    own = {**PACK, "cards": [{"kind": "building", "id": "hut", "name": "Hut", "value": 2}]}
    hall = {"kind": "building", "id": "hall", "name": "Hall", "value": 4}
    player = {
        "cards": ["hut", {"card": "minster", "damaged": True}, {"card": hall}],
        "objectives": ["the-vow", {"card": "thick-walls", "met": False}, None],
    }
    made = table_of(player, packs=["practice", own]).players[0]
    assert [holding.card.name for holding in made.cards] == ["Barracks", "Hut", "Minster", "Hall"]
    assert [holding.damaged for holding in made.cards] == [False, False, True, False]
    assert [objective.card and objective.card.name for objective in made.objectives] == [
        "The Vow",
        "Thick Walls",
        None,
    ]


def test_a_table_for_scoring_has_no_combat():
    state = to_state(load_scenario(scenario_file({"flags": [1, 3]})), {}, "scoring")
    assert (state.phase, state.combat, state.players[0].flags) == ("scoring", None, (1, 3))


# what is impossible


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (
            ({}, {"castle": {"N": {"piece": "wood wall", "cubes": -3}}}),
            "players[1].castle.N.cubes: must be 0 or more, not -3",
        ),
        (
            ({}, {"castle": {"N": {"piece": "wood wall", "cubes": 3}}}),
            "players[1].castle.N.cubes: a wood wall holds 2 cubes at most, not 3 (C-4)",
        ),
        (
            ({"castle": {"N": "wood gate", "S": {"piece": "stone gate"}}},),
            "players[0].castle.S.piece: only one gate is allowed, and there is one in the North too (C-2)",
        ),
        (
            ({"castle": {"E": {"soldiers": 2}}},),
            "players[0].castle.E.soldiers: there is no wall here for 2 soldiers to stand on (P-1)",
        ),
        (
            ({"castle": {"E": {"mercenaries": 1}}},),
            "players[0].castle.E.mercenaries: there is no wall here for 1 mercenary to stand on (P-1)",
        ),
        (
            ({"castle": {"N": {"piece": "stone turret"}}},),
            'players[0].castle.N.piece: must be "wood wall", "wood gate", "stone wall" or "stone gate", '
            'not "stone turret"',
        ),
        (
            ({"castle": {"NE": "wood wall"}},),
            'players[0].castle.NE: must be "wood turret", "stone turret" or an object, not "wood wall"',
        ),
        (
            ({"castle": dict.fromkeys("NESW", "wood wall")},),
            "players[0].castle.W.piece: one side must be left for the gate (C-2)",
        ),
        (
            ({"castle": {"N": {"cubes": 2}}},),
            "players[0].castle.N.cubes: cubes cannot lie on a piece that does not exist (C-2)",
        ),
        (({"castle": {"SE": {"flame": True}}},), "players[0].castle.SE.flame: there is no turret to burn (A-5)"),
        (
            ({"castle": {"SE": {"piece": "wood turret", "flame": True}}},),
            "players[0].castle.SE.flame: only a stone turret can burn (A-5)",
        ),
        (({"farms": {"S": 3}},), "players[0].farms.S: a farm has level 2 at most, not 3 (A-4)"),
        (({"farms": {"S": "rich"}},), 'players[0].farms.S: must be a whole number or an object, not "rich"'),
        (({"seat": "E"}, {"seat": "E"}), 'players[1].seat: players[0] sits at "E" already'),
        (({"name": "Ada"}, {"name": "Ada"}), 'players[1].name: another player is called "Ada" already'),
        (({}, {}, {}, {}, {}), "players: must hold at most 4 values, not 5"),
        (({"gold": 10**400},), "players[0].gold: must be 9999 or less, not 1" + "0" * 38 + "…"),
        (({"rounds": [{"round": 1}, {"round": 1}]},), "players[0].rounds[1].round: round 1 is told twice"),
        (({"turret": "N"},), 'players[0].turret: must be "NE", "SE", "SW" or "NW", not "N"'),
        (
            ({"token_moves": [{"from": "X", "to": "N"}]},),
            'players[0].token_moves[0].from: must be "N", "E", "S", "W" or "inside", not "X"',
        ),
        (({"cards": ["nothing"]},), 'players[0].cards[0]: no card in the packs of this scenario is called "nothing"'),
        (
            ({"cards": [{"card": "the-vow"}]},),
            'players[0].cards[0].card: "The Vow" is of kind objective; needed here: building or refugee',
        ),
        (
            ({"objectives": ["minster"]},),
            'players[0].objectives[0]: "Minster" is of kind building; needed here: objective',
        ),
    ],
)
def test_an_impossible_table_gets_one_sentence(players, sentence):
    with pytest.raises(BadInput) as caught:
        table_of(*players, packs=["practice"])
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"season": 0}, "season: must be 1 or more, not 0"),
        ({"order": [0, 0]}, "order: must name every player once: 0, 1 in any order"),
        ({"packs": ["other"]}, 'packs[0]: there is no pack called "other"; known: "practice"'),
        ({"packs": [3]}, "packs[0]: must be a text or an object, not 3"),
        ({"packs": [{"version": 1}]}, 'packs[0].format: is missing; a card pack says "companion.pack" here'),
        (
            {"packs": ["practice", {**PACK, "cards": [{"kind": "x"}]}]},
            'packs[1].cards[0].kind: must be "invader", "siege", "building", "refugee" or "objective", not "x"',
        ),
        (
            {"packs": [{**PACK, "cards": [{**RAIDERS, "kind": "invader"}] * 2}]},
            'packs[0].cards[1].id: "raiders" is the id of cards[0] already',
        ),
        ({"rulings": {"ladder": "never"}}, 'rulings.ladder: must be "every round" or "first round", not "never"'),
        ({"rulings": {"lader": "every round"}}, "rulings.lader: is not a field known here"),
        ({"constants": {"capacity": {"wood_wall": -1}}}, "constants.capacity.wood_wall: must be 0 or more, not -1"),
        ({"constants": {"capacity": 3}}, "constants.capacity: must be an object, not 3"),
        ({"constants": []}, "constants: must be an object, not an empty list"),
        (
            {"invaders": [{"card": "raiders", "side": "N"}]},
            'invaders[0].card: no card in the packs of this scenario is called "raiders"',
        ),
        ({"invaders": [{"card": RAIDERS}]}, "invaders[0].side: is missing"),
        (
            {"invaders": [{"card": {**RAIDERS, "tiers": [{"gold": 4}, {"gold": 4}]}, "side": "N"}]},
            "invaders[0].card.tiers[1].gold: tiers must rise: 4 gold comes after 4 on Raiders",
        ),
        (
            {"siege": {"card": {**LADDER, "engine": "ram"}, "side": "N"}},
            'siege.card.engine: must be "catapult", "mangonel", "trebuchet", "ladder" or "siege tower", not "ram"',
        ),
    ],
)
def test_an_impossible_scenario_gets_one_sentence(fields, sentence):
    with pytest.raises(BadInput) as caught:
        play(load_scenario(scenario_file({}, {}, **fields)), LIBRARY)
    assert str(caught.value) == sentence


# playing


def test_the_worked_example_is_played_as_its_player_said():
    """Section 6 of the rules, with a neighbour who has one invader from the start."""
    played = play(load_scenario(sample("scenario.v1.json")), LIBRARY)
    state = played.session.state
    ada, ben = state.players
    assert state.phase == "flags"
    assert (sum(ada.castle.soldiers) + sum(ada.castle.mercenaries), ada.castle.wounded) == (2, 4)
    assert (ada.castle.wood, ada.castle.stone) == (1 + 3, 5)
    assert ada.farms == (Farm(0), Farm(1), Farm(1), Farm(1))
    assert ada.castle.turrets[2] is None
    assert not ada.sacked
    assert not ben.sacked
    assert played.unused == ("players[0].damage_cards", "players[0].red_number")


def test_what_the_file_says_is_no_automatic_answer():
    session = resolve(load_scenario(sample("scenario.v1.json")), LIBRARY)
    said = [entry.action.kind for entry in session.entries if entry.seat == 0 and not entry.auto]
    assert said == [
        "choose turret",
        "use move tokens",
        "choose targets",
        "choose targets",
        "choose losses",
        "move troops",
        "move troops",
        "choose losses",
    ]
    assert session.game is AFTER_THE_EMPIRE


def test_invaders_in_the_fields_need_no_card():
    fields = {"N": {"swordsmen": 2}, "W": {"archers": 1}}
    castle = {"N": {"piece": "stone wall", "soldiers": 3}, "W": "wood gate"}
    session = resolve(load_scenario(scenario_file({"castle": castle, "fields": fields})), {})
    player = session.state.players[0]
    assert session.state.phase == "flags"
    assert player.castle.walls[3] is None
    assert player.farms == (Farm(0), Farm(1), Farm(1), Farm(0))


def test_more_and_fewer_cards_than_the_season_has_are_turned_over():
    cards = [{"card": {**RAIDERS, "id": f"raiders-{n}"}, "side": "N"} for n in range(3)]
    session = resolve(load_scenario(scenario_file({"castle": {}}, invaders=cards)), {})
    assert [entry.anyway for entry in session.entries[:4]] == [False, True, True, False]
    session = resolve(load_scenario(scenario_file({}, season=4)), {})
    assert session.entries[0].anyway


def test_an_open_question_of_one_player_does_not_hold_up_the_others():
    """Ada is sacked, and nobody has read her red number; Ben's battle is fought to its end all the same."""
    attack = [{"card": HORDE, "side": "N"}]
    players: list[dict[str, Any]] = [{"name": "Ada", "gold": 9}, {"name": "Ben", "gold": 8, "red_number": 4}]
    session = resolve(load_scenario(scenario_file(*players, invaders=attack)), {})
    decision = session.pending
    assert decision is not None
    assert (decision.kind, decision.seat) == ("red number", 0)
    combat = session.state.combat
    assert combat is not None
    assert [battle.step for battle in combat.battles] == ["gold", "done"]
    assert session.state.players[1].gold == 4


def test_a_player_who_wants_to_be_asked_is_asked():
    attack = [{"card": RAIDERS, "side": "N"}]
    player: dict[str, Any] = {"policy": "ask", "castle": {"N": {"piece": "wood wall", "soldiers": 1}}}
    session = resolve(load_scenario(scenario_file(player, invaders=attack)), {})
    decision = session.pending
    assert decision is not None
    assert decision.kind == "troop movement"
    player["rounds"] = [{"round": number, "moves": []} for number in range(1, 9)]
    session = resolve(load_scenario(scenario_file(player, invaders=attack)), {})
    assert session.state.phase == "flags"


def test_m2_the_file_says_who_climbs():
    attack = [{"card": {**RAIDERS, "tiers": [{"gold": 0, "swordsmen": 2, "archers": 2}]}, "side": "N"}]
    player: dict[str, Any] = {
        "castle": {"N": "stone wall", "inside": {"soldiers": 9}},
        "rounds": [{"round": 1, "bypass": {"swordsmen": 0}}],
    }
    siege = {"card": LADDER, "side": "N"}
    played = play(load_scenario(scenario_file(player, invaders=attack, siege=siege)), {})
    actions = [entry.action for entry in played.session.entries]
    assert [action.swordsmen for action in actions if action.kind == "choose bypass"][:1] == [0]
    assert played.unused == ()


def test_o4_the_file_says_which_cards_are_damaged_and_what_the_red_number_is():
    attack = [{"card": HORDE, "side": "N"}]
    cards = ["minster", "chapel", "guest-hall"]
    told: dict[str, Any] = {"gold": 9, "cards": cards, "damage_cards": ["guest-hall", "minster"], "red_number": 5}
    scenario = scenario_file(told, invaders=attack, packs=["practice"])
    player = resolve(load_scenario(scenario), LIBRARY).state.players[0]
    assert [holding.damaged for holding in player.cards] == [False, True, False, True]
    assert player.gold == 5
    del told["damage_cards"]
    scenario = scenario_file(told, invaders=attack, packs=["practice"])
    player = resolve(load_scenario(scenario), LIBRARY).state.players[0]
    assert [holding.damaged for holding in player.cards] == [False, False, True, True], "the least valuable"


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            {"rounds": [{"round": 1, "moves": [{"from": "N", "to": "inside", "soldiers": 3}]}]},
            "players[0].rounds[0].moves[0].soldiers: N has 1 then, not 3",
        ),
        (
            {"rounds": [{"round": 1, "moves": [{"from": "N", "to": "E"}]}]},
            "players[0].rounds[0].moves: Player 1 has no wall on E to man. (M-3)",
        ),
        (
            {"move_tokens": {"ones": 1}, "token_moves": [{"from": "inside", "to": "N", "soldiers": 2}]},
            "players[0].token_moves: That moves 2 troops; Player 1's tokens are worth 1. (P-8)",
        ),
        (
            {"damage_cards": ["chapel", "market-cross"]},
            'players[0].damage_cards[1]: this player has no card "market-cross"',
        ),
    ],
)
def test_an_answer_that_cannot_be_carried_out_is_named(told, sentence):
    player = {
        "castle": {"N": {"piece": "wood wall", "soldiers": 1}, "inside": {"soldiers": 2}},
        "cards": ["minster", "chapel", "guest-hall"],
        **told,
    }
    data = scenario_file(player, invaders=[{"card": HORDE, "side": "N"}], packs=["practice"])
    with pytest.raises(BadInput) as caught:
        resolve(load_scenario(data), LIBRARY)
    assert str(caught.value) == sentence


def test_the_places_of_all_answers_are_known():
    places = Script(load_scenario(sample("scenario.v1.json"))).places()
    assert places == [
        "players[0].turret",
        "players[0].token_moves",
        "players[0].damage_cards",
        "players[0].red_number",
        "players[0].rounds[0].targets.N",
        "players[0].rounds[0].targets.W",
        "players[0].rounds[0].losses.W",
        "players[0].rounds[0].moves",
        "players[0].rounds[1].losses.inside",
        "players[0].rounds[1].moves",
    ]
