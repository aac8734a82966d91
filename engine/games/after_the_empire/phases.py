"""The phase button (section 3): what comes next, and carrying it out."""

from typing import Literal, TypeAlias

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.language import Phrase
from engine.games.after_the_empire.actions import Proceed
from engine.games.after_the_empire.after_combat import award_flags, harvest_and_feast, take_income
from engine.games.after_the_empire.combat import combat_decision
from engine.games.after_the_empire.preparation import begin_combat, let_the_siege_strike
from engine.games.after_the_empire.refresh import end_season
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.scoring import declare_winner, scoring_decision
from engine.games.after_the_empire.state import State, turn, workers_left

Next: TypeAlias = Literal["combat", "battle", "flags", "income", "harvest", "refresh", "scoring", "winner"]

RULE_OF: dict[str, str] = {
    "combat": "P-1",
    "battle": "P-3",
    "flags": "F-1",
    "income": "I-1",
    "harvest": "H-1",
    "refresh": "E-1",
    "scoring": "G-1",
    "winner": "G-3",
}


def next_button(state: State) -> Next | None:
    """What the phase button says now; None while combat asks its own questions, or when the game is over."""
    phase = state.phase
    if phase == "actions":
        return "combat"
    if phase == "combat" and state.combat is not None and state.combat.step == "arrivals":
        return "battle"
    if phase == "refresh" and state.season >= state.table.constants.seasons:
        return "scoring"
    if phase in ("flags", "income", "harvest", "refresh"):
        return phase
    return "winner" if phase == "scoring" else None


def proceed(state: State, action: Proceed, refuse: Refuse, sink: Sink | None) -> State:
    """Carry out the phase named. A button that has changed meanwhile means nothing else by accident."""
    expected = next_button(state)
    if action.to != expected:
        if expected:
            what = Phrase("next is {phase}", phase=Phrase(expected))
        else:
            what = Phrase("the table is at {phase}", phase=Phrase(state.phase))
        impossible("A-1", "It is not time for {asked}: {what}.", asked=Phrase(action.to), what=what)
    if action.to == "combat":
        _refuse_unplaced_workers(state, refuse)
        if sink:
            sink(Event("P-1", "combat begins", None, {"season": state.season, "threat": state.threat}))
        return begin_combat(state)
    if action.to == "battle":
        return let_the_siege_strike(state)
    if action.to == "flags":
        return award_flags(state, sink)
    if action.to == "income":
        return take_income(state, sink)
    if action.to == "harvest":
        return harvest_and_feast(state, sink)
    if action.to in ("refresh", "scoring"):
        return end_season(state, sink)
    _refuse_open_objectives(state, refuse)
    return declare_winner(state, sink)


def _refuse_unplaced_workers(state: State, refuse: Refuse) -> None:
    """A-1: phase 1 goes on until all workers are placed — unless the table does not log workers."""
    if state.table.count_only:
        return
    waiting = [f"{player.name} {workers_left(player)}" for player in state.players if workers_left(player)]
    if waiting:
        refuse("A-1", "Workers are still to be placed: {workers}.", workers=", ".join(waiting))


def _refuse_open_objectives(state: State, refuse: Refuse) -> None:
    """G-1: objectives are revealed before the winner is named; done anyway, open ones count nothing."""
    decision = scoring_decision(state, None)
    if decision is not None and decision.seat is not None:
        refuse(
            "G-1",
            "{player} has an objective to reveal.",
            player=state.players[decision.seat].name,
        )


def pending(state: State, seat: int | None = None) -> Decision | None:
    """What the table — or one seat — must say next."""
    if state.phase == "actions":
        return _actions_decision(state, seat)
    if state.phase == "combat":
        return combat_decision(state, seat)
    if state.phase == "scoring":
        return scoring_decision(state, seat)
    button = next_button(state)
    return Decision(button, None, RULE_OF[button]) if button and seat is None else None


def _actions_decision(state: State, seat: int | None) -> Decision | None:
    """Phase 1: the face-up card (it may be left for later), then worker by worker, then combat (A-1, S-4)."""
    if seat is None and state.report is None and not state.table.no_reports and state.last_placed is None:
        return Decision("report", None, "S-4", {"season": state.season}, optional=True)
    whose = None if state.table.count_only else turn(state)
    if whose is None:
        return Decision("combat", None, "P-1") if seat is None else None
    if seat not in (None, whose):
        return None
    return Decision("worker", whose, "A-1", {"left": workers_left(state.players[whose])})
