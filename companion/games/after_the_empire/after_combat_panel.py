"""After combat in one screen and one tap: flags, income, turn order, harvest and feast; then the next season."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.instructions_list import instructions_list, line_key
from companion.games.after_the_empire.season_end import STEPS, SeasonEnd, season_end
from companion.games.after_the_empire.speech import event_line
from companion.shell.acting import use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.later import Later
from companion.shell.look import SANS_BOLD
from companion.shell.parts import big_button, card, heading, icon, player_name, spoken
from companion.shell.rows import badge, columns, event_row, filling, line, note, rows_of, scrolling, tall, wrapped
from companion.shell.taps import tapped
from companion.shell.ticks import use_ticks
from companion.storage import SavedTable
from engine.core.events import Event
from engine.core.instructions import Instruction
from engine.games.after_the_empire.actions import Proceed
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.phases import next_button
from engine.games.after_the_empire.state import Player, State

ICONS = {
    "flag": "flag",
    "tied flag": "flag",
    "no flag": "flag",
    "income": "income",
    "turn order": "turn-order",
    "harvest": "harvest",
    "feast": "feast",
    "unpaid": "warning",
    "unpaid leave": "warning",
    "mercenaries leave": "mercenary",
}

_NOBODY: frozenset[int] = frozenset()


@screen
def AfterCombatPanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The table's screen from the end of combat to the next season."""
    do = use_acting(app, table)
    unfolded, set_unfolded = ft.use_state(_NOBODY)
    end = season_end(table.session)
    ticked, tick = use_ticks(f"after combat {table.id} {end.before.season}")
    words = app.words

    def toggle(number: int) -> None:
        set_unfolded(unfolded ^ {number})

    def what_follows() -> list[ft.Control]:
        title = words("After combat") if end.done else words("What comes after combat")
        made = [heading(app, title, 22, level=2)]
        made += [_event(app, event) for event in end.events if event.seat is None and event.what in ICONS]
        made.append(columns(app, *(_player_card(app, end, number, number in unfolded or app.wide, toggle)
                                   for number in end.after.order)))  # fmt: skip
        if end.done:
            lines = AFTER_THE_EMPIRE.instructions(end.before, table.state)
            if table.seat is not None and not table.runs:  # everybody changes their own board
                lines = tuple(line for line in lines if line.seat in (None, table.seat))
            made += _hands(app, table.state, lines, ticked, tick)
        return made

    body: list[ft.Control]
    if table.state.phase == "flags":
        body = [*combat_result(app, table), Later(app, what_follows, key="what follows")]
    else:
        body = what_follows()
    return scrolling(app, body, [_next_button(app, table, do)] if table.plays else [])


def combat_result(app: App, table: SavedTable) -> list[ft.Control]:
    """How combat ended, from the combat screens; nothing where they have nothing to show."""
    try:
        view = import_module("companion.games.after_the_empire.combat.result").ResultView
    except (ImportError, AttributeError):
        return []
    return [view(app, table)]


def button_words(app: App, state: State) -> str:
    """What the big button says in each of these phases."""
    words = app.words
    names = {
        "flags": words("Flags, income, harvest"),
        "income": words("Income, harvest"),
        "harvest": words("Harvest and feast"),
        "refresh": words("Next season"),
        "scoring": words("Final scoring"),
    }
    return names.get(next_button(state) or "", words("Next"))


def _next_button(app: App, table: SavedTable, do: Any) -> ft.Control:
    following = next_button(table.state)

    def act() -> None:
        if table.state.phase not in STEPS:
            do(Proceed(following))  # type: ignore[arg-type]  # what the button says, even if it is tapped twice
            return
        while table.state.phase in STEPS and do(Proceed(table.state.phase)):
            pass

    return big_button(app, button_words(app, table.state), act, key="next")


# one player


def _player_card(app: App, end: SeasonEnd, number: int, opened: bool, toggle: Any) -> ft.Control:
    """What a player has and gets, at a glance; unfolded: each step with its rule."""
    look, palette, words = app.look, app.palette, app.words
    before, after = end.before.players[number], end.after.players[number]
    events = [event for event in end.events if event.seat == number and event.what in ICONS]
    changes = wrapped(
        _change(app, "gold", before.gold, after.gold, palette.gold),
        _change(app, "food", before.food, after.food, palette.good),
        badge(app, place_words(app, end.after.order.index(number)), palette.muted, "turn-order"),
        *_flag_badge(app, before, after),
        *_warning_badge(app, events),
        spacing=8,
    )
    top: list[ft.Control] = [filling(player_name(app, after.name, after.colour, 19))]
    if not app.wide:
        top.append(tall(icon("up" if opened else "down", 18 * look.scale, palette.muted), 28))
    head: ft.Control = rows_of(ft.Row(top), changes, spacing=4)
    if not app.wide:
        told = f"{spoken_change(app, before, after, end.after.order.index(number))} {words('Why?')}"
        head = spoken(
            told,
            ft.Container(head, on_click=tapped(told, partial(toggle, number)), ink=True, border_radius=12),
            on_tap=lambda: toggle(number),
            button=True,
            expanded=opened,
        )
    content = [head]
    if opened:
        content += [line(app), *(_event(app, event) for event in events)]
    return card(app, rows_of(*content), padding=14)


def _event(app: App, event: Event) -> ft.Control:
    return event_row(app, event_line(app.words, event), event.rule, ICONS.get(event.what))


def _change(app: App, icon_name: str, before: int, after: int, colour: str) -> ft.Control:
    """Gold or food: before → after."""
    look = app.look
    number = f"{before} → {after}" if before != after else str(after)
    return ft.Row(
        [icon(icon_name, 22 * look.scale, colour), look.text(number, 20, family=SANS_BOLD)],
        spacing=6,
        tight=True,
    )


def _flag_badge(app: App, before: Player, after: Player) -> list[ft.Control]:
    won = after.flags[len(before.flags) :]
    return [badge(app, app.words("Flag {value}", value=value), app.palette.gold, "flag") for value in won]


def _warning_badge(app: App, events: list[Event]) -> list[ft.Control]:
    hungry = any(event.what in ("unpaid", "unpaid leave") for event in events)
    return [badge(app, app.words("Not all fed"), app.palette.bad, "warning")] if hungry else []


def place_words(app: App, place: int) -> str:
    """A place in the turn order."""
    words = app.words
    return (words("1st"), words("2nd"), words("3rd"), words("4th"))[place]


def spoken_change(app: App, before: Player, after: Player, place: int) -> str:
    """A player's card in one sentence, for a screen reader."""
    return app.words(
        "{name}: gold {gold} → {new_gold}, food {food} → {new_food}, {place} in turn order.",
        name=after.name,
        gold=before.gold,
        new_gold=after.gold,
        food=before.food,
        new_food=after.food,
        place=place_words(app, place),
    )


# what the hands do


def _hands(
    app: App, state: State, changes: tuple[Instruction, ...], ticked: frozenset[str], tick: Callable[[str], Any]
) -> list[ft.Control]:
    """Everything to change on the table, with how much of it is still to do."""
    words = app.words
    if not changes:
        return [note(app, words("Nothing to change on the table."))]
    left = sum(line_key(change) not in ticked for change in changes)
    count = words.several("{n} to do", "{n} to do", left) if left else words("All done")
    title = filling(heading(app, words("Change on your table"), 22, level=2))
    top = ft.Row([title, note(app, count)], vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return [top, instructions_list(app, state, changes, ticked, tick)]
