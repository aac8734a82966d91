"""Buckets: how much at once, how much later, and never more of them than can be remembered."""

from companion.serve.limits import Bucket, Buckets, Limits


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
