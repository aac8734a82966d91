"""What a page had seen when it said something.

A tap travels for a while. What the server drew meanwhile, the finger cannot have meant: under it may be another button
by now. So a page tells how many messages it has got whenever that has changed, just before it says anything; from that
the server knows until when it had seen everything.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from math import inf
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

REMEMBERED = 256
"""So many messages back it is known when they were sent."""

SEEN: ContextVar[float] = ContextVar("seen", default=inf)
"""While something a page said is handled: the moment, by the monotonic clock, until which it had seen everything."""


class Seen:
    """One socket, as the app behind it is to use it."""

    def __init__(self, receive: Receive, send: Send, now: Callable[[], float] = time.monotonic) -> None:
        self._receive, self._send, self._now = receive, send, now
        self._sent = 0
        self._times: deque[float] = deque(maxlen=REMEMBERED)
        self._told: int | None = None

    async def send(self, message: Message) -> None:
        """What the app sends is counted, as the page counts it."""
        if message["type"] == "websocket.send" and message.get("bytes") is not None:
            self._sent += 1
            self._times.append(self._now())
        await self._send(message)

    async def receive(self) -> Message:
        """What is for the app; what it does with it, it does knowing what the page had seen."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            if message.get("text") is None:
                SEEN.set(self.until)
                return message
            if is_count(message["text"]):
                self._told = int(message["text"])

    @property
    def until(self) -> float:
        """The moment until which the page has told to have seen everything."""
        if self._told is None or self._told >= self._sent:
            return inf
        place = self._told - 1 - (self._sent - len(self._times))
        return self._times[place] if place >= 0 else -inf


def is_count(text: str) -> bool:
    """Is it what a page tells?"""
    return 0 < len(text) < 10 and text.isascii() and text.isdecimal()
