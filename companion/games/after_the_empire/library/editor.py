"""A card's own numbers, to be set by tapping: tiers, engine, cost, effects, condition."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import flet as ft

from companion.games.after_the_empire.library.facts import (
    condition_words,
    counted_name,
    engine_name,
    goods_words,
    surge_name,
)
from companion.games.after_the_empire.library.goods import goods_editor
from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.library.tiers import AnyTier, tier_rows, tier_words
from companion.shell.app_context import App
from companion.shell.look import SANS, SANS_BOLD, SYMBOLS
from companion.shell.parts import button, card, choices, icon_button
from companion.shell.rows import filling, note, option_list, section, switch_row
from companion.shell.words import Words
from engine.core.record import replace
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    Condition,
    Counted,
    Effect,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeEngine,
    Surge,
)
from engine.games.after_the_empire.goods import GAINS, RESOURCES, Goods

Change = Callable[[Any], Any]

MOST_EFFECTS = 10


def card_editor(app: App, made: Card, change: Change) -> list[ft.Control]:
    """Everything about a card but its name."""
    if isinstance(made, InvaderCard):
        return [_tiers(app, made, change)]
    if isinstance(made, SiegeCard):
        return [_siege(app, made, change), _tiers(app, made, change)]
    if isinstance(made, ObjectiveCard):
        return [_objective(app, made, change)]
    return [_holding(app, made, change), *_effects(app, made, change)]


def _tiers(app: App, made: InvaderCard | SiegeCard, change: Change) -> ft.Control:
    words = app.words

    def put(tiers: tuple[AnyTier, ...]) -> None:
        changes: dict[str, Any] = {"tiers": tiers}
        change(replace(made, **changes))

    return section(
        app,
        words("Tiers of gold"),
        note(app, words("Only the highest tier a player’s gold (or the threat) reaches counts.")),
        tier_rows(app, made.tiers, put),
        icon_name="gold",
    )


def _siege(app: App, made: SiegeCard, change: Change) -> ft.Control:
    words = app.words
    engines = [(engine, engine_name(words, engine)) for engine in get_args(SiegeEngine)]
    surges = [(surge, surge_name(words, surge)) for surge in get_args(Surge)]
    return card(
        app,
        app.look.bold(words("Engine")),
        choices(app, engines, made.engine, lambda engine: change(replace(made, engine=engine))),
        app.look.bold(words("Surge strikes")),
        choices(app, surges, made.surge, lambda surge: change(replace(made, surge=surge))),
    )


# buildings and refugees


def _holding(app: App, made: BuildingCard | RefugeeCard, change: Change) -> ft.Control:
    words = app.words
    rows: list[ft.Control] = [
        number_box(app, words("Value at the end"), made.value, lambda n: change(replace(made, value=n)),
                   icon_name="crown", key="value"),
        goods_editor(app, words("Cost"), made.cost, RESOURCES, lambda cost: change(replace(made, cost=cost)),
                     key="cost"),
        switch_row(app, words("Starting card"), made.starting, lambda on: change(replace(made, starting=on)),
                   words("dealt at set-up, not bought in the market")),
    ]  # fmt: skip
    if isinstance(made, RefugeeCard) and made.starting:
        rows.append(
            number_box(app, words("Initiative"), made.initiative, lambda n: change(replace(made, initiative=n)),
                       icon_name="initiative", key="initiative")
        )  # fmt: skip
    return card(app, *rows)


def when_name(words: Words, when: str) -> str:
    """When an effect works."""
    names = {
        "worker": words("with a worker"),
        "free": words("free, once a season"),
        "gained": words("when it is gained"),
    }
    return names[when]


def _effects(app: App, made: BuildingCard | RefugeeCard, change: Change) -> list[ft.Control]:
    words = app.words

    def put(effects: tuple[Effect, ...]) -> None:
        change(replace(made, effects=effects))

    rows: list[ft.Control] = [
        _effect(app, index, effect, made.effects, put) for index, effect in enumerate(made.effects)
    ]
    add = partial(put, (*made.effects, Effect("free"))) if len(made.effects) < MOST_EFFECTS else None
    return [*rows, button(app, words("Add an effect"), add, icon_name="add")]


def _effect(
    app: App, index: int, effect: Effect, effects: tuple[Effect, ...], put: Callable[[tuple[Effect, ...]], Any]
) -> ft.Control:
    words = app.words

    def change(new: Effect) -> None:
        put((*effects[:index], new, *effects[index + 1 :]))

    number = index + 1
    title = ft.Row(
        [
            filling(app.look.bold(words("Effect {n}", n=number), 18)),
            icon_button(app, "close", words("Remove effect {n}", n=number),
                        lambda: put((*effects[:index], *effects[index + 1 :])), colour=app.palette.muted),
        ]
    )  # fmt: skip
    whens = [(when, when_name(words, when)) for when in ("worker", "free", "gained")]
    pays = words("Effect {n} pays", n=number)
    gains = words("Effect {n} gains", n=number)
    rows: list[ft.Control] = [
        title,
        *option_list(app, whens, effect.when, lambda when: change(replace(effect, when=when))),
        goods_editor(app, pays, effect.cost, RESOURCES, lambda cost: change(replace(effect, cost=cost)),
                     key=f"pays {index}"),
        goods_editor(app, gains, effect.gain, GAINS, lambda gain: change(replace(effect, gain=gain)),
                     key=f"gains {index}"),
        text_field(app, words("In words, as the card says it"), effect.words,
                   lambda text: change(replace(effect, words=text[:200])), most=200, key=f"words {index}"),
    ]  # fmt: skip
    return ft.Container(card(app, *rows), key=f"effect {index}")


def text_field(app: App, label: str, value: str, done: Callable[[str], Any], *, most: int, key: str) -> ft.TextField:
    """A text; what was typed counts when the field is left."""
    look, palette = app.look, app.palette
    return ft.TextField(
        value=value,
        label=label,
        max_length=most,
        counter="",
        text_style=ft.TextStyle(size=18 * look.scale, font_family=SANS_BOLD, color=palette.ink,
                                font_family_fallback=[SYMBOLS]),
        label_style=ft.TextStyle(size=15 * look.scale, font_family=SANS, color=palette.muted),
        border=ft.OutlineInputBorder(border_radius=12, side=ft.BorderSide(2, palette.line)),
        on_blur=lambda e: done(e.control.value or ""),
        on_submit=lambda e: done(e.control.value or ""),
        key=key,
    )  # fmt: skip


# objectives


def _objective(app: App, made: ObjectiveCard, change: Change) -> ft.Control:
    words = app.words
    condition = made.condition
    rows: list[ft.Control] = [
        number_box(app, words("Value"), made.value, lambda n: change(replace(made, value=n)), icon_name="crown",
                   key="value"),
        app.look.bold(words("When is it met?")),
        *option_list(
            app,
            [
                (True, words("A condition the app can check")),
                (False, words("A plain question at the end of the game")),
            ],
            condition is not None,
            lambda checked: change(replace(made, condition=Condition("soldiers", "most") if checked else None)),
        ),
    ]  # fmt: skip
    if condition is not None:
        rows.extend(_condition(app, condition, lambda new: change(replace(made, condition=new))))
    return card(app, *rows)


def _condition(app: App, condition: Condition, change: Callable[[Condition], Any]) -> list[ft.Control]:
    words = app.words
    tests = [
        ("most", words("the most")),
        ("at least", words("at least")),
        ("at most", words("at most")),
        ("exactly", words("exactly")),
    ]
    rows: list[ft.Control] = [
        app.look.text(condition_words(words, condition), 20, family=SANS_BOLD, colour=app.palette.good),
        choices(app, tests, condition.test, lambda test: change(replace(condition, test=test))),
    ]
    if condition.test != "most":
        rows.append(
            number_box(app, words("How many"), condition.number, lambda n: change(replace(condition, number=n)),
                       key="how many")
        )  # fmt: skip
    counted = [(name, counted_name(words, name)) for name in get_args(Counted)]
    rows.append(note(app, words("of what")))
    rows.append(choices(app, counted, condition.counts, lambda name: change(replace(condition, counts=name))))
    return rows


def described(app: App, made: Card) -> list[ft.Control]:
    """A card to be read, not changed."""
    words, look = app.words, app.look
    rows: list[ft.Control] = []
    if isinstance(made, InvaderCard | SiegeCard):
        rows.extend(look.text(tier_words(words, tier), 17) for tier in made.tiers)
    elif not isinstance(made, ObjectiveCard):
        for effect in made.effects:
            rows.append(look.bold(effect.words or goods_words(words, effect.gain), 17))
            rows.append(note(app, _exchange(words, effect.when, effect.cost, effect.gain)))
    return [card(app, *rows)] if rows else []


def _exchange(words: Words, when: str, cost: Goods, gain: Goods) -> str:
    parts = [when_name(words, when)]
    if goods_words(words, cost):
        parts.append(words("pays {goods}", goods=goods_words(words, cost)))
    if goods_words(words, gain):
        parts.append(words("gains {goods}", goods=goods_words(words, gain)))
    return " · ".join(parts)
