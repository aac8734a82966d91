"""Settings of this game: what the app decides by itself, house rulings, the numbers printed on the components."""

import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.names import piece_title, space_name
from companion.games.after_the_empire.ruling_words import (
    CONSTANTS,
    automation_name,
    choice_name,
    constant_name,
    options_of,
    ruling_name,
)
from companion.games.after_the_empire.speech import rule_text, rule_title
from companion.shell.acting import TROUBLE
from companion.shell.app_context import App
from companion.shell.parts import button, card, choices, heading
from companion.shell.rows import filling, lined, note, option_list, rows_of, switch_row
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.core.errors import RuleError
from engine.core.record import replace
from engine.games.after_the_empire.actions import ChangeRules
from engine.games.after_the_empire.constants import SOURCES, Constants, Space
from engine.games.after_the_empire.defaults import AUTOMATION, WHOLE_COMBAT
from engine.games.after_the_empire.rules import RULE_BY_ID
from engine.games.after_the_empire.rulings import RULING_IDS, Rulings

Change = Callable[..., Any]
"""change(name=value): the settings with this changed, saved."""

ORDER = (
    "placement",
    "move tokens",
    "turret",
    "archery targets",
    "archery losses",
    "bypass",
    "troop movement",
    "melee targets",
    "melee losses",
    "damaged cards",
    "red number",
    "income",
    "harvest",
)
"""The decisions in the order they come up."""


def automation_rows(app: App, change: Change) -> list[ft.Control]:
    """Each decision the app can take over, on or off."""
    chosen = frozenset(app.store.settings.automation)

    def switch(kind: str, on: bool) -> None:
        change(automation=tuple(sorted(chosen | {kind} if on else chosen - {kind})))

    kinds = [kind for kind in ORDER if kind in WHOLE_COMBAT]
    rows = [
        switch_row(app, automation_name(app.words, kind)[0], kind in chosen, partial(switch, kind),
                   automation_name(app.words, kind)[1])
        for kind in (*kinds, *sorted(WHOLE_COMBAT - frozenset(ORDER)))
    ]  # fmt: skip
    return [
        note(app, app.words("On: the app answers at once, by your house rulings. Off: the player is asked.")),
        *lined(app, rows),
        *usual(app, tuple(sorted(chosen)) == tuple(sorted(AUTOMATION)),
               lambda: change(automation=tuple(sorted(AUTOMATION)))),
    ]  # fmt: skip


def usual(app: App, already: bool, act: Callable[[], Any]) -> list[ft.Control]:
    """The way back to the defaults, where something differs from them."""
    return [] if already else [button(app, app.words("Back to the defaults"), act, icon_name="refresh")]


# house rulings


def ruling_rows(app: App, change: Change) -> list[ft.Control]:
    """Every ruling with its id, its text and its choices."""
    words, rulings = app.words, app.store.settings.rulings

    def choose(field: str, value: Any) -> None:
        change(rulings=replace(rulings, **{field: value}))

    shown: list[ft.Control] = [note(app, words("New tables begin with these choices."))]
    before = ""
    for field, rule_id in RULING_IDS.items():
        rows: list[ft.Control] = []
        if rule_id != before:
            rule = RULE_BY_ID[rule_id]
            rows.append(
                ft.Row(
                    [
                        ft.Container(app.look.bold(rule_id, 15, colour=app.palette.link), width=46 * app.look.scale),
                        filling(heading(app, rule_title(app.words, rule), 18, level=3)),
                    ],
                    vertical_alignment=ft.CrossAxisAlignment.START,
                )
            )
            rows.append(note(app, rule_text(app.words, rule)))
            before = rule_id
        alone = list(RULING_IDS.values()).count(rule_id) == 1
        rows.append(_ruling(app, field, getattr(rulings, field), partial(choose, field), named=not alone))
        shown.append(ft.Container(rows_of(*rows, spacing=4), key=field))
    return [*lined(app, shown), *usual(app, rulings == Rulings(), lambda: change(rulings=Rulings()))]


