"""A castle from above, turned to its player's seat: all of its state at once, every part to be touched."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.after_the_empire.castle import art, tokens
from companion.games.after_the_empire.castle import geometry as place
from companion.games.after_the_empire.castle.geometry import Box
from companion.games.after_the_empire.castle.names import part_name, place_letter
from companion.games.after_the_empire.castle.tokens import laid
from companion.shell.app_context import App
from companion.shell.look import PLAYERS, TOUCH
from companion.shell.parts import spoken
from engine.games.after_the_empire.compass import INSIDE, SIDES, Edge
from engine.games.after_the_empire.siege import siege_strength
from engine.games.after_the_empire.state import Piece, Player, State

MOST_CUBES_SHOWN = 8
"""A piece with more cube spaces than these shows a number instead."""
LARGEST_TOKENS = 1.16
"""How much larger tokens become for a player who reads large text."""


def castle_picture(
    app: App,
    state: State,
    number: int,
    *,
    width: float,
    on_part: Callable[[str], Any] | None = None,
    show_invaders: bool = True,
) -> ft.Control:
    """The castle of player `number`. `on_part` is called with the part touched ("wall N", "turret NE", "field S",
    "inside"); without it the picture is only looked at, and read aloud."""
    picture = _Picture(app, state, number, width, show_invaders)
    seen = ft.Semantics(content=ft.Stack(picture.layers(), width=width, height=width), exclude_semantics=True)
    return ft.Stack([seen, *picture.touchable(on_part)], width=width, height=width, key=f"castle {number}")


class _Picture:
    """One drawing of one castle."""

    def __init__(self, app: App, state: State, number: int, width: float, show_invaders: bool) -> None:
        self.app, self.state, self.show_invaders = app, state, show_invaders
        self.palette = app.palette
        self.player: Player = state.players[number]
        self.castle = self.player.castle
        self.factor = width / place.SIZE
        self.larger = min(LARGEST_TOKENS, max(1.0, app.look.scale))
        self.edges = place.edges_of(self.player.seat)

    def layers(self) -> list[ft.Control]:
        """From the ground up."""
        return [
            *(self._field(side) for side in range(4)),
            self._yard(),
            self._keep(),
            *(control for side in range(4) for control in self._marks(side)),
            *(control for side in range(4) for control in self._wall(side)),
            *(control for corner in range(4) for control in self._turret(corner)),
            *(control for post in range(5) for control in self._troops(post)),
            *(control for post in range(5) for control in self._invaders(post)),
            self._siege(),
        ]

    def touchable(self, on_part: Callable[[str], Any] | None) -> list[ft.Control]:
        """A clear pane over each part: it takes the touch and has the name."""
        return [self._pane(part, on_part) for part in place.PARTS]

    def _at(self, box: Box) -> Box:
        return box.times(self.factor)

    # the ground

    def _field(self, side: int) -> ft.Control:
        edge, farm = self.edges[side], self.player.farms[side]
        box = self._at(place.field_box(edge))
        gate = self.castle.walls[side]
        road = gate is not None and gate.kind == "gate"
        return laid(
            box,
            tokens.drawn(art.field(edge, min(farm.level, 2), road, self.palette), f"{farm.level} {road}", box),
            bgcolor=self._ground(side),
            border_radius=round(10 * self.factor, 1),
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
            animate=tokens.MOVING,
        )

    def _ground(self, side: int) -> str:
        level = self.player.farms[side].level
        if not level:
            return self.palette.field_razed
        return self.palette.field if level > 1 else self.palette.field_low

    def _marks(self, side: int) -> list[ft.Control]:
        """On the field: the side's letter, the farm's mark, the protect token."""
        edge, farm, palette = self.edges[side], self.player.farms[side], self.palette
        ground = self._ground(side)
        sign = ("razed", "farm", "farm-2")[min(farm.level, 2)]
        return [
            tokens.letter(
                self._at(place.letter_box(edge)),
                place_letter(self.app.words, SIDES[side]),
                ground,
                self.app.look,
                north=SIDES[side] == "N",
            ),
            tokens.mark(
                self._at(place.farm_box(edge)),
                sign,
                palette.flame if not farm.level else art.mixed(palette.ink, palette.furrow, 0.25),
                ground=ground,
            ),
            tokens.mark(
                self._at(place.protect_box(edge)), "protect", palette.ink, ground=palette.card, here=farm.protected
            ),
        ]

    def _yard(self) -> ft.Control:
        palette = self.palette
        ground = art.mixed(palette.yard, palette.invader, 0.3) if self.player.sacked else palette.yard
        return laid(
            self._at(place.inside_box()),
            bgcolor=ground,
            border_radius=round(8 * self.factor, 1),
            animate=tokens.MOVING,
        )

    def _keep(self) -> ft.Control:
        """The keep in the middle bears its owner's sign; a sacked one burns."""
        look, palette, castle = self.app.look, self.palette, self.castle
        box = self._at(place.centred(place.MIDDLE, place.MIDDLE, 96))
        crowded = any(row[INSIDE] for row in (castle.soldiers, castle.mercenaries, *self._foes()))
        size = box.width * 0.42
        sign: ft.Control
        if self.player.sacked:
            sign = ft.Image(src="icons/sacked.svg", width=size, height=size, color=palette.invader, key="sacked")
        else:
            shape = PLAYERS.get(self.player.colour, PLAYERS["blue"]).shape
            sign = tokens.figure(shape, size, look.player(self.player.colour))
            sign.key = "shape"
        return laid(
            box,
            ft.Container(
                ft.AnimatedSwitcher(sign, duration=320, reverse_duration=320),
                opacity=0.16 if crowded else 0.8,
                animate_opacity=tokens.FADING,
                alignment=ft.Alignment.CENTER,
            ),
            bgcolor=art.mixed(palette.yard, palette.card, 0.4),
            border=ft.Border.all(max(1.5, 2 * self.factor), art.mixed(palette.yard, palette.ink, 0.18)),
            border_radius=box.width / 2,
        )

    # the castle

    def _spaces(self, piece: Piece) -> int:
        return max(self.state.table.constants.capacity.of(piece.kind, piece.material), piece.cubes)

    def _wall(self, side: int) -> list[ft.Control]:
        edge, piece = self.edges[side], self.castle.walls[side]
        box = self._at(place.wall_box(edge))
        if piece is None:
            drawing = tokens.drawn(art.missing_wall(edge, self.palette), "missing", box)
            return [laid(box, drawing), self._cubes(None, [])]
        spaces = self._spaces(piece)
        shown = spaces if spaces <= MOST_CUBES_SHOWN else 0
        name = f"{piece.material} {piece.kind} {shown}"
        drawing = tokens.drawn(art.wall(edge, piece.kind, piece.material, shown, self.palette), name, box)
        slots = place.cube_boxes(edge, shown) or [place.along_box(edge, place.MIDDLE, place.OUTER + 18, 60, 22)]
        return [laid(box, drawing), self._cubes(piece, slots)]

    def _turret(self, corner: int) -> list[ft.Control]:
        seat, piece = self.player.seat, self.castle.turrets[corner]
        whole = place.turret_box(corner, seat)
        box = self._at(whole)
        flame = self._at(place.centred(*place.turret_centre(corner, seat), 34))
        burning = piece is not None and piece.flame
        fire = tokens.mark(flame, "flame", self.palette.flame, here=burning)
        if piece is None:
            drawing = tokens.drawn(art.missing_turret(self.palette), "missing", box)
            return [laid(box, drawing), self._cubes(None, []), fire]
        spaces = self._spaces(piece)
        shown = spaces if spaces <= MOST_CUBES_SHOWN else 0
        slots = place.turret_cube_boxes(corner, seat, shown)
        holes = () if burning else tuple(Box(s.x - whole.x, s.y - whole.y, s.width, s.height) for s in slots)
        name = f"{piece.material} {len(holes)}"
        drawing = tokens.drawn(art.turret(piece.material, holes, self.palette), name, box)
        return [
            laid(box, drawing),
            self._cubes(piece, slots or [place.centred(*place.turret_centre(corner, seat), 40, 22)]),
            fire,
        ]

    def _cubes(self, piece: Piece | None, slots: list[Box]) -> ft.Control:
        """The cubes on a piece; of very many, their number."""
        whole = Box(0, 0, place.SIZE, place.SIZE)
        shown: list[ft.Control] = []
        if piece is not None and self._spaces(piece) > MOST_CUBES_SHOWN:
            box = self._at(slots[0])
            text = f"{piece.cubes}/{self._spaces(piece)}"
            shown.append(laid(box, tokens.changing(text, 16 * self.factor, self.palette.ink)))
        elif piece is not None:
            shown.extend(
                tokens.cube(self._at(slot), piece.material, self.palette, here=index < piece.cubes)
                for index, slot in enumerate(slots)
            )
        box = self._at(whole)
        return ft.Stack(shown, left=0, top=0, width=box.width, height=box.height)

    # who is there

    def _foes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        nobody = (0,) * 5
        return (self.castle.swordsmen, self.castle.archers) if self.show_invaders else (nobody, nobody)

    def _edge(self, post: int) -> Edge | None:
        return None if post == INSIDE else self.edges[post]

    def _troops(self, post: int) -> list[ft.Control]:
        soldiers, mercenaries = self.castle.soldiers[post], self.castle.mercenaries[post]
        foes = sum(1 for row in self._foes() if row[post])
        boxes = place.troop_boxes(self._edge(post), (soldiers > 0, mercenaries > 0), foes, self.larger)
        return [
            tokens.soldiers(self._at(boxes[0]), soldiers, self.palette),
            tokens.mercenaries(self._at(boxes[1]), mercenaries, self.palette),
        ]

    def _invaders(self, post: int) -> list[ft.Control]:
        swordsmen, archers = (row[post] for row in self._foes())
        defended = bool(self.castle.soldiers[post] or self.castle.mercenaries[post])
        boxes = place.invader_boxes(self._edge(post), (swordsmen > 0, archers > 0), defended, self.larger)
        return [
            tokens.invaders(self._at(boxes[0]), "swordsman", swordsmen, self.palette),
            tokens.invaders(self._at(boxes[1]), "archer", archers, self.palette),
        ]

    def _siege(self) -> ft.Control:
        siege = self.state.combat.siege if self.state.combat and self.show_invaders else None
        edge = self.edges[SIDES.index(siege.side)] if siege else "top"
        box = self._at(place.siege_box(edge))
        engine = siege.card.engine if siege else None
        return tokens.siege(box, engine, siege_strength(self.state, self.player), self.palette)

    # touch and speech

    def _pane(self, part: str, on_part: Callable[[str], Any] | None) -> ft.Control:
        box = self._at(place.touch_box(part, self.player.seat))
        wide, high = max(box.width, TOUCH), max(box.height, TOUCH)
        name = part_name(self.app.words, self.state, self.player, part)
        round_part = part.startswith("turret")
        if on_part is None:
            pane = spoken(name, ft.Container(), image=True)
        else:
            touched = on_part
            pane = spoken(
                name,
                ft.Container(
                    on_click=lambda e: touched(part),
                    ink=True,
                    border_radius=wide / 2 if round_part else 12,
                ),
                button=True,
                on_tap=lambda: touched(part),
            )
        return ft.Container(
            pane,
            left=box.x - (wide - box.width) / 2,
            top=box.y - (high - box.height) / 2,
            width=wide,
            height=high,
            key=part,
        )
