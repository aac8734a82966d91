"""Four phones on the wire that play one table: everybody their own part, as people do, only quicker."""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from companion.serve.desk import GLANCE
from tests.serve.wire import PATIENCE, Wire

WORKER = "Worker for no effect"
PLACE = "The troops stand so"
NEXT = (
    "Begin combat",
    "Draw from the practice deck",
    "Accept and go on",
    "Resolve",
    "Flags, income, harvest",
    "Next season",
    "Final scoring",
)
"""What anybody may tap; the first that is there is meant."""


class Said(NamedTuple):
    """An entry: how long it took until all phones had drawn it."""

    what: str
    seconds: float


class TableByWire:
    """One table and its phones, in the order of their seats."""

    def __init__(self, phones: Sequence[Wire]) -> None:
        self.phones = phones
        self.said: list[Said] = []

    async def play(self, entries: int, pause: float = 0.0) -> None:
        """So many entries; between two of them everybody looks for a moment."""
        while len(self.said) < entries:
            phone, what = self._move()
            if what not in (WORKER, PLACE):  # about the whole table: everybody looks first
                await self._quiet()
                phone, what = self._move()
            await self._tap(phone, what)
            await asyncio.sleep(pause)

    def _move(self) -> tuple[Wire, str]:
        """What comes next, and on whose phone."""
        for phone in self.phones:
            names = phone.buttons()
            if WORKER in names and any("’s turn, " in label for label in phone.labels()):
                return phone, WORKER
            if PLACE in names:
                return phone, PLACE
        names = self.phones[0].buttons()
        for start in NEXT:
            found = next((name for name in names if name.startswith(start)), None)
            if found is not None:
                return self.phones[0], found
        raise AssertionError(f"nothing to do among {names}")

    async def _tap(self, phone: Wire, what: str) -> None:
        """Tap, and wait until every phone has drawn what came of it; some taps are for the phone alone."""
        for_itself = what == "Accept and go on"
        waiting = [phone] if for_itself else list(self.phones)
        before = [each.messages for each in waiting]
        began = time.perf_counter()
        await phone.tap(what)
        for each, messages in zip(waiting, before, strict=True):
            await each.until(lambda each=each, messages=messages: each.messages > messages)  # type: ignore[misc]
        if not for_itself:
            self.said.append(Said(what, time.perf_counter() - began))

    async def _quiet(self) -> None:
        """Until the phones have drawn all of it, and a glance has passed."""
        end = time.perf_counter() + PATIENCE
        messages = -1
        while messages != (now := sum(phone.messages for phone in self.phones)):
            assert time.perf_counter() < end, "the phones never come to rest"
            messages = now
            await asyncio.sleep(GLANCE * 1.1)
