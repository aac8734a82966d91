"""What a player can do in phase 1, worked out from the table: for tiles that are greyed out, and for practice play."""

from engine.core.errors import RuleError
from engine.games.after_the_empire.actions import (
    Barracks,
    Build,
    ClearFlame,
    Granary,
    Idle,
    Infirmary,
    Mend,
    Repair,
    Scout,
    Stockpile,
    StockpileJob,
    TakeCard,
    UseCard,
    UseSpace,
    Worker,
)
from engine.games.after_the_empire.compass import CORNERS, SIDES, Side
from engine.games.after_the_empire.refusal import refuse
from engine.games.after_the_empire.state import Player, State
from engine.games.after_the_empire.stockpile import stockpile
from engine.games.after_the_empire.workers import (
    barracks,
    granary,
    idle,
    infirmary,
    scout,
    take_card,
    use_card,
    use_space,
)


def worker_options(state: State, number: int) -> list[Worker]:
    """Every simple thing a player's worker (or a free action) can do now, by the rules."""
    return [option for option in _conceivable(state, number) if _allowed(state, option)]


def _allowed(state: State, option: Worker) -> bool:
    handlers = {
        UseSpace: use_space,
        Scout: scout,
        TakeCard: take_card,
        UseCard: use_card,
        Granary: granary,
        Infirmary: infirmary,
        Barracks: barracks,
        Stockpile: stockpile,
        Idle: idle,
    }
    try:
        handlers[type(option)](state, option, refuse, None)  # type: ignore[operator]
    except RuleError:
        return False
    return True


def _conceivable(state: State, number: int) -> list[Worker]:
    player = state.players[number]
    options: list[Worker] = [
        UseSpace(number, space.id, offer.id)
        for space in state.table.constants.board
        if space.id != "scout"
        for offer in space.offers
    ]
    unprotected: list[Side] = [side for side, farm in zip(SIDES, player.farms, strict=True) if not farm.protected]
    options += [Scout(number, side) for side in unprotected] or [Scout(number)]
    options += [
        TakeCard(number, card) for card in (*state.market.buildings, *state.market.refugees) if card is not None
    ]
    options += [
        UseCard(number, index, effect)
        for index, holding in enumerate(player.cards)
        for effect in range(len(holding.card.effects))
    ]
    options.append(Granary(number, _sowings(state, player), tuple(unprotected[:1])))
    options.append(Infirmary(number, min(player.castle.wounded, state.table.constants.infirmary_heals)))
    options += [Barracks(number, recruit, heal) for recruit, heal in ((True, True), (True, False), (False, True))]
    options += [Stockpile(number, (job,)) for job in _jobs(player)]
    options.append(Idle(number))
    return options


def _sowings(state: State, player: Player) -> tuple[Side, ...]:
    """As many sowings as the granary gives, on the farms that can still grow."""
    growth: list[Side] = []
    for side, farm in zip(SIDES, player.farms, strict=True):
        growth += [side] * max(0, state.table.constants.best_farm - farm.level)
        if not state.table.rulings.sow_one_farm_repeatedly:
            growth = list(dict.fromkeys(growth))
    return tuple(growth[: state.table.constants.granary_sows])


def _jobs(player: Player) -> list[StockpileJob]:
    castle = player.castle
    jobs: list[StockpileJob] = [
        Build(side, kind, material) for side in SIDES for kind in ("wall", "gate") for material in ("wood", "stone")
    ]
    jobs += [Build(corner, "turret", material) for corner in CORNERS for material in ("wood", "stone")]
    jobs += [Repair(side, 1) for side, piece in zip(SIDES, castle.walls, strict=True) if piece is not None]
    for corner, turret in zip(CORNERS, castle.turrets, strict=True):
        if turret is not None:
            jobs.append(ClearFlame(corner) if turret.flame else Repair(corner, 1))
    jobs += [Mend(index) for index, holding in enumerate(player.cards) if holding.damaged]
    return jobs
