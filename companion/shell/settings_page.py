"""Settings: how the app looks and behaves, what it decides, the house's rules, the data. Saved at once."""

from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import flet as ft

from companion.games.after_the_empire.rules_settings import (
    automation_rows,
    constant_rows,
    ruling_rows,
    table_offer,
    this_table,
)
from companion.share.archive import bring_in, everything
from companion.share.files import file_name, open_file, save_file
from companion.shell.acting import TROUBLE
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.parts import button, choices, icon, player_name
from companion.shell.rows import badge, columns, columns_of_one, folding, line, note, section, switch_row, wrapped
from companion.shell.words import LANGUAGES, told
from companion.storage import SavedTable

SCALES = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""The text sizes offered."""

_CLOSED: frozenset[str] = frozenset()

LICENCES = (
    ("Flet, flet-charts", "Apache 2.0"),
    ("Flutter", "BSD 3-Clause"),
    ("pydantic", "MIT"),
    ("platformdirs", "MIT"),
    ("Alegreya Sans, Alegreya SC", "SIL Open Font License 1.1"),
)
"""What the app is made with."""


@screen
def SettingsScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    """All settings on one page, the long ones folded away."""
    opened, set_opened = ft.use_state(_CLOSED)
    players, choose_players = ft.use_state(0)
    words = app.words

    def change(**changed: Any) -> None:
        try:
            app.store.change_settings(**changed)
        except TROUBLE as trouble:
            app.say(told(words, trouble))

    def fold(name: str, title: str, sign: str, told: str, rows: Any) -> ft.Control:
        is_open = name in opened
        content = rows() if is_open else ()
        return folding(app, title, content, opened=is_open, toggle=lambda: set_opened(lambda before: before ^ {name}),
                       icon_name=sign, note=told)  # fmt: skip

    table = this_table(app)
    settings = app.store.settings
    about = fold("about", words("About and licences"), "info", version_words(app), lambda: _about(app))
    own = columns_of_one([_look(app, settings, change), _hand(app, settings, change)])
    if not app.store.runs:  # the rules and the data are the host's
        return frame(app, title=words("Settings"), subtitle=words("Of this device; the rules are the host's"),
                     back=app.came_from, body=[columns(app, own, about)])  # fmt: skip
    game = [
        *table_offer(app, table),
        fold("automation", words("Automation"), "automatic", words("What the app decides by itself"),
             lambda: automation_rows(app, change)),
        fold("rulings", words("House rulings"), "rules", words("What the rulebook leaves open"),
             lambda: ruling_rows(app, change)),
        fold("constants", words("Components"), "castle", words("Numbers printed in your box"),
             lambda: constant_rows(app, change, players, choose_players)),
        _data(app, table),
        about,
    ]  # fmt: skip
    return frame(
        app,
        title=words("Settings"),
        subtitle=words("Every change is saved at once"),
        back=app.came_from,
        body=[columns(app, own, columns_of_one(game))],
    )


def _look(app: App, settings: Any, change: Any) -> ft.Control:
    """Language, theme, text size; a line of text shows the size."""
    words = app.words
    languages = [("system", words("As the device")), *LANGUAGES.items()]
    themes = [
        ("system", words("As the device")),
        ("light", words("Light")),
        ("dark", words("Dark")),
        ("contrast", words("High contrast")),
    ]
    scales = [(scale, f"{round(scale * 100)} %") for scale in SCALES]
    return section(
        app,
        words("Look"),
        _labelled(app, "language", words("Language")),
        choices(app, languages, settings.language, lambda value: change(language=value)),
        _labelled(app, "sun", words("Theme")),
        choices(app, themes, settings.theme, lambda value: change(theme=value)),
        _labelled(app, "text-size", words("Text size")),
        choices(app, scales, settings.text_scale, lambda value: change(text_scale=value)),
        _preview(app),
        icon_name="eye",
    )


def _labelled(app: App, sign: str, name: str) -> ft.Control:
    return ft.Row([icon(sign, 20 * app.look.scale, app.palette.muted), app.look.bold(name, 16)], spacing=8)


def _preview(app: App) -> ft.Control:
    """How the chosen look looks."""
    look, palette = app.look, app.palette
    return ft.Container(
        columns_of_one(
            [
                look.title(app.words("Season {n}", n=4), 22),
                wrapped(player_name(app, "Ada", "blue"), player_name(app, "Bela", "red"),
                        badge(app, "17", palette.gold, "gold"), spacing=12),
                look.text(app.words("The West wall stands; 2 cubes to the stockpile."), 16),
            ]
        ),
        bgcolor=palette.page,
        border=ft.Border.all(2, palette.line),
        border_radius=12,
        padding=12,
    )  # fmt: skip


def _hand(app: App, settings: Any, change: Any) -> ft.Control:
    """What concerns the phone in the hand."""
    words = app.words
    return section(
        app,
        words("In the hand"),
        switch_row(app, words("Left-handed"), settings.left_hand, lambda on: change(left_hand=on),
                   words("Undo and tools at the left thumb")),
        line(app),
        switch_row(app, words("Keep awake"), settings.keep_awake, lambda on: change(keep_awake=on),
                   words("The screen stays on at an open table")),
        line(app),
        switch_row(app, words("Haptics"), settings.haptics, lambda on: change(haptics=on),
                   words("A short buzz when the table has noted something")),
        icon_name="hand-left" if settings.left_hand else "hand-right",
    )  # fmt: skip


def _data(app: App, table: SavedTable | None) -> ft.Control:
    """Out of the app and into it."""
    words, storage = app.words, app.store.storage
    tables = storage.tables.tables()
    rows: list[ft.Control] = [
        note(app, words.several("{n} table on this device. Nothing leaves it unless you export it.",
                                "{n} tables on this device. Nothing leaves it unless you export it.", len(tables))),
    ]  # fmt: skip
    if table is not None:
        name = table.name or words("Table")
        rows.append(
            button(app, words("Export “{name}”", name=name), icon_name="export",
                   act=partial(save_file, app, file_name(name, ".json"), table.export))
        )  # fmt: skip

    def all_of_it() -> bytes:
        app.store.refuse_secrets()
        return everything(storage)

    rows.append(
        button(app, words("Export everything"), icon_name="export",
               act=partial(save_file, app, "companion.zip", all_of_it) if tables else None)
    )  # fmt: skip
    rows.append(
        button(app, words("Import tables"), icon_name="import",
               act=partial(open_file, app, ("json", "zip", "sqlite"), lambda data: bring_in(words, storage, data)))
    )  # fmt: skip
    return section(app, words("Data"), *rows, icon_name="library")


def version_words(app: App) -> str:
    """Which version this is."""
    try:
        return app.words("Version {number}", number=version("board-companion"))
    except PackageNotFoundError:  # unpacked rather than installed
        return app.words("Unpacked version")


def _about(app: App) -> list[ft.Control]:
    words = app.words
    return [
        app.look.text(words("A companion for the board games on your table. Free software under the MIT licence.")),
        note(app, words("It is made by players and is not connected with the games' publishers. "
                        "It holds no text and no pictures of theirs: you need the game.")),
        *(note(app, f"{what}: {licence}") for what, licence in LICENCES),
        note(app, words("Icons: drawn for this app.")),
    ]  # fmt: skip
