"""A person at the app: finds everything by its role and its name, as a screen reader says them, and touches it."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Request, expect

PATIENCE = 20_000
STARTING = 60_000
HERE = ("127.0.0.1", "localhost", "")
KNOWN = "rive_native.js"
"""The one file Flet's client asks another host for, even where it is told not to; nothing depends on it."""

FLUTTER_TAKES_THE_KEYS = 400
"""Milliseconds from a field's focus in the page until Flutter listens to it for certain."""

Name = str | re.Pattern[str]


class Phone:
    """One device with the app open.

    What is tapped is activated as a screen reader does it, wherever it is; with `finger` it is scrolled into sight
    and touched at its place on the glass.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = (390, 844),
        finger: bool = False,
        context: BrowserContext | None = None,
    ) -> None:
        self.url = url
        self.finger = finger
        self.context = context or browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            is_mobile=size[0] < 600,
            locale="en-GB",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.context.set_default_timeout(PATIENCE)
        self.taps = 0
        self.complaints: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error in the page: {error}"))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and KNOWN not in message.location.get("url", "") + message.text:
            self.complaints.append(f"console: {message.text} {message.location.get('url', '')}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in (*HERE, None) and KNOWN not in request.url:
            self.complaints.append(f"request to another host: {request.url}")

    def open(self, route: str = "/") -> "Phone":
        """Open an address and wait until a screen reader finds something there."""
        self.page.goto(self.url.rstrip("/") + route)
        self.ready()
        return self

    def ready(self) -> None:
        """Wait for the first picture, then for what a screen reader sees."""
        switch = self.page.locator("flt-semantics-placeholder")
        switch.wait_for(state="attached", timeout=STARTING)
        self.page.locator("#loading").wait_for(state="detached", timeout=STARTING)
        switch.evaluate("element => element.click()")
        self.page.get_by_role("heading").first.wait_for(state="attached")

    def close(self) -> None:
        """Put it away."""
        self.context.close()

    # what is there

    def button(self, name: Name) -> Locator:
        """What can be tapped and is called so."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def begins(self, start: str) -> Locator:
        """What can be tapped and whose name begins so."""
        return self.button(re.compile(f"^{re.escape(start)}"))

    def heading(self, name: Name) -> Locator:
        """A heading."""
        return self.page.get_by_role("heading", name=name, exact=isinstance(name, str))

    def text(self, name: Name) -> Locator:
        """Any text or spoken name."""
        return self.page.get_by_text(name).or_(self.page.get_by_label(name)).first

    def sees(self, *names: Name) -> None:
        """Wait until all of these can be read."""
        for name in names:
            self._waits_for(self.text(name))

    def sees_heading(self, name: Name) -> None:
        """Wait until a heading says so: the screen has changed."""
        self._waits_for(self.heading(name).first)

    def sees_button(self, name: Name) -> None:
        """Wait until there is something to tap that is called so."""
        self._waits_for(self.button(name).first)

    def _waits_for(self, thing: Locator) -> None:
        try:
            thing.wait_for(state="attached")
        except Error as trouble:
            trouble.add_note(f"There is: {self.names()}")
            raise

    def misses(self, name: Name) -> None:
        """Wait until it can be read no more."""
        expect(self.text(name)).not_to_be_attached(timeout=PATIENCE)

    def names(self) -> list[str]:
        """Everything a screen reader would say, in order; for messages and for looking around."""
        said: list[str] = self.page.evaluate(NAMES)
        return said

    # what a person does

    def tap(self, name: Name) -> None:
        """Tap what is called so; it must be one thing, and usable."""
        self._tap(self.button(name))

    def tap_beginning(self, start: str) -> None:
        """Tap what is called so and more."""
        self._tap(self.begins(start))

    def tap_first(self, name: Name) -> None:
        """Tap the first of the things called so."""
        self._tap(self.button(name).first)

    def _tap(self, thing: Locator) -> None:
        try:
            expect(thing).to_be_enabled(timeout=PATIENCE)
            if self.finger:
                self._scroll_to(thing)
                thing.tap()
            else:
                thing.evaluate("element => element.click()")
        except Exception as trouble:
            trouble.add_note(f"There is: {self.names()}")
            raise
        self.taps += 1

    def _scroll_to(self, thing: Locator) -> None:
        """Scroll the list it is in, until all of it is in sight and nothing moves any more."""
        thing.evaluate(AT_REST)
        for _ in range(10):
            way = thing.evaluate(OUT_OF_SIGHT)
            if way is None:
                return
            self.page.mouse.move(way["x"], way["y"])
            self.page.mouse.wheel(way["right"], way["down"])
            thing.evaluate(AT_REST)

    def write(self, field: Name, text: str) -> None:
        """Type into a field."""
        box = self.page.get_by_role("textbox", name=field)
        if not box.evaluate("element => document.activeElement === element"):
            box.tap()
        expect(box).to_be_focused()
        box.evaluate(LISTENING, FLUTTER_TAKES_THE_KEYS)
        if box.input_value():
            self.page.keyboard.press("Control+A")
            box.evaluate(LISTENING, FLUTTER_TAKES_THE_KEYS)
        self.page.keyboard.type(text, delay=15)
        expect(box).to_have_value(text)

    def saves(self, name: Name, folder: Path) -> Path:
        """Tap what saves a file; where it landed."""
        with self.page.expect_download() as coming:
            self.tap(name)
        target = folder / coming.value.suggested_filename
        coming.value.save_as(target)
        return target

    def gives(self, name: Name, file: Path) -> None:
        """Tap what asks for a file, and choose this one."""
        with self.page.expect_file_chooser() as asking:
            self.tap(name)
        asking.value.set_files(file)

    def picture(self, path: Path, **options: Any) -> None:
        """What the eye sees."""
        self.page.screenshot(path=path, **options)


