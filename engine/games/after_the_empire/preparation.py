"""Combat: preparation (P-1 … P-8). Each step ends for every player before the next begins (R-14)."""

from engine.core.decisions import Decision
from engine.core.events import Event, Sink, Value
from engine.core.language import Counted, Listed, Phrase
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    ChooseTurret,
    DrawInvader,
    DrawSiege,
    Place,
    Report,
    UseMoveTokens,
)
from engine.games.after_the_empire.cards import InvaderCard, SiegeCard
from engine.games.after_the_empire.compass import POSTS, SIDE_INDEX, SIDES
from engine.games.after_the_empire.constants import invader_cards
from engine.games.after_the_empire.invaders import arrive, raze
from engine.games.after_the_empire.library import find_card
from engine.games.after_the_empire.movement import moved_troops
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.siege import besiege, siege_damage, surge, turret_decision, turret_order
from engine.games.after_the_empire.state import (
    Battle,
    Castle,
    Combat,
    Draw,
    Five,
    Player,
    SiegeDraw,
    State,
    move_value,
    put_item,
    troops_in,
    with_castle,
)
from engine.games.after_the_empire.workers import player_of


def combat_of(state: State, rule: str) -> Combat:
    """The combat under way; firmly refused if there is none."""
    if state.phase != "combat" or state.combat is None:
        impossible(rule, "There is no combat now; the table is at {phase}.", phase=Phrase(state.phase))
    return state.combat


def begin_combat(state: State) -> State:
    """Phase 2 begins with placement (P-1). The face-up card, if known, is the first of the draws (S-4)."""
    most = max(player.gold for player in state.players)
    combat = Combat(
        done=(False,) * len(state.players),
        siege_turret=(None,) * len(state.players),
        draws=() if state.report is None else (state.report,),
        leaders=tuple(number for number, player in enumerate(state.players) if player.gold == most),
    )
    return replace(state, phase="combat", combat=combat)


def arrangement_fault(castle: Castle, soldiers: Five, mercenaries: Five, name: str) -> Phrase | None:
    """Why the troops cannot stand like this: a wall that is not there, or other totals than there are."""
    for side, letter in enumerate(SIDES):
        if castle.walls[side] is None and soldiers[side] + mercenaries[side]:
            return Phrase("{player} has no wall on {side} to man.", player=name, side=Phrase(letter))
    for kind, there, wanted in (
        (("soldier", "soldiers"), castle.soldiers, soldiers),
        (("mercenary", "mercenaries"), castle.mercenaries, mercenaries),
    ):
        if sum(there) != sum(wanted):
            template = "{player} has {troops} to place, not {asked}."
            return Phrase(template, player=name, troops=Counted(*kind, sum(there)), asked=sum(wanted))
    return None


def place(state: State, action: Place, refuse: Refuse, sink: Sink | None) -> State:
    """P-1: soldiers and mercenaries on standing walls and inside, no limit per place."""
    combat = combat_of(state, "P-1")
    player = player_of(state, action.player)
    if combat.step != "placement":
        by_siege = state.table.rulings.placement_lock == "siege card"
        if not (by_siege and combat.step == "invaders"):
            impossible("R-14", "Placement is locked: cards have been revealed. Correct the troops instead.")
    fault = arrangement_fault(player.castle, action.soldiers, action.mercenaries, player.name)
    if fault is not None:
        impossible("P-1", fault.template, **fault.values)
    if sink:
        numbers: dict[str, Value] = {post: action.soldiers[i] + action.mercenaries[i] for i, post in enumerate(POSTS)}
        sink(Event("P-1", "placed", action.player, numbers))
    castle = replace(player.castle, soldiers=action.soldiers, mercenaries=action.mercenaries)
    state = with_castle(state, action.player, castle)
    return replace(state, combat=replace(combat, done=put_item(combat.done, action.player, True)))


def report(state: State, action: Report, refuse: Refuse, sink: Sink | None) -> State:
    """S-4: the leftmost invader card lies face up during phase 1 (not with No Reports, S-5)."""
    if state.table.no_reports:
        refuse("S-5", "With No Reports the first invader card stays face down until combat.")
    if state.phase != "actions":
        impossible("S-4", "The face-up card belongs to phase 1; the table is at {phase}.", phase=Phrase(state.phase))
    card = find_card(state.table, action.card, InvaderCard)
    if sink:
        sink(Event("S-4", "report", None, {"card": card.name, "side": action.side}))
    return replace(state, report=Draw(card, action.side))


