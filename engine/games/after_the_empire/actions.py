"""Everything a table can say, as records. Four families: Observe, Answer, Correct, Rule (DESIGN: one mechanism)."""

from typing import Annotated, Literal, TypeAlias

from engine.core.limits import Between, Length
from engine.core.record import record
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    CardId,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
)
from engine.games.after_the_empire.compass import Corner, Post, Side
from engine.games.after_the_empire.constants import Constants, Material, PieceKind, Word
from engine.games.after_the_empire.goods import Count
from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import Five, PlayerNumber

# Correct: the table counted again. These stand in a module of their own, and can be had from here like all others.
# isort: off
from engine.games.after_the_empire.corrections import (
    AddCard as AddCard,
    Correct as Correct,
    Correction as Correction,
    FreeSpace as FreeSpace,
    PlayerNumberName as PlayerNumberName,
    SetCard as SetCard,
    SetFarm as SetFarm,
    SetFlags as SetFlags,
    SetInvaders as SetInvaders,
    SetNumber as SetNumber,
    SetObjectives as SetObjectives,
    SetOrder as SetOrder,
    SetPhase as SetPhase,
    SetPiece as SetPiece,
    SetSacked as SetSacked,
    SetTable as SetTable,
    SetTroops as SetTroops,
)
# isort: on

# Observe: the table revealed something. A card is named by its library id or given whole.


@record
class Report:
    """The face-up invader card and the side its red border points to (S-4)."""

    card: CardId | InvaderCard
    side: Side
    kind: Literal["report"] = "report"


@record
class ShowMarket:
    """The cards lying face up in the market; None for a slot nobody needs to know."""

    buildings: Annotated[tuple[CardId | BuildingCard | None, ...], Length(0, 9)] = ()
    refugees: Annotated[tuple[CardId | RefugeeCard | None, ...], Length(0, 9)] = ()
    kind: Literal["show market"] = "show market"


@record
class DrawInvader:
    """An invader card is turned over in combat (P-2)."""

    card: CardId | InvaderCard
    side: Side
    kind: Literal["draw invader"] = "draw invader"


@record
class DrawSiege:
    """The siege card is turned over (P-3). With `look_first` it strikes only when the table goes on to battle."""

    card: CardId | SiegeCard
    side: Side
    look_first: bool = False
    kind: Literal["draw siege"] = "draw siege"


@record
class ReadRedNumber:
    """The red number printed at a sacked player's gold space (O-4, R-10)."""

    player: PlayerNumber
    red: Count
    kind: Literal["red number"] = "red number"


@record
class RevealObjective:
    """A secret objective is shown: by its holder to the app, or to all at the end (G-1)."""

    player: PlayerNumber
    index: Count
    card: CardId | ObjectiveCard
    kind: Literal["reveal objective"] = "reveal objective"


@record
class ObjectiveMet:
    """The table's word on an objective that has no condition (G-1)."""

    player: PlayerNumber
    index: Count
    met: bool
    kind: Literal["objective met"] = "objective met"


# Answer: a player's decision. Workers first (phase 1).


@record
class UseSpace:
    """A worker on an area of the game board: one of its offers (A-2)."""

    player: PlayerNumber
    space: Word
    offer: Word
    kind: Literal["use space"] = "use space"


@record
class Scout:
    """A worker on the Scout: protect a farm, and perhaps tell the app which objective was kept (A-2)."""

    player: PlayerNumber
    protect: Side | None = None
    kept: CardId | ObjectiveCard | None = None
    kind: Literal["scout"] = "scout"


@record
class TakeCard:
    """A worker on Buildings or Refugees: pay the card's cost and take it (A-2).

    `sow` and `protect` are for what the card gives at once.
    """

    player: PlayerNumber
    card: CardId | BuildingCard | RefugeeCard
    sow: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    protect: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    kind: Literal["take card"] = "take card"


@record
class UseCard:
    """An effect of one's own card: with a worker, or free once a season (A-6)."""

    player: PlayerNumber
    card: Count
    effect: Count = 0
    sow: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    protect: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    kind: Literal["use card"] = "use card"


@record
class Granary:
    """A worker on the Granary: sow three times, then protect one farm (A-3)."""

    player: PlayerNumber
    sow: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    protect: Annotated[tuple[Side, ...], Length(0, 20)] = ()
    kind: Literal["granary"] = "granary"


@record
class Infirmary:
    """A worker on the Infirmary: heal wounded soldiers (A-3)."""

    player: PlayerNumber
    heal: Count
    kind: Literal["infirmary"] = "infirmary"


@record
class Barracks:
    """A worker on the Barracks: recruit a soldier and/or heal one (A-3)."""

    player: PlayerNumber
    recruit: bool = False
    heal: bool = False
    kind: Literal["barracks"] = "barracks"


