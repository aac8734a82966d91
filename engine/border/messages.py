"""Messages between the devices at one table: the host orders entries, the others send what players said."""

from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from engine.border.forms import Form, laid_out, opened
from engine.border.log import LogEntry, Number, Seat
from engine.border.reader import reader, told_apart
from engine.core.game import Game

FORMAT = "companion.message"

Action = TypeVar("Action")


class Hello(Form):
    """A device comes to the table, and has this much of its log already."""

    kind: Literal["hello"] = "hello"
    game: Annotated[str, Field(min_length=1, max_length=80)]
    device: Annotated[str, Field(min_length=1, max_length=80)]
    have: Number = 0


class CatchUp(Form):
    """Send me what comes after this entry."""

    kind: Literal["catch up"] = "catch up"
    after: Number


class Append(Form, Generic[Action]):
    """A player said this, looking at the table as it was after entry `base`."""

    kind: Literal["append"] = "append"
    base: Number
    seat: Seat | None = None
    action: Action
    anyway: bool = False


class Accepted(Form, Generic[Action]):
    """It is in the log: the entry, and the automatic ones after it."""

    kind: Literal["accepted"] = "accepted"
    entries: Annotated[tuple[LogEntry[Action], ...], Field(min_length=1)]


class Refused(Form):
    """The rules say no. Not firm: the table may do it anyway."""

    kind: Literal["refused"] = "refused"
    rule: Annotated[str, Field(max_length=20)]
    sentence: Annotated[str, Field(max_length=1_000)]
    firm: bool = False


class Stale(Form):
    """It was built on entry `base`, but the table is at entry `now`: catch up first."""

    kind: Literal["stale"] = "stale"
    base: Number
    now: Number


class Entries(Form, Generic[Action]):
    """The log from here on; whatever a device had beyond `after` was undone."""

    kind: Literal["entries"] = "entries"
    after: Number
    entries: tuple[LogEntry[Action], ...]
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    """The fingerprint of the state they lead to."""


class Message(Form, Generic[Action]):
    """The envelope."""

    format: Literal["companion.message"] = "companion.message"
    version: Literal[1] = 1
    body: Annotated[
        Hello | CatchUp | Append[Action] | Accepted[Action] | Refused | Stale | Entries[Action],
        Field(discriminator="kind"),
    ]


Body: TypeAlias = Hello | CatchUp | Append[Any] | Accepted[Any] | Refused | Stale | Entries[Any]
"""What can be in it."""


def message_form(game: Game[Any, Any, Any]) -> Any:
    """The model of the messages at a table of this game."""
    return _message_form(game.action_type)


@cache
def _message_form(action: Any) -> Any:
    generic: Any = Message
    return generic[told_apart(action)]


def load_message(data: bytes, game: Game[Any, Any, Any]) -> Body:
    """What another device says. BadInput says what is wrong with it, and where."""
    raw, data = opened(data, FORMAT)
    body: Body = reader(message_form(game)).read(data, raw).body
    return body


def dump_message(body: Body) -> bytes:
    """A message to send."""
    return laid_out({"format": FORMAT, "version": 1, "body": body.model_dump(mode="json")})
