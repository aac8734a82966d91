"""A phone on the wire: what the browser's client says and hears, without a browser.

It speaks to a server as a browser does: it loads the page for its cookie, opens the socket, says who it is, and keeps
the tree of controls up to date from what it is sent. So it finds things by their names, taps them, and knows every
byte that ever reached it. It is light: a hundred of them run in one process.

    async with Wire(url) as phone:
        await phone.open("/join/ABC234")
        await phone.tap("Ada, seat South")
        await phone.until(lambda: "Where do you sit?" not in phone.texts())

Whoever wants to be hostile uses `send` (any bytes), `say` (a message of any kind) and `hang_up`.
"""

import asyncio
import ssl
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

REGISTER, PATCH, EVENT, PROPERTIES, INVOKE, CRASHED = 1, 2, 3, 4, 5, 6
PAGE = 1
PATIENCE = 20.0
"""Seconds until a test gives up; no test waits for them where all is well."""

MANY = 20_000
"""Controls after which those that are gone are forgotten."""

Control = dict[str, Any]
MODAL = ("AlertDialog", "BottomSheet")
DIALOGS = (*MODAL, "SnackBar")
"""What is there only while it is open; some cover all the rest."""

SCREEN = {
    "pwa": False,
    "web": True,
    "platform": "android",
    "platform_brightness": "light",
    "width": 390.0,
    "height": 844.0,
    "window": {},
}


class Answer(NamedTuple):
    """What a server answers to a request; the names of headers in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def ask(
    url: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    tls: ssl.SSLContext | None = None,
) -> Answer:
    """One request, exactly as told."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    told = {"Host": parts.netloc, "Connection": "close", **(headers or {})}
    if body:
        told["Content-Length"] = str(len(body))
    head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in told.items())
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, ssl=tls)
    try:
        writer.write(head.encode("latin-1") + b"\r\n" + body)
        raw = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    first, _, rest = raw.partition(b"\r\n")
    lines, _, content = rest.partition(b"\r\n\r\n")
    pairs = (line.decode("latin-1").partition(":") for line in lines.split(b"\r\n"))
    return Answer(int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}, content)


def packed(kind: int, body: Any) -> bytes:
    """A message as it goes over the wire."""
    frame: bytes = b"\x00" + msgpack.packb([kind, body])
    return frame


