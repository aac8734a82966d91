"""Phase 2 as a whole: the battles of all players, their decisions, and the end of combat."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.language import Counted, Phrase
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    DamageCards,
    MoveTroops,
    ReadRedNumber,
)
from engine.games.after_the_empire.archery import turret_fire
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.compass import POST_INDEX
from engine.games.after_the_empire.fight import advance_battle, battle_decision
from engine.games.after_the_empire.outcome import (
    cards_decision,
    cards_to_damage,
    damage_cards,
    damageable,
    end_of_battle,
    gold_decision,
    recover,
    red_number_key,
)
from engine.games.after_the_empire.preparation import (
    advance_preparation,
    arrangement_fault,
    combat_of,
    preparation_decision,
)
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.siege import bypass_number
from engine.games.after_the_empire.state import (
    Battle,
    BattleStep,
    Choice,
    ChosenBypass,
    ChosenLosses,
    ChosenMovement,
    ChosenTargets,
    Combat,
    Player,
    RedNumber,
    State,
    policy_of,
    with_castle,
)
from engine.games.after_the_empire.workers import player_of


def orders_for(state: State, number: int, choices: tuple[Choice, ...] = ()) -> Orders:
    """Everything a player's battle needs besides the castle."""
    player = state.players[number]
    table = state.table
    side, strength = bypass_number(state, player)
    fire = turret_fire(player.castle.turrets, table.constants)
    return Orders(number, table.rulings, fire, side, strength, policy_of(state, player), choices)


def _with_battle(state: State, number: int, battle: Battle) -> State:
    combat = state.combat
    assert combat is not None
    battles = (*combat.battles[:number], battle, *combat.battles[number + 1 :])
    return replace(state, combat=replace(combat, battles=battles))


def advance_combat(state: State, sink: Sink | None) -> State:
    """Carry combat on until somebody must decide or every battle is done."""
    if state.phase != "combat" or state.combat is None:
        return state
    state = advance_preparation(state, sink)
    combat = state.combat
    assert combat is not None
    if combat.step != "fight":
        return state
    for number in range(len(state.players)):
        state = _advance_player(state, number, sink)
    assert state.combat is not None
    if all(battle.step == "done" for battle in state.combat.battles):
        return _end_combat(state, sink)
    return state


def _advance_player(state: State, number: int, sink: Sink | None) -> State:
    """One player's battle, as far as it goes by itself."""
    assert state.combat is not None
    battle = state.combat.battles[number]
    if battle.step == "done":
        return state
    now = battle
    if battle.outcome is None:
        before = state.players[number].castle
        castle, now = advance_battle(before, battle, orders_for(state, number), sink)
        if castle is not before:
            state = with_castle(state, number, castle)
    if now.outcome == "sacked":
        state, now = end_of_battle(state, number, now, sink)
    return state if now is battle else _with_battle(state, number, now)


def _end_combat(state: State, sink: Sink | None) -> State:
    """P-8: all move tokens leave after combat. R-11: by ruling, mercenaries too."""
    players = tuple(
        replace(player, move_ones=0, move_threes=0) if player.move_ones or player.move_threes else player
        for player in state.players
    )
    state = replace(state, phase="flags", players=players)
    if state.table.rulings.mercenaries_leave == "after combat":
        state = dismiss_mercenaries(state, sink)
    return state


def dismiss_mercenaries(state: State, sink: Sink | None) -> State:
    """R-11, O-3: mercenaries leave; those a sack has just brought stay for next season (O-4)."""
    players = []
    for number, player in enumerate(state.players):
        there = sum(player.castle.mercenaries)
        staying = min(player.reinforcements, there)
        if there > staying:
            mercenaries = (0, 0, 0, 0, staying)
            player = replace(player, castle=replace(player.castle, mercenaries=mercenaries))
            if sink:
                sink(Event("R-11", "mercenaries leave", number, {"mercenaries": there - staying}))
        players.append(player)
    return replace(state, players=tuple(players))


# the owner's answers


def _battle_waiting(state: State, number: int, step: BattleStep, rule: str) -> tuple[Combat, Player, Battle]:
    """The battle, if it waits at this step; firmly refused otherwise."""
    combat = combat_of(state, rule)
    player = player_of(state, number)
    if combat.step != "fight" or combat.battles[number].step != step:
        impossible(rule, "{player}'s battle does not wait for that now.", player=player.name)
    return combat, player, combat.battles[number]


def _open_decision(state: State, number: int, kinds: tuple[str, ...], at: str | None, rule: str) -> Decision:
    """The owner's open decision of one of these kinds; firmly refused if there is none."""
    player = player_of(state, number)
    decision = battle_pending(state, number)
    if decision is None or decision.kind not in kinds or (at is not None and decision.about.get("at") != at):
        where = Phrase("") if at is None else Phrase(" at {at}", at=Phrase(at))
        impossible(rule, "{player} has nothing to choose{where} now.", player=player.name, where=where)
    return decision


def _chosen(state: State, number: int, choice: Choice) -> State:
    assert state.combat is not None
    battle = state.combat.battles[number]
    return _with_battle(state, number, replace(battle, choices=(*battle.choices, choice)))


