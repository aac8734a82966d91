"""Log entries in files and messages, whatever the game."""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field

from engine.border.forms import Form
from engine.core.plain import plain
from engine.core.session import Entry

Action = TypeVar("Action")

Number = Annotated[int, Field(ge=0, le=1_000_000)]
Seat = Annotated[int, Field(ge=0, le=99)]


class LogEntry(Form, Generic[Action]):
    """One line of a table's log."""

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    """Its number; the first is 1."""
    seat: Seat | None = None
    """Whom it concerns; nobody in particular if left out."""
    action: Action
    """What was said, as the game's rules know it."""
    auto: bool = False
    """Answered by the table's automation."""
    anyway: bool = False
    """Refused by the rules, done by the table all the same."""
    by: Seat | None = None
    """The seat whose own device it was entered on, where a table is played on several."""

    def entry(self) -> Entry:
        """As the session keeps it."""
        return Entry(self.n, self.seat, self.action, self.auto, self.anyway, self.by)


def form_of(entry: Entry) -> LogEntry[Any]:
    """An entry of a session as it goes into a message."""
    return LogEntry[Any](**entry._asdict())


def plain_entry(entry: Entry) -> dict[str, Any]:
    """An entry as it is written: what is usual is left out."""
    made: dict[str, Any] = {"n": entry.n}
    if entry.seat is not None:
        made["seat"] = entry.seat
    made["action"] = plain(entry.action)
    if entry.auto:
        made["auto"] = True
    if entry.anyway:
        made["anyway"] = True
    if entry.by is not None:
        made["by"] = entry.by
    return made
