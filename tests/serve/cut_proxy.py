"""A phone's own way to the server, which a test can take away and give back."""

import asyncio
import threading
from typing import Literal

Way = Literal["open", "cut", "dark", "slow"]

HERE = "127.0.0.1"
MOST = 65_536


class CutProxy:
    """Passes bytes on to a server of this machine.

    After `cut` every connection is torn, as when a phone loses its network. After `lock` nothing arrives any more, in
    either direction, and nobody is told, as when a phone sleeps or leaves the room. After `hold` everything is late.
    After `up` what was held arrives, and new connections work again; what was under way when the phone was locked stays
    lost without a word.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._way: Way = "open"
        self._passing: set[Connection] = set()
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._over, self._flowing = asyncio.Event(), asyncio.Event()
        self._flowing.set()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._listen(),), daemon=True)
        self._thread.start()
        self._listening.wait()
        self.url = f"http://{HERE}:{self.port}/"

    def cut(self) -> None:
        """The network is gone, and the phone knows it."""
        self._change("cut")

    def lock(self) -> None:
        """The phone sleeps: neither side hears of the other, and neither is told."""
        self._change("dark")

    def hold(self) -> None:
        """The network is slow: what is sent waits on its way."""
        self._change("slow")

    def up(self) -> None:
        """The network is back."""
        self._change("open")

    def close(self) -> None:
        """Take it down."""
        self._change("cut")
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop.close()

    # in the thread of its own

    def _change(self, way: Way) -> None:
        changed = threading.Event()

        def change() -> None:
            self._way = way
            if way == "slow":
                self._flowing.clear()
            else:
                self._flowing.set()
            for connection in tuple(self._passing):
                if way == "cut":
                    connection.tear()
                elif way == "dark":
                    connection.dark = True
            changed.set()

        self._loop.call_soon_threadsafe(change)
        changed.wait()

    async def _listen(self) -> None:
        server = await asyncio.start_server(self._serve, HERE, 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self._listening.set()
        await self._over.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._way == "cut":
            writer.transport.abort()
            return
        connection = Connection(writer, self._flowing, dark=self._way == "dark")
        self._passing.add(connection)
        try:
            await connection.last(reader, self._target)
        finally:
            connection.tear()
            self._passing.discard(connection)


class Connection:
    """One connection of the phone's, and the one to the server behind it."""

    def __init__(self, phone: asyncio.StreamWriter, flowing: asyncio.Event, *, dark: bool) -> None:
        self.dark = dark
        self._flowing = flowing
        self._ends = [phone]

    def tear(self) -> None:
        """Both ends learn at once that it is over."""
        for end in self._ends:
            end.transport.abort()

    async def last(self, phone: asyncio.StreamReader, target: int) -> None:
        """Until one end hangs up; in the dark, until the phone does."""
        if self.dark:
            await self._pass_on(phone, None)
            return
        try:
            server, to_server = await asyncio.open_connection(HERE, target)
        except OSError:  # it is not running
            return
        self._ends.append(to_server)
        ways = {
            asyncio.create_task(self._pass_on(phone, to_server)),
            asyncio.create_task(self._pass_on(server, self._ends[0])),
        }
        _, other = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        if self.dark:
            await asyncio.wait(other)
        for way in other:
            way.cancel()

    async def _pass_on(self, giver: asyncio.StreamReader, taker: asyncio.StreamWriter | None) -> None:
        try:
            while data := await giver.read(MOST):
                await self._flowing.wait()
                if taker is not None and not self.dark:
                    taker.write(data)
                    await taker.drain()
        except OSError:
            return
