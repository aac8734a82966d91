"""A resolved combat for people: a summary with pictures and tick boxes, and the story step by step."""

import re
from collections.abc import Sequence
from itertools import groupby

from companion.commands.battle_report import OUTCOME, PREPARATION, Fought, Report, Told
from companion.commands.castle_drawing import WIDTH, Scene, drawing, legend
from companion.terminal import Terminal, display_width, padded, table, wrapped
from engine.games.after_the_empire.cards import BYPASSING, SiegeCard
from engine.games.after_the_empire.compass import CORNERS, NAMES, SIDES
from engine.games.after_the_empire.rules import RULES
from engine.games.after_the_empire.state import Piece, State
from engine.games.after_the_empire.words import counted

_TITLES = {rule.id: rule.title for rule in RULES}
_RULE = re.compile(r"\b[A-Z]-\d+\b")
_LABEL = 12
"""Columns for the names of facts."""


def write_report(terminal: Terminal, told: Report, explain: bool) -> None:
    """The whole table: the cards, everybody at a glance, then player by player."""
    _write_head(terminal, told)
    if len(told.fought) > 1:
        terminal.write()
        _write_glance(terminal, told.fought)
    for fought in told.fought:
        terminal.write()
        _write_player(terminal, told, fought, explain)
    _write_board_changes(terminal, told)
    _write_open(terminal, told)
    _write_unused(terminal, told)
    if explain:
        _write_cited(terminal, told.story)


def _write_head(terminal: Terminal, told: Report) -> None:
    state = told.before
    if told.scenario.name:
        terminal.say(told.scenario.name, "bold")
    terminal.say(f"After the Empire · season {state.season} · threat {state.threat}", "dim")
    combat = told.after.combat
    assert combat is not None
    rows = [("Invaders", NAMES[draw.side], draw.card.name) for draw in combat.draws]
    if combat.siege is not None and told.scenario.siege is not None:
        card = combat.siege.card
        rows.append(("Siege", NAMES[combat.siege.side], _siege(card)))
    if rows:
        terminal.write()
    shown = ""
    for kind, side, name in rows:
        label = padded("" if kind == shown else kind, _LABEL)
        shown = kind
        terminal.say(name, indent=" " * (_LABEL + 7), first=f"{terminal.style(label, 'dim')}{padded(side, 7)}")


def _siege(card: SiegeCard) -> str:
    """A siege card in a few words: "Mangonel, 2 damage, surge: leader"."""
    words = [card.name if card.name.lower() == card.engine else f"{card.name} ({card.engine})"]
    if len(card.tiers) == 1:
        strength = card.tiers[0].strength
        words.append(f"up to {strength} pass the wall" if card.engine in BYPASSING else f"{strength} damage")
    if card.surge != "none":
        words.append(f"surge: {card.surge}")
    return ", ".join(words)


def _write_glance(terminal: Terminal, everybody: Sequence[Fought]) -> None:
    """A line for each player; a narrow terminal gets fewer columns."""
    columns: list[tuple[str, str, list[str]]] = [
        ("", "<", [terminal.style(terminal.clean(fought.before.name), "bold") for fought in everybody]),
        ("Level", ">", [str(fought.level) for fought in everybody]),
        ("Invaders", ">", [str(sum(fought.swordsmen) + sum(fought.archers)) for fought in everybody]),
        ("Outcome", "<", [_outcome(terminal, fought) for fought in everybody]),
        ("Rounds", ">", [str(fought.rounds) for fought in everybody]),
        ("Wounded", ">", [str(fought.wounded) for fought in everybody]),
        ("Mercs lost", ">", [str(fought.mercenaries_lost) for fought in everybody]),
        ("Gold", "<", [terminal.clean(_from_to(fought.before.gold, fought.after.gold)) for fought in everybody]),
    ]
    heading, *lines = _as_table(columns)
    for spare in ("Rounds", "Invaders", "Level", "Gold"):
        if max(map(display_width, (heading, *lines))) <= terminal.width:
            break
        columns = [column for column in columns if column[0] != spare]
        heading, *lines = _as_table(columns)
    terminal.write(terminal.style(heading, "dim"))
    for line in lines:
        terminal.write(line)


def _as_table(columns: Sequence[tuple[str, str, list[str]]]) -> list[str]:
    rows = list(zip(*((title, *cells) for title, _, cells in columns), strict=True))
    return table(rows, "".join(align for _, align, _ in columns))


def _outcome(terminal: Terminal, fought: Fought) -> str:
    if fought.outcome is None:
        return terminal.style("undecided", "yellow")
    return terminal.style(fought.outcome, "green" if fought.outcome == "survived" else "red")


def _from_to(before: int, after: int) -> str:
    return str(before) if before == after else f"{before} → {after}"


# one player


