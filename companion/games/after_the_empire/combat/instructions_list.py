"""What to change on the table, player by player, each line with a box to tick, its reason and its rule."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.games.after_the_empire.combat.pieces import rule_link
from companion.games.after_the_empire.speech import instruction_line, reason_line
from companion.shell.app_context import App
from companion.shell.look import SANS_BOLD
from companion.shell.parts import card, icon, player_name, spoken
from companion.shell.rows import columns, filling, lined, note, wrapped
from engine.core.instructions import Instruction
from engine.games.after_the_empire.state import State


class Heading(NamedTuple):
    """What stands above a player's lines: the card's colour, the title, the facts below it."""

    colour: str
    title: ft.Control
    facts: Sequence[ft.Control] = ()


def instructions_list(
    app: App,
    state: State,
    lines: Sequence[Instruction],
    ticked: frozenset[str],
    tick: Callable[[str], Any],
    headings: Mapping[int | None, Heading] | None = None,
) -> ft.Control:
    """Everybody's lines, grouped; the board's own last. A player with a heading has a card even with no line."""
    known: dict[int | None, Heading] = dict(headings or {})
    groups = [
        _group(
            app,
            state,
            seat,
            [each for each in lines if each.seat == seat],
            ticked,
            tick,
            known.get(seat) if seat is not None else None,
        )
        for seat in (*state.order, None)
        if seat in known or any(each.seat == seat for each in lines)
    ]
    return columns(app, *groups)


def line_key(line: Instruction) -> str:
    """What a tick is remembered by."""
    return f"{line.seat} {line.words}"


def _group(
    app: App,
    state: State,
    seat: int | None,
    lines: Sequence[Instruction],
    ticked: frozenset[str],
    tick: Callable[[str], Any],
    above: Heading | None,
) -> ft.Control:
    palette = app.palette
    rows = [_line(app, each, line_key(each) in ticked, partial(tick, line_key(each))) for each in lines]
    done = sum(line_key(each) in ticked for each in lines)
    head: list[ft.Control] = [filling(_whose(app, state, seat))]
    if above is not None:
        head.append(above.title)
    if lines:
        colour = palette.good if done == len(lines) else palette.muted
        counted = app.look.text(f"{done}/{len(lines)}", 15, colour=colour, family=SANS_BOLD)
        head.append(spoken(app.words("{n} of {most} done", n=done, most=len(lines)), counted))
    else:
        rows = [note(app, app.words("Nothing to change."))]
    content: list[ft.Control] = [ft.Row(head, spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    if above is not None and above.facts:
        content.append(wrapped(*above.facts, spacing=6))
    made = card(app, *content, *lined(app, rows), padding=14, colour=above.colour if above is not None else None)
    made.key = f"changes {seat}"
    return made


def _whose(app: App, state: State, seat: int | None) -> ft.Control:
    if seat is None:
        return ft.Row(
            [icon("castle", 18 * app.look.scale, app.palette.ink), app.look.bold(app.words("The board"), 17)], spacing=6
        )
    player = state.players[seat]
    return player_name(app, player.name, player.colour, 18)


def _line(app: App, line: Instruction, ticked: bool, toggle: Callable[[], Any]) -> ft.Control:
    """A box to tick, what to do, why; the rule at the end opens it. There are many of these: few controls each."""
    look, palette = app.look, app.palette
    size = 26 * min(look.scale, 1.5)
    box = ft.Container(
        icon("check", size * 0.7, palette.card) if ticked else None,
        width=size,
        height=size,
        border_radius=7,
        bgcolor=palette.good if ticked else None,
        border=ft.Border.all(3, palette.good if ticked else palette.muted),
        alignment=ft.Alignment.CENTER,
    )
    row = spoken(
        f"{instruction_line(app.words, line)} {reason_line(app.words, line)}",
        ft.Container(
            ft.Row([box, _words(app, line, ticked)], spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=lambda e: toggle(),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(vertical=6),
        ),
        on_tap=toggle,
        button=True,
        checked=ticked,
        expand=True,
    )
    content: list[ft.Control] = [row]
    if line.rule:
        content.append(rule_link(app, line.rule))
    return ft.Row(content, spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _words(app: App, line: Instruction, ticked: bool) -> ft.Text:
    """The place in bold, what to do, and below it why."""
    look, palette = app.look, app.palette
    to_do = instruction_line(app.words, line)
    place, colon, rest = to_do.partition(":")
    said = look.text("", 17, colour=palette.muted if ticked else palette.ink)
    why = ft.TextSpan(f"\n{reason_line(app.words, line)}", ft.TextStyle(size=14 * look.scale, color=palette.muted))
    spans = [ft.TextSpan(to_do), why]
    if colon:
        spans = [ft.TextSpan(f"{place}:", ft.TextStyle(font_family=SANS_BOLD)), ft.TextSpan(rest), why]
    said.spans = spans
    said.expand = True
    return said
