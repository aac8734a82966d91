"""Carrying out corrections. Anything tracked can be set at any time; nothing impossible is kept."""

from collections.abc import Callable
from typing import Any

from engine.core.events import Event, Sink
from engine.core.language import Phrase
from engine.core.record import replace
from engine.games.after_the_empire.compass import POST_INDEX, SIDE_INDEX
from engine.games.after_the_empire.corrections import (
    AddCard,
    Correct,
    Correction,
    FreeSpace,
    SetCard,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetNumber,
    SetObjectives,
    SetOrder,
    SetPhase,
    SetPiece,
    SetSacked,
    SetTable,
    SetTroops,
)
from engine.games.after_the_empire.faults import faults
from engine.games.after_the_empire.library import find_holding_card
from engine.games.after_the_empire.places import place_words
from engine.games.after_the_empire.preparation import begin_combat
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.scoring import winners
from engine.games.after_the_empire.state import (
    NOBODY,
    Castle,
    Holding,
    Objective,
    Player,
    State,
    Taken,
    put,
    with_player,
)
from engine.games.after_the_empire.stockpile import with_piece
from engine.games.after_the_empire.workers import holding_of, player_of


def correct(state: State, action: Correct, refuse: Refuse, sink: Sink | None) -> State:
    """All changes at once; firmly refused if they leave something impossible that was not there before."""
    known = faults(state)
    changed = state
    for change in action.changes:
        changed = _CHANGES[type(change)](changed, change)
    for fault in faults(changed):
        if fault not in known:
            impossible(fault.rule, "{place}: {why}.", place=place_words(changed, fault.place), why=fault.why)
    if changed.phase == "over":
        changed = replace(changed, winners=winners(changed))  # the chart was counted again, too (G-3)
    if sink:
        for change in action.changes:
            number = getattr(change, "player", None)
            what = change.number if isinstance(change, SetNumber | SetTable) else change.kind
            sink(Event("table", "correction", number, {"what": what}))
    return changed


def _with(state: State, change: Any, player: Player) -> State:
    return with_player(state, change.player, player)


def _with_castle(state: State, change: Any, castle: Castle) -> State:
    player = player_of(state, change.player)
    return with_player(state, change.player, replace(player, castle=castle))


def _set_number(state: State, change: SetNumber) -> State:
    player = player_of(state, change.player)
    new: dict[str, Any] = {change.number.replace(" ", "_"): change.to}
    if change.number in ("wood", "stone", "wounded"):
        return _with_castle(state, change, replace(player.castle, **new))
    return _with(state, change, replace(player, **new))


def _set_piece(state: State, change: SetPiece) -> State:
    castle = player_of(state, change.player).castle
    return _with_castle(state, change, with_piece(castle, change.at, change.piece))


def _set_troops(state: State, change: SetTroops) -> State:
    castle = player_of(state, change.player).castle
    post = POST_INDEX[change.at]
    soldiers = put(castle.soldiers, post, change.soldiers)
    mercenaries = put(castle.mercenaries, post, change.mercenaries)
    return _with_castle(state, change, replace(castle, soldiers=soldiers, mercenaries=mercenaries, fallen=(0, 0)))


def _set_invaders(state: State, change: SetInvaders) -> State:
    castle = player_of(state, change.player).castle
    post = POST_INDEX[change.at]
    swordsmen = put(castle.swordsmen, post, change.swordsmen)
    archers = put(castle.archers, post, change.archers)
    return _with_castle(state, change, replace(castle, swordsmen=swordsmen, archers=archers))


def _set_farm(state: State, change: SetFarm) -> State:
    player = player_of(state, change.player)
    farms = list(player.farms)
    farms[SIDE_INDEX[change.side]] = change.farm
    return _with(state, change, replace(player, farms=tuple(farms)))


def _set_flags(state: State, change: SetFlags) -> State:
    return _with(state, change, replace(player_of(state, change.player), flags=change.flags))


