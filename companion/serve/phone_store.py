"""The store as one phone has it: its own look and language, the tables it sits at, and nothing else."""

import logging
import re
from functools import partial
from typing import Any

from companion.serve.desk import Desk, Sitter
from companion.serve.hall import Hall
from companion.serve.phone_table import PhoneTable, Seat
from companion.serve.trouble import NotYours
from companion.serve.visit import Visit
from companion.shell.screens import SCREENS
from companion.shell.store import Listener, Store, subscribed
from companion.storage import SavedTable
from companion.storage.settings import DEFAULTS
from companion.storage.trouble import trouble_of
from engine.core.language import Phrase
from engine.core.record import replace

logger = logging.getLogger("companion.serve")

OWN = ("language", "theme", "text_scale", "left_hand", "keep_awake", "haptics")
"""The settings of a device; the others belong to everybody, and the host."""

TABLE = re.compile(r"/table/(\d+)(/.*)?")
JOIN = re.compile(r"/join/([^/]{1,40})")
HOST = re.compile(r"/host/([^/]{1,100})")
OPEN_TO_ALL = re.compile(r"/(rules(/.*)?|settings|join)")


def _is_a_screen(path: str) -> bool:
    """An address that names none would lead home, and home is the host's."""
    return any(re.fullmatch(pattern, path) for pattern, _ in SCREENS)


