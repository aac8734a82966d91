"""Whatever is done to a file: it is read, or refused with one sentence. Nothing else, and nothing by half."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.border.messages import load_message
from engine.border.pack import dump_pack, load_pack
from engine.border.save import dump_save, load_save
from engine.border.scenario import load_scenario, play
from engine.core.errors import BadInput
from engine.core.plain import fingerprint
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.border.tables import practice_pack, present, sample

LIBRARY = {"practice": practice_pack()}


def read_save(data: bytes) -> None:
    loaded = load_save(data)
    session = loaded.session
    again = load_save(dump_save(session, loaded.setup, name=loaded.name))
    assert again.session.entries == session.entries
    assert again.session.fingerprint() == session.fingerprint()
    while session.undo() is not None:
        pass
    assert session.n <= again.session.n


def read_scenario(data: bytes) -> None:
    play(load_scenario(data), LIBRARY)


def read_pack(data: bytes) -> None:
    pack = load_pack(data)
    assert load_pack(dump_pack(pack)) == pack


def read_message(data: bytes) -> None:
    load_message(data, AFTER_THE_EMPIRE)


READERS: dict[str, Callable[[bytes], None]] = {
    "save": read_save,
    "scenario": read_scenario,
    "pack": read_pack,
    "message": read_message,
}

JARGON = re.compile(r"pydantic|validat|https?:|Traceback|literal|constrained|dataclass|\bunion|\n", re.IGNORECASE)


def survives(read: Callable[[bytes], None], data: bytes) -> None:
    """The file is read, or refused with one plain sentence."""
    try:
        read(data)
    except BadInput as refusal:
        sentence = str(refusal)
    else:
        return
    assert sentence
    assert len(sentence) < 600, sentence
    assert not JARGON.search(sentence), sentence


@cache
def spots(name: str) -> tuple[tuple[Any, ...], ...]:
    """Every place in a sample where a value stands; a state's many constants are one place in a hundred."""
    every = list(places(json.loads(present(name))))
    rare = [spot for spot in every if "constants" in spot]
    return tuple([spot for spot in every if "constants" not in spot] + rare[::100])


def places(thing: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    pairs = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, value in pairs:
        yield from places(value, (*at, key))


SMALL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([99, 9_999, 10_000, -(10**9), 10**30, 10**400, 0.5, 1e300]),
    st.sampled_from(["", "N", "NE", "inside", "wall", "gate", "stone", "practice", "idle", "\u0000", "x" * 300, "é"]),
    st.sampled_from([[], {}, [[]], [None], {"kind": "idle"}, [0, 0, 0, 0, 0], {"": 0}, {"n": 1}]),
)


def has(holder: Any, key: Any) -> bool:
    if isinstance(holder, dict):
        return key in holder
    return isinstance(holder, list) and isinstance(key, int) and key < len(holder)


def changed(raw: Any, spot: tuple[Any, ...], how: str, value: Any) -> None:
    """One change in place; nothing if an earlier one took the spot away."""
    holder = raw
    for step in spot[:-1]:
        if not has(holder, step):
            return
        holder = holder[step]
    key = spot[-1]
    if not has(holder, key):
        return
    if how == "remove":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif how == "nudge" and isinstance(holder[key], int):
        holder[key] += 1 if value else -1
    elif how == "add" and isinstance(holder[key], dict):
        holder[key]["surprise"] = value
    else:
        holder[key] = value


CHANGES = st.tuples(
    st.integers(0, 10**6), st.sampled_from(["replace", "replace", "remove", "double", "nudge", "add"]), SMALL
)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(changes=st.lists(CHANGES, min_size=1, max_size=4))
def test_a_file_with_values_changed_is_read_or_refused(name, changes):
    raw = json.loads(present(name))
    known = spots(name)
    for number, how, value in changes:
        changed(raw, known[number % len(known)], how, copy.deepcopy(value))
    survives(READERS[name], json.dumps(raw).encode())


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(changes=st.lists(CHANGES, min_size=1, max_size=4))
def test_a_save_whose_snapshots_are_forged_is_read_or_refused(changes):
    """Somebody changed a snapshot and made its hash fit: the table carries on from it, if it is possible."""
    raw = json.loads(sample("save.v1.json"))
    known = [spot for spot in spots("save") if spot[0] == "snapshots" and spot[-1] != "hash"]
    for number, how, value in changes:
        changed(raw, known[number % len(known)], how, copy.deepcopy(value))
    snapshots = raw.get("snapshots")
    for snapshot in snapshots if isinstance(snapshots, list) else ():
        if isinstance(snapshot, dict) and "state" in snapshot:
            snapshot["hash"] = fingerprint(json.loads(json.dumps(snapshot["state"]), parse_float=str))
    survives(read_save, json.dumps(raw).encode())


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(at=st.floats(0, 1), cut=st.integers(0, 40), noise=st.binary(max_size=12))
def test_a_file_with_bytes_changed_is_read_or_refused(name, at, cut, noise):
    data = present(name)
    start = int(at * len(data))
    survives(READERS[name], data[:start] + noise + data[start + cut :])


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    raw=st.recursive(
        SMALL, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    )
)
def test_any_json_is_refused_with_a_sentence(name, raw):
    whole = raw if not isinstance(raw, dict) else {**raw, "format": f"companion.{name}", "version": 1}
    survives(READERS[name], json.dumps(whole).encode())


@pytest.mark.parametrize("name", READERS)
def test_a_file_cut_off_at_every_fiftieth_byte_is_refused(name):
    data = present(name).rstrip()
    for end in range(0, len(data) - 1, 50):
        with pytest.raises(BadInput, match=r"cut off|empty"):
            READERS[name](data[:end])
