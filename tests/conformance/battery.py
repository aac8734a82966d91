"""The laws every game obeys: what undo, replay, saving, sharing and table instructions rest on.

Each law takes a played table. A game joins by a `Subject` in tests/conformance/subjects.py.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.errors import RuleError, StaleBase
from engine.core.events import Event
from engine.core.instructions import carry_out
from engine.core.plain import fingerprint, plain
from engine.core.session import Session
from tests.conformance.play import Table, mischief, read_back, trying


def a_question_is_open_until_the_game_is_over(table: Table) -> None:
    """Nobody is ever left wondering what comes next; at the end nothing is asked of anyone."""
    game = table.game
    assert game.over(table.session.state)
    for state in table.states:
        decision = game.pending(state)
        assert (decision is None) == game.over(state)
        for seat in range(game.seats(state)):
            own = game.pending(state, seat)
            assert own is None or own.seat in (seat, None)
            assert own is None or decision is not None, "a player is asked, but not the table"
        if decision is not None and decision.seat is not None:
            assert 0 <= decision.seat < game.seats(state)
            assert game.pending(state, decision.seat) == decision


def check_accepts_every_answer_the_game_gives(table: Table) -> None:
    """`sample` and `default` answer each decision legally, by a rule, and apply carries the answer out."""
    game, chance = table.game, Chance(table.seed)
    for n, state in enumerate(table.states):
        for decision in open_decisions(table, state):
            assert decision.kind
            assert decision.rule
            for answer in (game.default(state, decision), game.sample(state, decision, chance)):
                if answer is not None:
                    with trying(n, answer):
                        game.check(state, answer)
                        after = game.apply(state, answer)
                        if n % 4 == 0:
                            assert_sound(table, after)


def sampling_is_repeatable(table: Table) -> None:
    """The same seed draws the same answer: a practice deck in the log deals the same cards again."""
    for state in table.states:
        decision = table.game.pending(state)
        if decision is not None:
            one, other = (table.game.sample(state, decision, Chance(table.seed)) for _ in range(2))
            assert one == other


def no_table_becomes_impossible(table: Table) -> None:
    """However unruly the players, no state has a fault; as long as they keep to the rules, chapters rise."""
    game, start = table.game, table.session.state_at(0)
    chapter = game.chapter(start)
    for state in table.states:
        assert list(game.faults(state)) == []
        assert game.seats(state) == game.seats(start)
        assert game.chapter(state) >= chapter or table.style == "unruly"
        chapter = game.chapter(state)


def apply_is_pure(table: Table) -> None:
    """Applied again, an action gives the same state and leaves the old one be; a listener changes nothing."""
    game, session = table.game, table.session
    for entry in session.entries:
        before = session.state_at(entry.n - 1)
        assert game.apply(before, entry.action) == session.state_at(entry.n)
        heard: list[Event] = []
        assert game.apply(before, entry.action, heard.append) == session.state_at(entry.n)
    for n, remembered in enumerate(table.fingerprints):
        assert session.fingerprint(n) == remembered


def undo_goes_to_the_start_and_redo_to_the_end(table: Table) -> None:
    """Every state on the way is the one it was; automatic entries go with the person's before them."""
    session = table.new_session()
    session.restore(table.session.entries)
    end = session.n
    while session.undo_name() is not None:
        taken = session.undo()
        assert taken is not None
        assert not taken.auto
        assert session.fingerprint() == table.fingerprints[session.n]
    assert all(entry.auto for entry in session.entries)
    while session.redo_name() is not None:
        before = session.n
        session.redo()
        assert session.n > before
        for n in range(before + 1, session.n + 1):
            assert session.fingerprint(n) == table.fingerprints[n]
    assert session.n == end


def everything_survives_a_file(table: Table) -> None:
    """Set-up, states and actions come back from JSON as they were, through the border's strict reading."""
    game, session = table.game, table.session
    assert read_back(game.setup_type, table.setup) == table.setup
    for state, remembered in zip(table.states, table.fingerprints, strict=True):
        again = read_back(game.state_type, state)
        assert again == state
        assert fingerprint(again) == remembered
    stored = [entry._replace(action=read_back(game.action_type, entry.action)) for entry in session.entries]
    assert tuple(stored) == session.entries
    restored = table.new_session()
    assert restored.restore(stored, snapshots=[(session.n, session.state)]) == []
    assert restored.fingerprint() == table.fingerprints[-1]


def every_entry_is_explained(table: Table) -> None:
    """Questions, descriptions and events are in words, and each event names its rule."""
    game, session = table.game, table.session
    for state in table.states:
        decision = game.pending(state)
        if decision is not None:
            assert_words(game.question(state, decision))
    for entry in session.entries:
        replayed = session.replay(entry.n)
        assert replayed.after == session.state_at(entry.n)
        assert_words(game.describe(replayed.before, entry.action))
        for event in replayed.events:
            assert event.rule, event
            assert event.what, event
            assert event.seat is None or 0 <= event.seat < game.seats(replayed.before)
            assert all(isinstance(value, int | str) for value in event.values.values()), event
            assert_words(game.sentence(event))


