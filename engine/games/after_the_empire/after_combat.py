"""After combat: flags (F-1), income and turn order (I-1, I-2), harvest and feast (H-1, H-2)."""

from engine.core.events import Event, Sink
from engine.core.record import replace
from engine.games.after_the_empire.compass import INSIDE
from engine.games.after_the_empire.constants import season_flag
from engine.games.after_the_empire.state import Castle, Player, State


def award_flags(state: State, sink: Sink | None) -> State:
    """F-1: the non-sacked player with the most gold takes the season's flag; tied players a 1-gold flag each."""
    leaders = flag_leaders(state)
    constants = state.table.constants
    value = season_flag(constants, state.season) if len(leaders) == 1 else constants.tied_flag
    players = list(state.players)
    for number in leaders:
        players[number] = replace(players[number], flags=(*players[number].flags, value))
        if sink:
            what = "flag" if len(leaders) == 1 else "tied flag"
            numbers = {"value": value, "gold": players[number].gold, "season": state.season}
            sink(Event("F-1", what, number, numbers))
    if not leaders and sink:
        sink(Event("F-1", "no flag", None, {"season": state.season}))
    return replace(state, phase="income", players=tuple(players))


def flag_leaders(state: State) -> tuple[int, ...]:
    """F-1, R-7: those with the most gold among the players who were not sacked."""
    standing = [number for number, player in enumerate(state.players) if not player.sacked]
    if state.table.rulings.flag_leader == "before combat" and state.combat is not None:
        return tuple(number for number in state.combat.leaders if number in standing)
    most = max((state.players[number].gold for number in standing), default=0)
    return tuple(number for number in standing if state.players[number].gold == most)


def castle_income(castle: Castle) -> int:
    """I-1: castle pieces that give gold: every wall, gate and turret, with or without cubes, but no flamed turret."""
    return sum(1 for piece in (*castle.walls, *castle.turrets) if piece is not None and not piece.flame)


def take_income(state: State, sink: Sink | None) -> State:
    """I-1: 1 gold per castle piece. I-2: then the turn order, least gold first, ties as they were."""
    each = state.table.constants.income_per_piece
    players = []
    for number, player in enumerate(state.players):
        pieces = castle_income(player.castle)
        if sink:
            gold = player.gold + each * pieces
            numbers = {"pieces": pieces, "gold": each * pieces, "before": player.gold, "after": gold}
            sink(Event("I-1", "income", number, numbers))
        players.append(replace(player, gold=player.gold + each * pieces))
    order = tuple(sorted(state.order, key=lambda number: players[number].gold))
    if sink:
        for place, number in enumerate(order, start=1):
            sink(Event("I-2", "turn order", number, {"place": place, "gold": players[number].gold}))
    return replace(state, phase="harvest", players=tuple(players), order=order)


def harvest_and_feast(state: State, sink: Sink | None) -> State:
    """H-1 for everyone, then H-2; the season's gold is noted for the chart."""
    players = tuple(
        feast(state, harvest(player, number, sink), number, sink) for number, player in enumerate(state.players)
    )
    history = (*state.gold_history, tuple(player.gold for player in players))
    return replace(state, phase="refresh", players=players, gold_history=history)


def harvest(player: Player, number: int, sink: Sink | None) -> Player:
    """H-1: each farm gives its level in food; a razed farm gives none."""
    food = sum(farm.level for farm in player.farms)
    if sink:
        sink(Event("H-1", "harvest", number, {"food": food, "after": player.food + food}))
    return replace(player, food=player.food + food)


def feast(state: State, player: Player, number: int, sink: Sink | None) -> Player:
    """H-2: 1 food per soldier, wounded or not; mercenaries do not eat; then 1 gold per soldier unfed (R-8)."""
    castle = player.castle
    soldiers = sum(castle.soldiers) + castle.wounded
    food = min(player.food, soldiers)
    gold = min(player.gold, soldiers - food)
    unpaid = soldiers - food - gold
    if sink:
        sink(Event("H-2", "feast", number, {"soldiers": soldiers, "food": food, "gold": gold}))
    player = replace(player, food=player.food - food, gold=player.gold - gold)
    if unpaid:
        leave = state.table.rulings.feast_debt == "unpaid soldiers leave"
        if sink:
            sink(Event("R-8", "unpaid leave" if leave else "unpaid", number, {"soldiers": unpaid}))
        if leave:
            return replace(player, castle=_without_soldiers(castle, unpaid))
    return player


def _without_soldiers(castle: Castle, leaving: int) -> Castle:
    """R-8, the other ruling: the wounded leave first, then those inside, then those on walls."""
    wounded = min(castle.wounded, leaving)
    leaving -= wounded
    soldiers = list(castle.soldiers)
    for post in (INSIDE, 0, 1, 2, 3):
        gone = min(soldiers[post], leaving)
        soldiers[post] -= gone
        leaving -= gone
    return replace(castle, wounded=castle.wounded - wounded, soldiers=tuple(soldiers))
