"""House rulings, automation and component numbers in plain words, for settings and the rules reference."""

from typing import Any, get_args, get_type_hints

from companion.shell.words import Words
from engine.games.after_the_empire.rulings import Rulings


def ruling_name(words: Words, field: str) -> str:
    """What a ruling decides."""
    names = {
        "flamed_turret": words("A burning Stone Turret under siege"),
        "fallen_back_troops": words("Troops that fall back from a fallen wall"),
        "ladder": words("Ladder and Siege Tower work in"),
        "bypass_first": words("Who passes the wall first"),
        "siege_below_first_tier": words("Siege card below its first tier"),
        "surge_leader": words("The leader for the surge is found by"),
        "flag_leader": words("Gold is compared for the flag"),
        "feast_debt": words("A feast nobody can pay"),
        "too_few_cards": words("Too few cards to damage in a sack"),
        "red_number": words("Red numbers are"),
        "mercenaries_leave": words("Mercenaries leave"),
        "targets_first": words("Hit first, unless the owner chooses"),
        "losses_first": words("Lost first, unless the owner chooses"),
        "siege_tie": words("Two equal turrets: first the one"),
        "policy": words("Free movement in battle"),
        "placement_lock": words("Placement stands from"),
        "archers_without_wall": words("Archers before a gap"),
        "spare_melee_damage": words("Damage to spare when a wall falls"),
        "damaged_cards": words("Cards damaged in a sack are"),
        "invaders_outside_when_sacked": words("Invaders outside at a sack"),
        "protect_razed_farms": words("A razed farm may be protected"),
        "sow_one_farm_repeatedly": words("One farm may be sown several times at once"),
        "replace_without_wood": words("Stone saves the wood of"),
        "new_piece_cubes": words("Cubes of a new piece come from"),
        "gate_side": words("A new gate stands on"),
        "discarded_buildings": words("Buildings discarded each season"),
        "discarded_refugees": words("Refugees discarded each season"),
        "own_board_workers": words("Workers on each space of your own board"),
        "idle_workers": words("A worker may be placed for no effect"),
        "extra_spaces": words("Extra spaces with four players"),
        "red_numbers_by": words("Red numbers beyond 50 gold are learned by"),
        "objectives_count_wounded": words("Wounded soldiers count for objectives"),
        "short_objective_deck": words("The scout at a short objective deck"),
        "supply": words("When the supply runs out"),
        "final_tie": words("Tied to the end"),
    }
    return names.get(field, field)


def choice_name(words: Words, choice: Any) -> str:
    """One of the choices of a ruling."""
    if isinstance(choice, bool):
        return words("Yes") if choice else words("No")
    names = {
        "skipped": words("It is skipped"),
        "takes the damage": words("It takes the damage"),
        "fight at once": words("Fight at once"),
        "fight next round": words("Fight in the next round"),
        "every round": words("Every round"),
        "first round": words("The first round"),
        "swordsmen": words("Swordsmen"),
        "archers": words("Archers"),
        "no effect": words("No effect"),
        "first tier": words("Its first tier"),
        "gold": words("Gold alone"),
        "level": words("Gold or threat"),
        "after combat": words("After combat"),
        "before combat": words("Before combat"),
        "gold stops at 0": words("Gold stops at 0"),
        "unpaid soldiers leave": words("Unpaid soldiers leave"),
        "as many as there are": words("As many as there are"),
        "starting cards too": words("Starting cards too"),
        "remembered": words("Remembered"),
        "asked each time": words("Asked each time"),
        "end of season": words("At the end of the season"),
        "mercenaries": words("Mercenaries"),
        "soldiers": words("Soldiers"),
        "facing fewer invaders": words("Facing fewer invaders"),
        "clockwise from North": words("Clockwise from North"),
        "guard": words("Guard: bring in just enough"),
        "hold": words("Hold: stay"),
        "ask": words("Ask the player"),
        "first reveal": words("The first card"),
        "siege card": words("The siege card"),
        "hold fire": words("Do not shoot"),
        "shoot inside": words("Shoot inside"),
        "lost": words("It is lost"),
        "invaders enter": words("Invaders enter at once"),
        "asked": words("Chosen by the owner"),
        "lowest value first": words("Lowest value first"),
        "leave": words("Leave too"),
        "stay": words("Stay"),
        "any standing piece": words("Any standing piece"),
        "pieces with cubes": words("Pieces with cubes"),
        "supply": words("The supply"),
        "stockpile": words("The stockpile"),
        "any side": words("Any side"),
        "as set up": words("Its first side"),
        "add up": words("Both are open"),
        "one set": words("One set"),
        "total": words("Total"),
        "space": words("Space of the track"),
        "draw what is left": words("Draws what is left"),
        "draw none": words("Draws none"),
        "warn": words("Warn"),
        "ignore": words("Say nothing"),
        "shared victory": words("Shared victory"),
        "earlier in turn order": words("Earlier in turn order"),
    }
    return names.get(choice, str(choice))


