"""Playing a scenario's combat: what the players say in the file first, the automation for the rest."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from engine.border.scenario.form import MoveForm, PlayerForm, RoundForm, Scenario
from engine.border.scenario.table import Library, cards_to_reveal, to_state
from engine.core.decisions import Decision
from engine.core.errors import BadInput, RuleError
from engine.core.game import Game
from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    Action,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    DamageCards,
    DrawInvader,
    DrawSiege,
    MoveTroops,
    ReadRedNumber,
    UseMoveTokens,
)
from engine.games.after_the_empire.cards import SiegeCard, SiegeTier
from engine.games.after_the_empire.compass import POST_INDEX
from engine.games.after_the_empire.defaults import WHOLE_COMBAT
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.outcome import least_valuable
from engine.games.after_the_empire.state import Castle, Five, State

NO_SIEGE = SiegeCard("no-siege", "No siege engine", "ladder", (SiegeTier(0, 0),))
"""Turned over where a scenario names no siege card: it does nothing, and combat goes on."""


class Said(NamedTuple):
    """A player's answer, and where in the file it stands."""

    action: Action
    place: str


class Played(NamedTuple):
    """A combat played out; and the places of answers in the file that nobody asked for."""

    session: Session[State, Action]
    unused: tuple[str, ...]


def resolve(scenario: Scenario, library: Library) -> Session[State, Action]:
    """The whole combat as a log.

    It ends in phase 3, or where a question stays open that neither the file nor the automation can answer: a
    red number nobody has read, a player whose policy is to be asked.
    """
    return play(scenario, library).session


def play(scenario: Scenario, library: Library) -> Played:
    """The whole combat, and what was said in vain."""
    invaders, siege = cards_to_reveal(scenario, library)
    script = Script(scenario)
    game = cast(Game[Any, State, Action], _Scripted(script))
    session = Session(game, to_state(scenario, library), WHOLE_COMBAT)
    for invader, side in invaders:
        session.append(DrawInvader(invader, side), anyway=True)
    session.append(DrawSiege(*(siege or (NO_SIEGE, "N"))), anyway=True)
    while (decision := session.pending) is not None:
        said = script.answer(session.state, decision)
        if said is None:
            break
        script.used.append(said.place)
        try:
            session.append(said.action, seat=decision.seat)
        except RuleError as refusal:
            raise BadInput(said.place, refusal.cited) from None
    session.game = AFTER_THE_EMPIRE
    return Played(session, tuple(place for place in script.places() if place not in script.used))


class _Scripted:
    """The game, except that the automation keeps silent where the file speaks."""

    def __init__(self, script: "Script") -> None:
        self._script = script

    def __getattr__(self, name: str) -> Any:
        return getattr(AFTER_THE_EMPIRE, name)

    def pending(self, state: State, seat: int | None = None) -> Decision | None:
        """The first decision that can be answered; one left open by a player does not hold up the others."""
        first = AFTER_THE_EMPIRE.pending(state, seat)
        if first is None or first.seat is None or seat is not None:
            return first
        for number in state.order:
            decision = AFTER_THE_EMPIRE.pending(state, number)
            if decision is not None and self._can_answer(state, decision):
                return decision
        return first

    def default(self, state: State, decision: Decision) -> Action | None:
        """None where the file has an answer; R-17 instead of a question about damaged cards."""
        if self._script.answer(state, decision) is not None:
            return None
        if decision.kind == "damaged cards" and decision.seat is not None:
            return DamageCards(decision.seat, least_valuable(state, state.players[decision.seat]))
        return AFTER_THE_EMPIRE.default(state, decision)

    def _can_answer(self, state: State, decision: Decision) -> bool:
        return self._script.answer(state, decision) is not None or self.default(state, decision) is not None


class Script:
    """The answers a scenario holds."""

    def __init__(self, scenario: Scenario) -> None:
        self._players = scenario.players
        self.used: list[str] = []

    def answer(self, state: State, decision: Decision) -> Said | None:
        """What the file says to this decision; None: nothing."""
        number = decision.seat
        if number is None or decision.kind not in _ANSWERS:
            return None
        asked = _Asked(state, decision, number, self._players[number], f"players[{number}]")
        return _ANSWERS[decision.kind](asked)

    def places(self) -> list[str]:
        """Where the file holds answers."""
        found = []
        for number, form in enumerate(self._players):
            place = f"players[{number}]"
            found += [
                f"{place}.{name}"
                for name in ("turret", "token_moves", "damage_cards", "red_number")
                if getattr(form, name) is not None
            ]
            for index, told in enumerate(form.rounds):
                within = f"{place}.rounds[{index}]"
                for name in ("targets", "losses"):
                    posts = getattr(told, name)
                    found += [f"{within}.{name}.{post}" for post in POST_INDEX if getattr(posts, post)]
                found += [f"{within}.{name}" for name in ("bypass", "moves") if getattr(told, name) is not None]
        return found


