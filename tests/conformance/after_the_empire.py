"""After the Empire as a subject of the battery: tables of two, three and four, every mode and variant."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.border.pack import load_pack
from engine.core.chance import Chance
from engine.core.record import replace
from engine.core.registry import game_named
from engine.games.after_the_empire.actions import (
    Action,
    AddCard,
    AskMe,
    ChangeRules,
    Correct,
    Correction,
    DrawSiege,
    FreeSpace,
    PlayerNumberName,
    SetCard,
    SetFarm,
    SetFlags,
    SetInvaders,
    SetNumber,
    SetObjectives,
    SetOrder,
    SetPhase,
    SetPiece,
    SetPolicy,
    SetSacked,
    SetTable,
    SetTroops,
    TeachCard,
)
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    Condition,
    Effect,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeTier,
    Tier,
)
from engine.games.after_the_empire.compass import CORNERS, POSTS, SIDES
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Farm, Piece, State
from tests.conformance.play import Subject

PRACTICE_PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "practice.json"

CARDS: tuple[Card, ...] = (
    InvaderCard("raiders", "Raiders", (Tier(0, swordsmen=1), Tier(8, 2, 1), Tier(15, 3, 2))),
    InvaderCard("bowmen", "Bowmen", (Tier(0, archers=1), Tier(10, 1, 3))),
    InvaderCard("horde", "Horde", (Tier(3, 3), Tier(12, 6, 3), Tier(25, 9, 6))),
    SiegeCard("ram", "Mangonel", "mangonel", (SiegeTier(0, 2), SiegeTier(12, 4)), surge="leader"),
    SiegeCard("trebuchet", "Trebuchet", "trebuchet", (SiegeTier(6, 5),), surge="all"),
    SiegeCard("catapult", "Catapult", "catapult", (SiegeTier(0, 3),)),
    SiegeCard("ladder", "Ladder", "ladder", (SiegeTier(0, 1),)),
    SiegeCard("tower", "Siege Tower", "siege tower", (SiegeTier(0, 1), SiegeTier(10, 3)), surge="leader"),
    BuildingCard("mill", "Mill", Goods(wood=2), 3, (Effect("worker", gain=Goods(food=3)),)),
    BuildingCard("forge", "Forge", Goods(iron=1), 2, (Effect("free", Goods(wood=1), Goods(iron=1)),)),
    BuildingCard("chapel", "Chapel", Goods(gold=2), 4, (Effect("gained", gain=Goods(heal=1, soldiers=1)),)),
    RefugeeCard("smith", "Smith", Goods(food=1), 1, (Effect("worker", gain=Goods(iron=1, sow=1)),)),
    RefugeeCard("scholar", "Scholar", Goods(gold=1), 2),
    RefugeeCard("first", "Envoy", starting=True, initiative=3),
    RefugeeCard("second", "Hunter", starting=True, initiative=1),
    ObjectiveCard("host", "Host", 4, Condition("soldiers", "most")),
    ObjectiveCard("keep", "Keep", 3, Condition("stone pieces", "at least", 3)),
    ObjectiveCard("tale", "Tale", 2),
)
"""A few of each kind: enough for every rule about cards, few enough to be read back at every step."""


SIEGE_CARDS = tuple(card for card in CARDS if isinstance(card, SiegeCard))


def after_the_empire() -> Subject:
    return Subject(game_named("after-the-empire"), setups(), say_something)


def setups() -> list[Setup]:
    two, three, four = (players(number, CARDS) for number in (2, 3, 4))
    practice = load_pack(PRACTICE_PACK.read_bytes()).cards
    return [
        Setup(four, cards=CARDS),
        Setup(two, mode="easy", cards=CARDS, rulings=Rulings(policy="ask")),
        Setup(three, mode="hard", cards=CARDS, destructive=True),
        Setup(three, no_reports=True, cards=CARDS, rulings=OTHER_RULINGS),
        Setup(players(2, practice), mode="hard", no_reports=True, destructive=True, cards=practice),
        Setup(four, mode="easy", count_only=True, cards=CARDS),
    ]


def players(number: int, cards: Sequence[Card]) -> tuple[PlayerSetup, ...]:
    """Some with everything said, some with as little as possible."""
    refugees = [card.id for card in cards if isinstance(card, RefugeeCard) and card.starting]
    objectives = [card.id for card in cards if isinstance(card, ObjectiveCard)]
    everyone = (
        PlayerSetup("Ada", "S", "blue", "E", refugees[1], objective=objectives[1], policy="hold"),
        PlayerSetup("Ben", "N", "red", gate="W", refugee=refugees[0], policy="guard"),
        PlayerSetup("Cleo", "W", "green", initiative=2, policy="ask"),
        PlayerSetup("Dan", "E", "yellow", gate="N", initiative=9),
    )
    return everyone[:number]


OTHER_RULINGS = Rulings(
    flamed_turret="takes the damage",
    fallen_back_troops="fight next round",
    ladder="first round",
    bypass_first="archers",
    siege_below_first_tier="first tier",
    surge_leader="level",
    flag_leader="before combat",
    feast_debt="unpaid soldiers leave",
    too_few_cards="starting cards too",
    red_number="asked each time",
    mercenaries_leave="after combat",
    targets_first="swordsmen",
    losses_first="soldiers",
    siege_tie="clockwise from North",
    policy="hold",
    placement_lock="siege card",
    archers_without_wall="shoot inside",
    spare_melee_damage="invaders enter",
    damaged_cards="lowest value first",
    invaders_outside_when_sacked="stay",
    protect_razed_farms=False,
    sow_one_farm_repeatedly=False,
    replace_without_wood="pieces with cubes",
    new_piece_cubes="stockpile",
    gate_side="as set up",
    own_board_workers=2,
    idle_workers=False,
    extra_spaces="one set",
    red_numbers_by="space",
    objectives_count_wounded=False,
    short_objective_deck="draw none",
    supply="ignore",
    final_tie="earlier in turn order",
)
"""Every ruling that has another way, the other way."""


def say_something(state: State, chance: Chance) -> Action:
    """A correction, or a change of rules, that has nothing to do with what is asked; or a siege card to look at."""
    if state.phase == "combat" and chance.below(4) == 0:
        return DrawSiege(chance.pick(SIEGE_CARDS), chance.pick(SIDES), look_first=True)
    if chance.below(6) == 0:
        agreed: tuple[Action, ...] = (
            SetPolicy(chance.below(4), chance.pick(("guard", "hold", "ask", None))),
            AskMe(chance.below(4), chance.below(2) == 1),
            TeachCard(chance.pick(CARDS)),
            ChangeRules(rulings=chance.pick((Rulings(), OTHER_RULINGS))),
            ChangeRules(constants=replace(state.table.constants, threat_step=chance.below(5))),
        )
        return chance.pick(agreed)
    return Correct(tuple(some_correction(state, chance) for _ in range(chance.between(1, 2))))


def some_correction(state: State, chance: Chance) -> Correction:
    """Any tracked number, anywhere; the seasons only onwards, so that the game still ends."""
    player, few = chance.below(4), chance.between(0, 5)
    goods: tuple[PlayerNumberName, ...] = ("gold", "food", "wood", "stone", "iron", "wounded", "reinforcements")
    pawns: tuple[PlayerNumberName, ...] = ("workers", "placed", "villagers", "villagers coming")
    tokens: tuple[PlayerNumberName, ...] = ("move ones", "move threes")
    wall = Piece(chance.pick(("wall", "gate")), chance.pick(("wood", "stone")), few)
    turret = Piece("turret", "stone", 0, flame=True)
    phases: tuple[Any, ...] = ("actions", "combat", "flags", "income", "harvest", "refresh")
    makers: tuple[Callable[[], Correction], ...] = (
        lambda: SetNumber(player, chance.pick(goods), chance.pick((0, 1, few, 30, 9_999))),
        lambda: SetNumber(player, chance.pick(pawns + tokens), few),
        lambda: SetPiece(player, chance.pick(SIDES), chance.pick((wall, None))),
        lambda: SetPiece(player, chance.pick(CORNERS), chance.pick((turret, replace(turret, flame=False), None))),
        lambda: SetTroops(player, chance.pick(POSTS), few, chance.between(0, 3)),
        lambda: SetInvaders(player, chance.pick(POSTS), few, chance.between(0, 3)),
        lambda: SetFarm(player, chance.pick(SIDES), Farm(chance.between(0, 2), chance.below(2) == 1)),
        lambda: SetFlags(player, (1,) * few),
        lambda: AddCard(player, chance.pick(("mill", "smith", "raiders", "nothing"))),
        lambda: SetCard(player, chance.between(0, 2), chance.below(2) == 1, chance.below(2) == 1),
        lambda: SetObjectives(player, few),
        lambda: SetSacked(player, chance.below(2) == 1),
        lambda: SetTable("season", state.season + chance.below(2)),
        lambda: SetTable(chance.pick(("threat", "objectives left")), few),
        lambda: SetPhase(chance.pick(phases)),
        lambda: SetOrder(tuple(chance.shuffled(range(len(state.players)))), chance.pick((None, 0))),
        lambda: FreeSpace(chance.pick(("tax", "mine", "granary")), player),
    )
    return chance.pick(makers)()
