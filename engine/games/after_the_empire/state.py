"""The table's state: frozen records. Tuples run N, E, S, W (and inside), turrets NE, SE, SW, NW."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from engine.core.limits import Between, Length
from engine.core.record import record, replace
from engine.games.after_the_empire.cards import (
    Card,
    HoldingCard,
    InvaderCard,
    ObjectiveCard,
    SiegeCard,
)
from engine.games.after_the_empire.compass import INSIDE, Corner, Side
from engine.games.after_the_empire.constants import Constants, Material, Mode, PieceKind, Word
from engine.games.after_the_empire.goods import Tally
from engine.games.after_the_empire.rulings import Policy, Rulings

Four: TypeAlias = Annotated[tuple[Tally, ...], Length(4)]
Five: TypeAlias = Annotated[tuple[Tally, ...], Length(5)]
PlayerNumber: TypeAlias = Annotated[int, Between(0, 3)]

NOBODY: Five = (0, 0, 0, 0, 0)


@record
class Piece:
    """A wall, gate or turret with its cubes; a flame marks an inoperable Stone Turret (A-5)."""

    kind: PieceKind
    material: Material
    cubes: Tally
    flame: bool = False


Pieces: TypeAlias = Annotated[tuple[Piece | None, ...], Length(4)]


@record
class Castle:
    """What combat touches: the pieces, the troops at their posts, the infirmary, the stockpile's wood and stone,
    and the invaders in the fields and inside. `fallen` are soldiers and mercenaries who fell back from a wall
    this round and do not fight yet (R-2)."""

    walls: Pieces
    turrets: Pieces
    soldiers: Five
    mercenaries: Five
    swordsmen: Five = NOBODY
    archers: Five = NOBODY
    wounded: Tally = 0
    wood: Tally = 0
    stone: Tally = 0
    fallen: tuple[Tally, Tally] = (0, 0)


@record
class Farm:
    """A farm: level 0 (razed), 1 or 2, and whether a protect token lies on it (A-4)."""

    level: Annotated[int, Between(0, 9)] = 1
    protected: bool = False


Farms: TypeAlias = Annotated[tuple[Farm, ...], Length(4)]


@record
class Holding:
    """A building or refugee in play: damaged or wounded, and which of its effects were used this season (A-6)."""

    card: HoldingCard
    damaged: bool = False
    used: tuple[Tally, ...] = ()


@record
class Objective:
    """A secret objective in a player's hand: face down and unknown to the app (card None), or known.

    `met` is the table's own word where the card has no condition.
    """

    card: ObjectiveCard | None = None
    met: bool | None = None


@record
class Player:
    """One player's side of the table. `gold` is the whole total, beyond 50 too (R-25)."""

    name: Word
    colour: Word
    seat: Side
    gold: Tally
    food: Tally
    iron: Tally
    castle: Castle
    farms: Farms
    workers: Tally
    placed: Tally = 0
    villagers: Tally = 0
    villagers_coming: Tally = 0
    reinforcements: Tally = 0
    move_ones: Tally = 0
    move_threes: Tally = 0
    flags: tuple[Tally, ...] = ()
    cards: tuple[Holding, ...] = ()
    objectives: tuple[Objective, ...] = ()
    sacked: bool = False
    sacks: Tally = 0
    policy: Policy | None = None
    gate_side: Side = "S"
    initiative: Tally = 0


@record
class Draw:
    """An invader card as it lies on the board: its red border points to this side."""

    card: InvaderCard
    side: Side


@record
class SiegeDraw:
    """The siege card as it lies on the board."""

    card: SiegeCard
    side: Side


@record
class ChosenTargets:
    """The owner's word: of the invaders hit at this post, so many are archers (B-1, L-2)."""

    at: Tally
    archers: Tally
    kind: Literal["targets"] = "targets"


@record
class ChosenLosses:
    """The owner's word: of the troops lost at this post, so many are mercenaries (B-1, L-2)."""

    at: Tally
    mercenaries: Tally
    kind: Literal["losses"] = "losses"


@record
class ChosenBypass:
    """The owner's word: of the invaders passing the wall, so many are swordsmen (M-2, R-4)."""

    swordsmen: Tally
    kind: Literal["bypass"] = "bypass"


@record
class ChosenMovement:
    """The owner's word: the troops stand like this after free movement (M-3)."""

    soldiers: Five
    mercenaries: Five
    kind: Literal["movement"] = "movement"


Choice: TypeAlias = ChosenTargets | ChosenLosses | ChosenBypass | ChosenMovement

BattleStep: TypeAlias = Literal[
    "archery", "breach", "bypass", "movement", "walls", "inside", "check", "cards", "gold", "done"
]
Outcome: TypeAlias = Literal["survived", "sacked"]


@record
class Battle:
    """One player's way through the combat loop: the round, the step it waits at, the choices made for that step."""

    round: Tally = 1
    step: BattleStep = "archery"
    choices: tuple[Choice, ...] = ()
    outcome: Outcome | None = None


CombatStep: TypeAlias = Literal["placement", "invaders", "arrivals", "siege", "move tokens", "fight"]


