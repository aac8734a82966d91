"""The states drawn for the properties could all stand on a real table."""

from hypothesis import given, settings

from engine.games.after_the_empire.faults import faults
from engine.games.after_the_empire.state import workers_left
from tests.properties.strategies import states


@settings(max_examples=100)
@given(states())
def test_drawn_states_are_sound(state):
    assert faults(state) == ()
    for number, player in enumerate(state.players):
        standing = sum(1 for worker in state.taken if worker.player == number)
        assert standing == player.placed
        assert workers_left(player) + player.placed == player.workers + player.villagers
