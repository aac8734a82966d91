"""Settings: every change is saved and seen at once; data out of the app and into it."""

import zipfile
from io import BytesIO
from pathlib import Path
from typing import get_args, get_type_hints

import flet as ft
import pytest

from companion.games.after_the_empire.names import space_name
from companion.games.after_the_empire.rules_settings import ORDER
from companion.games.after_the_empire.ruling_words import (
    CONSTANTS,
    automation_name,
    choice_name,
    constant_name,
    options_of,
    ruling_name,
)
from companion.share.archive import bring_in, everything
from companion.shell.look import DARK, LIGHT
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import Storage
from engine.games.after_the_empire.constants import BOARD, Constants
from engine.games.after_the_empire.defaults import AUTOMATION, WHOLE_COMBAT
from engine.games.after_the_empire.rulings import RULING_IDS, Rulings
from tests.app.headless import Device
from tests.app.seeds import at, table_at

WORDS = Words("en")


@pytest.fixture
def store(tmp_path: Path):
    with Storage(tmp_path) as storage:
        storage.settings.change(language="en", theme="light")
        yield Store(storage)


def tapped(store: Store, *names: str, route: str = "/settings") -> None:
    with Device(store, route) as device:
        if route != "/settings":
            device.go("/settings")
        for name in names:
            device.tap(name)


# the look, at once


def test_a_theme_is_worn_at_once(store):
    with Device(store, "/settings") as device:
        assert device.page.theme.scaffold_bgcolor == LIGHT.page
        device.tap("Dark")
        assert device.page.theme.scaffold_bgcolor == DARK.page
        assert device.page.theme_mode == ft.ThemeMode.DARK
        assert device.find(ft.View)[0].bgcolor == DARK.page
    assert store.settings.theme == "dark"


def test_text_grows_at_once(store):
    with Device(store, "/settings") as device:
        before = device.find(ft.Text, value="Text size")[0].size
        device.tap("200 %")
        assert device.find(ft.Text, value="Text size")[0].size == 2 * before
        assert store.reports == []


def test_a_choice_survives_a_restart(store, tmp_path):
    tapped(store, "High contrast", "150 %", "Left-handed", "Keep awake", "Haptics")
    store.storage.close()
    with Storage(tmp_path) as again:
        kept = again.settings.settings
    assert (kept.theme, kept.text_scale) == ("contrast", 1.5)
    assert (kept.left_hand, kept.keep_awake, kept.haptics) == (True, False, False)


def test_the_screen_stays_on_at_a_table_only(store):
    table = table_at(store.storage, "Evening", 2, at(1, "actions"))
    with Device(store, "/") as device:
        device.go(f"/table/{table.id}")
        device.go("/")
        asked = [name for name, _ in device.connection.calls if name in ("enable", "disable")]
    assert asked == ["disable", "enable", "disable"]


@pytest.mark.parametrize("wanted", [True, False])
def test_the_hand_feels_what_the_table_has_noted(store, wanted):
    store.storage.settings.change(haptics=wanted)
    table = table_at(store.storage, "Evening", 2, at(1, "combat"))
    with Device(store, f"/table/{table.id}/log") as device:
        device.tap("Undo: ")
        device.settle()
        felt = [name for name, _ in device.connection.calls if name == "light_impact"]
    assert bool(felt) is wanted


# the game


def test_automation_is_switched_by_kind(store):
    tapped(store, "Automation", "Who passes the wall")
    assert set(store.settings.automation) == AUTOMATION - {"bypass"}
    tapped(store, "Automation", "Placement", "Back to the defaults")
    assert set(store.settings.automation) == AUTOMATION


def test_a_ruling_is_chosen(store):
    tapped(store, "House rulings", "It takes the damage", "A razed farm may be protected")
    assert store.settings.rulings == Rulings(flamed_turret="takes the damage", protect_razed_farms=False)
    tapped(store, "House rulings", "Back to the defaults")
    assert store.settings.rulings == Rulings()


def test_components_are_corrected(store):
    tapped(store, "Components", "Stone Wall: one more", "4 players add", "Mine: one less", "Seasons: one less")
    constants = store.settings.constants
    assert constants.capacity.stone_wall == Constants().capacity.stone_wall + 1
    assert next(space.places for space in constants.board if space.id == "mine") == (1, 1, 0)
    assert constants.seasons == 6


