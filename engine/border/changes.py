"""A record told by what is different from the one before it, so that a file repeats nothing.

Fields that are themselves records are told the same way; everything else is told as a whole.
"""

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from typing_extensions import TypedDict

from engine.core.plain import plain
from engine.core.record import FILE_FORM, replace


def changes_between(before: Any, now: Any) -> dict[str, Any]:
    """What is different, as plain data."""
    inner = _inner(now.__class__)
    made: dict[str, Any] = {}
    for field in fields(now):
        old, new = getattr(before, field.name), getattr(now, field.name)
        if old != new:
            made[field.name] = changes_between(old, new) if field.name in inner else plain(new)
    return made


def with_changes(before: Any, changes: dict[str, Any]) -> Any:
    """The record after changes that were read by their form."""
    inner = _inner(before.__class__)
    return replace(
        before,
        **{
            name: with_changes(getattr(before, name), value) if name in inner else value
            for name, value in changes.items()
        },
    )


def plain_with_changes(kind: type, before: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The same with plain data, which may lack what only a newer version knows."""
    inner = _inner(kind)
    return before | {
        name: plain_with_changes(inner[name], before[name], value) if name in inner else value
        for name, value in changes.items()
    }


@cache
def changes_form(kind: Any) -> Any:
    """How the changes of a record are read: each field may be left out, none may be unknown."""
    make: Any = TypedDict
    inner = _inner(kind)
    known = {
        name: changes_form(inner[name]) if name in inner else hint
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if name in {field.name for field in fields(kind)}
    }
    form = make(f"{kind.__name__}Changes", known, total=False)
    form.__pydantic_config__ = FILE_FORM
    return form


@cache
def _inner(kind: Any) -> dict[str, type]:
    """The fields of a record that hold exactly one kind of record."""
    hints = get_type_hints(kind)
    return {
        field.name: hints[field.name]
        for field in fields(kind)
        if isinstance(hints[field.name], type) and is_dataclass(hints[field.name])
    }
