"""The owner's choices in combat: what may be chosen, what was, and the default of R-12 and R-4.

A choice is only asked where it is real: if every hit falls on the same kind anyway there is nothing to say.
"""

from typing import NamedTuple

from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import Choice, ChosenLosses, ChosenTargets, Four


class Orders(NamedTuple):
    """What the steps of one player's battle need to know besides the castle.

    `fire` is the turrets' damage on each field: turrets do not change while the loop runs.
    """

    seat: int
    rulings: Rulings
    fire: Four
    bypass_side: int = -1
    bypass: int = 0
    policy: Policy = "guard"
    choices: tuple[Choice, ...] = ()


def span(hit: int, first: int, second: int) -> tuple[int, int]:
    """Of `hit` losses among two kinds, the fewest and the most that may be of the first kind."""
    return (hit - second if hit > second else 0, first if first < hit else hit)


def chosen_targets(orders: Orders, post: int) -> ChosenTargets | None:
    """What the owner said about targets at this post."""
    for choice in orders.choices:
        if isinstance(choice, ChosenTargets) and choice.at == post:
            return choice
    return None


def chosen_losses(orders: Orders, post: int) -> ChosenLosses | None:
    """What the owner said about losses at this post."""
    for choice in orders.choices:
        if isinstance(choice, ChosenLosses) and choice.at == post:
            return choice
    return None


def archers_hit(orders: Orders, post: int, hit: int, archers: int, swordsmen: int) -> int:
    """Of the invaders hit, how many are archers: the owner's word, else R-12."""
    low, high = span(hit, archers, swordsmen)
    if orders.choices and low != high:
        choice = chosen_targets(orders, post)
        if choice is not None:
            return min(max(choice.archers, low), high)
    return high if orders.rulings.targets_first == "archers" else low


def mercenaries_lost(orders: Orders, post: int, lost: int, mercenaries: int, soldiers: int) -> int:
    """Of the troops lost, how many are mercenaries: the owner's word, else R-12."""
    low, high = span(lost, mercenaries, soldiers)
    if orders.choices and low != high:
        choice = chosen_losses(orders, post)
        if choice is not None:
            return min(max(choice.mercenaries, low), high)
    return high if orders.rulings.losses_first == "mercenaries" else low
