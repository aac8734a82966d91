"""The battery against games broken on purpose: each must be caught by the law that names its fault."""

import itertools
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from engine.core.chance import Chance
from engine.core.errors import RuleError
from engine.core.language import ENGLISH
from engine.core.record import replace
from tests.conformance import battery
from tests.conformance.play import Table, mischief, tables_of
from tests.conformance.subjects import well_and_bucket
from tests.example_game.game import WellAndBucket
from tests.example_game.records import Share, Throw


class NeverEnds(WellAndBucket):
    def apply(self, state, action, sink=None):
        after = super().apply(state, action, sink)
        return replace(after, day=1, step="throw") if after.step == "over" else after


class FallsSilent(WellAndBucket):
    def pending(self, state, seat=None):
        return None if state.day == 2 else super().pending(state, seat)


class ForgetsWhoIsAsked(WellAndBucket):
    def pending(self, state, seat=None):
        return super().pending(state)


class BadDefault(WellAndBucket):
    def default(self, state, decision):
        return Share(state.bucket + 1) if decision.kind == "share" else None


class RestlessSample(WellAndBucket):
    draws = itertools.cycle(range(1, 7))

    def sample(self, state, decision, chance):
        answer = super().sample(state, decision, chance)
        return Throw(next(self.draws)) if isinstance(answer, Throw) else answer


class WeakRope(WellAndBucket):
    def faults(self, state):
        return ("The bucket is far too full.",) if state.bucket > 5 else ()


class Remembers(WellAndBucket):
    applied = 0

    def apply(self, state, action, sink=None):
        self.applied += 1
        after = super().apply(state, action, sink)
        return replace(after, bucket=after.bucket + self.applied % 2)


class SpillsTheOldBucket(WellAndBucket):
    def apply(self, state, action, sink=None):
        after = super().apply(state, action, sink)
        object.__setattr__(state, "bucket", 0)
        return after


class MindsBeingHeard(WellAndBucket):
    def apply(self, state, action, sink=None):
        after = super().apply(state, action, sink)
        return after if sink is None else replace(after, rope=after.rope + 1)


class WritesWords(WellAndBucket):
    def begin(self, setup):
        start = super().begin(setup)
        return replace(start, players=tuple(replace(player, jar=True) for player in start.players))


class NoRule(WellAndBucket):
    def apply(self, state, action, sink=None):
        return super().apply(state, action, sink and (lambda event: sink(event._replace(rule=""))))


class UnfilledSentence(WellAndBucket):
    sentence = staticmethod(lambda event, language=ENGLISH: "Seat {seat} throws.")


class NoDescription(WellAndBucket):
    describe = staticmethod(lambda state, action, language=ENGLISH: " ")


class ForgetsAnInstruction(WellAndBucket):
    def instructions(self, before, after):
        return super().instructions(before, after)[:1]


class IdleInstruction(WellAndBucket):
    def instructions(self, before, after):
        lines = super().instructions(before, after)
        return lines + tuple(
            line._replace(changes=tuple(change._replace(before=change.after) for change in line.changes))
            for line in lines
        )


class GoesNegative(WellAndBucket):
    def apply(self, state, action, sink=None):
        if isinstance(action, Share) and action.litres > state.bucket:
            return replace(state, bucket=state.bucket - action.litres)
        return super().apply(state, action, sink)


class CrashesAnyway(WellAndBucket):
    def apply(self, state, action, sink=None):
        assert isinstance(action, Throw) == (state.step == "throw")
        return super().apply(state, action, sink)


class HasNoFirmRefusal(WellAndBucket):
    def check(self, state, action):
        try:
            super().check(state, action)
        except RuleError as refusal:
            raise RuleError(refusal.rule, refusal.sentence) from None


class AcceptsTooMuch(WellAndBucket):
    def check(self, state, action):
        if not isinstance(action, Share):
            super().check(state, action)

    def apply(self, state, action, sink=None):
        if isinstance(action, Share) and action.litres > state.bucket:
            return replace(state, bucket=action.litres)
        return super().apply(state, action, sink)


class HidesTooMuch(WellAndBucket):
    def secrets(self, state):
        return True

    def seen_by(self, state, seat):
        return replace(state, bucket=0)


BROKEN = {
    FallsSilent: battery.a_question_is_open_until_the_game_is_over,
    ForgetsWhoIsAsked: battery.a_question_is_open_until_the_game_is_over,
    BadDefault: battery.check_accepts_every_answer_the_game_gives,
    RestlessSample: battery.sampling_is_repeatable,
    WeakRope: battery.no_table_becomes_impossible,
    Remembers: battery.apply_is_pure,
    MindsBeingHeard: battery.apply_is_pure,
    SpillsTheOldBucket: battery.apply_is_pure,
    WritesWords: battery.everything_survives_a_file,
    NoRule: battery.every_entry_is_explained,
    UnfilledSentence: battery.every_entry_is_explained,
    NoDescription: battery.every_entry_is_explained,
    ForgetsAnInstruction: battery.instructions_turn_one_table_into_the_other,
    IdleInstruction: battery.instructions_turn_one_table_into_the_other,
    GoesNegative: battery.check_and_apply_agree,
    CrashesAnyway: battery.check_and_apply_agree,
    HasNoFirmRefusal: battery.check_and_apply_agree,
    AcceptsTooMuch: battery.check_and_apply_agree,
    HidesTooMuch: battery.a_device_knows_no_more_than_its_player,
}

TROUBLE = (AssertionError, LookupError, RuleError, ValidationError, ValueError, pytest.fail.Exception)


def tables_with(game: WellAndBucket) -> tuple[Table, ...]:
    """The example's tables, played with another reading of its rules."""
    return tables_of(well_and_bucket()._replace(game=game))


def can_be_played(table: Table) -> bool:
    try:
        return table.session.n > 0
    except TROUBLE:
        return False


def obeyed_by_all(law: Callable[[Table], None], tables: list[Table]) -> None:
    for table in tables:
        law(table)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_game_is_caught_by_its_law(broken):
    law = BROKEN[broken]
    played = [table for table in tables_with(broken()) if can_be_played(table)]
    assert played
    with pytest.raises(TROUBLE):
        obeyed_by_all(law, played)


def test_a_game_without_an_end_is_caught():
    with pytest.raises(AssertionError, match="no end after"):
        _ = tables_with(NeverEnds())[0].session


def test_mischief_meets_every_kind_of_answer():
    """Else `check_and_apply_agree` would agree about nothing."""
    met = set()
    for table in tables_of(well_and_bucket()):
        chance, said = Chance(table.seed), [entry.action for entry in table.session.entries]
        for state in table.states:
            for action in mischief(table.subject, state, said, chance):
                refusal = battery.refused(table, state, action)
                met.add("accepted" if refusal is None else "firm" if refusal.firm else "soft")
    assert met == {"accepted", "soft", "firm"}
