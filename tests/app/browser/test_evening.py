"""A whole evening for four, end to end: set up, two seasons, a sack, undo, a dead battery, the winner, the files."""

import re
from pathlib import Path

from companion.storage import Storage
from engine.games.after_the_empire.actions import Correct, SetObjectives
from tests.app.browser.conftest import OpenPhone, Serve
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served
from tests.app.seeds import at, table_at

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
    phone.tap("Undo: Resolve the battle")
    phone.sees_heading("Season 1 · Combat")
    phone.tap("Undo: Siege card Field Catapult, North")
    _siege(phone, "Field Catapult", "North")
    phone.tap("Resolve the battle")
    _all_survived(phone)
    phone.tap("Flags, income, harvest")
    phone.sees_heading("After combat")
    phone.tap("Next season")
    phone.sees_heading("Season 2 · Actions")

    # The battery dies.
    phone = _battery_dies(server, phone, open_phone)
    phone.tap_beginning("After the Empire: Season 2, Actions, 4 players")
    phone.sees_heading("Season 2 · Actions")
    assert phone.taps == 1, "resume in one tap"

    # Season 2, with cards the app has never heard of, and not every worker logged.
    phone.tap("Pick the card")
    _unknown_card(phone, swordsmen=9)
    phone.tap("West")
    phone.sees_button(re.compile("^Face-up card: "))
    phone.tap_beginning("Castle of Dov: ")
    phone.tap("Gold: 11")
    phone.sees_heading("Gold")
    phone.tap("Digit 1")
    phone.sees(re.compile("^Gold: 1$"))
    phone.tap("Digit 4")
    phone.sees("Gold: 14")
    phone.tap("Done")
    phone.sees_button("Gold: 14")
    phone.tap("Back")
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
    phone = _battery_dies(server, phone, open_phone)  # between two taps: what was entered is there
    phone.tap_beginning("After the Empire: Season 2, Combat, 4 players")
    phone.tap("Resolve the battle")
    phone.sees_heading("Sacked: the red number")
    for name in NAMES:
        phone.sees_button("Type the red number")
        phone.tap("3")
        phone.tap("Gold falls to 3")
        phone.sees_button(f"Undo: {name}: red number 3")
    phone.sees_heading("Season 2 · Flags")
    phone.sees(*(re.compile(f"^{name}: Sacked") for name in NAMES))
    phone.tap("Flags, income, harvest")
    phone.sees_heading("After combat")
    phone.tap("Next season")
    phone.sees_heading("Season 3 · Actions")

    # The table leaves as a file and is the same on a phone that has never seen it.
    phone.tap("Back")
    phone.tap("Settings")
    saved = phone.saves("Export everything", tmp_path)
    other = open_phone(serve("clean"))
    other.sees("No table yet.")
    other.tap("Settings")
    other.gives("Import tables", saved)
    other.tap("Back")
    other.tap_beginning("After the Empire: Season 3, Actions, 4 players")
    other.sees_heading("Season 3 · Actions")
    other.sees(*(re.compile(f"^Castle of {name}: ") for name in NAMES))


def test_the_last_season_the_winner_and_the_score_as_files(serve: Serve, open_phone: OpenPhone, tmp_path: Path):
    phone = open_phone(serve())
    phone.tap("Settings")
    phone.gives("Import tables", _evening_near_its_end(tmp_path))
    phone.tap("Back")
    phone.tap_beginning("Long evening: Season 7, Refresh, 2 players")
    phone.tap("Final scoring")
    phone.sees_heading("Season 7 · Scoring")
    phone.tap_beginning("Captain of Many,")
    phone.sees("2 of 2")
    phone.tap_beginning("A Tale Worth Telling,")
    phone.sees_heading("Is it met?")
    phone.tap("Yes, met")
    phone.tap("Name the winner")
    phone.sees_heading("Season 7 · Finished")
    phone.sees_heading("Ben wins with 38 gold.")
    phone.sees("Total: Ada 25, Ben 38", "Ada: Captain of Many, not met 0", "Ben: A Tale Worth Telling, met 2")

    table = phone.saves("Spreadsheet", tmp_path).read_text("utf-8-sig")
    assert "Ada" in table
    assert "38" in table
    assert phone.saves("Picture", tmp_path).read_bytes().startswith(b"\x89PNG")
    phone.tap("Copy as text")
    phone.sees("Copied.")
    assert "38" in phone.page.evaluate("navigator.clipboard.readText()")


def _evening_near_its_end(folder: Path) -> Path:
    """A save file: seven seasons are played, each player holds one secret objective."""
    with Storage(folder / "elsewhere") as storage:
        table = table_at(storage, "Long evening", 2, at(7, "refresh"), prosper=True)
        table.append(Correct((SetObjectives(0, 1), SetObjectives(1, 1))))
        file = folder / "long-evening.save.json"
        file.write_bytes(table.export())
    return file


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
    for letter in card[:2].upper():
        phone.tap(letter)
    phone.tap_beginning(f"{card},")
    phone.sees("Where does its red border point?")
    phone.tap(side)
    phone.sees_button("Resolve the battle")


def _battery_dies(server: Served, phone: Phone, open_phone: OpenPhone) -> Phone:
    phone.close()
    server.kill()
    server.begin()
    return open_phone(server)


def _all_survived(phone: Phone) -> None:
    phone.sees_heading("Season 1 · Flags")
    phone.sees(*(re.compile(f"^{name}: Survived") for name in NAMES))