def _add_card(state: State, change: AddCard) -> State:
    player = player_of(state, change.player)
    card = find_holding_card(state.table, change.card)
    return _with(state, change, replace(player, cards=(*player.cards, Holding(card))))


def _set_card(state: State, change: SetCard) -> State:
    player = player_of(state, change.player)
    holding = holding_of(player, change.card)
    changed = () if change.gone else (Holding(holding.card, change.damaged, change.used),)
    cards = (*player.cards[: change.card], *changed, *player.cards[change.card + 1 :])
    if change.gone:
        state = replace(state, taken=_without_card(state.taken, change.player, change.card, len(player.cards)))
    return _with(state, change, replace(player, cards=cards))


def _without_card(taken: tuple[Taken, ...], number: int, gone: int, cards: int) -> tuple[Taken, ...]:
    """The workers on spaces when a card leaves: those on later cards stand on one that moved up."""
    moved = {Taken(f"card {card}", number): Taken(f"card {card - 1}", number) for card in range(gone + 1, cards)}
    on_it = Taken(f"card {gone}", number)
    return tuple(moved.get(worker, worker) for worker in taken if worker != on_it)


def _set_objectives(state: State, change: SetObjectives) -> State:
    player = player_of(state, change.player)
    kept = player.objectives[: change.number]
    fresh = (Objective(),) * (change.number - len(kept))
    return _with(state, change, replace(player, objectives=(*kept, *fresh)))


def _set_sacked(state: State, change: SetSacked) -> State:
    return _with(state, change, replace(player_of(state, change.player), sacked=change.sacked))


def _set_table(state: State, change: SetTable) -> State:
    if change.number == "season":
        if not 1 <= change.to <= state.table.constants.seasons:
            most = state.table.constants.seasons
            impossible("C-1", "The game has seasons 1 to {most}, not {asked}.", most=most, asked=change.to)
        return replace(state, season=change.to)
    if change.number == "threat":
        return replace(state, threat=change.to)
    return replace(state, objectives_left=change.to)


def _set_phase(state: State, change: SetPhase) -> State:
    """Phases are guided, not forced: the table may be anywhere."""
    if change.phase == "over":
        impossible("G-3", "The game ends by its final scoring.")
    state = replace(state, phase=change.phase, winners=())
    if change.phase != "combat":
        return state
    if state.table.rulings.invaders_outside_when_sacked == "leave":  # else some may stand there from before
        state = replace(state, players=tuple(_with_empty_fields(player) for player in state.players))
    return begin_combat(state)


def _with_empty_fields(player: Player) -> Player:
    return replace(player, castle=replace(player.castle, swordsmen=NOBODY, archers=NOBODY, fallen=(0, 0)))


def _set_order(state: State, change: SetOrder) -> State:
    if change.last_placed is not None:
        player_of(state, change.last_placed)
    return replace(state, order=change.order, last_placed=change.last_placed)


def _free_space(state: State, change: FreeSpace) -> State:
    """One worker comes home, the space is open again."""
    player = player_of(state, change.player)
    worker = Taken(change.space, change.player)
    if worker not in state.taken:
        impossible("A-1", "{player} has no worker on {space}.", player=player.name, space=Phrase(change.space))
    index = state.taken.index(worker)
    state = replace(state, taken=(*state.taken[:index], *state.taken[index + 1 :]))
    return _with(state, change, replace(player, placed=max(0, player.placed - 1)))


_CHANGES: dict[type[Correction], Callable[[State, Any], State]] = {
    SetNumber: _set_number,
    SetPiece: _set_piece,
    SetTroops: _set_troops,
    SetInvaders: _set_invaders,
    SetFarm: _set_farm,
    SetFlags: _set_flags,
    AddCard: _add_card,
    SetCard: _set_card,
    SetObjectives: _set_objectives,
    SetSacked: _set_sacked,
    SetTable: _set_table,
    SetPhase: _set_phase,
    SetOrder: _set_order,
    FreeSpace: _free_space,
}
