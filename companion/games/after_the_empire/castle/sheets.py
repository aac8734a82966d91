"""The sheets of the castle: what a part is, and who stands there, each by big steppers.

A sheet works on a copy of the player's side; nothing is said to the table before Done.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import flet as ft

from companion.games.after_the_empire.castle.changes import Alter, with_farm, with_flags, with_standing, with_troops
from companion.games.after_the_empire.castle.names import part_title, piece_at
from companion.games.after_the_empire.speech import fault_line
from companion.shell.app_context import App
from companion.shell.dragging import draggable
from companion.shell.look import SANS_BOLD
from companion.shell.parts import button, icon, spoken, tappable
from companion.shell.rows import switch_row
from companion.shell.sheet import sheet_page
from engine.core.errors import RuleError
from engine.core.record import replace
from engine.games.after_the_empire.compass import INSIDE, POST_INDEX, SIDE_INDEX
from engine.games.after_the_empire.constants import PieceKind
from engine.games.after_the_empire.state import Farm, Piece, Player, State

MOST = 99
LARGE = 1.35
"""From this text size on, a stepper has a line of its own."""


Option: TypeAlias = tuple[str, bool, Callable[[], Any] | None]
"""Its words, whether it is chosen, and what choosing it does; None: it cannot be chosen."""


class PartSheet:
    """The sheet for one part of a player's castle, as it is in the copy now."""

    def __init__(
        self,
        app: App,
        state: State,
        part: str,
        player: Player,
        alter: Callable[[Alter], Any],
        possible: Callable[[Player], bool],
    ) -> None:
        self.app, self.words, self.palette = app, app.words, app.palette
        self.state, self.part, self.player = state, part, player
        self.alter, self.possible = alter, possible
        self.kind, _, self.place = part.partition(" ")

    def page(self, refusal: RuleError | None, done: Callable[[], Any], cancel: Callable[[], Any]) -> ft.Control:
        """All that is on the sheet. What cannot be on a table is refused here, with its rule."""
        content = {
            "wall": self._wall,
            "turret": self._turret,
            "field": self._field,
            "inside": self._inside,
            "flags": self._flags,
        }[self.kind]()
        if refusal is not None:
            content.append(_why_not(self.app, refusal))
        title = self.words("Flags") if self.kind == "flags" else part_title(self.words, self.player, self.part)
        return sheet_page(
            self.app, title, content, done=None if refusal is not None else done, cancel=cancel,
            subtitle=self.player.name,
        )  # fmt: skip

    # the parts

    def _wall(self) -> list[ft.Control]:
        words, piece = self.words, piece_at(self.player, self.place)
        material = piece.material if piece else "wood"
        content = [
            self._options([
                (words("Nothing"), None),
                (words("Wall"), self._new("wall", material)),
                (words("Gate"), self._new("gate", material)),
            ]),
            *self._material(piece),
            *self._cubes(piece),
        ]  # fmt: skip
        return content + (self._troops(POST_INDEX[self.place]) if piece else [])

    def _turret(self) -> list[ft.Control]:
        words, piece = self.words, piece_at(self.player, self.place)
        content = [
            self._options([
                (words("Nothing"), None),
                (words("Wood"), self._new("turret", "wood")),
                (words("Stone"), self._new("turret", "stone")),
            ])
        ]  # fmt: skip
        if piece is not None and not piece.flame:
            content += self._cubes(piece)
        if piece is not None and piece.material == "stone":
            content.append(switch_row(self.app, words("Burning"), piece.flame, lambda on: self.alter(self._burn(on))))
        return content

    def _field(self) -> list[ft.Control]:
        words, side = self.words, SIDE_INDEX[self.place]
        farm = self.player.farms[side]
        levels = [
            (words("Razed") if not level else words("Level {n}", n=level), level)
            for level in range(self.state.table.constants.best_farm + 1)
        ]

        def grow(level: int) -> None:
            self.alter(lambda player: with_farm(player, side, Farm(level, bool(level) and farm.protected)))

        def protect(on: bool) -> None:
            self.alter(lambda player: with_farm(player, side, replace(player.farms[side], protected=on)))

        return [
            *self._invaders(side),
            _line(self.app, words("Farm")),
            _choices(self.app, [(label, level == farm.level, partial(grow, level)) for label, level in levels]),
            switch_row(self.app, words("Protect token"), farm.protected, protect),
        ]  # fmt: skip

    def _inside(self) -> list[ft.Control]:
        def sack(on: bool) -> None:
            self.alter(lambda player: replace(player, sacked=on))

        return [
            *self._troops(INSIDE),
            *self._invaders(INSIDE),
            switch_row(self.app, self.words("Sacked this season"), self.player.sacked, sack),
        ]

    def _flags(self) -> list[ft.Control]:
        constants = self.state.table.constants
        values = sorted({*constants.flags, constants.tied_flag, *self.player.flags})
        return [
            self._counter(
                "flag",
                self.palette.bad,
                self.words("Flags worth {n}", n=value),
                lambda player, value=value: player.flags.count(value),  # type: ignore[misc]
                lambda player, number, value=value: with_flags(player, value, number),  # type: ignore[misc]
                5,
            )
            for value in values
        ]

    # their rows

    def _troops(self, post: int) -> list[ft.Control]:
        palette = self.palette
        return [
            self._row_of("soldier", palette.soldier, self.words("Soldiers"), "soldiers", post),
            self._row_of("mercenary", palette.mercenary, self.words("Mercenaries"), "mercenaries", post),
        ]

    def _invaders(self, post: int) -> list[ft.Control]:
        palette = self.palette
        return [
            self._row_of("swordsman", palette.invader, self.words("Swordsmen"), "swordsmen", post),
            self._row_of("archer", palette.invader, self.words("Archers"), "archers", post),
        ]

    def _row_of(self, icon_name: str, colour: str, label: str, row: str, post: int) -> ft.Control:
        def read(player: Player) -> int:
            number: int = getattr(player.castle, row)[post]
            return number

        def write(player: Player, number: int) -> Player:
            return with_troops(player, row, post, number)

        return self._counter(icon_name, colour, label, read, write)

    def _counter(
        self,
        icon_name: str,
        colour: str,
        label: str,
        read: Callable[[Player], int],
        write: Callable[[Player, int], Player],
        most: int = MOST,
        of: int | None = None,
    ) -> ft.Control:
        def step(by: int) -> None:
            self.alter(lambda player: write(player, min(most, max(0, read(player) + by))))

        return counter(self.app, icon_name, colour, label, read(self.player), step, most=most, of=of)

    def _new(self, kind: PieceKind, material: Any) -> Piece:
        return Piece(kind, material, self.state.table.constants.capacity.of(kind, material))

    def _standing(self, piece: Piece | None) -> Alter:
        return lambda player: with_standing(player, self.place, piece)  # type: ignore[arg-type]

    def _options(self, options: list[tuple[str, Piece | None]]) -> ft.Control:
        """What could stand here; what cannot be on a table is greyed out."""
        now = piece_at(self.player, self.place)
        shown: list[Option] = []
        for label, piece in options:
            chosen = _alike(now, piece, by_material=self.kind == "turret")
            alter = _as_it_is if chosen else self._standing(piece)
            act = partial(self.alter, alter) if self.possible(alter(self.player)) else None
            shown.append((label, chosen, act))
        return _choices(self.app, shown)

    def _material(self, piece: Piece | None) -> list[ft.Control]:
        if piece is None:
            return []
        options: list[Option] = []
        for material, label in (("wood", self.words("Wood")), ("stone", self.words("Stone"))):
            chosen = piece.material == material
            alter = _as_it_is if chosen else self._standing(self._new(piece.kind, material))
            options.append((label, chosen, partial(self.alter, alter)))
        return [_choices(self.app, options)]

    def _cubes(self, piece: Piece | None) -> list[ft.Control]:
        if piece is None:
            return []
        most = self.state.table.constants.capacity.of(piece.kind, piece.material)

        def read(player: Player) -> int:
            now = piece_at(player, self.place)
            return now.cubes if now else 0

        def write(player: Player, number: int) -> Player:
            now = piece_at(player, self.place)
            return self._standing(replace(now, cubes=number))(player) if now else player

        colour = self.palette.wood if piece.material == "wood" else self.palette.stone
        return [self._counter("stockpile", colour, self.words("Cubes"), read, write, most, of=most)]

    def _burn(self, on: bool) -> Alter:
        """A burning turret has no cubes; one that is put out has all of them."""

        def alter(player: Player) -> Player:
            now = piece_at(player, self.place)
            if now is None:
                return player
            whole = self.state.table.constants.capacity.of(now.kind, now.material)
            return self._standing(replace(now, flame=on, cubes=0 if on else whole))(player)

        return alter


