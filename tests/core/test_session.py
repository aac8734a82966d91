"""The session: one table's log, and everything that follows from it."""

import pytest

from engine.core import session as session_module
from engine.core.errors import BadInput, RuleError, StaleBase
from engine.core.plain import fingerprint
from engine.core.record import replace
from engine.core.session import Entry, Session
from tests.example_game.game import WELL_AND_BUCKET, WellAndBucket
from tests.example_game.records import Action, CorrectJar, Haul, Player, Setup, Share, State, Throw

START = WELL_AND_BUCKET.begin(Setup(("Ada", "Ben")))


def new(automation=None, game=WELL_AND_BUCKET) -> Session[State, Action]:
    return Session(game, START, automation)


def after(*actions, automation=None) -> Session[State, Action]:
    session = new(automation)
    for action in actions:
        session.append(action)
    return session


def everything(session: Session[State, Action]):
    """All there is to a session, to see that nothing changed."""
    states = [session.state_at(n) for n in range(session.n + 1)]
    return session.n, session.entries, session.undone, states


class TestGoingForward:
    def test_a_new_session_stands_at_the_set_up(self):
        session = new()
        assert (session.n, session.entries, session.state, session.undone) == (0, (), START, ())
        assert session.pending == WELL_AND_BUCKET.pending(START)

    def test_append_logs_who_said_what(self):
        session = new()
        assert session.append(Throw(4), seat=0, base=0) == (Entry(1, 0, Throw(4)),)
        assert session.entries == (Entry(1, 0, Throw(4)),)
        assert session.state.bucket == 4

    def test_automatic_answers_follow_as_entries_of_their_own(self):
        session = after(Throw(6))
        assert session.append(Haul(up=True), seat=0) == (
            Entry(2, 0, Haul(up=True)),
            Entry(3, 0, Share(0), auto=True),
        )
        assert session.state.players[0].jar == 6

    def test_the_table_chooses_what_is_automatic(self):
        assert after(Throw(6), Haul(up=True), automation=()).state.step == "share"
        assert new(["haul", "share"]).automation == {"haul", "share"}
        session = new(["haul", "share"])
        assert [entry.action for entry in session.append(Throw(6))] == [Throw(6), Haul(up=True), Share(0)]

    def test_automation_stops_where_only_a_person_can_know(self):
        session = new(["throw"])
        assert session.resolve() == ()
        assert session.n == 0

    def test_resolve_answers_what_is_open_now(self):
        session = after(Throw(6), Haul(up=True), automation=())
        session.automation = frozenset({"share"})
        assert session.resolve() == (Entry(3, 0, Share(0), auto=True),)
        assert session.state.players[0].jar == 6

    def test_resolve_with_nothing_to_do_keeps_what_can_be_redone(self):
        session = after(Throw(6))
        session.undo()
        assert session.resolve() == ()
        assert session.redo_name() == "Throw 6"

    def test_resolve_that_does_something_clears_what_can_be_redone(self):
        session = after(Throw(6), Haul(up=True), automation=())
        session.append(Share(3))
        session.undo()
        session.automation = frozenset({"share"})
        session.resolve()
        assert session.redo() is None

    def test_a_stale_base_is_refused(self):
        session = after(Throw(4))
        was = everything(session)
        for base in (0, 2):
            with pytest.raises(StaleBase) as stale:
                session.append(Haul(up=True), base=base)
            assert (stale.value.base, stale.value.now) == (base, 1)
        assert everything(session) == was
        session.append(Haul(up=True), base=1)

    def test_a_refusal_changes_nothing(self):
        session = after(Throw(4), Haul(up=False))
        session.undo()
        was = everything(session)
        with pytest.raises(RuleError, match="W-6"):
            session.append(Share(1))
        assert everything(session) == was
        assert session.redo_name() == "Let the bucket down"

    def test_anyway_overrides_a_soft_refusal_and_the_log_says_so(self):
        session = after(Throw(4))
        assert session.append(Throw(5), anyway=True) == (Entry(2, None, Throw(5), anyway=True),)
        assert session.state.bucket == 9

    def test_anyway_is_not_logged_where_nothing_was_refused(self):
        assert new().append(Throw(4), anyway=True) == (Entry(1, None, Throw(4), anyway=False),)

    def test_anyway_does_not_override_a_firm_refusal(self):
        session = after(Throw(4))
        was = everything(session)
        with pytest.raises(RuleError, match="Nobody sits at seat 4"):
            session.append(CorrectJar(3, 1), anyway=True)
        assert everything(session) == was

    def test_a_failure_among_the_automatic_answers_undoes_it_all(self):
        class Cracked(WellAndBucket):
            def apply(self, state, action, sink=None):
                if isinstance(action, Share):
                    raise ZeroDivisionError
                return super().apply(state, action, sink)

        session = new(game=Cracked())
        session.append(Throw(6))
        session.append(Haul(up=False))
        session.undo()
        was = everything(session)
        with pytest.raises(ZeroDivisionError):
            session.append(Haul(up=True))
        assert everything(session) == was

    def test_automatic_answers_that_never_come_to_rest_are_stopped(self, monkeypatch):
        class Restless(WellAndBucket):
            def default(self, state, decision):
                return CorrectJar(0, 1)

        monkeypatch.setattr(session_module, "RUNAWAY", 50)
        session = new(["throw"], Restless())
        with pytest.raises(RuntimeError, match="never come to rest"):
            session.resolve()
        assert everything(session) == (0, (), (), [START])


