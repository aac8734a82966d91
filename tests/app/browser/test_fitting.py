"""Largest text in German, a phone that lies, and a keyboard: everything stays on the glass and within reach."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.games.after_the_empire.library.quick import card_address
from companion.storage import Storage
from companion.storage.library import practice_pack
from engine.core.record import replace
from tests.app.browser.conftest import OpenPhone
from tests.app.browser.served import Served
from tests.app.seeds import at, table_at

OFF_THE_GLASS = """() => [...document.querySelectorAll('flt-semantics[role], flt-semantics h1, flt-semantics h2')]
  .map(element => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
  .map(([element, box]) => (element.getAttribute('aria-label') || element.textContent || '').trim())"""

FILLED = """label => {
  const found = [...document.querySelectorAll('flt-semantics')]
    .find(element => (element.getAttribute('aria-label') || element.textContent || '').trim() === label);
  return found.getBoundingClientRect().top / innerHeight;
}"""

DOTTED = "v1.5 of the clans"
ROUTES = ("/", "/new", "/practice", "/library", "/rules", "/settings", "/table/1", "/table/1/castle/0",
          "/table/1/count/0", "/table/1/log", "/table/1/score", "/table/2")  # fmt: skip
LARGE = {"text_scale": 2.0, "language": "de", "theme": "contrast"}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Two tables and a card with a dot in its id, shown as large as can be."""
    yield from _served(tmp_path_factory, "large", **LARGE)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same, as it comes."""
    yield from _served(tmp_path_factory, "usual")


def _served(folders: pytest.TempPathFactory, name: str, **settings: object) -> Iterator[Served]:
    data = folders.mktemp(name) / "data"
    with Storage(data) as storage:
        table_at(storage, "Tonight", 4, at(3, "actions"), prosper=True)
        table_at(storage, "Last week", 4, at(4, "combat"), prosper=True)
        storage.cards.teach(replace(practice_pack().cards[0], id=DOTTED))
        storage.settings.change(**settings)
    with Served(data) as served:
        yield served
    assert served.complaints() == []


@pytest.mark.parametrize("route", ROUTES)
def test_at_200_percent_nothing_reaches_beyond_the_edge(large: Served, open_phone: OpenPhone, route: str):
    phone = open_phone(large, route)
    assert [name for name in phone.page.evaluate(OFF_THE_GLASS) if not name.startswith("Burg von")] == []


def test_at_200_percent_the_table_begins_in_the_upper_half(large: Served, open_phone: OpenPhone):
    """Title and strip may not eat the screen."""
    phone = open_phone(large, "/table/1")
    turn = next(name for name in phone.names() if "am Zug" in name).partition(": ")[2]
    assert phone.page.evaluate(FILLED, turn) < 0.45


@pytest.mark.parametrize("route", ROUTES)
def test_a_phone_that_lies_shows_content_between_head_and_foot(usual: Served, open_phone: OpenPhone, route: str):
    phone = open_phone(usual, route, size=(844, 390))
    assert phone.page.evaluate(OFF_THE_GLASS) == []


def test_a_card_with_a_dot_in_its_id_survives_a_reload(usual: Served, open_phone: OpenPhone):
    phone = open_phone(usual, card_address(DOTTED))
    phone.sees_heading(practice_pack().cards[0].name)
    phone.page.reload()
    phone.ready()
    phone.sees_heading(practice_pack().cards[0].name)


def test_the_keyboard_opens_and_closes_a_sheet(usual: Served, open_phone: OpenPhone):
    phone = open_phone(usual, "/table/1/castle/0", size=(1280, 800))
    for _ in range(2):  # the way back, undo
        phone.page.keyboard.press("Tab")
    names = [name.partition(": ")[2] for name in phone.names() if name.startswith("button: ")]
    assert names[1].startswith("Undo: ")
    phone.page.keyboard.press("Enter")
    expect(phone.button(names[1])).not_to_be_attached()
    phone.tap_beginning("Gold")
    phone.sees_button("Digit 1")
    phone.page.keyboard.press("Escape")
    expect(phone.button("Digit 1")).not_to_be_attached()
