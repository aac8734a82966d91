"""A fault of Flet's server, mended."""

from typing import Any

from flet_web.fastapi.flet_app import FletApp


def mend_flet() -> None:
    """For a moment a session has a socket that takes nothing any more. What is drawn then would end, unseen, all
    drawing of that session, and a phone that comes back would find it frozen."""
    if FletApp.send_message is not _send_where_it_is_taken:
        FletApp.send_message = _send_where_it_is_taken


_send_message = FletApp.send_message


def _send_where_it_is_taken(self: Any, message: Any) -> None:
    if self._FletApp__send_queue is not None:
        _send_message(self, message)
