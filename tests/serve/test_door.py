"""The door by itself: who is let in, what is answered, and what browsers are told."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest

from companion.serve.codes import new_token
from companion.serve.doorkeeper import NO_DEVICE, NOT_OURS, TOO_MANY, Doorkeeper
from companion.serve.frames import REGISTER, packed
from companion.serve.hosts import Hosts
from companion.serve.limits import Limits
from companion.serve.visitor import MALFORMED, TOO_FAST, TOO_LARGE, TOO_SLOW

PAGE = b"<html><script>let a = 1;</script><script src='x.js'></script></html>"
HERE = "192.168.1.7:8550"
HELLO = packed(REGISTER, {"session_id": "", "page_name": "", "page": {"route": "/"}})


async def page(scope: Any, receive: Any, send: Any) -> None:
    """An app that shows a page, says too much about itself, and fails where it is told to."""
    if scope["path"] == "/fails":
        raise RuntimeError("the inside of a fault")
    kind = b"text/plain" if scope["path"].endswith(".txt") else b"text/html; charset=utf-8"
    headers = [(b"content-type", kind), (b"access-control-allow-origin", b"*"), (b"server", b"x")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": PAGE[:20], "more_body": True})
    await send({"type": "http.response.body", "body": PAGE[20:]})


class Socket:
    """The outside of a socket: what is put in `said` arrives, what is sent is noted."""

    def __init__(self, *said: Any) -> None:
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: list[Any] = []
        for message in ({"type": "websocket.connect"}, *said):
            self.said.put_nowait(message)

    async def receive(self) -> Any:
        return await self.said.get()

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def closed_with(self) -> int | None:
        return next((message["code"] for message in self.sent if message["type"] == "websocket.close"), None)


def frame(data: bytes | str) -> Any:
    return {"type": "websocket.receive", "bytes" if isinstance(data, bytes) else "text": data}


def scope_of(kind: str, path: str, headers: Mapping[str, str | None], client: str, method: str = "GET") -> Any:
    told: dict[str, str | None] = {"host": HERE, **headers}
    return {
        "type": kind,
        "path": path,
        "method": method,
        "client": (client, 1),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in told.items() if value is not None],
    }


def door(app: Any = page, limits: Limits | None = None, **more: Any) -> Doorkeeper:
    return Doorkeeper(app, cookie="companion-8550", hosts=Hosts(), limits=limits, **more)


def get(
    keeper: Doorkeeper, path: str = "/", method: str = "GET", client: str = "192.168.1.9", **headers: str | None
) -> tuple[int, dict[str, str], bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    asyncio.run(keeper(scope_of("http", path, headers, client, method), receive, send))
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, b"".join(message["body"] for message in sent[1:])


def knock(keeper: Doorkeeper, *said: Any, client: str = "192.168.1.9", path: str = "/ws", **headers: str | None) -> int:
    """Open a socket as a browser does, say something, and see how it ends."""
    usual = {"origin": f"http://{HERE}", "cookie": f"companion-8550={new_token()}"}
    socket = Socket(*said, {"type": "websocket.disconnect", "code": 1001})
    asyncio.run(keeper(scope_of("websocket", path, {**usual, **headers}, client), socket.receive, socket.send))
    return socket.closed_with or 0


# pages


def test_a_page_comes_with_its_policy_and_a_cookie_that_scripts_cannot_read() -> None:
    status, headers, body = get(door())
    assert (status, body) == (200, PAGE)
    assert re.fullmatch(r"companion-8550=[\w-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", headers["set-cookie"])
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert policy.count("'sha256-") == 1
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers
    assert "; Secure" in get(door(secure=True))[1]["set-cookie"]


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [("/", "GET", 200), ("/", "HEAD", 200), ("/a.txt", "GET", 200), ("/health", "GET", 200), ("/docs", "GET", 404),
     ("/", "POST", 405), ("/fails", "GET", 500)],
)  # fmt: skip
def test_every_answer_has_the_headers_that_protect_it(path: str, method: str, status: int) -> None:
    got, headers, _ = get(door(), path, method)
    assert got == status
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_who_has_a_cookie_keeps_it() -> None:
    assert "set-cookie" not in get(door(), cookie=f"a=b; companion-8550={new_token()}")[1]
    for wrong in (
        "companion-8550=short",
        f"companion-8550={'x' * 44}",
        "companion-8550=",
        "\xff=;;;",
        f"c={new_token()}",
    ):
        assert "set-cookie" in get(door(), cookie=wrong)[1]


@pytest.mark.parametrize(
    "path", ["/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback", "/upload", "/upload?f=x",
             "/a\x00b", "/a\nb", "/\x1b"]
)  # fmt: skip
def test_what_the_apps_own_server_offers_besides_is_not_there(path: str) -> None:
    assert get(door(), path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "X"])
def test_nothing_can_be_sent_by_a_request(method: str) -> None:
    assert get(door(), "/upload", method)[0] == 405


def test_a_fault_is_not_explained() -> None:
    status, _, body = get(door(), "/fails")
    assert (status, body) == (500, b"Something went wrong.")


def test_other_names_and_far_addresses_are_refused() -> None:
    assert get(door(), host="evil.example")[0] == 421
    assert get(door(), host=None)[0] == 421
    assert get(door(), client="8.8.8.8")[0] == 403
    assert get(door(anywhere=True), client="8.8.8.8")[0] == 200


def test_one_address_cannot_ask_for_ever() -> None:
    keeper = door(limits=Limits(requests=(3, 0)))
    assert [get(keeper)[0] for _ in range(4)] == [200, 200, 200, 429]
    assert get(keeper, client="192.168.1.10")[0] == 200


# sockets


def test_a_socket_from_elsewhere_is_refused() -> None:
    keeper = door()
    for origin in (None, "", "null", "http://evil.example", f"http://{HERE}.evil.example", "http://192.168.1.7", "http://[",
                   f"http://user@{HERE}"):  # fmt: skip
        assert knock(keeper, origin=origin) == NOT_OURS, origin
    assert knock(keeper, host="evil.example:8550", origin="http://evil.example:8550") == NOT_OURS
    assert knock(keeper, client="8.8.8.8") == NOT_OURS
    assert knock(keeper, path="/") == NOT_OURS
    assert knock(keeper, path="/ws/more") == NOT_OURS
    assert knock(keeper, cookie=None) == NO_DEVICE
    assert knock(keeper, cookie="companion-8550=guessed") == NO_DEVICE
    assert keeper.sockets == 0


async def never(scope: Any, receive: Any, send: Any) -> None:
    """An app that must not be reached."""
    raise AssertionError("it was let in")


@pytest.mark.parametrize(
    ("said", "reason"),
    [(b"", MALFORMED), ("text", MALFORMED), (b"\x00\xc1", MALFORMED), (b"\x00" * 70_000, TOO_LARGE),
     (packed(3, {"target": 1, "name": "x", "data": None}), MALFORMED)],
)  # fmt: skip
def test_who_does_not_say_properly_who_it_is_never_reaches_the_app(said: bytes | str, reason: int) -> None:
    assert knock(door(never), frame(said)) == reason


async def listening(scope: Any, receive: Any, send: Any) -> None:
    """An app that hears everything to the end."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.parametrize("text", ["0", "42", "999999999"])
