"""Phase 6 (E-1): the board is made ready for the next season — or the game goes to final scoring."""

from engine.core.events import Event, Sink
from engine.core.record import replace
from engine.games.after_the_empire.cards import HoldingCard
from engine.games.after_the_empire.combat import dismiss_mercenaries
from engine.games.after_the_empire.state import Farm, Market, Player, State, Table, workers_left


def end_season(state: State, sink: Sink | None) -> State:
    """R-11: mercenaries leave after phase 5, in the last season too; then the board is refreshed (E-1)."""
    if state.table.rulings.mercenaries_leave == "end of season":
        state = dismiss_mercenaries(state, sink)
    if state.season >= state.table.constants.seasons:
        players = tuple(replace(player, reinforcements=0) for player in state.players)
        return replace(state, phase="scoring", players=players)
    return refresh(state, sink)


def refresh(state: State, sink: Sink | None) -> State:
    """E-1: cards are dealt anew, threat and season rise, workers come home, protect tokens and used villagers leave."""
    season = state.season + 1
    constants = state.table.constants
    players = tuple(next_season_player(player, season, state.table) for player in state.players)
    threat = state.threat + constants.threat_step  # from where the table's tracker stands (S-3)
    if sink:
        sink(Event("E-1", "refresh", None, {"season": season, "threat": threat}))
        if season in constants.worker_seasons:
            sink(Event("E-1", "new worker", None, {"season": season}))
    return replace(
        state,
        season=season,
        threat=threat,
        phase="actions",
        players=players,
        last_placed=None,
        taken=(),
        market=slide_market(state),
        report=None,
        combat=None,
    )


def next_season_player(player: Player, season: int, table: Table) -> Player:
    """E-1 for one player: entering seasons 3 and 6 gives a worker; a villager leaves after its use (O-4).

    Where workers are not logged, every worker was used.
    """
    unused_villagers = 0 if table.count_only else min(player.villagers, workers_left(player))
    return replace(
        player,
        workers=player.workers + (1 if season in table.constants.worker_seasons else 0),
        placed=0,
        villagers=unused_villagers + player.villagers_coming,
        villagers_coming=0,
        reinforcements=0,
        farms=tuple(Farm(farm.level) for farm in player.farms),
        cards=tuple(replace(holding, used=()) if holding.used else holding for holding in player.cards),
        sacked=False,
    )


def slide_market(state: State) -> Market:
    """E-1, R-23: cards in the marked slots are discarded, the rest slide, empty slots wait to be filled."""
    rulings = state.table.rulings
    return Market(
        _slide(state.market.buildings, rulings.discarded_buildings),
        _slide(state.market.refugees, rulings.discarded_refugees),
    )


def _slide(row: tuple[HoldingCard | None, ...], marked: int) -> tuple[HoldingCard | None, ...]:
    kept = [card for card in row[marked:] if card is not None]
    return (*kept, *(None,) * (len(row) - len(kept)))
