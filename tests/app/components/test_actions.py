"""Phase 1 on the screen: tiles, sheets, the face-up card; everything the rules refuse can still be touched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.after_the_empire.actions.spaces import board_tiles, card_tiles, own_tiles
from companion.games.after_the_empire.actions.stockpile_sheet import purse_change
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import SavedTable, Storage
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    AddCard,
    Barracks,
    Build,
    Correct,
    Correction,
    Granary,
    Idle,
    Infirmary,
    Proceed,
    Repair,
    Report,
    Scout,
    SetCard,
    SetFarm,
    SetNumber,
    SetPiece,
    ShowMarket,
    Stockpile,
    TakeCard,
    UseCard,
    UseSpace,
)
from engine.games.after_the_empire.state import Farm, Piece, turn
from tests.app.headless import Device
from tests.app.seeds import evening_for

ADA, BEN = 0, 1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    storage = Storage(tmp_path)
    made = Store(storage)
    yield made
    storage.close()
    assert not made.reports, made.reports[-1]


@pytest.fixture
def table(store: Store) -> SavedTable:
    """Two players at the start: Ada first."""
    return store.storage.tables.create(evening_for(2), "Actions")


@pytest.fixture
def device(store: Store, table: SavedTable) -> Iterator[Device]:
    with Device(store, f"/table/{table.id}") as opened:
        yield opened


def corrected(device: Device, table: SavedTable, *changes: Correction) -> None:
    table.append(Correct(changes))
    device.settle()


def said(table: SavedTable) -> Any:
    return table.session.entries[-1].action


# tiles


def test_a2_one_tap_places_a_worker(device: Device, table: SavedTable) -> None:
    device.tap("Tax: 4 gold, 1 mercenary")
    assert said(table) == UseSpace(ADA, "tax", "gold")
    assert table.session.entries[-1].seat == ADA
    assert any(label.startswith("Ben’s turn, 3 workers left") for label in device.buttons())


def test_every_area_of_the_board_is_there(device: Device) -> None:
    names = " ".join(device.labels())
    for name in ("Tax", "Mercenary camp, left", "Merchant", "Mine", "Quarry", "Woodmill", "Scout", "Buildings"):
        assert f"{name}: " in names
    for name in ("Refugees", "Granary", "Stockpile", "Infirmary", "Barracks"):
        assert f"{name}: " in names


def test_a1_a_taken_space_says_why_and_can_be_used_anyway(device: Device, table: SavedTable) -> None:
    device.tap("Mine: 2 iron")
    (label,) = [label for label in device.buttons() if label.startswith("Mine: ")]
    assert label == "Mine: 2 iron. Not now: Mine is taken: 1 of 1 places."
    before = table.n
    device.tap(label)
    assert table.n == before
    assert "Not by the rules" in device.texts()
    device.tap("Do it anyway")
    assert said(table) == UseSpace(BEN, "mine", "iron")
    assert table.session.entries[-1].anyway


def test_a2_what_cannot_be_paid_is_refused_with_a_reason(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetNumber(ADA, "gold", 1))
    (label,) = [label for label in device.buttons() if label.startswith("Mercenary camp, left: 5 gold for 3 soldiers")]
    assert "Ada is 4 gold short" in label
    device.tap(label)
    device.fire([c for c in device.find() if getattr(c, "label", None) == "Back"][-1], "tap")
    assert "Not by the rules" not in device.texts()
    assert turn(table.state) == ADA


def test_r24_a_worker_for_no_effect(device: Device, table: SavedTable) -> None:
    device.tap("Worker for no effect")
    assert said(table) == Idle(ADA)


def test_a1_combat_may_begin_early_but_only_when_the_table_insists(device: Device, table: SavedTable) -> None:
    device.tap("Begin combat")
    assert table.state.phase == "actions"
    device.tap("Do it anyway")
    assert said(table) == Proceed("combat")
    assert table.state.phase == "combat"


def test_when_all_workers_are_placed_the_big_button_leads_to_combat(device: Device, table: SavedTable) -> None:
    for _ in range(6):
        number = turn(table.state)
        assert number is not None
        table.append(Idle(number), seat=number)
    device.settle()
    assert any(label.startswith("All workers are placed") for label in device.buttons())
    device.tap("Begin combat")
    assert table.state.phase == "combat"


def test_somebody_else_may_act(device: Device, table: SavedTable) -> None:
    device.tap("Ada’s turn")
    device.tap("Ben: 3 workers left")
    (label,) = [label for label in device.buttons() if label.startswith("Mine: ")]
    assert "It is Ada's turn, not Ben's." in label
    device.tap(label)
    device.tap("Do it anyway")
    assert said(table) == UseSpace(BEN, "mine", "iron")


def test_details_tell_the_rule_and_bring_a_worker_home(device: Device, table: SavedTable) -> None:
    device.tap("Tax: 5 food")
    device.tap("Tax: details")
    assert "Rule A-2" in device.buttons()
    device.tap("Worker back home")
    assert table.state.taken == ()
    assert "Rule A-2" not in device.buttons()  # the sheet closed with the change


def test_a_long_press_tells_more(device: Device) -> None:
    (tile,) = [c for c in device.find() if getattr(c, "label", None) == "Quarry: 3 stone"]
    device.fire(tile, "long_press")
    assert "Rule A-2" in device.buttons()


# own board


def test_a3_the_granary_suggests_and_can_be_changed(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetFarm(ADA, "N", Farm(0)))
    device.tap("Granary: ")
    assert "Sown 3 of 3 · protected 1 of 1" in device.texts()
    device.tap("Sow North: one less")
    device.tap("Sow West: one more")
    device.tap("Protect West: no")
    device.tap("Place the worker")
    granary = said(table)
    assert isinstance(granary, Granary)
    assert sorted(granary.sow) == ["E", "N", "W"]
    assert granary.protect == ("W",)
    assert [farm.level for farm in table.state.players[ADA].farms] == [1, 2, 1, 2]


def test_a4_too_many_sowings_say_why_and_can_be_done_anyway(device: Device, table: SavedTable) -> None:
    device.tap("Granary: ")
    device.tap("Sow West: one more")
    assert "That is 4 sowings; 3 is the most here." in device.texts()
    device.tap("Do it anyway")
    assert table.session.entries[-1].anyway


def test_a3_the_infirmary_heals_as_many_as_it_can_at_one_tap(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetNumber(ADA, "wounded", 3))
    device.tap("Infirmary: 3 soldiers healed")
    assert said(table) == Infirmary(ADA, 3)


def test_a3_a_long_press_on_the_infirmary_asks_how_many(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetNumber(ADA, "wounded", 6))
    (tile,) = [c for c in device.find() if getattr(c, "label", None) == "Infirmary: 4 soldiers healed"]
    device.fire(tile, "long_press")
    assert "6 wounded soldiers" in device.texts()
    device.tap("Heal 2 soldiers")
    assert said(table) == Infirmary(ADA, 2)


def test_a3_with_nobody_wounded_the_infirmary_is_greyed(table: SavedTable) -> None:
    tile = next(tile for tile in own_tiles(Words(), table.state, ADA) if tile.id == "infirmary")
    assert tile.offers[0].refusal is not None


def test_a3_the_barracks_offer_one_thing_or_both(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetNumber(ADA, "wounded", 1))
    device.tap("Barracks: 1 food, 1 iron for 1 soldier, 1 soldier healed")
    assert said(table) == Barracks(ADA, recruit=True, heal=True)


def test_a3_the_stockpile_does_job_after_job(device: Device, table: SavedTable) -> None:
    corrected(device, table, SetPiece(ADA, "N", Piece("wall", "wood", 1)), SetNumber(ADA, "wood", 6))
    device.tap("Stockpile: ")
    device.tap("North: Repair 1 cube")
    device.tap("North-East: Build wood turret")
    device.tap("South-West: Build wood turret. Not now")  # allowed to plan; the confirmation says what is short
    device.tap("Take back")
    device.tap("Do 2 jobs")
    assert said(table) == Stockpile(ADA, (Repair("N", 1), Build("NE", "turret", "wood")))
    assert table.state.players[ADA].castle.wood == 1


def test_a5_a3_the_stockpile_clears_flames_and_mends_cards(device: Device, table: SavedTable) -> None:
    corrected(
        device,
        table,
        SetPiece(ADA, "NE", Piece("turret", "stone", 0, flame=True)),
        AddCard(ADA, "chapel"),
        SetCard(ADA, 1, damaged=True),
        SetNumber(ADA, "stone", 2),
    )
    device.tap("Stockpile: ")
    device.tap("North-East: Clear the flame")
    device.tap("Damaged cards: Mend Chapel")
    device.tap("Do 2 jobs")
    player = table.state.players[ADA]
    assert player.castle.turrets[0] == Piece("turret", "stone", 0)
    assert not player.cards[1].damaged


def test_c5_stone_in_place_of_wood_gives_the_cubes_back(table: SavedTable) -> None:
    """The price on a button is what the engine takes, cubes returned included."""
    assert purse_change(table.state, ADA, (), Build("N", "wall", "stone")) == {"wood": 2, "stone": -4}
    assert purse_change(table.state, ADA, (), Build("NE", "turret", "wood")) == {"wood": -4}


# cards


def test_a2_the_scout_protects_a_farm_and_may_tell_the_objective(device: Device, table: SavedTable) -> None:
    device.tap("Scout: ")
    device.tap("Protect South: no")
    device.tap("Place the worker")
    assert said(table) == Scout(ADA, "S")


def test_a2_a_building_from_the_market(device: Device, table: SavedTable) -> None:
    table.append(ShowMarket(("chapel", "minster"), ()))
    device.settle()
    device.tap("Buildings: ")
    device.tap("Chapel, ")
    device.tap("Take it")
    assert said(table) == TakeCard(ADA, "chapel")
    assert table.state.players[ADA].cards[-1].card.name == "Chapel"


def test_a2_a_card_too_dear_can_be_taken_anyway(device: Device, table: SavedTable) -> None:
    table.append(ShowMarket(("minster",), ()))
    device.settle()
    device.tap("Buildings: ")
    device.tap("Minster, Ada is ")
    device.tap("Do it anyway")
    assert table.session.entries[-1].anyway


def test_a2_a_refugee_from_the_library_when_the_market_is_unknown(device: Device, table: SavedTable) -> None:
    device.tap("Refugees: ")
    device.tap("Two Orphans, ")
    device.tap("It lies in the market")
    assert table.state.market.refugees[0].name == "Two Orphans"
    device.tap("Refugees: ")
    device.tap("Two Orphans, ")
    device.tap("Take it")
    assert said(table) == TakeCard(ADA, "two-orphans")


def test_a6_own_cards_are_tiles_and_free_ones_need_no_worker(device: Device, table: SavedTable) -> None:
    corrected(device, table, AddCard(ADA, "bakehouse"), AddCard(ADA, "mill"))
    device.tap("Bakehouse: 2 food a season (free)")
    assert said(table) == UseCard(ADA, 1)
    assert turn(table.state) == ADA
    device.tap("Mill: Sow 2 farms and gain 2 food")
    device.tap("Sow East: one more")
    device.tap("Do it")
    assert said(table) == UseCard(ADA, 2, 0, sow=("E",))
    assert turn(table.state) == BEN


# the face-up card


def test_s4_the_face_up_card_is_asked_for_and_then_tells_everyone_the_next_tier(
    device: Device, table: SavedTable
) -> None:
    device.tap("Pick the card")
    device.tap("The Broken Legion, ")
    device.tap("West")
    assert said(table) == Report("the-broken-legion", "W")
    labels = device.labels()
    assert "For Ada: 1 swordsman; 5 gold below the next tier" in labels
    assert "For Ben: 1 swordsman; 4 gold below the next tier" in labels


def test_s4_the_face_up_card_can_wait(device: Device, table: SavedTable) -> None:
    device.tap("Later")
    assert table.n == 0
    assert "Pick the card" not in device.buttons()
    assert "Tell the face-up card" in device.buttons()


def test_s5_with_no_reports_nobody_asks(store: Store) -> None:
    quiet = store.storage.tables.create(replace(evening_for(2), no_reports=True), "Quiet")
    with Device(store, f"/table/{quiet.id}") as device:
        assert not {"Pick the card", "Tell the face-up card"} & set(device.buttons())


# every state can be drawn


@pytest.mark.parametrize(
    ("theme", "scale", "width"), [("light", 1.0, 390), ("dark", 2.0, 390), ("contrast", 1.0, 1280)]
)
def test_the_sheets_open_in_every_look(store: Store, table: SavedTable, theme: Any, scale: float, width: int) -> None:
    store.storage.settings.change(theme=theme, text_scale=scale)
    for sheet in ("Granary: ", "Stockpile: ", "Buildings: ", "Scout: ", "Merchant: details", "Pick the card"):
        with Device(store, f"/table/{table.id}", width=width) as device:
            before = len(device.labels())
            device.tap(sheet)
            assert len(device.labels()) > before


def test_r24_places_follow_the_number_of_players(store: Store) -> None:
    four = store.storage.tables.create(evening_for(4), "Four")
    tiles = board_tiles(Words(), four.state, ADA)
    assert {tile.places for tile in tiles} == {3}
    assert card_tiles(Words(), four.state, ADA) == []
