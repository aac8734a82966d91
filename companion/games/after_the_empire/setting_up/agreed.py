"""What a table agrees on before it begins: mode, variants, how much to log, cards, and its components' numbers."""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.keys import number_box
from companion.games.after_the_empire.names import piece_title, space_name
from companion.games.after_the_empire.setting_up.draft import Change, Draft, places_with, put_places
from companion.shell.app_context import App
from companion.shell.parts import choices
from companion.shell.rows import folding, note, option_list, section, switch_row
from engine.core.record import replace
from engine.games.after_the_empire.constants import Constants, PieceNumbers, face_down_cards


def game_section(app: App, draft: Draft, change: Change) -> ft.Control:
    """Mode, variants, how much to log."""
    words = app.words
    counts = [face_down_cards(draft.constants, draft.mode, season) for season in range(1, draft.constants.seasons + 1)]
    return section(
        app,
        words("The game"),
        choices(app, [("easy", words("Easy")), ("normal", words("Normal")), ("hard", words("Hard"))], draft.mode,
                lambda mode: change(draft._replace(mode=mode))),
        note(app, words("Face-down invader cards by season: {list}", list=", ".join(str(count) for count in counts))),
        switch_row(app, words("No reports"), draft.no_reports, lambda on: change(draft._replace(no_reports=on)),
                   words("The first invader card stays face down until combat.")),
        switch_row(app, words("Destructive"), draft.destructive, lambda on: change(draft._replace(destructive=on)),
                   words("Damaged buildings and wounded refugees count nothing at the end.")),
        app.look.bold(words("How much to tell the app")),
        *option_list(app, [(False, words("Every worker")), (True, words("Just a count before combat"))],
                     draft.count_only, lambda only: change(draft._replace(count_only=only))),
        icon_name="crown",
    )  # fmt: skip


def cards_section(app: App, draft: Draft, change: Change, own: int, practice: int) -> ft.Control:
    """Which cards the table knows."""
    words = app.words
    return section(
        app,
        words("Cards"),
        switch_row(app, words("My own cards"), draft.own_cards, lambda on: change(draft._replace(own_cards=on)),
                   words.several("{n} card taught so far; unknown ones are entered as they come",
                                 "{n} cards taught so far; unknown ones are entered as they come", own)),
        switch_row(app, words("Practice pack"), draft.practice_cards,
                   lambda on: change(draft._replace(practice_cards=on)),
                   words("{n} invented cards with a digital deck, to play without the box’s cards", n=practice)),
        icon_name="library",
    )  # fmt: skip


def components_section(
    app: App, draft: Draft, change: Change, opened: bool, toggle: Callable[[], Any], sources: dict[str, str]
) -> ft.Control:
    """The "check your components" card: numbers that are printed on the box's own pieces."""
    words = app.words
    constants = draft.constants
    players = len(draft.seats)
    extra = app.store.settings.rulings.extra_spaces

    def put(new: Constants) -> None:
        change(draft._replace(constants=new))

    content: list[ft.Control] = [
        note(app, words("Compare with your copy once. What you change here is remembered for every new table.")),
        app.look.bold(words("Cubes that fit a piece")),
    ]
    content.extend(
        number_box(
            app,
            piece_title(words, field.name),
            getattr(constants.capacity, field.name),
            partial(_put_capacity, constants, put, field.name),
            most=20,
            icon_name=field.name.partition("_")[2],
            key=f"capacity {field.name}",
        )
        for field in fields(PieceNumbers)
    )
    content.append(note(app, words(sources["capacity"])))
    content.append(app.look.bold(words("Workers that fit an area, with {n} players", n=players)))
    content.extend(
        number_box(
            app,
            space_name(words, space.id),
            places_with(space, players, extra),
            partial(_put_places, constants, put, space.id, players, extra),
            most=9,
            icon_name=SPACE_ICONS.get(space.id, "worker"),
            key=f"places {space.id}",
        )
        for space in constants.board
    )
    content.append(note(app, words(sources["board"])))
    return folding(
        app,
        words("Check your components"),
        content,
        opened=opened,
        toggle=toggle,
        icon_name="wall",
        note=words("cubes on walls, places on the board"),
    )


def _put_capacity(constants: Constants, put: Callable[[Constants], Any], name: str, number: int) -> None:
    changes: dict[str, Any] = {name: number}
    put(replace(constants, capacity=replace(constants.capacity, **changes)))


def _put_places(
    constants: Constants, put: Callable[[Constants], Any], space: str, players: int, extra: str, total: int
) -> None:
    put(put_places(constants, space, players, total, extra))


SPACE_ICONS: dict[str, str] = {
    "tax": "tax",
    "mercenary camp left": "camp",
    "mercenary camp right": "camp",
    "merchant": "merchant",
    "mine": "mine",
    "quarry": "quarry",
    "woodmill": "woodmill",
    "scout": "scout",
    "buildings": "building",
    "refugees": "refugee",
}
