"""Who decides: the app, or a player who wants to be asked — player by player, battle by battle (R-12, R-13)."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeAlias

import flet as ft

from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.parts import button, player_name
from companion.shell.rows import folding, note
from companion.storage import SavedTable
from engine.core.decisions import Decision
from engine.core.record import replace
from engine.games.after_the_empire.actions import Action, AskMe, DamageCards, SetPolicy
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.outcome import least_valuable
from engine.games.after_the_empire.state import State, asks, policy_of, with_player

Decider: TypeAlias = Literal["guard", "hold", "moves", "ask"]
"""The app, by one of its two policies; the player, for moves alone (a house rule, R-13), or for everything."""


def decider(state: State, number: int) -> Decider:
    """Who decides for this player in the combat under way."""
    if asks(state, number):
        return "ask"
    policy = policy_of(state, state.players[number])
    return "moves" if policy == "ask" else policy


def apps_answer(state: State, decision: Decision) -> Action | None:
    """What the app would say, also for a player who wants to be asked; None where only the table knows."""
    number = decision.seat
    if number is None:
        return GAME.default(state, decision)
    player = state.players[number]
    if decision.kind == "damaged cards":
        return DamageCards(number, least_valuable(state, player))
    if state.combat is not None and asks(state, number):
        state = replace(state, combat=replace(state.combat, asking=()))
    if policy_of(state, player) == "ask":
        state = with_player(state, number, replace(player, policy="guard"))
    return GAME.default(state, decision)


def decide(state: State, number: int, by: Decider) -> list[Action]:
    """What to say to the table so that this one decides."""
    said: list[Action] = []
    if (by == "ask") != asks(state, number):
        said.append(AskMe(number, by == "ask"))
    if by in ("guard", "hold") and policy_of(state, state.players[number]) != by:
        said.append(SetPolicy(number, by))
    return said


def who_decides(app: App, table: SavedTable, act: Do, opened: bool, toggle: Callable[[], Any]) -> ft.Control:
    """A folded card: every player this device speaks for, with guard, hold or ask."""
    words, state = app.words, table.state
    names = [state.players[number].name for number in state.order if decider(state, number) in ("moves", "ask")]
    summary = words("{names}: asked", names=", ".join(names)) if names else words("The app, for everybody")
    rows: list[ft.Control] = [
        note(
            app,
            words(
                "Guard: the app brings troops in when invaders are inside. Hold: troops stay. "
                "Ask me: targets, losses, moves and ties of this battle are yours."
            ),
        )
    ]
    rows += [_row(app, state, number, act) for number in state.order if table.speaks_for(number)]
    return folding(
        app,
        words("Who decides in battle?"),
        rows if opened else [],
        opened=opened,
        toggle=toggle,
        icon_name="automatic",
        note=summary,
    )


def _names(app: App) -> dict[Decider, str]:
    words = app.words
    return {"guard": words("Guard"), "hold": words("Hold"), "moves": words("Moves only"), "ask": words("Ask me")}


def _row(app: App, state: State, number: int, act: Do) -> ft.Control:
    player = state.players[number]
    now = decider(state, number)
    by_house_rule = policy_of(state, player) == "ask"

    def choose(by: Decider) -> None:
        for action in decide(state, number, by):
            if not act(action, seat=number):
                return

    options = [
        ft.Container(
            _named(button(app, name, partial(choose, by), chosen=by == now), f"{player.name}: {name}", by == now),
            key=by,
        )
        for by, name in _names(app).items()
        if by != "moves" or by_house_rule
    ]
    return ft.Column(
        [player_name(app, player.name, player.colour, 17), ft.Row([*options], wrap=True, spacing=8, run_spacing=8)],
        spacing=6,
        tight=True,
        key=f"policy {number}",
    )


def _named(control: ft.Control, label: str, chosen: bool) -> ft.Control:
    """The same button with a name that says whose it is."""
    assert isinstance(control, ft.Semantics)
    control.label = label
    control.selected = chosen
    return control
