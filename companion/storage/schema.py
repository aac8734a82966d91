"""The tables of the database and the steps from each version of them to the next.

The version is the database's `user_version`. To change the schema: add a function to MIGRATIONS, keep a sample
database of the version before it in `tests/storage/samples`, and never change a function that was released.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeAlias

Migration: TypeAlias = Callable[[sqlite3.Connection], None]


def _first_tables(connection: sqlite3.Connection) -> None:
    """Version 1.

    What changes with every entry (`tables`) is apart from what does not (`setups`), so an entry writes a few small
    rows. A table's log ends at entry `n`; the entries after it are those that redo would bring back. `leftovers`
    holds entries that could not be read when a table was played on without them.

    The indexes called "again" are there for their pages, not for speed: each holds every column of its table once
    more, elsewhere in the file, so that the loss of a page costs nothing. Snapshots follow from the log.
    """
    for statement in (
        """CREATE TABLE tables (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            changed TEXT NOT NULL,
            deleted TEXT,
            revision INTEGER NOT NULL,
            n INTEGER NOT NULL,
            automation TEXT NOT NULL,
            facts TEXT NOT NULL
        )""",
        """CREATE TABLE setups (
            table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            game TEXT NOT NULL,
            created TEXT NOT NULL,
            setup TEXT NOT NULL
        )""",
        """CREATE TABLE entries (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            n INTEGER NOT NULL,
            entry TEXT NOT NULL,
            PRIMARY KEY (table_id, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE snapshots (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            n INTEGER NOT NULL,
            hash TEXT NOT NULL,
            state TEXT NOT NULL,
            PRIMARY KEY (table_id, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE leftovers (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            moment TEXT NOT NULL,
            n INTEGER NOT NULL,
            entry TEXT NOT NULL,
            PRIMARY KEY (table_id, moment, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE cards (
            game TEXT NOT NULL,
            id TEXT NOT NULL,
            card TEXT NOT NULL,
            pack TEXT,
            pack_card TEXT,
            changed TEXT NOT NULL,
            deleted TEXT,
            PRIMARY KEY (game, id)
        ) WITHOUT ROWID""",
        """CREATE TABLE card_uses (
            game TEXT NOT NULL,
            card TEXT NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (game, card)
        ) WITHOUT ROWID""",
        """CREATE TABLE packs (
            game TEXT NOT NULL,
            id TEXT NOT NULL,
            facts TEXT NOT NULL,
            PRIMARY KEY (game, id)
        ) WITHOUT ROWID""",
        """CREATE TABLE red_numbers (
            game TEXT NOT NULL,
            gold INTEGER NOT NULL,
            red INTEGER NOT NULL,
            PRIMARY KEY (game, gold)
        ) WITHOUT ROWID""",
        """CREATE TABLE settings (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID""",
        """CREATE INDEX tables_again ON tables
            (game, name, created, changed, deleted, revision, n, automation, facts)""",
        "CREATE INDEX setups_again ON setups (game, created, setup)",
        "CREATE INDEX entries_again ON entries (n, entry)",
        "CREATE INDEX cards_again ON cards (card, pack, pack_card, changed, deleted)",
        "CREATE INDEX packs_again ON packs (facts)",
        "CREATE INDEX red_numbers_again ON red_numbers (red)",
        "CREATE INDEX settings_again ON settings (value)",
    ):
        connection.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (_first_tables,)
"""The function at place v lifts a database from version v to v + 1; a new file has version 0."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the database's tables."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Lift the database to the newest version, each step whole or not at all."""
    while version_of(connection) < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(connection)  # another process may have been quicker
            if version < len(migrations):
                migrations[version](connection)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise


def roll_back(connection: sqlite3.Connection) -> None:
    """End the transaction, if there still is one, as if it had never begun."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
