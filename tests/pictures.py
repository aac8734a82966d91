"""`make picture`: the README's picture of a resolved battle, drawn from what the command really prints."""

import io
import re
import sys
from html import escape
from pathlib import Path
from typing import NamedTuple

from companion.commands.battle_words import write_report
from companion.commands.resolve import resolved
from companion.terminal import Terminal, display_width

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "resolve.svg"
EXAMPLE = "examples/worked-example.json"
COMMAND = f"companion resolve {EXAMPLE}"

COLUMNS = 80
CELL, LINE, MARGIN, BAR, LETTERS = 8.4, 18, 22, 38, 14
"""Pixels: a character's width, a line's height, the margins, the title bar, the letters."""

INKS = {
    "2": "#a39883",
    "31": "#ea7a63",
    "32": "#94c37c",
    "33": "#dfae55",
    "34": "#7ea6e0",
    "35": "#cc93cf",
    "36": "#79bfd3",
}
PAPER, FRAME, INK, BRIGHT = "#211d19", "#322c26", "#e6dcca", "#fff8ea"

_STYLED = re.compile(r"\x1b\[([0-9;]*)m")


class Run(NamedTuple):
    """Characters of one line that look the same."""

    column: int
    text: str
    codes: tuple[str, ...]


def printed() -> list[str]:
    """What `companion resolve` prints for the worked example, with its colours."""
    stream = io.StringIO()
    write_report(Terminal(stream, colour=True, width=COLUMNS), resolved(str(ROOT / EXAMPLE), []), explain=False)
    return stream.getvalue().splitlines()


def runs(line: str) -> list[Run]:
    """A line in runs of one style; blanks are left out."""
    made: list[Run] = []
    codes: tuple[str, ...] = ()
    column = 0
    for index, part in enumerate(_STYLED.split(line)):
        if index % 2:
            codes = tuple(code for code in part.split(";") if code not in ("", "0"))
            continue
        made += [
            Run(column + display_width(part[: words.start()]), words.group(), codes)
            for words in re.finditer(r"\S+(?: \S+)*", part)
        ]
        column += display_width(part)
    return made


def drawn(run: Run, y: int) -> str:
    """A run as SVG text, stretched to its columns whatever the font."""
    ink = next((INKS[code] for code in run.codes if code in INKS), BRIGHT if "1" in run.codes else INK)
    weight = ' font-weight="700"' if "1" in run.codes else ""
    x = MARGIN + run.column * CELL
    length = display_width(run.text) * CELL
    return (
        f'<text x="{x:.1f}" y="{y}" fill="{ink}"{weight} textLength="{length:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(run.text)}</text>'
    )


def picture(lines: list[str]) -> str:
    """A terminal window with these lines in it."""
    lines = [f"\x1b[32m$\x1b[0m \x1b[1m{COMMAND}\x1b[0m", "", *lines]
    width = round(COLUMNS * CELL + 2 * MARGIN)
    height = BAR + MARGIN + LINE * len(lines) + MARGIN // 2
    body = [drawn(run, BAR + MARGIN + LINE * number) for number, line in enumerate(lines) for run in runs(line)]
    dots = "".join(
        f'<circle cx="{MARGIN + 18 * place}" cy="{BAR // 2}" r="5.5" fill="{ink}"/>'
        for place, ink in enumerate(("#ea7a63", "#dfae55", "#94c37c"))
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="A battle resolved in a terminal">',
            "<style>text{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;"
            f"font-size:{LETTERS}px;white-space:pre}}</style>",
            f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
            f'<path d="M0 {BAR}V12A12 12 0 0 1 12 0H{width - 12}A12 12 0 0 1 {width} 12V{BAR}Z" fill="{FRAME}"/>',
            dots,
            *body,
            "</svg>",
            "",
        ]
    )


def main() -> None:
    """Write the picture."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture(printed()), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
