"""A damaged database: kept aside as it was, what can be read is saved, and the players are told."""

import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.storage import Storage, StorageTrouble
from companion.storage.database import Database
from companion.storage.salvage import finish_salvage
from companion.storage.schema import MIGRATIONS
from engine.core.record import replace
from engine.games.after_the_empire.cards import BuildingCard
from engine.games.after_the_empire.state import RedNumber
from tests.storage.evening import gold, gold_of, picture, play_on, small_setup

FILE = "companion.sqlite"
ASIDE = "companion.damaged-2031-05-04-193000.sqlite"
PAGE = 4096
NAMES = ("Friday", "Saturday", "Sunday")
Pictures = dict[Any, Any]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Pictures]:
    """Three tables, some cards and settings in a closed database; the tables as they are."""
    folder = tmp_path_factory.mktemp("sample")
    with Storage(folder) as storage:
        pictures = filled(storage)
    return (folder / FILE).read_bytes(), pictures


@pytest.fixture
def stored(tmp_path: Path, sample: tuple[bytes, Pictures]) -> Pictures:
    """The sample in the test's folder."""
    (tmp_path / FILE).write_bytes(sample[0])
    return sample[1]


def filled(storage: Storage) -> Pictures:
    tables = [storage.tables.create(small_setup(), name) for name in NAMES]
    for table in tables:
        play_on(table, 45)
    tables[1].undo()
    storage.cards.teach(BuildingCard("mill", "Mill"))
    storage.cards.learn_red_numbers([RedNumber(20, 12)])
    storage.settings.change(theme="dark")
    return {table.name: picture(table) for table in tables}


def everything_is_there(storage: Storage, stored: Pictures) -> None:
    assert tables_in(storage) == stored
    assert [card.name for card in storage.cards.cards] == ["Mill"]
    assert storage.cards.red_numbers == (RedNumber(20, 12),)
    assert storage.settings.settings.theme == "dark"


def tables_in(storage: Storage) -> Pictures:
    return {line.name: picture(storage.tables.open(line.id)) for line in storage.tables.tables()}


def is_beginning(part: Any, whole: Any) -> bool:
    """A table that has lost its newest entries, and nothing else (or, with its head, what was undone of them)."""
    entries = (*whole[2], *(entry for group in reversed(whole[3]) for entry in group))
    same_states = all(mine == theirs for mine, theirs in zip(part[5], whole[5], strict=False))
    return part[1] == whole[1] and part[2] == entries[: len(part[2])] and same_states


def overwrite(path: Path, place: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(place)
        file.write(data)


# the first page


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: overwrite(path, 0, bytes(100)),
        lambda path: overwrite(path, 0, b"this is not a database at all"),
        lambda path: overwrite(path, 0, random.Random(1).randbytes(PAGE)),
        lambda path: overwrite(path, 16, b"\x01\x00"),
        lambda path: overwrite(path, 100, bytes(20)),
    ],
    ids=["header gone", "header overwritten", "page gone", "page size", "list of tables"],
)
def test_a_damaged_first_page_loses_nothing(opened, tmp_path, stored, damage: Callable[[Path], None]):
    damage(tmp_path / FILE)
    damaged = (tmp_path / FILE).read_bytes()
    storage = opened()
    everything_is_there(storage, stored)
    assert tuple(map(str, storage.notes)) == (
        "Companion's data were damaged: 3 tables, 1 card and the settings could be saved. "
        f"The damaged file is kept as {tmp_path / ASIDE}.",
    )
    assert (tmp_path / ASIDE).read_bytes() == damaged
    storage.tables.open(1).append(gold(1))
    storage.close()

    again = opened()
    assert again.notes == ()
    assert gold_of(again.tables.open(1)) == 1


def test_what_is_no_database_at_all_is_kept_aside_too(opened, tmp_path):
    (tmp_path / FILE).write_text("Dear diary, " * 1_000)
    storage = opened()
    assert storage.tables.tables() == ()
    assert "nothing in them could be read" in str(storage.notes[0])
    assert (tmp_path / ASIDE).read_text().startswith("Dear diary")
    assert storage.tables.create(small_setup())


# any page


def test_any_one_page_can_be_lost(opened, tmp_path, stored):
    """Page after page: everything is still there, and the damaged file is kept as it was found."""
    whole = (tmp_path / FILE).read_bytes()
    pages = len(whole) // PAGE
    assert pages > 40
    for page in range(pages):
        folder = tmp_path / str(page)
        folder.mkdir()
        damaged = whole[: page * PAGE] + random.Random(page).randbytes(PAGE) + whole[(page + 1) * PAGE :]
        (folder / FILE).write_bytes(damaged)
        with opened(folder) as storage:
            everything_is_there(storage, stored)
            if storage.notes:
                assert (folder / ASIDE).read_bytes() == damaged
            assert storage.tables.create(small_setup()).append(gold(1))


