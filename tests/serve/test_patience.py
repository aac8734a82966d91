"""Who holds a line without using it: every wait of the server has an end, and nothing is left behind."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from companion.serve.limits import Limits
from companion.serve.visitor import TOO_SLOW
from tests.serve.near import Near
from tests.serve.serving import CODE
from tests.serve.wire import PATIENCE, Wire

QUICK = Limits(connections=40, pings=0.4, first_word=0.4, stuck=0.6, goodbye=0.3)


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Near]:
    with Near(tmp_path_factory.mktemp("near") / "data", QUICK) as served:
        asyncio.run(come_and_go(served))
        yield served


async def come_and_go(near: Near) -> None:
    async with Wire(near.url) as phone:
        await phone.open("/join")


async def seated(near: Near, player: str) -> Wire:
    """An honest phone at the table."""
    phone = Wire(near.url)
    await phone.open(f"/join/{CODE}")
    await phone.tap(player)
    await phone.tap("Take this seat")
    await phone.until(lambda: phone.route.startswith("/table") and len(phone.buttons()) > 8)
    return phone


async def plays_on(phone: Wire) -> None:
    """It taps, and sees what comes of it."""
    for tap, seen in (("Gold", "Digit 1"), ("Cancel", "Gold")):
        await phone.tap(tap)
        await phone.until(lambda seen=seen: phone.named(seen) is not None)  # type: ignore[misc]


async def becomes(true: Callable[[], bool], otherwise: str) -> None:
    """Wait until something about the server is so."""
    for _ in range(int(PATIENCE * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(otherwise)


def checked(near: Near, attack: Callable[[Near], Awaitable[None]], player: str, waiting: int = 1) -> None:
    """An honest phone plays before, during and after; then everything is as it was."""

    async def scene() -> None:
        await becomes(lambda: near.door.sockets == 0 and near.connections == 0, "the last test is not over")
        sessions, other_tasks = near.sessions, near.tasks - near.sessions
        honest = await seated(near, player)
        await plays_on(honest)
        attacking = asyncio.ensure_future(attack(near))
        await plays_on(honest)
        await attacking
        await plays_on(honest)
        assert honest.closed_with is None
        await honest.close()
        await becomes(lambda: near.door.sockets == 0, "sockets are left")
        await becomes(lambda: near.connections == 0, "connections are left")
        await becomes(lambda: near.tasks - near.sessions <= other_tasks, "tasks are left")
        assert near.sessions <= sessions + waiting, "only sessions of phones with a seat wait"

    try:
        asyncio.run(scene())
    finally:
        free_seats(near)


def free_seats(near: Near) -> None:
    """For the next test."""
    for guest in near.hall.guests(1):
        near.ask(lambda device=guest.device: near.hall.book.send_away(device))


class Line:
    """A bare connection to the server."""

    def __init__(self, near: Near) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port_of(near)))
        self.socket.setblocking(False)

    async def send(self, data: bytes) -> None:
        with suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def gone(self) -> None:
        """Wait until the server hangs up."""
        loop = asyncio.get_running_loop()
        with suppress(ConnectionError), closing(self.socket):
            while await asyncio.wait_for(loop.sock_recv(self.socket, 65_536), PATIENCE):
                continue


def port_of(near: Near) -> int:
    return int(near.url.rsplit(":", 1)[1].strip("/"))


def test_a_line_on_which_nothing_is_said_is_closed(near: Near) -> None:
    async def attack(near: Near) -> None:
        await asyncio.gather(*(Line(near).gone() for _ in range(10)))

    checked(near, attack, "Ada")


def test_a_request_that_never_ends_is_closed_the_first_and_the_second(near: Near) -> None:
    async def drip(begun: bytes) -> None:
        line = Line(near)
        await line.send(begun)
        ending = asyncio.ensure_future(line.gone())
        while not ending.done():  # a sign now and then
            await line.send(b"x")
            await asyncio.wait({ending}, timeout=0.05)

    async def attack(near: Near) -> None:
        whole = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        await asyncio.gather(
            drip(b"GET / HTTP/1.1\r\nX-Slow: "),
            drip(whole + b"\r\nGET / HTTP/1.1\r\nX-Slow: "),
            drip(whole + b"Content-Length: 100000\r\n\r\n"),
            drip(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"),
        )

    checked(near, attack, "Ada")


def test_an_answer_that_is_not_taken_is_given_up(near: Near) -> None:
    async def attack(near: Near) -> None:
        lines = []
        for _ in range(5):
            taker = socket.socket()
            taker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            taker.connect(("127.0.0.1", port_of(near)))
            taker.sendall(b"GET /canvaskit/canvaskit.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3)
            lines.append(taker)
        await becomes(lambda: near.connections >= 6, "they are not connected")
        await becomes(lambda: near.connections <= 1, "the server waits for them")
        for taker in lines:
            taker.close()

    checked(near, attack, "Ada")


def test_a_socket_that_does_not_say_who_it_is_is_closed(near: Near) -> None:
    async def attack(near: Near) -> None:
        silent = [Wire(near.url) for _ in range(5)]
        for each in silent:
            await each.connect()
        assert {await each.closed() for each in silent} == {TOO_SLOW}

    checked(near, attack, "Ada")


def test_a_socket_that_takes_nothing_is_given_up(near: Near) -> None:
    async def attack(near: Near) -> None:
        deaf = Wire(near.url)
        await deaf.open("/join")
        assert deaf._socket is not None
        deaf._socket.transport.pause_reading()
        await becomes(lambda: near.door.sockets <= 1, "the server waits for it")
        deaf._socket.transport.abort()

    checked(near, attack, "Ada")


def test_a_seat_whose_phone_takes_nothing_while_the_table_goes_on_is_given_up(near: Near) -> None:
    async def attack(near: Near) -> None:
        deaf = await seated(near, "Ben")
        assert deaf._socket is not None
        deaf._socket.transport.pause_reading()
        screen = deaf.named("Gold")
        assert screen is not None
        for _ in range(100):  # each of them makes the server draw and send
            await deaf.happen(screen["_i"], "tap")
        await becomes(lambda: near.door.sockets <= 1, "the server waits for it")
        deaf._socket.transport.abort()

    checked(near, attack, "Ada", waiting=2)


def test_a_phone_that_vanishes_is_away_and_its_session_waits(near: Near) -> None:
    async def scene() -> None:
        phone = await seated(near, "Ada")
        assert near.ask(lambda: near.hall.seat_is_here(1, 0))
        for _ in range(6):
            gold = phone.named("Gold")
            assert gold is not None
            await phone.happen(gold["_i"], "tap")
            await phone.hang_up()
            await becomes(lambda: not near.ask(lambda: near.hall.seat_is_here(1, 0)), "it is still here")
            session, route = phone.session, phone.route
            await phone.open(route)
            assert phone.session == session
            await becomes(lambda: bool(near.ask(lambda: near.hall.seat_is_here(1, 0))), "it is not back")
            if phone.named("Cancel"):  # the tap before it vanished has come through
                await phone.tap("Cancel")
                await phone.until(lambda: phone.named("Cancel") is None)
            await plays_on(phone)  # it is not frozen
        await phone.close()

    asyncio.run(scene())
    free_seats(near)


def test_pings_and_empty_pieces_without_end_are_hung_up_on(near: Near) -> None:
    async def pings(near: Near) -> None:
        busy = Wire(near.url)
        await busy.open("/join")
        assert busy._socket is not None
        try:
            for _ in range(10_000):
                await busy._socket.pong(b"x" * 100)
        except ConnectionClosed:
            pass
        assert await busy.closed()

    async def pieces(near: Near) -> None:
        busy = Wire(near.url)
        await busy.open("/join")
        assert busy._socket is not None
        nothing = b"\x00\x80" + b"\x00" * 4  # goes on, empty, masked
        busy._socket.transport.write(b"\x02\x80" + b"\x00" * 4 + nothing * 100_000)
        assert await busy.closed()

    async def attack(near: Near) -> None:
        await pings(near)
        await pieces(near)

    checked(near, attack, "Ada")


def test_when_lines_are_many_the_oldest_that_waits_goes(near: Near) -> None:
    async def attack(near: Near) -> None:
        lines = [Line(near) for _ in range(QUICK.connections + 30)]
        async with Wire(near.url) as late:
            await late.open("/join")
            assert near.connections <= QUICK.connections + 1
        await asyncio.gather(*(each.gone() for each in lines))

    checked(near, attack, "Ada")


def test_sessions_come_and_go_and_none_is_left(near: Near) -> None:
    async def scene() -> None:
        await come_and_go(near)
        before, kept = near.sessions_in_memory, near.sessions
        for _ in range(10):
            await come_and_go(near)
            vanishing, hasty = Wire(near.url), Wire(near.url)
            await vanishing.open("/join")
            await vanishing.hang_up()
            await hasty.connect()
            await hasty.register()
            await hasty.hang_up()
        await becomes(lambda: near.door.sockets == 0, "sockets are left")
        assert near.sessions <= kept
        await becomes(lambda: near.sessions_in_memory <= before + 1, "sessions of strangers are left in memory")

    asyncio.run(scene())


def test_one_device_leaves_only_few_sessions_behind(near: Near) -> None:
    async def scene() -> None:
        phone = await seated(near, "Cleo")
        before = near.sessions
        for _ in range(8):
            phone.session = ""  # as in a new tab
            await phone.close()
            await phone.open("/table/1")
        await phone.close()
        await becomes(lambda: near.door.sockets == 0, "a socket is left")
        assert near.sessions <= before + 2

    asyncio.run(scene())
    free_seats(near)
