"""Paying and gaining: the one place where a player's goods change hands."""

from engine.core.events import Event, Sink
from engine.core.language import Counted, Listed, Phrase
from engine.core.record import replace
from engine.games.after_the_empire.compass import INSIDE, SIDE_INDEX, Side
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.goods import GAINS, RESOURCES, Goods
from engine.games.after_the_empire.refusal import Refuse
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import Farm, Player, put


def owned(player: Player) -> dict[str, int]:
    """What a player can pay with."""
    castle = player.castle
    return {
        "gold": player.gold,
        "food": player.food,
        "wood": castle.wood,
        "stone": castle.stone,
        "iron": player.iron,
    }


def pay(player: Player, cost: Goods, rule: str, refuse: Refuse, what: str | Phrase) -> Player:
    """The player after paying; refused where something is missing (done anyway, what is there is taken)."""
    has = owned(player)
    missing = [
        Counted(name, name, getattr(cost, name) - has[name]) for name in RESOURCES if getattr(cost, name) > has[name]
    ]
    if missing:
        refuse(
            rule,
            "{player} is {missing} short for {what}.",
            player=player.name,
            missing=Listed(missing, with_and=True),
            what=what,
        )
    left = {name: max(0, has[name] - getattr(cost, name)) for name in RESOURCES}
    castle = player.castle
    if left["wood"] != castle.wood or left["stone"] != castle.stone:
        castle = replace(castle, wood=left["wood"], stone=left["stone"])
    return replace(player, gold=left["gold"], food=left["food"], iron=left["iron"], castle=castle)


def gain(player: Player, goods: Goods) -> Player:
    """The player with these resources, troops (inside the castle) and move tokens; wounded soldiers healed."""
    castle = player.castle
    healed = min(goods.heal, castle.wounded)
    if goods.wood or goods.stone or goods.soldiers or goods.mercenaries or healed:
        castle = replace(
            castle,
            wood=castle.wood + goods.wood,
            stone=castle.stone + goods.stone,
            soldiers=put(castle.soldiers, INSIDE, castle.soldiers[INSIDE] + goods.soldiers + healed),
            mercenaries=put(castle.mercenaries, INSIDE, castle.mercenaries[INSIDE] + goods.mercenaries),
            wounded=castle.wounded - healed,
        )
    return replace(
        player,
        gold=player.gold + goods.gold,
        food=player.food + goods.food,
        iron=player.iron + goods.iron,
        castle=castle,
        move_ones=player.move_ones + goods.move_ones,
        move_threes=player.move_threes + goods.move_threes,
    )


def sow(
    player: Player, sides: tuple[Side, ...], most: int, constants: Constants, rulings: Rulings, refuse: Refuse
) -> Player:
    """A-4: each sowing raises a farm by one level, 0 to 1 to 2; sowing a razed farm removes the flame."""
    if len(sides) > most:
        refuse(
            "A-4",
            "That is {sowings}; {most} is the most here.",
            sowings=Counted("sowing", "sowings", len(sides)),
            most=most,
        )
    farms = list(player.farms)
    for number, side in enumerate(sides):
        farm = farms[SIDE_INDEX[side]]
        if farm.level >= constants.best_farm:
            refuse(
                "A-4",
                "{player}'s {side} farm is at level {level} already.",
                player=player.name,
                side=Phrase(side),
                level=farm.level,
            )
            continue
        if not rulings.sow_one_farm_repeatedly and side in sides[:number]:
            refuse(
                "R-19", "{player}'s {side} farm was sown by this action already.", player=player.name, side=Phrase(side)
            )
        farms[SIDE_INDEX[side]] = Farm(farm.level + 1, farm.protected)
    return replace(player, farms=tuple(farms))


def protect(player: Player, sides: tuple[Side, ...], most: int, rulings: Rulings, refuse: Refuse) -> Player:
    """A-4, R-19: a token each; a protected farm is not razed this season."""
    if len(sides) > most:
        refuse(
            "A-4",
            "That protects {farms}; {most} is the most here.",
            farms=Counted("farm", "farms", len(sides)),
            most=most,
        )
    farms = list(player.farms)
    for side in sides:
        farm = farms[SIDE_INDEX[side]]
        if farm.protected:
            refuse("R-19", "{player}'s {side} farm is protected already.", player=player.name, side=Phrase(side))
        if not rulings.protect_razed_farms and farm.level == 0:
            refuse(
                "R-19",
                "{player}'s {side} farm is razed and cannot be protected.",
                player=player.name,
                side=Phrase(side),
            )
        farms[SIDE_INDEX[side]] = Farm(farm.level, True)
    return replace(player, farms=tuple(farms))


def tell_trade(sink: Sink | None, rule: str, what: str, seat: int, cost: Goods, gained: Goods) -> None:
    """Say what was paid and gained."""
    if sink:
        numbers = {f"paid_{name}": getattr(cost, name) for name in RESOURCES if getattr(cost, name)}
        numbers |= {f"gained_{name}": getattr(gained, name) for name in GAINS if getattr(gained, name)}
        sink(Event(rule, "trade", seat, {"what": what, **numbers}))
