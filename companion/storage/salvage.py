"""A damaged database: what can be read of it goes into a new one, and the damaged file is kept aside, untouched."""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.storage.schema import Migration, migrate, version_of
from engine.core.language import Counted, Listed, Phrase

ENDINGS = ("-wal", "-shm", "")
"""The files of one database, in the order they are moved: the helpers first, so that they never meet a new file."""

Key: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[Key, tuple[Any, ...]]


class Column(NamedTuple):
    """A column of a table; `key` is its place in the primary key, 0 if it is not part of it."""

    name: str
    kind: str
    filled: bool
    key: int


Columns: TypeAlias = tuple[Column, ...]


class Way(NamedTuple):
    """One way to the rows of a table: through the table itself or an index that holds them all, in its order."""

    through: str
    order: tuple[str, ...]


class Stored(NamedTuple):
    """A table of the database."""

    columns: Columns
    ways: tuple[Way, ...]


class Cut(NamedTuple):
    """A table whose newest entries could not be read."""

    name: str
    kept: int
    of: int


class Salvaged(NamedTuple):
    """What was saved from a damaged database, and where it is kept."""

    aside: Path
    tables: int
    cards: int
    settings: bool
    cut: tuple[Cut, ...]
    lost: tuple[str, ...]

    def sentences(self) -> list[Phrase]:
        """For the players."""
        what: list[Phrase] = []
        if self.tables or self.cards:
            what += [Counted("table", "tables", self.tables), Counted("card", "cards", self.cards)]
        if self.settings:
            what.append(Phrase("the settings"))
        if what:
            template = "Companion's data were damaged: {what} could be saved. The damaged file is kept as {file}."
        else:
            template = (
                "Companion's data were damaged: nothing in them could be read. The damaged file is kept as {file}."
            )
        told = [Phrase(template, what=Listed(what, with_and=True), file=self.aside)]
        template = "“{name}” has lost its newest entries: {kept} of {all} could be saved."
        told += [Phrase(template, name=cut.name, kept=cut.kept, all=cut.of) for cut in self.cut]
        told += [Phrase("“{name}” could not be saved.", name=name) for name in self.lost]
        return told


# the whole


def salvage(path: Path, migrations: Sequence[Migration], moment: datetime) -> Salvaged:
    """Build the new database beside the damaged one, then put it in its place.

    A crash before the new file is complete changes nothing; after that `finish_salvage` carries on from there.
    """
    stamp = _free_stamp(path, moment)
    part = path.with_name(f"{path.stem}.part{path.suffix}")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as new:
        new.execute("PRAGMA synchronous = FULL")
        _copy_rows(path, new, migrations)
        cut, lost = _make_consistent(new)
        tables, cards, settings = (_count(new, table) for table in ("tables", "cards", "settings"))
    os.replace(part, path.with_name(f"{path.stem}.salvaged-{stamp}{path.suffix}"))
    aside = finish_salvage(path)
    assert aside is not None
    return Salvaged(aside, tables, cards, bool(settings), cut, lost)


def finish_salvage(path: Path) -> Path | None:
    """Move the damaged files aside and the new one into their place, wherever that was interrupted."""
    mark = f"{path.stem}.salvaged-"
    ready = next(iter(sorted(path.parent.glob(f"{mark}*{path.suffix}"))), None)
    if ready is None:
        return None
    stamp = ready.stem.removeprefix(mark)
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for ending in ENDINGS:
        with suppress(FileNotFoundError):
            os.replace(f"{path}{ending}", f"{aside}{ending}")
    os.replace(ready, path)
    return aside


def _free_stamp(path: Path, moment: datetime) -> str:
    """The date and time for the names; with a number if a file of that second is there already."""
    stamp = first = moment.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while any(path.parent.glob(f"{path.stem}.*-{stamp}{path.suffix}")):
        number += 1
        stamp = f"{first}-{number}"
    return stamp


def _count(connection: sqlite3.Connection, table: str) -> int:
    number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number


