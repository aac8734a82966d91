"""What a phone may send: each frame of the socket is looked at before the app sees it.

A frame is one byte (0: a message) and a message packed as [kind, body]. Anything else is no phone of ours.
"""

from typing import Any, NamedTuple

import msgpack

REGISTER, EVENT, PROPERTIES, RESULT, CRASHED = 1, 3, 4, 5, 6
"""The kinds of message the app's client knows; the last one is only ever sent to it."""

LONGEST_WORD = 200
DEEPEST = 12
MOST_THINGS = 2_000
"""How deep and how many the parts of a message may be, a file's bytes counting as one."""

BODIES: dict[int, dict[str, tuple[type, ...]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": (str,), "page": (dict,)},
    EVENT: {"target": (int,), "name": (str,), "data": (object,)},
    PROPERTIES: {"id": (int,), "props": (dict,)},
    RESULT: {"control_id": (int,), "call_id": (str,), "result": (object,), "error": (str, type(None))},
}

NEVER_SET = frozenset(
    {"controls", "content", "views", "overlay", "services", "dialogs", "data", "key", "ref", "parent"}
)
"""What a control consists of is ours to say, never a client's."""


class Frame(NamedTuple):
    """A message as it came."""

    kind: int
    body: dict[str, Any]


class BadFrame(Exception):
    """No phone of ours sends this; the text is for our own log."""


def read_frame(data: bytes) -> Frame:
    """The message in a frame. BadFrame if it is not one that a client sends."""
    if not data or data[0] != 0:
        raise BadFrame("not a message")
    try:
        message = msgpack.unpackb(data[1:], strict_map_key=False)
    except Exception as trouble:
        raise BadFrame("cannot be unpacked") from trouble
    match message:
        case [int(kind), dict(body)] if kind in BODIES and not isinstance(kind, bool):
            _check(kind, body)
            return Frame(kind, body)
    raise BadFrame("not a kind of message that a client sends")


def _check(kind: int, body: dict[Any, Any]) -> None:
    wanted = BODIES[kind]
    for name, value in body.items():
        if name not in wanted or not isinstance(value, wanted[name]):
            raise BadFrame(f"unexpected {str(name)[:40]!r}")
    missing = [name for name, kinds in wanted.items() if name not in body and object not in kinds]
    if missing and not (kind == REGISTER and missing == ["session_id"]) and missing != ["error"]:
        raise BadFrame(f"{missing[0]} is missing")
    words = (body.get("name", ""), body.get("call_id", ""), body.get("session_id") or "", body.get("page_name", ""))
    if any(len(word) > LONGEST_WORD for word in words):
        raise BadFrame("a name too long")
    _count(body, DEEPEST, MOST_THINGS)
    for name in body.get("props", body.get("page", {})):
        if not isinstance(name, str) or name.startswith(("_", "on_")) or name in NEVER_SET:
            raise BadFrame(f"sets {str(name)[:40]!r}")


def _count(thing: Any, deepest: int, most: int) -> int:
    """How many parts a message has; BadFrame where they are too many or too deep."""
    if deepest < 0 or most < 0:
        raise BadFrame("too many parts")
    parts: list[Any] = []
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple):
        parts = list(thing)
    counted = len(parts)
    for part in parts:
        if isinstance(part, dict | list | tuple):
            counted += _count(part, deepest - 1, most - counted)
    if counted > most:
        raise BadFrame("too many parts")
    return counted


def packed(kind: int, body: dict[str, Any]) -> bytes:
    """A frame to send on."""
    frame: bytes = b"\x00" + msgpack.packb([kind, body])
    return frame


def tells_a_crash(frame: bytes) -> bool:
    """Is this what the server tells a client when a session has crashed, with everything it knows about why?"""
    return frame[:3] == bytes((0, 0x92, CRASHED))
