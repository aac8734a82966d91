"""One table: every change saved whole, undo that survives a restart, many threads."""

import threading

import pytest

from companion.storage import StorageTrouble
from companion.storage.table_rows import finished_chapters
from engine.core.errors import BadInput, RuleError, StaleBase
from engine.core.plain import plain
from engine.games.after_the_empire.actions import Correct, Idle, SetNumber
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.storage.evening import gold, gold_of, picture, play_on, small_setup


def counts(storage) -> dict[str, int]:
    return {rows: storage.database.rows(f"SELECT count(*) FROM {rows}")[0][0] for rows in ("entries", "snapshots")}


def test_a_whole_evening_comes_back_exactly(opened):
    storage = opened()
    table = storage.tables.create(small_setup(4), "Friday")
    play_on(table, 10_000)
    assert AFTER_THE_EMPIRE.over(table.state)
    before = picture(table)
    storage.close()

    table = opened().tables.open(table.id)
    assert picture(table) == before
    assert table.notes == ()


def test_undo_and_redo_survive_a_restart(opened):
    storage = opened()
    table = storage.tables.create(small_setup(), "Friday")
    play_on(table, 40)
    high = picture(table)
    undone = [table.undo() for _ in range(7)]
    low = picture(table)
    storage.close()

    storage = opened()
    table = storage.tables.open(table.id)
    assert picture(table) == low
    assert [table.redo() for _ in range(7)] == undone[::-1]
    assert table.redo() is None
    assert picture(table) == high
    storage.close()

    assert picture(opened().tables.open(table.id)) == high


