"""Tiles: a space of the board as something to touch. Greyed where the rules refuse, but still touchable."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.actions.spaces import Offer, Tile, refusal_words
from companion.games.after_the_empire.goods_row import trade
from companion.games.after_the_empire.players_strip import player_shape
from companion.shell.app_context import App
from companion.shell.frame import ROOMY
from companion.shell.look import GAP, ROUND, SANS_BOLD, TOUCH
from companion.shell.parts import icon, spoken
from companion.shell.taps import Act, tapped
from engine.games.after_the_empire.state import State

Take = Callable[[Tile, Offer], Any]
Look = Callable[[Tile], Any]

GREYED = 0.42
"""How much of a refused offer is still seen."""

ROOM_FOR_THREE = 480
"""The width of a column in which three offers stand side by side."""

HEAD = 96
"""The width of a space's name beside its offers."""


def touchable(
    app: App,
    label: str,
    content: ft.Control,
    act: Act,
    *,
    hold: Act | None = None,
    greyed: bool = False,
    **box: Any,
) -> ft.Control:
    """Like `tappable`, with a long press, and greyed while it can still be touched."""
    shape: dict[str, Any] = {"border_radius": ROUND, "padding": 8, "alignment": ft.Alignment.CENTER} | box
    held: dict[str, Any] = {}
    if hold is not None:
        shape["on_long_press"] = lambda e: hold()
        held = {"on_long_press": lambda e: hold(), "on_long_press_hint_text": app.words("details")}
    return spoken(
        label,
        ft.Container(
            ft.Container(content, opacity=GREYED) if greyed else content,
            on_click=tapped(label, act),
            ink=True,
            **shape,
        ),
        button=True,
        on_tap=act,
        **held,
    )


def tile_grid(app: App, state: State, tiles: Sequence[Tile], take: Take, look: Look, most: int = 3) -> list[ft.Control]:
    """Spaces of one offer side by side; those with several as a card of their own, one touch for each offer."""
    across = min(most, 3 if app.look.scale <= 1.2 else 2 if app.look.scale <= 1.6 else 1)
    rows: list[ft.Control] = []
    waiting: list[ft.Control] = []

    def flush() -> None:
        if waiting:
            blanks = [ft.Container(expand=1) for _ in range(-len(waiting) % across)]
            rows.append(_even_row([*waiting, *blanks]))
            waiting.clear()

    for tile in tiles:
        if len(tile.offers) == 1:
            waiting.append(ft.Container(single_tile(app, state, tile, take, look), expand=1, key=tile.id))
            if len(waiting) == across:
                flush()
        else:
            flush()
            rows.append(ft.Container(several_tile(app, state, tile, take, look), key=tile.id))
    flush()
    return rows


def _even_row(controls: list[ft.Control]) -> ft.Row:
    """Side by side and equally high."""
    return ft.Row(controls, spacing=8, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def single_tile(app: App, state: State, tile: Tile, take: Take, look: Look) -> ft.Control:
    """A space with one offer: one tap, the worker stands there."""
    offer = tile.offers[0]
    palette, greyed = app.palette, offer.refusal is not None
    shown: list[ft.Control] = [
        ft.Row(
            [icon(tile.icon, 26 * app.look.scale, palette.ink), places_pips(app, state, tile)],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.START,
            spacing=4,
        ),
        app.look.text(tile.name, 15, family=SANS_BOLD),
        offer_line(app, offer, ft.MainAxisAlignment.START),
    ]
    return touchable(
        app,
        spoken_offer(app, tile, offer),
        ft.Column(shown, spacing=3, horizontal_alignment=ft.CrossAxisAlignment.START),
        partial(take, tile, offer),
        hold=partial(look, tile),
        greyed=greyed,
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.line),
        padding=10,
        alignment=ft.Alignment.TOP_LEFT,
    )


