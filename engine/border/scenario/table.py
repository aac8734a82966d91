"""From a scenario to the table it describes."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from engine.border.pack import CardPack, check_card
from engine.border.scenario.form import (
    CastleForm,
    CornerForm,
    FarmForm,
    HeldCardForm,
    HeldObjectiveForm,
    PlayerForm,
    Scenario,
    SideForm,
)
from engine.core.errors import BadInput
from engine.core.language import OneOf
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    Card,
    HoldingCard,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
)
from engine.games.after_the_empire.compass import CORNERS, INSIDE, POSTS, SIDES, Side
from engine.games.after_the_empire.constants import Constants, Material, PieceKind
from engine.games.after_the_empire.faults import castle_faults
from engine.games.after_the_empire.setup import COLOURS, starting_walls
from engine.games.after_the_empire.state import (
    NOBODY,
    Castle,
    Combat,
    Farm,
    Farms,
    Five,
    Holding,
    Objective,
    Phase,
    Piece,
    Pieces,
    Player,
    State,
    Table,
    put,
    threat_in,
)

SEATS: tuple[Side, ...] = ("S", "N", "W", "E")
"""Who names no seat gets the first one free: two players face each other."""

NO_PACKS = 'there is no pack called "{name}"; known: none'

Library = Mapping[str, CardPack]
C = TypeVar("C", bound=Card)


class Shelf:
    """The cards a scenario can name."""

    def __init__(self, scenario: Scenario, library: Library) -> None:
        self._cards: dict[str, Card] = {BARRACKS.id: BARRACKS}
        for index, given in enumerate(scenario.packs):
            if isinstance(given, str) and given not in library:
                known = ", ".join(f'"{name}"' for name in library)
                why = 'there is no pack called "{name}"; known: {known}' if known else NO_PACKS
                raise BadInput(f"packs[{index}]", why, name=given, known=known)
            pack = library[given] if isinstance(given, str) else given
            for card in pack.cards:
                self._cards.setdefault(card.id, card)

    def card(self, given: str | Card, place: str, wanted: type[C]) -> C:
        """The card meant by its id, or the one given whole."""
        return cast(C, self._found(given, place, (wanted,)))

    def holding(self, given: str | Card, place: str) -> HoldingCard:
        """The same for what a player can have in play."""
        return cast(HoldingCard, self._found(given, place, (BuildingCard, RefugeeCard)))

    def _found(self, given: str | Card, place: str, wanted: tuple[type[Any], ...]) -> Card:
        card = self._cards.get(given) if isinstance(given, str) else given
        if card is None:
            raise BadInput(place, 'no card in the packs of this scenario is called "{card}"', card=given)
        if not isinstance(card, wanted):
            kinds = OneOf([kind.__name__.removesuffix("Card").lower() for kind in wanted])
            why = '"{card}" is of kind {kind}; needed here: {kinds}'
            raise BadInput(place, why, card=card.name, kind=card.kind, kinds=kinds)
        if card is given:
            check_card(card, place)
        return card


def to_state(scenario: Scenario, library: Library, phase: Phase = "combat") -> State:
    """The table as the scenario describes it: every troop placed, no card turned over yet."""
    shelf = Shelf(scenario, library)
    names = _names(scenario.players)
    seats = _seats(scenario.players)
    colours = _colours(scenario.players)
    players = tuple(
        _player(form, number, names[number], seats[number], colours[number], scenario, shelf)
        for number, form in enumerate(scenario.players)
    )
    constants = scenario.constants
    table = Table(
        mode=scenario.mode,
        destructive=scenario.destructive,
        rulings=scenario.rulings,
        constants=constants,
        red_numbers=scenario.red_numbers,
    )
    held = sum(len(player.objectives) for player in players)
    return State(
        table=table,
        season=scenario.season,
        threat=threat_in(constants, scenario.season) if scenario.threat is None else scenario.threat,
        phase=phase,
        players=players,
        order=_order(scenario),
        combat=_all_placed(players) if phase == "combat" else None,
        objectives_left=max(0, constants.decks.objectives - held),
    )


def cards_to_reveal(
    scenario: Scenario, library: Library
) -> tuple[list[tuple[InvaderCard, Side]], tuple[SiegeCard, Side] | None]:
    """The invader cards and the siege card, looked up."""
    shelf = Shelf(scenario, library)
    invaders = [
        (shelf.card(form.card, f"invaders[{index}].card", InvaderCard), form.side)
        for index, form in enumerate(scenario.invaders)
    ]
    if scenario.siege is None:
        return invaders, None
    return invaders, (shelf.card(scenario.siege.card, "siege.card", SiegeCard), scenario.siege.side)


def check_table(scenario: Scenario) -> None:
    """Everything impossible that shows without knowing the cards; BadInput names the first."""
    _names(scenario.players)
    _seats(scenario.players)
    _order(scenario)
    for number, form in enumerate(scenario.players):
        _castle(form, scenario.constants, f"players[{number}].castle")
        _farms(form, scenario.constants, f"players[{number}].farms")
        rounds = [told.round for told in form.rounds]
        for index, told in enumerate(rounds):
            if told in rounds[:index]:
                raise BadInput(f"players[{number}].rounds[{index}].round", "round {round} is told twice", round=told)


def _all_placed(players: Sequence[Player]) -> Combat:
    """Combat at the end of placement."""
    most = max(player.gold for player in players)
    return Combat(
        done=(True,) * len(players),
        siege_turret=(None,) * len(players),
        leaders=tuple(number for number, player in enumerate(players) if player.gold == most),
    )


# who sits where


def _names(players: Sequence[PlayerForm]) -> list[str]:
    names: list[str] = []
    for number, form in enumerate(players):
        name = form.name or f"Player {number + 1}"
        if name in names:
            raise BadInput(f"players[{number}].name", 'another player is called "{name}" already', name=name)
        names.append(name)
    return names


def _seats(players: Sequence[PlayerForm]) -> list[Side]:
    for number, form in enumerate(players):
        for other in range(number):
            if form.seat is not None and form.seat == players[other].seat:
                place = f"players[{number}].seat"
                why = 'players[{other}] sits at "{seat}" already'
                raise BadInput(place, why, other=other, seat=form.seat)
    named = [form.seat for form in players]
    free = [seat for seat in SEATS if seat not in named]
    return [form.seat or free.pop(0) for form in players]


def _colours(players: Sequence[PlayerForm]) -> list[str]:
    named = [form.colour for form in players]
    free = [colour for colour in COLOURS if colour not in named]
    return [form.colour or free.pop(0) for form in players]


def _order(scenario: Scenario) -> tuple[int, ...]:
    everybody = tuple(range(len(scenario.players)))
    if scenario.order is None:
        return everybody
    if tuple(sorted(scenario.order)) != everybody:
        why = "must name every player once: {players} in any order"
        raise BadInput("order", why, players=", ".join(map(str, everybody)))
    return scenario.order


# one player's board


def _player(
    form: PlayerForm,
    number: int,
    name: str,
    seat: Side,
    colour: str,
    scenario: Scenario,
    shelf: Shelf,
) -> Player:
    constants = scenario.constants
    place = f"players[{number}]"
    castle = _castle(form, constants, f"{place}.castle")
    gates = [side for side, wall in zip(SIDES, castle.walls, strict=True) if wall and wall.kind == "gate"]
    workers = constants.workers + sum(1 for season in constants.worker_seasons if season <= scenario.season)
    return Player(
        name=name,
        colour=colour,
        seat=seat,
        gold=form.gold,
        food=form.food,
        iron=form.stockpile.iron,
        castle=castle,
        farms=_farms(form, constants, f"{place}.farms"),
        workers=workers,
        placed=workers,
        move_ones=form.move_tokens.ones,
        move_threes=form.move_tokens.threes,
        flags=form.flags,
        cards=_holdings(form, f"{place}.cards", shelf),
        objectives=tuple(
            _objective(held, f"{place}.objectives[{index}]", shelf) for index, held in enumerate(form.objectives)
        ),
        policy=form.policy,
        gate_side=gates[0] if gates else "S",
    )


def _castle(form: PlayerForm, constants: Constants, place: str) -> Castle:
    """The castle with its troops and the invaders around it; BadInput for the first thing impossible in it."""
    if form.castle is None:
        walls = starting_walls(constants, "S")
        turrets: Pieces = (None, None, None, None)
        soldiers = put(NOBODY, INSIDE, constants.start.soldiers)
        mercenaries = put(NOBODY, INSIDE, constants.start.mercenaries)
    else:
        walls = _pieces(form.castle, SIDES, constants, place)
        turrets = _pieces(form.castle, CORNERS, constants, place)
        soldiers = _row(form.castle, "soldiers")
        mercenaries = _row(form.castle, "mercenaries")
    castle = Castle(
        walls=walls,
        turrets=turrets,
        soldiers=soldiers,
        mercenaries=mercenaries,
        swordsmen=_row(form.fields, "swordsmen"),
        archers=_row(form.fields, "archers"),
        wounded=form.wounded,
        wood=form.stockpile.wood,
        stone=form.stockpile.stone,
    )
    for fault in castle_faults(castle, constants, place):
        raise BadInput(fault.place, "{why} ({rule})", why=fault.why, rule=fault.rule)
    return castle


def _row(posts: Any, kind: str) -> Five:
    """How many stand at each post; a post that is left out, or only a word, has nobody."""
    north, east, south, west, inside = (getattr(getattr(posts, post), kind, 0) for post in POSTS)
    return north, east, south, west, inside


def _pieces(castle: CastleForm, spots: Sequence[str], constants: Constants, place: str) -> Pieces:
    first, second, third, fourth = (_piece(getattr(castle, spot), constants, f"{place}.{spot}") for spot in spots)
    return first, second, third, fourth


def _piece(form: SideForm | CornerForm | str | None, constants: Constants, place: str) -> Piece | None:
    """A piece by its two words; full unless its cubes are told."""
    word = form if isinstance(form, str) or form is None else form.piece
    flame = isinstance(form, CornerForm) and form.flame
    cubes = form.cubes if isinstance(form, SideForm | CornerForm) else None
    if word is None:
        if cubes:
            raise BadInput(f"{place}.cubes", "cubes cannot lie on a piece that does not exist (C-2)")
        if flame:
            raise BadInput(f"{place}.flame", "there is no turret to burn (A-5)")
        return None
    material: Material = "wood" if word.startswith("wood") else "stone"
    kind: PieceKind = "gate" if word.endswith("gate") else "wall" if word.endswith("wall") else "turret"
    if cubes is None:
        cubes = 0 if flame else constants.capacity.of(kind, material)
    return Piece(kind, material, cubes, flame)


def _farms(form: PlayerForm, constants: Constants, place: str) -> Farms:
    made = []
    for side in SIDES:
        given = getattr(form.farms, side)
        if isinstance(given, FarmForm):
            farm = Farm(given.level, given.protected)
        else:
            farm = Farm(constants.start_farm_level if given is None else given)
        if farm.level > constants.best_farm:
            why = "a farm has level {most} at most, not {level} (A-4)"
            raise BadInput(f"{place}.{side}", why, most=constants.best_farm, level=farm.level)
        made.append(farm)
    north, east, south, west = made
    return north, east, south, west


def _holdings(form: PlayerForm, place: str, shelf: Shelf) -> tuple[Holding, ...]:
    """The cards in play, the Barracks always among them (S-1)."""
    made = []
    for index, held in enumerate(form.cards):
        if isinstance(held, HeldCardForm):
            made.append(Holding(shelf.holding(held.card, f"{place}[{index}].card"), held.damaged))
        else:
            made.append(Holding(shelf.holding(held, f"{place}[{index}]")))
    if not any(holding.card.id == BARRACKS.id for holding in made):
        made.insert(0, Holding(BARRACKS))
    return tuple(made)


def _objective(held: HeldObjectiveForm | str | None, place: str, shelf: Shelf) -> Objective:
    if held is None:
        return Objective()
    if isinstance(held, str):
        return Objective(shelf.card(held, place, ObjectiveCard))
    return Objective(shelf.card(held.card, f"{place}.card", ObjectiveCard), held.met)
