"""Moments as they are stored: text that sorts by time. The clock is handed in, so that tests can set it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def now() -> datetime:
    """The time of day, everywhere the same."""
    return datetime.now(UTC)


def written(moment: datetime) -> str:
    """A moment as 2031-05-04T19:30:00.000Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read(text: str | None) -> datetime | None:
    """A stored moment; None where there is none or it cannot be read."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
