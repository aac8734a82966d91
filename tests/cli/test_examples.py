"""Every example resolves, and to these numbers."""

import json

import pytest

from companion.commands.resolve import resolved
from engine.border.save import load_save
from engine.core.registry import game_named
from examples import make_evening
from tests.cli.console import EVENING, EXAMPLES, FOUR_PLAYERS, WORKED_EXAMPLE, Console


def test_every_example_is_tried_here_and_described():
    """Catches an example nobody looks at any more."""
    tried = {
        "worked-example.json",
        "ladder.json",
        "guard.json",
        "four-players.json",
        "siege-only.json",
        "final-scoring.json",
        "evening.save.json",
    }
    assert {path.name for path in EXAMPLES.glob("*.json")} == tried
    described = (EXAMPLES / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in described for name in tried)


def test_the_worked_example_ends_as_the_rulebook_says(console: Console):
    result = console("resolve", "--json", WORKED_EXAMPLE).data
    (blue,) = result["players"]
    assert (blue["outcome"], blue["rounds"], blue["level"]) == ("survived", 2, 17)
    assert blue["invaders"]["N"] == {"swordsmen": 7, "archers": 3}
    assert blue["invaders"]["W"] == {"swordsmen": 8, "archers": 1}
    assert blue["killed"] == 19
    assert blue["troops"] == {"soldiers": 2, "mercenaries": 0, "wounded": 3}
    assert blue["losses"] == {"soldiers": 3, "mercenaries": 3}
    assert blue["stockpile"]["wood"] == {"before": 0, "after": 3, "change": 3}
    assert blue["stockpile"]["stone"] == {"before": 0, "after": 5, "change": 5}
    assert blue["castle"]["N"] == {"piece": "stone wall", "cubes": 0, "soldiers": 0, "mercenaries": 0}
    assert [spot for spot in ("N", "E", "S", "W", "NE", "SE", "SW", "NW") if blue["castle"][spot]["piece"]] == [
        "N",
        "E",
        "S",
        "NE",
        "NW",
    ]
    assert (blue["farms"]["N"]["after"], blue["farms"]["W"]["after"]) == (0, 1)
    assert blue["income"] == 5
    assert (blue["gold"]["after"], result["open"], result["unused"]) == (17, [], [])


def test_the_worked_example_goes_the_rulebooks_way_round_by_round(console: Console):
    events = console("resolve", "--json", WORKED_EXAMPLE).data["events"]
    tiers = [event["values"]["tier"] for event in events if event["what"] == "arrive"]
    assert tiers == [5, 8, 16, 12]
    volleys = [(event["round"], *_values(event, "side", "left")) for event in events if event["what"] == "volley"]
    assert volleys == [(1, "N", 5), (1, "W", 4), (2, "N", 0), (2, "W", 3)]
    walls = [(event["what"], *_values(event, "side", "damage", "cubes")) for event in events if event["rule"] == "L-1"]
    assert walls == [("wall holds", "N", 5, 5), ("wall falls", "W", 4, 2)]
    (melee,) = [event for event in events if event["rule"] == "L-2"]
    assert _values(melee, "troops", "invaders", "swordsmen") == (5, 3, 3)


def _values(event, *names):
    return tuple(event["values"][name] for name in names)


def test_ladder_is_a_sack_because_nobody_comes_inside(console: Console):
    (ada,) = console("resolve", "--json", str(EXAMPLES / "ladder.json")).data["players"]
    assert (ada["outcome"], ada["rounds"]) == ("sacked", 1)
    assert ada["losses"] == {"soldiers": 8, "mercenaries": 2}
    assert ada["troops"] == {"soldiers": 0, "mercenaries": 2, "wounded": 8}
    assert ada["gold"] == {"before": 12, "after": 8, "change": -4}
    assert ada["stockpile"]["stone"]["change"] == 4
    assert (ada["farms"]["N"]["after"], ada["farms"]["W"]["after"]) == (2, 1)


def test_guard_saves_the_same_castle(console: Console):
    (ada,) = console("resolve", "--json", str(EXAMPLES / "guard.json")).data["players"]
    assert (ada["outcome"], ada["rounds"]) == ("survived", 3)
    assert ada["troops"] == {"soldiers": 3, "mercenaries": 0, "wounded": 5}
    assert ada["gold"]["after"] == 12


