"""Plain form, canonical bytes, fingerprint."""

from typing import NamedTuple

import pytest

from engine.core.plain import canonical_bytes, fingerprint, plain
from engine.core.record import record


@record
class Spoon:
    """A spoon for these tests."""

    length: int
    of: str | None = None


@record
class Drawer:
    """A drawer of spoons."""

    spoons: tuple[Spoon, ...]
    locked: bool = False


class Pair(NamedTuple):
    left: int
    right: Spoon


def test_plain_holds_only_what_json_can():
    drawer = Drawer((Spoon(3, "wood"), Spoon(4)), locked=True)
    spoons = [{"length": 3, "of": "wood"}, {"length": 4, "of": None}]
    assert plain(drawer) == {"spoons": spoons, "locked": True}
    assert plain(Pair(1, Spoon(2))) == [1, {"length": 2, "of": None}]
    assert plain({2: [Spoon(1)], "a": ()}) == {"2": [{"length": 1, "of": None}], "a": []}
    assert [plain(value) for value in (None, True, 7, "x")] == [None, True, 7, "x"]


@pytest.mark.parametrize("thing", [1.5, {1, 2}, b"bytes", object(), Spoon(1.5)])  # type: ignore[arg-type]
def test_what_has_no_plain_form_is_refused(thing):
    with pytest.raises(TypeError, match="no plain form"):
        plain(thing)


def test_canonical_bytes_are_the_same_for_the_same_thing():
    assert canonical_bytes({"b": 1, "a": 2}) == canonical_bytes({"a": 2, "b": 1}) == b'{"a":2,"b":1}'
    assert canonical_bytes("Löwe") == b'"L\\u00f6we"'


def test_a_fingerprint_is_sixteen_digits_that_never_change():
    """A stored hash must fit in later versions; these values were computed apart, with sha256sum."""
    assert fingerprint(Spoon(3)) == "78fe75bf04856782"
    assert fingerprint([]) == "4f53cda18c2baa0c"


def test_a_fingerprint_tells_true_from_one():
    assert Spoon(1) == Spoon(True)
    assert fingerprint(Spoon(1)) != fingerprint(Spoon(True))
