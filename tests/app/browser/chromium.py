"""The browser the app is tested in: found, else installed, else a sentence that says how.

`python -m tests.app.browser.chromium` makes sure that there is one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
HOW = "The app's tests need Chromium: install it (Debian: apt install chromium) or name one in COMPANION_CHROMIUM."

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # a network that ends at this machine
)


class NoChromium(Exception):
    """There is none, and it could not be installed."""


def chromium() -> str:
    """The browser's path."""
    named = os.environ.get("COMPANION_CHROMIUM")
    if named:
        if not Path(named).is_file():
            raise NoChromium(f"COMPANION_CHROMIUM names {named}, and there is no such file.")
        return named
    found = _on_this_machine() or _installed_now()
    if found is None:
        raise NoChromium(HOW)
    return found


def _on_this_machine() -> str | None:
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((str(path) for path in ELSEWHERE if path.is_file()), None)


def _installed_now() -> str | None:
    """By apt, where that is allowed."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    print("Installing Chromium for the app's tests...", file=sys.stderr)
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "stdout": subprocess.DEVNULL, "check": False}
    patient = ("-o", "DPkg::Lock::Timeout=300", "-qq")
    subprocess.run([apt, *patient, "update"], **quiet)  # type: ignore[call-overload]
    subprocess.run([apt, *patient, "install", "-y", "--no-install-recommends", "chromium"], **quiet)  # type: ignore[call-overload]
    return _on_this_machine()


if __name__ == "__main__":
    try:
        chromium()
    except NoChromium as none:
        sys.exit(str(none))
