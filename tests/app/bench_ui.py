"""How fast the app feels, measured in headless Chromium beside an empty Flet app in the same run."""

import argparse
import json
import platform
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from companion.storage import Storage
from tests.app.browser.chromium import FLAGS, chromium
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import at, own_cards, table_at
from tests.bench.__main__ import line
from tests.bench.measure import Figure

EMPTY = ("tests.app.empty_app",)

TURNS = 5
"""Taps in a repeat, on either: the one in the middle counts, whatever else the machine does meanwhile."""

WATCH = """wanted => {
  const host = document.querySelector('flt-semantics-host');
  window.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`never seen: ${wanted}`)), 20000);
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


# in play


def in_play(browser: Browser, folder: Path, repeats: int) -> list[Figure]:
    """Resolve, the castle and the memory, beside a counter that is tapped in turn."""
    data = folder / "evening"
    with Storage(data) as storage:
        table_at(storage, "actions", 4, at(3, "actions"), prosper=True)
        table_at(storage, "combat", 4, at(4, "combat"), cards=own_cards(), prosper=True)
    with Served(data) as ours, Served(folder / "counter", EMPTY) as theirs:
        with opened(browser, ours, "/table/2") as phone, opened(browser, theirs) as counter:
            resolve = resolving(phone, counter, repeats)
        sent = castle_bytes(browser, ours, repeats)
        memory = evening_memory(browser, folder, theirs.memory())
    return [resolve, Figure("castle redrawn after one step", "bytes", sent, 4096, False), memory]


ROUTES = (
    "/table/1",
    "/table/1/castle/0",
    "/table/1/count/0",
    "/table/1/score",
    "/table/1/log",
    "/table/1/log/40",
    "/rules",
    "/library",
    "/settings",
    "/table/1",
)
"""What is looked at in an evening."""


def evening_memory(browser: Browser, folder: Path, empty: int) -> Figure:
    """The process with a whole evening's log and every screen seen, beside the counter's."""
    data = folder / "whole-evening"
    with Storage(data) as storage:
        table_at(storage, "evening", 4, at(7, "over"), prosper=True)
    with Served(data) as served, opened(browser, served) as phone:
        for route in ROUTES:
            phone.open(route)
        return Figure("memory after an evening, of an empty app's", "×", (served.memory() / empty,), 1.3, False)


def resolving(phone: Phone, counter: Phone, repeats: int) -> Figure:
    """The tap on Resolve, four players and four cards, in taps on a counter."""
    phone.tap("All as they stand")
    for number in (2, 3, 4):
        phone.sees_heading(f"Invader card {number} of 4")
        _turn_over(phone, ("Axemen of the Long Shore", "Crossbows for Hire", "Greenwood Bowmen")[number - 2])
    phone.tap("Accept and go on")
    phone.sees_heading("The siege card")
    _turn_over(phone, "Field Catapult")
    ratios = []
    for number in range(repeats + 1):
        ours, empty = [], []
        for turn in range(1, TURNS + 1):  # one after the other, so that a slow moment strikes nobody alone
            ours.append(_resolved(phone))
            empty.append(tap_to_paint(counter, "Count", f"tapped {number * TURNS + turn}"))
        if number:  # the first one warms up
            ratios.append(median(ours) / median(empty))
    return Figure("tap on Resolve (4 players, 4 cards), of a counter's", "×", tuple(ratios), 2, False)


def _resolved(phone: Phone) -> float:
    """The tap on Resolve; then it is taken back."""
    phone.sees_button("Resolve the battle")
    taken = tap_to_paint(phone, "Resolve the battle", "Change on your table")
    phone.tap_beginning("Undo: ")
    return taken


def _turn_over(phone: Phone, card: str) -> None:
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.tap("North")
    phone.misses("Where does its red border point?")


def castle_bytes(browser: Browser, served: Served, repeats: int) -> tuple[float, ...]:
    """What goes to the phone from the tap on a stepper until the castle shows the new number."""
    phone = Phone(browser, served.url)
    heard: list[int] = []
    phone.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(len(data))))
    phone.open("/table/1/castle/0")
    sent = []
    for _ in range(repeats):
        phone.tap_beginning("Gold: ")
        phone.sees_heading("Gold")
        said = phone.text(re.compile(r"^Gold: \d+$")).text_content() or ""
        gold = int(said.removeprefix("Gold: "))
        heard.clear()
        phone.tap("1 more")
        phone.sees(f"Gold: {gold + 1}")
        phone.tap("Done")
        phone.sees_button(f"Gold: {gold + 1}")
        sent.append(float(sum(heard)))
    phone.close()
    return tuple(sent)


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(prog="python -m tests.app.bench_ui", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        figures = [
            first_start(browser, folder, arguments.repeats),
            *in_play(browser, folder, arguments.repeats),
        ]
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
