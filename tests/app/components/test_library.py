"""The library, the card picker and the compass, on a device without a browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.games.after_the_empire.library.compass import compass
from companion.games.after_the_empire.library.packs import brought
from companion.games.after_the_empire.library.picker import card_picker, deal, useful_letters
from companion.games.after_the_empire.library.quick import (
    blank_card,
    card_address,
    is_quick,
    quick_card,
    read_quick,
    untaught,
)
from companion.shell import screens
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import SavedTable, Storage
from companion.storage.library import practice_pack
from engine.games.after_the_empire.actions import Report
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    Condition,
    Effect,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeTier,
    Tier,
)
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import RedNumber
from tests.app.headless import Device

RAIDERS = InvaderCard("raiders", "Sea Raiders", (Tier(0, 1), Tier(10, 2, 1)))
WOLVES = InvaderCard("wolves", "Wolf Pack", (Tier(5, 3),))
TOWER = SiegeCard("tower", "Tall Tower", "siege tower", (SiegeTier(0, 2),), "all")
MILL = BuildingCard("mill", "Water Mill", Goods(gold=2), 3, (Effect("free", gain=Goods(food=1), words="1 food"),))
SAINT = RefugeeCard("saint", "A Saint", value=2)
OATH = ObjectiveCard("oath", "The Oath", 4, Condition("stone pieces", "at least", 3))
OWN: tuple[Card, ...] = (RAIDERS, WOLVES, TOWER, MILL, SAINT, OATH)


@pytest.fixture
def empty_store(tmp_path: Path) -> Iterator[Store]:
    with Storage(tmp_path) as storage:
        yield Store(storage)


@pytest.fixture
def store(empty_store: Store) -> Store:
    for card in OWN:
        empty_store.storage.cards.teach(card)
    return empty_store


Show = Callable[..., Device]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """A device that shows one component on a page of its own."""
    devices: list[Device] = []

    def open_device(store: Store, build: Callable[[App], ft.Control], **device: Any) -> Device:
        @screen
        def Host(app: App) -> ft.Control:  # noqa: N802
            return ft.Column([build(app)])

        monkeypatch.setattr(screens, "_loaded", lambda place: Host)
        devices.append(Device(store, "/", **device))
        return devices[-1]

    yield open_device
    for each in devices:
        each.close()


def table_with(store: Store, *cards: Card) -> SavedTable:
    setup = Setup((PlayerSetup("Anna", "S", "blue"), PlayerSetup("Ben", "N", "red")), cards=cards)
    return store.storage.tables.create(setup)


def rows(device: Device) -> list[str]:
    """The names of the cards listed, in order."""
    names = [card.name for card in (*OWN, *practice_pack().cards)]
    return [label.partition(", ")[0] for label in device.buttons() if label.partition(", ")[0] in names]


# the picker


def test_recent_cards_come_first(store: Store, show: Show):
    store.storage.cards.used("wolves")
    device = show(store, lambda app: card_picker(app, ("invader",), print, table=table_with(store)))
    assert rows(device) == ["Wolf Pack", "Sea Raiders"]


def test_a_picked_card_is_given_whole_and_is_recent_from_then_on(store: Store, show: Show):
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("invader",), picked.append, table=table_with(store)))
    device.tap("Wolf Pack, from 5 gold · 3 swordsmen")
    assert picked == [WOLVES]
    assert store.storage.cards.cards[0] == WOLVES


def test_two_letters_find_a_card_among_many(store: Store, show: Show):
    device = show(store, lambda app: card_picker(app, ("invader",), print))
    device.tap("W")
    device.tap("O")
    assert rows(device) == ["Hunters from the North Wood", "Wolf-Hide Raiders", "Wolf Pack", "Greenwood Bowmen"]
    device.tap("Delete the last letter")
    device.tap("Start again")
    assert "Two letters find a card" in device.labels()


def test_letters_that_find_nothing_are_grey(store: Store, show: Show):
    device = show(store, lambda app: card_picker(app, ("invader",), print, table=table_with(store)))
    device.tap("W")
    assert "O" in device.buttons()
    assert "Z" in device.labels()
    assert "Z" not in device.buttons()


def test_useful_letters_go_on_from_what_was_typed():
    assert useful_letters(["Wolf Pack", "Übermacht"], "") >= set("wolfpackubermht")
    assert useful_letters(["Wolf Pack"], "wo") == {"l"}
    assert useful_letters(["Wolf Pack"], "f") == {"p"}, "a gap needs no key"
    assert useful_letters(["Wolf Pack"], "x") == frozenset()


def test_a_library_card_wins_over_the_table_s_older_reading(store: Store, show: Show):
    picked: list[Card] = []
    table = table_with(store, InvaderCard("wolves", "Wolf Pack", (Tier(0, 99),)))
    device = show(store, lambda app: card_picker(app, ("invader",), picked.append, table=table))
    device.tap("Wolf Pack")
    assert picked == [WOLVES]


def test_an_unknown_card_is_entered_quickly(store: Store, show: Show):
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("invader",), picked.append, table=table_with(store)))
    device.tap("Unknown card: quick entry")
    device.tap("Swordsmen: one more")
    device.tap("Archers: one more")
    device.tap("Use this card")
    (card,) = picked
    assert isinstance(card, InvaderCard)
    assert card.tiers == (Tier(0, 2, 1),)
    assert is_quick(card.id)


def test_an_unknown_card_may_bring_more_to_the_rich(store: Store, show: Show):
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("invader",), picked.append, table=table_with(store)))
    device.tap("Unknown card: quick entry")
    device.tap("More for players with more gold")
    device.tap("Tier 1, from 0 gold")
    device.tap("Use this card")
    (card,) = picked
    assert isinstance(card, InvaderCard)
    assert card.tiers == (Tier(0, 1), Tier(10, 2))


def test_an_unknown_siege_card(store: Store, show: Show):
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("siege",), picked.append, table=table_with(store)))
    device.tap("Unknown card: quick entry")
    device.tap("Ladder")
    device.tap("Strength: 1")
    device.tap("Digit 4")
    device.tap("Done")
    device.tap("the leader")
    device.tap("Use this card")
    (card,) = picked
    assert isinstance(card, SiegeCard)
    assert (card.engine, card.tiers, card.surge) == ("ladder", (SiegeTier(0, 4),), "leader")


def test_an_unknown_refugee_among_two_kinds(store: Store, show: Show):
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("building", "refugee"), picked.append, table=table_with(store)))
    device.tap("Unknown card: quick entry")
    device.tap("Refugee")
    device.tap("Cost, food: one more")
    device.tap("Value at the end: one more")
    device.tap("Use this card")
    (card,) = picked
    assert isinstance(card, RefugeeCard)
    assert (card.cost, card.value) == (Goods(food=1), 1)


def test_an_empty_library_says_so_and_quick_entry_works(empty_store: Store, show: Show):
    table = table_with(empty_store)
    device = show(empty_store, lambda app: card_picker(app, ("siege",), print, table=table))
    assert any("none in the library yet" in text for text in device.texts())
    assert "Unknown card: quick entry" in device.buttons()
    assert "Draw from the practice deck" not in device.buttons()


def test_c7_the_practice_deck_deals_no_card_twice(store: Store, show: Show):
    pack = practice_pack().cards
    table = table_with(store, *pack)
    first = deal(table, ("invader",))
    assert isinstance(first, InvaderCard)
    assert deal(table, ("invader",)) == first, "the same at this moment, whoever asks"
    table.append(Report(first, "N"))
    assert deal(table, ("invader",)) != first
    picked: list[Card] = []
    device = show(store, lambda app: card_picker(app, ("siege",), picked.append, table=table))
    device.tap("Draw from the practice deck")
    assert isinstance(picked[0], SiegeCard)


def test_a_table_of_own_cards_is_dealt_nothing(store: Store):
    assert deal(table_with(store, *OWN), ("invader",)) is None


def test_an_unknown_card_on_the_table_can_be_taught_afterwards(store: Store):
    table = table_with(store)
    unknown = quick_card(InvaderCard("quick", "Unknown invaders", (Tier(0, 4, 2),)))
    assert isinstance(unknown, InvaderCard)
    table.append(Report(unknown, "N"))
    assert untaught(table.state) == (unknown,)
    with Device(store, card_address(unknown.id, back=f"/table/{table.id}")) as device:
        name_it(device, "Night Riders")
        device.tap("Teach this card")
        assert device.page.route == f"/table/{table.id}"
    assert store.storage.cards.card("night-riders") == InvaderCard("night-riders", "Night Riders", (Tier(0, 4, 2),))


@pytest.mark.parametrize("card", OWN, ids=lambda card: card.kind)
def test_a_quick_card_can_be_read_from_its_id(card: Card):
    quick = quick_card(card)
    again = read_quick(Words(), quick.id)
    assert again is not None
    assert quick_card(again).id == quick.id
    assert len(quick.id) <= 80


@pytest.mark.parametrize(
    "junk",
    ["quick", "quick-", "quick-invader", "quick-invader-", "quick-invader-a", "quick-invader-1x2x3x4",
     "quick-siege-ram-all-0x1", "quick-siege-ladder-some-0x1", "quick-building-1", "quick-building-1-1x2",
     "quick-objective-x", "quick-dragon-1", "quick-invader--1x2x3", "quick-invader-99999x1x1"],
)  # fmt: skip
def test_a_junk_id_tells_of_no_card(junk: str):
    assert read_quick(Words(), junk) is None


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_picker_at_any_size(store: Store, show: Show, scale: float, width: int):
    store.storage.settings.change(text_scale=scale, theme="dark", language="de")
    device = show(store, lambda app: card_picker(app, ("invader", "siege"), print), width=width)
    assert rows(device)
    assert not store.reports


# the compass


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_c1_the_phone_s_seat_is_at_the_bottom(store: Store, show: Show, seat: str):
    device = show(store, lambda app: compass(app, seat, print))
    places = {each.key: (each.left, each.top) for each in device.find(ft.Container) if str(each.key).startswith("side")}
    assert len(places) == 4
    lowest = max(places, key=lambda side: places[side][1])
    assert lowest == f"side {seat}"
    clockwise = "NESW"
    right = max(places, key=lambda side: places[side][0])
    assert right == f"side {clockwise[(clockwise.index(seat) + 3) % 4]}", "a table is not mirrored"


def test_a_tap_on_the_compass_names_the_side(store: Store, show: Show):
    told: list[str] = []
    device = show(store, lambda app: compass(app, "E", told.append))
    for name in ("North", "West"):
        device.tap(name)
    assert told == ["N", "W"]


# the library


def test_an_empty_library_says_what_to_do(empty_store: Store):
    with Device(empty_store, "/library") as device:
        assert any("Teach one, import a pack" in text for text in device.texts())
        assert "Export my cards" not in device.buttons(), "there is nothing to export"


def test_kinds_are_tabs(store: Store):
    with Device(store, "/library") as device:
        assert rows(device) == ["Sea Raiders", "Wolf Pack"]
        device.tap("Siege 1")
        assert rows(device) == ["Tall Tower"]
        device.tap("Objectives 1")
        assert rows(device) == ["The Oath"]


def test_search_goes_over_all_kinds(store: Store):
    with Device(store, "/library") as device:
        device.tap("Search")
        device.tap("T")
        device.tap("A")
        assert rows(device) == ["Tall Tower"]


def test_the_practice_pack_is_read_only_and_can_be_copied(store: Store):
    with Device(store, "/library") as device:
        device.tap("Practice pack")
        device.tap("Hill Clans")
        assert device.page.route == "/library/card/hill-clans"
        assert "Save" not in device.buttons()
        assert not device.find(ft.TextField)
        device.tap("Copy to my cards")
        assert "Save" in device.buttons()
    assert "Hill Clans" in [card.name for card in store.storage.cards.cards]


def name_it(device: Device, name: str) -> None:
    (field,) = [each for each in device.find(ft.TextField) if each.label == "Name on the card"]
    device.fire(field, "change", name, value=name)


def test_teach_an_invader_card(empty_store: Store):
    with Device(empty_store, "/library") as device:
        device.tap("Teach: Invader card")
        name_it(device, "Sea Raiders")
        device.tap("Add a tier of more gold")
        device.tap("Tier 2, archers: one more")
        device.tap("Teach this card")
        assert device.page.route == "/library"
        assert rows(device) == ["Sea Raiders"]
    (card,) = empty_store.storage.cards.cards
    assert card == InvaderCard("sea-raiders", "Sea Raiders", (Tier(0, 1), Tier(5, 2, 1)))


def test_a_card_needs_a_name(empty_store: Store):
    with Device(empty_store, "/library/card/new:siege") as device:
        device.tap("Teach this card")
        assert any("Give the card a name" in text for text in device.texts())
    assert not empty_store.storage.cards.cards


def test_tiers_out_of_order_say_so_at_their_place(store: Store):
    with Device(store, "/library/card/raiders") as device:
        device.tap("Tier 1, from 0 gold")
        device.tap("Tier 1, from gold: 0")
        device.tap("Digit 1")
        device.tap("Digit 2")
        device.tap("Done")
        assert "This must be more than the 12 gold of the tier above." in device.texts()
        assert "Save" not in device.buttons()
        device.tap("Remove tier 1")
        device.tap("Save")
    assert store.storage.cards.card("raiders") == InvaderCard("raiders", "Sea Raiders", (Tier(10, 2, 1),))


def test_a_siege_card_is_edited(store: Store):
    with Device(store, "/library/card/tower") as device:
        device.tap("Trebuchet")
        device.tap("nobody")
        device.tap("Tier 1, strength: one more")
        device.tap("Save")
    assert store.storage.cards.card("tower") == SiegeCard("tower", "Tall Tower", "trebuchet", (SiegeTier(0, 3),))


def test_a_building_s_cost_value_and_effects(store: Store):
    with Device(store, "/library/card/mill") as device:
        device.tap("Value at the end: one more")
        device.tap("Cost, gold: one less")
        device.tap("Add an effect")
        device.tap("Remove effect 1")
        device.tap("with a worker")
        device.tap("Save")
    card = store.storage.cards.card("mill")
    assert card == BuildingCard("mill", "Water Mill", Goods(gold=1), 4, (Effect("worker"),))


def test_a_starting_refugee_has_an_initiative(store: Store):
    with Device(store, "/library/card/saint") as device:
        device.tap("Starting card")
        device.tap("Initiative: one more")
        device.tap("Save")
    assert store.storage.cards.card("saint") == RefugeeCard("saint", "A Saint", value=2, starting=True, initiative=1)


def test_an_objective_s_condition_is_built_by_tapping(empty_store: Store):
    with Device(empty_store, "/library/card/new:objective") as device:
        name_it(device, "Full Stables")
        device.tap("A condition the app can check")
        device.tap("at least")
        device.tap("How many: one more")
        device.tap("level-2 farms")
        assert "at least 1: level-2 farms" in device.texts()
        device.tap("Teach this card")
    (card,) = empty_store.storage.cards.cards
    assert isinstance(card, ObjectiveCard)
    assert card.condition == Condition("level-2 farms", "at least", 1)


def test_an_objective_may_be_a_plain_question(store: Store):
    with Device(store, "/library/card/oath") as device:
        device.tap("A plain question at the end of the game")
        device.tap("Save")
    assert store.storage.cards.card("oath") == ObjectiveCard("oath", "The Oath", 4)


def test_a_deleted_card_can_be_brought_back(store: Store):
    with Device(store, "/library/card/wolves") as device:
        device.tap("Delete this card")
        assert device.page.route == "/library"
        assert store.storage.cards.card("wolves") is None
        assert "Deleted." in device.texts()
        (action,) = device.find(ft.SnackBarAction)
        device.fire(action, "click")
        assert rows(device) == ["Sea Raiders", "Wolf Pack"]


def test_the_trash_keeps_deleted_cards(store: Store):
    store.storage.cards.delete("wolves")
    with Device(store, "/library") as device:
        device.tap("Deleted")
        device.tap("Bring back")
        assert rows(device) == ["Sea Raiders", "Wolf Pack"]


@pytest.mark.parametrize("address", ["gone", "new:dragon", "quick-dragon-1", "%2e%2e"])
def test_a_card_that_is_not_there(store: Store, address: str):
    with Device(store, f"/library/card/{address}") as device:
        assert any("not in the library any more" in text for text in device.texts())
        device.tap("Back to the library")
        assert device.page.route == "/library"


@pytest.mark.parametrize("card_id", ["007", "a/b", "a?b=c", "ümlaut & co", "100%"])
def test_a_card_with_an_odd_id_has_a_page(store: Store, card_id: str):
    store.storage.cards.teach(InvaderCard(card_id, "Odd Ones", (Tier(0, 1),)))
    with Device(store, "/library") as device:
        device.tap("Odd Ones")
        device.tap("Tier 1, swordsmen: one more")
        device.tap("Save")
    assert store.storage.cards.card(card_id) == InvaderCard(card_id, "Odd Ones", (Tier(0, 2),))


# packs


def app_of(store: Store) -> App:
    return App(store, store.look(), Words(), print, print, print)


def test_a_pack_is_imported(store: Store, empty_store: Store):
    data = store.storage.cards.export_pack("Ours")
    told = brought(app_of(store), data)
    assert told.good
    assert told.text == "Ours: 0 new cards, 6 known already."


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[]", b"{}", b'{"format": "companion.save"}', b"[" * 100_000,
     b'{"format": "companion.pack", "version": 1, "id": "x", "name": "X", "cards": [{"kind": "dragon"}]}'],
)  # fmt: skip
def test_a_hostile_file_is_refused_with_a_sentence(store: Store, data: bytes):
    told = brought(app_of(store), data)
    assert not told.good
    assert told.text.startswith("This file cannot be used: ")
    assert store.storage.cards.search("") == list(store.storage.cards.cards)
    assert len(store.storage.cards.cards) == len(OWN)


def test_export_asks_the_device_to_save_a_file(store: Store):
    with Device(store, "/library") as device:
        device.tap("Export my cards")
        (call,) = [arguments for name, arguments in device.connection.calls if name == "save_file"]
        assert call["file_name"] == "my-cards.json"
        assert len(json.loads(call["src_bytes"])["cards"]) == len(OWN)


def test_an_import_called_off_changes_nothing(store: Store):
    with Device(store, "/library") as device:
        device.tap("Import a pack")
        assert rows(device) == ["Sea Raiders", "Wolf Pack"]


# red numbers


def test_o4_red_numbers_are_listed_corrected_and_forgotten(store: Store):
    store.storage.cards.learn_red_numbers([RedNumber(12, 8), RedNumber(17, 11)])
    with Device(store, "/library") as device:
        device.tap("Red numbers")
        device.tap("Correct: At 12 gold: 8")
        device.tap("Red number printed there: one less")
        device.tap("Save")
        assert list(store.storage.cards.red_numbers) == [RedNumber(12, 7), RedNumber(17, 11)]
        device.tap("Forget: At 17 gold: 11")
        assert list(store.storage.cards.red_numbers) == [RedNumber(12, 7)]
        (action,) = device.find(ft.SnackBarAction)
        device.fire(action, "click")
        assert list(store.storage.cards.red_numbers) == [RedNumber(12, 7), RedNumber(17, 11)]


def test_o4_a_red_number_is_never_more_than_the_gold(store: Store):
    with Device(store, "/library") as device:
        device.tap("Red numbers")
        assert any("No red number learned yet" in text for text in device.texts())
        device.tap("Add a red number")
        device.tap("Red number printed there: one more")
        device.tap("Red number printed there: one more")
        assert any("cannot end up with more gold" in text for text in device.texts())
        assert "Save" not in device.buttons()


# every state at every size


KINDS = ("invader", "siege", "building", "refugee", "objective")
PAGES = ("mill", "oath", "hill-clans", "smithy", *(f"new:{kind}" for kind in KINDS))
ROUTES = ("/library", *(f"/library/card/{page}" for page in PAGES))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("width", "scale", "theme", "language"), [(390, 2.0, "dark", "de"), (1280, 1.0, "contrast", "en")]
)
def test_at_any_size(store: Store, route: str, width: int, scale: float, theme: str, language: str):
    store.storage.settings.change(text_scale=scale, theme=theme, language=language)
    with Device(store, route, width=width) as device:
        assert all(each.label for each in device.find(ft.Semantics) if each.button)
    assert not store.reports


def test_a_blank_card_of_every_kind_is_sound():
    for kind in ("invader", "siege", "building", "refugee", "objective"):
        assert blank_card(Words(), kind).kind == kind