def counter(
    app: App,
    icon_name: str,
    colour: str,
    label: str,
    value: int,
    step: Callable[[int], Any],
    *,
    most: int = MOST,
    of: int | None = None,
) -> ft.Control:
    """A line with what is counted, and a big stepper at the thumb."""
    look, palette, words = app.look, app.palette, app.words
    name = ft.Row(
        [icon(icon_name, 28 * min(look.scale, 1.4), colour), ft.Container(look.text(label, 18), expand=True)],
        spacing=10,
        expand=True,
    )
    side = 56 * max(1.0, look.scale * 0.7)

    def press(icon_of: str, what: str, by: int, possible: bool) -> ft.Control:
        return tappable(
            app,
            what,
            icon(icon_of, 26 * min(look.scale, 1.4), palette.ink),
            partial(step, by) if possible else None,
            width=side,
            height=side,
            padding=0,
            bgcolor=palette.card,
            border=ft.Border.all(2, palette.line),
        )

    said = words("{n} of {most}", n=value, most=of) if of is not None else str(value)
    number = ft.Container(
        look.text(said, 28 if of is None else 22, family=SANS_BOLD, align=ft.TextAlign.CENTER),
        width=72 * look.scale,
        alignment=ft.Alignment.CENTER,
    )
    stepping = ft.Row(
        [
            press("remove", words("{what}: one less", what=label), -1, value > 0),
            draggable(label, spoken(f"{label}: {said}", number, live_region=True), value, step, least=0, most=most),
            press("add", words("{what}: one more", what=label), 1, value < most),
        ],
        spacing=4,
        tight=True,
        alignment=ft.MainAxisAlignment.END,
    )
    if look.scale > LARGE:
        return ft.Column(
            [ft.Row([name]), ft.Row([stepping], alignment=ft.MainAxisAlignment.END)], spacing=4, tight=True
        )
    return ft.Row([name, stepping], spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _choices(app: App, options: Sequence[Option]) -> ft.Control:
    """One of a few, side by side; large words go on in the next line."""
    large = app.look.scale > LARGE
    shown: list[ft.Control] = [
        ft.Container(button(app, label, act, chosen=chosen), expand=None if large else 1)
        for label, chosen, act in options
    ]
    return ft.Row(shown, spacing=8, run_spacing=8, wrap=large)


def _as_it_is(player: Player) -> Player:
    return player


def _line(app: App, text: str) -> ft.Control:
    return app.look.text(text, 16, colour=app.palette.muted)


def _alike(now: Piece | None, option: Piece | None, *, by_material: bool) -> bool:
    if now is None or option is None:
        return now is option
    return now.material == option.material if by_material else now.kind == option.kind


def _why_not(app: App, refusal: RuleError) -> ft.Control:
    """Why this cannot be, and the rule that says so."""
    why = fault_line(app.words, refusal)
    why = why[:1].upper() + why[1:].rstrip(".") + "."
    rule = app.words("Rule {id}", id=refusal.rule)
    return spoken(
        f"{why} {rule}",
        ft.Container(
            ft.Row(
                [
                    icon("warning", 24 * min(app.look.scale, 1.4), app.palette.bad),
                    ft.Container(app.look.text(f"{why} ({refusal.rule})", 16, colour=app.palette.bad), expand=True),
                ],
                spacing=10,
            ),
            border=ft.Border.all(2, app.palette.bad),
            border_radius=12,
            padding=10,
        ),
        live_region=True,
    )
