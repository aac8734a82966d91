"""Names this machine answers to, addresses that are near, codes, tokens and names of people."""

import pytest

from companion.serve.codes import (
    CODE_LENGTH,
    LETTERS,
    LONGEST_NAME,
    clean_code,
    clean_name,
    new_code,
    new_token,
    token_hash,
)
from companion.serve.doorkeeper import TOKEN
from companion.serve.hosts import Hosts, is_near, local_addresses, url_host


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8550", "192.168.1.7:8550", "[::1]:8550", "[fe80::1]", "localhost:8550", "LocalHost",
     "laptop.local:8550", "laptop.home.arpa", "castle.example:8550"],
)  # fmt: skip
def test_our_names(host: str) -> None:
    assert Hosts(["Castle.Example"]).ours(host)


@pytest.mark.parametrize(
    "host",
    ["", " ", ":8550", "evil.example", "evil.example:8550", "127.0.0.1.evil.example", "local", "xlocal",
     "127.0.0.1@evil", "localhost.evil.example", "[::1].evil.example", "castle.example.evil"],
)  # fmt: skip
def test_a_name_somebody_points_at_us_is_not_ours(host: str) -> None:
    assert not Hosts(["castle.example"]).ours(host)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.3.4", "169.254.1.1", "::1", "fe80::1%eth0", "fd00::5",
                "::ffff:192.168.0.9"]
)  # fmt: skip
def test_near(address: str) -> None:
    assert is_near(address)


@pytest.mark.parametrize("address", ["", "8.8.8.8", "2a00:1450::1", "::ffff:8.8.8.8", "172.32.0.1", "somewhere"])
def test_far(address: str) -> None:
    assert not is_near(address)


def test_no_address_to_tell_others_leads_back_to_themselves() -> None:
    assert not any(address.startswith("127.") or address == "::1" for address in local_addresses())
    assert url_host("fe80::1") == "[fe80::1]"


def test_codes_can_be_read_out_and_not_be_guessed() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert not set("0O1IL") & set(LETTERS)
    assert len(LETTERS) ** CODE_LENGTH > 800_000_000
    assert clean_code(" ab-c2 34\n") == "ABC234"
    assert clean_code("ä" * 10) == ""
    assert len(clean_code("A" * 1_000_000)) == 40


def test_tokens_are_long_and_kept_as_something_else() -> None:
    token = new_token()
    assert TOKEN.fullmatch(token)
    assert token != new_token()
    assert token not in token_hash(token)
    assert len(token_hash("\ud800")) == 64


def test_a_name_fits_on_one_line_whatever_was_sent() -> None:
    assert clean_name("  Ada\x00\n\x1b[31m  Lovelace ") == "Ada [31m Lovelace"
    assert len(clean_name("x" * 100_000)) == LONGEST_NAME
