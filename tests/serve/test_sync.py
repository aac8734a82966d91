"""Several phones at one table: whatever is lost, doubled or late on the way, there is one log, and it is everybody's.

A phone here is what the server knows of one: a screen, drawn at some moment, and taps that come from that screen. A tap
may arrive at once, later, after others, twice, or not at all; the phone may reload at any time.
"""

from typing import Any, NamedTuple

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.serve.desk import GLANCE, Desk, Sitter
from companion.serve.trouble import NotYours, TableMoved
from companion.storage import Storage
from engine.core.chance import Chance
from engine.core.errors import RuleError
from engine.core.session import Session
from engine.games.after_the_empire.actions import Correct, SetNumber, SetTable
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.app.seeds import evening_for

HOST = 3


class Screen(NamedTuple):
    """What a phone shows: the log as it may know it, and the moment it was drawn at."""

    session: Session[Any, Any]
    base: int


class Tap(NamedTuple):
    """Something said by a tap on a screen."""

    phone: int
    screen: Screen
    kind: str
    action: Any
    seat: int | None


class PhonesAtATable(RuleBasedStateMachine):
    """Three players and a host, all at once, over a network that does what it likes."""

    folder: Any = None
    count = 0

    @initialize(seed=st.integers(0, 10_000))
    def sit_down(self, seed: int) -> None:
        PhonesAtATable.count += 1
        self.storage = Storage(self.folder / f"table-{PhonesAtATable.count}")
        self.table = self.storage.tables.create(evening_for(3), "Friday")
        self.time = 100.0
        self.desk = Desk(self.table, lambda: self.time)
        self.chance = Chance(seed)
        self.sitters = [Sitter(10 + seat, f"P{seat}", seat if seat < HOST else None, seat == HOST) for seat in range(4)]
        self.screens = [self.drawn(phone) for phone in range(4)]
        self.on_the_way: list[Tap] = []
        self.accepted: list[tuple[Tap, tuple[Any, ...]]] = []
        self.kept: list[Any] = []

    def drawn(self, phone: int) -> Screen:
        return Screen(self.desk.session_for(self.sitters[phone].seat), self.desk.number)

    # what people do

    @rule(phone=st.integers(0, 3), kind=st.sampled_from(["answer", "own number", "number of the table", "undo"]))
    def tap(self, phone: int, kind: str) -> None:
        """Somebody taps on what their screen shows, be it old or new."""
        screen, who = self.screens[phone], self.sitters[phone]
        state = screen.session.state
        if kind in ("own number", "number of the table"):
            seat = who.seat or 0
            change = (
                SetNumber(seat, "gold", self.chance.between(0, 50)) if kind == "own number" else SetTable("threat", 5)
            )
            self.on_the_way.append(Tap(phone, screen, kind, Correct((change,)), who.seat))
            return
        decision = AFTER_THE_EMPIRE.pending(state, who.seat) if kind == "answer" and who.seat is not None else None
        decision = decision or AFTER_THE_EMPIRE.pending(state)
        action = None if decision is None else AFTER_THE_EMPIRE.sample(state, decision, self.chance)
        self.on_the_way.append(Tap(phone, screen, kind, action, None if decision is None else decision.seat))

    @precondition(lambda self: self.on_the_way)
    @rule(which=st.integers(0, 50), again=st.booleans())
    def arrives(self, which: int, again: bool) -> None:
        """One of the taps on the way reaches the desk; perhaps it comes once more later."""
        place = which % len(self.on_the_way)
        tap = self.on_the_way[place] if again else self.on_the_way.pop(place)
        before = self.table.session.entries
        try:
            if tap.kind == "undo":
                self.desk.undo(self.sitters[tap.phone], base=tap.screen.base, tap=object())
                done: tuple[Any, ...] = ()
            elif tap.action is None:
                return
            else:
                done = self.desk.say(
                    self.sitters[tap.phone], tap.action, base=tap.screen.base, tap=object(), seat=tap.seat
                )
        except (NotYours, TableMoved, RuleError):
            assert self.table.session.entries == before, "what was refused has changed something"
            return
        self.accepted.append((tap, done))
        if tap.kind == "undo":
            assert tap.screen.session.n >= self.table.n
            del self.kept[self.table.n :]
        else:
            assert self.table.session.entries == (*before, *done)
            self.kept.extend(done)

    @precondition(lambda self: self.on_the_way)
    @rule(which=st.integers(0, 50))
    def is_lost(self, which: int) -> None:
        self.on_the_way.pop(which % len(self.on_the_way))

    @rule(phone=st.integers(0, 3))
    def draws(self, phone: int) -> None:
        """A phone shows the present table: told of a change, reloaded, or back from ten minutes in a pocket."""
        self.screens[phone] = self.drawn(phone)

    @rule(seconds=st.sampled_from([0.01, GLANCE / 2, GLANCE * 2, 600.0]))
    def time_passes(self, seconds: float) -> None:
        self.time += seconds

    @rule()
    def the_server_is_killed(self) -> None:
        """What was accepted is on the disk; everything else was never said."""
        self.storage.close()
        self.storage = Storage(self.storage.database.folder)
        self.table = self.storage.tables.open(self.table.id)
        self.desk = Desk(self.table, lambda: self.time)
        self.screens = [self.drawn(phone) for phone in range(4)]
        self.on_the_way = []  # the sockets died with it

    # what must always be so

    @invariant()
    def every_accepted_entry_is_there_once(self) -> None:
        if hasattr(self, "kept"):
            assert list(self.table.session.entries) == self.kept

    @invariant()
    def a_screen_moves_the_table_once(self) -> None:
        """Of one screen at most one tap is taken as it was meant: a second look is needed for a second word."""
        if hasattr(self, "accepted"):
            moments = [(tap.phone, id(tap.screen)) for tap, _ in self.accepted]
            assert len(moments) == len(set(moments))

    def teardown(self) -> None:
        if not hasattr(self, "storage"):
            return
        known = [self.drawn(phone).session.entries for phone in range(4)]
        assert all(entries == known[0] for entries in known)
        exported = self.table.export()
        self.storage.close()
        with Storage(self.storage.database.folder) as again:
            assert again.tables.open(self.table.id).session.entries == known[0]
            assert again.tables.export(self.table.id) == exported


@pytest.fixture(autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    PhonesAtATable.folder = tmp_path_factory.mktemp("phones")


PhonesAtATable.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestPhonesAtATable = PhonesAtATable.TestCase
