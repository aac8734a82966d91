"""Well and Bucket, rule by rule."""

import pytest

from engine.core.errors import RuleError
from engine.core.session import Session
from tests.example_game.game import WELL_AND_BUCKET, scores
from tests.example_game.records import Action, CorrectJar, Haul, Player, Setup, Share, State, Throw


def table(*, by_hand: bool = False) -> Session[State, Action]:
    start = WELL_AND_BUCKET.begin(Setup(("Ada", "Ben")))
    return Session(WELL_AND_BUCKET, start, () if by_hand else None)


def refusal(state: State, action) -> RuleError:
    with pytest.raises(RuleError) as refused:
        WELL_AND_BUCKET.check(state, action)
    return refused.value


@pytest.mark.parametrize("names", [(), ("Ada",), ("Ada", "Ben", "Cleo", "Dan", "Eve")])
def test_w1_two_to_four_can_play(names):
    with pytest.raises(RuleError, match=f"not {len(names)}") as refused:
        WELL_AND_BUCKET.begin(Setup(names))
    assert refused.value.rule == "W-1"


def test_w1_a_jar_nobody_has_cannot_be_corrected():
    assert refusal(table().state, CorrectJar(2, 5)).firm


def test_w2_every_player_has_one_turn_on_each_of_three_days():
    session, turns = table(), []
    while session.pending is not None:
        turns.append((session.state.day, session.state.turn))
        session.append(Throw(6))
        session.append(Haul(up=True))
    assert turns == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert refusal(session.state, Throw(1)).rule == "W-2"


def test_w3_the_die_fills_the_bucket():
    session = table()
    session.append(Throw(4))
    session.append(Haul(up=False))
    session.append(Throw(5))
    assert session.state.bucket == 9
    assert refusal(session.state, Throw(1)).rule == "W-3"


def test_w4_the_automatic_hand_hauls_up_from_six_litres():
    for bucket, up in ((5, False), (6, True)):
        state = State((Player("Ada"), Player("Ben")), 9, bucket=bucket, step="haul")
        decision = WELL_AND_BUCKET.pending(state)
        assert decision is not None
        assert WELL_AND_BUCKET.default(state, decision) == Haul(up)


def test_w5_the_rope_snaps_above_nine_litres():
    session = table()
    for action in (Throw(5), Haul(up=False), Throw(5)):
        session.append(action)
    assert (session.state.bucket, session.state.players[0].jar, session.state.turn) == (0, 0, 1)


def test_w6_water_is_shared_between_trough_and_jar():
    session = table(by_hand=True)
    for action in (Throw(6), Haul(up=True)):
        session.append(action)
    assert refusal(session.state, Share(7)).rule == "W-6"
    session.append(Share(2))
    assert session.state.players[0] == Player("Ada", jar=4, given=2)


@pytest.mark.parametrize(
    ("jars", "given", "expected"),
    [
        ((7, 4), (1, 2), (7, 9)),  # the most given
        ((7, 4), (2, 2), (12, 9)),  # a tie: both
        ((7, 4), (0, 0), (7, 4)),  # nobody gave
    ],
)
def test_w7_the_most_given_to_the_trough_scores_five(jars, given, expected):
    players = tuple(Player(name, *numbers) for name, *numbers in zip("AB", jars, given, strict=True))
    assert scores(State(players, 9)) == expected


def test_a_bucket_too_full_for_the_rope_is_a_fault():
    assert WELL_AND_BUCKET.faults(State((Player("Ada"), Player("Ben")), 9, bucket=10)) == (
        "The bucket holds 10 litres, but the rope bears only 9.",
    )
