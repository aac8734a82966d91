"""Places and people of a combat in the player's language."""

from companion.games.after_the_empire.library.compass import side_letter, side_name
from companion.shell.words import Words

__all__ = ["corner_name", "fallen_name", "invaders_words", "post_name", "side_letter", "side_name", "troops_words"]


def corner_name(words: Words, corner: str) -> str:
    """A corner of a castle."""
    names = {
        "NE": words("North-East turret"),
        "SE": words("South-East turret"),
        "SW": words("South-West turret"),
        "NW": words("North-West turret"),
    }
    return names[corner]


def post_name(words: Words, post: str) -> str:
    """Where troops stand."""
    names = {
        "N": words("North wall"),
        "E": words("East wall"),
        "S": words("South wall"),
        "W": words("West wall"),
        "inside": words("Inside"),
    }
    return names[post]


def fallen_name(words: Words, place: str) -> str:
    """A piece that fell, as a chip says it."""
    if len(place) == 2:
        return words("{piece} fell", piece=corner_name(words, place))
    return words("{piece} fell", piece=post_name(words, place))


def invaders_words(words: Words, swordsmen: int, archers: int) -> str:
    """ "3 swordsmen and 1 archer"; "nobody"."""
    parts = []
    if swordsmen:
        parts.append(words.several("{n} swordsman", "{n} swordsmen", swordsmen))
    if archers:
        parts.append(words.several("{n} archer", "{n} archers", archers))
    return words(" and ").join(parts) or words("nobody")


def troops_words(words: Words, soldiers: int, mercenaries: int) -> str:
    """ "2 soldiers and 1 mercenary"; "nobody"."""
    parts = []
    if soldiers:
        parts.append(words.several("{n} soldier", "{n} soldiers", soldiers))
    if mercenaries:
        parts.append(words.several("{n} mercenary", "{n} mercenaries", mercenaries))
    return words(" and ").join(parts) or words("nobody")
