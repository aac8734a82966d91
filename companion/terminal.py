"""Writing for people at a terminal: colours, widths, wrapping and tables, with nothing but the standard library.

Colours are only for a terminal that wants them; box characters only for one that can show them. A text from a
file is cleaned before it is written, so that no name can move the cursor or turn the line around.
"""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

NARROWEST, WIDEST = 40, 100
"""Columns. Longer lines are hard to read, shorter ones cannot hold a castle."""

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

_SPELLED = {
    "→": "->",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "…": "...",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "×": "x",
    "≥": ">=",
    "≤": "<=",
    "±": "+/-",
    "\N{REPLACEMENT CHARACTER}": "?",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "Æ": "Ae",
    "æ": "ae",
    "Ø": "O",
    "ø": "o",
    "Ł": "L",
    "ł": "l",
}
"""For an output that cannot write them."""


class Glyphs(NamedTuple):
    """The characters pictures are drawn with."""

    line: str
    heavy: str
    stone_across: str
    stone_down: str
    wood_across: str
    wood_down: str
    stone_gate_left: str
    stone_gate_right: str
    stone_gate_top: str
    stone_gate_bottom: str
    wood_gate_left: str
    wood_gate_right: str
    wood_gate_top: str
    wood_gate_bottom: str
    cube: str
    empty: str
    gap: str
    fallen: str
    flame: str
    soldier: str
    mercenary: str
    arrow: str
    bullet: str


UNICODE = Glyphs(*"─━═║─│╡╞╨╥┤├┴┬▪▫·×✶●◆→·")
ASCII = Glyphs(*"-==H-|[][][][]o. x*SM>-")


class Terminal:
    """A stream to write to, and what it can show."""

    def __init__(self, stream: TextIO, *, colour: bool = False, unicode: bool = True, width: int = 80) -> None:
        self.stream = stream
        self.colour = colour
        self.unicode = unicode
        self.width = width
        self.glyphs = UNICODE if unicode else ASCII
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def style(self, text: str, *names: str) -> str:
        """The text in these colours, or as it is."""
        if not self.colour or not names or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"

    def clean(self, text: str) -> str:
        """The text as this output can write it: printable, in its encoding."""
        if text.isascii() and text.isprintable():
            return text
        return "".join(self._written(letter) for letter in text)

    def _written(self, letter: str) -> str:
        if not letter.isprintable():
            letter = "\N{REPLACEMENT CHARACTER}"
        if self._can_write(letter):
            return letter
        if letter in _SPELLED:
            return _SPELLED[letter]
        bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        return bare or "?"

    def _can_write(self, letter: str) -> bool:
        if not self.unicode and letter in "→–—−·…":  # a plain look throughout
            return False
        return can_encode(letter, self._encoding)

    def write(self, line: str = "") -> None:
        """One line, trailing blanks taken off."""
        self.stream.write(line.rstrip() + "\n")

    def say(self, text: str, *styles: str, indent: str = "", first: str | None = None) -> None:
        """A cleaned text, wrapped; `first` stands in front of the first line, `indent` of the others."""
        lead = indent if first is None else first
        for line in wrapped(self.clean(text), self.width - max(display_width(lead), len(indent))):
            self.write(lead + self.style(line, *styles))
            lead = indent

    def rule(self, left: str = "", right: str = "") -> None:
        """A line across, with words set into it."""
        line = self.glyphs.heavy
        start = f"{line * 2} {left} " if left else ""
        end = f" {right} {line * 2}" if right else ""
        missing = self.width - display_width(start) - display_width(end)
        if missing < 0 and right:
            self.rule(left)
            self.write(f"   {right}")
            return
        self.write(start + line * max(0, missing) + end)


def terminal_for(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Terminal:
    """What there is to know about an output: NO_COLOR, FORCE_COLOR, COLUMNS, and whether anybody looks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    unicode = can_encode("".join(UNICODE), encoding)
    return Terminal(stream, colour=_wants_colour(stream, environ), unicode=unicode, width=_width(environ))


def _wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    if environ.get("TERM") == "dumb" or not _is_terminal(stream):
        return False
    return _speaks_ansi()


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _speaks_ansi() -> bool:
    """Windows consoles must be asked first; all others do."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        handle = kernel.GetStdHandle(-11)
        mode = ctypes.c_ulong()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(handle, mode.value | 4))
    return True


def _width(environ: Mapping[str, str]) -> int:
    told = environ.get("COLUMNS", "")
    columns = int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0
    columns = columns or shutil.get_terminal_size((80, 24)).columns
    return min(max(columns, NARROWEST), WIDEST)


def can_encode(text: str, encoding: str) -> bool:
    """Whether an encoding has all these characters."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def display_width(text: str) -> int:
    """The columns a text takes: colours none, accents none, East Asian characters two."""
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int, align: str = "<") -> str:
    """The text filled up to a width: "<" to the left, ">" to the right, "^" in the middle."""
    missing = max(0, width - display_width(text))
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return " " * before + text + " " * (missing - before)


def clipped(text: str, width: int) -> str:
    """At most so many columns of a plain text."""
    while display_width(text) > width:
        text = text[:-1]
    return text


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns; a word that is longer is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while display_width(word) > max(width, 1):
            head = clipped(word, max(width, 1)) or word[0]
            lines += [line, head] if line else [head]
            line, word = "", word[len(head) :]
        joined = f"{line} {word}" if line else word
        if display_width(joined) > width:
            lines.append(line)
            line = word
        else:
            line = joined
    if line or not lines:
        lines.append(line)
    return lines


def table(rows: Sequence[Sequence[str]], aligns: str, gap: str = "  ") -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell; `aligns` has a letter for each column."""
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(aligns))]
    return [
        gap.join(padded(cell, width, align) for cell, width, align in zip(row, widths, aligns, strict=True))
        for row in rows
    ]
