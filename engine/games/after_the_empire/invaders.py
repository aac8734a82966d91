"""Invader cards (P-2) and razing (P-4)."""

from engine.core.events import Event, Sink, Value
from engine.core.record import replace
from engine.games.after_the_empire.cards import tier_reached
from engine.games.after_the_empire.compass import SIDE_INDEX, SIDES
from engine.games.after_the_empire.state import Draw, Farm, Player, State, level, put


def arrive(state: State, draw: Draw, sink: Sink | None) -> State:
    """P-2: each player takes the highest tier at most max(gold, threat), on the card's compass side."""
    side = SIDE_INDEX[draw.side]
    players = []
    for number, player in enumerate(state.players):
        tier = tier_reached(draw.card.tiers, level(state, player))
        if tier is not None and (tier.swordsmen or tier.archers):
            castle = player.castle
            player = replace(
                player,
                castle=replace(
                    castle,
                    swordsmen=put(castle.swordsmen, side, castle.swordsmen[side] + tier.swordsmen),
                    archers=put(castle.archers, side, castle.archers[side] + tier.archers),
                ),
            )
        players.append(player)
        if sink:
            numbers: dict[str, Value] = {
                "card": draw.card.name,
                "side": draw.side,
                "level": level(state, player),
                "tier": -1 if tier is None else tier.gold,
                "swordsmen": 0 if tier is None else tier.swordsmen,
                "archers": 0 if tier is None else tier.archers,
            }
            sink(Event("P-2", "arrive" if tier is not None else "below first tier", number, numbers))
    return replace(state, players=tuple(players))


def raze(player: Player, number: int, sink: Sink | None) -> Player:
    """P-4: a farm with invaders in its field loses one level, once per combat; protected farms are safe."""
    castle = player.castle
    farms = list(player.farms)
    for side, farm in enumerate(farms):
        if not castle.swordsmen[side] + castle.archers[side]:
            continue
        if farm.protected:
            if sink:
                sink(Event("P-4", "protected", number, {"side": SIDES[side]}))
        elif farm.level:
            farms[side] = Farm(farm.level - 1, False)
            if sink:
                what = "razed" if farm.level == 1 else "farm lowered"
                sink(Event("P-4", what, number, {"side": SIDES[side], "to": farm.level - 1}))
    if tuple(farms) == player.farms:
        return player
    return replace(player, farms=tuple(farms))
