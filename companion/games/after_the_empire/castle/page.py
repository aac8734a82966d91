"""A player's castle: the picture, the numbers beside it, and a sheet for whatever is touched."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.games.after_the_empire.castle.changes import Alter, corrections, refusal
from companion.games.after_the_empire.castle.picture import castle_picture
from companion.games.after_the_empire.castle.sheets import PartSheet
from companion.games.after_the_empire.names import place_name
from companion.games.after_the_empire.players_strip import player_shape
from companion.shell.acting import undo_tap, use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import GAP, SANS_BOLD
from companion.shell.number_sheet import use_number_sheet
from companion.shell.parts import big_button, card, icon, tappable
from companion.shell.sheet import bottom_sheet
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.games.after_the_empire.actions import Correct, PlayerNumberName, SetNumber
from engine.games.after_the_empire.state import Player, State, with_player

LEAST_WIDTH, MOST_WIDTH = 300.0, 700.0
LARGE = 1.35
"""From this text size on, chips and players stand in fewer columns."""


class Draft(NamedTuple):
    """A part being corrected: the player's side as it was when the sheet opened, and as the table counts it now."""

    part: str
    before: Player
    now: Player


class Chip(NamedTuple):
    """A number of a player's that can be touched."""

    number: PlayerNumberName
    icon_name: str
    colour: str
    label: str
    value: int


_NOTHING: Draft | None = None


@screen
def CastleScreen(app: App, table_id: int, number: int) -> ft.Control:  # noqa: N802  (a component)
    """The castle of one player."""
    words = app.words
    try:
        table = app.store.table(table_id)
    except StorageTrouble as trouble:
        return _nothing_here(app, "/", told(app.words, trouble))
    if number >= len(table.state.players):
        return _nothing_here(app, f"/table/{table_id}", words("There is no such player at this table."))
    return CastlePage(app, table, table_id, number, key=f"castle {number}")  # type: ignore[no-any-return]


def _nothing_here(app: App, back: str, why: str) -> ft.Control:
    return frame(
        app,
        title=app.words("Castle"),
        back=back,
        body=[card(app, app.look.text(why), colour=app.palette.bad)],
        foot=[big_button(app, app.words("Back"), lambda: app.go(back))],
    )


@screen
def CastlePage(app: App, table: SavedTable, table_id: int, number: int) -> ft.Control:  # noqa: N802  (a component)
    """The picture shows a correction while it is made; the table hears of it on Done, as one action."""
    words, state = app.words, table.state
    do = use_acting(app, table)
    ask = use_number_sheet(app)
    draft, show_draft = ft.use_state(_NOTHING)
    latest: Any = ft.use_ref(_NOTHING)  # two quick taps must both count

    def draw(to: Draft | None) -> None:
        latest.current = to
        show_draft(to)

    def open_part(part: str) -> None:
        player = table.state.players[number]
        draw(Draft(part, player, player))

    def alter(change: Alter) -> None:
        if latest.current is not None:
            draw(latest.current._replace(now=change(latest.current.now)))

    def done() -> None:
        finished: Draft | None = latest.current
        draw(None)
        said = corrections(number, finished.before, finished.now) if finished else ()
        if said:
            do(Correct(said), seat=number)

    def set_number(name: PlayerNumberName, to: int) -> None:
        do(Correct((SetNumber(number, name, to),)), seat=number)

    def cancel() -> None:
        draw(None)

    ft.use_dialog(_sheet(app, state, number, draft, alter, done, cancel) if draft is not None else None)
    shown = with_player(state, number, draft.now) if draft is not None else state
    player = state.players[number]
    mine = table.speaks_for(number)
    picture = castle_picture(app, shown, number, width=_picture_width(app), on_part=open_part if mine else None)
    hint = words("Touch a part of the castle or a number to correct it.")
    if not mine:
        hint = words("{player} corrects this on their own phone.", player=player.name)
    beside: list[ft.Control] = [
        _chips(app, player, ask_number=lambda chip: ask(chip.label, chip.value, partial(set_number, chip.number)),
               open_flags=lambda: open_part("flags"), touchable=mine),
        app.look.text(hint, 15, colour=app.palette.muted, align=ft.TextAlign.CENTER),
    ]  # fmt: skip
    strip = _strip(app, table_id, state, number)
    return frame(
        app,
        title=player.name,
        subtitle=words("Castle, sits in the {place}", place=place_name(words, player.seat)),
        back=f"/table/{table_id}",
        undo=undo_tap(app, table),
        body=_arranged(app, strip, picture, beside),
    )


def _sheet(
    app: App,
    state: State,
    number: int,
    draft: Draft,
    alter: Callable[[Alter], Any],
    done: Callable[[], Any],
    cancel: Callable[[], Any],
) -> ft.BottomSheet:
    def possible(player: Player) -> bool:
        return refusal(state, number, draft.before, player) is None

    sheet = PartSheet(app, state, draft.part, draft.now, alter, possible)
    return bottom_sheet(
        app, sheet.page(refusal(state, number, draft.before, draft.now), done, cancel), cancel, shade=0.25
    )


