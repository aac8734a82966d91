"""Quick entry: an unknown card in the heat of the evening, just what it did.

Such a card's id begins with "quick" and tells all its numbers ("quick-invader-0x3x1"), so that the card can be
taught afterwards from its id alone.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args
from urllib.parse import quote, unquote

import flet as ft

from companion.games.after_the_empire.library.facts import (
    GOODS_ICONS,
    engine_name,
    goods_name,
    kind_name,
    surge_name,
)
from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.library.tiers import AnyTier, in_order, tier_rows
from companion.shell.app_context import App
from companion.shell.parts import big_button, button, card, choices, heading
from companion.shell.words import Words
from companion.storage import SavedTable
from engine.core.record import replace
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeEngine,
    SiegeTier,
    Surge,
    Tier,
)
from engine.games.after_the_empire.goods import RESOURCES, Goods
from engine.games.after_the_empire.state import State

QUICK = "quick"
MOST_QUICK_TIERS = 5
"""As many as fit an id; a card with more is taught."""


def blank_card(words: Words, kind: str) -> Card:
    """A card to begin with."""
    if kind == "invader":
        return InvaderCard(QUICK, words("Unknown invaders"), (Tier(0, 1, 0),))
    if kind == "siege":
        return SiegeCard(QUICK, words("Unknown siege card"), "catapult", (SiegeTier(0, 1),), "none")
    if kind == "refugee":
        return RefugeeCard(QUICK, words("Unknown refugee"))
    if kind == "objective":
        return ObjectiveCard(QUICK, words("Unknown objective"), 1)
    return BuildingCard(QUICK, words("Unknown building"))


def quick_card(made: Card) -> Card:
    """The card with an id that tells its numbers."""
    told: list[str] = []
    if isinstance(made, InvaderCard):
        told = ["_".join(f"{tier.gold}x{tier.swordsmen}x{tier.archers}" for tier in made.tiers)]
    elif isinstance(made, SiegeCard):
        told = [made.engine.replace(" ", "_"), made.surge, "_".join(f"{t.gold}x{t.strength}" for t in made.tiers)]
    elif isinstance(made, ObjectiveCard):
        told = [str(made.value)]
    else:
        told = [str(made.value), "x".join(str(getattr(made.cost, name)) for name in RESOURCES)]
    return replace(made, id="-".join((QUICK, made.kind, *told)))


def read_quick(words: Words, card_id: str) -> Card | None:
    """The card a quick id tells of; None if it tells of none."""
    try:
        _, kind, *told = card_id.split("-")
        blank = blank_card(words, kind)
        if blank.kind != kind:
            return None
        if isinstance(blank, InvaderCard):
            return replace(blank, id=card_id, tiers=tuple(Tier(*_numbers(part)) for part in told[0].split("_")))
        if isinstance(blank, SiegeCard):
            engine, surge, tiers = told
            return SiegeCard(card_id, blank.name, _one_of(engine.replace("_", " "), SiegeEngine),
                             tuple(SiegeTier(*_numbers(part)) for part in tiers.split("_")),
                             _one_of(surge, Surge))  # fmt: skip
        if isinstance(blank, ObjectiveCard):
            return replace(blank, id=card_id, value=int(told[0]))
        cost = Goods(**dict(zip(RESOURCES, _numbers(told[1]), strict=True)))
        return replace(blank, id=card_id, value=int(told[0]), cost=cost)
    except (IndexError, TypeError, ValueError):
        return None


def _numbers(text: str) -> list[int]:
    numbers = [int(part) for part in text.split("x")]
    if any(not 0 <= number <= 9_999 for number in numbers):
        raise ValueError(text)
    return numbers


def _one_of(word: str, literal: Any) -> Any:
    if word not in get_args(literal):
        raise ValueError(word)
    return word


def is_quick(card_id: str) -> bool:
    """Was this card entered quickly, not taught?"""
    return card_id == QUICK or card_id.startswith(f"{QUICK}-")


def untaught(state: State) -> tuple[Card, ...]:
    """The quick cards that lie on a table now, each once: they could be taught."""
    seen: dict[str, Card] = {}
    draws = (*((state.report,) if state.report else ()), *(state.combat.draws if state.combat else ()))
    cards: list[Card] = [draw.card for draw in draws]
    if state.combat and state.combat.siege:
        cards.append(state.combat.siege.card)
    for player in state.players:
        cards.extend(holding.card for holding in player.cards)
        cards.extend(objective.card for objective in player.objectives if objective.card is not None)
    for each in cards:
        if is_quick(each.id):
            seen.setdefault(each.id, each)
    return tuple(seen.values())


def teach_offers(app: App, table: SavedTable) -> list[ft.Control]:
    """One button for each unknown card on the table: "Teach this card". None where there is none."""
    return [
        button(
            app,
            app.words("Teach this card: {name}", name=unknown.name),
            partial(app.go, card_address(unknown.id, back=f"/table/{table.id}")),
            icon_name="edit",
        )
        for unknown in untaught(table.state)
    ]


def card_address(card_id: str, *, back: str = "") -> str:
    """The address of a card's page: a word without a dot, which a server would take for a file's name.

    What is no letter, digit, hyphen or underscore is written like ~2E; so is the first of an id of digits only, which
    would be taken for a number.
    """
    word = quote(card_id, safe="").replace(".", "%2E").replace("~", "%7E")
    if word.isdecimal():
        word = f"%{ord(word[0]):02X}{word[1:]}"
    return f"/library/card/{word.replace('%', '~')}" + (f"?back={quote(back, safe='')}" if back else "")


def card_of_address(word: str) -> str:
    """The id in the last word of a card's address."""
    return unquote(word.replace("~", "%"))


