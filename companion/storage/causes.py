"""What the system says when something fails, in a few words a player understands."""

import errno
import sqlite3

from engine.core.language import Phrase

CAUSES: dict[int | None, str] = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EROFS: "nothing may be written there",
    errno.EACCES: "the app may not do that there",
    errno.EPERM: "the app may not do that there",
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "there is no such file or folder",
    errno.EISDIR: "this is a folder, not a file",
    errno.EEXIST: "something of that name is there already",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EFBIG: "the file would be too large",
    errno.EIO: "the disk does not answer as it should",
    errno.ENODEV: "the disk is not there any more",
    errno.ETIMEDOUT: "it took too long",
    errno.ENOMEM: "there is not enough memory",
}

DATABASE_CAUSES: dict[int, str] = {
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
    sqlite3.SQLITE_TOOBIG: "it is too large",
    sqlite3.SQLITE_INTERRUPT: "it was interrupted",
}

ERROR = "error {name}"
"""What nobody foresaw; its name helps whoever is asked about it."""


def cause_of(error: Exception) -> Phrase:
    """Why it failed."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        name = getattr(error, "sqlite_errorname", type(error).__name__).removeprefix("SQLITE_")
        return Phrase(DATABASE_CAUSES[code]) if code in DATABASE_CAUSES else Phrase(ERROR, name=name)
    if isinstance(error, TimeoutError):
        return Phrase(CAUSES[errno.ETIMEDOUT])
    number = error.errno if isinstance(error, OSError) else None
    if number in CAUSES:
        return Phrase(CAUSES[number])
    return Phrase(ERROR, name=errno.errorcode.get(number or 0, type(error).__name__))
