"""The users' own cards: teach, edit, trash, search, packs, red numbers."""

from datetime import timedelta

import pytest

from companion.storage.library import practice_pack
from engine.border.pack import MOST_CARDS, CardPack, dump_pack, load_pack
from engine.core.errors import BadInput
from engine.core.record import replace
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    Condition,
    Effect,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeTier,
    Tier,
)
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.state import RedNumber

RAIDERS = InvaderCard("raiders", "Raiders", (Tier(0, 1), Tier(8, 2, 1)))
MILL = BuildingCard("mill", "Mill", Goods(wood=2), 3, (Effect("worker", gain=Goods(food=3), words="Grind."),))
ONE_OF_EACH: tuple[Card, ...] = (
    RAIDERS,
    SiegeCard("ram", "Räderwerk", "trebuchet", (SiegeTier(0, 2),), surge="all"),
    MILL,
    RefugeeCard("smith", "Schmied", starting=True, initiative=4),
    ObjectiveCard("host", "Host", 4, Condition("soldiers", "at least", 3)),
)


def pack_of(*cards: Card, pack_id: str = "ours", name: str = "Our cards") -> bytes:
    return dump_pack(CardPack(id=pack_id, name=name, language="de", author="Us", cards=cards))


def test_taught_cards_come_back(opened):
    storage = opened()
    for card in ONE_OF_EACH:
        assert storage.cards.teach(card) == card
    storage.close()
    shelf = opened().cards
    assert {card.id: card for card in shelf.cards} == {card.id: card for card in ONE_OF_EACH}
    assert shelf.card("mill") == MILL
    assert shelf.card("nothing") is None
    assert shelf.notes == ()


def test_a_card_is_taught_once_and_then_edited(opened):
    shelf = opened().cards
    shelf.teach(MILL)
    with pytest.raises(BadInput, match='"mill" is the id of a card already'):
        shelf.teach(replace(MILL, name="Another"))
    assert shelf.free_id("Mill") == "mill-2"
    shelf.edit(replace(MILL, value=5))
    assert shelf.card("mill") == replace(MILL, value=5)
    with pytest.raises(BadInput, match='no card has the id "smith"'):
        shelf.edit(RefugeeCard("smith", "Smith"))


@pytest.mark.parametrize(
    "card",
    [
        InvaderCard("raiders", "Raiders", (Tier(8, 1), Tier(8, 2))),
        InvaderCard("raiders", "Raiders", ()),
        BuildingCard("mill", "", Goods()),
        BuildingCard("mill", "M" * 81),
        BuildingCard("", "Mill"),
        BuildingCard("mill", "Mill", value=100),
        BuildingCard("mill", "Mill\udc00"),
    ],
    ids=["tiers fall", "no tiers", "no name", "long name", "no id", "value", "no text"],
)
def test_a_card_that_contradicts_itself_is_refused(opened, card):
    shelf = opened().cards
    with pytest.raises(BadInput):
        shelf.teach(card)
    assert shelf.cards == ()


def test_a_deleted_card_can_be_brought_back(opened, clock):
    storage = opened()
    shelf = storage.cards
    shelf.teach(MILL)
    shelf.teach(RAIDERS)
    shelf.delete("mill")
    assert [card.id for card in shelf.cards] == ["raiders"]
    assert shelf.trash == (MILL,)
    assert shelf.search("mill") == []
    assert shelf.card("mill") is None
    storage.close()

    shelf = opened().cards
    shelf.restore("mill")
    assert shelf.card("mill") == MILL
    shelf.delete("mill")
    assert shelf.purge() == 0
    clock.pass_by(days=31)
    assert shelf.purge() == 1
    with pytest.raises(BadInput, match="no card has the id"):
        shelf.restore("mill")
    shelf.delete("raiders")
    assert shelf.purge(timedelta(0)) == 1


