"""G-1 … G-3: the scoring chart, "most of", the winner and the tie-breaks; the live projection."""

from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    Correct,
    Idle,
    ObjectiveMet,
    Proceed,
    RevealObjective,
    SetNumber,
    SetPhase,
    TeachCard,
)
from engine.games.after_the_empire.cards import Condition, ObjectiveCard
from engine.games.after_the_empire.scoring import Score, score, scores, winners
from engine.games.after_the_empire.state import Objective
from tests.games.after_the_empire.tables import (
    GAME,
    anyway,
    asked,
    building,
    castle,
    corrected,
    damaged,
    events,
    play,
    player,
    proceed,
    refugee,
    refused,
    table,
)

HOST = ObjectiveCard("host", "Host", 5, Condition("soldiers", "most"))
KEEP = ObjectiveCard("keep", "Keep", 4, Condition("stone pieces", "at least", 2))
OATH = ObjectiveCard("oath", "Oath", 3)


def ended(*players, **more):
    """A table at final scoring."""
    return table(*players, season=7, phase="scoring", **more)


# G-1 the chart


def test_g1_every_line_of_the_chart():
    """Catches a line that is forgotten or added twice."""
    ann = player(
        gold=21,
        castle=castle(N="stone wall", S="stone gate", soldiers=3),
        farms=(2, 1, 0, 1),
        flags=(1, 2, 2),
        cards=(building("Inn", 6), building("Mill", 3), refugee("Cook", 4), refugee("Hermit", 2, starting=True)),
        objectives=(HOST, KEEP, Objective(OATH, met=True)),
    )
    assert score(ended(ann), 0) == Score(
        gold=21,
        buildings=6 + 3,
        refugees=4 + 2,
        flags=1 + 2 + 2,
        farms=3,
        objectives=5 + 4 + 3,
        total=21 + 9 + 6 + 5 + 3 + 12,
        flag_tokens=3,
    )


def test_g1_damaged_buildings_and_wounded_refugees_are_worth_nothing():
    """Catches the value of a card with a damage token on it."""
    ann = player(cards=(damaged(building("Inn", 6)), building("Mill", 3), damaged(refugee("Cook", 4))))
    chart = score(ended(ann), 0)
    assert (chart.buildings, chart.refugees) == (3, 0)


def test_g1_a_farm_of_level_one_or_two_is_worth_one():
    """Catches two gold for a level-2 farm, and gold for a razed one."""
    assert score(ended(player(farms=(2, 2, 2, 2))), 0).farms == 4
    assert score(ended(player(farms=(0, 0, 1, 0))), 0).farms == 1
    assert score(ended(player(farms=(0, 0, 0, 0))), 0).farms == 0


def test_g1_flags_count_their_value_not_their_number():
    """Catches a 3-gold flag worth one."""
    chart = score(ended(player(flags=(3, 1))), 0)
    assert (chart.flags, chart.flag_tokens) == (4, 2)


def test_g1_goods_soldiers_and_castle_are_worth_nothing():
    """Catches leftovers that score."""
    rich = player(food=9, iron=9, castle=castle(N="stone wall", soldiers=9, wood=9, stone=9), farms=(0,) * 4)
    assert score(ended(rich), 0).total == 0


def test_g1_an_objective_that_is_not_met_counts_nothing():
    """Catches the value of every objective in hand."""
    ann = player(objectives=(KEEP, Objective(OATH, met=False)))
    assert score(ended(ann), 0).objectives == 0


# G-1 revealing


def test_g1_objectives_are_asked_one_by_one_then_the_winner():
    """Catches a winner named before all objectives are on the table."""
    state = ended(player(objectives=(Objective(), KEEP)), player(objectives=(OATH,)), order=(1, 0), library=(KEEP,))
    first = asked(state)
    assert (first.kind, first.seat, first.about) == ("objective met", 1, {"index": 0, "card": "Oath"})
    assert asked(state, 0).kind == "objective"
    state = play(state, ObjectiveMet(1, 0, True))
    second = asked(state)
    assert (second.kind, second.seat, second.about) == ("objective", 0, {"index": 0})
    state = play(state, RevealObjective(0, 0, "keep"))
    assert state.players[0].objectives == (Objective(KEEP), Objective(KEEP))
    assert (asked(state).kind, asked(state).seat) == ("winner", None)
    assert GAME.pending(state, 0) is None


