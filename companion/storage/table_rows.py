"""A table's rows in the database: read through the border, written entry by entry."""

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import engine.games  # noqa: F401  (registers the games a table may be of)
from companion.storage.database import Database
from companion.storage.summary import facts_of
from companion.storage.trouble import StorageTrouble, trouble_of
from engine.border.log import LogEntry, plain_entry
from engine.border.reader import Reader, reader, told_apart
from engine.border.save import NOT_REDONE, read_differently
from engine.core.errors import BadInput, RuleError
from engine.core.game import Game
from engine.core.language import Phrase
from engine.core.plain import fingerprint, plain
from engine.core.registry import game_named
from engine.core.session import Entry, Session

FIRST = "NOT INDEXED WHERE table_id = ?"
SECOND = "INDEXED BY {}_again WHERE table_id = ?"
"""Where a table's rows are read: in the table itself, and in the index that holds all of them once more."""


class Loaded(NamedTuple):
    """A table back from its rows. `unread` says that the log goes on in rows that could not be read."""

    session: Session[Any, Any]
    setup: Any
    name: str
    created: str
    changed: str
    revision: int
    notes: tuple[Phrase, ...]
    unread: bool


# one row


@cache
def _entry_reader(action: Any) -> Reader[Any]:
    generic: Any = LogEntry
    return reader(generic[told_apart(action)])


def entry_row(entry: Entry) -> str:
    """An entry as it is stored."""
    return _text(plain_entry(entry))


def read_entry(game: Game[Any, Any, Any], row: str) -> Entry:
    """A stored entry; BadInput where it cannot be read."""
    entry: Entry = _read(_entry_reader(game.action_type), row).entry()
    return entry


def setup_row(game: Game[Any, Any, Any], setup: Any) -> str:
    """A set-up as it is stored; BadInput if it could not be read back."""
    row = _text(plain(setup))
    _read(reader(game.setup_type), row)
    return row


def _text(thing: Any) -> str:
    return json.dumps(thing, separators=(",", ":"))


def _read(form: Reader[Any], row: str) -> Any:
    try:
        raw = json.loads(row)
    except ValueError:
        raise BadInput("", "this is not JSON") from None
    return form.read(row.encode("utf-8", "replace"), raw)


# reading a table


def load(database: Database, table_id: int) -> Loaded:
    """A table from its rows, as much of it as can be read; the notes say what could not."""
    with database.reading() as connection:
        head = head_of(database, connection, table_id)
        setups = connection.execute(f"SELECT setup FROM setups {FIRST}", (table_id,)).fetchall()
        rows = connection.execute(f"SELECT n, entry FROM entries {FIRST} ORDER BY n", (table_id,)).fetchall()
        pictures = connection.execute(
            f"SELECT n, hash, state FROM snapshots {FIRST} ORDER BY n", (table_id,)
        ).fetchall()
    game_id, name, created, changed, revision, n, automation = head
    try:
        game = game_named(game_id)
        setup = _read_setup(database, table_id, game, setups)
        start = game.begin(setup)
    except (BadInput, RuleError) as fault:
        template = "“{name}” cannot be opened: its set-up is not readable ({why}). The other tables are unharmed."
        raise StorageTrouble(Phrase(template, name=name, why=_why(fault)), "damaged", database.folder) from fault
    entries = _read_log(database, table_id, game, rows)
    pages = {at: (hashed, text) for at, hashed, text in pictures}
    told = _Told(game, start, _kinds(game, automation), pages)
    session, notes = told.as_written(entries[:n], entries[n:]) or told.restored(entries[:n], entries[n:])
    if session.n < n:
        template = "Only the first {read} of {all} entries of “{name}” can be read; the table carries on from there."
        notes.append(Phrase(template, read=session.n, all=n, name=name))
    unread = len(rows) > session.n + sum(map(len, session.undone))
    return Loaded(session, setup, name, created, changed, revision, tuple(notes), unread)


def _why(fault: BadInput | RuleError) -> Phrase:
    return fault.cited if isinstance(fault, RuleError) else fault.phrase


def _read_setup(database: Database, table_id: int, game: Game[Any, Any, Any], rows: list[tuple[str]]) -> Any:
    """The set-up; where it cannot be read, its second copy."""
    try:
        if not rows:
            raise BadInput("setup", "is missing")
        return _read(reader(game.setup_type), rows[0][0])
    except BadInput:
        again = database.rows(f"SELECT setup FROM setups {SECOND.format('setups')}", (table_id,))
        if not again:
            raise
        return _read(reader(game.setup_type), again[0][0])


def _read_log(database: Database, table_id: int, game: Game[Any, Any, Any], rows: list[tuple[int, str]]) -> list[Entry]:
    """The entries; where one cannot be read, its second copy."""
    entries = _readable_entries(game, rows)
    if len(entries) == len(rows):
        return entries
    again = database.rows(f"SELECT n, entry FROM entries {SECOND.format('entries')} ORDER BY n", (table_id,))
    return [*entries, *_readable_entries(game, again[len(entries) :], len(entries))]


def head_of(database: Database, connection: sqlite3.Connection, table_id: int) -> Any:
    """The row in `tables`, without what is only for the list. Trouble if there is none, or it is in the trash."""
    question = "SELECT deleted, game, name, created, changed, revision, n, automation FROM tables WHERE id = ?"
    found = connection.execute(question, (table_id,)).fetchone()
    if found is None:
        raise trouble_of("gone", database.folder)
    deleted, *head = found
    if deleted is not None:
        in_the_trash = Phrase("“{name}” is in the trash: bring it back first.", name=head[1])
        raise StorageTrouble(in_the_trash, "gone", database.folder)
    return head


