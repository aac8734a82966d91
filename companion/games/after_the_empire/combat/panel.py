"""Combat, step by step: placement, the cards, what arrives, who decides what, the result."""

from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.arrivals import arrivals
from companion.games.after_the_empire.combat.deciding import who_decides
from companion.games.after_the_empire.combat.decisions import DecisionStep
from companion.games.after_the_empire.combat.draws import DrawStep, drawn_words
from companion.games.after_the_empire.combat.overview import overview, total_words
from companion.games.after_the_empire.combat.pieces import question, remember, remembered, step_page
from companion.games.after_the_empire.combat.placement import PlacementStep
from companion.games.after_the_empire.combat.result import ResultView
from companion.games.after_the_empire.combat.waiting import WaitingStep, answers
from companion.games.after_the_empire.speech import phase_button
from companion.shell.acting import TROUBLE, Do, use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.parts import big_button, icon_button
from companion.shell.words import told
from companion.storage import SavedTable
from engine.core.decisions import Decision
from engine.games.after_the_empire.actions import DrawInvader, Proceed
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import State


@screen
def CombatPanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The table's screen while there is combat: one step at a time, each says what it needs."""
    act = use_acting(app, table)
    seen, set_seen = ft.use_state(remembered(_seen_key(table), None))
    _, draw_again = ft.use_state(0)
    again = partial(draw_again, lambda n: n + 1)
    state: State = table.state
    decision = asked_here(table)
    step: ft.Control
    if state.phase != "combat" or decision is None:
        return step_page(app, [ResultView(app, table, key="result")], [])
    assert state.combat is not None
    draws = state.combat.draws

    def go_on() -> None:
        """This device has seen what the invader cards bring; another may still look at it."""
        remember(_seen_key(table), draws)
        set_seen(draws)

    if decision.kind == "placement" and table.plays:
        step = PlacementStep(app, table, act, key=f"placement {state.season}")
    elif not table.plays or (decision.seat is not None and not answers(table, decision.seat)):
        step = WaitingStep(app, table, decision, again, key=f"waiting {decision.kind} {decision.seat}")
    elif decision.kind == "battle":
        step = SiegeStep(app, table, act, key="all have come")
    elif decision.kind == "siege card" and seen != draws:
        step = InvadersStep(app, table, act, go_on, key="invaders have come")
    elif decision.kind in ("invader card", "siege card"):
        step = DrawStep(app, table, act, decision, key=f"{decision.kind} {len(draws)}")
    else:
        step = DecisionStep(app, table, act, decision, key=_asked_once(table, decision))
    return step


def asked_here(table: SavedTable) -> Decision | None:
    """What is asked of this device's own player; else what the table waits for."""
    own = GAME.pending(table.state, table.seat) if table.seat is not None else None
    return own or GAME.pending(table.state)


def _asked_once(table: SavedTable, decision: Decision) -> str:
    """Tells a question from the next one to the same player; what others say meanwhile leaves it as it is."""
    said = (entry.n for entry in reversed(table.session.entries) if entry.seat == decision.seat and not entry.auto)
    return f"{decision.kind} {decision.seat} {sorted(decision.about.items())} {next(said, 0)}"


def _seen_key(table: SavedTable) -> str:
    return f"arrivals seen {table.id} {table.state.season}"


@screen
def InvadersStep(app: App, table: SavedTable, act: Do, go_on: Any) -> ft.Control:  # noqa: N802  (a component)
    """What the invader cards bring to every castle, before the siege card is turned over."""
    opened, set_opened = ft.use_state(False)

    def change() -> None:
        """Take the last card back."""
        try:
            table.undo()
        except TROUBLE as trouble:
            app.say(told(app.words, trouble))

    words = app.words
    tools = [icon_button(app, "edit", words("Change the last card"), change)] if _card_came_last(table) else []
    who = who_decides(app, table, act, opened, partial(set_opened, not opened))
    body = _what_arrives(app, table.state, "P-2", tools, who)
    return step_page(app, body, [big_button(app, words("Accept and go on"), go_on, key="accept")])


@screen
def SiegeStep(app: App, table: SavedTable, act: Do) -> ft.Control:  # noqa: N802  (a component)
    """All that arrives with the siege card, before it strikes and the battle is resolved."""
    opened, set_opened = ft.use_state(False)
    changing, set_changing = ft.use_state(False)
    words = app.words
    if changing:
        again = Decision("siege card", None, "P-3")

        def draw(action: Any, seat: int | None = None) -> bool:
            set_changing(False)
            return act(action, seat=seat)

        step: ft.Control = DrawStep(app, table, draw, again, partial(set_changing, False), key="another siege card")
        return step
    tools = [icon_button(app, "edit", words("Change the siege card"), partial(set_changing, True))]
    who = who_decides(app, table, act, opened, partial(set_opened, not opened))
    body = _what_arrives(app, table.state, "P-3", tools, who)
    resolve = partial(act, Proceed("battle"))
    return step_page(app, body, [big_button(app, phase_button(words, "battle"), resolve, key="resolve")])


def _what_arrives(app: App, state: State, rule: str, tools: list[ft.Control], also: ft.Control) -> list[ft.Control]:
    coming = arrivals(state)
    named = question(app, total_words(app, coming), drawn_words(app, state), rule, tools=tools)
    return [named, *overview(app, state, coming, also)]


def _card_came_last(table: SavedTable) -> bool:
    """Would undo take back an invader card? The face-up one was said long before."""
    last = next((entry for entry in reversed(table.session.entries) if not entry.auto), None)
    return last is not None and isinstance(last.action, DrawInvader)
