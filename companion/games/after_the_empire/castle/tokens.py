"""The things that lie on the castle picture and change: cubes, troops, invaders, marks. Every change is animated."""

from typing import Any

import flet as ft

from companion.games.after_the_empire.castle.art import ink_on, mixed, shield
from companion.games.after_the_empire.castle.geometry import Box
from companion.shell.look import SANS_BOLD, SYMBOLS, Look, Palette
from companion.shell.parts import icon

MOVING = ft.Animation(320, ft.AnimationCurve.EASE_OUT_CUBIC)
COMING = ft.Animation(260, ft.AnimationCurve.EASE_OUT_BACK)
FADING = ft.Animation(220, ft.AnimationCurve.EASE_OUT)


def laid(box: Box, content: ft.Control | None = None, *, here: bool = True, **more: Any) -> ft.Container:
    """Something at its place; it comes, goes and moves softly."""
    return ft.Container(
        content,
        left=box.x,
        top=box.y,
        width=box.width,
        height=box.height,
        opacity=1.0 if here else 0.0,
        scale=1.0 if here else 0.4,
        animate_opacity=FADING,
        animate_scale=COMING,
        animate_position=MOVING,
        alignment=ft.Alignment.CENTER,
        **more,
    )


def figure(text: str, size: float, colour: str) -> ft.Text:
    """A number, of a size that fits its token (it grows with the picture, not with the text)."""
    return ft.Text(
        text,
        size=round(size, 1),
        font_family=SANS_BOLD,
        color=colour,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0, font_family_fallback=[SYMBOLS]),
        no_wrap=True,
    )


def changing(text: str, size: float, colour: str) -> ft.AnimatedSwitcher:
    """A number that turns into the next one."""
    shown = figure(text, size, colour)
    shown.key = text
    return ft.AnimatedSwitcher(
        shown,
        duration=220,
        reverse_duration=120,
        transition=ft.AnimatedSwitcherTransition.SCALE,
        switch_in_curve=ft.AnimationCurve.EASE_OUT,
    )


def drawn(art: str, name: str, box: Box) -> ft.AnimatedSwitcher:
    """A drawing that fades into another when its name changes."""
    return ft.AnimatedSwitcher(
        ft.Image(src=art, width=box.width, height=box.height, key=name, exclude_from_semantics=True),
        duration=320,
        reverse_duration=320,
        switch_in_curve=ft.AnimationCurve.EASE_OUT,
    )


def cube(box: Box, material: str, palette: Palette, *, here: bool) -> ft.Container:
    """A wood or stone cube on its space."""
    colour = palette.stone if material == "stone" else palette.wood
    return laid(
        box,
        here=here,
        bgcolor=colour,
        border=ft.Border.all(max(1, box.width / 12), mixed(colour, "#000000", 0.22)),
        border_radius=box.width / 5,
    )


def soldiers(box: Box, number: int, palette: Palette) -> ft.Container:
    """Soldiers: a disc with their number."""
    return laid(
        box,
        changing(str(number), _fitting(box, number), ink_on(palette, palette.soldier)),
        here=number > 0,
        bgcolor=palette.soldier,
        border=ft.Border.all(max(1.5, box.width / 16), palette.card),
        border_radius=box.width / 2,
    )


def mercenaries(box: Box, number: int, palette: Palette) -> ft.Container:
    """Mercenaries: a shield with their number."""
    art = shield(palette.mercenary, palette.card)
    shown = ft.Container(
        changing(str(number), _fitting(box, number), ink_on(palette, palette.mercenary)),
        alignment=ft.Alignment(0, -0.16),
        width=box.width,
        height=box.height,
    )
    return laid(
        box,
        ft.Stack([ft.Image(src=art, width=box.width, height=box.height, exclude_from_semantics=True), shown]),
        here=number > 0,
    )


def invaders(box: Box, icon_name: str, number: int, palette: Palette) -> ft.Container:
    """Swordsmen or archers: a red pill with their sign and number."""
    ink = ink_on(palette, palette.invader)
    return laid(
        box,
        ft.Row(
            [
                icon(icon_name, round(box.height * 0.68, 1), ink),
                changing(str(number), _fitting(box, number), ink),
            ],
            spacing=round(box.height * 0.12, 1),
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        here=number > 0,
        bgcolor=palette.invader,
        border=ft.Border.all(max(1.5, box.height / 16), palette.card),
        border_radius=box.height / 2,
    )


def siege(box: Box, engine: str | None, strength: int, palette: Palette) -> ft.Container:
    """The siege engine at the side it strikes from, with its strength."""
    badge = box.width * 0.52
    ink = ink_on(palette, palette.siege)
    return laid(
        box,
        ft.Stack(
            [
                ft.Container(
                    icon(_ENGINES.get(engine or "", "catapult"), round(box.width * 0.5, 1), ink),
                    width=box.width * 0.92,
                    height=box.width * 0.92,
                    bgcolor=palette.siege,
                    border=ft.Border.all(max(1.5, box.width / 24), palette.card),
                    border_radius=box.width / 2,
                    alignment=ft.Alignment(-0.3, -0.4),
                ),
                ft.Container(
                    changing(str(strength), badge * 0.74, palette.ink),
                    width=badge,
                    height=badge,
                    right=0,
                    bottom=0,
                    bgcolor=palette.card,
                    border=ft.Border.all(max(1.5, box.width / 24), palette.siege),
                    border_radius=badge / 2,
                    alignment=ft.Alignment.CENTER,
                ),
            ],
            width=box.width,
            height=box.height,
        ),
        here=engine is not None,
    )


_ENGINES = {
    "catapult": "catapult",
    "mangonel": "mangonel",
    "trebuchet": "trebuchet",
    "ladder": "ladder",
    "siege tower": "siege-tower",
}


def letter(box: Box, text: str, ground: str, look: Look, *, north: bool) -> ft.Container:
    """The letter of a side; North stands out, so that a turned board is read at a glance."""
    palette = look.palette
    return laid(
        box,
        figure(text, box.height * 0.74, palette.page if north else palette.ink),
        bgcolor=palette.ink if north else ground,
        border_radius=box.width / 2,
    )


def mark(box: Box, icon_name: str, colour: str, *, ground: str | None = None, here: bool = True) -> ft.Container:
    """A small sign on the board."""
    return laid(
        box,
        ft.AnimatedSwitcher(
            ft.Image(
                src=f"icons/{icon_name}.svg",
                width=round(box.width * 0.84, 1),
                height=round(box.width * 0.84, 1),
                color=colour,
                key=icon_name,
                exclude_from_semantics=True,
            ),
            duration=260,
            reverse_duration=120,
            transition=ft.AnimatedSwitcherTransition.SCALE,
        ),
        here=here,
        bgcolor=ground,
        border_radius=box.width / 2,
    )


def _fitting(box: Box, number: int) -> float:
    """The size of a number on a token: smaller when it is long."""
    return round(box.height * (0.64 if number < 100 else 0.46), 1)
