"""Save files: a table's set-up, its log, and a snapshot for each chapter of the game."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

import engine.games  # noqa: F401  (registers the games a save file may name)
from engine.border.changes import changes_between, changes_form, plain_with_changes, with_changes
from engine.border.files import shown
from engine.border.forms import Form, laid_out, opened
from engine.border.log import LogEntry, Number, plain_entry
from engine.border.reader import reader, told_apart
from engine.core.errors import BadInput, RuleError
from engine.core.game import Game
from engine.core.language import Listed, Phrase
from engine.core.plain import fingerprint, plain
from engine.core.registry import game_named
from engine.core.session import Entry, Session

FORMAT = "companion.save"

Setup = TypeVar("Setup")
Action = TypeVar("Action")
State = TypeVar("State")
Changes = TypeVar("Changes")

Title = Annotated[str, Field(max_length=120)]
Moment = Annotated[str, Field(max_length=40, pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$")]
Word = Annotated[str, Field(min_length=1, max_length=80)]


class Snapshot(Form, Generic[State, Changes]):
    """The table as it was after entry n: whole, or by what is different from the snapshot before."""

    n: Number
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    """The whole state's fingerprint, which shows damage to the file."""
    state: State | None = None
    changes: Changes | None = None


class SaveFile(Form, Generic[Setup, Action, State, Changes]):
    """A saved table."""

    format: Literal["companion.save"] = "companion.save"
    version: Literal[2] = 2
    game: Word
    name: Title = ""
    created: Moment | None = None
    """When the table was begun, as 2031-05-04T19:30:00Z."""
    changed: Moment | None = None
    """When it was saved."""
    setup: Setup
    automation: Annotated[tuple[Word, ...], Field(max_length=100)]
    """The decisions the table leaves to the program."""
    log: tuple[LogEntry[Action], ...]
    undone: tuple[Annotated[tuple[LogEntry[Action], ...], Field(min_length=1)], ...] = ()
    """What redo would bring back, the next one last: what a person said, and the automatic answers to it."""
    snapshots: Annotated[tuple[Snapshot[State, Changes], ...], Field(max_length=1_000)] = ()
    """One for the end of each chapter (a season, say) and one for the newest entry."""


class LoadedTable(NamedTuple):
    """A table back from its file. `notes` are sentences for the players; none if all is as it was."""

    session: Session[Any, Any]
    setup: Any
    name: str
    notes: tuple[Phrase, ...]
    created: str | None
    changed: str | None


def save_form(game: Game[Any, Any, Any]) -> Any:
    """The model of a game's save files."""
    return _save_form(game.setup_type, game.action_type, game.state_type)


@cache
def _save_form(setup: Any, action: Any, state: Any) -> Any:
    generic: Any = SaveFile
    return generic[setup, told_apart(action), state, changes_form(state)]


# writing


def dump_save(
    session: Session[Any, Any],
    setup: Any,
    *,
    name: str = "",
    created: str | None = None,
    changed: str | None = None,
) -> bytes:
    """The table as a file. The same table gives the same bytes."""
    return laid_out(
        {
            "format": FORMAT,
            "version": 2,
            "game": session.game.id,
            "name": name,
            "created": created,
            "changed": changed,
            "setup": plain(setup),
            "automation": sorted(session.automation),
            "log": [plain_entry(entry) for entry in session.entries],
            "undone": [[plain_entry(entry) for entry in group] for group in session.undone],
            "snapshots": _plain_snapshots(session),
        }
    )


def _plain_snapshots(session: Session[Any, Any]) -> list[dict[str, Any]]:
    """The first one whole, the others by what is different."""
    made: list[dict[str, Any]] = []
    before: Any = None
    for n in chapter_ends(session):
        state = session.state_at(n)
        told = {"changes": changes_between(before, state)} if made else {"state": plain(state)}
        made.append({"n": n, "hash": session.fingerprint(n), **told})
        before = state
    return made


def chapter_ends(session: Session[Any, Any]) -> list[int]:
    """The last entry of every chapter, the newest entry of all included."""
    chapter = session.game.chapter
    chapters = [chapter(session.state_at(n)) for n in range(session.n + 1)]
    return [n for n in range(session.n + 1) if n == session.n or chapters[n] != chapters[n + 1]]


# reading


def load_save(data: bytes) -> LoadedTable:
    """A table from its file, every entry checked again: all of it, or BadInput and nothing.

    Where this version reads the log differently than the one that wrote it, the table carries on from the
    file's snapshots, and a note says so.
    """
    raw, data = opened(data, FORMAT)
    game = game_named(_game_id(raw))
    file = reader(save_form(game)).read(data, raw)
    log = [entry.entry() for entry in file.log]
    undone = [tuple(entry.entry() for entry in group) for group in file.undone]
    _check_undone(undone, len(log))
    snapshots = _checked_snapshots(game, file)
    try:
        start = game.begin(file.setup)
    except RuleError as refusal:
        raise BadInput("setup", refusal.cited) from None
    session, differing, undone_kept = _restored(game, start, file.automation, log, undone, snapshots)
    _check_hashes(game.state_type, differing, raw)
    notes = _notes(differing, undone_kept)
    return LoadedTable(session, file.setup, file.name, notes, file.created, file.changed)