def test_a_page_may_tell_how_much_it_has_seen(text: str) -> None:
    assert knock(door(listening), frame(HELLO), frame(text)) in (0, 1000)


@pytest.mark.parametrize("text", ["", "x", "-1", "4.2", "9" * 10, "9" * 70_000])
def test_no_other_text_is_let_in(text: str) -> None:
    assert knock(door(listening), frame(HELLO), frame(text)) in (MALFORMED, TOO_LARGE)


def test_counts_come_only_so_fast() -> None:
    keeper = door(listening, Limits(frames_of_strangers=(5, 0)))
    assert knock(keeper, frame(HELLO), *(frame("1") for _ in range(5))) == TOO_FAST


def test_who_says_nothing_is_sent_away() -> None:
    async def silent() -> int | None:
        socket = Socket()
        headers = {"origin": f"http://{HERE}", "cookie": f"companion-8550={new_token()}"}
        keeper = door(never, Limits(first_word=0.01))
        await keeper(scope_of("websocket", "/ws", headers, "10.0.0.1"), socket.receive, socket.send)
        return socket.closed_with

    assert asyncio.run(silent()) == TOO_SLOW


def test_an_app_that_never_answers_is_not_waited_for() -> None:
    async def deaf(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await asyncio.Event().wait()

    assert knock(door(deaf, Limits(first_word=0.01)), frame(HELLO)) == 1000


async def crowd(keeper: Doorkeeper, tokens: list[str]) -> list[int | None]:
    """Sockets that stay, one for each token: why they were not let in."""
    sockets, tasks = [], []
    for token in tokens:
        socket = Socket()
        headers = {"origin": f"http://{HERE}", "cookie": f"companion-8550={token}"}
        coming = keeper(scope_of("websocket", "/ws", headers, "10.0.0.1"), socket.receive, socket.send)
        tasks.append(asyncio.create_task(coming))
        sockets.append(socket)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    reasons = [socket.closed_with for socket in sockets]
    for socket in sockets:
        socket.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await asyncio.gather(*tasks)
    assert keeper.sockets == 0
    return reasons


def test_one_device_has_only_so_many_sockets() -> None:
    token = new_token()
    reasons = asyncio.run(crowd(door(never, Limits(per_device=2)), [token] * 3))
    assert reasons == [None, None, TOO_MANY]


def test_strangers_never_take_the_places_of_those_who_sit() -> None:
    sitting = [new_token() for _ in range(5)]
    keeper = door(never, Limits(phones=8), knows=lambda token: token in sitting)
    reasons = asyncio.run(crowd(keeper, [new_token() for _ in range(20)] + sitting))
    assert reasons == [None] * 4 + [TOO_MANY] * 16 + [None] * 4 + [TOO_MANY]


def test_strangers_come_only_so_fast_all_together_and_each_address_too() -> None:
    keeper = door(never, Limits(strangers_visits=(2, 0)))
    assert [knock(keeper, client=f"10.0.0.{n}") for n in range(4)] == [0, 0, TOO_FAST, TOO_FAST]
    keeper = door(never, Limits(visits=(2, 0)), knows=lambda token: True)
    assert [knock(keeper) for _ in range(3)] == [0, 0, TOO_FAST]
    assert knock(keeper, client="10.0.0.1") == 0
