"""Count instead: every number of one player on one screen; Done says all changes to the table at once."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeAlias

import flet as ft

from companion.games.after_the_empire.actions.farms_sheet import farm_icon
from companion.games.after_the_empire.counting import Count, changes, count_of, with_total
from companion.games.after_the_empire.goods_row import goods_colour
from companion.games.after_the_empire.names import piece_name, place_name
from companion.shell.acting import undo_tap, use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import SANS_BOLD, TOUCH
from companion.shell.number_sheet import AskNumber, use_number_sheet
from companion.shell.parts import big_button, button, card, heading, icon, icon_button, spoken, tappable
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from engine.games.after_the_empire.actions import Correct, SetNumber
from engine.games.after_the_empire.compass import CORNERS, INSIDE, POSTS, SIDES
from engine.games.after_the_empire.state import Farm, State
from engine.games.after_the_empire.stockpile import standing

_NO_COUNT: Count | None = None

TroopKind: TypeAlias = Literal["soldiers", "mercenaries"]
Edit = Callable[[Count], Count]
Step = Callable[[int], int]
Put = Callable[[Step], Any]
"""Changes one number, given how."""


@screen
def CountScreen(app: App, table_id: int, number: int) -> ft.Control:  # noqa: N802  (a component)
    """All numbers of a player."""
    try:
        table = app.store.table(table_id)
    except StorageTrouble as trouble:
        return _trouble(app, "/", told(app.words, trouble))
    if number >= len(table.state.players):
        return _trouble(app, f"/table/{table_id}", app.words("There is no player {n} at this table.", n=number + 1))
    if not table.speaks_for(number):
        said = app.words("{player} counts on their own phone.", player=table.state.players[number].name)
        return _trouble(app, f"/table/{table_id}", said)
    count: ft.Control = PlayerCount(app, table, number, key=f"count {number} {table.n}")
    return count


def _trouble(app: App, back: str, sentence: str) -> ft.Control:
    return frame(
        app,
        title=app.words("Count"),
        back=back,
        body=[card(app, app.look.text(sentence), colour=app.palette.bad)],
        foot=[big_button(app, app.words("Back"), lambda: app.go(back))],
    )


@screen
def PlayerCount(app: App, table: SavedTable, number: int) -> ft.Control:  # noqa: N802  (a component)
    """The count of one player, drawn anew whenever the table has changed."""
    words, state = app.words, table.state
    do = use_acting(app, table)
    ask = use_number_sheet(app)
    drafted, set_draft = ft.use_state(_NO_COUNT)
    by_post, set_by_post = ft.use_state(False)
    player = state.players[number]
    now = count_of(player)
    draft = drafted or now

    def edit(change: Edit) -> None:
        set_draft(lambda old: change(old or now))  # two quick taps must both count

    def put(name: str, step: Step) -> None:
        edit(lambda count: count.with_field(name, step(getattr(count, name))))

    def saved(then: str) -> None:
        told: tuple[Any, ...] = changes(player, number, draft)
        if not told and state.table.count_only:
            told = (SetNumber(number, "gold", player.gold),)  # counted, and all was right
        if not told or do(Correct(told), seat=number):
            app.go(then)

    following = next_player(state, number)
    home = f"/table/{table.id}"
    money = [
        _number(app, ask, words("Gold"), "gold", draft.gold, partial(put, "gold")),
        _number(app, ask, words("Food"), "food", draft.food, partial(put, "food")),
        _number(app, ask, words("Wood"), "wood", draft.wood, partial(put, "wood")),
        _number(app, ask, words("Stone"), "stone", draft.stone, partial(put, "stone")),
        _number(app, ask, words("Iron"), "iron", draft.iron, partial(put, "iron")),
    ]
    tokens = [
        _number(app, ask, words("Move-1 tokens"), "move", draft.move_ones, partial(put, "move_ones")),
        _number(app, ask, words("Move-3 tokens"), "move", draft.move_threes, partial(put, "move_threes")),
        _number(app, ask, words("Flags worth 1"), "flag", draft.flags_1, partial(put, "flags_1")),
        _number(app, ask, words("Flags worth 2"), "flag", draft.flags_2, partial(put, "flags_2")),
        _number(app, ask, words("Flags worth 3"), "flag", draft.flags_3, partial(put, "flags_3")),
    ]
    left = [
        _section(app, words("Stores"), money),
        _section(app, words("Troops"), _troops(app, ask, state, number, draft, by_post, set_by_post, edit)),
    ]
    right = [
        _section(app, words("Castle"), _castle(app, state, number, lambda: saved(f"{home}/castle/{number}"))),
        _section(app, words("Farms"), _farms(app, state, draft, edit)),
        _section(app, words("Tokens"), tokens),
    ]
    changed = len(changes(player, number, draft))
    last = words("Done") if following is None else words("Done, next: {name}", name=state.players[following].name)
    then = home if following is None else f"{home}/count/{following}"
    body: list[ft.Control] = [*left, *right]
    if app.wide:
        body = [ft.Row([_column(left), _column(right)], spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]
    return frame(
        app,
        title=words("{name}: count", name=player.name),
        subtitle=words.several("{n} change", "{n} changes", changed) if changed else words("Set what is different."),
        back=home,
        undo=undo_tap(app, table),
        body=body,
        foot=[big_button(app, last, lambda: saved(then))],
    )


def next_player(state: State, number: int) -> int | None:
    """Who is counted next in turn order; None after the last."""
    order = state.order
    place = order.index(number) + 1
    return order[place] if place < len(order) else None


def _column(content: list[ft.Control]) -> ft.Column:
    return ft.Column(content, spacing=12, expand=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _section(app: App, title: str, rows: list[ft.Control]) -> ft.Control:
    return card(app, heading(app, title, 20, level=2), *rows, padding=12)


def _number(
    app: App,
    ask: AskNumber,
    label: str,
    kind: str,
    value: int,
    put: Put,
    *,
    icon_name: str | None = None,
) -> ft.Control:
    """A row: what it is, one less, the number (a tap opens the keypad), one more."""
    look, palette = app.look, app.palette
    side = TOUCH * max(1.0, look.scale * 0.85)
    digits = tappable(
        app,
        app.words("{what}: {n}, type it", what=label, n=value),
        look.text(str(value), 24, family=SANS_BOLD, align=ft.TextAlign.CENTER),
        lambda: ask(label, value, lambda typed: put(lambda _: typed)),
        width=64 * max(1.0, look.scale * 0.85),
        height=side,
        padding=0,
        bgcolor=palette.page,
        border=ft.Border.all(1.5, palette.line),
        border_radius=12,
    )
    steps = ft.Row(
        [
            icon_button(app, "remove", app.words("{what}: one less", what=label),
                        (lambda: put(lambda n: max(0, n - 1))) if value > 0 else None),
            digits,
            icon_button(app, "add", app.words("{what}: one more", what=label), lambda: put(lambda n: n + 1)),
        ],
        spacing=2,
        tight=True,
    )  # fmt: skip
    name = ft.Row(
        [icon(icon_name or kind, 26 * look.scale, goods_colour(palette, kind)), look.text(label, 18)],
        spacing=10,
        tight=True,
    )
    return ft.Row(
        [name, steps],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        wrap=look.scale > 1.15,
        spacing=4,
        run_spacing=0,
    )


def _troops(
    app: App,
    ask: AskNumber,
    state: State,
    number: int,
    draft: Count,
    by_post: bool,
    set_by_post: Callable[[bool], Any],
    edit: Callable[[Edit], None],
) -> list[ft.Control]:
    """Soldiers and mercenaries in all, or post by post; the wounded."""
    words = app.words
    castle = state.players[number].castle

    def put_total(kind: TroopKind, step: Step) -> None:
        edit(lambda count: count.with_field(kind, with_total(getattr(count, kind), step(sum(getattr(count, kind))))))

    def put_at(kind: TroopKind, post: int, step: Step) -> None:
        def change(count: Count) -> Count:
            row = getattr(count, kind)
            return count.with_field(kind, (*row[:post], step(row[post]), *row[post + 1 :]))

        edit(change)

    rows: list[ft.Control] = []
    kinds: tuple[tuple[TroopKind, str, str], ...] = (
        ("soldiers", "soldier", words("Soldiers")),
        ("mercenaries", "mercenary", words("Mercenaries")),
    )
    if by_post:
        for post, letter in enumerate(POSTS):
            if post != INSIDE and castle.walls[post] is None:
                continue
            place = words("inside") if post == INSIDE else place_name(words, letter)
            for kind, drawn, label in kinds:
                there = getattr(draft, kind)[post]
                name = words("{what}, {place}", what=label, place=place)
                rows.append(_number(app, ask, name, kind, there, partial(put_at, kind, post), icon_name=drawn))
    else:
        rows += [
            _number(app, ask, label, kind, sum(getattr(draft, kind)), partial(put_total, kind), icon_name=drawn)
            for kind, drawn, label in kinds
        ]

    def put_wounded(step: Step) -> None:
        edit(lambda count: count._replace(wounded=step(count.wounded)))

    rows.append(_number(app, ask, words("Wounded"), "wounded", draft.wounded, put_wounded))
    label = words("In all") if by_post else words("Post by post")
    rows.append(button(app, label, lambda: set_by_post(not by_post), icon_name="up" if by_post else "down"))
    return rows


def _farms(app: App, state: State, draft: Count, edit: Callable[[Edit], None]) -> list[ft.Control]:
    """Each farm: a tap takes it to the next level; the shield protects it."""
    words, look, palette = app.words, app.look, app.palette
    best = state.table.constants.best_farm

    def put(side: int, farm: Farm) -> None:
        edit(lambda count: count._replace(farms=(*count.farms[:side], farm, *count.farms[side + 1 :])))

    rows: list[ft.Control] = []
    for side, letter in enumerate(SIDES):
        farm, name = draft.farms[side], place_name(words, letter)
        said = words("level {n}", n=farm.level) if farm.level else words("razed")
        up = Farm((farm.level + 1) % (best + 1), farm.protected)
        shield = Farm(farm.level, not farm.protected)
        level = tappable(
            app,
            words("{side} farm: {level}, change", side=name, level=said),
            ft.Row(
                [
                    icon(farm_icon(farm.level), 28 * look.scale, palette.good if farm.level else palette.bad),
                    look.text(said, 17),
                ],
                spacing=8,
                tight=True,
            ),
            partial(put, side, up),
            bgcolor=palette.page,
            border=ft.Border.all(1.5, palette.line),
            border_radius=12,
            height=TOUCH * max(1.0, look.scale * 0.85),
        )
        protect = tappable(
            app,
            words("{side} farm: protected", side=name) if farm.protected else words("{side} farm: open", side=name),
            icon("protect", 26 * look.scale, palette.on_button if farm.protected else palette.muted),
            partial(put, side, shield),
            bgcolor=palette.button if farm.protected else palette.page,
            border=ft.Border.all(1.5, palette.button if farm.protected else palette.line),
            border_radius=12,
            padding=0,
            width=TOUCH * max(1.0, look.scale * 0.85),
            height=TOUCH * max(1.0, look.scale * 0.85),
        )
        rows.append(
            ft.Row(
                [look.text(name, 18), ft.Row([level, protect], spacing=8, tight=True)],
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                wrap=look.scale > 1.15,
            )
        )
    return rows


def _castle(app: App, state: State, number: int, open_castle: Callable[[], Any]) -> list[ft.Control]:
    """The pieces with their cubes in words; the castle's own screen changes them."""
    words, look = app.words, app.look
    castle = state.players[number].castle
    lines: list[ft.Control] = []
    for spot in (*SIDES, *CORNERS):
        piece = standing(castle, spot)
        if piece is None:
            continue
        cubes = words("burning") if piece.flame else words.several("{n} cube", "{n} cubes", piece.cubes)
        said = piece_name(words, piece.kind, piece.material)
        line = words("{place}: {piece}, {cubes}", place=place_name(words, spot), piece=said, cubes=cubes)
        lines.append(
            spoken(
                line,
                ft.Row(
                    [
                        icon(piece.kind, 20 * look.scale, goods_colour(app.palette, piece.material)),
                        ft.Container(look.text(line, 16), expand=True),
                    ],
                    spacing=8,
                ),
            )
        )
    if not lines:
        lines.append(look.text(words("Nothing stands."), 16, colour=app.palette.muted))
    return [*lines, button(app, words("Change the castle"), open_castle, icon_name="castle")]