def cards_to_draw(state: State) -> int:
    """How many invader cards are still to be turned over this season (S-4)."""
    drawn = len(state.combat.draws) if state.combat else 0
    return max(0, invader_cards(state.table.constants, state.table.mode, state.season) - drawn)


def lock_placement(state: State, sink: Sink | None) -> State:
    """R-14: the first reveal ends placement; a face-up card strikes now (P-2)."""
    combat = state.combat
    if combat is None or combat.step != "placement":
        return state
    state = replace(state, combat=replace(combat, step="invaders"))
    for draw in combat.draws:
        state = arrive(state, draw, sink)
    return state


def _refuse_open_placement(state: State, combat: Combat, rule: str, refuse: Refuse) -> None:
    waiting = [state.players[number].name for number, done in enumerate(combat.done) if not done]
    if combat.step == "placement" and waiting:
        refuse(
            rule,
            "{players} must place troops before a card is revealed.",
            players=Listed(waiting, with_and=True),
        )


def draw_invader(state: State, action: DrawInvader, refuse: Refuse, sink: Sink | None) -> State:
    """P-2: one more invader card, left to right."""
    combat = combat_of(state, "P-2")
    card = find_card(state.table, action.card, InvaderCard)
    if combat.step not in ("placement", "invaders"):
        impossible("P-2", "The siege card is out already: no more invader cards. Correct the fields instead.")
    _refuse_open_placement(state, combat, "R-14", refuse)
    if not cards_to_draw(state):
        refuse(
            "S-4",
            "Season {season} has {cards}, and all are revealed.",
            season=state.season,
            cards=Counted("invader card", "invader cards", len(combat.draws)),
        )
    state = lock_placement(state, sink)
    draw = Draw(card, action.side)
    state = arrive(state, draw, sink)
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, draws=(*state.combat.draws, draw)))


def draw_siege(state: State, action: DrawSiege, refuse: Refuse, sink: Sink | None) -> State:
    """P-3: the siege card, once all invader cards are out. While the table only looks, another can take its place."""
    combat = combat_of(state, "P-3")
    card = find_card(state.table, action.card, SiegeCard)
    if combat.siege is not None and combat.step != "arrivals":
        impossible("P-3", "{card} is this season's siege card already.", card=combat.siege.card.name)
    _refuse_open_placement(state, combat, "R-14", refuse)
    if cards_to_draw(state):
        left = Counted("invader card", "invader cards", cards_to_draw(state))
        refuse("P-2", "Still face down: {left}.", left=left)
    state = lock_placement(state, sink)
    assert state.combat is not None
    if sink:
        sink(Event("P-3", "siege", None, {"card": card.name, "side": action.side, "engine": card.engine}))
    combat = replace(
        state.combat,
        step="arrivals" if action.look_first else "siege",
        siege=SiegeDraw(card, action.side),
        done=(False,) * len(state.players),
    )
    return replace(state, combat=combat)


def let_the_siege_strike(state: State) -> State:
    """P-3: the table has seen what arrives; the siege has its effect now."""
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, step="siege"))


def choose_turret(state: State, action: ChooseTurret, refuse: Refuse, sink: Sink | None) -> State:
    """P-5: the owner's choice between two equal turrets."""
    combat = combat_of(state, "P-5")
    player = player_of(state, action.player)
    decision = turret_decision(state, action.player) if combat.step == "siege" else None
    if decision is None or combat.done[action.player]:
        impossible("P-5", "{player} has no turret to choose.", player=player.name)
    assert combat.siege is not None
    corners = (decision.about["first"], decision.about["second"])
    if action.corner not in corners:
        impossible(
            "P-5",
            "The choice is between {first} and {second}, not {corner}.",
            first=Phrase(str(corners[0])),
            second=Phrase(str(corners[1])),
            corner=Phrase(action.corner),
        )
    chosen = list(combat.siege_turret)
    chosen[action.player] = action.corner
    return replace(state, combat=replace(combat, siege_turret=tuple(chosen)))