class TestGoingBack:
    def test_undo_steps_over_automatic_entries(self):
        session = after(Throw(6), Haul(up=True))
        assert session.n == 3
        assert session.undo() == Entry(2, None, Haul(up=True))
        assert (session.n, session.state.bucket, session.state.step) == (1, 6, "haul")
        assert session.undo() == Entry(1, None, Throw(6))
        assert session.state == START
        assert session.undo() is None

    def test_redo_brings_back_automatic_entries_too(self):
        session = after(Throw(6), Haul(up=True))
        was = everything(session)
        session.undo()
        session.undo()
        assert session.redo() == Entry(1, None, Throw(6))
        assert session.n == 1
        assert session.redo() == Entry(2, None, Haul(up=True))
        assert everything(session) == was
        assert session.redo() is None

    def test_redo_keeps_automatic_answers_as_they_were_given(self):
        """A later version's other default must not change an old game."""
        session = after(Throw(6), Haul(up=True))
        session.undo()

        class Generous(WellAndBucket):
            def default(self, state, decision):
                return Share(state.bucket)

        session.game = Generous()
        session.redo()
        assert session.state.players[0] == Player("Ada", jar=6)

    def test_redo_keeps_what_was_done_anyway(self):
        session = after(Throw(4))
        session.append(Throw(5), anyway=True)
        session.undo()
        assert session.redo() == Entry(2, None, Throw(5), anyway=True)
        assert session.state.bucket == 9

    def test_a_redo_the_rules_now_refuse_changes_nothing(self):
        session = after(Throw(6), Haul(up=True))
        session.undo()
        was = everything(session)

        class Stingy(WellAndBucket):
            def check(self, state, action):
                if isinstance(action, Share):
                    raise RuleError("W-6", "No water for the trough.")

        session.game = Stingy()
        with pytest.raises(RuleError, match="No water"):
            session.redo()
        assert everything(session) == was

    def test_a_new_entry_clears_what_could_be_redone(self):
        session = after(Throw(6))
        session.undo()
        session.append(Throw(5))
        assert session.redo() is None
        assert session.undone == ()

    def test_entries_without_a_person_before_them_cannot_be_undone(self):
        session = Session(WELL_AND_BUCKET, replace(START, bucket=6, step="share"))
        session.resolve()
        assert [entry.auto for entry in session.entries] == [True]
        assert session.undo() is None
        assert session.undo_name() is None
        assert session.n == 1

    def test_undo_and_redo_say_what_they_would_do(self):
        session = after(Throw(6), Haul(up=True))
        assert (session.undo_name(), session.redo_name()) == ("Haul the bucket up", None)
        session.undo()
        assert (session.undo_name(), session.redo_name()) == ("Throw 6", "Haul the bucket up")
        session.undo()
        assert (session.undo_name(), session.redo_name()) == (None, "Throw 6")

    def test_return_to_undoes_until_no_more_than_n_entries_are_left(self):
        session = after(Throw(6), Haul(up=True), Throw(2), Haul(up=True))
        assert session.n == 6
        assert session.return_to(6) == 0
        assert session.return_to(3) == 2
        assert session.n == 3
        assert session.return_to(2) == 1  # entry 3 is automatic: it goes with the person's entry 2
        assert session.n == 1
        assert session.return_to(0) == 1
        assert session.return_to(0) == 0
        while session.redo():
            pass
        assert session.n == 6


