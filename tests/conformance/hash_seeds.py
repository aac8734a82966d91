"""Plays one table of every subject and prints what came of it, to be compared between processes."""

from tests.conformance.play import Table, tables_of
from tests.conformance.subjects import SUBJECTS


def account(table: Table) -> list[str]:
    """Everything a player could see of a game, line by line."""
    game, session = table.game, table.session
    lines = [table.name, *table.fingerprints]
    for entry in session.entries:
        replayed = session.replay(entry.n)
        lines.append(f"{entry.n} {game.describe(replayed.before, entry.action)}")
        lines += [f"{event.rule} {game.sentence(event)}" for event in replayed.events]
        lines += [f"{line.seat} {line.words}" for line in game.instructions(replayed.before, replayed.after)]
    return lines


if __name__ == "__main__":
    for subject in SUBJECTS.values():
        print("\n".join(account(tables_of(subject)[0])))
