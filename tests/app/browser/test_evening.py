"""A whole evening for four, end to end: set up, two seasons, a sack, undo, a dead battery, the winner, the files."""

import re
from pathlib import Path

from tests.app.browser.conftest import OpenPhone, Serve
from tests.app.browser.phone import Phone

NAMES = ("Ada", "Ben", "Cleo", "Dov")
ROUNDS = (
    ("Mine: 2 iron", "Quarry: 3 stone", "Woodmill: 5 wood", "Tax: 5 food"),
    ("Barracks: 1 iron for 1 soldier",) * 4,
    ("Worker for no effect",) * 4,
)
"""Who taps what in season 1, round by round."""


def test_two_seasons_with_a_sack_and_a_dead_battery(serve: Serve, open_phone: OpenPhone, tmp_path: Path):
    server = serve()
    phone = open_phone(server)
    _set_up_a_table_for_four(phone)

    # Season 1, every worker logged, with a card everyone knows.
    _known_card_lies_face_up(phone, "Hill Clans", "North")
    for tiles in ROUNDS:
        for name, tile in zip(NAMES, tiles, strict=True):
            phone.tap(tile)
            phone.sees_button(re.compile(f"^Undo: {name}: "))
    phone.tap("Begin combat")
    phone.sees_heading("Season 1 · Combat")
    phone.tap("All as they stand")
    phone.sees(*(f"{name}. North: 1 swordsman." for name in NAMES))
    phone.tap("Accept and go on")
    _siege(phone, "Field Catapult", "North")
    phone.tap("Resolve the battle")
    _all_survived(phone)

    # Undo leads back over the end of the phase, and the same again leads to the same.
    phone.tap_beginning("Undo: Siege card Field Catapult")
    phone.sees_heading("Season 1 · Combat")
    _siege(phone, "Field Catapult", "North")
    phone.tap("Resolve the battle")
    _all_survived(phone)
    phone.tap("Flags, income, harvest")
    phone.sees_heading("After combat")
    phone.tap("Next season")
    phone.sees_heading("Season 2 · Actions")

    # The battery dies.
    phone.close()
    server.kill()
    server.begin()
    phone = open_phone(server)
    phone.tap_beginning("After the Empire: Season 2, Actions, 4 players")
    phone.sees_heading("Season 2 · Actions")
    assert phone.taps == 1, "resume in one tap"

    # Season 2, with cards the app has never heard of, and not every worker logged.
    phone.tap("Pick the card")
    _unknown_card(phone, swordsmen=9)
    phone.tap("West")
    phone.sees_button(re.compile("^Face-up card: "))
    phone.tap("Begin combat")
    phone.sees("Not by the rules")
    phone.tap("Do it anyway")
    phone.sees_heading("Season 2 · Combat")
    phone.tap("All as they stand")
    phone.sees_heading("Invader card 2 of 2")
    phone.tap("Choose a card by hand")
    _unknown_card(phone, swordsmen=3)
    phone.tap("South")
    phone.tap("Accept and go on")
    _siege(phone, "Wall-Eater", "West")
    phone.tap("Resolve the battle")
    phone.sees_heading("Sacked: the red number")


def _set_up_a_table_for_four(phone: Phone) -> None:
    phone.tap("New table")
    phone.tap("4 players")
    for number, name in enumerate(NAMES, 1):
        phone.write(f"Name of player {number}", name)
    phone.tap("Start")
    phone.sees_heading("Season 1 · Actions")
    for name in NAMES:
        phone.sees_button(re.compile(f"^Castle of {name}: "))


def _known_card_lies_face_up(phone: Phone, card: str, side: str) -> None:
    phone.tap("Pick the card")
    phone.sees_heading("Which card lies face up?")
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.tap(side)
    phone.sees_button(f"Face-up card: {card} · {side}. Change it")


def _unknown_card(phone: Phone, *, swordsmen: int) -> None:
    """Just what it did."""
    phone.tap("Unknown card: quick entry")
    phone.sees_heading("Unknown card")
    for number in range(1, swordsmen):
        phone.tap("Swordsmen: one more")
        phone.sees_button(f"Swordsmen: {number + 1}")
    phone.tap("Use this card")
    phone.sees("Where does its red border point?")


def _siege(phone: Phone, card: str, side: str) -> None:
    phone.sees_heading("The siege card")
    phone.tap("Choose a card by hand")
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.tap(side)
    phone.sees_button("Resolve the battle")


def _all_survived(phone: Phone) -> None:
    phone.sees_heading("Season 1 · Flags")
    phone.sees(*(re.compile(f"^{name}: Survived") for name in NAMES))
