"""The owner's decisions in combat: when each is asked, when not, who answers, and what is refused."""

from typing import Any

import pytest

from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    AskMe,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    Correct,
    DamageCards,
    DrawInvader,
    DrawSiege,
    MoveTroops,
    Place,
    Proceed,
    ReadRedNumber,
    SetPhase,
    UseMoveTokens,
)
from engine.games.after_the_empire.defaults import AUTOMATION, WHOLE_COMBAT
from engine.games.after_the_empire.fight import advance_battle, battle_decision
from engine.games.after_the_empire.state import Battle
from tests.games.after_the_empire.battles import (
    GAME,
    anyway,
    battle,
    before_siege,
    castle,
    orders,
    placed,
    placing,
    play,
    sack,
    stand,
)
from tests.games.after_the_empire.tables import building, player, posts, raiders, refused, siege_card, table, walled

CARDS = (building("Mill", 4), building("Forge", 2), building("Well", 3))
SHOOTING = walled("stone wall", soldiers={"N": 2}, mercenaries={"N": 2}, swordsmen={"N": 5}, archers={"N": 2})
"""Four shots at seven invaders (2 to 4 of the hits may be swordsmen), two arrows at four troops."""

INSIDE = castle(soldiers=2, mercenaries=2, swordsmen={"inside": 2}, archers={"inside": 1})
"""Four troops inside against three: which three of the four are lost?"""

OUTNUMBERED = castle(soldiers=2, swordsmen={"inside": 2}, archers={"inside": 1})
"""Two troops inside against three: which two of the three fall?"""

CLIMBING = walled("stone wall", soldiers=9, swordsmen={"N": 3}, archers={"N": 3})
LADDER = siege_card("ladder", 2)
QUIET = siege_card()


def turret_tie(**more):
    return battle(walled(NE="wood turret", NW="wood turret"), siege=siege_card(strength=1), side="N", **more)


def with_tokens(**more):
    there = walled(soldiers={"N": 1, "inside": 2}, swordsmen={"E": 1})
    return battle(player(castle=there, move_ones=1, move_threes=1, **more.pop("of", {})), **more)


def kinds_asked(session):
    """Every question of a combat, answered as the automation would; those it cannot answer get the simplest answer."""
    asked = []
    while session.state.phase == "combat":
        decision = session.pending
        asked.append(decision.kind)
        answer = GAME.default(session.state, decision)
        if decision.kind == "red number" and answer is None:
            answer = ReadRedNumber(decision.seat, 0)
        session.append(answer)
    return asked


# asked


@pytest.mark.parametrize(
    ("session", "kind", "rule", "about", "question"),
    [
        (
            lambda: Session(GAME, placing(player(castle=walled(soldiers=2, mercenaries=1))), ()),
            "placement",
            "P-1",
            {"troops": 3},
            "Ann — Where do the troops stand? (3 troops)",
        ),
        (
            turret_tie,
            "turret",
            "P-5",
            {"side": "N", "damage": 1, "first": "NE", "second": "NW"},
            "Ann — 1 damage from the North: which turret takes it first, North-East or North-West?",
        ),
        (with_tokens, "move tokens", "P-8", {"worth": 4}, "Ann — Move tokens: which troops move, up to 4?"),
        (
            lambda: battle(SHOOTING),
            "archery targets",
            "B-1",
            {"at": "N", "hit": 4, "archers": 2, "swordsmen": 5, "fewest": 0, "most": 2},
            "Ann — North field, 2 archers and 5 swordsmen: 4 hit. How many of them are archers?",
        ),
        (
            lambda: battle(SHOOTING, automation={"archery targets"}),
            "archery losses",
            "B-1",
            {"at": "N", "lost": 2, "mercenaries": 2, "soldiers": 2, "fewest": 0, "most": 2},
            "Ann — North, 2 mercenaries and 2 soldiers: 2 hit. How many of them are mercenaries?",
        ),
        (
            lambda: battle(CLIMBING, siege=LADDER, side="N"),
            "bypass",
            "M-2",
            {"at": "N", "passing": 2, "fewest": 0, "most": 2},
            "Ann — Past the North wall: 2 invaders. How many of them are swordsmen?",
        ),
        (
            lambda: battle(CLIMBING),
            "troop movement",
            "M-3",
            {"inside": 9, "invaders_inside": 0},
            "Ann — Free movement: where do the troops stand now?",
        ),
        (
            lambda: battle(OUTNUMBERED),
            "melee targets",
            "L-2",
            {"at": "inside", "hit": 2, "archers": 1, "swordsmen": 2, "fewest": 0, "most": 1},
            "Ann — Inside, 1 archer and 2 swordsmen: 2 killed. How many of them are archers?",
        ),
        (
            lambda: battle(INSIDE),
            "melee losses",
            "L-2",
            {"at": "inside", "lost": 3, "mercenaries": 2, "soldiers": 2, "fewest": 1, "most": 2},
            "Ann — Inside, 2 mercenaries and 2 soldiers: 3 lost. How many of them are mercenaries?",
        ),
        (
            lambda: sack(player(castle=castle(), cards=CARDS)),
            "damaged cards",
            "O-4",
            {"cards": 2, "of": 3},
            "Ann — What is damaged or wounded? (2 cards)",
        ),
        (
            lambda: sack(player(castle=castle(), gold=17)),
            "red number",
            "O-4",
            {"gold": 17},
            "Ann — Sacked with 17 gold: which total does the red number there leave?",
        ),
    ],
)
def test_decision_is_asked_of_its_owner_with_its_numbers(session, kind, rule, about, question):
    """P-1, P-5, P-8, B-1, M-2, M-3, L-2, O-4: each choice of the rules that belongs to a player."""
    there = session()
    decision = there.pending
    assert (decision.kind, decision.seat, decision.rule, decision.about) == (kind, 0, rule, about)
    assert not decision.optional
    assert GAME.question(there.state, decision) == question
    assert GAME.pending(there.state, 0) == decision


