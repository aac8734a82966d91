"""Refusing: the same code says whether an action is allowed and carries it out.

Each action has one function that takes a `Refuse`. For `check` it raises; for `apply` it lets the table do it
anyway, and the code below it never lets a number fall under zero. Firm refusals are raised in both.
"""

from collections.abc import Callable
from typing import NoReturn, TypeAlias

from engine.core.errors import RuleError

Refuse: TypeAlias = Callable[[str, str], None]


def refuse(rule: str, sentence: str) -> NoReturn:
    """For `check`: say no."""
    raise RuleError(rule, sentence)


def allow(rule: str, sentence: str) -> None:
    """For `apply`: the table is always right."""


def impossible(rule: str, sentence: str) -> NoReturn:
    """For both: this cannot be carried out at all."""
    raise RuleError(rule, sentence, firm=True)
