"""The quicker comparison says exactly what Flet's own says: the same messages, the same controls known afterwards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet.version
import pytest
from flet.controls import base_control
from flet.controls.id_counter import IdCounter
from flet.controls.object_patch import DiffBuilder

from companion.shell import quick_flet
from companion.shell.store import Store
from companion.storage import Storage
from tests.app.headless import Device
from tests.app.seeds import at, own_cards, table_at

WALKS = ("_configure_dataclass", "_removed_controls")
FLETS_OWN = {name: getattr(DiffBuilder, name) for name in WALKS}

A_SCREEN = 1_000
"""Bytes; a message that is larger changes what is seen."""

Step = tuple[str, Any]

TOUR: tuple[Step, ...] = (
    ("go", "/table/1"),
    ("tap", "All as they stand"),
    ("tap", "Axemen of the Long Shore,"),
    ("tap", "North"),
    ("tap", "Undo: "),
    ("go", "/table/1/castle/0"),
    ("tap", "Gold: "),
    ("tap", "1 more"),
    ("tap", "Done"),
    ("go", "/table/1/log"),
    ("go", "/rules"),
    ("go", "/library"),
    ("go", "/settings"),
    ("go", "/"),
)
"""Screens that come and go as a whole, sheets over them, lists in another order, numbers that change."""


@pytest.fixture
def flets_own() -> Iterator[None]:
    """Whatever a test puts in place, the next one gets what was there."""
    before = {name: getattr(DiffBuilder, name) for name in WALKS}
    yield
    for name, walk in before.items():
        setattr(DiffBuilder, name, walk)


def toured(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the device showed after each step of the tour, and at last how large the messages were that went to it."""
    monkeypatch.setattr(base_control, "ControlId", IdCounter(start=100_000))  # all as long as each other
    told: list[Any] = []
    with Storage(folder) as storage:
        table_at(storage, "combat", 4, at(4, "combat"), cards=own_cards(), prosper=True)
        store = Store(storage)
        with Device(store) as device:
            for act, what in TOUR:
                getattr(device, act)(what)
                told.append((what, device.labels(), device.texts()))
                assert {control._i for control in device.walk()} <= set(device.session._Session__index)  # type: ignore[attr-defined]
                _same_goes(device.page.views)
            # In any order: components that changed at once have none. Small ones tell of services, which go some time.
            told.append(sorted(message for message in device.connection.sent if message.size > A_SCREEN))
            assert not store.reports
    return told


def _same_goes(screen: Any) -> None:
    """If this screen went, the same controls would go with it, in the same order."""
    builder = DiffBuilder(None, None, control_cls=base_control.BaseControl)
    by_flet = list(FLETS_OWN["_removed_controls"](builder, screen, True))
    quick = list(quick_flet._removed(builder, screen, True))
    assert {control._i for control in by_flet} == {control._i for control in quick}
    assert len(by_flet) == len(quick) > 10


@pytest.mark.usefixtures("flets_own")
def test_the_same_goes_to_the_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    quick_flet.quicken()
    quick = toured(tmp_path / "quick", monkeypatch)
    monkeypatch.setattr("companion.app.quicken", lambda: None)
    for name, walk in FLETS_OWN.items():
        setattr(DiffBuilder, name, walk)
    assert toured(tmp_path / "own", monkeypatch) == quick


@pytest.mark.usefixtures("flets_own")
def test_another_flet_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch):
    for name, walk in FLETS_OWN.items():
        setattr(DiffBuilder, name, walk)
    monkeypatch.setattr(flet.version, "flet_version", "1.0.6")
    quick_flet.quicken()
    assert {name: getattr(DiffBuilder, name) for name in WALKS} == FLETS_OWN


def test_it_is_written_for_the_flet_that_is_installed():
    assert flet.version.flet_version == quick_flet.WRITTEN_FOR
