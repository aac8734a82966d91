"""What changes on a player's castle: its pieces and cubes, and who stands there (see `instructions`)."""

from engine.core.events import Value
from engine.core.instructions import Change
from engine.games.after_the_empire import reasons
from engine.games.after_the_empire.constants import Material
from engine.games.after_the_empire.instruction_words import Lines, change
from engine.games.after_the_empire.reasons import Reason
from engine.games.after_the_empire.state import Castle, Piece
from engine.games.after_the_empire.troop_instructions import invader_lines, troop_lines
from engine.games.after_the_empire.view import PIECE_PLACES, STOCKPILE, piece_name

CUBES: dict[Material, str] = {"wood": "wood cubes", "stone": "stone cubes"}


class Stock:
    """The stockpile's wood and stone while lines are written: what lies there now, what shall lie there."""

    __slots__ = ("now", "then")

    def __init__(self, old: Castle, new: Castle) -> None:
        self.now: dict[Material, int] = {"wood": old.wood, "stone": old.stone}
        self.then: dict[Material, int] = {"wood": new.wood, "stone": new.stone}

    def take_in(self, material: Material, cubes: int) -> int:
        """How many of these cubes the stockpile is still to gain."""
        return max(0, min(cubes, self.then[material] - self.now[material]))

    def give_out(self, material: Material, cubes: int) -> int:
        """How many of these cubes the stockpile is still to lose."""
        return max(0, min(cubes, self.now[material] - self.then[material]))

    def shift(self, material: Material, by: int) -> Change:
        """The stockpile's part of a line."""
        old = self.now[material]
        self.now[material] = old + by
        return change(STOCKPILE, material, old, old + by)


def castle_lines(lines: Lines, old: Castle, new: Castle, sacked: bool, ruled_leave: bool) -> Stock:
    """Pieces, troops and invaders. The stock tells what the stockpile still has to gain or lose.

    `sacked`: in between, the player was sacked. `ruled_leave`: mercenaries leave right after combat (R-11).
    """
    stock = Stock(old, new)
    if old is new:
        return stock
    for at, (piece, later) in enumerate(zip(old.walls + old.turrets, new.walls + new.turrets, strict=True)):
        if piece is not later:
            _piece_lines(lines, PIECE_PLACES[at], piece, later, stock)
    if (old.soldiers, old.mercenaries, old.wounded) != (new.soldiers, new.mercenaries, new.wounded):
        troop_lines(lines, old, new, sacked, ruled_leave)
    if (old.swordsmen, old.archers) != (new.swordsmen, new.archers):
        invader_lines(lines, old, new, sacked)
    return stock


def _piece_lines(lines: Lines, place: str, old: Piece | None, new: Piece | None, stock: Stock) -> None:
    if old is None and new is not None:
        _put_piece(lines, place, new)
    elif old is not None and new is None:
        _remove_piece(lines, place, old, stock)
    elif old is not None and new is not None:
        if old.material != new.material:
            _replace_material(lines, place, old, new, stock)
        else:
            if old.kind != new.kind:
                named: dict[str, Value] = {"place": place, "piece": piece_name(new), "old": piece_name(old)}
                exchanged = change(place, "piece", piece_name(old), piece_name(new))
                lines.add(place, "replace only", named, lines.when.again, (exchanged,))
            _cube_lines(lines, place, old, new, stock)
        _flame_lines(lines, place, old.flame, new.flame)


def _put_piece(lines: Lines, place: str, piece: Piece) -> None:
    values: dict[str, Value] = {"place": place, "piece": piece_name(piece)}
    changes: tuple[Change, ...] = (change(place, "piece", "", piece_name(piece)),)
    if piece.cubes:
        values[CUBES[piece.material]] = piece.cubes
        changes = (*changes, change(place, CUBES[piece.material], 0, piece.cubes))
    why = reasons.BUILT if lines.when.actions else lines.when.again
    lines.add(place, "build" if piece.cubes else "build empty", values, why, changes)
    _flame_lines(lines, place, False, piece.flame)


