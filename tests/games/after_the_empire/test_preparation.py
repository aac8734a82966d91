"""Combat's preparation: placement (P-1), invader cards (P-2), move tokens (P-8), everyone in step (R-14)."""

import pytest

from engine.core.errors import RuleError
from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    ChooseTurret,
    DrawInvader,
    DrawSiege,
    Place,
    Proceed,
    Report,
    SetPhase,
    UseMoveTokens,
)
from engine.games.after_the_empire.compass import edge_of_board
from engine.games.after_the_empire.defaults import WHOLE_COMBAT
from tests.games.after_the_empire.battles import (
    GAME,
    anyway,
    battle,
    before_siege,
    castle,
    corrected,
    placed,
    placing,
    play,
    reveal,
    stand,
)
from tests.games.after_the_empire.tables import events, player, posts, raiders, refused, siege_card, table, walled

QUIET = siege_card()
HORDE = raiders((0, 1, 0), (10, 3, 1), (16, 5, 2), name="Horde")


def field(state, number=0):
    """(swordsmen, archers) by field."""
    there = state.players[number].castle
    both = zip("NESW", there.swordsmen, there.archers, strict=False)
    return {side: (swordsmen, archers) for side, swordsmen, archers in both if swordsmen or archers}


# P-1 placement


def test_p1_troops_stand_on_walls_and_inside_as_the_player_says():
    state = placing(player(castle=walled(soldiers=5, mercenaries={"N": 2, "inside": 1})))
    state = play(state, Place(0, posts({"N": 1, "S": 3, "inside": 1}), posts({"W": 3})))
    assert stand(state.players[0].castle.soldiers) == {"N": 1, "S": 3, "inside": 1}
    assert stand(state.players[0].castle.mercenaries) == {"W": 3}


def test_p1_there_is_no_limit_per_place():
    state = play(placing(player(castle=walled(soldiers=40))), Place(0, posts({"N": 40}), posts(0)))
    assert stand(state.players[0].castle.soldiers) == {"N": 40}


def test_p1_a_gate_is_manned_like_a_wall():
    state = placing(player(castle=castle(E="stone gate", soldiers=2)))
    assert stand(play(state, Place(0, posts({"E": 2}), posts(0))).players[0].castle.soldiers) == {"E": 2}


def test_p1_a_wall_without_cubes_stands_and_can_be_manned():
    state = placing(player(castle=castle(N="wood wall 0", soldiers=1)))
    assert stand(play(state, Place(0, posts({"N": 1}), posts(0))).players[0].castle.soldiers) == {"N": 1}


@pytest.mark.parametrize("kind", ["soldiers", "mercenaries"])
def test_p1_only_a_standing_wall_can_be_manned(kind):
    state = placing(player(castle=castle(N="wood wall", **{kind: 2})))
    row, nobody = posts({"E": 2}), posts(0)
    answer = Place(0, row, nobody) if kind == "soldiers" else Place(0, nobody, row)
    refused(state, answer, "P-1", "Ann has no wall on E to man", firm=True)


@pytest.mark.parametrize(
    ("soldiers", "mercenaries", "words"),
    [
        (4, 1, "Ann has 3 soldiers to place, not 4"),
        (2, 1, "Ann has 3 soldiers to place, not 2"),
        (3, 2, "Ann has 1 mercenary to place, not 2"),
        (3, 0, "Ann has 1 mercenary to place, not 0"),
    ],
)
def test_p1_all_troops_are_placed_no_more_and_no_fewer(soldiers, mercenaries, words):
    state = placing(player(castle=walled(soldiers=3, mercenaries=1)))
    refused(state, Place(0, posts(soldiers), posts(mercenaries)), "P-1", words, firm=True)


def test_p1_the_wounded_are_not_placed():
    state = placing(player(castle=walled(soldiers=1, wounded=4)))
    refused(state, Place(0, posts(5), posts(0)), "P-1", "Ann has 1 soldier to place", firm=True)
    assert play(state, Place(0, posts(1), posts(0))).players[0].castle.wounded == 4


def test_p1_is_told_post_by_post():
    state = placing(player(castle=walled(soldiers=3, mercenaries=2)))
    (event,) = events(state, Place(0, posts({"N": 3}), posts({"N": 1, "inside": 1})))
    assert (event.rule, event.seat) == ("P-1", 0)
    assert GAME.sentence(event) == "Troops: North 4, East 0, South 0, West 0, inside 1."


