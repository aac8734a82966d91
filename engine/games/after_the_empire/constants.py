"""Numbers printed on the components and in the rulebook, as data a table can correct once (C-4 … C-7, S-, A-)."""

from typing import Annotated, Literal, TypeAlias

from engine.core.limits import Length
from engine.core.record import record
from engine.games.after_the_empire.goods import Count, Few, Goods

Mode: TypeAlias = Literal["easy", "normal", "hard"]
Material: TypeAlias = Literal["wood", "stone"]
PieceKind: TypeAlias = Literal["wall", "gate", "turret"]

Seven: TypeAlias = tuple[Count, Count, Count, Count, Count, Count, Count]
Word: TypeAlias = Annotated[str, Length(1, 80)]


@record
class PieceNumbers:
    """One number for each kind of castle piece."""

    wood_wall: Few
    wood_gate: Few
    wood_turret: Few
    stone_wall: Few
    stone_gate: Few
    stone_turret: Few

    def of(self, kind: PieceKind, material: Material) -> int:
        """The number for a piece."""
        number: int = getattr(self, f"{material}_{kind}")
        return number


@record
class PiecePrices:
    """What each kind of castle piece costs to build (C-5)."""

    wood_wall: Goods = Goods(wood=3)
    wood_gate: Goods = Goods(wood=3)
    wood_turret: Goods = Goods(wood=4)
    stone_wall: Goods = Goods(wood=2, stone=4)
    stone_gate: Goods = Goods(wood=2, stone=4)
    stone_turret: Goods = Goods(wood=3, stone=4, iron=1)

    def of(self, kind: PieceKind, material: Material) -> Goods:
        """The price of a piece."""
        price: Goods = getattr(self, f"{material}_{kind}")
        return price


@record
class Offer:
    """One thing a worker can do on a space: pay this, gain that."""

    id: Word
    cost: Goods = Goods()
    gain: Goods = Goods()


@record
class Space:
    """An area of the game board: its offers, and how many workers fit.

    `places` are the spaces open in every game, the one more with three players, the one more with four (A-1).
    """

    id: Word
    offers: tuple[Offer, ...]
    places: tuple[Count, Count, Count] = (1, 1, 1)


BOARD: tuple[Space, ...] = (
    Space("tax", (Offer("gold", gain=Goods(gold=4, mercenaries=1)), Offer("food", gain=Goods(food=5)))),
    Space(
        "mercenary camp left",
        (
            Offer("soldiers", Goods(gold=5), Goods(soldiers=3)),
            Offer("mercenaries", Goods(gold=3), Goods(mercenaries=5)),
        ),
    ),
    Space(
        "mercenary camp right",
        (
            Offer("soldiers", Goods(gold=4), Goods(soldiers=2)),
            Offer("mercenaries", Goods(gold=2), Goods(mercenaries=3)),
        ),
    ),
    Space(
        "merchant",
        (
            Offer("buy iron and wood", Goods(gold=4), Goods(iron=1, wood=6)),
            Offer("buy stone and food", Goods(gold=3), Goods(stone=2, food=3)),
            Offer("sell iron", Goods(iron=1), Goods(gold=4, food=3)),
            Offer("sell food", Goods(food=2), Goods(gold=3, iron=2)),
        ),
    ),
    Space("mine", (Offer("iron", gain=Goods(iron=2)),)),
    Space("quarry", (Offer("stone", gain=Goods(stone=3)),)),
    Space("woodmill", (Offer("wood", gain=Goods(wood=5)),)),
    Space("scout", (Offer("scout", gain=Goods(move_threes=1, protect=1)),)),
    Space("buildings", ()),
    Space("refugees", ()),
)
"""The game board's areas with the yields and costs of A-2."""


@record
class Supply:
    """How many of each component are in the box (C-6)."""

    soldiers: Count = 50
    mercenaries: Count = 25
    stone: Count = 100
    wood: Count = 80
    food: Count = 60
    iron: Count = 20
    swordsmen: Count = 40 + 3 * 20
    archers: Count = 30 + 3 * 10
    flames: Count = 16
    wounds: Count = 24
    protects: Count = 16
    move_ones: Count = 8
    move_threes: Count = 4
    flags_1: Count = 10
    flags_2: Count = 4
    flags_3: Count = 1
    villagers: Count = 4


