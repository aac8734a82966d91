"""docs/adding-a-game.md is true: its excerpts are in the source, and it leaves nothing out."""

import re
from pathlib import Path

import pytest

from engine.core.game import Game
from engine.core.session import Session
from tests.conformance.battery import LAWS
from tests.example_game.game import WELL_AND_BUCKET
from tests.example_game.records import Haul, Setup, Throw

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_the_page_has_excerpts_and_names_the_source_of_each():
    assert len(EXCERPTS) == PAGE.count("```") // 2 > 10


@pytest.mark.parametrize(("source", "excerpt"), EXCERPTS)
def test_an_excerpt_is_in_its_source(source, excerpt):
    """A line with only … stands for lines left out."""
    text = (ROOT / source).read_text(encoding="utf-8")
    for piece in re.split(r"^…\n", excerpt, flags=re.MULTILINE):
        assert f"\n{piece.strip(chr(10))}\n" in text


def test_every_call_of_the_contract_is_explained():
    calls = [name for name in vars(Game) if not name.startswith("_")]
    assert len(calls) > 15
    assert [name for name in calls if f"`{name}`" not in PAGE] == []


def test_every_law_of_the_battery_is_listed():
    assert re.findall(r"^\| `(\w+)` \|", PAGE, flags=re.MULTILINE) == [law.__name__ for law in LAWS]


def test_every_link_leads_somewhere():
    links = re.findall(r"\]\((?!https?:)([^)#]+)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_session_of_the_page_can_be_played():
    session = Session(WELL_AND_BUCKET, WELL_AND_BUCKET.begin(Setup(("Ada", "Ben"))))
    session.append(Throw(6), seat=0, base=0)
    session.append(Haul(up=True), seat=0)  # the automatic Share(0) follows by itself
    assert [entry.auto for entry in session.entries] == [False, False, True]
    assert session.undo_name() == "Haul the bucket up"
    session.undo()
    assert session.state.bucket == 6
