"""A number that is dragged."""

from typing import Any

import flet as ft
import pytest

from companion.shell.dragging import STEP, dragged
from companion.shell.store import Store
from companion.storage import Storage
from tests.app.headless import Device
from tests.app.seeds import at, table_at


@pytest.mark.parametrize(
    ("distance", "number"), [(0, 5), (STEP - 1, 5), (STEP, 6), (-STEP, 4), (10 * STEP, 9), (-10 * STEP, 0)]
)
def test_so_far_so_many(distance: float, number: int) -> None:
    assert dragged(5, distance, 0, 9) == number


def place(x: float) -> dict[str, Any]:
    return {"l": {"x": x, "y": 0.0}, "g": {"x": x, "y": 0.0}}


def test_gold_is_dragged_to_what_the_table_counts(tmp_path: Any) -> None:
    with Storage(tmp_path) as storage:
        table = table_at(storage, "Friday", 2, at(2, "actions"))
        gold = table.state.players[0].gold
        with Device(Store(storage), f"/table/{table.id}/castle/0") as device:
            device.tap(f"Gold: {gold}")
            number = next(each for each in device.find(ft.GestureDetector) if each.on_horizontal_drag_start)
            device.fire(number, "horizontal_drag_start", {"k": "touch", **place(100.0)})
            for x in (100 + STEP, 100 + 2 * STEP, 100 + 3 * STEP + 5):
                device.fire(number, "horizontal_drag_update", place(x))
            assert f"Gold: {gold + 3}" in device.labels()
            device.fire(number, "horizontal_drag_update", place(100 - STEP))
            assert f"Gold: {gold - 1}" in device.labels()
            device.tap("Done")
        assert table.state.players[0].gold == gold - 1