def test_what_is_said_after_an_undo_replaces_what_was_undone(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    for amount in range(1, 6):
        table.append(gold(amount))
    assert table.return_to(2) == 3
    table.append(gold(99))
    assert table.session.undone == ()
    storage.close()

    table = opened().tables.open(table.id)
    assert [entry.action for entry in table.session.entries] == [gold(1), gold(2), gold(99)]
    assert table.session.undone == ()


def test_snapshots_of_an_abandoned_future_are_dropped(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    play_on(table, 10_000)
    ends = finished_chapters(table.session, 0)
    stored = "SELECT n FROM snapshots ORDER BY n"
    assert [n for (n,) in storage.database.rows(stored)] == ends
    assert len(ends) == 7
    table.return_to(ends[2])
    assert [n for (n,) in storage.database.rows(stored)] == ends
    table.append(gold(77))
    assert [n for (n,) in storage.database.rows(stored)] == ends[:3]
    play_on(table, 10_000, seed=8)
    before = picture(table)
    storage.close()

    table = opened().tables.open(table.id)
    assert picture(table) == before
    assert table.notes == ()


def test_an_entry_writes_its_own_rows_only(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    play_on(table, 30)
    statements: list[str] = []
    connection = storage.database._connection
    connection.set_trace_callback(statements.append)
    table.append(gold(1))
    table.undo()
    table.redo()
    connection.set_trace_callback(None)
    verbs = [statement.split()[0] for statement in statements]
    assert verbs == [
        *("BEGIN", "UPDATE", "INSERT", "COMMIT"),
        *("BEGIN", "UPDATE", "COMMIT"),
        *("BEGIN", "UPDATE", "COMMIT"),
    ]


def test_nothing_to_do_writes_nothing_and_tells_nobody(opened):
    table = opened().tables.create(small_setup())
    told = []
    table.listeners.append(lambda: told.append(1))
    assert table.undo() is None
    assert table.redo() is None
    assert table.resolve() == ()
    assert table.return_to(0) == 0
    table.set_automation(table.session.automation)
    assert told == []


def test_automation_is_kept_and_resolve_uses_it(opened):
    storage = opened()
    table = storage.tables.create(small_setup(), automation=())
    play_on(table, 60)
    asked = table.session.pending
    table.set_automation({asked.kind, "turret"})
    answered = table.resolve()
    before = picture(table)
    storage.close()

    table = opened().tables.open(table.id)
    assert table.session.automation == {asked.kind, "turret"}
    assert picture(table) == before
    assert all(entry.auto for entry in answered)


def test_resolved_entries_are_stored(opened):
    storage = opened()
    table = storage.tables.create(small_setup(), automation=())
    chosen = AFTER_THE_EMPIRE.automation
    play_on(table, 400)
    for n in range(table.n, 0, -1):
        if (decision := AFTER_THE_EMPIRE.pending(table.session.state_at(n))) and decision.kind in chosen:
            table.return_to(n)
            break
    table.set_automation(chosen)
    assert table.resolve()
    assert table.session.undone == ()
    before = picture(table)
    storage.close()
    assert picture(opened().tables.open(table.id)) == before


def test_a_refusal_changes_nothing_unless_done_anyway(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    table.append(gold(3))
    table.undo()
    before, session = picture(table), table.session
    with pytest.raises(RuleError):
        table.append(Idle(1))
    with pytest.raises(StaleBase):
        table.append(gold(4), base=7)
    assert table.session is session
    assert picture(table) == before
    (entry, *_) = table.append(Idle(1), seat=1, base=0, anyway=True)
    assert (entry.seat, entry.anyway) == (1, True)
    before = picture(table)
    storage.close()
    assert picture(opened().tables.open(table.id)) == before


@pytest.mark.parametrize("amount", [10_000, -1])
def test_an_entry_that_could_not_be_read_back_is_refused(opened, amount):
    """The engine does not look at limits of numbers, a file does: the table would never open again."""
    storage = opened()
    table = storage.tables.create(small_setup())
    session = table.session
    with pytest.raises(BadInput, match=r"changes\[0\].*to"):
        table.append(Correct((SetNumber(0, "gold", amount),)))
    assert table.session is session
    assert counts(storage) == {"entries": 0, "snapshots": 0}


def test_listeners_are_told_after_each_change(opened, caplog):
    table = opened().tables.create(small_setup())
    told: list[int] = []

    def fail() -> None:
        raise ValueError("a screen that is gone")

    table.listeners += [fail, lambda: told.append(table.n)]
    table.append(gold(1))
    table.append(gold(2))
    table.undo()
    table.redo()
    table.return_to(0)
    table.set_automation(())
    assert told == [1, 2, 1, 2, 0, 0]
    assert "a listener failed" in caplog.text


def test_many_threads_can_play_at_one_table(opened):
    """Flet runs each handler in a thread of its own."""
    storage = opened()
    table = storage.tables.create(small_setup())
    torn: list[int] = []
    done = threading.Event()

    def look() -> None:
        while not done.wait(0.0005):  # lets the others have the interpreter
            session = table.session
            if len(session.entries) != session.n or session.state_at(session.n) is not session.state:
                torn.append(session.n)

    def play(first: int) -> None:
        for amount in range(first, first + 25):
            table.append(gold(amount))
            storage.tables.tables()

    watcher = threading.Thread(target=look)
    players = [threading.Thread(target=play, args=(100 * number,)) for number in range(4)]
    for thread in (watcher, *players):
        thread.start()
    for thread in players:
        thread.join()
    done.set()
    watcher.join()
    assert torn == []
    assert table.n == 100
    before = picture(table)
    storage.close()
    assert picture(opened().tables.open(table.id)) == before


def test_a_change_by_another_program_is_noticed(opened):
    """The same data open twice: the second to write catches up instead of writing over the first."""
    here, there = opened(), opened()
    mine = here.tables.create(small_setup())
    yours = there.tables.open(mine.id)
    yours.append(gold(1))
    told = []
    mine.listeners.append(lambda: told.append(mine.n))
    with pytest.raises(StaleBase, match="built on entry 0, but the table is at entry 1"):
        mine.append(gold(2))
    assert told == [1]
    assert picture(mine) == picture(yours)
    mine.append(gold(2))
    assert gold_of(mine) == 2


# what cannot be read any more


def test_a_broken_entry_ends_the_log_and_nothing_after_it_is_thrown_away(opened):
    storage = opened()
    table = storage.tables.create(small_setup(), "Friday")
    for amount in range(1, 9):
        table.append(gold(amount))
    with storage.database.change() as connection:
        connection.execute("UPDATE entries SET entry = 'rubbish' WHERE n = 6")
    storage.close()

    storage = opened()
    table = storage.tables.open(table.id)
    assert table.n == gold_of(table) == 5
    assert list(map(str, table.notes)) == [
        "Only the first 5 of 8 entries of “Friday” can be read; the table carries on from there."
    ]
    table.undo()
    table.append(gold(50))
    assert storage.database.rows("SELECT n FROM leftovers ORDER BY n") == [(6,), (7,), (8,)]
    storage.close()

    table = opened().tables.open(table.id)
    assert table.notes == ()
    assert gold_of(table) == 50


def test_a_missing_entry_ends_the_log(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    for amount in range(1, 9):
        table.append(gold(amount))
    with storage.database.change() as connection:
        connection.execute("DELETE FROM entries WHERE n = 3")
    storage.close()
    assert opened().tables.open(table.id).n == 2


def test_an_entry_the_rules_cannot_follow_ends_the_log(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    table.append(gold(1))
    table.append(Idle(1), anyway=True)
    table.append(gold(3))
    with storage.database.change() as connection:
        connection.execute("""UPDATE entries SET entry = replace(entry, ',"anyway":true', '') WHERE n = 2""")
    storage.close()
    table = opened().tables.open(table.id)
    assert (table.n, gold_of(table)) == (1, 1)
    assert "Only the first 1 of 3 entries" in str(table.notes[0])


def test_a_broken_undone_entry_takes_only_the_redo(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    table.append(gold(1))
    table.append(Idle(1), anyway=True)
    table.undo()
    with storage.database.change() as connection:
        connection.execute("""UPDATE entries SET entry = replace(entry, ',"anyway":true', '') WHERE n = 2""")
    storage.close()
    table = opened().tables.open(table.id)
    assert table.n == 1
    assert table.session.undone == ()
    assert list(map(str, table.notes)) == [
        "What had been undone cannot be redone by this version; the table itself is whole."
    ]
    table.append(gold(2))
    assert gold_of(table) == 2


def test_a_snapshot_wins_where_the_log_reads_differently(opened):
    """What a newer version of the rules would do to an old log: here the log is changed instead."""
    storage = opened()
    table = storage.tables.create(small_setup(), "Friday")
    table.append(gold(31))
    play_on(table, 10_000)
    first_season = finished_chapters(table.session, 0)[0]
    known = plain(table.session.state_at(first_season))
    with storage.database.change() as connection:
        connection.execute("UPDATE entries SET entry = replace(entry, '31', '30') WHERE n = 1")
    storage.close()

    storage = opened()
    table = storage.tables.open(table.id)
    assert plain(table.session.state_at(first_season)) == known
    assert f"reads the log differently at entry {first_season};" in str(table.notes[0])

    with storage.database.change() as connection:
        connection.execute("UPDATE snapshots SET hash = '0123456789abcdef' WHERE n = ?", (first_season,))
    storage.close()
    table = opened().tables.open(table.id)
    assert plain(table.session.state_at(first_season)) != known, "a damaged snapshot is not to be believed"


def test_an_unreadable_snapshot_does_no_harm(opened):
    storage = opened()
    table = storage.tables.create(small_setup())
    play_on(table, 10_000)
    before = picture(table)
    with storage.database.change() as connection:
        connection.execute("UPDATE snapshots SET state = 'rubbish'")
        connection.execute("UPDATE tables SET automation = 'rubbish', facts = 'rubbish'")
    storage.close()
    storage = opened()
    assert storage.tables.tables()[0].finished
    assert picture(storage.tables.open(table.id)) == before


@pytest.mark.parametrize(
    "damage", ["UPDATE setups SET setup = '{}'", "DELETE FROM setups", "UPDATE tables SET game = 'chess'"]
)
def test_a_table_that_cannot_be_opened_does_not_harm_the_others(opened, damage):
    storage = opened()
    shelf = storage.tables
    bad, good = shelf.create(small_setup(), "bad"), shelf.create(small_setup(), "good")
    good.append(gold(5))
    with storage.database.change() as connection:
        where = "id" if "tables" in damage else "table_id"
        connection.execute(f"{damage} WHERE {where} = {bad.id}")
    storage.close()

    shelf = opened().tables
    assert {line.name for line in shelf.tables()} == {"bad", "good"}
    with pytest.raises(StorageTrouble, match=r"“bad” cannot be opened.*The other tables are unharmed") as caught:
        shelf.open(bad.id)
    assert caught.value.kind == "damaged"
    assert shelf.export(good.id)


def test_the_sessions_twin_shares_nothing_that_changes(opened):
    table = opened().tables.create(small_setup())
    table.append(gold(1))
    table.append(gold(2))
    table.undo()
    before = picture(table)
    other = table.session.copy()
    other.append(gold(9))
    other.append(gold(10))
    other.undo()
    assert picture(table) == before
