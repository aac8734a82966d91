"""Everything that cannot be on a real table (C-1, C-2, C-4, P-1), found in a state; and what the supply lacks (C-6)."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.language import ENGLISH, Counted, Language, Phrase
from engine.games.after_the_empire.compass import CORNERS, NAMES, SIDES
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.state import Castle, Player, State


class Fault(NamedTuple):
    """Where something is impossible, the rule it offends, and why in one sentence."""

    place: str
    rule: str
    why: Phrase


def faults(state: State) -> tuple[Fault, ...]:
    """All that is impossible, player by player."""
    found: list[Fault] = []
    for number, player in enumerate(state.players):
        place = f"players[{number}]"
        found.extend(castle_faults(player.castle, state.table.constants, f"{place}.castle"))
        found.extend(_farm_faults(player, state.table.constants, place))
    if sorted(state.order) != list(range(len(state.players))):
        found.append(Fault("order", "A-1", Phrase("the turn order must name every player once")))
    found.extend(_seat_faults(state))
    found.extend(_combat_faults(state))
    return tuple(found)


def castle_faults(castle: Castle, constants: Constants, place: str) -> Iterator[Fault]:
    """C-2, C-4, P-1: gates, walls and turrets where they belong, cubes within capacity, troops on standing walls."""
    gates = [SIDES[side] for side, piece in enumerate(castle.walls) if piece is not None and piece.kind == "gate"]
    for second in gates[1:]:
        yield Fault(
            f"{place}.{second}.piece",
            "C-2",
            Phrase("only one gate is allowed, and there is one in the {side} too", side=Phrase(NAMES[gates[0]])),
        )
    if not gates and all(castle.walls):
        yield Fault(f"{place}.W.piece", "C-2", Phrase("one side must be left for the gate"))
    pieces = zip((*SIDES, *CORNERS), (*castle.walls, *castle.turrets), strict=True)
    for spot, piece in pieces:
        if piece is None:
            continue
        if (piece.kind == "turret") != (spot in CORNERS):
            yield Fault(f"{place}.{spot}.piece", "C-2", Phrase("a {piece} cannot stand here", piece=Phrase(piece.kind)))
            continue
        most = constants.capacity.of(piece.kind, piece.material)
        if piece.cubes > most:
            name = Phrase(f"{piece.material} {piece.kind}")
            template = "a {piece} holds {most} at most, not {cubes}"
            why = Phrase(template, piece=name, most=Counted("cube", "cubes", most), cubes=piece.cubes)
            yield Fault(f"{place}.{spot}.cubes", "C-4", why)
        if piece.flame and (piece.kind != "turret" or piece.material != "stone"):
            yield Fault(f"{place}.{spot}.flame", "A-5", Phrase("only a stone turret can burn"))
        elif piece.flame and piece.cubes:
            yield Fault(f"{place}.{spot}.cubes", "A-5", Phrase("a burning turret has no cubes"))
    for side, letter in enumerate(SIDES):
        if castle.walls[side] is None:
            for kind, one, troops in (
                ("soldiers", "soldier", castle.soldiers),
                ("mercenaries", "mercenary", castle.mercenaries),
            ):
                if troops[side]:
                    here = Counted(one, kind, troops[side])
                    why = Phrase("there is no wall here for {troops} to stand on", troops=here)
                    yield Fault(f"{place}.{letter}.{kind}", "P-1", why)


def _farm_faults(player: Player, constants: Constants, place: str) -> Iterator[Fault]:
    for letter, farm in zip(SIDES, player.farms, strict=True):
        if farm.level > constants.best_farm:
            template = "a farm has level {most} at most, not {level}"
            why = Phrase(template, most=constants.best_farm, level=farm.level)
            yield Fault(f"{place}.farms.{letter}", "A-4", why)


def _seat_faults(state: State) -> Iterator[Fault]:
    """C-1: only players at the table have workers out, are asked in combat, or win."""
    spoken_of = [(f"taken[{index}].player", taken.player) for index, taken in enumerate(state.taken)]
    spoken_of += [(f"winners[{index}]", number) for index, number in enumerate(state.winners)]
    asking = state.combat.asking if state.combat is not None else ()
    spoken_of += [(f"combat.asking[{index}]", number) for index, number in enumerate(asking)]
    for place, number in spoken_of:
        if number >= len(state.players):
            yield Fault(place, "C-1", Phrase("there is no player {number} at this table", number=number + 1))


def _combat_faults(state: State) -> Iterator[Fault]:
    """P-1: a combat knows every player, and each battle a step it can be at."""
    combat = state.combat
    if combat is None:
        if state.phase == "combat":
            yield Fault("combat", "P-1", Phrase("the table is at combat, but no combat is under way"))
        return
    rows = [("done", len(combat.done)), ("siege_turret", len(combat.siege_turret))]
    if combat.step == "fight":
        rows.append(("battles", len(combat.battles)))
    for name, length in rows:
        if length != len(state.players):
            yield Fault(f"combat.{name}", "P-1", Phrase("there must be one entry for every player"))
    if combat.step in ("arrivals", "siege") and combat.siege is None:
        yield Fault("combat.siege", "P-3", Phrase("the siege card is missing"))
    for index, battle in enumerate(combat.battles):
        if battle.step in ("check", "cards", "gold") and battle.outcome != "sacked":
            why = Phrase("only a sacked castle can be at {step!r}", step=battle.step)
            yield Fault(f"combat.battles[{index}].step", "O-4", why)


THINGS: dict[str, tuple[str, str]] = {
    "soldiers": ("soldier", "soldiers"),
    "mercenaries": ("mercenary", "mercenaries"),
    "stone": ("stone", "stone"),
    "wood": ("wood", "wood"),
    "food": ("food", "food"),
    "iron": ("iron", "iron"),
    "swordsmen": ("swordsman", "swordsmen"),
    "archers": ("archer", "archers"),
    "flames": ("flame token", "flame tokens"),
    "wounds": ("Wound token", "Wound tokens"),
    "protects": ("Protect token", "Protect tokens"),
    "move_ones": ("Move-1 token", "Move-1 tokens"),
    "move_threes": ("Move-3 token", "Move-3 tokens"),
    "flags_1": ("flag worth 1", "flags worth 1"),
    "flags_2": ("flag worth 2", "flags worth 2"),
    "flags_3": ("flag worth 3", "flags worth 3"),
    "villagers": ("villager", "villagers"),
}
"""What is in the box: one of it, several of it."""

IN_THE_BOX = "The box has {things}, but {count} are in play."


def supply_warnings(state: State, language: Language = ENGLISH) -> tuple[str, ...]:
    """C-6, R-28: components of which more are in play than the box holds. A warning, never a refusal."""
    if state.table.rulings.supply == "ignore":
        return ()
    supply = state.table.constants.supply
    used = _in_play(state)
    return tuple(
        Phrase(IN_THE_BOX, things=Counted(*THINGS[name], getattr(supply, name)), count=count).said(language)
        for name, count in used.items()
        if count > getattr(supply, name)
    )


def _in_play(state: State) -> dict[str, int]:
    """How many of each component lie on the table."""
    players = state.players
    castles = [player.castle for player in players]
    pieces = [piece for castle in castles for piece in (*castle.walls, *castle.turrets) if piece is not None]
    cubes = {
        material: sum(piece.cubes for piece in pieces if piece.material == material) for material in ("wood", "stone")
    }
    farms = [farm for player in players for farm in player.farms]
    return {
        "soldiers": sum(sum(castle.soldiers) + castle.wounded for castle in castles),
        "mercenaries": sum(sum(castle.mercenaries) for castle in castles),
        "stone": cubes["stone"] + sum(castle.stone for castle in castles),
        "wood": cubes["wood"] + sum(castle.wood for castle in castles),
        "food": sum(player.food for player in players),
        "iron": sum(player.iron for player in players),
        "swordsmen": sum(sum(castle.swordsmen) for castle in castles),
        "archers": sum(sum(castle.archers) for castle in castles),
        "flames": sum(1 for piece in pieces if piece.flame) + sum(1 for farm in farms if not farm.level),
        "wounds": sum(1 for player in players for holding in player.cards if holding.damaged),
        "protects": sum(1 for farm in farms if farm.protected),
        "move_ones": sum(player.move_ones for player in players),
        "move_threes": sum(player.move_threes for player in players),
        "flags_1": sum(1 for player in players for value in player.flags if value == 1),
        "flags_2": sum(1 for player in players for value in player.flags if value == 2),
        "flags_3": sum(1 for player in players for value in player.flags if value == 3),
        "villagers": sum(player.villagers + player.villagers_coming for player in players),
    }
