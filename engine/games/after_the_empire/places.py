"""Where something is, in words: what a state calls `players[0].castle.W.cubes` is "Ada, West wall" to a player."""

import re

from engine.core.language import Phrase
from engine.games.after_the_empire.compass import CORNER_INDEX, NAMES, POST_INDEX, SIDE_INDEX, SIDES
from engine.games.after_the_empire.state import Piece, State
from engine.games.after_the_empire.view import FARMS, FIELDS, TURN_ORDER, TURRETS, WALLS

GATES = tuple(f"{NAMES[side]} gate" for side in SIDES)

_ON_A_BOARD = re.compile(r"players\[(\d+)\]\.(castle|farms)\.(\w+)")


def place_words(state: State, path: str) -> Phrase:
    """A place in the state, as a player calls it."""
    found = _ON_A_BOARD.match(path)
    if found is not None:
        player, what, spot = state.players[int(found[1])], found[2], found[3]
        piece = player.castle.walls[SIDE_INDEX[spot]] if spot in SIDE_INDEX else None
        place = farm_words(spot) if what == "farms" else piece_words(spot, piece)
        return Phrase("{player}, {place}", player=player.name, place=place)
    if path.startswith("order"):
        return Phrase(TURN_ORDER)
    if path.startswith("combat"):
        return Phrase("Combat")
    return Phrase("The table")


def piece_words(spot: str, *pieces: Piece | None) -> Phrase:
    """The place of a wall, a gate or a turret: by the first of these pieces that is one, else by what belongs there."""
    if spot in CORNER_INDEX:
        return Phrase(TURRETS[CORNER_INDEX[spot]])
    piece = next((piece for piece in pieces if piece is not None), None)
    names = GATES if piece is not None and piece.kind == "gate" else WALLS
    return Phrase(names[SIDE_INDEX[spot]])


def post_words(post: str, *, outside: bool = False) -> Phrase:
    """Where troops stand; with `outside`, where invaders do."""
    if post not in SIDE_INDEX:
        return Phrase(NAMES[post])
    return Phrase((FIELDS if outside else WALLS)[POST_INDEX[post]])


def farm_words(side: str) -> Phrase:
    """A farm by its side."""
    return Phrase(FARMS[SIDE_INDEX[side]])
