"""Pydantic's findings as one sentence with its place."""

import json
import re
from typing import Any

import pytest
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from engine.border.forms import Form
from engine.border.pack import load_pack
from engine.border.reader import Reader, reader, told_apart
from engine.border.scenario import load_scenario
from engine.border.sentences import bad_input, place
from engine.core.errors import BadInput
from engine.games.after_the_empire.actions import Action
from engine.games.after_the_empire.goods import MOST
from engine.games.after_the_empire.state import State

ACTION = reader(told_apart(Action))


def refusal_of(read: Reader[Any], data: object) -> str:
    with pytest.raises(BadInput) as caught:
        read.read(json.dumps(data).encode(), data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (3, "must be an object, not 3"),
        ({}, "kind: is missing"),
        ({"kind": "scot"}, 'kind: "scot" is not one of the 30 words known here; perhaps "scout"'),
        ({"kind": "zzz"}, 'kind: "zzz" is not one of the 30 words known here'),
        ({"kind": ["x"]}, "kind: a list is not one of the 30 words known here"),
        ({"kind": "idle"}, "player: is missing"),
        ({"kind": "idle", "player": 0, "idle": {}}, "idle: is not a field known here"),
        ({"kind": "idle", "playr": 0}, "playr: is not a field known here"),
        ({"kind": "idle", "player": 0, "a b\n": 1}, '"a b\\n": is not a field known here'),
        ({"kind": "idle", "player": 4}, "player: must be 3 or less, not 4"),
        ({"kind": "idle", "player": -1}, "player: must be 0 or more, not -1"),
        ({"kind": "infirmary", "player": 0, "heal": "two"}, 'heal: must be a whole number, not "two"'),
        ({"kind": "barracks", "player": 0, "heal": 1}, "heal: must be true or false, not 1"),
        (
            {"kind": "place", "player": 0, "soldiers": [1, 2, 3], "mercenaries": [0, 0, 0, 0, 0]},
            "soldiers: must hold at least 5 values, not 3",
        ),
        (
            {"kind": "place", "player": 0, "soldiers": [1, 2, 3, 4, 5, 6], "mercenaries": [0, 0, 0, 0, 0]},
            "soldiers: must hold at most 5 values, not 6",
        ),
        (
            {"kind": "place", "player": 0, "soldiers": "all", "mercenaries": [0, 0, 0, 0, 0]},
            'soldiers: must be a list, not "all"',
        ),
        (
            {"kind": "infirmary", "player": 0, "heal": 10**400},
            f"heal: must be {MOST} or less, not 1" + "0" * 38 + "…",
        ),
        (
            {"kind": "place", "player": 0, "soldiers": [0, 0, 0, 0, -2], "mercenaries": [0, 0, 0, 0, 0]},
            "soldiers[4]: must be 0 or more, not -2",
        ),
        (
            {"kind": "scout", "player": 0, "protect": "NE"},
            'protect: must be "N", "E", "S" or "W", not "NE"',
        ),
        (
            {
                "kind": "stockpile",
                "player": 0,
                "jobs": [{"kind": "build", "at": "X", "piece": "wall", "material": "wood"}],
            },
            'jobs[0].at: must be "N", "E", "S", "W", "NE", "SE", "SW" or "NW", not "X"',
        ),
        (
            {
                "kind": "stockpile",
                "player": 0,
                "jobs": [{"kind": "build", "at": "N", "piece": "hut", "material": "wood"}],
            },
            'jobs[0].piece: must be "wall", "gate" or "turret", not "hut"',
        ),
        (
            {"kind": "stockpile", "player": 0, "jobs": [{"kind": "paint"}]},
            'jobs[0].kind: must be "build", "repair", "clear flame" or "mend", not "paint"',
        ),
        ({"kind": "stockpile", "player": 0, "jobs": [3]}, "jobs[0]: must be an object, not 3"),
        ({"kind": "correct", "changes": []}, "changes: must not be empty"),
        (
            {"kind": "correct", "changes": [{"kind": "set number", "player": 0, "number": "gold", "to": -1}]},
            "changes[0].to: must be 0 or more, not -1",
        ),
        ({"kind": "draw invader", "card": 3, "side": "N"}, "card: must be a text or an object, not 3"),
        ({"kind": "draw invader", "card": "", "side": "N"}, "card: must not be empty"),
        (
            {"kind": "draw invader", "card": {"id": "a", "name": "A", "tiers": []}, "side": "N"},
            "card.tiers: must not be empty",
        ),
        (
            {"kind": "take card", "player": 0, "card": {"kind": "siege", "id": "a", "name": "A"}},
            'card.kind: must be "building" or "refugee", not "siege"',
        ),
        (
            {"kind": "take card", "player": 0, "card": {"kind": "refugee", "id": "a", "name": "A", "value": 100}},
            "card.value: must be 99 or less, not 100",
        ),
    ],
)
def test_each_fault_is_one_sentence_with_its_place(action, sentence):
    assert refusal_of(ACTION, action) == sentence