def _refuse_outside(decision: Decision, number: int, what: str, refuse: Refuse) -> int:
    """The number chosen, kept within what the decision allows."""
    fewest, most = int(decision.about["fewest"]), int(decision.about["most"])
    if not fewest <= number <= most:
        refuse(
            decision.rule,
            "{fewest} to {most} of them can be {what}, not {number}.",
            fewest=fewest,
            most=most,
            what=Phrase(what),
            number=number,
        )
    return min(max(number, fewest), most)


def choose_targets(state: State, action: ChooseTargets, refuse: Refuse, sink: Sink | None) -> State:
    """B-1, L-2: the owner chooses which invaders are hit."""
    kinds = ("archery targets", "melee targets")
    decision = _open_decision(state, action.player, kinds, action.at, "B-1")
    archers = _refuse_outside(decision, action.archers, "archers", refuse)
    return _chosen(state, action.player, ChosenTargets(POST_INDEX[action.at], archers))


def choose_losses(state: State, action: ChooseLosses, refuse: Refuse, sink: Sink | None) -> State:
    """B-1, L-2: the owner chooses which troops are lost."""
    kinds = ("archery losses", "melee losses")
    decision = _open_decision(state, action.player, kinds, action.at, "B-1")
    mercenaries = _refuse_outside(decision, action.mercenaries, "mercenaries", refuse)
    return _chosen(state, action.player, ChosenLosses(POST_INDEX[action.at], mercenaries))


def choose_bypass(state: State, action: ChooseBypass, refuse: Refuse, sink: Sink | None) -> State:
    """M-2, R-4: the owner chooses which invaders pass the wall."""
    decision = _open_decision(state, action.player, ("bypass",), None, "M-2")
    swordsmen = _refuse_outside(decision, action.swordsmen, "swordsmen", refuse)
    return _chosen(state, action.player, ChosenBypass(swordsmen))


def move_troops(state: State, action: MoveTroops, refuse: Refuse, sink: Sink | None) -> State:
    """M-3: the owner moves any troops freely between walls and inside."""
    _, player, _ = _battle_waiting(state, action.player, "movement", "M-3")
    _open_decision(state, action.player, ("troop movement",), None, "M-3")
    fault = arrangement_fault(player.castle, action.soldiers, action.mercenaries, player.name)
    if fault is not None:
        impossible("M-3", fault.template, **fault.values)
    return _chosen(state, action.player, ChosenMovement(action.soldiers, action.mercenaries))


def choose_damaged_cards(state: State, action: DamageCards, refuse: Refuse, sink: Sink | None) -> State:
    """O-4: the owner chooses which cards are damaged."""
    _, player, battle = _battle_waiting(state, action.player, "cards", "O-4")
    can = damageable(state, player)
    for index in action.cards:
        if index not in can:
            impossible("O-4", "{player}'s card {number} cannot be damaged.", player=player.name, number=index + 1)
    must = cards_to_damage(state, player)
    if len(set(action.cards)) != must or len(action.cards) != must:
        refuse(
            "O-4",
            "{player} must choose {must}, not {given}.",
            player=player.name,
            must=Counted("different card", "different cards", must),
            given=len(action.cards),
        )
    state = damage_cards(state, action.player, action.cards, sink)
    return _with_battle(state, action.player, replace(battle, step="gold"))


def read_red_number(state: State, action: ReadRedNumber, refuse: Refuse, sink: Sink | None) -> State:
    """O-4, R-10: the red number is used and, unless asked each time, remembered."""
    _, player, battle = _battle_waiting(state, action.player, "gold", "O-4")
    if action.red > player.gold:
        template = "A red number of {red} is above {player}'s {gold} gold: gold never rises."
        refuse("O-4", template, red=action.red, player=player.name, gold=player.gold)
    table = state.table
    key = red_number_key(state, player.gold)
    learned = RedNumber(key, max(0, action.red - (player.gold - key)))
    if table.rulings.red_number == "remembered" and learned not in table.red_numbers:
        others = tuple(red for red in table.red_numbers if red.gold != key)
        red_numbers = tuple(sorted((*others, learned), key=lambda red: red.gold))
        state = replace(state, table=replace(table, red_numbers=red_numbers))
    state = recover(state, action.player, action.red, sink)
    return _with_battle(state, action.player, replace(battle, step="done"))


# what must be said next


def battle_pending(state: State, number: int) -> Decision | None:
    """What one player's battle waits for."""
    combat = state.combat
    if state.phase != "combat" or combat is None or combat.step != "fight":
        return None
    battle = combat.battles[number]
    if battle.step == "done":
        return None
    if battle.step == "cards":
        return cards_decision(state, number)
    if battle.step == "gold":
        return gold_decision(state, number)
    return battle_decision(state.players[number].castle, battle, orders_for(state, number, battle.choices))


def combat_decision(state: State, seat: int | None) -> Decision | None:
    """What the table, or one seat, must say next in phase 2."""
    assert state.combat is not None
    if state.combat.step != "fight":
        return preparation_decision(state, seat)
    for number in state.order:
        if seat in (None, number):
            decision = battle_pending(state, number)
            if decision is not None:
                return decision
    return None
