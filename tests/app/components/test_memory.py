"""A screen that was drawn again leaves nothing behind: an evening has hundreds of entries."""

import gc
from pathlib import Path

import pytest
from flet.controls.base_control import BaseControl

from companion.shell.store import Store
from companion.storage import Storage
from engine.games.after_the_empire.actions import Correct, SetNumber
from tests.app.headless import Device
from tests.app.seeds import at, table_at


def controls() -> int:
    """How many there are in memory, on a screen or not."""
    gc.collect()
    return sum(isinstance(thing, BaseControl) for thing in gc.get_objects())


@pytest.mark.parametrize("place", ["", "/castle/0", "/log", "/score"])
@pytest.mark.parametrize("phase", ["actions", "combat", "flags", "refresh"])
def test_what_was_drawn_before_is_forgotten(tmp_path: Path, phase: str, place: str) -> None:
    with Storage(tmp_path) as storage:
        table = table_at(storage, "Friday", 3, at(2, phase))
        with Device(Store(storage), f"/table/{table.id}{place}") as device:

            def change(times: int) -> int:
                for number in range(times):
                    table.append(Correct((SetNumber(0, "gold", number % 2),)), seat=0)
                    device.settle()
                return controls()

            first = change(4)
            # the log itself grows by a row with each entry; a screen has hundreds of controls
            assert change(8) - first <= 8 * 25