class Wire:
    """One device. With a `cookie` of another, it is that device; `keep` keeps all it received."""

    def __init__(
        self,
        url: str,
        *,
        cookie: str | None = None,
        keep: bool = True,
        tls: ssl.SSLContext | None = None,
        screen: Mapping[str, Any] | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.session = ""
        self.page: Control = {}
        self.received: list[bytes] = []
        self.crashes: list[str] = []
        self.messages = 0
        self.closed_with: int | None = None
        self.follows = True
        """Does it go where the app leads it?"""
        self._keep = keep
        self._tls = tls
        self._screen = {**SCREEN, **(screen or {})}
        self._controls: dict[int, Control] = {}
        self._closed: list[Control] = []
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.close()

    # coming and going

    async def get_cookie(self) -> str:
        """Load the page, as a browser does first; the cookie is kept as a browser keeps it."""
        answer = await ask(f"{self.url}/", tls=self._tls)
        self._note(answer.body)
        self.cookie = self.cookie or answer.headers["set-cookie"].partition(";")[0]
        return self.cookie

    async def connect(self, **headers: str | None) -> None:
        """Open the socket, with these headers instead of a browser's; None leaves one out."""
        if self.cookie is None and "Cookie" not in headers:
            await self.get_cookie()
        told: dict[str, str | None] = {"Cookie": self.cookie, "Origin": self.url, **headers}
        address = self.url.replace("http", "ws", 1) + "/ws"
        self._socket = await connect(
            address,
            additional_headers={name: value for name, value in told.items() if value is not None},
            ssl=self._tls,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=1,
        )
        self.closed_with = None
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def register(self, route: str = "/", session: str | None = None) -> None:
        """Say who it is, and what it shows."""
        body = {"session_id": session, "page_name": route.strip("/"), "page": {**self._screen, "route": route}}
        await self.say(REGISTER, body)

    async def open(self, route: str = "/", **page: Any) -> None:
        """Open an address and wait for its first picture. If it was here before, it goes on with its session."""
        self._screen.update(page)
        self.page = {}
        await self.connect()
        await self.register(route, self.session or None)
        await self.until(lambda: bool(self.texts()))

    async def close(self) -> None:
        """Close the browser."""
        if self._socket is not None:
            await self._socket.close()
        await self._ended()

    async def hang_up(self) -> None:
        """As a phone does that loses its network: without a word."""
        assert self._socket is not None
        self._socket.transport.abort()
        await self._ended()

    async def closed(self) -> int:
        """Wait until the server hangs up: its reason."""
        await self.until(lambda: self.closed_with is not None, heed_closing=False)
        assert self.closed_with is not None
        return self.closed_with

    async def _ended(self) -> None:
        if self._listening is not None:
            await asyncio.wait({self._listening}, timeout=PATIENCE)

    # saying

    async def send(self, data: bytes | str) -> None:
        """Any bytes, or a text; the end of the line is noticed elsewhere."""
        assert self._socket is not None
        try:
            await self._socket.send(data)
        except ConnectionClosed:
            return

    async def say(self, kind: int, body: Any) -> None:
        """A message."""
        await self.send(packed(kind, body))

    async def happen(self, control: int, name: str, data: Any = None) -> None:
        """Something happened to a control."""
        await self.say(EVENT, {"target": control, "name": name, "data": data})

    async def tap(self, label: str) -> None:
        """Tap the one thing that is called so, or whose name begins so; wait for it where it is not there yet."""
        await self.until(lambda: self.named(label) is not None, f"nothing is called {label!r}")
        found = self.named(label)
        assert found is not None
        await self.happen(found["_i"], "tap")

    async def write(self, label: str, text: str, *, enter: bool = False) -> None:
        """Type into a field."""
        field = next(each for each in self.controls("TextField") if each.get("label") == label)
        await self.say(PROPERTIES, {"id": field["_i"], "props": {"value": text}})
        await self.happen(field["_i"], "change", text)
        if enter:
            await self.happen(field["_i"], "submit", text)

    async def go(self, route: str) -> None:
        """Type another address, or go back in the browser."""
        await self.say(PROPERTIES, {"id": PAGE, "props": {"route": route}})
        await self.happen(PAGE, "route_change", {"route": route})

    # what is there

    def controls(self, kind: str = "") -> Iterator[Control]:
        """The controls in sight, from top to bottom; those of one kind."""
        return (each for each in _within(self.page) if not kind or each["_c"] == kind)

    def texts(self) -> list[str]:
        """Every text in sight."""
        return [str(each["value"]) for each in self.controls("Text") if each.get("value")]

    def labels(self) -> list[str]:
        """Everything a screen reader would say."""
        return [str(each["label"]) for each in self.controls("Semantics") if each.get("label")]

    def buttons(self) -> list[str]:
        """The names of what can be tapped."""
        return [each["label"] for each in self.controls("Semantics") if each.get("label") and each.get("on_tap")]

    def named(self, label: str) -> Control | None:
        """What can be tapped and is called so, or the only thing whose name begins so; in an open dialog first."""
        dialogs = [each for each in self.controls() if each["_c"] in MODAL]
        for place in (*dialogs, self.page):
            found = [each for each in _within(place) if each.get("on_tap") and each.get("label")]
            exact = [each for each in found if each["label"] == label]
            begun = exact or [each for each in found if each["label"].startswith(label)]
            if len(begun) == 1:
                return begun[0]
        return None

    @property
    def route(self) -> str:
        """The address it shows."""
        return str(self.page.get("route", ""))

    @property
    def bytes_received(self) -> bytes:
        """All that ever reached it."""
        return b"\n".join(self.received)

    async def until(
        self, true: Callable[[], bool], otherwise: str = "it did not happen", *, heed_closing: bool = True
    ) -> None:
        """Wait until something is so; looked at after every message."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    assert not (heed_closing and self.closed_with), f"{otherwise}: hung up, {self.closed_with}"
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{otherwise}; there is {self.buttons()}, {self.texts()}") from None

    # hearing

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                assert isinstance(data, bytes)
                self._note(data)
                self.messages += 1
                await self._hear(*msgpack.unpackb(data[1:], strict_map_key=False))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed_with = socket.close_code or 1006
            self._news.set()

    def _note(self, data: bytes) -> None:
        if self._keep:
            self.received.append(data)

    async def _hear(self, kind: int, body: Any) -> None:
        if kind == REGISTER:
            self.session = body["session_id"]
            self.page = body["page_patch"]
            self._controls = {PAGE: self.page}
            self._learn(self.page)
        elif kind == PATCH:
            self._patch(body["id"], body["patch"])
            await self._put_away()
        elif kind == INVOKE:
            await self._obey(body)
        elif kind == CRASHED:
            self.crashes.append(body["message"])

    async def _obey(self, call: Mapping[str, Any]) -> None:
        """Do what the app asks of the device: another address, or something this one cannot."""
        if call["name"] == "push_route" and self.follows:
            route = call["args"]["route"]
            self.page["route"] = route
            await self.go(route)
        answer = {"control_id": call["control_id"], "call_id": call["call_id"], "result": None, "error": None}
        await self.say(INVOKE, answer)

    async def _put_away(self) -> None:
        """A dialog that the app has closed says so when it has left the screen."""
        for dialog in self._closed:
            await self.say(PROPERTIES, {"id": dialog["_i"], "props": {"open": False}})
            if dialog.get("on_dismiss"):
                await self.happen(dialog["_i"], "dismiss")
        self._closed.clear()

    def _learn(self, thing: Any) -> None:
        for control in _within(thing, hidden=True):
            self._controls[control["_i"]] = control

    def _patch(self, target: int, patch: list[Any]) -> None:
        """As the client does: the first part names places, the others say what changes there."""
        control = self._controls.get(target)
        if control is None:
            return
        places: dict[int, list[Any]] = {}
        _number(patch[0], [], places)
        for kind, place, key, *value in patch[1:]:
            holder = _at(control, places[place])
            if kind == 0:
                holder[key] = value[0]
            elif kind == 1:
                holder.insert(key, value[0]) if isinstance(holder, list) else holder.__setitem__(key, value[0])
            elif kind == 2:
                holder.pop(key)
            else:
                moved = holder.pop(key)
                there = _at(control, places[value[0]])
                there.insert(value[1], moved) if isinstance(there, list) else there.__setitem__(value[1], moved)
            if kind < 2:
                self._learn(value[0])
            if kind == 0 and key == "open" and value[0] is False:
                self._closed.append(holder)
        if len(self._controls) > MANY:
            self._controls = {PAGE: self.page}
            self._learn(self.page)


def _number(node: list[Any], path: list[Any], places: dict[int, list[Any]]) -> None:
    places[node[0]] = path
    for key, below in (node[1] if len(node) > 1 else {}).items():
        _number(below, [*path, key], places)


def _at(thing: Any, path: list[Any]) -> Any:
    for key in path:
        thing = thing[key]
    return thing


def _within(thing: Any, *, hidden: bool = False) -> Iterator[Control]:
    """A control and all those in it, from top to bottom."""
    if isinstance(thing, list):
        for each in thing:
            yield from _within(each, hidden=hidden)
    elif isinstance(thing, dict):
        if not hidden and (thing.get("visible") is False or (thing.get("_c") in DIALOGS and not thing.get("open"))):
            return
        if "_c" in thing:
            yield thing
        for each in thing.values():
            if isinstance(each, dict | list):
                yield from _within(each, hidden=hidden)