def several_tile(app: App, state: State, tile: Tile, take: Take, look: Look) -> ft.Control:
    """A space with several offers: each is one tap."""
    palette, scale = app.palette, app.look.scale
    beside = scale <= ROOMY
    across = 1 if scale > 1.4 else 3 if app.look.column >= ROOM_FOR_THREE and len(tile.offers) == 3 else 2
    buttons = [ft.Container(offer_button(app, tile, offer, take, look), expand=1) for offer in tile.offers]
    rows: list[ft.Control] = [_even_row(list(buttons[at : at + across])) for at in range(0, len(buttons), across)]
    head = _head(app, state, tile, look, beside)
    offers = ft.Column(rows, spacing=8, tight=True, alignment=ft.MainAxisAlignment.CENTER,
                       horizontal_alignment=ft.CrossAxisAlignment.STRETCH)  # fmt: skip
    if beside:
        offers.expand = True
        content: ft.Control = ft.Row([ft.Container(head, width=HEAD), offers], spacing=8)
    else:
        content = ft.Column([head, offers], spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        content, bgcolor=palette.card, border=ft.Border.all(2, palette.line), border_radius=ROUND, padding=8
    )


def _head(app: App, state: State, tile: Tile, look: Look, beside: bool) -> ft.Control:
    """The name of a space with several offers; a tap tells more."""
    drawn = icon(tile.icon, 26 * app.look.scale, app.palette.ink)
    name, pips = app.look.text(tile.name, 15, family=SANS_BOLD), places_pips(app, state, tile)
    if beside:
        content: ft.Control = ft.Column(
            [ft.Row([drawn, pips], spacing=6, alignment=ft.MainAxisAlignment.SPACE_BETWEEN), name],
            spacing=2,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    else:
        content = ft.Row([drawn, ft.Container(name, expand=True), pips], spacing=8)
    return touchable(
        app,
        app.words("{space}: details", space=tile.name),
        content,
        partial(look, tile),
        greyed=bool(tile.offers) and all(offer.refusal is not None for offer in tile.offers),
        padding=4,
        alignment=ft.Alignment.CENTER_LEFT,
    )


def offer_button(app: App, tile: Tile, offer: Offer, take: Take, look: Look) -> ft.Control:
    """One offer of a space."""
    return touchable(
        app,
        spoken_offer(app, tile, offer),
        ft.Container(offer_line(app, offer), alignment=ft.Alignment.CENTER),
        partial(take, tile, offer),
        hold=partial(look, tile),
        greyed=offer.refusal is not None,
        bgcolor=app.palette.page,
        border=ft.Border.all(1.5, app.palette.line),
        border_radius=GAP,
        padding=ft.Padding.symmetric(horizontal=6, vertical=max(8, (TOUCH - 22 * app.look.scale) / 2)),
    )


def offer_line(app: App, offer: Offer, alignment: ft.MainAxisAlignment = ft.MainAxisAlignment.CENTER) -> ft.Control:
    """Cost → gain in icons, with a word where icons do not say it."""
    line = trade(app, offer.cost, offer.gain)
    line.alignment = alignment
    if offer.note:
        line.controls.append(app.look.text(offer.note, 14, colour=app.palette.muted))
    return line


def places_pips(app: App, state: State, tile: Tile) -> ft.Row:
    """The places of a space: whoever stands there by shape, the free ones as rings."""
    size = 11 * app.look.scale
    standing: list[ft.Control] = [player_shape(app, state.players[number], 13) for number in tile.standing]
    free: list[ft.Control] = [
        ft.Container(width=size, height=size, border_radius=size, border=ft.Border.all(1.5, app.palette.muted))
        for _ in range(max(0, tile.places - len(tile.standing)))
    ]
    return ft.Row([*standing, *free], spacing=3, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def spoken_offer(app: App, tile: Tile, offer: Offer) -> str:
    """An offer as a screen reader says it: "Tax: 5 food"; refused ones say why."""
    label = f"{tile.name}: {offer.said}" if offer.said else tile.name
    if offer.refusal is None:
        return label
    return app.words("{what}. Not now: {why}", what=label, why=refusal_words(app.words, offer.refusal))
