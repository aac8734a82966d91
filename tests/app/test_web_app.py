"""The web app's parts that need no browser: databases as files, the room a browser leaves, modules out of files."""

import asyncio
import importlib
import re
import shutil
import sqlite3
import subprocess
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from io import BytesIO
from pathlib import Path

import pytest

from companion.share.archive import bring_in
from companion.shell.words import Words
from companion.storage import Storage
from companion.storage.database import FILE
from companion.web.native import NativeModules
from companion.web.room import LITTLE, MEGABYTE, Room, warning, watch
from tests.app.browser.web_host import recipe
from tests.app.seeds import at, own_cards, table_at

STATIC = Path(__file__).resolve().parents[2] / "companion" / "web" / "static"


# a whole database as a file


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another companion's data: one table and a few cards."""
    folder = tmp_path / "other"
    with Storage(folder) as storage:
        table_at(storage, "Friday", 2, at(2, "actions"))
        for card in own_cards()[:3]:
            storage.cards.teach(card)
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("PRAGMA journal_mode = TRUNCATE")
    connection.close()
    return folder


def zipped(**files: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_database_is_imported_beside_what_is_there(tmp_path: Path, other: Path):
    with Storage(tmp_path / "here") as storage:
        table_at(storage, "Mine", 2, at(1, "actions"))
        told = bring_in(Words(), storage, (other / FILE).read_bytes())
        assert told.startswith("1 table imported.")
        assert "cards imported" in told
        assert {table.name for table in storage.tables.tables()} == {"Mine", "Friday"}


def test_a_rescued_database_comes_with_its_journal(tmp_path: Path, other: Path):
    """A change that was under way when the app died is taken back, as it would have been there."""
    connection = sqlite3.connect(other / FILE, isolation_level=None)
    connection.execute("PRAGMA journal_mode = TRUNCATE")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE tables SET name = 'half changed'")
    connection.execute("UPDATE entries SET entry = entry || ' ' WHERE n > 0")
    connection.execute("CREATE TABLE filler AS SELECT randomblob(400000) AS filling")
    half = tmp_path / "half"
    shutil.copytree(other, half)
    connection.rollback()
    connection.close()
    assert (half / f"{FILE}-journal").stat().st_size
    archive = zipped(**{name: (half / name).read_bytes() for name in (FILE, f"{FILE}-journal")})
    with Storage(tmp_path / "here") as storage:
        assert bring_in(Words(), storage, archive).startswith("1 table imported.")
        assert [table.name for table in storage.tables.tables()] == ["Friday"]


def test_a_damaged_database_gives_what_can_be_read(tmp_path: Path, other: Path):
    data = bytearray((other / FILE).read_bytes())
    data[4096:8192] = bytes(4096)
    with Storage(tmp_path / "here") as storage:
        assert "imported" in bring_in(Words(), storage, bytes(data))


def test_a_file_that_only_looks_like_a_database_changes_nothing(tmp_path: Path):
    with Storage(tmp_path / "here") as storage:
        told = bring_in(Words(), storage, b"SQLite format 3\0" + b"nonsense" * 100)
        assert told == "0 tables imported."
        assert storage.tables.tables() == ()


def test_a_database_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path, other: Path):
    connection = sqlite3.connect(other / FILE, isolation_level=None)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with Storage(tmp_path / "here") as storage:
        told = bring_in(Words(), storage, (other / FILE).read_bytes())
        assert "newer version" in told
        assert storage.tables.tables() == ()


# the room a browser leaves


def test_little_room_is_told_and_plenty_is_not():
    words = Words()
    assert warning(words, None) is None
    assert warning(words, Room(1, LITTLE + 1)) is None
    assert "7 MB" in (warning(words, Room(100, 100 + 7 * MEGABYTE + 5)) or "")
    assert warning(words, Room()) is None, "a browser that does not tell"
    assert "keeps nothing" in (warning(words, Room(kept=False)) or "")


class Shelf:
    """Stands for the store."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self.told = 0

    def changed(self) -> None:
        self.told += 1


def test_the_screens_are_told_only_when_there_is_news():
    answers = [Room(0, 100 * MEGABYTE), Room(95 * MEGABYTE, 100 * MEGABYTE), Room(95 * MEGABYTE, 100 * MEGABYTE)]

    async def ask() -> Room:
        if not answers:
            raise OSError("the browser does not tell any more")
        return answers.pop(0)

    shelf = Shelf()
    asyncio.run(watch(shelf, ask, pause=0))
    assert shelf.told == 1
    assert shelf.room is not None
    assert shelf.room.left == 5 * MEGABYTE


def test_a_browser_that_keeps_nothing_is_told_once():
    async def ask() -> Room:
        return Room(kept=False)

    shelf = Shelf()
    asyncio.run(watch(shelf, ask, pause=0))
    assert shelf.told == 1
    assert shelf.room == Room(kept=False)


# modules out of files


def test_a_compiled_module_is_found_by_its_name_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = importlib.import_module("msgpack._cmsgpack").__file__
    assert source is not None
    assert source.endswith(tuple(EXTENSION_SUFFIXES))
    file = tmp_path / "anything.so"
    shutil.copyfile(source, file)
    finder = NativeModules({"msgpack._cmsgpack": str(file)})
    spec = finder.find_spec("msgpack._cmsgpack")
    assert spec is not None
    assert spec.origin == str(file)
    assert finder.find_spec("msgpack.ext") is None


# the drawer


def test_an_entry_acknowledged_is_an_entry_kept_wherever_the_battery_is_pulled():
    web = recipe()
    program = Path(__file__).with_name("drawer_cuts.mjs")
    done = subprocess.run(
        [web.node(), program, web.PYODIDE, STATIC / "drawer.js"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[0]) > 100


# the recipe


def test_every_package_of_the_web_app_has_its_version():
    web = recipe()
    for name in web.PACKAGES.read_text("utf-8").split("\n"):
        if name and not name.startswith("#"):
            assert "==" in web.pinned(name)


def test_a_package_without_a_version_is_named():
    web = recipe()
    with pytest.raises(web.CannotBuild, match="no-such-package"):
        web.pinned("no-such-package")


def test_the_page_says_the_same_things_in_both_languages():
    text = (STATIC / "notices.js").read_text("utf-8")
    english, german = (re.findall(r"^  (\w+): \"", part, re.MULTILINE) for part in text.split("const GERMAN"))
    assert english == german
    assert english


def test_scripts_name_only_files_that_are_there():
    for script in STATIC.glob("*.js"):
        for name in re.findall(r'from "\./([\w.]+)"', script.read_text("utf-8")):
            assert (STATIC / name).is_file(), f"{script.name} wants {name}"
    page = (STATIC / "index.html").read_text("utf-8")
    for name in re.findall(r'(?:src|href)="([\w.]+\.(?:js|css|json))"', page):
        assert (STATIC / name).is_file()
