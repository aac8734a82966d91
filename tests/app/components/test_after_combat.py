"""After combat: what the next tap will do, what it did, and what the hands must change."""

from pathlib import Path

import pytest

from companion.games.after_the_empire.season_end import season_end
from companion.shell.store import Store
from companion.storage import SavedTable, Storage
from engine.games.after_the_empire.actions import Correct, SetPhase
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.app.headless import Device
from tests.app.seeds import at, table_at

ONE_TAP = "Flags, income, harvest"


@pytest.fixture
def store(tmp_path: Path):
    with Storage(tmp_path) as storage:
        storage.settings.change(language="en")
        yield Store(storage)


def flags(store: Store) -> SavedTable:
    return table_at(store.storage, "Evening", 4, at(2, "flags"))


def shown(store: Store, table: SavedTable, **device: float) -> Device:
    return Device(store, f"/table/{table.id}", **device)


def test_before_the_tap_every_player_sees_what_it_will_do(store):
    table = flags(store)
    end = season_end(table.session)
    with shown(store, table) as device:
        assert ONE_TAP in device.buttons()
        for before, after in zip(end.before.players, end.after.players, strict=True):
            told = f"{after.name}: gold {before.gold} → {after.gold}, food {before.food} → {after.food}"
            assert any(label.startswith(told) for label in device.labels())
    assert table.state.phase == "flags", "looking changes nothing"


def test_one_tap_does_all_three_and_the_next_season_follows(store):
    table = flags(store)
    foreseen = season_end(table.session).after
    with shown(store, table) as device:
        device.tap(ONE_TAP)
        assert table.state == foreseen
        device.tap("Next season")
        assert (table.state.season, table.state.phase) == (3, "actions")
        table.undo()
        table.undo()
    assert table.state.phase == "flags", "one tap, one undo"


def test_one_tap_is_enough_for_a_table_that_wants_to_be_asked(store):
    table = flags(store)
    table.set_automation(())
    with shown(store, table) as device:
        device.tap(ONE_TAP)
    assert table.state.phase == "refresh"


def test_each_number_is_explained_with_its_rule(store):
    table = flags(store)
    with shown(store, table) as device:
        name = table.state.players[0].name
        device.tap(f"{name}: gold")
        rules = [label.rsplit(" ", 1)[-1] for label in device.labels() if "Rule " in label]
        assert {"I-1", "I-2", "H-1", "H-2"} <= set(rules)
        income = next(label for label in device.buttons() if label.endswith("Rule I-1"))
        device.tap(income)
        assert device.page.route == "/rules/I-1"
        device.tap("Back")
        assert device.page.route == f"/table/{table.id}"


def test_the_table_is_told_what_to_change_and_ticks_it_off(store):
    table = flags(store)
    before = table.state
    with shown(store, table) as device:
        device.tap(ONE_TAP)
        lines = AFTER_THE_EMPIRE.instructions(before, table.state)
        assert f"{len(lines)} to do" in device.texts()
        device.tap(f"{lines[0].words} {lines[0].why}")
        assert f"{len(lines) - 1} to do" in device.texts()
        device.go("/rules")
        device.go(f"/table/{table.id}")
        assert f"{len(lines) - 1} to do" in device.texts(), "a look at the rules forgets no tick"


def test_the_last_season_leads_to_final_scoring(store):
    table = table_at(store.storage, "Evening", 2, at(7, "refresh"))
    with shown(store, table) as device:
        device.tap("Final scoring")
    assert table.state.phase == "scoring"


def test_a_table_that_set_the_phase_itself_can_go_on(store):
    table = table_at(store.storage, "Evening", 2, at(2, "actions"))
    table.append(Correct((SetPhase("refresh"),)))
    with shown(store, table) as device:
        assert store.reports == []
        device.tap("Next season")
    assert table.state.season == 3


@pytest.mark.parametrize("phase", ["flags", "refresh"])
@pytest.mark.parametrize(("scale", "width"), [(2.0, 390), (1.0, 1280)])
def test_large_text_and_wide_screens(store, phase, scale, width):
    store.storage.settings.change(text_scale=scale)
    table = table_at(store.storage, "Evening", 4, at(2, phase))
    with shown(store, table, width=width):
        assert store.reports == []
