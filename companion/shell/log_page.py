"""The log: every entry in words, season by season; a look at any moment, and the way back to it."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import flet as ft

from companion.shell.acting import TROUBLE, undo_tap
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import GAP, PLAYERS, TOUCH
from companion.shell.parts import big_button, button, card, choices, empty, heading, icon, player_name, tappable
from companion.shell.phases import phase_name
from companion.shell.rows import badge, columns_of_one, event_row, filling, lined, note, rows_of, stack, tall, wrapped
from companion.shell.words import told
from companion.storage import SavedTable
from engine.core.language import ENGLISH, Language
from engine.core.session import Entry, Session

_NEWEST: int | None = None
_NONE: frozenset[int] = frozenset()
MOST_NAMED = 4
"""How many of the things an undo takes back are named one by one."""

ICONS = {
    "report": "eye",
    "show market": "merchant",
    "draw invader": "invader",
    "draw siege": "catapult",
    "proceed": "next",
    "correct": "edit",
    "change rules": "rules",
    "teach card": "library",
}
"""What the whole table said, by the kind of action."""

PICTURE = 340
"""The width of a castle's picture."""


class Said(NamedTuple):
    """What a person said, and the automatic answers to it."""

    entry: Entry
    automatic: tuple[Entry, ...]


def said(session: Session[Any, Any]) -> list[Said]:
    """The log with the automatic entries gathered under the person's entry before them."""
    gathered: list[tuple[Entry, list[Entry]]] = []
    for entry in session.entries:
        if entry.auto and gathered:
            gathered[-1][1].append(entry)
        else:
            gathered.append((entry, []))
    return [Said(entry, tuple(automatic)) for entry, automatic in gathered]


def chapter_of(session: Session[Any, Any], entry: Entry) -> int:
    """The season an entry was made in."""
    return session.game.chapter(session.state_at(entry.n - 1))


def described(session: Session[Any, Any], entry: Entry, language: Language = ENGLISH) -> str:
    """An entry in a few words."""
    return session.game.describe(session.state_at(entry.n - 1), entry.action, language)


# the log


@screen
def LogScreen(app: App, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """Every entry of a table, newest first."""
    chosen, choose = ft.use_state(_NEWEST)
    unfolded, set_unfolded = ft.use_state(_NONE)
    words = app.words
    table = app.store.table(table_id)
    session = table.session
    groups = said(session)
    seasons = sorted({chapter_of(session, group.entry) for group in groups}, reverse=True)
    season = chosen if chosen in seasons else (seasons[0] if seasons else None)

    def toggle(n: int) -> None:
        set_unfolded(lambda before: before ^ {n})

    body: list[ft.Control] = [card(app, app.look.text(note.said(words))) for note in table.notes]
    if len(seasons) > 1:
        body.append(choices(app, [(each, words("Season {n}", n=each)) for each in seasons], season, choose))
    shown = [group for group in reversed(groups) if chapter_of(session, group.entry) == season]
    rows = [_group(app, table, group, group.entry.n in unfolded, toggle) for group in shown]
    if season is None or season == seasons[-1]:
        rows.append(_row(app, words("Set-up"), partial(app.go, f"/table/{table_id}/log/0"), number=0))
    if season is None:
        body.append(empty(app, "log", words("Nothing has been entered yet.")))
    body.append(card(app, rows_of(*lined(app, rows)), padding=12))
    return frame(
        app,
        title=words("Log"),
        subtitle=table.name or session.game.title,
        back=f"/table/{table_id}",
        undo=undo_tap(app, table),
        body=body,
        foot=redo_buttons(app, table),
    )


def redo_buttons(app: App, table: SavedTable) -> list[ft.Control]:
    """What was undone can be brought back, one by one or all at once."""
    words, undone = app.words, len(table.session.undone)
    name = table.session.redo_name(words)
    if name is None:
        return []

    def redo(times: int) -> None:
        try:
            for _ in range(times):
                table.redo()
        except TROUBLE as trouble:
            app.say(told(words, trouble))

    shown = [button(app, words("Redo: {what}", what=name), partial(redo, 1), icon_name="redo")]
    if undone > 1:
        shown.append(button(app, words("Redo all {n}", n=undone), partial(redo, undone), icon_name="redo"))
    return shown


def _group(app: App, table: SavedTable, group: Said, opened: bool, toggle: Callable[[int], Any]) -> ft.Control:
    """A person's entry, with the automatic ones folded under it."""
    words, entry = app.words, group.entry
    rows = [_entry(app, table, entry)]
    if group.automatic:
        count = words.several("{n} automatic answer", "{n} automatic answers", len(group.automatic))
        rows.append(
            tappable(
                app,
                count,
                ft.Row(
                    [
                        ft.Container(width=30 * app.look.scale),
                        icon("automatic", 18 * app.look.scale, app.palette.muted),
                        filling(note(app, count)),
                        tall(icon("up" if opened else "down", 18 * app.look.scale, app.palette.muted), TOUCH - 4),
                    ],
                    spacing=8,
                ),
                partial(toggle, entry.n),
                padding=ft.Padding.symmetric(horizontal=0, vertical=2),
                border_radius=8,
            )
        )
        if opened:
            rows += [_entry(app, table, each) for each in group.automatic]
    return ft.Container(
        ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), key=str(entry.n)
    )


