"""The app opens in a real browser, and everything on its first screen can be found and touched."""

from playwright.sync_api import expect

from tests.app.browser.conftest import OpenPhone, Serve
from tests.app.browser.phone import Phone


def test_a_first_start_offers_a_table_and_a_practice(serve: Serve, open_phone: OpenPhone):
    phone = open_phone(serve())
    phone.sees_heading("Companion")
    phone.sees("No table yet.")
    for name in ("New table", "Practice table", "Library", "Rules", "Settings"):
        expect(phone.button(name)).to_be_enabled()


def test_the_page_has_our_name(phone: Phone):
    expect(phone.page).to_have_title("Companion")
