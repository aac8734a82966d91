"""The siege card while it is only looked at: on the table, but not said yet.

Saying it would resolve everything that is automatic at once, so it waits here until what arrives is accepted. It is
kept beside the store: a look at a castle or a rule and back does not lose it, and every device sees it.
"""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from companion.shell.app_context import App
from companion.shell.store import Store
from companion.storage import SavedTable
from engine.games.after_the_empire.actions import DrawSiege
from engine.games.after_the_empire.state import State


class Draft(NamedTuple):
    """For which combat (season and cards out), whether its invaders were accepted, and the siege card."""

    season: int
    draws: tuple[object, ...]
    accepted: bool = False
    siege: DrawSiege | None = None


_KEPT: WeakKeyDictionary[Store, dict[int, Draft]] = WeakKeyDictionary()


def draft_of(app: App, table: SavedTable) -> Draft:
    """What is looked at now; a new one once a card was added or taken back."""
    fresh = _fresh(table.state)
    kept = _KEPT.get(app.store, {}).get(table.id)
    if kept is None or (kept.season, kept.draws) != (fresh.season, fresh.draws):
        return fresh
    return kept


def keep_draft(app: App, table: SavedTable, draft: Draft) -> None:
    """Look at this now."""
    _KEPT.setdefault(app.store, {})[table.id] = draft
    app.store.changed()


def _fresh(state: State) -> Draft:
    return Draft(state.season, state.combat.draws if state.combat is not None else ())
