"""Instructions in words: a template for each kind of line, unit words for what is counted.

A line's `what` and `values` hold everything its words are made from, so another language needs only its own
templates, its own unit words, and its names for the places.
"""

from collections.abc import Mapping

from engine.core.events import Value
from engine.core.instructions import Change, Instruction
from engine.core.language import ENGLISH, Language, joined
from engine.games.after_the_empire.reasons import Moment, Reason
from engine.games.after_the_empire.view import FACE_DOWN, FACE_UP

TEMPLATES: dict[str, str] = {
    # castle pieces
    "cubes to stockpile": "{place}: take {things} off, put {them} in your stockpile.",
    "cubes to supply": "{place}: take {things} off, put {them} back in the supply.",
    "repair": "{place}: put {things} on, from your stockpile.",
    "cubes from supply": "{place}: put {things} on, from the supply.",
    "remove piece": "{place}: remove the {piece}.",
    "remove piece with cubes": "{place}: remove the {piece}, put its {things} in your stockpile.",
    "build": "{place}: put a {piece} with {things}.",
    "build empty": "{place}: put a {piece} without cubes.",
    "replace": "{place}: put a {piece} with {things} in place of the {old}.",
    "replace only": "{place}: put a {piece} in place of the {old}.",
    "flame": "{place}: put a flame token.",
    "flame off": "{place}: take the flame token off.",
    # troops and invaders
    "move": "Move {things} from the {from} to the {to}.",
    "move inside": "Move {things} from the {from} inside.",
    "move out": "Move {things} from inside to the {to}.",
    "wound": "Move {things} from the {from} to the infirmary.",
    "wound inside": "Move {things} from inside to the infirmary.",
    "heal": "Move {things} from the infirmary to the {to}.",
    "heal inside": "Move {things} from the infirmary inside.",
    "put": "{place}: put {things}.",
    "return": "{place}: return {things} to the supply.",
    "all leave": "Return all {things} to the supply.",
    # farms
    "turn farm": "{place}: turn to level {level}.",
    "protect": "{place}: put a Protect token.",
    "protect off": "{place}: take the Protect token off.",
    # cards and tokens of a player
    "take card": "Put {card} in your play area.",
    "card leaves": "Take {card} out of your play area.",
    "token": "Put a {token} on {card}.",
    "token off": "Take the {token} off {card}.",
    "turn card": "Turn {card} sideways.",
    "ready card": "Turn {card} upright.",
    "objectives": "Take {things}.",
    "objectives back": "Give {things} back.",
    "flags": "Take {things} worth {worth} gold.",
    "flags back": "Give {things} worth {worth} gold back.",
    "move tokens": "Take {things}.",
    "move tokens back": "Return {things} to the supply.",
    # gold and goods
    "gold": "Gold {old} → {new}",
    "food": "Food {old} → {new}",
    "stockpile": "Stockpile: {goods} {old} → {new}",
    # workers
    "send": "Move {things} from the Great Hall to the {to}.",
    "home": "Take {things} home to the Great Hall.",
    "workers leave": "Take {things} off the board, back to the supply.",
    "worker out": "Great Hall: take {things} out.",
    # the common board
    "season": "Season {old} → {new}",
    "threat": "Threat {old} → {new}",
    "deal": "Invader cards: discard the old ones, lay {up} face up and {down} face down.",
    "deal face up": "Invader cards: discard the old ones, lay {up} face up.",
    "deal face down": "Invader cards: discard the old ones, lay {down} face down.",
    "invader card": "Invader card {slot}: {card}, red border to the {side}.",
    "invader card lies": "Invader card {slot}: {card}.",
    "invader card gone": "Invader card {slot}: discard it.",
    "siege card": "Siege card: {card}, to the {side}.",
    "siege card lies": "Siege card: {card}.",
    "deal siege": "Siege card: discard the old one, lay the next one face down.",
    "siege token": "Siege token: lay it at the {side}.",
    "siege token off": "Siege token: take it away.",
    "market": "{place}: {list}.",
    "turn order": "Turn order: {list}.",
}
"""Each kind of line. `{things}` is what the units among the values count, `{them}` its pronoun, `{list}` the
values numbered 1, 2, 3 …; all else stands in the values by its name."""