def use_move_tokens(state: State, action: UseMoveTokens, refuse: Refuse, sink: Sink | None) -> State:
    """P-8: as many troops as the tokens are worth, between walls and inside."""
    combat = combat_of(state, "P-8")
    player = player_of(state, action.player)
    if combat.step != "move tokens" or combat.done[action.player]:
        impossible("P-8", "{player} cannot use move tokens now.", player=player.name)
    fault = arrangement_fault(player.castle, action.soldiers, action.mercenaries, player.name)
    if fault is not None:
        impossible("P-8", fault.template, **fault.values)
    moved = moved_troops(player.castle, action.soldiers, action.mercenaries)
    if moved > move_value(player):
        refuse(
            "P-8",
            "That moves {moved}; {player}'s tokens are worth {worth}.",
            moved=Counted("troop", "troops", moved),
            player=player.name,
            worth=move_value(player),
        )
    if sink and moved:
        sink(Event("P-8", "move tokens", action.player, {"moved": moved, "worth": move_value(player)}))
    castle = replace(player.castle, soldiers=action.soldiers, mercenaries=action.mercenaries)
    state = with_castle(state, action.player, castle)
    return replace(state, combat=replace(combat, done=put_item(combat.done, action.player, True)))


# what follows by itself


def advance_preparation(state: State, sink: Sink | None) -> State:
    """Carry out siege, surge and razing, and find who may use move tokens, as far as no decision is open."""
    combat = state.combat
    assert combat is not None
    if combat.step == "siege":
        state = _siege_effect(state, sink)
        assert state.combat is not None
        if not all(state.combat.done):
            return state
        state = _surge_and_raze(state, sink)
    combat = state.combat
    assert combat is not None
    if combat.step == "move tokens" and all(combat.done):
        battles = (Battle(),) * len(state.players)
        return replace(state, combat=replace(combat, step="fight", battles=battles))
    return state


def _siege_effect(state: State, sink: Sink | None) -> State:
    """P-3: the siege's own effect, for every player who has nothing to decide."""
    for number, player in enumerate(state.players):
        combat = state.combat
        assert combat is not None
        assert combat.siege is not None
        if combat.done[number] or turret_decision(state, number) is not None:
            continue
        damage = siege_damage(state, player)
        if damage:
            chosen = combat.siege_turret[number]
            rulings = state.table.rulings
            castle = besiege(player.castle, number, combat.siege, damage, chosen, rulings, sink)
            state = with_castle(state, number, castle)
        state = replace(state, combat=replace(combat, done=put_item(combat.done, number, True)))
    return state


def _surge_and_raze(state: State, sink: Sink | None) -> State:
    """P-3 surge, then P-4 for everyone; then move tokens (P-8)."""
    state = surge(state, sink)
    players = tuple(raze(player, number, sink) for number, player in enumerate(state.players))
    combat = state.combat
    assert combat is not None
    done = tuple(not _may_use_tokens(player) for player in players)
    return replace(state, players=players, combat=replace(combat, step="move tokens", done=done))


def _may_use_tokens(player: Player) -> bool:
    return bool(move_value(player)) and bool(troops_in(player.castle)) and any(player.castle.walls)


def preparation_decision(state: State, seat: int | None) -> Decision | None:
    """What the table must say next in preparation: placement, cards, turrets, move tokens."""
    combat = state.combat
    assert combat is not None
    waiting = [number for number in state.order if not combat.done[number] and seat in (None, number)]
    if combat.step == "placement" and waiting:
        about = {"troops": troops_in(state.players[waiting[0]].castle)}
        return Decision("placement", waiting[0], "P-1", about)
    if combat.step in ("placement", "invaders"):
        if combat.step == "placement" and not all(combat.done):
            return None
        left = cards_to_draw(state)
        if left:
            return Decision("invader card", None, "P-2", {"number": len(combat.draws) + 1, "left": left})
        return Decision("siege card", None, "P-3", {"season": state.season})
    if combat.step == "arrivals":
        return Decision("battle", None, "P-3") if seat is None else None
    if combat.step == "siege":
        open_ties = (turret_decision(state, number) for number in waiting)
        return next((tie for tie in open_ties if tie is not None), None)
    if not waiting:
        return None
    return Decision("move tokens", waiting[0], "P-8", {"worth": move_value(state.players[waiting[0]])})


def default_corner(state: State, number: int) -> ChooseTurret:
    """R-12: the automatic answer to a siege tie."""
    combat = state.combat
    assert combat is not None
    assert combat.siege is not None
    side = SIDE_INDEX[combat.siege.side]
    corners, _ = turret_order(state.players[number].castle, side, state.table.rulings, None)
    return ChooseTurret(number, ("NE", "SE", "SW", "NW")[corners[0]])
