"""What happened in a combat, read off the log: who held, what fell, what to change on the table, and why.

Nothing here is a rule: the engine's events and instructions are only collected and sorted for showing.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.core.errors import RuleError
from engine.core.instructions import Instruction
from engine.core.language import Language
from engine.core.record import replace
from engine.core.session import Replayed, Session
from engine.games.after_the_empire.actions import (
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    Correct,
    Place,
    SetPhase,
)
from engine.games.after_the_empire.compass import CORNERS, SIDES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import Player, State
from engine.games.after_the_empire.view import SIEGE_TOKEN

FALLEN = ("wall falls", "siege destroys")
KILLING = ("volley", "melee inside")
LOSING = ("arrows", "arrows inside", "melee inside")
COMING = ("arrive", "surge")


class Told(NamedTuple):
    """One thing that happened: to whom, in which round (0: before the first), by which rule, in any language."""

    n: int
    seat: int | None
    round: int
    what: str
    rule: str
    values: dict[str, Any]
    sentence: Callable[[Language], str]


class Fought(NamedTuple):
    """One player's combat at a glance."""

    number: int
    outcome: str | None
    rounds: int
    came: int
    killed: int
    wounded: int
    mercenaries_lost: int
    fallen: tuple[str, ...]
    """Sides and corners whose piece is gone."""
    burning: tuple[str, ...]
    """Corners whose Stone Turret burns now."""
    razed: tuple[str, ...]
    """Sides whose farm lost a level."""
    gold: tuple[int, int]
    cards_damaged: int


class Story(NamedTuple):
    """A whole combat."""

    before: State
    after: State
    fought: tuple[Fought, ...]
    told: tuple[Told, ...]
    instructions: tuple[Instruction, ...]


class Span(NamedTuple):
    """The entries of one combat: the one that began it, and the last one before the flags were awarded."""

    first: int
    last: int


def combat_span(session: Session[Any, Any]) -> Span | None:
    """The combat under way, or the season's last one; None before it begins."""
    state = session.state
    if state.combat is None:
        return None
    last = session.n
    while last > 0 and session.state_at(last).phase not in ("combat", "flags"):
        last -= 1
    first = last
    while first > 0 and session.state_at(first - 1).phase in ("combat", "flags"):
        first -= 1
    return Span(first, last)


def story_of(session: Session[Any, Any]) -> Story | None:
    """The season's combat, told to its end or as far as it has come."""
    span = combat_span(session)
    if span is None:
        return None
    after = session.state_at(span.last)
    told = tuple(_told(session, span))
    before = table_before(session, span)
    fought = tuple(_fought(before, after, number, told) for number in range(len(after.players)))
    return Story(before, after, fought, told, _instructions(before, after))


def table_before(session: Session[Any, Any], span: Span) -> State:
    """The table as it lay when the first card was turned: with every placement and every recount, no invader.

    Where troops were placed and what was counted again is so on the real table already: no hand must change it.
    """
    state: State = session.state_at(span.first)
    for entry in session.entries[span.first : span.last]:
        action = entry.action
        recount = isinstance(action, Correct) and not any(isinstance(each, SetPhase) for each in action.changes)
        if recount or isinstance(action, Place):
            try:
                state = GAME.apply(state, action)
            except RuleError:  # it only made sense later on
                continue
    return state


def _instructions(before: State, after: State) -> tuple[Instruction, ...]:
    """What hands must change. The cards lie as the table said, so of the board only the siege token is left."""
    if before.combat is None or after.combat is None:
        return GAME.instructions(before, after)
    combat = replace(before.combat, draws=after.combat.draws, siege=after.combat.siege)
    lines = GAME.instructions(replace(before, combat=combat), after)
    return tuple(line for line in lines if line.seat is not None or line.place == SIEGE_TOKEN)


# events


def _told(session: Session[Any, Any], span: Span) -> Iterator[Told]:
    rounds: dict[int | None, int] = {}
    for n in range(max(1, span.first), span.last + 1):
        replayed = session.replay(n)
        yield from _choice(replayed, rounds)
        for event in replayed.events:
            if event.what == "round":
                rounds[event.seat] = int(event.values["round"])
                continue
            yield Told(
                n,
                event.seat,
                rounds.get(event.seat, 0),
                event.what,
                event.rule,
                dict(event.values),
                partial(GAME.sentence, event),
            )


def _choice(replayed: Replayed, rounds: dict[int | None, int]) -> Iterator[Told]:
    """What a player chose, in words: only what the events do not tell."""
    action, state = replayed.entry.action, replayed.before
    if replayed.entry.auto or not isinstance(action, ChooseTargets | ChooseLosses | ChooseBypass | ChooseTurret):
        return
    if isinstance(action, ChooseTurret):
        rule = "P-5"
    elif isinstance(action, ChooseBypass):
        rule = "M-2"
    else:
        rule = "L-2" if action.at == "inside" else "B-1"
    now = max(rounds.get(action.player, 0), _round(state, action.player))
    yield Told(replayed.entry.n, action.player, now, "choice", rule, {}, partial(_chosen, state, action))


def _chosen(state: State, action: Any, language: Language) -> str:
    said = GAME.describe(state, action, language).removeprefix(f"{state.players[action.player].name}: ")
    return f"{said[:1].upper()}{said[1:]}."


def _round(state: State, number: int) -> int:
    battles = state.combat.battles if state.combat is not None else ()
    return battles[number].round if number < len(battles) else 0


# one player


def _fought(before: State, after: State, number: int, told: Sequence[Told]) -> Fought:
    own = [each for each in told if each.seat == number]
    old, new = before.players[number], after.players[number]
    battles = after.combat.battles if after.combat is not None else ()
    returned = _sum(own, ("plundered",), "mercenaries")
    return Fought(
        number,
        battles[number].outcome if number < len(battles) else None,
        max((each.round for each in own), default=0),
        _sum(own, COMING, "swordsmen", "archers"),
        _sum(own, KILLING, "swordsmen", "archers"),
        max(0, new.castle.wounded - old.castle.wounded),
        _sum(own, LOSING, "mercenaries") + returned,
        _gone(old, new),
        _burning(old, new),
        tuple(side for side, was, now in zip(SIDES, old.farms, new.farms, strict=True) if now.level < was.level),
        (old.gold, new.gold),
        sum(1 for was, now in zip(old.cards, new.cards, strict=False) if now.damaged and not was.damaged),
    )


def _sum(own: Sequence[Told], kinds: tuple[str, ...], *fields: str) -> int:
    return sum(int(each.values.get(field, 0)) for each in own if each.what in kinds for field in fields)


def _gone(old: Player, new: Player) -> tuple[str, ...]:
    was = (*zip(SIDES, old.castle.walls, strict=True), *zip(CORNERS, old.castle.turrets, strict=True))
    now = (*new.castle.walls, *new.castle.turrets)
    return tuple(place for (place, piece), left in zip(was, now, strict=True) if piece is not None and left is None)


def _burning(old: Player, new: Player) -> tuple[str, ...]:
    pairs = zip(CORNERS, old.castle.turrets, new.castle.turrets, strict=True)
    return tuple(
        corner
        for corner, was, now in pairs
        if was is not None and now is not None and now.flame and not was.flame
    )  # fmt: skip
