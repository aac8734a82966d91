"""Whose turn it is, big, with the workers left and what there is to pay with."""

from typing import Any

import flet as ft

from companion.games.after_the_empire.goods_row import amount, goods_colour
from companion.games.after_the_empire.library.facts import goods_name
from companion.games.after_the_empire.players_strip import player_shape
from companion.shell.app_context import App
from companion.shell.frame import ROOMY
from companion.shell.look import ROUND
from companion.shell.parts import icon, spoken, tappable
from companion.shell.taps import Act
from engine.games.after_the_empire.goods import RESOURCES
from engine.games.after_the_empire.purse import owned
from engine.games.after_the_empire.state import Player, State, turn, workers_left


def turn_card(app: App, state: State, number: int, change: Act | None) -> ft.Control:
    """A card in the player's colour; a tap lets somebody else act, where this device speaks for them."""
    words, look, palette = app.words, app.look, app.palette
    player = state.players[number]
    ink = look.player(player.colour)
    whose = turn(state)
    if whose is None:
        title = words("All workers are placed")
    elif whose == number:
        title = words("{name}’s turn", name=player.name)
    else:
        title = words("{name} acts", name=player.name)
    left = words.several("{n} worker left", "{n} workers left", workers_left(player))
    has = owned(player)
    purse = ft.Row(
        [amount(app, name, goods_colour(palette, name), str(has[name]), 18) for name in RESOURCES],
        spacing=16,
        run_spacing=4,
        wrap=True,
    )
    workers = worker_icons(app, player)
    roomy = look.scale <= ROOMY
    head = ft.Row(
        [
            player_shape(app, player, 30 if roomy else 22),
            ft.Container(look.title(title, 24 if roomy else 19, colour=ink), expand=True),
            *([workers] if roomy else []),
        ],
        spacing=10,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    lines: list[ft.Control] = [head, purse] if roomy else [head, workers, purse]
    told = ", ".join([title, left, *(f"{has[name]} {goods_name(words, name)}" for name in RESOURCES)])
    content = ft.Column(lines, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    box: dict[str, Any] = {
        "bgcolor": palette.card,
        "border": ft.Border.all(3, ink),
        "padding": ft.Padding.symmetric(horizontal=14, vertical=10),
        "alignment": ft.Alignment.CENTER_LEFT,
    }
    if change is None:
        return spoken(told, ft.Container(content, border_radius=ROUND, **box))
    return tappable(app, words("{turn}. Somebody else acts", turn=told), content, change, **box)


def worker_icons(app: App, player: Player) -> ft.Row:
    """The workers at home in colour, those placed as shadows; a villager is drawn as one."""
    left = workers_left(player)
    total = player.workers + player.villagers
    ink = app.look.player(player.colour)
    size = (20 if total <= 4 else 16) * app.look.scale
    return ft.Row(
        [icon("worker", size, ink if worker < left else app.palette.line) for worker in range(total)],
        spacing=2,
        tight=True,
    )