@record
class Combat:
    """One season's combat: the preparation step it is at, who is done with it, the cards, the battles.

    `done` is per player: placed, siege damage taken, move tokens used. `leaders` are the players with the most
    gold when combat began (R-7). `siege_turret` is the owner's answer to a tie (P-5). At "arrivals" the siege card
    lies there but has not struck yet: the table looks at what comes. `asking` are the players who decide everything
    themselves in this combat (R-12, R-13); the next one begins without them.
    """

    step: CombatStep = "placement"
    done: tuple[bool, ...] = ()
    draws: tuple[Draw, ...] = ()
    siege: SiegeDraw | None = None
    siege_turret: tuple[Corner | None, ...] = ()
    battles: tuple[Battle, ...] = ()
    leaders: tuple[PlayerNumber, ...] = ()
    asking: tuple[PlayerNumber, ...] = ()


@record
class Market:
    """The face-up cards; None is an empty or unknown slot."""

    buildings: tuple[HoldingCard | None, ...] = (None, None, None)
    refugees: tuple[HoldingCard | None, ...] = (None, None)


@record
class Taken:
    """A worker on a space: the board's areas, "granary" and the like on a player's own board, or "card N"."""

    space: Word
    player: PlayerNumber


@record
class RedNumber:
    """At this gold, a sacked player falls back to that (O-4)."""

    gold: Tally
    red: Tally


@record
class Table:
    """What this table agreed on: mode, variants, rulings, constants, the cards it knows, red numbers learned."""

    mode: Mode = "normal"
    no_reports: bool = False
    destructive: bool = False
    count_only: bool = False
    rulings: Rulings = Rulings()
    constants: Constants = Constants()
    cards: tuple[Card, ...] = ()
    red_numbers: tuple[RedNumber, ...] = ()


Phase: TypeAlias = Literal["actions", "combat", "flags", "income", "harvest", "refresh", "scoring", "over"]


@record
class State:
    """Everything at one moment. `gold_history` is each player's gold at the end of every season so far."""

    table: Table
    season: Tally
    threat: Tally
    phase: Phase
    players: tuple[Player, ...]
    order: tuple[PlayerNumber, ...]
    last_placed: PlayerNumber | None = None
    taken: tuple[Taken, ...] = ()
    market: Market = Market()
    report: Draw | None = None
    combat: Combat | None = None
    objectives_left: Tally = 0
    gold_history: Annotated[tuple[tuple[Tally, ...], ...], Length(0, 99)] = ()
    winners: tuple[PlayerNumber, ...] = ()


def with_player(state: State, number: int, player: Player) -> State:
    """The state with one player's side changed."""
    players = state.players
    return replace(state, players=(*players[:number], player, *players[number + 1 :]))


def with_castle(state: State, number: int, castle: Castle) -> State:
    """The state with one player's castle changed."""
    return with_player(state, number, replace(state.players[number], castle=castle))


def put(row: tuple[int, ...], index: int, value: int) -> Five:
    """A row of five with one place changed."""
    changed = list(row)
    changed[index] = value
    return tuple(changed)


def put_piece(row: Pieces, index: int, piece: Piece | None) -> Pieces:
    """A row of pieces with one changed."""
    changed = list(row)
    changed[index] = piece
    return tuple(changed)


def put_item(row: Sequence[bool], index: int, value: bool) -> tuple[bool, ...]:
    """A row of yes and no with one changed."""
    changed = list(row)
    changed[index] = value
    return tuple(changed)


def threat_in(constants: Constants, season: int) -> int:
    """S-3: the threat tracker rises by 3 each time the season advances."""
    return constants.threat_step * (season - 1)


def level(state: State, player: Player) -> int:
    """P-2: a player is attacked by the higher of their gold and the threat."""
    return max(player.gold, state.threat)


def workers_left(player: Player) -> int:
    """Workers, villagers included, still in the Great Hall."""
    return max(0, player.workers + player.villagers - player.placed)


def turn(state: State) -> int | None:
    """A-1: whose turn it is in phase 1: the next in turn order with a worker left. None: all are placed."""
    order = state.order
    start = order.index(state.last_placed) + 1 if state.last_placed in order else 0
    for step in range(len(order)):
        player = order[(start + step) % len(order)]
        if workers_left(state.players[player]):
            return player
    return None


def move_value(player: Player) -> int:
    """P-8: how many troops a player's move tokens move."""
    return player.move_ones + 3 * player.move_threes


def policy_of(state: State, player: Player) -> Policy:
    """R-13: the player's own policy, or the table's."""
    return player.policy or state.table.rulings.policy


def asks(state: State, number: int) -> bool:
    """R-12, R-13: does this player decide everything in the combat under way?"""
    return state.combat is not None and number in state.combat.asking


def under_attack(castle: Castle) -> bool:
    """Are there invaders anywhere on a player's board?"""
    return any(castle.swordsmen) or any(castle.archers)


def troops_inside(castle: Castle) -> int:
    """Soldiers and mercenaries inside the castle."""
    return castle.soldiers[INSIDE] + castle.mercenaries[INSIDE]


def troops_in(castle: Castle) -> int:
    """Soldiers and mercenaries anywhere in the castle, the wounded apart."""
    return sum(castle.soldiers) + sum(castle.mercenaries)
