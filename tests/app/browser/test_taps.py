"""Taps are counted: the combat of a whole table must not cost an evening."""

import re
from collections.abc import Iterator

import pytest

from companion.storage import Storage
from tests.app.browser.conftest import OpenPhone
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import at, own_cards, table_at

MOST = 16


@pytest.fixture(scope="module")
def season_four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Two tables of four with known cards, the face-up one lying there, when combat begins: three more are drawn."""
    data = tmp_path_factory.mktemp("taps") / "data"
    with Storage(data) as storage:
        for name in ("in sight", "by letter"):
            table_at(storage, name, 4, at(4, "combat"), cards=own_cards())
    with Served(data) as served:
        yield served


def test_combat_for_four_with_cards_in_sight(season_four: Served, open_phone: OpenPhone):
    phone = open_phone(season_four, "/table/1", finger=True)
    phone.tap("All as they stand")
    for number, side in ((2, "North"), (3, "West"), (4, "East")):
        phone.sees_heading(f"Invader card {number} of 4")
        _turn_over(phone, ("Axemen of the Long Shore", "Crossbows for Hire", "Greenwood Bowmen")[number - 2], side)
    phone.tap("Accept and go on")
    phone.sees_heading("The siege card")
    _turn_over(phone, "Field Catapult", "North")
    phone.tap("Resolve the battle")
    phone.sees(re.compile("^Ada: (Survived|Sacked)"))
    assert phone.taps <= MOST
    assert phone.taps <= 11, "one for the placement, two for each card, one to accept, one to resolve"


def test_combat_for_four_with_each_card_found_by_a_letter(season_four: Served, open_phone: OpenPhone):
    phone = open_phone(season_four, "/table/2", finger=True)
    phone.tap("All as they stand")
    for number, (letter, card, side) in enumerate(
        (("W", "Warlord’s Vanguard", "North"), ("O", "Oathless Men", "South"), ("U", "The Unpaid Cohort", "South")), 2
    ):
        phone.sees_heading(f"Invader card {number} of 4")
        phone.tap(letter)
        phone.sees(f"Search: {letter}")
        _turn_over(phone, card, side)
    phone.tap("Accept and go on")
    phone.sees_heading("The siege card")
    phone.tap("W")
    phone.sees("Search: W")
    _turn_over(phone, "Wall-Eater", "West")
    phone.tap("Resolve the battle")
    phone.sees(re.compile("^Ada: (Survived|Sacked)"))
    assert phone.taps <= MOST


def test_resume_in_one_tap_and_undo_in_one(season_four: Served, open_phone: OpenPhone):
    phone = open_phone(season_four, finger=True)
    phone.tap_beginning("by letter: ")
    phone.sees_button("Back")
    assert phone.taps == 1
    phone.tap_beginning("Undo: ")
    assert phone.taps == 2


def _turn_over(phone: Phone, card: str, side: str) -> None:
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.tap(side)
    phone.misses("Where does its red border point?")
