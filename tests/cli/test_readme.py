"""What README and guide show is what happens."""

import contextlib
import io
import json
import os
import re

import pytest

from tests import pictures
from tests.cli.console import ROOT, Console, process

README = (ROOT / "README.md").read_text("utf-8")
GUIDE = (ROOT / "docs" / "command-line.md").read_text("utf-8")


def test_the_library_example_runs_and_is_short(monkeypatch: pytest.MonkeyPatch):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    lines = [line for line in code.splitlines() if line]
    assert len(lines) <= 10
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    first, *rest = out.getvalue().splitlines()
    assert first == "survived after 2 rounds"
    assert rest[0] == "[ ] North wall: take 5 stone cubes off, put them in your stockpile."
    assert len(rest) == 9


def test_the_picture_is_what_the_command_prints():
    """Fails when the output changed: run `make picture`, and look at it."""
    assert pictures.PICTURE.read_text("utf-8") == pictures.picture(pictures.printed()), "run: make picture"


def test_the_two_commands_are_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`?make ([a-z]+)`?", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md", "examples/README.md"])
def test_links_lead_somewhere(page: str):
    text = (ROOT / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not link.startswith("http"):
            assert (ROOT / page).parent.joinpath(link).exists(), link


def test_the_guides_scenario_resolves(console: Console):
    (block,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    (ada,) = console.with_scenario(json.loads(block), "--json").data["players"]
    assert (ada["name"], ada["outcome"]) == ("Ada", "survived")


def test_the_guides_refusal_is_the_programs(console: Console, tmp_path, monkeypatch: pytest.MonkeyPatch):
    (expected,) = re.findall(r"^companion: tonight\.json: .*$", GUIDE, re.MULTILINE)
    table = {"format": "companion.scenario", "version": 1, "players": [{"castle": {"N": {}}}]}
    table["players"][0]["castle"]["N"] = {"piece": "wood wall", "cubes": 3}  # type: ignore[index]
    (tmp_path / "tonight.json").write_text(json.dumps(table), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert console("resolve", "tonight.json").err == f"{expected}\n"


def test_make_run_shows_the_worked_example_explained():
    """The command behind `make run`."""
    (command,) = re.findall(r"^\t@\$\(VENV\)/bin/companion (resolve .*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    ran = process(*command.split())
    assert ran.code == 0
    assert "Survived after 2 rounds." in ran.out
    assert os.linesep not in ran.err
