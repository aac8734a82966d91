"""The end of a battle (O-1 … O-4): survived, or sacked with all that follows."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.record import replace
from engine.games.after_the_empire.compass import INSIDE
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.purse import gain
from engine.games.after_the_empire.state import NOBODY, Battle, Holding, Player, State, with_player


def plunder(state: State, number: int, sink: Sink | None) -> State:
    """O-4, at once: mercenaries return to the supply, all invaders leave (R-18), soldiers on walls are wounded."""
    player = state.players[number]
    castle = player.castle
    on_walls = sum(castle.soldiers[:INSIDE])
    stay = state.table.rulings.invaders_outside_when_sacked == "stay"
    if sink:
        numbers = {"mercenaries": sum(castle.mercenaries), "soldiers": on_walls}
        sink(Event("O-4", "plundered", number, numbers))
    castle = replace(
        castle,
        soldiers=NOBODY,
        mercenaries=NOBODY,
        wounded=castle.wounded + on_walls,
        swordsmen=(*castle.swordsmen[:INSIDE], 0) if stay else NOBODY,
        archers=(*castle.archers[:INSIDE], 0) if stay else NOBODY,
    )
    player = replace(player, castle=castle, sacked=True, sacks=player.sacks + 1)
    return with_player(state, number, player)


def damageable(state: State, player: Player) -> tuple[int, ...]:
    """O-4: own cards that can be damaged: not starting, not damaged yet (R-9: starting ones by ruling)."""
    fresh = [index for index, holding in enumerate(player.cards) if not holding.damaged]
    proper = tuple(index for index in fresh if not player.cards[index].card.starting)
    too_few = len(proper) < state.table.constants.sacked_cards
    if too_few and state.table.rulings.too_few_cards == "starting cards too":
        return tuple(fresh)
    return proper


def cards_to_damage(state: State, player: Player) -> int:
    """O-4, R-9: two cards, or as many as there are."""
    return min(state.table.constants.sacked_cards, len(damageable(state, player)))


def least_valuable(state: State, player: Player) -> tuple[int, ...]:
    """R-17: the cards of the lowest end value, earlier ones first."""
    ranked = sorted(damageable(state, player), key=lambda index: (player.cards[index].card.value, index))
    return tuple(sorted(ranked[: cards_to_damage(state, player)]))


def cards_decision(state: State, number: int) -> Decision | None:
    """O-4: which cards are damaged, where there are more than must be."""
    player = state.players[number]
    can = damageable(state, player)
    must = cards_to_damage(state, player)
    if len(can) <= must:
        return None
    return Decision("damaged cards", number, "O-4", {"cards": must, "of": len(can)})


def damage_cards(state: State, number: int, chosen: tuple[int, ...], sink: Sink | None) -> State:
    """O-4: a damage or wound token on each; the card keeps its abilities."""
    player = state.players[number]
    cards = tuple(
        Holding(holding.card, True, holding.used) if index in chosen else holding
        for index, holding in enumerate(player.cards)
    )
    if sink:
        for index in chosen:
            card = player.cards[index].card
            what = "refugee wounded" if card.kind == "refugee" else "building damaged"
            sink(Event("O-4", what, number, {"card": card.name}))
    return with_player(state, number, replace(player, cards=cards))


def red_number_key(state: State, gold: int) -> int:
    """R-25: red numbers are learned per total, or per space of the track."""
    track = state.table.constants.gold_track
    if state.table.rulings.red_numbers_by == "space" and track and gold > track:
        return (gold - 1) % track + 1
    return gold


def known_red_number(state: State, gold: int) -> int | None:
    """R-10: the red number at this gold, if the table has learned it."""
    if state.table.rulings.red_number == "asked each time":
        return None
    key = red_number_key(state, gold)
    found = next((red.red for red in state.table.red_numbers if red.gold == key), None)
    if found is not None and key != gold:
        return found + gold - key
    return found


def gold_decision(state: State, number: int) -> Decision | None:
    """O-4, R-10: the red number at the player's gold; with no gold there is nothing to lose."""
    gold = state.players[number].gold
    return Decision("red number", number, "O-4", {"gold": gold}) if gold else None


def recover(state: State, number: int, red: int | None, sink: Sink | None) -> State:
    """O-4: gold drops to the red number (never rises); then two mercenaries inside and a villager, for next season."""
    constants = state.table.constants
    player = state.players[number]
    gold = player.gold if red is None else min(player.gold, red)
    if sink:
        sink(Event("O-4", "gold falls", number, {"gold": player.gold, "to": gold}))
        numbers = {"mercenaries": constants.sacked_mercenaries, "villagers": constants.sacked_villagers}
        sink(Event("O-4", "reinforced", number, numbers))
    player = gain(replace(player, gold=gold), Goods(mercenaries=constants.sacked_mercenaries))
    player = replace(
        player,
        villagers_coming=player.villagers_coming + constants.sacked_villagers,
        reinforcements=player.reinforcements + constants.sacked_mercenaries,
    )
    return with_player(state, number, player)


def end_of_battle(state: State, number: int, battle: Battle, sink: Sink | None) -> tuple[State, Battle]:
    """Carry a decided battle on until the owner must choose cards, the table must read a number, or it is done."""
    if battle.step == "check":
        state = plunder(state, number, sink)
        battle = replace(battle, step="cards")
    if battle.step == "cards":
        if cards_decision(state, number) is not None:
            return state, battle
        state = damage_cards(state, number, least_valuable(state, state.players[number]), sink)
        battle = replace(battle, step="gold")
    if battle.step == "gold" and gold_decision(state, number) is None:
        state = recover(state, number, None, sink)
        battle = replace(battle, step="done")
    return state, battle
