"""The web app as a file host has it: built once for all tests of a run, served by Python's own plain file server."""

import fcntl
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType

from tests.app.browser.chromium import FLAGS, chromium
from tests.app.browser.served import PATIENCE, ROOT, free_port

BUILD = ROOT / "build"


def recipe() -> Any:
    """build/web.py, as a module."""
    sys.path.insert(0, str(BUILD))
    try:
        return SimpleNamespace(**runpy.run_path(str(BUILD / "web.py")))
    finally:
        sys.path.remove(str(BUILD))


def built(folder: Path) -> Path:
    """The web app in this folder; whoever comes first builds it, the others wait."""
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            made = subprocess.run(
                [sys.executable, str(BUILD / "web.py"), "--to", str(folder / "web")],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert made.returncode == 0, f"the web app could not be built: {made.stderr}"
            done.touch()
    return folder / "web"


def another_version(web: Path, target: Path, **changes: Callable[[str], str]) -> Path:
    """A copy in which some scripts differ: worker=lambda text: …; with a list of its own, as a new version has."""
    shutil.copytree(web, target)
    for name, change in changes.items():
        script = target / f"{name}.js"
        before = script.read_text("utf-8")
        script.write_text(change(before), encoding="utf-8")
        assert script.read_text("utf-8") != before
    web_recipe = recipe()
    shutil.copyfile(web_recipe.STATIC / "sw.js", target / "sw.js")
    web_recipe.service_worker(target, web_recipe.listed(target))
    return target


class FileHost:
    """Files at an address. `under` is a folder of the address: any depth will do."""

    def __init__(self, folder: Path, scratch: Path, under: str = "games/companion") -> None:
        self._site = scratch / f"site-{time.monotonic_ns()}"
        self._place = self._site / under
        self._place.parent.mkdir(parents=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/{under}/"
        self.offers(folder)
        self.begin()

    def __enter__(self) -> "FileHost":
        return self

    def __exit__(self, *trouble: object) -> None:
        self.stop()

    def offers(self, folder: Path) -> None:
        """From now on these are the files."""
        self._place.unlink(missing_ok=True)
        self._place.symlink_to(folder, target_is_directory=True)

    def begin(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1", "-d", str(self._site)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        began = time.perf_counter()
        while not self._answers():
            assert time.perf_counter() - began < PATIENCE, "the file host does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=PATIENCE) as page:
                return bool(page.read())
        except OSError:
            return False

    def stop(self) -> None:
        """The network is gone."""
        self.process.kill()
        self.process.wait(PATIENCE)


class OwnChromium:
    """A browser with a profile on the disk, which can be killed as a dead battery does, and started again."""

    def __init__(self, maker: BrowserType, profile: Path) -> None:
        self._maker = maker
        self._profile = profile

    @contextmanager
    def opened(self) -> Iterator[BrowserContext]:
        """The browser, and the one context that is kept on the disk."""
        told = self._profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        own = ("--headless=new", f"--user-data-dir={self._profile}", "--remote-debugging-port=0", "--lang=en-GB",
               "--window-size=390,844")  # fmt: skip
        self.process = subprocess.Popen(
            [chromium(), *FLAGS, *own, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            began = time.perf_counter()
            while not (told.exists() and told.read_text("ascii").count("\n")):
                assert time.perf_counter() - began < PATIENCE, "the browser does not answer"
                time.sleep(0.02)
            port = told.read_text("ascii").splitlines()[0]
            yield self._maker.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0]
        finally:
            self.kill()

    def kill(self) -> None:
        """All of its processes at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