def test_p1_belongs_to_combat():
    refused(table(), Place(0, posts(0), posts(0)), "P-1", "no combat now; the table is at actions", firm=True)


def test_p1_nobody_places_for_a_player_who_is_not_there():
    refused(placing(), Place(2, posts(0), posts(0)), "C-1", "no player 3", firm=True)


# P-2 invader cards


@pytest.mark.parametrize(
    ("gold", "comes"),
    [(0, (1, 0)), (9, (1, 0)), (10, (3, 1)), (15, (3, 1)), (16, (5, 2)), (17, (5, 2)), (60, (5, 2))],
)
def test_p2_only_the_highest_tier_reached_counts(gold, comes):
    """Not cumulative: a second tier of 3 + 1 is 3 + 1, not 4 + 1."""
    state = reveal(placing(player(castle=walled(), gold=gold)), (HORDE, "N"))
    assert field(state) == {"N": comes}


@pytest.mark.parametrize(
    ("gold", "threat", "comes"), [(4, 16, (5, 2)), (16, 4, (5, 2)), (4, 12, (3, 1)), (9, 9, (1, 0))]
)
def test_p2_level_is_gold_or_threat_whichever_is_higher(gold, threat, comes):
    state = reveal(placing(player(castle=walled(), gold=gold), threat=threat), (HORDE, "N"))
    assert field(state) == {"N": comes}


def test_p2_each_player_is_measured_by_their_own_gold():
    state = reveal(placing(player(gold=3), player(gold=11), player(gold=20)), (HORDE, "W"))
    assert [field(state, number) for number in range(3)] == [{"W": (1, 0)}, {"W": (3, 1)}, {"W": (5, 2)}]


def test_p2_below_the_first_tier_nobody_comes():
    late = raiders((7, 4, 0), name="Late")
    state = placed(placing(player(gold=6)))
    assert field(play(state, DrawInvader(late, "N"))) == {}
    event = events(state, DrawInvader(late, "N"))[0]
    assert (event.rule, event.what) == ("P-2", "below first tier")
    assert GAME.sentence(event) == "Late: level 6 is below its first tier, nobody comes."


def test_p2_a_tier_may_bring_nobody():
    spared = raiders((0, 3, 0), (10, 0, 0), name="Spared")
    assert field(reveal(placing(player(gold=10)), (spared, "N"))) == {}


def test_p2_the_field_is_the_same_compass_side_for_everyone():
    """Whoever sits in the South meets it at the top of their board, whoever sits across at the bottom."""
    state = reveal(placing(2), (HORDE, "N"))
    assert field(state, 0) == field(state, 1) == {"N": (1, 0)}
    seats = [each.seat for each in state.players]
    assert seats == ["S", "N"]
    assert [edge_of_board("N", seat) for seat in seats] == ["top", "bottom"]


def test_p2_several_cards_add_up_in_a_field():
    state = placing(player(gold=10), season=3, threat=0)
    state = reveal(state, (HORDE, "N"), (raiders((0, 2, 2), name="More"), "N"), (raiders((0, 1, 0)), "E"))
    assert field(state) == {"N": (5, 3), "E": (1, 0)}


def test_p2_the_face_up_card_is_the_first_and_strikes_with_the_first_reveal():
    state = play(table(player(gold=10), count_only=True, season=2, threat=0), Report(HORDE, "S"))
    state = placed(play(state, Proceed("combat")))
    assert field(state) == {}, "the face-up card waits for placement to end"
    second = raiders((0, 0, 1), name="Second")
    arrived = [event for event in events(state, DrawInvader(second, "E")) if event.seat == 0]
    assert [event.values["card"] for event in arrived] == ["Horde", "Second"]
    assert field(play(state, DrawInvader(second, "E"))) == {"S": (3, 1), "E": (0, 1)}


def test_p2_a_face_up_card_alone_strikes_when_the_siege_card_is_drawn():
    state = play(table(player(castle=walled(soldiers=2), gold=10), count_only=True), Report(HORDE, "S"))
    state = placed(play(state, Proceed("combat")))
    assert GAME.pending(state).kind == "siege card"
    assert events(state, DrawSiege(QUIET, "N"))[0].what == "arrive"
    refused(state, DrawInvader(HORDE, "N"), "S-4", "Season 1 has 1 invader card, and all are revealed")


