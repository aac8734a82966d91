"""What went wrong, in the host's terminal: never so much that somebody could drown it, nor signs that steer it."""

import logging
import sys

from companion.serve.limits import Bucket

AT_MOST = (30, 0.2)
"""Lines at once, and a second from then on; a fault with all it knows about why counts as one."""


class _Enough(logging.Filter):
    """Lets through only so many."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(*AT_MOST)

    def filter(self, record: logging.LogRecord) -> bool:
        return self._bucket.take()


class _Clean(logging.Formatter):
    """One sign at a time: a name from a phone may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def begin() -> None:
    """From now on everything that is logged goes this way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Clean("%(levelname)s: %(message)s"))
    handler.addFilter(_Enough())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("flet_web.fastapi").setLevel(logging.ERROR)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # "invalid request" is nobody's fault here
