"""The strip of players in turn order: gold, troops, flags and workers at a glance; a tap opens the castle."""

from functools import partial

import flet as ft

from companion.games.after_the_empire.goods_row import amount
from companion.shell.app_context import App
from companion.shell.frame import ROOMY
from companion.shell.look import PLAYERS, SANS_BOLD
from companion.shell.parts import icon, tappable
from engine.games.after_the_empire.state import Player, State, troops_in, turn, workers_left

CARD = 104
"""The width of a player's card where the text is so large that the strip scrolls."""


def players_strip(app: App, table_id: int, state: State) -> ft.Control:
    """Everyone in turn order; whose turn it is has a frame."""
    whose = turn(state) if state.phase == "actions" and not state.table.count_only else None
    cards = [_player_card(app, table_id, state, number, number == whose) for number in state.order]
    scrolls = app.look.scale > ROOMY and not app.wide
    if scrolls:
        for card in cards:
            card.width = CARD * app.look.scale
        return ft.Row(list[ft.Control](cards), spacing=8, scroll=ft.ScrollMode.HIDDEN)
    for card in cards:
        card.expand = 1
    return ft.Row(list[ft.Control](cards), spacing=8, intrinsic_height=True,
                  vertical_alignment=ft.CrossAxisAlignment.STRETCH)  # fmt: skip


def player_shape(app: App, player: Player, size: float) -> ft.Text:
    """The shape that tells a player apart without colour."""
    look = PLAYERS.get(player.colour, PLAYERS["blue"])
    return app.look.text(look.shape, size, colour=app.look.player(player.colour))


def worker_pips(app: App, player: Player, size: float = 8) -> ft.Control:
    """A dot for every worker: full for those still at home."""
    ink = app.look.player(player.colour)
    left = workers_left(player)
    side = size * app.look.scale
    return ft.Row(
        [
            ft.Container(
                width=side,
                height=side,
                border_radius=side,
                bgcolor=ink if pip < left else None,
                border=ft.Border.all(1.5, ink if pip < left else app.palette.line),
            )
            for pip in range(player.workers + player.villagers)
        ],
        spacing=side * 0.4,
        run_spacing=side * 0.4,
        wrap=True,
    )


def _player_card(app: App, table_id: int, state: State, number: int, framed: bool) -> ft.Container:
    player, look, palette = state.players[number], app.look, app.palette
    name = ft.Row(
        [
            player_shape(app, player, 14),
            ft.Container(
                look.text(player.name, 15, family=SANS_BOLD, colour=look.player(player.colour), lines=1), expand=True
            ),
            *([icon("sacked", 16 * look.scale, palette.bad)] if player.sacked else []),
        ],
        spacing=4,
    )
    gold = amount(app, "gold", palette.gold, str(player.gold), 21)
    small: list[ft.Control] = [amount(app, "soldier", palette.soldier, str(troops_in(player.castle)), 14)]
    if player.flags:
        small.append(amount(app, "flag", palette.bad, str(len(player.flags)), 14))
    logged = state.phase == "actions" and not state.table.count_only
    lines: list[ft.Control]
    if app.wide:
        pips = [worker_pips(app, player, 10)] if logged else []
        lines = [name, ft.Row([gold, *small, *pips], spacing=14, run_spacing=0, wrap=True)]
    elif look.scale > ROOMY:
        lines = [name, ft.Row([gold, *small], spacing=10, run_spacing=0, wrap=True)]
    else:
        lines = [name, gold, ft.Row(small, spacing=8, run_spacing=0, wrap=True)]
        if logged:
            lines.append(ft.Container(worker_pips(app, player), padding=ft.Padding.only(top=2)))
    return ft.Container(
        tappable(
            app,
            spoken_player(app, player, framed),
            ft.Column(lines, spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.START),
            partial(app.go, f"/table/{table_id}/castle/{number}"),
            bgcolor=palette.card,
            border=ft.Border.all(3 if framed else 2, palette.chosen if framed else palette.line),
            padding=ft.Padding.symmetric(horizontal=7 if framed else 8, vertical=7 if framed else 8),
            alignment=ft.Alignment.TOP_LEFT,
        ),
        key=f"player {number}",
    )


def spoken_player(app: App, player: Player, has_turn: bool) -> str:
    """A player's card as a screen reader says it."""
    words = app.words
    parts = [
        words("{n} gold", n=player.gold),
        words.several("{n} troop", "{n} troops", troops_in(player.castle)),
    ]
    if player.flags:
        parts.append(words.several("{n} flag", "{n} flags", len(player.flags)))
    if player.sacked:
        parts.append(words("sacked"))
    if has_turn:
        parts.append(words("has the turn"))
    return words("Castle of {name}: {facts}", name=player.name, facts=", ".join(parts))
