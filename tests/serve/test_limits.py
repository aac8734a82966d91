"""Buckets: how much at once, how much later, and never more of them than can be remembered."""

import re
from pathlib import Path

from companion.serve.frames import DEEPEST, MOST_THINGS
from companion.serve.hall import ALL_WRONG_CODES, MOST_WATCHERS, WRONG_CODES
from companion.serve.limits import Bucket, Buckets, Limits
from companion.serve.sessions import FOR_A_DEVICE, KEPT
from companion.serve.visitor import MOST_UNREAD

PROMISED = Path(__file__).parents[2] / "docs" / "security.md"


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_gives_what_it_holds_and_then_only_what_comes_back() -> None:
    clock = Clock()
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.time += 1.9
    assert not bucket.left
    clock.time += 0.1
    assert bucket.left
    assert [bucket.take(), bucket.take()] == [True, False]


def test_a_bucket_never_holds_more_than_it_can() -> None:
    clock = Clock()
    bucket = Bucket(2, 1, clock)
    clock.time += 1_000
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_what_does_not_fit_takes_nothing() -> None:
    bucket = Bucket(10, 0, Clock())
    assert not bucket.take(11)
    assert bucket.take(10)


def test_everybody_has_a_bucket_of_their_own() -> None:
    buckets = Buckets(1, 0, Clock())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_only_so_many_are_remembered_and_who_keeps_asking_is_not_forgotten() -> None:
    buckets = Buckets(2, 0, Clock())
    buckets.take("nuisance")
    buckets.take("nuisance")
    for number in range(3 * Buckets.MOST):
        buckets.take(f"other {number}")
        assert not buckets.take("nuisance")
    assert len(buckets) == Buckets.MOST


def test_strangers_leave_room_for_those_who_sit() -> None:
    for phones in (1, 2, 100):
        limits = Limits.for_phones(phones)
        assert 1 <= limits.strangers <= max(1, phones / 2)
        assert limits.connections > 2 * phones


def test_the_limits_are_those_that_are_promised() -> None:
    limits = Limits.for_phones(100)
    told = " ".join(re.sub(r"[|*`]", " ", PROMISED.read_text("utf-8")).split())
    for promise in (
        f"sockets at a time {limits.phones} ( --phones ), {limits.per_device} of one device",
        f"watchers of a table {MOST_WATCHERS}",
        f"connections of any kind {limits.connections}",
        f"from one address {limits.visits[0]:.0f} at once, {limits.visits[1]} a second",
        f"without a seat {limits.strangers_visits[0]:.0f} and {limits.strangers_visits[1]} a second for all together",
        f"from one address {limits.requests[0]:,} at once, {limits.requests[1]} a second",
        f"{limits.largest_frame // 1_000_000} MB with a seat, {limits.largest_of_strangers // 1_000} KB without",
        f"{MOST_THINGS:,} parts, {DEEPEST} deep",
        f"{limits.frames[0]} at once, {limits.frames[1]} a second; without a seat {limits.frames_of_strangers[0]} and "
        f"{limits.frames_of_strangers[1]}, and {limits.all_strangers_frames[0]} and {limits.all_strangers_frames[1]}",
        f"{limits.bytes[0] // 1_000_000} MB at once, {limits.bytes[1] // 1_000} KB a second",
        f"to finish a request {limits.first_word} s",
        f"{limits.stuck} s, and at most {MOST_UNREAD // 1_000_000} MB behind",
        f"{limits.pings} s, asked every {limits.pings} s",
        f"{KEPT} s, {FOR_A_DEVICE} of one device",
        f"{WRONG_CODES[0]} at once and one in ten seconds for each address",
        f"{ALL_WRONG_CODES[0]} at once and one a second for everybody together",
    ):
        assert promise in told, promise
    assert (WRONG_CODES[1], ALL_WRONG_CODES[1]) == (0.1, 1.0)
