"""Records: frozen, slotted, compared by value, strict in files."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core.limits import Between, Length
from engine.core.record import record, replace


@record
class Jar:
    """A jar for these tests."""

    litres: int
    label: str = ""


@record
class Shelf:
    """Limits on a number, a word and a row."""

    height: Annotated[int, Between(-1, 3)] = 0
    name: Annotated[str, Length(1, 4)] = "top"
    jars: Annotated[tuple[Jar, ...], Length(2)] = (Jar(1), Jar(2))


@record
class Nothing:
    """A record without fields."""


def test_a_record_is_a_dataclass_made_from_its_fields():
    assert Jar(3, label="a") == Jar(label="a", litres=3)
    assert repr(Jar(3, "a")) == "Jar(litres=3, label='a')"
    assert repr(Nothing()) == "Nothing()"
    for make in (lambda: Jar(), lambda: Jar(1, "a", 2), lambda: Jar(1, lid=2)):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            make()


def test_a_record_cannot_be_changed():
    jar = Jar(1)
    with pytest.raises(FrozenInstanceError, match="Jar is frozen: 'litres' cannot be changed"):
        jar.litres = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del jar.litres
    assert jar == Jar(1)


def test_a_record_has_no_room_for_other_fields():
    assert not hasattr(Jar(1), "__dict__")
    with pytest.raises((AttributeError, TypeError)):
        Jar(1).lid = True  # type: ignore[attr-defined]


def test_records_are_equal_by_value_and_hash_alike():
    assert Jar(1, "a") == Jar(1, "a") != Jar(2, "a")
    assert len({Jar(1), Jar(1), Jar(2)}) == 2
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_records_of_different_kinds_are_never_equal():
    @record
    class Jug:
        litres: int
        label: str = ""

    assert Jar(1) != Jug(1)  # type: ignore[comparison-overlap]


def test_records_match_by_position():
    match Jar(4, "a"):
        case Jar(litres, label):
            assert (litres, label) == (4, "a")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda jar: pickle.loads(pickle.dumps(jar))])
def test_records_can_be_copied_and_sent_to_another_process(again):
    assert again(Jar(3, "a")) == Jar(3, "a")
    assert again(Shelf()) == Shelf()


def test_replace_changes_a_copy():
    full = Jar(1, "a")
    assert replace(full, litres=5) == Jar(5, "a")
    assert full == Jar(1, "a")
    with pytest.raises(TypeError, match="Jar has no field called 'lid'"):
        replace(full, lid=True)  # type: ignore[call-arg]


def test_its_file_form_is_strict():
    read = TypeAdapter(Jar).validate_json
    assert read('{"litres": 3}') == Jar(3)
    for text in ('{"litres": "3"}', '{"litres": 3.0}', '{"litres": true}', '{"litres": 3, "lid": 1}', "{}"):
        with pytest.raises(ValidationError):
            read(text)


def test_its_limits_hold_in_files():
    read = TypeAdapter(Shelf).validate_json
    two = '[{"litres": 1}, {"litres": 2}]'
    for height, name in ((-1, "a"), (3, "abcd")):
        text = f'{{"height": {height}, "name": "{name}", "jars": {two}}}'
        assert read(text) == Shelf(height, name)
    for text in (
        '{"height": -2}',
        '{"height": 4}',
        '{"name": ""}',
        '{"name": "abcde"}',
        '{"jars": [{"litres": 1}]}',
        '{"jars": [{"litres": 1}, {"litres": 2}, {"litres": 3}]}',
    ):
        with pytest.raises(ValidationError):
            read(text)