def _ruling(app: App, field: str, value: Any, choose: Callable[[Any], Any], *, named: bool) -> ft.Control:
    """One ruling; where it is the only one of its rule, the rule's title is name enough."""
    words, name = app.words, ruling_name(app.words, field)
    if isinstance(value, bool):
        return switch_row(app, name, value, choose)
    options = options_of(field)
    if not options:
        return number_box(app, name, value, choose, most=9)  # type: ignore[no-any-return]
    listed = option_list(app, [(option, choice_name(words, option)) for option in options], value, choose)
    return rows_of(*([app.look.bold(name, 16)] if named else []), *listed)


# components


def constant_rows(app: App, change: Change, players: int, choose_players: Callable[[int], Any]) -> list[ft.Control]:
    """The numbers printed on pieces and board, to be corrected once from one's own box."""
    words = app.words
    constants: Constants = app.store.settings.constants

    def put(**changed: Any) -> None:
        change(constants=replace(constants, **changed))

    def put_capacity(field: str, number: int) -> None:
        put(capacity=replace(constants.capacity, **{field: number}))

    def put_places(at: int, number: int) -> None:
        put(board=tuple(_with_places(space, players, number) if place == at else space
                        for place, space in enumerate(constants.board)))  # fmt: skip

    capacities = [
        number_box(app, piece_title(words, field.name), getattr(constants.capacity, field.name),
                   partial(put_capacity, field.name), icon_name=field.name.split("_")[1], most=9, key=field.name)
        for field in fields(constants.capacity)
    ]  # fmt: skip
    spaces = [
        number_box(app, space_name(words, space.id), space.places[players], partial(put_places, place), most=9,
                   key=f"{space.id} {players}")
        for place, space in enumerate(constants.board)
    ]  # fmt: skip
    numbers = [
        number_box(app, constant_name(words, field), getattr(constants, field), partial(_put_one, put, field), most=99,
                   key=field)
        for field in CONSTANTS
    ]  # fmt: skip
    sets = ((0, words("Every game")), (1, words("3 players add")), (2, words("4 players add")))
    return [
        note(app, words("Compare with your own box and correct what differs. New tables begin with these numbers.")),
        heading(app, words("Cubes on a castle piece"), 18, level=3),
        note(app, SOURCES["capacity"]),
        *capacities,
        heading(app, words("Workers that fit a space"), 18, level=3),
        note(app, SOURCES["board"]),
        choices(app, sets, players, choose_players),
        *spaces,
        heading(app, words("Other numbers"), 18, level=3),
        *numbers,
        *usual(app, constants == Constants(), lambda: change(constants=Constants())),
    ]


def _put_one(put: Callable[..., Any], field: str, number: int) -> None:
    put(**{field: number})


def _with_places(space: Space, players: int, number: int) -> Space:
    places = list(space.places)
    places[players] = number
    return replace(space, places=(places[0], places[1], places[2]))


# the table one came from


def this_table(app: App) -> SavedTable | None:
    """The table the player came from, if there was one."""
    found = re.match(r"/table/(\d+)", app.came_from)
    try:
        return app.store.table(int(found[1])) if found else None
    except StorageTrouble:
        return None


def table_offer(app: App, table: SavedTable | None) -> list[ft.Control]:
    """A table in play keeps its own rules; it can take these over."""
    settings = app.store.settings
    if table is None or table.session.game.over(table.state):
        return []
    agreed = table.state.table
    new_rules = (agreed.rulings, agreed.constants) != (settings.rulings, settings.constants)
    new_automation = table.session.automation != frozenset(settings.automation)
    if not (new_rules or new_automation):
        return []
    words = app.words

    def use_here() -> None:
        try:
            if new_automation:
                table.set_automation(settings.automation)
            if new_rules:
                table.append(ChangeRules(settings.rulings, settings.constants))
        except (RuleError, *TROUBLE) as trouble:
            app.say(told(app.words, trouble))
        else:
            app.say(words("This table plays by these rules now."))

    return [
        card(
            app,
            app.look.text(
                words("The table “{name}” keeps the rules it began with.", name=table.name or words("Table"))
            ),
            button(app, words("Use these rules at this table"), use_here, icon_name="check"),
            colour=app.palette.gold,
        )
    ]
