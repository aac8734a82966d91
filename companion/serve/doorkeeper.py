"""The doorkeeper: stands before the app on the network, and lets in only what a phone of ours would send.

It answers for what the app's own server does not look at: where a page comes from, how much anybody may send and how
fast, what browsers may do with our pages, and that nobody is told more about a fault than that there was one.
"""

import logging
import re
from collections import Counter
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from companion.serve.codes import new_token
from companion.serve.headers import ALWAYS, with_headers
from companion.serve.hosts import Hosts, is_near
from companion.serve.limits import Bucket, Buckets, Limits
from companion.serve.sessions import Sessions
from companion.serve.visit import Visit
from companion.serve.visitor import TOO_FAST, App, Receive, Scope, Send, Visitor

logger = logging.getLogger("companion.door")

NOT_OURS, NO_DEVICE, TOO_MANY = 4403, 4401, 4429
"""Why a socket is not let in."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
SOCKET = "/ws"
NOT_SERVED = ("/docs", "/redoc", "/openapi.json", "/oauth_callback", "/upload")
"""What the app's own server offers besides the app."""

HEALTH = "/health"
A_YEAR = 365 * 24 * 3600


def nobody(token: str) -> bool:
    """Where no device is known."""
    return False


class Doorkeeper:
    """An ASGI app around the app. `knows` says whether a device sits at a table, by its token."""

    def __init__(
        self,
        app: App,
        *,
        cookie: str,
        hosts: Hosts,
        knows: Callable[[str], bool] = nobody,
        secure: bool = False,
        anywhere: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self._app = app
        self._cookie = cookie
        self._hosts = hosts
        self._secure = secure
        self._anywhere = anywhere
        self.knows = knows
        self.limits = limits or Limits()
        self.sessions = Sessions(self.limits.phones)
        self.strangers_frames = Bucket(*self.limits.all_strangers_frames)
        self._strangers_visits = Bucket(*self.limits.strangers_visits)
        self._visits = Buckets(*self.limits.visits)
        self._requests = Buckets(*self.limits.requests)
        self._by_token: Counter[str] = Counter()

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
        if path.startswith(NOT_SERVED) or not path.isprintable():
            return await _answer(send, 404, "There is nothing here.")
        fresh = None if self._token(headers) else self._set_cookie(new_token())
        try:
            await self._app(scope, receive, with_headers(send, fresh))
        except Exception:
            logger.exception("a request failed")
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
        token = self._token(_headers(scope))
        refusal = self._refusal(scope, token)
        if refusal is not None:
            logger.info("refused a socket from %s: %s", _address(scope), refusal)
            await receive()
            await send({"type": "websocket.close", "code": refusal})
            return
        assert token is not None
        self._by_token[token] += 1
        try:
            await Visitor(self, Visit(token, _address(scope)), receive, send).stay(self._app, scope)
        finally:
            self._by_token[token] -= 1
            if not self._by_token[token]:
                del self._by_token[token]

    def _refusal(self, scope: Scope, token: str | None) -> int | None:
        """Why a socket is not let in; None if it is."""
        headers, address = _headers(scope), _address(scope)
        host = headers.get("host", "")
        if not self._near(scope) or scope["path"] != SOCKET:
            return NOT_OURS
        if not self._hosts.ours(host) or _host_of(headers.get("origin", "")) != host:
            return NOT_OURS
        if token is None:
            return NO_DEVICE
        if not self._visits.take(address):
            return TOO_FAST
        if self.sockets >= self.limits.phones or self._by_token[token] >= self.limits.per_device:
            return TOO_MANY
        if not self.knows(token):
            if self.strangers >= self.limits.strangers:
                return TOO_MANY
            if not self._strangers_visits.take():
                return TOO_FAST
        return None

    @property
    def sockets(self) -> int:
        """How many are open."""
        return self._by_token.total()

    @property
    def strangers(self) -> int:
        """How many of them are of devices that sit at no table."""
        return sum(count for token, count in self._by_token.items() if not self.knows(token))


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _host_of(origin: str) -> str | None:
    """The host and the port of a page."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def _answer(send: Send, status: int, text: str) -> None:
    """A plain sentence."""
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        *ALWAYS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
