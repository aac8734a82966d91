"""A page comes back by itself, whatever happened to the server or to its socket: the same table, and no tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route

from companion.storage import Storage
from tests.app.browser.conftest import OpenPhone
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import at, table_at

ELSEWHERE = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"
SHOWN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A table for four, in its second season."""
    data = tmp_path / "data"
    with Storage(data) as storage:
        table_at(storage, "tonight", 4, at(2, "actions"), prosper=True)
    with Served(data) as server:
        yield server


def _comes_back(phone: Phone, shown: list[str]) -> None:
    """The page has loaded itself anew and shows what it showed. What it complained of while it could not is over."""
    phone.complaints.clear()
    phone.ready()
    phone.sees_heading("Season 2 · Actions")
    assert phone.names() == shown


def _says_so(phone: Phone) -> None:
    phone.page.get_by_role("status").get_by_text("Reconnecting…").wait_for(state="visible")


def test_after_the_server_was_killed_and_started_again(served: Served, open_phone: OpenPhone):
    phone = open_phone(served, "/table/1")
    phone.sees_heading("Season 2 · Actions")
    shown = phone.names()
    for _ in range(2):  # and once more: what comes back watches as well as what was there first
        served.kill()
        _says_so(phone)
        with phone.page.expect_event("load"):
            served.begin()
        _comes_back(phone, shown)
    phone.tap("Log")
    phone.sees_heading("Log")


def test_after_the_server_was_killed_while_the_page_was_loading(served: Served, open_phone: OpenPhone):
    phone = open_phone(served, "/table/1")
    phone.sees_heading("Season 2 · Actions")
    shown = phone.names()

    def killed(route: Route) -> None:
        served.kill()
        route.abort()

    phone.page.route("**/main.dart.*", killed, times=1)
    phone.page.reload(wait_until="commit")
    _says_so(phone)
    with phone.page.expect_event("load"):
        served.begin()
    _comes_back(phone, shown)


def test_after_a_phone_slept_while_the_server_hung_up(served: Served, open_phone: OpenPhone):
    """The page is not told that its socket is dead; it asks when it comes into sight again."""
    phone = open_phone(served, "/table/1")
    phone.sees_heading("Season 2 · Actions")
    shown = phone.names()
    phone.page.evaluate(ELSEWHERE % "true")
    phone.page.route("**/here*", lambda route: route.fulfill(body="gone"), times=1)
    with phone.page.expect_event("load"):
        phone.page.evaluate(ELSEWHERE % "false")
        phone.page.evaluate(SHOWN_AGAIN)
    _comes_back(phone, shown)


def test_a_page_whose_socket_is_well_stays_as_it_is(served: Served, open_phone: OpenPhone):
    phone = open_phone(served, "/table/1")
    loads: list[object] = []
    phone.page.on("load", lambda page: loads.append(page))
    with phone.page.expect_response("**/here*") as asked:
        phone.page.evaluate(SHOWN_AGAIN)
    assert asked.value.text() == "here"
    phone.tap("Log")
    phone.sees_heading("Log")
    assert not loads
