"""Events and decisions in words. Templates are data, so that another language needs no code.

A field `{soldiers}` of a counted thing becomes "2 soldiers"; `{archers&swordsmen}` joins what is not zero;
a side or corner is spelled out, a piece or an engine is called by its name; any other value stands as it is.
A template is translated before it is filled, and so is every word that fills it.
"""

import re
from collections.abc import Mapping

from engine.core.decisions import Decision
from engine.core.events import Event, Value
from engine.core.language import ENGLISH, Language, joined
from engine.games.after_the_empire.compass import NAMES
from engine.games.after_the_empire.state import State

UNITS: dict[str, tuple[str, str]] = {
    "soldiers": ("soldier", "soldiers"),
    "mercenaries": ("mercenary", "mercenaries"),
    "swordsmen": ("swordsman", "swordsmen"),
    "archers": ("archer", "archers"),
    "troops": ("troop", "troops"),
    "moved": ("troop", "troops"),
    "invaders": ("invader", "invaders"),
    "left": ("invader", "invaders"),
    "cubes": ("cube", "cubes"),
    "pieces": ("castle piece", "castle pieces"),
    "shots": ("arrow", "arrows"),
    "rounds": ("round", "rounds"),
    "villagers": ("villager", "villagers"),
    "cards": ("card", "cards"),
    "workers": ("worker", "workers"),
    "objectives": ("objective card", "objective cards"),
    "damage": ("damage", "damage"),
    "sown": ("sowing", "sowings"),
    "protected": ("farm protected", "farms protected"),
    "paid_gold": ("gold", "gold"),
    "paid_food": ("food", "food"),
    "paid_wood": ("wood", "wood"),
    "paid_stone": ("stone", "stone"),
    "paid_iron": ("iron", "iron"),
    "gained_gold": ("gold", "gold"),
    "gained_food": ("food", "food"),
    "gained_wood": ("wood", "wood"),
    "gained_stone": ("stone", "stone"),
    "gained_iron": ("iron", "iron"),
    "gained_soldiers": ("soldier", "soldiers"),
    "gained_mercenaries": ("mercenary", "mercenaries"),
    "gained_heal": ("soldier to heal", "soldiers to heal"),
    "gained_sow": ("sowing", "sowings"),
    "gained_protect": ("farm to protect", "farms to protect"),
    "gained_move_ones": ("Move-1 token", "Move-1 tokens"),
    "gained_move_threes": ("Move-3 token", "Move-3 tokens"),
    "passing": ("invader", "invaders"),
    "buildings_shown": ("building", "buildings"),
    "refugees_shown": ("refugee", "refugees"),
}
"""Counted things: one of them, several of them."""

NUMBERS: dict[str, str] = {
    "gold": "gold",
    "food": "food",
    "wood": "wood",
    "stone": "stone",
    "iron": "iron",
    "wounded": "wounded soldiers",
    "workers": "workers",
    "placed": "workers placed",
    "villagers": "villagers",
    "villagers coming": "villagers for the next season",
    "reinforcements": "mercenaries for the next season",
    "move ones": "Move-1 tokens",
    "move threes": "Move-3 tokens",
    "season": "season",
    "threat": "threat",
    "objectives left": "objectives in the deck",
}
"""The numbers that can be corrected, as players call them."""

CORRECTED: dict[str, str] = {
    **NUMBERS,
    "set piece": "castle pieces",
    "set troops": "troops",
    "set invaders": "invaders",
    "set farm": "farms",
    "set flags": "flags",
    "add card": "a new card",
    "set card": "a card",
    "set objectives": "secret objectives",
    "set sacked": "sacked or not",
    "set phase": "the phase",
    "set order": "the turn order",
    "free space": "a worker back home",
}
"""What a correction was about."""

PLACES = ("side", "at", "first", "second")
"""Fields that hold a side or a corner."""

WORDS = ("piece", "engine", "surge", "policy", "what")
"""Fields that hold a word of the game."""

NOBODY = "nobody"
NOTHING = "nothing"

PAID = "{paid_gold&paid_food&paid_wood&paid_stone&paid_iron}"
GAINED = (
    "{gained_gold&gained_food&gained_wood&gained_stone&gained_iron&gained_soldiers"
    "&gained_mercenaries&gained_heal&gained_sow&gained_protect&gained_move_ones&gained_move_threes}"
)

