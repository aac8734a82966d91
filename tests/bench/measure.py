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
    """Each work's seconds, repeat by repeat, taken in turn so that a slow moment strikes all alike."""
    for work in works:
        work()  # the first call warms up
    rounds = [[seconds(work) for work in works] for _ in range(repeats)]
    return [list(column) for column in zip(*rounds, strict=True)]
