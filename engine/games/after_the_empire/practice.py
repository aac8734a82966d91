"""Practice play: a legal answer to any decision, drawn by chance — a digital deck, or an opponent for the tests.

Draws come without repetition within a season, every direction equally likely (C-7).
"""

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.games.after_the_empire.actions import (
    Action,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    DamageCards,
    DrawInvader,
    DrawSiege,
    Idle,
    MoveTroops,
    ObjectiveMet,
    Place,
    Proceed,
    ReadRedNumber,
    Report,
    RevealObjective,
    UseMoveTokens,
)
from engine.games.after_the_empire.cards import InvaderCard, ObjectiveCard, SiegeCard, SiegeTier, Tier
from engine.games.after_the_empire.compass import INSIDE, POSTS, SIDES
from engine.games.after_the_empire.options import worker_options
from engine.games.after_the_empire.outcome import cards_to_damage, damageable
from engine.games.after_the_empire.phases import RULE_OF
from engine.games.after_the_empire.state import Castle, Five, State, move_value

RAIDERS = InvaderCard("practice-raiders", "Raiders", (Tier(0, 1), Tier(10, 2, 1), Tier(20, 3, 2)))
CATAPULT = SiegeCard("practice-catapult", "Catapult", "catapult", (SiegeTier(0, 1),), "leader")
OATH = ObjectiveCard("practice-oath", "An oath kept", 3)
"""For a table whose library has no card of a kind."""


def sample(state: State, decision: Decision, chance: Chance) -> Action:
    """Some legal answer to the decision."""
    kind = decision.kind
    if kind in RULE_OF:
        return Proceed(kind)  # type: ignore[arg-type]
    if kind == "report":
        return Report(_invader(state, chance), chance.pick(SIDES))
    if kind == "invader card":
        return DrawInvader(_invader(state, chance), chance.pick(SIDES))
    if kind == "siege card":
        cards = [card for card in state.table.cards if isinstance(card, SiegeCard)]
        return DrawSiege(chance.pick(cards or [CATAPULT]), chance.pick(SIDES))
    assert decision.seat is not None
    return _owners_answer(state, decision, decision.seat, chance)


def _invader(state: State, chance: Chance) -> InvaderCard:
    """A card of the table's library that is not on the board yet."""
    out = [draw.card.id for draw in (state.combat.draws if state.combat else ())]
    cards = [card for card in state.table.cards if isinstance(card, InvaderCard) and card.id not in out]
    return chance.pick(cards or [RAIDERS])


def _owners_answer(state: State, decision: Decision, number: int, chance: Chance) -> Action:
    player = state.players[number]
    about = decision.about
    match decision.kind:
        case "worker":
            return chance.pick(worker_options(state, number) or [Idle(number)])
        case "placement":
            return Place(number, *scattered(player.castle, chance))
        case "troop movement":
            return MoveTroops(number, *scattered(player.castle, chance))
        case "move tokens":
            return UseMoveTokens(number, *_shifted(player.castle, move_value(player), chance))
        case "turret":
            corner = chance.pick((about["first"], about["second"]))
            return ChooseTurret(number, corner)  # type: ignore[arg-type]
        case "archery targets" | "melee targets":
            return ChooseTargets(number, about["at"], _within(decision, chance))  # type: ignore[arg-type]
        case "archery losses" | "melee losses":
            return ChooseLosses(number, about["at"], _within(decision, chance))  # type: ignore[arg-type]
        case "bypass":
            return ChooseBypass(number, _within(decision, chance))
        case "damaged cards":
            shuffled = chance.shuffled(damageable(state, player))
            return DamageCards(number, tuple(sorted(shuffled[: cards_to_damage(state, player)])))
        case "red number":
            return ReadRedNumber(number, player.gold * 2 // 3)
        case "objective":
            cards = [card for card in state.table.cards if isinstance(card, ObjectiveCard)]
            return RevealObjective(number, int(about["index"]), chance.pick(cards or [OATH]))
        case _:
            return ObjectiveMet(number, int(about["index"]), chance.below(2) == 1)


def _within(decision: Decision, chance: Chance) -> int:
    return chance.between(int(decision.about["fewest"]), int(decision.about["most"]))


def scattered(castle: Castle, chance: Chance) -> tuple[Five, Five]:
    """Every troop at some post it may stand at."""
    posts = [side for side in range(INSIDE) if castle.walls[side] is not None] + [INSIDE]
    rows = []
    for troops in (castle.soldiers, castle.mercenaries):
        row = [0] * len(POSTS)
        for _ in range(sum(troops)):
            row[chance.pick(posts)] += 1
        rows.append(row)
    soldiers, mercenaries = rows
    return tuple(soldiers), tuple(mercenaries)


def _shifted(castle: Castle, most: int, chance: Chance) -> tuple[Five, Five]:
    """Up to `most` troops at other posts."""
    posts = [side for side in range(INSIDE) if castle.walls[side] is not None] + [INSIDE]
    soldiers, mercenaries = list(castle.soldiers), list(castle.mercenaries)
    for _ in range(chance.between(0, most)):
        row = chance.pick((soldiers, mercenaries))
        manned = [post for post in range(len(POSTS)) if row[post]]
        if manned:
            row[chance.pick(manned)] -= 1
            row[chance.pick(posts)] += 1
    return tuple(soldiers), tuple(mercenaries)
