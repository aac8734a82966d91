"""Every database ever written still opens; a migration happens whole or not at all."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.database import Database
from companion.storage.schema import MIGRATIONS, migrate, version_of
from companion.storage.trouble import StorageTrouble
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import RedNumber
from tests.storage.sample import SAMPLES

FILE = "companion.sqlite"


def test_there_is_a_sample_of_every_version():
    names = {path.name for path in SAMPLES.iterdir()}
    assert names == {f"companion.v{version}.sqlite" for version in range(1, len(MIGRATIONS) + 1)}


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.sqlite")), ids=lambda path: path.stem)
def test_a_kept_database_opens_with_everything_in_it(opened, tmp_path, sample: Path):
    shutil.copy(sample, tmp_path / FILE)
    storage = opened()
    assert storage.notes == ()
    assert {line.name for line in storage.tables.tables()} == {"Friday", "In a later season"}
    assert [line.name for line in storage.tables.trash()] == ["In the trash"]

    by_name = {line.name: line for line in storage.tables.tables()}
    friday = storage.tables.open(by_name["Friday"].id)
    assert friday.notes == ()
    assert friday.session.automation == {"turret", "bypass"}
    assert (friday.n, len(friday.session.undone)) == (38, 2)
    assert friday.summary() == by_name["Friday"]
    assert friday.redo()
    assert friday.redo()
    later = storage.tables.open(by_name["In a later season"].id)
    assert later.notes == ()
    assert later.state.season > 1

    assert [card.name for card in storage.cards.cards] == ["Raiders", "Mühle"]
    assert [pack.name for pack in storage.cards.packs][1:] == ["Our cards"]
    assert storage.cards.red_numbers == (RedNumber(20, 12), RedNumber(21, 13))
    settings = storage.settings.settings
    assert (settings.language, settings.text_scale) == ("de", 1.5)
    assert settings.rulings == Rulings(ladder="first round")
    assert [player.name for player in storage.settings.last_players] == ["Ada", "Ben"]


# steps


def add_a_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE settings ADD COLUMN device TEXT NOT NULL DEFAULT 'phone'")


def fill_it(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE settings SET device = 'tablet'")


def fail_half_way(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM settings")
    connection.execute("ALTER TABLE nowhere ADD COLUMN nothing")


def with_a_setting(folder: Path) -> None:
    with Database(folder) as database, database.change() as connection:
        connection.execute("""INSERT INTO settings VALUES ('settings', '{"theme": "dark"}')""")


def test_a_database_is_lifted_step_by_step(tmp_path):
    with_a_setting(tmp_path)
    with Database(tmp_path, migrations=(*MIGRATIONS, add_a_column, fill_it)) as database:
        assert database.rows("SELECT device FROM settings") == [("tablet",)]
        assert database.rows("PRAGMA user_version") == [(len(MIGRATIONS) + 2,)]


def test_a_failed_step_leaves_the_version_before_it(opened, tmp_path):
    with_a_setting(tmp_path)
    with pytest.raises(StorageTrouble) as caught:
        Database(tmp_path, migrations=(*MIGRATIONS, fail_half_way))
    assert caught.value.kind == "unknown"
    storage = opened()
    assert storage.database.rows("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert storage.settings.settings.theme == "dark"


def test_steps_before_a_failed_one_are_kept(tmp_path):
    with_a_setting(tmp_path)
    with pytest.raises(StorageTrouble):
        Database(tmp_path, migrations=(*MIGRATIONS, add_a_column, fail_half_way))
    with Database(tmp_path, migrations=(*MIGRATIONS, add_a_column)) as database:
        assert database.rows("SELECT device FROM settings") == [("phone",)]


def test_two_that_start_at_once_migrate_once(tmp_path):
    """Both see the old version; the second finds it lifted when its turn comes."""
    first, second = (sqlite3.connect(tmp_path / "new", isolation_level=None) for _ in range(2))
    with closing(first), closing(second):
        seen = []

        def also_by_the_other(connection: sqlite3.Connection) -> None:
            seen.append(version_of(second))
            MIGRATIONS[0](connection)

        migrate(first, (also_by_the_other, *MIGRATIONS[1:]))
        migrate(second)
        assert seen == [0]
        assert version_of(second) == len(MIGRATIONS)


def test_new_databases_are_all_alike(tmp_path):
    """What a first page is borrowed from, when a database's own is damaged."""
    pages = []
    for name in ("one", "other"):
        with Database(tmp_path / name):
            pass
        with closing(sqlite3.connect(tmp_path / name / FILE)) as connection:
            pages.append(connection.execute("SELECT name, rootpage, sql FROM sqlite_master").fetchall())
    assert pages[0] == pages[1]
