"""The castle: its picture for every seat, its sheets, its numbers; what is said to the table, and how much is sent."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.games.after_the_empire.castle import geometry
from companion.games.after_the_empire.castle.art import contrast, ink_on
from companion.games.after_the_empire.castle.changes import corrections, with_standing
from companion.games.after_the_empire.castle.picture import castle_picture
from companion.shell.app_context import App
from companion.shell.look import PALETTES, TOUCH, Look
from companion.shell.number_sheet import Typed, with_digit
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import SavedTable, Storage
from engine.games.after_the_empire.actions import (
    ChangeRules,
    Correct,
    Correction,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetNumber,
    SetPiece,
    SetSacked,
    SetTroops,
)
from engine.games.after_the_empire.compass import SIDES
from engine.games.after_the_empire.constants import Constants, PieceNumbers
from engine.games.after_the_empire.state import Farm, Piece, State
from tests.app.headless import Device
from tests.app.seeds import table_at

ADA = 0
FULL: tuple[Correction, ...] = (
    SetPiece(ADA, "N", Piece("wall", "stone", 5)),
    SetPiece(ADA, "E", Piece("gate", "stone", 4)),
    SetPiece(ADA, "S", Piece("wall", "wood", 1)),
    SetPiece(ADA, "W", Piece("wall", "wood", 2)),
    SetPiece(ADA, "NE", Piece("turret", "stone", 2)),
    SetPiece(ADA, "NW", Piece("turret", "wood", 1)),
    SetPiece(ADA, "SW", Piece("turret", "wood", 1)),
    SetPiece(ADA, "SE", None),
    SetTroops(ADA, "N", 2, 1),
    SetTroops(ADA, "E", 1, 1),
    SetTroops(ADA, "S", 0, 0),
    SetTroops(ADA, "W", 2, 2),
    SetTroops(ADA, "inside", 0, 0),
    SetInvaders(ADA, "N", 7, 3),
    SetInvaders(ADA, "E", 0, 0),
    SetInvaders(ADA, "S", 0, 0),
    SetInvaders(ADA, "W", 8, 1),
    SetInvaders(ADA, "inside", 0, 0),
    SetFarm(ADA, "N", Farm(1)),
    SetFarm(ADA, "E", Farm(2, True)),
    SetFarm(ADA, "S", Farm(1)),
    SetFarm(ADA, "W", Farm(2)),
    SetNumber(ADA, "gold", 17),
)
"""The rulebook's worked example."""