# reading what can be read


def _copy_rows(path: Path, new: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Fill the new database with every row that can be read, in the version it was written in, then migrate."""
    best: dict[str, Rows] = {}
    version = len(migrations)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="companion-salvage-") as scratch:
        for old in _openings(path, Path(scratch), migrations):
            with closing(old):
                written_in = _version(old, len(migrations))
                found = _readable(old, _tables_in(migrations[:written_in]))
            if sum(map(len, found.values())) > sum(map(len, best.values())):
                best, version = found, written_in
    migrate(new, migrations[:version])
    new.execute("BEGIN")
    for table, rows in best.items():
        for row in rows.values():
            with suppress(sqlite3.IntegrityError):
                new.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    new.execute("COMMIT")
    migrate(new, migrations)


def _openings(path: Path, scratch: Path, migrations: Sequence[Migration]) -> Iterator[sqlite3.Connection]:
    """Copies of the damaged file: as it is; then with the first page of a new file, where its own is of no use.

    The first page says where each table begins. New files of one version all have the same. The file itself is
    never opened: SQLite would tidy up, and throw away what it takes for useless.
    """
    for number, prepare in enumerate((_as_it_is, _with_new_first_page)):
        copy = scratch / f"copy-{number}"
        for ending in ("", "-wal"):
            if Path(f"{path}{ending}").exists():
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        copy.touch()
        prepare(copy, migrations)
        connection = sqlite3.connect(copy, isolation_level=None)
        connection.text_factory = readable_text
        yield connection


def readable_text(data: bytes) -> str:
    """Stored text, whatever became of it: what is not text any more will be noticed by whoever reads it."""
    return data.decode("utf-8", "replace")


def _as_it_is(copy: Path, migrations: Sequence[Migration]) -> None:
    """Nothing to prepare."""


def _with_new_first_page(copy: Path, migrations: Sequence[Migration]) -> None:
    fresh = copy.with_name("fresh")
    with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, migrations)
        size: int = connection.execute("PRAGMA page_size").fetchone()[0]
    page = bytearray(fresh.read_bytes()[:size])
    pages = max(1, copy.stat().st_size // size)
    page[28:32] = pages.to_bytes(4, "big")  # the file's length in pages
    page[32:40] = bytes(8)  # no list of free pages: nothing on it is needed
    with open(copy, "r+b") as file:
        file.write(page)


def _version(old: sqlite3.Connection, newest: int) -> int:
    """The version the rows were written in; the newest where even that is unreadable."""
    try:
        version = version_of(old)
    except sqlite3.Error:
        return newest
    return version if 0 < version <= newest else newest


def _tables_in(migrations: Sequence[Migration]) -> dict[str, Stored]:
    """The tables of a version: their columns, and the ways their rows can be read."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, migrations)
        tables = _column(model, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return {table: _stored(model, table) for table in tables}


def _stored(model: sqlite3.Connection, table: str) -> Stored:
    columns = tuple(
        Column(name, kind, bool(filled), key)
        for _, name, kind, filled, _, key in model.execute(f"PRAGMA table_info({table})")
    )
    key = tuple(column.name for column in sorted(columns, key=lambda column: column.key) if column.key)
    ways = [Way("NOT INDEXED", key)]
    for index in _column(model, "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", table):
        if index == f"{table}_again":
            order = _column(model, "SELECT name FROM pragma_index_info(?)", index)
            ways.append(Way(f"INDEXED BY {index}", tuple(order)))
    return Stored(columns, tuple(ways))


def _readable(old: sqlite3.Connection, tables: dict[str, Stored]) -> dict[str, Rows]:
    """Every sound row of every table: from both ends, and where that leaves a hole, game table by game table."""
    found = {table: _swept(old, table, stored) for table, stored in tables.items()}
    owners = {key[0] for table in ("tables", "setups") for key in found.get(table, {})}
    for table, stored in tables.items():
        if stored.columns[0].name == "table_id":
            for owner in sorted(owners):
                found[table] = _swept(old, table, stored, owner) | found[table]
    return found


def _swept(old: sqlite3.Connection, table: str, stored: Stored, owner: int | None = None) -> Rows:
    """The rows that can be read in any way; the table itself is believed before its index."""
    found: Rows = {}
    for way in stored.ways:
        found = _swept_in(old, table, stored.columns, way, owner) | found
    return found


def _swept_in(old: sqlite3.Connection, table: str, columns: Columns, way: Way, owner: int | None) -> Rows:
    """The rows from the first on, as far as they can be read; then from the last on back."""
    names = ", ".join(column.name for column in columns)
    where = "" if owner is None else f"WHERE table_id = {int(owner)}"
    found: Rows = {}
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{name} {direction}" for name in way.order)
        try:
            for row in old.execute(f"SELECT {names} FROM {table} {way.through} {where} ORDER BY {order}"):
                key = tuple(value for value, column in zip(row, columns, strict=True) if column.key)
                if key in found:
                    break
                if _sound(row, columns):
                    found[key] = row
            else:
                return found
        except sqlite3.Error:
            continue
    return found


_TYPES = {"INTEGER": int, "TEXT": str}
_JSON = ("setup", "entry", "state", "card", "value")
"""Columns that hold JSON."""


def _sound(row: tuple[Any, ...], columns: Columns) -> bool:
    """Does every column hold what it was made for?"""
    for value, column in zip(row, columns, strict=True):
        if value is None and not column.filled and not column.key:
            continue
        if not isinstance(value, _TYPES[column.kind]):
            return False
        if column.name in _JSON and not column.key and not _is_json(value):
            return False
    return True


def _is_json(text: Any) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


# making it whole


def _make_consistent(new: sqlite3.Connection) -> tuple[tuple[Cut, ...], tuple[str, ...]]:
    """Tables without their set-up are lost, those without their head get a new one, a log ends before its gap.

    `facts` is emptied where it may be wrong; it is worked out anew when the table is next looked at.
    """
    lost = _column(new, "SELECT name FROM tables WHERE id NOT IN (SELECT table_id FROM setups) ORDER BY id")
    new.execute("BEGIN")
    new.execute("DELETE FROM tables WHERE id NOT IN (SELECT table_id FROM setups)")
    new.execute(
        """INSERT INTO tables (id, game, name, created, changed, revision, n, automation, facts)
        SELECT table_id, game, 'Table ' || table_id, created, created, 0,
            coalesce((SELECT max(n) FROM entries WHERE entries.table_id = setups.table_id), 0), '', ''
        FROM setups WHERE table_id NOT IN (SELECT id FROM tables)"""
    )
    for table in ("entries", "snapshots", "leftovers"):
        new.execute(f"DELETE FROM {table} WHERE table_id NOT IN (SELECT id FROM tables)")
    cut = []
    for table_id, name, n in new.execute("SELECT id, name, n FROM tables ORDER BY id").fetchall():
        numbers = _column(new, "SELECT n FROM entries WHERE table_id = ? ORDER BY n", table_id)
        whole = next((place for place, number in enumerate(numbers) if number != place + 1), len(numbers))
        new.execute(
            "INSERT OR IGNORE INTO leftovers SELECT table_id, '', n, entry FROM entries WHERE table_id = ? AND n > ?",
            (table_id, whole),
        )
        for table in ("entries", "snapshots"):
            new.execute(f"DELETE FROM {table} WHERE table_id = ? AND n > ?", (table_id, whole))
        if whole < n:
            new.execute("UPDATE tables SET n = ?, facts = '' WHERE id = ?", (whole, table_id))
            cut.append(Cut(name, whole, n))
    new.execute("COMMIT")
    return tuple(cut), tuple(lost)


def _column(connection: sqlite3.Connection, question: str, *values: Any) -> list[Any]:
    return [value for (value,) in connection.execute(question, values)]
