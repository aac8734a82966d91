"""What the table shows and agrees on at any time: market cards, house rules, policies, taught cards."""

from engine.core.events import Event, Sink
from engine.core.language import Phrase
from engine.core.record import replace
from engine.games.after_the_empire.actions import AskMe, ChangeRules, SetPolicy, ShowMarket, TeachCard
from engine.games.after_the_empire.cards import BuildingCard, HoldingCard, RefugeeCard
from engine.games.after_the_empire.faults import faults
from engine.games.after_the_empire.library import find_card, teach, unsound_card
from engine.games.after_the_empire.places import place_words
from engine.games.after_the_empire.preparation import combat_of
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.state import Market, State, with_player
from engine.games.after_the_empire.workers import player_of


def show_market(state: State, action: ShowMarket, refuse: Refuse, sink: Sink | None) -> State:
    """S-4: the face-up buildings and refugees."""
    constants = state.table.constants
    for kind, shown, slots in (
        ("buildings", action.buildings, constants.market_buildings),
        ("refugees", action.refugees, constants.market_refugees),
    ):
        if len(shown) > slots:
            refuse(
                "S-4",
                "The market has {slots} slots for {kind}, not {shown}.",
                slots=slots,
                kind=Phrase(kind),
                shown=len(shown),
            )
    buildings: tuple[HoldingCard | None, ...] = tuple(
        None if given is None else find_card(state.table, given, BuildingCard) for given in action.buildings
    )
    refugees: tuple[HoldingCard | None, ...] = tuple(
        None if given is None else find_card(state.table, given, RefugeeCard) for given in action.refugees
    )
    buildings += (None,) * (constants.market_buildings - len(buildings))
    refugees += (None,) * (constants.market_refugees - len(refugees))
    if sink:
        numbers = {
            "buildings_shown": sum(1 for card in buildings if card),
            "refugees_shown": sum(1 for card in refugees if card),
        }
        sink(Event("S-4", "market", None, numbers))
    return replace(state, market=Market(buildings, refugees))


def change_rules(state: State, action: ChangeRules, refuse: Refuse, sink: Sink | None) -> State:
    """House rulings and component constants, from now on. What stands on the table must fit them."""
    table = state.table
    table = replace(
        table,
        rulings=action.rulings or table.rulings,
        constants=action.constants or table.constants,
    )
    known = faults(state)
    changed = replace(state, table=table)
    for fault in faults(changed):
        if fault not in known:
            impossible(fault.rule, "{place}: {why}.", place=place_words(changed, fault.place), why=fault.why)
    if sink:
        sink(Event("table", "rules", None, {}))
    return changed


def set_policy(state: State, action: SetPolicy, refuse: Refuse, sink: Sink | None) -> State:
    """R-13: guard, hold or ask, player by player."""
    player = player_of(state, action.player)
    if sink:
        policy = action.policy or state.table.rulings.policy
        sink(Event("R-13", "policy", action.player, {"policy": policy}))
    return with_player(state, action.player, replace(player, policy=action.policy))


def ask_me(state: State, action: AskMe, refuse: Refuse, sink: Sink | None) -> State:
    """R-12, R-13: who wants to be asked about everything is asked, until this combat is over."""
    combat = combat_of(state, "R-12")
    player_of(state, action.player)
    others = tuple(number for number in combat.asking if number != action.player)
    asking = tuple(sorted((*others, action.player))) if action.ask else others
    if sink:
        sink(Event("R-12", "asks" if action.ask else "left to the app", action.player, {}))
    return replace(state, combat=replace(combat, asking=asking))


def teach_card(state: State, action: TeachCard, refuse: Refuse, sink: Sink | None) -> State:
    """A card taught once is known from then on."""
    unsound_card(action.card)
    if sink:
        sink(Event("C-7", "taught", None, {"card": action.card.name}))
    return replace(state, table=teach(state.table, action.card))
