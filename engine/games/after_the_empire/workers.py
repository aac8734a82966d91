"""Phase 1 (A-1 … A-6): workers on the board, on one's own board and on one's own cards."""

from engine.core.events import Event, Sink, Value
from engine.core.language import Counted, Phrase
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Barracks,
    Granary,
    Idle,
    Infirmary,
    Scout,
    TakeCard,
    UseCard,
    UseSpace,
)
from engine.games.after_the_empire.cards import Effect, ObjectiveCard, RefugeeCard
from engine.games.after_the_empire.constants import Space
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.library import find_card, find_holding_card
from engine.games.after_the_empire.purse import gain, pay, protect, sow, tell_trade
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.state import (
    Holding,
    Market,
    Objective,
    Player,
    State,
    Taken,
    turn,
    with_player,
    workers_left,
)

OWN_BOARD = ("granary", "infirmary", "stockpile", "barracks")
"""The spaces on every player's own board (A-3)."""


def player_of(state: State, number: int) -> Player:
    """The player with this number; firmly refused if nobody sits there."""
    if number >= len(state.players):
        impossible("C-1", "There is no player {number} at this table.", number=number + 1)
    return state.players[number]


def places(state: State, space: Space) -> int:
    """A-1, R-24: how many workers fit an area with this number of players."""
    always, three, four = space.places
    players = len(state.players)
    if players <= 2:
        return always
    if players == 3:
        return always + three
    return always + four + (three if state.table.rulings.extra_spaces == "add up" else 0)


def board_space(state: State, name: str) -> Space:
    """The area of the game board with this name."""
    space = next((space for space in state.table.constants.board if space.id == name), None)
    if space is None:
        impossible("A-2", "The board has no space called {name!r}.", name=name)
    return space


def put_worker(state: State, number: int, space: str, room: int, refuse: Refuse, called: str = "") -> State:
    """A-1: one worker from the Great Hall to a free space, in one's turn. `called`: what players call the space."""
    player = player_of(state, number)
    if state.phase != "actions":
        refuse("A-1", "Workers are placed in phase 1; the table is at {phase}.", phase=Phrase(state.phase))
    if not workers_left(player):
        refuse("A-1", "{player} has no worker left.", player=player.name)
    elif turn(state) != number:
        whose = turn(state)
        name = Phrase("nobody") if whose is None else state.players[whose].name
        refuse("A-1", "It is {name}'s turn, not {player}'s.", name=name, player=player.name)
    own = space in OWN_BOARD or space.startswith("card ")
    standing = sum(1 for taken in state.taken if taken.space == space and (not own or taken.player == number))
    if standing >= room:
        rule = "R-24" if own else "A-1"
        refuse(
            rule,
            "{space} is taken: {standing} of {room} places.",
            space=called or Phrase(space.capitalize()),
            standing=standing,
            room=room,
        )
    state = with_player(state, number, replace(player, placed=player.placed + 1))
    return replace(state, last_placed=number, taken=(*state.taken, Taken(space, number)))


def use_space(state: State, action: UseSpace, refuse: Refuse, sink: Sink | None) -> State:
    """A-2: an offer of an area of the game board."""
    space = board_space(state, action.space)
    offer = next((offer for offer in space.offers if offer.id == action.offer), None)
    if offer is None:
        impossible(
            "A-2",
            "{space} has no offer called {offer!r}.",
            space=Phrase(space.id.capitalize()),
            offer=action.offer,
        )
    if space.id == "scout":
        impossible("A-2", "The scout needs to know which farm to protect.")
    state = put_worker(state, action.player, space.id, places(state, space), refuse)
    player = pay(state.players[action.player], offer.cost, "A-2", refuse, Phrase(space.id))
    tell_trade(sink, "A-2", space.id, action.player, offer.cost, offer.gain)
    return with_player(state, action.player, gain(player, offer.gain))


