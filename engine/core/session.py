"""A session: one table's log, and everything that follows from it."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engine.core.decisions import Decision
from engine.core.errors import BadInput, RuleError, StaleBase
from engine.core.events import Event
from engine.core.game import Game
from engine.core.language import ENGLISH, Language
from engine.core.plain import fingerprint

State = TypeVar("State")
Action = TypeVar("Action")

RUNAWAY = 10_000
"""More automatic answers in a row than any table could need: a game that never comes to rest."""

OTHER_NUMBER = "entry {n} carries the number {told}"
"""What is wrong with a log that has a gap."""


class Entry(NamedTuple):
    """One line of the log. `seat` is whom it concerns; `anyway` marks a refusal the table overrode.

    `by` is the seat whose own device it was entered on, where a table is played on several.
    """

    n: int
    seat: int | None
    action: Any
    auto: bool = False
    anyway: bool = False
    by: int | None = None


class Replayed(NamedTuple):
    """One entry looked at again: the states around it and what happened between."""

    entry: Entry
    before: Any
    after: Any
    events: tuple[Event, ...]


class Session(Generic[State, Action]):
    """The log of one table and the states it folds to.

    `automation` names the decision kinds that are answered by the game's `default`; each such answer is an
    entry of its own marked `auto`, so a later version of the rules never changes an old game.
    """

    def __init__(
        self,
        game: Game[Any, State, Action],
        start: State,
        automation: Iterable[str] | None = None,
    ) -> None:
        self.game = game
        self.automation = game.automation if automation is None else frozenset(automation)
        self._states: list[State] = [start]
        self._entries: list[Entry] = []
        self._undone: list[tuple[Entry, ...]] = []

    def copy(self) -> "Session[State, Action]":
        """The same log once more, to be changed without changing this one."""
        made = Session(self.game, self._states[0], self.automation)
        made._states, made._entries = self._states.copy(), self._entries.copy()
        made._undone = self._undone.copy()
        return made

    # what there is

    @property
    def n(self) -> int:
        """The number of the newest entry; 0 at set-up."""
        return len(self._entries)

    @property
    def state(self) -> State:
        """The table now."""
        return self._states[-1]

    @property
    def entries(self) -> Sequence[Entry]:
        """The log so far."""
        return tuple(self._entries)

    @property
    def undone(self) -> Sequence[tuple[Entry, ...]]:
        """What redo would bring back, the next one last."""
        return tuple(self._undone)

    @property
    def pending(self) -> Decision | None:
        """What the table must say next."""
        return self.game.pending(self.state)

    def state_at(self, n: int) -> State:
        """The table as it was after entry n (0: at set-up)."""
        if not 0 <= n <= self.n:
            raise IndexError(f"this log has entries 0 to {self.n}, not {n}")
        return self._states[n]

    def fingerprint(self, n: int | None = None) -> str:
        """The hash of the state now, or after entry n."""
        return fingerprint(self.state if n is None else self.state_at(n))

    def seen_by(self, seat: int | None) -> "Session[State, Action]":
        """The same log without what is still secret to a player; with None, to somebody who only watches."""
        game, now = self.game, self.state
        made = self.copy()
        made._states = [game.seen_by(state, seat) for state in self._states] if game.secrets(now) else made._states
        made._entries = [self._told(entry, seat) for entry in self._entries]
        made._undone = [tuple(self._told(entry, seat) for entry in group) for group in self._undone]
        return made

    def _told(self, entry: Entry, seat: int | None) -> Entry:
        told = self.game.told_to(self.state, entry.action, seat)
        return entry if told is entry.action else entry._replace(action=told)

    # going forward

    def append(
        self,
        action: Action,
        *,
        seat: int | None = None,
        base: int | None = None,
        anyway: bool = False,
        by: int | None = None,
    ) -> tuple[Entry, ...]:
        """Add what a person said, then every automatic answer that follows; all of it or nothing.

        Raises StaleBase if `base` is not the newest entry, RuleError if the rules refuse (unless the table
        does it `anyway`; a firm refusal stands).
        """
        if base is not None and base != self.n:
            raise StaleBase(base, self.n)
        overridden = self._checked(self.state, action, anyway)
        first = Entry(self.n + 1, seat, action, auto=False, anyway=overridden, by=by)
        entries, states = [first], [self.game.apply(self.state, action)]
        self._answer_automatically(entries, states)
        self._commit(entries, states)
        self._undone.clear()
        return tuple(entries)

    def resolve(self) -> tuple[Entry, ...]:
        """Answer what can be answered automatically now."""
        entries: list[Entry] = []
        states: list[State] = [self.state]
        self._answer_automatically(entries, states)
        self._commit(entries, states[1:])
        if entries:
            self._undone.clear()
        return tuple(entries)

    def _checked(self, state: State, action: Action, anyway: bool) -> bool:
        """Raise what `check` raises; True if a soft refusal was overridden."""
        try:
            self.game.check(state, action)
        except RuleError as refusal:
            if refusal.firm or not anyway:
                raise
            return True
        return False

    def _answer_automatically(self, entries: list[Entry], states: list[State]) -> None:
        """Extend both lists while some decision's kind is in the automation set and has a default."""
        for _ in range(RUNAWAY):
            answered = self._automatic_answer(states[-1])
            if answered is None:
                return
            seat, answer = answered
            entries.append(Entry(self.n + len(entries) + 1, seat, answer, auto=True))
            states.append(self.game.apply(states[-1], answer))
        raise RuntimeError(f"{self.game.id}: automatic answers never come to rest")

    def _automatic_answer(self, state: State) -> tuple[int | None, Action] | None:
        """The next automatic answer and whose it is. A player who wants to be asked holds up nobody else."""
        game = self.game
        first = game.pending(state)
        if first is None:
            return None
        waiting = [first]
        if first.kind not in self.automation or game.default(state, first) is None:
            waiting = [found for seat in range(game.seats(state)) if (found := game.pending(state, seat)) is not None]
        for decision in waiting:
            if decision.kind in self.automation:
                answer = game.default(state, decision)
                if answer is not None:
                    return decision.seat, answer
        return None

    def _commit(self, entries: Sequence[Entry], states: Sequence[State]) -> None:
        self._entries.extend(entries)
        self._states.extend(states)

    # going back

    def undo(self) -> Entry | None:
        """Take back the last entry a person made, with the automatic ones after it. None: nothing to undo."""
        last = self._last_by_a_person()
        if last is None:
            return None
        self._undone.append(tuple(self._entries[last:]))
        del self._entries[last:]
        del self._states[last + 1 :]
        return self._undone[-1][0]

    def redo(self) -> Entry | None:
        """Bring back what the last undo took. None: nothing to redo."""
        if not self._undone:
            return None
        entries = self._undone[-1]
        states = [self.state]
        for entry in entries:
            states.append(self._step(states[-1], entry))
        self._commit(entries, states[1:])
        self._undone.pop()
        return entries[0]

    def return_to(self, n: int) -> int:
        """Undo until at most n entries are left; the number of undos it took."""
        undos = 0
        while self.n > n and self.undo() is not None:
            undos += 1
        return undos

    def undo_name(self, language: Language = ENGLISH) -> str | None:
        """What undo would take back, in words."""
        last = self._last_by_a_person()
        if last is None:
            return None
        return self.game.describe(self._states[last], self._entries[last].action, language)

    def redo_name(self, language: Language = ENGLISH) -> str | None:
        """What redo would bring back, in words."""
        return self.game.describe(self.state, self._undone[-1][0].action, language) if self._undone else None

    @property
    def last_by_a_person(self) -> Entry | None:
        """What undo would take back."""
        last = self._last_by_a_person()
        return None if last is None else self._entries[last]

    def _last_by_a_person(self) -> int | None:
        for index in range(self.n - 1, -1, -1):
            if not self._entries[index].auto:
                return index
        return None

    def _step(self, state: State, entry: Entry) -> State:
        """The state after a logged entry, checked again."""
        self._checked(state, entry.action, entry.anyway)
        return self.game.apply(state, entry.action)

    # looking again

    def replay(self, n: int) -> Replayed:
        """Entry n once more, with its events; none for one that only an older version of the rules allowed."""
        if not 1 <= n <= self.n:
            raise IndexError(f"this log has entries 1 to {self.n}, not {n}")
        entry, before = self._entries[n - 1], self._states[n - 1]
        events: list[Event] = []
        try:
            self._checked(before, entry.action, entry.anyway)
            self.game.apply(before, entry.action, events.append)
        except RuleError:
            events.clear()
        return Replayed(entry, before, self._states[n], tuple(events))

    # coming back from a file

    def restore(
        self,
        entries: Sequence[Entry],
        undone: Sequence[tuple[Entry, ...]] = (),
        snapshots: Sequence[tuple[int, State]] = (),
    ) -> list[int]:
        """Fill an empty session from a stored log, checking every entry.

        Where a stored snapshot (n, state) and this version's reading of the log differ, the snapshot
        wins and its n is returned: the table carries on as its players knew it.
        """
        if self.n:
            raise ValueError("only an empty session can be restored")
        kept = {n: state for n, state in snapshots if n <= len(entries)}
        newest_snapshot = max(kept, default=0)
        states: list[State] = [self.state]
        read_differently = []
        if 0 in kept and kept[0] != self.state:
            read_differently.append(0)
            states = [kept[0]]
        for index, entry in enumerate(entries, start=1):
            if entry.n != index:
                raise BadInput(f"log[{index - 1}].n", OTHER_NUMBER, n=index, told=entry.n)
            try:
                state = self._step(states[-1], entry)
            except RuleError as refusal:
                if index > newest_snapshot:
                    raise BadInput(f"log[{index - 1}].action", refusal.cited) from refusal
                state = states[-1]  # an older version allowed it; the snapshot ahead knows what it led to
            if index in kept and kept[index] != state:
                read_differently.append(index)
                state = kept[index]
            states.append(state)
        self._check_undone(len(entries), undone)
        self._entries, self._states = list(entries), states
        self._undone = [tuple(group) for group in undone]
        return read_differently

    def _check_undone(self, n: int, undone: Sequence[tuple[Entry, ...]]) -> None:
        """Raise BadInput unless what redo would bring back goes on from entry n without a gap."""
        for place in range(len(undone) - 1, -1, -1):
            if not undone[place]:
                raise BadInput(f"undone[{place}]", "there is nothing to redo in it")
            for index, entry in enumerate(undone[place]):
                n += 1
                if entry.n != n:
                    raise BadInput(f"undone[{place}][{index}].n", OTHER_NUMBER, n=n, told=entry.n)
