"""Hostile clients at a real server: each is refused, the table goes on, memory stays flat, nobody learns anything."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from companion.serve.codes import new_token
from companion.serve.frames import EVENT, PROPERTIES, REGISTER, RESULT
from companion.serve.visitor import MALFORMED, SORRY, TOO_FAST, TOO_LARGE
from companion.storage import Storage
from tests.app.seeds import at, table_at
from tests.serve.serving import CODE, Serving
from tests.serve.wire import PAGE, Wire, ask, packed

INSIDE = (b"Traceback", b"site-packages", b'.py"', b".py:", b'File "', b"Error('", b"Error: ", b"Exception: ")
"""What no client ever gets to see."""

PHONES = 80
TONIGHT = 2
"""The table that is played at; the other one is somebody else's."""


def two_tables(storage: Storage) -> None:
    table_at(storage, "Elsewhere", 3, at(2, "actions"))
    table_at(storage, "Tonight", 4, at(3, "actions"), prosper=True)


class Evening:
    """A server, an honest player's phone, and those that are hostile."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.url = serving.url
        self.cookies: dict[str, str] = {}
        self.hostile: list[Wire] = []

    async def sit(self, player: str) -> None:
        async with Wire(self.url) as phone:
            await phone.open(f"/join/{CODE}")
            await phone.tap(player)
            await phone.tap("Take this seat")
            await phone.until(lambda: phone.route.startswith("/table"))
            assert phone.cookie is not None
            self.cookies[player] = phone.cookie

    async def at_the_table(self, player: str, castle: int) -> Wire:
        """A phone with a seat, at its own castle."""
        phone = Wire(self.url, cookie=self.cookies[player])
        await phone.open(f"/table/{TONIGHT}/castle/{castle}")
        await phone.until(lambda: phone.named("Gold") is not None)
        return phone

    async def stranger(self, route: str = "/join") -> Wire:
        """Somebody without a code."""
        phone = await self.bare()
        await phone.register(route)
        await phone.until(lambda: bool(phone.texts()))
        return phone

    async def bare(self, cookie: str | None = None) -> Wire:
        """A socket that has said nothing yet."""
        phone = Wire(self.url, cookie=cookie)
        await phone.connect()
        self.hostile.append(phone)
        return phone

    async def refused(self, **headers: str | None) -> None:
        """A socket that is not even opened."""
        phone = Wire(self.url, cookie=headers.get("Cookie"))
        with pytest.raises(InvalidStatus) as refusal:
            await phone.connect(**headers)
        assert refusal.value.response.status_code == 403
        assert not any(word in (refusal.value.response.body or b"") for word in INSIDE)

    def entries(self) -> int:
        """How much is written in all the logs."""
        with closing(sqlite3.connect(self.serving.data / "companion.sqlite", timeout=10)) as database:
            return int(database.execute("SELECT sum(n) FROM tables").fetchone()[0])

    async def leave(self) -> None:
        """The hostile ones go; what they heard is searched for what is nobody's business."""
        for each in self.hostile:
            await each.close()
            heard = each.bytes_received
            assert not [word for word in INSIDE if word in heard], "a client was told about the inside"
        self.hostile.clear()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("hostile") / "data"
    with Serving(data, "--phones", str(PHONES), seed=two_tables) as serving:
        begun = Evening(serving)
        for player in ("Ada", "Ben"):
            asyncio.run(begun.sit(player))
        yield begun


async def writes(phone: Wire, *, more: bool) -> None:
    """An honest entry: one gold more or less, and it is seen."""
    gold = phone.named("Gold")
    assert gold is not None
    wanted = f"Gold: {int(gold['label'].split()[-1]) + (1 if more else -1)}"
    for tap in ("Gold", "1 more" if more else "1 less", "Done"):
        await phone.tap(tap)
    await phone.until(lambda: phone.named(wanted) is not None, f"the honest phone does not get to {wanted}")


