"""A-1, A-2, A-4, A-6: workers on the game board, sowing and protecting, cards and their effects."""

import pytest

from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Barracks,
    Build,
    Granary,
    Idle,
    Infirmary,
    Mend,
    Proceed,
    Scout,
    SetNumber,
    Stockpile,
    TakeCard,
    UseCard,
    UseSpace,
)
from engine.games.after_the_empire.cards import BuildingCard, Condition, Effect, ObjectiveCard
from engine.games.after_the_empire.constants import BOARD, Offer, Space
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.options import worker_options
from engine.games.after_the_empire.state import Holding, Objective
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    asked,
    building,
    castle,
    changes,
    corrected,
    damaged,
    events,
    placed,
    play,
    player,
    refugee,
    refused,
    sampled,
    table,
    walled,
)

AREAS = {
    "tax": "gold",
    "mercenary camp left": "soldiers",
    "mercenary camp right": "soldiers",
    "merchant": "sell food",
    "mine": "iron",
    "quarry": "stone",
    "woodmill": "wood",
}


def whose_turn(state):
    decision = asked(state, None if state.last_placed is not None else state.order[0])
    return decision.seat if decision.kind == "worker" else None


# A-1 one worker at a time


def test_a1_one_worker_at_a_time_in_turn_order_until_all_are_placed():
    """Catches a player with two turns in a row, a wrong first player, and a phase that ends too early."""
    state = table(3, order=(2, 0, 1))
    turns = []
    while (seat := whose_turn(state)) is not None:
        turns.append(seat)
        state = play(state, Idle(seat))
    assert turns == [2, 0, 1, 2, 0, 1, 2, 0, 1]
    assert asked(state).kind == "combat"
    assert GAME.pending(state, 0) is None


def test_a1_whoever_has_more_workers_places_the_rest_alone():
    """Catches a player with a villager who is skipped, or a round that waits for one who is done."""
    state = table(player(workers=1), player(workers=2, villagers=1))
    turns = []
    while (seat := whose_turn(state)) is not None:
        turns.append(seat)
        state = play(state, Idle(seat))
    assert turns == [0, 1, 1, 1]


def test_a1_the_question_says_how_many_workers_are_left():
    """Catches a villager that is not counted among the workers."""
    state = table(player(workers=4, villagers=1))
    assert asked(state, 0).about == {"left": 5}


def test_a1_nobody_places_out_of_turn():
    """Catches a worker placed in another player's turn."""
    state = table(player("Ann"), player("Ben"))
    refused(state, UseSpace(1, "mine", "iron"), "A-1", "It is Ann's turn, not Ben's")
    state = play(state, UseSpace(0, "mine", "iron"))
    refused(state, UseSpace(0, "quarry", "stone"), "A-1", "It is Ben's turn, not Ann's")


def test_a1_no_worker_left_no_action():
    """Catches a fourth action with three workers."""
    state = table(player("Ann", placed=3), player("Ben"))
    refused(state, Idle(0), "A-1", "Ann has no worker left")
    done = table(player("Ann", placed=3), player("Ben", placed=3))
    refused(done, UseSpace(1, "mine", "iron"), "A-1", "Ben has no worker left")


@pytest.mark.parametrize("phase", ["combat", "flags", "income", "harvest", "refresh", "scoring"])
def test_a1_workers_are_placed_in_phase_one(phase):
    """Catches a worker that goes out in another phase."""
    refused(table(phase=phase, season=7), UseSpace(0, "mine", "iron"), "A-1", f"the table is at {phase}")


def test_a1_combat_waits_for_every_worker():
    """Catches a phase button that forgets workers in the Great Hall; a table that insists may go on."""
    state = table(player("Ann", placed=2), player("Ben", villagers=1, placed=3))
    refused(state, Proceed("combat"), "A-1", "Ann 1, Ben 1")
    assert anyway(state, Proceed("combat")).phase == "combat"


