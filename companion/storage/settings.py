"""What the users chose for the app, and who sat at the table last time."""

import json
import re
import threading
from dataclasses import fields
from typing import Annotated, Any, Literal, TypeAlias

from companion.storage.database import Database
from companion.storage.listeners import Listener, tell
from engine.border.reader import Reader, reader
from engine.core.errors import BadInput
from engine.core.language import Phrase
from engine.core.limits import Between, Length
from engine.core.plain import plain
from engine.core.record import record, replace
from engine.games.after_the_empire.compass import Side
from engine.games.after_the_empire.constants import Constants, Word
from engine.games.after_the_empire.defaults import AUTOMATION
from engine.games.after_the_empire.rulings import Rulings

Language: TypeAlias = Literal["system", "en", "de"]
Theme: TypeAlias = Literal["system", "light", "dark", "contrast"]


@record
class Settings:
    """Every setting with its default. `automation`, `rulings` and `constants` are what a new table begins with."""

    language: Language = "system"
    theme: Theme = "system"
    text_scale: Annotated[float, Between(1, 2)] = 1.0
    left_hand: bool = False
    keep_awake: bool = True
    haptics: bool = True
    automation: Annotated[tuple[Word, ...], Length(0, 100)] = tuple(sorted(AUTOMATION))
    rulings: Rulings = Rulings()
    constants: Constants = Constants()


@record
class SeatedPlayer:
    """Someone who played, to be offered for the next table."""

    name: Word
    colour: Word
    seat: Side


@record
class Seating:
    """The players of one evening."""

    players: Annotated[tuple[SeatedPlayer, ...], Length(0, 4)] = ()


DEFAULTS = Settings()

UNREADABLE = "The settings could not be read and are back to their defaults."


class SettingsShelf:
    """The settings, read once and written with every change. `notes` tell what could not be read."""

    def __init__(self, database: Database) -> None:
        self.listeners: list[Listener] = []
        self._database = database
        self._lock = threading.RLock()
        self.read_again()

    def read_again(self) -> None:
        """From the database; what cannot be read is as usual."""
        stored = dict(self._database.rows("SELECT name, value FROM settings"))
        self.settings: Settings
        self.settings, notes = _mended(reader(Settings), DEFAULTS, stored.get("settings", "{}"))
        seating, more = _mended(reader(Seating), Seating(), stored.get("last players", "{}"))
        self.last_players: tuple[SeatedPlayer, ...] = seating.players
        self.notes = (*notes, *more)

    def change(self, **changes: Any) -> Settings:
        """The settings with these changed. BadInput says what cannot be set so; nothing has changed then."""
        with self._lock:
            changed: Settings = replace(self.settings, **changes)
            _checked(reader(Settings), changed)
            if changed != self.settings:
                self._write("settings", _differences(changed))
                self.settings = changed
        tell(self.listeners)
        return changed

    def remember_players(self, players: tuple[SeatedPlayer, ...]) -> None:
        """Who sits at the table this evening."""
        with self._lock:
            seating = Seating(tuple(players))
            _checked(reader(Seating), seating)
            self._write("last players", plain(seating))
            self.last_players = seating.players

    def _write(self, name: str, value: Any) -> None:
        with self._database.change() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))


def _differences(settings: Settings) -> dict[str, Any]:
    """What is not as usual; a later version's better defaults reach everyone who never chose otherwise."""
    told = _unlike(settings, DEFAULTS)
    for part in ("rulings", "constants"):
        if part in told:
            told[part] = _unlike(getattr(settings, part), getattr(DEFAULTS, part))
    return told


def _unlike(chosen: Any, usual: Any) -> dict[str, Any]:
    usually = _plain(usual)
    return {name: value for name, value in _plain(chosen).items() if value != usually[name]}


def _plain(thing: Any) -> dict[str, Any]:
    """A record as plain data; unlike a game's, it may hold fractions."""
    values = {field.name: getattr(thing, field.name) for field in fields(thing)}
    return {name: value if isinstance(value, float) else plain(value) for name, value in values.items()}


def _checked(form: Reader[Any], thing: Any) -> None:
    """BadInput unless the thing can be written and read back."""
    raw = _plain(thing)
    form.read(json.dumps(raw).encode(), raw)


def _mended(form: Reader[Any], usual: Any, text: str) -> tuple[Any, list[Phrase]]:
    """What is stored, without what cannot be read of it, and a note for each thing left out."""
    notes: list[Phrase] = []
    try:
        raw = json.loads(text)
    except ValueError:
        raw = None
    if not isinstance(raw, dict):
        return usual, [Phrase(UNREADABLE)]
    while True:
        try:
            return form.read(json.dumps(raw).encode(), raw), notes
        except BadInput as fault:
            left_out = _leave_out(raw, fault.place)
            if left_out is None:
                return usual, [Phrase(UNREADABLE)]
            template = "The setting “{name}” could not be read ({why}); it is back to its default."
            notes.append(Phrase(template, name=left_out, why=fault.reason))


_STEP = re.compile(r"[^.\[\]]+")


def _leave_out(raw: dict[str, Any], place: str) -> str | None:
    """Take the value at this place out of its object; if it is not there or in a list, what holds it. Its name."""
    holder: Any = raw
    holders: list[tuple[dict[str, Any], str]] = []
    for step in _STEP.findall(place):
        if not isinstance(holder, dict) or step not in holder:
            break
        holders.append((holder, step))
        holder = holder[step]
    if not holders:
        return None
    within, name = holders[-1]
    del within[name]
    return ".".join(step for _, step in holders)