def test_p2_is_told_with_level_and_tier():
    state = placed(placing(player(gold=17)))
    event = events(state, DrawInvader(HORDE, "W"))[0]
    assert (event.rule, event.what, event.seat) == ("P-2", "arrive", 0)
    assert GAME.sentence(event) == "Horde at level 17 (tier 16): 5 swordsmen and 2 archers in the West field."


def test_p2_cards_are_found_in_the_library_by_id():
    state = placed(placing(player(gold=10), library=[HORDE, QUIET]))
    assert field(play(state, DrawInvader("horde", "E"))) == {"E": (3, 1)}
    refused(state, DrawInvader("hord", "E"), "C-7", "No card here is called 'hord'", firm=True)
    refused(state, DrawInvader("catapult", "E"), "C-7", "Catapult is a siege card, not an invader card", firm=True)
    refused(state, DrawInvader(raiders((5, 1, 0), (5, 2, 0)), "E"), "P-2", "tiers must rise", firm=True)


def test_p2_no_more_cards_than_the_season_has():
    state = reveal(placing(2, season=2), (HORDE, "N"), (HORDE, "E"))
    refused(state, DrawInvader(HORDE, "S"), "S-4", "Season 2 has 2 invader cards, and all are revealed")
    assert field(anyway(state, DrawInvader(HORDE, "S"))) == {"N": (1, 0), "E": (1, 0), "S": (1, 0)}


def test_p2_all_invader_cards_come_before_the_siege_card():
    state = reveal(placing(2, season=3), (HORDE, "N"))
    refused(state, DrawSiege(QUIET, "N"), "P-2", "Still face down: 2 invader cards")


def test_p2_no_invader_card_after_the_siege_card():
    tied = walled(NW="wood turret", NE="wood turret")
    state = battle(tied, siege=siege_card(strength=1), side="N").state
    assert GAME.pending(state).kind == "turret"
    refused(state, DrawInvader(HORDE, "N"), "P-2", "The siege card is out already", firm=True)


def test_p2_belongs_to_combat():
    refused(table(), DrawInvader(HORDE, "N"), "P-2", "no combat now", firm=True)


# R-14 every step ends for all before the next


def test_r14_no_card_is_revealed_before_everyone_has_placed():
    state = play(placing(3), Place(1, posts(0), posts(0)))
    refused(state, DrawInvader(HORDE, "N"), "R-14", "Ann and Cleo must place troops before a card is revealed")
    # The siege card, too: season 1 has one invader card, face up here.
    state = play(table(2, count_only=True), Report(HORDE, "S"), Proceed("combat"), Place(0, posts(0), posts(0)))
    refused(state, DrawSiege(QUIET, "N"), "R-14", "Ben must place troops")


def test_r14_a_placement_can_be_changed_until_the_first_reveal():
    state = placed(placing(player(castle=walled(soldiers=2))))
    state = play(state, Place(0, posts({"W": 2}), posts(0)))
    assert stand(state.players[0].castle.soldiers) == {"W": 2}
    assert GAME.pending(state).kind == "invader card"


def test_r14_placement_is_locked_by_the_first_reveal():
    state = reveal(placing(player(castle=walled(soldiers=2)), season=2), (HORDE, "N"))
    refused(state, Place(0, posts({"N": 2}), posts(0)), "R-14", "Placement is locked", firm=True)


def test_r14_by_the_other_ruling_placement_is_open_until_the_siege_card():
    later = {"placement_lock": "siege card"}
    there = walled("stone wall", soldiers=2)
    state = reveal(placing(player(castle=there, gold=10), season=2, rulings=later), (HORDE, "N"))
    state = play(state, Place(0, posts({"N": 2}), posts(0)), DrawInvader(HORDE, "E"))
    state = play(state, Place(0, posts({"N": 1, "E": 1}), posts(0)))
    assert stand(state.players[0].castle.soldiers) == {"N": 1, "E": 1}
    fighting = play(state, DrawSiege(QUIET, "N"))
    refused(fighting, Place(0, posts(2), posts(0)), "R-14", "Placement is locked", firm=True)


def test_r14_cards_revealed_anyway_find_the_troops_where_they_stand():
    """The table may reveal before everyone has placed; it is then asked for the next card, not left in silence."""
    state = placing(player(castle=walled(soldiers={"N": 2})), season=2)
    state = anyway(state, DrawInvader(HORDE, "N"))
    assert stand(state.players[0].castle.soldiers) == {"N": 2}
    assert GAME.pending(state).kind == "invader card"
    assert GAME.pending(play(state, DrawInvader(HORDE, "E"))).kind == "siege card"


