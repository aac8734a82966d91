"""How much anybody may ask for: buckets that fill again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable

Seconds = Callable[[], float]


class Bucket:
    """Holds so many tokens, and gets so many back in a second."""

    __slots__ = ("_holds", "_left", "_now", "_rate", "_since")

    def __init__(self, holds: float, rate: float, now: Seconds = time.monotonic) -> None:
        self._holds, self._rate, self._now = holds, rate, now
        self._left, self._since = holds, now()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens out; False if there are not enough."""
        self._fill()
        if self._left < tokens:
            return False
        self._left -= tokens
        return True

    @property
    def left(self) -> bool:
        """Is there a whole token in it?"""
        self._fill()
        return self._left >= 1

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._holds, self._left + (now - self._since) * self._rate)
        self._since = now


class Buckets:
    """A bucket for each who asks; only so many are remembered, those who asked last."""

    MOST = 4_096

    def __init__(self, holds: float, rate: float, now: Seconds = time.monotonic) -> None:
        self._holds, self._rate, self._now = holds, rate, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, tokens: float = 1) -> bool:
        """Take tokens out of somebody's bucket; False if there are not enough."""
        return self._bucket(who).take(tokens)

    def left(self, who: str) -> bool:
        """Is there a whole token in somebody's bucket?"""
        return self._bucket(who).left

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._holds, self._rate, self._now)
        self._buckets.move_to_end(who)
        while len(self._buckets) > self.MOST:
            self._buckets.popitem(last=False)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)
