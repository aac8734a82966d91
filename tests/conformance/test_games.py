"""The conformance battery over every registered game and the example game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.border.save import dump_save, load_save
from engine.core import registry
from tests.conformance.battery import LAWS
from tests.conformance.hash_seeds import account
from tests.conformance.play import Table, tables_of
from tests.conformance.subjects import SUBJECTS

ROOT = Path(__file__).resolve().parents[2]
TABLES = [table for subject in SUBJECTS.values() for table in tables_of(subject)]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_table_obeys(table: Table, law):
    law(table)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_saved_table_comes_back(table: Table, monkeypatch):
    """Through the border, half undone: the log, what can be redone, every state, and nothing to remark."""
    monkeypatch.setitem(registry._GAMES, table.game.id, table.game)
    session = table.new_session()
    session.restore(table.session.entries)
    session.return_to(session.n // 2)
    loaded = load_save(dump_save(session, table.setup))
    assert (loaded.setup, loaded.notes) == (table.setup, ())
    assert loaded.session.entries == session.entries
    assert loaded.session.undone == session.undone
    assert loaded.session.fingerprint() == table.fingerprints[session.n]


def test_every_registered_game_is_tried():
    assert {game.id for game in registry.games()} <= set(SUBJECTS)


def test_two_processes_with_different_hash_seeds_give_the_same_bytes():
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.conformance.hash_seeds"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for seed in ("1", "2")
    ]
    one, other = (process.communicate()[0] for process in processes)
    assert [process.returncode for process in processes] == [0, 0]
    assert one == other
    for subject in SUBJECTS.values():
        assert "\n".join(account(tables_of(subject)[0])) in one
