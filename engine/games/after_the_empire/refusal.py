"""Refusing: the same code says whether an action is allowed and carries it out.

Each action has one function that takes a `Refuse`. For `check` it raises; for `apply` it lets the table do it
anyway, and the code below it never lets a number fall under zero. Firm refusals are raised in both.
"""

from typing import NoReturn, Protocol

from engine.core.errors import RuleError


class Refuse(Protocol):
    """Says no to a rule's sentence: a template, and the values that fill it."""

    def __call__(self, rule: str, template: str, **values: object) -> None: ...


def refuse(rule: str, template: str, **values: object) -> NoReturn:
    """For `check`: say no."""
    raise RuleError(rule, template, firm=False, **values)


def allow(rule: str, template: str, **values: object) -> None:
    """For `apply`: the table is always right."""


def impossible(rule: str, template: str, **values: object) -> NoReturn:
    """For both: this cannot be carried out at all."""
    raise RuleError(rule, template, firm=True, **values)
