"""Automatic answers (R-12, R-13, R-17): what the engine says for a table that leaves it to the engine."""

from engine.core.decisions import Decision
from engine.games.after_the_empire.actions import (
    Action,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    DamageCards,
    MoveTroops,
    Place,
    Proceed,
    ReadRedNumber,
    UseMoveTokens,
)
from engine.games.after_the_empire.movement import guard
from engine.games.after_the_empire.outcome import known_red_number, least_valuable
from engine.games.after_the_empire.phases import RULE_OF
from engine.games.after_the_empire.preparation import default_corner
from engine.games.after_the_empire.state import State, asks, policy_of

AUTOMATION: frozenset[str] = frozenset(
    {
        "turret",
        "move tokens",
        "archery targets",
        "archery losses",
        "bypass",
        "troop movement",
        "melee targets",
        "melee losses",
        "damaged cards",
        "red number",
        "income",
        "harvest",
    }
)
"""Answered by the engine unless a table wants otherwise; the rest is what only the table knows, or a big button."""

OWNERS_CHOICES: frozenset[str] = frozenset(
    {
        "turret",
        "move tokens",
        "archery targets",
        "archery losses",
        "bypass",
        "troop movement",
        "melee targets",
        "melee losses",
    }
)
"""What a player who wants to be asked in this combat is asked: targets, losses, moves, ties."""

WHOLE_COMBAT: frozenset[str] = AUTOMATION | {"placement"}
"""For a combat that runs by itself once the cards are known: troops stay where they stand."""


def default(state: State, decision: Decision) -> Action | None:
    """The automatic answer, or None where only a person can know."""
    kind = decision.kind
    if kind in RULE_OF:
        return Proceed(kind)  # type: ignore[arg-type]
    number = decision.seat
    if number is None or (kind in OWNERS_CHOICES and asks(state, number)):
        return None
    if kind in ("archery targets", "melee targets"):
        return _targets(state, number, decision)
    if kind in ("archery losses", "melee losses"):
        return _losses(state, number, decision)
    return _by_the_owner(state, number, decision)


def _targets(state: State, number: int, decision: Decision) -> ChooseTargets:
    """R-12: archers first."""
    first = state.table.rulings.targets_first == "archers"
    chosen = decision.about["most" if first else "fewest"]
    return ChooseTargets(number, decision.about["at"], chosen)  # type: ignore[arg-type]


def _losses(state: State, number: int, decision: Decision) -> ChooseLosses:
    """R-12: mercenaries first."""
    first = state.table.rulings.losses_first == "mercenaries"
    chosen = decision.about["most" if first else "fewest"]
    return ChooseLosses(number, decision.about["at"], chosen)  # type: ignore[arg-type]


def _by_the_owner(state: State, number: int, decision: Decision) -> Action | None:
    player = state.players[number]
    castle, rulings = player.castle, state.table.rulings
    policy = policy_of(state, player)
    match decision.kind:
        case "placement":  # as they stand
            return Place(number, castle.soldiers, castle.mercenaries)
        case "turret":
            return default_corner(state, number)
        case "move tokens":  # unused by hold and guard
            return None if policy == "ask" else UseMoveTokens(number, castle.soldiers, castle.mercenaries)
        case "troop movement":
            if policy == "ask":
                return None
            stay = castle.soldiers, castle.mercenaries
            return MoveTroops(number, *(stay if policy == "hold" else guard(castle)))
        case "bypass":
            first = rulings.bypass_first == "swordsmen"
            return ChooseBypass(number, int(decision.about["most" if first else "fewest"]))
        case "damaged cards":
            return None if rulings.damaged_cards == "asked" else DamageCards(number, least_valuable(state, player))
        case "red number":
            red = known_red_number(state, player.gold)
            return None if red is None else ReadRedNumber(number, min(red, player.gold))
        case _:
            return None