def quick_form(
    app: App,
    kinds: tuple[str, ...],
    made: Card,
    change: Callable[[Card], Any],
    use: Callable[[Card], Any],
    leave: Callable[[], Any],
) -> ft.Control:
    """Just what the card did, by steppers, and one big button."""
    words = app.words
    content: list[ft.Control] = [
        heading(app, words("Unknown card"), 22, level=2),
        app.look.text(words("Just what it did. You can teach it to the app later."), 15, colour=app.palette.muted),
    ]
    if len(kinds) > 1:
        options = [(kind, kind_name(words, kind)) for kind in kinds]
        content.append(choices(app, options, made.kind, lambda kind: change(blank_card(words, kind))))
    content.append(_numbers_of(app, made, change))
    sound = in_order(made.tiers) if isinstance(made, InvaderCard | SiegeCard) else True
    content.append(big_button(app, words("Use this card"), (lambda: use(quick_card(made))) if sound else None))
    content.append(button(app, words("Back to the cards"), leave))
    return ft.Column(content, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _numbers_of(app: App, made: Card, change: Callable[[Card], Any]) -> ft.Control:
    words = app.words
    if isinstance(made, InvaderCard):
        return _invaders(app, made, change)
    if isinstance(made, SiegeCard):
        engines = [(engine, engine_name(words, engine)) for engine in get_args(SiegeEngine)]
        surges = [(surge, surge_name(words, surge)) for surge in get_args(Surge)]
        strength = number_box(
            app, words("Strength"), made.tiers[0].strength, most=99, icon_name="combat", key="strength",
            change=lambda n: change(replace(made, tiers=(SiegeTier(0, n),))),
        )  # fmt: skip
        return card(
            app,
            app.look.bold(words("Engine")),
            choices(app, engines, made.engine, lambda engine: change(replace(made, engine=engine))),
            strength,
            app.look.bold(words("Surge strikes")),
            choices(app, surges, made.surge, lambda surge: change(replace(made, surge=surge))),
        )
    value = number_box(
        app, words("Value at the end"), made.value, icon_name="crown", key="value",
        change=lambda n: change(replace(made, value=n)),
    )  # fmt: skip
    if isinstance(made, ObjectiveCard):
        return card(app, value)
    return card(app, value, app.look.bold(words("Cost")), *cost_rows(app, made.cost, partial(_put_cost, made, change)))


def _put_cost(made: BuildingCard | RefugeeCard, change: Callable[[Card], Any], cost: Goods) -> None:
    change(replace(made, cost=cost))


def cost_rows(app: App, goods: Goods, change: Callable[[Goods], Any], *, of: str = "") -> list[ft.Control]:
    """One number for each resource."""
    words = app.words
    return [
        number_box(
            app,
            f"{of or words('Cost')}, {goods_name(words, name)}",
            getattr(goods, name),
            partial(_put_goods, goods, change, name),
            icon_name=GOODS_ICONS[name],
            caption=goods_name(words, name),
            key=f"cost {name}",
        )
        for name in RESOURCES
    ]


def _put_goods(goods: Goods, change: Callable[[Goods], Any], name: str, number: int) -> None:
    change(replace(goods, **{name: number}))


def _invaders(app: App, made: InvaderCard, change: Callable[[Card], Any]) -> ft.Control:
    """The same for everyone, or by gold."""
    words = app.words

    def put(tiers: tuple[AnyTier, ...]) -> None:
        change(replace(made, tiers=tuple(tier for tier in tiers if isinstance(tier, Tier))))

    if len(made.tiers) > 1:
        rows: ft.Control = tier_rows(app, made.tiers, put, most=MOST_QUICK_TIERS)
        return rows
    tier = made.tiers[0]
    return card(
        app,
        number_box(app, words("Swordsmen"), tier.swordsmen, icon_name="swordsman", key="swordsmen",
                   change=lambda n: put((replace(tier, swordsmen=n),))),
        number_box(app, words("Archers"), tier.archers, icon_name="archer", key="archers",
                   change=lambda n: put((replace(tier, archers=n),))),
        app.look.text(words("The same for every player."), 15, colour=app.palette.muted),
        button(app, words("More for players with more gold"), icon_name="gold",
               act=lambda: put((tier, Tier(10, min(99, tier.swordsmen + 1), tier.archers)))),
    )  # fmt: skip
