"""What a phone may send: each frame of the socket is looked at before the app sees it.

A frame is one byte (0: a message) and a message packed as [kind, body]. A client tells what its user did and typed,
and how large its screen is; what the app consists of is ours to say. Anything else is no phone of ours.
"""

from typing import Any, NamedTuple

import msgpack
from flet.messaging.protocol import decode_ext_from_msgpack

REGISTER, EVENT, PROPERTIES, RESULT, CRASHED = 1, 3, 4, 5, 6
"""The kinds of message the app's client knows; the last one is only ever sent to it."""

LONGEST_WORD = 200
LONGEST_ROUTE = 2_000
DEEPEST = 14
MOST_THINGS = 2_000
"""How deep and how many the parts of a message may be, a file's bytes counting as one."""

BODIES: dict[int, dict[str, tuple[type, ...]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": (str,), "page": (dict,)},
    EVENT: {"target": (int,), "name": (str,), "data": (object,)},
    PROPERTIES: {"id": (int,), "props": (dict,)},
    RESULT: {"control_id": (int,), "call_id": (str,), "result": (object,), "error": (str, type(None))},
}
MAY_MISS = frozenset({"session_id", "data", "result", "error"})

PAGE = 1
"""The number of the page itself, in every session."""

OF_THE_PAGE = frozenset(
    {"route", "pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide", "platform", "platform_brightness",
     "width", "height", "window", "media"}
)  # fmt: skip
OF_A_CONTROL = frozenset(
    {"value", "open", "_dismissed", "selected", "selected_index", "selection", "text", "expanded", "start_value",
     "end_value"}
)  # fmt: skip
"""The properties the app's client ever tells us; `_dismissed` is a note at the bottom that has gone by itself."""

IN_PARTS = frozenset({"media", "window", "selection"})
"""Those that have parts with names."""

ONLY_OURS = frozenset({"connect", "disconnect", "close"})
"""What happens to a page and only the server knows."""

Simple = str | int | float | bool | None


class Frame(NamedTuple):
    """A message as it came."""

    kind: int
    body: dict[str, Any]

    @property
    def target(self) -> int:
        """The thing on the screen it is about."""
        found: int = self.body.get("target", self.body.get("id", self.body.get("control_id", PAGE)))
        return found


class BadFrame(Exception):
    """No phone of ours sends this; the text is for our own log."""


def read_frame(data: bytes) -> Frame:
    """The message in a frame. BadFrame if it is not one that a client sends."""
    if not data or data[0] != 0:
        raise BadFrame("not a message")
    _weigh(data, 1)
    try:
        message = msgpack.unpackb(data[1:], ext_hook=decode_ext_from_msgpack)  # as the app itself will
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
    if missing := wanted.keys() - body.keys() - MAY_MISS:
        raise BadFrame(f"{min(missing)} is missing")
    for name, longest in (("name", LONGEST_WORD), ("call_id", LONGEST_WORD), ("session_id", LONGEST_WORD),
                          ("page_name", LONGEST_ROUTE)):  # fmt: skip
        if len(body.get(name) or "") > longest:
            raise BadFrame(f"too long a {name}")
    if kind == REGISTER:
        _check_properties(PAGE, body["page"])
    elif kind == PROPERTIES:
        _check_properties(body["id"], body["props"])
    elif kind == EVENT:
        _check_event(body)


def _check_properties(target: int, properties: dict[Any, Any]) -> None:
    usual = OF_THE_PAGE if target == PAGE else OF_A_CONTROL
    for name, value in properties.items():
        if name not in usual or not (_is_in_parts(value) if name in IN_PARTS else _is_simple(value)):
            raise BadFrame(f"sets {str(name)[:40]!r}")
    route = properties.get("route", "/")
    if not isinstance(route, str) or len(route) > LONGEST_ROUTE:
        raise BadFrame("not an address")


def _is_simple(value: Any) -> bool:
    return all(isinstance(each, Simple) for each in (value if isinstance(value, list) else [value]))


def _is_in_parts(value: Any) -> bool:
    """Named numbers, or named groups of them; nothing private, and nothing that happens."""
    if not isinstance(value, dict):
        return value is None
    return all(
        not name.startswith(("_", "on_")) and (_is_in_parts(each) if isinstance(each, dict) else _is_simple(each))
        for name, each in value.items()
    )


def _check_event(body: dict[str, Any]) -> None:
    name, data = body["name"], body.get("data")
    if not name.isidentifier() or (body["target"] == PAGE and name in ONLY_OURS):
        raise BadFrame(f"claims that {name[:40]!r} happened")
    if isinstance(data, dict):
        if "control" in data:  # the thing it happened to is the target
            raise BadFrame("claims to be a control")
        route = data.get("route", "/")
        if not isinstance(route, str) or len(route) > LONGEST_ROUTE:
            raise BadFrame("not an address")


# how much is in it

_SKIPPED = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4,
            0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}  # fmt: skip
_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4,
            0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}  # fmt: skip
_EXTENDED, _LISTS, _MAPS = (0xC7, 0xC8, 0xC9), (0xDC, 0xDD), (0xDE, 0xDF)


def _weigh(data: bytes, at: int) -> None:
    """BadFrame where there is too much in it. Only the heads are read: a few bytes may unpack to very much."""
    to_come = [1]
    things = 0
    while to_come:
        if not to_come[-1]:
            to_come.pop()
            continue
        to_come[-1] -= 1
        things += 1
        if things > MOST_THINGS or len(to_come) > DEEPEST or at >= len(data):
            raise BadFrame("too many parts, or none")
        parts, skipped = _head(data, at)
        at += 1 + skipped
        if parts:
            to_come.append(parts)


def _head(data: bytes, at: int) -> tuple[int, int]:
    """How many parts follow, and how many bytes belong to this one."""
    head = data[at]
    if head <= 0x7F or head >= 0xE0:
        return 0, 0
    if head <= 0x8F:
        return 2 * (head & 0x0F), 0
    if head <= 0x9F:
        return head & 0x0F, 0
    if head <= 0xBF:
        return 0, head & 0x1F
    if head in _SKIPPED:
        return 0, _SKIPPED[head]
    if head not in _LENGTHS:
        raise BadFrame("cannot be unpacked")
    width = _LENGTHS[head]
    length = int.from_bytes(data[at + 1 : at + 1 + width], "big")
    if head in _LISTS or head in _MAPS:
        return length * (2 if head in _MAPS else 1), width
    return 0, width + length + (head in _EXTENDED)


def packed(kind: int, body: dict[str, Any]) -> bytes:
    """A frame to send on."""
    frame: bytes = b"\x00" + msgpack.packb([kind, body])
    return frame


def tells_a_crash(frame: bytes) -> bool:
    """Is this what the server tells a client when a session has crashed, with everything it knows about why?"""
    return frame[:3] == bytes((0, 0x92, CRASHED))


def session_in(frame: bytes) -> str | None:
    """The session the server tells a client when it lets it in; None in any other message."""
    if frame[:3] != bytes((0, 0x92, REGISTER)):
        return None
    message = msgpack.unpackb(frame[1:], strict_map_key=False)
    return str(message[1]["session_id"])
