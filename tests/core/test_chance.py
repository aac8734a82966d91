"""Chance: the same everywhere, and fair."""

from collections import Counter
from itertools import permutations

import pytest

from engine.core.chance import Chance


def numbers(seed: int, how_many: int) -> list[int]:
    chance = Chance(seed)
    return [chance.below(2**64) for _ in range(how_many)]


class Scripted(Chance):
    """Chance whose raw 64-bit numbers are given."""

    __slots__ = ("raw",)

    def __init__(self, *raw: int) -> None:
        super().__init__(0)
        self.raw = list(raw)

    def _next(self) -> int:
        return self.raw.pop(0)


def test_it_is_splitmix64():
    """The published test values of the generator: a change would deal other cards from an old log."""
    assert numbers(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert numbers(0, 1) == [0xE220A8397B1DCDAF]


def test_a_seed_is_taken_modulo_two_to_the_64():
    assert numbers(7, 3) == numbers(7 + 2**64, 3)
    assert numbers(-1, 3) == numbers(2**64 - 1, 3)


def test_below_gives_every_remainder_equally_often():
    """Each die face is hit by exactly the same number of raw values; the few left over are drawn again."""
    spare = 2**64 % 6
    faces = Counter(Scripted(raw).below(6) for raw in range(600))
    assert faces == dict.fromkeys(range(6), 100)
    for raw in range(2**64 - spare, 2**64):
        assert Scripted(raw, raw, 5).below(6) == 5
    assert Scripted(2**64 - spare - 1).below(6) == 5


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_an_impossible_number_of_possibilities(n):
    with pytest.raises(ValueError, match="possibilities"):
        Chance(1).below(n)


def test_one_possibility_is_certain():
    assert [Chance(seed).below(1) for seed in range(20)] == [0] * 20


def test_between_includes_both_ends():
    assert [Scripted(raw).between(-1, 1) for raw in range(3)] == [-1, 0, 1]
    assert Chance(5).between(4, 4) == 4


def test_pick_gives_each_item_for_one_remainder():
    assert [Scripted(raw).pick("abc") for raw in range(3)] == ["a", "b", "c"]
    with pytest.raises(ValueError, match="possibilities"):
        Chance(1).pick(())


def test_shuffled_reaches_every_order_by_exactly_one_path():
    """Four items: below(4), below(3), below(2) give 24 paths, one for each order."""
    paths = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    orders = Counter(tuple(Scripted(*path).shuffled("abcd")) for path in paths)
    assert orders == dict.fromkeys(permutations("abcd"), 1)


def test_shuffled_leaves_the_given_items_alone():
    items = [1, 2, 3, 4, 5]
    assert sorted(Chance(3).shuffled(items)) == items == [1, 2, 3, 4, 5]
    assert Chance(3).shuffled(()) == []