RUINED: tuple[Correction, ...] = (
    *(SetTroops(ADA, side, 0, 0) for side in SIDES),
    SetPiece(ADA, "N", None),
    SetPiece(ADA, "E", Piece("gate", "wood", 0)),
    SetPiece(ADA, "W", None),
    SetPiece(ADA, "NE", Piece("turret", "stone", 0, flame=True)),
    SetTroops(ADA, "inside", 3, 0),
    SetInvaders(ADA, "inside", 14, 6),
    SetFarm(ADA, "N", Farm(0)),
    SetFlags(ADA, (1, 2)),
    SetSacked(ADA, True),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    storage = Storage(tmp_path)
    yield Store(storage)
    storage.close()


def _besieged(state: State) -> bool:
    return state.combat is not None and state.combat.siege is not None


@pytest.fixture
def table(store: Store) -> SavedTable:
    """Four players, Ada in the South with the castle of the worked example, a siege card on the table."""
    made = table_at(store.storage, "A castle", 4, _besieged)
    made.append(Correct(FULL), seat=ADA)
    return made


@pytest.fixture
def castle(store: Store, table: SavedTable) -> Iterator[Device]:
    with Device(store, f"/table/{table.id}/castle/{ADA}") as device:
        yield device


def app_for(store: Store, theme: Any = "light", scale: float = 1.0) -> App:
    def nothing(_: str) -> None: ...

    return App(store, Look(theme, PALETTES[theme], scale), Words("en"), nothing, nothing, nothing)


def last_said(table: SavedTable) -> Any:
    return table.session.entries[-1].action


# the picture


def test_every_part_says_what_it_is(castle: Device) -> None:
    labels = castle.labels()
    assert "North stone wall, 5 of 5 cubes, 2 soldiers, 1 mercenary; 7 swordsmen and 3 archers in the field" in labels
    assert "South wood wall, 1 of 2 cubes" in labels
    assert "South-West wood turret, 1 of 1 cube" in labels
    assert "No turret in the South-East" in labels
    assert "East field, farm of level 2, protected" in "; ".join(labels)
    assert "Inside the castle, no troops" in labels


def test_a_ruined_castle_says_so(castle: Device, table: SavedTable) -> None:
    table.append(Correct(RUINED), seat=ADA)
    castle.settle()
    labels = castle.labels()
    assert "No wall in the North; 7 swordsmen and 3 archers in the field" in labels
    assert "North-East stone turret, burning" in labels
    assert "Inside the castle, 3 soldiers, sacked; 14 swordsmen and 6 archers" in labels
    assert any(label.startswith("North field, farm razed") for label in labels)


@pytest.mark.parametrize(("seat", "edge"), [("S", "top"), ("W", "left"), ("N", "bottom"), ("E", "right")])
def test_c1_north_is_where_the_player_sees_it(seat: Any, edge: Any) -> None:
    assert geometry.edges_of(seat)[0] == edge
    field = geometry.touch_box("field N", seat)
    assert field == geometry.field_box(edge)
    x, y = geometry.turret_centre(0, seat)  # North-East: between the edges of North and East
    north, east = geometry.edges_of(seat)[:2]
    assert (x < geometry.MIDDLE) == ("left" in (north, east))
    assert (y < geometry.MIDDLE) == ("top" in (north, east))


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("width", [300, 366, 700])
def test_every_part_is_large_enough_for_a_finger_and_lies_in_the_picture(
    store: Store, table: SavedTable, seat: Any, width: float
) -> None:
    number = next(n for n, player in enumerate(table.state.players) if player.seat == seat)
    picture: Any = castle_picture(app_for(store), table.state, number, width=width, on_part=print)
    panes: list[Any] = [control for control in picture.controls if isinstance(control, ft.Container)]
    assert sorted(pane.key for pane in panes) == sorted(geometry.PARTS)
    for pane in panes:
        assert min(pane.width, pane.height) >= TOUCH
        assert pane.left >= 0
        assert pane.top >= 0
        assert max(pane.left + pane.width, pane.top + pane.height) <= width + 0.5


@pytest.mark.parametrize("seat", SIDES)
def test_no_two_parts_are_touched_at_their_middles(seat: Any) -> None:
    """The middle of each part belongs to it alone."""
    for part in geometry.PARTS:
        box = geometry.touch_box(part, seat)
        x, y = box.x + box.width / 2, box.y + box.height / 2
        hit = [
            other
            for other in geometry.PARTS
            for its in [geometry.touch_box(other, seat)]
            if its.x < x < its.x + its.width and its.y < y < its.y + its.height
        ]
        assert hit == [part]


@pytest.mark.parametrize("theme", PALETTES)
def test_numbers_are_large_and_clear(store: Store, table: SavedTable, theme: Any) -> None:
    palette = PALETTES[theme]
    for ground in (palette.soldier, palette.mercenary, palette.invader, palette.siege):
        assert contrast(ink_on(palette, ground), ground) >= 4.5
    picture: Any = castle_picture(app_for(store, theme), table.state, ADA, width=366)
    numbers = [text for text in _texts(picture) if text.value.isdecimal()]
    assert len(numbers) >= 21  # ten troops, ten invaders, the siege engine
    assert min(text.size for text in numbers) >= 16


def _texts(control: Any) -> Iterator[Any]:
    if isinstance(control, ft.Text):
        yield control
    for inner in (getattr(control, "content", None), *(getattr(control, "controls", None) or [])):
        if inner is not None:
            yield from _texts(inner)


def test_without_invaders_nobody_is_drawn_in_the_fields(store: Store, table: SavedTable) -> None:
    picture: Any = castle_picture(app_for(store), table.state, ADA, width=366, show_invaders=False)
    assert "7" not in [text.value for text in _texts(picture)]


def test_a_picture_to_look_at_has_no_buttons(store: Store, table: SavedTable) -> None:
    picture: Any = castle_picture(app_for(store), table.state, ADA, width=366)
    panes: list[Any] = [control.content for control in picture.controls if isinstance(control, ft.Container)]
    assert len(panes) == len(geometry.PARTS)
    assert not any(pane.button or pane.on_tap for pane in panes)
    assert all(pane.label for pane in panes)


def test_c4_very_many_cubes_are_told_as_a_number(store: Store, table: SavedTable) -> None:
    capacity = PieceNumbers(2, 1, 1, 20, 4, 9)
    table.append(ChangeRules(constants=Constants(capacity=capacity)))
    picture: Any = castle_picture(app_for(store), table.state, ADA, width=366)
    assert {"5/20", "2/9"} <= {text.value for text in _texts(picture)}


# correcting a part


def test_done_says_one_correction(castle: Device, table: SavedTable) -> None:
    before = len(table.session.entries)
    castle.tap("North stone wall")
    castle.tap("Soldiers: one more")
    castle.tap("Soldiers: one more")
    castle.tap("Cubes: one less")
    assert len(table.session.entries) == before
    castle.tap("Done")
    assert len(table.session.entries) == before + 1
    assert last_said(table) == Correct((SetPiece(ADA, "N", Piece("wall", "stone", 4)), SetTroops(ADA, "N", 4, 1)))
    assert any(label.startswith("North stone wall, 4 of 5 cubes, 4 soldiers") for label in castle.labels())
    assert "Done" not in castle.labels()


def test_the_picture_follows_the_sheet_and_cancel_drops_it(castle: Device, table: SavedTable) -> None:
    before = len(table.session.entries)
    castle.tap("West field")
    castle.tap("Razed")
    castle.tap("Archers: one less")
    assert "West field, farm razed, 8 swordsmen" in ", ".join(castle.labels())
    castle.tap("Cancel")
    assert len(table.session.entries) == before
    assert any(label.startswith("West field, farm of level 2, 8 swordsmen and 1 archer") for label in castle.labels())


def test_done_without_a_change_says_nothing(castle: Device, table: SavedTable) -> None:
    before = len(table.session.entries)
    castle.tap("Inside the castle")
    castle.tap("Done")
    assert len(table.session.entries) == before


def test_a_wall_taken_away_sends_its_troops_inside(castle: Device, table: SavedTable) -> None:
    castle.tap("West wood wall")
    castle.tap("Nothing")
    assert "Soldiers: one more" not in castle.labels()
    castle.tap("Done")
    assert last_said(table) == Correct(
        (SetPiece(ADA, "W", None), SetTroops(ADA, "W", 0, 0), SetTroops(ADA, "inside", 2, 2))
    )


def test_c2_what_cannot_stand_is_greyed_out(castle: Device, table: SavedTable) -> None:
    castle.tap("South wood wall")
    assert "Gate" not in castle.buttons()  # there is one in the East
    castle.tap("Stone")
    assert "Cubes: 5 of 5" in castle.labels()
    castle.tap("Done")
    assert table.state.players[ADA].castle.walls[2] == Piece("wall", "stone", 5)


def test_a_turret_is_built_and_burns(castle: Device, table: SavedTable) -> None:
    castle.tap("No turret in the South-East")
    assert "Burning" not in castle.labels()
    castle.tap("Stone")
    castle.tap("Burning")
    castle.tap("Done")
    assert table.state.players[ADA].castle.turrets[1] == Piece("turret", "stone", 0, flame=True)


def test_a_farm_is_sown_and_protected(castle: Device, table: SavedTable) -> None:
    castle.tap("South field")
    castle.tap("Level 2")
    castle.tap("Protect token")
    castle.tap("Swordsmen: one more")
    castle.tap("Done")
    assert last_said(table) == Correct((SetInvaders(ADA, "S", 1, 0), SetFarm(ADA, "S", Farm(2, True))))


def test_inside_troops_invaders_and_the_sack(castle: Device, table: SavedTable) -> None:
    castle.tap("Inside the castle")
    castle.tap("Mercenaries: one more")
    castle.tap("Sacked this season")
    castle.tap("Done")
    assert last_said(table) == Correct((SetTroops(ADA, "inside", 0, 1), SetSacked(ADA, True)))


def test_p1_what_became_impossible_meanwhile_says_why(castle: Device, table: SavedTable) -> None:
    """Another device takes the wall away while the sheet for its troops is open."""
    castle.tap("West wood wall")
    castle.tap("Soldiers: one more")
    player = table.state.players[ADA]
    table.append(Correct(corrections(ADA, player, with_standing(player, "W", None))), seat=1)
    castle.settle()
    assert any("There is no wall here for" in label and "P-1" in label for label in castle.labels())
    assert "Done" not in castle.buttons()


def test_a_stepper_tap_sends_little(castle: Device) -> None:
    castle.tap("North stone wall")
    for label in ("Soldiers: one more", "Mercenaries: one less", "Cubes: one less", "Stone", "Wood"):
        mark = len(castle.connection.sent)
        castle.tap(label)
        assert castle.sent_since(mark) < 4096
    mark = len(castle.connection.sent)
    castle.tap("Done")
    assert castle.sent_since(mark) < 4096


# the numbers beside it


def test_a_number_is_typed(castle: Device, table: SavedTable) -> None:
    castle.tap("Gold: 17")
    castle.tap("Digit 4")
    castle.tap("Digit 2")
    castle.tap("5 more")
    castle.tap("1 less")
    assert "Gold: 46" in castle.labels()
    castle.tap("Done")
    assert last_said(table) == Correct((SetNumber(ADA, "gold", 46),))


def test_a_number_can_be_taken_back(castle: Device, table: SavedTable) -> None:
    before = len(table.session.entries)
    castle.tap("Infirmary")
    castle.tap("Digit 3")
    castle.tap("Take the last digit away")
    castle.tap("5 less")
    assert "Infirmary: 0" in castle.labels()
    castle.tap("Cancel")
    assert len(table.session.entries) == before


def test_a_number_stays_within_its_limits() -> None:
    assert with_digit(Typed(17), "4", 999) == Typed(4, typing=True)
    assert with_digit(Typed(4, typing=True), "2", 999) == Typed(42, typing=True)
    assert with_digit(Typed(99, typing=True), "9", 500) == Typed(500, typing=True)


def test_flags_are_counted_by_their_worth(castle: Device, table: SavedTable) -> None:
    castle.tap("0 flags")
    castle.tap("Flags worth 2: one more")
    castle.tap("Flags worth 1: one more")
    castle.tap("Done")
    assert last_said(table) == Correct((SetFlags(ADA, (1, 2)),))
    assert "2 flags worth 3" in castle.labels()


# the screen


def test_undo_takes_a_correction_back(castle: Device, table: SavedTable) -> None:
    castle.tap("Inside the castle")
    castle.tap("Soldiers: one more")
    castle.tap("Done")
    castle.tap("Undo")
    assert "Inside the castle, no troops" in castle.labels()


def test_another_castle_is_one_tap_away(castle: Device) -> None:
    castle.tap("Castle of Cleo")
    assert "Castle, sits in the North" in castle.texts()


def test_no_such_table_and_no_such_player_say_so(store: Store, table: SavedTable) -> None:
    with Device(store, "/table/99/castle/0") as device:
        assert "Back" in device.buttons()
    with Device(store, f"/table/{table.id}/castle/7") as device:
        assert "There is no such player at this table." in device.texts()
    assert store.reports == []


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_is_drawn_in_every_look(store: Store, table: SavedTable, theme: Any, scale: float, width: float) -> None:
    store.storage.settings.change(theme=theme, text_scale=scale)
    table.append(Correct(RUINED), seat=ADA)
    with Device(store, f"/table/{table.id}/castle/{ADA}", width=width) as device:
        device.tap("South wood wall")
        device.tap("Cancel")
        device.tap("Food")
        assert "Done" in device.buttons()
    assert store.reports == []
