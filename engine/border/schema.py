"""The published JSON Schemas of our files (draft 2020-12)."""

import json
from collections.abc import Callable
from typing import Any

from engine.border.messages import message_form
from engine.border.migrations import FORMATS
from engine.border.pack import CardPack
from engine.border.reader import reader
from engine.border.save import save_form
from engine.border.scenario import Scenario
from engine.core.errors import BadInput
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_FORMS: dict[str, Callable[[], Any]] = {
    "save": lambda: save_form(AFTER_THE_EMPIRE),
    "scenario": lambda: Scenario,
    "pack": lambda: CardPack,
    "message": lambda: message_form(AFTER_THE_EMPIRE),
}

SCHEMAS: tuple[str, ...] = tuple(_FORMS)
"""The names `schema` knows."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file: save, scenario, pack or message."""
    if name not in _FORMS:
        known = ", ".join(SCHEMAS)
        raise BadInput(name, "there is no schema of this name; known: {known}", known=known)
    made = _short_names(reader(_FORMS[name]()).json_schema())
    if name == "scenario":
        made["$defs"]["PieceNumbers"].pop("required")  # every constant may be left out: the default stands in
    title = f"companion.{name}, version {FORMATS[f'companion.{name}'].version}"
    required = sorted({"format", "version", *made.get("required", ())})
    return {"$schema": DIALECT, **made, "title": title, "required": required}


def _short_names(made: dict[str, Any]) -> dict[str, Any]:
    """Forms made for one game's records are called by their own name, without the records'."""
    text = json.dumps(made)
    for long in made["$defs"]:
        short = long.partition("_")[0]
        text = text.replace(f'"{long}"', f'"{short}"').replace(f'"#/$defs/{long}"', f'"#/$defs/{short}"')
    short_named: dict[str, Any] = json.loads(text)
    for name, definition in short_named["$defs"].items():
        definition["title"] = name
    return short_named
