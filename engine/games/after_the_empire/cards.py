"""Cards as the users teach them: invaders, siege engines, buildings, refugees, objectives (DESIGN: cards and packs)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from engine.core.language import Phrase
from engine.core.limits import Length
from engine.core.record import record
from engine.games.after_the_empire.constants import Word
from engine.games.after_the_empire.goods import Count, Few, Goods

CardId: TypeAlias = Annotated[str, Length(1, 80)]


@record
class Tier:
    """From this much gold on, these invaders (P-2)."""

    gold: Count
    swordsmen: Few = 0
    archers: Few = 0


@record
class InvaderCard:
    """An invader card: tiers of gold, strictly rising; only the highest reached counts."""

    id: CardId
    name: Word
    tiers: Annotated[tuple[Tier, ...], Length(1, 20)]
    kind: Literal["invader"] = "invader"


@record
class SiegeTier:
    """From this much gold on, this strength: damage points, or invaders past the wall (P-3)."""

    gold: Count
    strength: Few


SiegeEngine: TypeAlias = Literal["catapult", "mangonel", "trebuchet", "ladder", "siege tower"]
Surge: TypeAlias = Literal["leader", "all", "none"]

BYPASSING: tuple[SiegeEngine, ...] = ("ladder", "siege tower")
"""The engines that lead invaders past a standing wall (M-2); the others deal damage (P-5)."""


@record
class SiegeCard:
    """A siege card: its engine, strength by tiers (one tier from 0 gold if it has none), and surge."""

    id: CardId
    name: Word
    engine: SiegeEngine
    tiers: Annotated[tuple[SiegeTier, ...], Length(1, 20)]
    surge: Surge = "none"
    kind: Literal["siege"] = "siege"


@record
class Effect:
    """What a building or refugee does: for a worker, for free once a season, or when it is gained (A-6)."""

    when: Literal["worker", "free", "gained"]
    cost: Goods = Goods()
    gain: Goods = Goods()
    words: Annotated[str, Length(0, 200)] = ""


@record
class BuildingCard:
    """A building: its cost, its value at the end, what it does. A starting building is never damaged."""

    id: CardId
    name: Word
    cost: Goods = Goods()
    value: Few = 0
    effects: Annotated[tuple[Effect, ...], Length(0, 10)] = ()
    starting: bool = False
    kind: Literal["building"] = "building"


@record
class RefugeeCard:
    """A refugee; a starting one carries the initiative that decides the first turn order (S-2)."""

    id: CardId
    name: Word
    cost: Goods = Goods()
    value: Few = 0
    effects: Annotated[tuple[Effect, ...], Length(0, 10)] = ()
    starting: bool = False
    initiative: Few = 0
    kind: Literal["refugee"] = "refugee"


Counted: TypeAlias = Literal[
    "gold",
    "food",
    "wood",
    "stone",
    "iron",
    "soldiers",
    "healthy soldiers",
    "wounded soldiers",
    "mercenaries",
    "castle pieces",
    "wood pieces",
    "stone pieces",
    "walls",
    "turrets",
    "stone turrets",
    "castle cubes",
    "farms",
    "level-2 farms",
    "razed farms",
    "buildings",
    "refugees",
    "buildings and refugees",
    "damaged cards",
    "flags",
    "flag value",
    "objectives",
]
"""What an objective can count: everything the table tracks."""


@record
class Condition:
    """When an objective is met: "most soldiers", "at least 3 stone pieces", "no razed farms" (at most 0)."""

    counts: Counted
    test: Literal["most", "at least", "at most", "exactly"]
    number: Count = 0


@record
class ObjectiveCard:
    """A secret objective: a condition, or (None) a plain question "met?" at the end."""

    id: CardId
    name: Word
    value: Few
    condition: Condition | None = None
    kind: Literal["objective"] = "objective"


HoldingCard: TypeAlias = BuildingCard | RefugeeCard
Card: TypeAlias = InvaderCard | SiegeCard | BuildingCard | RefugeeCard | ObjectiveCard

BARRACKS = BuildingCard("barracks", "Barracks", starting=True)
"""Every player's starting building; its action has a rule of its own (A-3)."""


def tier_reached(tiers: Sequence[Tier], level: int) -> Tier | None:
    """The highest tier whose gold is at most the level; None below the first (P-2)."""
    reached = None
    for tier in tiers:
        if tier.gold > level:
            break
        reached = tier
    return reached


def strength_reached(card: SiegeCard, level: int, below_first: str) -> int:
    """A siege card's strength against a player of this level (P-3, R-5)."""
    strength = card.tiers[0].strength if below_first == "first tier" else 0
    for tier in card.tiers:
        if tier.gold > level:
            break
        strength = tier.strength
    return strength


def next_tier_gap(card: InvaderCard, level: int) -> int | None:
    """How much more gold brings the next tier upon a player; None at the highest."""
    return next((tier.gold - level for tier in card.tiers if tier.gold > level), None)


def card_fault(card: Card) -> tuple[str, Phrase] | None:
    """Where a card contradicts itself, and why: (place within the card, sentence). None for a sound card."""
    if isinstance(card, InvaderCard | SiegeCard):
        tiers: tuple[Tier | SiegeTier, ...] = card.tiers
        for index, (lower, higher) in enumerate(pairwise(tiers), start=1):
            if higher.gold <= lower.gold:
                return (
                    f"tiers[{index}].gold",
                    Phrase(
                        "tiers must rise: {higher} gold comes after {lower} on {card}",
                        higher=higher.gold,
                        lower=lower.gold,
                        card=card.name,
                    ),
                )
    return None