def test_a1_a_table_that_only_counts_goes_straight_to_combat():
    """Catches a table that does not log workers but is asked for each of them."""
    state = table(count_only=True, no_reports=True)
    assert asked(state).kind == "combat"
    assert GAME.pending(state, 0) is None
    assert play(state, Proceed("combat")).phase == "combat"


@pytest.mark.parametrize(("players", "room"), [(2, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize("area", list(AREAS))
def test_a1_an_area_opens_one_more_space_with_three_and_with_four_players(area, players, room):
    """Catches a space taken twice, and an area that stays closed (or opens) at the wrong number of players."""
    seats = [player(gold=50, food=50, iron=9, workers=9) for _ in range(players)]
    state = table(*seats)
    for number in range(room):
        state = play(state, UseSpace(number % players, area, AREAS[area]))
    whose = room % players
    words = f"{area.capitalize()} is taken: {room} of {room} places"
    refused(state, UseSpace(whose, area, AREAS[area]), "A-1", words)


@pytest.mark.parametrize(("players", "room"), [(2, 1), (3, 2), (4, 3)])
def test_a1_scout_buildings_and_refugees_open_the_same_way(players, room):
    """Catches areas without offers that have another number of spaces."""
    for act in (
        lambda number: Scout(number),
        lambda number: TakeCard(number, building(f"Hut {number}")),
        lambda number: TakeCard(number, refugee(f"Guest {number}")),
    ):
        state = table(players)
        for number in range(room):
            state = play(state, act(number % players))
        refused(state, act(room % players), "A-1", f"{room} of {room} places")


def test_a1_the_same_player_may_go_to_an_area_again_while_a_space_is_open():
    """Catches areas that are exclusive per player instead of per space."""
    state = table(3, order=(0, 1, 2))
    state = play(state, UseSpace(0, "mine", "iron"), Idle(1), Idle(2), UseSpace(0, "mine", "iron"))
    assert state.players[0].iron == 4


def test_a1_the_number_of_spaces_is_a_table_constant():
    """Catches places that are fixed in the code: they are printed on the board, not in the rulebook."""
    wide = tuple(replace(space, places=(2, 0, 0)) if space.id == "mine" else space for space in BOARD)
    state = table(constants={"board": wide})
    state = play(state, UseSpace(0, "mine", "iron"), UseSpace(1, "mine", "iron"))
    refused(state, UseSpace(0, "mine", "iron"), "A-1", "2 of 2 places")


def test_a1_a_refused_action_done_anyway_takes_what_is_there():
    """Catches negative gold, and a worker that is not placed, when the table insists."""
    state = table(player("Ann", gold=2))
    hire = UseSpace(0, "mercenary camp left", "soldiers")
    refused(state, hire, "A-2", "Ann is 3 gold short for mercenary camp left")
    after = anyway(state, hire)
    assert changes(state, after) == {"gold": -2, "soldiers inside": 3}
    assert placed(state, after) == (1, ("mercenary camp left",))


# A-2 the offers of the board

OFFERS = [
    ("tax", "gold", {}, {"gold": 4, "mercenaries inside": 1}),
    ("tax", "food", {}, {"food": 5}),
    ("mercenary camp left", "soldiers", {"gold": 5}, {"soldiers inside": 3}),
    ("mercenary camp left", "mercenaries", {"gold": 3}, {"mercenaries inside": 5}),
    ("mercenary camp right", "soldiers", {"gold": 4}, {"soldiers inside": 2}),
    ("mercenary camp right", "mercenaries", {"gold": 2}, {"mercenaries inside": 3}),
    ("merchant", "buy iron and wood", {"gold": 4}, {"iron": 1, "wood": 6}),
    ("merchant", "buy stone and food", {"gold": 3}, {"stone": 2, "food": 3}),
    ("merchant", "sell iron", {"iron": 1}, {"gold": 4, "food": 3}),
    ("merchant", "sell food", {"food": 2}, {"gold": 3, "iron": 2}),
    ("mine", "iron", {}, {"iron": 2}),
    ("quarry", "stone", {}, {"stone": 3}),
    ("woodmill", "wood", {}, {"wood": 5}),
]
IDS = [f"{area}: {offer}" for area, offer, _, _ in OFFERS]


@pytest.mark.parametrize(("area", "offer", "cost", "gain"), OFFERS, ids=IDS)
def test_a2_every_offer_costs_and_gives_exactly_what_the_board_says(area, offer, cost, gain):
    """Catches any wrong number on the board, and anything else that changes along the way."""
    state = table(player(gold=10, food=10, iron=10, castle=castle(wood=10, stone=10)))
    after = play(state, UseSpace(0, area, offer))
    expected = {name: -count for name, count in cost.items()}
    for name, count in gain.items():
        expected[name] = expected.get(name, 0) + count
    assert changes(state, after) == expected
    assert changes(state, after, 1) == {}
    assert placed(state, after) == (1, (area,))


@pytest.mark.parametrize(
    ("area", "offer", "cost"),
    [(area, offer, cost) for area, offer, cost, _ in OFFERS if cost],
    ids=[name for name, (_, _, cost, _) in zip(IDS, OFFERS, strict=True) if cost],
)
def test_a2_one_short_is_too_little(area, offer, cost):
    """Catches an offer that can be had for less, and the exact price being refused."""
    ((name, price),) = cost.items()
    play(table(player(**{name: price})), UseSpace(0, area, offer))
    poor = table(player("Ann", **{name: price - 1}))
    refused(poor, UseSpace(0, area, offer), "A-2", f"Ann is 1 {name} short for {area}")


def test_a2_mine_gives_two_iron():
    """Catches a mine that gives one, or three."""
    state = table(player(iron=1))
    assert play(state, UseSpace(0, "mine", "iron")).players[0].iron == 3


def test_a2_an_unknown_area_or_offer_is_firmly_refused():
    """Catches a misspelt area that places a worker nowhere."""
    refused(table(), UseSpace(0, "casino", "gold"), "A-2", "no space called 'casino'", firm=True)
    refused(table(), UseSpace(0, "mine", "gold"), "A-2", "Mine has no offer called 'gold'", firm=True)
    refused(table(), UseSpace(0, "scout", "scout"), "A-2", "which farm to protect", firm=True)


def test_a2_yields_are_table_data():
    """Catches a yield in the code: this table's mine gives 4 iron for 1 gold."""
    board = (
        *(space for space in BOARD if space.id != "mine"),
        Space("mine", (Offer("iron", Goods(1), Goods(iron=4)),)),
    )
    state = table(player(gold=1), constants={"board": board})
    assert changes(state, play(state, UseSpace(0, "mine", "iron"))) == {"gold": -1, "iron": 4}


def test_a2_what_was_paid_and_gained_is_told():
    """Catches an event without its rule or its numbers."""
    (told,) = events(table(player(gold=4)), UseSpace(0, "merchant", "buy iron and wood"))
    assert (told.rule, told.seat) == ("A-2", 0)
    assert told.values == {"what": "merchant", "paid_gold": 4, "gained_wood": 6, "gained_iron": 1}


# A-2 the scout


def test_a2_scout_a_move_three_token_a_farm_protected_an_objective_kept():
    """Catches a scout that forgets one of the three; of two objectives drawn, one stays and one goes back."""
    state = table(objectives_left=15)
    after = play(state, Scout(0, "E"))
    known = changes(state, after)
    assert known.pop("objectives") == [{"card": None, "met": None}]
    assert known == {"move_threes": 1, "E protected": True}
    assert after.objectives_left == 14
    assert placed(state, after) == (1, ("scout",))


def test_a2_scout_may_tell_which_objective_was_kept():
    """Catches a kept card that the app forgets, given by id or whole."""
    oath = ObjectiveCard("oath", "Oath", 4, Condition("soldiers", "most"))
    for given in ("oath", oath):
        after = play(table(library=(oath,)), Scout(0, "N", given))
        assert after.players[0].objectives == (Objective(oath),)
    refused(table(), Scout(0, "N", "oath"), "C-7", "teach it first", firm=True)


def test_a2_scout_need_not_protect_a_farm():
    """Catches a scout that insists on a farm when all are protected already."""
    state = table(player(protected="N E S W"))
    after = play(state, Scout(0))
    assert changes(state, after)["move_threes"] == 1
    (told,) = events(state, Scout(0))
    assert told.values == {"objectives": 2, "kept": 1, "side": "none"}
    assert GAME.sentence(told) == "Scout: a Move-3 token; farm protected: none; 2 objective cards drawn, 1 kept."


def test_a2_a_board_without_a_scout_has_none():
    """Catches a crash where a table's own board leaves the scout out, or leaves it without an offer."""
    without = tuple(space for space in BOARD if space.id != "scout")
    refused(table(constants={"board": without}), Scout(0), "A-2", "no space called 'scout'", firm=True)
    bare = (*without, Space("scout", ()))
    refused(table(constants={"board": bare}), Scout(0), "A-2", "Scout has no offer", firm=True)


# A-2 buildings and refugees


def test_a2_a_building_is_paid_for_and_taken_from_the_market():
    """Catches a card that is not paid, not gained, or still lies in the market."""
    mill, inn, forge = building("Mill", 3, cost=Goods(wood=2, gold=1)), building("Inn"), building("Forge")
    state = table(player(gold=5, castle=castle(wood=2)), buildings=(inn, mill, forge), library=(mill,))
    after = play(state, TakeCard(0, "mill"))
    assert changes(state, after) == {
        "gold": -1,
        "wood": -2,
        "card 1": "Mill",
        "Mill damaged": False,
        "Mill used": [],
    }
    assert after.market.buildings == (inn, None, forge)
    assert placed(state, after) == (1, ("buildings",))


def test_a2_a_refugee_is_taken_in_the_refugees_area():
    """Catches a refugee who blocks the buildings area."""
    smith = refugee("Smith", 2, cost=Goods(food=3))
    state = table(player(food=3), refugees=(smith, None))
    after = play(state, TakeCard(0, smith))
    assert after.players[0].food == 0
    assert after.market.refugees == (None, None)
    assert placed(state, after) == (1, ("refugees",))


def test_a2_of_two_equal_cards_in_the_market_one_stays():
    """Catches both copies of a card leaving the market when one is taken."""
    hut = building("Hut")
    state = table(buildings=(hut, None, hut))
    assert play(state, TakeCard(0, hut)).market.buildings == (None, None, hut)


def test_a2_a_card_that_is_not_shown_can_be_taken_all_the_same():
    """Catches a market that must be typed in before anybody may take a card."""
    after = play(table(buildings=(building("Inn"), None, None)), TakeCard(0, building("Mill")))
    assert [holding.card.name for holding in after.players[0].cards] == ["Barracks", "Mill"]


def test_a2_a_card_one_cannot_pay_is_refused():
    """Catches a card taken on credit."""
    keep = building("Keep", 8, cost=Goods(gold=4, stone=3))
    refused(table(player("Ann", gold=1)), TakeCard(0, keep), "A-2", "Ann is 3 gold and 3 stone short for Keep")


def test_a2_a_card_must_be_a_building_or_a_refugee_the_table_knows():
    """Catches an unknown card, and an objective taken as a building."""
    oath = ObjectiveCard("oath", "Oath", 4)
    state = table(library=(oath,))
    refused(state, TakeCard(0, "mill"), "C-7", "'mill'", firm=True)
    refused(state, TakeCard(0, "oath"), "C-7", "an objective card, not a building card", firm=True)


def test_s1_starting_cards_are_not_in_the_market():
    """Catches a Barracks bought by a worker."""
    hermit = refugee("Hermit", starting=True)
    refused(table(), TakeCard(0, hermit), "S-1", "Hermit is a starting card")
    refused(table(), TakeCard(0, BuildingCard("keep", "Keep", starting=True)), "S-1", "Keep is a starting card")


# A-4 sow and protect


def test_a4_sowing_goes_from_razed_to_one_to_two():
    """Catches a sowing that skips a level, or that leaves the flame on a razed farm."""
    state = table(player(farms=(0, 0, 1, 2)))
    after = play(state, Granary(0, ("N", "E", "S")))
    assert [farm.level for farm in after.players[0].farms] == [1, 1, 2, 2]
    twice = play(state, Granary(0, ("N", "N")))
    assert [farm.level for farm in twice.players[0].farms] == [2, 0, 1, 2]


def test_a4_a_farm_of_level_two_cannot_be_sown():
    """Catches a farm of level 3; done anyway the sowing is simply lost."""
    state = table(player("Ann", farms=(2, 1, 1, 1)))
    refused(state, Granary(0, ("N",)), "A-4", "Ann's N farm is at level 2 already")
    refused(state, Granary(0, ("E", "E")), "A-4", "Ann's E farm is at level 2 already")
    assert [farm.level for farm in anyway(state, Granary(0, ("N", "E"))).players[0].farms] == [2, 2, 1, 1]


def test_a4_sowing_leaves_the_protect_token():
    """Catches a token that is swept away by the plough."""
    after = play(table(player(farms=(0, 1, 1, 1), protected="N")), Granary(0, ("N",)))
    assert after.players[0].farms[0].protected


def test_a4_protecting_puts_one_token_on_a_farm():
    """Catches a second token on the same farm, and a token that changes the level."""
    state = table(player("Ann", farms=(2, 1, 0, 1)))
    after = play(state, Granary(0, (), ("N",)))
    assert changes(state, after) == {"N protected": True}
    again = table(player("Ann", protected="N"))
    refused(again, Granary(0, (), ("N",)), "R-19", "Ann's N farm is protected already")


# A-6 effects of cards

BAKERY = building("Bakery", 2, Effect("worker", gain=Goods(food=7)))
FORGE = building("Forge", 2, Effect("free", Goods(wood=1), Goods(iron=1)))
GUIDE = refugee("Guide", 1, Effect("free", gain=Goods(food=1)), Effect("free", gain=Goods(move_ones=1)))


def test_a6_a_worker_on_ones_own_card():
    """Catches a card's space that gives nothing or takes no worker (the rulebook's Bakery: 7 food)."""
    state = table(player(cards=(BAKERY,)))
    after = play(state, UseCard(0, 1))
    assert changes(state, after) == {"food": 7, "Bakery used": [0]}
    assert placed(state, after) == (1, ("card 1",))


def test_a6_a_cards_space_takes_one_worker_a_season():
    """Catches a card used twice in a season by workers."""
    state = play(table(player("Ann", cards=(BAKERY,))), UseCard(0, 1), Idle(1))
    refused(state, UseCard(0, 1), "R-24", "Bakery is taken: 1 of 1 places")


def test_a6_each_of_two_worker_spaces_of_a_card_is_used_once():
    """Catches a card whose second space is closed because its first is taken, and one space used twice."""
    inn = building("Inn", 2, Effect("worker", gain=Goods(food=2)), Effect("worker", gain=Goods(gold=2)))
    state = play(table(player(cards=(inn,))), UseCard(0, 1, 0), Idle(1))
    refused(state, UseCard(0, 1, 0), "A-6", "Inn was used this season already")
    after = play(state, UseCard(0, 1, 1))
    assert changes(state, after) == {"gold": 2, "Inn used": [0, 1]}


def test_a6_my_worker_on_my_card_does_not_block_yours():
    """Catches own cards counted as one space for the whole table."""
    state = table(player(cards=(BAKERY,)), player(cards=(BAKERY,)))
    after = play(state, UseCard(0, 1), UseCard(1, 1))
    assert [each.food for each in after.players] == [7, 7]


def test_a6_a_free_action_takes_no_worker():
    """Catches a free action that counts as one's action."""
    state = table(player(cards=(FORGE,), castle=castle(wood=1)))
    after = play(state, UseCard(0, 1))
    assert changes(state, after) == {"wood": -1, "iron": 1, "Forge used": [0]}
    assert placed(state, after) == (0, ())
    assert whose_turn(after) == 0


def test_a6_a_free_action_is_for_once_a_season_each():
    """Catches a second use; another effect of the same card is another free action."""
    state = table(player(cards=(GUIDE,)))
    once = play(state, UseCard(0, 1, 0))
    refused(once, UseCard(0, 1, 0), "A-6", "Guide was used this season already")
    both = play(once, UseCard(0, 1, 1))
    assert changes(state, both) == {"food": 1, "move_ones": 1, "Guide used": [0, 1]}


def test_a6_a_free_action_is_for_ones_own_turn():
    """Catches a free action in another player's turn. A turn lasts until the next player places a worker."""
    ann, ben = player("Ann", cards=(GUIDE,)), player("Ben", cards=(GUIDE,))
    state = table(ann, ben)
    refused(state, UseCard(1, 1), "A-6", "it is not Ben's")
    anns_turn_still = play(state, Idle(0))
    assert play(anns_turn_still, UseCard(0, 1)).players[0].food == 1
    bens_turn = play(anns_turn_still, Idle(1), Idle(0))
    bens_turn = play(bens_turn, Idle(1))
    assert play(bens_turn, UseCard(1, 1)).players[1].food == 1
    third = table(ann, ben, player("Cleo", cards=(GUIDE,)))
    refused(play(third, Idle(0)), UseCard(2, 1), "A-6", "it is not Cleo's")


def test_a6_a_free_action_after_the_very_last_worker():
    """Catches the last player of the round losing the free actions of the last turn."""
    state = table(player(workers=1), player(workers=1, cards=(GUIDE,)))
    state = play(state, Idle(0), Idle(1))
    assert asked(state).kind == "combat"
    assert play(state, UseCard(1, 1)).players[1].food == 1


def test_a6_a_free_action_can_be_used_in_the_turn_its_card_is_gained():
    """Catches a new card that must wait for the next turn."""
    state = play(table(), TakeCard(0, GUIDE))
    after = play(state, UseCard(0, 1))
    assert changes(state, after) == {"food": 1, "Guide used": [0]}


@pytest.mark.parametrize("phase", ["combat", "flags", "income", "harvest", "refresh"])
def test_a6_free_actions_belong_to_phase_one_unless_the_card_says_otherwise(phase):
    """Catches a free action in another phase; a card that says otherwise is done anyway."""
    state = table(player(cards=(GUIDE,)), phase=phase)
    refused(state, UseCard(0, 1), "A-6", f"the table is at {phase}")
    assert anyway(state, UseCard(0, 1)).players[0].food == 1


def test_a6_what_a_card_gives_when_gained_comes_at_once_and_only_then():
    """Catches a gift that is forgotten, or one that is had again later."""
    gift = Effect("gained", gain=Goods(soldiers=1, heal=1, sow=1, protect=1))
    chapel = building("Chapel", 4, gift)
    state = table(player(castle=castle(wounded=2), farms=(0, 1, 1, 1)))
    after = play(state, TakeCard(0, chapel, sow=("N",), protect=("W",)))
    known = changes(state, after)
    assert {name: known[name] for name in ("soldiers inside", "wounded", "N farm", "W protected")} == {
        "soldiers inside": 2,
        "wounded": -1,
        "N farm": 1,
        "W protected": True,
    }
    refused(after, UseCard(0, 1), "A-6", "Chapel gives this only when it is gained")


def test_a6_a_card_sows_and_protects_as_often_as_it_says():
    """Catches more sowings or tokens than the card gives, when it is gained and when it is used."""
    plough = building("Plough", 1, Effect("gained", gain=Goods(sow=1)), Effect("free", gain=Goods(sow=1, protect=1)))
    refused(table(), TakeCard(0, plough, sow=("N", "E")), "A-4", "That is 2 sowings; 1 is the most here")
    refused(table(), TakeCard(0, plough, protect=("N",)), "A-4", "protects 1 farm; 0 is the most here")
    state = table(player(cards=(plough,)))
    after = play(state, UseCard(0, 1, 1, sow=("N",), protect=("E",)))
    assert changes(state, after) == {"N farm": 1, "E protected": True, "Plough used": [1]}
    refused(state, UseCard(0, 1, 1, sow=("N", "E")), "A-4", "That is 2 sowings; 1 is the most here")
    refused(state, UseCard(0, 1, 1, protect=("N", "E")), "A-4", "protects 2 farms; 1 is the most here")


def test_a6_a_damaged_building_or_wounded_refugee_keeps_its_abilities():
    """Catches damage that switches a card off; only its value is gone."""
    state = table(player(cards=(damaged(BAKERY), damaged(GUIDE))))
    after = play(state, UseCard(0, 2), UseCard(0, 1))
    assert changes(state, after) == {"food": 8, "Bakery used": [0], "Guide used": [0]}


def test_a6_an_effect_must_be_paid():
    """Catches a forge that works without wood."""
    state = table(player("Ann", cards=(FORGE,)))
    refused(state, UseCard(0, 1), "A-6", "Ann is 1 wood short for Forge")
    assert anyway(state, UseCard(0, 1)).players[0].iron == 1


def test_a6_no_such_card_no_such_effect():
    """Catches a crash at a card or an effect that is not there."""
    state = table(player("Ann", cards=(BAKERY,)))
    refused(state, UseCard(0, 2), "A-6", "Ann has 2 cards; there is no card 3", firm=True)
    refused(state, UseCard(0, 1, 1), "A-6", "Bakery has no effect 2", firm=True)
    refused(state, UseCard(0, 0), "A-6", "Barracks has no effect 1", firm=True)


def test_a6_healed_soldiers_return_to_the_player_board():
    """Catches soldiers healed by a card who vanish, and healing more than are wounded."""
    healer = refugee("Healer", 1, Effect("free", gain=Goods(heal=3)))
    state = table(player(cards=(healer,), castle=castle(wounded=2)))
    after = play(state, UseCard(0, 1))
    assert changes(state, after) == {"wounded": -2, "soldiers inside": 2, "Healer used": [0]}


def test_a6_the_event_of_an_effect_names_the_card():
    """Catches a card's trade that is told as the board's."""
    (told,) = events(table(player(cards=(FORGE,), castle=castle(wood=1))), UseCard(0, 1))
    assert (told.rule, told.what) == ("A-6", "trade")
    assert told.values == {"what": "Forge", "paid_wood": 1, "gained_iron": 1}
    gift = building("Chapel", 4, Effect("gained", gain=Goods(soldiers=1)))
    bought, given = events(table(), TakeCard(0, gift))
    assert (bought.rule, given.rule) == ("A-2", "A-6")
    assert given.values == {"what": "Chapel", "gained_soldiers": 1}


# what the app offers


def test_a2_the_tiles_that_are_not_greyed_out_are_exactly_the_allowed_ones():
    """Catches a tile that looks free but is refused, or one that is grey though it is allowed."""
    keep = building("Keep", 8, cost=Goods(stone=9))
    mill = building("Mill", 3, Effect("worker", gain=Goods(food=3)))
    ann = player(
        "Ann",
        castle(
            N="wood wall 1", S="wood gate", NE="stone turret flame", NW="stone turret 1", wood=3, stone=2, wounded=1
        ),
        gold=3,
        farms=(2, 2, 2, 1),
        protected="N",
        cards=(damaged(refugee("Cook")), FORGE, GUIDE),
    )
    state = table(ann, player(), buildings=(keep, mill, None), taken=[("mine", 1), ("tax", 1)])
    offered = worker_options(state, 0)
    for option in offered:
        GAME.check(state, option)
    assert offered == [
        UseSpace(0, "mercenary camp left", "mercenaries"),
        UseSpace(0, "mercenary camp right", "mercenaries"),
        UseSpace(0, "merchant", "buy stone and food"),
        UseSpace(0, "quarry", "stone"),
        UseSpace(0, "woodmill", "wood"),
        Scout(0, "E"),
        Scout(0, "S"),
        Scout(0, "W"),
        TakeCard(0, mill),
        UseCard(0, 2, 0),
        UseCard(0, 3, 0),
        UseCard(0, 3, 1),
        Granary(0, ("W",), ("E",)),
        Infirmary(0, 1),
        *(option for option in offered if isinstance(option, Stockpile)),
        Idle(0),
    ]


def test_a3_the_stockpile_jobs_on_offer():
    """Catches a piece that could be built or mended but is not offered."""
    ann = player(
        castle=castle(N="wood wall 1", S="wood gate", NE="stone turret flame", NW="stone turret 1", wood=4, stone=4),
        food=2,
        cards=(damaged(refugee("Cook")), damaged(building("Inn"))),
    )
    jobs = [option.jobs[0] for option in worker_options(table(ann), 0) if isinstance(option, Stockpile)]
    built = {(job.at, job.piece, job.material) for job in jobs if isinstance(job, Build)}
    assert built == {
        ("N", "wall", "stone"),
        ("E", "wall", "wood"),
        ("E", "wall", "stone"),
        ("S", "gate", "stone"),
        ("W", "wall", "wood"),
        ("W", "wall", "stone"),
        ("SE", "turret", "wood"),
        ("SW", "turret", "wood"),
    }
    others = [(job.kind, getattr(job, "at", None)) for job in jobs if not isinstance(job, Build | Mend)]
    assert others == [("repair", "N"), ("clear flame", "NE"), ("repair", "NW")]
    assert [job for job in jobs if isinstance(job, Mend)] == [Mend(1)]


def test_a2_with_every_farm_protected_the_scout_is_still_on_offer():
    """Catches a scout that disappears with the last unprotected farm."""
    state = table(player(protected="N E S W"))
    scouts = [option for option in worker_options(state, 0) if isinstance(option, Scout)]
    assert scouts == [Scout(0)]


def test_r19_where_a_farm_is_sown_once_the_granary_offers_different_farms():
    """Catches an offer that the table's own ruling refuses."""
    state = table(player(farms=(0, 1, 0, 2)), rulings={"sow_one_farm_repeatedly": False})
    assert Granary(0, ("N", "E", "S"), ("N",)) in worker_options(state, 0)
    usual = table(player(farms=(0, 1, 0, 2)))
    assert Granary(0, ("N", "N", "E"), ("N",)) in worker_options(usual, 0)


def test_a1_practice_play_places_a_legal_worker():
    """Catches a sampled worker that the rules refuse."""
    state = table(player(gold=3, castle=walled(wounded=1)))
    for seed in range(30):
        GAME.check(state, sampled(state, seed, 0))


def test_a3_barracks_on_offer_as_far_as_they_can_be_paid():
    """Catches the "and/or" of the barracks being an "and"."""
    state = table(player(iron=1, food=1, castle=castle(wounded=1)))
    assert [option for option in worker_options(state, 0) if isinstance(option, Barracks)] == [
        Barracks(0, True, True),
        Barracks(0, True, False),
        Barracks(0, False, True),
    ]
    state = corrected(state, SetNumber(0, "iron", 0))
    assert [option for option in worker_options(state, 0) if isinstance(option, Barracks)] == [Barracks(0, False, True)]


def test_a6_a_used_effect_is_written_on_the_card():
    """Catches a card that does not remember its use, or forgets its damage by being used."""
    state = table(player(cards=(damaged(GUIDE),)))
    assert play(state, UseCard(0, 1, 1)).players[0].cards[1] == Holding(GUIDE, True, (1,))
