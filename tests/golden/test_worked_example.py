"""The rulebook's worked example (section 6 of the specification), from the card tiers to the income.

Blue answers every question as the example does, and every number on the way is the example's. The story as the
companion tells it is kept in worked-example.txt; to write it anew after changing words on purpose:

    WRITE_GOLDEN=1 pytest tests/golden/test_worked_example.py
"""

import os
from pathlib import Path

import pytest

from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    DrawInvader,
    DrawSiege,
    MoveTroops,
    Place,
    Proceed,
)
from tests.games.after_the_empire.battles import GAME, castle, stand
from tests.games.after_the_empire.tables import pieces, player, posts, raiders, siege_card, table, walled

STORY = Path(__file__).with_name("worked-example.txt")

BLUE, RED = 0, 1

# Each tier is (gold, swordsmen, archers). Blue has 17: first tiers count, but 17 >= 16 on the other Hordesmen.
FIGHTING_BAND = raiders((10, 4, 1), (18, 6, 2), name="Fighting Band")
HORDESMEN = raiders((12, 2, 0), (20, 4, 1), name="Hordesmen")
OTHER_HORDESMEN = raiders((10, 2, 0), (16, 3, 1), (26, 5, 2), name="Hordesmen (the other card)")
INFERNAL_ARMY = raiders((14, 2, 2), (24, 5, 4), name="The Infernal Army")
MANGONEL = siege_card("mangonel", ((10, 2),), surge="leader")

CASTLE = castle(
    N="stone wall",
    E="stone gate",
    S="wood wall",
    W="wood wall",
    NE="stone turret",
    SW="wood turret",
    NW="wood turret",
    soldiers={"inside": 5},
    mercenaries={"inside": 3},
)


@pytest.fixture
def session():
    """Season 4 before combat; Blue leads with 17 gold. No question is answered automatically."""
    blue = player("Blue", CASTLE, gold=17, farms=(1, 1, 1, 2))
    red = player("Red", walled(soldiers=2), gold=6)
    return Session(GAME, table(blue, red, season=4, count_only=True), ())


class Blue:
    """Blue's side of the table, in words."""

    def __init__(self, session):
        self.player = session.state.players[BLUE]
        self.castle = self.player.castle
        self.pieces = pieces(self.castle)
        self.soldiers = stand(self.castle.soldiers)
        self.mercenaries = stand(self.castle.mercenaries)
        self.swordsmen = stand(self.castle.swordsmen)
        self.archers = stand(self.castle.archers)
        self.stockpile = {"wood": self.castle.wood, "stone": self.castle.stone}
        self.farms = tuple(farm.level for farm in self.player.farms)


def preparation(session):
    """From placement to the fight."""
    assert session.state.threat == 9
    session.append(Proceed("combat"))
    session.append(Place(BLUE, posts({"N": 2, "E": 1, "W": 2}), posts({"E": 1, "W": 2})))
    session.append(Place(RED, posts(2), posts(0)))

    session.append(DrawInvader(FIGHTING_BAND, "W"))
    assert (Blue(session).swordsmen, Blue(session).archers) == ({"W": 4}, {"W": 1})
    session.append(DrawInvader(HORDESMEN, "N"))
    assert Blue(session).swordsmen == {"N": 2, "W": 4}
    session.append(DrawInvader(OTHER_HORDESMEN, "N"))
    assert (Blue(session).swordsmen, Blue(session).archers) == ({"N": 5, "W": 4}, {"N": 1, "W": 1})
    session.append(DrawInvader(INFERNAL_ARMY, "N"))
    # North 10 invaders, 3 of them archers; West 5, one of them an archer.
    assert (Blue(session).swordsmen, Blue(session).archers) == ({"N": 7, "W": 4}, {"N": 3, "W": 1})
    assert stand(session.state.players[RED].castle.swordsmen) == {}

    session.append(DrawSiege(MANGONEL, "W"))
    # Two wood turrets touch the West, one cube each: the owner picks.
    assert (session.pending.kind, session.pending.seat) == ("turret", BLUE)
    assert (session.pending.about["first"], session.pending.about["second"]) == ("SW", "NW")
    assert Blue(session).farms == (1, 1, 1, 2)
    session.append(ChooseTurret(BLUE, "SW"))


def test_section_6_preparation(session):
    preparation(session)
    blue = Blue(session)
    # 2 damage destroys the SW turret; its cube goes to the stockpile.
    assert "SW" not in blue.pieces
    assert blue.pieces["NW"] == "wood turret 1"
    assert blue.stockpile == {"wood": 1, "stone": 0}
    # Blue is the leader: 4 swordsmen in season 4 join the West, 9 there now.
    assert (blue.swordsmen, blue.archers) == ({"N": 7, "W": 8}, {"N": 3, "W": 1})
    # The North farm is razed, the West farm is level 1.
    assert blue.farms == (0, 1, 1, 1)
    # Red is below every first tier, the siege card's too.
    red = session.state.players[RED]
    assert (pieces(red.castle), tuple(farm.level for farm in red.farms)) == (pieces(walled()), (1, 1, 1, 1))


