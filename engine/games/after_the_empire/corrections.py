"""What a correction can say: the table counted again, and this is so (DESIGN: the table is always right)."""

from typing import Annotated, Literal, TypeAlias

from engine.core.limits import Between, Length
from engine.core.record import record
from engine.games.after_the_empire.cards import BuildingCard, CardId, RefugeeCard
from engine.games.after_the_empire.compass import Corner, Post, Side
from engine.games.after_the_empire.constants import Word
from engine.games.after_the_empire.goods import Count
from engine.games.after_the_empire.state import Farm, Phase, Piece, PlayerNumber

PlayerNumberName: TypeAlias = Literal[
    "gold",
    "food",
    "wood",
    "stone",
    "iron",
    "wounded",
    "workers",
    "placed",
    "villagers",
    "villagers coming",
    "reinforcements",
    "move ones",
    "move threes",
]


@record
class SetNumber:
    """One of a player's numbers."""

    player: PlayerNumber
    number: PlayerNumberName
    to: Count
    kind: Literal["set number"] = "set number"


@record
class SetPiece:
    """What stands on a side or corner; None: nothing."""

    player: PlayerNumber
    at: Side | Corner
    piece: Piece | None
    kind: Literal["set piece"] = "set piece"


@record
class SetTroops:
    """Who stands at a post."""

    player: PlayerNumber
    at: Post
    soldiers: Count
    mercenaries: Count
    kind: Literal["set troops"] = "set troops"


@record
class SetInvaders:
    """Which invaders are in a field, or inside."""

    player: PlayerNumber
    at: Post
    swordsmen: Count
    archers: Count
    kind: Literal["set invaders"] = "set invaders"


@record
class SetFarm:
    """A farm and its token."""

    player: PlayerNumber
    side: Side
    farm: Farm
    kind: Literal["set farm"] = "set farm"


@record
class SetFlags:
    """A player's flag tokens, by value."""

    player: PlayerNumber
    flags: Annotated[tuple[Count, ...], Length(0, 15)]
    kind: Literal["set flags"] = "set flags"


@record
class AddCard:
    """A building or refugee came into a player's play area in some other way."""

    player: PlayerNumber
    card: CardId | BuildingCard | RefugeeCard
    kind: Literal["add card"] = "add card"


@record
class SetCard:
    """A card in play: damaged or not, still there or gone, its effects used."""

    player: PlayerNumber
    card: Count
    damaged: bool = False
    gone: bool = False
    used: Annotated[tuple[Count, ...], Length(0, 10)] = ()
    kind: Literal["set card"] = "set card"


@record
class SetObjectives:
    """How many secret objectives a player holds; new ones are unknown, the last ones go."""

    player: PlayerNumber
    number: Annotated[int, Between(0, 17)]
    kind: Literal["set objectives"] = "set objectives"


@record
class SetSacked:
    """Whether a player counts as sacked this season."""

    player: PlayerNumber
    sacked: bool
    kind: Literal["set sacked"] = "set sacked"


@record
class SetTable:
    """The season, the threat, or the objectives left in the deck."""

    number: Literal["season", "threat", "objectives left"]
    to: Count
    kind: Literal["set table"] = "set table"


@record
class SetPhase:
    """The table is at the beginning of this phase."""

    phase: Phase
    kind: Literal["set phase"] = "set phase"


@record
class SetOrder:
    """The turn order, and who placed the last worker."""

    order: Annotated[tuple[PlayerNumber, ...], Length(2, 4)]
    last_placed: PlayerNumber | None = None
    kind: Literal["set order"] = "set order"


@record
class FreeSpace:
    """A worker did not stand there after all."""

    space: Word
    player: PlayerNumber
    kind: Literal["free space"] = "free space"


Correction: TypeAlias = (
    SetNumber
    | SetPiece
    | SetTroops
    | SetInvaders
    | SetFarm
    | SetFlags
    | AddCard
    | SetCard
    | SetObjectives
    | SetSacked
    | SetTable
    | SetPhase
    | SetOrder
    | FreeSpace
)


@record
class Correct:
    """The table is right: these things are so, all of them at once."""

    changes: Annotated[tuple[Correction, ...], Length(1, 200)]
    kind: Literal["correct"] = "correct"
