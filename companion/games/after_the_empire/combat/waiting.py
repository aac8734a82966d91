"""On a table with several phones: what others decide on theirs, and the host who may answer for one that left."""

from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.games.after_the_empire.combat.pieces import question, remember, remembered, step_page
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.parts import button, card, player_name
from companion.shell.rows import note
from companion.shell.taps import Act
from companion.storage import SavedTable
from engine.core.decisions import Decision
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import State


def answers(table: SavedTable, seat: int) -> bool:
    """Is a player's decision asked on this device? On the host's, if their own phone is not here, or was told to."""
    if not table.speaks_for(seat):
        return False
    return seat == table.seat or not table.seat_is_here(seat) or bool(remembered(_instead(table, seat), False))


def _instead(table: SavedTable, seat: int) -> str:
    return f"answer for {table.id} {table.state.season} {seat}"


@screen
def WaitingStep(app: App, table: SavedTable, decision: Decision, again: Act) -> ft.Control:  # noqa: N802  (a component)
    """Somebody else is asked; `again` draws the panel once more when the host answers instead."""
    words, state = app.words, table.state
    seat = decision.seat
    asked = GAME.question(state, decision, words)
    if decision.kind == "placement":  # all at once, each on their own phone
        placing = question(app, words("Where do the troops stand?"), "", decision.rule)
        return step_page(app, [placing, *still_placing(app, table, again)], [])
    if seat is None:
        return step_page(app, [question(app, words("The table decides"), asked, decision.rule)], [])
    player = state.players[seat]

    body: list[ft.Control] = [
        question(
            app,
            words("{player} decides", player=player.name),
            asked.removeprefix(f"{player.name} — "),
            decision.rule,
            whose=player_name(app, player.name, player.colour, 20),
        ),
        card(app, app.look.text(words("It is asked on their own phone."))),
    ]
    return step_page(app, body, _answer_for(app, table, [seat], again))


def _answer_for(app: App, table: SavedTable, seats: Sequence[int], again: Act) -> list[ft.Control]:
    """On the host's device: a button for each player who is asked elsewhere and does not answer."""

    def instead(seat: int) -> None:
        remember(_instead(table, seat), True)
        again()

    players = table.state.players
    return [
        button(app, app.words("Answer for {player}", player=players[seat].name), partial(instead, seat))
        for seat in (seats if table.runs else ())
    ]


def still_placing(app: App, table: SavedTable, again: Act) -> list[ft.Control]:
    """Whom the table waits for."""
    state: State = table.state
    if state.combat is None:
        return []
    seats = [number for number in state.order if not state.combat.done[number] and not answers(table, number)]
    if not seats:
        return []
    names = ", ".join(state.players[seat].name for seat in seats)
    return [note(app, app.words("Still placing: {names}", names=names)), *_answer_for(app, table, seats, again)]
