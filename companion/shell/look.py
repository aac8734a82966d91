"""How the app looks: parchment by day, slate by night; colours, type and measures in one place."""

import re
from typing import Literal, NamedTuple, TypeAlias

import flet as ft

ThemeName: TypeAlias = Literal["light", "dark", "contrast"]

CAPS, SANS, SANS_MEDIUM, SANS_BOLD = "Caps", "Sans", "Sans Medium", "Sans Bold"
SYMBOLS = "Companion Symbols"

FONTS = {
    CAPS: "fonts/AlegreyaSC-ExtraBold.ttf",
    SANS: "fonts/AlegreyaSans-Regular.ttf",
    SANS_MEDIUM: "fonts/AlegreyaSans-Medium.ttf",
    SANS_BOLD: "fonts/AlegreyaSans-ExtraBold.ttf",
    SYMBOLS: "fonts/CompanionSymbols.ttf",
}
"""Family name → file in assets. A weight is a family of its own."""

LETTER = {CAPS: 0.66, SANS_BOLD: 0.53}
"""How wide a letter of a large type is on average, in its size."""

INSET = 64
"""What the frame of a card and an icon take of a column's width."""

LEAST = 15
"""No text is made smaller than this to fit."""

TOUCH = 48
"""The smallest side of anything that can be touched."""

GAP = 12
"""The space between things."""

FOCUS = 0.4
"""How much of a colour shows where the keyboard is."""

ROUND = 16
"""The corners of cards and buttons."""


class Palette(NamedTuple):
    """The colours of a theme. Every text colour keeps 4.5:1 on its ground."""

    page: str
    card: str
    line: str
    ink: str
    muted: str
    button: str
    on_button: str
    gold: str
    good: str
    bad: str
    link: str
    chosen: str
    wood: str
    stone: str
    cube_gap: str
    field: str
    field_low: str
    field_razed: str
    furrow: str
    yard: str
    soldier: str
    mercenary: str
    invader: str
    on_token: str
    flame: str
    siege: str
    shade: str


LIGHT = Palette(
    page="#efe6d2", card="#faf4e6", line="#cdbd9b", ink="#2a2520", muted="#675d4e",
    button="#2a2520", on_button="#faf4e6", gold="#8a5d00", good="#3b6b33", bad="#a12a22", link="#1f4f82",
    chosen="#2a2520", wood="#8f5e30", stone="#7d8590", cube_gap="#cdbd9b",
    field="#9aa87f", field_low="#c1c3a4", field_razed="#b9a58b", furrow="#6d7f57", yard="#d9cba9",
    soldier="#24527f", mercenary="#6b4a8a", invader="#a12a22", on_token="#ffffff", flame="#c8501e",
    siege="#8a5d00", shade="#00000026",
)  # fmt: skip

DARK = Palette(
    page="#1d1f22", card="#2a2d31", line="#4a4f56", ink="#f1ead9", muted="#b6ae9d",
    button="#e6d6ae", on_button="#1d1f22", gold="#e5b64c", good="#8fc97f", bad="#f08a7e", link="#8fbdf0",
    chosen="#e6d6ae", wood="#b98552", stone="#98a1ad", cube_gap="#5a5f66",
    field="#4f5f41", field_low="#3f4638", field_razed="#4a3b2e", furrow="#7d9163", yard="#3a352b",
    soldier="#4f8ccb", mercenary="#9674be", invader="#c2483c", on_token="#ffffff", flame="#f08a4b",
    siege="#e5b64c", shade="#00000066",
)  # fmt: skip

CONTRAST = Palette(
    page="#ffffff", card="#ffffff", line="#000000", ink="#000000", muted="#2b2b2b",
    button="#000000", on_button="#ffffff", gold="#6b4700", good="#0b5a0b", bad="#a30000", link="#00308f",
    chosen="#000000", wood="#6b3f12", stone="#4b5563", cube_gap="#8a8a8a",
    field="#a9c48a", field_low="#d4dfc2", field_razed="#d8c3a5", furrow="#35502a", yard="#f2e7c9",
    soldier="#00308f", mercenary="#5b1e8c", invader="#a30000", on_token="#ffffff", flame="#b33c00",
    siege="#6b4700", shade="#00000040",
)  # fmt: skip