def meanwhile(evening: Evening, attack: Callable[[], Awaitable[Any]]) -> None:
    """Ada writes all the time while somebody attacks: hers is all that is written."""

    async def scene() -> None:
        async def scene_of_the_crime() -> None:
            await attack()
            await evening.leave()

        evening.hostile.clear()
        ada = await evening.at_the_table("Ada", 0)
        before, written = evening.entries(), 0
        attacking = asyncio.ensure_future(scene_of_the_crime())
        while written < 2 or not attacking.done():
            await writes(ada, more=written % 2 == 0)
            written += 1
            await asyncio.wait({attacking}, timeout=0.1)  # a player looks at the table now and then
        if written % 2:
            await writes(ada, more=False)
            written += 1
        await attacking
        assert evening.entries() == before + written, "somebody else wrote, too"
        assert ada.crashes == []
        await ada.close()

    asyncio.run(scene())


def nested(levels: int) -> bytes:
    """An event with lists within lists."""
    return b"\x00\x92\x03\x83\xa6target\x01\xa4name\xa1x\xa4data" + b"\x91" * levels + b"\xc0"


BAD: dict[str, bytes | str] = {
    "a text": "hello",
    "nothing": b"",
    "garbage": b"\x00\xc1\xff garbage",
    "a channel": b"\x01\x00\x00\x00\x00abc",
    "deep": nested(1_000),
    "long": packed(EVENT, {"target": 1, "name": "x", "data": [0] * 10_000}),
    "a kind of ours": packed(6, {"message": "crash"}),
    "an unknown kind": packed(42, {}),
    "who it is, again": packed(REGISTER, {"session_id": "", "page_name": "", "page": {"route": "/"}}),
    "a forged handler": packed(PROPERTIES, {"id": 1, "props": {"on_route_change": True}}),
    "forged controls": packed(PROPERTIES, {"id": 1, "props": {"controls": []}}),
    "forged views": packed(PROPERTIES, {"id": 1, "props": {"views": [{"_c": "View"}]}}),
    "something private": packed(PROPERTIES, {"id": 1, "props": {"_x": 1}}),
    "something private inside": packed(PROPERTIES, {"id": 1, "props": {"media": {"__dict__": {}}}}),
    "everybody's look": packed(PROPERTIES, {"id": 1, "props": {"theme": {"color_scheme_seed": "red"}}}),
    "the end of the page": packed(EVENT, {"target": 1, "name": "close", "data": None}),
    "another's control": packed(EVENT, {"target": 1, "name": "resize", "data": {"control": {"_i": 2}}}),
}


def test_what_no_phone_says_ends_the_socket_before_and_after_it_said_who_it_is(evening: Evening) -> None:
    async def attack() -> None:
        for name, frame in BAD.items():
            if name != "who it is, again":
                early = await evening.bare()
                await early.send(frame)
                assert await early.closed() == MALFORMED, name
                assert early.received == early.received[:1], "the app has answered"
            late = await evening.stranger()
            await late.send(frame)
            assert await late.closed() == MALFORMED, name

    meanwhile(evening, attack)


def test_frames_that_are_too_large_or_too_many_end_the_socket(evening: Evening) -> None:
    async def attack() -> None:
        for size in (100_000, 10_000_000):
            large = await evening.stranger()
            await large.send(b"\x00" * size)
            assert await large.closed() == TOO_LARGE
        ben = await evening.at_the_table("Ben", 1)
        await ben.send(b"\x00" * 10_000_000)
        assert await ben.closed() == TOO_LARGE
        ben = await evening.at_the_table("Ben", 1)
        for phone in (await evening.stranger(), ben):
            for number in range(5_000):
                await phone.happen(1_000_000_000 + number, "click")
                if phone.closed_with:
                    break
            assert await phone.closed() == TOO_FAST

    meanwhile(evening, attack)


