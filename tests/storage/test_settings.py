"""What the users chose: typed, kept, and never in the way when it cannot be read."""

import json
from typing import Any

import pytest

from companion.storage import StorageTrouble
from companion.storage.settings import DEFAULTS, SeatedPlayer, Settings
from engine.core.errors import BadInput
from engine.core.record import replace
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.rulings import Rulings

EVERYTHING: dict[str, Any] = {
    "language": "de",
    "theme": "contrast",
    "text_scale": 1.75,
    "left_hand": True,
    "keep_awake": False,
    "haptics": False,
    "automation": ("turret", "bypass"),
    "rulings": Rulings(ladder="first round", own_board_workers=2),
    "constants": replace(Constants(), threat_step=2, start_gold=(1, 2, 3, 4)),
}


def stored(storage: Any) -> dict[str, Any]:
    ((text,),) = storage.database.rows("SELECT value FROM settings WHERE name = 'settings'")
    told: dict[str, Any] = json.loads(text)
    return told


def put(storage: Any, value: str, name: str = "settings") -> None:
    with storage.database.change() as connection:
        connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))


def test_at_first_everything_is_as_usual(opened):
    shelf = opened().settings
    assert shelf.settings == DEFAULTS == Settings()
    assert shelf.last_players == ()
    assert shelf.notes == ()


def test_every_setting_is_kept(opened):
    storage = opened()
    told = []
    storage.settings.listeners.append(lambda: told.append(storage.settings.settings.theme))
    assert storage.settings.change(**EVERYTHING) == Settings(**EVERYTHING)
    assert told == ["contrast"]
    storage.close()
    shelf = opened().settings
    assert shelf.settings == Settings(**EVERYTHING)
    assert shelf.notes == ()
    assert shelf.change(**{name: getattr(DEFAULTS, name) for name in EVERYTHING}) == DEFAULTS


def test_only_what_was_chosen_is_stored(opened):
    """A later version's better default reaches everyone who never chose otherwise."""
    storage = opened()
    storage.settings.change(theme="dark", rulings=Rulings(ladder="first round"), text_scale=2)
    assert stored(storage) == {"theme": "dark", "rulings": {"ladder": "first round"}, "text_scale": 2}
    storage.settings.change(theme="system", rulings=Rulings(), text_scale=1.0)
    assert stored(storage) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"language": "fr"},
        {"theme": "pink"},
        {"text_scale": 0.9},
        {"text_scale": 2.1},
        {"text_scale": float("nan")},
        {"text_scale": "large"},
        {"left_hand": 1},
        {"automation": ("",)},
        {"rulings": Rulings(ladder="never")},  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_refused(opened, wrong):
    storage = opened()
    storage.settings.change(theme="dark")
    with pytest.raises(BadInput):
        storage.settings.change(haptics=False, **wrong)
    assert storage.settings.settings == Settings(theme="dark")
    assert stored(storage) == {"theme": "dark"}


def test_an_unknown_setting_is_a_slip_of_the_programmer(opened):
    with pytest.raises(TypeError, match="no field called 'colour'"):
        opened().settings.change(colour="red")


@pytest.mark.parametrize(
    ("broken", "left", "named"),
    [
        ({"language": "fr", "theme": "dark"}, {"theme": "dark"}, ["language"]),
        ({"text_scale": 7, "theme": 3, "haptics": False}, {"haptics": False}, ["text_scale", "theme"]),
        ({"sounds": True, "theme": "dark"}, {"theme": "dark"}, ["sounds"]),
        ({"automation": ["turret", 3], "theme": "dark"}, {"theme": "dark"}, ["automation"]),
        (
            {"rulings": {"ladder": "never", "supply": "ignore"}, "theme": "dark"},
            {"rulings": Rulings(supply="ignore"), "theme": "dark"},
            ["rulings.ladder"],
        ),
        (
            {"constants": {"capacity": {"wood_wall": 3}, "threat_step": 2}},
            {"constants": replace(Constants(), threat_step=2)},
            ["constants.capacity"],
        ),
        (
            {"constants": {"board": [{"id": "tax", "offers": [], "places": [1, 1, -1]}], "threat_step": 2}},
            {"constants": replace(Constants(), threat_step=2)},
            ["constants.board"],
        ),
        ({"constants": 5}, {}, ["constants"]),
    ],
)
def test_broken_values_are_as_usual_and_the_others_stay(opened, broken, left, named):
    storage = opened()
    put(storage, json.dumps(broken))
    storage.close()
    storage = opened()
    assert storage.settings.settings == Settings(**left)
    assert {str(note).split("“")[1].split("”")[0] for note in storage.notes} == set(named)
    assert all("is back to its default" in str(note) for note in storage.notes)
    storage.settings.change(left_hand=True)
    storage.close()
    storage = opened()
    assert storage.notes == ()
    assert storage.settings.settings == Settings(**left, left_hand=True)


@pytest.mark.parametrize("rubbish", ["rubbish", "[]", "null", "3", "", '{"theme"'])
def test_rubbish_is_as_usual_with_a_note(opened, rubbish):
    storage = opened()
    put(storage, rubbish)
    storage.close()
    shelf = opened().settings
    assert shelf.settings == DEFAULTS
    assert tuple(map(str, shelf.notes)) == ("The settings could not be read and are back to their defaults.",)


# last evening's players


def test_last_evenings_players_are_offered(opened):
    storage = opened()
    players = (SeatedPlayer("Ada", "blue", "S"), SeatedPlayer("Bengt Ömer", "red", "N"))
    storage.settings.remember_players(players)
    storage.close()
    storage = opened()
    assert storage.settings.last_players == players
    with pytest.raises(BadInput):
        storage.settings.remember_players((SeatedPlayer("", "blue", "S"),))
    with pytest.raises(BadInput):
        storage.settings.remember_players((SeatedPlayer("Ada", "blue", "up"),))  # type: ignore[arg-type]
    assert storage.settings.last_players == players
    put(storage, '{"players": [{"name": "Ada"}]}', "last players")
    storage.close()
    shelf = opened().settings
    assert shelf.last_players == ()
    assert len(shelf.notes) == 1


def test_a_change_that_cannot_be_saved_is_not_made(opened):
    storage = opened()
    connection = storage.database._connection
    connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageTrouble) as caught:
        storage.settings.change(theme="dark")
    assert caught.value.kind == "read-only"
    assert storage.settings.settings == DEFAULTS
