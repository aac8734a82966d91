"""The hall: the tables of this machine, the phones around them, and who is let in by which code."""

import hmac
from collections import Counter

from companion.serve.codes import clean_code, clean_name, new_token
from companion.serve.desk import Desk, Sitter
from companion.serve.guest_book import Device, Guest, GuestBook, SeatTaken
from companion.serve.limits import Bucket, Buckets
from companion.serve.trouble import NotYours
from companion.storage import Storage, StorageTrouble
from companion.storage.listeners import Listener, tell
from engine.core.language import Phrase

WRONG_CODES = (5, 0.1)
"""Codes one address, or one device, may try at once, and a second from then on."""

ALL_WRONG_CODES = (60, 1.0)
"""Codes everybody together may try: guessing from many addresses takes a lifetime, too."""


MOST_WATCHERS = 30
"""At one table; more devices than that are nobody's friends."""


class Hall:
    """One for the whole server."""

    def __init__(self, storage: Storage, book: GuestBook, *, watchers: bool = True) -> None:
        self.storage = storage
        self.book = book
        self.watchers = watchers
        """May anybody watch who has the code?"""
        self.address = ""
        """Where phones find this machine, as a URL."""
        self.host_key = new_token()
        self.listeners: list[Listener] = []
        self._desks: dict[int, Desk] = {}
        self._present: Counter[int] = Counter()
        self._tries_by = Buckets(*WRONG_CODES)
        self._tries = Bucket(*ALL_WRONG_CODES)

    def knows(self, token: str) -> bool:
        """Does this device sit somewhere, watch, or belong to the host?"""
        try:
            return self.book.device(token) is not None
        except StorageTrouble:
            return False

    # tables

    def desk(self, table_id: int) -> Desk:
        """The desk of a table: the same for everybody. Trouble if there is no such table."""
        table = self.storage.tables.open(table_id)
        desk = self._desks.get(table_id)
        if desk is None or desk.table is not table:
            desk = self._desks[table_id] = Desk(table)
        return desk

    def joining_url(self, table_id: int) -> str:
        """What the QR code says."""
        return f"{self.address}join/{self.book.code_of(table_id)}"

    def host_url(self) -> str:
        """What makes a device the host's; printed on this machine only."""
        return f"{self.address}host/{self.host_key}"

    # letting in

    def opens(self, code: str, address: str, token: str) -> int | None:
        """The table a code opens; None for a wrong one. NotYours if too many wrong ones were tried."""
        if not clean_code(code):
            return None
        tries = (f"address {address}", f"device {token}")
        if not (self._tries.left and all(map(self._tries_by.left, tries))):
            raise NotYours(Phrase("Too many codes were tried: wait a minute, then try again."))
        table = self.book.table_for(code)
        if table is not None and table in {line.id for line in self.storage.tables.tables()}:
            return table
        self._tries.take()
        for who in tries:
            self._tries_by.take(who)
        return None

    def is_host_key(self, key: str) -> bool:
        """Is this the key printed on this machine?"""
        return hmac.compare_digest(key.encode("utf-8", "replace"), self.host_key.encode())

    def sit(self, table_id: int, token: str, name: str, seat: int | None) -> Device:
        """A phone takes a seat, or watches. NotYours if it may not."""
        if seat is None and not self.watchers:
            raise NotYours(Phrase("The host lets nobody watch: take a seat."))
        if seat is None and not self._room_to_watch(table_id, token):
            raise NotYours(Phrase("So many watch already that there is no room."))
        session = self.desk(table_id).table.session
        if seat is not None and not 0 <= seat < session.game.seats(session.state):
            raise NotYours(Phrase("There is no such seat."))
        device = self.book.welcome(token, clean_name(name) or self._name_of(table_id, seat))
        try:
            self.book.sit(table_id, device.id, seat)
        except SeatTaken:
            raise NotYours(Phrase("Somebody else has this seat: the host can free it.")) from None
        return device

    def _room_to_watch(self, table_id: int, token: str) -> bool:
        watching = [guest.device for guest in self.guests(table_id) if guest.seat is None]
        device = self.book.device(token)
        return len(watching) < MOST_WATCHERS or (device is not None and device.id in watching)

    def _name_of(self, table_id: int, seat: int | None) -> str:
        players = getattr(self.desk(table_id).table.state, "players", ())
        return str(players[seat].name) if seat is not None and seat < len(players) else ""

    def send_away(self, table_id: int, device: int) -> None:
        """The host takes a phone's seat; the table's code changes, so that it cannot simply come back."""
        self.book.send_away(device)
        self.book.change_code(table_id)

    def sitter(self, table_id: int, device: Device) -> Sitter | None:
        """A device at a table; None if it does not sit there and is not the host's."""
        tables = self.book.tables_of(device.id)
        if table_id not in tables and not device.host:
            return None
        return Sitter(device.id, device.name, tables.get(table_id), device.host)

    # who is here

    def came(self, device: int) -> None:
        """A phone is here."""
        self._present[device] += 1
        tell(self.listeners)

    def went(self, device: int) -> None:
        """A phone locked, left the room, or lost its network."""
        self._present[device] -= 1
        if self._present[device] <= 0:
            del self._present[device]
        tell(self.listeners)

    def here(self, device: int) -> bool:
        """Is it connected?"""
        return self._present[device] > 0

    def guests(self, table_id: int) -> tuple[Guest, ...]:
        """Everybody at a table."""
        return self.book.guests(table_id)

    def seat_is_here(self, table_id: int, seat: int) -> bool | None:
        """Is the phone of a seat connected? None if nobody took it."""
        for guest in self.guests(table_id):
            if guest.seat == seat:
                return self.here(guest.device)
        return None

    def host_is_here(self) -> bool:
        """Could anybody answer what is asked of the host?"""
        return any(self.here(device) for device in self.book.hosts())
