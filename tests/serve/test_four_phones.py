"""An evening on four phones in a real browser, each with a network of its own that comes and goes.

Whatever happens on the way, every phone shows the same log in the end, and it is the one on the disk. What one player
keeps from the others never reaches their phones.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from companion.serve.guest_book import GuestBook
from companion.storage import SavedTable, Storage
from engine.core.record import replace
from engine.core.session import Entry, Session
from engine.games.after_the_empire.actions import (
    Correct,
    DrawInvader,
    Place,
    Proceed,
    ReadRedNumber,
    RevealObjective,
    SetObjectives,
)
from engine.games.after_the_empire.cards import ObjectiveCard
from tests.app.browser.chromium import FLAGS, NoChromium, chromium
from tests.app.browser.phone import PATIENCE, Name
from tests.app.seeds import at, evening_for, own_cards, table_at
from tests.serve.seated import MOVED, Seated, tap_at_once
from tests.serve.serving import CODE, Serving

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Cleo", "Dov")
ADA, BEN, CLEO, DOV = range(4)
SECRET = ObjectiveCard("own-salamander-abbey", "Abbey of Salamanders", 4)
RECKONING, WHISPERS, FRIDAY = 1, 2, 3
"""The tables, by number; the newest is the one whose code is told."""

SHORT = 4
"""Words of the secret's name that might be said about anything."""

SOON = 5.0
"""Seconds until a phone shows its table again after the network is back, with four browsers on a small machine."""

PLACED = re.compile("^(The troops stand so|All as they stand)$")
ENTRY = re.compile(r"^(\d+)\. (.*)$")

Sit = Callable[..., Seated]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        path = chromium()
    except NoChromium as none:
        pytest.fail(str(none), pytrace=False)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Three tables: Friday's for four, and two at which Ada keeps a secret."""
    with Serving(tmp_path_factory.mktemp("served") / "data", seed=three_tables) as served:
        yield served
        assert served.complaints() == []


def three_tables(storage: Storage) -> None:
    """All with cards of the group's own, so that the table, and no deck of the app's, turns them over."""
    cards = (*own_cards(), SECRET)
    reckoning = table_at(storage, "Reckoning", 2, at(7, "refresh"), cards=cards, prosper=True)
    reckoning.append(Correct((SetObjectives(0, 1),)))
    reckoning.append(RevealObjective(0, 0, SECRET), seat=0)
    storage.tables.create(evening_for(2, cards), "Whispers")
    storage.tables.create(replace(evening_for(4, cards), red_numbers=()), "Friday")


@pytest.fixture
def sit(browser: Browser, server: Serving) -> Iterator[Sit]:
    """A phone that opens an address: sit("/join/FRIDAY"). At the end no phone may have anything to complain about."""
    opened: list[Seated] = []

    def begin(route: str) -> Seated:
        phone = Seated(browser, server.port)
        opened.append(phone)
        phone.begin(route)
        return phone

    yield begin
    for phone in opened:
        phone.close()
    assert [complaint for phone in opened for complaint in phone.complaints] == []


# two seasons


