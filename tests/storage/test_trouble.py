"""A full disk, a read-only folder, a locked file, a newer one: one sentence each, and nothing half applied."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.storage import Storage, StorageTrouble
from companion.storage.database import Database
from companion.storage.schema import MIGRATIONS
from companion.storage.trouble import trouble_with
from engine.border.save import load_save
from engine.core.errors import StaleBase
from engine.games.after_the_empire.cards import BuildingCard
from engine.games.after_the_empire.state import RedNumber
from tests.storage.evening import files_in, gold, gold_of, picture, play_on, small_setup

NOBODY = 65534


@contextmanager
def refused(kind: str) -> Iterator[None]:
    with pytest.raises(StorageTrouble) as caught:
        yield
    trouble = caught.value
    assert trouble.kind == kind, trouble
    assert trouble.sentence == str(trouble)
    assert trouble.sentence.endswith(".")
    assert "sqlite" not in trouble.sentence.lower()


def every_change_is_refused(storage: Storage, table_id: int, kind: str) -> None:
    """Each change of each shelf raises the trouble and leaves what is in memory as it was."""
    table = storage.tables.open(table_id)
    before, session = picture(table), table.session
    told: list[int] = []
    table.listeners.append(lambda: told.append(table.n))
    changes: tuple[Callable[[], object], ...] = (
        lambda: table.append(gold(7)),
        table.undo,
        table.redo,
        lambda: table.return_to(0),
        lambda: table.set_automation({"turret"}),
        lambda: storage.tables.create(small_setup()),
        lambda: storage.tables.import_file(table.export()),
        lambda: storage.tables.rename(table.id, "another name"),
        lambda: storage.tables.delete(table.id),
        storage.tables.purge,
        lambda: storage.cards.teach(BuildingCard("mill", "Mill")),
        lambda: storage.cards.used("mill"),
        lambda: storage.cards.learn_red_numbers([RedNumber(20, 12)]),
        lambda: storage.settings.change(theme="dark"),
    )
    for change in changes:
        with refused(kind):
            change()
    assert table.session is session
    assert picture(table) == before
    assert storage.settings.settings.theme == "system"
    assert storage.cards.cards == ()
    assert told == []


def everything_can_be_read(storage: Storage, table_id: int) -> None:
    (line,) = storage.tables.tables()
    table = storage.tables.open(table_id)
    assert line.entries == table.n
    assert load_save(storage.tables.export(table_id)).session.entries == table.session.entries


def played_table(storage: Storage) -> int:
    table = storage.tables.create(small_setup(), "Friday")
    play_on(table, 20)
    table.undo()
    table.undo()
    return table.id


# a full disk


def test_a_full_disk_changes_nothing_and_everything_goes_on_with_new_space(opened):
    """As SQLite reports it: `max_page_count` raises the error of a full disk."""
    storage = opened()
    table_id = played_table(storage)
    connection = storage.database._connection
    (size,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {size}")
    table = storage.tables.open(table_id)
    with refused("full"):
        for amount in range(1_000):
            before = picture(table)
            table.append(gold(amount))
    assert picture(table) == before
    with refused("full"):
        storage.tables.create(small_setup())
    everything_can_be_read(storage, table_id)

    connection.execute(f"PRAGMA max_page_count = {size + 1_000}")
    assert table.append(gold(7))
    after = picture(table)
    storage.close()
    assert picture(opened().tables.open(table_id)) == after


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of two megabytes; only where one may be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a small disk is not permitted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            return filler
    raise AssertionError("the disk has no end")


def test_a_really_full_disk(opened, small_disk):
    storage = opened(small_disk)
    table_id = played_table(storage)
    table = storage.tables.open(table_id)
    filler = fill(small_disk)
    with refused("full"):
        for amount in range(1_000):
            before = picture(table)
            table.append(gold(amount))
    assert picture(table) == before
    for change in (lambda: storage.tables.create(small_setup()), lambda: storage.tables.import_file(table.export())):
        with refused("full"):
            change()
    everything_can_be_read(storage, table_id)

    filler.unlink()
    table.append(gold(7))
    after = picture(table)
    storage.close()
    assert picture(opened(small_disk).tables.open(table_id)) == after != before


def test_the_app_starts_on_a_full_disk(opened, small_disk):
    storage = opened(small_disk)
    table_id = played_table(storage)
    expected = picture(storage.tables.open(table_id))
    storage.close()
    filler = fill(small_disk)

    storage = opened(small_disk)
    assert picture(storage.tables.open(table_id)) == expected
    every_change_is_refused(storage, table_id, "full")
    everything_can_be_read(storage, table_id)
    filler.unlink()
    storage.tables.open(table_id).append(gold(7))
    assert storage.trouble is None


def test_the_app_starts_with_no_room_anywhere(opened, small_disk, monkeypatch):
    """Not even for a copy elsewhere."""
    storage = opened(small_disk)
    table_id = played_table(storage)
    expected = picture(storage.tables.open(table_id))
    storage.close()
    fill(small_disk)

    def no_room(**options: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", no_room)
    storage = opened(small_disk)
    assert picture(storage.tables.open(table_id)) == expected
    everything_can_be_read(storage, table_id)
    every_change_is_refused(storage, table_id, "full")


def test_a_first_start_on_a_full_disk_says_so(opened, small_disk):
    filler = fill(small_disk)
    storage = opened(small_disk)
    nothing_can_be_kept(storage, "full")
    filler.unlink()
    played_table(storage)
    assert storage.trouble is None


def nothing_can_be_kept(storage: Storage, kind: str) -> None:
    assert storage.trouble is not None
    assert storage.trouble.kind == kind
    assert storage.tables.tables() == ()
    with refused(kind):
        storage.tables.create(small_setup())


def test_a_failed_write_without_free_space_is_a_full_disk(tmp_path, monkeypatch):
    """Some systems report a used-up quota as a plain failed write."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert trouble_with(error, tmp_path).kind == "unknown"
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(100, 100, 0))
    assert trouble_with(error, tmp_path).kind == "full"


