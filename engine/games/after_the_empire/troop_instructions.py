"""What changes among troops and invaders: who moves, is wounded, comes or leaves (see `instructions`)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from engine.core.events import Value
from engine.core.instructions import Change
from engine.games.after_the_empire import reasons
from engine.games.after_the_empire.compass import INSIDE
from engine.games.after_the_empire.instruction_words import Lines, change
from engine.games.after_the_empire.reasons import Moment, Reason
from engine.games.after_the_empire.state import Castle
from engine.games.after_the_empire.view import INFIRMARY, INVADER_PLACES, TROOP_PLACES

Pair: TypeAlias = tuple[int, int]
"""From which post to which."""

INFIRMARY_POST = INSIDE + 1
"""The infirmary as one more post of the soldiers."""


class Crowd(NamedTuple):
    """Two kinds of people at the same posts, now and then.

    `goals` are the posts one can walk to: invaders only go inside. `leaving` kinds may all leave in one line.
    """

    places: tuple[str, ...]
    things: tuple[str, str]
    now: tuple[list[int], list[int]]
    then: tuple[list[int], list[int]]
    goals: tuple[int, ...]
    leaving: tuple[int, ...]


def troop_lines(lines: Lines, old: Castle, new: Castle, sacked: bool, ruled_leave: bool) -> None:
    fallen = [side for side in range(INSIDE) if old.walls[side] is not None and new.walls[side] is None]
    crowd = Crowd(
        (*TROOP_PLACES, INFIRMARY),
        ("soldiers", "mercenaries"),
        ([*old.soldiers, old.wounded], [*old.mercenaries, 0]),
        ([*new.soldiers, new.wounded], [*new.mercenaries, 0]),
        goals=tuple(range(INFIRMARY_POST + 1)),
        leaving=(1,),
    )
    when = lines.when

    def why_moved(pair: Pair) -> Reason:
        return _why_troops_moved(when, pair, sacked, pair[0] in fallen)

    def why_put(kind: int) -> Reason:
        if sacked and kind == 1:
            return reasons.SACKED_TROOPS
        return reasons.HIRED if when.actions else when.again

    def why_returned(kind: int) -> Reason:
        if kind == 0:
            return reasons.UNFED if when.harvest else when.again
        if sacked:
            return reasons.SACKED_TROOPS
        if when.harvest or when.refresh or (ruled_leave and when.flags):
            return reasons.MERCENARIES_LEAVE
        return reasons.MERCENARY_KILLED if when.combat else when.again

    _crowd_lines(lines, crowd, [(side, INSIDE) for side in fallen], why_moved, why_put, why_returned)


def _why_troops_moved(when: Moment, pair: Pair, sacked: bool, fallen: bool) -> Reason:
    start, end = pair
    if start == INFIRMARY_POST:
        return reasons.HEALED if when.actions else when.again
    if sacked and (end == INSIDE or start != INSIDE):
        return reasons.SACKED_TROOPS
    if not when.combat:
        return when.again
    if end == INFIRMARY_POST:
        return reasons.WOUNDED
    if fallen and end == INSIDE:
        return reasons.FELL_BACK
    if when.placing:
        return reasons.PLACED
    return reasons.TOKENS_SPENT if when.tokens else reasons.MOVED_FREELY


def invader_lines(lines: Lines, old: Castle, new: Castle, sacked: bool) -> None:
    crowd = Crowd(
        INVADER_PLACES,
        ("swordsmen", "archers"),
        ([*old.swordsmen], [*old.archers]),
        ([*new.swordsmen], [*new.archers]),
        goals=(INSIDE,),
        leaving=(0, 1),
    )
    when = lines.when
    gone = not any(new.swordsmen) and not any(new.archers)

    def why_moved(pair: Pair) -> Reason:
        return reasons.ENTERED if when.combat and pair[1] == INSIDE else when.again

    def why_put(kind: int) -> Reason:
        if not when.combat:
            return when.again
        return reasons.SURGED if when.surging and kind == 0 else reasons.ARRIVED

    def why_returned(kind: int) -> Reason:
        if sacked:
            return reasons.SACKERS_LEAVE
        if not when.combat:
            return when.again
        return reasons.SURVIVED if gone else reasons.INVADER_KILLED

    _crowd_lines(lines, crowd, [], why_moved, why_put, why_returned)


def _crowd_lines(
    lines: Lines,
    crowd: Crowd,
    likely: list[Pair],
    why_moved: Callable[[Pair], Reason],
    why_put: Callable[[int], Reason],
    why_returned: Callable[[int], Reason],
) -> None:
    """Moves (the infirmary last of them), then who returns to the supply, then who comes from it."""
    moves: tuple[dict[Pair, int], dict[Pair, int]] = ({}, {})
    for kind in (0, 1):
        moves[kind].update(_match(crowd.now[kind], crowd.then[kind], crowd.goals, moves[0], likely))
    for pair in sorted({**moves[0], **moves[1]}, key=lambda pair: (pair[1] == INFIRMARY_POST, pair)):
        _move_line(lines, crowd, pair, (moves[0].get(pair, 0), moves[1].get(pair, 0)), why_moved(pair))
    _all_leave_line(lines, crowd, why_returned)
    for post in range(len(crowd.places)):
        _supply_line(lines, crowd, post, "return", -1, why_returned)
    for post in range(len(crowd.places)):
        _supply_line(lines, crowd, post, "put", 1, why_put)


def _match(
    now: list[int], then: list[int], goals: tuple[int, ...], ready: Iterable[Pair], likely: list[Pair]
) -> dict[Pair, int]:
    """Who goes from which post to which, in few moves.

    Pairs another kind walks already cost no line more; then numbers that fit exactly, the likely pairs first;
    then whatever is left, in order. What cannot be paired comes from the supply or returns there.
    """
    losses = {post: now[post] - then[post] for post in range(len(now)) if now[post] > then[post]}
    gains = {post: then[post] - now[post] for post in goals if then[post] > now[post]}
    if not losses or not gains:
        return {}
    moves: dict[Pair, int] = {}

    def send(pair: Pair, exactly: bool) -> None:
        lost, gained = losses.get(pair[0], 0), gains.get(pair[1], 0)
        number = min(lost, gained)
        if number and (lost == gained or not exactly):
            losses[pair[0]] = lost - number
            gains[pair[1]] = gained - number
            moves[pair] = moves.get(pair, 0) + number

    pairs = [*likely, *((start, end) for start in losses for end in gains)]
    for pair in ready:
        send(pair, exactly=False)
    for pair in pairs:
        send(pair, exactly=True)
    for pair in pairs:
        send(pair, exactly=False)
    return moves


def _move_line(lines: Lines, crowd: Crowd, pair: Pair, numbers: tuple[int, int], why: Reason) -> None:
    start, end = pair
    values: dict[str, Value] = {}
    changes: list[Change] = []
    for kind, number in enumerate(numbers):
        if number:
            thing, now = crowd.things[kind], crowd.now[kind]
            values[thing] = number
            changes.append(change(crowd.places[start], thing, now[start], now[start] - number))
            changes.append(change(crowd.places[end], thing, now[end], now[end] + number))
            now[start] -= number
            now[end] += number
    values["from"], values["to"] = crowd.places[start], crowd.places[end]
    lines.add(crowd.places[start], _kind_of_move(pair), values, why, tuple(changes))


def _kind_of_move(pair: Pair) -> str:
    start, end = pair
    if start == INFIRMARY_POST:
        return "heal inside" if end == INSIDE else "heal"
    if end == INFIRMARY_POST:
        return "wound inside" if start == INSIDE else "wound"
    if end == INSIDE:
        return "move inside"
    return "move out" if start == INSIDE else "move"


def _all_leave_line(lines: Lines, crowd: Crowd, why_returned: Callable[[int], Reason]) -> None:
    """One line where a kind leaves altogether, from more than one place."""
    leaving = [kind for kind in crowd.leaving if any(crowd.now[kind])]
    if any(any(crowd.then[kind]) for kind in crowd.leaving):
        return
    posts = [post for post in range(len(crowd.places)) if any(crowd.now[kind][post] for kind in leaving)]
    if len(posts) < 2:
        return
    changes = tuple(
        change(crowd.places[post], crowd.things[kind], crowd.now[kind][post], 0)
        for post in posts
        for kind in leaving
        if crowd.now[kind][post]
    )
    values: dict[str, Value] = {crowd.things[kind]: sum(crowd.now[kind]) for kind in leaving}
    for kind in leaving:
        crowd.now[kind][:] = crowd.then[kind]
    lines.add(crowd.places[posts[0]], "all leave", values, why_returned(leaving[-1]), changes)


def _supply_line(lines: Lines, crowd: Crowd, post: int, what: str, sign: int, why: Callable[[int], Reason]) -> None:
    """One post's people to or from the supply."""
    place = crowd.places[post]
    values: dict[str, Value] = {"place": place}
    changes: tuple[Change, ...] = ()
    main = 0
    for kind in (0, 1):
        number = (crowd.then[kind][post] - crowd.now[kind][post]) * sign
        if number > 0:
            thing = crowd.things[kind]
            values[thing] = number
            changes = (*changes, change(place, thing, crowd.now[kind][post], crowd.then[kind][post]))
            main = kind
    if changes:
        lines.add(place, what, values, why(main), changes)
