"""Why it ended so: the battle's events round by round, in words, each with its rule."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.story import Story, Told
from companion.shell.app_context import App
from companion.shell.parts import card, choices, heading
from companion.shell.rows import event_row, lined
from engine.games.after_the_empire.state import State

ICONS = {
    "placed": "soldier",
    "arrive": "invader",
    "below first tier": "invader",
    "surge": "surge",
    "siege": "catapult",
    "siege by its kind": "catapult",
    "siege hits": "catapult",
    "siege destroys": "catapult",
    "siege burns": "flame",
    "razed": "razed",
    "farm lowered": "razed",
    "protected": "protect",
    "move tokens": "move",
    "move": "move",
    "volley": "archer",
    "arrows": "wounded",
    "arrows inside": "wounded",
    "enter": "inside",
    "bypass": "ladder",
    "wall holds": "wall",
    "wall falls": "wall",
    "fall back": "inside",
    "melee inside": "combat",
    "survived": "held",
    "spared": "held",
    "sacked": "sacked",
    "plundered": "sacked",
    "building damaged": "building",
    "refugee wounded": "refugee",
    "gold falls": "gold",
    "reinforced": "mercenary",
    "mercenaries leave": "mercenary",
    "choice": "eye",
}


def events_list(app: App, story: Story, number: int, choose: Callable[[int], Any]) -> list[ft.Control]:
    """One player's battle; the buttons show another's."""
    state = story.after
    options = [(each, state.players[each].name) for each in state.order]
    made: list[ft.Control] = [choices(app, options, number, choose)]
    own = [told for told in story.told if told.seat in (None, number)]
    for now, told in groupby(sorted(own, key=lambda each: each.round), key=lambda each: each.round):
        made.append(_round(app, state, now, list(told)))
    return made


def _round(app: App, state: State, number: int, told: Sequence[Told]) -> ft.Control:
    words = app.words
    title = words("Round {n}", n=number) if number else words("Before the battle")
    rows: list[ft.Control] = [event_row(app, each.sentence(words), each.rule, ICONS.get(each.what)) for each in told]
    made = card(app, heading(app, title, 19, level=3), *lined(app, rows), padding=14)
    made.key = f"round {number}"
    return made