UNITS: dict[str, tuple[str, str]] = {
    "soldiers": ("soldier", "soldiers"),
    "mercenaries": ("mercenary", "mercenaries"),
    "swordsmen": ("swordsman", "swordsmen"),
    "archers": ("archer", "archers"),
    "wood cubes": ("wood cube", "wood cubes"),
    "stone cubes": ("stone cube", "stone cubes"),
    "workers": ("worker", "workers"),
    "villagers": ("villager", "villagers"),
    "flags": ("flag", "flags"),
    "move-1 tokens": ("Move-1 token", "Move-1 tokens"),
    "move-3 tokens": ("Move-3 token", "Move-3 tokens"),
    "objectives": ("secret objective", "secret objectives"),
}
"""What is counted: one of it, several of it."""

EMPTY = "empty"
"""A slot with nothing in it, in a list."""

THEM = "them"
IT = "it"

SPACE = "{space} space"
BUILDING = "building {card}"
REFUGEE = "refugee {card}"
"""Where a worker stands: on a space of a board, or on a card."""

WORDS = ("piece", "old", "token", "goods", "side")
"""Fields that hold a word of the game; `place`, `from` and `to` hold a place."""

NO_NAMES = (EMPTY, FACE_UP, FACE_DOWN)
"""What may stand in the place of a card's name."""

_COUNTING = frozenset(what for what, template in TEMPLATES.items() if "{things}" in template)
_LISTING = frozenset(what for what, template in TEMPLATES.items() if "{list}" in template)


def words(what: str, values: Mapping[str, Value], language: Language = ENGLISH) -> str:
    """The line in this language."""
    template = language(TEMPLATES[what])
    if language is not ENGLISH:
        values = _translated(values, language)
    if what in _COUNTING:
        return template.format_map({**values, **_counted(values, language)})
    if what in _LISTING:
        listed = ", ".join(f"{name} {value}" for name, value in values.items() if name.isdecimal())
        return template.format_map({**values, "list": listed})
    return template.format_map(values)


def place_words(place: str, language: Language) -> str:
    """A place on the table as this language calls it; a card keeps its name."""
    for template in (SPACE, BUILDING, REFUGEE):
        before, field, after = template.replace("{", "}").split("}")
        if place.startswith(before) and place.endswith(after):
            name = place[len(before) : len(place) - len(after)]
            return language(template).format(**{field: language(name) if template == SPACE else name})
    return language(place)


def _translated(values: Mapping[str, Value], language: Language) -> Mapping[str, Value]:
    """The values, those that are words of the game translated."""
    said: dict[str, Value] = {}
    for name, value in values.items():
        if not isinstance(value, str) or not value:
            said[name] = value
        elif name in ("place", "from", "to"):
            said[name] = place_words(value, language)
        elif name in WORDS or value in NO_NAMES:
            said[name] = language(value)
        else:
            said[name] = value
    return said


def _counted(values: Mapping[str, Value], language: Language) -> dict[str, str]:
    """What the values count, with its pronoun: "2 soldiers and 1 mercenary", "them"."""
    phrases = []
    several = False
    for unit, number in values.items():
        if unit in UNITS:
            several = several or number != 1
            phrases.append(f"{number} {language.several(*UNITS[unit], int(number))}")
    them = language(THEM if several or len(phrases) > 1 else IT)
    return {"things": joined(phrases, language), "them": them}


class Lines:
    """The lines written for one player (or, with seat None, for the whole table)."""

    __slots__ = ("seat", "when", "written")

    def __init__(self, seat: int | None, when: Moment) -> None:
        self.seat = seat
        self.when = when
        self.written: list[Instruction] = []

    def add(self, place: str, what: str, values: dict[str, Value], reason: Reason, changes: tuple[Change, ...]) -> None:
        """Write a line."""
        line = Instruction(self.seat, place, words(what, values), what, values, *reason, changes)
        self.written.append(line)


def change(place: str, thing: str, old: Value, new: Value) -> Change:
    """A spot's change; nothing there counts as 0 or ""."""
    return Change(place, thing, old or None, new or None)
