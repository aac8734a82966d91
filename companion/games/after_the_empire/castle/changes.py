"""A castle as the table counted it again: changes to a player's side, and the corrections that say them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.core.errors import RuleError
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Correct,
    Correction,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetPiece,
    SetSacked,
    SetTroops,
)
from engine.games.after_the_empire.compass import CORNERS, INSIDE, POSTS, SIDES, Corner, Side
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.state import Castle, Farm, Piece, Player, State, put
from engine.games.after_the_empire.stockpile import with_piece

Alter: TypeAlias = Callable[[Player], Player]
"""One change to a player's side."""


def corrections(number: int, before: Player, after: Player) -> tuple[Correction, ...]:
    """What the table says when it finds the second where the app had the first."""
    old, new = before.castle, after.castle
    said: list[Correction] = [
        SetPiece(number, at, now)
        for at, was, now in zip((*SIDES, *CORNERS), (*old.walls, *old.turrets), (*new.walls, *new.turrets), strict=True)
        if was != now
    ]
    for post, at in enumerate(POSTS):
        troops = new.soldiers[post], new.mercenaries[post]
        if troops != (old.soldiers[post], old.mercenaries[post]):
            said.append(SetTroops(number, at, *troops))
        invaders = new.swordsmen[post], new.archers[post]
        if invaders != (old.swordsmen[post], old.archers[post]):
            said.append(SetInvaders(number, at, *invaders))
    said.extend(
        SetFarm(number, side, now)
        for side, was, now in zip(SIDES, before.farms, after.farms, strict=True)
        if was != now
    )
    if before.sacked != after.sacked:
        said.append(SetSacked(number, after.sacked))
    if before.flags != after.flags:
        said.append(SetFlags(number, after.flags))
    return tuple(said)


def refusal(state: State, number: int, before: Player, after: Player) -> RuleError | None:
    """Why this cannot be on a table; None if it can."""
    said = corrections(number, before, after)
    try:
        if said:
            AFTER_THE_EMPIRE.check(state, Correct(said))
    except RuleError as refused:
        return refused.with_traceback(None)  # it stays on the screen; what led to it must not
    return None


def with_troops(player: Player, row: str, post: int, number: int) -> Player:
    """So many soldiers, mercenaries, swordsmen or archers at a post."""
    castle = player.castle
    return replace(player, castle=_with_row(castle, row, put(getattr(castle, row), post, number)))


def _with_row(castle: Castle, row: str, numbers: tuple[int, ...]) -> Castle:
    changed: dict[str, Any] = {row: numbers}
    return replace(castle, **changed)


def with_standing(player: Player, at: Side | Corner, piece: Piece | None) -> Player:
    """Another piece on a side or corner, or none: then the troops on that wall step inside."""
    castle = with_piece(player.castle, at, piece)
    if piece is None and at in SIDES:
        side = SIDES.index(at)
        for row in ("soldiers", "mercenaries"):
            troops = getattr(castle, row)
            moved = put(put(troops, INSIDE, troops[INSIDE] + troops[side]), side, 0)
            castle = _with_row(castle, row, moved)
    return replace(player, castle=castle)


def with_farm(player: Player, side: int, farm: Farm) -> Player:
    """Another farm on a side."""
    return replace(player, farms=(*player.farms[:side], farm, *player.farms[side + 1 :]))


def with_flags(player: Player, value: int, number: int) -> Player:
    """So many flag tokens of this value."""
    others = [flag for flag in player.flags if flag != value]
    return replace(player, flags=tuple(sorted((*others, *(value,) * number))))
