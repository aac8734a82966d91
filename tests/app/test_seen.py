"""The server knows what a page had seen when it said something."""

import asyncio
from math import inf
from typing import Any

from companion.web.seen import REMEMBERED, SEEN, Seen, is_count


class Socket:
    """What a page says, and when the server sends what."""

    def __init__(self) -> None:
        self.time = 0.0
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.got: list[Any] = []
        self.seen = Seen(self.said.get, self._take, lambda: self.time)

    async def _take(self, message: Any) -> None:
        self.got.append(message)

    async def send_at(self, time: float) -> None:
        self.time = time
        await self.seen.send({"type": "websocket.send", "bytes": b"x"})

    async def tap(self, *told: str) -> float:
        """A tap, after the page told so many; until when it had seen everything."""
        for text in told:
            self.said.put_nowait({"type": "websocket.receive", "text": text})
        self.said.put_nowait({"type": "websocket.receive", "bytes": b"tap"})
        assert (await self.seen.receive())["bytes"] == b"tap"
        return SEEN.get()


def test_a_tap_carries_what_the_page_had_seen():
    async def evening() -> None:
        socket = Socket()
        assert await socket.tap() == inf, "a page that tells nothing is taken to have seen all"
        await socket.send_at(1)
        await socket.send_at(2)
        assert await socket.tap("2") == inf
        await socket.send_at(3)
        assert await socket.tap() == 2, "the third is on its way"
        assert await socket.tap("3") == inf
        assert await socket.tap("1") == 1
        assert await socket.tap("0") == -inf, "nothing of it"
        assert len(socket.got) == 3

    asyncio.run(evening())


def test_what_is_not_for_the_app_does_not_count():
    async def evening() -> None:
        socket = Socket()
        await socket.seen.send({"type": "websocket.accept"})
        await socket.seen.send({"type": "websocket.send", "text": "here"})
        await socket.send_at(1)
        assert await socket.tap("1") == inf
        socket.said.put_nowait({"type": "websocket.disconnect", "code": 1006})
        assert (await socket.seen.receive())["type"] == "websocket.disconnect"

    asyncio.run(evening())


def test_a_page_far_behind_has_seen_nothing_for_certain():
    async def evening() -> None:
        socket = Socket()
        for moment in range(REMEMBERED + 10):
            await socket.send_at(moment)
        assert await socket.tap("5") == -inf
        assert await socket.tap("11") == 10

    asyncio.run(evening())


def test_only_a_count_is_a_count():
    assert is_count("0")
    assert is_count("123456789")
    for text in ("", "-1", "1.5", "x", "1234567890", "²", "١", " 1", "1\n"):
        assert not is_count(text), text
