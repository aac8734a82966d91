"""The log: every entry in words, a look at any moment, the way back to it and forth again."""

from pathlib import Path

import pytest

from companion.shell.log_page import described, end_of, said
from companion.shell.store import Store
from companion.storage import SavedTable, Storage
from engine.core.errors import RuleError
from engine.games.after_the_empire.actions import UseSpace
from tests.app.headless import Device
from tests.app.seeds import at, table_at


@pytest.fixture
def store(tmp_path: Path):
    with Storage(tmp_path) as storage:
        storage.settings.change(language="en")
        yield Store(storage)


@pytest.fixture
def table(store) -> SavedTable:
    return table_at(store.storage, "Evening", 3, at(3, "flags"))


def log_of(table: SavedTable) -> str:
    return f"/table/{table.id}/log"


def numbers(device: Device) -> list[int]:
    """The entries in sight, from top to bottom."""
    heads = [label.partition(". ")[0] for label in device.buttons()]
    return [int(head) for head in heads if head.isdecimal()]


def test_an_empty_log_has_the_set_up(store):
    table = table_at(store.storage, "Evening", 2, lambda state: True)
    with Device(store, log_of(table)) as device:
        assert numbers(device) == [0]
        assert "Nothing has been entered yet." in device.texts()
        device.tap("0. Set-up")
        assert device.page.route == f"{log_of(table)}/0"
        assert store.reports == []


def test_seasons_newest_first(store, table):
    with Device(store, log_of(table)) as device:
        shown = numbers(device)
        assert shown == sorted(shown, reverse=True)
        assert shown[0] == said(table.session)[-1].entry.n
        device.tap("Season 1")
        assert numbers(device)[-1] == 0


def test_every_entry_of_a_person_is_there_once(store, table):
    found: list[int] = []
    with Device(store, log_of(table)) as device:
        for season in (3, 2, 1):
            device.tap(f"Season {season}")
            found += numbers(device)
    assert sorted(found) == [0, *(entry.n for entry in table.session.entries if not entry.auto)]


def test_automatic_entries_are_folded_under_the_persons(store, table):
    group = next(group for group in reversed(said(table.session)) if group.automatic)
    with Device(store, log_of(table)) as device:
        assert group.automatic[0].n not in numbers(device)
        device.tap(f"{len(group.automatic)} automatic answer")
        assert {entry.n for entry in group.automatic} <= set(numbers(device))


def test_what_was_done_anyway_is_marked(store):
    table = table_at(store.storage, "Evening", 2, lambda state: state.report is not None)
    action = UseSpace(1, "mercenary camp left", "soldiers")
    with pytest.raises(RuleError):
        table.append(action, seat=1)
    table.append(action, seat=1, anyway=True)
    with Device(store, log_of(table)) as device:
        assert any("Done anyway" in name for name in device.buttons())
        device.tap(f"{table.n}. ")
        assert "Done anyway" in device.texts()


# a moment


def test_a_moment_shows_what_happened_with_its_rules(store, table):
    n = said(table.session)[-1].entry.n
    sentences = [table.session.game.sentence(event) for event in table.session.replay(n).events]
    with Device(store, f"{log_of(table)}/{n}") as device:
        assert described(table.session, table.session.entries[n - 1]) in device.texts()
        assert set(sentences) <= set(device.texts())
        device.tap(next(name for name in device.buttons() if "Rule " in name))
        assert device.page.route.startswith("/rules/")
        device.tap("Back")
        assert device.page.route == f"{log_of(table)}/{n}"


def test_the_table_as_it_was_then(store, table):
    then = table.session.state_at(5)
    with Device(store, f"{log_of(table)}/5") as device:
        assert f"Gold: {then.players[0].gold}" in device.labels()
        device.tap(next(name for name in device.buttons() if then.players[2].name in name))
        assert f"Gold: {then.players[2].gold}" in device.labels()
        device.tap("Later")
        assert device.page.route == f"{log_of(table)}/6"


def test_returning_names_what_it_undoes_and_redo_brings_it_back(store, table):
    whole = table.n
    there = said(table.session)[-3]
    lost = [described(table.session, group.entry) for group in said(table.session)[-2:]]
    with Device(store, f"{log_of(table)}/{there.entry.n}") as device:
        assert f"Undoes: {'; '.join(lost)}" in device.texts()
        device.tap("Return to here")
        assert table.n == there.entry.n + len(there.automatic)
        assert device.page.route == f"/table/{table.id}"
        device.go(log_of(table))
        device.tap("Redo: ")
        assert table.n < whole
        device.tap("Redo: ")
    assert table.n == whole


def test_redo_all_at_once(store, table):
    whole = table.n
    table.return_to(10)
    with Device(store, log_of(table)) as device:
        device.tap("Redo all")
    assert table.n == whole


def test_returning_to_an_automatic_entry_keeps_its_whole_answer(store, table):
    """A table cannot stand still in the middle of automatic answers: they would be given again at once."""
    group = next(group for group in said(table.session)[:-1] if len(group.automatic) > 1)
    assert end_of(table.session, group.automatic[0].n) == group.automatic[-1].n


def test_the_newest_moment_undoes_nothing(store, table):
    with Device(store, f"{log_of(table)}/{table.n}") as device:
        assert "Return to here" not in device.buttons()
        assert "The table stands here now." in device.texts()


def test_a_moment_that_was_undone_says_so(store, table):
    gone = table.n
    table.undo()
    with Device(store, f"{log_of(table)}/{gone}") as device:
        assert "This moment was undone. Redo in the log brings it back." in device.texts()
        assert any(name.startswith("Redo: ") for name in device.buttons())


@pytest.mark.parametrize(("scale", "width"), [(2.0, 390), (1.0, 1280)])
def test_large_text_and_wide_screens(store, table, scale, width):
    store.storage.settings.change(text_scale=scale)
    for route in (log_of(table), f"{log_of(table)}/{table.n}"):
        with Device(store, route, width=width):
            assert store.reports == []