class TestLookingAgain:
    def test_state_at_gives_every_moment(self):
        session = after(Throw(6), Haul(up=True))
        assert session.state_at(0) == START
        assert session.state_at(1).bucket == 6
        assert session.state_at(3) == session.state
        for n in (-1, 4):
            with pytest.raises(IndexError, match=f"entries 0 to 3, not {n}"):
                session.state_at(n)

    def test_the_fingerprint_is_that_of_the_state(self):
        session = after(Throw(6))
        assert session.fingerprint() == fingerprint(session.state) == session.fingerprint(1)
        assert session.fingerprint(0) == fingerprint(START)

    def test_replay_gives_the_events_of_an_entry(self):
        session = after(Throw(6), Haul(up=False), Throw(5))
        replayed = session.replay(3)
        assert replayed.entry == session.entries[2]
        assert (replayed.before, replayed.after) == (session.state_at(2), session.state)
        assert [(event.rule, event.what, event.seat) for event in replayed.events] == [
            ("W-3", "filled", 0),
            ("W-5", "snapped", 0),
        ]

    def test_replay_gives_the_events_of_what_was_done_anyway(self):
        session = after(Throw(6))
        session.append(Throw(1), anyway=True)
        assert [event.what for event in session.replay(2).events] == ["filled"]

    @pytest.mark.parametrize("n", [0, 2, -1])
    def test_replay_knows_only_its_own_entries(self, n):
        with pytest.raises(IndexError, match=f"entries 1 to 1, not {n}"):
            after(Throw(6)).replay(n)


