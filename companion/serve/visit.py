"""Who is at the other end of a socket: what the door knows, handed on to the app behind it."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Visit:
    """One connection. `token` is the device's own secret, from its cookie."""

    token: str
    address: str


VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
"""The visit in whose course something happens; None where the app is not served to others."""