def test_things_that_are_not_on_its_screen_cannot_be_tapped(evening: Evening) -> None:
    async def attack() -> None:
        ben = await evening.at_the_table("Ben", 1)
        await ben.tap("Gold")
        await ben.until(lambda: ben.named("Done") is not None)
        await ben.tap("1 more")
        others = [each["_i"] for each in ben.controls()]
        eve = await evening.stranger()
        heard = eve.messages
        for control in others[:: max(1, len(others) // 60)]:
            await eve.happen(control, "tap")
            await eve.happen(control, "click")
        for control in (0, -1, 2**63, 2**64 - 1):
            await eve.say(PROPERTIES, {"id": control, "props": {"value": "x"}})
            await eve.say(RESULT, {"control_id": control, "call_id": "x", "result": None, "error": None})
        await eve.go("/settings")  # an honest wish: after all that, it is still served
        await eve.until(lambda: eve.messages > heard)
        assert eve.closed_with is None
        assert ben.named("Done") is not None, "somebody else closed the sheet"
        await ben.tap("Cancel")
        await ben.close()

    meanwhile(evening, attack)


def test_events_that_make_no_sense_hurt_only_who_sends_them(evening: Evening) -> None:
    async def attack() -> None:
        eve = await evening.stranger()
        for name, data in (
            ("resize", {"width": "wide", "height": []}),
            ("media_change", {"padding": 7}),
            ("route_change", "nowhere"),
            ("platform_brightness_change", {"x": 1}),
            ("locale_change", {"locales": [{"language_code": {}}]}),
            ("keyboard_event", None),
            ("view_pop", {"route": "/"}),
            ("login", {"error": "x"}),
            ("_trigger_event", None),
            ("__class__", None),
        ):
            await eve.happen(PAGE, name, data)
        await eve.until(lambda: bool(eve.crashes))
        assert set(eve.crashes) == {SORRY}
        for props in ({"platform": "toaster"}, {"width": "wide"}, {"media": {"padding": "x"}}):
            odd = await evening.stranger()
            await odd.say(PROPERTIES, {"id": PAGE, "props": props})
            await odd.happen(PAGE, "resize", {"width": 1.0, "height": 1.0})
        bent = await evening.bare()
        await bent.say(REGISTER, {"session_id": "", "page_name": "", "page": {"route": "/", "platform": "toaster"}})
        await bent.closed()

    meanwhile(evening, attack)


def test_a_stranger_sees_no_table_whatever_address_it_asks_for(evening: Evening) -> None:
    async def attack() -> None:
        eve = await evening.stranger("/table/2/castle/0")
        for route in (
            "/table/1",
            "/table/2",
            "/host",
            "/",
            "/new",
            "/cards",
            "/table/2/log",
            "/table/2/../1",
            "//table/2",
        ):
            await eve.go(route)
        await eve.go("/settings")
        await eve.until(lambda: "Text size" in " ".join(eve.texts() + eve.labels()), "it does not get to the settings")
        heard = eve.bytes_received
        assert not [word for word in (b"Cleo", b"Dov", b"Gold: ", CODE.encode()) if word in heard]

    meanwhile(evening, attack)


def test_another_devices_session_cannot_be_taken(evening: Evening) -> None:
    async def attack() -> None:
        ben = await evening.at_the_table("Ben", 1)
        session = ben.session
        await ben.hang_up()
        for name in (session, session.lower(), "x" * 16, "_" * 200):
            eve = await evening.bare()
            await eve.register("/table/2/castle/1", name)
            await eve.until(lambda eve=eve: bool(eve.texts()))  # type: ignore[misc]
            assert eve.session not in (session, name)
            assert eve.named("Gold") is None
        await ben.open("/table/2/castle/1")
        assert ben.session == session, "its own device has it back"
        await ben.close()

    meanwhile(evening, attack)


def test_a_wrong_key_makes_no_host(evening: Evening) -> None:
    async def attack() -> None:
        right = evening.serving.host_route.removeprefix("/host/")
        eve = await evening.stranger()
        for key in (right[:-1], right + "A", right.swapcase(), "", "../" + right, *(new_token() for _ in range(20))):
            await eve.go(f"/host/{key}")
        await eve.go("/host")
        await eve.go("/rules")
        await eve.until(lambda: "Join a table" not in eve.texts())
        assert b"You are the host" not in eve.bytes_received

    meanwhile(evening, attack)


def test_sockets_from_other_pages_names_and_browsers_without_a_cookie_are_not_opened(evening: Evening) -> None:
    async def attack() -> None:
        honest = Wire(evening.url)
        cookie = await honest.get_cookie()
        here = urlsplit(evening.url).netloc
        for headers in (
            {"Origin": None},
            {"Origin": "null"},
            {"Origin": "http://evil.example"},
            {"Origin": f"http://{here}.evil.example"},
            {"Origin": "http://127.0.0.1:1"},
            {"Cookie": None},
            {"Cookie": "companion=1"},
            {"Cookie": cookie[:-1]},
        ):
            told: dict[str, str | None] = {"Cookie": cookie, **headers}
            await evening.refused(**told)

    meanwhile(evening, attack)


def test_requests_for_anything_but_the_app_are_refused(evening: Evening) -> None:
    async def attack() -> None:
        url = evening.url.rstrip("/")
        wanted = {
            ("GET", "/docs"): 404,
            ("GET", "/%64ocs"): 404,
            ("GET", "/redoc"): 404,
            ("GET", "/openapi.json"): 404,
            ("GET", "/oauth_callback?state=x&code=y"): 404,
            ("GET", "/upload?f=x"): 404,
            ("PUT", "/upload?f=x"): 405,
            ("POST", "/"): 405,
            ("OPTIONS", "/"): 405,
            ("DELETE", "/index.html"): 405,
            ("GET", "/%00"): 404,
            ("GET", "/../../../../etc/passwd.txt"): 404,
            ("GET", "/..%2f..%2f..%2fetc%2fpasswd.txt"): 404,
            ("GET", "/assets/..%5c..%5cx.txt"): 404,
            ("GET", "/" + "a" * 5_000 + ".txt"): 404,
            ("GET", "/companion.sqlite"): 404,
            ("GET", "/phones.sqlite"): 404,
        }
        for (method, path), status in wanted.items():
            answer = await ask(url + path, method, body=b"x" * 10 if method in ("PUT", "POST") else b"")
            assert answer.status == status, (method, path)
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers
            assert "access-control-allow-origin" not in answer.headers
            assert not [word for word in INSIDE if word in answer.body]
        assert (await ask(url + "/", headers={"Host": "evil.example"})).status == 421
        assert (await ask(url + "/", headers={"X-Forwarded-For": "8.8.8.8"})).status == 200, (
            "only the line itself counts"
        )
        with suppress(ConnectionError):  # it hangs up while we are still talking
            assert (await ask(url + "/", headers={"X-Big": "x" * 2_000_000})).status == 400
        page = await ask(url + "/join/ABC234")
        assert (page.status, b"<script" in page.body) == (200, True)
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]

    meanwhile(evening, attack)


def test_too_many_sockets_are_not_opened_and_those_with_a_seat_still_come_in(evening: Evening) -> None:
    async def attack() -> None:
        opened = 0
        try:
            for _ in range(PHONES):
                await evening.stranger()
                opened += 1
        except InvalidStatus:
            pass
        assert opened == PHONES // 2, "strangers have half of the places"
        await evening.refused()
        ben = await evening.at_the_table("Ben", 1)
        await ben.close()
        one, sockets = Wire(evening.url, cookie=evening.cookies["Ben"]), 0
        tabs = []
        try:
            for _ in range(10):
                tab = Wire(evening.url, cookie=one.cookie)
                await tab.open("/join")
                tabs.append(tab)
                sockets += 1
        except InvalidStatus:
            pass
        assert sockets == 6
        for tab in tabs:
            await tab.close()

    meanwhile(evening, attack)


def test_a_watcher_may_tap_anything_and_writes_nothing(evening: Evening) -> None:
    def everything() -> list[str]:
        with closing(sqlite3.connect(evening.serving.data / "companion.sqlite", timeout=10)) as database:
            return list(database.iterdump())

    async def scene() -> None:
        async with Wire(evening.url) as watcher:
            await watcher.open(f"/join/{CODE}")
            await watcher.tap("Just watch")
            await watcher.tap("Watch")
            await watcher.until(lambda: watcher.route.startswith("/table"))
            before = everything()
            watcher.follows = False
            for screen in ("", "/castle/0", "/count/0", "/log", "/score", "/phones"):
                await watcher.go(f"/table/{TONIGHT}{screen}")
                await watcher.until(lambda: "Back" in watcher.buttons() and "Left-handed" not in watcher.buttons())
                for each in list(watcher.controls("Semantics")):
                    if each.get("on_tap"):
                        await watcher.happen(each["_i"], "tap")
                await in_line(watcher)
            assert everything() == before
            assert watcher.crashes == []

    async def in_line(phone: Wire) -> None:
        """Wait until all that was tapped is done: taps of one phone wait for each other."""
        await phone.go("/settings")
        await phone.until(lambda: phone.named("Left-handed") is not None)
        messages = phone.messages
        await phone.tap("Left-handed")
        await phone.until(lambda: phone.messages > messages)

    asyncio.run(scene())


def test_who_is_sent_away_writes_nothing_any_more(evening: Evening) -> None:
    async def attack() -> None:
        ben = await evening.at_the_table("Ben", 1)
        for tap in ("Gold", "1 more"):
            await ben.tap(tap)
        done = ben.named("Done")
        assert done is not None
        async with Wire(evening.url) as host:
            await host.open(evening.serving.host_route)
            await host.go(f"/table/{TONIGHT}/phones")
            await host.until(lambda: host.buttons().count("Free the seat") == 2)
            seats = [each for each in host.controls("Semantics") if each.get("label") == "Free the seat"]
            await host.happen(seats[1]["_i"], "tap")
            await host.until(lambda: "Send this phone away?" in host.texts())
            await host.tap("Send away")
            await host.until(lambda: host.buttons().count("Free the seat") == 1)
            await ben.happen(done["_i"], "tap")
            await ben.happen(done["_i"], "click")
            await ben.until(lambda: ben.named("Gold") is None, "it still sees its castle")
            assert CODE not in host.texts(), "the code it knew still opens the table"
        await ben.close()
        back = Wire(evening.url, cookie=ben.cookie)
        await back.open(f"/table/{TONIGHT}/castle/1")
        await back.until(lambda: "Join a table" in back.texts())
        await back.close()

    meanwhile(evening, attack)


def test_codes_are_guessed_only_a_few_times_with_however_many_devices(evening: Evening) -> None:
    """The last one here: afterwards this address may not try any code for a while."""

    async def attack() -> None:
        answers: list[str] = []
        for number in range(8):
            eve = await evening.stranger(f"/join/WRONG{number}" if number % 2 else "/join")
            if number % 2 == 0:
                await eve.write("Code", f"wrong{number}", enter=True)
            await eve.until(lambda eve=eve: any("code" in text for text in eve.texts()[2:]))  # type: ignore[misc]
            await eve.until(lambda eve=eve: _said(eve) != "")  # type: ignore[misc]
            answers.append(_said(eve))
        assert [("opens no table" in text) for text in answers] == [True] * 5 + [False] * 3
        assert "Too many codes" in answers[-1]
        eve = evening.hostile[-1]
        for _ in range(30):
            await eve.write("Code", CODE, enter=True)
        await eve.go("/settings")
        await eve.until(lambda: "Join a table" not in eve.texts())
        assert b"Where do you sit" not in eve.bytes_received

    meanwhile(evening, attack)


def _said(phone: Wire) -> str:
    """What a phone is told about its code."""
    return next((text for text in phone.texts() if "opens no table" in text or "Too many codes" in text), "")


def test_memory_stays_flat_over_thousands_of_tries(evening: Evening) -> None:
    bad = [frame for name, frame in BAD.items() if name != "who it is, again"]
    knocking = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}

    async def sockets(count: int) -> None:
        """Opened as far as the door lets them, and ended by what they say."""
        for number in range(count):
            try:
                hostile = await evening.bare(f"companion-{evening.serving.port}={new_token()}")
            except InvalidStatus:
                continue
            if number % 3:
                await hostile.register(f"/join/{new_token()[:20]}")
            await hostile.send(bad[number % len(bad)])
            await hostile.closed()

    async def knocks(count: int) -> None:
        """With a new device each, from pages of others."""
        for number in range(count):
            cookie = f"companion-{evening.serving.port}={new_token()}"
            headers = {**knocking, "Sec-WebSocket-Key": "A" * 22 + "==", "Cookie": cookie}
            answer = await ask(evening.url + "ws", headers={**headers, "Origin": f"http://evil{number}.example"})
            assert answer.status == 403

    async def files(count: int) -> None:
        for number in range(count):
            await ask(f"{evening.url}nothing-{number}.txt")

    async def tries(times: int) -> None:
        await asyncio.gather(sockets(20 * times), knocks(100 * times), files(80 * times))
        await evening.leave()

    async def scene() -> None:
        ada = await evening.at_the_table("Ada", 0)
        await tries(3)
        await writes(ada, more=True)
        warm, files = evening.serving.memory(), evening.serving.open_files()
        await tries(9)
        await writes(ada, more=False)
        rise = (evening.serving.memory() - warm) / 1e6
        assert rise < 6, f"memory rose by {rise:.1f} MB"
        assert evening.serving.open_files() <= files + 10
        await ada.close()

    asyncio.run(scene())
