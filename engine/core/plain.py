"""Records as plain data, their canonical bytes and their fingerprint."""

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any


def plain(thing: Any) -> Any:
    """The thing as dicts, lists, numbers, words and None: what a JSON file can hold."""
    if thing is None or isinstance(thing, int | str):
        return thing
    if isinstance(thing, tuple | list):
        return [plain(item) for item in thing]
    if is_dataclass(thing):
        return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, dict):
        return {str(key): plain(item) for key, item in thing.items()}
    raise TypeError(f"{type(thing).__name__} has no plain form")


def canonical_bytes(thing: Any) -> bytes:
    """The same bytes for the same thing, in every process and on every machine."""
    return json.dumps(plain(thing), sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def fingerprint(thing: Any) -> str:
    """A short name for exactly this state: sixteen hex digits of its SHA-256."""
    return hashlib.sha256(canonical_bytes(thing)).hexdigest()[:16]