def first_archery(session):
    """Archers first in both fields; the West loses a mercenary."""
    assert session.pending.about == {"at": "N", "hit": 5, "archers": 3, "swordsmen": 7, "fewest": 0, "most": 3}
    session.append(ChooseTargets(BLUE, "N", 3))
    assert session.pending.about == {"at": "W", "hit": 5, "archers": 1, "swordsmen": 8, "fewest": 0, "most": 1}
    session.append(ChooseTargets(BLUE, "W", 1))
    assert session.pending.about["lost"] == 1
    session.append(ChooseLosses(BLUE, "W", 1))


def test_section_6_first_archery(session):
    preparation(session)
    first_archery(session)
    blue = Blue(session)
    # North -5 leaves 5 swordsmen, West -5 leaves 4; no archers are left.
    assert (blue.swordsmen, blue.archers) == ({"N": 5, "W": 4}, {})
    # Both North troops and one West troop are lost.
    assert (blue.soldiers, blue.mercenaries) == ({"E": 1, "W": 2}, {"E": 1, "W": 1})
    assert blue.castle.wounded == 2
    # All walls still stand, so nobody is inside.
    assert session.pending.kind == "troop movement"
    assert session.pending.about == {"inside": 0, "invaders_inside": 0}


def first_movement_and_melee(session):
    """Both East troops and one West troop go to the North."""
    session.append(MoveTroops(BLUE, posts({"N": 1, "W": 2}), posts({"N": 2})))


def test_section_6_first_melee_and_second_archery(session):
    preparation(session)
    first_archery(session)
    first_movement_and_melee(session)
    blue = Blue(session)
    # The North wall takes 5 and stands (+5 stone); the West wall takes 4 and falls (+2 wood).
    assert blue.pieces == {
        "N": "stone wall 0",
        "E": "stone gate 4",
        "S": "wood wall 2",
        "NE": "stone turret 2",
        "NW": "wood turret 1",
    }
    assert blue.stockpile == {"wood": 3, "stone": 5}
    # The two West soldiers have fallen back. Archery again: North is emptied, West -1 leaves 3, who walk in.
    assert (blue.soldiers, blue.mercenaries) == ({"N": 1, "inside": 2}, {"N": 2})
    assert (blue.swordsmen, blue.archers) == ({"inside": 3}, {})
    assert session.state.combat.battles[BLUE].round == 2
    assert session.pending.about == {"inside": 2, "invaders_inside": 3}


def second_movement_and_melee(session):
    """All troops go inside: 5 against 3. Two mercenaries and a soldier are lost."""
    session.append(MoveTroops(BLUE, posts({"inside": 3}), posts({"inside": 2})))
    assert session.pending.about["lost"] == 3
    session.append(ChooseLosses(BLUE, "inside", 2))


def play_it_all(session):
    preparation(session)
    first_archery(session)
    first_movement_and_melee(session)
    second_movement_and_melee(session)
    assert session.state.phase == "flags"


def test_section_6_survived(session):
    play_it_all(session)
    blue = Blue(session)
    battle = session.state.combat.battles[BLUE]
    assert (battle.outcome, battle.round, blue.player.sacked) == ("survived", 2, False)
    assert (blue.swordsmen, blue.archers) == ({}, {})
    # Two of eight troops are left: three soldiers are in the infirmary, three mercenaries are gone.
    assert (blue.soldiers, blue.mercenaries, blue.castle.wounded) == ({"inside": 2}, {}, 3)
    assert blue.stockpile == {"wood": 3, "stone": 5}


def test_section_6_flag_and_income(session):
    play_it_all(session)
    session.append(Proceed("flags"))
    assert session.state.players[BLUE].flags == (2,)
    session.append(Proceed("income"))
    # Stone Wall, Stone Turret, Stone Gate, Wood Wall, Wood Turret: 5 gold.
    assert session.state.players[BLUE].gold == 17 + 5


def test_section_6_story(session):
    """Every event in words with its rule: what `--explain` and the battle log show."""
    play_it_all(session)
    session.append(Proceed("flags"))
    session.append(Proceed("income"))
    lines = []
    for n in range(1, session.n + 1):
        for event in session.replay(n).events:
            whose = "" if event.seat is None else f"{session.state.players[event.seat].name}: "
            lines.append(f"{event.rule:<4} {whose}{GAME.sentence(event)}\n")
    told = "".join(lines)
    if os.environ.get("WRITE_GOLDEN"):
        STORY.write_text(told, encoding="utf-8")
    assert told == STORY.read_text(encoding="utf-8")
