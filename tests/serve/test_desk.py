"""The desk: who may say what, what a tap means after the table has moved, and how far undo goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.serve.desk import GLANCE, Desk, Sitter, Wish
from companion.serve.trouble import NotYours, TableMoved
from companion.storage import Storage
from engine.games.after_the_empire.actions import Correct, Proceed, SetNumber, SetTable
from tests.app.seeds import at, table_at

ADA, BEN = Sitter(1, "Ada", 0, host=False), Sitter(2, "Ben", 1, host=False)
HOST, WATCHER = Sitter(3, "Host", None, host=True), Sitter(4, "Somebody", None, host=False)


def gold(seat: int, to: int) -> Correct:
    return Correct((SetNumber(seat, "gold", to),))


def threat(to: int) -> Correct:
    return Correct((SetTable("threat", to),))


class Watch:
    """A clock that is set."""

    time = 1_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def desk(tmp_path: Path, watch: Watch) -> Iterator[Desk]:
    with Storage(tmp_path) as storage:
        yield Desk(table_at(storage, "Friday", 3, at(2, "actions")), watch)


def say(desk: Desk, who: Sitter, action: object, base: int | None = None, tap: object = None) -> None:
    desk.say(who, action, base=desk.number if base is None else base, tap=tap or object(), seat=who.seat)


def test_everybody_speaks_for_their_own_board_and_for_the_table(desk: Desk) -> None:
    say(desk, ADA, gold(0, 7))
    say(desk, ADA, threat(4))
    with pytest.raises(NotYours, match="Ben"):
        say(desk, ADA, gold(1, 7))
    with pytest.raises(NotYours, match="Ben"):
        say(desk, ADA, Correct((SetNumber(0, "gold", 1), SetNumber(1, "gold", 1))))
    assert [entry.by for entry in desk.table.session.entries[-2:]] == [0, 0]


def test_the_host_speaks_for_anybody_and_a_watcher_for_nobody(desk: Desk) -> None:
    say(desk, HOST, gold(1, 7))
    assert desk.table.session.entries[-1].by is None
    for action in (gold(1, 3), threat(9), Proceed("combat")):
        with pytest.raises(NotYours, match="watching"):
            say(desk, WATCHER, action)


def test_what_others_changed_meanwhile_is_looked_at_first(desk: Desk, watch: Watch) -> None:
    seen = desk.number
    say(desk, BEN, threat(4))
    with pytest.raises(TableMoved) as moved:
        say(desk, ADA, threat(5), base=seen)
    assert moved.value.legal
    assert desk.table.state.threat == 4
    watch.time += 2 * GLANCE
    say(desk, ADA, threat(5))
    assert desk.table.state.threat == 5


def test_a_tap_in_the_blink_of_an_eye_was_meant_for_the_screen_before(desk: Desk, watch: Watch) -> None:
    watch.time += 10
    say(desk, BEN, threat(4))
    watch.time += GLANCE / 2
    with pytest.raises(TableMoved):
        say(desk, ADA, threat(5))  # the phone has drawn the change, but nobody can have read it
    watch.time += GLANCE
    say(desk, ADA, threat(5))


def test_what_was_on_its_way_to_the_phone_was_not_meant(desk: Desk, watch: Watch) -> None:
    drawn_until = watch.time
    watch.time += 2 * GLANCE
    say(desk, BEN, threat(4))
    watch.time += 60  # the tap was under way all the time; the screen was drawn anew since, and never seen
    with pytest.raises(TableMoved):
        desk.say(ADA, threat(5), base=desk.number, tap=object(), seen=drawn_until)
    with pytest.raises(TableMoved):
        desk.undo(HOST, base=desk.number, tap=object(), seen=drawn_until)
    own = gold(0, 7)  # means the same as ever
    desk.say(ADA, own, base=desk.number, tap=object(), seen=drawn_until)
    desk.say(ADA, threat(5), base=desk.number, tap=object(), seen=watch.time)


def test_one_s_own_second_tap_that_was_on_its_way_is_one_too_many(desk: Desk, watch: Watch) -> None:
    drawn_until = watch.time
    watch.time += 1
    say(desk, ADA, threat(4))
    with pytest.raises(TableMoved):
        desk.say(ADA, threat(5), base=desk.number, tap=object(), seen=drawn_until)
    desk.say(ADA, threat(5), base=desk.number, tap=object(), seen=watch.time)


def test_everybody_enters_their_own_at_once(desk: Desk) -> None:
    """What others did to their boards does not change what a tap on one's own means."""
    seen = desk.number
    say(desk, ADA, gold(0, 11), base=seen)
    say(desk, BEN, gold(1, 12), base=seen)
    assert [player.gold for player in desk.table.state.players[:2]] == [11, 12]


