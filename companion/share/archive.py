"""Everything the app keeps, as one file; and tables out of a file, one or many."""

import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from companion.share.files import file_name
from companion.shell.words import Words, reason
from companion.storage import Storage, StorageTrouble
from companion.storage.database import FILE
from engine.core.errors import BadInput

MOST_TABLES = 500
MOST_BYTES = 16 * 1024 * 1024
"""Of one file within an archive, unpacked."""

CARDS = "cards.json"

DATABASE = (FILE, f"{FILE}-journal", f"{FILE}-wal")
"""The files of a whole database, as the web app exports them when it cannot start."""

IS_DATABASE = b"SQLite format 3\0"


def everything(storage: Storage) -> bytes:
    """All tables and the card library in one archive."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in storage.tables.tables():
            archive.writestr(file_name(f"{table.name or 'table'} {table.id}", ".json"), storage.tables.export(table.id))
        if storage.cards.cards:
            archive.writestr(CARDS, storage.cards.export_pack("My cards"))
    return out.getvalue()


def bring_in(words: Words, storage: Storage, data: bytes) -> str:
    """A table file, an archive of them or a whole database into the app; how that went, in a sentence.

    Nothing there is changed.
    """
    try:
        if data.startswith(IS_DATABASE):
            return _out_of_database(words, storage, {FILE: data})
        if zipfile.is_zipfile(BytesIO(data)):
            return _unpacked(words, storage, data)
        table = storage.tables.import_file(data)
    except (BadInput, StorageTrouble) as trouble:
        return words("This file was not imported: {why}.", why=reason(words, trouble))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        return words("This archive is damaged and was not imported.")
    told = [words("“{name}” is among your tables now.", name=table.name or words("Table"))]
    return " ".join([*told, *(note.said(words) for note in table.notes)])


def _unpacked(words: Words, storage: Storage, data: bytes) -> str:
    tables, cards, troubles = 0, 0, []
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if FILE in archive.namelist():
            return _out_of_database(
                words, storage, {name: _read(archive, name) for name in DATABASE if name in archive.namelist()}
            )
        for inside in archive.infolist()[:MOST_TABLES]:
            if inside.is_dir():
                continue
            try:
                content = _read(archive, inside.filename)
                if inside.filename == CARDS:
                    cards += storage.cards.import_pack(content).added
                else:
                    storage.tables.import_file(content)
                    tables += 1
            except BadInput as trouble:
                troubles.append(f"{inside.filename}: {reason(words, trouble)}")
    return _told(words, tables, cards, troubles)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput("", "it is too large")
    return content


def _out_of_database(words: Words, storage: Storage, files: Mapping[str, bytes]) -> str:
    """The tables and cards of another Companion's database: brought up to date, and mended if need be, as a copy."""
    tables, cards, troubles = 0, 0, []
    with tempfile.TemporaryDirectory(prefix="companion-import-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        with Storage(Path(folder)) as theirs:
            for table in reversed(theirs.tables.tables()[:MOST_TABLES]):
                try:
                    storage.tables.import_file(theirs.tables.export(table.id))
                    tables += 1
                except (BadInput, StorageTrouble) as trouble:
                    troubles.append(f"{table.name}: {reason(words, trouble)}")
            if theirs.cards.cards:
                cards = storage.cards.import_pack(theirs.cards.export_pack("My cards")).added
    return _told(words, tables, cards, troubles)


def _told(words: Words, tables: int, cards: int, troubles: Sequence[str]) -> str:
    told = [words.several("{n} table imported.", "{n} tables imported.", tables)]
    if cards:
        told.append(words.several("{n} card imported.", "{n} cards imported.", cards))
    if troubles:
        told.append(words("Not imported: {why}.", why="; ".join(troubles[:3])))
    return " ".join(told)
