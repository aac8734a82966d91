"""The registry of games."""

import pytest

from engine.core import registry
from engine.core.errors import BadInput
from tests.example_game.game import WELL_AND_BUCKET, WellAndBucket


class Other(WellAndBucket):
    id = "other"


@pytest.fixture(autouse=True)
def _empty_registry(monkeypatch):
    monkeypatch.setattr(registry, "_GAMES", {})


def test_a_registered_game_is_found_by_its_id():
    registry.register(WELL_AND_BUCKET)
    assert registry.game_named("well-and-bucket") is WELL_AND_BUCKET


def test_games_come_in_order_of_registration():
    other = Other()
    registry.register(other)
    registry.register(WELL_AND_BUCKET)
    assert registry.games() == (other, WELL_AND_BUCKET)


def test_an_id_can_be_taken_only_once():
    registry.register(WELL_AND_BUCKET)
    with pytest.raises(ValueError, match="registered already"):
        registry.register(WellAndBucket())
    assert registry.games() == (WELL_AND_BUCKET,)


def test_an_unknown_game_is_bad_input_that_names_the_known_ones():
    with pytest.raises(BadInput, match="known: none"):
        registry.game_named("chess")
    registry.register(WELL_AND_BUCKET)
    with pytest.raises(BadInput, match=r"^game: there is no game called 'chess'; known: well-and-bucket$"):
        registry.game_named("chess")
