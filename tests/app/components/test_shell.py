"""The shell: taps that follow each other quickly, failures anywhere, low screens and large text, left hands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import app as companion_app
from companion.games.after_the_empire.library.quick import card_address, card_of_address
from companion.shell import screens
from companion.shell.look import INSET, LETTER, Look
from companion.shell.look import LIGHT as DAY
from companion.shell.store import Store
from companion.storage import SavedTable, Storage
from engine.core.record import replace
from tests.app.headless import Device
from tests.app.seeds import at, evening_for, table_at

CRASHED = "Something went wrong"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    storage = Storage(tmp_path)
    yield Store(storage)
    storage.close()


@pytest.fixture
def counted(store: Store) -> SavedTable:
    """A table that does not log workers."""
    return store.storage.tables.create(replace(evening_for(3), count_only=True), "Counted")


# quick taps


def test_two_taps_at_once_on_a_stepper_both_count(store: Store) -> None:
    with Device(store, "/new") as device:
        device.tap("Check your components")
        device.tap_at_once("Stone Wall: one more", "Stone Wall: one more")
        assert "Stone Wall: 7" in device.labels()


def test_taps_at_once_on_two_steppers_of_a_form_both_count(store: Store) -> None:
    """Would catch a form that is put together from what was drawn before the first tap."""
    with Device(store, "/new") as device:
        device.tap("Check your components")
        device.tap_at_once("Stone Wall: one more", "Wood Wall: one more", "Stone Wall: one more")
        assert {"Stone Wall: 7", "Wood Wall: 3"} <= set(device.labels())


def test_taps_at_once_on_a_card_being_taught_all_count(store: Store) -> None:
    with Device(store, "/library/card/new:invader") as device:
        taps = ["Tier 1, swordsmen: one more", "Tier 1, archers: one more", "Tier 1, swordsmen: one more"]
        before = [label for label in device.labels() if label.startswith("Tier 1, swordsmen: ")]
        device.tap_at_once(*taps)
        after = [label for label in device.labels() if label.startswith("Tier 1, swordsmen: ")]
        assert "Tier 1, archers: 1" in device.labels()
        assert after != before
        assert "Tier 1, swordsmen: 3" in after or "Tier 1, swordsmen: 2" in after


def test_a_digit_and_done_at_once_keep_the_digit(store: Store, counted: SavedTable) -> None:
    with Device(store, f"/table/{counted.id}/castle/0") as device:
        device.tap("Gold: ")
        device.tap_at_once("Digit 2", "Digit 4", "Done")
        assert counted.state.players[0].gold == 24


def test_a_typed_number_and_done_at_once_in_a_form(store: Store) -> None:
    with Device(store, "/new") as device:
        device.tap("Check your components")
        device.tap("Stone Wall: 5")
        device.tap_at_once("Digit 1", "Digit 2", "Done")
        assert "Stone Wall: 12" in device.labels()


def test_farms_sown_at_once_are_all_sown(store: Store) -> None:
    table = store.storage.tables.create(evening_for(2), "Farms")
    with Device(store, f"/table/{table.id}") as device:
        (granary,) = [label for label in device.buttons() if label.startswith("Granary")]
        device.tap(granary)
        first = [label for label in device.buttons() if label.startswith("Sow ") and label.endswith("one less")]
        device.tap_at_once(*first)
        assert len(first) > 1
        assert {label.replace("one less", "0") for label in first} <= set(device.labels())


def test_done_twice_at_once_is_done_once(store: Store, counted: SavedTable) -> None:
    with Device(store, f"/table/{counted.id}/castle/0") as device:
        device.tap("Gold: ")
        device.tap("1 more")
        before = counted.n
        device.tap_at_once("Done", "Done")
        assert counted.n == before + 1
    assert not store.reports


# failures


def test_a_screen_that_cannot_be_loaded_shows_the_way_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(place: str) -> Any:
        if "log_page" in place:
            raise SyntaxError("half a module")
        return loaded(place)

    loaded = screens._loaded
    monkeypatch.setattr(screens, "_loaded", broken)
    table = store.storage.tables.create(evening_for(2), "Unharmed")
    with Device(store, f"/table/{table.id}/log") as device:
        assert CRASHED in device.labels()
        device.tap("Copy report")
        (report,) = [arguments for name, arguments in device.connection.calls if name == "set"]
        assert "half a module" in str(report)
        assert f"/table/{table.id}/log" in str(report)
        assert "Unharmed" in str(report)
        device.tap("Back to the tables")
        assert "New table" in device.buttons()


def test_a_failure_of_the_app_itself_shows_the_way_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise LookupError("no such look")

    with monkeypatch.context() as patched:
        patched.setattr(companion_app, "use_look", broken)
        device = Device(store, "/rules")
        assert CRASHED in device.labels()
        assert {"Copy report", "Back to the tables"} <= set(device.buttons())
    with device:
        device.tap("Back to the tables")
        assert "New table" in device.buttons()
    assert "no such look" in store.reports[0]


def test_a_failing_tap_shows_the_way_back_and_the_table_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_at(store.storage, "Tap", 2, lambda state: state.last_placed is not None)
    with Device(store, f"/table/{table.id}") as device:
        with monkeypatch.context() as patched:
            patched.setattr(SavedTable, "undo", lambda self: [][0])
            device.tap("Undo: ")
        assert CRASHED in device.labels()
        assert "IndexError" in store.reports[0]
        device.tap("Back to the tables")
        device.tap("Tap: ")
        device.tap("Undo: ")
        assert CRASHED not in device.labels()


# addresses


@pytest.mark.parametrize("card_id", ["hill-clans", "v1.5 a/b", "..", "~2E", "12", "Ä%20?#", "new:siege", "a.b.c"])
def test_the_address_of_a_card_has_no_dot_and_leads_to_it(card_id: str) -> None:
    address = card_address(card_id, back="/table/1")
    word = address.removeprefix("/library/card/").partition("?")[0]
    assert "." not in word
    assert "/" not in word
    assert "%" not in word
    assert not word.isdecimal()
    assert card_of_address(word) == card_id


# low screens, large text


@pytest.mark.parametrize(("scale", "size"), [(2.0, (390, 844)), (1.0, (844, 390)), (1.0, (320, 568))])
def test_on_a_low_screen_title_and_strip_scroll_but_undo_stays(
    store: Store, scale: float, size: tuple[int, int]
) -> None:
    store.storage.settings.change(text_scale=scale)
    table = table_at(store.storage, "Low", 4, at(2, "actions"))
    with Device(store, f"/table/{table.id}", width=size[0], height=size[1]) as device:
        scrolled = [label for column in device.find(ft.Column) if column.scroll for label in _labels(device, column)]
        assert any(label.startswith("Castle of") for label in scrolled)
        assert "Back" not in scrolled
        assert not [label for label in scrolled if label.startswith("Undo: ")]
        assert [label for label in device.buttons() if label.startswith("Undo: ")]
    assert not store.reports


def test_on_a_usual_phone_title_and_strip_stay(store: Store) -> None:
    table = table_at(store.storage, "Usual", 4, at(2, "actions"))
    with Device(store, f"/table/{table.id}") as device:
        scrolled = [label for column in device.find(ft.Column) if column.scroll for label in _labels(device, column)]
        assert not [label for label in scrolled if label.startswith("Castle of")]


def test_a_turned_phone_is_drawn_anew(store: Store) -> None:
    with Device(store, "/") as device:
        before = device.find(ft.Row)[-1]
        device.fire(device.page, "resize", {"width": 844, "height": 390})
        assert device.find(ft.Row)[-1] is not before
        (row,) = [row for row in device.find(ft.Row) if "New table" in _labels(device, row)]
        assert {"Library", "Rules", "Settings", "Practice table"} <= set(_labels(device, row))


def _labels(device: Device, root: Any) -> list[str]:
    return [control.label for control in device.walk(root) if isinstance(control, ft.Semantics) and control.label]


def test_a_long_word_is_set_so_that_it_does_not_break() -> None:
    look = Look("light", DAY, 2.0, column=366)
    for family, words in (("Caps", "Spielmaterial"), ("Sans Bold", "Belagerungsschaden und mehr")):
        size = look.text(words, 24, family=family).size
        longest = max(map(len, words.split()))
        assert isinstance(size, float)
        assert size * LETTER[family] * longest <= 366 - INSET + 0.1
    assert look.text("Kurz", 24, family="Caps").size == 48


# hands


def test_for_a_left_hand_undo_and_tools_are_at_the_left(store: Store) -> None:
    table = table_at(store.storage, "Hand", 2, lambda state: state.last_placed is not None)
    order = {}
    for left in (False, True):
        store.storage.settings.change(left_hand=left)
        with Device(store, f"/table/{table.id}") as device:
            named = [label for label in device.labels() if label in ("Log", "Score") or label.startswith("Undo: ")]
            order[left] = [label.partition(":")[0] for label in named]
    assert order[False] == ["Log", "Score", "Undo"]
    assert order[True] == ["Undo", "Score", "Log"]
