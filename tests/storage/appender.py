"""A program that plays as fast as it can until it is killed: `python -m tests.storage.appender FOLDER TABLE`.

For each line on standard input it starts one player (a process of its own, quick to start, as everything is
imported by then) and says its number. The player says what it is about to do, and what it has done: entries in
the log, entries undone, the gold that was last said.
"""

import itertools
import os
import sys
from pathlib import Path

from companion.storage import SavedTable, Storage
from tests.storage.evening import gold, gold_of


def say(word: str, *numbers: int) -> None:
    os.write(1, f"{word} {' '.join(map(str, numbers))}\n".encode())


def play(folder: Path, table_id: int) -> None:
    """Mostly new entries; now and then an undo and a redo."""
    table = Storage(folder).tables.open(table_id)
    say("did", *standing(table))
    for turn in itertools.count(1):
        n, undone, amount = standing(table)
        if turn % 5 == 3:
            say("does", n - 1, undone + 1, amount - 1)
            table.undo()
        elif turn % 5 == 4:
            say("does", n + 1, undone - 1, amount + 1)
            table.redo()
        else:
            say("does", n + 1, 0, n + 1)
            table.append(gold(n + 1))
        say("did", *standing(table))


def standing(table: SavedTable) -> tuple[int, int, int]:
    return table.n, len(table.session.undone), gold_of(table)


def main() -> None:
    folder, table_id = Path(sys.argv[1]), int(sys.argv[2])
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            play(folder, table_id)
        say("pid", child)
        os.waitpid(child, 0)
        say("ended")


if __name__ == "__main__":
    main()