JARGON = re.compile(r"pydantic|input|https?:|literal_error|validation|constrained|dataclass|union|tuple", re.IGNORECASE)


@pytest.mark.parametrize("value", [None, True, -1, 2.5, 10**30, "", "x", [], [{}], {}, {"kind": "x"}, {"x": 1}])
@pytest.mark.parametrize("form", [told_apart(Action), State])
def test_no_sentence_speaks_of_the_machinery(form, value):
    sentence = refusal_of(reader(form), value)
    assert not JARGON.search(sentence), sentence


class Odd(Form):
    """Fields of kinds our files do not have, so that every finding has some sentence."""

    model_config = ConfigDict(strict=False, populate_by_name=True)
    ratio: float = Field(default=0.5, gt=0, lt=1)
    letters: str = Field(default="aa", pattern="^a+$", min_length=2)
    pair: tuple[int, ...] = Field(default=(1, 2), min_length=2)
    number: int = 0
    nothing: None = None
    three: tuple[int, int, int] = (1, 2, 3)
    either: bool | int | None = None


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        ({"ratio": 0}, "ratio: must be more than 0.0, not 0"),
        ({"ratio": 1}, "ratio: must be less than 1.0, not 1"),
        ({"ratio": "x"}, 'ratio: cannot be used: "x"'),
        ({"letters": "bb"}, 'letters: has not the form it needs: "bb"'),
        ({"pair": [1]}, "pair: must hold at least 2 values, not 1"),
        ({"number": 1.5}, "number: must be a whole number, not 1.5"),
        ({"nothing": 1}, "nothing: must be null, not 1"),
        ({"three": [1, 2]}, "three: must hold more than 2 values"),
    ],
)
def test_rarer_findings_have_a_sentence_too(odd, sentence):
    assert refusal_of(Reader(Odd), odd) == sentence


def test_the_first_of_several_faults_is_reported():
    players = [{"castle": {"N": {"cubes": "all"}}, "turret": "N"}, {"gold": -1}]
    scenario = {"format": "companion.scenario", "version": 1, "players": players}
    with pytest.raises(BadInput) as caught:
        load_scenario(json.dumps(scenario).encode())
    assert str(caught.value) == 'players[0].castle.N.cubes: must be a whole number, not "all"'


def test_a_game_with_one_kind_of_action_needs_no_telling_apart():
    assert told_apart(State) is State


def test_a_place_within_a_place():
    adapter = TypeAdapter(list[int])
    with pytest.raises(ValidationError) as caught:
        adapter.validate_python(["x"])
    assert bad_input(caught.value, ["x"], "players").place == "players[0]"


def test_a_place_is_written_as_in_the_file():
    assert place(("players", 1, "castle", "N", "cubes")) == "players[1].castle.N.cubes"
    assert place(()) == ""
    assert place((2, "move-tokens", "a.b")) == '[2].move-tokens."a.b"'


def test_a_file_of_faults_is_refused_as_a_whole():
    data = b'{"format":"companion.pack","version":1,"id":"x","name":"x","cards":[' + b"{}," * 60_000 + b"{}]}"
    with pytest.raises(BadInput) as caught:
        load_pack(data)
    assert str(caught.value) == "60001 things are wrong here; this is not what it claims to be"


def test_the_unknown_field_comes_before_the_missing_one():
    """A misspelt field is both; its author sees the misspelling."""
    scenario = {"format": "companion.scenario", "version": 1, "playrs": []}
    with pytest.raises(BadInput) as caught:
        load_scenario(json.dumps(scenario).encode())
    assert str(caught.value) == "playrs: is not a field known here"
