"""Who stands where: the quick arrangements, and the one made by hand on the castle's picture."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.games.after_the_empire.castle.art import ink_on
from companion.games.after_the_empire.combat.names import post_name, side_letter, troops_words
from companion.games.after_the_empire.combat.pieces import castle_view, picture_width
from companion.shell.app_context import App
from companion.shell.look import CAPS, SANS_BOLD
from companion.shell.parts import icon, icon_button, spoken
from companion.shell.rows import lined
from engine.core.record import replace
from engine.core.session import Session
from engine.games.after_the_empire.actions import Place
from engine.games.after_the_empire.compass import INSIDE, POSTS, SIDE_INDEX, SIDES, Side, edge_of_board
from engine.games.after_the_empire.state import Castle, Five, State, put, with_castle


class Arrangement(NamedTuple):
    """Soldiers and mercenaries at N, E, S, W and inside."""

    soldiers: Five
    mercenaries: Five

    def at(self, post: int) -> int:
        """All troops at a post."""
        return self.soldiers[post] + self.mercenaries[post]


def as_they_stand(castle: Castle) -> Arrangement:
    """No one moves."""
    return Arrangement(castle.soldiers, castle.mercenaries)


def all_inside(castle: Castle) -> Arrangement:
    """Everybody inside."""
    return Arrangement(
        (0, 0, 0, 0, sum(castle.soldiers)),
        (0, 0, 0, 0, sum(castle.mercenaries)),
    )


def spread(castle: Castle, first: Side | None = None) -> Arrangement:
    """Evenly over the standing walls, beginning where the face-up card points; inside where no wall stands."""
    start = SIDE_INDEX[first] if first is not None else 0
    walls = [side for side in ((start + step) % 4 for step in range(4)) if castle.walls[side] is not None]
    if not walls:
        return all_inside(castle)
    rows = []
    turn = 0
    for troops in (castle.soldiers, castle.mercenaries):
        row = [0] * len(POSTS)
        for _ in range(sum(troops)):
            row[walls[turn % len(walls)]] += 1
            turn += 1
        rows.append(tuple(row))
    return Arrangement(rows[0], rows[1])


def fits(castle: Castle, arrangement: Arrangement) -> bool:
    """Are these the troops there are, and do the walls they man stand?"""
    there, wanted = as_they_stand(castle), arrangement
    as_many = sum(there.soldiers) == sum(wanted.soldiers) and sum(there.mercenaries) == sum(wanted.mercenaries)
    return as_many and all(castle.walls[side] is not None or not wanted.at(side) for side in range(INSIDE))


def as_last_season(session: Session[Any, Any], number: int) -> Arrangement | None:
    """As the player placed the troops in the combat before this one, as far as troops and walls are still there."""
    season = session.state.season
    for entry in reversed(session.entries):
        action = entry.action
        if isinstance(action, Place) and action.player == number and session.state_at(entry.n).season < season:
            castle = session.state.players[number].castle
            return Arrangement(
                _fitted(castle, action.soldiers, sum(castle.soldiers)),
                _fitted(castle, action.mercenaries, sum(castle.mercenaries)),
            )
    return None


def _fitted(castle: Castle, placed: Five, there: int) -> Five:
    """A row of troops as it was, with as many as there are now: walls are manned first, the rest is inside."""
    row = [0] * len(POSTS)
    for side in range(INSIDE):
        if castle.walls[side] is not None:
            row[side] = min(placed[side], there)
            there -= row[side]
    row[INSIDE] = there
    return tuple(row)


def arrangement_words(app: App, arrangement: Arrangement) -> str:
    """ "North wall 2, inside 3", for a screen reader."""
    there = [f"{post_name(app.words, post)} {arrangement.at(i)}" for i, post in enumerate(POSTS) if arrangement.at(i)]
    return ", ".join(there) or app.words("nobody")


# by hand


def arranging(
    app: App, state: State, number: int, now: Arrangement, change: Callable[[Arrangement], Any]
) -> list[ft.Control]:
    """A row of steppers for every wall, the rest stands inside; and the castle with the troops as arranged."""
    castle = replace(state.players[number].castle, soldiers=now.soldiers, mercenaries=now.mercenaries)
    shown = with_castle(state, number, castle)

    def tapped(part: str) -> None:
        """A tap on a wall calls one troop there from inside."""
        side = SIDE_INDEX.get(part.removeprefix("wall "))
        if side is not None and castle.walls[side] is not None:
            kind = "soldiers" if now.soldiers[INSIDE] else "mercenaries"
            if getattr(now, kind)[INSIDE]:
                change(shifted(now, kind, side, 1))

    kinds = [kind for kind in ("soldiers", "mercenaries") if sum(getattr(now, kind))]
    rows = [_post_row(app, castle, now, side, kinds, change) for side in range(INSIDE)]
    rows.append(_inside_row(app, now, kinds))
    steps = ft.Column(lined(app, rows), spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return [steps, castle_view(app, shown, number, width=picture_width(app), on_part=tapped)]


def shifted(now: Arrangement, kind: str, post: int, by: int) -> Arrangement:
    """One more at a post from inside (or one fewer, who goes inside)."""
    row = getattr(now, kind)
    return now._replace(**{kind: put(put(row, post, row[post] + by), INSIDE, row[INSIDE] - by)})


def _post_row(
    app: App, castle: Castle, now: Arrangement, side: int, kinds: list[str], change: Callable[[Arrangement], Any]
) -> ft.Control:
    words = app.words
    name = post_name(words, SIDES[side])
    content: list[ft.Control] = []
    if castle.walls[side] is None:
        content.append(app.look.text(words("no wall stands"), 15, colour=app.palette.muted))
    else:
        content += [
            _steps(app, f"{name}, {_kind_name(app, kind)}", kind, getattr(now, kind)[side], getattr(now, kind)[INSIDE],
                   partial(_step, now, kind, side, change))
            for kind in kinds
        ]  # fmt: skip
    return _row(app, side_letter(words, SIDES[side]), name, content)


def _step(now: Arrangement, kind: str, side: int, change: Callable[[Arrangement], Any], by: int) -> None:
    change(shifted(now, kind, side, by))


def _inside_row(app: App, now: Arrangement, kinds: list[str]) -> ft.Control:
    soldiers, mercenaries = now.soldiers[INSIDE], now.mercenaries[INSIDE]
    label = f"{post_name(app.words, 'inside')}: {troops_words(app.words, soldiers, mercenaries)}"
    numbers: list[ft.Control] = [_number(app, kind, getattr(now, kind)[INSIDE]) for kind in kinds]
    return spoken(label, _row(app, None, post_name(app.words, "inside"), numbers))


def _row(app: App, letter: str | None, name: str, content: list[ft.Control]) -> ft.Control:
    look, palette = app.look, app.palette
    mark: ft.Control
    if letter is None:
        mark = icon("inside", 24 * look.scale, palette.ink)
    else:
        mark = look.text(letter, 24, family=CAPS, align=ft.TextAlign.CENTER)
    head = ft.Container(mark, width=34 * look.scale, alignment=ft.Alignment.CENTER, tooltip=name)
    return ft.Container(
        ft.Row(
            [head, ft.Row(content, spacing=6, run_spacing=0, wrap=True, expand=True,
                          alignment=ft.MainAxisAlignment.SPACE_AROUND)],
            spacing=4,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.symmetric(vertical=3),
    )  # fmt: skip


def _steps(app: App, label: str, kind: str, value: int, inside: int, step: Callable[[int], Any]) -> ft.Control:
    """A small stepper: minus, so many discs, plus."""
    words = app.words
    return ft.Row(
        [
            icon_button(app, "remove", words("{what}: one less", what=label), (lambda: step(-1)) if value else None),
            spoken(f"{label}: {value}", _number(app, kind, value)),
            icon_button(app, "add", words("{what}: one more", what=label), (lambda: step(1)) if inside else None),
        ],
        spacing=0,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _number(app: App, kind: str, value: int) -> ft.Control:
    """A number on the token of its kind: a disc for soldiers, a shield for mercenaries."""
    return token(app, kind, value, 36)


def token(app: App, kind: str, value: int, size: float) -> ft.Control:
    """Soldiers are discs, mercenaries shields; nobody is an empty outline."""
    look, palette = app.look, app.palette
    side = size * min(look.scale, 1.6)
    colour = palette.soldier if kind == "soldiers" else palette.mercenary
    radius = ft.BorderRadius.all(side / 2)
    if kind == "mercenaries":
        radius = ft.BorderRadius(top_left=5, top_right=5, bottom_left=side / 2, bottom_right=side / 2)
    figure = look.text(
        str(value), size * 0.5 * min(look.scale, 1.6) / look.scale, family=SANS_BOLD,
        colour=ink_on(palette, colour) if value else palette.muted, align=ft.TextAlign.CENTER,
    )  # fmt: skip
    return ft.Container(
        figure,
        width=side,
        height=side,
        alignment=ft.Alignment.CENTER,
        bgcolor=colour if value else None,
        border=None if value else ft.Border.all(2, palette.line),
        border_radius=radius,
    )


def _kind_name(app: App, kind: str) -> str:
    return app.words("soldiers") if kind == "soldiers" else app.words("mercenaries")


def plan(app: App, castle: Castle, now: Arrangement, seat: Side, *, cell: float = 38) -> ft.Control:
    """A small plan of a castle turned to its owner: how many stand on each wall and inside."""
    side = cell * min(app.look.scale, 1.4)
    places: dict[str, tuple[int, int]] = {"top": (0, 1), "left": (1, 0), "right": (1, 2), "bottom": (2, 1)}
    boxes: dict[tuple[int, int], ft.Control] = {(1, 1): _plan_box(app, now, INSIDE, "", side, True)}
    for index, letter in enumerate(SIDES):
        where = places[edge_of_board(letter, seat)]
        standing = castle.walls[index] is not None
        boxes[where] = _plan_box(app, now, index, side_letter(app.words, letter), side, standing)
    gap = ft.Container(width=side, height=side)
    rows: list[ft.Control] = [
        ft.Row([boxes.get((row, column), gap) for column in range(3)], spacing=3, tight=True) for row in range(3)
    ]
    return ft.Column(rows, spacing=3, tight=True)


def _plan_box(app: App, now: Arrangement, post: int, letter: str, side: float, standing: bool) -> ft.Control:
    """Who stands there, a token for each kind; the side's letter where nobody does."""
    look, palette = app.look, app.palette
    there = [kind for kind in ("soldiers", "mercenaries") if getattr(now, kind)[post]]
    if there:
        size = side / min(look.scale, 1.6) / (1 if len(there) == 1 else 1.7)
        tokens: list[ft.Control] = [token(app, kind, getattr(now, kind)[post], size) for kind in there]
        tokens[-1] = ft.Container(tokens[-1], right=0, bottom=0)
        return ft.Stack(tokens, width=side, height=side)
    text = look.text(
        letter or "·",
        14 * min(look.scale, 1.4) / look.scale,
        family=SANS_BOLD,
        colour=palette.muted,
        align=ft.TextAlign.CENTER,
    )
    return ft.Container(
        text,
        width=side,
        height=side,
        alignment=ft.Alignment.CENTER,
        bgcolor=palette.yard if post == INSIDE else None,
        border=ft.Border.all(2, palette.line if standing else "#00000000"),
        border_radius=8,
    )
