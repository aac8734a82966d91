"""Card packs: the one we ship, and those of others."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.border.files import read_file
from engine.border.pack import dump_pack, load_pack
from engine.core.errors import BadInput
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    tier_reached,
)
from engine.games.after_the_empire.constants import Decks
from tests.border.tables import ROOT, practice_pack, sample

INVADER = {"kind": "invader", "id": "reivers", "name": "Reivers", "tiers": [{"gold": 5, "swordsmen": 1}]}


def pack_file(*cards: Any, **fields: Any) -> bytes:
    pack = {"format": "companion.pack", "version": 1, "id": "mine", "name": "Mine", "cards": cards, **fields}
    return json.dumps(pack).encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"[]", "a card pack is an object, not an empty list"),
        (pack_file(format="companion.save"), 'format: this is a saved table, not a card pack ("companion.pack")'),
        (pack_file(format="zip"), 'format: must be "companion.pack", not "zip"'),
        (pack_file(format=None), 'format: is missing; a card pack says "companion.pack" here'),
        (pack_file(version=None), "version: is missing"),
        (pack_file(version=0), "version: must be 1, not 0"),
        (pack_file(version=True), "version: must be 1, not true"),
        (
            pack_file(version=2),
            "version: this file is of version 2, but this program knows versions up to 1: update the program",
        ),
        (pack_file(game="chess"), 'game: must be "after-the-empire", not "chess"'),
        (pack_file(id=""), "id: must not be empty"),
        (pack_file(run="rm -rf"), "run: is not a field known here"),
        (pack_file(3), "cards[0]: must be an object, not 3"),
        (pack_file({"id": "a", "name": "A", "value": 1}), "cards[0].kind: is missing"),
        (
            pack_file({**INVADER, "kind": "spell"}),
            'cards[0].kind: must be "invader", "siege", "building", "refugee" or "objective", not "spell"',
        ),
        (
            pack_file(INVADER, {**INVADER, "id": "b", "tiers": [{"gold": 8}, {"gold": 6}]}),
            "cards[1].tiers[1].gold: tiers must rise: 6 gold comes after 8 on Reivers",
        ),
        (pack_file({**INVADER, "tiers": []}), "cards[0].tiers: must not be empty"),
        (
            pack_file({**INVADER, "tiers": [{"gold": 1, "swordsmen": -1}]}),
            "cards[0].tiers[0].swordsmen: must be 0 or more, not -1",
        ),
        (pack_file(INVADER, INVADER), 'cards[1].id: "reivers" is the id of cards[0] already'),
    ],
)
def test_a_bad_pack_gets_one_sentence(data, sentence):
    with pytest.raises(BadInput) as caught:
        load_pack(data)
    assert str(caught.value) == sentence


def test_a_pack_comes_back_as_it_was():
    assert load_pack(dump_pack(practice_pack())) == practice_pack()


def test_a_pack_is_written_one_card_to_a_line_without_what_is_usual():
    pack = load_pack(pack_file(INVADER, author="Ada"))
    assert dump_pack(pack).decode().splitlines() == [
        "{",
        '"format": "companion.pack",',
        '"version": 1,',
        '"id": "mine",',
        '"name": "Mine",',
        '"game": "after-the-empire",',
        '"language": "en",',
        '"author": "Ada",',
        '"licence": null,',
        '"cards": [',
        json.dumps(INVADER),
        "]",
        "}",
    ]


def test_the_kept_sample_still_loads():
    pack = load_pack(sample("pack.v1.json"))
    assert Counter(card.kind for card in pack.cards) == Counter(
        ["invader", "siege", "building", "refugee", "objective"]
    )


# the practice pack


def cards_of(kind: type) -> list[Any]:
    return [card for card in practice_pack().cards if isinstance(card, kind)]


def test_the_practice_pack_says_what_it_is():
    pack = practice_pack()
    assert (pack.id, pack.name) == (
        "practice",
        "Practice pack – invented for learning, not the cards of the box",
    )


def test_c7_the_practice_pack_has_the_box_s_numbers_of_cards():
    decks = Decks()
    buildings, refugees = cards_of(BuildingCard), cards_of(RefugeeCard)
    assert len(cards_of(InvaderCard)) == decks.invaders
    assert len(cards_of(SiegeCard)) == decks.sieges
    assert len(cards_of(ObjectiveCard)) == decks.objectives
    assert [card for card in buildings if card.starting] == [BARRACKS]
    assert len(buildings) == decks.buildings + 1
    assert sum(card.starting for card in refugees) == decks.starting_refugees
    assert sum(not card.starting for card in refugees) == decks.refugees


def test_s2_starting_refugees_of_the_practice_pack_differ_in_initiative():
    assert sorted(card.initiative for card in cards_of(RefugeeCard) if card.starting) == [1, 2, 3, 4, 5]


def test_the_practice_pack_has_questions_and_conditions_of_every_test():
    conditions = [card.condition for card in cards_of(ObjectiveCard)]
    assert conditions.count(None) == 2
    assert {condition.test for condition in conditions if condition} == {"most", "at least", "at most", "exactly"}


def test_the_practice_pack_has_every_siege_engine_and_surge():
    sieges = cards_of(SiegeCard)
    assert {card.engine for card in sieges} == {"catapult", "mangonel", "trebuchet", "ladder", "siege tower"}
    assert {card.surge for card in sieges} == {"leader", "all", "none"}


def invaders_at(level: int) -> list[int]:
    reached = [tier_reached(card.tiers, level) for card in cards_of(InvaderCard)]
    return [tier.swordsmen + tier.archers if tier else 0 for tier in reached]


def test_the_practice_pack_begins_gently_and_grows():
    """Season 1 can be survived; at 16 gold a card brings 3 to 5, as in the rulebook's worked example."""
    assert all(count <= 2 for level in (5, 6, 7, 8) for count in invaders_at(level))
    assert 3.5 <= sum(invaders_at(16)) / 32 <= 4.5
    means = [sum(invaders_at(level)) / 32 for level in (5, 9, 10, 19, 20, 29, 30, 50)]
    assert means == sorted(means)
    for spike in (10, 20, 30):
        assert sum(invaders_at(spike)) - sum(invaders_at(spike - 1)) >= 32, spike


def test_the_shipped_file_is_as_we_would_write_it():
    path = ROOT / "assets" / "packs" / "practice.json"
    assert dump_pack(practice_pack()) == read_file(path)
