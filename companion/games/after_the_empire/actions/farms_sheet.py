"""Which farms are sown and protected: for the granary, the scout, and cards that give it (A-4)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.actions.picking import named, pick_card
from companion.games.after_the_empire.actions.sheets import confirm, sheet_body
from companion.games.after_the_empire.names import place_name
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import ROOMY
from companion.shell.look import TOUCH
from companion.shell.parts import button, card, icon, stepper, tappable
from companion.storage import SavedTable
from engine.core.record import replace
from engine.games.after_the_empire.actions import Granary, Scout, Worker
from engine.games.after_the_empire.compass import SIDES, Side
from engine.games.after_the_empire.options import worker_options
from engine.games.after_the_empire.state import Farm, State

Sowings = tuple[Side, ...]
_NO_CARD: Any = None


@screen
def FarmsSheet(  # noqa: N802  (a component)
    app: App, table: SavedTable, action: Any, title: str, sows: int, protects: int, number: int, do: Do
) -> ft.Control:
    """Four farms with a stepper to sow and a shield to protect; then the worker goes."""
    words, state = app.words, table.state
    first_sow, first_protect = suggestion(state, action, number)
    sown, set_sown = ft.use_state(first_sow)
    protected, set_protected = ft.use_state(first_protect)
    kept, set_kept = ft.use_state(_NO_CARD)
    picking, set_picking = ft.use_state(False)

    def sow(side: Side, times: int) -> None:
        set_sown((*(other for other in sown if other != side), *([side] * times)))

    def protect(side: Side) -> None:
        if side in protected:
            set_protected(tuple(other for other in protected if other != side))
        else:
            set_protected((*protected, side)[-protects:] if protects else ())

    def keep(given: Any) -> None:
        set_kept(given)
        set_picking(False)

    if picking:
        return sheet_body(app, words("Which objective was kept?"), [
            pick_card(app, table, ("objective",), keep),
            button(app, words("Back"), lambda: set_picking(False)),
        ], tall=True)  # fmt: skip
    rows: list[ft.Control] = [
        _farm_row(app, state, side, farm, sown.count(side), side in protected, sows, protects, sow, protect)
        for side, farm in zip(SIDES, state.players[number].farms, strict=True)
    ]
    counts = []
    if sows:
        counts.append(words("Sown {n} of {most}", n=len(sown), most=sows))
    if protects:
        counts.append(words("protected {n} of {most}", n=len(protected), most=protects))
    if isinstance(action, Scout):
        said = words("Objective kept: {name}", name=kept.name) if kept else words("Tell which objective was kept")
        rows.append(button(app, said, lambda: set_picking(True), icon_name="objective"))
    filled = with_farms(action, sown, protected, None if kept is None else named(state, kept))
    foot = confirm(
        app, state, words("Place the worker") if _takes_worker(action) else words("Do it"), filled, number, do
    )
    return sheet_body(app, title, rows, foot, subtitle=" · ".join(counts))


def _takes_worker(action: Any) -> bool:
    return not hasattr(action, "effect")


def suggestion(state: State, action: Any, number: int) -> tuple[Sowings, Sowings]:
    """What most players would do, to begin with."""
    for option in worker_options(state, number):
        if isinstance(action, Granary) and isinstance(option, Granary):
            return option.sow, option.protect
        if isinstance(action, Scout) and isinstance(option, Scout):
            return (), () if option.protect is None else (option.protect,)
    return (), ()


def with_farms(action: Any, sown: Sowings, protected: Sowings, kept: Any) -> Worker:
    """The action with the farms chosen."""
    filled: Worker
    if isinstance(action, Scout):
        filled = replace(action, protect=protected[0] if protected else None, kept=kept)
    else:
        filled = replace(action, sow=sown, protect=protected)
    return filled


def farm_icon(level: int) -> str:
    """A farm by its level."""
    return ("razed", "farm", "farm-2")[min(level, 2)]


def _farm_row(
    app: App,
    state: State,
    side: Side,
    farm: Farm,
    sown: int,
    protected: bool,
    sows: int,
    protects: int,
    sow: Callable[[Side, int], None],
    protect: Callable[[Side], None],
) -> ft.Control:
    words, look, palette = app.words, app.look, app.palette
    wraps = look.scale > ROOMY
    name = place_name(words, side)
    level = farm.level + sown
    said = words("level {n}", n=farm.level) if farm.level else words("razed")
    if sown:
        said = words("{now} → level {n}", now=said, n=level)
    parts: list[ft.Control] = [
        ft.Row(
            [
                icon(farm_icon(level), 34 * look.scale, palette.bad if not level else palette.good),
                ft.Column(
                    [look.bold(name, 18), look.text(said, 15, colour=palette.muted)],
                    spacing=0,
                    tight=True,
                    expand=not wraps or None,
                ),
            ],
            spacing=10,
            tight=wraps,
            expand=not wraps or None,
        )
    ]
    tools: list[ft.Control] = []
    if sows:
        best = state.table.constants.best_farm - farm.level
        tools.append(stepper(app, words("Sow {side}", side=name), sown, partial(sow, side), most=max(0, best)))
    if protects or farm.protected:
        tools.append(
            _shield(app, name, protected or farm.protected, None if farm.protected else partial(protect, side))
        )
    parts.append(ft.Row(tools, spacing=8, tight=True))
    return card(
        app,
        ft.Row(parts, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=wraps, run_spacing=4,
               vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=10,
    )  # fmt: skip


def _shield(app: App, side: str, on: bool, act: Any) -> ft.Control:
    """Protect this farm, or not."""
    palette = app.palette
    label = app.words("Protect {side}: yes", side=side) if on else app.words("Protect {side}: no", side=side)
    return tappable(
        app,
        label,
        icon("protect", 26 * app.look.scale, palette.on_button if on else palette.ink),
        act,
        width=TOUCH * max(1.0, app.look.scale * 0.85),
        height=TOUCH * max(1.0, app.look.scale * 0.85),
        padding=0,
        bgcolor=palette.button if on else palette.page,
        border=ft.Border.all(2, palette.button if on else palette.line),
    )
