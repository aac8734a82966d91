"""The app's sessions: each belongs to the device that opened it, and only few wait for phones that have gone.

A session is everything the app keeps for one page in one browser. Flet would keep it for anybody, however many there
are, and for ever where a socket ends in an unusual way; so it is looked after here.
"""

from collections import OrderedDict
from typing import Any

from flet.messaging.session import Session
from flet_web.fastapi.flet_app_manager import app_manager

KEPT = 90
"""Seconds a phone's session is kept after it has gone; its seat is kept elsewhere, and longer."""

FOR_A_DEVICE = 2
"""So many wait for one device."""

BUSY = 32
"""So many of a phone's taps may be under way."""

UNANSWERED = 100
"""So many questions to a phone may be open."""

CONTROLS = 20_000
"""So many things may be on one screen; what a phone closes it must also put away."""

UNREAD = 2_000_000
"""Bytes that may wait until a phone takes them."""


def _all() -> dict[str, Session]:
    found: dict[str, Session] = app_manager._FletAppManager__sessions
    return found


def _find(name: str) -> tuple[str, Session] | None:
    return next(((key, each) for key, each in _all().items() if each.id == name), None)


def _questions(session: Session) -> dict[str, Any]:
    found: dict[str, Any] = session._Session__method_calls  # type: ignore[attr-defined]
    return found


def _give_up_questions(session: Session) -> None:
    """What a phone was asked before it went it does not know when it comes back; whoever waits for it is told."""
    session._Session__cancel_method_calls()  # type: ignore[attr-defined]
    _questions(session).clear()


class Attached:
    """A session, as the socket has it that it is attached to now."""

    def __init__(self, name: str) -> None:
        found = _find(name)
        self.name = name
        self._session = found[1] if found else None
        self._connection: Any = self._session.connection if self._session else None

    def knows(self, control: int) -> bool:
        """Is there such a thing on the phone's screen?"""
        return self._session is not None and control in self._session.index

    @property
    def unread(self) -> int:
        """Bytes that wait until the phone takes them."""
        queue = None if self._connection is None else self._connection._FletApp__send_queue
        return 0 if queue is None else sum(len(each or b"") for each in queue._queue)

    @property
    def behind(self) -> bool:
        """Has the app more to do, or to send, for this phone than it should?"""
        if self._session is None or self._connection is None:
            return False
        return (
            len(self._connection._FletApp__running_tasks) > BUSY
            or len(_questions(self._session)) > UNANSWERED
            or len(self._session.index) > CONTROLS
            or self.unread > UNREAD
        )

    @property
    def is_mine(self) -> bool:
        """Is it attached to this very socket still?"""
        return (
            self._session is not None and self._connection is not None and self._session.connection is self._connection
        )


class Sessions:
    """Whose they are, and which wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._owners: dict[str, str] = {}
        self._waiting: OrderedDict[str, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._owners)

    def owns(self, session: str, token: str) -> bool:
        """May this device go on with this session?"""
        return session != "" and self._owners.get(session) == token

    def opened(self, session: str, token: str) -> Attached:
        """A device opened a session, or came back to it."""
        self._owners[session] = token
        self._waiting.pop(session, None)
        return Attached(session)

    async def left(self, attached: Attached, *, keep: bool) -> None:
        """Its socket has ended. It waits for the phone, if it is to be kept."""
        name = attached.name
        found = _find(name)
        if found is None:
            self._owners.pop(name, None)
            return
        key, session = found
        if attached.is_mine:  # the app did not notice
            await app_manager.disconnect_session(key, KEPT)
        elif session.connection is not None:  # the phone is back already
            return
        _give_up_questions(session)
        if not keep:
            await self._forget(name)
            return
        self._waiting[name] = None
        token = self._owners.get(name)
        own = [each for each in self._waiting if self._owners.get(each) == token]
        for each in own[:-FOR_A_DEVICE]:
            await self._forget(each)
        while len(self._waiting) > self._most:
            await self._forget(next(iter(self._waiting)))

    async def _forget(self, name: str) -> None:
        self._owners.pop(name, None)
        self._waiting.pop(name, None)
        found = _find(name)
        if found is not None:
            await app_manager.delete_session(found[0])
