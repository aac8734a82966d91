import pytest

from tests.cli.console import Console


@pytest.fixture
def console(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Console:
    """The command within the test."""
    return Console(capsys, monkeypatch)
