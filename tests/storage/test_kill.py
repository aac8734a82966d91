"""Kill −9 at any moment: every entry that was acknowledged is there, at most the one in flight is missing."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.appender import standing
from tests.storage.evening import gold, picture, play_on, small_setup

KILLS = 40
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def reports(process: "subprocess.Popen[str]") -> Iterator[tuple[str, tuple[int, ...]]]:
    assert process.stdout is not None
    for line in process.stdout:
        word, *numbers = line.split()
        yield word, tuple(map(int, numbers))


def spin(seconds: float) -> None:
    """Wait for less than a sleep could."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def test_a_killed_app_loses_at_most_the_entry_in_flight(opened, tmp_path):
    storage = opened()
    table = storage.tables.create(small_setup(), "played until killed")
    table.append(gold(1))
    bystander = storage.tables.create(small_setup(3), "not open")
    play_on(bystander, 60)
    expected = picture(bystander)
    storage.close()

    chance = random.Random(2031)
    command = [sys.executable, "-m", "tests.storage.appender", str(tmp_path), str(table.id)]
    in_flight = entries = 0
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1
    ) as process:
        assert process.stdin is not None
        heard = reports(process)
        for _ in range(KILLS):
            process.stdin.write("play\n")
            done, doing = kill_after(chance.randint(0, 25), chance.random() * 0.0008, heard)

            with closing(sqlite3.connect(tmp_path / "companion.sqlite")) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            storage = opened()
            assert storage.notes == ()
            found = storage.tables.open(table.id)
            assert standing(found) in (done, doing), "an acknowledged entry is missing, or something was made up"
            assert found.notes == ()
            assert [entry.action for entry in found.session.entries] == [gold(n + 1) for n in range(found.n)]
            in_flight += standing(found) != done
            entries = found.n
            storage.close()
        process.stdin.close()
    assert entries > KILLS, "nothing much was played"
    assert picture(opened().tables.open(bystander.id)) == expected
    print(f"{KILLS} kills, {entries} entries, {in_flight} kept although not yet acknowledged")


def kill_after(
    changes: int, moment: float, heard: Iterator[tuple[str, tuple[int, ...]]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Let it play so many changes and a moment, kill it; what it had acknowledged, and what it was doing."""
    done: tuple[int, ...] = ()
    doing: tuple[int, ...] = ()
    pid, seen, killed = 0, -1, False
    for word, numbers in heard:
        if word == "pid":
            pid = numbers[0]
        elif word == "did":
            done, seen = numbers, seen + 1
        elif word == "does":
            doing = numbers
        elif word == "ended":
            break
        if pid and seen >= changes and not killed:
            spin(moment)
            os.kill(pid, signal.SIGKILL)
            killed = True
    assert killed
    return done, doing
