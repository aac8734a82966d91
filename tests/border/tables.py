"""Tables for the tests of the border: played by chance from a seed, the same every time."""

from functools import cache
from pathlib import Path
from typing import Any

from engine.border.files import read_file
from engine.border.migrations import FORMATS
from engine.border.pack import CardPack, load_pack
from engine.core.chance import Chance
from engine.core.session import Session
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import PlayerSetup, Setup

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "samples"


@cache
def practice_pack() -> CardPack:
    """The pack we ship."""
    return load_pack(read_file(ROOT / "assets" / "packs" / "practice.json"))


def sample(name: str) -> bytes:
    """A kept file, as it was written by the version that wrote it."""
    return (SAMPLES / name).read_bytes()


def present(name: str) -> bytes:
    """The kept file of the version that is written now."""
    return sample(f"{name}.v{FORMATS[f'companion.{name}'].version}.json")


def setup_for(players: int, with_pack: bool = True) -> Setup:
    """A new table of so many players."""
    who = (("Ada", "S", "blue"), ("Ben", "N", "red"), ("Cleo", "W", "green"), ("Dov", "E", "yellow"))
    return Setup(
        tuple(
            PlayerSetup(name, seat, colour, initiative=place)  # type: ignore[arg-type]
            for place, (name, seat, colour) in enumerate(who[:players])
        ),
        cards=practice_pack().cards if with_pack else (),
    )


def played(setup: Setup, entries: int, seed: int = 7) -> Session[Any, Any]:
    """The table after at least so many entries of chance play, or at its end."""
    session = Session(AFTER_THE_EMPIRE, AFTER_THE_EMPIRE.begin(setup))
    chance = Chance(seed)
    while session.n < entries and not AFTER_THE_EMPIRE.over(session.state):
        decision = session.pending
        assert decision is not None
        session.append(AFTER_THE_EMPIRE.sample(session.state, decision, chance), seat=decision.seat)
    return session
