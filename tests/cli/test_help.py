"""Help, version, schemas and the bench."""

import json
import re
import shlex
from importlib.metadata import PackageNotFoundError

import jsonschema
import pytest

from companion import cli
from companion.commands import bench
from engine.games.after_the_empire.battle_family import family
from engine.games.after_the_empire.fight import fight
from engine.games.after_the_empire.kernel import fight as kernel_fight
from tests.cli.console import EXAMPLES, Console, process

COMMANDS = ("resolve", "score", "replay", "schema", "bench")


def test_the_help_names_every_command(console: Console):
    ran = console("--help")
    assert ran.code == 0
    assert all(f"\n    {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(console: Console, name: str):
    ran = console(name, "--help")
    assert ran.code == 0
    assert ran.out.isascii(), "help is readable everywhere"
    assert f"examples:\n  companion {name}" in ran.out


def test_the_examples_in_the_help_are_commands_that_exist():
    """Every line parses, and every file it names is there unless it is plainly the reader's own."""
    texts = (cli.EXAMPLES, cli.RESOLVE_EXAMPLES, cli.SCORE_EXAMPLES, cli.REPLAY_EXAMPLES)
    lines = re.findall(r"companion .*$", "\n".join((*texts, cli.SCHEMA_EXAMPLES, cli.BENCH_EXAMPLES)), re.MULTILINE)
    commands = [re.split(r" [|>] ", line)[0] for line in lines if "--help" not in line and "docs/" not in line]
    assert len(commands) >= 15
    for command in commands:
        _, *arguments = shlex.split(command)
        cli.parser().parse_args(arguments)
        for argument in arguments:
            if argument.startswith("examples/"):
                assert (EXAMPLES.parent / argument).exists(), argument


def test_version(console: Console):
    ran = console("--version")
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\n", ran.out)


def test_version_of_a_folder_nobody_installed(monkeypatch: pytest.MonkeyPatch):
    def nowhere(_: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(cli, "version", nowhere)
    assert cli.installed_version() == "(not installed)"


def test_schema_lists_its_names(console: Console):
    out = console("schema").out
    assert [line.split()[0] for line in out.splitlines()] == ["save", "scenario", "pack", "message"]


def test_schemas_describe_the_examples(console: Console):
    schema = console("schema", "scenario").data
    for path in EXAMPLES.glob("*.json"):
        if not path.name.endswith(".save.json"):
            jsonschema.validate(json.loads(path.read_text("utf-8")), schema)
    evening = json.loads((EXAMPLES / "evening.save.json").read_text("utf-8"))
    jsonschema.validate(evening, console("schema", "save").data)


def test_bench_measures_with_spread(console: Console, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "SHORTEST", 0.0)
    out = console("bench", "--repeats", "2").out
    assert "kernel: whole battles" in out
    assert "±" in out
    assert "2 repeats, one core" in " ".join(out.split())


def test_bench_json(console: Console, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "SHORTEST", 0.0)
    data = console("bench", "--repeats", "3", "--json").data
    assert [len(figure["repeats"]) for figure in data["figures"]] == [3, 3]
    assert all(min(f["repeats"]) <= f["median"] <= max(f["repeats"]) for f in data["figures"])


def test_bench_compares_the_same_battles():
    """Both ways must come to the same end, or the comparison means nothing."""
    for battle in family(seed=1, size=200):
        _, rounds, outcome = fight(*bench.as_castle(battle))
        fast = kernel_fight(battle)
        assert (rounds, outcome == "sacked") == (fast.rounds, fast.sacked)


def test_as_a_process_of_its_own():
    ran = process("--help")
    assert ran.code == 0
    assert ran.out.startswith("usage: companion ")
