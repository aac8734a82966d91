"""A program that serves pages on this machine: the app itself, or another to compare it with."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0
EXPECTED = ("WebSocketDisconnect", "ClientDisconnected", "InvalidState", "ConnectionClosed", "CancelledError")
"""How a traceback ends that only says that a browser went away."""


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        number: int = door.getsockname()[1]
        return number


class Served:
    """The app in a process of its own, with a data folder of its own."""

    def __init__(self, data: Path, module: Sequence[str] = ("companion.cli", "--web")) -> None:
        self.data = data
        self._module = tuple(module)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self._log = data.parent / f"{data.name}.log"
        self.begin()

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *trouble: object) -> None:
        self.stop()

    def begin(self) -> None:
        """Start it, at the same address as before, and wait until it answers."""
        module, *arguments = self._module
        self.started = time.perf_counter()
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments, "--port", str(self.port)],
                cwd=ROOT,
                env={**os.environ, "COMPANION_DATA": str(self.data), "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        while not self._answers():
            assert self.process.poll() is None, f"the server ended at once:\n{self.log()}"
            assert time.perf_counter() - self.started < PATIENCE, f"the server does not answer:\n{self.log()}"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=PATIENCE) as page:
                return bool(page.read())
        except OSError:
            return False

    def kill(self) -> None:
        """As a dead battery does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def memory(self) -> int:
        """What the process holds in memory, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise OSError("this system does not tell what a process holds")

    def log(self) -> str:
        """What it printed."""
        return self._log.read_text("utf-8", "replace")

    def complaints(self) -> list[str]:
        """Errors in what it printed; a browser that went away is none."""
        ends = [line for line in self.log().splitlines() if line[:1].isalpha() and _names_an_error(line)]
        return [line for line in ends if not any(word in line for word in EXPECTED)]


def _names_an_error(line: str) -> bool:
    name = line.partition(":")[0]
    return name.replace(".", "").replace("_", "").isalnum() and name.endswith(("Error", "Exception"))