def _entry(app: App, table: SavedTable, entry: Entry) -> ft.Control:
    words, session = app.words, table.session
    text = described(session, entry, app.words)
    by = _entered_by(session, entry)
    marks: list[ft.Control] = []
    told = text
    if by is not None and not text.startswith(f"{by.name}: "):
        marks.append(player_name(app, by.name, by.colour, 15))
        told += f", {by.name}"
    if whose := whose_phone(app, table, entry):
        marks.append(badge(app, whose, app.palette.muted, "players"))
        told += f", {whose}"
    if entry.anyway:
        marks.append(badge(app, words("Done anyway"), app.palette.bad, "warning"))
        told += f", {words('Done anyway')}"
    return _row(
        app, text, partial(app.go, f"/table/{table.id}/log/{entry.n}"), number=entry.n, player=by, marks=marks,
        told=told, quiet=entry.auto, icon_name=ICONS.get(getattr(entry.action, "kind", ""), "players"),
    )  # fmt: skip


def _entered_by(session: Session[Any, Any], entry: Entry) -> Any:
    """The player who entered it, or None for the whole table."""
    players = getattr(session.state_at(entry.n - 1), "players", ())
    return players[entry.seat] if entry.seat is not None and entry.seat < len(players) else None


def whose_phone(app: App, table: SavedTable, entry: Entry) -> str:
    """On a table with several phones: who entered it, where that does not go without saying."""
    if entry.auto or entry.by == entry.seat or not (table.shared or entry.by is not None):
        return ""
    if entry.by is None:
        return app.words("entered by the host")
    players = getattr(table.state, "players", ())
    return app.words("entered by {player}", player=players[entry.by].name) if entry.by < len(players) else ""


