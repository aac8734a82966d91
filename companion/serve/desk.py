"""The desk: everything several phones say about one table goes over it, one after the other.

A phone says something while it looks at a moment of the table. If the table has changed since, what the tap meant may
have changed as well: it is refused, the phone catches up and may offer it again. What was still on its way to the phone
when the finger came down, the phone has not seen; and a change of somebody else's that is newer than a glance counts as
not seen yet, even where the phone has drawn it. So a tap that arrives twice, or late, or at the same instant as
another's, never does anything twice, and never something else than was meant.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable
from math import inf
from typing import Any, NamedTuple, TypeVar

from companion.serve.trouble import NotYours, TableMoved
from companion.storage import SavedTable
from companion.storage.listeners import Listener, tell
from engine.core.errors import RuleError
from engine.core.language import Phrase
from engine.core.session import Entry, Session

GLANCE = 0.4
"""Seconds in which nobody can have seen what changed, understood it, and tapped."""

REMEMBERED = 512
"""So many changes back it is known whose they were."""

NOBODY: tuple[int, object] = (-1, None)
"""Whose a change is that none of the phones made."""

Seconds = Callable[[], float]
T = TypeVar("T")


class Sitter(NamedTuple):
    """Who says something: a device, by its number; the seat it has at this table; whether it is the host's."""

    device: int
    name: str
    seat: int | None
    host: bool

    @property
    def plays(self) -> bool:
        """May it say anything at all?"""
        return self.host or self.seat is not None


class Change(NamedTuple):
    """One change of the table: its number, whose it was, by which tap, and when."""

    number: int
    device: int
    tap: object
    when: float


class Wish(NamedTuple):
    """A player asks the host to undo the newest entry."""

    device: int
    name: str
    n: int


