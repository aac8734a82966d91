"""Telling everyone who looks: a plain list of calls, because Flet's own channels stay within one session."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeAlias

Listener: TypeAlias = Callable[[], None]

_log = logging.getLogger(__name__)


def tell(listeners: Iterable[Listener]) -> None:
    """Call them all. The change is made and saved by now: one that fails keeps nobody else from hearing of it."""
    for listener in tuple(listeners):
        try:
            listener()
        except Exception:
            _log.exception("a listener failed")