def _row(
    app: App,
    text: str,
    act: Callable[[], Any],
    *,
    number: int,
    player: Any = None,
    marks: list[ft.Control] | None = None,
    told: str = "",
    quiet: bool = False,
    icon_name: str = "players",
) -> ft.Control:
    look, palette = app.look, app.palette
    sign: ft.Control = icon(icon_name, 18 * look.scale, palette.muted)
    if player is not None:
        shape = PLAYERS.get(player.colour, PLAYERS["blue"]).shape
        sign = look.text(shape, 16, colour=look.player(player.colour))
    lines: list[ft.Control] = [look.text(text, 15 if quiet else 17, colour=palette.muted if quiet else palette.ink)]
    if marks:
        lines.append(wrapped(*marks))
    content: list[ft.Control] = [
        ft.Container(sign, width=22 * look.scale, alignment=ft.Alignment.CENTER),
        filling(stack(*lines)),
        tall(look.text(str(number), 14, colour=palette.muted), TOUCH - 8),
    ]
    return tappable(
        app,
        f"{number}. {told or text}",
        ft.Row(content, spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        act,
        padding=ft.Padding.symmetric(horizontal=0, vertical=4),
        border_radius=8,
    )


# one moment


class Foot(NamedTuple):
    """The foot of a moment: the way to others, what is said about it, and the big button."""

    steps: ft.Control
    said: ft.Control
    last: ft.Control


@screen
def MomentScreen(app: App, table_id: int, n: int) -> ft.Control:  # noqa: N802  (a component)
    """The table as it was after one entry: what happened, how it looked, and the way back to it."""
    number, look_at = ft.use_state(0)
    words = app.words
    table = app.store.table(table_id)
    session = table.session
    log = f"/table/{table_id}/log"
    if n > session.n:
        gone = empty(app, "log", words("This moment was undone. Redo in the log brings it back."))
        foot = [*redo_buttons(app, table), big_button(app, words("To the log"), lambda: app.go(log))]
        return frame(app, title=words("Moment {n}", n=n), back=log, body=[gone], foot=foot)
    state = session.state_at(n)
    players = getattr(state, "players", ())
    happened = columns_of_one([_what(app, table, n), *_events(app, table, n)])
    looked = columns_of_one(_table_then(app, session.game.id, state, min(number, len(players) - 1), look_at))
    below = _foot(app, table, n)
    body: list[ft.Control] = [happened, looked]
    if app.wide:
        body = [ft.Row([filling(happened), filling(looked)], spacing=GAP * 2,
                       vertical_alignment=ft.CrossAxisAlignment.START)]  # fmt: skip
    return frame(
        app,
        title=words("Moment {n}", n=n) if n else words("Set-up"),
        subtitle=words("Season {n}", n=session.game.chapter(state))
        + f" · {phase_name(words, str(getattr(state, 'phase', '')))}",
        back=log,
        body=[*body, below.said] if app.low else body,
        foot=_low_foot(app, below) if app.low else list(below),
    )


def _low_foot(app: App, below: Foot) -> list[ft.Control]:
    """As little of the height as can be."""
    if not app.wide:
        return [below.steps, below.last]
    return [ft.Row([filling(below.steps), filling(below.last)], spacing=8)]


def _what(app: App, table: SavedTable, n: int) -> ft.Control:
    """The entry itself."""
    words, look = app.words, app.look
    if n == 0:
        return card(app, look.text(words("The table as it was set up."), 17))
    entry = table.session.entries[n - 1]
    by = _entered_by(table.session, entry)
    marks: list[ft.Control] = []
    if entry.auto:
        marks.append(badge(app, words("Automatic"), app.palette.muted, "automatic"))
    if by is not None:
        marks.append(player_name(app, by.name, by.colour, 16))
    if whose := whose_phone(app, table, entry):
        marks.append(badge(app, whose, app.palette.muted, "players"))
    if entry.anyway:
        marks.append(badge(app, words("Done anyway"), app.palette.bad, "warning"))
    said = look.bold(described(table.session, entry, words), 20)
    return card(app, said, *([wrapped(*marks, spacing=12)] if marks else []))


def _events(app: App, table: SavedTable, n: int) -> list[ft.Control]:
    """What happened in this entry, each thing with its rule."""
    if n == 0:
        return []
    words, game = app.words, table.session.game
    replayed = table.session.replay(n)
    players = getattr(replayed.after, "players", ())
    rows: list[ft.Control] = []
    seat: int | None = None
    for event in replayed.events:
        if event.seat is not None and event.seat != seat and event.seat < len(players):
            player = players[event.seat]
            rows.append(ft.Container(player_name(app, player.name, player.colour, 17),
                                     padding=ft.Padding.only(top=8)))  # fmt: skip
        seat = event.seat
        rows.append(event_row(app, game.sentence(event, words), event.rule))
    if not rows:
        rows.append(note(app, words("Nothing else changed by it.")))
    return [heading(app, words("What happened"), 20, level=2), card(app, rows_of(*rows), padding=14)]


def _table_then(app: App, game: str, state: Any, number: int, look_at: Callable[[int], Any]) -> list[ft.Control]:
    """A player's castle at that moment; the others a tap away."""
    words = app.words
    players = getattr(state, "players", ())
    if not players:
        return []
    names = [
        (seat, f"{PLAYERS.get(player.colour, PLAYERS['blue']).shape} {player.name}")
        for seat, player in enumerate(players)
    ]
    shown: list[ft.Control] = [
        heading(app, words("The table then"), 20, level=2),
        choices(app, names, number, look_at),
        _goods(app, players[number]),
    ]
    picture = _picture(app, game, state, number)
    if picture is not None:
        shown.append(ft.Container(picture, alignment=ft.Alignment.CENTER))
    return shown


def _goods(app: App, player: Any) -> ft.Control:
    """A player's numbers at that moment."""
    look, words, castle = app.look, app.words, getattr(player, "castle", None)
    named = {
        "gold": (words("Gold"), getattr(player, "gold", None)),
        "food": (words("Food"), getattr(player, "food", None)),
        "wood": (words("Wood"), getattr(castle, "wood", None)),
        "stone": (words("Stone"), getattr(castle, "stone", None)),
        "iron": (words("Iron"), getattr(player, "iron", None)),
        "wounded": (words("Wounded"), getattr(castle, "wounded", None)),
    }
    return wrapped(
        *(
            ft.Semantics(
                label=f"{name}: {number}",
                container=True,
                exclude_semantics=True,
                content=ft.Row(
                    [icon(sign, 20 * look.scale, app.palette.muted), look.bold(str(number), 18)], spacing=5, tight=True
                ),
            )
            for sign, (name, number) in named.items()
            if number is not None
        ),
        spacing=16,
    )


def _picture(app: App, game: str, state: Any, number: int) -> ft.Control | None:
    """The game's own picture of a player's place, where it has one."""
    try:
        draw = import_module(f"companion.games.{game.replace('-', '_')}.castle.picture").castle_picture
    except (ImportError, AttributeError):
        return None
    drawn: ft.Control = draw(app, state, number, width=PICTURE)
    return drawn


def _foot(app: App, table: SavedTable, n: int) -> Foot:
    """Earlier, later, and back to this moment, saying what that undoes."""
    words, session = app.words, table.session
    place = f"/table/{table.id}/log"
    steps = ft.Row(
        [
            ft.Container(button(app, words("Earlier"), partial(app.go, f"{place}/{n - 1}") if n else None,
                                icon_name="back", share=0.5), expand=1),
            ft.Container(button(app, words("Later"), partial(app.go, f"{place}/{n + 1}") if n < session.n else None,
                                icon_name="next", share=0.5), expand=1),
        ],
        spacing=8,
    )  # fmt: skip
    end = end_of(session, n)
    undone = [entry for entry in session.entries[end:] if not entry.auto]
    if not undone:
        to_table = big_button(app, words("To the table"), partial(app.go, f"/table/{table.id}"))
        return Foot(steps, note(app, words("The table stands here now.")), to_table)

    def back_to_here() -> None:
        try:
            undos = table.return_to(end)
        except TROUBLE as trouble:
            app.say(told(words, trouble))
            return
        app.say(
            words.several("{n} entry undone. Redo is in the log.", "{n} entries undone. Redo is in the log.", undos)
        )
        app.go(f"/table/{table.id}")

    if not table.runs:
        to_table = big_button(app, words("To the table"), partial(app.go, f"/table/{table.id}"))
        return Foot(steps, note(app, words("Only the host can return to an earlier moment.")), to_table)
    named = "; ".join(described(session, entry, words) for entry in undone[:MOST_NAMED])
    if len(undone) > MOST_NAMED:
        named += f"; {words('and {n} more', n=len(undone) - MOST_NAMED)}"
    said = app.look.text(words("Undoes: {what}", what=named), 14, colour=app.palette.muted, lines=3)
    return Foot(steps, said, big_button(app, words("Return to here"), back_to_here, key="return"))


def end_of(session: Session[Any, Any], n: int) -> int:
    """Where a table comes to rest that returns to entry n: automatic answers after it belong to it."""
    while n < session.n and session.entries[n].auto:
        n += 1
    return n
