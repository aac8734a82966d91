"""For every test: failures tell what was compared, and coverage watches those that are about the engine alone."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

pytest.register_assert_rewrite("tests.conformance.battery", "tests.conformance.play")

TESTS = Path(__file__).parent
UNWATCHED = tuple(TESTS / name for name in ("app", "conformance", "properties", "serve", "storage"))
"""Whole evenings and thousands of battles: they would take twice as long, and every line was run by others."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Coverage looks away, set-up and all."""
    stopped: list[Coverage] = []
    if any(item.path.is_relative_to(folder) for folder in UNWATCHED):
        while (watching := Coverage.current()) is not None:  # beside other processes there are two of them
            watching.stop()
            stopped.append(watching)
    try:
        return (yield)
    finally:
        for watching in reversed(stopped):
            watching.start()