def test_ladder_and_guard_differ_in_the_policy_alone():
    ladder, guard = (json.loads((EXAMPLES / name).read_text("utf-8")) for name in ("ladder.json", "guard.json"))
    for table, policy in ((ladder, "hold"), (guard, "guard")):
        (ada,) = table["players"]
        assert ada.pop("policy") == policy
        for words in ("name", "note"):
            table.pop(words)
        for answer in ("damage_cards", "red_number"):
            ada.pop(answer, None)
    assert ladder == guard


def test_four_players_are_hit_by_their_own_gold(console: Console):
    result = console("resolve", "--json", FOUR_PLAYERS).data
    rows = [
        (player["name"], player["level"], player["outcome"], player["rounds"], player["gold"]["after"])
        for player in result["players"]
    ]
    assert rows == [
        ("Ada", 21, "survived", 3, 21),
        ("Björn", 21, "sacked", 2, 16),
        ("Cleo", 14, "survived", 2, 14),
        ("Dan", 12, "sacked", 2, 4),
    ]
    came = [sum(post["swordsmen"] + post["archers"] for post in p["invaders"].values()) for p in result["players"]]
    assert came == [33, 33, 15, 13]
    assert [event["seat"] for event in result["events"] if event["what"] == "surge"] == [0, 1]
    assert (result["open"], result["unused"]) == ([], [])


def test_siege_only_goes_down_the_list_of_targets(console: Console):
    result = console("resolve", "--json", str(EXAMPLES / "siege-only.json")).data
    (ada,) = result["players"]
    assert (ada["outcome"], ada["rounds"], ada["killed"]) == ("survived", 0, 0)
    assert ada["castle"]["NW"]["piece"] is None
    assert ada["castle"]["NE"] == {"piece": "stone turret", "cubes": 0, "flame": True}
    assert ada["castle"]["N"]["piece"] is None
    assert ada["castle"]["inside"] == {"soldiers": 3, "mercenaries": 0}
    assert (ada["stockpile"]["wood"]["change"], ada["stockpile"]["stone"]["change"]) == (3, 1)
    spare = [event["values"]["damage"] for event in result["events"] if event["what"] == "spare damage"]
    assert spare == [2]
    assert ada["income"] == 3


def test_final_scoring_is_decided_by_flag_tokens(console: Console):
    result = console("score", "--json", str(EXAMPLES / "final-scoring.json")).data
    assert [player["total"] for player in result["players"]] == [46, 46, 42]
    assert [player["flag_tokens"] for player in result["players"]] == [2, 3, 1]
    assert result["winners"] == [1]
    met = [[card["met"] for card in player["objective_cards"]] for player in result["players"]]
    assert met == [[True, False, True], [True, True], [True]]


def test_the_evening_is_a_finished_game_this_version_reads_as_it_was():
    loaded = load_save((EXAMPLES / "evening.save.json").read_bytes())
    assert loaded.notes == ()
    game = game_named("after-the-empire")
    assert game.over(loaded.session.state)
    assert loaded.session.state.season == 7


def test_the_evening_is_what_its_script_plays(capfdbinary: pytest.CaptureFixture[bytes]):
    """Fails when rules, cards or the save format changed: run `make examples`."""
    make_evening.main()
    assert capfdbinary.readouterr().out == (EXAMPLES / "evening.save.json").read_bytes(), "run: make examples"


def test_a_castle_from_a_result_is_a_castle_for_a_scenario(console: Console):
    """The result's castle has the scenario's form: one evening's end is the next one's beginning."""
    (blue,) = console("resolve", "--json", WORKED_EXAMPLE).data["players"]
    again = {"format": "companion.scenario", "version": 1, "players": [{"name": "Blue", "castle": blue["castle"]}]}
    (after,) = console.with_scenario(again, "--json").data["players"]
    assert after["castle"] == blue["castle"]


def test_explained_examples_tell_every_event():
    """The story leaves out nothing but the headings and what it tells in better words."""
    for name in ("worked-example.json", "ladder.json", "guard.json", "four-players.json", "siege-only.json"):
        told = resolved(str(EXAMPLES / name), [])
        missing = [event for event in told.events if event not in told.story]
        assert {event.what for event in missing} <= {"round", "move", "move tokens"}


def test_the_evening_replays(console: Console):
    assert console("replay", EVENING).out.count("━━ Season ") == 7
