"""Who decides: the app by itself, or a player who wants to be asked — player by player, battle by battle (R-13)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.parts import button, player_name
from companion.shell.rows import folding, note
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.core.decisions import Decision
from engine.core.record import replace
from engine.games.after_the_empire.actions import Action, DamageCards, SetPolicy
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.outcome import least_valuable
from engine.games.after_the_empire.rulings import Policy
from engine.games.after_the_empire.state import State, policy_of, with_player

OWNERS_CHOICES: frozenset[str] = frozenset(
    {"turret", "archery targets", "archery losses", "bypass", "melee targets", "melee losses"}
)
"""What a player who wants to be asked is asked, besides the moves."""

RUNAWAY = 1_000


def asked(state: State) -> tuple[int, ...]:
    """The players who want to decide for themselves."""
    return tuple(number for number, player in enumerate(state.players) if policy_of(state, player) == "ask")


def deciding(app: App, table: SavedTable, do: Do) -> Do:
    """The way to say something in combat: whoever wants to be asked is asked, for everyone else the app answers."""

    def act(action: Action, seat: int | None = None) -> bool:
        try:
            automate(app, table, action if isinstance(action, SetPolicy) else None)
        except StorageTrouble as trouble:
            app.say(told(app.words, trouble))
            return False
        if not do(action, seat=seat):
            return False
        answer_for_the_others(app, table, do)
        return True

    return act


def automate(app: App, table: SavedTable, coming: SetPolicy | None = None) -> None:
    """The owners' choices are left to the session as the settings say, unless somebody here wants to be asked."""
    askers = set(asked(table.state))
    if coming is not None:
        askers.discard(coming.player)
        if coming.policy == "ask":
            askers.add(coming.player)
    left = OWNERS_CHOICES & frozenset(app.store.settings.automation)
    wanted = (table.session.automation - OWNERS_CHOICES) | (frozenset() if askers else left)
    if wanted != table.session.automation:
        table.set_automation(wanted)


def answer_for_the_others(app: App, table: SavedTable, do: Do) -> None:
    """The owner's choices of players who do not want to be asked, while somebody else does."""
    usual = frozenset(app.store.settings.automation)
    for _ in range(RUNAWAY):
        decision = _left_to_the_app(table.state, usual)
        if decision is None:
            return
        answer = GAME.default(table.state, decision)
        if answer is None or not do(answer, seat=decision.seat):
            return


def _left_to_the_app(state: State, usual: frozenset[str]) -> Decision | None:
    if state.phase != "combat":
        return None
    askers = asked(state)
    for number in state.order:
        decision = GAME.pending(state, number)
        if decision is not None and decision.kind in OWNERS_CHOICES & usual and number not in askers:
            return decision
    return None


def apps_answer(state: State, decision: Decision) -> Action | None:
    """What the app would say, also for a player who wants to be asked; None where only the table knows."""
    number = decision.seat
    if number is not None:
        player = state.players[number]
        if decision.kind == "damaged cards":
            return DamageCards(number, least_valuable(state, player))
        if player.policy == "ask" or policy_of(state, player) == "ask":
            state = with_player(state, number, replace(player, policy="guard"))
    return GAME.default(state, decision)


def policy_words(app: App, policy: Policy) -> str:
    """A policy as its button says it."""
    words = app.words
    return {"guard": words("Guard"), "hold": words("Hold"), "ask": words("Ask me")}[policy]


def who_decides(app: App, state: State, act: Do, opened: bool, toggle: Callable[[], Any]) -> ft.Control:
    """A folded card: every player with guard, hold or ask."""
    words = app.words
    names = [state.players[number].name for number in asked(state)]
    summary = words("{names}: asked", names=", ".join(names)) if names else words("The app, for everybody")
    rows: list[ft.Control] = [
        note(
            app,
            words(
                "Guard: the app brings troops in when invaders are inside. Hold: troops stay. "
                "Ask me: targets, losses, moves and ties are yours."
            ),
        )
    ]
    rows += [_policy_row(app, state, number, act) for number in state.order]
    return folding(
        app,
        words("Who decides in battle?"),
        rows if opened else [],
        opened=opened,
        toggle=toggle,
        icon_name="automatic",
        note=summary,
    )


def _policy_row(app: App, state: State, number: int, act: Do) -> ft.Control:
    player = state.players[number]
    policies: tuple[Policy, ...] = ("guard", "hold", "ask")
    now = policy_of(state, player)

    def choose(policy: Policy) -> None:
        if policy != now:
            act(SetPolicy(number, policy), seat=number)

    options = [
        ft.Container(
            _named(
                button(app, policy_words(app, policy), partial(choose, policy), chosen=policy == now),
                f"{player.name}: {policy_words(app, policy)}",
                policy == now,
            ),
            key=policy,
        )
        for policy in policies
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
