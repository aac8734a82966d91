"""How much anybody may ask for: the numbers, and the buckets that fill again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

Seconds = Callable[[], float]
Flow = tuple[float, float]
"""So many at once, and so many a second from then on."""


@dataclass(frozen=True)
class Limits:
    """How much is let in. A stranger is a device that sits at no table yet; all of them together leave room for those
    who do."""

    phones: int = 100
    """Sockets at a time; strangers may have half of them."""
    per_device: int = 6
    connections: int = 500
    """Of any kind; when one more comes, the oldest that is no socket has to go."""
    visits: Flow = (200, 5)
    """New sockets from one address."""
    strangers_visits: Flow = (200, 10)
    """New sockets of all strangers together."""
    requests: Flow = (1_000, 100)
    """Files asked for from one address."""

    largest_frame: int = 4_000_000
    """Bytes; an imported file or a picture comes in one frame."""
    frames: Flow = (300, 60)
    bytes: Flow = (12_000_000, 500_000)
    largest_of_strangers: int = 64_000
    frames_of_strangers: Flow = (150, 15)
    all_strangers_frames: Flow = (600, 60)
    """Of all of them together; then they wait."""
    unknown_things: Flow = (20, 2)
    """Taps on something that is not on the phone's screen; a quick finger is sometimes late."""

    pings: float = 5
    """Seconds between the questions whether a phone is still there, and to wait for the answer."""
    first_word: float = 10
    """Seconds until a request must be complete, and a phone must have said who it is."""
    stuck: float = 20
    """Seconds until what was sent must have been taken, and the app must have caught up with what a phone sent."""
    goodbye: float = 5
    """Seconds the app has to notice that a phone has gone."""

    @classmethod
    def for_phones(cls, phones: int) -> "Limits":
        """For a table, or for a club."""
        twice = 2.0 * phones
        return cls(phones, connections=5 * phones + 50, visits=(twice, 5), strangers_visits=(twice, 10))

    @property
    def strangers(self) -> int:
        """Sockets of all strangers at a time."""
        return max(self.phones // 2, 1)


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
