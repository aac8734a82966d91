"""A scoring chart as a table for a spreadsheet."""

import csv
from io import StringIO

from companion.share.chart import ScoreChart

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def score_csv(chart: ScoreChart) -> bytes:
    """One column for each player, one line for each line of the chart, then the seasons. UTF-8, as Excel likes it."""
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["", *map(harmless, chart.players)])
    for row in (*chart.rows, chart.total, *chart.seasons):
        writer.writerow([harmless(row.name), *("" if number is None else number for number in row.numbers)])
    return out.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula, whatever a player is called."""
    return f"'{text}" if text.startswith(_FORMULA) else text
