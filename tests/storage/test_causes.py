"""What the system says, in words."""

import errno
import sqlite3

import pytest

from companion.storage.causes import cause_of


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "there is no such file or folder"),
        (TimeoutError(), "it took too long"),
        (OSError(errno.EBADF, "Bad file descriptor"), "error EBADF"),
        (OSError(), "error OSError"),
        (RuntimeError("whatever it was"), "error RuntimeError"),
        (sqlite3.OperationalError("disk I/O error"), "error OperationalError"),
    ],
)
def test_a_system_error_is_told_in_our_words(error: Exception, told: str) -> None:
    """Catches a message of the system, in the system's language, on a player's screen."""
    assert str(cause_of(error)) == told


def test_the_database_names_its_errors() -> None:
    with sqlite3.connect(":memory:") as connection, pytest.raises(sqlite3.Error) as caught:
        connection.execute("SELECT * FROM nowhere")
    assert str(cause_of(caught.value)) == "error ERROR"