def test_r14_siege_damage_ends_for_all_before_the_surge():
    """Ann's turret tie holds up everyone's surge and razing, but not Ben's own siege damage."""
    ann = player(castle=walled(NW="wood turret", NE="wood turret"))
    ben = player(castle=castle(N="wood wall"))
    state = battle(ann, ben, siege=siege_card(strength=1, surge="all"), side="N").state
    assert state.players[1].castle.walls[0].cubes == 1
    assert [field(state, number) for number in (0, 1)] == [{}, {}]
    assert [each.farms[0].level for each in state.players] == [1, 1]
    state = play(state, ChooseTurret(0, "NE"))
    assert [each.farms[0].level for each in state.players] == [0, 0]


def test_r14_the_fight_begins_when_everyone_has_used_their_tokens():
    ann = player(castle=castle(N="stone wall", soldiers=1, swordsmen={"N": 1}), move_ones=1)
    ben = player(castle=castle(N="stone wall", soldiers=1, swordsmen={"N": 1}), move_ones=1)
    state = battle(ann, ben).state
    state = play(state, UseMoveTokens(1, posts(1), posts(0)))
    assert state.combat.step == "move tokens"
    state = play(state, UseMoveTokens(0, posts({"N": 1}), posts(0)))
    assert state.combat.step == "fight"


# P-3 looking at what arrives


def looking(*castles, siege=QUIET, side="N", **more):
    """The siege card lies there, but has not struck yet."""
    return play(before_siege(*castles, **more), DrawSiege(siege, side, look_first=True))


def test_p3_a_siege_card_that_is_looked_at_strikes_when_the_table_goes_on():
    there = castle(N="wood wall", soldiers={"N": 1}, swordsmen={"N": 1})
    state = looking(there, siege=siege_card(strength=1, surge="all"))
    assert state.players[0].castle == there
    assert (state.combat.step, state.combat.siege.side) == ("arrivals", "N")
    assert GAME.pending(state).kind == "battle"
    assert GAME.pending(state, 0) is None, "it is nobody's own"
    assert play(state, Proceed("battle")) == play(
        before_siege(there), DrawSiege(siege_card(strength=1, surge="all"), "N")
    )


def test_p3_no_automation_lets_the_siege_strike():
    session = Session(GAME, before_siege(walled()), WHOLE_COMBAT)
    session.append(DrawSiege(QUIET, "N", look_first=True))
    assert session.n == 1


def test_p3_another_siege_card_takes_the_place_of_one_that_is_only_looked_at():
    state = play(looking(walled()), DrawSiege(siege_card("ladder", 2), "W", look_first=True))
    assert (state.combat.siege.card.engine, state.combat.siege.side) == ("ladder", "W")
    refused(play(state, Proceed("battle")), DrawSiege(QUIET, "N"), "P-3", firm=True)


def test_p3_while_the_table_looks_placement_and_cards_are_closed_and_nobody_chooses_yet():
    state = looking(walled(NE="wood turret", NW="wood turret"), siege=siege_card(strength=1))
    refused(state, DrawInvader(HORDE, "N"), "P-2", "The siege card is out already", firm=True)
    refused(state, Place(0, posts(0), posts(0)), "R-14", firm=True)
    refused(state, ChooseTurret(0, "NE"), "P-5", firm=True)
    refused(state, Proceed("flags"), "A-1", "next is battle", firm=True)


def test_p3_the_battle_button_waits_for_the_siege_card():
    refused(before_siege(walled()), Proceed("battle"), "A-1", firm=True)


# P-8 move tokens


def tokens(ones=0, threes=0, of=None, **more):
    there = of or walled(soldiers={"N": 2, "inside": 4}, mercenaries={"inside": 2}, swordsmen={"E": 1})
    return battle(player(castle=there, move_ones=ones, move_threes=threes), **more).state


def test_p8_as_many_troops_move_as_the_tokens_are_worth():
    state = play(tokens(2, 1), UseMoveTokens(0, posts({"E": 4, "N": 1, "inside": 1}), posts({"E": 1, "inside": 1})))
    there = state.players[0].castle
    assert (stand(there.soldiers), stand(there.mercenaries)) == (
        {"N": 1, "E": 4, "inside": 1},
        {"E": 1, "inside": 1},
    )


