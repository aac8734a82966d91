"""A phone at a table, with a network of its own that can be taken away."""

import re
import time
from collections.abc import Sequence
from contextlib import suppress

from playwright.sync_api import Browser, TimeoutError, WebSocket

from companion.serve.desk import GLANCE
from tests.app.browser.phone import Name, Phone
from tests.serve.cut_proxy import CutProxy

NO_NETWORK = re.compile(r"net::ERR_|WebSocket connection to|^error in the page: Exception$")
"""What a browser, and the web client in it, say when they cannot reach a server."""

A_GLANCE = 1000 * GLANCE
"""Milliseconds, as a browser counts them."""

MOVED = "The table has changed"


class Seated(Phone):
    """One device. What the server tells it over its socket is kept in `heard`."""

    def __init__(self, browser: Browser, port: int) -> None:
        self.network = CutProxy(port)
        super().__init__(browser, self.network.url)
        self.heard: list[bytes] = []
        self.sits = ""
        """The name of the player it belongs to."""
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda said: self.heard.append(said if isinstance(said, bytes) else said.encode()))

    def close(self) -> None:
        """Put it away."""
        super().close()
        self.network.close()

    def begin(self, route: str) -> None:
        """Open an address; `ready` waits until there is something."""
        self.page.goto(self.url.rstrip("/") + route, wait_until="commit")

    def sits_down(self, name: str) -> None:
        """Take a seat at the table whose code was scanned, and look at the table."""
        self.sits = name
        self.tap_beginning(f"{name}, seat ")
        self.tap("Take this seat")
        self.sees_heading(name)
        self.tap("Back")

    # coming back

    def looks(self) -> None:
        """Remember this page: `comes_back` waits for another."""
        self.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<i id=seen-before></i>')")

    def sleeps(self) -> None:
        """The screen is dark, and nothing reaches it."""
        self.looks()
        self.page.evaluate(HIDDEN, True)
        self.network.lock()

    def wakes(self) -> None:
        """The screen is lit, and there is a network."""
        self.network.up()
        self.page.evaluate(HIDDEN, False)

    def comes_back(self, since: float, *names: Name) -> float:
        """Without a tap it shows these again; the seconds that took. What it could not reach meanwhile is no fault."""
        self.page.locator("#seen-before").wait_for(state="detached")
        self.ready()
        self.sees(*names)
        took = time.perf_counter() - since
        self.complaints[:] = [each for each in self.complaints if not NO_NETWORK.search(each)]
        return took

    # with others

    def says(self, name: Name, *then: Name) -> None:
        """Tap what changes the table for all, and see what comes of it.

        If somebody changed it in the blink of an eye before, the app asks whether it is still meant: it is. A finger
        that is quicker than the eye once more is asked once more.
        """
        self.tap(name)
        again, outcome = self.begins("Do it now: "), self.text(then[0])
        again.or_(outcome).first.wait_for(state="attached")
        while again.count():
            again.evaluate("element => element.click()")
            with suppress(TimeoutError):
                again.wait_for(state="detached", timeout=A_GLANCE)
        self.sees(*then)


def tap_at_once(name: Name, phones: Sequence[Phone]) -> None:
    """Fingers of several people on the same button in the same instant."""
    buttons = [phone.button(name) for phone in phones]
    for button in buttons:
        button.wait_for(state="attached")
    instant = time.time() * 1000 + 300
    for button in buttons:
        button.evaluate("(element, at) => void setTimeout(() => element.click(), at - Date.now())", instant)


HIDDEN = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""The page is out of sight, or in sight again."""
