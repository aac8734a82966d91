"""The guest book: which phone is whose, where it sits, and the codes the tables are joined by.

It has a file of its own beside the tables. Nothing in it is needed to play on: a phone that is lost from it joins
again. So a damaged book is put aside, and a new one begun.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.serve.codes import clean_code, clean_name, new_code, token_hash
from companion.storage.listeners import Listener, tell
from companion.storage.trouble import trouble_with

FILE = "phones.sqlite"
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


class Device(NamedTuple):
    """A phone that sits at a table, watches, or is the host's. `settings` are its own: language, theme, text size."""

    id: int
    name: str
    host: bool
    settings: Mapping[str, Any]


class Guest(NamedTuple):
    """A device at a table: in a seat, or (None) watching."""

    device: int
    name: str
    seat: int | None
    host: bool


class SeatTaken(Exception):
    """Somebody else's phone has this seat."""


def _first_tables(connection: sqlite3.Connection) -> None:
    for statement in (
        """CREATE TABLE devices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            host INTEGER NOT NULL,
            settings TEXT NOT NULL
        )""",
        """CREATE TABLE guests (
            table_id INTEGER NOT NULL,
            device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
            seat INTEGER,
            PRIMARY KEY (table_id, device_id)
        ) WITHOUT ROWID""",
        "CREATE UNIQUE INDEX seats_taken ON guests (table_id, seat) WHERE seat IS NOT NULL",
        "CREATE TABLE join_codes (table_id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE)",
    ):
        connection.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables,)
"""The step at place v lifts a book from version v to v + 1."""


class GuestBook:
    """The book, opened. `listeners` are called after every change of who sits where."""

    def __init__(self, folder: Path) -> None:
        self.listeners: list[Listener] = []
        self._path = folder / FILE
        self._lock = threading.RLock()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError as damage:
            if isinstance(damage, sqlite3.OperationalError):
                raise trouble_with(damage, folder) from damage
            os.replace(self._path, self._path.with_suffix(".damaged"))
            for ending in ("-wal", "-shm"):
                Path(f"{self._path}{ending}").unlink(missing_ok=True)
            self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("damaged")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
            for place in range(version, len(MIGRATIONS)):
                connection.execute("BEGIN IMMEDIATE")
                MIGRATIONS[place](connection)
                connection.execute(f"PRAGMA user_version = {place + 1}")
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        with suppress(OSError):
            self._path.chmod(0o600)
        return connection

    def close(self) -> None:
        """Shut the book."""
        with self._lock:
            self._connection.close()

    def _rows(self, question: str, *values: Any) -> list[Any]:
        with self._lock:
            try:
                return self._connection.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise trouble_with(error, self._path.parent) from error

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise trouble_with(error, self._path.parent) from error
                raise
        tell(self.listeners)

    # devices

    def device(self, token: str) -> Device | None:
        """The device with this token; None for one never heard of, or sent away."""
        rows = self._rows("SELECT id, name, host, settings FROM devices WHERE token = ?", token_hash(token))
        return _device(rows[0]) if rows else None

    def welcome(self, token: str, name: str = "", *, host: bool = False) -> Device:
        """Remember a device, or what is new about it. A host stays one."""
        with self._change() as connection:
            connection.execute(
                """INSERT INTO devices (token, name, host, settings) VALUES (?, ?, ?, '{}')
                ON CONFLICT (token) DO UPDATE SET
                    name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END,
                    host = MAX(host, excluded.host)""",
                (token_hash(token), clean_name(name), int(host)),
            )
        found = self.device(token)
        assert found is not None
        return found

    def hosts(self) -> tuple[int, ...]:
        """The devices of the host."""
        return tuple(row[0] for row in self._rows("SELECT id FROM devices WHERE host"))

    def keep_settings(self, device: int, settings: Mapping[str, Any]) -> None:
        """What a device's own user chose."""
        with self._change() as connection:
            connection.execute("UPDATE devices SET settings = ? WHERE id = ?", (json.dumps(dict(settings)), device))

    def send_away(self, device: int) -> None:
        """Its token opens nothing any more, and its seats are free."""
        with self._change() as connection:
            connection.execute("DELETE FROM devices WHERE id = ?", (device,))

    # seats

    def sit(self, table: int, device: int, seat: int | None) -> None:
        """Take a seat, or watch. SeatTaken if another device has it; then nothing has changed."""
        with self._change() as connection:
            taken = "SELECT 1 FROM guests WHERE table_id = ? AND seat = ? AND device_id <> ?"
            if seat is not None and connection.execute(taken, (table, seat, device)).fetchone():
                raise SeatTaken
            connection.execute("INSERT OR REPLACE INTO guests VALUES (?, ?, ?)", (table, device, seat))

    def leave(self, table: int, device: int) -> None:
        """Get up from a table."""
        with self._change() as connection:
            connection.execute("DELETE FROM guests WHERE table_id = ? AND device_id = ?", (table, device))

    def guests(self, table: int) -> tuple[Guest, ...]:
        """Everybody at a table, by seat, those who watch last."""
        rows = self._rows(
            """SELECT device_id, name, seat, host FROM guests JOIN devices ON devices.id = device_id
            WHERE table_id = ? ORDER BY seat IS NULL, seat, device_id""",
            table,
        )
        return tuple(Guest(device, name, seat, bool(host)) for device, name, seat, host in rows)

    def tables_of(self, device: int) -> dict[int, int | None]:
        """Where a device sits: table → seat, None for one it watches."""
        return dict(self._rows("SELECT table_id, seat FROM guests WHERE device_id = ?", device))

    # codes

    def code_of(self, table: int) -> str:
        """The code a table is joined by; it gets one when it is first asked for."""
        rows = self._rows("SELECT code FROM join_codes WHERE table_id = ?", table)
        return str(rows[0][0]) if rows else self.change_code(table)

    def change_code(self, table: int, code: str | None = None) -> str:
        """Another code, or this one; the old one opens nothing any more."""
        chosen = new_code() if code is None else clean_code(code)
        with self._change() as connection:
            connection.execute("DELETE FROM join_codes WHERE code = ?", (chosen,))  # one code, one table
            connection.execute("INSERT OR REPLACE INTO join_codes VALUES (?, ?)", (table, chosen))
        return chosen

    def table_for(self, code: str) -> int | None:
        """The table a code opens."""
        rows = self._rows("SELECT table_id FROM join_codes WHERE code = ?", clean_code(code))
        return int(rows[0][0]) if rows else None


def _device(row: tuple[Any, ...]) -> Device:
    device, name, host, settings = row
    chosen = json.loads(settings)
    return Device(device, name, bool(host), chosen)
