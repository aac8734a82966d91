"""A newcomer's first minute: from the first start to a battle resolved and understood, without a box and a rulebook."""

import re

from tests.app.browser.conftest import OpenPhone, Serve


def test_from_the_first_start_to_a_battle_resolved(serve: Serve, open_phone: OpenPhone):
    phone = open_phone(serve(), finger=True)
    phone.sees("No table yet.")
    phone.tap("Practice table")
    phone.sees_heading("Practice table")
    phone.tap("Start")
    phone.sees_button("Resolve the battle")
    assert phone.taps == 2, "a practice table is two taps away"

    phone.tap("Resolve the battle")
    phone.sees_heading("Season 3 · Flags")
    phone.sees(re.compile("^Blue: Survived"), re.compile("^Red: Sacked"))
    phone.sees_heading("Change on your table")

    phone.tap("Why?")
    phone.sees(re.compile("Round 1"))

    phone.tap("Undo: Resolve the battle")
    phone.sees_heading("Season 3 · Combat")
    phone.misses(re.compile("^Red: Sacked"))


def test_the_practice_table_is_on_the_list_afterwards(serve: Serve, open_phone: OpenPhone):
    phone = open_phone(serve())
    phone.tap("Practice table")
    phone.tap("Start")
    phone.sees_heading("Season 3 · Combat")
    phone.tap("Back")
    phone.tap_beginning("Practice table: Season 3, Combat, 2 players")
    phone.sees_heading("Season 3 · Combat")
