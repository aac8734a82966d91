"""Set-up (S-1 … S-6): who plays, from which seat, with which gate, and what the table agreed on."""

from collections.abc import Sequence
from typing import Annotated

from engine.core.errors import RuleError
from engine.core.language import Phrase
from engine.core.limits import Length
from engine.core.record import record
from engine.games.after_the_empire.cards import BARRACKS, Card, CardId, ObjectiveCard, RefugeeCard
from engine.games.after_the_empire.compass import INSIDE, SIDES, Side
from engine.games.after_the_empire.constants import Constants, Mode, Word
from engine.games.after_the_empire.goods import Count
from engine.games.after_the_empire.library import find_card, unsound_card
from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import (
    Castle,
    Farm,
    Holding,
    Market,
    Objective,
    Piece,
    Pieces,
    Player,
    RedNumber,
    State,
    Table,
    put,
    threat_in,
)

COLOURS: tuple[str, ...] = ("blue", "red", "green", "yellow")


@record
class PlayerSetup:
    """One player: name, colour, seat on the table's compass, gate side, and the starting refugee or its initiative."""

    name: Word
    seat: Side
    colour: Word = "blue"
    gate: Side = "S"
    refugee: CardId | RefugeeCard | None = None
    initiative: Count = 0
    objective: CardId | ObjectiveCard | None = None
    policy: Policy | None = None


@record
class Setup:
    """A new table of After the Empire."""

    players: Annotated[tuple[PlayerSetup, ...], Length(2, 4)]
    mode: Mode = "normal"
    no_reports: bool = False
    destructive: bool = False
    count_only: bool = False
    rulings: Rulings = Rulings()
    constants: Constants = Constants()
    cards: Annotated[tuple[Card, ...], Length(0, 2000)] = ()
    red_numbers: Annotated[tuple[RedNumber, ...], Length(0, 500)] = ()


def begin(setup: Setup) -> State:
    """The table at the start of season 1, every player set up (S-1, S-2, S-3)."""
    _refuse_odd_tables(setup)
    table = Table(
        setup.mode,
        setup.no_reports,
        setup.destructive,
        setup.count_only,
        setup.rulings,
        setup.constants,
        setup.cards,
        setup.red_numbers,
    )
    refugees = _starting_refugees(table, setup.players)
    initiative = [
        refugee.initiative if refugee is not None else player.initiative
        for player, refugee in zip(setup.players, refugees, strict=True)
    ]
    order = starting_order(initiative)
    players = tuple(
        _player(setup.constants, table, player, refugees[number], initiative[number], order.index(number))
        for number, player in enumerate(setup.players)
    )
    dealt = len(setup.players)
    return State(
        table=table,
        season=1,
        threat=threat_in(setup.constants, 1),
        phase="actions",
        players=players,
        order=order,
        market=Market(
            (None,) * setup.constants.market_buildings,
            (None,) * setup.constants.market_refugees,
        ),
        objectives_left=max(0, setup.constants.decks.objectives - dealt),
    )


def starting_order(initiative: Sequence[int]) -> tuple[int, ...]:
    """S-2: the lowest initiative goes first."""
    return tuple(sorted(range(len(initiative)), key=lambda number: initiative[number]))


def _refuse_odd_tables(setup: Setup) -> None:
    """C-1: two to four players, each at a side of their own."""
    if not 2 <= len(setup.players) <= 4:
        raise RuleError(
            "C-1",
            "The game is for 2 to 4 players, not {players}.",
            players=len(setup.players),
            firm=True,
        )
    for number, player in enumerate(setup.players):
        for other in setup.players[:number]:
            if other.seat == player.seat:
                template = "{other} and {player} cannot both sit at {side}."
                seat = Phrase(player.seat)
                raise RuleError("C-1", template, other=other.name, player=player.name, side=seat, firm=True)
            if other.name == player.name:
                raise RuleError("C-1", "Two players are called {player}.", player=player.name, firm=True)
            if other.colour == player.colour:
                template = "{other} and {player} cannot both be {colour}."
                colour = Phrase(player.colour)
                raise RuleError("C-1", template, other=other.name, player=player.name, colour=colour, firm=True)
    known: dict[str, Card] = {}
    for card in setup.cards:
        if card.id in known:
            raise RuleError(
                "C-7",
                "Two cards have the id {card_id}: {other}, {card}.",
                card_id=card.id,
                other=known[card.id].name,
                card=card.name,
                firm=True,
            )
        known[card.id] = card
        unsound_card(card)


def _starting_refugees(table: Table, players: Sequence[PlayerSetup]) -> list[RefugeeCard | None]:
    """S-1, S-6: each player's starting refugee, if the table said which; nobody else has the same one."""
    drafted: list[RefugeeCard | None] = []
    for player in players:
        refugee = None if player.refugee is None else find_card(table, player.refugee, RefugeeCard)
        if refugee is not None:
            if not refugee.starting:
                raise RuleError("S-1", "{card} is not a starting refugee.", card=refugee.name, firm=True)
            for other, taken in zip(players, drafted, strict=False):
                if taken is not None and taken.id == refugee.id:
                    template = "{other} and {player} cannot both have {card}."
                    card = refugee.name
                    raise RuleError("S-6", template, other=other.name, player=player.name, card=card, firm=True)
        drafted.append(refugee)
    return drafted


def _player(
    constants: Constants,
    table: Table,
    setup: PlayerSetup,
    refugee: RefugeeCard | None,
    initiative: int,
    place: int,
) -> Player:
    """S-1, S-2: one player's board at the start; gold by the place in turn order."""
    start = constants.start
    holdings = [Holding(BARRACKS)]
    if refugee is not None:
        holdings.append(Holding(refugee))
    objective = None if setup.objective is None else find_card(table, setup.objective, ObjectiveCard)
    farm = Farm(constants.start_farm_level)
    return Player(
        name=setup.name,
        colour=setup.colour,
        seat=setup.seat,
        gold=constants.start_gold[place],
        food=start.food,
        iron=start.iron,
        castle=Castle(
            walls=starting_walls(constants, setup.gate),
            turrets=(None, None, None, None),
            soldiers=put((0, 0, 0, 0, 0), INSIDE, start.soldiers),
            mercenaries=put((0, 0, 0, 0, 0), INSIDE, start.mercenaries),
            wood=start.wood,
            stone=start.stone,
        ),
        farms=(farm, farm, farm, farm),
        workers=constants.workers,
        cards=tuple(holdings),
        objectives=(Objective(objective),),
        policy=setup.policy,
        gate_side=setup.gate,
        initiative=initiative,
    )


def starting_walls(constants: Constants, gate: Side) -> Pieces:
    """S-1: a full Wood Gate on the chosen side, full Wood Walls on the others."""
    capacity = constants.capacity
    wall, way_in = Piece("wall", "wood", capacity.wood_wall), Piece("gate", "wood", capacity.wood_gate)
    return tuple(way_in if side == gate else wall for side in SIDES)
