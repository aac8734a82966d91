"""The rules reference: every id, found by letters, reached from anywhere and left to where one came from."""

from pathlib import Path

import flet as ft
import pytest

from companion.shell.rules_page import chapters, found_rules
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import Storage
from engine.core.record import replace
from engine.games.after_the_empire.rules import RULES
from engine.games.after_the_empire.rulings import RULING_IDS
from tests.app.headless import Device


@pytest.fixture
def store(tmp_path: Path):
    with Storage(tmp_path) as storage:
        storage.settings.change(language="en")
        yield Store(storage)


def ids(device: Device) -> list[str]:
    """The rules in sight."""
    known = {rule.id for rule in RULES}
    return [name.partition(" ")[0] for name in device.buttons() if name.partition(" ")[0] in known]


def test_every_rule_has_a_chapter_and_is_shown(store):
    letters = "".join(chapter.letters for chapter in chapters(Words("en")))
    assert {rule.id[0] for rule in RULES} == set(letters)
    with Device(store, "/rules") as device:
        assert ids(device) == [rule.id for rule in RULES]


def test_an_address_opens_one_rule(store):
    with Device(store, "/rules/P-5") as device:
        told = [label for label in device.labels() if label.startswith("P-5 ")]
        assert len(told) == 1
        assert "P-5" not in ids(device)
        assert "P-4" in ids(device), "its chapter follows"
        device.tap("All rules")
        assert len(ids(device)) == len(RULES)


def test_an_unknown_rule_shows_all(store):
    with Device(store, "/rules/Z-99") as device:
        assert len(ids(device)) == len(RULES)


def test_searching_and_clearing(store):
    with Device(store, "/rules") as device:
        (field,) = device.find(ft.TextField)
        device.fire(field, "change", "feast", value="feast")
        assert ids(device) == [rule.id for rule in found_rules("feast")]
        assert device.find(ft.TextField)[0].value == "feast", "what was typed stays"
        device.fire(device.find(ft.TextField)[0], "change", "xyzzy", value="xyzzy")
        assert "No rule with “xyzzy”." in device.texts()
        device.tap("Clear the search")
        assert len(ids(device)) == len(RULES)


@pytest.mark.parametrize(("letters", "first"), [("P-5", "P-5"), ("p5", "P-5"), ("flags", "F-1"), ("Feast", "H-2")])
def test_the_best_rule_comes_first(letters, first):
    assert found_rules(letters)[0].id == first


def test_house_rulings_show_what_your_tables_do(store):
    rulings = store.settings.rulings
    store.storage.settings.change(rulings=replace(rulings, ladder="first round"))
    with Device(store, "/rules/R-3") as device:
        assert "Your tables: The first round" in device.texts()
    assert {rule.id for rule in RULES if rule.id[0] == "R"} == set(RULING_IDS.values())


def test_back_leads_to_where_one_came_from(store):
    with Device(store, "/library") as device:
        device.go("/rules/P-5")
        device.tap("All rules")
        device.tap("Back")
        assert device.page.route == "/library"


@pytest.mark.parametrize(("scale", "width"), [(2.0, 390), (1.0, 1280)])
def test_large_text_and_wide_screens(store, scale, width):
    store.storage.settings.change(text_scale=scale)
    for route in ("/rules", "/rules/R-12"):
        with Device(store, route, width=width):
            assert store.reports == []