EVENTS: dict[str, str] = {
    # phase 1
    "report": "{card} lies face up, pointing {side}.",
    "trade": f"{{what}}: pays {PAID}, gains {GAINED}.",
    "scout": "Scout: a Move-3 token; farm protected: {side}; {objectives} drawn, {kept} kept.",
    "granary": "Granary: {sown}, {protected}.",
    "healed": "Infirmary: {soldiers} healed.",
    "idle": "A worker is placed for no effect.",
    "build": "Builds a {piece} at {at}.",
    "repair": "Repairs {at}: {cubes}.",
    "clear flame": "Clears the flame of the {at} turret.",
    "mend": "Mends {card}.",
    # preparation
    "combat begins": "Combat of season {season} begins; the threat is {threat}.",
    "placed": "Troops: North {N}, East {E}, South {S}, West {W}, inside {inside}.",
    "arrive": "{card} at level {level} (tier {tier}): {swordsmen&archers} in the {side} field.",
    "below first tier": "{card}: level {level} is below its first tier, nobody comes.",
    "siege": "{card} ({engine}) from the {side}.",
    "siege by its kind": "{card} from the {side}.",
    "siege hits": "Siege on the {at} {piece}: {damage}, {cubes} to the stockpile.",
    "siege destroys": "Siege on the {at} {piece}: {damage}, destroyed; {cubes} to the stockpile.",
    "siege burns": "Siege on the {at} {piece}: {damage}, it burns and is inoperable; {cubes} to the stockpile.",
    "spare damage": "{damage} from the {side} finds nothing more to hit.",
    "surge": "Surge ({surge}): {swordsmen} more in the {side} field.",
    "razed": "The {side} farm is razed.",
    "farm lowered": "The {side} farm falls to level {to}.",
    "protected": "The {side} farm is protected and stays.",
    "move tokens": "Move tokens worth {worth}: {moved} moved.",
    # the loop
    "round": "Round {round}.",
    "volley": "{side} field: {damage} ({troops} on the wall, turrets {turrets}): "
    "{archers&swordsmen} killed, {left} left.",
    "arrows": "{side} wall under {shots}: {mercenaries&soldiers} lost.",
    "arrows inside": "Inside, under {shots}: {mercenaries&soldiers} lost.",
    "enter": "The {side} field has no wall: {swordsmen&archers} inside now.",
    "bypass": "Past the {side} wall: {swordsmen&archers} inside now.",
    "move": "{moved} moved; {inside} inside now.",
    "wall holds": "{side} {piece}: {damage}, it stands; {cubes} to the stockpile, {left_cubes} left on it.",
    "wall falls": "{side} {piece}: {damage}, it falls; {cubes} to the stockpile.",
    "fall back": "{soldiers&mercenaries} back from the {side} wall into the castle.",
    "melee inside": "Inside, {troops} against {invaders}: {archers&swordsmen} killed, {mercenaries&soldiers} lost.",
    "survived": "Survived after {rounds}.",
    "sacked": "Sacked after {rounds}: invaders inside and no troop inside.",
    "spared": "No invaders: survived.",
    "plundered": "The invaders leave; {mercenaries} back to the supply, {soldiers} from the walls to the infirmary.",
    "building damaged": "{card} is damaged.",
    "refugee wounded": "{card} is wounded.",
    "gold falls": "Gold falls from {gold} to {to}.",
    "reinforced": "For the next season: {mercenaries} inside and {villagers}.",
    "mercenaries leave": "{mercenaries} back to the supply.",
    # after combat
    "flag": "Most gold ({gold}) and not sacked: the flag of season {season}, worth {value}.",
    "tied flag": "Tied for most gold ({gold}): a flag worth {value}.",
    "no flag": "Nobody may take the flag of season {season}.",
    "income": "{pieces}: {gold} gold, {before} → {after}.",
    "turn order": "Place {place} in the turn order with {gold} gold.",
    "harvest": "Harvest: {food} food, now {after}.",
    "feast": "Feast for {soldiers}: {food} food and {gold} gold spent.",
    "unpaid": "No food or gold left for {soldiers}; gold stops at 0.",
    "unpaid leave": "No food or gold left for {soldiers}: gone for good.",
    "refresh": "Season {season} begins; the threat is {threat}.",
    "new worker": "Everyone gets a worker on entering season {season}.",
    # scoring
    "objective": "Objective: {card}, worth {value}.",
    "objective met": "{card} is met: {value} gold.",
    "objective missed": "{card} is not met.",
    "score": "Gold {gold}, buildings {buildings}, refugees {refugees}, flags {flags}, farms {farms}, "
    "objectives {objective_gold}: {total}.",
    "winner": "Wins the game.",
    "shared victory": "Shares the victory.",
    # the table's own word
    "correction": "The table counted again: {what}.",
    "rules": "The table changed its rules.",
    "policy": "Troops move by the policy “{policy}”.",
    "asks": "Decides everything in this battle.",
    "left to the app": "Leaves this battle to the app.",
    "taught": "{card} is in the library now.",
    "market": "The market shows {buildings_shown} and {refugees_shown}.",
}
"""One line for every kind of event."""

