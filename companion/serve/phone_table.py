"""A table as one phone may see and change it."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.serve.desk import Desk, Sitter, Wish
from companion.serve.trouble import NotYours
from companion.storage import SavedTable, TableSummary
from companion.web.seen import SEEN
from engine.core.language import Phrase
from engine.core.session import Entry, Session


class Seat(NamedTuple):
    """A seat of the table: whose phone is there, and whether it is connected."""

    taken: bool
    here: bool


def this_tap() -> object:
    """What tells one tap from the next: each is handled by a task of its own."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


class PhoneTable(SavedTable):
    """One moment of a table, drawn for one phone: what it says goes over the desk, with that moment as its base."""

    def __init__(
        self, desk: Desk, who: Sitter, seats: tuple[Seat, ...], sits_now: Callable[[], Sitter | None] | None = None
    ) -> None:
        self.id = desk.table.id
        self.name = desk.table.name
        self.setup = desk.table.setup
        self.notes = desk.table.notes
        self.listeners = []
        self.session: Session[Any, Any] = desk.session_for(who.seat)
        self.desk = desk
        self.who = who
        self.seats = seats
        self.shared = True
        self.seat = who.seat
        self.runs = who.host
        self.plays = who.plays
        self.may_undo = desk.may_undo(who)
        self.wishes = desk.wishes
        self._base = desk.number
        self._sits_now = sits_now or (lambda: who)

    def _speaker(self) -> Sitter:
        """Who it was drawn for. NotYours if that phone has been sent away, or sits elsewhere, since."""
        now = self._sits_now()
        if now is None or (now.seat, now.host) != (self.who.seat, self.who.host):
            raise NotYours(Phrase("This table's code is needed first."))
        return self.who

    @property
    def changed(self) -> Any:
        """When it was last changed."""
        return self.desk.table.changed

    def summary(self) -> TableSummary:
        """The table in one line."""
        return self.desk.table.summary()

    def export(self) -> bytes:
        """The table as a file. NotYours while that file would tell a secret to somebody it is kept from."""
        table = self.desk.table
        if table.session.game.secrets(table.state):
            raise NotYours(Phrase("Players still keep secrets, and the file would tell them: export it after the end."))
        return table.export()

    # saying something

    def append(
        self,
        action: Any,
        *,
        seat: int | None = None,
        base: int | None = None,
        anyway: bool = False,
        by: int | None = None,
    ) -> tuple[Entry, ...]:
        who = self._speaker()
        entries = self.desk.say(who, action, base=self._base, tap=this_tap(), seen=SEEN.get(), seat=seat, anyway=anyway)
        self.session = self.desk.session_for(self.who.seat)  # one tap may say several things, each after the other
        return entries

    def resolve(self) -> tuple[Entry, ...]:
        self._speaker()
        return self.desk.table.resolve()

    def undo(self) -> Entry | None:
        return self.desk.undo(self._speaker(), base=self._base, tap=this_tap(), seen=SEEN.get())

    def speaks_for(self, number: int) -> bool:
        return self.runs or number == self.seat

    def seat_is_here(self, number: int) -> bool:
        return number < len(self.seats) and self.seats[number].here

    def wish_undo(self) -> None:
        """Ask the host to undo."""
        self.desk.wish_undo(self._speaker())

    def answer_wish(self, wish: Wish, *, grant: bool) -> None:
        self.desk.answer_wish(self._speaker(), wish, grant=grant)

    def redo(self) -> Entry | None:
        return self.desk.redo(self._speaker(), tap=this_tap())

    def return_to(self, n: int) -> int:
        return self.desk.return_to(self._speaker(), n, tap=this_tap())

    def set_automation(self, kinds: Iterable[str]) -> None:
        self.desk.set_automation(self._speaker(), kinds, tap=this_tap())
