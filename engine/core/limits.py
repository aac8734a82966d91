"""Limits on a record's numbers, words and rows, as notes on their types.

`Annotated[int, Between(0, 9)]`: the engine itself does not check them; the border does, when it reads a file.
Each limit writes itself into the border's schema, so that nothing here needs to know the border.
"""

from collections.abc import Callable
from typing import Any


class Between:
    """A whole number from `least` to `most`, both included."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "ge": self.least, "le": self.most}


class Length:
    """A word or a row with at least `least` and at most `most` items; exactly `least` if no other is given."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int | None = None) -> None:
        self.least = least
        self.most = least if most is None else most

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "min_length": self.least, "max_length": self.most}