def options_of(field: str) -> tuple[Any, ...]:
    """The choices of a ruling; none for a number."""
    kind = get_type_hints(Rulings)[field]
    return (True, False) if kind is bool else get_args(kind) if isinstance(getattr(Rulings(), field), str) else ()


def automation_name(words: Words, kind: str) -> tuple[str, str]:
    """A decision the app can take over, and what it does then."""
    names = {
        "placement": (words("Placement"), words("Troops stay where they stand.")),
        "turret": (words("Which of two equal turrets is hit"), words("The one facing fewer invaders.")),
        "move tokens": (words("Move tokens"), words("Left unused, unless the policy is to ask.")),
        "archery targets": (words("Whom your arrows hit"), words("Archers first.")),
        "archery losses": (words("Whom their arrows hit"), words("Mercenaries first.")),
        "bypass": (words("Who passes the wall"), words("Swordsmen first.")),
        "troop movement": (words("Moving troops each round"), words("Just enough inside to match the invaders.")),
        "melee targets": (words("Who falls inside: theirs"), words("Archers first.")),
        "melee losses": (words("Who falls inside: yours"), words("Mercenaries first.")),
        "damaged cards": (words("Cards damaged in a sack"), words("The lowest value first, if you ruled so.")),
        "red number": (words("Red numbers"), words("Taken from what was read before.")),
        "income": (words("Income and turn order"), words("Follow the flags by themselves.")),
        "harvest": (words("Harvest and feast"), words("Follow income by themselves.")),
    }
    return names.get(kind, (kind, ""))


def constant_name(words: Words, field: str) -> str:
    """A single number printed somewhere."""
    names = {
        "wood_turret_fire": words("Damage of a Wood Turret"),
        "stone_turret_fire": words("Damage of a Stone Turret"),
        "clear_flame_stone": words("Stone to clear a flame"),
        "granary_sows": words("Granary: sowings"),
        "granary_protects": words("Granary: farms protected"),
        "infirmary_heals": words("Infirmary: soldiers healed"),
        "scout_objectives": words("Scout: objectives drawn"),
        "workers": words("Workers at the start"),
        "seasons": words("Seasons"),
        "threat_step": words("Threat rises each season by"),
        "tied_flag": words("A tied flag is worth"),
        "sacked_cards": words("Sack: cards damaged"),
        "sacked_mercenaries": words("Sack: mercenaries for the next season"),
        "sacked_villagers": words("Sack: villagers for the next season"),
        "income_per_piece": words("Income for a castle piece"),
        "farm_score": words("A farm is worth at the end"),
    }
    return names[field]


CONSTANTS = (
    "wood_turret_fire",
    "stone_turret_fire",
    "clear_flame_stone",
    "granary_sows",
    "granary_protects",
    "infirmary_heals",
    "scout_objectives",
    "workers",
    "seasons",
    "threat_step",
    "tied_flag",
    "sacked_cards",
    "sacked_mercenaries",
    "sacked_villagers",
    "income_per_piece",
    "farm_score",
)
"""The single numbers a table can correct."""