class Desk:
    """One table and everybody at it. `listeners` are called after each change, and when somebody wishes something."""

    def __init__(self, table: SavedTable, now: Seconds = time.monotonic) -> None:
        self.table = table
        self.listeners: list[Listener] = []
        self.wishes: tuple[Wish, ...] = ()
        self._now = now
        self._changes: deque[Change] = deque(maxlen=REMEMBERED)
        self._number = 0
        self._seen: dict[int | None, tuple[Session[Any, Any], Session[Any, Any]]] = {}
        self._saying: tuple[int, object] = NOBODY
        table.listeners.append(self._changed)

    # looking

    @property
    def number(self) -> int:
        """The number of the newest change: the moment a phone that is drawn now looks at."""
        return self._number

    def session_for(self, seat: int | None) -> Session[Any, Any]:
        """The log as this seat may know it."""
        now = self.table.session
        kept = self._seen.get(seat)
        if kept is None or kept[0] is not now:
            kept = self._seen[seat] = (now, now.seen_by(seat))
        return kept[1]

    # saying

    def say(
        self,
        who: Sitter,
        action: Any,
        *,
        base: int,
        tap: object,
        seen: float = inf,
        seat: int | None = None,
        anyway: bool = False,
    ) -> tuple[Entry, ...]:
        """Add to the log what somebody said with a tap, looking at the moment `base`; one tap may say several things.

        Until `seen` the phone had seen everything when the finger came down.

        Raises NotYours, TableMoved, and what appending to a saved table raises.
        """
        self._let_write(who, action)
        unseen = self._unseen(who, base, tap, seen)
        if unseen and not self._concerns_only(who, action, unseen):
            raise TableMoved(self._legal(action))
        return self._carry_out(who, tap, lambda: self.table.append(action, seat=seat, anyway=anyway, by=who.seat))

    def _let_write(self, who: Sitter, action: Any) -> None:
        if not who.plays:
            raise NotYours(Phrase("You are watching: take a seat to play."))
        owners = self.table.session.game.owners(action)
        others = sorted(owners - {who.seat})
        if others and not who.host:
            name = self._player(others[0])
            raise NotYours(Phrase("That is for {player} to say, on their own phone; or for the host.", player=name))

    def _player(self, seat: int) -> str:
        players = getattr(self.table.state, "players", ())
        return str(players[seat].name) if seat < len(players) else str(seat + 1)

    def _unseen(self, who: Sitter, base: int, tap: object, seen: float) -> list[Change]:
        """The changes that whoever tapped cannot have seen; their own are among them, if by another tap."""
        if self._number - base >= REMEMBERED:
            return list(self._changes)
        glance = min(self._now(), seen) - GLANCE
        return [
            change
            for change in self._changes
            if (change.device, change.tap) != (who.device, tap)
            and (change.number > base or change.when > (seen if change.device == who.device else glance))
        ]

    def _concerns_only(self, who: Sitter, action: Any, unseen: list[Change]) -> bool:
        """Is it about this player's own board, and still allowed? Then what others changed does not change its meaning.

        If they changed something themselves meanwhile, it is the same tap once more, or one too many.
        """
        alone = all(change.device != who.device for change in unseen)
        return alone and self.table.session.game.owners(action) == {who.seat} and self._legal(action)

    def _legal(self, action: Any) -> bool:
        session = self.table.session
        try:
            session.game.check(session.state, action)
        except RuleError:
            return False
        return True

    # going back

    def may_undo(self, who: Sitter) -> bool:
        """The host may undo anything; a player what they said last, while nobody built on it."""
        last = self.table.session.last_by_a_person
        return last is not None and (who.host or (who.seat is not None and last.by == who.seat))

    def undo(self, who: Sitter, *, base: int, tap: object, seen: float = inf) -> Entry | None:
        """Take back the newest entry. NotYours: it is somebody else's, and only the host may."""
        if not self.may_undo(who):
            raise NotYours(Phrase("Somebody else said that: ask the host to undo it."))
        if self._unseen(who, base, tap, seen):
            raise TableMoved(legal=False)
        return self._carry_out(who, tap, self.table.undo)

    def wish_undo(self, who: Sitter) -> None:
        """Ask the host to undo the newest entry."""
        last = self.table.session.last_by_a_person
        if who.seat is None or last is None:
            raise NotYours(Phrase("You are watching: take a seat to play."))
        kept = [wish for wish in self.wishes if wish.device != who.device]
        self.wishes = (*kept, Wish(who.device, who.name, last.n))
        tell(self.listeners)

    def answer_wish(self, who: Sitter, wish: Wish, *, grant: bool) -> None:
        """The host undoes it, or does not."""
        self._let_host(who)
        last = self.table.session.last_by_a_person
        if grant and last is not None and last.n == wish.n:
            self._carry_out(who, wish, self.table.undo)
        self.wishes = tuple(each for each in self.wishes if each != wish)
        tell(self.listeners)

    def redo(self, who: Sitter, *, tap: object) -> Entry | None:
        """Bring back what was undone: the host anything, a player what they had said themselves."""
        undone = self.table.session.undone
        own = bool(undone) and who.seat is not None and undone[-1][0].by == who.seat
        if not own:
            self._let_host(who)
        return self._carry_out(who, tap, self.table.redo)

    def return_to(self, who: Sitter, n: int, *, tap: object) -> int:
        """Back to a moment; only the host."""
        self._let_host(who)
        return self._carry_out(who, tap, lambda: self.table.return_to(n))

    def set_automation(self, who: Sitter, kinds: Iterable[str], *, tap: object) -> None:
        """What is answered automatically; only the host."""
        self._let_host(who)
        self._carry_out(who, tap, lambda: self.table.set_automation(kinds))

    def _let_host(self, who: Sitter) -> None:
        if not who.host:
            raise NotYours(Phrase("Only the host can do that."))

    # what happens with each change

    def _carry_out(self, who: Sitter, tap: object, change: Callable[[], T]) -> T:
        self._saying = (who.device, tap)
        try:
            return change()
        finally:
            self._saying = NOBODY

    def _changed(self) -> None:
        self._number += 1
        self._changes.append(Change(self._number, *self._saying, self._now()))
        last = self.table.session.last_by_a_person
        self.wishes = tuple(wish for wish in self.wishes if last is not None and wish.n == last.n)
        tell(self.listeners)