def _remove_piece(lines: Lines, place: str, piece: Piece, stock: Stock) -> None:
    """P-6, P-7: the piece with its cubes in one go, if they all go to the stockpile."""
    values: dict[str, Value] = {"place": place, "piece": piece_name(piece)}
    changes = [change(place, "piece", piece_name(piece), "")]
    if piece.flame:
        changes.append(change(place, "flame", 1, 0))
    what = "remove piece"
    if piece.cubes and stock.take_in(piece.material, piece.cubes) == piece.cubes:
        what = "remove piece with cubes"
        values[CUBES[piece.material]] = piece.cubes
        changes.append(change(place, CUBES[piece.material], piece.cubes, 0))
        changes.append(stock.shift(piece.material, piece.cubes))
    else:
        _take_cubes(lines, place, piece, 0, stock, reasons.KNOCKED_OFF if lines.when.combat else lines.when.again)
    why = reasons.DESTROYED if lines.when.combat else lines.when.again
    lines.add(place, what, values, why, tuple(changes))


def _replace_material(lines: Lines, place: str, old: Piece, new: Piece, stock: Stock) -> None:
    """C-5: stone in place of wood."""
    why = reasons.REPLACED if lines.when.actions and new.material == "stone" else lines.when.again
    _take_cubes(lines, place, old, 0, stock, why)
    values: dict[str, Value] = {"place": place, "piece": piece_name(new), "old": piece_name(old)}
    changes: tuple[Change, ...] = (change(place, "piece", piece_name(old), piece_name(new)),)
    if new.cubes:
        values[CUBES[new.material]] = new.cubes
        changes = (*changes, change(place, CUBES[new.material], 0, new.cubes))
    lines.add(place, "replace" if new.cubes else "replace only", values, why, changes)


def _cube_lines(lines: Lines, place: str, old: Piece, new: Piece, stock: Stock) -> None:
    if new.cubes < old.cubes:
        why = reasons.KNOCKED_OFF if lines.when.combat else lines.when.again
        _take_cubes(lines, place, old, new.cubes, stock, why)
    elif new.cubes > old.cubes:
        cubes = CUBES[old.material]
        more = new.cubes - old.cubes
        mine = stock.give_out(old.material, more)
        why = reasons.REPAIRED if lines.when.actions else lines.when.again
        if mine:
            changes = (change(place, cubes, old.cubes, old.cubes + mine), stock.shift(old.material, -mine))
            lines.add(place, "repair", {"place": place, cubes: mine}, why, changes)
        if more > mine:
            rest = change(place, cubes, old.cubes + mine, new.cubes)
            lines.add(place, "cubes from supply", {"place": place, cubes: more - mine}, why, (rest,))


def _take_cubes(lines: Lines, place: str, piece: Piece, left: int, stock: Stock, why: Reason) -> None:
    """Cubes off a piece: into the stockpile as far as it gains any, the rest back to the supply."""
    cubes = CUBES[piece.material]
    off = piece.cubes - left
    mine = stock.take_in(piece.material, off)
    if mine:
        changes = (change(place, cubes, piece.cubes, piece.cubes - mine), stock.shift(piece.material, mine))
        lines.add(place, "cubes to stockpile", {"place": place, cubes: mine}, why, changes)
    if off > mine:
        rest = change(place, cubes, piece.cubes - mine, left)
        lines.add(place, "cubes to supply", {"place": place, cubes: off - mine}, why, (rest,))


def _flame_lines(lines: Lines, place: str, old: bool, new: bool) -> None:
    if new and not old:
        why = reasons.BURNS if lines.when.combat else lines.when.again
        lines.add(place, "flame", {"place": place}, why, (Change(place, "flame", None, 1),))
    elif old and not new:
        why = reasons.FLAME_CLEARED if lines.when.actions else lines.when.again
        lines.add(place, "flame off", {"place": place}, why, (Change(place, "flame", 1, None),))
