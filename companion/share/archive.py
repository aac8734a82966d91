"""Everything the app keeps, as one file; and tables out of a file, one or many."""

import zipfile
from io import BytesIO

from companion.share.files import file_name
from companion.shell.words import Words, reason
from companion.storage import Storage, StorageTrouble
from engine.core.errors import BadInput

MOST_TABLES = 500
MOST_BYTES = 16 * 1024 * 1024
"""Of one file within an archive, unpacked."""

CARDS = "cards.json"


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
    """A table file, or an archive of them, into the app; how that went, in a sentence. Nothing there is changed."""
    try:
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
        for inside in archive.infolist()[:MOST_TABLES]:
            if inside.is_dir():
                continue
            with archive.open(inside) as file:
                content = file.read(MOST_BYTES + 1)
            try:
                if len(content) > MOST_BYTES:
                    raise BadInput("", "it is too large")
                if inside.filename == CARDS:
                    cards += storage.cards.import_pack(content).added
                else:
                    storage.tables.import_file(content)
                    tables += 1
            except BadInput as trouble:
                troubles.append(f"{inside.filename}: {reason(words, trouble)}")
    told = [words.several("{n} table imported.", "{n} tables imported.", tables)]
    if cards:
        told.append(words.several("{n} card imported.", "{n} cards imported.", cards))
    if troubles:
        told.append(words("Not imported: {why}.", why="; ".join(troubles[:3])))
    return " ".join(told)