QUESTIONS: dict[str, str] = {
    "report": "Which invader card lies face up, and where does its red border point?",
    "worker": "Where does the next worker go? ({workers_left} left)",
    "combat": "All workers are placed: on to combat?",
    "placement": "Where do the troops stand? ({troops})",
    "invader card": "Invader card {number}: which one, and where does its red border point?",
    "siege card": "Which siege card, and where does its red border point?",
    "battle": "The cards are out: resolve the battle?",
    "turret": "{damage} from the {side}: which turret takes it first, {first} or {second}?",
    "move tokens": "Move tokens: which troops move, up to {worth}?",
    "archery targets": "{at} field, {archers&swordsmen}: {hit} hit. How many of them are archers?",
    "archery losses": "{at}, {mercenaries&soldiers}: {lost} hit. How many of them are mercenaries?",
    "bypass": "Past the {at} wall: {passing}. How many of them are swordsmen?",
    "troop movement": "Free movement: where do the troops stand now?",
    "melee targets": "Inside, {archers&swordsmen}: {hit} killed. How many of them are archers?",
    "melee losses": "Inside, {mercenaries&soldiers}: {lost} lost. How many of them are mercenaries?",
    "damaged cards": "What is damaged or wounded? ({cards})",
    "red number": "Sacked with {gold} gold: which total does the red number there leave?",
    "flags": "Award the flag?",
    "income": "Take income and set the turn order?",
    "harvest": "Harvest and feast?",
    "refresh": "Refresh the board for the next season?",
    "scoring": "On to final scoring?",
    "objective": "Which objective is revealed?",
    "objective met": "{card}: is it met?",
    "winner": "Name the winner?",
}
"""One question for every kind of decision."""

_FIELD = re.compile(r"\{([A-Za-z_&]+)\}")


def counted(name: str, number: int, language: Language = ENGLISH) -> str:
    """A number with its thing: "1 soldier", "2 soldiers"."""
    return f"{number} {language.several(*UNITS[name], number)}"


def fill(template: str, values: Mapping[str, Value], language: Language = ENGLISH) -> str:
    """A template with its fields filled."""

    def field(match: re.Match[str]) -> str:
        names = match.group(1).split("&")
        if len(names) == 1:
            return one_value(names[0], values, language)
        parts = [counted(name, int(values[name]), language) for name in names if values.get(name)]
        if not parts:
            return language(NOTHING if names[0].startswith(("paid", "gained")) else NOBODY)
        return joined(parts, language)

    sentence = _FIELD.sub(field, language(template))
    return sentence[:1].upper() + sentence[1:]


def one_value(name: str, values: Mapping[str, Value], language: Language = ENGLISH) -> str:
    """A single field in words."""
    value = values[name]
    if name in PLACES:
        return language(NAMES.get(str(value), str(value)))
    if name in UNITS and isinstance(value, int):
        return counted(name, value, language)
    if name in WORDS and value:
        return language(str(value))
    return str(value)


def sentence(event: Event, language: Language = ENGLISH) -> str:
    """The event in one line."""
    values, what = event.values, event.what
    if what == "score":
        values = {**values, "objective_gold": values["objectives"]}
    elif what == "correction":
        values = {"what": CORRECTED[str(values["what"])]}
    elif what == "siege" and str(values["card"]).lower() == values["engine"]:
        what = "siege by its kind"
    return fill(EVENTS[what], values, language)


def question(state: State, decision: Decision, language: Language = ENGLISH) -> str:
    """The decision as a question, to the player by name where it is one player's."""
    about = decision.about
    if decision.kind == "worker":
        about = {"workers_left": about["left"]}
    asked = fill(QUESTIONS[decision.kind], about, language)
    if decision.seat is None:
        return asked
    return f"{state.players[decision.seat].name} — {asked}"
