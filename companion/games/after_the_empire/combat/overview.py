"""What arrives at every castle, for all players at a glance, before it is accepted."""

from collections.abc import Sequence

import flet as ft

from companion.games.after_the_empire.combat.arrivals import Arrival, leads_past_the_wall, siege_of
from companion.games.after_the_empire.combat.names import invaders_words, side_letter, side_name
from companion.games.after_the_empire.combat.pieces import crowded, halves, pill
from companion.shell.app_context import App
from companion.shell.look import CAPS, ROUND
from companion.shell.parts import card, icon, player_name, spoken
from companion.shell.rows import event_row, line, lined
from engine.games.after_the_empire.compass import SIDES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.state import SiegeDraw, State


def overview(app: App, state: State, arrivals: Sequence[Arrival], also: ft.Control) -> list[ft.Control]:
    """Players down, sides across: swordsmen, archers, the siege, farms; large text gets a card for each player.

    Then what the siege does, piece by piece, and what else there is to say before the battle.
    """
    content: list[ft.Control]
    siege = siege_of(state)
    ordered = [arrivals[number] for number in state.order]
    if crowded(app):
        content = [_in_lines(app, state, arrival, siege) for arrival in ordered]
    else:
        content = [_grid(app, state, ordered, siege)]
    struck = [(arrival, event) for arrival in ordered for event in arrival.told]
    rows = [
        event_row(app, f"{state.players[arrival.number].name}: {GAME.sentence(event, app.words)}", event.rule)
        for arrival, event in struck
    ]
    siege_card = [card(app, *lined(app, rows), padding=14)] if rows else []
    return halves(app, content, [*siege_card, also])


def _grid(app: App, state: State, arrivals: list[Arrival], siege: SiegeDraw | None) -> ft.Control:
    head = ft.Row(
        [ft.Container(expand=5), *(_head(app, side, siege) for side in SIDES)],
        spacing=4,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    rows: list[ft.Control] = [head]
    for arrival in arrivals:
        rows += [line(app), _player_row(app, state, arrival, siege)]
    return ft.Container(
        ft.Column(rows, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        border_radius=ROUND,
        padding=ft.Padding.only(left=12, right=8, top=8, bottom=10),
    )


def _head(app: App, side: str, siege: SiegeDraw | None) -> ft.Control:
    """A side's letter; the siege engine stands on its side."""
    letter = app.look.text(side_letter(app.words, side), 20, family=CAPS, align=ft.TextAlign.CENTER)
    content: list[ft.Control] = [letter]
    if siege is not None and siege.side == side:
        content.insert(0, icon(engine_icon(siege), 24 * app.look.scale, app.palette.siege))
    return ft.Container(
        ft.Column(content, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER), expand=4
    )


def engine_icon(siege: SiegeDraw) -> str:
    """The icon of the siege engine."""
    return siege.card.engine.replace(" ", "-")


def _player_row(app: App, state: State, arrival: Arrival, siege: SiegeDraw | None) -> ft.Control:
    player = state.players[arrival.number]
    name = ft.Column(
        [
            player_name(app, player.name, player.colour, 16),
            app.look.text(app.words("level {n}", n=arrival.level), 14, colour=app.palette.muted),
        ],
        spacing=0,
        tight=True,
    )
    cells = [_cell(app, arrival, index, siege) for index in range(4)]
    return spoken(
        arrival_words(app, state, arrival, siege),
        ft.Row(
            [ft.Container(name, expand=5), *cells],
            spacing=4,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )


def _cell(app: App, arrival: Arrival, index: int, siege: SiegeDraw | None) -> ft.Control:
    """One side of one castle."""
    palette = app.palette
    content: list[ft.Control] = []
    if arrival.swordsmen[index]:
        content.append(pill(app, "swordsman", arrival.swordsmen[index], palette.invader))
    if arrival.archers[index]:
        content.append(pill(app, "archer", arrival.archers[index], palette.invader))
    small: list[ft.Control] = []
    if siege is not None and SIDES[index] == siege.side:
        small += _siege_marks(app, arrival, engine_icon(siege))
    if SIDES[index] in arrival.razed:
        small.append(icon("razed", 20 * app.look.scale, palette.flame))
    if small:
        content.append(ft.Row(small, spacing=3, tight=True, alignment=ft.MainAxisAlignment.CENTER))
    if not content:
        content.append(ft.Container(width=6, height=6, border_radius=3, bgcolor=palette.line))
    return ft.Container(
        ft.Column(content, spacing=3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        expand=4,
        alignment=ft.Alignment.CENTER,
    )


def _siege_marks(app: App, arrival: Arrival, engine: str) -> list[ft.Control]:
    """The engine with its points of damage, or with how many it leads past the wall."""
    number = arrival.damage or arrival.passing
    if not number:
        return []
    colour = app.palette.siege
    mark = icon(engine, 18 * app.look.scale, colour)
    return [ft.Row([mark, app.look.bold(str(number), 16, colour=colour)], spacing=2, tight=True)]


def _in_lines(app: App, state: State, arrival: Arrival, siege: SiegeDraw | None) -> ft.Control:
    """One player in lines: for large text."""
    player = state.players[arrival.number]
    lines = [app.look.text(text, 16) for text in side_lines(app, arrival, siege)]
    content: list[ft.Control] = [player_name(app, player.name, player.colour, 18), *lines]
    return spoken(arrival_words(app, state, arrival, siege), card(app, *content, padding=14))


def side_lines(app: App, arrival: Arrival, siege: SiegeDraw | None) -> list[str]:
    """ "North: 3 swordsmen and 1 archer", side by side; then the siege and the farms."""
    words = app.words
    lines = [
        f"{side_name(words, side)}: {invaders_words(words, arrival.swordsmen[index], arrival.archers[index])}"
        for index, side in enumerate(SIDES)
        if arrival.swordsmen[index] or arrival.archers[index]
    ]
    if not lines:
        lines.append(words("Nobody comes"))
    if siege is not None:
        side = side_name(words, siege.side)
        if leads_past_the_wall(siege.card):
            lines.append(words.several("{n} may pass the {side} wall", "{n} may pass the {side} wall",
                                       arrival.passing, side=side))  # fmt: skip
        else:
            lines.append(words("Siege from the {side}: {n} damage", side=side, n=arrival.damage))
    if arrival.razed:
        razed = ", ".join(side_name(words, side) for side in arrival.razed)
        lines.append(words("Farms losing a level: {sides}", sides=razed))
    return lines


def arrival_words(app: App, state: State, arrival: Arrival, siege: SiegeDraw | None) -> str:
    """A player's row in one sentence, for a screen reader."""
    name = state.players[arrival.number].name
    return f"{name}. {'. '.join(side_lines(app, arrival, siege))}."


def total_words(app: App, arrivals: Sequence[Arrival]) -> str:
    """How many come, in all."""
    words = app.words
    total = sum(sum(arrival.swordsmen) + sum(arrival.archers) for arrival in arrivals)
    return words.several("{n} invader arrives", "{n} invaders arrive", total) if total else words("Nobody arrives")
