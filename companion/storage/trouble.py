"""What can go wrong with storage, each as one sentence a player understands."""

import errno
import shutil
import sqlite3
from pathlib import Path
from typing import Literal, TypeAlias

from companion.storage.causes import cause_of
from engine.core.language import Phrase

Kind: TypeAlias = Literal["full", "read-only", "locked", "damaged", "gone", "newer", "unknown"]

NEARLY_NOTHING = 128 * 1024
"""Bytes. With less than this free, a failed write is a full disk, whatever the system calls it."""


class StorageTrouble(Exception):
    """Nothing was changed, and why. `kind` is what the app may act upon or translate; `folder` where it happened."""

    def __init__(self, sentence: Phrase, kind: Kind, folder: Path | None = None) -> None:
        super().__init__(str(sentence))
        self.phrase = sentence
        self.sentence = str(sentence)
        self.kind: Kind = kind
        self.folder = folder


_BY_CODE: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}

_BY_ERRNO: dict[int | None, Kind] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
}


def trouble_with(error: sqlite3.Error | OSError, folder: Path) -> StorageTrouble:
    """The trouble behind an error of the database or the file system."""
    kind: Kind
    if isinstance(error, OSError):
        kind = _BY_ERRNO.get(error.errno, "unknown")
    else:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        kind = _BY_CODE.get(code, "unknown")
        if code == sqlite3.SQLITE_IOERR and _nothing_free(folder):
            kind = "full"
    return trouble_of(kind, folder, cause_of(error))


def trouble_of(kind: Kind, folder: Path, cause: Phrase | None = None) -> StorageTrouble:
    """The trouble of a kind, in words."""
    why = Phrase("no reason given") if cause is None else cause
    return StorageTrouble(Phrase(SENTENCES[kind], folder=folder, cause=why), kind, folder)


SENTENCES: dict[Kind, str] = {
    "full": "The disk is full, so this was not saved and nothing has changed: free some space, then try again.",
    "read-only": "Companion may not write to {folder}: tables can be looked at and exported, but not changed.",
    "locked": "Another program is using Companion's data, so nothing has changed: close it, then try again.",
    "damaged": "Companion's data are damaged, so nothing has changed: "
    "start Companion again, and it saves what can be read and keeps the damaged file.",
    "gone": "This table is not here any more: it was deleted.",
    "newer": "These data were written by a newer version of Companion: update the app to open them.",
    "unknown": "Companion's data in {folder} could not be used ({cause}); nothing has changed.",
}


def _nothing_free(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < NEARLY_NOTHING
    except OSError:
        return False
