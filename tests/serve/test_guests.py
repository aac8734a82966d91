"""The guest book and the hall: who is whose phone, who opens which table, and how often one may try."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.serve.codes import CODE_LENGTH, LETTERS, new_token, token_hash
from companion.serve.guest_book import FILE, GuestBook, SeatTaken
from companion.serve.hall import ALL_WRONG_CODES, MOST_WATCHERS, WRONG_CODES, Hall
from companion.serve.limits import Bucket, Buckets
from companion.serve.phone_store import PhoneStore
from companion.serve.trouble import NotYours
from companion.serve.visit import Visit
from companion.storage import Storage, StorageTrouble
from engine.games.after_the_empire.actions import Correct, SetNumber
from tests.app.seeds import evening_for

ADDRESS = "192.168.1.9"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GuestBook]:
    opened = GuestBook(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def hall(tmp_path: Path, book: GuestBook) -> Iterator[Hall]:
    with Storage(tmp_path) as storage:
        for name in ("One", "Two"):
            storage.tables.create(evening_for(3), name)
        yield Hall(storage, book)


# the book


def test_a_token_is_never_written_down(book: GuestBook, tmp_path: Path) -> None:
    token = new_token()
    book.sit(1, book.welcome(token, "Ada").id, 0)
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in written
    assert token_hash(token).encode() in written
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0, "others on this machine could read it"


def test_a_device_is_found_by_its_token_alone(book: GuestBook) -> None:
    token = new_token()
    device = book.welcome(token, "Ada")
    assert book.device(token) == device
    assert book.device(token_hash(token)) is None
    assert book.device("' OR 1=1 --") is None


def test_a_seat_is_one_devices_and_is_free_when_it_is_sent_away(book: GuestBook) -> None:
    ada, ben = (book.welcome(new_token(), name).id for name in ("Ada", "Ben"))
    book.sit(1, ada, 0)
    with pytest.raises(SeatTaken):
        book.sit(1, ben, 0)
    book.send_away(ada)
    book.sit(1, ben, 0)
    assert [guest.name for guest in book.guests(1)] == ["Ben"]


def test_a_damaged_book_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    book = GuestBook(tmp_path)
    assert book.hosts() == ()
    book.close()
    assert list(tmp_path.glob("*.damaged"))


def test_an_old_code_opens_nothing(book: GuestBook) -> None:
    old = book.code_of(7)
    new = book.change_code(7)
    assert old != new
    assert (book.table_for(old), book.table_for(new)) == (None, 7)


def test_one_code_opens_one_table(book: GuestBook) -> None:
    book.change_code(1, "FRIDAY")
    book.change_code(2, "FRIDAY")
    assert book.table_for("friday") == 2
    assert book.code_of(1) != "FRIDAY"


# codes at the hall


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock(hall: Hall) -> Clock:
    now = Clock()
    hall._tries, hall._tries_by = Bucket(*ALL_WRONG_CODES, now), Buckets(*WRONG_CODES, now)
    return now


def tries(hall: Hall, address: str = ADDRESS, token: str = "", most: int = 1_000) -> int:
    """How many wrong codes may be tried."""
    for count in range(most):
        try:
            assert hall.opens("WRONG2", address, token or new_token()) is None
        except NotYours:
            return count
    return most


def test_one_address_guesses_only_so_often_with_however_many_devices(hall: Hall, clock: Clock) -> None:
    assert tries(hall) == WRONG_CODES[0]
    with pytest.raises(NotYours):  # not even the right one: else the answer would tell
        hall.opens(hall.book.code_of(1), ADDRESS, new_token())
    assert hall.opens(hall.book.code_of(1), "192.168.1.10", new_token()) == 1


def test_one_device_guesses_only_so_often_from_however_many_addresses(hall: Hall, clock: Clock) -> None:
    token = new_token()
    assert sum(tries(hall, f"10.0.0.{n}", token, most=2) for n in range(20)) == WRONG_CODES[0]


def test_all_together_guess_only_so_often(hall: Hall, clock: Clock) -> None:
    assert sum(tries(hall, f"10.0.{n // 250}.{n % 250}") for n in range(100)) == ALL_WRONG_CODES[0]
    clock.time += 3_600
    hour = sum(tries(hall, f"10.1.{n // 250}.{n % 250}") for n in range(2_000))
    assert hour <= ALL_WRONG_CODES[0] + 1, "a pause saves up guesses"


def test_guessing_takes_longer_than_anybody_plays() -> None:
    codes = len(LETTERS) ** CODE_LENGTH
    a_year = 365 * 24 * 3600
    assert codes / ALL_WRONG_CODES[1] / a_year > 25
    assert codes / WRONG_CODES[1] / a_year > 250


def test_right_codes_do_not_count(hall: Hall, clock: Clock) -> None:
    code = hall.book.code_of(2)
    assert {hall.opens(code, ADDRESS, "same") for _ in range(100)} == {2}


def test_the_code_of_a_table_that_is_gone_opens_nothing(hall: Hall) -> None:
    code = hall.book.code_of(1)
    hall.storage.tables.delete(1)
    assert hall.opens(code, ADDRESS, "x") is None
    assert hall.opens("", ADDRESS, "x") is None


# phones


def phone(hall: Hall, token: str | None = None) -> PhoneStore:
    return PhoneStore(hall, Visit(token or new_token(), ADDRESS))


def test_only_the_printed_key_makes_a_host(hall: Hall) -> None:
    stranger = phone(hall)
    for key in ("", "x", "x" * 43, hall.host_key[:-1], hall.host_key.swapcase(), "\ud800"):
        assert stranger.address(f"/host/{key}") == "/join"
        assert not stranger.runs
    assert stranger.address(f"/host/{hall.host_key}") == "/host"
    assert stranger.runs


def test_without_a_code_there_is_no_seat_no_table_and_nothing_is_written(hall: Hall) -> None:
    stranger = phone(hall)
    for seat in (0, None):
        with pytest.raises(NotYours):
            stranger.sit(1, "Eve", seat)
    with pytest.raises(StorageTrouble):
        stranger.table(1)
    with pytest.raises(NotYours):
        stranger.change_settings(automation=())
    for route in ("/", "/table/1", "/table/1/phones", "/host", "/new", "/cards", "/table/1/../2", "/join/"):
        assert stranger.address(route) == "/join", route
    stranger.change_settings(theme="dark", text_scale=2.0)
    assert stranger.settings.theme == "dark"
    assert not hall.knows(stranger._visit.token)
    rows = sqlite3.connect(hall.storage.database.folder / FILE).execute("SELECT count(*) FROM devices").fetchone()
    assert rows == (0,)


@pytest.mark.parametrize(
    "route",
    ["/rules/x", "/rules/", "/rules/C-1/", "/rules/../", "/settings/", "/table/1/x", "/table/1/", "/table/1/log/x",
     "/table/1/castle/12", "/table/1/../2", "/table/2", "/table/9999", "/join/", "/join/a/b", "/practice", "/library",
     "/library/card/x", "/new", "/", "", "x", "/host", "/host/x", "/table/1?x=/", "/TABLE/1", "/table/-1"],
)  # fmt: skip
def test_no_address_leads_a_guest_to_what_is_the_hosts(hall: Hall, route: str) -> None:
    stranger, guest = phone(hall), phone(hall)
    guest.show_code(hall.book.code_of(1))
    guest.sit(1, "Ada", 0)
    assert stranger.address(route) == "/join"
    assert guest.address(route) == "/table/1"


def test_a_guest_sees_every_screen_of_its_table(hall: Hall) -> None:
    guest = phone(hall)
    guest.show_code(hall.book.code_of(1))
    guest.sit(1, "Ada", 0)
    for route in ("/table/1", "/table/1/phones", "/table/1/castle/0", "/table/1/count/2", "/table/1/log",
                  "/table/1/log/3", "/table/1/score", "/rules", "/rules/C-1", "/settings", "/join",
                  "/join/ABC234"):  # fmt: skip
        assert guest.address(route) == route


def test_what_a_stranger_chose_stays_chosen_with_the_seat(hall: Hall) -> None:
    stranger = phone(hall)
    stranger.change_settings(theme="dark")
    stranger.show_code(hall.book.code_of(1))
    stranger.sit(1, "Ada", 0)
    assert hall.knows(stranger._visit.token)
    assert phone(hall, stranger._visit.token).settings.theme == "dark"


def test_a_code_opens_its_own_table_only(hall: Hall) -> None:
    guest = phone(hall)
    guest.show_code(hall.book.code_of(1))
    guest.sit(1, "Ada", 0)
    with pytest.raises(NotYours):
        guest.sit(2, "Ada", 0)
    with pytest.raises(StorageTrouble):
        guest.table(2)
    assert guest.address("/table/2") == "/table/1"


def test_only_so_many_watch_a_table(hall: Hall) -> None:
    watching = [phone(hall) for _ in range(MOST_WATCHERS + 1)]
    for each in watching[:-1]:
        each.show_code(hall.book.code_of(1))
        each.sit(1, "", None)
    watching[0].sit(1, "another name", None)
    watching[-1].show_code(hall.book.code_of(1))
    with pytest.raises(NotYours):
        watching[-1].sit(1, "", None)
    assert not hall.knows(watching[-1]._visit.token)
    watching[-1].sit(1, "Ada", 0)


def test_a_phone_sent_away_has_nothing_left(hall: Hall) -> None:
    host, guest = phone(hall), phone(hall)
    host.address(f"/host/{hall.host_key}")
    code = hall.book.code_of(1)
    guest.show_code(code)
    guest.sit(1, "Ada", 0)
    assert guest.device is not None
    with pytest.raises(NotYours):
        guest.send_away(1, guest.device.id)
    drawn = guest.table(1)
    host.send_away(1, guest.device.id)
    assert guest.device is None
    for late in (drawn.undo, drawn.redo, drawn.resolve, lambda: drawn.append(Correct((SetNumber(0, "gold", 9),)))):
        with pytest.raises(NotYours):  # a screen drawn before, and still on its phone
            late()
    with pytest.raises(StorageTrouble):
        guest.table(1)
    with pytest.raises(NotYours):
        guest.sit(1, "Ada", 0)
    assert not guest.show_code(code)


def test_a_phone_that_is_closed_listens_no_more(hall: Hall) -> None:
    sources = (hall.book.listeners, hall.listeners, hall.storage.tables.listeners, hall.storage.settings.listeners)
    before = [len(source) for source in sources]
    for _ in range(10):
        guest = phone(hall)
        guest.show_code(hall.book.code_of(1))
        guest.sit(1, "Ada", None)
        guest.table(1)
        guest.close()
    assert [len(source) for source in sources] == before
    assert len(hall.desk(1).listeners) == 0
    assert not any(hall.here(number) for number in range(1, 20))