# a read-only folder


@pytest.fixture
def shut() -> Iterator[Callable[[Path], None]]:
    """Takes the right to write from a folder and its files; root, who has every right, becomes nobody."""
    if not hasattr(os, "seteuid"):
        pytest.skip("this system has no such rights")
    root = os.geteuid() == 0

    def shut_folder(folder: Path) -> None:
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        if root:
            os.seteuid(NOBODY)

    yield shut_folder
    if root:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that nobody can reach too: pytest's own are root's."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.mark.parametrize("left_behind", [(), ("-wal", "-shm"), ("-wal",)])
def test_a_read_only_folder_can_be_looked_at_and_exported(opened, folder, shut, left_behind):
    """After a proper end, and with what a killed app leaves behind: the newest entries are in the -wal then."""
    storage = opened(folder)
    table_id = played_table(storage)
    expected = picture(storage.tables.open(table_id))
    left = {ending: (folder / f"companion.sqlite{ending}").read_bytes() for ending in ("", *left_behind)}
    storage.close()
    if left_behind:
        for ending, data in left.items():
            (folder / f"companion.sqlite{ending}").write_bytes(data)
    before = files_in(folder)
    shut(folder)

    storage = opened(folder)
    assert storage.trouble is not None
    assert storage.trouble.kind == "read-only"
    assert str(folder) in storage.trouble.sentence
    assert picture(storage.tables.open(table_id)) == expected
    everything_can_be_read(storage, table_id)
    every_change_is_refused(storage, table_id, "read-only")
    storage.close()
    assert files_in(folder) == before


def test_a_folder_that_may_be_written_again_is_written_again(opened, folder, shut):
    storage = opened(folder)
    table_id = played_table(storage)
    storage.close()
    shut(folder)
    storage = opened(folder)
    table = storage.tables.open(table_id)
    with refused("read-only"):
        table.append(gold(7))
    if os.getuid() == 0:
        os.seteuid(0)
    folder.chmod(0o755)
    (folder / "companion.sqlite").chmod(0o644)
    table.append(gold(7))
    assert storage.trouble is None
    storage.close()
    assert gold_of(opened(folder).tables.open(table_id)) == 7


def test_a_folder_taken_away_while_playing(opened, folder, shut):
    storage = opened(folder)
    table_id = played_table(storage)
    storage.close()
    storage = opened(folder)
    table = storage.tables.open(table_id)
    (folder / "companion.sqlite").chmod(0o444)
    everything_can_be_read(storage, table_id)
    shut(folder)
    storage.database.close()
    every_change_is_refused(storage, table_id, "read-only")
    everything_can_be_read(storage, table_id)
    assert table.n


def test_nothing_there_and_nothing_can_be_made(opened, folder, shut):
    shut(folder)
    for place in (folder, folder / "deeper"):
        nothing_can_be_kept(opened(place), "read-only")


def test_an_older_file_in_a_read_only_folder_is_migrated_in_a_copy(opened, folder, shut):
    storage = opened(folder)
    played_table(storage)
    storage.close()
    shut(folder)

    def add_a_column(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT")

    with Database(folder, migrations=(*MIGRATIONS, add_a_column)) as database:
        assert database.trouble is not None
        assert database.rows("SELECT colour FROM tables") == [(None,)]


# locked by another program

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(path: Path, how: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Another program that is writing, and does not stop."""
    command = [sys.executable, "-c", HOLD, str(path), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield


def test_a_locked_database_changes_nothing_and_goes_on_afterwards(opened, tmp_path):
    storage = opened(patience=0.01)
    table_id = played_table(storage)
    with held(tmp_path / "companion.sqlite"):
        every_change_is_refused(storage, table_id, "locked")
        everything_can_be_read(storage, table_id)
        second = opened(patience=0.01)  # it opens, too
        assert second.trouble is None
        everything_can_be_read(second, table_id)
        there = second.tables.open(table_id)
    table = storage.tables.open(table_id)
    table.append(gold(7))
    with pytest.raises(StaleBase):
        there.append(gold(8))


def test_a_first_start_while_another_is_starting(tmp_path):
    with held(tmp_path / "companion.sqlite"), refused("locked"):
        Storage(tmp_path, patience=0.01)


def test_a_short_wait_is_no_trouble(opened, tmp_path):
    """The usual case: the other one is done within a moment."""
    storage = opened()
    table_id = played_table(storage)
    with held(tmp_path / "companion.sqlite"):
        pass
    assert storage.tables.open(table_id).append(gold(7))


# others


def test_the_data_of_a_newer_version_are_left_alone(opened, tmp_path):
    storage = opened()
    played_table(storage)
    with storage.database.change() as connection:
        connection.execute("PRAGMA user_version = 99")
    storage.close()
    before = files_in(tmp_path)
    with refused("newer"):
        Storage(tmp_path)
    assert files_in(tmp_path) == before


def test_what_nobody_foresaw_is_still_a_sentence(opened):
    storage = opened()
    with refused("unknown"):
        storage.database.rows("SELECT nonsense")


def test_a_failure_within_a_change_leaves_nothing_behind(opened):
    storage = opened()

    def interrupted() -> None:
        with storage.database.change() as connection:
            connection.execute("INSERT INTO settings VALUES ('theme', 'half')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert storage.database.rows("SELECT * FROM settings") == []


def test_every_entry_is_on_the_disk_when_it_is_acknowledged(opened):
    database = opened().database
    pragmas = {name: database.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "foreign_keys")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
