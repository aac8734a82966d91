"""How large the web app is and how fast it starts, in headless Chromium beside the served app in the same run."""

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.app.bench_ui import write
from tests.app.browser.chromium import FLAGS, NAMES, chromium
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.browser.web_host import FileHost, built, recipe
from tests.bench.__main__ import line
from tests.bench.measure import Figure


@contextmanager
def opened(browser: Browser, url: str) -> Iterator[tuple[Phone, float]]:
    """A phone that visits for the first time, and how long that took."""
    phone = Phone(browser, url)
    try:
        yield phone, until_usable(phone)
    finally:
        phone.close()


def until_usable(phone: Phone) -> float:
    """Seconds from the address typed into a new tab to a home that can be used."""
    phone.page.close()
    phone.page = phone.context.new_page()
    begin = time.perf_counter()
    phone.page.goto(phone.url)
    phone.ready()
    phone.sees_button("New table")
    return time.perf_counter() - begin


def start(browser: Browser, web: Path, folder: Path, repeats: int) -> list[Figure]:
    """The first visit, and the home of a browser that has been here before, in the served app's time."""
    with (
        FileHost(web, folder) as host,
        Served(folder / "data") as served,
        opened(browser, host.url) as (ours, visit),
        opened(browser, served.url) as (theirs, _),
    ):
        until_usable(ours)
        times = [(until_usable(ours), until_usable(theirs)) for _ in range(repeats)]
    return [
        Figure("web app, first visit to usable home, from this machine", "s", (visit,), 15, False),
        Figure("web app, next start to usable home", "s", tuple(web for web, _ in times), 6, False),
        Figure("web app, next start, of the served app's", "×", tuple(web / app for web, app in times), 3, False),
    ]


def size(web: Path) -> list[Figure]:
    """What a first visit fetches from a host that compresses."""
    megabytes = recipe().megabytes(web)
    return [
        Figure(f"web app, fetched on the first visit ({browsers})", "MB", (packed,), 20, False)
        for browsers, (_, packed) in megabytes.items()
    ]


def say_start(web: Path) -> None:
    """One line about a build, where a browser is at hand to try it with."""
    if not any(map(shutil.which, NAMES)):
        print("  Start not measured: there is no Chromium on this machine.")
        return
    with tempfile.TemporaryDirectory(prefix="companion-start-") as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with FileHost(web, Path(name)) as host, opened(browser, host.url) as (phone, visit):
            until_usable(phone)
            host.stop()
            again = until_usable(phone)
        browser.close()
    print(f"  Usable after {visit:.1f} s on the first visit, {again:.1f} s on the next start, without a network.")


def main() -> None:
    """Run every measurement, or with --start just one on a build that is there."""
    parser = argparse.ArgumentParser(prog="python -m tests.app.bench_web", description=__doc__)
    parser.add_argument("--start", type=Path, metavar="FOLDER")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.start:
        say_start(arguments.start.resolve())
        return
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name, sync_playwright() as playwright:
        folder = Path(name)
        web = built(folder / "web-app")
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        figures = [*size(web), *start(browser, web, folder, arguments.repeats)]
        browser.close()
    print(f"{'':<62} {'median':>9} {'':<9} {'spread':>20} {'bar':>10}")
    for figure in figures:
        print(line(figure))
    if arguments.json:
        write(arguments.json, figures)


if __name__ == "__main__":
    main()
