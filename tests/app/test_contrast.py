"""Every colour of text keeps 4.5:1 on its ground, every mark that means something 3:1 (WCAG 1.4.3, 1.4.11)."""

import pytest

from companion.shell.look import PALETTES, PLAYERS, Look, ThemeName

TEXT, MARK = 4.5, 3.0
THEMES: tuple[ThemeName, ...] = ("light", "dark", "contrast")
GROUNDS = ("page", "card")
INKS = ("ink", "muted", "gold", "good", "bad", "link", "siege")
ON_TOKENS = ("soldier", "mercenary", "invader")


def brightness(colour: str) -> float:
    """WCAG's relative luminance of "#rrggbb"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_itself():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", INKS)
def test_text_on_page_and_card(theme: ThemeName, ground: str, ink: str):
    palette = PALETTES[theme]._asdict()
    assert contrast(palette[ink], palette[ground]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_buttons(theme: ThemeName):
    palette = PALETTES[theme]
    assert contrast(palette.on_button, palette.button) >= TEXT
    assert contrast(palette.on_button, palette.chosen) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("colour", sorted(PLAYERS))
def test_a_players_name_in_their_colour(theme: ThemeName, ground: str, colour: str):
    palette = PALETTES[theme]
    assert contrast(Look(theme, palette).player(colour), palette._asdict()[ground]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("token", ON_TOKENS)
def test_numbers_on_tokens_are_large_and_bold(theme: ThemeName, token: str):
    """Bold and 19 px or more counts as large text, which needs 3:1."""
    palette = PALETTES[theme]
    assert contrast(palette.on_token, palette._asdict()[token]) >= MARK


def test_every_player_has_a_shape_of_their_own():
    assert len({look.shape for look in PLAYERS.values()}) == len(PLAYERS)