class TestComingBack:
    LOG = (Entry(1, 0, Throw(6)), Entry(2, 0, Haul(up=True)), Entry(3, 0, Share(0), auto=True))

    def test_a_stored_log_gives_the_same_table(self):
        played = after(Throw(6), Haul(up=True))
        session = new()
        assert session.restore(played.entries) == []
        assert everything(session) == everything(played)

    def test_what_could_be_redone_still_can(self):
        session = new()
        session.restore(self.LOG[:1], undone=[(Entry(4, 1, Throw(2)),), self.LOG[1:]])
        assert session.redo_name() == "Haul the bucket up"
        session.redo()
        session.redo()
        assert (session.n, session.state.bucket) == (4, 2)

    def test_automatic_answers_are_read_not_given_again(self):
        session = new()
        session.restore(self.LOG[:2])
        assert (session.n, session.state.step) == (2, "share")

    def test_only_an_empty_session_can_be_restored(self):
        with pytest.raises(ValueError, match="empty session"):
            after(Throw(1)).restore(self.LOG)

    def test_a_wrong_number_is_named(self):
        session = new()
        with pytest.raises(BadInput) as bad:
            session.restore([self.LOG[0], Entry(3, 0, Haul(up=True))])
        assert (bad.value.place, bad.value.why) == ("log[1].n", "entry 2 carries the number 3")
        assert everything(session) == (0, (), (), [START])

    def test_a_refused_entry_is_named(self):
        session = new()
        with pytest.raises(BadInput, match="time to throw") as bad:
            session.restore([Entry(1, 0, Haul(up=True))])
        assert bad.value.place == "log[0].action"
        assert session.n == 0

    def test_an_entry_done_anyway_is_read(self):
        session = new()
        session.restore([Entry(1, 0, Haul(up=True), anyway=True)])
        assert session.state.step == "share"

    @pytest.mark.parametrize(
        ("undone", "place"),
        [
            ([()], "undone[0]"),
            ([(Entry(5, 0, Throw(2)),)], "undone[0][0].n"),
            ([(Entry(5, 0, Throw(2)),), (Entry(4, 0, Throw(1)), Entry(6, 0, Throw(1)))], "undone[1][1].n"),
            ([(Entry(4, 0, Throw(2)),), (Entry(4, 0, Throw(1)),)], "undone[0][0].n"),
        ],
    )
    def test_a_redo_with_a_gap_is_named(self, undone, place):
        session = new()
        with pytest.raises(BadInput) as bad:
            session.restore(self.LOG, undone=undone)
        assert bad.value.place == place
        assert session.n == 0

    def test_a_snapshot_that_agrees_changes_nothing(self):
        played = after(Throw(6), Haul(up=True))
        session = new()
        snapshots = [(n, played.state_at(n)) for n in range(4)]
        assert session.restore(played.entries, snapshots=snapshots) == []
        assert everything(session) == everything(played)

    def test_a_snapshot_that_differs_wins(self):
        """An older version read entry 1 as eight litres: the table carries on with them."""
        older = State(START.players, 9, bucket=8, step="haul")
        session = new()
        assert session.restore(self.LOG, snapshots=[(1, older)]) == [1]
        assert session.state_at(1) == older
        assert session.state.players[0].jar == 8

    def test_a_set_up_read_differently_comes_from_its_snapshot(self):
        older = State((Player("Ada", jar=3), Player("Ben")), 9)
        session = new()
        assert session.restore(self.LOG, snapshots=[(0, older)]) == [0]
        assert session.state_at(0) == older
        assert session.state.players[0].jar == 9

    def test_a_refused_entry_before_a_snapshot_is_passed_over(self):
        """An older version allowed entry 1; the snapshot after entry 2 knows what came of it."""
        older = State(START.players, 9, bucket=5, step="haul")
        log = [Entry(1, 0, Share(5)), Entry(2, 0, Throw(2)), Entry(3, 0, Haul(up=True))]
        session = new()
        assert session.restore(log, snapshots=[(2, older)]) == [2]
        assert session.state_at(1) == START
        assert (session.state.bucket, session.state.step) == (5, "share")
        passed_over = session.replay(1)
        assert (passed_over.before, passed_over.after, passed_over.events) == (START, START, ())
        assert session.replay(2).after == older

    def test_a_snapshot_beyond_the_log_excuses_nothing(self):
        with pytest.raises(BadInput, match=r"log\[0\].action"):
            new().restore([Entry(1, 0, Share(5))], snapshots=[(7, START)])

    def test_an_undo_reaches_behind_the_snapshot(self):
        older = State(START.players, 9, bucket=8, step="haul")
        session = new()
        session.restore(self.LOG, snapshots=[(1, older)])
        session.undo()
        assert session.state == older
        session.undo()
        assert session.state == START


def test_a_copy_is_changed_alone():
    """Catches a copy that shares its log with the first."""
    first = new()
    first.append(Throw(3))
    second = first.copy()
    second.undo()
    assert (first.n, second.n) == (1, 0)
    assert second.redo() == first.entries[0]
    assert second.state == first.state
