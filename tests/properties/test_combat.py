"""What every combat keeps, whoever decides and whatever the house rulings: it ends, and nothing appears or is lost."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import Chance
from engine.core.events import Event
from engine.core.record import replace
from engine.core.session import Session
from engine.games.after_the_empire.archery import turret_fire
from engine.games.after_the_empire.compass import INSIDE
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.faults import faults
from engine.games.after_the_empire.fight import LOOP, fight, outcome
from engine.games.after_the_empire.kernel import fight as kernel_fight
from tests.games.after_the_empire.battles import GAME
from tests.games.after_the_empire.tables import nothing_negative
from tests.properties.battles import (
    KERNEL_RULES,
    SIEGE,
    automatic_battle,
    besieged_tables,
    castle_for,
    kernel_battles,
    orders_for,
    result_of,
)
from tests.properties.strategies import castles


def soldiers(castle):
    """Healthy and wounded."""
    return sum(castle.soldiers) + castle.wounded


def invaders(castle):
    """Anywhere on the board."""
    return sum(castle.swordsmen) + sum(castle.archers)


def troops(castle):
    """Anywhere in the castle, the wounded apart."""
    return sum(castle.soldiers) + sum(castle.mercenaries)


def cubes(castle):
    """Wood and stone, on the pieces and in the stockpile."""
    standing = [piece for piece in (*castle.walls, *castle.turrets) if piece is not None]
    on_pieces = {
        material: sum(piece.cubes for piece in standing if piece.material == material) for material in ("wood", "stone")
    }
    return castle.wood + on_pieces["wood"], castle.stone + on_pieces["stone"]


def most_cubes(castle):
    """The cubes of the strongest wall; -1 without any."""
    return max(-1 if wall is None else wall.cubes for wall in castle.walls)


def played(state, siege, seed):
    """A combat whose every question gets some legal answer, drawn by chance: a table of headstrong players."""
    session = Session(GAME, state, ())
    chance = Chance(seed)
    session.append(siege)
    while session.state.phase == "combat":
        session.append(GAME.sample(session.state, session.pending, chance))
        assert session.n < 500, "this combat does not come to an end"
    return session


@settings(max_examples=250)
@given(besieged_tables(), SIEGE, st.integers(0, 2**32))
def test_combat_ends_and_conserves_soldiers_and_cubes_whoever_decides(state, siege, seed):
    """P-6, P-7, B-1, L-2, O-4: a soldier hit is wounded, a cube removed is stockpiled, and nothing else."""
    session = played(state, siege, seed)
    for before, after in zip(session.state_at(0).players, session.state.players, strict=True):
        assert soldiers(after.castle) == soldiers(before.castle)
        assert cubes(after.castle) == cubes(before.castle)
        if not after.sacked:
            assert invaders(after.castle) == 0
            assert troops(after.castle) <= troops(before.castle)
    for n in range(session.n + 1):
        assert not faults(session.state_at(n))
        nothing_negative(session.state_at(n))


@settings(max_examples=150)
@given(besieged_tables(), SIEGE, st.integers(0, 2**32))
def test_combat_never_adds_invaders_pieces_or_rounds_once_the_fight_has_begun(state, siege, seed):
    """3.3: in the loop invaders, walls and mercenaries only grow fewer, and the strongest wall bounds the rounds."""
    session = played(state, siege, seed)
    states = [each for each in map(session.state_at, range(session.n + 1)) if each.combat.step == "fight"]
    for number in range(len(state.players)):
        most_rounds = most_cubes(state.players[number].castle) + 2
        for earlier, later in pairwise(states):
            was, now = earlier.players[number].castle, later.players[number].castle
            assert invaders(now) <= invaders(was)
            assert all(new is None or old is not None for old, new in zip(was.walls, now.walls, strict=True))
            assert now.turrets == was.turrets
            assert later.combat.battles[number].round <= most_rounds
            if not later.players[number].sacked:
                assert sum(now.mercenaries) <= sum(was.mercenaries)


@settings(max_examples=400)
@given(castles(), kernel_battles(), KERNEL_RULES)
def test_each_step_of_the_loop_conserves_what_it_does_not_mean_to_change(castle, plain, rules):
    """B-1 to L-2, step by step: soldiers and cubes are conserved, invaders and troops never increase."""
    orders = orders_for(plain, rules)._replace(fire=turret_fire(castle.turrets, Constants()))
    for _ in range(12):
        for step in LOOP:
            after = step.carry_out(castle, orders, None)
            assert soldiers(after) == soldiers(castle), step.name
            assert cubes(after) == cubes(castle), step.name
            assert invaders(after) <= invaders(castle), step.name
            assert troops(after) <= troops(castle), step.name
            rows = (after.soldiers, after.mercenaries, after.swordsmen, after.archers, after.fallen)
            assert min(number for row in rows for number in row) >= 0, step.name
            castle = after
        if outcome(castle) is not None:
            return
    raise AssertionError("walls of at most five cubes cannot hold for twelve rounds")


@settings(max_examples=3000)
@given(kernel_battles(), KERNEL_RULES)
def test_kernel_equals_the_readable_steps_under_all_rulings(plain, rules):
    """Outcome, rounds, every troop and invader by post, the wounded, the walls."""
    castle = castle_for(plain)
    after, rounds, ended = fight(castle, orders_for(plain, rules))
    assert result_of(castle, after, rounds, ended) == kernel_fight(plain, rules)
    assert after.stone - castle.stone == sum(max(0, was) - max(0, now) for was, now in pairs(plain, after))


def pairs(plain, after):
    """The cubes of each wall before and after."""
    return zip(plain.walls, (-1 if wall is None else wall.cubes for wall in after.walls), strict=True)


@settings(max_examples=400)
@given(castles(), kernel_battles(), KERNEL_RULES)
def test_a_battle_at_the_table_answered_automatically_ends_as_the_loop_alone(castle, plain, rules):
    """The log with one automatic entry per choice and the loop without any log give the same castle."""
    orders = orders_for(plain, rules)._replace(fire=turret_fire(castle.turrets, Constants()))
    if plain.bypass_side < 0:
        orders = orders._replace(bypass_side=0, bypass=0)
    expected, rounds, ended = fight(castle, orders)
    session = automatic_battle(castle, plain, rules)
    assert all(entry.auto for entry in session.entries[1:])
    done = session.state.combat.battles[0]
    assert done.outcome == ended
    assert rounds == (done.round if invaders(castle) else 0)
    after = session.state.players[0].castle
    if ended == "sacked":  # O-4 has followed: soldiers on walls are wounded, everybody else is gone
        wounded = expected.wounded + sum(expected.soldiers[:INSIDE])
        assert (after.walls, after.turrets, after.wounded) == (expected.walls, expected.turrets, wounded)
        assert (after.wood, after.stone) == (expected.wood, expected.stone)
    else:
        assert after == expected


@settings(max_examples=150)
@given(castles(), kernel_battles(), KERNEL_RULES)
def test_listening_changes_nothing(castle, plain, rules):
    """Events are told, not lived: with and without a sink the same castle comes out."""
    orders = orders_for(plain, rules)
    heard: list[Event] = []
    assert fight(castle, orders, heard.append) == fight(castle, orders)
    assert all(GAME.sentence(event) for event in heard)


@settings(max_examples=150)
@given(besieged_tables(), SIEGE)
def test_siege_damage_is_spent_on_one_side_point_by_point(state, siege):
    """P-5, P-6, P-7: at most so many points are spent as the card has; other sides and corners are untouched."""
    touched = {"N": ("NE", "NW"), "E": ("NE", "SE"), "S": ("SE", "SW"), "W": ("SW", "NW")}[siege.side]
    quiet = replace(siege.card, surge="none")
    empty = replace(
        state,
        players=tuple(
            replace(each, castle=replace(each.castle, swordsmen=(0,) * 5, archers=(0,) * 5)) for each in state.players
        ),
    )
    after = played(empty, replace(siege, card=quiet), 1).state
    for was, now in zip(empty.players, after.players, strict=True):
        strength = max(tier.strength for tier in quiet.tiers) if quiet.engine == "catapult" else 0
        spent = 0
        before_after = zip(
            ("N", "E", "S", "W", "NE", "SE", "SW", "NW"),
            (*was.castle.walls, *was.castle.turrets),
            (*now.castle.walls, *now.castle.turrets),
            strict=True,
        )
        for spot, old, new in before_after:
            if old != new:
                assert spot == siege.side or spot in touched
                gone = new is None or (new.flame and not old.flame)
                spent += old.cubes - (0 if new is None else new.cubes) + int(gone)
        assert spent <= strength
