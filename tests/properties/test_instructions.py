"""Instructions carried out on the old table give the new one, whatever the two tables are."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import Chance
from engine.core.instructions import carry_out
from engine.core.record import replace
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.instruction_words import words
from engine.games.after_the_empire.instructions import instructions, view
from engine.games.after_the_empire.reasons import REASONS
from engine.games.after_the_empire.setup import PlayerSetup, Setup, begin
from engine.games.after_the_empire.state import State
from tests.properties.strategies import BUILDINGS, INVADERS, REFUGEES, SIEGES, TABLE, castles, players, states

BARE = begin(Setup((PlayerSetup("Ann", "S", "blue"), PlayerSetup("Ben", "N", "red"))))


@st.composite
def two_tables(draw):
    """Two states of the same table: another evening altogether, or one with only a part changed."""
    count = draw(st.integers(2, 4))
    table = draw(TABLE)
    before = draw(states(count, table))
    how = draw(st.sampled_from(("castles", "players", "moment", "everything")))
    if how == "everything":
        return before, draw(states(count, table))
    if how == "moment":
        later = draw(states(count, table))
        return before, replace(later, players=before.players, taken=before.taken)
    changed = []
    for number, player in enumerate(before.players):
        what = draw(st.sampled_from(("nothing", how)))
        if what == "castles":
            player = replace(player, castle=draw(castles()), sacked=draw(st.booleans()))
        elif what == "players":
            player = draw(players(number))
        changed.append(player)
    return before, replace(before, players=tuple(changed))


def chains(lines):
    """The changes of every spot, in the order they are done."""
    by_spot = defaultdict(list)
    for line in lines:
        for change in line.changes:
            by_spot[line.seat, change.place, change.thing].append(change)
    return by_spot


@settings(max_examples=300)
@given(two_tables())
def test_instructions_carried_out_give_the_new_table(tables):
    before, after = tables
    assert carry_out(view(before), instructions(before, after)) == view(after)


@settings(max_examples=100)
@given(two_tables())
def test_instructions_undone_give_the_old_table(tables):
    before, after = tables
    assert carry_out(view(after), instructions(after, before)) == view(before)


@settings(max_examples=150)
@given(two_tables())
def test_no_spot_is_touched_in_vain(tables):
    """What looks the same is left alone; what changes goes straight to where it shall be, each step once."""
    before, after = tables
    old, new = view(before), view(after)
    for spot, chain in chains(instructions(before, after)).items():
        assert old.get(spot) != new.get(spot)
        assert (chain[0].before, chain[-1].after) == (old.get(spot), new.get(spot))
        steps = [chain[0].before, *(change.after for change in chain)]
        if all(isinstance(step, int | None) for step in steps):
            counts = [step or 0 for step in steps]
            rising = counts[-1] > counts[0]
            assert all((right > left) == rising and right != left for left, right in pairwise(counts))


@settings(max_examples=50)
@given(states())
def test_an_unchanged_table_needs_no_hand(state):
    assert instructions(state, state) == ()
    assert instructions(state, rebuilt(state)) == ()


def rebuilt(state: State) -> State:
    """The same state from new records, so that nothing is the same by identity."""
    fresh = [
        replace(
            player,
            castle=replace(player.castle),
            farms=tuple(map(replace, player.farms)),
            cards=tuple(map(replace, player.cards)),
        )
        for player in state.players
    ]
    taken = tuple(map(replace, state.taken))
    combat = replace(state.combat) if state.combat is not None else None
    return replace(state, players=tuple(fresh), taken=taken, market=replace(state.market), combat=combat)


@settings(max_examples=100)
@given(two_tables())
def test_every_line_says_where_what_and_why(tables):
    """The words come from the template and the values alone, and the reason is one a translator knows."""
    for line in instructions(*tables):
        assert line.place
        assert line.changes
        assert line.words == words(line.what, line.values)
        assert (line.rule, line.why) in REASONS
        assert "{" not in line.words
        assert "  " not in line.words


@settings(max_examples=100)
@given(two_tables())
def test_the_lines_are_in_the_order_of_the_table(tables):
    """The board first, then seat by seat; only the turn order comes after the players."""
    lines = [line for line in instructions(*tables) if line.what != "turn order"]
    seats = [-1 if line.seat is None else line.seat for line in lines]
    assert seats == sorted(seats)


@settings(max_examples=100)
@given(castles(), castles())
def test_troops_are_moved_rather_than_taken_off_and_put_on(old, new):
    """Nobody of a kind both comes from the supply and returns to it. (Invaders may: they only walk inside.)"""
    before, after = (board_with(castle) for castle in (old, new))
    supply = defaultdict(set)
    for line in instructions(before, after):
        if line.what in ("put", "return", "all leave"):
            way = "from" if line.what == "put" else "to"
            for thing in ("soldiers", "mercenaries"):
                if thing in line.values:
                    supply[thing].add(way)
    assert all(len(ways) == 1 for ways in supply.values())


def board_with(castle) -> State:
    """A two-player table whose first castle is this one."""
    first, second = BARE.players
    return replace(BARE, players=(replace(first, castle=castle), second))


@pytest.fixture(scope="module", params=[1, 2, 3])
def evening(request):
    """Every state of a game of four, played by chance to the end."""
    game, chance = AFTER_THE_EMPIRE, Chance(request.param)
    seats = (
        PlayerSetup("Ann", "S", "blue"),
        PlayerSetup("Ben", "N", "red"),
        PlayerSetup("Cleo", "E", "green"),
        PlayerSetup("Dan", "W", "yellow"),
    )
    cards = (*BUILDINGS[1:], *REFUGEES[:2], *INVADERS, *SIEGES)
    played = [game.begin(Setup(seats, cards=cards))]
    while not game.over(played[-1]):
        decision = game.pending(played[-1])
        assert decision is not None
        played.append(game.apply(played[-1], game.sample(played[-1], decision, chance)))
    return played


def test_every_step_of_an_evening_is_told_and_has_its_rule(evening):
    for before, after in pairwise(evening):
        lines = instructions(before, after)
        assert carry_out(view(before), lines) == view(after)
        assert all(line.rule for line in lines)


def test_any_moment_of_an_evening_leads_to_any_other(evening):
    for before in evening[::29]:
        for after in evening[::37]:
            assert carry_out(view(before), instructions(before, after)) == view(after)
