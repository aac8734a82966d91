"""What things of the game are called in the player's language: places, pieces, spaces of the board, troops."""

from companion.shell.words import Words


def place_name(words: Words, place: str) -> str:
    """A side or corner."""
    names = {
        "N": words("North"),
        "E": words("East"),
        "S": words("South"),
        "W": words("West"),
        "NE": words("North-East"),
        "SE": words("South-East"),
        "SW": words("South-West"),
        "NW": words("North-West"),
    }
    return names[place]


def side_letter(words: Words, side: str) -> str:
    """A side as the compass shows it."""
    return {"N": words("N"), "E": words("E"), "S": words("S"), "W": words("W")}[side]


def piece_name(words: Words, kind: str, material: str) -> str:
    """A castle piece, within a sentence."""
    names = {
        ("wall", "wood"): words("wood wall"),
        ("gate", "wood"): words("wood gate"),
        ("turret", "wood"): words("wood turret"),
        ("wall", "stone"): words("stone wall"),
        ("gate", "stone"): words("stone gate"),
        ("turret", "stone"): words("stone turret"),
    }
    return names[kind, material]


def piece_title(words: Words, field: str) -> str:
    """A castle piece by itself, by the name of its number among the constants: "stone_wall"."""
    names = {
        "wood_wall": words("Wood Wall"),
        "wood_gate": words("Wood Gate"),
        "wood_turret": words("Wood Turret"),
        "stone_wall": words("Stone Wall"),
        "stone_gate": words("Stone Gate"),
        "stone_turret": words("Stone Turret"),
    }
    return names[field]


def space_name(words: Words, space: str) -> str:
    """An area of the game board, or of a player's own."""
    names = {
        "tax": words("Tax"),
        "mercenary camp left": words("Mercenary camp, left"),
        "mercenary camp right": words("Mercenary camp, right"),
        "merchant": words("Merchant"),
        "mine": words("Mine"),
        "quarry": words("Quarry"),
        "woodmill": words("Woodmill"),
        "scout": words("Scout"),
        "buildings": words("Buildings"),
        "refugees": words("Refugees"),
        "granary": words("Granary"),
        "stockpile": words("Stockpile"),
        "infirmary": words("Infirmary"),
        "barracks": words("Barracks"),
    }
    return names.get(space, space.capitalize())


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
