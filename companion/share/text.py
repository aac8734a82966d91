"""A scoring chart as text: for a message to those who were there."""

from companion.share.chart import Row, ScoreChart

UNKNOWN = "–"


def score_text(chart: ScoreChart) -> str:
    """The result first, then a line for each player with what the total is made of, then the gold by season."""
    lines = [chart.title, chart.subtitle, "", chart.verdict, ""]
    order = sorted(range(len(chart.players)), key=lambda number: -(chart.total.numbers[number] or 0))
    for number in order:
        parts = [f"{row.name} {shown(row, number)}" for row in chart.rows]
        lines.append(f"{chart.players[number]}: {shown(chart.total, number)} ({', '.join(parts)})")
    if chart.seasons:
        lines += ["", chart.seasons_name]
        for number in order:
            lines.append(f"{chart.players[number]}: {' → '.join(shown(row, number) for row in chart.seasons)}")
    return "\n".join(line for line in lines) + "\n"


def shown(row: Row, number: int) -> str:
    """A number of the chart, or a dash."""
    value = row.numbers[number]
    return UNKNOWN if value is None else str(value)
