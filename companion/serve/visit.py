"""Who is at the other end of a socket: what the door knows, handed on to the app behind it."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Visit:
    """One connection. `token` is the device's own secret, from its cookie; `session` the app's session it opened."""

    token: str
    address: str
    session: str = ""


VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
"""The visit in whose course something happens; None where the app is not served to others."""
