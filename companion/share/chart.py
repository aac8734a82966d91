"""A scoring chart as plain data: what every way of sharing it is made from."""

from typing import NamedTuple


class Row(NamedTuple):
    """One line of the chart: its name and a number for each player; None where it is not known yet."""

    name: str
    numbers: tuple[int | None, ...]


class ScoreChart(NamedTuple):
    """Who played, the lines of the chart with the total last, who won and why, and the gold season by season."""

    title: str
    subtitle: str
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    total: Row
    verdict: str
    seasons_name: str
    seasons: tuple[Row, ...]
