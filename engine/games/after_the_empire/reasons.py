"""Why something changes on the table: the rule, a short sentence, and what happened between two states."""

from typing import NamedTuple

from engine.games.after_the_empire.state import Phase, State


class Reason(NamedTuple):
    """A rule id ("" where no rule is behind it) and the rule in a few words of our own."""

    rule: str
    why: str


COUNTED_AGAIN = Reason("", "The table was counted again.")
WENT_BACK = Reason("", "The table goes back to an earlier moment.")

# Pieces and cubes
KNOCKED_OFF = Reason("P-7", "Cubes knocked off a piece go to their owner's stockpile.")
DESTROYED = Reason("P-6", "A hit on a piece without cubes destroys it.")
BURNS = Reason("P-6", "A Stone Turret is never destroyed: a flame marks it.")
BUILT = Reason("C-5", "A new piece comes full, with cubes from the supply.")
REPLACED = Reason("C-5", "Stone replaces wood; the wood cubes go back to the stockpile.")
REPAIRED = Reason("A-3", "A repair puts one matching cube on each empty space.")
FLAME_CLEARED = Reason("A-5", "Two stone put out the flame of a Stone Turret.")

# Troops
PLACED = Reason("P-1", "Troops take their posts before the first card is revealed.")
TOKENS_SPENT = Reason("P-8", "Move tokens move one troop for each point.")
MOVED_FREELY = Reason("M-3", "Troops move freely between walls and inside in every round.")
FELL_BACK = Reason("P-6", "Troops on a destroyed wall go inside.")
WOUNDED = Reason("B-1", "1 damage wounds a soldier, who goes to the infirmary.")
MERCENARY_KILLED = Reason("B-1", "1 damage kills a mercenary.")
SACKED_TROOPS = Reason("O-4", "Sacked: mercenaries leave, soldiers on walls are wounded, new mercenaries come inside.")
MERCENARIES_LEAVE = Reason("R-11", "Mercenaries serve for one season.")
HEALED = Reason("A-3", "Healed soldiers return to the player board.")
HIRED = Reason("A-2", "Troops gained with a worker or a card.")
UNFED = Reason("R-8", "Soldiers who are neither fed nor paid leave.")

# Invaders and farms
ARRIVED = Reason("P-2", "The highest tier reached by gold or threat sends its invaders.")
SURGED = Reason("P-3", "The surge adds swordsmen on the siege side.")
ENTERED = Reason("M-1", "Invaders go inside where no wall, or a ladder, lets them.")
INVADER_KILLED = Reason("B-1", "1 damage kills an invader.")
SURVIVED = Reason("O-1", "No invaders are left: the castle survived.")
SACKERS_LEAVE = Reason("O-4", "Sacked: all invaders leave.")
RAZED = Reason("P-4", "Invaders raze the farm of their field by one level.")
SOWN = Reason("A-4", "Sowing raises a farm by one level.")
PROTECTED = Reason("A-4", "A protected farm is not razed this season.")
PROTECTION_ENDS = Reason("E-1", "Protect tokens leave when the board is refreshed.")

# Cards
CARD_GAINED = Reason("A-2", "Bought with a worker.")
CARD_DAMAGED = Reason("O-4", "Sacked: a damaged card keeps its abilities and loses its value.")
CARD_MENDED = Reason("A-3", "Mended at the stockpile.")
CARD_USED = Reason("A-6", "A free action is used once a season.")
CARD_READY = Reason("E-1", "A new season: free actions are ready again.")
OBJECTIVE_GAINED = Reason("A-2", "The scout draws two secret objectives and keeps one.")

# Gold and goods
PAID = Reason("A-2", "Paid for an action.")
GAINED = Reason("A-2", "Gained with a worker or a card.")
SPENT = Reason("A-3", "Spent on building, repairs and the like.")
PLUNDERED = Reason("O-4", "Sacked: gold drops to the red number.")
INCOME = Reason("I-1", "1 gold for each castle piece that works.")
HARVESTED = Reason("H-1", "Farms give food by their level.")
FEASTED = Reason("H-2", "Every soldier eats 1 food, or costs 1 gold.")
SCORED = Reason("G-1", "Final scoring adds to the gold.")
FLAG_TAKEN = Reason("F-1", "The richest player who was not sacked takes the season's flag.")
TOKENS_GAINED = Reason("A-2", "The scout brings move tokens.")
TOKENS_LEAVE = Reason("P-8", "Move tokens do not outlast the combat.")

# Workers
WORKER_SENT = Reason("A-1", "One worker is placed in a turn.")
WORKERS_HOME = Reason("E-1", "Workers come home when the board is refreshed.")
WORKER_GAINED = Reason("E-1", "A new worker comes from the season track.")
VILLAGER_GAINED = Reason("O-4", "Sacked: a villager helps in the next season.")
VILLAGER_LEAVES = Reason("E-1", "A villager leaves after the season of its use.")

# The common board
NEW_SEASON = Reason("E-1", "The season advances.")
THREAT_RISES = Reason("S-3", "The threat rises when the season advances.")
CARDS_DEALT = Reason("S-4", "Invader and siege cards are dealt for the coming season.")
REPORTED = Reason("S-4", "The first invader card lies face up.")
INVADERS_REVEALED = Reason("P-2", "Invader cards are revealed from left to right.")
SIEGE_REVEALED = Reason("P-3", "The siege card is revealed after the invader cards.")
SIEGE_OVER = Reason("P-3", "The siege token lies there only during combat.")
MARKET_REFRESHED = Reason("E-1", "Marked cards leave the market, the rest slide, empty slots fill.")
MARKET_CHANGED = Reason("A-2", "Cards are bought from the market.")
ORDER_BY_GOLD = Reason("I-2", "The player with the least gold goes first.")

REASONS: tuple[Reason, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Reason))
"""Every reason there is, for translators."""

_PHASES: dict[Phase, int] = {
    "actions": 0,
    "combat": 1,
    "flags": 2,
    "income": 3,
    "harvest": 4,
    "refresh": 5,
    "scoring": 6,
    "over": 7,
}


class Moment(NamedTuple):
    """What lies between two states: the phases touched, the one begun last included.

    `placing` and `tokens` say that combat got only as far as the placement, or the move tokens; `surging` that
    it began at the siege card. `again` is the reason where no rule explains a change.
    """

    again: Reason
    actions: bool = False
    combat: bool = False
    flags: bool = False
    income: bool = False
    harvest: bool = False
    refresh: bool = False
    scoring: bool = False
    placing: bool = False
    tokens: bool = False
    surging: bool = False


def moment_between(before: State, after: State) -> Moment:
    """The phases that can explain how one state became the other."""
    seasons = after.season - before.season
    first = _PHASES[before.phase]
    span = len(_PHASES) * seasons + _PHASES[after.phase] - first
    if span < 0:
        return Moment(WENT_BACK)
    actions, combat, flags, income, harvest, refresh = ((phase - first) % len(_PHASES) <= span for phase in range(6))
    begun = before.combat.step if before.combat is not None else None
    reached = after.combat.step if after.combat is not None and after.phase == "combat" else None
    return Moment(
        COUNTED_AGAIN,
        actions,
        combat,
        flags,
        income,
        harvest,
        refresh,
        scoring=after.phase in ("scoring", "over"),
        placing=reached in ("placement", "invaders", "arrivals", "siege"),
        tokens=reached == "move tokens",
        surging=begun in ("arrivals", "siege"),
    )
