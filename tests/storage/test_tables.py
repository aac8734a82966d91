"""The shelf of tables: list, create, open, rename, trash, files."""

from datetime import timedelta

import pytest

from companion.storage import StorageTrouble
from companion.storage.summary import PlayerFacts
from engine.border.files import LARGEST_FILE
from engine.core.errors import BadInput, RuleError
from engine.core.record import replace
from engine.games.after_the_empire.defaults import AUTOMATION
from tests.storage.evening import BEGINNING, gold, picture, play_on, small_setup


def test_a_new_shelf_is_empty(opened):
    storage = opened()
    assert storage.tables.tables() == storage.tables.trash() == ()
    assert storage.notes == ()
    assert storage.trouble is None


def test_a_new_table_is_in_the_list(opened):
    shelf = opened().tables
    table = shelf.create(small_setup(3), "Friday", {"turret"})
    (line,) = shelf.tables()
    assert line == table.summary()
    assert (line.id, line.name, line.game) == (table.id, "Friday", "after-the-empire")
    assert (line.season, line.phase, line.entries, line.finished) == (1, "actions", 0, False)
    assert line.players[0] == PlayerFacts("Ada", "blue", "S")
    assert len(line.players) == 3
    assert line.created == line.changed == BEGINNING
    assert table.session.automation == {"turret"}


def test_the_list_keeps_up_with_play_and_shows_the_last_one_first(opened, clock):
    shelf = opened().tables
    older, newer = shelf.create(small_setup(), "older"), shelf.create(small_setup(), "newer")
    assert [line.name for line in shelf.tables()] == ["newer", "older"]
    clock.pass_by(minutes=5)
    play_on(older, 60)
    first, second = shelf.tables()
    assert (first.name, second.name) == ("older", "newer")
    assert first == older.summary()
    assert first.entries == older.n
    assert first.changed == BEGINNING + timedelta(minutes=5)
    assert (first.season, first.phase) == (older.state.season, older.state.phase)
    assert newer.n == 0


def test_a_finished_game_is_listed_as_finished(opened):
    shelf = opened().tables
    table = shelf.create(small_setup())
    play_on(table, 10_000)
    assert shelf.tables()[0].finished
    table.undo()
    assert not shelf.tables()[0].finished


def test_a_table_is_open_once_for_everybody(opened):
    shelf = opened().tables
    table = shelf.create(small_setup())
    assert shelf.open(table.id) is table


def test_automation_is_the_games_own_unless_said(opened):
    shelf = opened().tables
    assert shelf.create(small_setup()).session.automation == AUTOMATION
    assert shelf.create(small_setup(), automation=()).session.automation == frozenset()


def test_a_setup_against_the_rules_makes_no_table(opened):
    shelf = opened().tables
    with pytest.raises(RuleError, match="2 to 4 players"):
        shelf.create(replace(small_setup(), players=()))
    assert shelf.tables() == ()


@pytest.mark.parametrize("name", ["A" * 81, "\ud800"])
def test_a_setup_no_file_could_hold_makes_no_table(opened, name):
    shelf = opened().tables
    setup = small_setup()
    first, second = setup.players
    with pytest.raises(BadInput):
        shelf.create(replace(setup, players=(replace(first, name=name), second)))
    with pytest.raises(BadInput, match="no game is set up by"):
        shelf.create("a set-up")
    assert shelf.tables() == ()


def test_a_table_gets_another_name(opened):
    shelf = opened().tables
    table = shelf.create(small_setup(), "Friday")
    table.append(gold(9))
    told = []
    table.listeners.append(lambda: told.append(table.name))
    shelf.rename(table.id, "  Saturday\n night\ud800 ")
    assert [line.name for line in shelf.tables()] == [table.name] == ["Saturday night"]
    assert told == ["Saturday night"]
    table.append(gold(10))
    shelf.rename(table.id, "x" * 500)
    assert len(shelf.tables()[0].name) == 120


