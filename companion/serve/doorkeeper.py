"""The doorkeeper: stands before the app on the network, and lets in only what a phone of ours would send.

It answers for what the app's own server does not look at: where a page comes from, how much anybody may send and how
fast, what browsers may do with our pages, and that nobody is told more about a fault than that there was one.
"""

import asyncio
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from companion.serve.codes import new_token
from companion.serve.frames import CRASHED, REGISTER, BadFrame, packed, read_frame, tells_a_crash
from companion.serve.headers import with_headers
from companion.serve.hosts import Hosts, is_near
from companion.serve.limits import Bucket, Buckets
from companion.serve.visit import VISIT, Visit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger("companion.door")

NOT_OURS, NO_DEVICE, TOO_MANY, TOO_FAST = 4403, 4401, 4429, 4430
TOO_LARGE, MALFORMED, TOO_SLOW = 1009, 4400, 4408
"""Why a socket is closed."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
NOT_SERVED = ("/docs", "/redoc", "/openapi.json", "/oauth_callback", "/upload")
"""What the app's own server offers besides the app."""

HEALTH = "/health"
A_YEAR = 365 * 24 * 3600

SORRY = "Something went wrong. Load the page again; the table is saved."


@dataclass(frozen=True)
class Limits:
    """How much is let in."""

    phones: int = 100
    """Sockets at a time, and from one address."""
    per_device: int = 6
    largest_frame: int = 4_000_000
    """Bytes; an imported file comes in one frame."""
    frames: tuple[float, float] = (300, 60)
    """Frames at once, and a second from then on."""
    bytes: tuple[float, float] = (12_000_000, 500_000)
    visits: tuple[float, float] = (120, 4)
    """New sockets from one address."""
    requests: tuple[float, float] = (2_000, 200)
    """Files asked for from one address."""
    first_frame: float = 10
    """Seconds until a phone must have said who it is."""
    goodbye: float = 5
    """Seconds the app has to notice that a phone has gone."""