def test_a_table_in_play_can_take_the_rules_over(store):
    table = table_at(store.storage, "Evening", 2, at(2, "actions"))
    with Device(store, f"/table/{table.id}") as device:
        device.go("/settings")
        assert "Use these rules at this table" not in device.buttons()
        device.tap("House rulings")
        device.tap("It takes the damage")
        device.tap("Use these rules at this table")
        assert table.state.table.rulings.flamed_turret == "takes the damage"
        assert "Use these rules at this table" not in device.buttons()
        device.tap("Back")
        assert device.page.route == f"/table/{table.id}"


def test_everything_that_can_be_set_has_words():
    for field in RULING_IDS:
        assert ruling_name(WORDS, field) != field
        for option in options_of(field):
            assert choice_name(WORDS, option) != option
    assert set(ORDER) == set(WHOLE_COMBAT)
    assert all(automation_name(WORDS, kind) != (kind, "") for kind in WHOLE_COMBAT)
    assert all(constant_name(WORDS, field) for field in CONSTANTS)
    assert all(space_name(WORDS, space.id) != space.id for space in BOARD)


def test_every_choice_of_a_ruling_is_offered():
    hints = get_type_hints(Rulings)
    assert options_of("ladder") == get_args(hints["ladder"])
    assert options_of("idle_workers") == (True, False)
    assert options_of("own_board_workers") == ()


@pytest.mark.parametrize(("scale", "width", "theme"), [(2.0, 390, "dark"), (1.0, 1280, "contrast")])
def test_all_of_it_opened_in_large_and_wide(store, scale, width, theme):
    store.storage.settings.change(text_scale=scale, theme=theme)
    with Device(store, "/settings", width=width) as device:
        for title in ("Automation", "House rulings", "Components", "About and licences"):
            device.tap(title)
        assert store.reports == []
        assert "Stone Gate: 4" in device.labels()


def test_a_read_only_disk_is_told(store, monkeypatch):
    from companion.storage.trouble import trouble_of

    def refuse(**changes: object) -> None:
        raise trouble_of("full", Path("/"))

    with Device(store, "/settings") as device:
        monkeypatch.setattr(store.storage.settings, "change", refuse)
        device.tap("Dark")
        assert any("disk is full" in text for text in device.texts())


# data


def test_everything_goes_out_and_comes_back(store, tmp_path):
    table = table_at(store.storage, "Friday", 2, at(2, "actions"))
    data = everything(store.storage)
    with Storage(tmp_path / "another") as other:
        assert bring_in(WORDS, other, data).startswith("1 table imported.")
        (summary,) = other.tables.tables()
        assert other.tables.open(summary.id).state == table.state
        assert bring_in(WORDS, other, table.export()) == "“Friday” is among your tables now."


@pytest.mark.parametrize("hostile", [b"", b"nonsense", b"PK\x05\x06" + bytes(18), b"PK\x03\x04 broken", b"{}"])
def test_hostile_files_are_refused_with_a_sentence(store, hostile):
    told = bring_in(WORDS, store.storage, hostile)
    assert told.endswith(".")
    assert store.storage.tables.tables() == ()


def test_an_archive_of_other_things_says_what_it_left_out(store):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("letter.txt", "Dear Ada")
        archive.writestr("folder/", "")
        archive.writestr("bomb.json", b" " * (17 * 1024 * 1024), zipfile.ZIP_DEFLATED)
    told = bring_in(WORDS, store.storage, out.getvalue())
    assert "letter.txt" in told
    assert "bomb.json" in told
    assert store.storage.tables.tables() == ()


def test_export_buttons_hand_out_files(store):
    table = table_at(store.storage, "Friday", 2, at(1, "combat"))
    with Device(store, f"/table/{table.id}") as device:
        device.go("/settings")
        device.tap("Export “Friday”")
        device.tap("Export everything")
        device.settle()
        names = [given["file_name"] for name, given in device.connection.calls if name == "save_file"]
    assert names == ["friday.json", "companion.zip"]
