"""`companion resolve`: what it prints for people, and what for programs."""

import json
from pathlib import Path

from tests.cli.console import EXAMPLES, FOUR_PLAYERS, ROOT, WORKED_EXAMPLE, Console, example, scenario

SACKED = {
    "name": "Ada",
    "gold": 9,
    "castle": {"N": "wood wall", "inside": {"mercenaries": 1}},
    "fields": {"S": {"swordsmen": 3}},
}
"""A castle that falls in the first round, with nothing said about its red number."""


def test_summary_shows_outcome_castle_and_tick_boxes(console: Console):
    out = console("resolve", WORKED_EXAMPLE).out
    assert "SURVIVED · 2 rounds" in out
    assert "          (▪)═══▪▪▪▪▪══[▪▪]                       (▪)═══▫▫▫▫▫══[▪▪]" in out
    assert "Losses      3 soldiers wounded, 3 mercenaries lost" in out
    assert "Stockpile   +3 wood, +5 stone" in out
    assert "Gold        17; income to come: 5 (I-1)" in out
    assert "Change on the table:\n[ ] North wall: take 5 stone cubes off" in out
    assert "[ ] West farm: turn to level 1.  (P-4)" in out


def test_summary_never_tells_of_cards_the_players_turned_over_themselves(console: Console):
    out = console("resolve", WORKED_EXAMPLE).out
    assert "red border" not in out
    assert out.count("Siege token") == 1


def test_a_whole_table_comes_at_a_glance_first(console: Console):
    out = console("resolve", FOUR_PLAYERS).out
    glance = out.index("Björn     21        33  sacked         2        6           1  21 → 16")
    assert glance < out.index("━━ Ada")
    assert out.count("● soldier") == 1, "the signs are explained once"


def test_explain_tells_rounds_and_steps_with_their_rules(console: Console):
    out = console("resolve", "--explain", WORKED_EXAMPLE).out
    story = [
        "Preparation",
        "    P-1   Troops: North 2, East 2, South 0, West 4, inside 0.",
        "    P-2   Level 17: the higher of 17 gold and threat 9.",
        "    P-2   Hordesmen at level 17 (tier 8): 2 swordsmen in the North field.",
        "    P-3   At level 17: 2 damage.",
        "    P-5   South-West turret first (the owner's choice).",
        "    P-4   The West farm falls to level 1.",
        "Round 1",
        "  Archery",
        "    B-1   North wall under 3 arrows: 2 soldiers lost.",
        "  Movement",
        "    M-3   Move 1 soldier and 1 mercenary from the East wall to the North wall.",
        "  Melee",
        "    L-1   West wood wall: 4 damage, it falls; 2 cubes to the stockpile.",
        "    P-6   2 soldiers back from the West wall into the castle.",
        "Round 2",
        "  Archery",
        "  Movement",
        "    M-1   The West field has no wall: 3 swordsmen inside now.",
        "  Melee",
        "Outcome",
        "    O-1   Survived after 2 rounds.",
        "Change on the table:",
    ]
    lines = iter(out.splitlines())
    for expected in story:
        assert expected in lines, f"missing, or too early: {expected}"
    assert "Rules cited: P-1 Placement, P-2 Invader cards" in out


def test_explain_keeps_players_apart(console: Console):
    out = console("resolve", "--explain", FOUR_PLAYERS).out
    ada, bjoern = out.index("━━ Ada"), out.index("━━ Björn")
    assert "Move 2 soldiers from inside to the East wall." in out[ada:bjoern]
    assert out.count("    P-3   The Widow (mangonel) from the East.") == 4
    assert out.count("more in the East field") == 2


def test_explain_says_what_a_ladder_does_and_who_decided(console: Console):
    out = console("resolve", "--explain", str(EXAMPLES / "guard.json")).out
    assert "up to 2 invaders pass the standing West wall in every\n          round (R-3)." in out
    assert "from the North wall inside (guard, R-13)." in out


def test_the_owners_choices_of_targets_and_losses_are_told(console: Console):
    player = {
        "name": "Ada",
        "castle": {"N": {"piece": "wood wall", "soldiers": 1, "mercenaries": 1}, "inside": {"soldiers": 9}},
        "fields": {"N": {"swordsmen": 3, "archers": 1}},
        "rounds": [{"round": 1, "targets": {"N": {"archers": 0}}, "losses": {"N": {"mercenaries": 0}}}],
    }
    out = console.with_scenario(scenario(player), "--explain").out
    assert "B-1   0 archers hit (North) (the owner's choice)." in out
    assert "B-1   0 mercenaries lost (North) (the owner's choice)." in out


def test_json_has_the_documented_keys_and_no_others(console: Console):
    guide = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    result = console("resolve", "--json", FOUR_PLAYERS).data
    player, line, event = result["players"][0], result["instructions"][0], result["events"][0]
    assert list(result) == [
        *("format", "version", "game", "name", "season", "threat"),
        *("players", "instructions", "events", "open", "unused"),
    ]
    assert list(event) == ["n", "seat", "round", "step", "rule", "what", "values", "sentence"]
    assert list(line) == ["seat", "place", "words", "what", "values", "rule", "why"]
    undocumented = [key for key in (*result, *player, *line, *event) if f"`{key}`" not in guide]
    assert undocumented == []
    assert (result["format"], result["version"]) == ("companion.result", 1)


