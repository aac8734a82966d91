"""One table: its session, and every change of it on the disk before anyone sees it."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypeVar

from companion.storage.clock import read as read_moment
from companion.storage.database import Database
from companion.storage.listeners import Listener, tell
from companion.storage.summary import TableSummary, facts_now, facts_of
from companion.storage.table_rows import (
    Loaded,
    automation_row,
    entry_row,
    finished_chapters,
    head_of,
    insert_entries,
    insert_snapshots,
    insert_table,
    load,
    read_entry,
    setup_row,
    stored_entries,
)
from engine.border.save import chapter_ends, dump_save
from engine.core.errors import StaleBase
from engine.core.session import Entry, Session

T = TypeVar("T")


class SavedTable:
    """A table that is saved with every change.

    `session` is never changed in place: a change is made on a copy, written in one transaction, and then takes
    its place. So whoever looks at `session` from another thread sees one whole moment, and if the disk refuses,
    the table is exactly as it was. `listeners` are called after each change, from the thread that made it.
    """

    shared = False
    """Is it played on several phones?"""
    seat: int | None = None
    """The seat of this device, where it has one."""
    runs = True
    """May this device do everything?"""
    plays = True
    """May it say anything at all?"""
    may_undo = True
    """May it undo what was said last?"""
    wishes: tuple[Any, ...] = ()
    """What players ask the host for."""

    def __init__(self, database: Database, table_id: int, loaded: Loaded, also: list[Listener] | None = None) -> None:
        self.id = table_id
        self.listeners: list[Listener] = []
        self._also = [] if also is None else also
        self._database = database
        self._lock = threading.RLock()
        self._take(loaded)

    def _take(self, loaded: Loaded) -> None:
        self.session = loaded.session
        self.setup = loaded.setup
        self.name = loaded.name
        self.notes = loaded.notes
        self._created, self._changed = loaded.created, loaded.changed
        self._revision = loaded.revision
        self._unread = loaded.unread

    # what there is

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.session.game.id

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return self.session.n

    @property
    def state(self) -> Any:
        """The table now."""
        return self.session.state

    @property
    def changed(self) -> datetime | None:
        """When it was last changed."""
        return read_moment(self._changed)

    def summary(self) -> TableSummary:
        """The table in one line."""
        session = self.session
        facts = facts_now(session)
        return TableSummary(
            self.id,
            self.name,
            session.game.id,
            facts.season,
            facts.phase,
            facts.players,
            session.n,
            facts.finished,
            read_moment(self._created),
            read_moment(self._changed),
        )

    def export(self) -> bytes:
        """The table as a file that any Companion can read."""
        with self._lock:
            session, setup = self.session, self.setup
            name, created, changed = self.name, self._created, self._changed
        return dump_save(session, setup, name=name, created=created, changed=changed)

    # changing it

    def append(
        self,
        action: Any,
        *,
        seat: int | None = None,
        base: int | None = None,
        anyway: bool = False,
        by: int | None = None,
    ) -> tuple[Entry, ...]:
        """Add what a person said and the automatic answers to it; all of it is saved, or nothing has changed.

        Raises what `Session.append` raises, BadInput for an action no file could hold, and StorageTrouble.
        """
        return self._carry_out(lambda session: session.append(action, seat=seat, base=base, anyway=anyway, by=by))

    def resolve(self) -> tuple[Entry, ...]:
        """Answer what can be answered automatically now."""
        return self._carry_out(lambda session: session.resolve())

    def undo(self) -> Entry | None:
        """Take back the last thing a person said. None: nothing to undo."""
        return self._carry_out(lambda session: session.undo())

    def speaks_for(self, number: int) -> bool:
        """May this device say what this player decides?"""
        return True

    def seat_is_here(self, number: int) -> bool:
        """Has this player a phone of their own that is connected?"""
        return False

    def wish_undo(self) -> None:
        """Ask whoever may undo it. Here everybody may."""
        self.undo()

    def answer_wish(self, wish: Any, *, grant: bool) -> None:
        """The host's answer; here nobody has to ask."""

    def redo(self) -> Entry | None:
        """Bring back what the last undo took. None: nothing to redo."""
        return self._carry_out(lambda session: session.redo())

    def return_to(self, n: int) -> int:
        """Undo until at most n entries are left; the number of undos it took."""
        return self._carry_out(lambda session: session.return_to(n))

    def set_automation(self, kinds: Iterable[str]) -> None:
        """From now on these kinds of decision are answered automatically."""
        chosen = frozenset(kinds)

        def change(session: Session[Any, Any]) -> None:
            session.automation = chosen

        self._carry_out(change)

    def _carry_out(self, change: Callable[[Session[Any, Any]], T]) -> T:
        with self._lock:
            before, after = self.session, self.session.copy()
            result = change(after)
            old, new = stored_entries(before), stored_entries(after)
            same = _same(old, new, min(before.n, after.n))
            if len(old) == len(new) == same and after.n == before.n and after.automation == before.automation:
                return result
            moved = None
            try:
                self._write(before, after, same, len(old), new[same:])
            except StaleBase as stale:  # another program changed it: look again
                self._take(load(self._database, self.id))
                moved = stale
            else:
                self.session = after
        self._tell()
        if moved is not None:
            raise moved
        return result

    def _write(
        self, before: Session[Any, Any], after: Session[Any, Any], same: int, stored: int, added: list[Entry]
    ) -> None:
        """The difference between two sessions: drop the rows after `same`, add the new ones, renew the head."""
        rows = [(entry.n, entry_row(entry)) for entry in added]
        for _, row in rows:
            read_entry(after.game, row)  # what could not be read back is refused while nothing is written
        facts, automation, moment = facts_of(after), automation_row(after), self._database.moment()
        with self._database.change() as connection:
            head = (after.n, facts, automation, moment, self._revision + 1, self.id, self._revision)
            renewed = connection.execute(
                """UPDATE tables SET n = ?, facts = ?, automation = ?, changed = ?, revision = ?
                WHERE id = ? AND revision = ? AND deleted IS NULL""",
                head,
            )
            if renewed.rowcount != 1:
                *_, n, _ = head_of(self._database, connection, self.id)
                raise StaleBase(before.n, n)
            if added:
                if self._unread:
                    connection.execute(
                        """INSERT OR IGNORE INTO leftovers
                        SELECT table_id, ?, n, entry FROM entries WHERE table_id = ? AND n > ?""",
                        (moment, self.id, stored),
                    )
                if self._unread or stored > same:
                    connection.execute("DELETE FROM entries WHERE table_id = ? AND n > ?", (self.id, same))
                    connection.execute("DELETE FROM snapshots WHERE table_id = ? AND n > ?", (self.id, same))
                insert_entries(connection, self.id, rows)
                insert_snapshots(connection, self.id, after, finished_chapters(after, same))
        self._revision += 1
        self._changed = moment
        self._unread = self._unread and not added

    def write_whole(self) -> None:
        """Write all of it anew: after a damaged file was mended, what is in memory is the better copy."""
        with self._lock, self._database.change() as connection:
            gone = "SELECT deleted FROM tables WHERE id = ? AND deleted IS NOT NULL"
            if connection.execute(gone, (self.id,)).fetchone():
                return
            connection.execute("DELETE FROM tables WHERE id = ?", (self.id,))
            insert_table(
                connection,
                self.session,
                setup=setup_row(self.session.game, self.setup),
                name=self.name,
                created=self._created,
                changed=self._changed,
                snapshots=chapter_ends(self.session),
                table_id=self.id,
                revision=self._revision,
            )
            self._unread = False

    def _tell(self) -> None:
        tell([*self.listeners, *self._also])


def _same(old: list[Entry], new: list[Entry], start: int) -> int:
    """How many entries at the beginning are the same ones; the first `start` are."""
    same = start
    while same < len(old) and same < len(new) and old[same] is new[same]:
        same += 1
    return same
