"""New table and practice table, on a device without a browser."""

from collections.abc import Iterator
from pathlib import Path

import flet as ft
import pytest

from companion.games.after_the_empire.setting_up.draft import (
    FIRST_COLOURS,
    Seat,
    first_draft,
    places_with,
    put_places,
    put_seat,
    tapped_in_order,
    with_players,
)
from companion.shell.store import Store
from companion.storage import Storage
from companion.storage.settings import SeatedPlayer
from engine.games.after_the_empire.cards import InvaderCard, Tier
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.app.headless import Device


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Storage(tmp_path) as storage:
        yield Store(storage)


def type_name(device: Device, number: int, name: str) -> None:
    """What a player types into a name field, key by key, and leaves it."""
    field = next(each for each in device.find(ft.TextField) if each.label == f"Name of player {number}")
    device.fire(field, "change", name, value=name)
    device.fire(field, "blur")


def created(store: Store):
    (summary,) = store.storage.tables.tables()
    return store.table(summary.id)


def test_start_works_at_once(store: Store):
    with Device(store, "/new") as device:
        device.tap("Start")
        assert device.page.route == "/table/1"
    table = created(store)
    assert [(player.name, player.seat) for player in table.state.players] == [("Blue", "S"), ("Red", "N")]
    assert table.state.phase == "actions"
    assert table.session.automation == frozenset(store.settings.automation)


def test_names_are_typed_once_and_offered_the_next_time(store: Store):
    with Device(store, "/new") as device:
        device.tap("3 players")
        for number, name in enumerate(("Anna", "Ben", "Cleo"), start=1):
            type_name(device, number, name)
        device.tap("Start")
    assert [player.name for player in created(store).state.players] == ["Anna", "Ben", "Cleo"]
    with Device(store, "/new") as device:
        device.tap("As last time: Anna, Ben, Cleo")
        assert "As last time: Anna, Ben, Cleo" not in device.buttons()
        device.tap("Start")
        assert device.page.route == "/table/2"
    assert [player.name for player in store.table(2).state.players] == ["Anna", "Ben", "Cleo"]


def test_a_name_typed_but_not_left_counts(store: Store):
    with Device(store, "/new") as device:
        field = next(each for each in device.find(ft.TextField) if each.label == "Name of player 1")
        device.fire(field, "change", "Anna", value="Anna")
        device.tap("Start")
    assert created(store).state.players[0].name == "Anna"


def test_a_known_name_is_one_tap(store: Store):
    store.storage.settings.remember_players((SeatedPlayer("Anna", "red", "S"), SeatedPlayer("Ben", "blue", "N")))
    with Device(store, "/new") as device:
        device.tap("Ben")
        device.tap("Start")
    assert created(store).state.players[0].name == "Ben"


def test_the_engine_s_refusal_is_shown_as_a_sentence(store: Store):
    with Device(store, "/new") as device:
        type_name(device, 1, "Anna")
        type_name(device, 2, "Anna")
        device.tap("Start")
        assert "Two players are called Anna." in device.texts()
        assert device.page.route == "/new"
        type_name(device, 2, "Ben")
        assert "Two players are called Anna." not in device.texts()
        device.tap("Start")
    assert created(store)


def test_nobody_can_sit_double(store: Store):
    with Device(store, "/new") as device:
        device.tap("4 players")
        seats = [label for label in device.labels() if label.startswith("Seat ")]
        assert sorted(seats) == ["Seat East: Violet", "Seat North: Red", "Seat South: Blue", "Seat West: Green"]
        device.tap("2 players")
        device.tap("Seat West: free")
        assert "Seat West: Blue" in device.labels()
        device.tap("Seat North: Red")
        device.tap("Seat South: free")
        device.tap("Start")
    assert [player.seat for player in created(store).state.players] == ["W", "S"]


def test_taking_another_s_colour_swaps(store: Store):
    with Device(store, "/new") as device:
        device.tap("Colour Red")
        device.tap("Start")
    assert [player.colour for player in created(store).state.players] == ["red", "blue"]


def test_s1_everyone_chooses_a_gate_side(store: Store):
    with Device(store, "/new") as device:
        device.tap("West")
        device.tap("Red: colour, seat and gate")
        device.tap("North")
        device.tap("Start")
    assert [player.gate_side for player in created(store).state.players] == ["W", "N"]


def test_s2_players_tapped_in_turn_order(store: Store):
    with Device(store, "/new") as device:
        device.tap("3 players")
        device.tap("Green: number 3 in turn order")
        device.tap("Blue: not yet in turn order")
        assert any(label.startswith("Red: number 3 in turn order, 7 gold") for label in device.labels())
        device.tap("Start")
    table = created(store)
    assert table.state.order == (2, 0, 1)
    assert [player.gold for player in table.state.players] == [6, 7, 5]


def test_s2_or_by_initiative_the_lowest_first(store: Store):
    with Device(store, "/new") as device:
        device.tap("By initiative")
        device.tap("Blue, initiative: one more")
        device.tap("Blue, initiative: one more")
        device.tap("Start")
    assert created(store).state.order == (1, 0)


