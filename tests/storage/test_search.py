"""Cards found by the letters that come to hand."""

import pytest

from companion.storage.search import folded, found, id_from
from engine.games.after_the_empire.cards import BuildingCard


def cards(*names: str) -> list[BuildingCard]:
    return [BuildingCard(id_from(name, ()), name) for name in names]


def names(letters: str, *known: str, used: tuple[str, ...] = ()) -> list[str]:
    uses = {id_from(name, ()): place for place, name in enumerate(used, start=1)}
    return [card.name for card in found(cards(*known), letters, uses)]


def test_the_beginning_of_any_word_comes_before_the_middle():
    known = ("Treadmill", "Windmill", "Mill", "Old Mill", "Stone Keep")
    assert names("mi", *known) == ["Mill", "Old Mill", "Treadmill", "Windmill"]


def test_recent_ones_come_first_within_each():
    known = ("Mill", "Milkmaid", "Old Mill", "Windmill", "Treadmill")
    used = ("Windmill", "Old Mill", "Mill")
    assert names("mil", *known, used=used) == ["Mill", "Old Mill", "Milkmaid", "Windmill", "Treadmill"]


def test_without_letters_all_are_there():
    assert names("", "Mill", "Barn", "Keep", used=("Keep",)) == ["Keep", "Barn", "Mill"]
    assert names("  ", "Mill") == ["Mill"]


@pytest.mark.parametrize("letters", ["MÜHL", "mühl", "muhl", "muehl", "Mu\u0308hl"])
def test_umlauts_do_not_matter(letters):
    assert names(letters, "Wassermühle", "Mühle am Bach", "Turm") == ["Mühle am Bach", "Wassermühle"]


@pytest.mark.parametrize(
    ("letters", "name"),
    [("gros", "Große Halle"), ("gross", "Große Halle"), ("cha", "Château"), ("aeg", "Ægir"), ("lodz", "Łódź")],
)
def test_other_letters_do_not_matter_either(letters, name):
    assert names(letters, name, "Xyz") == [name]


def test_words_can_be_run_together_or_given_in_full():
    known = ("Siege Tower", "Tower of Bells", "Lone Siege")
    assert names("siege t", *known) == ["Siege Tower"]
    assert names("siegetow", *known) == ["Siege Tower"]
    assert names("of-bells", *known) == ["Tower of Bells"]


def test_what_is_not_there_is_not_found():
    assert names("zzz", "Mill") == []


def test_ids_look_like_names_and_are_new():
    assert id_from("Die Große Mühle!", ()) == "die-grosse-muhle"
    assert id_from("Mill", ["mill", "mill-2"]) == "mill-3"
    assert id_from("!!!", ()) == "card"
    assert len(id_from("x" * 500, ["x" * 60])) <= 80
    assert folded("  A–B  c ") == "a b c"
