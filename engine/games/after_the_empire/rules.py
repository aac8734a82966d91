"""Every rule by its id, in our own words: what the log, the refusals and the rules reference cite."""

from typing import NamedTuple


class Rule(NamedTuple):
    """One rule: its id, a title to find it by, and what it says."""

    id: str
    title: str
    text: str


RULES: tuple[Rule, ...] = (
    # 1 Components
    Rule("C-1", "The table", "Two to four players, seven seasons. North, East, South and West are the table's: the same for everyone, wherever they sit."),
    Rule("C-2", "The castle", "Four sides and four corners. A side holds one wall or gate, a corner one turret; three walls and one gate at most. A gate is a wall with one cube less."),
    Rule("C-3", "Neighbours", "A wall faces the field on its side. A turret faces the two fields of its corner."),
    Rule("C-4", "Cubes on a piece", "Wood Wall 2, Wood Gate 1, Wood Turret 1, Stone Turret 2. Stone Wall 5 and Stone Gate 4 until you correct them from your own pieces."),
    Rule("C-5", "Building a piece", "Wood Wall or Gate 3 wood; Wood Turret 4 wood; Stone Wall or Gate 2 wood and 4 stone; Stone Turret 3 wood, 4 stone and 1 iron. A new piece comes full. Stone in place of wood costs no wood, and the old cubes come back to be used at once."),
    Rule("C-6", "The supply", "What the box holds. Running out is a warning and never stops anything."),
    Rule("C-7", "The decks", "32 invader cards, 11 siege cards, 28 buildings and 4 starting ones, 20 refugees and 5 starting ones, 17 objectives. Invader and siege cards may point any way, all four equally likely. Discards go face up under their deck; no deck is shuffled again."),
    # 2 Set-up
    Rule("S-1", "Each player's start", "3 workers, Barracks, a starting refugee, a secret objective, a Wood Gate on a side of choice and Wood Walls on the others, all full, 2 soldiers inside, a level-1 farm on every side, 4 food, 3 wood, 2 stone, 1 iron."),
    Rule("S-2", "First turn order", "By the starting refugee's initiative, lowest first; starting gold by place: 5, 6, 7, 8."),
    Rule("S-3", "Threat", "Starts at 0 and rises by 3 with every new season."),
    Rule("S-4", "Cards on the board", "2 refugees and 3 buildings face up. One invader card face up, and face down by season: normal 0 1 2 3 3 3 3, easy 0 1 2 2 2 2 2, hard 1 2 3 3 3 3 3. One siege card face down."),
    Rule("S-5", "Variants", "No Reports: the first invader card stays face down too. Destructive Damage & Crippling Wounds: damaged and wounded cards do not count for objectives."),
    Rule("S-6", "Starting refugees", "Chosen clockwise, beginning with whoever last visited a castle; at random in a first game."),
    # 3.1 Actions
    Rule("A-1", "Placing workers", "In turn order, one worker at a time, until all are placed. A space takes one worker; games of three and of four open one more space each."),
    Rule("A-2", "The board's spaces", "Tax, Mercenary Camp, Merchant, Mine, Quarry, Woodmill, Scout, Buildings, Refugees: pay the cost, take the gain."),
    Rule("A-3", "Your own board", "Granary: sow three times, then protect one farm. Infirmary: heal up to four soldiers. Stockpile: any amount of building, repairing, healing refugees (2 food) and rebuilding buildings (1 iron). Barracks: 1 iron for a soldier and/or 1 food to heal one."),
    Rule("A-4", "Sow and protect", "Sowing raises a farm by one level, up to 2, and takes the flame off a razed one. A protected farm is not razed; the token leaves when the board is refreshed."),
    Rule("A-5", "Burning Stone Turrets", "2 stone takes the flame off and leaves the turret with no cubes; each further stone fills one space."),
    Rule("A-6", "Free actions", "Once a season each, without a worker, in your own turn of phase 1, also in the turn the card is gained. A damaged building or wounded refugee keeps its abilities; only its value is gone."),
    # 3.2 Preparation
    Rule("P-1", "Placement", "Soldiers and mercenaries go on standing walls and inside, as many as you like in each place."),
    Rule("P-2", "Invader cards", "From left to right. Your level is your gold or the threat, whichever is higher; only the highest tier you reach counts. Its invaders stand in the field the red border points to."),
    Rule("P-3", "The siege card", "First its effect: damage at once, or a number of invaders who will pass the wall. Then the surge: swordsmen as many as the season's number on the siege side, for the leader (all who are tied), for all, or for nobody."),
    Rule("P-4", "Razing", "Invaders lower the farm of their field by one level, once per combat. Protected farms are safe."),
    Rule("P-5", "Siege damage", "Point by point: the Wood Turret with the fewest cubes on that side, or without one the Stone Turret with the fewest (the owner breaks a tie), until it is destroyed; then the other turret; then the wall. The rest is ignored."),
    Rule("P-6", "Damage to a piece", "A point takes one cube; a point on a piece without cubes destroys it, and its troops go inside. A Stone Turret is never destroyed: it burns and is inoperable."),
    Rule("P-7", "Cubes come back", "Every cube taken off by siege or melee goes to the owner's stockpile."),
    Rule("P-8", "Move tokens", "Move as many troops as your tokens are worth. All tokens leave after combat."),
    # 3.3 The loop
    Rule("B-1", "Archery", "At the same moment: each troop on a wall deals 1 damage to its field, each Wood Turret 1 and each working Stone Turret 2 to both its fields, each archer 1 to the troops on the wall before it. The owner chooses who is hit. Soldiers are wounded, everyone else is gone."),
    Rule("M-1", "Through the gap", "Invaders in a field without a wall go inside."),
    Rule("M-2", "Ladder and Siege Tower", "From their side, up to their number of invaders pass the standing wall and go inside."),
    Rule("M-3", "Free movement", "Then the owner moves any troops between walls and inside."),
    Rule("L-1", "Melee at the walls", "Each invader outside deals 1 damage to the wall before it."),
    Rule("L-2", "Melee inside", "At the same moment each troop inside and each invader inside deals 1 damage to the other side. Troops on walls take no part."),
    Rule("O-1", "Survived", "No invaders are left anywhere."),
    Rule("O-2", "Sacked", "Invaders are inside and no troop is. Otherwise the next round begins with archery."),
    Rule("O-3", "No invaders", "Whoever has none survives without a fight. Mercenaries leave at the end of the season."),
    Rule("O-4", "What a sack costs", "Mercenaries go; two of your own buildings or refugees, not starting ones, are damaged; all invaders leave; soldiers on walls are wounded; gold falls to the red number. Then 2 mercenaries inside and a villager, for the next season."),
    # 3.4 After combat
    Rule("F-1", "Flags", "The player with the most gold who was not sacked takes the season's flag: worth 1 in seasons 1 and 2, 2 in 3 to 6, 3 in season 7. If tied, each takes a flag worth 1 instead."),
    Rule("I-1", "Income", "1 gold for each castle piece, with or without cubes; a burning Stone Turret gives none."),
    Rule("I-2", "Turn order", "Least gold first, counted after income; tied players keep their order."),
    Rule("H-1", "Harvest", "Each farm gives its level in food."),
    Rule("H-2", "Feast", "1 food for each soldier, wounded or not; 1 gold for each who gets none. Mercenaries do not eat."),
    Rule("E-1", "Refresh", "After season 7 the game is scored. Else: cards are dealt anew, threat rises by 3, the market slides and fills, workers come home, protect tokens and used villagers leave. Seasons 3 and 6 bring a worker."),
    # 4 Scoring
    Rule("G-1", "Final scoring", "Gold, plus the value of undamaged buildings and unwounded refugees, flags, 1 for each farm that is not razed, and met objectives."),
    Rule("G-2", "Most of something", "A tie counts as most, but at least one is needed."),
    Rule("G-3", "The winner", "Most gold; if tied, most flag tokens; if still tied, the victory is shared."),
    # 5 Rulings
    Rule("R-1", "Burning turret under siege", "It is skipped; the damage moves on."),
    Rule("R-2", "Troops falling back in melee", "They fight inside in the same round."),
    Rule("R-3", "How long a ladder works", "In every movement step of that combat."),
    Rule("R-4", "Who passes the wall", "The owner chooses; otherwise swordsmen first."),
    Rule("R-5", "Siege card below its first tier", "No effect on that player; the surge follows its own word."),
    Rule("R-6", "Leader for the surge", "By gold alone; the threat does not count."),
    Rule("R-7", "Leader for the flag", "By the gold after combat."),
    Rule("R-8", "A feast nobody can pay", "Gold stops at 0."),
    Rule("R-9", "Too few cards to damage", "As many as there are."),
    Rule("R-10", "Unknown red number", "Asked once for each gold space, then remembered."),
    Rule("R-11", "When mercenaries leave", "At the end of the season, the last one included, before scoring."),
    Rule("R-12", "Choices left to the app", "Archers are hit first; mercenaries are lost first; of two equal turrets the one facing fewer invaders, then clockwise from North. For one battle a player may ask to decide it all."),
    Rule("R-13", "Movement left to the app", "Guard: with invaders inside, bring in just enough troops to match them, mercenaries first, from the quietest walls. Hold: stay. Ask: the player says. Move tokens stay unused by guard and hold."),
    Rule("R-14", "Several players", "Every preparation step ends for all before the next; placement is locked before the first reveal."),
    Rule("R-15", "Archers without a wall", "They do not shoot; turrets still fire at their field."),
    Rule("R-16", "Damage to spare in melee", "It is lost; the invaders enter at the next movement."),
    Rule("R-17", "Cards damaged by the app", "The lowest end value first; asked unless you leave it to the app."),
    Rule("R-18", "Invaders outside at a sack", "They leave too."),
    Rule("R-19", "Protecting and sowing", "Any farm may be protected, also a razed one, one token each; one farm may be sown several times."),
    Rule("R-20", "Replacing wood by stone", "A standing piece saves all its wood, even without cubes; a destroyed one is built at full cost. Wall for wall, gate for gate, never stone by wood."),
    Rule("R-21", "Cubes of a new piece", "From the supply."),
    Rule("R-22", "A new gate", "At most one, on any empty side."),
    Rule("R-23", "Market slots that are discarded", "One building and one refugee, until you correct it."),
    Rule("R-24", "Spaces on your own board", "One worker each per season; a worker may be placed for no effect; with four players both extra spaces of the board are open."),
    Rule("R-25", "Gold beyond 50", "One total: tiers use it, red numbers are learned for it."),
    Rule("R-26", "What counts for objectives", "Owned soldiers, the wounded included; with the destructive variant a damaged card counts for nobody."),
    Rule("R-27", "Short objective deck", "Draw what is left."),
    Rule("R-28", "The supply runs out", "A warning only."),
    Rule("R-29", "Tied to the end", "The victory is shared."),
)  # fmt: skip
"""All of them, in the order of play; the rulings, which a table can change, last."""

RULE_BY_ID: dict[str, Rule] = {rule.id: rule for rule in RULES}
