"""Cards in words: what a kind is called, what a card does in one short line."""

from companion.games.after_the_empire.names import invaders_words
from companion.shell.words import Words
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    Condition,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
)
from engine.games.after_the_empire.goods import GAINS, Goods

KINDS: tuple[str, ...] = ("invader", "siege", "building", "refugee", "objective")

ENGINES: tuple[str, ...] = ("catapult", "mangonel", "trebuchet", "ladder", "siege tower")

GOODS_ICONS: dict[str, str] = {
    "gold": "gold", "food": "food", "wood": "wood", "stone": "stone", "iron": "iron",
    "soldiers": "soldier", "mercenaries": "mercenary", "heal": "heal", "sow": "sow", "protect": "protect",
    "move_ones": "move", "move_threes": "move",
}  # fmt: skip


def kind_name(words: Words, kind: str) -> str:
    """One card of a kind."""
    names = {
        "invader": words("Invader card"),
        "siege": words("Siege card"),
        "building": words("Building"),
        "refugee": words("Refugee"),
        "objective": words("Objective"),
    }
    return names[kind]


def kinds_name(words: Words, kind: str) -> str:
    """All cards of a kind, as a tab says it."""
    names = {
        "invader": words("Invaders"),
        "siege": words("Siege"),
        "building": words("Buildings"),
        "refugee": words("Refugees"),
        "objective": words("Objectives"),
    }
    return names[kind]


def engine_name(words: Words, engine: str) -> str:
    """A siege engine."""
    names = {
        "catapult": words("Catapult"),
        "mangonel": words("Mangonel"),
        "trebuchet": words("Trebuchet"),
        "ladder": words("Ladder"),
        "siege tower": words("Siege Tower"),
    }
    return names[engine]


def surge_name(words: Words, surge: str) -> str:
    """Whom a siege card's surge strikes."""
    names = {"leader": words("the leader"), "all": words("everyone"), "none": words("nobody")}
    return names[surge]


def goods_name(words: Words, name: str) -> str:
    """One of the things that can be paid or gained."""
    names = {
        "gold": words("gold"),
        "food": words("food"),
        "wood": words("wood"),
        "stone": words("stone"),
        "iron": words("iron"),
        "soldiers": words("soldiers"),
        "mercenaries": words("mercenaries"),
        "heal": words("healed"),
        "sow": words("sown farms"),
        "protect": words("protected farms"),
        "move_ones": words("move 1 tokens"),
        "move_threes": words("move 3 tokens"),
    }
    return names[name]


def counted_name(words: Words, counts: str) -> str:
    """What an objective counts."""
    names = {
        "gold": words("gold"),
        "food": words("food"),
        "wood": words("wood"),
        "stone": words("stone"),
        "iron": words("iron"),
        "soldiers": words("soldiers"),
        "healthy soldiers": words("healthy soldiers"),
        "wounded soldiers": words("wounded soldiers"),
        "mercenaries": words("mercenaries"),
        "castle pieces": words("castle pieces"),
        "wood pieces": words("wood pieces"),
        "stone pieces": words("stone pieces"),
        "walls": words("walls"),
        "turrets": words("turrets"),
        "stone turrets": words("stone turrets"),
        "castle cubes": words("castle cubes"),
        "farms": words("farms"),
        "level-2 farms": words("level-2 farms"),
        "razed farms": words("razed farms"),
        "buildings": words("buildings"),
        "refugees": words("refugees"),
        "buildings and refugees": words("buildings and refugees"),
        "damaged cards": words("damaged cards"),
        "flags": words("flags"),
        "flag value": words("flag value"),
        "objectives": words("objectives"),
    }
    return names[counts]


def condition_words(words: Words, condition: Condition) -> str:
    """ "at least 3 stone pieces"."""
    counted = counted_name(words, condition.counts)
    if condition.test == "most":
        return words("the most: {what}", what=counted)
    if condition.test == "at most" and not condition.number:
        return words("none: {what}", what=counted)
    sentences = {
        "at least": words("at least {n}: {what}", n=condition.number, what=counted),
        "at most": words("at most {n}: {what}", n=condition.number, what=counted),
        "exactly": words("exactly {n}: {what}", n=condition.number, what=counted),
    }
    return sentences[condition.test]


def goods_words(words: Words, goods: Goods) -> str:
    """ "2 gold, 1 stone"; nothing for nothing."""
    parts = [(getattr(goods, name), name) for name in GAINS]
    return ", ".join(f"{number} {goods_name(words, name)}" for number, name in parts if number)


def card_icon(card: Card) -> str:
    """The icon a card is known by."""
    if isinstance(card, SiegeCard):
        return card.engine.replace(" ", "-")
    return card.kind


def facts(words: Words, card: Card) -> str:
    """What a card does, in one short line."""
    if isinstance(card, InvaderCard):
        return _invader_facts(words, card)
    if isinstance(card, SiegeCard):
        return _siege_facts(words, card)
    if isinstance(card, ObjectiveCard):
        met = words("a question at the end")
        if card.condition is not None:
            met = condition_words(words, card.condition)
        return f"{met} · {words('worth {n}', n=card.value)}"
    return _holding_facts(words, card)


def _invader_facts(words: Words, card: InvaderCard) -> str:
    first, last = card.tiers[0], card.tiers[-1]
    parts = [words("from {n} gold", n=first.gold)] if first.gold else []
    listed = invaders_words(words, last.swordsmen, last.archers)
    parts.append(words("up to {troops}", troops=listed) if len(card.tiers) > 1 else listed)
    return " · ".join(parts)


def _siege_facts(words: Words, card: SiegeCard) -> str:
    low, high = card.tiers[0].strength, card.tiers[-1].strength
    strength = str(low) if low == high else f"{low}–{high}"
    parts = [engine_name(words, card.engine), words("strength {n}", n=strength)]
    if card.surge != "none":
        parts.append(words("surge: {who}", who=surge_name(words, card.surge)))
    return " · ".join(parts)


def _holding_facts(words: Words, card: BuildingCard | RefugeeCard) -> str:
    parts = []
    cost = goods_words(words, card.cost)
    if cost:
        parts.append(words("costs {goods}", goods=cost))
    if card.value:
        parts.append(words("worth {n}", n=card.value))
    if card.starting:
        parts.append(words("starting card"))
    if isinstance(card, RefugeeCard) and card.starting:
        parts.append(words("initiative {n}", n=card.initiative))
    parts.extend(effect.words for effect in card.effects if effect.words)
    return " · ".join(parts) or words("no cost")
