"""On a table with several phones: what others decide on theirs, and the host who may answer for one that left."""

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
    if seat is None:
        return step_page(app, [question(app, words("The table decides"), asked, decision.rule)], [])
    player = state.players[seat]

    def instead() -> None:
        remember(_instead(table, seat), True)
        again()

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
    foot = [button(app, words("Answer for {player}", player=player.name), instead)] if table.runs else []
    return step_page(app, body, foot)


def still_placing(app: App, table: SavedTable) -> list[ft.Control]:
    """Whom the table waits for."""
    state: State = table.state
    if state.combat is None:
        return []
    names = [
        state.players[number].name
        for number in state.order
        if not state.combat.done[number] and not table.speaks_for(number)
    ]
    return [note(app, app.words("Still placing: {names}", names=", ".join(names)))] if names else []
