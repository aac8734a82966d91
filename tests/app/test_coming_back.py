"""The server knows which pages have a socket open, and answers one that asks."""

import asyncio
import json
from typing import Any

import pytest

from companion.web.coming_back import ADDRESS, KNOCK, Presence, notes, script


class Inner:
    """An app whose sockets stay open until they are let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.let_go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope["type"])
        if scope["type"] == "websocket":
            await self.let_go.wait()
            raise ConnectionResetError


async def answer(app: Presence, query: bytes, path: str = ADDRESS) -> bytes:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    await app({"type": "http", "path": path, "query_string": query}, receive, send)
    return b"".join(message.get("body", b"") for message in said)


def test_a_page_is_here_while_its_socket_is_open():
    async def evening() -> None:
        inner = Inner()
        app = Presence(inner)
        assert await answer(app, b"page=one") == b"gone"
        socket = asyncio.create_task(app({"type": "websocket", "path": "/ws", "query_string": b"page=one"}, None, None))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert await answer(app, b"page=one") == b"here"
        assert await answer(app, b"page=two") == await answer(app, b"") == b"gone"
        inner.let_go.set()
        with pytest.raises(ConnectionResetError):
            await socket
        assert await answer(app, b"page=one") == b"gone"
        assert inner.asked == ["websocket"]

    asyncio.run(evening())


def test_a_page_that_asks_for_its_socket_hears_a_knock_on_it():
    async def evening() -> None:
        inner = Inner()
        app = Presence(inner)
        heard: asyncio.Queue[Any] = asyncio.Queue()
        scope = {"type": "websocket", "path": "/ws", "query_string": b"page=one"}
        socket = asyncio.create_task(app(scope, None, heard.put))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await answer(app, b"page=two")
        assert heard.empty()
        assert await answer(app, b"page=one") == b"here"
        assert await heard.get() == {"type": "websocket.send", "text": KNOCK}
        inner.let_go.set()
        with pytest.raises(ConnectionResetError):
            await socket

    asyncio.run(evening())


def test_everything_else_is_the_apps():
    async def evening() -> None:
        inner = Inner()
        app = Presence(inner)
        assert await answer(app, b"", "/") == b""
        socket = asyncio.create_task(app({"type": "websocket", "path": "/ws", "query_string": b""}, None, None))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert await answer(app, b"") == b"gone"
        inner.let_go.set()
        with pytest.raises(ConnectionResetError):
            await socket
        assert inner.asked == ["http", "websocket"]

    asyncio.run(evening())


def test_the_note_is_there_in_every_language():
    assert notes()["en"] == "Reconnecting…"
    assert len(set(notes().values())) == len(notes())
    assert json.dumps(notes()) in script()
