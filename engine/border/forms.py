"""What all our files share: how they are modelled, opened and written."""

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.border.files import parse
from engine.border.migrations import lifted
from engine.border.reader import reader

T = TypeVar("T", bound="Form")


class Form(BaseModel):
    """A part of a file: frozen, strict, no unknown fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True, defer_build=True)


def opened(data: bytes, wanted: str) -> tuple[dict[str, Any], bytes]:
    """The file as plain JSON in its present version, and as bytes for a reader."""
    raw, changed = lifted(parse(data), wanted)
    return raw, as_bytes(raw) if changed else without_mark(data)


def read_form(form: type[T], data: bytes, raw: Any) -> T:
    """The file as its model."""
    made: T = reader(form).read(data, raw)
    return made


def as_bytes(raw: Any) -> bytes:
    """Plain JSON as bytes."""
    return json.dumps(raw, ensure_ascii=False).encode("utf-8")


def without_mark(data: bytes) -> bytes:
    """The bytes without the mark some editors put in front of UTF-8."""
    return data.removeprefix(b"\xef\xbb\xbf")


def laid_out(fields: dict[str, Any]) -> bytes:
    """Plain JSON with a line for each field, and for each item of a list of objects: easy to read."""
    rows = [f"{json.dumps(name)}: {_laid(value)}" for name, value in fields.items()]
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode("utf-8")


def _laid(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)
