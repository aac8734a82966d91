"""The published JSON Schemas agree with what is read."""

import json

import pytest
from jsonschema import Draft202012Validator

from engine.border.pack import dump_pack
from engine.border.schema import SCHEMAS, schema
from engine.core.errors import BadInput
from tests.border.tables import ROOT, practice_pack, present


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound_and_says_its_version(name):
    made = schema(name)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["title"] == f"companion.{name}, version {json.loads(present(name))['version']}"
    assert "$id" not in made
    assert {"format", "version"} <= set(made["required"])
    assert not [key for key in made["$defs"] if "_" in key]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_kept_samples_fit_their_schema(name):
    validator(name).validate(json.loads(present(name)))


def test_the_practice_pack_fits_its_schema():
    validator("pack").validate(json.loads(dump_pack(practice_pack())))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.json")), ids=lambda path: path.name)
def test_the_examples_fit_their_schema(path):
    raw = json.loads(path.read_bytes())
    validator(raw["format"].removeprefix("companion.")).validate(raw)


def test_a_scenario_may_name_only_some_constants():
    scenario = {"format": "companion.scenario", "version": 1, "players": [{}]}
    scenario["constants"] = {"capacity": {"stone_wall": 6}}
    assert validator("scenario").is_valid(scenario)


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "companion.scenario", "version": 1},
        {"format": "companion.scenario", "version": 2, "players": [{}]},
        {"format": "companion.scenario", "version": 1, "players": [{"gold": -1}]},
        {"format": "companion.scenario", "version": 1, "players": [{"silver": 1}]},
        {"format": "companion.scenario", "version": 1, "players": [{"castle": {"N": "wood turret"}}]},
    ],
)
def test_a_bad_scenario_does_not_fit(wrong):
    assert not validator("scenario").is_valid(wrong)


def test_an_unknown_schema_gets_a_sentence():
    with pytest.raises(BadInput) as caught:
        schema("poem")
    assert str(caught.value) == "poem: there is no schema of this name; known: save, scenario, pack, message"
