"""`companion score` and `companion replay`."""

import json

import pytest

from companion.commands.score import Scored, verdict
from engine.border.scenario import load_scenario, to_state
from engine.core.plain import fingerprint
from tests.cli.console import EVENING, EXAMPLES, ROOT, Console, example, scenario

GUIDE = (ROOT / "docs" / "command-line.md").read_text("utf-8")


def test_score_prints_the_rulebooks_chart(console: Console):
    out = console("score", str(EXAMPLES / "final-scoring.json")).out
    chart = """\
              Ada   Björn   Cleo
────────────────────────────────
Gold           27      22     30
Buildings       6       4      3
Refugees        0       4      1
Flags           4       4      2
Farms           3       4      2
Objectives      6       8      4
────────────────────────────────
Total          46      46     42
Flag tokens     2       3      1

Björn wins: level with Ada at 46 gold, but with more flag tokens, 3 to 2. (G-3)
"""
    assert chart in out
    assert "  Ada     The Vow                3 gold   not met\n" in out


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ([{"gold": 9}, {"gold": 7}], "Player 1 wins with 13 gold. (G-3)"),
        (
            [{"gold": 9, "flags": [1]}, {"gold": 8, "flags": [1, 1]}],
            "Player 2 wins: level with Player 1 at 14 gold, but with more flag tokens, 2 to 1. (G-3)",
        ),
        (
            [{"gold": 9}, {"gold": 9}, {"gold": 1}],
            "Player 1 and Player 2 share the victory: 13 gold and 0 flag tokens each, and no further tie-break. "
            "(G-3, R-29)",
        ),
    ],
)
def test_g3_the_verdict_says_what_decided(players, expected):
    state = to_state(load_scenario(json.dumps(scenario(*players)).encode()), {}, phase="scoring")
    assert verdict(Scored("", state, True, ())) == expected


def test_r29_the_verdict_names_the_turn_order():
    table = scenario({"gold": 9}, {"gold": 9}, order=[1, 0], rulings={"final_tie": "earlier in turn order"})
    state = to_state(load_scenario(json.dumps(table).encode()), {}, phase="scoring")
    assert verdict(Scored("", state, True, ())) == (
        "Player 2 wins: level with Player 1 at 13 gold and 0 flag tokens, but earlier in the turn order. (G-3, R-29)"
    )


def test_an_open_objective_is_said_to_be_open(console: Console):
    table = example("final-scoring.json")
    table["players"][0]["objectives"] = [None, "the-vow"]
    ran = console("score", "-", stdin=json.dumps(table).encode())
    assert "  Ada     face down                  still open\n" in ran.out
    assert "An open objective counts nothing until it is revealed and answered. (G-1)" in ran.out
    data = console("score", "--json", "-", stdin=json.dumps(table).encode()).data
    assert [card["met"] for card in data["players"][0]["objective_cards"]] == [None, None]


def test_score_of_a_saved_table(console: Console):
    out = console("score", EVENING).out
    assert "final scoring" in out
    assert "Cleo wins with 30 gold. (G-3)" in out


def test_score_of_a_table_still_in_play(console: Console):
    save = json.loads((EXAMPLES / "evening.save.json").read_text("utf-8"))
    save["log"], save["snapshots"] = save["log"][:30], []
    ran = console("score", "-", stdin=json.dumps(save).encode())
    assert "what the score would be now" in ran.out
    assert " is ahead with " in ran.out or " are level" in ran.out
    assert console("score", "--json", "-", stdin=json.dumps(save).encode()).data["final"] is False


def test_score_json_has_the_documented_keys(console: Console):
    data = console("score", "--json", str(EXAMPLES / "final-scoring.json")).data
    keys = (*data, *data["players"][0], *data["players"][0]["objective_cards"][0])
    assert [key for key in keys if f"`{key}`" not in GUIDE] == []


def test_replay_tells_the_log_by_season(console: Console):
    out = console("replay", EVENING).out
    assert out.startswith("A practice evening\nAfter the Empire · 249 entries · finished\n")
    headings = [line.split()[2] for line in out.splitlines() if line.startswith("━━ Season")]
    assert headings == ["1", "2", "3", "4", "5", "6", "7"]
    assert "        S-4   The market shows 3 buildings and 2 refugees.\n" in out
    assert "(automatic)" in out
    assert out.rstrip().endswith("Cleo: Wins the game.")


def test_replay_of_one_entry_or_one_season(console: Console):
    one = console("replay", EVENING, "--entry", "1").out
    assert one.count("\n   1  Market cards\n") == 1
    assert "\n   2  " not in one
    fourth = console("replay", EVENING, "--season", "4", "--json").data
    assert {entry["season"] for entry in fourth["entries"]} == {4}
    assert fourth["entries_in_all"] == 249


def test_replay_json_has_the_documented_keys(console: Console):
    data = console("replay", "--json", EVENING).data
    assert len(data["entries"]) == data["entries_in_all"]
    entry = next(entry for entry in data["entries"] if entry["events"])
    assert [key for key in (*data, *entry, *entry["events"][0]) if f"`{key}`" not in GUIDE] == []


@pytest.mark.parametrize(
    ("option", "number", "sentence"),
    [
        ("--entry", "250", "--entry: this log has entries 1 to 249; there is no 250."),
        ("--entry", "0", "--entry: this log has entries 1 to 249; there is no 0."),
        ("--season", "9", "--season: this log is about seasons 1 to 7; there is no 9."),
    ],
)
def test_replay_of_what_is_not_there(console: Console, option: str, number: str, sentence: str):
    ran = console("replay", EVENING, option, number)
    assert (ran.code, ran.out, ran.err) == (2, "", f"companion: {sentence}\n")


def test_replay_of_a_table_in_play_says_what_comes_next(console: Console):
    save = json.loads((EXAMPLES / "evening.save.json").read_text("utf-8"))
    save["log"], save["snapshots"] = save["log"][:4], []
    out = console("replay", "-", stdin=json.dumps(save).encode()).out
    assert "4 entries · in play" in out
    assert "\nNext: " in out


def test_replay_says_if_this_version_reads_the_file_differently(console: Console):
    """As if an older version had left Ada with other gold at the end of season 1."""
    save = json.loads((EXAMPLES / "evening.save.json").read_text("utf-8"))
    first = save["snapshots"][0]
    first["state"]["players"][0]["gold"] += 1
    first["hash"] = fingerprint(first["state"])
    ran = console("replay", "-", stdin=json.dumps(save).encode())
    assert ran.code == 0
    assert f"This version reads the log differently at entries {first['n']}, " in " ".join(ran.out.split())


def test_a_scenario_is_no_save_and_the_other_way_round(console: Console):
    ran = console("replay", str(EXAMPLES / "ladder.json"))
    assert ran.code == 2
    assert "format: this is a scenario, not a saved table" in ran.err
    ran = console("resolve", EVENING)
    assert ran.code == 2
    assert "format: this is a saved table, not a scenario" in ran.err