def test_mode_variants_and_how_much_to_log(store: Store):
    with Device(store, "/new") as device:
        for label in ("Hard", "No reports", "Destructive", "Just a count before combat"):
            device.tap(label)
        device.tap("Start")
    table = created(store).state.table
    assert (table.mode, table.no_reports, table.destructive, table.count_only) == ("hard", True, True, True)


def test_without_own_cards_the_practice_pack_is_on(store: Store):
    with Device(store, "/new") as device:
        device.tap("Start")
    assert len(created(store).state.table.cards) > 100


def test_with_own_cards_only_they_are_used_unless_asked(store: Store):
    store.storage.cards.teach(InvaderCard("mine", "Mine", (Tier(0, 1),)))
    with Device(store, "/new") as device:
        device.tap("Start")
    assert [card.id for card in created(store).state.table.cards] == ["mine"]
    with Device(store, "/new") as device:
        device.tap("Practice pack")
        device.tap("My own cards")
        device.tap("Start")
    assert "mine" not in [card.id for card in store.table(2).state.table.cards]


def test_an_own_card_wins_over_one_of_the_practice_pack(store: Store):
    store.storage.cards.teach(InvaderCard("hill-clans", "Hill Clans", (Tier(0, 9),)))
    with Device(store, "/new") as device:
        device.tap("Practice pack")
        device.tap("Start")
    (clans,) = (card for card in created(store).state.table.cards if card.id == "hill-clans")
    assert clans == store.storage.cards.card("hill-clans")


def test_components_are_checked_once_and_remembered(store: Store):
    with Device(store, "/new") as device:
        device.tap("Check your components")
        device.tap("Stone Wall: one more")
        device.tap("Mine: one more")
        device.tap("Start")
    constants = created(store).state.table.constants
    assert constants.capacity.stone_wall == 6
    assert next(space for space in constants.board if space.id == "mine").places == (2, 1, 1)
    assert store.settings.constants == constants


def test_a_number_can_be_typed_on_the_app_s_own_keypad(store: Store):
    with Device(store, "/new") as device:
        device.tap("Check your components")
        device.tap("Stone Wall: 5")
        device.tap("Digit 1")
        device.tap("Digit 2")
        device.tap("Done")
        assert "Stone Wall: 12" in device.labels()


@pytest.mark.parametrize(
    ("width", "scale", "theme"), [(390, 2.0, "dark"), (1280, 1.0, "light"), (320, 1.0, "contrast")]
)
def test_at_any_size(store: Store, width: int, scale: float, theme: str):
    store.storage.settings.change(text_scale=scale, theme=theme)
    with Device(store, "/new", width=width) as device:
        device.tap("4 players")
        device.tap("Check your components")
        device.tap("Start")
        assert device.page.route == "/table/1"
    assert not store.reports


def test_everything_touchable_has_a_name(store: Store):
    with Device(store, "/new") as device:
        assert all(each.label for each in device.find(ft.Semantics) if each.button)
        assert all(each.label for each in device.find(ft.TextField))


# the draft


def test_new_players_take_what_is_free(store: Store):
    draft = with_players(first_draft(store.settings, 0), 4)
    assert sorted(seat.side for seat in draft.seats) == ["E", "N", "S", "W"]
    assert [seat.colour for seat in draft.seats] == list(FIRST_COLOURS)


def test_fewer_players_keep_the_order_of_those_who_stay(store: Store):
    draft = with_players(first_draft(store.settings, 0), 3)._replace(order=(2, 1, 0))
    assert with_players(draft, 2).order == (1, 0)


def test_a_taken_seat_is_swapped(store: Store):
    draft = first_draft(store.settings, 0)
    swapped = put_seat(draft, 0, Seat("", "red", "N"))
    assert [(seat.colour, seat.side) for seat in swapped.seats] == [("red", "N"), ("blue", "S")]


def test_a_player_tapped_by_mistake_leaves_the_order_again(store: Store):
    draft = with_players(first_draft(store.settings, 0), 4)
    draft = tapped_in_order(tapped_in_order(draft, 2), 3)
    assert draft.order == (2, 3)
    assert tapped_in_order(draft, 3).order == (2,)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("total", [0, 1, 2, 5])
@pytest.mark.parametrize("extra", ["add up", "one set"])
def test_a1_r24_places_with_so_many_players(store: Store, players: int, total: int, extra: str):
    constants = put_places(store.settings.constants, "mine", players, total, extra)
    (mine,) = (space for space in constants.board if space.id == "mine")
    assert places_with(mine, players, extra) == total
    assert min(mine.places) >= 0


# practice


def test_a_practice_battle_is_two_taps_and_resolve(store: Store):
    with Device(store) as device:
        device.tap("Practice table")
        device.tap("Start")
        device.tap("Resolve the battle")
    state = created(store).state
    assert state.phase == "flags"
    assert [player.sacked for player in state.players] == [False, True], "one castle holds, one is sacked"
    assert not store.reports


def test_the_practice_table_is_sound(store: Store):
    with Device(store, "/practice") as device:
        device.tap("Start")
    assert AFTER_THE_EMPIRE.faults(created(store).state) == ()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_practice_explains_itself_first(store: Store, scale: float):
    store.storage.settings.change(text_scale=scale)
    with Device(store, "/practice") as device:
        assert "Practice table" in device.labels()
        assert any("not the cards of the box" in text for text in device.texts())
        assert not store.storage.tables.tables()