def _write_player(terminal: Terminal, told: Report, fought: Fought, explain: bool) -> None:
    name = terminal.style(terminal.clean(fought.before.name), "bold")
    where = terminal.clean(f"{NAMES[fought.before.seat]} · {fought.before.gold} gold")
    terminal.rule(f"{name} {terminal.glyphs.bullet} {where}", _verdict(terminal, fought))
    if explain:
        _write_story(terminal, told, fought.seat)
    if _left_alone(fought):
        terminal.write()
        terminal.say("Nobody came, and nothing changed. (O-3)")
        return
    _write_pictures(terminal, told.before, fought)
    if fought.seat == _first_pictured(told):
        _write_legend(terminal, told)
    _write_facts(terminal, fought)
    lines = [line for line in told.instructions if line.seat == fought.seat]
    if lines:
        terminal.write()
        terminal.write(terminal.style("Change on the table:", "bold"))
        for line in lines:
            _write_tick_box(terminal, line.words, line.rule)


def _left_alone(fought: Fought) -> bool:
    """Whether there is nothing to show."""
    return not any(fought.swordsmen) and not any(fought.archers) and fought.before == fought.after


def _first_pictured(told: Report) -> int:
    return next(fought.seat for fought in told.fought if not _left_alone(fought))


def _verdict(terminal: Terminal, fought: Fought) -> str:
    after = "" if not fought.rounds else terminal.clean(f" · {counted('rounds', fought.rounds)}")
    if fought.outcome is None:
        return terminal.style("UNDECIDED", "bold", "yellow") + after
    return terminal.style(fought.outcome.upper(), "bold", "green" if fought.outcome == "survived" else "red") + after


def _write_tick_box(terminal: Terminal, words: str, rule: str) -> None:
    """A line to tick off, its rule at the end."""
    cited = f"({rule})" if rule else ""
    lines = wrapped(terminal.clean(words), terminal.width - 4)
    if cited and display_width(lines[-1]) + len(cited) + 6 <= terminal.width:
        lines[-1] += f"  {terminal.style(cited, 'dim')}"
    elif cited:
        *_, last = lines[-1].rpartition(" ")
        lines[-1] = lines[-1].removesuffix(last)
        lines.append(f"{last}  {terminal.style(cited, 'dim')}")
    for lead, line in zip(("[ ] ", *["    "] * len(lines)), lines, strict=False):
        terminal.write(lead + line)


def _write_pictures(terminal: Terminal, state: State, fought: Fought) -> None:
    left, right = (drawing(terminal, scene, state.table.constants) for scene in _scenes(fought))
    captions = "as they came", "as it ended" if fought.outcome is not None else "as it stands"
    terminal.write()
    if terminal.width >= 2 * WIDTH + 3:
        terminal.write(terminal.style(f"{padded(captions[0], WIDTH, '^')}   {padded(captions[1], WIDTH, '^')}", "dim"))
        for row, (one, other) in enumerate(zip(left, right, strict=True)):
            terminal.write(f"{one} {terminal.glyphs.arrow if row == 4 else ' '} {other}")
    else:
        for caption, rows in zip(captions, (left, right), strict=True):
            terminal.write(terminal.style(padded(caption, WIDTH, "^"), "dim"))
            for row_words in rows:
                terminal.write(row_words)


def _scenes(fought: Fought) -> tuple[Scene, Scene]:
    """The castle when the invaders had come, and when they were gone."""
    old, new = fought.before.castle, fought.after.castle
    return (
        Scene(fought.before, fought.swordsmen, fought.archers),
        Scene(fought.after, new.swordsmen, new.archers, stood=(*old.walls, *old.turrets)),
    )


def _write_legend(terminal: Terminal, told: Report) -> None:
    """The signs of the pictures, as many to a line as fit."""
    terminal.write()
    line = ""
    for sign in legend(
        terminal, [scene for fought in told.fought if not _left_alone(fought) for scene in _scenes(fought)]
    ):
        joined = f"{line}   {sign}" if line else sign
        if display_width(joined) > terminal.width:
            terminal.write(line)
            joined = sign
        line = joined
    terminal.write(line)


# the facts of one player


def _write_facts(terminal: Terminal, fought: Fought) -> None:
    terminal.write()
    for label, words in _facts(fought):
        first = terminal.style(padded(label, _LABEL), "dim")
        terminal.say(words, indent=" " * _LABEL, first=first)


def _facts(fought: Fought) -> list[tuple[str, str]]:
    old, new = fought.before, fought.after
    facts = [
        ("Invaders", _invaders(fought)),
        ("Losses", _losses(fought)),
        ("Troops left", _troops_left(fought)),
        ("Castle", _castle(fought)),
        ("Farms", _farms(fought)),
        ("Stockpile", _stockpile(fought)),
        ("Gold", f"{_from_to(old.gold, new.gold)}; income to come: {fought.income} (I-1)"),
    ]
    return [(label, words) for label, words in facts if words]


def _and(words: Sequence[str]) -> str:
    return ", ".join(words)


def _invaders(fought: Fought) -> str:
    swordsmen, archers = sum(fought.swordsmen), sum(fought.archers)
    if not swordsmen and not archers:
        return "none came"
    came = [counted(name, number) for name, number in (("swordsmen", swordsmen), ("archers", archers)) if number]
    return f"{_and(came)}; {fought.killed or 'none'} of them killed"


