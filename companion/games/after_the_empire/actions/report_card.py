"""The face-up invader card: asked once a season, then what it means for everyone's gold (S-4, P-2)."""

from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.actions.picking import named, pick_card
from companion.games.after_the_empire.actions.sheets import sheet_body
from companion.games.after_the_empire.combat.draws import phone_seat
from companion.games.after_the_empire.goods_row import amount
from companion.games.after_the_empire.library.compass import compass
from companion.games.after_the_empire.names import invaders_words, place_name
from companion.games.after_the_empire.players_strip import player_shape
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import ROOMY
from companion.shell.look import GAP
from companion.shell.parts import button, card, icon, player_name, spoken, tappable
from companion.shell.taps import Act
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import Report
from engine.games.after_the_empire.cards import InvaderCard, Tier, next_tier_gap, tier_reached
from engine.games.after_the_empire.state import Draw, Player, State, level

_NO_CARD: Any = None


def report_card(app: App, state: State, ask: Act | None, later: Act | None) -> list[ft.Control]:
    """The card at the top of the actions: the question, or what lies there; nothing with No Reports (S-5).

    Whoever only watches has nothing to `ask` for.
    """
    if state.report is not None:
        return [_told(app, state, state.report, ask)]
    if state.table.no_reports or ask is None:
        return []
    words = app.words
    if later is None:
        return [button(app, words("Tell the face-up card"), ask, icon_name="invader")]
    return [
        card(
            app,
            ft.Row(
                [
                    icon("invader", 28 * app.look.scale, app.palette.invader),
                    ft.Container(app.look.bold(words("Which card lies face up?"), 18), expand=True),
                ],
                spacing=10,
            ),
            app.look.text(words("Then everyone sees how much gold brings more invaders."), 15,
                          colour=app.palette.muted),
            ft.Row(
                [
                    ft.Container(button(app, words("Later"), later, share=0.5), expand=2),
                    ft.Container(button(app, words("Pick the card"), ask, chosen=True, share=0.6), expand=3),
                ],
                spacing=8,
            ),
        )
    ]  # fmt: skip


@screen
def ReportSheet(app: App, table: SavedTable, do: Do) -> ft.Control:  # noqa: N802  (a component)
    """First the card, then where its red border points."""
    words, state = app.words, table.state
    chosen, choose = ft.use_state(_NO_CARD)
    if chosen is None:
        return sheet_body(
            app, words("Which card lies face up?"), [pick_card(app, table, ("invader",), choose)], tall=True
        )

    def point(side: Any) -> None:
        do(Report(named(state, chosen), side))

    return sheet_body(
        app,
        chosen.name,
        [compass(app, phone_seat(table), point), button(app, words("Another card"), partial(choose, None))],
        subtitle=words("Where does its red border point?"),
    )


def _told(app: App, state: State, draw: Draw, ask: Act | None) -> ft.Control:
    """The card that lies there and what it brings upon each player."""
    words, look, palette = app.words, app.look, app.palette
    title = words("{card} · {side}", card=draw.card.name, side=place_name(words, draw.side))
    head = tappable(
        app,
        title if ask is None else words("Face-up card: {what}. Change it", what=title),
        ft.Row(
            [
                icon("invader", 24 * look.scale, palette.invader),
                ft.Container(look.bold(title, 16, lines=1 if look.scale <= ROOMY else 2), expand=True),
                *([] if ask is None else [icon("edit", 18 * look.scale, palette.muted)]),
            ],
            spacing=8,
        ),
        ask,
        padding=ft.Padding.symmetric(horizontal=4, vertical=8),
    )
    in_rows = app.wide or look.scale > ROOMY
    cells = [_cell(app, state, draw.card, state.players[number], in_rows) for number in state.order]
    grid: ft.Control = (
        ft.Column(list(cells), spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        if in_rows
        else ft.Row([ft.Container(cell, expand=1) for cell in cells], spacing=4,
                    vertical_alignment=ft.CrossAxisAlignment.START)
    )  # fmt: skip
    return ft.Container(
        ft.Column([head, grid], spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.line),
        border_radius=16,
        padding=ft.Padding.only(left=10, right=10, bottom=GAP),
    )


def _cell(app: App, state: State, given: InvaderCard, player: Player, in_row: bool) -> ft.Control:
    """One player: who comes now, and how far the next tier is."""
    words, look, palette = app.words, app.look, app.palette
    height = level(state, player)
    reached = tier_reached(given.tiers, height)
    gap = next_tier_gap(given, height)
    coming = _coming(app, reached)
    near = gap is not None and gap <= 2
    said = gap_words(app, gap)
    who_comes = invaders_words(words, *((reached.swordsmen, reached.archers) if reached is not None else (0, 0)))
    told = words("For {name}: {invaders}; {gap}", name=player.name, invaders=who_comes, gap=said)
    short = words("{n} to next", n=gap) if gap is not None else words("highest")
    colour = palette.bad if near else palette.muted
    who = ft.Row([player_shape(app, player, 13), *coming], spacing=5, tight=True)
    if in_row:
        named_too = player_name(app, player.name, player.colour, 15)
        content: ft.Control = ft.Row(
            [ft.Row([named_too, *coming], spacing=10, tight=True), look.text(said, 15, colour=colour)],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            wrap=True,
        )
    else:
        content = ft.Column([who, look.text(short, 14, colour=colour)], spacing=0, tight=True)
    return spoken(told, content)


def _coming(app: App, tier: Tier | None) -> list[ft.Control]:
    palette = app.palette
    if tier is None or not (tier.swordsmen or tier.archers):
        return [app.look.text("–", 15, colour=palette.muted)]
    shown: list[ft.Control] = []
    if tier.swordsmen:
        shown.append(amount(app, "swordsman", palette.invader, str(tier.swordsmen), 15))
    if tier.archers:
        shown.append(amount(app, "archer", palette.invader, str(tier.archers), 15))
    return shown


def gap_words(app: App, gap: int | None) -> str:
    """ "2 gold below the next tier"."""
    if gap is None:
        return app.words("on the highest tier")
    return app.words.several("{n} gold below the next tier", "{n} gold below the next tier", gap)