PALETTES: dict[ThemeName, Palette] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}


class PlayerLook(NamedTuple):
    """A player's colour and the shape that tells it apart without colour."""

    light: str
    dark: str
    shape: str


PLAYERS: dict[str, PlayerLook] = {
    "red": PlayerLook("#b03a2e", "#f0867a", "▲"),
    "blue": PlayerLook("#2765a1", "#7fb3ea", "●"),
    "green": PlayerLook("#3a7230", "#8fcf80", "■"),
    "violet": PlayerLook("#7a4fb5", "#bd9bec", "◆"),
    "yellow": PlayerLook("#7d6000", "#ecc94b", "★"),
    "black": PlayerLook("#3a3a3a", "#d0d0d0", "⬟"),
}
"""The colours a player can have; the shape is always shown with it."""


class Look(NamedTuple):
    """A theme at a text size: what every component draws with."""

    name: ThemeName
    palette: Palette
    scale: float = 1.0
    column: float = 366
    """The width of a column of text."""

    def player(self, colour: str) -> str:
        """A player's colour on this theme's ground."""
        known = PLAYERS.get(colour, PLAYERS["blue"])
        return known.dark if self.name == "dark" else known.light

    def text(
        self,
        value: str,
        size: float = 16,
        *,
        family: str = SANS,
        colour: str | None = None,
        align: ft.TextAlign = ft.TextAlign.START,
        lines: int | None = None,
        beside: float = 0,
    ) -> ft.Text:
        """Text in the app's own type, at the player's text size. What stands `beside` it takes so much of a column."""
        return ft.Text(
            value,
            size=self._fitting(value, size * self.scale, family, self.column - INSET - beside),
            font_family=family,
            color=colour or self.palette.ink,
            text_align=align,
            max_lines=lines,
            overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
            style=ft.TextStyle(font_family_fallback=[SYMBOLS]),
        )

    def grown(self, size: float, most: float = 1.5) -> float:
        """The size of something that grows with the text, but only so far."""
        return size * min(self.scale, most)

    def limited(self, size: float, most: float = 1.5) -> float:
        """The size of a text that is large already, so that it grows with the others only so far."""
        return self.grown(size, most) / self.scale

    def _fitting(self, value: str, size: float, family: str, room: float) -> float:
        """The size at which the longest word still fits the room: one that breaks in the middle is hard to read."""
        if family not in LETTER:
            return size
        longest = max(map(len, re.split(r"[\s-]", value)))
        fits = room / (LETTER[family] * longest) if longest else size
        return min(size, max(fits, self.grown(LEAST)))

    def bold(self, value: str, size: float = 16, *, colour: str | None = None, lines: int | None = None) -> ft.Text:
        """Bold text."""
        return self.text(value, size, family=SANS_BOLD, colour=colour, lines=lines)

    def title(
        self, value: str, size: float = 26, *, colour: str | None = None, lines: int | None = None, beside: float = 0
    ) -> ft.Text:
        """A heading in small capitals."""
        return self.text(value, size, family=CAPS, colour=colour, lines=lines, beside=beside)


def page_theme(look: Look) -> ft.Theme:
    """The Material theme beneath, so that what Flet draws itself fits in."""
    palette = look.palette
    return ft.Theme(
        font_family=SANS,
        scaffold_bgcolor=palette.page,
        focus_color=ft.Colors.with_opacity(FOCUS, palette.link),
        color_scheme=ft.ColorScheme(
            primary=palette.button,
            on_primary=palette.on_button,
            surface=palette.page,
            on_surface=palette.ink,
            surface_container_low=palette.card,
            surface_container=palette.card,
            surface_container_high=palette.card,
            on_surface_variant=palette.muted,
            outline=palette.muted,
            outline_variant=palette.line,
            secondary=palette.link,
            error=palette.bad,
        ),
    )
