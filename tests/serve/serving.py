"""`companion serve` as a process of its own, with tables of its own."""

import os
import re
import ssl
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from companion.serve.guest_book import FILE
from companion.storage import Storage
from tests.app.browser.served import PATIENCE, Served
from tests.app.seeds import at, table_at

Seed = Callable[[Storage], object]

CODE = "FRIDAY"
HOST = re.compile(r"/(host/[\w-]+)")
CODES = re.compile(r"^Code: (\w+)$", re.MULTILINE)


def one_table(storage: Storage) -> None:
    """Four players in their third season."""
    table_at(storage, "Tonight", 4, at(3, "actions"), prosper=True)


class Serving(Served):
    """Started, answering, and stopped at the end. Its newest table has the code FRIDAY."""

    def __init__(self, data: Path, *options: str, seed: Seed = one_table, scheme: str = "http") -> None:
        before = os.environ.get("COMPANION_DATA")
        os.environ["COMPANION_DATA"] = str(data)
        try:
            with Storage() as storage:
                seed(storage)
        finally:
            if before is None:
                del os.environ["COMPANION_DATA"]
            else:
                os.environ["COMPANION_DATA"] = before
        self._scheme = scheme
        super().__init__(data, ("companion.cli", "serve", "--interface", "127.0.0.1", "--code", CODE, *options))
        self.url = f"{scheme}://127.0.0.1:{self.port}/"

    def __enter__(self) -> Self:
        return self

    def _answers(self) -> bool:
        anybody = ssl._create_unverified_context() if self._scheme == "https" else None
        try:
            address = f"{self._scheme}://127.0.0.1:{self.port}/"
            with urllib.request.urlopen(address, timeout=PATIENCE, context=anybody) as page:
                return bool(page.read())
        except OSError:
            return False

    @property
    def host_route(self) -> str:
        """What makes a device the host's."""
        found: list[str] = HOST.findall(self.log())
        return f"/{found[-1]}"

    @property
    def codes(self) -> Sequence[str]:
        """The codes it printed."""
        return CODES.findall(self.log())

    @property
    def guest_book(self) -> Path:
        """Where it keeps who sits where."""
        return self.data / FILE

    def open_files(self) -> int:
        """Sockets and files the process holds."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def settle(self, true: Callable[[], bool], otherwise: str) -> None:
        """Wait until something about the process is so."""
        end = time.perf_counter() + PATIENCE
        while not true():
            assert time.perf_counter() < end, otherwise
            time.sleep(0.02)