def test_r15_losses_inside_are_asked_by_the_other_ruling_only():
    there = castle(E="stone wall", soldiers=2, mercenaries=2, archers={"N": 3, "E": 1})
    assert battle(there).pending.kind == "troop movement"
    asked = battle(there, rulings={"archers_without_wall": "shoot inside"}).pending
    assert (asked.kind, asked.rule, asked.about["at"], asked.about["lost"]) == ("archery losses", "R-15", "inside", 3)


def test_p2_p3_cards_are_asked_of_whoever_is_nearest():
    state = placed(placing(2, season=2))
    assert GAME.pending(state) == GAME.pending(state, 1)
    assert (GAME.pending(state).kind, GAME.pending(state).seat) == ("invader card", None)
    assert GAME.pending(state).about == {"number": 1, "left": 2}
    state = play(state, DrawInvader(raiders((0, 0, 0)), "N"), DrawInvader(raiders((0, 0, 0)), "N"))
    assert (GAME.pending(state).kind, GAME.pending(state).about) == ("siege card", {"season": 2})
    for kind in ("invader card", "siege card"):
        assert GAME.default(state, GAME.pending(state)._replace(kind=kind)) is None, "only the table knows"


# not asked: no real choice


@pytest.mark.parametrize(
    ("there", "siege", "never"),
    [
        # P-5: no tie, no damage, or an order that makes no difference
        (walled(NE="wood turret 1", NW="wood turret 0"), siege_card(strength=1), "turret"),
        (walled(NE="wood turret", NW="stone turret 1"), siege_card(strength=1), "turret"),
        (walled(NE="wood turret"), siege_card(strength=1), "turret"),
        (walled(NE="wood turret", SW="wood turret"), siege_card(strength=1), "turret"),
        (walled(NE="wood turret", NW="wood turret"), siege_card(strength=0), "turret"),
        (walled(NE="wood turret", NW="wood turret"), siege_card("ladder", 2), "turret"),
        (walled(NE="wood turret", NW="wood turret"), siege_card(strength=4), "turret"),
        (walled(NE="stone turret flame", NW="stone turret flame"), siege_card(strength=1), "turret"),
        # B-1 targets: one kind of invader, all of them hit, none of them hit
        (walled("stone wall", soldiers={"N": 2}, swordsmen={"N": 5}), None, "archery targets"),
        (walled("stone wall", soldiers={"N": 2}, archers={"N": 5}), None, "archery targets"),
        (walled("stone wall", soldiers={"N": 7}, swordsmen={"N": 5}, archers={"N": 2}), None, "archery targets"),
        (walled("stone wall", soldiers=7, swordsmen={"N": 2}, archers={"N": 2}), None, "archery targets"),
        # B-1 losses: one kind of troops, all of them hit, no archers, no wall
        (walled("stone wall", soldiers={"N": 3}, archers={"N": 2}), None, "archery losses"),
        (walled("stone wall", mercenaries={"N": 3}, archers={"N": 2}), None, "archery losses"),
        (walled("stone wall", soldiers={"N": 1}, mercenaries={"N": 1}, archers={"N": 2}), None, "archery losses"),
        (walled("stone wall", soldiers={"N": 1}, mercenaries={"N": 1}, swordsmen={"N": 9}), None, "archery losses"),
        (castle(soldiers=4, mercenaries=4, archers={"N": 2}), None, "archery losses"),
        # M-2: one kind, all of them pass, no wall there
        (walled("stone wall", soldiers=9, swordsmen={"N": 6}), LADDER, "bypass"),
        (walled("stone wall", soldiers=9, archers={"N": 6}), LADDER, "bypass"),
        (walled("stone wall", soldiers=9, swordsmen={"N": 1}, archers={"N": 1}), LADDER, "bypass"),
        (castle(soldiers=9, swordsmen={"N": 3}, archers={"N": 3}), LADDER, "bypass"),
        # M-3: no troops, no wall, or nobody left to move for
        (walled(swordsmen={"N": 2}), None, "troop movement"),
        (castle(soldiers=5, swordsmen={"N": 2}), None, "troop movement"),
        (walled(soldiers={"N": 2}, swordsmen={"N": 2}), None, "troop movement"),
        # L-2: one kind on the side that loses, or both sides gone
        (castle(soldiers=2, swordsmen={"inside": 3}), None, "melee targets"),
        (castle(soldiers=3, swordsmen={"inside": 2}, archers={"inside": 1}), None, "melee targets"),
        (castle(swordsmen={"inside": 2}, archers={"inside": 1}), None, "melee targets"),
        (castle(soldiers=5, swordsmen={"inside": 3}), None, "melee losses"),
        (castle(soldiers=2, mercenaries=1, swordsmen={"inside": 3}), None, "melee losses"),
    ],
)
def test_decision_is_not_asked_where_nothing_is_to_be_chosen(there, siege, never):
    assert never not in kinds_asked(battle(there, siege=siege, side="N"))


