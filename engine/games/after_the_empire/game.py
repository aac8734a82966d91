"""After the Empire as a game of the engine: every action's handler, and the calls of the contract."""

from collections.abc import Callable
from typing import Any

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.instructions import Instruction, TableView
from engine.core.language import ENGLISH, Language, Phrase
from engine.games.after_the_empire import actions as said
from engine.games.after_the_empire import (
    agreements,
    combat,
    correcting,
    phases,
    preparation,
    scoring,
    secrets,
    stockpile,
    workers,
)
from engine.games.after_the_empire.defaults import AUTOMATION, default
from engine.games.after_the_empire.faults import faults
from engine.games.after_the_empire.instructions import instructions, view
from engine.games.after_the_empire.log_words import describe
from engine.games.after_the_empire.practice import sample
from engine.games.after_the_empire.refusal import Refuse, allow, impossible, refuse
from engine.games.after_the_empire.setup import Setup, begin
from engine.games.after_the_empire.state import State
from engine.games.after_the_empire.words import question, sentence

Handler = Callable[[State, Any, Refuse, Sink | None], State]

HANDLERS: dict[type, Handler] = {
    # Observe
    said.Report: preparation.report,
    said.ShowMarket: agreements.show_market,
    said.DrawInvader: preparation.draw_invader,
    said.DrawSiege: preparation.draw_siege,
    said.ReadRedNumber: combat.read_red_number,
    said.RevealObjective: scoring.reveal_objective,
    said.ObjectiveMet: scoring.answer_objective,
    # Answer
    said.UseSpace: workers.use_space,
    said.Scout: workers.scout,
    said.TakeCard: workers.take_card,
    said.UseCard: workers.use_card,
    said.Granary: workers.granary,
    said.Infirmary: workers.infirmary,
    said.Barracks: workers.barracks,
    said.Stockpile: stockpile.stockpile,
    said.Idle: workers.idle,
    said.Proceed: phases.proceed,
    said.Place: preparation.place,
    said.ChooseTurret: preparation.choose_turret,
    said.UseMoveTokens: preparation.use_move_tokens,
    said.ChooseTargets: combat.choose_targets,
    said.ChooseLosses: combat.choose_losses,
    said.ChooseBypass: combat.choose_bypass,
    said.MoveTroops: combat.move_troops,
    said.DamageCards: combat.choose_damaged_cards,
    # Correct
    said.Correct: correcting.correct,
    # Rule
    said.ChangeRules: agreements.change_rules,
    said.SetPolicy: agreements.set_policy,
    said.AskMe: agreements.ask_me,
    said.TeachCard: agreements.teach_card,
}
"""One function carries out each kind of action, and says first whether it is allowed."""


class AfterTheEmpire:
    """The contract of engine.core.game, fulfilled."""

    id = "after-the-empire"
    title = "After the Empire"
    setup_type = Setup
    state_type = State
    action_type = said.Action
    automation = AUTOMATION

    def begin(self, setup: Setup) -> State:
        return begin(setup)

    def pending(self, state: State, seat: int | None = None) -> Decision | None:
        return phases.pending(state, seat)

    def check(self, state: State, action: said.Action) -> None:
        _refuse_after_the_end(state, action)
        HANDLERS[type(action)](state, action, refuse, None)

    def apply(self, state: State, action: said.Action, sink: Sink | None = None) -> State:
        return combat.advance_combat(HANDLERS[type(action)](state, action, allow, sink), sink)

    def default(self, state: State, decision: Decision) -> said.Action | None:
        return default(state, decision)

    def sample(self, state: State, decision: Decision, chance: Chance) -> said.Action:
        return sample(state, decision, chance)

    def over(self, state: State) -> bool:
        return state.phase == "over"

    def chapter(self, state: State) -> int:
        return state.season

    def seats(self, state: State) -> int:
        return len(state.players)

    def faults(self, state: State) -> tuple[Phrase, ...]:
        return tuple(Phrase("{place}: {why}", place=fault.place, why=fault.why) for fault in faults(state))

    def view(self, state: State) -> TableView:
        return view(state)

    def instructions(self, before: State, after: State) -> tuple[Instruction, ...]:
        return instructions(before, after)

    def sentence(self, event: Event, language: Language = ENGLISH) -> str:
        return sentence(event, language)

    def question(self, state: State, decision: Decision, language: Language = ENGLISH) -> str:
        return question(state, decision, language)

    def describe(self, state: State, action: said.Action, language: Language = ENGLISH) -> str:
        return describe(state, action, language)

    def owners(self, action: said.Action) -> frozenset[int]:
        return secrets.owners(action)

    def secrets(self, state: State) -> bool:
        return secrets.secrets(state)

    def seen_by(self, state: State, seat: int | None) -> State:
        return secrets.seen_by(state, seat)

    def told_to(self, state: State, action: said.Action, seat: int | None) -> said.Action:
        return secrets.told_to(state, action, seat)


def _refuse_after_the_end(state: State, action: said.Action) -> None:
    """G-3: a finished game only takes corrections of its phase (or an undo)."""
    if state.phase == "over" and not isinstance(action, said.Correct | said.TeachCard):
        impossible("G-3", "The game is over: undo to go on.")


AFTER_THE_EMPIRE = AfterTheEmpire()
