"""The web app from a plain file host: offline after the first visit, nothing lost by reload, kill, update or crash."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.share.archive import bring_in
from companion.shell.words import Words
from companion.storage import Storage
from tests.app.browser.phone import PATIENCE, Phone
from tests.app.browser.web_host import FileHost, OwnChromium, another_version, built

Visit = Callable[..., Phone]


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The web app, built once for the whole run, however many processes test it."""
    base = tmp_path_factory.getbasetemp()
    return built((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "web-app")


@pytest.fixture
def host(web: Path, tmp_path: Path) -> Iterator[FileHost]:
    with FileHost(web, tmp_path) as begun:
        yield begun


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """A phone at the web app, which asks no other host for anything at all."""
    begun: list[Phone] = []
    elsewhere: list[str] = []

    def come(host: FileHost, **how: object) -> Phone:
        phone = Phone(browser, host.url, **how)  # type: ignore[arg-type]
        begun.append(phone)
        phone.context.on("request", lambda request: elsewhere.append(request.url))
        return phone

    yield come
    for phone in begun:
        phone.context.close()
    strange = [url for url in elsewhere if urlsplit(url).hostname not in ("127.0.0.1", None)]
    assert strange == [], "the web app asked another host"
    assert [complaint for phone in begun for complaint in phone.complaints] == []


def notice(phone: Phone) -> Locator:
    """What the page itself says."""
    return phone.page.locator("#notice")


def says(phone: Phone, text: str) -> None:
    """Wait until the page itself says so."""
    expect(notice(phone)).to_contain_text(text, timeout=PATIENCE)


def practice_season(phone: Phone) -> None:
    """A practice table from its battle into the next season."""
    phone.tap("Practice table")
    phone.tap("Start")
    phone.tap("Resolve the battle")
    phone.sees_heading("Season 3 · Flags")
    phone.tap("Flags, income, harvest")
    phone.sees_heading("After combat")
    phone.tap("Next season")
    phone.sees_heading("Season 4 · Actions")


def next_battle(phone: Phone) -> None:
    """From the actions to the troops' places, with one worker placed."""
    phone.tap("Mine: 2 iron")
    phone.sees_button(re.compile("^Undo: Red: "))
    phone.tap("Begin combat")
    phone.sees("Not by the rules")
    phone.tap("Do it anyway")
    phone.sees_heading("Season 4 · Combat")


def test_a_season_without_a_network_and_still_there_after_a_reload(host: FileHost, visit: Visit):
    phone = visit(host)
    phone.open("")
    host.stop()
    practice_season(phone)
    phone.page.reload()
    phone.ready()
    phone.sees_heading("Season 4 · Actions")
    next_battle(phone)
    phone.page.goto(phone.url)
    phone.ready()
    phone.tap_beginning("Practice table: Season 4, Combat, 2 players")
    phone.sees_heading("Season 4 · Combat")


def test_other_browsers_draw_in_another_way_and_fetch_only_that(host: FileHost, visit: Visit):
    """What Safari and Firefox get, as far as Chromium can play them."""
    phone = visit(host)
    phone.context.add_init_script("Object.defineProperty(Navigator.prototype, 'vendor', { get: () => '' });")
    phone.open("")
    host.stop()
    phone.page.reload()
    phone.ready()
    phone.tap("Practice table")
    phone.tap("Start")
    phone.sees_button("Resolve the battle")
    kept = phone.page.evaluate("""async () => {
      const store = await caches.open((await caches.keys())[0]);
      return (await store.keys()).map(request => request.url.split('/').pop());
    }""")
    assert "canvaskit.wasm" in kept
    assert "skwasm.wasm" not in kept
    assert "main.dart.wasm" not in kept


def test_tables_move_to_another_device(host: FileHost, visit: Visit, tmp_path: Path):
    phone = visit(host)
    phone.open("")
    practice_season(phone)
    phone.tap("Back")
    phone.tap("Settings")
    saved = phone.saves("Export everything", tmp_path)
    other = visit(host)
    other.open("")
    other.tap("Settings")
    other.gives("Import tables", saved)
    other.tap("Back")
    other.tap_beginning("Practice table: Season 4, Actions, 2 players")
    other.sees_heading("Season 4 · Actions")


def test_it_asks_to_keep_the_tables_and_warns_before_there_is_no_room(
    host: FileHost, visit: Visit, web: Path, tmp_path: Path
):
    full = "StorageManager.prototype.estimate = async () => ({ usage: 94e6, quota: 100e6 });\n"
    host.offers(another_version(web, tmp_path / "full", worker=lambda text: full + text))
    phone = visit(host)
    phone.context.add_init_script("window.asked = 0; StorageManager.prototype.persist = async () => { asked += 1; };")
    phone.open("")
    phone.sees(re.compile("The browser has room for only 5 MB more"))
    assert phone.page.evaluate("window.asked") == 0, "there is nothing to keep yet"
    phone.tap("Practice table")
    phone.tap("Start")
    phone.sees_button("Resolve the battle")
    phone.page.wait_for_function("window.asked === 1")


def test_a_browser_that_keeps_nothing_says_so(host: FileHost, visit: Visit, web: Path, tmp_path: Path):
    lost = "if (!navigator.storage?.getDirectory"
    host.offers(another_version(web, tmp_path / "lost", worker=lambda text: text.replace(lost, f"{lost} || true")))
    phone = visit(host)
    phone.open("")
    phone.sees(re.compile("This browser keeps nothing here"))
    phone.tap("Practice table")
    phone.tap("Start")
    phone.sees_button("Resolve the battle")


def test_a_second_tab_waits_for_the_first(host: FileHost, visit: Visit):
    first = visit(host)
    first.open("")
    first.tap("Practice table")
    first.tap("Start")
    first.sees_button("Resolve the battle")

    second = visit(host, context=first.context)
    second.page.goto(host.url)
    says(second, "already open in another tab")
    first.tap("Resolve the battle")
    first.sees_heading("Season 3 · Flags")
    first.page.close()
    second.ready()
    expect(notice(second)).to_be_hidden()
    second.tap_beginning("Practice table: Season 3, Flags, 2 players")
    second.sees_heading("Season 3 · Flags")


def test_a_killed_browser_loses_nothing(host: FileHost, browser: Browser, tmp_path: Path):
    """The battery is pulled the moment the table has noted something."""
    own = OwnChromium(browser.browser_type, tmp_path / "profile")
    with own.opened() as context:
        phone = Phone(browser, host.url, context=context)
        phone.open("")
        practice_season(phone)
        phone.tap("Mine: 2 iron")
        phone.sees_button(re.compile("^Undo: Red: "))
        own.kill()
    host.stop()
    with own.opened() as context:
        phone = Phone(browser, host.url, context=context)
        phone.open("")
        phone.tap_beginning("Practice table: Season 4, Actions, 2 players")
        phone.sees_button(re.compile("^Undo: Red: "))


def test_a_new_version_takes_over_whole_and_keeps_the_tables(host: FileHost, visit: Visit, web: Path, tmp_path: Path):
    phone = visit(host)
    phone.open("")
    practice_season(phone)
    newer = another_version(web, tmp_path / "newer", notices=lambda text: text.replace("Later", "Not now"))
    host.offers(newer)
    phone.page.reload()
    phone.ready()
    says(phone, "A new version is ready.")
    expect(notice(phone).get_by_role("button", name="Later")).to_be_visible()  # still the old one, all of it
    stores = "caches.keys()"
    before = phone.page.evaluate(stores)
    with phone.page.expect_navigation():
        notice(phone).get_by_role("button", name="Reload").click()
    phone.ready()
    phone.sees_heading("Season 4 · Actions")
    host.stop()
    phone.page.reload()
    phone.ready()
    phone.sees_heading("Season 4 · Actions")
    assert phone.page.evaluate("import('./notices.js').then(notices => notices.words.later)") == "Not now"
    after = phone.page.evaluate(stores)
    assert len(after) == 1
    assert after[0] in before


def test_a_half_fetched_version_changes_nothing(host: FileHost, visit: Visit, web: Path, tmp_path: Path):
    phone = visit(host)
    phone.open("")
    practice_season(phone)
    newer = another_version(web, tmp_path / "newer", notices=lambda text: text.replace("Later", "Not now"))
    (newer / "notices.js").write_text("export const broken = true;\n", encoding="utf-8")  # not what its list says
    host.offers(newer)
    failed = phone.page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const found = new Promise(resolve => registration.addEventListener('updatefound', () => {
        const fresh = registration.installing;
        fresh.addEventListener('statechange', () => fresh.state === 'redundant' && resolve(true));
      }));
      await registration.update().catch(() => {});
      return found;
    }""")
    assert failed
    host.stop()
    phone.page.reload()
    phone.ready()
    phone.sees_heading("Season 4 · Actions")
    expect(notice(phone)).to_be_hidden()


def test_a_failed_start_offers_the_tables_first(host: FileHost, visit: Visit, web: Path, tmp_path: Path):
    phone = visit(host)
    phone.open("")
    practice_season(phone)
    broken = another_version(
        web, tmp_path / "broken", worker=lambda text: text.replace("\nbegin()\n", "\nraise OSError('made to fail')\n")
    )
    host.offers(broken)
    phone.page.reload()
    phone.ready()
    says(phone, "A new version is ready.")
    notice(phone).get_by_role("button", name="Reload").click()
    says(phone, "Your tables are still here")
    expect(notice(phone)).to_contain_text("made to fail")
    with phone.page.expect_download() as coming:
        notice(phone).get_by_role("button", name="Export my tables").click()
    saved = tmp_path / coming.value.suggested_filename
    coming.value.save_as(saved)
    says(phone, "companion-rescue.zip")

    # Any companion takes the file: the one on a laptop, and the web app on another phone.
    with Storage(tmp_path / "laptop") as storage:
        assert bring_in(Words(), storage, saved.read_bytes()) == "1 table imported."
        assert storage.tables.tables()[0].season == 4
    host.offers(web)
    other = visit(host)
    other.open("")
    other.tap("Settings")
    other.gives("Import tables", saved)
    other.sees("1 table imported.")
    other.tap("Back")
    other.tap_beginning("Practice table: Season 4, Actions, 2 players")
    other.sees_heading("Season 4 · Actions")

    # And a version that works finds them where they were.
    host.offers(another_version(web, tmp_path / "mended", notices=lambda text: text.replace("Later", "Not now")))
    phone.page.reload()
    says(phone, "A new version is ready.")
    says(phone, "could not start")
    with phone.page.expect_navigation():
        notice(phone).get_by_role("button", name="Try again").click()
    phone.ready()
    phone.sees_heading("Season 4 · Actions")