def _game_id(raw: dict[str, Any]) -> str:
    told = raw.get("game")
    if told is None:
        raise BadInput("game", "is missing")
    if not isinstance(told, str):
        raise BadInput("game", "must be a text, not {told}", told=shown(told))
    return told


def _check_undone(undone: Sequence[tuple[Entry, ...]], newest: int) -> None:
    """Redo goes on where the log ends, one thing a person said at a time."""
    expected = newest
    for group in range(len(undone) - 1, -1, -1):
        for index, entry in enumerate(undone[group]):
            expected += 1
            place = f"undone[{group}][{index}]"
            if entry.n != expected:
                why = "must be {expected}, where redo would go on, not {told}"
                raise BadInput(f"{place}.n", why, expected=expected, told=entry.n)
            if entry.auto != (index > 0):
                why = "what follows the first is automatic" if index else "the first is what a person said"
                raise BadInput(f"{place}.auto", why)


def _checked_snapshots(game: Game[Any, Any, Any], file: Any) -> list[tuple[int, Any]]:
    """The snapshots in order, each of a possible table."""
    made: list[tuple[int, Any]] = []
    before = -1
    for index, snapshot in enumerate(file.snapshots):
        place = f"snapshots[{index}]"
        if not before < snapshot.n <= len(file.log):
            why = "must lie between {first} and the newest entry, {newest}, not {told}"
            raise BadInput(f"{place}.n", why, first=before + 1, newest=len(file.log), told=snapshot.n)
        before = snapshot.n
        state = _whole(snapshot, place, made[-1][1] if made else None)
        faults = game.faults(state)
        if faults:
            raise BadInput(f"{place}.state", faults[0])
        made.append((snapshot.n, state))
    return made


def _whole(snapshot: Any, place: str, before: Any) -> Any:
    """The state of a snapshot, by itself or with what the one before tells."""
    if (snapshot.state is None) == (snapshot.changes is None):
        raise BadInput(place, "must hold either a state or what changed since the snapshot before")
    if snapshot.state is not None:
        return snapshot.state
    if before is None:
        raise BadInput(f"{place}.changes", "there is no snapshot before this one")
    return with_changes(before, snapshot.changes)


def _check_hashes(kind: type, differing: Sequence[int], raw: Any) -> None:
    """A snapshot that is to be believed more than the log must be undamaged."""
    state: dict[str, Any] = {}
    for index, snapshot in enumerate(raw.get("snapshots", ())):
        told = snapshot.get("state")
        state = told if told is not None else plain_with_changes(kind, state, snapshot["changes"])
        if snapshot["n"] in differing and fingerprint(state) != snapshot["hash"]:
            why = "does not fit its state: the file is damaged or was changed by hand"
            raise BadInput(f"snapshots[{index}].hash", why)


def _restored(
    game: Game[Any, Any, Any],
    start: Any,
    automation: Sequence[str],
    log: list[Entry],
    undone: list[tuple[Entry, ...]],
    snapshots: list[tuple[int, Any]],
) -> tuple[Session[Any, Any], list[int], bool]:
    """The session, the entries read differently, and whether what was undone can still be redone.

    The undone entries are checked like the others: by doing them, and then undoing them again.
    """
    ahead = [entry for group in reversed(undone) for entry in group]
    session = Session(game, start, automation)
    try:
        differing = session.restore([*log, *ahead], (), snapshots)
        session.return_to(len(log))
    except BadInput:
        if not ahead:
            raise
        session = Session(game, start, automation)
        return session, session.restore(log, (), snapshots), False
    return session, differing, True


def _notes(differing: Sequence[int], undone_kept: bool) -> tuple[Phrase, ...]:
    """What the players should know about the table they get back."""
    notes = [read_differently(differing)] if differing else []
    if not undone_kept:
        notes.append(Phrase(NOT_REDONE))
    return tuple(notes)


NOT_REDONE = "What had been undone cannot be redone by this version; the table itself is whole."


def read_differently(differing: Sequence[int]) -> Phrase:
    """The note about entries this version reads differently."""
    template = (
        "This version reads the log differently at entry {numbers}; "
        "the table carries on from what was saved, as its players knew it."
        if len(differing) == 1
        else "This version reads the log differently at entries {numbers}; "
        "the table carries on from what was saved, as its players knew it."
    )
    return Phrase(template, numbers=Listed(differing))
