"""Starting the app: where it opens, and the sentence that is said where it cannot."""

import importlib.util
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import launch
from companion.cli import main
from companion.web import server

ASKED_FOR = 18_551


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "FLET_VIEW_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "data"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ports the app was served at, without serving it."""
    ports: list[int] = []
    monkeypatch.setattr(server, "serve", lambda store, assets, port: ports.append(port))
    return ports


@pytest.fixture
def taken() -> Iterator[int]:
    """A port somebody else listens at."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_without_a_screen_it_opens_in_the_browser_and_says_where(served: list[int], capsys: Any):
    assert main([]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Companion is open at http://127.0.0.1:{served[0]}/")
    assert "your tables are saved" in said


def test_a_port_asked_for_is_the_port(served: list[int], monkeypatch: pytest.MonkeyPatch, capsys: Any):
    monkeypatch.setattr(server, "free_port", lambda wanted: wanted)
    assert main(["--port", str(ASKED_FOR)]) == 0
    assert served == [ASKED_FOR]
    assert f"http://127.0.0.1:{ASKED_FOR}/" in capsys.readouterr().out


def test_a_port_in_use_is_a_sentence(served: list[int], taken: int, capsys: Any):
    assert main(["--web", "--port", str(taken)]) == 2
    assert served == []
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"companion: port {taken} is in use; choose another with --port.\n")


def test_if_the_usual_port_is_in_use_another_is_taken(
    served: list[int], taken: int, monkeypatch: pytest.MonkeyPatch, capsys: Any
):
    monkeypatch.setattr(server, "USUAL_PORT", taken)
    assert main(["--web"]) == 0
    assert served != [taken]
    assert f":{served[0]}/" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["0", "65536", "-1", "many"])
def test_a_port_that_is_none(number: str, served: list[int], capsys: Any):
    assert main(["--port", number]) == 2
    assert served == []
    assert capsys.readouterr().err.startswith("companion: ")


def test_a_data_folder_that_cannot_be_one_is_a_sentence(own_data: Path, served: list[int], capsys: Any):
    own_data.write_text("a file, not a folder", "utf-8")
    assert main(["--web"]) == 2
    assert served == []
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: Companion")
    assert str(own_data) in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_the_data_folder_is_made(own_data: Path, served: list[int]):
    assert main(["--web"]) == 0
    assert (own_data / "companion.sqlite").is_file()


def test_only_this_machine_can_reach_the_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    asked: dict[str, Any] = {}
    monkeypatch.setattr(server, "asgi_app", lambda store, assets: "the app")
    monkeypatch.setattr(server, "uvicorn", SimpleNamespace(run=lambda app, **how: asked.update(how)))
    server.serve(None, tmp_path, 1)  # type: ignore[arg-type]
    assert asked["host"] == "127.0.0.1"


class TestWindow:
    """A window is opened only where that needs no download."""

    @pytest.fixture
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
        return tmp_path / "home"

    @pytest.fixture
    def windows(self, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
        opened: list[Any] = []

        def window(store: Any) -> int:
            opened.append(store)
            return 0

        monkeypatch.setattr(launch, "_window", window)
        return opened

    def test_with_a_screen_and_a_client_at_hand(self, home, windows, served, monkeypatch):
        (home / ".flet" / "client" / "flet-desktop").mkdir(parents=True)
        monkeypatch.setenv("DISPLAY", ":0")
        assert main([]) == 0
        assert len(windows) == 1
        assert served == []

    def test_with_a_screen_but_no_client(self, home, windows, served, monkeypatch):
        monkeypatch.setenv("DISPLAY", ":0")
        assert main([]) == 0
        assert windows == []
        assert len(served) == 1

    def test_with_a_client_but_no_screen(self, home, windows, served):
        (home / ".flet" / "client" / "flet-desktop").mkdir(parents=True)
        assert main([]) == 0
        assert windows == []

    def test_a_client_named_by_the_environment(self, home, windows, served, monkeypatch, tmp_path):
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        monkeypatch.setenv("FLET_VIEW_PATH", str(tmp_path / "nowhere"))
        assert main([]) == 0
        assert windows == []
        monkeypatch.setenv("FLET_VIEW_PATH", str(tmp_path))
        assert main([]) == 0
        assert len(windows) == 1

    @pytest.mark.parametrize("asked", [["--web"], ["--port", str(ASKED_FOR)]])
    def test_not_if_the_browser_was_asked_for(self, home, windows, served, monkeypatch, asked):
        (home / ".flet" / "client" / "flet-desktop").mkdir(parents=True)
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(server, "free_port", lambda wanted: wanted or ASKED_FOR)
        assert main(asked) == 0
        assert windows == []
        assert len(served) == 1
