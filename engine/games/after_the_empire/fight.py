"""The combat loop (section 3.3): archery, movement, melee, check — in one visible order."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.record import replace
from engine.games.after_the_empire.archery import archery, archery_decision
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.compass import INSIDE
from engine.games.after_the_empire.melee import melee_at_the_walls, melee_decision, melee_inside
from engine.games.after_the_empire.movement import (
    breach,
    bypass,
    bypass_decision,
    movement_decision,
    troop_movement,
)
from engine.games.after_the_empire.state import (
    Battle,
    BattleStep,
    Castle,
    Outcome,
    troops_inside,
    under_attack,
)

StepFunction: TypeAlias = Callable[[Castle, Orders, Sink | None], Castle]
StepDecision: TypeAlias = Callable[[Castle, Orders], Decision | None]


class Step(NamedTuple):
    """One step of the loop: its name, what it does, and what it may have to ask first."""

    name: BattleStep
    carry_out: StepFunction
    decision: StepDecision | None = None


LOOP: tuple[Step, ...] = (
    Step("archery", archery, archery_decision),  # B-1
    Step("breach", breach),  # M-1
    Step("bypass", bypass, bypass_decision),  # M-2
    Step("movement", troop_movement, movement_decision),  # M-3
    Step("walls", melee_at_the_walls),  # L-1
    Step("inside", melee_inside, melee_decision),  # L-2
)

_PLACE = {step.name: index for index, step in enumerate(LOOP)}


def outcome(castle: Castle) -> Outcome | None:
    """O-1: no invaders left anywhere is survived. O-2: invaders inside and no troop inside is sacked."""
    if castle.swordsmen[INSIDE] or castle.archers[INSIDE]:
        return None if troops_inside(castle) else "sacked"
    return None if under_attack(castle) else "survived"


def orders_in_round(orders: Orders, number: int) -> Orders:
    """R-3: with the ruling "first round", a ladder does nothing later on."""
    if number > 1 and orders.bypass and orders.rulings.ladder == "first round":
        return orders._replace(bypass=0)
    return orders


def fight(castle: Castle, orders: Orders, sink: Sink | None = None) -> tuple[Castle, int, Outcome]:
    """The whole loop with every open choice made by the rulings: the castle after it, rounds, outcome (O-3)."""
    if not under_attack(castle):
        if sink:
            sink(Event("O-3", "spared", orders.seat, {}))
        return castle, 0, "survived"
    rounds = 0
    ended: Outcome | None = None
    while ended is None:
        rounds += 1
        if rounds == 2:
            orders = orders_in_round(orders, rounds)
        if sink:
            sink(Event("B-1", "round", orders.seat, {"round": rounds}))
        for _, carry_out, _ in LOOP:
            castle = carry_out(castle, orders, sink)
            if carry_out is archery and not under_attack(castle):
                break  # nobody is left to move or to fight
        ended = outcome(castle)
    if sink:
        sink(Event("O-1" if ended == "survived" else "O-2", ended, orders.seat, {"rounds": rounds}))
    return castle, rounds, ended


def battle_decision(castle: Castle, battle: Battle, orders: Orders) -> Decision | None:
    """What the owner must say before the battle's present step can be carried out."""
    step = LOOP[_PLACE[battle.step]]
    if step.decision is None:
        return None
    return step.decision(castle, orders_in_round(orders, battle.round))


def advance_battle(castle: Castle, battle: Battle, orders: Orders, sink: Sink | None) -> tuple[Castle, Battle]:
    """Carry out steps until the owner must choose, or the loop has an outcome."""
    if battle.outcome is not None:
        return castle, battle
    if battle == Battle() and not under_attack(castle):
        if sink:
            sink(Event("O-3", "spared", orders.seat, {}))
        return castle, replace(battle, step="done", outcome="survived")
    while True:
        place = _PLACE[battle.step]
        now = orders_in_round(orders, battle.round)._replace(choices=battle.choices)
        step = LOOP[place]
        if step.decision is not None and step.decision(castle, now) is not None:
            return castle, battle
        if sink and place == 0:
            sink(Event("B-1", "round", orders.seat, {"round": battle.round}))
        castle = step.carry_out(castle, now, sink)
        if place + 1 < len(LOOP):
            battle = Battle(battle.round, LOOP[place + 1].name)
            continue
        ended = outcome(castle)
        if ended is None:
            battle = Battle(battle.round + 1)
            continue
        if sink:
            rule = "O-1" if ended == "survived" else "O-2"
            sink(Event(rule, ended, orders.seat, {"rounds": battle.round}))
        return castle, Battle(battle.round, "done" if ended == "survived" else "check", (), ended)
