"""Combat, step by step: placement, the cards, what arrives, who decides what, the result."""

from functools import partial

import flet as ft

from companion.games.after_the_empire.combat.arrivals import arrivals, siege_card, with_siege
from companion.games.after_the_empire.combat.deciding import deciding, who_decides
from companion.games.after_the_empire.combat.decisions import DecisionStep
from companion.games.after_the_empire.combat.draft import Draft, draft_of, keep_draft
from companion.games.after_the_empire.combat.draws import DrawStep, drawn_words
from companion.games.after_the_empire.combat.overview import overview, total_words
from companion.games.after_the_empire.combat.pieces import question, step_page
from companion.games.after_the_empire.combat.placement import PlacementStep
from companion.games.after_the_empire.combat.result import ResultView
from companion.shell.acting import Do, use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.parts import big_button, icon_button
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.games.after_the_empire.actions import DrawInvader, DrawSiege
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import State


@screen
def CombatPanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The table's screen while there is combat: one step at a time, each says what it needs."""
    act = deciding(app, table, use_acting(app, table))
    return _step(app, table, act)


def _step(app: App, table: SavedTable, act: Do) -> ft.Control:
    """The component for what is asked now."""
    state: State = table.state
    decision = GAME.pending(state)
    step: ft.Control
    if state.phase != "combat" or decision is None:
        return step_page(app, [ResultView(app, table, key="result")], [])
    if decision.kind == "placement":
        step = PlacementStep(app, table, act, key=f"placement {state.season}")
        return step
    draft = draft_of(app, table)
    if decision.kind == "siege card" and not draft.accepted:
        step = ArrivalStep(app, table, act, None, key="invaders have come")
    elif decision.kind == "siege card" and draft.siege is not None:
        step = ArrivalStep(app, table, act, draft.siege, key="all have come")
    elif decision.kind in ("invader card", "siege card"):
        step = DrawStep(app, table, act, decision, key=f"{decision.kind} {len(draft.draws)}")
    else:
        step = DecisionStep(app, table, act, decision, key=f"{decision.kind} {table.n}")
    return step


@screen
def ArrivalStep(app: App, table: SavedTable, act: Do, siege: DrawSiege | None) -> ft.Control:  # noqa: N802
    """What arrives at every castle, before it is accepted; after the invader cards, and again with the siege card."""
    opened, set_opened = ft.use_state(False)
    state: State = table.state
    words = app.words
    preview = arrivals(state) if siege is None else with_siege(state, siege, table.session.automation)

    def accept() -> None:
        if siege is None:
            keep_draft(app, table, draft_of(app, table)._replace(accepted=True))
        elif act(siege):  # undo leads back to the choice of the siege card
            keep_draft(app, table, Draft(state.season, draft_of(app, table).draws, accepted=True))

    def change() -> None:
        """Take the last card back: the siege card was not said yet, an invader card is undone."""
        if siege is not None:
            keep_draft(app, table, draft_of(app, table)._replace(siege=None))
            return
        try:
            table.undo()
        except StorageTrouble as trouble:
            app.say(told(app.words, trouble))

    back = words("Change the last card") if siege is None else words("Change the siege card")
    shown = None if siege is None else (siege_card(state, siege), siege.side)
    body: list[ft.Control] = [
        question(
            app,
            total_words(app, preview),
            drawn_words(app, state, shown),
            "P-2" if siege is None else "P-3",
            tools=[icon_button(app, "edit", back, change)] if siege is not None or _card_came_last(table) else [],
        ),
        *overview(app, state, preview, siege),
        who_decides(app, state, act, opened, partial(set_opened, not opened)),
    ]
    label = words("Accept and go on")
    if siege is not None and preview.asks is None:
        label = words("Resolve the battle")
    return step_page(app, body, [big_button(app, label, accept, key="accept")])


def _card_came_last(table: SavedTable) -> bool:
    """Would undo take back an invader card? The face-up one was said long before."""
    last = next((entry for entry in reversed(table.session.entries) if not entry.auto), None)
    return last is not None and isinstance(last.action, DrawInvader)
