"""Decisions: what the table must say next. Derived from the state, never stored in it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.events import Value


class Decision(NamedTuple):
    """A question only the table can answer.

    `kind` is the name an automation set knows it by, `seat` the player who decides (None: whoever is
    nearest), `about` the numbers in the question. An *optional* one may be left open: other actions go on.
    """

    kind: str
    seat: int | None
    rule: str
    about: Mapping[str, Value] = {}
    optional: bool = False
