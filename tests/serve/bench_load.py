"""One server on one core, 25 tables of four phones each: how long until an entry is on every phone.

The phones are real websocket clients. At the pace of an evening (which is slower than here) the time with 25 tables is
compared with that of one table on the same server. Then an hour's worth of entries goes in as fast as it can.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from companion.serve.codes import new_token
from companion.serve.guest_book import GuestBook
from companion.storage import Storage
from tests.app.bench_ui import write
from tests.app.seeds import at, table_at
from tests.bench.__main__ import line
from tests.bench.measure import Figure
from tests.serve.serving import Serving
from tests.serve.table_by_wire import Said, TableByWire
from tests.serve.wire import Wire

TABLES, SEATS = 25, 4
PACE = 20.0
"""Seconds between two entries at a table; people take longer."""

PACED = 6
"""Entries at each of the tables at that pace."""

ALONE = 60
"""Entries at one table alone."""

AN_HOUR = 120
"""Entries in an hour: an evening of seven seasons has about three hundred in two and a half."""


class Load:
    """A server with its tables, and the phones at them."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.server = Serving(self.data, "--phones", "400", seed=_seed)
        self._tokens = _seats(self.data)
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(self.server.process.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:] or cores)
        self.tables: list[TableByWire] = []
        self.memory_per_phone = 0.0

    async def sit_down(self, tables: int) -> None:
        """Phones at so many tables more."""
        before, phones = self.server.memory(), 0
        for number in range(len(self.tables), len(self.tables) + tables):
            four = [
                Wire(self.server.url, cookie=f"companion-{self.server.port}={token}", keep=False)
                for token in self._tokens[number]
            ]
            for phone in four:
                await phone.open(f"/table/{number + 1}")
                phones += 1
            self.tables.append(TableByWire(four))
        self.memory_per_phone = (self.server.memory() - before) / phones

    async def alone(self) -> list[float]:
        """One table, nobody else there."""
        await self.tables[0].play(ALONE, pause=0.3)
        return times(self.tables[0].said[5:])

    async def together(self) -> list[float]:
        """All tables at the pace of a lively evening."""
        begun = [len(table.said) for table in self.tables]

        async def play(table: TableByWire, chance: random.Random) -> None:
            await asyncio.sleep(chance.random() * PACE)
            for _ in range(PACED):
                await table.play(len(table.said) + 1)
                await asyncio.sleep(PACE * (0.5 + chance.random()))

        await asyncio.gather(*(play(table, random.Random(number)) for number, table in enumerate(self.tables)))
        said = (table.said[start:] for table, start in zip(self.tables, begun, strict=True))
        return times([each for some in said for each in some])

    async def an_hour(self) -> tuple[int, float]:
        """An hour's worth at every table, without a pause: how many entries, in how many seconds."""
        begun = time.perf_counter()
        before = sum(len(table.said) for table in self.tables)
        await asyncio.gather(*(table.play(len(table.said) + AN_HOUR) for table in self.tables))
        return sum(len(table.said) for table in self.tables) - before, time.perf_counter() - begun

    async def leave(self) -> None:
        """Everybody goes home."""
        for table in self.tables:
            for phone in table.phones:
                await phone.close()

    def nothing_is_lost(self) -> bool:
        """Is everything that was said on the disk, once?"""
        self.server.kill()
        with Storage(self.data) as storage:
            for number, table in enumerate(self.tables, start=1):
                session = storage.tables.open(number).session
                by_phones = [entry for entry in session.entries if entry.by is not None and not entry.auto]
                if len(by_phones) != len(table.said):
                    return False
        return True


def _seed(storage: Storage) -> None:
    for number in range(TABLES):
        table_at(storage, f"Table {number + 1}", SEATS, at(1, "actions"), seed=number)


def _seats(data: Path) -> list[list[str]]:
    """Every seat has a phone already: who sits where is not measured."""
    book = GuestBook(data)
    tokens = [[new_token() for _ in range(SEATS)] for _ in range(TABLES)]
    for number, four in enumerate(tokens, start=1):
        for seat, token in enumerate(four):
            book.sit(number, book.welcome(token, f"P{seat}").id, seat)
    book.close()
    return tokens


def times(said: list[Said]) -> list[float]:
    """The seconds of entries, in order of length."""
    return sorted(each.seconds for each in said)


def p95(ordered: list[float]) -> float:
    """Nineteen of twenty are quicker."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


async def measure(folder: Path) -> list[Figure]:
    """All of it."""
    load = Load(folder)
    try:
        await load.sit_down(1)
        alone = await load.alone()
        await load.sit_down(TABLES - 1)
        together = await load.together()
        entries, seconds = await load.an_hour()
        await load.leave()
        lost = not load.nothing_is_lost()
    finally:
        load.server.stop()
    print(f"  One table: {median(alone) * 1000:.0f} ms, p95 {p95(alone) * 1000:.0f} ms ({len(alone)} entries).")
    print(
        f"  {TABLES} tables: {median(together) * 1000:.0f} ms, p95 {p95(together) * 1000:.0f} ms "
        f"({len(together)} entries, one in {PACE:.0f} s at each table)."
    )
    print(f"  An hour's worth at {TABLES} tables: {entries} entries in {seconds:.0f} s.")
    return [
        Figure("entry on all four phones, p95, 25 tables against one", "×", (p95(together) / p95(alone),), 3.0, False),
        Figure("memory per phone", "MB", (load.memory_per_phone / 1e6,), 4.0, False),
        Figure("an hour of 25 tables, times faster than real time", "×", (3600 / seconds,), 1.0, True),
        Figure("tables whose log is not what their phones said", "", (float(lost),), 0.0, False),
    ]


def main() -> None:
    """Print the figures; write them where told."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = arguments.parse_args()
    print(f"Serving {TABLES} tables of {SEATS} phones on one core")
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder)))
    print(f"{'':<62} {'median':>9} {'':<9} {'spread':>20} {'bar':>10}")
    for figure in figures:
        print(line(figure))
    if chosen.json:
        write(chosen.json, figures)


if __name__ == "__main__":
    main()