def test_many_pages_lost_leave_what_is_on_the_others(opened, tmp_path, stored):
    """Every table that opens is as it was, up to an entry; what is lost is named."""
    whole = (tmp_path / FILE).read_bytes()
    pages = len(whole) // PAGE
    kept = 0
    for seed in range(12):
        chance = random.Random(seed)
        damaged = bytearray(whole)
        for page in chance.sample(range(pages), pages // 4):
            damaged[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / FILE).write_bytes(damaged)
        with opened(folder) as storage:
            found = opened_tables(storage)
            for number, table in found.items():
                assert is_beginning(table, stored[NAMES[number - 1]]), f"{seed}: table {number} is not as it was"
                kept += len(table[2]) > 0
            assert (folder / ASIDE).read_bytes() == damaged
            assert storage.tables.create(small_setup()).append(gold(1))
    assert kept > 12


def opened_tables(storage: Storage) -> Pictures:
    """The tables that open, by id; the others say why not."""
    found = {}
    for line in storage.tables.tables():
        with suppress(StorageTrouble):
            found[line.id] = picture(storage.tables.open(line.id))
    return found


@pytest.mark.parametrize("copy", [0, 1])
@pytest.mark.parametrize(
    ("sound", "rotten"),
    [(b'"to":7777', b'"to":77\xff7'), (b'"name":"Zoe","seat"', b'"name":"Zoe"?"seat"')],
    ids=["entry", "setup"],
)
def test_a_byte_that_rotted_within_a_row_is_read_from_the_other_copy(opened, tmp_path, sound, rotten, copy):
    """No check of the file would find it: the pages are in order, only the text is not."""
    setup = small_setup()
    storage = opened()
    table = storage.tables.create(replace(setup, players=(replace(setup.players[0], name="Zoe"), setup.players[1])))
    for amount in (1, 7777, 3):
        table.append(gold(amount))
    expected = picture(table)
    storage.close()
    data = (tmp_path / FILE).read_bytes()
    places = [found.start() for found in re.finditer(re.escape(sound), data)]
    assert len(places) == 2
    overwrite(tmp_path / FILE, places[copy], rotten)
    storage = opened()
    table = storage.tables.open(table.id)
    assert picture(table) == expected
    assert table.notes == storage.notes == ()
    table.append(gold(4))
    assert gold_of(table) == 4


def test_a_table_without_its_head_gets_a_new_one(opened, tmp_path, stored):
    """The rows of the list are lost; set-ups, logs and snapshots are elsewhere."""
    for copy in ("tables", "tables_again"):
        overwrite(tmp_path / FILE, (root_page(tmp_path / FILE, copy) - 1) * PAGE, bytes(PAGE))
    storage = opened()
    tables = tables_in(storage)
    assert list(tables) == ["Table 3", "Table 2", "Table 1"]
    for number, name in enumerate(NAMES, start=1):
        expected = stored[name]
        entries = (*expected[2], *(entry for group in reversed(expected[3]) for entry in group))
        assert tables[f"Table {number}"][2] == entries
    assert storage.tables.tables()[0].season is not None


def root_page(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        question = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        number: int = connection.execute(question, (table,)).fetchone()[0]
        return number


def test_a_table_without_its_setup_is_named_as_lost(opened, tmp_path, stored):
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("DELETE FROM setups WHERE table_id = 2")
        connection.commit()
    overwrite(tmp_path / FILE, 0, bytes(100))
    storage = opened()
    assert tuple(map(str, storage.notes[1:])) == ("“Saturday” could not be saved.",)
    assert set(tables_in(storage)) == {"Friday", "Sunday"}
    assert storage.database.rows("SELECT DISTINCT table_id FROM entries") == [(1,), (3,)]


# a shorter file


@pytest.mark.parametrize("share", [0.95, 0.8, 0.5, 0.2, 0.05])
def test_a_truncated_file_keeps_what_is_left(opened, tmp_path, stored, share):
    whole = (tmp_path / FILE).read_bytes()
    damaged = whole[: int(len(whole) * share) // 512 * 512]
    (tmp_path / FILE).write_bytes(damaged)
    storage = opened()
    assert (tmp_path / ASIDE).read_bytes() == damaged
    assert re.match("Companion's data were damaged: .* is kept as ", str(storage.notes[0]))
    found = opened_tables(storage)
    for number, table in found.items():
        assert is_beginning(table, stored[NAMES[number - 1]])
    if share >= 0.8:
        assert found
    assert storage.tables.create(small_setup()).append(gold(1))


def test_an_emptied_file_with_a_wal_is_not_thrown_away(opened, tmp_path):
    storage = opened()
    stored = filled(storage)
    wal = (tmp_path / f"{FILE}-wal").read_bytes()
    storage.close()
    (tmp_path / FILE).write_bytes(b"")
    (tmp_path / f"{FILE}-wal").write_bytes(wal)
    storage = opened()
    assert "were damaged" in str(storage.notes[0])
    assert (tmp_path / f"{ASIDE}-wal").read_bytes() == wal
    everything_is_there(storage, stored)


# with a -wal beside it


def test_a_damaged_file_is_moved_with_its_wal_and_both_are_read(opened, tmp_path):
    """As after a dead battery: the newest entries are only in the -wal."""
    storage = opened()
    stored = filled(storage)
    with storage.database.change() as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    left = {ending: (tmp_path / f"{FILE}{ending}").read_bytes() for ending in ("", "-wal", "-shm")}
    storage.close()

    folder = tmp_path / "after"
    folder.mkdir()
    for ending, data in left.items():
        (folder / f"{FILE}{ending}").write_bytes(data)
    overwrite(folder / FILE, 0, bytes(100))
    damaged = (folder / FILE).read_bytes()
    storage = opened(folder)
    everything_is_there(storage, stored)
    if storage.notes:
        assert (folder / ASIDE).read_bytes() == damaged
        assert (folder / f"{ASIDE}-wal").read_bytes() == left["-wal"]


# while the app runs


def test_damage_found_while_playing_can_be_mended_without_losing_the_open_table(opened, tmp_path, stored):
    storage = opened()
    table = storage.tables.open(1)
    with storage.database.reading() as connection:
        connection.execute("PRAGMA shrink_memory")  # it is to be read from the disk again
    size = (tmp_path / FILE).stat().st_size
    overwrite(tmp_path / FILE, PAGE, random.Random(1).randbytes(size - PAGE))
    with pytest.raises(StorageTrouble) as caught:
        storage.tables.tables()
    assert caught.value.kind == "damaged"
    assert storage.tables.export(1) == table.export()

    told = []
    storage.tables.listeners.append(lambda: told.append(1))
    storage.mend()
    assert told
    assert "were damaged" in str(storage.notes[0])
    assert tables_in(storage) == {"Friday": stored["Friday"]}
    table.append(gold(5))
    storage.close()
    assert gold_of(opened().tables.open(1)) == 5


def test_mending_leaves_the_trash_in_the_trash(opened):
    storage = opened()
    table, deleted = storage.tables.create(small_setup(), "kept"), storage.tables.create(small_setup(), "deleted")
    table.append(gold(3))
    storage.tables.delete(deleted.id)
    storage.mend()
    assert [line.name for line in storage.tables.tables()] == ["kept"]
    assert [line.name for line in storage.tables.trash()] == ["deleted"]
    assert storage.tables.open(table.id) is table


# half-way


def test_a_salvage_that_was_interrupted_is_finished_at_the_next_start(opened, tmp_path, stored):
    """Killed after the new file was complete, with the -wal moved already and the file itself not yet."""
    sound = (tmp_path / FILE).read_bytes()
    stamp = "2031-05-03-200000"
    (tmp_path / f"companion.salvaged-{stamp}.sqlite").write_bytes(sound)
    (tmp_path / FILE).write_bytes(b"rubbish" * 1_000)
    (tmp_path / f"companion.damaged-{stamp}.sqlite-wal").write_bytes(b"moved before")
    storage = opened()
    everything_is_there(storage, stored)
    assert (tmp_path / f"companion.damaged-{stamp}.sqlite").read_bytes().startswith(b"rubbish")
    assert (tmp_path / f"companion.damaged-{stamp}.sqlite-wal").read_bytes() == b"moved before"
    assert finish_salvage(tmp_path / FILE) is None


def test_a_salvage_that_was_killed_early_begins_again(opened, tmp_path, stored):
    (tmp_path / "companion.part.sqlite").write_bytes(b"half a file")
    overwrite(tmp_path / FILE, 0, bytes(100))
    everything_is_there(opened(), stored)
    assert not (tmp_path / "companion.part.sqlite").exists()


def test_two_damaged_files_of_one_second_are_both_kept(opened, tmp_path):
    for words in ("first", "second"):
        (tmp_path / FILE).write_text(words * 1_000)
        opened().close()
    assert (tmp_path / ASIDE).read_text().startswith("first")
    assert (tmp_path / ASIDE.replace("193000", "193000-2")).read_text().startswith("second")


def test_a_damaged_file_of_an_older_version_is_migrated_after_it_was_salvaged(opened, tmp_path, stored):
    def add_a_column(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE cards ADD COLUMN shape TEXT NOT NULL DEFAULT 'square'")

    size = (tmp_path / FILE).stat().st_size
    overwrite(tmp_path / FILE, size - PAGE, random.Random(1).randbytes(PAGE))
    with Database(tmp_path, migrations=(*MIGRATIONS, add_a_column)) as database:
        assert database.notes
        assert database.rows("SELECT id, shape FROM cards") == [("mill", "square")]