def scout(state: State, action: Scout, refuse: Refuse, sink: Sink | None) -> State:
    """A-2: a Move-3 token, protect one farm, draw two secret objectives and keep one (R-27)."""
    space = board_space(state, "scout")
    if not space.offers:
        impossible("A-2", "Scout has no offer at this table.")
    offer = space.offers[0]
    state = put_worker(state, action.player, space.id, places(state, space), refuse)
    player = gain(state.players[action.player], offer.gain)
    if action.protect is not None:
        player = protect(player, (action.protect,), offer.gain.protect, state.table.rulings, refuse)
    constants, rulings = state.table.constants, state.table.rulings
    drawn = min(constants.scout_objectives, state.objectives_left)
    if drawn < constants.scout_objectives and rulings.short_objective_deck == "draw none":
        drawn = 0
    card = None if action.kept is None else find_card(state.table, action.kept, ObjectiveCard)
    if card is not None and not drawn:
        refuse("R-27", "The objective deck is empty: nothing can be kept.")
    kept = bool(drawn or card is not None)
    if kept:
        player = replace(player, objectives=(*player.objectives, Objective(card)))
        # the one not kept goes face up under the deck (C-7): only the kept one leaves it
        state = replace(state, objectives_left=max(0, state.objectives_left - 1))
    if sink:
        numbers: dict[str, Value] = {"objectives": drawn, "kept": int(kept), "side": action.protect or "none"}
        sink(Event("A-2", "scout", action.player, numbers))
    return with_player(state, action.player, player)


def take_card(state: State, action: TakeCard, refuse: Refuse, sink: Sink | None) -> State:
    """A-2: pay a building's or refugee's cost and take it; what it gives at once follows (A-6)."""
    card = find_holding_card(state.table, action.card)
    area = "refugees" if isinstance(card, RefugeeCard) else "buildings"
    if card.starting:
        refuse("S-1", "{card} is a starting card and is not in the market.", card=card.name)
    space = board_space(state, area)
    state = put_worker(state, action.player, area, places(state, space), refuse)
    player = pay(state.players[action.player], card.cost, "A-2", refuse, card.name)
    player = replace(player, cards=(*player.cards, Holding(card)))
    tell_trade(sink, "A-2", card.name, action.player, card.cost, Goods())
    at_once = [effect for effect in card.effects if effect.when == "gained"]
    allowed_sow = sum(effect.gain.sow for effect in at_once)
    allowed_protect = sum(effect.gain.protect for effect in at_once)
    for effect in at_once:
        player = gain(player, effect.gain)
        tell_trade(sink, "A-6", card.name, action.player, Goods(), effect.gain)
    constants, rulings = state.table.constants, state.table.rulings
    player = sow(player, action.sow, allowed_sow, constants, rulings, refuse)
    player = protect(player, action.protect, allowed_protect, rulings, refuse)
    state = replace(state, market=_without(state.market, card.id))
    return with_player(state, action.player, player)


def _without(market: Market, card_id: str) -> Market:
    """The market with this card's slot empty; of two copies one stays."""
    rows = []
    for row in (market.buildings, market.refugees):
        ids = [None if card is None else card.id for card in row]
        taken = ids.index(card_id) if card_id in ids else len(row)
        rows.append(tuple(None if slot == taken else card for slot, card in enumerate(row)))
    return Market(*rows)


def holding_of(player: Player, index: int) -> Holding:
    """A card in a player's play area; firmly refused if there is none at that place."""
    if index >= len(player.cards):
        impossible(
            "A-6",
            "{player} has {cards}; there is no card {number}.",
            player=player.name,
            cards=Counted("card", "cards", len(player.cards)),
            number=index + 1,
        )
    return player.cards[index]


def use_card(state: State, action: UseCard, refuse: Refuse, sink: Sink | None) -> State:
    """A-6: an effect of one's own card: with a worker, or free, once a season. A damaged card still works."""
    player = player_of(state, action.player)
    holding = holding_of(player, action.card)
    if action.effect >= len(holding.card.effects):
        impossible("A-6", "{card} has no effect {number}.", card=holding.card.name, number=action.effect + 1)
    effect = holding.card.effects[action.effect]
    if effect.when == "worker":
        space, room = f"card {action.card}", _card_room(holding)
        state = put_worker(state, action.player, space, room, refuse, holding.card.name)
    elif effect.when == "free":
        _refuse_free_action(state, player, action.player, refuse)
    else:
        refuse("A-6", "{card} gives this only when it is gained.", card=holding.card.name)
    if action.effect in holding.used:
        refuse("A-6", "{card} was used this season already.", card=holding.card.name)
    return _carry_out_effect(state, action, holding, effect, refuse, sink)


def _card_room(holding: Holding) -> int:
    return sum(1 for effect in holding.card.effects if effect.when == "worker")