def test_search_is_by_letters_and_kind_and_recent_first(opened):
    storage = opened()
    shelf = storage.cards
    for card in ONE_OF_EACH:
        shelf.teach(card)
    assert [card.name for card in shelf.search("ra")] == ["Räderwerk", "Raiders"]
    shelf.used("raiders")
    assert [card.name for card in shelf.search("ra")] == ["Raiders", "Räderwerk"]
    assert [card.name for card in shelf.search("ra", kinds=("siege",))] == ["Räderwerk"]
    shelf.used("ram")
    shelf.used("smith")
    storage.close()
    shelf = opened().cards
    assert [card.name for card in shelf.cards][:3] == ["Schmied", "Räderwerk", "Raiders"]


def test_search_can_look_among_the_cards_of_a_table(opened):
    """The practice pack's cards have their recent ones too, without being in the library."""
    shelf = opened().cards
    practice = practice_pack().cards
    first = shelf.search("the", among=practice)[0]
    last = shelf.search("the", among=practice)[-1]
    shelf.used(last.id)
    assert shelf.search("the", among=practice)[0] in (last, first)
    assert shelf.search("", among=practice)[0] == last
    assert shelf.cards == ()


def test_listeners_are_told(opened):
    shelf = opened().cards
    told = []
    shelf.listeners.append(lambda: told.append(len(shelf.cards)))
    shelf.teach(MILL)
    shelf.edit(replace(MILL, value=1))
    shelf.delete("mill")
    shelf.restore("mill")
    shelf.import_pack(pack_of(RAIDERS))
    assert told == [1, 1, 0, 1, 2]


def test_a_card_that_cannot_be_read_is_told_and_harms_no_other(opened):
    storage = opened()
    storage.cards.teach(MILL)
    storage.cards.teach(RAIDERS)
    with storage.database.change() as connection:
        connection.execute("UPDATE cards SET card = 'rubbish' WHERE id = 'mill'")
    storage.close()
    shelf = opened().cards
    assert shelf.cards == (RAIDERS,)
    assert tuple(map(str, shelf.notes)) == ("The card “mill” cannot be read (this is not JSON).",)


# packs


def test_the_practice_pack_is_known_and_apart(opened):
    shelf = opened().cards
    (practice,) = shelf.packs
    assert practice.id == "practice"
    assert practice.shipped
    assert practice.cards == len(practice_pack().cards) > 50
    assert shelf.cards == ()


def test_a_pack_comes_in_and_goes_out(opened, tmp_path):
    shelf = opened().cards
    imported = shelf.import_pack(pack_of(*ONE_OF_EACH))
    assert (imported.added, imported.renewed, imported.known) == (5, 0, 0)
    assert shelf.packs[1:] == (imported.pack,)
    assert (imported.pack.name, imported.pack.cards, imported.pack.author) == ("Our cards", 5, "Us")

    data = shelf.export_pack("Freitagsrunde", language="de", author="Us")
    pack = load_pack(data)
    assert (pack.id, pack.name, pack.language) == ("freitagsrunde", "Freitagsrunde", "de")
    assert sorted(pack.cards, key=lambda card: card.id) == sorted(ONE_OF_EACH, key=lambda card: card.id)

    elsewhere = opened(tmp_path / "clean").cards
    elsewhere.import_pack(data)
    assert set(elsewhere.cards) == set(ONE_OF_EACH)
    assert elsewhere.export_pack("Freitagsrunde", language="de", author="Us") == data


def test_only_the_cards_of_one_pack_can_be_exported(opened):
    shelf = opened().cards
    shelf.teach(MILL)
    shelf.import_pack(pack_of(RAIDERS))
    assert load_pack(shelf.export_pack("Theirs", pack="ours")).cards == (RAIDERS,)
    assert load_pack(shelf.export_pack("All")).cards == (MILL, RAIDERS)


def test_a_pack_imported_again_adds_nothing(opened):
    shelf = opened().cards
    shelf.import_pack(pack_of(*ONE_OF_EACH))
    again = shelf.import_pack(pack_of(*ONE_OF_EACH))
    assert (again.added, again.renewed, again.known) == (0, 0, 5)
    assert len(shelf.cards) == 5