def instructions_turn_one_table_into_the_other(table: Table) -> None:
    """A hand that follows them, from any moment to any other, sees the new table; no change is idle."""
    game, session, chance = table.game, table.session, Chance(table.seed)
    pairs = [(n - 1, n) for n in range(1, session.n + 1)] + [(0, session.n), (session.n, 0)]
    pairs += [(chance.between(0, session.n), chance.between(0, session.n)) for _ in range(10)]
    for n, m in pairs:
        before, after = session.state_at(n), session.state_at(m)
        old, new = game.view(before), game.view(after)
        lines = game.instructions(before, after)
        assert carry_out(old, lines) == new
        for line in lines:
            for change in line.changes:
                assert change.before != change.after, line
                spot = (line.seat, change.place, change.thing)
                assert old.get(spot) != new.get(spot), f"a detour: {line}"
        for line in lines:
            assert line.rule or m != n + 1 or table.style == "unruly", f"no rule behind step {m}: {line}"
            assert_words(line.words)
            assert_words(line.why)
            assert line.seat is None or 0 <= line.seat < game.seats(after)


def check_and_apply_agree(table: Table) -> None:
    """What check accepts can be done; what it refuses can be done anyway, unless it is firmly refused."""
    session, chance = table.session, Chance(table.seed)
    said = [entry.action for entry in session.entries]
    for n in range(0, session.n + 1, max(1, session.n // 60)):
        state = session.state_at(n)
        for action in mischief(table.subject, state, chance.shuffled(said), chance):
            with trying(n, action):
                refusal = refused(table, state, action)
                after = done_anyway(table, state, action)
                if after is None:
                    assert refusal is not None, "check accepts what cannot be done"
                else:
                    assert_sound(table, after)
                assert fingerprint(state) == table.fingerprints[n]


def a_stale_base_is_refused(table: Table) -> None:
    """What was built on an older log, or on one from the future, changes nothing."""
    session = table.session
    entries, state = session.entries, session.state
    for base in (-1, 0, session.n - 1, session.n + 1):
        with pytest.raises(StaleBase):
            session.append(entries[-1].action, base=base, anyway=True)
    assert session.entries == entries
    assert session.state is state


def a_device_knows_no_more_than_its_player(table: Table) -> None:
    """What is secret is gone from a player's own device; what lies on the table, and is asked, is all there."""
    game = table.game
    for state in list(table.states)[::3]:
        for seat in (None, *range(game.seats(state))):
            seen = game.seen_by(state, seat)
            assert game.seen_by(seen, seat) == seen
            assert game.secrets(state) or seen is state
            assert game.view(seen) == game.view(state)
            assert not game.faults(seen)
            assert seat is None or game.pending(seen, seat) == game.pending(state, seat)
    for seat in (None, 0):
        known = table.session.seen_by(seat)
        assert known.n == table.session.n
        for n, (entry, own) in enumerate(zip(table.session.entries, known.entries, strict=True)):
            assert game.owners(own.action) == game.owners(entry.action)
            assert_words(game.describe(known.state_at(n), own.action))


LAWS: tuple[Callable[[Table], None], ...] = (
    a_question_is_open_until_the_game_is_over,
    check_accepts_every_answer_the_game_gives,
    sampling_is_repeatable,
    no_table_becomes_impossible,
    apply_is_pure,
    undo_goes_to_the_start_and_redo_to_the_end,
    everything_survives_a_file,
    every_entry_is_explained,
    instructions_turn_one_table_into_the_other,
    check_and_apply_agree,
    a_stale_base_is_refused,
    a_device_knows_no_more_than_its_player,
)


def open_decisions(table: Table, state: Any) -> list[Decision]:
    """What is asked of the table, and of each player."""
    asked: list[Decision] = []
    for seat in (None, *range(table.game.seats(state))):
        decision = table.game.pending(state, seat)
        if decision is not None and decision not in asked:
            asked.append(decision)
    return asked


def refused(table: Table, state: Any, action: Any) -> RuleError | None:
    """What check says, if it says no: a sentence with its rule."""
    try:
        table.game.check(state, action)
    except RuleError as refusal:
        assert_words(refusal.rule)
        assert_words(refusal.sentence)
        return refusal
    return None


def done_anyway(table: Table, state: Any, action: Any) -> Any | None:
    """The state after the action whatever the rules say; None: it was firmly refused, and nothing changed."""
    session = Session(table.game, state, ())
    try:
        session.append(action, anyway=True)
    except RuleError as refusal:
        if not refusal.firm:
            raise
        assert (session.n, session.entries) == (0, ())
        assert session.state is state
        return None
    assert session.state_at(0) is state
    return session.state


def assert_sound(table: Table, state: Any) -> None:
    """The state can be shown, asked about and saved; nothing in it is negative or impossible."""
    game = table.game
    assert not [number for number in numbers(plain(state)) if number < 0]
    assert read_back(game.state_type, state) == state
    assert list(game.faults(state)) == []
    decision = game.pending(state)
    if decision is not None:
        assert_words(game.question(state, decision))
    game.view(state)
    game.chapter(state)


def numbers(thing: Any) -> Iterator[int]:
    """Every number in a plain form."""
    if isinstance(thing, int):
        yield thing
    elif isinstance(thing, list | dict):
        for item in thing.values() if isinstance(thing, dict) else thing:
            yield from numbers(item)


def assert_words(words: str) -> None:
    """There is something to read, and nothing was left to fill in."""
    assert words.strip()
    assert "{" not in words, words
    assert "}" not in words, words
