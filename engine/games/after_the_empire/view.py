"""The table as the players see it: every physical thing, spot by spot (DESIGN: table instructions).

A spot is (whose board, place, thing); what is empty or zero is not listed. Left out is what no hand can
touch: learned red numbers, policies, who was sacked, which troops do not fight yet (R-2), which mercenaries
stay for the next season (O-4), what a secret objective says.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import Value
from engine.core.instructions import Spot
from engine.games.after_the_empire.cards import BuildingCard
from engine.games.after_the_empire.compass import CORNERS, NAMES, SIDES
from engine.games.after_the_empire.constants import invader_cards
from engine.games.after_the_empire.state import (
    Castle,
    Farm,
    Holding,
    Piece,
    Player,
    State,
    Taken,
    workers_left,
)

WALLS = tuple(f"{NAMES[side]} wall" for side in SIDES)
FIELDS = tuple(f"{NAMES[side]} field" for side in SIDES)
FARMS = tuple(f"{NAMES[side]} farm" for side in SIDES)
TURRETS = tuple(f"{NAMES[corner]} turret" for corner in CORNERS)

INSIDE_PLACE = "Inside"
PIECE_PLACES = (*WALLS, *TURRETS)
TROOP_PLACES = (*WALLS, INSIDE_PLACE)
INVADER_PLACES = (*FIELDS, INSIDE_PLACE)

INFIRMARY = "Infirmary"
STOCKPILE = "Stockpile"
GRANARY = "Granary"
GOLD_TRACK = "Gold track"
FLAGS = "Flags"
MOVE_TOKENS = "Move tokens"
OBJECTIVES = "Secret objectives"
GREAT_HALL = "Great Hall"

SEASON_TRACK = "Season track"
TURN_ORDER = "Turn order"
INVADER_CARDS = "Invader cards"
SIEGE_CARD = "Siege card"
SIEGE_TOKEN = "Siege token"
MARKET = ("Market buildings", "Market refugees")

FACE_UP = "face up"
FACE_DOWN = "face down"


class ShownCard(NamedTuple):
    """A card in the play area: its name, the token on it ("" for none), turned sideways or not."""

    name: str
    token: str
    turned: bool


class BoardCard(NamedTuple):
    """An invader or siege card on the board: its name, or how it lies; the side it points to, or ""."""

    card: str
    side: str


def view(state: State) -> dict[Spot, Value]:
    """Everything that lies on the table; an empty spot is not listed."""
    seen: dict[Spot, Value] = {}
    _see_board(seen, state)
    for seat, player in enumerate(state.players):
        _see_castle(seen, seat, player.castle)
        _see_player(seen, seat, player)
        for place, workers in worker_places(state.taken, seat, player.cards).items():
            seen[seat, place, "workers"] = workers
    return {spot: value for spot, value in seen.items() if value}


def _see_board(seen: dict[Spot, Value], state: State) -> None:
    seen[None, SEASON_TRACK, "season"] = state.season
    seen[None, GOLD_TRACK, "threat"] = state.threat
    for slot, shown in enumerate(invader_slots(state), start=1):
        seen[None, INVADER_CARDS, f"card {slot}"] = shown.card
        seen[None, INVADER_CARDS, f"side {slot}"] = shown.side
    siege = siege_slot(state)
    seen[None, SIEGE_CARD, "card"] = siege.card
    seen[None, SIEGE_CARD, "side"] = siege.side
    seen[None, SIEGE_TOKEN, "side"] = siege_token(state)
    for place, row in zip(MARKET, (state.market.buildings, state.market.refugees), strict=True):
        for slot, card in enumerate(row, start=1):
            seen[None, place, str(slot)] = card.name if card is not None else ""
    for turn, name in enumerate(turn_order(state), start=1):
        seen[None, TURN_ORDER, str(turn)] = name


def _see_castle(seen: dict[Spot, Value], seat: int, castle: Castle) -> None:
    for place, piece in zip(PIECE_PLACES, castle.walls + castle.turrets, strict=True):
        if piece is not None:
            seen[seat, place, "piece"] = piece_name(piece)
            seen[seat, place, f"{piece.material} cubes"] = piece.cubes
            seen[seat, place, "flame"] = int(piece.flame)
    for places, thing, row in (
        (TROOP_PLACES, "soldiers", castle.soldiers),
        (TROOP_PLACES, "mercenaries", castle.mercenaries),
        (INVADER_PLACES, "swordsmen", castle.swordsmen),
        (INVADER_PLACES, "archers", castle.archers),
    ):
        for place, number in zip(places, row, strict=True):
            seen[seat, place, thing] = number
    seen[seat, INFIRMARY, "soldiers"] = castle.wounded
    seen[seat, STOCKPILE, "wood"] = castle.wood
    seen[seat, STOCKPILE, "stone"] = castle.stone


def _see_player(seen: dict[Spot, Value], seat: int, player: Player) -> None:
    seen[seat, GOLD_TRACK, "gold"] = player.gold
    seen[seat, GRANARY, "food"] = player.food
    seen[seat, STOCKPILE, "iron"] = player.iron
    for place, farm in zip(FARMS, player.farms, strict=True):
        seen[seat, place, "level"] = tile_side(farm)
        seen[seat, place, "flame"] = int(not farm.level)
        seen[seat, place, "protect token"] = int(farm.protected)
    for value in player.flags:
        seen[seat, FLAGS, flags_worth(value)] = player.flags.count(value)
    seen[seat, MOVE_TOKENS, "move-1 tokens"] = player.move_ones
    seen[seat, MOVE_TOKENS, "move-3 tokens"] = player.move_threes
    seen[seat, OBJECTIVES, "cards"] = len(player.objectives)
    seen[seat, GREAT_HALL, "workers"], seen[seat, GREAT_HALL, "villagers"] = great_hall(player)
    for place, card in cards_in_play(player.cards).items():
        seen[seat, place, "card"] = card.name
        seen[seat, place, "token"] = card.token
        seen[seat, place, "turned"] = int(card.turned)


def piece_name(piece: Piece) -> str:
    """What stands there: "stone wall"."""
    return f"{piece.material} {piece.kind}"


def tile_side(farm: Farm) -> int:
    """A-4: the level the farm tile shows; a razed farm lies on its level-1 side under a flame."""
    return farm.level or 1


def flags_worth(value: int) -> str:
    """The pile of flag tokens of one value."""
    return f"{value}-gold flags"


def great_hall(player: Player) -> tuple[int, int]:
    """The player's own workers and the villagers waiting in the Great Hall.

    Nobody notes which of them went out: own workers are taken to go first. A villager gained in this season's
    sack waits there for the next season (O-4).
    """
    own = max(0, player.workers - player.placed)
    return own, workers_left(player) - own + player.villagers_coming


def cards_in_play(cards: Sequence[Holding]) -> dict[str, ShownCard]:
    """The cards in a play area, by place: "building Bakery", and "building Bakery 2" for a second one."""
    shown: dict[str, ShownCard] = {}
    for place, holding in zip(card_places(cards), cards, strict=True):
        building = isinstance(holding.card, BuildingCard)
        token = ("Damage token" if building else "Wound token") if holding.damaged else ""
        shown[place] = ShownCard(holding.card.name, token, is_turned(holding))
    return shown


def card_places(cards: Sequence[Holding]) -> list[str]:
    """A place of its own for each card. Where in the play area a card lies is its owner's business."""
    places: dict[str, None] = {}
    for holding in cards:
        place = first = f"{holding.card.kind} {holding.card.name}"
        copy = 1
        while place in places:
            copy += 1
            place = f"{first} {copy}"
        places[place] = None
    return list(places)


