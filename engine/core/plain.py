"""Records as plain data, their canonical bytes and their fingerprint."""

import hashlib
import json
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


def plain(thing: Any) -> Any:
    """The thing as dicts, lists, numbers, words and None: what a JSON file can hold."""
    kind: type = type(thing)
    if kind is int or kind is str or kind is bool or thing is None:
        return thing
    if kind is tuple or isinstance(thing, tuple | list):
        return [plain(item) for item in thing]
    if kind is dict:
        return {str(key): plain(item) for key, item in thing.items()}
    return {name: plain(getattr(thing, name)) for name in _names(kind)}


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a record, in order."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no plain form")
    return tuple(field.name for field in fields(kind))


def canonical_bytes(thing: Any) -> bytes:
    """The same bytes for the same thing, in every process and on every machine."""
    return json.dumps(plain(thing), sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def fingerprint(thing: Any) -> str:
    """A short name for exactly this state: sixteen hex digits of its SHA-256."""
    return hashlib.sha256(canonical_bytes(thing)).hexdigest()[:16]
