"""What is paid and gained, in icons with numbers and in words."""

import flet as ft

from companion.games.after_the_empire.library.facts import GOODS_ICONS
from companion.shell.app_context import App
from companion.shell.look import SANS_BOLD, Palette
from companion.shell.parts import icon
from companion.shell.words import Words
from engine.games.after_the_empire.goods import GAINS, Goods


def goods_colour(palette: Palette, name: str) -> str:
    """The colour a thing's icon has everywhere."""
    colours = {
        "gold": palette.gold,
        "food": palette.good,
        "wood": palette.wood,
        "stone": palette.stone,
        "iron": palette.muted,
        "soldiers": palette.soldier,
        "mercenaries": palette.mercenary,
        "heal": palette.bad,
        "wounded": palette.bad,
        "sow": palette.good,
        "protect": palette.link,
    }
    return colours.get(name, palette.ink)


def amount(app: App, icon_name: str, colour: str, number: str, size: float = 17) -> ft.Row:
    """An icon and how many of it."""
    return ft.Row(
        [icon(icon_name, size * 1.1 * app.look.scale, colour), app.look.text(number, size, family=SANS_BOLD)],
        spacing=3,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def goods_icons(app: App, goods: Goods, size: float = 17, sign: str = "") -> list[ft.Control]:
    """One icon with its number for everything in the goods."""
    return [
        amount(app, GOODS_ICONS[name], goods_colour(app.palette, name), sign + _number(goods, name), size)
        for name in GAINS
        if getattr(goods, name)
    ]


def _number(goods: Goods, name: str) -> str:
    """A Move-3 token is known by its 3."""
    number: int = getattr(goods, name)
    if name == "move_threes":
        return "3" if number == 1 else f"{number}×3"
    return str(number)


def trade(app: App, cost: Goods, gain: Goods, size: float = 17) -> ft.Row:
    """Cost → gain, wrapping where there is little room."""
    shown = goods_icons(app, cost, size)
    if shown and gain != Goods():
        shown.append(icon("next", size * 0.9 * app.look.scale, app.palette.muted))
    shown += goods_icons(app, gain, size)
    return ft.Row(
        shown,
        spacing=6,
        run_spacing=2,
        wrap=True,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def trade_words(words: Words, cost: Goods, gain: Goods) -> str:
    """ "5 gold for 3 soldiers"."""
    paid, gained = goods_sentence(words, cost), goods_sentence(words, gain)
    if not paid:
        return gained
    return words("{paid} for {gained}", paid=paid, gained=gained) if gained else paid


def goods_sentence(words: Words, goods: Goods) -> str:
    """ "4 gold, 1 mercenary"; nothing for nothing."""
    several = words.several
    said = {
        "gold": several("{n} gold", "{n} gold", goods.gold),
        "food": several("{n} food", "{n} food", goods.food),
        "wood": several("{n} wood", "{n} wood", goods.wood),
        "stone": several("{n} stone", "{n} stone", goods.stone),
        "iron": several("{n} iron", "{n} iron", goods.iron),
        "soldiers": several("{n} soldier", "{n} soldiers", goods.soldiers),
        "mercenaries": several("{n} mercenary", "{n} mercenaries", goods.mercenaries),
        "heal": several("{n} soldier healed", "{n} soldiers healed", goods.heal),
        "sow": several("{n} sowing", "{n} sowings", goods.sow),
        "protect": several("{n} farm protected", "{n} farms protected", goods.protect),
        "move_ones": several("{n} Move-1 token", "{n} Move-1 tokens", goods.move_ones),
        "move_threes": several("{n} Move-3 token", "{n} Move-3 tokens", goods.move_threes),
    }
    return ", ".join(said[name] for name in GAINS if getattr(goods, name))
