"""`companion bench`: how fast the installed engine is, with the spread over repeats."""

import gc
import platform
import time
from argparse import Namespace
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from companion.commands.inputs import write_json
from companion.terminal import Terminal, table
from engine.core.events import Event
from engine.games.after_the_empire.battle_family import family
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.fight import fight
from engine.games.after_the_empire.kernel import KernelBattle
from engine.games.after_the_empire.kernel import fight as kernel_fight
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import Castle, Piece, Pieces

FORMAT, VERSION = "companion.bench", 1

BATTLES = 1_000
"""Battles in the family each pass goes through."""
SHORTEST = 0.05
"""Seconds: a pass is repeated until one measurement takes at least this long."""


class Figure(NamedTuple):
    """A thing measured: battles per second, once for every repeat."""

    name: str
    repeats: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median: one disturbed repeat does not move it."""
        return median(self.repeats)


def run(arguments: Namespace, terminal: Terminal) -> int:
    """Measure, show."""
    figures = measure(arguments.repeats)
    if arguments.json:
        write_json(terminal, as_data(figures))
    else:
        write_figures(terminal, figures)
    return 0


def measure(repeats: int, battles: int = BATTLES) -> list[Figure]:
    """Kernel and readable steps over the same battles, one core."""
    fights = family(seed=1, size=battles)
    castles = [as_castle(battle) for battle in fights]

    def kernel() -> None:
        for battle in fights:
            kernel_fight(battle)

    def readable() -> None:
        for castle, orders in castles:
            events: list[Event] = []
            fight(castle, orders, events.append)

    passes: tuple[tuple[str, Callable[[], None]], ...] = (
        ("kernel: whole battles", kernel),
        ("readable steps with events", readable),
    )
    return [Figure(name, _per_second(one_pass, battles, repeats)) for name, one_pass in passes]


def as_castle(battle: KernelBattle) -> tuple[Castle, Orders]:
    """A battle of the kernel as the readable steps see it."""
    walls: Pieces = tuple(None if cubes < 0 else Piece("wall", "stone", cubes) for cubes in battle.walls)
    nothing: Pieces = (None,) * 4
    castle = Castle(walls, nothing, battle.soldiers, battle.mercenaries, battle.swordsmen, battle.archers)
    return castle, Orders(0, Rulings(), battle.fire, battle.bypass_side, battle.bypass)


def _per_second(one_pass: Callable[[], None], battles: int, repeats: int) -> tuple[float, ...]:
    passes = 1
    while (taken := _seconds(one_pass, passes)) < SHORTEST:
        passes = max(passes + 1, int(passes * SHORTEST / max(taken, 1e-6)))
    return tuple(passes * battles / _seconds(one_pass, passes) for _ in range(repeats))


def _seconds(one_pass: Callable[[], None], passes: int) -> float:
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(passes):
            one_pass()
        return time.perf_counter() - start
    finally:
        if collecting:
            gc.enable()


def write_figures(terminal: Terminal, figures: list[Figure]) -> None:
    """A table: the median, and from where to where the repeats went."""
    rows = [("", "battles/s", "lowest", "highest", "spread")]
    for figure in figures:
        low, high = min(figure.repeats), max(figure.repeats)
        spread = terminal.clean(f"±{100 * (high - low) / 2 / figure.middle:.0f} %")
        rows.append((figure.name, f"{figure.middle:,.0f}", f"{low:,.0f}", f"{high:,.0f}", spread))
    heading, *lines = table(rows, "<>>>>")
    terminal.write(terminal.style(heading, "dim"))
    for line in lines:
        terminal.write(line)
    kernel, readable = figures
    terminal.write()
    repeats = len(kernel.repeats)
    terminal.say(
        f"One readable battle takes the time of {kernel.middle / readable.middle:.1f} kernel battles. "
        f"{BATTLES:,} mixed battles, {repeats} repeat{'' if repeats == 1 else 's'}, one core, "
        f"Python {platform.python_version()}.",
        "dim",
    )


def as_data(figures: list[Figure]) -> dict[str, Any]:
    """The figures as `--json` prints them; documented in docs/command-line.md."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "battles": BATTLES,
        "figures": [
            {
                "name": figure.name,
                "unit": "battles/s",
                "median": round(figure.middle),
                "repeats": [round(repeat) for repeat in figure.repeats],
            }
            for figure in figures
        ],
    }
