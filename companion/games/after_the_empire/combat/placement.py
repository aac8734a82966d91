"""P-1: where everybody's troops stand, all players on one screen; one tap says "as they stand" for all."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import flet as ft

from companion.games.after_the_empire.combat.arrange import (
    Arrangement,
    all_inside,
    arrangement_words,
    arranging,
    as_last_season,
    as_they_stand,
    fits,
    plan,
    spread,
    token,
)
from companion.games.after_the_empire.combat.deciding import who_decides
from companion.games.after_the_empire.combat.names import side_letter, side_name
from companion.games.after_the_empire.combat.pieces import crowded, question, remember, remembered, step_page
from companion.games.after_the_empire.combat.waiting import answers, still_placing
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import CAPS, ROUND, SANS_BOLD, TOUCH
from companion.shell.parts import big_button, card, icon, player_name, spoken, tappable
from companion.shell.rows import columns, filling, line
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import Place
from engine.games.after_the_empire.compass import INSIDE, SIDES
from engine.games.after_the_empire.state import Castle, Player, State, troops_in

Way: TypeAlias = Literal["stand", "last", "inside", "spread", "hand"]


class Chosen(NamedTuple):
    """How a player's troops are placed: the way it was chosen, and what came of it."""

    way: Way
    arrangement: Arrangement


NAME, POST = 11, 5
"""How wide the column of names is, and that of a post."""

_NOTHING: dict[int, Chosen] = {}


_NO_ROW: int | None = None


@screen
def PlacementStep(app: App, table: SavedTable, act: Do) -> ft.Control:  # noqa: N802  (a component)
    """The placement of everybody who is asked on this device, on one screen."""
    kept = f"placement {table.id} {table.state.season}"
    made, set_made = ft.use_state(remembered(kept, _NOTHING))
    unfolded, set_unfolded = ft.use_state(_NO_ROW)
    opened, set_opened = ft.use_state(False)
    _, draw_again = ft.use_state(0)
    state: State = table.state
    words = app.words
    mine = [number for number in state.order if answers(table, number)]
    chosen = {number: each for number, each in made.items() if fits(state.players[number].castle, each.arrangement)}

    def keep(now: dict[int, Chosen]) -> None:
        """Half a placement stays on this device, over a look at a rule and back."""
        remember(kept, now)
        set_made(now)

    def choose(number: int, placed: Chosen) -> None:
        keep({**chosen, number: placed})

    def place() -> None:
        """Say it for everyone who has not said it, or says something else now."""
        combat = table.state.combat
        for number in mine:
            castle = table.state.players[number].castle
            wanted = chosen[number].arrangement if number in chosen else as_they_stand(castle)
            if (combat is None or not combat.done[number] or wanted != as_they_stand(castle)) and not act(
                Place(number, wanted.soldiers, wanted.mercenaries), seat=number
            ):
                return
        keep(_NOTHING)

    changed = any(each.arrangement != as_they_stand(state.players[number].castle) for number, each in chosen.items())
    asking = words("Before the first card is turned.") if state.report is None else _face_up(app, state)
    body: list[ft.Control] = [question(app, words("Where do the troops stand?"), asking, "P-1")]
    rows = [
        _Row(app, table, number, chosen.get(number), number == unfolded, partial(choose, number)) for number in mine
    ]
    if len(rows) == 1 and not app.wide:
        body += [_player_card(rows[0], alone=True)]
    elif crowded(app) or app.wide:
        body.append(columns(app, *(_player_card(row) for row in rows)))
    elif rows:
        body.append(_grid(app, rows, lambda number: set_unfolded(None if number == unfolded else number)))
    body.append(who_decides(app, table, act, opened, lambda: set_opened(not opened)))
    body += still_placing(app, table, lambda: draw_again(lambda n: n + 1))
    label = words("The troops stand so") if changed or not table.runs else words("All as they stand")
    foot = [big_button(app, label, place, key="place")] if changed or _to_say(table, mine) else []
    return step_page(app, body, foot)


