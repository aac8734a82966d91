"""What a screen reader finds: axe-core has nothing serious to say, and everything that can be touched has a name."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from companion.storage import Storage
from tests.app.browser.conftest import OpenPhone, Serve
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import MOMENTS, evening_in_moments

SERIOUS = ("serious", "critical")

TOUCHED = """() => [...document.querySelectorAll('flt-semantics-host *')]
  .filter(element => element.hasAttribute('flt-tappable')
    || ['button', 'link', 'checkbox', 'switch', 'radio', 'tab', 'slider', 'textbox', 'menuitem', 'option']
      .includes(element.getAttribute('role')) || ['INPUT', 'TEXTAREA', 'BUTTON', 'A'].includes(element.tagName))
  .map(element => {
    const name = element.getAttribute('aria-label') || element.textContent;
    const size = element.getBoundingClientRect();
    let cut = false;
    for (let above = element.parentElement; above; above = above.parentElement)
      if (above.style.scrollbarWidth === 'none') {
        const seen = above.getBoundingClientRect();
        cut ||= size.top <= seen.top + 1 || size.bottom >= seen.bottom - 1
          || size.left <= seen.left - 1 || size.right >= seen.right + 1;
      }
    return {role: element.getAttribute('role') || '', name: (name || '').trim(), cut,
            width: Math.round(size.width), height: Math.round(size.height)};
  })"""
"""Everything with a role that invites a touch; `cut` is what the edge of a list shows only a part of."""

LEAST = 47.5
"""A touch target's smallest side; half a pixel is lost in rounding."""


ROUTES = (
    "/",
    "/new",
    "/practice",
    "/library",
    "/library/card/hill-clans",
    "/rules",
    "/rules/P-3",
    "/settings",
    *(f"/table/{number}" for number in range(1, len(MOMENTS) + 1)),
    "/table/2/castle/0",
    "/table/1/count/0",
    "/table/3/log",
    "/table/3/log/20",
    "/table/6/score",
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a table at each moment of an evening."""
    data = tmp_path_factory.mktemp("accessibility") / "data"
    with Storage(data) as storage:
        evening_in_moments(storage)
    with Served(data) as served:
        yield served
    assert served.complaints() == []


@pytest.mark.parametrize("route", ROUTES)
def test_every_screen_can_be_read_and_touched(evening: Served, open_phone: OpenPhone, route: str):
    phone = open_phone(evening, route)
    assert phone.heading("Something went wrong").count() == 0
    assert serious_findings(phone) == []
    assert nameless(phone) == []
    assert too_small(phone) == []


def serious_findings(phone: Phone) -> list[str]:
    """What axe-core calls serious or worse."""
    phone.page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    report: dict[str, Any] = phone.page.evaluate("axe.run()")
    assert report["passes"], "axe looked at nothing"
    return [
        f"{finding['impact']} {finding['id']}: {node['html'][:160]}"
        for finding in report["violations"]
        if finding["impact"] in SERIOUS
        for node in finding["nodes"]
    ]


def touched(phone: Phone) -> list[dict[str, Any]]:
    """Everything that can be touched."""
    found: list[dict[str, Any]] = phone.page.evaluate(TOUCHED)
    assert found, "nothing here can be touched"
    return found


def nameless(phone: Phone) -> list[dict[str, Any]]:
    """What a screen reader could only call "button"."""
    return [thing for thing in touched(phone) if not thing["name"]]


def too_small(phone: Phone) -> list[dict[str, Any]]:
    """What a finger could miss."""
    return [thing for thing in touched(phone) if not thing["cut"] and min(thing["width"], thing["height"]) < LEAST]


def test_the_keyboard_reaches_and_uses_everything(serve: Serve, open_phone: OpenPhone):
    """Tab goes from button to button, Enter does what a finger does."""
    phone = open_phone(serve())
    for _ in ("Library", "Rules", "Settings"):
        phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Enter")
    phone.sees_heading("Settings")


def test_a_finger_and_a_screen_reader_each_count_once(evening: Served, open_phone: OpenPhone):
    """What can be activated in two ways must not happen twice."""
    for finger in (True, False):
        phone = open_phone(evening, "/table/1/castle/1", finger=finger)
        phone.tap_beginning("Gold: ")
        phone.sees_heading("Gold")
        before = phone.text(re.compile(r"^Gold: \d+$")).text_content()
        assert before is not None
        phone.tap("1 more")
        phone.sees(f"Gold: {int(before.removeprefix('Gold: ')) + 1}")
        phone.tap("Cancel")
