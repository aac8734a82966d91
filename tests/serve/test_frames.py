"""What a client may say: everything the browser's client says, and nothing else."""

import time
from typing import Any

import msgpack
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.serve.frames import (
    CRASHED,
    DEEPEST,
    EVENT,
    MOST_THINGS,
    PROPERTIES,
    REGISTER,
    RESULT,
    BadFrame,
    packed,
    read_frame,
    session_in,
    tells_a_crash,
)

NOWHERE = {"top": 0.0, "right": 0.0, "bottom": 0.0, "left": 0.0}
MEDIA = {"padding": NOWHERE, "view_padding": NOWHERE, "device_pixel_ratio": 2.0, "orientation": "portrait"}
SCREEN = {"route": "/join/ABC234", "pwa": False, "web": True, "debug": False, "wasm": True, "test": False,
          "multi_view": False, "pyodide": False, "platform_brightness": "light", "width": 390.0, "height": 844.0,
          "platform": "android", "window": {}, "media": MEDIA}  # fmt: skip

SAID: list[tuple[int, dict[str, Any]]] = [
    (REGISTER, {"session_id": None, "page_name": "join/ABC234", "page": SCREEN}),
    (REGISTER, {"session_id": "abcdefgh", "page_name": "", "page": SCREEN}),
    (PROPERTIES, {"id": 1, "props": {"platform_brightness": "dark"}}),
    (PROPERTIES, {"id": 1, "props": {"media": MEDIA}}),
    (PROPERTIES, {"id": 1, "props": {"route": "/table/1"}}),
    (PROPERTIES, {"id": 77, "props": {"value": "Ada"}}),
    (PROPERTIES, {"id": 77, "props": {"open": False}}),
    (PROPERTIES, {"id": 77, "props": {"_dismissed": True}}),
    (PROPERTIES, {"id": 77, "props": {"selection": {"base_offset": 1, "extent_offset": 2, "affinity": "upstream"}}}),
    (EVENT, {"target": 1, "name": "route_change", "data": {"route": "/table/1"}}),
    (EVENT, {"target": 1, "name": "media_change", "data": MEDIA}),
    (EVENT, {"target": 50, "name": "click", "data": None}),
    (EVENT, {"target": 50, "name": "change", "data": "ABC"}),
    (EVENT, {"target": 50, "name": "close", "data": None}),
    (RESULT, {"control_id": 36, "call_id": "FL61HExuQ7", "result": None, "error": None}),
    (RESULT, {"control_id": 36, "call_id": "x", "result": {"languages": [msgpack.ExtType(4, b"en")]}, "error": None}),
    (RESULT, {"control_id": 36, "call_id": "x", "result": [{"name": "a", "bytes": b"\xc1" * 100_000}], "error": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "body"), SAID)
def test_what_the_browsers_client_says_is_let_in(kind: int, body: dict[str, Any]) -> None:
    frame = read_frame(packed(kind, body))
    assert frame.kind == kind
    assert frame.body.keys() == body.keys()


def deep(levels: int) -> Any:
    thing: Any = 1
    for _ in range(levels):
        thing = [thing]
    return thing


REFUSED = {
    "nothing": b"",
    "no message": b"\x00",
    "a channel's bytes": b"\x01\x00\x00\x00\x00abc",
    "another first byte": b"\x07" + packed(EVENT, {"target": 1, "name": "x"})[1:],
    "garbage": b"\x00\xc1\xff\xff",
    "cut off": packed(*SAID[0])[:-3],
    "too long": packed(*SAID[0]) + b"\x00",
    "not a pair": b"\x00" + msgpack.packb([3]),
    "a map": b"\x00" + msgpack.packb({3: {}}),
    "a crash": packed(CRASHED, {"message": "x"}),
    "a patch": packed(2, {"id": 1, "patch": []}),
    "true as a kind": b"\x00" + msgpack.packb([True, {"session_id": "", "page_name": "", "page": {}}]),
    "an unknown kind": packed(99, {}),
    "a body that is none": b"\x00" + msgpack.packb([EVENT, []]),
    "another field": packed(EVENT, {"target": 1, "name": "x", "data": None, "more": 1}),
    "a missing field": packed(EVENT, {"name": "x", "data": None}),
    "a word for a number": packed(EVENT, {"target": "1", "name": "x", "data": None}),
    "a long name": packed(EVENT, {"target": 1, "name": "x" * 1_000, "data": None}),
    "a name that is none": packed(EVENT, {"target": 1, "name": "click()", "data": None}),
    "a number as a key": b"\x00" + msgpack.packb([EVENT, {"target": 1, "name": "x", "data": {1: 2}}]),
    "a wrong date": b"\x00" + msgpack.packb([EVENT, {"target": 1, "name": "x", "data": msgpack.ExtType(1, b"noon")}]),
    "a time as a size": packed(PROPERTIES, {"id": 1, "props": {"width": msgpack.ExtType(3, b"5")}}),
    "a page that closes": packed(EVENT, {"target": 1, "name": "close", "data": None}),
    "a page that comes": packed(EVENT, {"target": 1, "name": "connect", "data": None}),
    "a page that goes": packed(EVENT, {"target": 1, "name": "disconnect", "data": None}),
    "another's control": packed(EVENT, {"target": 5, "name": "click", "data": {"control": {"_i": 7}}}),
    "a number as an address": packed(EVENT, {"target": 1, "name": "route_change", "data": {"route": 7}}),
    "a long address": packed(PROPERTIES, {"id": 1, "props": {"route": "/" * 3_000}}),
    "no address": packed(REGISTER, {"page_name": "", "page": {"route": None}}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_anything_else_is_refused(name: str) -> None:
    with pytest.raises(BadFrame):
        read_frame(REFUSED[name])


FORGED: list[dict[str, Any]] = [
    {"on_click": True},
    {"controls": []},
    {"content": {"_c": "Text"}},
    {"views": []},
    {"overlay": []},
    {"theme": {"color_scheme_seed": "red"}},
    {"_x": 1},
    {"_i": 1},
    {"__class__": "x"},
    {"__dict__": {}},
    {"data": 1},
    {"key": "x"},
    {"session": "x"},
    {"client_ip": "1.2.3.4"},
    {"value": {"_values": {}}},
    {"value": b"x"},
    {"media": {"_i": 1}},
    {"media": {"padding": {"on_click": 1}}},
    {"window": {"__dict__": {}}},
    {"window": {"on_event": 1}},
    {"selection": [{"_x": 1}]},
]


@pytest.mark.parametrize("forged", FORGED, ids=str)
@pytest.mark.parametrize("target", [1, 77])
def test_forged_properties_are_refused(forged: dict[str, Any], target: int) -> None:
    with pytest.raises(BadFrame):
        read_frame(packed(PROPERTIES, {"id": target, "props": forged}))
    with pytest.raises(BadFrame):
        read_frame(packed(REGISTER, {"session_id": "", "page_name": "", "page": {**SCREEN, **forged}}))


@pytest.mark.parametrize(
    "data",
    [
        deep(DEEPEST + 1),
        deep(5_000),
        [0] * (MOST_THINGS + 1),
        [[{}] * 1_000] * 1_000,
        {f"k{n}": n for n in range(MOST_THINGS)},
    ],
    ids=["deep", "very deep", "long", "wide", "a large map"],
)
def test_too_much_in_one_frame_is_refused_at_once(data: Any) -> None:
    packer = b"\x00" + _pack([EVENT, {"target": 1, "name": "x", "data": data}])
    began = time.perf_counter()
    with pytest.raises(BadFrame):
        read_frame(packer)
    assert time.perf_counter() - began < 0.1, "it was unpacked before it was weighed"


def _pack(thing: Any) -> bytes:
    """As msgpack does, for lists as deep as one likes."""
    if isinstance(thing, list) and len(thing) == 1:
        levels = 0
        while isinstance(thing, list) and len(thing) == 1:
            thing, levels = thing[0], levels + 1
        return b"\x91" * levels + _pack(thing)
    if isinstance(thing, list) and len(thing) < 16:
        return bytes([0x90 | len(thing)]) + b"".join(map(_pack, thing))
    if isinstance(thing, dict) and len(thing) < 16:
        pairs = b"".join(_pack(key) + _pack(value) for key, value in thing.items())
        return bytes([0x80 | len(thing)]) + pairs
    plain: bytes = msgpack.packb(thing)
    return plain


def test_a_claim_of_four_thousand_million_parts_costs_nothing() -> None:
    for head in (b"\xdd", b"\xdf"):
        with pytest.raises(BadFrame):
            read_frame(b"\x00\x92\x03" + head + b"\xff\xff\xff\xff")


simple = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=40)
anything = st.recursive(
    simple | st.binary(max_size=70_000),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=8), inner, max_size=20),
    max_leaves=40,
)


@given(anything)
def test_whatever_msgpack_packs_is_weighed_rightly(data: Any) -> None:
    assume(depth(data) < DEEPEST - 3)
    frame = read_frame(packed(EVENT, {"target": 1, "name": "x", "data": [data]}))
    assert repr(frame.body["data"]) == repr([data])


def depth(thing: Any) -> int:
    parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    return 1 + max(map(depth, parts), default=0)


@given(st.binary(max_size=400))
def test_any_bytes_are_either_read_or_refused(data: bytes) -> None:
    for frame in (data, b"\x00" + data, b"\x00\x92\x03" + data):
        try:
            read_frame(frame)
        except BadFrame:
            continue


def test_a_crash_and_a_session_are_recognised_among_what_is_sent() -> None:
    assert tells_a_crash(packed(CRASHED, {"message": "Traceback"}))
    assert not tells_a_crash(packed(REGISTER, {"session_id": "abc"}))
    assert session_in(packed(REGISTER, {"session_id": "abc", "page_patch": {1: 2}})) == "abc"
    assert session_in(packed(CRASHED, {"message": ""})) is None
    assert session_in(b"") is None
