"""Older files are lifted step by step; newer ones are refused with a sentence."""

from typing import Any

import pytest

from engine.border.migrations import FORMATS, Lineage, lifted
from engine.core.errors import BadInput


def rename(raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "gold": raw["money"]}


def double(raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "gold": raw["gold"] * 2}


TOY = {"toy": Lineage("a toy", steps=(rename, double))}


def test_a_file_is_lifted_through_every_version_in_order():
    assert lifted({"format": "toy", "version": 1, "money": 4}, "toy", TOY) == (
        {"format": "toy", "version": 3, "money": 4, "gold": 8},
        True,
    )
    assert lifted({"format": "toy", "version": 2, "gold": 4}, "toy", TOY)[0]["gold"] == 8


def test_a_present_file_is_left_alone():
    raw = {"format": "toy", "version": 3}
    assert lifted(raw, "toy", TOY) == (raw, False)


def test_the_file_given_is_not_changed():
    raw = {"format": "toy", "version": 1, "money": 4}
    lifted(raw, "toy", TOY)
    assert raw == {"format": "toy", "version": 1, "money": 4}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"format": "toy", "version": 4}, "this file is of version 4, but this program knows versions up to 3"),
        ({"format": "toy", "version": 0}, "version: must be 1 to 3, not 0"),
        ({"format": "toy", "version": 1.0}, "version: must be 1 to 3, not 1.0"),
        ({"format": "toy", "version": 1}, "the file does not hold what version 1 of toy holds"),
        ({"format": "toy", "version": 2, "gold": None}, "the file does not hold what version 2 of toy holds"),
        (None, "a toy is an object, not null"),
    ],
)
def test_a_file_that_cannot_be_lifted_gets_a_sentence(raw, sentence):
    with pytest.raises(BadInput, match=sentence):
        lifted(raw, "toy", TOY)


def test_every_format_has_a_version():
    assert {name: lineage.version for name, lineage in FORMATS.items()} == {
        "companion.save": 2,
        "companion.pack": 1,
        "companion.scenario": 1,
        "companion.message": 1,
    }
