"""`make bench`: measure, print a table with the spread over repeats, write JSON for comparison."""

import argparse
import json
import platform
from pathlib import Path

from tests.bench.figures import combat, importing, table
from tests.bench.measure import Figure


def line(figure: Figure) -> str:
    """One figure as a row of the table."""
    low, high = min(figure.repeats), max(figure.repeats)
    bar = f"{'≥' if figure.higher_is_better else '≤'} {_short(figure.bar)}"
    verdict = "met" if figure.met else "MISSED"
    spread = f"{_short(low)} … {_short(high)}"
    return f"{figure.name:<62} {_short(figure.median):>9} {figure.unit:<9} {spread:>20} {bar:>10}  {verdict}"


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    figures = [
        *combat(arguments.repeats),
        *table(arguments.repeats),
        *importing(arguments.repeats),
    ]
    print(f"{'':<62} {'median':>9} {'':<9} {'spread':>20} {'bar':>10}")
    for figure in figures:
        print(line(figure))
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        report = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "figures": [{**figure._asdict(), "median": figure.median, "met": figure.met} for figure in figures],
        }
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        print(f"written: {arguments.json}")


if __name__ == "__main__":
    main()
