"""Connections that hang up on who says nothing, takes nothing, or only keeps the line busy.

Uvicorn waits for a request as long as it takes, for a phone until it has taken what was sent, and closes politely:
after everything was taken. Each of these lets somebody hold a line for ever. Here every wait has an end.
"""

import asyncio
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.serve.limits import Bucket, Limits

PINGS = (30, 3)
"""Pings and pongs of one socket at once, and a second from then on."""

MOST_PIECES = 1_000
"""One message may come in so many frames; even empty ones."""


class _Patience:
    """One deadline that is set again and again."""

    def __init__(self, seconds: float, out_of: Any) -> None:
        self._seconds, self._out_of = seconds, out_of
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """From now on, unless it began before."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._out_of)

    def end(self) -> None:
        """It came in time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Impatient:
    """What both kinds have: an end to waiting until what was sent is taken, and until a closed line is gone."""

    transport: Any

    def _wait_for_taking(self, seconds: float) -> None:
        self._taking = _Patience(seconds, self._abort)

    def _abort(self) -> None:
        self.transport.abort()

    def _look_whether_closing(self) -> None:
        """A closed connection stays until everything sent is taken."""
        if self.transport.is_closing():
            self._taking.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._taking.end()
        super().connection_lost(exc)  # type: ignore[misc]

    def pause_writing(self) -> None:
        self._taking.begin()
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        if not self.transport.is_closing():
            self._taking.end()
        super().resume_writing()  # type: ignore[misc]


class Line(_Impatient, H11Protocol):
    """A connection for requests. Each must be complete in time, and each answer be taken in time.

    When there are too many connections, the oldest one that asks for files goes: a browser just opens another.
    """

    def __init__(self, limits: Limits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._most = limits.connections
        self._asking = _Patience(limits.first_word, self._abort)
        self._wait_for_taking(limits.stuck)
        self.since = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.since = self.loop.time()
        self._asking.begin()
        if len(self.connections) > self._most:
            self._make_room()

    def _make_room(self) -> None:
        staying = [each for each in self.connections if not each.transport.is_closing()]
        lines = [each for each in staying if isinstance(each, Line) and each is not self]
        if len(staying) > self._most and lines:
            min(lines, key=lambda line: line.since)._abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it has become a socket
            self._asking.end()
            return
        self._look_whether_complete()
        self._look_whether_closing()

    def _look_whether_complete(self) -> None:
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._asking.begin()
        else:
            self._asking.end()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look_whether_closing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._look_whether_closing()


class Socket(_Impatient, WebSocketsSansIOProtocol):
    """A phone's socket. What is sent must be taken in time; pings are for asking, not for keeping busy."""

    def __init__(self, limits: Limits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._wait_for_taking(limits.stuck)
        self._pings = Bucket(*PINGS)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look_whether_closing()

    def handle_ping(self) -> None:
        if self._pings.take():
            super().handle_ping()
        else:
            self._abort()

    def handle_pong(self, event: Any) -> None:
        if self._pings.take():
            super().handle_pong(event)
        else:
            self._abort()

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self._abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._look_whether_closing()
        if self.close_timer is not None:  # waits for the phone's own goodbye
            self._taking.begin()


def kinds(limits: Limits) -> dict[str, Any]:
    """What uvicorn is told to use."""
    return {"http": partial(Line, limits), "ws": partial(Socket, limits)}