def test_a_newer_pack_renews_its_own_cards(opened):
    shelf = opened().cards
    shelf.import_pack(pack_of(MILL, RAIDERS))
    newer = replace(MILL, value=9)
    result = shelf.import_pack(pack_of(newer, RAIDERS))
    assert (result.added, result.renewed, result.known) == (0, 1, 1)
    assert shelf.card("mill") == newer


def test_an_import_never_writes_over_the_users_own_cards(opened):
    shelf = opened().cards
    mine = replace(MILL, name="My mill")
    shelf.teach(mine)
    for _ in range(2):
        shelf.import_pack(pack_of(MILL))
        assert shelf.card("mill") == mine
        assert shelf.card("mill-2") == replace(MILL, id="mill-2")
        assert len(shelf.cards) == 2
    shelf.import_pack(pack_of(replace(MILL, value=9)))
    assert shelf.card("mill-2") == replace(MILL, id="mill-2", value=9)


def test_an_edited_card_is_the_users_own(opened):
    shelf = opened().cards
    shelf.import_pack(pack_of(MILL))
    shelf.edit(replace(MILL, value=1))
    shelf.import_pack(pack_of(MILL))
    assert shelf.card("mill") == replace(MILL, value=1)
    assert shelf.card("mill-2") == replace(MILL, id="mill-2")


def test_an_import_brings_a_deleted_card_back(opened):
    shelf = opened().cards
    shelf.import_pack(pack_of(MILL))
    shelf.delete("mill")
    assert [pack.id for pack in shelf.packs] == ["practice"]
    result = shelf.import_pack(pack_of(MILL))
    assert result.added == 1
    assert shelf.card("mill") == MILL
    assert shelf.trash == ()


def test_two_copies_of_a_card_in_one_pack_both_come_in(opened):
    """The box may hold the same card twice."""
    shelf = opened().cards
    shelf.import_pack(pack_of(RAIDERS, replace(RAIDERS, id="raiders-b")))
    assert {card.id for card in shelf.cards} == {"raiders", "raiders-b"}


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\x89PNG",
        b'{"format": "companion.save", "version": 1}',
        pack_of(MILL).replace(b'"after-the-empire"', b'"chess"'),
        pack_of(MILL).replace(b'"value": 3', b'"value": 3, "run": "rm -rf /"'),
        b'{"format": "companion.pack", "version": 1, "id": "x", "name": "x", "cards": [{"kind": "invader"}]}',
    ],
)
def test_a_hostile_pack_is_refused_and_changes_nothing(opened, hostile):
    shelf = opened().cards
    shelf.teach(RAIDERS)
    with pytest.raises(BadInput):
        shelf.import_pack(hostile)
    assert shelf.cards == (RAIDERS,)
    assert len(shelf.packs) == 1


def test_the_library_has_an_end(opened):
    shelf = opened().cards
    many = [BuildingCard(f"card-{number}", f"Card {number}") for number in range(MOST_CARDS)]
    shelf.import_pack(pack_of(*many))
    with pytest.raises(BadInput, match="2000 cards at most"):
        shelf.teach(MILL)
    with pytest.raises(BadInput, match="2000 cards at most"):
        shelf.import_pack(pack_of(MILL, RAIDERS, pack_id="another"))
    assert len(shelf.cards) == MOST_CARDS
    assert len(load_pack(shelf.export_pack("All")).cards) == MOST_CARDS


# red numbers (O-4)


def test_o4_red_numbers_are_remembered_across_tables(opened):
    storage = opened()
    storage.cards.learn_red_numbers([RedNumber(20, 12), RedNumber(9, 6)])
    storage.cards.learn_red_numbers([RedNumber(20, 13), RedNumber(9, 6)])
    storage.cards.learn_red_numbers([])
    storage.close()
    shelf = opened().cards
    assert shelf.red_numbers == (RedNumber(9, 6), RedNumber(20, 13))
    shelf.forget_red_number(9)
    assert shelf.red_numbers == (RedNumber(20, 13),)
    with pytest.raises(BadInput):
        shelf.learn_red_numbers([RedNumber(-1, 3)])