def test_four_phones_play_two_seasons(server: Serving, sit: Sit, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    phones = _four_sit_down(server, sit)
    back = {**_first_season(phones), **_second_season(phones, server)}
    with Storage(server.data) as storage:
        _nothing_is_doubled(storage.tables.open(FRIDAY))
        _everybody_has_the_log(phones, storage.tables.open(FRIDAY))
        phones[0].open("/settings")
        assert phones[0].saves("Export “Friday”", tmp_path).read_bytes() == storage.tables.export(FRIDAY)
    with capsys.disabled():
        print("\n  back " + ", ".join(f"{what} {took:.1f} s" for what, took in back.items()))
    assert {what: took for what, took in back.items() if took > SOON} == {}


def _four_sit_down(server: Serving, sit: Sit) -> list[Seated]:
    """The first one is the host's."""
    phones = [sit(server.host_route), *(sit(f"/join/{CODE}") for _ in NAMES[1:])]
    for phone in phones:
        phone.ready()
    phones[0].tap_beginning("Friday: show the code")
    phones[0].sees_heading("FRI DAY")
    phones[0].open(f"/join/{CODE}")  # the host plays, too
    for phone, name in zip(phones, NAMES, strict=True):
        phone.sits_down(name)
    _all_see(phones, "Season 1 · Actions")
    return phones


def _first_season(phones: list[Seated]) -> dict[str, float]:
    """How long the phones took to come back."""
    ada, ben, cleo, dov = phones
    back: dict[str, float] = {}

    # Ben says what lies face up; everybody places their own workers on their own phone.
    _face_up(ben, "Hill Clans", "North")
    _all_see(phones, "Face-up card: Hill Clans · North. Change it")

    # Dov's network goes, and comes back when it is his turn.
    dov.looks()
    dov.network.cut()
    for phone, tile in ((ada, "Mine: 2 iron"), (ben, "Quarry: 3 stone"), (cleo, "Woodmill: 5 wood")):
        phone.tap(tile)
    ada.sees("Castle of Dov: 8 gold, 2 troops, has the turn")
    back["after a cut"] = _comes_back_after(dov, dov.network.up, "Season 1 · Actions")
    dov.sees_button("Castle of Dov: 8 gold, 2 troops, has the turn")

    # He takes back what he said himself; Ben has to ask the host for the same.
    dov.tap("Tax: 5 food")
    dov.tap_beginning("Undo: Dov: ")
    dov.tap("Tax: 5 food")
    ben.tap_beginning("Ask to undo: Dov: ")
    ada.sees("Ben asks to undo")
    ada.tap("Undo it")
    dov.tap("Tax: 5 food")
    for tile in ("Barracks: 1 iron for 1 soldier", "Worker for no effect"):
        for phone in phones:
            _on_their_turn(phone, tile)

    # Cleo's phone sleeps until the server has given it up. Two others begin combat in the same instant.
    cleo.sleeps()
    tap_at_once("Begin combat", (ada, dov))
    for phone in (ada, ben, dov):
        phone.sees_heading("Where do the troops stand?")
    for phone in (ben, dov):
        phone.tap(PLACED)
    ben.sees("Still placing: Ada, Cleo")
    dov.sees("Still placing: Ada, Cleo")
    ada.sees_button(re.compile("^Cleo: As they stand"))  # for somebody who left, the host is asked
    back["after a sleep"] = _comes_back_after(cleo, cleo.wakes, "Where do the troops stand?")
    cleo.tap("Cleo: Spread")
    for phone in (cleo, ada):
        phone.tap(PLACED)
    _all_see(phones, "4 invaders arrive")
    _siege(dov, "Field Catapult", "North")
    _all_see(phones, "Resolve the battle")
    tap_at_once("Resolve the battle", (ben, cleo))
    for phone, name in zip(phones, NAMES, strict=True):
        phone.sees_heading("Season 1 · Flags")
        own = "take 1 wood cube off" if phone is cleo else "remove the wood wall"
        phone.sees(name, re.compile(f"^North wall: {own}"))

    # Ben's tap comes late. By then there is another button under his finger, which he did not mean.
    ben.network.hold()
    ben.tap("Flags, income, harvest")
    cleo.says("Flags, income, harvest", "Next season")
    ben.network.up()
    ben.sees(MOVED, "Newest: Award the flag", "Do it now: Refresh the board")
    ben.tap("Leave it")
    _all_see(phones, "After combat")
    ben.says("Next season", "Season 2 · Actions")
    _all_see(phones, "Season 2 · Actions")
    return back


def _second_season(phones: list[Seated], server: Serving) -> dict[str, float]:
    """How long the phones took to come back."""
    ada, ben, cleo, dov = phones
    back: dict[str, float] = {}

    # The server dies while some have placed their troops and some have not.
    _unknown_face_up(cleo, swordsmen=9, side="West")
    tiles = ("Mine: 2 iron", "Quarry: 3 stone", "Woodmill: 5 wood", "Tax: 4 gold, 1 mercenary")
    for phone, tile in zip(phones, tiles, strict=True):
        _on_their_turn(phone, tile)
    for _ in range(2):
        for phone in phones:
            _on_their_turn(phone, "Worker for no effect")
    dov.says("Begin combat", "Where do the troops stand?")
    _all_see(phones, "Where do the troops stand?")
    for phone in (ada, ben):
        phone.tap(PLACED)
    cleo.sees("Still placing: Dov")
    for phone in phones:
        phone.looks()
    server.kill()
    server.begin()
    started = time.perf_counter()
    for phone in phones:
        took = phone.comes_back(started, "Where do the troops stand?")
        back["after the server was killed"] = max(took, back.get("after the server was killed", 0.0))
    ben.sees("Placed", "Still placing: Cleo, Dov")
    for phone in (cleo, dov):
        phone.tap(PLACED)

    # The second card is entered by two people: it lies there once.
    for phone in (ben, dov):
        phone.sees_heading("Invader card 2 of 2")
        _turn_over(phone, "Axemen of the Long Shore")
    dov.network.hold()
    dov.tap("South")
    ben.says("South", "Accept and go on")
    dov.network.up()
    ben.page.reload()
    ben.ready()
    _all_see(phones, "Accept and go on")
    _siege(cleo, "Stone-Thrower", "West")

    # All are sacked. Everybody reads their own number from the board; for Dov, who has left, the host does.
    dov.looks()
    dov.network.cut()
    ada.says("Resolve the battle", "Sacked: the red number")
    for phone in (ada, ben, cleo):
        _type_red_number(phone)
        phone.tap("Gold falls to 3")
    ada.sees("Sacked with 15 gold: which total does the red number there leave?")
    _type_red_number(ada)
    ada.says("Gold falls to 3", "Season 2 · Flags")
    for phone, name in zip((ada, ben, cleo), NAMES, strict=False):
        phone.sees_heading("Season 2 · Flags")
        phone.sees(re.compile(f"^{name}: Sacked"))
    back["after another cut"] = _comes_back_after(dov, dov.network.up, "Season 2 · Flags")
    dov.sees(re.compile("^Dov: Sacked"))
    dov.says("Flags, income, harvest", "Next season")
    ada.says("Next season", "Season 3 · Actions")
    _all_see(phones, "Season 3 · Actions")
    return back


def _all_see(phones: list[Seated], name: Name) -> None:
    for phone in phones:
        phone.sees(name)


def _comes_back_after(phone: Seated, network_is_back: Callable[[], None], name: Name) -> float:
    since = time.perf_counter()
    network_is_back()
    return phone.comes_back(since, name)


def _on_their_turn(phone: Seated, tile: str) -> None:
    name = phone.sits
    phone.sees(re.compile(f"^Castle of {name}: .* has the turn"))
    phone.tap(tile)
    phone.sees_button(re.compile(f"^Undo: {name}: "))


def _face_up(phone: Seated, card: str, side: str) -> None:
    phone.tap("Pick the card")
    phone.sees_heading("Which card lies face up?")
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.says(side, f"Face-up card: {card} · {side}. Change it")


def _unknown_face_up(phone: Seated, *, swordsmen: int, side: str) -> None:
    phone.tap("Pick the card")
    phone.tap("Unknown card: quick entry")
    phone.sees_heading("Unknown card")
    for number in range(1, swordsmen):
        phone.tap("Swordsmen: one more")
        phone.sees_button(f"Swordsmen: {number + 1}")
    phone.tap("Use this card")
    phone.sees("Where does its red border point?")
    phone.says(side, re.compile("^Face-up card: "))


def _siege(phone: Seated, card: str, side: str) -> None:
    phone.tap("Accept and go on")
    phone.sees_heading("The siege card")
    _turn_over(phone, card)
    phone.says(side, "Resolve the battle")


def _turn_over(phone: Seated, card: str) -> None:
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")


def _type_red_number(phone: Seated) -> None:
    phone.sees_heading("Sacked: the red number")
    phone.tap("3")
    phone.sees("Red number: 3")


def _nothing_is_doubled(table: SavedTable) -> None:
    """What was said by two fingers stands there once, and by whom."""
    entries = table.session.entries
    begun = [entry.by for entry in entries if entry.action == Proceed("combat")]
    fought = [entry.by for entry in entries if entry.action == Proceed("battle")]
    assert begun in ([ADA, DOV], [DOV, DOV])
    assert fought in ([BEN, ADA], [CLEO, ADA])
    assert [entry.by for entry in entries if isinstance(entry.action, DrawInvader)] == [BEN]
    placed = Counter(entry.seat for entry in entries if isinstance(entry.action, Place))
    assert placed == dict.fromkeys((ADA, BEN, CLEO, DOV), 2)
    numbers = [(entry.seat, entry.by) for entry in entries if isinstance(entry.action, ReadRedNumber)]
    assert sorted(numbers) == [(ADA, ADA), (BEN, BEN), (CLEO, CLEO), (DOV, ADA)]


# the log


def _everybody_has_the_log(phones: list[Seated], table: SavedTable) -> None:
    """Every phone shows the log that is on the disk."""
    written = {season: _written(table.session, season) for season in (2, 1)}
    for phone in phones:
        assert _read_log(phone, written) == written


def _written(session: Session[Any, Any], season: int) -> dict[int, str]:
    """The log of a season on the disk, as everybody is to read it."""
    return {
        entry.n: _line(session, entry)
        for entry in session.entries
        if session.game.chapter(session.state_at(entry.n - 1)) == season
    }


def _line(session: Session[Any, Any], entry: Entry) -> str:
    before = session.state_at(entry.n - 1)
    line = session.game.describe(before, entry.action)
    names = [player.name for player in before.players]
    if entry.seat is not None and not line.startswith(f"{names[entry.seat]}: "):
        line += f", {names[entry.seat]}"
    if not entry.auto and entry.by != entry.seat:
        line += ", entered by the host" if entry.by is None else f", entered by {names[entry.by]}"
    return f"{line}, Done anyway" if entry.anyway else line


def _read_log(phone: Seated, written: dict[int, dict[int, str]]) -> dict[int, dict[int, str]]:
    """Everything the log's screen says, season by season, with the automatic answers unfolded."""
    phone.open(f"/table/{FRIDAY}/log")
    found: dict[int, dict[int, str]] = {}
    for season, lines in written.items():
        phone.tap(f"Season {season}")
        first = min(lines)
        phone.sees_button(f"{first}. {lines[first]}")
        folded = phone.button(re.compile(r"^\d+ automatic answers?$"))
        for place in range(folded.count()):
            folded.nth(place).evaluate("element => element.click()")
        rows = phone.button(ENTRY)
        expect(rows).to_have_count(len(lines) + (season == 1), timeout=PATIENCE)
        told = [ENTRY.match(name.partition(": ")[2]) for name in phone.names() if name.startswith("button: ")]
        found[season] = {int(row[1]): row[2] for row in told if row is not None and row[1] != "0"}
    return found


# secrets


def test_what_ada_keeps_from_the_others_does_not_reach_their_phones(server: Serving, sit: Sit):
    whispers = _codes(server)[WHISPERS]
    ada, ben, watcher = phones = [sit(f"/join/{whispers}") for _ in range(3)]
    for phone in phones:
        phone.ready()
    ada.sits_down("Ada")
    ben.sits_down("Ben")
    watcher.tap("Just watch")
    watcher.tap("Watch")
    _all_see(phones, "Season 1 · Actions")
    ada.tap_beginning("Scout: ")
    ada.tap("Tell which objective was kept")
    ada.tap_beginning(f"{SECRET.name},")
    ada.sees_button(f"Objective kept: {SECRET.name}")
    ada.tap("Place the worker")
    ben.sees(re.compile("^Castle of Ben: .* has the turn"))
    watcher.sees(re.compile("^Castle of Ben: .* has the turn"))
    for phone in (ben, watcher):  # wherever one might look for it
        for place in ("log", "log/1", "score", "castle/0"):
            phone.open(f"/table/{WHISPERS}/{place}")
            phone.sees("Ada")
        phone.open(f"/table/{WHISPERS}")
    ben.tap_beginning("Ask to undo: Ada: ")
    ben.sees("The host is asked to undo it.")
    ben.tap("Mine: 2 iron")
    ada.sees(re.compile("^Castle of Ada: .* has the turn"))
    assert _heard(ada, SECRET), "who keeps it, sees it"
    assert not _heard(ben, SECRET)
    assert not _heard(watcher, SECRET)


def test_at_the_reckoning_everybody_learns_it(server: Serving, sit: Sit):
    ben = sit(f"/join/{_codes(server)[RECKONING]}")
    ben.ready()
    ben.sits_down("Ben")
    ben.sees_heading("Season 7 · Refresh")
    ben.open(f"/table/{RECKONING}/log")
    ben.sees(re.compile("a secret objective"))
    ben.open(f"/table/{RECKONING}")
    assert not _heard(ben, SECRET)
    ben.says("Final scoring", "Season 7 · Scoring")
    ben.sees(re.compile(SECRET.name))
    assert _heard(ben, SECRET)


def _codes(server: Serving) -> dict[int, str]:
    """The code of every table."""
    book = GuestBook(server.data)
    codes = {table: book.code_of(table) for table in (RECKONING, WHISPERS, FRIDAY)}
    book.close()
    return codes


def _heard(phone: Seated, card: ObjectiveCard) -> bool:
    """Was this phone told anything of the card, in whatever message, also before it reloaded?"""
    signs = [part.encode() for part in (card.id, card.name, *card.name.split()) if len(part) > SHORT]
    return any(sign.lower() in said.lower() for said in phone.heard for sign in signs)