def test_p5_a_burning_turret_may_be_chosen_where_it_takes_the_damage():
    """R-1, the other ruling: a burning turret and an empty one are tied; the burning one would swallow it all."""
    there = walled(NE="stone turret flame", NW="stone turret 0")
    takes = {"flamed_turret": "takes the damage"}
    session = battle(there, siege=siege_card(strength=3), side="N", rulings=takes)
    assert session.pending.kind == "turret"
    session.append(ChooseTurret(0, "NE"))
    assert session.state.players[0].castle == there


@pytest.mark.parametrize(
    ("tokens", "there"),
    [
        ({}, walled(soldiers=2)),
        ({"move_ones": 2}, walled()),
        ({"move_threes": 1}, castle(soldiers=2)),
    ],
)
def test_p8_move_tokens_are_not_asked_without_tokens_troops_or_walls(tokens, there):
    assert "move tokens" not in kinds_asked(battle(player(castle=there, **tokens)))


def test_o4_nothing_is_asked_of_a_player_with_no_cards_to_lose_and_no_gold():
    assert sack(player(castle=castle(), gold=0)).state.phase == "flags"


def test_o3_nothing_is_asked_of_a_player_nobody_attacks():
    assert kinds_asked(battle(walled(soldiers=3, mercenaries={"N": 2}))) == []


# answered by a person


def test_decisions_are_asked_one_at_a_time_field_by_field():
    there = walled(
        "stone wall",
        soldiers={"N": 2, "W": 2},
        mercenaries={"N": 2, "W": 2},
        swordsmen={"N": 5, "W": 5},
        archers={"N": 2, "W": 2},
    )
    session = battle(there)
    asked = []
    while session.pending.kind.startswith("archery"):
        asked.append((session.pending.kind, session.pending.about["at"]))
        session.append(GAME.default(session.state, session.pending))
    assert asked == [
        ("archery targets", "N"),
        ("archery losses", "N"),
        ("archery targets", "W"),
        ("archery losses", "W"),
    ]