LISTENING = """(box, patience) => new Promise(resolve => {
  const since = performance.now();
  const look = () => (box.getAttribute('aria-label') || '').includes('\\n') || performance.now() - since > patience
    ? resolve() : requestAnimationFrame(look);
  look();
})"""
"""Wait until Flutter knows that the field is focused: an empty field then says its hint, too."""

OUT_OF_SIGHT = """element => {
  const own = element.getBoundingClientRect();
  for (let list = element.parentElement; list; list = list.parentElement) {
    if (list.style.scrollbarWidth !== 'none') continue;
    const seen = list.getBoundingClientRect();
    const across = own.left < seen.left - 1 || own.right > seen.right + 1;
    if (!across && own.top >= seen.top - 1 && own.bottom <= seen.bottom + 1) continue;
    const inner = [...list.querySelectorAll('flt-semantics')].filter(each => each.style.scrollbarWidth === 'none')
      .map(each => each.getBoundingClientRect());
    let y = seen.top + 4;
    while (inner.some(box => box.top <= y && y <= box.bottom) && y < seen.bottom) y += 8;
    return {
      x: seen.left + 3, y,
      right: across ? (own.left + own.right - seen.left - seen.right) / 2 : 0,
      down: across ? 0 : (own.top + own.bottom - seen.top - seen.bottom) / 2,
    };
  }
  return null;
}"""
"""Is it beyond the edge of a list? Then where to scroll that list, and how far."""

AT_REST = """element => new Promise(resolve => {
  let place = '', frames = 0;
  const look = () => {
    const box = element.getBoundingClientRect();
    const now = [box.x, box.y, box.width, box.height].join(' ');
    frames = now === place ? frames + 1 : 0;
    place = now;
    frames < 6 ? requestAnimationFrame(look) : resolve();
  };
  look();
})"""
"""Wait until it stands still for a few frames: the app follows a moment after the page has scrolled."""

NAMES = """() => [...document.querySelectorAll(
    'flt-semantics-host [role], flt-semantics-host h1, flt-semantics-host h2, flt-semantics-host h3,' +
    ' flt-semantics-host span, flt-semantics-host [aria-label], flt-semantics-host input')]
  .map(element => {
    const role = element.getAttribute('role') || element.tagName.toLowerCase();
    const own = element.getAttribute('aria-label')
      || [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('');
    const off = element.getAttribute('aria-disabled') === 'true' ? ' (off)' : '';
    return own ? role + off + ': ' + own : '';
  }).filter(Boolean)"""
