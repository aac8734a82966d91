"""One socket: the app sees it from its first sound message on, and gets sound messages only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from companion.serve.frames import (
    CRASHED,
    EVENT,
    REGISTER,
    BadFrame,
    Frame,
    packed,
    read_frame,
    session_in,
    tells_a_crash,
)
from companion.serve.limits import Bucket, Limits
from companion.serve.sessions import Attached, Sessions
from companion.serve.visit import VISIT, Visit
from companion.web.seen import is_count

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger("companion.door")

TOO_LARGE, MALFORMED, TOO_SLOW, TOO_FAST = 1009, 4400, 4408, 4430
"""Why a socket is closed."""

SORRY = "Something went wrong. Load the page again; the table is saved."
A_MOMENT = 0.05

MOST_UNREAD = 8_000_000
"""Bytes a phone may be behind; it catches up sooner if it loads the page again."""


class Door(Protocol):
    """What a visitor needs of the door."""

    limits: Limits
    sessions: Sessions
    strangers_frames: Bucket

    def knows(self, token: str) -> bool:
        """Does this device sit at a table?"""


class Visitor:
    """A socket that was let in."""

    def __init__(self, door: Door, visit: Visit, receive: Receive, send: Send) -> None:
        self._door, self._visit = door, visit
        self._receive, self._send = receive, send
        limits = door.limits
        self._frames, self._bytes = Bucket(*limits.frames), Bucket(*limits.bytes)
        self._first_frames = Bucket(*limits.frames_of_strangers)
        self._unknown = Bucket(*limits.unknown_things)
        self._waiting: list[Message] = []
        self._session: Attached | None = None
        self._closed = False
        self._gone = asyncio.Event()

    async def stay(self, app: App, scope: Scope) -> None:
        """Until it goes."""
        if (await self._receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        first = await self._first_word()
        if first is None:
            return
        self._waiting = [{"type": "websocket.connect"}, first]
        VISIT.set(self._visit)
        running: asyncio.Task[None] = asyncio.create_task(app(scope, self._next, self._pass_on))  # type: ignore[arg-type]
        leaving = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait({running, leaving}, timeout=self._door.limits.first_word, return_when="FIRST_COMPLETED")
            if self._session is not None and not self._gone.is_set():
                await asyncio.wait({running, leaving}, return_when="FIRST_COMPLETED")
            if self._gone.is_set():
                await asyncio.wait({running}, timeout=self._door.limits.goodbye)
        finally:
            leaving.cancel()
            running.cancel()
            await asyncio.gather(running, leaving, return_exceptions=True)
            if self._session is not None:
                await self._door.sessions.left(self._session, keep=self._door.knows(self._visit.token))
            await self._close(1000)
        if not running.cancelled() and running.exception() is not None:
            logger.warning("a socket ended: %r", running.exception())

    # what comes

    async def _first_word(self) -> Message | None:
        """The message in which a phone says who it is; None if it does not."""
        try:
            message = await asyncio.wait_for(self._receive(), self._door.limits.first_word)
        except TimeoutError:
            await self._close(TOO_SLOW)
            return None
        if message["type"] != "websocket.receive":
            self._closed = True
            return None
        try:
            frame = self._read(message.get("bytes") or b"")
            if frame.kind != REGISTER:
                raise BadFrame("does not say who it is")
        except BadFrame as bad:
            await self._refuse(bad)
            return None
        if not self._door.sessions.owns(frame.body.get("session_id") or "", self._visit.token):
            frame.body["session_id"] = ""
        return {"type": "websocket.receive", "bytes": packed(REGISTER, frame.body)}

    async def _next(self) -> Message:
        """The next message for the app."""
        if self._waiting:
            return self._waiting.pop(0)
        while not self._closed:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self._closed = True
                break
            try:
                if (text := message.get("text")) is not None:
                    self._look_at_count(text)
                    return message
                frame = self._read(message.get("bytes") or b"")
                if frame.kind == REGISTER:
                    raise BadFrame("says twice who it is")
                if frame.kind == EVENT:
                    await self._catch_up()
            except BadFrame as bad:
                await self._refuse(bad)
                break
            if self._concerns_us(frame):
                return message
        self._gone.set()
        await asyncio.sleep(0)  # what the app has just begun must find its socket still there
        return {"type": "websocket.disconnect", "code": 1006}

    def _look_at_count(self, text: str) -> None:
        """BadFrame if it is not how many messages the phone has seen."""
        self._weigh(len(text))
        if not is_count(text):
            raise BadFrame("not a message")

    def _read(self, data: bytes) -> Frame:
        self._weigh(len(data))
        return read_frame(data)

    def _weigh(self, size: int) -> None:
        """BadFrame if it is too large, or one too many."""
        limits, known = self._door.limits, self._door.knows(self._visit.token)
        if size > (limits.largest_frame if known else limits.largest_of_strangers):
            raise TooMuch("too large", TOO_LARGE)
        if not (self._frames if known else self._first_frames).take() or not self._bytes.take(size):
            raise TooMuch("too fast", TOO_FAST)

    async def _catch_up(self) -> None:
        """Wait until there is time for this phone: strangers share theirs, and nobody gets far ahead of the app."""
        patience = self._door.limits.stuck
        while not self._door.knows(self._visit.token) and not self._door.strangers_frames.take():
            await asyncio.sleep(A_MOMENT)
        while self._session is not None and self._session.behind:
            patience -= A_MOMENT
            if patience < 0:
                raise TooMuch("takes nothing", TOO_SLOW)
            await asyncio.sleep(A_MOMENT)

    def _concerns_us(self, frame: Frame) -> bool:
        """Is it about something on the phone's screen? What was there a moment ago may still be tapped, now and then;
        an answer that nobody waits for any more would end the app's session."""
        if self._session is None or self._session.knows(frame.target):
            return True
        return frame.kind == EVENT and self._unknown.take()

    async def _refuse(self, why: BadFrame) -> None:
        logger.info("refused a socket from %s: %s", self._visit.address, why)
        await self._close(why.code if isinstance(why, TooMuch) else MALFORMED)

    async def _close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            try:
                await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), A_MOMENT)
            except Exception:  # it has gone already, or takes nothing any more
                return

    # what goes

    async def _pass_on(self, message: Message) -> None:
        """What the app sends; never the inside of a fault. That nobody is there any more the app learns as it reads."""
        frame = message.get("bytes") or b""
        if self._session is None and (name := session_in(frame)) is not None:
            self._session = self._door.sessions.opened(name, self._visit.token)
        if message["type"] == "websocket.accept" or self._closed:
            return
        if message["type"] == "websocket.close":
            await self._close(message.get("code", 1000))
            return
        if tells_a_crash(frame):
            message = {**message, "bytes": packed(CRASHED, {"message": SORRY})}
        if self._session is not None and self._session.unread > MOST_UNREAD:
            await self._close(TOO_SLOW)
            return
        try:
            await self._send(message)
        except Exception:
            self._closed = True


class TooMuch(BadFrame):
    """More, or faster, than a phone of ours sends."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code
