"""What a screen reader says about each part of a castle; also the titles of their sheets."""

from companion.games.after_the_empire.names import place_name
from companion.shell.words import Words
from engine.games.after_the_empire.compass import CORNER_INDEX, INSIDE, POST_INDEX, SIDE_INDEX
from engine.games.after_the_empire.state import Farm, Piece, Player, State


def place_letter(words: Words, side: str) -> str:
    """The letter of a side on the compass."""
    return place_name(words, side)[:1]


def piece_title(words: Words, place: str, piece: Piece | None) -> str:
    """ "North stone wall", "No turret in the South-East"."""
    where = place_name(words, place)
    if piece is None:
        if place in CORNER_INDEX:
            return words("No turret in the {place}", place=where)
        return words("No wall in the {place}", place=where)
    titles = {
        "wood wall": words("{place} wood wall", place=where),
        "wood gate": words("{place} wood gate", place=where),
        "wood turret": words("{place} wood turret", place=where),
        "stone wall": words("{place} stone wall", place=where),
        "stone gate": words("{place} stone gate", place=where),
        "stone turret": words("{place} stone turret", place=where),
    }
    return titles[f"{piece.material} {piece.kind}"]


def part_title(words: Words, player: Player, part: str) -> str:
    """A part in two or three words."""
    kind, _, place = part.partition(" ")
    if kind == "field":
        return words("{place} field", place=place_name(words, place))
    if kind == "inside":
        return words("Inside the castle")
    return piece_title(words, place, piece_at(player, place))


def piece_at(player: Player, place: str) -> Piece | None:
    """What stands on a side or corner."""
    if place in CORNER_INDEX:
        return player.castle.turrets[CORNER_INDEX[place]]
    return player.castle.walls[SIDE_INDEX[place]]


def part_name(words: Words, state: State, player: Player, part: str) -> str:
    """All there is to say about a part: what it is, its cubes, who stands there, who comes."""
    kind, _, place = part.partition(" ")
    title = part_title(words, player, part)
    if kind == "turret":
        return ", ".join([title, *_piece_words(words, state, piece_at(player, place))])
    post = INSIDE if kind == "inside" else POST_INDEX[place]
    invaders = _invader_words(words, player, post)
    if kind == "field":
        said = [title, *_farm_words(words, player.farms[post]), *([invaders] if invaders else [])]
        return ", ".join([*said, *_siege_words(words, state, place)])
    troops = _troop_words(words, player, post)
    if kind == "inside":
        said = [title, *(troops or [words("no troops")])]
        sacked = [words("sacked")] if player.sacked else []
        return ", ".join([*said, *sacked]) + (f"; {invaders}" if invaders else "")
    piece = piece_at(player, place)
    said = [title, *_piece_words(words, state, piece), *troops]
    return ", ".join(said) + (f"; {words('{invaders} in the field', invaders=invaders)}" if invaders else "")


def _piece_words(words: Words, state: State, piece: Piece | None) -> list[str]:
    if piece is None:
        return []
    if piece.flame:
        return [words("burning")]
    most = state.table.constants.capacity.of(piece.kind, piece.material)
    return [words.several("{cubes} of {n} cube", "{cubes} of {n} cubes", most, cubes=piece.cubes)]


def _troop_words(words: Words, player: Player, post: int) -> list[str]:
    soldiers, mercenaries = player.castle.soldiers[post], player.castle.mercenaries[post]
    said = [words.several("{n} soldier", "{n} soldiers", soldiers)] if soldiers else []
    if mercenaries:
        said.append(words.several("{n} mercenary", "{n} mercenaries", mercenaries))
    return said


def _invader_words(words: Words, player: Player, post: int) -> str:
    swordsmen, archers = player.castle.swordsmen[post], player.castle.archers[post]
    first = words.several("{n} swordsman", "{n} swordsmen", swordsmen)
    second = words.several("{n} archer", "{n} archers", archers)
    if swordsmen and archers:
        return words("{first} and {second}", first=first, second=second)
    return first if swordsmen else second if archers else ""


def _farm_words(words: Words, farm: Farm) -> list[str]:
    said = [words("farm of level {n}", n=farm.level) if farm.level else words("farm razed")]
    if farm.protected:
        said.append(words("protected"))
    return said


def _siege_words(words: Words, state: State, side: str) -> list[str]:
    siege = state.combat.siege if state.combat else None
    if siege is None or siege.side != side:
        return []
    return [words("{card} strikes from here", card=siege.card.name)]
