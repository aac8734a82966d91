"""Timing with repeats: every figure comes with its spread."""

import gc
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table: the repeats' figures, the bar, and whether higher is better."""

    name: str
    unit: str
    repeats: tuple[float, ...]
    bar: float
    higher_is_better: bool

    @property
    def median(self) -> float:
        return median(self.repeats)

    @property
    def met(self) -> bool:
        return self.median >= self.bar if self.higher_is_better else self.median <= self.bar


TURNS = 5
"""Turns in a repeat; the best counts, because whatever else the machine does only ever adds time."""


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, with the garbage collector held off."""
    gc.collect()
    gc.disable()
    try:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin
    finally:
        gc.enable()


def side_by_side(works: list[Callable[[], object]], repeats: int) -> list[list[float]]:
    """Each work's seconds, repeat by repeat: the best of a few turns, so that a slow moment strikes nobody alone."""
    for work in works:
        work()  # the first call warms up
    rounds = []
    for _ in range(repeats):
        turns = [[seconds(work) for work in works] for _ in range(TURNS)]
        rounds.append([min(column) for column in zip(*turns, strict=True)])
    return [list(column) for column in zip(*rounds, strict=True)]
