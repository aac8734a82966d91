"""What one player may keep from the others: the secret objectives they told the app about, until the end (G-1)."""

from engine.core.record import replace
from engine.games.after_the_empire.actions import Action, Correct, ObjectiveMet, RevealObjective, Scout
from engine.games.after_the_empire.cards import ObjectiveCard
from engine.games.after_the_empire.state import Objective, State

HIDDEN = ObjectiveCard("hidden", "a secret objective", 0)
"""Stands for a card in a log that somebody else may not see."""


def owners(action: Action) -> frozenset[int]:
    """The players whose board or choice an action is."""
    parts = action.changes if isinstance(action, Correct) else (action,)
    found = (getattr(part, "player", None) for part in parts)
    return frozenset(player for player in found if player is not None)


def secrets(state: State) -> bool:
    """Does the app know an objective that is not revealed yet?"""
    if state.phase in ("scoring", "over"):
        return False
    return any(objective.card is not None for player in state.players for objective in player.objectives)


def seen_by(state: State, seat: int | None) -> State:
    """The state without the other players' secret objectives: they are as unknown as a card face down."""
    if not secrets(state):
        return state
    players = [
        player
        if number == seat or not player.objectives
        else replace(player, objectives=(Objective(),) * len(player.objectives))
        for number, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players))


def told_to(state: State, action: Action, seat: int | None) -> Action:
    """What was said, without what it told the app about another player's objective."""
    if state.phase in ("scoring", "over"):
        return action
    match action:
        case Scout(player=player) if player != seat and action.kept is not None:
            return replace(action, kept=None)
        case RevealObjective(player=player) if player != seat:
            return replace(action, card=HIDDEN)
        case ObjectiveMet(player=player) if player != seat:
            return RevealObjective(player, action.index, HIDDEN)
    return action
