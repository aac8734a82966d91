"""A table being set up: what has been chosen so far, and the set-up that comes of it."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from companion.shell.look import PLAYERS
from companion.shell.words import Words
from companion.storage.settings import SeatedPlayer, Settings
from engine.core.record import replace
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.compass import Side
from engine.games.after_the_empire.constants import Constants, Mode, Space
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import RedNumber

SEATS: tuple[tuple[str, ...], ...] = (("S", "N"), ("S", "W", "N"), ("S", "W", "N", "E"))
"""Where two, three and four players sit unless they say otherwise: clockwise from South."""

COLOURS: tuple[str, ...] = tuple(PLAYERS)
FIRST_COLOURS: tuple[str, ...] = ("blue", "red", "green", "violet")


class Seat(NamedTuple):
    """One player of the table to be. An empty name is that of the colour."""

    name: str
    colour: str
    side: str
    gate: str = "S"
    initiative: int = 0


class Draft(NamedTuple):
    """Everything chosen on the page."""

    seats: tuple[Seat, ...]
    order: tuple[int, ...] = (0, 1)
    by_initiative: bool = False
    mode: Mode = "normal"
    no_reports: bool = False
    destructive: bool = False
    count_only: bool = False
    own_cards: bool = True
    practice_cards: bool = False
    constants: Constants = Constants()


Change = Callable[[Draft], Any]


def colour_name(words: Words, colour: str) -> str:
    """A player's colour."""
    names = {
        "red": words("Red"),
        "blue": words("Blue"),
        "green": words("Green"),
        "violet": words("Violet"),
        "yellow": words("Yellow"),
        "black": words("Black"),
    }
    return names.get(colour, colour)


def first_draft(settings: Settings, own_cards: int) -> Draft:
    """What the page begins with: two players, everything as usual."""
    seats = tuple(
        Seat("", colour, side, initiative=number + 1)
        for number, (colour, side) in enumerate(zip(FIRST_COLOURS, SEATS[0], strict=False))
    )
    return Draft(seats, practice_cards=not own_cards, constants=settings.constants)


def as_last_time(draft: Draft, players: tuple[SeatedPlayer, ...]) -> Draft:
    """The players of the last evening in their seats."""
    seats = tuple(
        Seat(player.name, player.colour, player.seat, initiative=number + 1) for number, player in enumerate(players)
    )
    return draft._replace(seats=seats, order=tuple(range(len(seats))))


def with_players(draft: Draft, number: int) -> Draft:
    """So many players: the first ones stay, new ones take what is free."""
    seats = list(draft.seats[:number])
    while len(seats) < number:
        free_sides = [side for side in SEATS[number - 2] if side not in {seat.side for seat in seats}]
        free_sides += [side for side in SEATS[2] if side not in {seat.side for seat in seats}]
        colours = [*FIRST_COLOURS, *COLOURS]
        free_colours = [colour for colour in colours if colour not in {seat.colour for seat in seats}]
        seats.append(Seat("", free_colours[0], free_sides[0], initiative=len(seats) + 1))
    kept = [place for place in draft.order if place < number]
    order = (*kept, *(place for place in range(number) if place not in kept))
    return draft._replace(seats=tuple(seats), order=order)


def put_seat(draft: Draft, number: int, seat: Seat) -> Draft:
    """One player changed; whoever had that side or colour gets the player's old one. There are no doubles."""
    old = draft.seats[number]
    seats = list(draft.seats)
    for other, there in enumerate(seats):
        if other != number and there.side == seat.side:
            seats[other] = seats[other]._replace(side=old.side)
        if other != number and there.colour == seat.colour:
            seats[other] = seats[other]._replace(colour=old.colour)
    seats[number] = seat
    return draft._replace(seats=tuple(seats))


def tapped_in_order(draft: Draft, number: int) -> Draft:
    """The players are tapped in turn order; once all are in it, the next tap begins anew."""
    order = draft.order
    if len(order) == len(draft.seats):
        return draft._replace(order=(number,))
    if number in order:
        return draft._replace(order=tuple(place for place in order if place != number))
    order = (*order, number)
    left = [place for place in range(len(draft.seats)) if place not in order]
    return draft._replace(order=(*order, *left) if len(left) == 1 else order)


def shown_name(words: Words, seat: Seat) -> str:
    """The name typed, or that of the colour."""
    return seat.name.strip() or colour_name(words, seat.colour)


def setup_of(
    words: Words, draft: Draft, settings: Settings, cards: tuple[Card, ...], red_numbers: tuple[RedNumber, ...]
) -> Setup:
    """The set-up the engine gets."""
    full_order = [*draft.order, *(place for place in range(len(draft.seats)) if place not in draft.order)]
    players = tuple(
        PlayerSetup(
            name=shown_name(words, seat),
            seat=cast(Side, seat.side),
            colour=seat.colour,
            gate=cast(Side, seat.gate),
            initiative=seat.initiative if draft.by_initiative else full_order.index(number) + 1,
        )
        for number, seat in enumerate(draft.seats)
    )
    return Setup(
        players,
        mode=draft.mode,
        no_reports=draft.no_reports,
        destructive=draft.destructive,
        count_only=draft.count_only,
        rulings=settings.rulings,
        constants=draft.constants,
        cards=cards,
        red_numbers=red_numbers,
    )


def turn_order(draft: Draft) -> tuple[int, ...]:
    """The players in turn order, as far as it is known (S-2: the lowest initiative first)."""
    if draft.by_initiative:
        return tuple(sorted(range(len(draft.seats)), key=lambda number: draft.seats[number].initiative))
    return draft.order


def _open_places(players: int, extra_spaces: str) -> tuple[int, ...]:
    """Which of an area's places are open (A-1): four players have both extra ones, or only their own (R-24)."""
    if players == 4 and extra_spaces == "one set":
        return (0, 2)
    return tuple(range(players - 1))


def places_with(space: Space, players: int, extra_spaces: str = "add up") -> int:
    """How many workers fit an area with so many players (A-1)."""
    return sum(space.places[index] for index in _open_places(players, extra_spaces))


def put_places(
    constants: Constants, space_id: str, players: int, total: int, extra_spaces: str = "add up"
) -> Constants:
    """So many workers fit the area with so many players; what fits with fewer stays if it can."""

    def changed(space: Space) -> Space:
        if space.id != space_id:
            return space
        places = list(space.places)
        more = total - places_with(space, players, extra_spaces)
        for index in reversed(_open_places(players, extra_spaces)):
            kept = max(0, places[index] + more)
            more -= kept - places[index]
            places[index] = kept
        return replace(space, places=(places[0], places[1], places[2]))

    return replace(constants, board=tuple(changed(space) for space in constants.board))
