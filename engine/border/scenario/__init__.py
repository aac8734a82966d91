"""Scenario files: a table before combat, written by hand, for `companion resolve` and `companion score`."""

from typing import Any

from engine.border.forms import as_bytes, opened, read_form
from engine.border.migrations import lifted
from engine.border.pack import check_pack
from engine.border.scenario.form import Scenario
from engine.border.scenario.play import Played, Script, play, resolve
from engine.border.scenario.table import Library, check_table, to_state
from engine.border.sentences import join
from engine.core.errors import BadInput
from engine.core.plain import plain
from engine.games.after_the_empire.constants import Constants

__all__ = ["Library", "Played", "Scenario", "Script", "load_scenario", "play", "resolve", "to_state"]

FORMAT = "companion.scenario"


def load_scenario(data: bytes) -> Scenario:
    """A scenario from a file. BadInput says what is wrong with it, and where."""
    raw, data = opened(data, FORMAT)
    filled = _with_packs_lifted(_with_all_constants(raw))
    scenario = read_form(Scenario, as_bytes(filled) if filled is not raw else data, filled)
    for index, pack in enumerate(scenario.packs):
        if not isinstance(pack, str):
            check_pack(pack, f"packs[{index}]")
    check_table(scenario)
    return scenario


def _with_all_constants(raw: dict[str, Any]) -> dict[str, Any]:
    """The constants a scenario names, laid over the defaults, at any depth."""
    given = raw.get("constants")
    if not isinstance(given, dict):
        return raw
    return {**raw, "constants": _laid_over(plain(Constants()), given)}


def _laid_over(defaults: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    merged = {**defaults, **given}
    for name, value in given.items():
        if isinstance(value, dict) and isinstance(defaults.get(name), dict):
            merged[name] = _laid_over(defaults[name], value)
    return merged


def _with_packs_lifted(raw: dict[str, Any]) -> dict[str, Any]:
    """Packs within the scenario in their present version."""
    packs = raw.get("packs")
    if not isinstance(packs, list) or not any(isinstance(pack, dict) for pack in packs):
        return raw
    made = []
    for index, pack in enumerate(packs):
        try:
            made.append(lifted(pack, "companion.pack")[0] if isinstance(pack, dict) else pack)
        except BadInput as fault:
            raise BadInput(join(f"packs[{index}]", fault.place), fault.reason) from None
    return {**raw, "packs": made}
