"""`companion score`: the rulebook's scoring chart for a scenario or a saved table."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.commands.inputs import library_for, read_input, read_packs, with_packs, within_file, write_json
from companion.terminal import Terminal, table
from engine.border.files import parse
from engine.border.pack import CardPack
from engine.border.save import load_save
from engine.border.scenario import load_scenario, to_state
from engine.core.errors import BadInput
from engine.core.language import Phrase
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.objectives import objective_met
from engine.games.after_the_empire.scoring import Score, scores, winners
from engine.games.after_the_empire.state import Objective, State

FORMAT, VERSION = "companion.score", 1

ROWS = (
    ("Gold", "gold"),
    ("Buildings", "buildings"),
    ("Refugees", "refugees"),
    ("Flags", "flags"),
    ("Farms", "farms"),
    ("Objectives", "objectives"),
)
"""The lines of the chart above the total (G-1)."""


class Scored(NamedTuple):
    """A table and its chart."""

    name: str
    state: State
    final: bool
    notes: tuple[Phrase, ...]


def run(arguments: Namespace, terminal: Terminal) -> int:
    """Read, add up, show."""
    given = read_packs(arguments.pack)
    with within_file(arguments.file):
        scored = read_table(read_input(arguments.file), given)
    if arguments.json:
        write_json(terminal, as_data(scored))
    else:
        write_chart(terminal, scored)
    return 0


def read_table(data: bytes, packs: Sequence[CardPack]) -> Scored:
    """The table in a scenario, scored as it stands, or in a save."""
    raw = parse(data)
    if isinstance(raw, dict) and raw.get("format") == "companion.save":
        loaded = load_save(data)
        if loaded.session.game.id != GAME.id:
            raise BadInput("game", f"the chart is for {GAME.title}, not for {loaded.session.game.title}")
        state: State = loaded.session.state
        return Scored(loaded.name, state, state.phase in ("scoring", "over"), loaded.notes)
    scenario = load_scenario(data)
    state = to_state(with_packs(scenario, packs), library_for(scenario, packs), phase="scoring")
    return Scored(scenario.name, state, True, ())


# in words


def write_chart(terminal: Terminal, scored: Scored) -> None:
    """The chart, then who wins and why, then the objectives one by one."""
    state, chart = scored.state, scores(scored.state)
    if scored.name:
        terminal.say(scored.name, "bold")
    if scored.final:
        terminal.say(f"{GAME.title} · final scoring", "dim")
    else:
        terminal.say(f"{GAME.title} · season {state.season} · what the score would be now", "dim")
    for note in scored.notes:
        terminal.say(str(note), "yellow")
    terminal.write()
    _write_rows(terminal, state, chart)
    terminal.write()
    terminal.say(verdict(scored), "bold")
    _write_objectives(terminal, state)


def _write_rows(terminal: Terminal, state: State, chart: Sequence[Score]) -> None:
    names = [terminal.clean(player.name) for player in state.players]
    rows: list[list[str]] = [["", *names]]
    rows += [[label, *(str(getattr(entry, field)) for entry in chart)] for label, field in ROWS]
    rows.append(["Total", *(str(entry.total) for entry in chart)])
    rows.append(["Flag tokens", *(str(entry.flag_tokens) for entry in chart)])
    heading, *lines = table(rows, "<" + ">" * len(chart), gap="   ")
    across = terminal.glyphs.line * len(heading)
    total = len(ROWS)
    terminal.write(terminal.style(heading, "bold"))
    terminal.write(across)
    for line in lines[:total]:
        terminal.write(line)
    terminal.write(across)
    terminal.write(terminal.style(lines[total], "bold"))
    terminal.write(terminal.style(lines[total + 1], "dim"))


def verdict(scored: Scored) -> str:
    """Who wins and by what, in one sentence (G-3)."""
    state, chart = scored.state, scores(scored.state)
    won = winners(state)
    best = chart[won[0]]
    names = " and ".join(state.players[number].name for number in won)
    wins = ("wins" if scored.final else "is ahead") if len(won) == 1 else ("share" if scored.final else "are level")
    level_gold = [number for number, entry in enumerate(chart) if entry.total == best.total]
    level_flags = [number for number in level_gold if chart[number].flag_tokens == best.flag_tokens]
    if len(won) > 1:
        what = " the victory" if scored.final else ""
        return (
            f"{names} {wins}{what}: {best.total} gold and {_tokens(best.flag_tokens)} each, "
            "and no further tie-break. (G-3, R-29)"
        )
    if len(level_gold) == 1:
        return f"{names} {wins} with {best.total} gold. (G-3)"
    tied = " and ".join(state.players[number].name for number in level_gold if number != won[0])
    if len(level_flags) == 1:
        most = max(chart[number].flag_tokens for number in level_gold if number != won[0])
        return (
            f"{names} {wins}: level with {tied} at {best.total} gold, but with more flag tokens, "
            f"{best.flag_tokens} to {most}. (G-3)"
        )
    return (
        f"{names} {wins}: level with {tied} at {best.total} gold and {_tokens(best.flag_tokens)}, "
        "but earlier in the turn order. (G-3, R-29)"
    )


def _tokens(number: int) -> str:
    return f"{number} flag token{'' if number == 1 else 's'}"


def _write_objectives(terminal: Terminal, state: State) -> None:
    rows = []
    for number, player in enumerate(state.players):
        for objective in player.objectives:
            met = objective_met(state, number, objective)
            words = "still open" if met is None else "met" if met else "not met"
            style = "yellow" if met is None else "green" if met else "dim"
            worth = f"{objective.card.value} gold" if objective.card is not None else ""
            rows.append((terminal.clean(player.name), _title(terminal, objective), worth, terminal.style(words, style)))
    if rows:
        terminal.write()
        terminal.write(terminal.style("Secret objectives", "bold"))
        for line in table(rows, "<<><", gap="   "):
            terminal.write(f"  {line}")
        if any(
            objective_met(state, n, held) is None
            for n, player in enumerate(state.players)
            for held in player.objectives
        ):
            terminal.say("An open objective counts nothing until it is revealed and answered. (G-1)", "dim")


def _title(terminal: Terminal, objective: Objective) -> str:
    return terminal.clean(objective.card.name) if objective.card is not None else "face down"


# as JSON


def as_data(scored: Scored) -> dict[str, Any]:
    """The chart as `--json` prints it; documented in docs/command-line.md."""
    state = scored.state
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME.id,
        "name": scored.name,
        "final": scored.final,
        "season": state.season,
        "players": [
            {
                "seat": number,
                "name": state.players[number].name,
                **entry._asdict(),
                "objective_cards": [
                    {
                        "card": None if objective.card is None else objective.card.name,
                        "value": 0 if objective.card is None else objective.card.value,
                        "met": objective_met(state, number, objective),
                    }
                    for objective in state.players[number].objectives
                ],
            }
            for number, entry in enumerate(scores(state))
        ],
        "winners": list(winners(state)),
        "verdict": verdict(scored),
        "notes": [str(note) for note in scored.notes],
    }