class PhoneStore(Store):
    """One for each phone that is connected."""

    alone = False

    def __init__(self, hall: Hall, visit: Visit) -> None:
        self.hall = hall
        self.storage = hall.storage
        self.reports: list[str] = []
        self.room = None
        self._visit = visit
        self._listeners = []
        self._noted: list[Listener] = []
        self._desks: dict[int, tuple[Desk, Listener]] = {}
        self._looking_at: int | None = None
        self._here: int | None = None
        self.device = hall.book.device(visit.token)
        self._chosen: dict[str, Any] = {}
        """The settings of a phone that sits nowhere yet: nothing is written for somebody without a code."""
        self.invited: int | None = None
        """The table whose code this phone has shown."""
        self._sources: tuple[tuple[list[Listener], Listener], ...] = (
            (hall.book.listeners, self._people_changed),
            (hall.listeners, self._people_changed),
            (hall.storage.tables.listeners, self._list_changed),
            (hall.storage.settings.listeners, self.changed),
        )
        for listeners, own in self._sources:
            listeners.append(own)
        self.came()

    def close(self) -> None:
        """The phone will not come back to this session."""
        self.went()
        desks = [(desk.listeners, own) for desk, own in self._desks.values()]
        for listeners, own in (*self._sources, *desks):
            if own in listeners:
                listeners.remove(own)
        self._desks.clear()
        self._listeners.clear()

    # coming and going

    def came(self) -> None:
        """The phone is connected."""
        if self.device is not None and self._here is None:
            self._here = self.device.id
            self.hall.came(self._here)

    def went(self) -> None:
        """It is not."""
        if self._here is not None:
            here, self._here = self._here, None
            self.hall.went(here)

    # who it is

    @property
    def runs(self) -> bool:
        return self.device is not None and self.device.host

    def tables_joined(self) -> dict[int, int | None]:
        """Where this phone sits."""
        return {} if self.device is None else self.hall.book.tables_of(self.device.id)

    def show_code(self, code: str) -> bool:
        """Try a code; if it opens a table, this phone is invited to it. NotYours after too many wrong ones."""
        table = self.hall.opens(code, self._visit.address, self._visit.token)
        if table is None:
            return False
        self.invited = table
        return True

    def sit(self, table_id: int, name: str, seat: int | None) -> None:
        """Take a seat, or watch; only where invited. NotYours says why not."""
        if table_id != self.invited and table_id not in self.tables_joined() and not self.runs:
            raise NotYours(Phrase("This table's code is needed first."))
        self.device = self.hall.sit(table_id, self._visit.token, name, seat)
        self._keep_chosen()
        self.came()
        self.changed()

    def send_away(self, table_id: int, device: int) -> None:
        """The host frees a seat."""
        self._refuse_guests()
        self.hall.send_away(table_id, device)

    def change_code(self, table_id: int) -> None:
        """The host wants another code for a table."""
        self._refuse_guests()
        self.hall.book.change_code(table_id)

    def leave(self, table_id: int) -> None:
        """Get up."""
        if self.device is not None:
            self.hall.book.leave(table_id, self.device.id)

    # where it may go

    def address(self, route: str) -> str:
        """The screen for an address: as asked for, or the nearest one this phone may see."""
        path = route.partition("?")[0]
        if (host := HOST.fullmatch(path)) and self.hall.is_host_key(host[1]):
            self.device = self.hall.book.welcome(self._visit.token, host=True)
            self.came()
            return "/host"
        joined = self.tables_joined()
        if self.runs or (_is_a_screen(path) and self._is_open(path, joined)):
            return path
        return f"/table/{next(iter(joined))}" if len(joined) == 1 else "/join"

    def _is_open(self, path: str, joined: dict[int, int | None]) -> bool:
        """May a guest see it?"""
        at = TABLE.fullmatch(path)
        return bool(JOIN.fullmatch(path) or OPEN_TO_ALL.fullmatch(path) or (at and int(at[1]) in joined))

    def look_at(self, route: str) -> None:
        at = TABLE.fullmatch(route)
        self._looking_at = int(at[1]) if at else None

    # its own settings

    @property
    def settings(self) -> Any:
        return replace(self.storage.settings.settings, **self._own_settings())

    def _own_settings(self) -> dict[str, Any]:
        usual = {name: getattr(DEFAULTS, name) for name in OWN}
        chosen = self._chosen if self.device is None else self.device.settings
        return {name: chosen.get(name, value) for name, value in usual.items()}

    def change_settings(self, **changes: Any) -> None:
        own = {name: value for name, value in changes.items() if name in OWN}
        if len(own) < len(changes):
            self._refuse_guests()
            super().change_settings(**{name: value for name, value in changes.items() if name not in OWN})
        if own:
            self._chosen |= own
            self._keep_chosen()
            self.changed()

    def _keep_chosen(self) -> None:
        if self.device is not None and self._chosen:
            settings = {**self.device.settings, **self._chosen}
            self.hall.book.keep_settings(self.device.id, settings)
            self.device = self.device._replace(settings=settings)
            self._chosen.clear()

    def _refuse_guests(self) -> None:
        if not self.runs:
            raise NotYours(Phrase("Only the host can do that."))

    # its tables

    def table(self, table_id: int) -> SavedTable:
        desk = self.hall.desk(table_id)
        who = None if self.device is None else self.hall.sitter(table_id, self.device)
        if who is None:
            raise trouble_of("gone", self.storage.database.folder)
        if table_id not in self._desks or self._desks[table_id][0] is not desk:
            own = partial(self._table_changed, table_id)
            self._desks[table_id] = (desk, own)
            desk.listeners.append(own)
        session = desk.table.session
        present = {guest.seat: self.hall.here(guest.device) for guest in self.hall.guests(table_id)}
        seats = tuple(
            Seat(seat in present, present.get(seat, False)) for seat in range(session.game.seats(session.state))
        )
        return PhoneTable(desk, who, seats, partial(self._sits_now, table_id))

    def _sits_now(self, table_id: int) -> Sitter | None:
        """As the book says, whatever this phone's screen still shows."""
        device = self.hall.book.device(self._visit.token)
        return None if device is None else self.hall.sitter(table_id, device)

    def refuse_secrets(self) -> None:
        for line in self.storage.tables.tables():
            table = self.storage.tables.open(line.id)
            if table.session.game.secrets(table.state):
                raise NotYours(
                    Phrase("Players still keep secrets, and the file would tell them: export it after the end.")
                )

    def told_of_crash(self, trace: str) -> str:
        return "The machine that serves the tables has the details in its own log."

    def crashed(self, report: str) -> None:
        logger.error("a screen failed:\n%s", report)

    # what it must be told

    def listen_to_tables(self, listener: Listener) -> Listener:
        return subscribed(self._noted, listener)

    def _table_changed(self, table_id: int) -> None:
        if self._looking_at == table_id and self._here is not None:  # who is away is drawn when it comes back
            for listener in tuple(self._noted):
                listener()
            self.changed()

    def _list_changed(self) -> None:
        """For the host at home: a line of the list is not as it was."""
        if self.runs and self._looking_at is None:
            self.changed()

    def _people_changed(self) -> None:
        """Somebody came, went, took a seat, or was sent away."""
        known = self.hall.book.device(self._visit.token)
        sent_away = self.device is not None and known is None
        if sent_away:
            self.went()
            self.invited = None
        self.device = known
        if self._looking_at is None or sent_away or self.runs:
            self.changed()
