"""Damage to castle pieces (P-6, P-7), by siege and by melee alike."""

from typing import NamedTuple

from engine.games.after_the_empire.state import Piece


class Struck(NamedTuple):
    """A piece after damage: what is left of it (None: destroyed), cubes taken off, points used up."""

    piece: Piece | None
    cubes: int
    points: int


def strike(piece: Piece, points: int) -> Struck:
    """P-6: a point removes one cube; a point on a piece with no cubes destroys it.

    A Stone Turret is never destroyed: it gets a flame. P-7: the cubes go to the owner's stockpile.
    """
    cubes = piece.cubes
    if points <= cubes:
        return Struck(Piece(piece.kind, piece.material, cubes - points, piece.flame), points, points)
    if piece.kind == "turret" and piece.material == "stone":
        return Struck(Piece("turret", "stone", 0, True), cubes, cubes + 1)
    return Struck(None, cubes, cubes + 1)
