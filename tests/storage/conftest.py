"""Storage in a folder of its own, closed when the test is over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.storage import Storage
from tests.storage.evening import Opener, StoppedClock


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def opened(tmp_path: Path, clock: StoppedClock) -> Iterator[Opener]:
    """Opens the test's storage, as often as it likes: as the next start of the app would."""
    all_opened: list[Storage] = []

    def open_storage(folder: Path = tmp_path, **options: Any) -> Storage:
        storage = Storage(folder, clock=clock, **options)
        all_opened.append(storage)
        return storage

    yield open_storage
    for storage in all_opened:
        storage.close()
