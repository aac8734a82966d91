"""Whatever is wrong, the answer is one sentence, exit code 2 and nothing on standard output."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.commands import inputs
from tests.cli.console import ROOT, WORKED_EXAMPLE, Console, process, scenario

TWO_GATES = scenario({"castle": {"N": "wood gate", "S": "wood gate"}})


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "nothing came in; name a file, or send one."),
        (b" \n", "nothing came in; name a file, or send one."),
        (b"hello", "line 1, column 1: this is not a JSON file."),
        (b'{"format": "companion.scen', "line 1, column 12: the file ends in the middle; it seems to be cut off."),
        (b"[]", "a scenario is an object, not an empty list."),
        (b"\xff\xfe{}", "the file is UTF-16 text; it must be UTF-8."),
        (b"[" * 100_000, "lists and objects are nested more than 60 deep."),
        (b'{"a": NaN}', "NaN is not a number that can be used."),
        (
            json.dumps(TWO_GATES).encode(),
            "players[0].castle.S.piece: only one gate is allowed, and there is one in the North too (C-2).",
        ),
    ],
)
def test_bad_files_get_a_sentence_that_names_the_place(console: Console, content: bytes, expected: str):
    ran = console("resolve", "-", stdin=content)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"companion: standard input: {expected}\n"


@pytest.mark.parametrize(
    ("player", "place"),
    [
        ({"gold": -1}, "players[0].gold"),
        ({"gold": "17"}, "players[0].gold"),
        ({"gold": 10**400}, "players[0].gold"),
        ({"silver": 3}, "players[0].silver"),
        ({"castle": {"N": {"soldiers": 2}}}, "players[0].castle.N.soldiers"),
        ({"castle": {"N": {"piece": "wood wall", "cubes": 3}}}, "players[0].castle.N.cubes"),
        ({"policy": "flee"}, "players[0].policy"),
        ({"cards": ["no-such-card"]}, "players[0].cards[0]"),
    ],
)
def test_wrong_fields_are_named_with_the_file(console: Console, tmp_path: Path, player, place: str):
    path = tmp_path / "tonight.json"
    path.write_text(json.dumps(scenario(player)), "utf-8")
    for command in ("resolve", "score"):
        ran = console(command, str(path))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"companion: {path}: {place}: ")
        assert ran.err.count("\n") == 1


def test_a_wrong_answer_in_the_file_is_named_where_it_stands(console: Console):
    table = scenario(
        {
            "castle": {"N": "wood wall", "inside": {"soldiers": 1}},
            "fields": {"N": {"swordsmen": 1}},
            "rounds": [{"round": 1, "moves": [{"from": "inside", "to": "N", "soldiers": 4}]}],
        }
    )
    ran = console.with_scenario(table)
    assert ran.err == ("companion: standard input: players[0].rounds[0].moves[0].soldiers: inside has 1 then, not 4.\n")


def test_files_that_are_not_there_or_not_files(console: Console, tmp_path: Path):
    missing = tmp_path / "missing.json"
    assert console("resolve", str(missing)).err == f"companion: {missing}: there is no such file.\n"
    assert console("resolve", str(tmp_path)).err == f"companion: {tmp_path}: this is a folder, not a file.\n"
    assert console("score", str(missing)).code == 2
    assert console("replay", str(tmp_path)).code == 2
    assert console("resolve", "bad\0name").code == 2
    ran = console("resolve", "--pack", str(missing), WORKED_EXAMPLE)
    assert (ran.code, ran.err) == (2, f"companion: {missing}: there is no such file.\n")


def test_a_file_that_may_not_be_read(console: Console, monkeypatch: pytest.MonkeyPatch):
    def denied(*_):
        raise PermissionError

    monkeypatch.setattr("builtins.open", denied)
    assert console("resolve", "locked.json").err == "companion: locked.json: this file may not be read.\n"


def test_a_huge_file_is_refused_unread(console: Console, tmp_path: Path):
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    assert "the file is larger than 8 MB" in console("resolve", str(path)).err


def test_a_wall_no_box_has_the_cubes_for_is_refused(console: Console):
    table = scenario(
        {"castle": {"N": "stone wall", "inside": {"soldiers": 1}}, "fields": {"N": {"swordsmen": 1}}},
        constants={"capacity": {"stone_wall": 9_999}},
    )
    ran = console.with_scenario(table)
    assert ran.err == "companion: standard input: constants.capacity.stone_wall: must be 99 or less, not 9999.\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["resolve"], "the following arguments are required: FILE; see companion resolve --help."),
        (["resolve", "--json", "--explain", "x"], "not allowed with argument"),
        (["replay", "x", "--entry", "one"], "must be a whole number, not 'one'; see companion replay --help."),
        (["bench", "--repeats", "0"], "must be 1 to 1000; see companion bench --help."),
        (["conquer"], "invalid choice: 'conquer'"),
        (["schema", "castle"], "castle: there is no schema of this name; known: save, scenario, pack, message."),
    ],
)
def test_wrong_arguments(console: Console, arguments: list[str], expected: str):
    ran = console(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert expected in ran.err
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1


def test_a_name_cannot_steer_the_terminal(console: Console):
    named = scenario({"name": "Ada\x1b[2J\u202e\nmallory"}, {"gold": 1})
    for option in ("--explain", "--json"):
        out = console.with_scenario(named, option).out
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\nmallory" not in out


def test_ctrl_c_is_quiet(console: Console, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(inputs, "read_stream", interrupted)
    ran = console("resolve", "-")
    assert ran == (130, "", "")


def test_an_error_of_the_program_itself_is_not_hidden(console: Console, monkeypatch: pytest.MonkeyPatch):
    """A sentence about the file would be a lie there."""

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("companion.commands.resolve.report", broken)
    with pytest.raises(ZeroDivisionError):
        console("resolve", WORKED_EXAMPLE)


def test_a_closed_pipe_is_quiet():
    command = [sys.executable, "-m", "companion.cli", "resolve", "--json", WORKED_EXAMPLE]
    reader = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.close()
    complaint = reader.stderr.read()
    reader.stderr.close()
    assert (reader.wait(timeout=60), complaint) == (cli.PIPE_CLOSED, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_a_sentence():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "companion.cli", "schema"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == b"companion: the result could not be written: No space left on device.\n"


def test_as_a_process_of_its_own():
    ran = process("resolve", "-", stdin=b"{")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err == "companion: standard input: line 1, column 2: the file ends in the middle; it seems to be cut off.\n"
    )
