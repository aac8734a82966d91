"""The app's speed beside an empty Flet app's, in the same browser: `python -m tests.app.bench_ui`, part of `make bench`."""

import argparse
import json
import platform
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from companion.storage import Storage
from tests.app.browser.chromium import FLAGS, chromium
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import at, table_at
from tests.bench.__main__ import line
from tests.bench.measure import Figure

EMPTY = ("tests.app.empty_app",)

WATCH = """wanted => {
  const host = document.querySelector('flt-semantics-host');
  window.painted = new Promise(resolve => {
    let began = 0;
    window.addEventListener('pointerdown', () => { began = performance.now(); }, {capture: true, once: true});
    const watcher = new MutationObserver(() => {
      if (began && host.textContent.includes(wanted)) {
        watcher.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
      }
    });
    watcher.observe(host, {subtree: true, childList: true, characterData: true, attributes: true});
  });
}"""
"""From the finger's touch to the frame after a screen reader can read the text, measured inside the page."""


def tap_to_paint(phone: Phone, name: str, shown: str) -> float:
    """Milliseconds from the tap to the text on the screen."""
    phone.page.evaluate(WATCH, shown)
    phone.tap(name)
    taken: float = phone.page.evaluate("window.painted")
    return taken


@contextmanager
def opened(browser: Browser, served: Served, route: str = "/") -> Iterator[Phone]:
    """A phone with the app open."""
    phone = Phone(browser, served.url, finger=True)
    try:
        yield phone.open(route)
    finally:
        phone.close()


# first start


def first_start(browser: Browser, folder: Path, repeats: int) -> Figure:
    """From the command to a home that can be used, beside an empty app's: both cold, in turn."""
    ratios = []
    for number in range(repeats):
        empty = _started(browser, folder / f"empty{number}", EMPTY, "Count")
        ours = _started(browser, folder / f"home{number}", ("companion.cli", "--web"), "New table")
        ratios.append(ours / empty)
    return Figure("first start to usable home, of an empty app's", "×", tuple(ratios), 1.3, False)


def _started(browser: Browser, data: Path, module: tuple[str, ...], name: str) -> float:
    with Served(data, module) as served, opened(browser, served) as phone:
        phone.sees_button(name)
        return time.perf_counter() - served.started


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(prog="python -m tests.app.bench_ui", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        figures = [first_start(browser, folder, arguments.repeats)]
        browser.close()
    print(f"{'':<62} {'median':>9} {'':<9} {'spread':>20} {'bar':>10}")
    for figure in figures:
        print(line(figure))
    if arguments.json:
        write(arguments.json, figures)


def write(path: Path, figures: list[Figure]) -> None:
    """For comparison."""
    path.parent.mkdir(parents=True, exist_ok=True)
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [{**figure._asdict(), "median": figure.median, "met": figure.met} for figure in figures],
    }
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"written: {path}")


if __name__ == "__main__":
    main()
