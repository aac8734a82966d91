"""Sheets of the actions: how they open and close, what stands on them, and confirming what they ask for."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.games.after_the_empire.actions.spaces import Tile, refusal_words, why_not
from companion.games.after_the_empire.actions.tiles import offer_line
from companion.games.after_the_empire.players_strip import player_shape
from companion.games.after_the_empire.speech import rule_text
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.look import GAP
from companion.shell.parts import big_button, button, card, heading, icon, player_name, tappable
from companion.shell.sheet import bottom_sheet
from companion.shell.taps import Act
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import Correct, FreeSpace, Infirmary
from engine.games.after_the_empire.rules import RULES
from engine.games.after_the_empire.state import State, workers_left

LOW = 700
"""A screen lower than this is filled by any sheet."""

Build = Callable[[], ft.Control]
Open = Callable[[Build], None]
"""Opens a sheet whose content is built anew with every drawing."""


class Sheet(NamedTuple):
    """A sheet opened at this entry of the log; whatever is said to the table closes it."""

    n: int
    build: Build


_NOTHING: Sheet | None = None


def use_sheet(app: App, table: SavedTable) -> tuple[Open, Act]:
    """A hook: the way to open a sheet, and the way to close it. It closes by itself when the table has changed."""
    sheet, set_sheet = ft.use_state(_NOTHING)

    def open_sheet(build: Build) -> None:
        set_sheet(Sheet(table.n, build))

    def close() -> None:
        set_sheet(None)

    def dismissed(opened: Sheet) -> None:
        set_sheet(lambda now: None if now is opened else now)

    shown = sheet if sheet is not None and sheet.n == table.n else None
    ft.use_dialog(None if shown is None else bottom_sheet(app, shown.build(), partial(dismissed, shown)))
    return open_sheet, close


def sheet_body(
    app: App,
    title: str,
    content: Sequence[ft.Control],
    foot: Sequence[ft.Control] = (),
    *,
    subtitle: str = "",
    tall: bool = False,
) -> ft.Control:
    """What stands on a sheet: the title, the content, the foot.

    A sheet is as high as its content; a tall one takes the whole screen and scrolls, its foot stays in sight. With
    large text or on a low screen every sheet is tall.
    """
    tall = tall or app.look.scale > 1.3 or (ft.context.page.height or LOW) < LOW
    names: list[ft.Control] = [heading(app, title, 24, level=2)]
    if subtitle:
        names.append(app.look.text(subtitle, 16, colour=app.palette.muted))
    middle = ft.Column(
        list(content),
        spacing=GAP,
        tight=True,
        scroll=ft.ScrollMode.AUTO if tall else None,
        expand=True if tall else None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.SafeArea(
        ft.Container(
            ft.Column(
                [ft.Column(names, spacing=0, tight=True), middle, *foot],
                spacing=GAP,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            padding=ft.Padding.only(left=16, right=16, bottom=16),
        ),
        avoid_intrusions_top=False,
    )


def confirm(app: App, state: State, label: str, action: Any, number: int, do: Do) -> list[ft.Control]:
    """The button that says it to the table; where the rules refuse, why, and "Do it anyway"."""
    refusal = why_not(state, action)
    if refusal is None:
        return [big_button(app, label, lambda: do(action, seat=number))]
    why = reason(app, refusal_words(app.words, refusal), refusal.rule)
    if refusal.firm:
        return [why, big_button(app, label, None)]
    return [why, big_button(app, app.words("Do it anyway"), lambda: do(action, seat=number, anyway=True))]


def reason(app: App, sentence: str, rule: str = "") -> ft.Control:
    """Why not."""
    texts: list[ft.Control] = [app.look.text(sentence, 16)]
    if rule:
        texts.append(app.look.text(app.words("Rule {id}", id=rule), 14, colour=app.palette.link))
    return ft.Row(
        [
            icon("warning", 22 * app.look.scale, app.palette.bad),
            ft.Column(texts, spacing=0, tight=True, expand=True),
        ],
        spacing=10,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def details(app: App, state: State, tile: Tile, number: int, do: Do) -> ft.Control:
    """A space in words: what it gives, who stands there, the rule."""
    words = app.words
    rule = next((rule for rule in RULES if rule.id == tile.rule), None)
    content: list[ft.Control] = [
        card(
            app,
            *(
                ft.Column(
                    [
                        ft.Row([offer_line(app, offer, ft.MainAxisAlignment.START)]),
                        app.look.text(offer.said, 16),
                        *([reason(app, refusal_words(words, offer.refusal))] if offer.refusal else []),
                    ],
                    spacing=2,
                    tight=True,
                )
                for offer in tile.offers
            ),
        )
    ]
    content += [_standing(app, state, tile, player, do) for player in tile.standing]
    if not tile.standing:
        free = words.several("{n} place, free", "{n} places, all free", tile.places)
        content.append(app.look.text(free, 16, colour=app.palette.muted))
    if rule is not None:
        content.append(app.look.text(rule_text(words, rule), 15, colour=app.palette.muted))
        content.append(
            button(app, words("Rule {id}", id=rule.id), lambda: app.go(f"/rules/{rule.id}"), icon_name="rules")
        )
    return sheet_body(app, tile.name, content, tall=len(tile.offers) > 2)


def _standing(app: App, state: State, tile: Tile, number: int, do: Do) -> ft.Control:
    player = state.players[number]
    back = Correct((FreeSpace(tile.id, number),))
    return ft.Row(
        [
            player_name(app, player.name, player.colour),
            button(app, app.words("Worker back home"), lambda: do(back, seat=number), icon_name="undo"),
        ],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        wrap=True,
    )


def heal_amounts(app: App, state: State, number: int, do: Do) -> ft.Control:
    """The infirmary by hand: how many are healed (A-3)."""
    words, wounded = app.words, state.players[number].castle.wounded
    most = min(wounded, state.table.constants.infirmary_heals)
    content: list[ft.Control] = [
        big_button(
            app,
            words.several("Heal {n} soldier", "Heal {n} soldiers", heal),
            partial(do, Infirmary(number, heal), seat=number),
        )
        for heal in range(1, most + 1)
    ]
    if not content:
        content = [reason(app, words("Nobody is wounded."))]
    said = words.several("{n} wounded soldier", "{n} wounded soldiers", wounded)
    return sheet_body(app, words("Infirmary"), content, subtitle=said)


def who_acts(app: App, state: State, choose: Callable[[int], Any]) -> ft.Control:
    """Somebody else places a worker, or uses a card: the table is always right."""
    words = app.words
    rows: list[ft.Control] = []
    for number in state.order:
        player = state.players[number]
        left = words.several("{n} worker left", "{n} workers left", workers_left(player))
        rows.append(
            tappable(
                app,
                f"{player.name}: {left}",
                ft.Row(
                    [
                        player_shape(app, player, 24),
                        ft.Container(app.look.bold(player.name, 19, lines=1), expand=True),
                        app.look.text(left, 15, colour=app.palette.muted),
                    ],
                    spacing=12,
                ),
                partial(choose, number),
                bgcolor=app.palette.card,
                border=ft.Border.all(2, app.palette.line),
                padding=ft.Padding.symmetric(horizontal=16, vertical=14),
            )
        )
    return sheet_body(app, words("Who acts?"), rows)