@record
class Decks:
    """How many cards are in the box, starting cards apart (C-7)."""

    invaders: Count = 32
    sieges: Count = 11
    buildings: Count = 28
    starting_buildings: Count = 4
    refugees: Count = 20
    starting_refugees: Count = 5
    objectives: Count = 17


@record
class FaceDown:
    """Face-down invader cards by season, for each mode (S-4)."""

    easy: Seven = (0, 1, 2, 2, 2, 2, 2)
    normal: Seven = (0, 1, 2, 3, 3, 3, 3)
    hard: Seven = (1, 2, 3, 3, 3, 3, 3)


@record
class Constants:
    """Everything printed, with the defaults of the specification."""

    capacity: PieceNumbers = PieceNumbers(
        wood_wall=2, wood_gate=1, wood_turret=1, stone_wall=5, stone_gate=4, stone_turret=2
    )
    price: PiecePrices = PiecePrices()
    wood_turret_fire: Count = 1
    stone_turret_fire: Count = 2
    clear_flame_stone: Count = 2
    heal_refugee: Goods = Goods(food=2)
    rebuild_building: Goods = Goods(iron=1)
    granary_sows: Count = 3
    granary_protects: Count = 1
    infirmary_heals: Count = 4
    barracks_recruit: Offer = Offer("recruit", Goods(iron=1), Goods(soldiers=1))
    barracks_heal: Offer = Offer("heal", Goods(food=1), Goods(heal=1))
    board: tuple[Space, ...] = BOARD
    scout_objectives: Count = 2
    start: Goods = Goods(food=4, wood=3, stone=2, iron=1, soldiers=2)
    start_gold: tuple[Count, Count, Count, Count] = (5, 6, 7, 8)
    start_farm_level: Count = 1
    workers: Count = 3
    worker_seasons: tuple[Count, ...] = (3, 6)
    seasons: Count = 7
    threat_step: Count = 3
    face_down: FaceDown = FaceDown()
    market_buildings: Count = 3
    market_refugees: Count = 2
    best_farm: Count = 2
    flags: Seven = (1, 1, 2, 2, 2, 2, 3)
    tied_flag: Count = 1
    sacked_cards: Count = 2
    sacked_mercenaries: Count = 2
    sacked_villagers: Count = 1
    income_per_piece: Count = 1
    farm_score: Count = 1
    gold_track: Count = 50
    supply: Supply = Supply()
    decks: Decks = Decks()


SOURCES: dict[str, str] = {
    "capacity": "Wood Wall, Wood Gate: set-up page. Wood Turret: worked example. Stone Turret: repair text. "
    "Stone Wall, Stone Gate: printed on the piece; the smallest values that fit the worked example. (C-4)",
    "price": "Stockpile page of the rulebook. (C-5)",
    "board": "Yields and costs: rulebook. How many workers fit an area is printed on the board; "
    "one, plus one with three players, plus one with four, until you correct it. (A-1, A-2)",
    "start": "Player set-up page. (S-1)",
    "start_gold": "Board set-up page. (S-2)",
    "threat_step": "Refresh page. (S-3)",
    "face_down": "Refresh page and variants page. (S-4)",
    "flags": "Flags page. (F-1)",
    "supply": "Component list of the rulebook. (C-6)",
    "decks": "Component list of the rulebook. (C-7)",
}
"""Where a number comes from, for the "check your components" card."""


def face_down_cards(constants: Constants, mode: Mode, season: int) -> int:
    """How many invader cards lie face down in a season (S-4)."""
    counts: Seven = getattr(constants.face_down, mode)
    return counts[min(season, len(counts)) - 1]


def invader_cards(constants: Constants, mode: Mode, season: int) -> int:
    """How many invader cards attack in a season: the leftmost one and those face down (S-4)."""
    return 1 + face_down_cards(constants, mode, season)


def season_flag(constants: Constants, season: int) -> int:
    """The value of a season's flag (F-1)."""
    return constants.flags[min(season, len(constants.flags)) - 1]
