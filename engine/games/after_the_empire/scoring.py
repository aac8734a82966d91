"""Final scoring (G-1 … G-3): the chart of the rulebook, live at any moment, and the winner at the end."""

from typing import NamedTuple

from engine.core.decisions import Decision
from engine.core.events import Event, Sink, Value
from engine.core.language import Counted
from engine.core.record import replace
from engine.games.after_the_empire.actions import ObjectiveMet, RevealObjective
from engine.games.after_the_empire.cards import BuildingCard, ObjectiveCard, RefugeeCard
from engine.games.after_the_empire.library import find_card
from engine.games.after_the_empire.objectives import objective_met
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.state import Objective, Player, State, with_player
from engine.games.after_the_empire.workers import player_of


class Score(NamedTuple):
    """One column of the scoring chart (G-1)."""

    gold: int
    buildings: int
    refugees: int
    flags: int
    farms: int
    objectives: int
    total: int
    flag_tokens: int


def score(state: State, number: int) -> Score:
    """G-1: what a player would have if the game ended now; unknown and open objectives count nothing."""
    player = state.players[number]
    buildings = sum(
        holding.card.value for holding in player.cards if isinstance(holding.card, BuildingCard) and not holding.damaged
    )
    refugees = sum(
        holding.card.value for holding in player.cards if isinstance(holding.card, RefugeeCard) and not holding.damaged
    )
    flags = sum(player.flags)
    farms = state.table.constants.farm_score * sum(1 for farm in player.farms if farm.level)
    objectives = sum(
        objective.card.value
        for objective in player.objectives
        if objective.card is not None and objective_met(state, number, objective)
    )
    total = player.gold + buildings + refugees + flags + farms + objectives
    return Score(player.gold, buildings, refugees, flags, farms, objectives, total, len(player.flags))


def scores(state: State) -> tuple[Score, ...]:
    """The whole chart."""
    return tuple(score(state, number) for number in range(len(state.players)))


def winners(state: State) -> tuple[int, ...]:
    """G-3: most gold wins; tied: most flag tokens; still tied: shared, or by ruling (R-29) the earlier in turn."""
    chart = scores(state)
    best = max((entry.total, entry.flag_tokens) for entry in chart)
    tied = tuple(number for number, entry in enumerate(chart) if (entry.total, entry.flag_tokens) == best)
    if len(tied) > 1 and state.table.rulings.final_tie == "earlier in turn order":
        return (min(tied, key=state.order.index),)
    return tied


def declare_winner(state: State, sink: Sink | None) -> State:
    """G-1, G-3: the chart is final."""
    won = winners(state)
    if sink:
        for number, entry in enumerate(scores(state)):
            sink(Event("G-1", "score", number, entry._asdict()))
        shared = len(won) > 1
        for number in won:
            sink(Event("G-3", "shared victory" if shared else "winner", number, {}))
    return replace(state, phase="over", winners=won)


def objective_of(player: Player, index: int) -> Objective:
    """One of a player's objectives; firmly refused if there is none at that place."""
    if index >= len(player.objectives):
        impossible(
            "G-1",
            "{player} has {objectives}; there is no {number}.",
            player=player.name,
            objectives=Counted("objective", "objectives", len(player.objectives)),
            number=index + 1,
        )
    return player.objectives[index]


def _with_objective(state: State, number: int, index: int, objective: Objective) -> State:
    player = state.players[number]
    objectives = (*player.objectives[:index], objective, *player.objectives[index + 1 :])
    return with_player(state, number, replace(player, objectives=objectives))


def reveal_objective(state: State, action: RevealObjective, refuse: Refuse, sink: Sink | None) -> State:
    """G-1: the app learns which objective it is."""
    objective_of(player_of(state, action.player), action.index)
    card = find_card(state.table, action.card, ObjectiveCard)
    if sink and state.phase == "scoring":
        sink(Event("G-1", "objective", action.player, {"card": card.name, "value": card.value}))
    return _with_objective(state, action.player, action.index, Objective(card))


def answer_objective(state: State, action: ObjectiveMet, refuse: Refuse, sink: Sink | None) -> State:
    """G-1: the table says whether a plain objective is met."""
    objective = objective_of(player_of(state, action.player), action.index)
    if objective.card is None:
        impossible("G-1", "Which objective it is must be known first.")
    if objective.card.condition is not None:
        refuse("G-1", "{card} is counted by the app.", card=objective.card.name)
    if sink:
        what = "objective met" if action.met else "objective missed"
        sink(Event("G-1", what, action.player, {"card": objective.card.name, "value": objective.card.value}))
    answered = Objective(objective.card, action.met)
    return _with_objective(state, action.player, action.index, answered)


def scoring_decision(state: State, seat: int | None) -> Decision | None:
    """Objectives first, player by player; then the chart."""
    for number in state.order:
        if seat not in (None, number):
            continue
        for index, objective in enumerate(state.players[number].objectives):
            if objective.card is None:
                return Decision("objective", number, "G-1", {"index": index})
            if objective.card.condition is None and objective.met is None:
                about: dict[str, Value] = {"index": index, "card": objective.card.name}
                return Decision("objective met", number, "G-1", about)
    return Decision("winner", None, "G-3") if seat is None else None
