"""Events: what happened while an action was applied, each with the rule behind it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | str
"""What an event or a decision may carry: numbers and plain words."""


class Event(NamedTuple):
    """One thing that happened. The game's `sentence` puts it into words."""

    rule: str
    what: str
    seat: int | None
    values: Mapping[str, Value]


Sink: TypeAlias = Callable[[Event], object]
"""Where events go: often a list's `append`. No sink: nobody is listening, nothing is built."""
