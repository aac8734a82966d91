"""The table: where the evening stands, who is who, and the panel of the present phase with its big button."""

from importlib import import_module
from typing import Any

import flet as ft

from companion.games.after_the_empire.players_strip import players_strip
from companion.games.after_the_empire.speech import phase_button
from companion.shell.acting import undo_tap, use_acting, use_wishes
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.parts import big_button, card, icon_button
from companion.shell.phases import phase_name
from companion.shell.rows import scrolling
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.games.after_the_empire.actions import Proceed
from engine.games.after_the_empire.phases import next_button

GAME = "companion.games.after_the_empire"

PANELS: dict[str, str] = {
    "actions": f"{GAME}.actions.panel:ActionsPanel",
    "combat": f"{GAME}.combat.panel:CombatPanel",
    "flags": f"{GAME}.after_combat_panel:AfterCombatPanel",
    "income": f"{GAME}.after_combat_panel:AfterCombatPanel",
    "harvest": f"{GAME}.after_combat_panel:AfterCombatPanel",
    "refresh": f"{GAME}.after_combat_panel:AfterCombatPanel",
    "scoring": f"{GAME}.score_page:ScorePanel",
    "over": f"{GAME}.score_page:ScorePanel",
}
"""Phase → the component that shows it."""


@screen
def TableScreen(app: App, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """The table in play."""
    words = app.words
    try:
        table = app.store.table(table_id)
    except StorageTrouble as trouble:
        return frame(
            app,
            title=words("Table"),
            back="/",
            body=[card(app, app.look.text(told(app.words, trouble)), colour=app.palette.bad)],
            foot=[big_button(app, words("Back to the tables"), lambda: app.go("/"))],
        )
    return OpenTable(app, table, table_id)  # type: ignore[no-any-return]


@screen
def OpenTable(app: App, table: SavedTable, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """The header, the players, and the panel of the phase."""
    use_wishes(app, table)
    words, state = app.words, table.state
    panel = panel_of(state.phase)
    return frame(
        app,
        title=words("Season {n} · {phase}", n=state.season, phase=phase_name(words, state.phase)),
        subtitle=words("Threat {n}", n=state.threat),
        back="/" if table.runs else "/join",
        undo=undo_tap(app, table),
        tools=[
            *(
                [icon_button(app, "players", words("Phones"), lambda: app.go(f"/table/{table_id}/phones"))]
                if table.shared
                else []
            ),
            icon_button(app, "log", words("Log"), lambda: app.go(f"/table/{table_id}/log")),
            icon_button(app, "chart", words("Score"), lambda: app.go(f"/table/{table_id}/score")),
        ],
        strip=players_strip(app, table_id, state),
        panel=lambda inner: panel(inner, table, key=panel_key(state.phase)),
    )


def panel_key(phase: str) -> str:
    """The same panel stays as it is when it shows the next phase."""
    return PANELS[phase]


def panel_of(phase: str) -> Any:
    """The component that shows a phase."""
    module, _, name = PANELS[phase].partition(":")
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not module.startswith(missing.name):
            raise
        return PlainPanel


@screen
def PlainPanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """Where a phase has no panel of its own: what comes next, on the big button."""
    do = use_acting(app, table)
    state = table.state
    following = next_button(state)
    pending = table.session.pending
    said = phase_name(app.words, state.phase)
    if pending is not None:
        said = table.session.game.question(state, pending, app.words)
    foot: list[ft.Control] = []
    if following is not None:
        foot.append(big_button(app, phase_button(app.words, following), lambda: do(Proceed(following))))
    return scrolling(app, [card(app, app.look.text(said, 18))], foot)