@record
class Build:
    """Build a castle piece, or replace wood by stone (C-5)."""

    at: Side | Corner
    piece: PieceKind
    material: Material
    kind: Literal["build"] = "build"


@record
class Repair:
    """Put matching cubes on empty spaces of a piece (A-3)."""

    at: Side | Corner
    cubes: Annotated[int, Between(1, 99)]
    kind: Literal["repair"] = "repair"


@record
class ClearFlame:
    """Make an inoperable Stone Turret work again (A-5)."""

    at: Corner
    kind: Literal["clear flame"] = "clear flame"


@record
class Mend:
    """Heal a wounded refugee or rebuild a damaged building (A-3)."""

    card: Count
    kind: Literal["mend"] = "mend"


StockpileJob: TypeAlias = Build | Repair | ClearFlame | Mend


@record
class Stockpile:
    """A worker on the Stockpile: any amount of building and mending, in this order (A-3)."""

    player: PlayerNumber
    jobs: Annotated[tuple[StockpileJob, ...], Length(0, 50)] = ()
    kind: Literal["stockpile"] = "stockpile"


@record
class Idle:
    """A worker placed for no effect (R-24)."""

    player: PlayerNumber
    kind: Literal["idle"] = "idle"


@record
class Proceed:
    """The phase button: end the actions, let the siege strike and the battle begin, or carry out the phase named."""

    to: Literal["combat", "battle", "flags", "income", "harvest", "refresh", "scoring", "winner"]
    kind: Literal["proceed"] = "proceed"


@record
class Place:
    """Where a player's troops stand before combat: N, E, S, W, inside (P-1)."""

    player: PlayerNumber
    soldiers: Five
    mercenaries: Five
    kind: Literal["place"] = "place"


@record
class ChooseTurret:
    """Which of two equal turrets takes the siege damage first (P-5)."""

    player: PlayerNumber
    corner: Corner
    kind: Literal["choose turret"] = "choose turret"


@record
class UseMoveTokens:
    """The troops after move tokens were spent, one troop per point (P-8)."""

    player: PlayerNumber
    soldiers: Five
    mercenaries: Five
    kind: Literal["use move tokens"] = "use move tokens"


@record
class ChooseTargets:
    """Of the invaders hit at this post, how many are archers (B-1; inside: L-2)."""

    player: PlayerNumber
    at: Post
    archers: Count
    kind: Literal["choose targets"] = "choose targets"


@record
class ChooseLosses:
    """Of the troops lost at this post, how many are mercenaries (B-1; inside: L-2)."""

    player: PlayerNumber
    at: Post
    mercenaries: Count
    kind: Literal["choose losses"] = "choose losses"


@record
class ChooseBypass:
    """Of the invaders passing the wall, how many are swordsmen (M-2, R-4)."""

    player: PlayerNumber
    swordsmen: Count
    kind: Literal["choose bypass"] = "choose bypass"


@record
class MoveTroops:
    """The troops after a round's free movement (M-3)."""

    player: PlayerNumber
    soldiers: Five
    mercenaries: Five
    kind: Literal["move troops"] = "move troops"


@record
class DamageCards:
    """The own cards damaged or wounded in a sack, by their place in the play area (O-4)."""

    player: PlayerNumber
    cards: Annotated[tuple[Count, ...], Length(0, 9)]
    kind: Literal["damage cards"] = "damage cards"


# Rule: the table agreed on something.


@record
class ChangeRules:
    """Other house rulings or component constants from now on; None leaves them."""

    rulings: Rulings | None = None
    constants: Constants | None = None
    kind: Literal["change rules"] = "change rules"


@record
class SetPolicy:
    """How a player's troops move without being told (R-13); None: the table's policy."""

    player: PlayerNumber
    policy: Policy | None
    kind: Literal["set policy"] = "set policy"


@record
class AskMe:
    """A player decides targets, losses, moves and ties of this combat, or leaves them to the app again (R-12, R-13)."""

    player: PlayerNumber
    ask: bool = True
    kind: Literal["ask me"] = "ask me"


@record
class TeachCard:
    """A card for this table's library; one with the same id is replaced."""

    card: Card
    kind: Literal["teach card"] = "teach card"


Worker: TypeAlias = UseSpace | Scout | TakeCard | UseCard | Granary | Infirmary | Barracks | Stockpile | Idle
Observe: TypeAlias = Report | ShowMarket | DrawInvader | DrawSiege | ReadRedNumber | RevealObjective | ObjectiveMet
Answer: TypeAlias = (
    Worker
    | Proceed
    | Place
    | ChooseTurret
    | UseMoveTokens
    | ChooseTargets
    | ChooseLosses
    | ChooseBypass
    | MoveTroops
    | DamageCards
)
Rule: TypeAlias = ChangeRules | SetPolicy | AskMe | TeachCard
Action: TypeAlias = Observe | Answer | Correct | Rule