def _to_say(table: SavedTable, mine: list[int]) -> bool:
    """Has the table still to be told by this device?"""
    combat = table.state.combat
    return combat is None or not all(combat.done[number] for number in mine)


def _face_up(app: App, state: State) -> str:
    """S-4: the card everyone has seen."""
    assert state.report is not None
    words = app.words
    return words("{card} comes from the {side}.", card=state.report.card.name, side=side_name(words, state.report.side))


class _Row(NamedTuple):
    """One player's part of the screen."""

    app: App
    table: SavedTable
    number: int
    chosen: Chosen | None
    unfolded: bool
    choose: Callable[[Chosen], Any]

    @property
    def player(self) -> Player:
        players: tuple[Player, ...] = self.table.state.players
        return players[self.number]

    @property
    def now(self) -> Chosen:
        """As chosen; as they stand until something is."""
        return self.chosen or Chosen("stand", as_they_stand(self.player.castle))

    @property
    def said(self) -> bool:
        """Has the table been told already?"""
        combat = self.table.state.combat
        return self.chosen is None and combat is not None and bool(combat.done[self.number])


# a phone: players down, posts across


def _grid(app: App, rows: list[_Row], unfold: Callable[[int], Any]) -> ft.Control:
    look, palette = app.look, app.palette
    head: list[ft.Control] = [ft.Container(expand=NAME)]
    head += [_post_cell([look.text(side_letter(app.words, side), 20, family=CAPS)]) for side in SIDES]
    head.append(_post_cell([icon("inside", 22 * look.scale, palette.ink)]))
    content: list[ft.Control] = [ft.Row(head, spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    for row in rows:
        content += [line(app), _grid_row(row, partial(unfold, row.number))]
    return ft.Container(
        ft.Column(content, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.line),
        border_radius=ROUND,
        padding=ft.Padding.only(left=12, right=6, top=8, bottom=4),
    )


def _grid_row(row: _Row, unfold: Callable[[], Any]) -> ft.Control:
    """A player's troops post by post; a tap unfolds the ways to stand."""
    app, player, now = row.app, row.player, row.now
    look, palette, words = app.look, app.palette, app.words
    way = words("Placed") if row.said else way_name(app, now.way)
    name = ft.Column(
        [
            player_name(app, player.name, player.colour, 17),
            ft.Row(
                [
                    look.text(way, 14, colour=palette.muted, lines=1),
                    icon("up" if row.unfolded else "down", 12 * look.scale, palette.muted),
                ],
                spacing=4,
                tight=True,
            ),
        ],
        spacing=0,
        tight=True,
    )
    cells = [_post_cell(_tokens(app, player.castle, now.arrangement, post)) for post in range(INSIDE + 1)]
    bar = spoken(
        f"{player.name}: {way}. {arrangement_words(app, now.arrangement)}",
        ft.Container(
            ft.Row(
                [ft.Container(name, expand=NAME), *cells], spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER
            ),
            on_click=lambda e: unfold(),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(vertical=7),
        ),
        on_tap=unfold,
        button=True,
        expanded=row.unfolded,
    )
    content: list[ft.Control] = [bar]
    if row.unfolded:
        inside = ft.Column([_ways(row), *_by_hand(row)], spacing=8, tight=True,
                           horizontal_alignment=ft.CrossAxisAlignment.STRETCH)  # fmt: skip
        content.append(ft.Container(inside, padding=ft.Padding.only(right=6, top=2, bottom=10)))
    return ft.Column(
        content, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key=f"row {row.number}"
    )


def _post_cell(content: list[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(content, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        expand=POST,
        alignment=ft.Alignment.CENTER,
    )


def _tokens(app: App, castle: Castle, now: Arrangement, post: int) -> list[ft.Control]:
    """Discs and shields at a post; a small dot where nobody stands, a stroke where there is no wall."""
    made: list[ft.Control] = []
    if now.soldiers[post]:
        made.append(token(app, "soldiers", now.soldiers[post], 27))
    if now.mercenaries[post]:
        made.append(token(app, "mercenaries", now.mercenaries[post], 27))
    if not made:
        standing = post == INSIDE or castle.walls[post] is not None
        side = 6 if standing else 12
        made.append(ft.Container(width=side, height=6 if standing else 2, border_radius=3, bgcolor=app.palette.line))
    return made


# large text, or a wide screen: a card for each player, with a plan of the castle


def _player_card(row: _Row, *, alone: bool = False) -> ft.Control:
    app, player, now = row.app, row.player, row.now
    castle = player.castle
    label = f"{player.name}: {arrangement_words(app, now.arrangement)}"
    picture = spoken(label, plan(app, castle, now.arrangement, player.seat, cell=64 if alone else 38))
    head: list[ft.Control] = [filling(player_name(app, player.name, player.colour, 19))]
    if row.said:
        head.append(spoken(app.words("Placed"), icon("check", 20 * app.look.scale, app.palette.good)))
    content: list[ft.Control]
    if crowded(app):
        content = [ft.Row(head), ft.Container(picture, alignment=ft.Alignment.CENTER), _ways(row)]
    elif alone:
        content = [ft.Row(head), _ways(row), ft.Container(picture, alignment=ft.Alignment.CENTER)]
    else:
        left = ft.Column(
            [ft.Row(head), _ways(row)], spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
        )
        content = [ft.Row([filling(left), picture], spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    made = card(app, *content, *_by_hand(row), padding=14)
    made.key = f"placement {row.number}"
    return made


# the ways to stand


def way_name(app: App, way: Way) -> str:
    """A way to stand, as its button says it."""
    words = app.words
    names: dict[Way, str] = {
        "stand": words("As they stand"),
        "last": words("As last season"),
        "inside": words("All inside"),
        "spread": words("Spread"),
        "hand": words("By hand"),
    }
    return names[way]


def _by_hand(row: _Row) -> list[ft.Control]:
    if row.now.way != "hand":
        return []
    state: State = row.table.state
    return arranging(row.app, state, row.number, row.now.arrangement, lambda made: row.choose(Chosen("hand", made)))


def _ways(row: _Row) -> ft.Control:
    """As they stand, as last season, inside, spread, by hand."""
    app, now = row.app, row.now
    state: State = row.table.state
    castle = row.player.castle
    if not troops_in(castle):
        return app.look.text(app.words("No troops to place."), 16, colour=app.palette.muted)
    options: list[tuple[Way, Arrangement]] = [("stand", as_they_stand(castle))]
    last = as_last_season(row.table.session, row.number)
    if last is not None and last != as_they_stand(castle):
        options.append(("last", last))
    options += [
        ("inside", all_inside(castle)),
        ("spread", spread(castle, state.report.side if state.report is not None else None)),
        ("hand", now.arrangement),
    ]
    buttons: list[ft.Control] = [_way(row, way, arrangement) for way, arrangement in options]
    if crowded(app):
        return ft.Column(buttons, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    across = 3 if len(buttons) > 4 else 2
    rows: list[ft.Control] = [
        ft.Row([filling(each) for each in buttons[start : start + across]], spacing=6)
        for start in range(0, len(buttons), across)
    ]
    return ft.Column(rows, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _way(row: _Row, way: Way, arrangement: Arrangement) -> ft.Control:
    """One way to stand: a slim button; the chosen one is dark."""
    app, palette, chosen = row.app, row.app.palette, way == row.now.way
    ink = palette.on_button if chosen else palette.ink
    made = tappable(
        app,
        f"{row.player.name}: {way_name(app, way)}",
        app.look.text(way_name(app, way), 15, family=SANS_BOLD, colour=ink, align=ft.TextAlign.CENTER, lines=2),
        partial(row.choose, Chosen(way, arrangement)),
        bgcolor=palette.button if chosen else palette.card,
        border=ft.Border.all(2, palette.button if chosen else palette.line),
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=4, vertical=4),
        height=TOUCH * max(1.0, app.look.scale * 0.8),
    )
    assert isinstance(made, ft.Semantics)
    made.selected = chosen
    made.key = way
    return made