def _picture_width(app: App) -> float:
    """As wide as the phone; beside the numbers, as high as the window."""
    page = ft.context.page
    width, height = page.width or 390, page.height or 844
    room = min(width * 0.54, height - 110) if _side_by_side(app) else width - 2 * GAP
    return float(int(min(MOST_WIDTH, max(LEAST_WIDTH, room))))


def _side_by_side(app: App) -> bool:
    """Is there room for the picture and the numbers beside it? Not on a tablet that stands."""
    page = ft.context.page
    return app.wide and (page.width or 0) > (page.height or 0)


def _arranged(app: App, strip: ft.Control, picture: ft.Control, beside: list[ft.Control]) -> list[ft.Control]:
    """One below the other; where there is room, the picture at the left and the rest at its right."""
    middle = ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER)
    if not _side_by_side(app):
        return [strip, middle, *beside]
    right = ft.Column([strip, *beside], spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return [
        ft.Row(
            [picture, ft.Container(right, expand=True)],
            spacing=24,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    ]


def _in_columns(app: App, items: list[ft.Control], columns: int) -> ft.Control:
    """A grid whose rows are as high as what is in them."""
    rows: list[ft.Control] = []
    for start in range(0, len(items), columns):
        row: list[ft.Control] = [ft.Container(item, expand=1) for item in items[start : start + columns]]
        row += [ft.Container(expand=1) for _ in range(columns - len(row))]
        rows.append(ft.Row(row, spacing=8))
    return ft.Column(rows, spacing=8, tight=True)


def _strip(app: App, table_id: int, state: State, number: int) -> ft.Control:
    """The players, to look at another castle."""
    look, palette = app.look, app.palette
    cards: list[ft.Control] = []
    for other in state.order:
        player, here = state.players[other], other == number
        content = ft.Column(
            [
                ft.Row(
                    [player_shape(app, player, 14), _name(app, player)],
                    spacing=4,
                    alignment=ft.MainAxisAlignment.CENTER,
                ),
                ft.Row(
                    [
                        icon("gold", 16 * look.scale, palette.gold),
                        look.text(str(player.gold), 19, family=SANS_BOLD, colour=palette.gold),
                    ],
                    spacing=4,
                    tight=True,
                ),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        cards.append(
            tappable(
                app,
                app.words("Castle of {name}, {n} gold", name=player.name, n=player.gold),
                content,
                partial(app.go, f"/table/{table_id}/castle/{other}"),
                bgcolor=palette.card,
                border=ft.Border.all(3 if here else 2, palette.chosen if here else palette.line),
                padding=ft.Padding.symmetric(horizontal=4, vertical=5 if here else 6),
            )
        )
    return _in_columns(app, cards, 2 if look.scale > LARGE else len(cards))


def _name(app: App, player: Player) -> ft.Control:
    name = app.look.bold(player.name, 15, colour=app.look.player(player.colour), lines=1)
    return ft.Container(name, expand=True, expand_loose=True)


def _chips(
    app: App, player: Player, *, ask_number: Callable[[Chip], Any], open_flags: Callable[[], Any], touchable: bool
) -> ft.Control:
    """The player's numbers; a touch on one corrects it."""
    palette, words, castle = app.palette, app.words, player.castle
    chips = (
        Chip("gold", "gold", palette.gold, words("Gold"), player.gold),
        Chip("food", "food", palette.good, words("Food"), player.food),
        Chip("wood", "wood", palette.wood, words("Wood"), castle.wood),
        Chip("stone", "stone", palette.stone, words("Stone"), castle.stone),
        Chip("iron", "iron", palette.muted, words("Iron"), player.iron),
        Chip("wounded", "infirmary", palette.bad, words("Infirmary"), castle.wounded),
        Chip("move ones", "move", palette.link, words("Move 1"), player.move_ones),
        Chip("move threes", "move", palette.link, words("Move 3"), player.move_threes),
    )
    shown = [
        _chip(
            app,
            chip.icon_name,
            chip.colour,
            chip.label,
            str(chip.value),
            partial(ask_number, chip) if touchable else None,
        )
        for chip in chips
    ]
    worth = str(sum(player.flags))
    flags = words.several("{n} flag", "{n} flags", len(player.flags))
    shown.append(
        _chip(
            app,
            "flag",
            palette.bad,
            flags,
            worth,
            open_flags if touchable else None,
            words("{flags} worth {n}", flags=flags, n=worth),
        )
    )
    columns = 3 if app.look.scale <= LARGE else 2
    return _in_columns(app, shown, columns)


def _chip(
    app: App, icon_name: str, colour: str, label: str, value: str, act: Callable[[], Any] | None, name: str = ""
) -> ft.Control:
    """A number with its sign; touched, it is corrected."""
    look = app.look
    return tappable(
        app,
        name or f"{label}: {value}",
        ft.Row(
            [
                icon(icon_name, 24 * min(look.scale, 1.4), colour),
                ft.Column(
                    [
                        look.text(value, 20, family=SANS_BOLD, lines=1),
                        look.text(label, 13, colour=app.palette.muted, lines=1),
                    ],
                    spacing=-3,
                    tight=True,
                    expand=True,
                ),
            ],
            spacing=8,
        ),
        act,
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.line),
        padding=ft.Padding.symmetric(horizontal=10, vertical=5),
    )