def test_g1_an_open_objective_holds_the_winner_back():
    """Catches an unseen objective that silently counts nothing; a table that insists goes on without it."""
    state = ended(player("Ann", gold=3, objectives=(Objective(),)), player("Ben", gold=2))
    refused(state, Proceed("winner"), "G-1", "Ann has an objective to reveal")
    assert anyway(state, Proceed("winner")).winners == (0,)
    unanswered = ended(player("Ann", objectives=(OATH,)), player("Ben", gold=2))
    refused(unanswered, Proceed("winner"), "G-1", "Ann has an objective to reveal")
    assert anyway(unanswered, Proceed("winner")).winners == (1,)


def test_g1_an_objective_can_be_shown_to_the_app_early():
    """Catches a player who must wait for the end to see the projection with the own objectives."""
    state = table(player(objectives=(Objective(),), castle=castle(soldiers=1)))
    assert score(state, 0).objectives == 0
    after = play(state, RevealObjective(0, 0, HOST))
    assert score(after, 0).objectives == 5
    assert events(state, RevealObjective(0, 0, HOST)) == []


def test_g1_a_revealed_objective_is_told_at_the_end():
    """Catches a secret told before the end, or one that is never told."""
    (told,) = events(ended(player(objectives=(Objective(),))), RevealObjective(0, 0, HOST))
    assert (told.rule, told.seat, told.values) == ("G-1", 0, {"card": "Host", "value": 5})


def test_g1_a_plain_question_is_answered_by_the_table():
    """Catches a yes that is not counted, a no that is, and an answer that cannot be changed."""
    state = ended(player(objectives=(OATH,)))
    yes = play(state, ObjectiveMet(0, 0, True))
    no = play(yes, ObjectiveMet(0, 0, False))
    assert (score(yes, 0).objectives, score(no, 0).objectives) == (3, 0)
    assert [event.what for event in events(state, ObjectiveMet(0, 0, True))] == ["objective met"]
    assert [event.what for event in events(state, ObjectiveMet(0, 0, False))] == ["objective missed"]


def test_g1_a_condition_is_counted_not_asked():
    """Catches the table's word overruling what the app counts: the refusal can be overridden, the count cannot."""
    state = ended(player(objectives=(KEEP,)))
    refused(state, ObjectiveMet(0, 0, True), "G-1", "Keep is counted by the app")
    assert score(anyway(state, ObjectiveMet(0, 0, True)), 0).objectives == 0


def test_g1_only_objectives_that_are_there_can_be_shown_or_answered():
    """Catches a crash at an objective nobody holds, or an answer for one nobody has seen."""
    state = ended(player("Ann", objectives=(Objective(),)), library=(building("Inn"),))
    refused(state, RevealObjective(0, 1, OATH), "G-1", "Ann has 1 objective; there is no 2", firm=True)
    refused(state, ObjectiveMet(0, 1, True), "G-1", "there is no 2", firm=True)
    refused(state, ObjectiveMet(0, 0, True), "G-1", "must be known first", firm=True)
    refused(state, RevealObjective(0, 0, "inn"), "C-7", "a building card, not an objective card", firm=True)
    refused(state, RevealObjective(2, 0, OATH), "C-1", "no player 3", firm=True)


# G-2 "most of"


def test_g2_a_tie_counts_as_most():
    """Catches "most" read as "more than everybody else"."""
    home = castle(soldiers=2)
    state = ended(player(castle=home, objectives=(HOST,)), player(castle=home, objectives=(HOST,)))
    assert [chart.objectives for chart in scores(state)] == [5, 5]


def test_g2_at_least_one_is_needed():
    """Catches a tie at zero that scores."""
    state = ended(player(objectives=(HOST,)), player())
    assert score(state, 0).objectives == 0


def test_g2_one_less_than_another_is_not_most():
    """Catches "most" that only asks for one."""
    few, many = castle(soldiers=2), castle(soldiers=3)
    state = ended(player(castle=few, objectives=(HOST,)), player(castle=many), player())
    assert score(state, 0).objectives == 0


# G-3 the winner


