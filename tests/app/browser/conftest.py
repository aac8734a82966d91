"""The app served by a process of its own and shown in a real browser at phone size."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.app.browser.chromium import FLAGS, NoChromium, chromium
from tests.app.browser.phone import Phone
from tests.app.browser.served import Served

OpenPhone = Callable[..., Phone]
Serve = Callable[..., Served]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a test in a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


# For a module, not for a session: while it is open, no other event loop can run in this thread, and the tests
# without a browser need one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        path = chromium()
    except NoChromium as none:
        pytest.fail(str(none), pytrace=False)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that can live with each other's tables."""
    served = Served(tmp_path_factory.mktemp("shared") / "data")
    yield served
    served.stop()
    assert served.complaints() == []


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """A server of one's own, for tests that need a clean start or kill it: serve("name")."""
    begun: list[Served] = []

    def begin(name: str = "data") -> Served:
        begun.append(Served(tmp_path / name))
        return begun[-1]

    yield begin
    for served in begun:
        served.stop()
    assert [complaint for served in begun for complaint in served.complaints()] == []


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[OpenPhone]:
    """Open the app on a phone: open_phone(server). At the end no phone may have anything to complain about."""
    opened: list[Phone] = []

    def begin(served: Served, route: str = "/", **how: object) -> Phone:
        phone = Phone(browser, served.url, **how)  # type: ignore[arg-type]
        opened.append(phone)
        return phone.open(route)

    yield begin
    for phone in opened:
        phone.close()
    assert [complaint for phone in opened for complaint in phone.complaints] == []


@pytest.fixture
def phone(open_phone: OpenPhone, shared_server: Served) -> Phone:
    """A phone at the shared server's home."""
    return open_phone(shared_server)
