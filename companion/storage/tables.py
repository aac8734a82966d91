"""The shelf of tables: the list, and everything done to a table as a whole."""

import threading
from collections.abc import Iterable
from datetime import timedelta
from io import BytesIO
from typing import Any
from weakref import WeakValueDictionary

from companion.storage.clock import read as read_moment
from companion.storage.clock import written
from companion.storage.database import Database
from companion.storage.listeners import Listener, tell
from companion.storage.saved_table import SavedTable
from companion.storage.summary import Facts, TableSummary, facts_now, read_facts
from companion.storage.table_rows import Loaded, head_of, insert_table, load, setup_row
from companion.storage.trouble import StorageTrouble, trouble_of
from engine.border.files import read_stream
from engine.border.save import chapter_ends, load_save
from engine.core.errors import BadInput
from engine.core.game import Game
from engine.core.language import Phrase
from engine.core.registry import games
from engine.core.session import Session

LONGEST_NAME = 120
IN_THE_TRASH = timedelta(days=30)
"""How long a deleted table can be brought back, unless said otherwise."""


class TableShelf:
    """All tables. `listeners` are called when the list changes, a table's own changes included."""

    def __init__(self, database: Database) -> None:
        self.listeners: list[Listener] = []
        self._database = database
        self._lock = threading.RLock()
        self._open: WeakValueDictionary[int, SavedTable] = WeakValueDictionary()

    # the list

    def tables(self) -> tuple[TableSummary, ...]:
        """The tables, the one changed last first."""
        return self._listed("deleted IS NULL ORDER BY changed DESC, id DESC")

    def trash(self) -> tuple[TableSummary, ...]:
        """Deleted tables that can still be brought back, the last one first."""
        return self._listed("deleted IS NOT NULL ORDER BY deleted DESC, id DESC")

    def _listed(self, which: str) -> tuple[TableSummary, ...]:
        rows = self._database.rows(
            f"SELECT id, name, game, facts, n, created, changed, deleted FROM tables WHERE {which}"
        )
        made = []
        for table_id, name, game, text, n, created, changed, deleted in rows:
            facts = read_facts(text) or self._facts_anew(table_id)
            moments = (read_moment(moment) for moment in (created, changed, deleted))
            made.append(
                TableSummary(
                    table_id, name, game, facts.season, facts.phase, facts.players, n, facts.finished, *moments
                )
            )
        return tuple(made)

    def _facts_anew(self, table_id: int) -> Facts:
        """From the log, where what was kept beside it was lost."""
        try:
            return facts_now(load(self._database, table_id).session)
        except StorageTrouble:
            return Facts()

    # one table

    def create(self, setup: Any, name: str = "", automation: Iterable[str] | None = None) -> SavedTable:
        """A new table. Raises RuleError for a set-up the rules do not allow, BadInput for one no file could hold."""
        game = _game_of(setup)
        session = Session(game, game.begin(setup), automation)
        return self._added(session, setup, name)

    def open(self, table_id: int) -> SavedTable:
        """A table to play on: the same object for everyone who has it open."""
        with self._lock:
            table = self._open.get(table_id)
            if table is None:
                table = SavedTable(self._database, table_id, load(self._database, table_id), self.listeners)
                self._open[table_id] = table
            else:
                with self._database.reading() as connection:
                    head_of(self._database, connection, table_id)  # it may have been deleted meanwhile
            return table

    def rename(self, table_id: int, name: str) -> None:
        """Give a table another name."""
        name = clean_name(name)
        self._update(table_id, "name = ?", name)
        table = self._open.get(table_id)
        if table is not None:
            table.name = name
            tell(table.listeners)
        tell(self.listeners)

    def delete(self, table_id: int) -> None:
        """Into the trash; `restore` brings it back."""
        self._update(table_id, "deleted = ?", self._database.moment())
        tell(self.listeners)

    def restore(self, table_id: int) -> None:
        """Back from the trash."""
        self._update(table_id, "deleted = ?", None)
        tell(self.listeners)

    def purge(self, older_than: timedelta = IN_THE_TRASH) -> int:
        """Empty the trash of what has been there for so long; how many tables that were."""
        before = written(self._database.clock() - older_than)
        with self._database.change() as connection:
            gone = connection.execute("DELETE FROM tables WHERE deleted <= ?", (before,)).rowcount
        if gone:
            tell(self.listeners)
        return gone

    def _update(self, table_id: int, what: str, value: str | None) -> None:
        with self._database.change() as connection:
            if not connection.execute(f"UPDATE tables SET {what} WHERE id = ?", (value, table_id)).rowcount:
                raise trouble_of("gone", self._database.folder)

    # files

    def export(self, table_id: int) -> bytes:
        """A table as a file that any Companion can read."""
        table = self._open.get(table_id) or self.open(table_id)
        return table.export()

    def import_file(self, data: bytes) -> SavedTable:
        """A table from a file, as a new one beside the others. BadInput says what is wrong; nothing has changed."""
        loaded = load_save(read_stream(BytesIO(data)))
        return self._added(loaded.session, loaded.setup, loaded.name, loaded.created, loaded.notes)

    def _added(
        self,
        session: Session[Any, Any],
        setup: Any,
        name: str,
        created: str | None = None,
        notes: tuple[Phrase, ...] = (),
    ) -> SavedTable:
        moment = self._database.moment()
        made = Loaded(session, setup, clean_name(name), created or moment, moment, 0, notes, unread=False)
        row = setup_row(session.game, setup)
        with self._lock:
            with self._database.change() as connection:
                table_id = insert_table(
                    connection,
                    session,
                    setup=row,
                    name=made.name,
                    created=made.created,
                    changed=made.changed,
                    snapshots=chapter_ends(session) if session.n else (),
                )
            table = SavedTable(self._database, table_id, made, self.listeners)
            self._open[table_id] = table
        tell(self.listeners)
        return table

    # after damage

    def write_open_tables(self) -> None:
        """Write every open table anew, into a database that was mended."""
        for table in tuple(self._open.values()):
            table.write_whole()
        tell(self.listeners)


def clean_name(name: str) -> str:
    """A name as it can be stored and shown: printable, on one line, not too long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST_NAME]


def _game_of(setup: Any) -> Game[Any, Any, Any]:
    """The game a set-up belongs to."""
    for game in games():
        if type(setup) is game.setup_type:
            return game
    raise BadInput("setup", "no game is set up by {what}", what=type(setup).__name__)