class _Asked(NamedTuple):
    """A decision, who must take it, and what the file says about them."""

    state: State
    decision: Decision
    number: int
    form: PlayerForm
    place: str

    @property
    def castle(self) -> Castle:
        return self.state.players[self.number].castle

    @property
    def at(self) -> Any:
        return self.decision.about["at"]

    def this_round(self) -> tuple[RoundForm, str] | None:
        """What is said about the round the battle is in, and where."""
        assert self.state.combat is not None
        now = self.state.combat.battles[self.number].round
        for index, told in enumerate(self.form.rounds):
            if told.round == now:
                return told, f"{self.place}.rounds[{index}]"
        return None


def _turret(asked: _Asked) -> Said | None:
    if asked.form.turret is None:
        return None
    return Said(ChooseTurret(asked.number, asked.form.turret), f"{asked.place}.turret")


def _token_moves(asked: _Asked) -> Said | None:
    if asked.form.token_moves is None:
        return None
    place = f"{asked.place}.token_moves"
    return Said(UseMoveTokens(asked.number, *moved(asked.castle, asked.form.token_moves, place)), place)


def _targets(asked: _Asked) -> Said | None:
    told = asked.this_round()
    chosen = told and getattr(told[0].targets, asked.at)
    if not told or chosen is None:
        return None
    return Said(ChooseTargets(asked.number, asked.at, chosen.archers), f"{told[1]}.targets.{asked.at}")


def _losses(asked: _Asked) -> Said | None:
    told = asked.this_round()
    chosen = told and getattr(told[0].losses, asked.at)
    if not told or chosen is None:
        return None
    return Said(ChooseLosses(asked.number, asked.at, chosen.mercenaries), f"{told[1]}.losses.{asked.at}")


def _bypass(asked: _Asked) -> Said | None:
    told = asked.this_round()
    if told is None or told[0].bypass is None:
        return None
    return Said(ChooseBypass(asked.number, told[0].bypass.swordsmen), f"{told[1]}.bypass")


def _moves(asked: _Asked) -> Said | None:
    told = asked.this_round()
    if told is None or told[0].moves is None:
        return None
    place = f"{told[1]}.moves"
    return Said(MoveTroops(asked.number, *moved(asked.castle, told[0].moves, place)), place)


def _damage_cards(asked: _Asked) -> Said | None:
    if asked.form.damage_cards is None:
        return None
    place = f"{asked.place}.damage_cards"
    held = asked.state.players[asked.number].cards
    chosen: list[int] = []
    for index, wanted in enumerate(asked.form.damage_cards):
        found = [n for n, holding in enumerate(held) if holding.card.id == wanted and n not in chosen]
        if not found:
            raise BadInput(f"{place}[{index}]", 'this player has no card "{card}"', card=wanted)
        chosen.append(found[0])
    return Said(DamageCards(asked.number, tuple(chosen)), place)


def _red_number(asked: _Asked) -> Said | None:
    if asked.form.red_number is None:
        return None
    return Said(ReadRedNumber(asked.number, asked.form.red_number), f"{asked.place}.red_number")


_ANSWERS: dict[str, Callable[[_Asked], Said | None]] = {
    "turret": _turret,
    "move tokens": _token_moves,
    "archery targets": _targets,
    "archery losses": _losses,
    "bypass": _bypass,
    "troop movement": _moves,
    "melee targets": _targets,
    "melee losses": _losses,
    "damaged cards": _damage_cards,
    "red number": _red_number,
}
"""Where the answer to each kind of decision stands in the file."""


def moved(castle: Castle, moves: Sequence[MoveForm], place: str) -> tuple[Five, Five]:
    """The troops after these moves, one after the other."""
    soldiers, mercenaries = list(castle.soldiers), list(castle.mercenaries)
    for index, move in enumerate(moves):
        start, to = POST_INDEX[move.start], POST_INDEX[move.to]
        everybody = move.soldiers is None and move.mercenaries is None
        for kind, row, wanted in (
            ("soldiers", soldiers, move.soldiers),
            ("mercenaries", mercenaries, move.mercenaries),
        ):
            number = row[start] if everybody else wanted or 0
            if number > row[start]:
                why = "{start} has {there} then, not {number}"
                raise BadInput(f"{place}[{index}].{kind}", why, start=move.start, there=row[start], number=number)
            row[start] -= number
            row[to] += number
    return cast(Five, tuple(soldiers)), cast(Five, tuple(mercenaries))
