"""Rows of gold tiers: from so much gold on, so many invaders, or so much strength."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

import flet as ft

from companion.games.after_the_empire.library.keys import number_box
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import ROUND, SANS_BOLD
from companion.shell.parts import button, icon, icon_button, tappable
from companion.shell.words import Words
from engine.core.record import replace
from engine.games.after_the_empire.cards import SiegeTier, Tier

AnyTier: TypeAlias = Tier | SiegeTier

MOST_TIERS = 20
MOST_GOLD = 999


@screen
def tier_rows(
    app: App, tiers: tuple[AnyTier, ...], change: Callable[[tuple[AnyTier, ...]], Any], *, most: int = MOST_TIERS
) -> ft.Control:
    """Every tier in a line, one of them open to be changed; a tier out of order says so."""
    words = app.words
    opened, open_tier = ft.use_state(len(tiers) - 1)

    def add() -> None:
        open_tier(len(tiers))
        change((*tiers, next_tier(tiers)))

    rows: list[ft.Control] = [
        _row(app, index, tier, tiers, change)
        if index == opened
        else _line(app, index, tiers, partial(open_tier, index))
        for index, tier in enumerate(tiers)
    ]
    rows.append(button(app, words("Add a tier of more gold"), add if len(tiers) < most else None, icon_name="add"))
    return ft.Column(rows, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def tier_words(words: Words, tier: AnyTier) -> str:
    """What a tier brings."""
    if isinstance(tier, SiegeTier):
        return words("from {gold} gold: strength {n}", gold=tier.gold, n=tier.strength)
    swordsmen = words.several("{n} swordsman", "{n} swordsmen", tier.swordsmen)
    archers = words.several("{n} archer", "{n} archers", tier.archers)
    return words("from {gold} gold: {swordsmen}, {archers}", gold=tier.gold, swordsmen=swordsmen, archers=archers)


def _line(app: App, index: int, tiers: tuple[AnyTier, ...], act: Callable[[], Any]) -> ft.Control:
    """A tier in one line; a tap opens it."""
    words, look, palette = app.words, app.look, app.palette
    tier = tiers[index]
    fault = order_fault(words, tiers, index)
    numbers = [("gold", tier.gold, palette.gold)]
    if isinstance(tier, Tier):
        numbers += [("swordsman", tier.swordsmen, palette.ink), ("archer", tier.archers, palette.ink)]
    else:
        numbers.append(("combat", tier.strength, palette.ink))
    cells: list[ft.Control] = [
        ft.Container(
            ft.Row([icon(name, 22 * look.scale, colour), look.text(str(number), 19, family=SANS_BOLD)], spacing=6),
            expand=1,
        )
        for name, number, colour in numbers
    ]
    content: list[ft.Control] = [ft.Row([*cells, icon("edit", 18, palette.muted)], spacing=8)]
    if fault is not None:
        content.append(look.text(fault, 15, colour=palette.bad))
    return ft.Container(
        tappable(
            app,
            words("Tier {n}, {what}", n=index + 1, what=tier_words(words, tier)),
            ft.Column(content, spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            act,
            padding=ft.Padding.symmetric(horizontal=12, vertical=11),
            border=ft.Border.all(2, palette.bad if fault is not None else palette.line),
        ),
        key=f"tier {index}",
    )


def next_tier(tiers: tuple[AnyTier, ...]) -> AnyTier:
    """One that follows the last: a step more gold, one more of what it brings."""
    last = tiers[-1]
    step = last.gold - tiers[-2].gold if len(tiers) > 1 and last.gold > tiers[-2].gold else 5
    gold = min(MOST_GOLD, last.gold + step)
    if isinstance(last, Tier):
        return replace(last, gold=gold, swordsmen=min(99, last.swordsmen + 1))
    return replace(last, gold=gold, strength=min(99, last.strength + 1))


def order_fault(words: Words, tiers: tuple[AnyTier, ...], index: int) -> str | None:
    """Why the tier at this place cannot stay so; None if it can."""
    if index and tiers[index].gold <= tiers[index - 1].gold:
        return words("This must be more than the {n} gold of the tier above.", n=tiers[index - 1].gold)
    return None


def in_order(tiers: tuple[AnyTier, ...]) -> bool:
    """Do the tiers rise?"""
    return all(lower.gold < higher.gold for lower, higher in pairwise(tiers))


def _row(
    app: App,
    index: int,
    tier: AnyTier,
    tiers: tuple[AnyTier, ...],
    change: Callable[[tuple[AnyTier, ...]], Any],
) -> ft.Control:
    """A tier with its steppers."""
    words = app.words
    key = f"tier {index}"

    def put(new: AnyTier) -> None:
        change((*tiers[:index], new, *tiers[index + 1 :]))

    def field(name: str, number: int) -> None:
        changes: dict[str, Any] = {name: number}
        put(replace(tier, **changes))

    fault = order_fault(words, tiers, index)
    number = index + 1
    title = ft.Row(
        [
            app.look.bold(words("Tier {n}", n=number), 16, colour=app.palette.muted),
            icon_button(
                app,
                "close",
                words("Remove tier {n}", n=number),
                (lambda: change((*tiers[:index], *tiers[index + 1 :]))) if len(tiers) > 1 else None,
                colour=app.palette.muted,
            ),
        ],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    numbers = [
        number_box(app, words("Tier {n}, from gold", n=number), tier.gold, partial(field, "gold"), most=MOST_GOLD,
                   icon_name="gold", caption=words("from gold"), key=f"{key} gold"),
    ]  # fmt: skip
    if isinstance(tier, Tier):
        numbers += [
            number_box(app, words("Tier {n}, swordsmen", n=number), tier.swordsmen, partial(field, "swordsmen"),
                       icon_name="swordsman", caption=words("swordsmen"), key=f"{key} swordsmen"),
            number_box(app, words("Tier {n}, archers", n=number), tier.archers, partial(field, "archers"),
                       icon_name="archer", caption=words("archers"), key=f"{key} archers"),
        ]  # fmt: skip
    else:
        numbers.append(
            number_box(app, words("Tier {n}, strength", n=number), tier.strength, partial(field, "strength"),
                       icon_name="combat", caption=words("strength"), key=f"{key} strength")
        )  # fmt: skip
    content: list[ft.Control] = [title, *numbers]
    if fault is not None:
        content.append(app.look.text(fault, 15, colour=app.palette.bad))
    return ft.Container(
        ft.Column(content, spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        key=key,
        padding=ft.Padding.only(left=12, right=4, top=0, bottom=8),
        bgcolor=app.palette.card,
        border=ft.Border.all(2, app.palette.bad if fault is not None else app.palette.ink),
        border_radius=ROUND,
    )