def is_turned(holding: Holding) -> bool:
    """A-6: a free action turns the card by 90 degrees; for other effects a worker stands on it."""
    effects = holding.card.effects
    return any(used >= len(effects) or effects[used].when == "free" for used in holding.used)


def worker_places(taken: Sequence[Taken], seat: int, cards: Sequence[Holding]) -> dict[str, int]:
    """Where a player's workers stand, on the game board, on their own board and on their own cards."""
    standing: dict[str, int] = {}
    for worker in taken:
        if worker.player == seat:
            place = worker_place(worker.space, cards)
            standing[place] = standing.get(place, 0) + 1
    return standing


def worker_place(space: str, cards: Sequence[Holding]) -> str:
    """The space as players call it: "Tax space"; for "card 2" the card in that place of the play area."""
    word, _, index = space.partition(" ")
    if word == "card" and index.isdecimal() and int(index) < len(cards):
        return card_places(cards)[int(index)]
    return f"{space[:1].upper()}{space[1:]} space"


def invader_slots(state: State) -> list[BoardCard]:
    """The invader cards on the board from left to right: the revealed ones, the others as dealt (S-4)."""
    draws = state.combat.draws if state.combat is not None else ()
    slots = [BoardCard(draw.card.name, NAMES[draw.side]) for draw in draws]
    unknown = unknown_card(state)
    if not slots:
        if state.report is not None:
            slots.append(BoardCard(state.report.card.name, NAMES[state.report.side]))
        else:
            slots.append(unknown if state.table.no_reports else BoardCard(FACE_UP, ""))
    dealt = invader_cards(state.table.constants, state.table.mode, state.season)
    return slots + [unknown] * (dealt - len(slots))


def siege_slot(state: State) -> BoardCard:
    """The siege card: revealed, or face down until combat reveals it (S-4, P-3)."""
    if state.combat is not None and state.combat.siege is not None:
        return BoardCard(state.combat.siege.card.name, NAMES[state.combat.siege.side])
    return unknown_card(state)


def unknown_card(state: State) -> BoardCard:
    """A card nobody named: face down until combat is over; then it was revealed, and lies there until refresh."""
    return BoardCard(FACE_DOWN if state.phase in ("actions", "combat") else FACE_UP, "")


def siege_token(state: State) -> str:
    """P-3: the side the siege token lies on while combat lasts."""
    if state.phase == "combat" and state.combat is not None and state.combat.siege is not None:
        return NAMES[state.combat.siege.side]
    return ""


def turn_order(state: State) -> list[str]:
    """Who is first, second … on the player order track."""
    return [state.players[number].name for number in state.order]