def _losses(fought: Fought) -> str:
    lost = []
    if fought.wounded:
        lost.append(f"{counted('soldiers', fought.wounded)} wounded")
    if fought.mercenaries_lost:
        lost.append(f"{counted('mercenaries', fought.mercenaries_lost)} lost")
    return _and(lost) or "none"


def _troops_left(fought: Fought) -> str:
    castle = fought.after.castle
    left = [
        counted(name, sum(row))
        for name, row in (("soldiers", castle.soldiers), ("mercenaries", castle.mercenaries))
        if any(row)
    ]
    if castle.wounded:
        left.append(f"{castle.wounded} in the infirmary")
    return _and(left) or "none"


def _castle(fought: Fought) -> str:
    old, new = fought.before.castle, fought.after.castle
    pairs = zip((*SIDES, *CORNERS), (*old.walls, *old.turrets), (*new.walls, *new.turrets), strict=True)
    changed = [
        _piece(NAMES[spot], piece, later) for spot, piece, later in pairs if piece != later and piece is not None
    ]
    return "; ".join(changed) or "unharmed"


def _piece(where: str, piece: Piece, later: Piece | None) -> str:
    name = f"{where} {piece.material} {piece.kind}"
    if later is None:
        return f"{name} destroyed"
    if later.flame and not piece.flame:
        return f"{name} burns"
    return f"{name} {piece.cubes} → {counted('cubes', later.cubes)}"


def _farms(fought: Fought) -> str:
    changed = [
        f"{NAMES[side]} razed" if not later.level else f"{NAMES[side]} level {farm.level} → {later.level}"
        for side, farm, later in zip(SIDES, fought.before.farms, fought.after.farms, strict=True)
        if farm.level != later.level
    ]
    return _and(changed) or "unharmed"


def _stockpile(fought: Fought) -> str:
    old, new = fought.before.castle, fought.after.castle
    gained = [
        f"{new_count - count:+d} {name}"
        for name, count, new_count in (("wood", old.wood, new.wood), ("stone", old.stone, new.stone))
        if count != new_count
    ]
    return _and(gained) or "unchanged"


# the story


def _write_story(terminal: Terminal, told: Report, seat: int) -> None:
    own = [event for event in told.story if event.seat in (seat, None)]
    shown: tuple[int, str] | None = None
    for (number, step), events in groupby(own, key=_section):
        if shown is None or number != shown[0] or step in (PREPARATION, OUTCOME):
            terminal.write()
            heading = step.capitalize() if step in (PREPARATION, OUTCOME) else f"Round {number}"
            terminal.write(terminal.style(heading, "bold"))
        if step not in (PREPARATION, OUTCOME):
            terminal.write(f"  {step.capitalize()}")
        shown = number, step
        for event in events:
            _write_told(terminal, told, event, seat)


def _section(event: Told) -> tuple[int, str]:
    return event.round, event.step


def _write_told(terminal: Terminal, told: Report, event: Told, seat: int) -> None:
    lead = f"    {padded(event.rule, 5)} "
    first = "    " + terminal.style(padded(event.rule, 5), "dim") + " "
    terminal.say(event.sentence, indent=" " * len(lead), first=first)
    if event.what == "placed":
        gold, threat = told.fought[seat].before.gold, told.before.threat
        words = f"Level {told.fought[seat].level}: the higher of {gold} gold and threat {threat}."
        first = "    " + terminal.style(padded("P-2", 5), "dim") + " "
        terminal.say(words, indent=" " * len(lead), first=first)


def _write_cited(terminal: Terminal, story: Sequence[Told]) -> None:
    told = (rule for event in story for rule in (event.rule, *_RULE.findall(event.sentence)))
    cited = dict.fromkeys(rule for rule in told if rule in _TITLES)
    terminal.write()
    terminal.say("Rules cited: " + ", ".join(f"{rule} {_TITLES[rule]}" for rule in cited) + ".", "dim")


# what is left to say


def _write_board_changes(terminal: Terminal, told: Report) -> None:
    lines = [line for line in told.instructions if line.seat is None]
    if lines:
        terminal.write()
        terminal.write(terminal.style("On the board:", "bold"))
        for line in lines:
            _write_tick_box(terminal, line.words, line.rule)


def _write_open(terminal: Terminal, told: Report) -> None:
    if told.open:
        terminal.write()
        terminal.write(terminal.style("Still open:", "bold", "yellow"))
        for question in told.open:
            terminal.say(f"{question.question} ({question.rule})", indent="    ", first="  ? ")


def _write_unused(terminal: Terminal, told: Report) -> None:
    """Answers in vain; what is only for the case of a sack is no surprise."""
    in_vain = [place for place in told.unused if not place.endswith((".damage_cards", ".red_number"))]
    if in_vain:
        terminal.write()
        terminal.say(f"Nobody asked for these answers of the file: {', '.join(in_vain)}.", "yellow")
