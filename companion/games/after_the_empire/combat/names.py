"""Places and people of a combat in the player's language."""

from companion.games.after_the_empire.names import invaders_words, side_letter, troops_words
from companion.games.after_the_empire.names import place_name as side_name
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