def test_json_composes(console: Console):
    """What a pipe through jq would do: change a file, resolve it, pick from the answer, and resolve that."""
    changed = example("worked-example.json")
    changed["players"][0]["gold"] = 15
    changed["players"][0]["rounds"] = []
    (blue,) = console.with_scenario(changed, "--json").data["players"]
    assert blue["level"] == 15
    assert blue["invaders"]["N"] == {"swordsmen": 6, "archers": 2}, "16 gold is not reached any more"


def test_events_know_their_round_and_step(console: Console):
    events = console("resolve", "--json", WORKED_EXAMPLE).data["events"]
    steps = list(dict.fromkeys((event["round"], event["step"]) for event in events))
    assert steps == [
        (0, "preparation"),
        (1, "archery"),
        (1, "movement"),
        (1, "melee"),
        (2, "archery"),
        (2, "movement"),
        (2, "melee"),
        (2, "outcome"),
    ]


def test_a_red_number_nobody_gave_stays_open(console: Console):
    result = console.with_scenario(scenario(SACKED), "--json").data
    assert result["players"][0]["outcome"] == "sacked"
    assert result["open"] == [
        {
            "seat": 0,
            "kind": "red number",
            "rule": "O-4",
            "question": "Ada — Sacked with 9 gold: which total does the red number there leave?",
        }
    ]
    ran = console.with_scenario(scenario(SACKED))
    assert ran.code == 0
    assert "Still open:\n  ? Ada — Sacked with 9 gold: which total does the red number there leave? (O-4)" in ran.out


def test_an_open_question_of_one_player_does_not_hold_up_the_others(console: Console):
    other = {**SACKED, "name": "Björn", "gold": 8, "red_number": 5}
    result = console.with_scenario(scenario(SACKED, other), "--json").data
    assert [player["gold"]["after"] for player in result["players"]] == [9, 5]
    assert [question["seat"] for question in result["open"]] == [0]


def test_a_player_who_wants_to_be_asked_is_undecided(console: Console):
    asking = {**SACKED, "policy": "ask", "fields": {"N": {"swordsmen": 1}}}
    ran = console.with_scenario(scenario(asking))
    assert "UNDECIDED · 1 round" in ran.out
    assert "as it stands" in ran.out
    (player,) = console.with_scenario(scenario(asking), "--json").data["players"]
    assert player["outcome"] is None


def test_answers_in_vain_are_named(console: Console):
    player = {**SACKED, "red_number": 4, "rounds": [{"round": 7, "moves": []}]}
    assert "Nobody asked for these answers of the file: players[0].rounds[0].moves." in (
        console.with_scenario(scenario(player)).out
    )
    assert console.with_scenario(scenario(player), "--json").data["unused"] == ["players[0].rounds[0].moves"]


def test_a_red_number_for_the_case_of_a_sack_is_not_in_vain(console: Console):
    player = {"name": "Ada", "red_number": 4, "fields": {"N": {"swordsmen": 1}}}
    assert "Nobody asked" not in console.with_scenario(scenario(player)).out


def test_nobody_comes(console: Console):
    result = console.with_scenario(scenario({"name": "Ada"}))
    assert "Nobody came, and nothing changed. (O-3)" in result.out
    assert "Change on the table" not in result.out


def test_no_siege_card_means_no_word_of_one(console: Console):
    named = scenario({"name": "Ada", "fields": {"N": {"swordsmen": 1}}})
    assert "iege" not in console.with_scenario(named, "--explain").out
    assert "siege" not in console.with_scenario(named, "--json").out


def test_a_pack_of_ones_own(console: Console, tmp_path: Path):
    pack = {
        "format": "companion.pack",
        "version": 1,
        "id": "mine",
        "name": "My cards",
        "cards": [{"kind": "invader", "id": "wolves", "name": "Wölfe", "tiers": [{"gold": 0, "swordsmen": 2}]}],
    }
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(pack), "utf-8")
    named = scenario({"name": "Ada"}, invaders=[{"card": "wolves", "side": "E"}])
    for table in (named, {**named, "packs": ["mine"]}):
        ran = console.with_scenario(table, "--pack", str(path), "--explain")
        assert "Wölfe at level 0 (tier 0): 2 swordsmen in the East field." in ran.out
    assert console.with_scenario(named).code == 2


def test_rulings_are_honoured(console: Console):
    """R-3: a ladder for the first round only."""
    table = example("guard.json") | {"rulings": {"ladder": "first round"}}
    out = console.with_scenario(table, "--explain").out
    assert "pass the standing West wall in round 1 (R-3)." in " ".join(out.split())
    assert out.count("    M-2   Past the West wall: 2 swordsmen inside now.") == 1
