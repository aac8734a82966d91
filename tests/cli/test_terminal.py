"""Colours, widths and encodings."""

import io

import pytest

from companion.terminal import (
    ASCII,
    UNICODE,
    Terminal,
    clipped,
    display_width,
    padded,
    table,
    terminal_for,
    wrapped,
)
from tests.cli.console import FOUR_PLAYERS, WORKED_EXAMPLE, Console, process


class Screen(io.StringIO):
    """A stream somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("settings", "colour"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_on_a_screen(settings: dict[str, str], colour: bool):
    assert terminal_for(Screen(), settings).colour is colour


def test_no_colours_in_a_pipe_unless_forced():
    assert not terminal_for(io.StringIO(), {}).colour
    assert not terminal_for(io.StringIO(), {"FORCE_COLOR": "0"}).colour
    assert terminal_for(io.StringIO(), {"FORCE_COLOR": "1"}).colour


def test_a_closed_stream_has_no_colours():
    stream = io.StringIO()
    stream.close()
    assert not terminal_for(stream, {}).colour


@pytest.mark.parametrize(
    ("columns", "width"), [("60", 60), ("10", 40), ("500", 100), ("many", 80), ("0", 80), ("²", 80)]
)
def test_width_by_columns_within_reason(columns: str, width: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal_for(io.StringIO(), {"COLUMNS": columns}).width == width


@pytest.mark.parametrize(("encoding", "glyphs"), [("utf-8", UNICODE), ("ascii", ASCII), ("cp1252", ASCII)])
def test_glyphs_by_encoding(encoding: str, glyphs: object):
    assert terminal_for(io.TextIOWrapper(io.BytesIO(), encoding), {}).glyphs is glyphs


def test_every_sign_takes_one_column():
    for glyphs in (UNICODE, ASCII):
        assert all(len(sign) == 1 and display_width(sign) == 1 for sign in glyphs)


def test_display_width():
    assert display_width("Björn") == 5
    assert display_width("Bjo\N{COMBINING DIAERESIS}rn") == 5
    assert display_width("漢字") == 4
    assert display_width("\x1b[1;31mred\x1b[0m") == 3


def test_wrapping_and_clipping():
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("", 7) == [""]
    assert wrapped("a longestword b", 6) == ["a", "longes", "tword", "b"]
    assert wrapped("漢字漢字", 4) == ["漢字", "漢字"]
    assert clipped("漢字", 3) == "漢"


def test_padding_and_tables():
    assert [padded("ö", 4, align) for align in "<>^"] == ["ö   ", "   ö", " ö  "]
    assert table([("a", "10"), ("漢", "2")], "<>") == ["a   10", "漢   2"]


def test_names_in_other_encodings():
    plain = terminal_for(io.TextIOWrapper(io.BytesIO(), "ascii"), {})
    assert plain.clean("Jürgen Groß – Ærø → Łódź 漢 é") == "Juergen Gross - Aero -> Lodz ? e"
    assert Terminal(io.StringIO()).clean("tab\there") == "tab\N{REPLACEMENT CHARACTER}here"


def test_a_heading_too_long_for_the_line_gets_a_second_one():
    stream = io.StringIO()
    Terminal(stream, width=40).rule("a name that nearly fills the line", "SURVIVED")
    assert stream.getvalue().splitlines() == ["━━ a name that nearly fills the line ━━━", "   SURVIVED"]


@pytest.mark.parametrize("columns", [60, 80, 100])
@pytest.mark.parametrize("option", ["--explain", None])
def test_no_line_is_wider_than_the_terminal(console: Console, columns: int, option: str | None):
    options = [option] if option else []
    out = console("resolve", *options, FOUR_PLAYERS, COLUMNS=str(columns)).out
    assert max(map(display_width, out.splitlines())) <= columns


def test_sixty_columns_put_the_pictures_below_each_other(console: Console):
    lines = console("resolve", WORKED_EXAMPLE, COLUMNS="60").out.splitlines()
    came, ended = (next(n for n, line in enumerate(lines) if word in line) for word in ("as they came", "as it ended"))
    assert ended == came + 11


def test_a_pipe_gets_no_colours_and_umlauts_whole():
    ran = process("resolve", FOUR_PLAYERS, settings={"COLUMNS": "80"})
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "━━ Björn · North · 21 gold ━━" in ran.out


def test_colours_when_forced():
    ran = process("resolve", WORKED_EXAMPLE, settings={"FORCE_COLOR": "1"})
    assert "\x1b[1;32mSURVIVED\x1b[0m" in ran.out


def test_ascii_output_is_ascii_throughout():
    ran = process("resolve", "--explain", FOUR_PLAYERS, settings={"PYTHONIOENCODING": "ascii"})
    assert ran.code == 0
    assert "== Bjoern - North - 21 gold ==" in ran.out
    assert "[oo]==ooooo==[oo]" in ran.out
    assert "Gold 21 -> 16" in ran.out


def test_json_for_an_ascii_pipe_is_escaped_not_spelled_differently():
    ran = process("resolve", "--json", FOUR_PLAYERS, settings={"PYTHONIOENCODING": "ascii"})
    assert ran.data["players"][1]["name"] == "Björn"


def test_umlauts_in_and_out_of_a_windows_console():
    ran = process("score", "examples/final-scoring.json", settings={"PYTHONIOENCODING": "cp1252"})
    assert "Björn wins" in ran.out
    assert "-----" in ran.out