def test_b1_targets_and_losses_as_the_player_says():
    """Of four hits no archer, of two losses no mercenary."""
    state = play(battle(SHOOTING).state, ChooseTargets(0, "N", 0), ChooseLosses(0, "N", 0))
    there = state.players[0].castle
    assert (stand(there.swordsmen), stand(there.archers)) == ({"N": 1}, {"N": 2})
    assert (stand(there.soldiers), stand(there.mercenaries), there.wounded) == ({}, {"N": 2}, 2)


def test_b1_nothing_happens_until_the_last_choice_is_made():
    """Archery is simultaneous: the first answer alone moves nothing on the table."""
    state = play(battle(SHOOTING).state, ChooseTargets(0, "N", 1))
    assert state.players[0].castle == SHOOTING


def test_m2_who_passes_as_the_player_says():
    state = play(battle(CLIMBING, siege=LADDER, side="N").state, ChooseBypass(0, 0))
    there = state.players[0].castle
    assert (stand(there.swordsmen), stand(there.archers)) == ({"N": 3}, {"N": 1, "inside": 2})


def test_l2_targets_and_losses_as_the_player_says():
    targets = play(battle(OUTNUMBERED).state, ChooseTargets(0, "inside", 0))
    assert targets.players[0].sacked
    state = play(battle(INSIDE).state, ChooseLosses(0, "inside", 1))
    there = state.players[0].castle
    assert (stand(there.soldiers), stand(there.mercenaries), there.wounded) == ({}, {"inside": 1}, 2)


def test_m3_each_round_is_asked_anew():
    there = walled("stone wall", soldiers={"N": 1}, swordsmen={"N": 3})
    session = battle(there)
    for number in (1, 2):
        assert (session.pending.kind, session.state.combat.battles[0].round) == ("troop movement", number)
        session.append(MoveTroops(0, posts({"N": 1}), posts(0)))
    assert session.state.phase == "flags"


def test_a_choice_holds_for_its_round_only():
    """Round 2 asks again which of the invaders are hit."""
    there = walled("stone wall", soldiers={"N": 1}, swordsmen={"N": 3}, archers={"N": 1}, NE="wood turret")
    session = battle(there, automation=AUTOMATION - {"archery targets"})
    session.append(ChooseTargets(0, "N", 0))
    assert (session.pending.kind, session.state.combat.battles[0].round) == ("archery targets", 2)
    assert session.pending.about["hit"] == 1, "the archer has wounded the soldier"


# answered by the automation


def test_automatic_answers_are_entries_of_their_own_marked_auto():
    session = battle(player(castle=SHOOTING, move_ones=1), automation=AUTOMATION)
    assert [entry.auto for entry in session.entries[:5]] == [False, True, True, True, True]
    assert [entry.action for entry in session.entries[1:5]] == [
        UseMoveTokens(0, posts({"N": 2}), posts({"N": 2})),
        ChooseTargets(0, "N", 2),
        ChooseLosses(0, "N", 2),
        MoveTroops(0, posts({"N": 2}), posts(0)),
    ]
    assert {entry.seat for entry in session.entries[1:5]} == {0}


def test_r12_automatic_answers_follow_the_tables_rulings():
    other = {"targets_first": "swordsmen", "losses_first": "soldiers", "bypass_first": "archers"}
    session = battle(SHOOTING, automation=AUTOMATION, rulings=other)
    assert [entry.action for entry in session.entries[1:3]] == [ChooseTargets(0, "N", 0), ChooseLosses(0, "N", 0)]
    climbing = battle(CLIMBING, siege=LADDER, side="N", automation=AUTOMATION, rulings=other)
    assert climbing.entries[1].action == ChooseBypass(0, 0)
    inside = battle(INSIDE, automation=AUTOMATION, rulings=other)
    assert inside.entries[1].action == ChooseLosses(0, "inside", 1)


def test_r4_the_automation_lets_swordsmen_pass():
    assert battle(CLIMBING, siege=LADDER, side="N", automation=AUTOMATION).entries[1].action == ChooseBypass(0, 2)


def test_r12_automatic_answers_inside():
    assert battle(INSIDE, automation=AUTOMATION).entries[1].action == ChooseLosses(0, "inside", 2)
    assert battle(OUTNUMBERED, automation=AUTOMATION).entries[1].action == ChooseTargets(0, "inside", 1)