def _readable_entries(game: Game[Any, Any, Any], rows: Iterable[tuple[int, str]], before: int = 0) -> list[Entry]:
    """The entries up to the first that is missing or cannot be read; so many came before."""
    entries: list[Entry] = []
    for n, row in rows:
        try:
            entry = read_entry(game, row)
        except BadInput:
            break
        if not n == entry.n == before + len(entries) + 1:
            break
        entries.append(entry)
    return entries


def _kinds(game: Game[Any, Any, Any], automation: str) -> frozenset[str]:
    """The decisions the table leaves to the program; as usual where that is not readable."""
    try:
        told = json.loads(automation)
    except ValueError:
        return game.automation
    return frozenset(map(str, told)) if isinstance(told, list) else game.automation


def _snapshots(game: Game[Any, Any, Any], pictures: Mapping[int, tuple[str, str]]) -> dict[int, Any]:
    """The snapshots that can be read."""
    snapshots = {}
    for n, (_, text) in pictures.items():
        try:
            snapshots[n] = _read(reader(game.state_type), text)
        except BadInput:
            continue  # the log alone will do
    return snapshots


class _Told(NamedTuple):
    """What a table's rows say, and how a session is made of it."""

    game: Game[Any, Any, Any]
    start: Any
    automation: frozenset[str]
    pictures: dict[int, tuple[str, str]]
    """The snapshots as they are stored: hash and text."""

    def as_written(self, log: list[Entry], ahead: list[Entry]) -> tuple[Session[Any, Any], list[Phrase]] | None:
        """The session, if the rules read the log just as they did when it was written: no snapshot need be read."""
        session = Session(self.game, self.start, self.automation)
        try:
            session.restore([*log, *ahead])
        except BadInput:
            return None
        if any(n <= session.n and session.fingerprint(n) != hashed for n, (hashed, _) in self.pictures.items()):
            return None
        session.return_to(len(log))
        return session, []

    def restored(self, log: list[Entry], ahead: list[Entry]) -> tuple[Session[Any, Any], list[Phrase]]:
        """The session with its undone entries, and notes. It shrinks until the rules can follow all of it."""
        notes: list[Phrase] = []
        snapshots = _snapshots(self.game, self.pictures)
        while True:
            session = Session(self.game, self.start, self.automation)
            try:
                differing = session.restore([*log, *ahead], (), sorted(snapshots.items()))
            except BadInput as fault:
                if ahead:
                    ahead = []
                    notes.append(Phrase(NOT_REDONE))
                else:
                    log = log[: _place(fault)]
                continue
            damaged = [n for n in differing if not self._undamaged(n, snapshots[n])]
            if damaged:
                for n in damaged:
                    del snapshots[n]
                continue
            session.return_to(len(log))
            return session, [*notes, read_differently(differing)] if differing else notes

    def _undamaged(self, n: int, snapshot: Any) -> bool:
        """A snapshot that is to be believed more than the log must be as it was written, and possible."""
        hashed, text = self.pictures[n]
        return fingerprint(json.loads(text)) == hashed and not self.game.faults(snapshot)


def _place(fault: BadInput) -> int:
    """The number of entries before the one that cannot be followed."""
    found = re.match(r"log\[(\d+)\]", fault.place)
    return int(found[1]) if found else 0


# writing a table


def stored_entries(session: Session[Any, Any]) -> list[Entry]:
    """The rows of a session in order: its log, then what redo would bring back."""
    return [*session.entries, *(entry for group in reversed(session.undone) for entry in group)]


def insert_entries(connection: sqlite3.Connection, table_id: int, entries: Iterable[tuple[int, str]]) -> None:
    """Entries as rows: (n, text) each."""
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", ((table_id, n, text) for n, text in entries))


def insert_snapshots(
    connection: sqlite3.Connection, table_id: int, session: Session[Any, Any], numbers: Iterable[int]
) -> None:
    """Pictures of the table after these entries."""
    for n in numbers:
        state = plain(session.state_at(n))
        row = (table_id, n, fingerprint(state), _text(state))
        connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)


def insert_table(
    connection: sqlite3.Connection,
    session: Session[Any, Any],
    *,
    setup: str,
    name: str,
    created: str,
    changed: str,
    snapshots: Iterable[int],
    table_id: int | None = None,
    revision: int = 0,
) -> int:
    """A whole table; its id."""
    head = (table_id, session.game.id, name, created, changed, revision, session.n)
    added = connection.execute(
        """INSERT INTO tables (id, game, name, created, changed, revision, n, automation, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (*head, automation_row(session), facts_of(session)),
    ).lastrowid
    assert added is not None
    connection.execute("INSERT INTO setups VALUES (?, ?, ?, ?)", (added, session.game.id, created, setup))
    insert_entries(connection, added, ((entry.n, entry_row(entry)) for entry in stored_entries(session)))
    insert_snapshots(connection, added, session, snapshots)
    return added


def automation_row(session: Session[Any, Any]) -> str:
    """The decisions left to the program, as they are stored."""
    return _text(sorted(session.automation))


def finished_chapters(session: Session[Any, Any], since: int) -> list[int]:
    """The entries from `since` on that end a chapter (a season, say), and the last one of a finished game."""
    game, states = session.game, [session.state_at(n) for n in range(since, session.n + 1)]
    chapters = [game.chapter(state) for state in states]
    ends = [since + place for place in range(len(states) - 1) if chapters[place] != chapters[place + 1]]
    if session.n > since and game.over(session.state):
        ends.append(session.n)
    return ends