def test_g3_most_gold_wins():
    """Catches a winner by the gold track instead of the total."""
    state = ended(player(gold=20, farms=(0,) * 4), player(gold=15, cards=(building("Inn", 9),)))
    after = proceed(state, "winner")
    assert after.winners == (1,)
    assert after.phase == "over"
    assert GAME.over(after)


def test_g3_tied_players_compare_flag_tokens_not_their_value():
    """Catches the tie broken by flag value: Ann's 3-gold flag is one token, Ben has two of one gold each."""
    state = ended(player(gold=10, flags=(3,)), player(gold=11, flags=(1, 1)))
    assert [chart.total for chart in scores(state)] == [17, 17]
    assert proceed(state, "winner").winners == (1,)


def test_g3_flag_tokens_only_count_among_the_tied():
    """Catches a poorer player who wins by tokens."""
    state = ended(player(gold=10), player(gold=10, flags=()), player(gold=5, flags=(1, 1, 1)))
    assert proceed(state, "winner").winners == (0, 1)


def test_g3_still_tied_the_victory_is_shared():
    """Catches a winner by seat."""
    state = ended(player(gold=10, flags=(1,)), player(gold=10, flags=(1,)), player(gold=3))
    after = proceed(state, "winner")
    assert after.winners == (0, 1)
    told = events(state, Proceed("winner"))
    assert [(event.rule, event.what, event.seat) for event in told] == [
        ("G-1", "score", 0),
        ("G-1", "score", 1),
        ("G-1", "score", 2),
        ("G-3", "shared victory", 0),
        ("G-3", "shared victory", 1),
    ]


def test_g3_a_single_winner_is_told():
    """Catches a winner told as a shared victory."""
    told = events(ended(player(gold=10), player(gold=3)), Proceed("winner"))
    assert [(event.what, event.seat) for event in told if event.rule == "G-3"] == [("winner", 0)]
    chart = next(event.values for event in told if event.rule == "G-1")
    assert (chart["gold"], chart["farms"], chart["total"]) == (10, 4, 14)


def test_g3_a_finished_game_takes_no_more_actions():
    """Catches a worker placed after the end."""
    after = proceed(ended(), "winner")
    refused(after, Idle(0), "G-3", "The game is over", firm=True)
    refused(after, Proceed("winner"), "G-3", "The game is over", firm=True)
    assert GAME.pending(after) is None
    assert GAME.pending(after, 0) is None


def test_g3_a_correction_after_the_end_counts_the_chart_again():
    """Catches a winner who stays although the gold was miscounted."""
    after = proceed(ended(player(gold=10), player(gold=9)), "winner")
    assert after.winners == (0,)
    recounted = corrected(after, SetNumber(1, "gold", 12))
    assert recounted.winners == (1,)
    assert recounted.phase == "over"
    assert play(after, TeachCard(OATH)).winners == (0,)


def test_g3_a_table_may_go_back_from_the_end():
    """Catches a winner who is still named when the table plays on."""
    after = proceed(ended(player(gold=10)), "winner")
    assert corrected(after, SetPhase("scoring")).winners == ()
    fighting = corrected(after, SetPhase("combat"))
    assert (fighting.phase, fighting.winners) == ("combat", ())
    refused(table(), Correct((SetPhase("over"),)), "G-3", "ends by its final scoring", firm=True)


def test_g3_undo_takes_the_victory_back():
    """Catches an end that cannot be undone."""
    session = Session(GAME, ended(player(gold=10)))
    session.append(Proceed("winner"))
    assert session.state.winners == (0,)
    session.undo()
    assert (session.state.phase, session.state.winners) == ("scoring", ())


# the live projection


def test_g1_the_chart_is_live_all_game():
    """Catches a projection that only works at the end."""
    state = table(player(gold=7, cards=(building("Inn", 5),)), season=2)
    assert score(state, 0).total == 7 + 5 + 4
    assert winners(state) == (0,)
    richer = corrected(state, SetNumber(1, "gold", 40))
    assert [chart.total for chart in scores(richer)] == [16, 44]
    assert winners(richer) == (1,)


def test_g1_unknown_objectives_count_nothing_in_the_projection():
    """Catches a guess about a secret."""
    state = table(player(gold=7, objectives=(Objective(), OATH)))
    assert score(state, 0).objectives == 0
