"""The scenario file as people write it: a table before combat, and what the players will say."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.border.forms import Form
from engine.border.pack import CardPack
from engine.games.after_the_empire.cards import (
    BuildingCard,
    CardId,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
)
from engine.games.after_the_empire.compass import Corner, Post, Side
from engine.games.after_the_empire.constants import Constants, Mode, Word
from engine.games.after_the_empire.goods import Count
from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import PlayerNumber, RedNumber

WallWord: TypeAlias = Literal["wood wall", "wood gate", "stone wall", "stone gate"]
TurretWord: TypeAlias = Literal["wood turret", "stone turret"]


class TroopsForm(Form):
    """Soldiers and mercenaries at one post."""

    soldiers: Count = 0
    mercenaries: Count = 0


class SideForm(TroopsForm):
    """What stands on a side, and who stands on it."""

    piece: WallWord | None = None
    cubes: Count | None = None
    """Left out: all it can hold."""


class CornerForm(Form):
    """What stands on a corner."""

    piece: TurretWord | None = None
    cubes: Count | None = None
    """Left out: all it can hold; none on a burning turret."""
    flame: bool = False


AnySide: TypeAlias = WallWord | SideForm | None
AnyCorner: TypeAlias = TurretWord | CornerForm | None


class CastleForm(Form):
    """A castle by compass: what is not named is not there. A word alone is a full piece nobody stands on."""

    N: AnySide = None
    E: AnySide = None
    S: AnySide = None
    W: AnySide = None
    NE: AnyCorner = None
    SE: AnyCorner = None
    SW: AnyCorner = None
    NW: AnyCorner = None
    inside: TroopsForm = TroopsForm()


class FarmForm(Form):
    """A farm: 0 is razed."""

    level: Annotated[int, Field(ge=0, le=9)] = 1
    protected: bool = False


AnyFarm: TypeAlias = Annotated[int, Field(ge=0, le=9)] | FarmForm


class FarmsForm(Form):
    """Farms by side, as a level or with their token. What is not named is as at set-up."""

    N: AnyFarm | None = None
    E: AnyFarm | None = None
    S: AnyFarm | None = None
    W: AnyFarm | None = None


class StockpileForm(Form):
    """The resources in a player's stockpile, food apart."""

    wood: Count = 0
    stone: Count = 0
    iron: Count = 0


class MoveTokensForm(Form):
    """Move tokens by value."""

    ones: Count = 0
    threes: Count = 0


class InvadersForm(Form):
    """Invaders at one post."""

    swordsmen: Count = 0
    archers: Count = 0


class FieldsForm(Form):
    """Invaders on the table already, before any card is turned over."""

    N: InvadersForm = InvadersForm()
    E: InvadersForm = InvadersForm()
    S: InvadersForm = InvadersForm()
    W: InvadersForm = InvadersForm()
    inside: InvadersForm = InvadersForm()


class HeldCardForm(Form):
    """A building or refugee in play."""

    card: CardId | BuildingCard | RefugeeCard
    damaged: bool = False


class HeldObjectiveForm(Form):
    """A secret objective; `met` is for those without a condition."""

    card: CardId | ObjectiveCard
    met: bool | None = None


class MoveForm(Form):
    """Troops going from one post to another; with no number, all who are there."""

    start: Annotated[Post, Field(alias="from")]
    to: Post
    soldiers: Count | None = None
    mercenaries: Count | None = None


class ArchersForm(Form):
    """How many of those hit are archers."""

    archers: Count


class TargetsForm(Form):
    """Which invaders are hit, post by post."""

    N: ArchersForm | None = None
    E: ArchersForm | None = None
    S: ArchersForm | None = None
    W: ArchersForm | None = None
    inside: ArchersForm | None = None


class MercenariesForm(Form):
    """How many of those lost are mercenaries."""

    mercenaries: Count


class LossesForm(Form):
    """Which troops are lost, post by post."""

    N: MercenariesForm | None = None
    E: MercenariesForm | None = None
    S: MercenariesForm | None = None
    W: MercenariesForm | None = None
    inside: MercenariesForm | None = None