def test_a_deleted_table_can_be_brought_back_and_played_on(opened):
    storage = opened()
    shelf = storage.tables
    table, other = shelf.create(small_setup(), "Friday"), shelf.create(small_setup(), "other")
    play_on(table, 20)
    table.undo()
    before = picture(table)
    shelf.delete(table.id)
    assert [line.name for line in shelf.tables()] == ["other"]
    assert [(line.name, line.deleted) for line in shelf.trash()] == [("Friday", BEGINNING)]
    with pytest.raises(StorageTrouble, match="in the trash"):
        shelf.open(table.id)
    with pytest.raises(StorageTrouble, match="in the trash") as caught:
        table.append(gold(1))
    assert caught.value.kind == "gone"
    assert picture(table) == before
    storage.close()

    shelf = opened().tables
    with pytest.raises(StorageTrouble, match="“Friday” is in the trash"):
        shelf.open(table.id)
    shelf.restore(table.id)
    assert shelf.trash() == ()
    again = shelf.open(table.id)
    assert picture(again) == before
    again.append(gold(1))
    assert other.id != again.id


def test_the_trash_is_emptied_of_what_is_old(opened, clock):
    shelf = opened().tables
    old, young, kept = (shelf.create(small_setup(), name) for name in ("old", "young", "kept"))
    play_on(old, 30)
    shelf.delete(old.id)
    clock.pass_by(days=29)
    shelf.delete(young.id)
    clock.pass_by(days=1)
    assert shelf.purge() == 1
    assert [line.name for line in shelf.trash()] == ["young"]
    assert shelf.purge(timedelta(0)) == 1
    assert [line.name for line in shelf.tables()] == ["kept"]
    with pytest.raises(StorageTrouble, match="it was deleted") as caught:
        old.append(gold(1))
    assert caught.value.kind == "gone"
    for ask in (shelf.open, shelf.restore, shelf.delete):
        with pytest.raises(StorageTrouble, match="it was deleted"):
            ask(young.id)
    assert kept.append(gold(1))


def test_nothing_of_a_purged_table_stays(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    play_on(table, 60)
    storage.tables.delete(table.id)
    storage.tables.purge(timedelta(0))
    for rows in ("tables", "setups", "entries", "snapshots", "leftovers"):
        assert storage.database.rows(f"SELECT count(*) FROM {rows}") == [(0,)]


def test_listeners_of_the_shelf_hear_of_every_change(opened):
    shelf = opened().tables
    told = []
    shelf.listeners.append(lambda: told.append(len(shelf.tables())))
    table = shelf.create(small_setup())
    table.append(gold(1))
    shelf.rename(table.id, "Friday")
    shelf.import_file(shelf.export(table.id))
    shelf.delete(table.id)
    shelf.restore(table.id)
    assert told == [1, 1, 1, 2, 1, 2]


# files


def test_an_exported_table_comes_back_the_same_as_a_new_one(opened, tmp_path):
    shelf = opened().tables
    table = shelf.create(small_setup(4), "Friday", {"turret", "bypass"})
    play_on(table, 60)
    table.return_to(table.n - 5)
    data = table.export()
    assert shelf.export(table.id) == data

    copy = shelf.import_file(data)
    assert copy.id != table.id
    assert picture(copy) == picture(table)
    assert len(shelf.tables()) == 2

    elsewhere = opened(tmp_path / "clean").tables
    there = elsewhere.import_file(data)
    assert picture(elsewhere.open(there.id)) == picture(table)
    assert there.export() == data


def test_an_imported_table_is_stored_whole(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    play_on(table, 80)
    table.undo()
    before = picture(table)
    copy = storage.tables.import_file(table.export())
    storage.close()
    again = opened().tables.open(copy.id)
    assert picture(again) == before
    assert again.redo() is not None


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\x00\xff\xfe",
        b"[" * 1_000_000,
        b'{"format": "companion.pack", "version": 1}',
        b'{"format": "companion.save", "version": 99, "game": "after-the-empire"}',
        b'{"format": "companion.save", "version": 1, "game": "../../etc/passwd"}',
        b" " * (LARGEST_FILE + 1),
    ],
)
def test_a_hostile_file_is_refused_and_changes_nothing(opened, hostile):
    shelf = opened().tables
    shelf.create(small_setup(), "Friday")
    before = shelf.tables()
    with pytest.raises(BadInput):
        shelf.import_file(hostile)
    assert shelf.tables() == before


def test_a_damaged_export_is_refused_at_any_place(opened):
    shelf = opened().tables
    table = shelf.create(small_setup())
    play_on(table, 30)
    data = table.export()
    for cut in range(0, len(data) - 2, 997):
        with pytest.raises(BadInput):
            shelf.import_file(data[:cut])
    assert len(shelf.tables()) == 1