class Doorkeeper:
    """An ASGI app around the app."""

    def __init__(
        self,
        app: App,
        *,
        cookie: str,
        hosts: Hosts,
        secure: bool = False,
        anywhere: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self._app = app
        self._cookie = cookie
        self._hosts = hosts
        self._secure = secure
        self._anywhere = anywhere
        self.limits = limits or Limits()
        self._visits = Buckets(*self.limits.visits)
        self._requests = Buckets(*self.limits.requests)
        self._by_address: Counter[str] = Counter()
        self._by_token: Counter[str] = Counter()
        self._sessions: OrderedDict[str, str] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._page(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # pages and files

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        path = scope["path"]
        if not self._requests.take(_address(scope)):
            return await _answer(send, 429, "Too many requests: wait a moment.")
        if not self._near(scope):
            return await _answer(send, 403, "Only the local network is served.")
        if not self._hosts.ours(headers.get("host", "")):
            return await _answer(send, 421, "This address is not served here.")
        if scope["method"] not in ("GET", "HEAD"):
            return await _answer(send, 405, "Only reading is possible here.")
        if path == HEALTH:
            return await _answer(send, 200, "ok")
        if path.startswith(NOT_SERVED):
            return await _answer(send, 404, "There is nothing here.")
        fresh = None if self._token(headers) else self._set_cookie(new_token())
        try:
            await self._app(scope, receive, with_headers(send, fresh))
        except Exception:
            logger.exception("a request for %s failed", path)
            await _answer(send, 500, "Something went wrong.")

    def _near(self, scope: Scope) -> bool:
        """Does this come from the local network?"""
        return self._anywhere or is_near(_address(scope))

    def _set_cookie(self, token: str) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{self._cookie}={token}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{secure}"

    def _token(self, headers: dict[str, str]) -> str | None:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return None
        return cookie.value if cookie is not None and TOKEN.fullmatch(cookie.value) else None

    # sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, headers = _address(scope), _headers(scope)
        token = self._token(headers)
        refusal = self._refusal(headers, address, token) if self._near(scope) else NOT_OURS
        if refusal is not None:
            await receive()
            await send({"type": "websocket.close", "code": refusal})
            return
        assert token is not None
        self._by_address[address] += 1
        self._by_token[token] += 1
        try:
            await _Visitor(self, Visit(token, address), receive, send).let_in(self._app, scope)
        finally:
            for counted, key in ((self._by_address, address), (self._by_token, token)):
                counted[key] -= 1
                if not counted[key]:
                    del counted[key]

    def _refusal(self, headers: dict[str, str], address: str, token: str | None) -> int | None:
        """Why a socket is not let in; None if it is."""
        host = headers.get("host", "")
        if not self._hosts.ours(host) or urlsplit(headers.get("origin", "")).netloc != host:
            return NOT_OURS
        if token is None:
            return NO_DEVICE
        if not self._visits.take(address):
            return TOO_FAST
        most = self.limits.phones
        full = sum(self._by_address.values()) >= most or self._by_address[address] >= most
        if full or self._by_token[token] >= self.limits.per_device:
            return TOO_MANY
        return None

    # the app's sessions belong to the device that opened them

    def remember(self, session: str, token: str) -> None:
        """This device opened this session."""
        self._sessions[session] = token
        while len(self._sessions) > Buckets.MOST:
            self._sessions.popitem(last=False)

    def owns(self, session: str, token: str) -> bool:
        """May this device go on with this session?"""
        return self._sessions.get(session) == token

    @property
    def sockets(self) -> int:
        """How many are open."""
        return sum(self._by_address.values())


class _Visitor:
    """One socket: the app sees it from its first sound message on, and gets sound messages only."""

    def __init__(self, door: Doorkeeper, visit: Visit, receive: Receive, send: Send) -> None:
        self._door, self._visit = door, visit
        self._receive, self._send = receive, send
        self._frames = Bucket(*door.limits.frames)
        self._bytes = Bucket(*door.limits.bytes)
        self._waiting: list[Message] = []
        self._closed = False

    async def let_in(self, app: App, scope: Scope) -> None:
        if (await self._receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        first = await self._first_frame()
        if first is None:
            return
        self._waiting = [{"type": "websocket.connect"}, first]
        VISIT.set(self._visit)
        gone = asyncio.Event()

        async def receive() -> Message:
            message = await self._next()
            if message["type"] == "websocket.disconnect":
                gone.set()
            return message

        running: asyncio.Task[None] = asyncio.create_task(app(scope, receive, self._pass_on))  # type: ignore[arg-type]
        leaving = asyncio.create_task(gone.wait())
        try:
            await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():  # it was told that the phone has gone
                await asyncio.wait({running}, timeout=self._door.limits.goodbye)
        finally:
            leaving.cancel()
            running.cancel()
            self._note_session()
            await asyncio.gather(running, leaving, return_exceptions=True)
            await self._close(1000)
        if not running.cancelled() and running.exception() is not None:
            logger.warning("a socket ended: %r", running.exception())

    async def _first_frame(self) -> Message | None:
        """The message in which a phone says who it is; None if it does not."""
        try:
            message = await asyncio.wait_for(self._receive(), self._door.limits.first_frame)
        except TimeoutError:
            await self._close(TOO_SLOW)
            return None
        if message["type"] != "websocket.receive":
            self._closed = True
            return None
        try:
            data = message.get("bytes") or b""
            if len(data) > self._door.limits.largest_frame:
                raise BadFrame("too large")
            frame = read_frame(data)
            if frame.kind != REGISTER:
                raise BadFrame("does not say who it is")
        except BadFrame as bad:
            await self._refuse(MALFORMED, bad)
            return None
        session = frame.body.get("session_id") or ""
        if not self._door.owns(session, self._visit.token):
            frame.body["session_id"] = ""
        return {"type": "websocket.receive", "bytes": packed(REGISTER, frame.body)}

    async def _next(self) -> Message:
        """The next message for the app."""
        if self._waiting:
            return self._waiting.pop(0)
        self._note_session()
        if self._closed:
            return {"type": "websocket.disconnect", "code": 1006}
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._closed = True
            return message
        data = message.get("bytes") or b""
        try:
            if len(data) > self._door.limits.largest_frame:
                return await self._refuse(TOO_LARGE, BadFrame("too large"))
            if not self._frames.take() or not self._bytes.take(len(data)):
                return await self._refuse(TOO_FAST, BadFrame("too fast"))
            if read_frame(data).kind == REGISTER:
                raise BadFrame("says twice who it is")
        except BadFrame as bad:
            return await self._refuse(MALFORMED, bad)
        return message

    def _note_session(self) -> None:
        if self._visit.session:
            self._door.remember(self._visit.session, self._visit.token)

    async def _refuse(self, code: int, why: BadFrame) -> Message:
        logger.info("refused a socket from %s: %s", self._visit.address, why)
        await self._close(code)
        return {"type": "websocket.disconnect", "code": code}

    async def _close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            try:
                await self._send({"type": "websocket.close", "code": code})
            except Exception:  # it has gone already
                return

    async def _pass_on(self, message: Message) -> None:
        """What the app sends; never the inside of a fault."""
        if message["type"] == "websocket.accept" or self._closed:
            return
        if message["type"] == "websocket.close":
            await self._close(message.get("code", 1000))
            return
        frame = message.get("bytes")
        if frame is not None and tells_a_crash(frame):
            message = {**message, "bytes": packed(CRASHED, {"message": SORRY})}
        await self._send(message)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _answer(send: Send, status: int, text: str) -> None:
    """A plain sentence."""
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