class SwordsmenForm(Form):
    """How many of those who pass the wall are swordsmen."""

    swordsmen: Count


class RoundForm(Form):
    """What a player says in one round of combat; the automation says the rest."""

    round: Annotated[int, Field(ge=1, le=9_999)]
    targets: TargetsForm = TargetsForm()
    losses: LossesForm = LossesForm()
    bypass: SwordsmenForm | None = None
    moves: Annotated[tuple[MoveForm, ...], Field(max_length=50)] | None = None
    """Free movement (M-3); an empty list: nobody moves."""


class PlayerForm(Form):
    """One player's side of the table, and what they will say."""

    name: Word | None = None
    seat: Side | None = None
    colour: Word | None = None
    gold: Count = 0
    food: Count = 0
    policy: Policy | None = None
    castle: CastleForm | None = None
    """Left out: the castle and the soldiers of set-up."""
    farms: FarmsForm = FarmsForm()
    stockpile: StockpileForm = StockpileForm()
    wounded: Count = 0
    move_tokens: MoveTokensForm = MoveTokensForm()
    flags: Annotated[tuple[Annotated[int, Field(ge=1, le=9)], ...], Field(max_length=15)] = ()
    """Flag tokens by value."""
    cards: Annotated[tuple[CardId | HeldCardForm, ...], Field(max_length=60)] = ()
    """Buildings and refugees; the Barracks are there without being named."""
    objectives: Annotated[tuple[CardId | HeldObjectiveForm | None, ...], Field(max_length=17)] = ()
    """Secret objectives; null is one nobody has seen."""
    fields: FieldsForm = FieldsForm()
    turret: Corner | None = None
    """The choice if two turrets are equally threatened (P-5)."""
    token_moves: Annotated[tuple[MoveForm, ...], Field(max_length=50)] | None = None
    """What the move tokens are used for (P-8)."""
    rounds: Annotated[tuple[RoundForm, ...], Field(max_length=100)] = ()
    damage_cards: Annotated[tuple[CardId, ...], Field(max_length=9)] | None = None
    """The cards damaged if the castle is sacked (O-4)."""
    red_number: Count | None = None
    """The red number at the player's gold, should the castle be sacked (O-4)."""


class InvaderForm(Form):
    """An invader card, by id or whole, and the side of its red border."""

    card: CardId | InvaderCard
    side: Side


class SiegeForm(Form):
    """The siege card, by id or whole, and its side."""

    card: CardId | SiegeCard
    side: Side


class Scenario(Form):
    """A table before combat. Whatever is left out is nothing, or as at set-up."""

    format: Literal["companion.scenario"] = "companion.scenario"
    version: Literal[1] = 1
    game: Literal["after-the-empire"] = "after-the-empire"
    name: Annotated[str, Field(max_length=200)] = ""
    note: Annotated[str, Field(max_length=2_000)] = ""
    season: Annotated[int, Field(ge=1, le=99)] = 1
    threat: Count | None = None
    """Left out: what the season brings (S-3)."""
    mode: Mode = "normal"
    destructive: bool = False
    """The variant Destructive Damage & Crippling Wounds (S-5)."""
    rulings: Rulings = Rulings()
    """House rulings; those left out have their default."""
    constants: Constants = Constants()
    """Numbers printed on the components; those left out have their default."""
    red_numbers: Annotated[tuple[RedNumber, ...], Field(max_length=500)] = ()
    packs: Annotated[tuple[Word | CardPack, ...], Field(max_length=20)] = ()
    """Where cards are looked up: packs by id, or whole."""
    players: Annotated[tuple[PlayerForm, ...], Field(min_length=1, max_length=4)]
    order: Annotated[tuple[PlayerNumber, ...], Field(max_length=4)] | None = None
    """The turn order, by place in `players`; left out: as they stand there."""
    invaders: Annotated[tuple[InvaderForm, ...], Field(max_length=20)] = ()
    """The invader cards, left to right."""
    siege: SiegeForm | None = None