def test_only_the_kinds_in_the_automation_set_are_answered():
    """A player who wants to choose losses switches just that on."""
    session = battle(SHOOTING, automation=AUTOMATION - {"archery losses"})
    assert (session.pending.kind, session.entries[-1].action) == ("archery losses", ChooseTargets(0, "N", 2))
    session.append(ChooseLosses(0, "N", 0))
    assert [entry.auto for entry in session.entries[:4]] == [False, True, False, True]


def test_p1_placement_is_a_persons_unless_the_whole_combat_runs_by_itself():
    state = placing(player(castle=walled(soldiers={"N": 2})))
    session = Session(GAME, state)
    assert session.resolve() == ()
    alone: Any = Session(GAME, state, WHOLE_COMBAT)
    assert [entry.action for entry in alone.resolve()] == [
        Place(0, posts({"N": 2}), posts(0)),
        Place(1, posts(0), posts(0)),
    ]
    assert alone.pending.kind == "invader card"


def test_o4_a_known_red_number_is_read_by_the_automation():
    session = sack(player(castle=castle(), gold=17), red_numbers={17: 11})
    assert session.entries[-1].action == ReadRedNumber(0, 11)
    assert session.entries[-1].auto


def test_undo_takes_automatic_answers_back_with_the_person_before_them():
    session = battle(SHOOTING, automation=AUTOMATION)
    assert session.state.phase == "flags"
    session.undo()
    assert session.n == 0
    assert session.state.combat.step == "invaders"


# R-13 ask


def test_r13_ask_leaves_movement_and_tokens_open_but_answers_the_rest():
    session = battle(player(castle=SHOOTING, move_ones=1, policy="ask"), automation=AUTOMATION)
    assert (session.pending.kind, session.n) == ("move tokens", 1)
    session.append(UseMoveTokens(0, posts({"N": 2}), posts({"N": 2})))
    assert session.pending.kind == "troop movement"
    assert [type(entry.action) for entry in session.entries[2:]] == [ChooseTargets, ChooseLosses]


# ask me, in this battle


def asking(*castles, automation=AUTOMATION, **more):
    """The siege card is out and looked at; Ann has asked to decide this battle."""
    session = Session(GAME, before_siege(*castles, **more), automation)
    session.append(DrawSiege(QUIET, "W", look_first=True))
    session.append(AskMe(0), seat=0)
    session.append(Proceed("battle"))
    return session


def test_r12_a_player_who_asks_decides_targets_losses_and_moves():
    session = asking(SHOOTING)
    answers = [ChooseTargets(0, "N", 0), ChooseLosses(0, "N", 0), MoveTroops(0, posts(0), posts({"N": 2}))]
    for kind, answer in zip(("archery targets", "archery losses", "troop movement"), answers, strict=True):
        assert (session.pending.kind, session.pending.seat) == (kind, 0)
        session.append(answer, seat=0)


def test_r12_a_player_who_asks_decides_a_tie_of_turrets():
    there = walled(NE="wood turret", NW="wood turret")
    session = Session(GAME, before_siege(there, there), AUTOMATION)
    session.append(AskMe(0), seat=0)
    session.append(DrawSiege(siege_card(strength=1), "N"))
    asked = session.pending
    assert asked is not None
    assert (asked.kind, asked.seat) == ("turret", 0)
    assert [(entry.seat, entry.auto) for entry in session.entries[2:]] == [(1, True)], "Ben's tie is not held up"


def test_r12_for_everybody_else_the_app_answers_and_undo_steps_over_it():
    """Not one answer the app gave for Ben may become an entry that undo stops at."""
    session = asking(SHOOTING, SHOOTING)
    assert session.state.combat.battles[1].outcome is not None, "Ben's battle is over while Ann is asked"
    assert all(entry.auto for entry in session.entries if entry.seat == 1)
    asked = session.n
    session.append(ChooseTargets(0, "N", 0), seat=0)
    session.undo()
    assert session.n == asked
    session.undo()
    assert session.state.combat.step == "arrivals", "one undo takes back the battle as far as it went"


def test_r12_leaving_it_to_the_app_again_resolves_the_rest_in_one_step():
    session = asking(SHOOTING)
    session.append(AskMe(0, False), seat=0)
    assert session.state.phase == "flags"
    session.undo()
    assert (session.pending.kind, session.pending.seat) == ("archery targets", 0)


