"""Records: the frozen, slotted dataclasses every state, action and card is made of."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar, dataclass_transform

__all__ = ["FILE_FORM", "record", "replace"]

T = TypeVar("T")

FILE_FORM: dict[str, Any] = {"extra": "forbid", "strict": True}
"""How a record reads from a file: no unknown fields, no guessing of types. The border honours it."""


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make `cls` a frozen, slotted dataclass whose file form is strict."""
    made: type[T] = dataclass(frozen=True, slots=True)(cls)
    made.__pydantic_config__ = FILE_FORM  # type: ignore[attr-defined]
    return made
