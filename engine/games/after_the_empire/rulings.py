"""Rulings R-1 … R-29: what the rulebook leaves open, as typed settings a table can switch."""

from typing import Literal, TypeAlias

from engine.core.record import record
from engine.games.after_the_empire.goods import Count

Policy: TypeAlias = Literal["guard", "hold", "ask"]
"""How a player's troops move without being told (R-13)."""


@record
class Rulings:
    """Every house ruling with its default. The order is that of the specification."""

    flamed_turret: Literal["skipped", "takes the damage"] = "skipped"
    """R-1: a flamed Stone Turret in the siege priority."""

    fallen_back_troops: Literal["fight at once", "fight next round"] = "fight at once"
    """R-2: troops falling back from a wall destroyed in melee."""

    ladder: Literal["every round", "first round"] = "every round"
    """R-3: when Ladder and Siege Tower act."""

    bypass_first: Literal["swordsmen", "archers"] = "swordsmen"
    """R-4: which invaders pass a wall first, unless the owner chooses."""

    siege_below_first_tier: Literal["no effect", "first tier"] = "no effect"
    """R-5: a siege card with tiers, when a player's level is below the first."""

    surge_leader: Literal["gold", "level"] = "gold"
    """R-6: the leader for the surge is found by gold alone, or by max(gold, threat)."""

    flag_leader: Literal["after combat", "before combat"] = "after combat"
    """R-7: when the gold is compared for the flag."""

    feast_debt: Literal["gold stops at 0", "unpaid soldiers leave"] = "gold stops at 0"
    """R-8: a feast with too little food and gold."""

    too_few_cards: Literal["as many as there are", "starting cards too"] = "as many as there are"
    """R-9: a sack with fewer than two cards to damage."""

    red_number: Literal["remembered", "asked each time"] = "remembered"
    """R-10: red numbers are asked once for each gold space, or at every sack."""

    mercenaries_leave: Literal["end of season", "after combat"] = "end of season"
    """R-11: when mercenaries leave."""

    targets_first: Literal["archers", "swordsmen"] = "archers"
    """R-12: which invaders are hit first, unless the owner chooses."""

    losses_first: Literal["mercenaries", "soldiers"] = "mercenaries"
    """R-12: which troops are lost first, unless the owner chooses."""

    siege_tie: Literal["facing fewer invaders", "clockwise from North"] = "facing fewer invaders"
    """R-12: which of two equal turrets is hit first, unless the owner chooses."""

    policy: Policy = "guard"
    """R-13: free movement, for players who have not set their own policy."""

    placement_lock: Literal["first reveal", "siege card"] = "first reveal"
    """R-14: from when on a placement stands."""

    archers_without_wall: Literal["hold fire", "shoot inside"] = "hold fire"
    """R-15: archers in a field with no wall."""

    spare_melee_damage: Literal["lost", "invaders enter"] = "lost"
    """R-16: invaders left over when a wall falls in melee enter at the next Movement, or at once."""

    damaged_cards: Literal["asked", "lowest value first"] = "asked"
    """R-17: who picks the cards damaged in a sack."""

    invaders_outside_when_sacked: Literal["leave", "stay"] = "leave"
    """R-18: invaders still outside when a castle is sacked."""

    protect_razed_farms: bool = True
    """R-19: a razed farm may be protected too."""

    sow_one_farm_repeatedly: bool = True
    """R-19: several sowings of one action may go to the same farm."""

    replace_without_wood: Literal["any standing piece", "pieces with cubes"] = "any standing piece"
    """R-20: which wood pieces save the wood of the stone piece that replaces them."""

    new_piece_cubes: Literal["supply", "stockpile"] = "supply"
    """R-21: where the cubes of a new piece come from."""

    gate_side: Literal["any side", "as set up"] = "any side"
    """R-22: where a gate may be built anew."""

    discarded_buildings: Count = 1
    """R-23: marked building slots of the market."""

    discarded_refugees: Count = 1
    """R-23: marked refugee slots of the market."""

    own_board_workers: Count = 1
    """R-24: how many workers an own-board space takes in a season."""

    idle_workers: bool = True
    """R-24: a worker may be placed for no effect."""

    extra_spaces: Literal["add up", "one set"] = "add up"
    """R-24: a four-player game has both extra spaces, or only its own."""

    red_numbers_by: Literal["total", "space"] = "total"
    """R-25: gold beyond 50: red numbers are learned per total, or per space of the 50-space track."""

    objectives_count_wounded: bool = True
    """R-26: wounded soldiers count for objectives."""

    short_objective_deck: Literal["draw what is left", "draw none"] = "draw what is left"
    """R-27: the scout with fewer than two objectives in the deck."""

    supply: Literal["warn", "ignore"] = "warn"
    """R-28: the supply runs out."""

    final_tie: Literal["shared victory", "earlier in turn order"] = "shared victory"
    """R-29: a tie beyond flag tokens."""


RULING_IDS: dict[str, str] = {
    "flamed_turret": "R-1",
    "fallen_back_troops": "R-2",
    "ladder": "R-3",
    "bypass_first": "R-4",
    "siege_below_first_tier": "R-5",
    "surge_leader": "R-6",
    "flag_leader": "R-7",
    "feast_debt": "R-8",
    "too_few_cards": "R-9",
    "red_number": "R-10",
    "mercenaries_leave": "R-11",
    "targets_first": "R-12",
    "losses_first": "R-12",
    "siege_tie": "R-12",
    "policy": "R-13",
    "placement_lock": "R-14",
    "archers_without_wall": "R-15",
    "spare_melee_damage": "R-16",
    "damaged_cards": "R-17",
    "invaders_outside_when_sacked": "R-18",
    "protect_razed_farms": "R-19",
    "sow_one_farm_repeatedly": "R-19",
    "replace_without_wood": "R-20",
    "new_piece_cubes": "R-21",
    "gate_side": "R-22",
    "discarded_buildings": "R-23",
    "discarded_refugees": "R-23",
    "own_board_workers": "R-24",
    "idle_workers": "R-24",
    "extra_spaces": "R-24",
    "red_numbers_by": "R-25",
    "objectives_count_wounded": "R-26",
    "short_objective_deck": "R-27",
    "supply": "R-28",
    "final_tie": "R-29",
}
"""The ruling each setting belongs to."""
