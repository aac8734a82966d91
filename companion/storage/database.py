"""The app's one SQLite file: opened, checked, migrated, and every change a transaction of its own."""

import shutil
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.storage.clock import Clock, now, written
from companion.storage.salvage import finish_salvage, readable_text, salvage
from companion.storage.schema import MIGRATIONS, Migration, migrate, roll_back, version_of
from companion.storage.trouble import StorageTrouble, trouble_of, trouble_with
from engine.core.language import Phrase

FILE = "companion.sqlite"
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""

PAGES_KEPT = 256
"""Kilobytes of the file SQLite keeps in memory; an evening is read once, and then written entry by entry."""

JOURNAL = "TRUNCATE" if sys.platform == "emscripten" else "WAL"
"""In a browser no memory is shared; there, emptying the journal ends a change (companion/web/static/drawer.js)."""


class Database:
    """One connection for the whole app, whichever thread it is used from.

    `notes` are sentences for the players about what was found on opening. `trouble` is set while the file can
    only be read (a read-only folder, a full disk): everything can be looked at and exported; each change tries
    again, and raises the trouble if it is still there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock = now,
        patience: float = PATIENCE,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.clock = clock
        self.notes: list[Phrase] = []
        self.trouble: StorageTrouble | None = None
        self._patience = patience
        self._migrations = migrations
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self._open()

    # using it

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[Any]:
        """The answer to one question."""
        with self.reading() as connection:
            return connection.execute(question, values).fetchall()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Several questions about one and the same moment."""
        with self._lock, self._told():
            yield from self._transaction("BEGIN")

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One change: all of it is on the disk when the block ends, or StorageTrouble is raised and none of it is."""
        with self._lock, self._told():
            if self.trouble is not None:
                self._open()  # the folder may be writable again by now
                if self.trouble is not None:
                    raise self.trouble
            yield from self._transaction("BEGIN IMMEDIATE")

    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        if self._connection is None:
            self._open()
        connection = self._connection
        assert connection is not None
        connection.execute(begin)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                roll_back(connection)
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as sentences."""
        try:
            yield
        except sqlite3.Error as error:
            raise trouble_with(error, self.folder) from error

    def moment(self) -> str:
        """Now, as it is stored."""
        return written(self.clock())

    # opening it

    def _open(self) -> None:
        self._shut()
        self.trouble = None
        try:
            self._connection = self._opened_for_writing()
        except StorageTrouble as trouble:
            if trouble.kind == "damaged":
                self._mend()
            elif trouble.kind in ("full", "read-only"):
                self._connection = self._opened_for_reading(trouble)
                self.trouble = trouble
            else:
                raise

    def _opened_for_writing(self) -> sqlite3.Connection:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            finish_salvage(self.path)
            self._refuse_lost_file()
            connection = self._connected(self.path.absolute().as_uri() + "?mode=rwc")
        except (sqlite3.Error, OSError) as error:
            raise trouble_with(error, self.folder) from error
        try:
            self._check(connection)
            connection.execute(f"PRAGMA cache_size = -{PAGES_KEPT}")
            connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._try_writing(connection)
            migrate(connection, self._migrations)
        except sqlite3.Error as error:
            connection.close()
            raise trouble_with(error, self.folder) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def _connected(self, address: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        connection.text_factory = readable_text
        return connection

    def _refuse_lost_file(self) -> None:
        """SQLite throws the -wal of an empty file away; it may be all that is left of it."""
        wal = Path(f"{self.path}-wal")
        if wal.exists() and wal.stat().st_size and not (self.path.exists() and self.path.stat().st_size):
            raise trouble_of("damaged", self.folder)

    def _check(self, connection: sqlite3.Connection) -> None:
        """Refuse a newer file and a damaged one."""
        if version_of(connection) > len(self._migrations):
            raise trouble_of("newer", self.folder)
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise trouble_of("damaged", self.folder)

    def _try_writing(self, connection: sqlite3.Connection) -> None:
        """Find out now that the file cannot be written. Another program that is writing is no reason not to open."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA user_version = {version_of(connection)}")
        except sqlite3.OperationalError as error:
            if trouble_with(error, self.folder).kind != "locked":
                raise
        finally:
            roll_back(connection)

    # opening it for reading only

    def _opened_for_reading(self, trouble: StorageTrouble) -> sqlite3.Connection:
        ways = (self._empty,) if self._nothing_yet() else (self._as_it_is, self._copied, self._without_wal)
        for way in ways:
            with suppress(sqlite3.Error, OSError):
                connection = way()
                try:
                    migrate(connection, self._migrations)
                    connection.execute("SELECT count(*) FROM tables")
                    connection.execute("PRAGMA query_only = ON")
                except sqlite3.Error:
                    connection.close()
                else:
                    return connection
        raise trouble

    def _nothing_yet(self) -> bool:
        try:
            return not self.path.stat().st_size
        except OSError:
            return True

    def _empty(self) -> sqlite3.Connection:
        """The app can be looked at, at least, where it was never able to keep anything."""
        return self._connected("file:?mode=memory")

    def _as_it_is(self) -> sqlite3.Connection:
        return self._connected(self.path.absolute().as_uri() + "?mode=ro")

    def _copied(self) -> sqlite3.Connection:
        """Where not even SQLite's own two helper files can be made, or an older file cannot be migrated."""
        self._copy = tempfile.TemporaryDirectory(prefix="companion-")
        copy = Path(self._copy.name) / FILE
        for ending in ("", "-wal"):
            if Path(f"{self.path}{ending}").exists():
                shutil.copyfile(f"{self.path}{ending}", f"{copy}{ending}")
        return self._connected(copy.as_uri())

    def _without_wal(self) -> sqlite3.Connection:
        """The last resort: with no room for anything, what had been written through to the file itself."""
        return self._connected(self.path.absolute().as_uri() + "?mode=ro&immutable=1")

    # mending it

    def mend(self) -> None:
        """Save what can be read into a new file and keep the damaged one aside; `notes` tell what was saved."""
        with self._lock:
            self._shut()
            self._mend()

    def _mend(self) -> None:
        try:
            saved = salvage(self.path, self._migrations, self.clock())
        except (sqlite3.Error, OSError) as error:
            raise trouble_with(error, self.folder) from error
        self.notes += saved.sentences()
        self._connection = self._opened_for_writing()

    # closing it

    def close(self) -> None:
        """Let go of the file. It is whole at any moment; this only tidies up."""
        with self._lock:
            self._shut()

    def _shut(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
