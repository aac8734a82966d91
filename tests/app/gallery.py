"""`make gallery`: every screen as a picture in docs/screens, on a phone by day, by night and in German, and wide."""

import argparse
import io
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from companion.serve.codes import new_token
from companion.serve.guest_book import GuestBook
from companion.storage import Storage
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.state import State
from tests.app.browser.chromium import FLAGS, chromium
from tests.app.browser.phone import Phone
from tests.app.browser.served import ROOT, Served
from tests.app.seeds import Moment, at, evening_in_moments, table_at
from tests.serve.serving import CODE, Serving

SCREENS = ROOT / "docs" / "screens"
PRACTICE = ROOT / "assets" / "packs" / "practice.json"
COLOURS = 64
BLANK = 6_000
"""Bytes. A smaller picture shows nothing yet."""

STILL = 20
"""So many looks until two are alike; a picture that never rests is taken as it is."""


class Variant(NamedTuple):
    """One way to look at every screen."""

    name: str
    size: tuple[int, int] = (390, 844)
    theme: str = "light"
    language: str = "en"


class Shot(NamedTuple):
    """A screen and its address."""

    name: str
    route: str


VARIANTS = (
    Variant("light"),
    Variant("dark", theme="dark"),
    Variant("german", language="de"),
    Variant("wide", size=(1280, 800)),
)

SHOTS = (
    Shot("home", "/"),
    Shot("new-table", "/new"),
    Shot("practice", "/practice"),
    Shot("actions", "/table/1"),
    Shot("count", "/table/1/count/0"),
    Shot("castle", "/table/2/castle/0"),
    Shot("placement", "/table/2"),
    Shot("draw", "/table/7"),
    Shot("arrivals", "/table/8"),
    Shot("result", "/table/3"),
    Shot("after-combat", "/table/4"),
    Shot("objectives", "/table/5"),
    Shot("winner", "/table/6"),
    Shot("score", "/table/3/score"),
    Shot("log", "/table/3/log"),
    Shot("moment", "/table/3/log/40"),
    Shot("library", "/library"),
    Shot("card", "/library/card/hill-clans"),
    Shot("rules", "/rules"),
    Shot("rule", "/rules/P-5"),
    Shot("settings", "/settings"),
)


ON_PHONES = (
    Shot("join", f"/join/{CODE}"),
    Shot("phones", "/table/1/phones"),
    Shot("own-troops", "/table/1"),
)
"""Of a table on many phones: a guest's first look, the host's, and a player's."""


def seed(storage: Storage) -> None:
    """The tables the pictures show: 1 to 6 are the moments of an evening, 7 draws cards, 8 sees who comes."""
    evening_in_moments(storage)
    table_at(storage, "At Cleo’s", 4, _asked("invader card"), cards=(), prosper=True)
    table_at(storage, "Saturday", 4, _asked("siege card"), prosper=True)
    storage.cards.import_pack(PRACTICE.read_bytes())


def _asked(kind: str) -> Moment:
    """Season 4, when this is asked."""

    def moment(state: State) -> bool:
        asked = AFTER_THE_EMPIRE.pending(state)
        return state.season == 4 and asked is not None and asked.kind == kind

    return moment


def pictures(browser: Browser, folder: Path, variant: Variant, target: Path, shots: list[Shot]) -> None:
    """Every screen in one variant."""
    data = folder / variant.name
    with Storage(data) as storage:
        seed(storage)
        storage.settings.change(theme=variant.theme, language=variant.language)
    with Served(data) as served:
        for shot in shots:
            phone = Phone(browser, served.url, size=variant.size).open(shot.route)
            keep(phone, target / f"{shot.name}-{variant.name}.png")


def pictures_on_phones(browser: Browser, folder: Path, variant: Variant, target: Path, shots: list[Shot]) -> None:
    """The screens of a table on many phones, in one variant."""
    data = folder / f"{variant.name}-served"

    def one_table(storage: Storage) -> None:
        table_at(storage, "Friday evening", 4, at(4, "combat"), prosper=True)

    with Serving(data, seed=one_table) as serving:
        book = GuestBook(data)
        look = {"theme": variant.theme, "language": variant.language}
        for seat in (0, 2):
            book.sit(1, book.welcome(new_token()).id, seat)
        for shot in shots:
            token = new_token()
            device = book.welcome(token, host=shot.name == "phones")
            book.keep_settings(device.id, look)
            if shot.name == "own-troops":
                book.sit(1, device.id, 1)
            phone = Phone(browser, serving.url, size=variant.size)
            phone.context.add_cookies([{"name": f"companion-{serving.port}", "value": token, "url": serving.url}])
            keep(phone.open(shot.route), target / f"{shot.name}-{variant.name}.png")
            if shot.name == "own-troops":
                book.leave(1, device.id)
        book.close()


def keep(phone: Phone, path: Path) -> None:
    """Take the picture, and put the phone away."""
    path.write_bytes(small(at_rest(phone)))
    print(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path, f"{path.stat().st_size:,} bytes")
    phone.close()


def at_rest(phone: Phone) -> bytes:
    """The picture once nothing moves any more."""
    before = phone.page.screenshot()
    for _ in range(STILL):
        phone.page.wait_for_timeout(150)
        after = phone.page.screenshot()
        if after == before and len(after) > BLANK:
            break
        before = after
    return before


def small(picture: bytes) -> bytes:
    """The picture with few colours, where Pillow is at hand; else as it came."""
    if find_spec("PIL") is None:
        return picture
    image = import_module("PIL.Image")
    with image.open(io.BytesIO(picture)) as opened:
        out = io.BytesIO()
        opened.convert("RGB").quantize(COLOURS, dither=0).save(out, "PNG", optimize=True)
    return min(out.getvalue(), picture, key=len)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.app.gallery", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these screens")
    parser.add_argument("--to", type=Path, default=SCREENS)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-gallery-") as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        shots, on_phones = (
            [shot for shot in some if not arguments.names or shot.name in arguments.names]
            for some in (SHOTS, ON_PHONES)
        )
        for variant in VARIANTS:
            if shots:
                pictures(browser, Path(name), variant, arguments.to, shots)
            if on_phones:
                pictures_on_phones(browser, Path(name), variant, arguments.to, on_phones)
        browser.close()


if __name__ == "__main__":
    main()
