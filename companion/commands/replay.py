"""`companion replay`: a saved table's log in words, entry by entry, with what happened in each."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from companion.commands.inputs import read_input, within_file, write_json
from companion.terminal import Terminal, padded
from engine.border.log import plain_entry
from engine.border.save import LoadedTable, load_save
from engine.core.errors import BadInput
from engine.core.events import Event
from engine.core.session import Replayed

FORMAT, VERSION = "companion.replay", 1


def run(arguments: Namespace, terminal: Terminal) -> int:
    """Read, pick the entries, show."""
    with within_file(arguments.file):
        loaded = load_save(read_input(arguments.file))
    chosen = list(_chosen(loaded, arguments.entry, arguments.season))
    if arguments.json:
        write_json(terminal, as_data(loaded, chosen))
    else:
        write_log(terminal, loaded, chosen)
    return 0


def _chosen(loaded: LoadedTable, entry: int | None, season: int | None) -> Iterator[Replayed]:
    session = loaded.session
    if entry is not None and not 1 <= entry <= session.n:
        has = f"has entries 1 to {session.n}" if session.n else "has no entries"
        raise BadInput("--entry", f"this log {has}; there is no {entry}")
    chapters = [session.game.chapter(session.state_at(n)) for n in range(session.n + 1)]
    if season is not None and season not in chapters:
        raise BadInput("--season", f"this log is about seasons {chapters[0]} to {chapters[-1]}; there is no {season}")
    for n in range(1, session.n + 1):
        if entry in (None, n) and season in (None, chapters[n - 1]):
            yield session.replay(n)


# in words


def write_log(terminal: Terminal, loaded: LoadedTable, chosen: list[Replayed]) -> None:
    """Season by season."""
    session = loaded.session
    game = session.game
    if loaded.name:
        terminal.say(loaded.name, "bold")
    entries = "1 entry" if session.n == 1 else f"{session.n} entries"
    ended = "finished" if game.over(session.state) else "in play"
    terminal.say(f"{game.title} · {entries} · {ended}", "dim")
    for note in loaded.notes:
        terminal.say(str(note), "yellow")
    season = None
    for replayed in chosen:
        now = game.chapter(replayed.before)
        if now != season:
            terminal.write()
            terminal.rule(terminal.style(f"Season {now}", "bold"))
            season = now
        _write_entry(terminal, loaded, replayed)
    question = session.pending
    if question is not None and chosen and chosen[-1].entry.n == session.n:
        terminal.write()
        terminal.say(f"Next: {game.question(session.state, question)}")


def _write_entry(terminal: Terminal, loaded: LoadedTable, replayed: Replayed) -> None:
    game, entry = loaded.session.game, replayed.entry
    number = f"{entry.n:>4}  "
    words = game.describe(replayed.before, entry.action)
    if entry.anyway:
        words += " (done anyway)"
    styles = ("dim",) if entry.auto else ()
    if entry.auto:
        words += " (automatic)"
    terminal.say(words, *styles, indent=" " * len(number), first=terminal.style(number, "dim"))
    for event in replayed.events:
        sentence = game.sentence(event)
        if event.seat is not None:
            sentence = f"{_name(replayed, event)}: {sentence}"
        lead = " " * len(number) + "  "
        first = lead + terminal.style(padded(event.rule, 5), "dim") + " "
        terminal.say(sentence, indent=lead + " " * 6, first=first)


def _name(replayed: Replayed, event: Event) -> str:
    assert event.seat is not None
    name: str = replayed.after.players[event.seat].name
    return name


# as JSON


def as_data(loaded: LoadedTable, chosen: list[Replayed]) -> dict[str, Any]:
    """The log as `--json` prints it; documented in docs/command-line.md."""
    session = loaded.session
    game = session.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "name": loaded.name,
        "entries_in_all": session.n,
        "over": game.over(session.state),
        "notes": [str(note) for note in loaded.notes],
        "entries": [
            {
                "n": replayed.entry.n,
                "season": game.chapter(replayed.before),
                "seat": replayed.entry.seat,
                "auto": replayed.entry.auto,
                "anyway": replayed.entry.anyway,
                "words": game.describe(replayed.before, replayed.entry.action),
                "action": plain_entry(replayed.entry)["action"],
                "events": [
                    {
                        "seat": event.seat,
                        "rule": event.rule,
                        "what": event.what,
                        "values": dict(event.values),
                        "sentence": game.sentence(event),
                    }
                    for event in replayed.events
                ],
            }
            for replayed in chosen
        ],
    }