def test_r12_asking_lasts_for_one_combat():
    session = asking(SHOOTING)
    session.append(AskMe(1), seat=1)
    assert session.state.combat.asking == (0, 1)
    session.append(Correct((SetPhase("actions"),)))
    session.append(Correct((SetPhase("combat"),)))
    assert session.state.combat.asking == ()


def test_r12_asking_twice_or_not_at_all_is_once_or_nobody():
    state = play(before_siege(SHOOTING), AskMe(1), AskMe(0), AskMe(1))
    assert state.combat.asking == (0, 1)
    assert play(state, AskMe(0, False), AskMe(0, False)).combat.asking == (1,)


def test_r12_asking_belongs_to_combat_and_to_a_player_who_is_there():
    refused(table(), AskMe(0), "R-12", "no combat now", firm=True)
    refused(before_siege(SHOOTING), AskMe(2), "C-1", "no player 3", firm=True)


def test_r12_asking_leaves_a_players_policy_alone():
    state = play(before_siege(player(castle=SHOOTING, policy="hold")), AskMe(0))
    assert state.players[0].policy == "hold"


# refused


@pytest.mark.parametrize(
    ("session", "action", "rule", "words"),
    [
        (lambda: battle(SHOOTING), ChooseTargets(0, "N", 3), "B-1", "0 to 2 of them can be archers, not 3"),
        (
            lambda: battle(SHOOTING, automation={"archery targets"}),
            ChooseLosses(0, "N", 3),
            "B-1",
            "0 to 2 of them can be mercenaries, not 3",
        ),
        (
            lambda: battle(CLIMBING, siege=LADDER, side="N"),
            ChooseBypass(0, 3),
            "M-2",
            "0 to 2 of them can be swordsmen, not 3",
        ),
        (lambda: battle(OUTNUMBERED), ChooseTargets(0, "inside", 2), "L-2", "0 to 1 of them can be archers, not 2"),
        (lambda: battle(INSIDE), ChooseLosses(0, "inside", 0), "L-2", "1 to 2 of them can be mercenaries, not 0"),
    ],
)
def test_answer_out_of_range_is_refused_with_a_sentence(session, action, rule, words):
    """B-1, M-2, L-2: nothing has changed; done anyway, the nearest possible number counts."""
    refused(session().state, action, rule, words)


def test_b1_an_impossible_number_done_anyway_becomes_the_nearest_possible_one():
    insisted = anyway(battle(INSIDE).state, ChooseLosses(0, "inside", 0))
    assert insisted == play(battle(INSIDE).state, ChooseLosses(0, "inside", 1))
    noted = anyway(battle(SHOOTING).state, ChooseTargets(0, "N", 9))
    assert noted == play(battle(SHOOTING).state, ChooseTargets(0, "N", 2)), "what is noted is possible, too"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (ChooseTargets(0, "E", 1), "Ann has nothing to choose at E now"),
        (ChooseTargets(0, "inside", 1), "Ann has nothing to choose at inside now"),
        (ChooseLosses(0, "N", 1), "Ann has nothing to choose at N now"),
        (ChooseTargets(1, "N", 1), "Ben has nothing to choose at N now"),
        (ChooseBypass(0, 1), "Ann has nothing to choose now"),
    ],
)
def test_answer_to_another_question_is_refused(action, words):
    """B-1, M-2: the open question is the North's targets."""
    rule = "M-2" if isinstance(action, ChooseBypass) else "B-1"
    refused(battle(SHOOTING).state, action, rule, words, firm=True)


@pytest.mark.parametrize(
    "action",
    [
        ChooseTargets(2, "N", 1),
        ChooseLosses(2, "N", 1),
        ChooseBypass(2, 1),
        MoveTroops(2, posts(0), posts(0)),
        DamageCards(2, ()),
        ReadRedNumber(2, 0),
        ChooseTurret(2, "NE"),
        UseMoveTokens(2, posts(0), posts(0)),
        Place(2, posts(0), posts(0)),
    ],
)
def test_c1_nobody_answers_from_an_empty_chair(action):
    refused(battle(SHOOTING).state, action, "C-1", "There is no player 3 at this table", firm=True)


@pytest.mark.parametrize("action", [ChooseTargets(0, "N", 1), ChooseLosses(0, "N", 1), ChooseBypass(0, 1)])
def test_answer_outside_combat_is_refused(action):
    rule = "M-2" if isinstance(action, ChooseBypass) else "B-1"
    refused(table(), action, rule, "Ann has nothing to choose", firm=True)
    refused(before_siege(SHOOTING), action, rule, "Ann has nothing to choose", firm=True)