def test_p8_tokens_move_between_walls_and_from_a_wall_inside():
    state = play(tokens(2), UseMoveTokens(0, posts({"W": 1, "inside": 5}), posts(2)))
    assert stand(state.players[0].castle.soldiers) == {"W": 1, "inside": 5}


def test_p8_one_troop_per_point_and_no_more():
    state = tokens(1, 1)
    too_many = UseMoveTokens(0, posts({"N": 6}), posts({"N": 1, "inside": 1}))
    refused(state, too_many, "P-8", "That moves 5 troops; Ann's tokens are worth 4")
    assert stand(anyway(state, too_many).players[0].castle.soldiers) == {"N": 6}


def test_p8_a_soldier_and_a_mercenary_changing_places_are_two_moves():
    both = walled(soldiers={"N": 1}, mercenaries={"W": 1}, swordsmen={"E": 1})
    refused(tokens(1, of=both), UseMoveTokens(0, posts({"W": 1}), posts({"N": 1})), "P-8", "moves 2 troops")
    assert play(tokens(2, of=both), UseMoveTokens(0, posts({"W": 1}), posts({"N": 1}))).combat.step == "fight"


def test_p8_tokens_neither_create_troops_nor_man_a_missing_wall():
    state = tokens(0, 2, of=castle(N="wood wall", soldiers=2, swordsmen={"N": 1}))
    refused(state, UseMoveTokens(0, posts(3), posts(0)), "P-8", "Ann has 2 soldiers to place, not 3", firm=True)
    refused(state, UseMoveTokens(0, posts({"S": 2}), posts(0)), "P-8", "no wall on S", firm=True)


def test_p8_tokens_are_used_after_siege_surge_and_razing():
    session = battle(
        player(castle=castle(N="stone wall", soldiers=1), move_ones=1),
        siege=siege_card(strength=1, surge="all"),
        side="N",
        season=2,
        threat=0,
    )
    state = session.state
    assert GAME.pending(state).kind == "move tokens"
    there = state.players[0].castle
    assert (there.walls[0].cubes, there.swordsmen[0], state.players[0].farms[0].level) == (4, 2, 0)


def test_p8_tokens_are_used_once():
    ben = player(castle=walled(soldiers=1), move_ones=1)
    ann = player(castle=walled(soldiers=1), move_ones=1)
    state = play(battle(ann, ben).state, UseMoveTokens(0, posts({"N": 1}), posts(0)))
    refused(state, UseMoveTokens(0, posts(1), posts(0)), "P-8", "Ann cannot use move tokens now", firm=True)


def test_p8_tokens_wait_for_their_time():
    state = before_siege(player(castle=walled(soldiers=1), move_ones=1))
    refused(state, UseMoveTokens(0, posts({"N": 1}), posts(0)), "P-8", "cannot use move tokens now", firm=True)
    refused(table(), UseMoveTokens(0, posts(0), posts(0)), "P-8", "no combat now", firm=True)


def test_p8_all_tokens_leave_after_combat_used_or_not():
    state = play(tokens(2, 1), UseMoveTokens(0, posts({"N": 2, "inside": 4}), posts(2)))
    while state.phase == "combat":
        state = play(state, GAME.default(state, GAME.pending(state)))
    assert (state.players[0].move_ones, state.players[0].move_threes) == (0, 0)


def test_p8_tokens_leave_a_player_nobody_attacked_too():
    session = battle(player(castle=walled(), move_ones=2, move_threes=1))
    assert session.state.phase == "flags"
    assert (session.state.players[0].move_ones, session.state.players[0].move_threes) == (0, 0)


def test_p8_is_told_only_if_somebody_moves():
    state = tokens(0, 1)
    moved = events(state, UseMoveTokens(0, posts({"N": 2, "E": 1, "inside": 3}), posts(2)))[0]
    assert (moved.rule, GAME.sentence(moved)) == ("P-8", "Move tokens worth 3: 1 troop moved.")
    stayed = events(state, UseMoveTokens(0, posts({"N": 2, "inside": 4}), posts(2)))
    assert "P-8" not in [event.rule for event in stayed]


# beginning and nothing half applied


def test_p1_combat_set_by_hand_begins_with_placement():
    state = corrected(table(), SetPhase("combat"))
    assert GAME.pending(state).kind == "placement"


def test_r14_a_refused_card_leaves_the_table_alone():
    state = placing(2)
    with pytest.raises(RuleError, match="must place troops before a card is revealed"):
        GAME.check(state, DrawInvader(HORDE, "N"))
    assert field(state) == {}