def test_the_same_screen_speaks_once(desk: Desk, watch: Watch) -> None:
    """One tap may say several things; a second one from the same screen is one too many."""
    seen, tap = desk.number, object()
    say(desk, ADA, gold(0, 1), base=seen, tap=tap)
    say(desk, ADA, gold(0, 2), base=seen, tap=tap)
    with pytest.raises(TableMoved):
        say(desk, ADA, gold(0, 3), base=seen)
    assert desk.table.state.players[0].gold == 2
    say(desk, ADA, gold(0, 3))


def test_a_screen_older_than_can_be_remembered_is_looked_at_again(
    desk: Desk, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.serve.desk.REMEMBERED", 3)
    forgetful = Desk(desk.table, watch)
    seen, tap = forgetful.number, object()
    say(forgetful, ADA, threat(1), base=seen, tap=tap)
    for to in range(2, 6):
        say(forgetful, ADA, threat(to))
    with pytest.raises(TableMoved):
        say(forgetful, ADA, threat(9), base=seen, tap=tap)


def test_a_refused_word_changes_nothing(desk: Desk) -> None:
    before = desk.table.session.entries
    seen = desk.number
    desk.say(BEN, Proceed("combat"), base=seen, tap=object(), anyway=True)
    with pytest.raises(TableMoved) as moved:
        say(desk, ADA, Proceed("combat"), base=seen)
    assert not moved.value.legal
    assert [entry.action for entry in desk.table.session.entries[len(before) :] if not entry.auto] == [
        Proceed("combat")
    ]


# undo


def test_one_s_own_last_word_can_be_taken_back_while_nobody_built_on_it(desk: Desk, watch: Watch) -> None:
    say(desk, ADA, gold(0, 7))
    assert desk.may_undo(ADA)
    assert not desk.may_undo(BEN)
    assert not desk.may_undo(WATCHER)
    with pytest.raises(NotYours, match="host"):
        desk.undo(BEN, base=desk.number, tap=object())
    say(desk, BEN, gold(1, 7))
    assert not desk.may_undo(ADA)
    with pytest.raises(NotYours):
        desk.undo(ADA, base=desk.number, tap=object())
    watch.time += 1
    desk.undo(BEN, base=desk.number, tap=object())
    watch.time += 1
    desk.undo(ADA, base=desk.number, tap=object())


def test_undo_takes_back_what_its_name_said_or_nothing(desk: Desk, watch: Watch) -> None:
    say(desk, ADA, gold(0, 7))
    seen = desk.number
    say(desk, ADA, gold(0, 8))
    with pytest.raises(TableMoved):
        desk.undo(ADA, base=seen, tap=object())
    assert desk.table.state.players[0].gold == 8


def test_anything_further_is_asked_of_the_host(desk: Desk, watch: Watch) -> None:
    told: list[int] = []
    say(desk, BEN, gold(1, 9))
    desk.listeners.append(lambda: told.append(desk.number))
    desk.wish_undo(ADA)
    desk.wish_undo(ADA)
    (wish,) = desk.wishes
    assert (wish.name, told != []) == ("Ada", True)
    with pytest.raises(NotYours):
        desk.answer_wish(BEN, wish, grant=True)
    desk.answer_wish(HOST, wish, grant=False)
    assert desk.wishes == ()
    assert desk.table.state.players[1].gold == 9
    desk.wish_undo(ADA)
    again: Wish = next(iter(desk.wishes))
    desk.answer_wish(HOST, again, grant=True)
    assert desk.wishes == ()
    assert desk.table.state.players[1].gold != 9
    with pytest.raises(NotYours):
        desk.wish_undo(WATCHER)


def test_a_wish_is_for_one_entry(desk: Desk, watch: Watch) -> None:
    """When the table has moved on, it is not asked any more, and an old answer undoes nothing."""
    say(desk, BEN, gold(1, 9))
    desk.wish_undo(ADA)
    (wish,) = desk.wishes
    watch.time += 1
    say(desk, HOST, gold(1, 10))
    assert desk.wishes == ()
    desk.answer_wish(HOST, wish, grant=True)
    assert desk.table.state.players[1].gold == 10


def test_only_the_host_goes_far_back_or_changes_the_automation(desk: Desk) -> None:
    n = desk.table.n
    say(desk, ADA, gold(0, 7))
    for change in (
        lambda: desk.return_to(ADA, n, tap=None),
        lambda: desk.set_automation(ADA, (), tap=None),
    ):
        with pytest.raises(NotYours, match="host"):
            change()
    desk.return_to(HOST, n, tap=None)
    assert desk.table.n == n
    with pytest.raises(NotYours):
        desk.redo(BEN, tap=None)
    desk.redo(ADA, tap=None)
    assert desk.table.state.players[0].gold == 7
