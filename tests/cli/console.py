"""Running the command: as a process of its own, and within the test."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cli import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WORKED_EXAMPLE = str(EXAMPLES / "worked-example.json")
FOUR_PLAYERS = str(EXAMPLES / "four-players.json")
EVENING = str(EXAMPLES / "evening.save.json")


class Ran(NamedTuple):
    """How a run ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON on standard output."""
        assert self.code == 0, self.err
        return json.loads(self.out)


def process(*arguments: str, stdin: bytes = b"", settings: Mapping[str, str] | None = None) -> Ran:
    """A process of its own; its output is read in the encoding the settings ask for."""
    settings = settings or {}
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    environ = {**kept, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT), **settings}
    encoding = environ["PYTHONIOENCODING"]
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments],
        input=stdin,
        capture_output=True,
        env=environ,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


class Console:
    """Runs the command within the test, at 80 columns."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("COLUMNS", "80")
        for name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name, raising=False)

    def __call__(self, *arguments: str, stdin: bytes = b"", **settings: str) -> Ran:
        for name, value in settings.items():
            self._monkeypatch.setenv(name, value)
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        self._capsys.readouterr()
        code = main(arguments)
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def with_scenario(self, scenario: Mapping[str, Any], *options: str) -> Ran:
        """Resolve a scenario sent to standard input."""
        return self("resolve", *options, "-", stdin=json.dumps(scenario).encode())


def scenario(*players: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """A scenario with the two lines every file begins with."""
    return {"format": "companion.scenario", "version": 1, "players": list(players), **fields}


def example(name: str) -> Any:
    """An example file, to be changed."""
    return json.loads((EXAMPLES / name).read_text("utf-8"))