def _refuse_free_action(state: State, player: Player, number: int, refuse: Refuse) -> None:
    """A-6: during one's own turn of phase 1, which lasts until the next player places a worker."""
    if state.phase != "actions":
        refuse("A-6", "Free actions belong to phase 1; the table is at {phase}.", phase=Phrase(state.phase))
    elif not state.table.count_only and number not in (turn(state), state.last_placed):
        refuse("A-6", "A free action is for one's own turn; it is not {player}'s.", player=player.name)


def _carry_out_effect(
    state: State, action: UseCard, holding: Holding, effect: Effect, refuse: Refuse, sink: Sink | None
) -> State:
    constants, rulings = state.table.constants, state.table.rulings
    player = pay(state.players[action.player], effect.cost, "A-6", refuse, holding.card.name)
    player = gain(player, effect.gain)
    player = sow(player, action.sow, effect.gain.sow, constants, rulings, refuse)
    player = protect(player, action.protect, effect.gain.protect, rulings, refuse)
    cards = list(player.cards)
    cards[action.card] = replace(holding, used=tuple(sorted({*holding.used, action.effect})))
    tell_trade(sink, "A-6", holding.card.name, action.player, effect.cost, effect.gain)
    return with_player(state, action.player, replace(player, cards=tuple(cards)))


def own_board(state: State, number: int, space: str, refuse: Refuse) -> State:
    """R-24: a worker on one of the spaces of one's own board."""
    return put_worker(state, number, space, state.table.rulings.own_board_workers, refuse)


def granary(state: State, action: Granary, refuse: Refuse, sink: Sink | None) -> State:
    """A-3: sow three times, then protect one farm."""
    constants, rulings = state.table.constants, state.table.rulings
    state = own_board(state, action.player, "granary", refuse)
    player = sow(state.players[action.player], action.sow, constants.granary_sows, constants, rulings, refuse)
    player = protect(player, action.protect, constants.granary_protects, rulings, refuse)
    if sink:
        numbers = {"sown": len(action.sow), "protected": len(action.protect)}
        sink(Event("A-3", "granary", action.player, numbers))
    return with_player(state, action.player, player)


def infirmary(state: State, action: Infirmary, refuse: Refuse, sink: Sink | None) -> State:
    """A-3: heal up to four wounded soldiers; they return to the player board."""
    most = state.table.constants.infirmary_heals
    state = own_board(state, action.player, "infirmary", refuse)
    player = state.players[action.player]
    if action.heal > most:
        soldiers = Counted("soldier", "soldiers", most)
        refuse("A-3", "The infirmary heals {soldiers} at most, not {asked}.", soldiers=soldiers, asked=action.heal)
    if action.heal > player.castle.wounded:
        refuse(
            "A-3",
            "{player} has {wounded}, not {asked}.",
            player=player.name,
            wounded=Counted("wounded soldier", "wounded soldiers", player.castle.wounded),
            asked=action.heal,
        )
    healed = min(action.heal, player.castle.wounded)
    if sink:
        sink(Event("A-3", "healed", action.player, {"soldiers": healed}))
    return with_player(state, action.player, gain(player, Goods(heal=healed)))


def barracks(state: State, action: Barracks, refuse: Refuse, sink: Sink | None) -> State:
    """A-3: 1 iron for a soldier, and/or 1 food to heal one."""
    constants = state.table.constants
    state = own_board(state, action.player, "barracks", refuse)
    player = state.players[action.player]
    wanted = ((action.recruit, constants.barracks_recruit), (action.heal, constants.barracks_heal))
    for offer in (offer for want, offer in wanted if want):
        if offer.gain.heal > player.castle.wounded:
            refuse("A-3", "{player} has no wounded soldier to heal.", player=player.name)
        player = gain(pay(player, offer.cost, "A-3", refuse, Phrase("the barracks")), offer.gain)
        tell_trade(sink, "A-3", "barracks", action.player, offer.cost, offer.gain)
    return with_player(state, action.player, player)


def idle(state: State, action: Idle, refuse: Refuse, sink: Sink | None) -> State:
    """R-24: a worker placed for no effect."""
    if not state.table.rulings.idle_workers:
        refuse("R-24", "At this table a worker must do something.")
    state = put_worker(state, action.player, "idle", len(state.taken) + 1, refuse)
    if sink:
        sink(Event("R-24", "idle", action.player, {}))
    return state