def test_an_answer_is_given_once():
    """B-1: after the targets the losses are asked; the targets stand."""
    state = play(battle(SHOOTING).state, ChooseTargets(0, "N", 1))
    refused(state, ChooseTargets(0, "N", 2), "B-1", "nothing to choose at N", firm=True)


# every seat for itself


def three_battles():
    """Ann is asked about targets, Ben about the ladder, Cleo is not attacked; Ben is first in turn order."""
    return battle(
        player(castle=SHOOTING),
        player(castle=CLIMBING),
        player(castle=walled(soldiers=1)),
        siege=LADDER,
        side="N",
        order=(1, 0, 2),
    ).state


def test_each_seat_sees_its_own_decision():
    state = three_battles()
    assert GAME.pending(state).seat == 1
    assert [GAME.pending(state, seat) and GAME.pending(state, seat).kind for seat in (0, 1, 2)] == [
        "archery targets",
        "bypass",
        None,
    ]


def test_seats_answer_in_any_order_with_the_same_end():
    state = three_battles()
    ann = [ChooseTargets(0, "N", 2), ChooseLosses(0, "N", 2)]
    ben = [ChooseBypass(1, 2), MoveTroops(1, posts(9), posts(0))]
    assert play(state, *ann, *ben) == play(state, *ben, *ann) == play(state, ann[0], ben[0], ben[1], ann[1])


def test_p1_each_seat_places_for_itself():
    state = placing(3)
    assert [GAME.pending(state, seat).seat for seat in range(3)] == [0, 1, 2]
    state = play(state, Place(1, posts(0), posts(0)))
    assert GAME.pending(state, 1) is None, "Ben waits for the others"
    assert GAME.pending(state).seat == 0


def test_p5_each_seat_chooses_its_own_turret():
    there = walled(NE="wood turret", NW="wood turret")
    state = battle(there, walled(), there, siege=siege_card(strength=1), side="N").state
    assert [GAME.pending(state, seat) and GAME.pending(state, seat).seat for seat in range(3)] == [0, None, 2]


def test_p8_each_seat_uses_its_own_tokens():
    there = walled(soldiers=1)
    state = battle(player(castle=there, move_ones=1), player(castle=there), player(castle=there, move_ones=2)).state
    assert [GAME.pending(state, seat) and GAME.pending(state, seat).about["worth"] for seat in range(3)] == [1, None, 2]


def test_the_phase_goes_on_when_every_battle_is_done():
    ann, ben = (player(castle=walled("stone wall", soldiers={"N": 1}, swordsmen={"N": 2})) for _ in range(2))
    state = battle(ann, ben).state
    state = play(state, MoveTroops(0, posts({"N": 1}), posts(0)))
    assert (state.phase, state.combat.battles[0].outcome) == ("combat", "survived")
    assert GAME.pending(state).seat == 1
    state = play(state, MoveTroops(1, posts({"N": 1}), posts(0)))
    assert state.phase == "flags"
    assert play(state, Proceed("flags")).phase == "income"


def test_default_knows_no_answer_to_what_nobody_asked():
    state = battle(SHOOTING).state
    assert GAME.default(state, GAME.pending(state)._replace(kind="worker")) is None


def test_a_battle_between_two_steps_asks_nothing():
    """A table read from a file in the middle of a round: L-1 has no choice in it."""
    assert battle_decision(SHOOTING, Battle(1, "walls"), orders(SHOOTING)) is None


def test_a_decided_battle_goes_no_further():
    decided = Battle(2, "done", (), "survived")
    assert advance_battle(SHOOTING, decided, orders(SHOOTING), None) == (SHOOTING, decided)


def test_r13_a_player_who_wants_to_be_asked_holds_up_nobody_else():
    """Catches automatic answers that stop for the whole table at the first player with the policy "ask"."""
    there = castle(N="wood wall 2", soldiers={"inside": 2}, swordsmen={"N": 1})
    session = battle(player(castle=there, policy="ask"), player(castle=there), automation=AUTOMATION)
    assert (session.pending.kind, session.pending.seat) == ("troop movement", 0)
    assert [fight.outcome for fight in session.state.combat.battles] == [None, "survived"]
