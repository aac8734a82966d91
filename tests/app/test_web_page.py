"""The page around the app is the client's own page, made ours. A new client with another page fails here first."""

from pathlib import Path

import flet_web
import pytest

from companion.places import ASSETS
from companion.web.page import CURE, LOOK, NAME, companion_page, site_folder

STOCK = Path(flet_web.get_package_web_dir()) / "index.html"

LEANED_ON = (
    "<title>Flet</title>",
    'content="Flet application."',
    'content="Flet"',
    'src="icons/loading-animation.png"',
    'id="loading"',
    '<base href="/">',
)
"""What the client's page must hold, once each, for ours to be made from it."""


@pytest.fixture(scope="module")
def stock() -> str:
    return STOCK.read_text("utf-8")


@pytest.mark.parametrize("piece", LEANED_ON)
def test_the_clients_page_is_the_one_we_know(stock: str, piece: str):
    assert stock.count(piece) == 1


def test_our_page_has_our_name_our_ground_and_the_cure(stock: str):
    page = companion_page(stock)
    assert f"<title>{NAME}</title>" in page
    assert page.count(LOOK) == page.count(CURE) == 1
    assert "Flet application." not in page
    assert 'content="Flet"' not in page
    assert "loading-animation.png" not in page


def test_the_cure_comes_before_the_client_opens_its_socket(stock: str):
    page = companion_page(stock)
    assert page.index(CURE) < page.index('src="python.js"') < page.index("flutter_bootstrap.js")


def test_nothing_else_in_the_page_changes(stock: str):
    """The client is not ours: what we do not need stays as it came."""
    ours = companion_page(stock).replace(LOOK, "").replace(CURE, "").splitlines()
    theirs = stock.splitlines()
    added = [line for line in ours if line.strip() and line not in theirs]
    assert len(added) == 4  # the title, the description, the name on the home screen, the picture while loading


def test_a_page_we_do_not_know_is_refused(stock: str):
    with pytest.raises(RuntimeError, match="the client's page has changed"):
        companion_page(stock.replace("<title>", "<title >"))


def test_the_site_holds_everything_the_page_shows(tmp_path: Path):
    site = site_folder(ASSETS, STOCK, tmp_path / "site")
    assert (site / "index.html").read_text("utf-8") == companion_page(STOCK.read_text("utf-8"))
    for name in ("icon-192.png", "favicon.png", "fonts", "icons"):
        assert (site / name).exists(), name


def test_the_site_can_be_made_again_over_an_old_one(tmp_path: Path):
    site_folder(ASSETS, STOCK, tmp_path)
    site_folder(ASSETS, STOCK, tmp_path)
