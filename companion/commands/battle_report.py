"""A resolved combat as data: what every way of showing it is made from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.border.scenario import Played, Scenario
from engine.core.decisions import Decision
from engine.core.events import Event, Value
from engine.core.instructions import Instruction
from engine.core.record import replace
from engine.core.session import Replayed
from engine.games.after_the_empire.actions import (
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    MoveTroops,
    UseMoveTokens,
)
from engine.games.after_the_empire.after_combat import castle_income
from engine.games.after_the_empire.cards import BYPASSING
from engine.games.after_the_empire.compass import CORNERS, NAMES, POSTS, SIDES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.siege import siege_strength
from engine.games.after_the_empire.state import Piece, Player, State, level, policy_of, with_castle
from engine.games.after_the_empire.view import SIEGE_TOKEN
from engine.games.after_the_empire.words import counted

FORMAT, VERSION = "companion.result", 1

PREPARATION, ARCHERY, MOVEMENT, MELEE, OUTCOME = "preparation", "archery", "movement", "melee", "outcome"

_STEPS = {
    "round": ARCHERY,
    "volley": ARCHERY,
    "arrows": ARCHERY,
    "arrows inside": ARCHERY,
    "enter": MOVEMENT,
    "bypass": MOVEMENT,
    "move": MOVEMENT,
    "wall holds": MELEE,
    "wall falls": MELEE,
    "melee inside": MELEE,
    "survived": OUTCOME,
    "sacked": OUTCOME,
    "spared": OUTCOME,
    "plundered": OUTCOME,
    "building damaged": OUTCOME,
    "refugee wounded": OUTCOME,
    "gold falls": OUTCOME,
    "reinforced": OUTCOME,
    "mercenaries leave": OUTCOME,
}


class Told(NamedTuple):
    """One thing that happened: in which entry of the log, to whom, in which round (0: before) and step."""

    n: int
    seat: int | None
    round: int
    step: str
    rule: str
    what: str
    values: Mapping[str, Value]
    sentence: str


class Open(NamedTuple):
    """A question that neither the file nor the automation answers."""

    seat: int | None
    kind: str
    rule: str
    question: str


class Fought(NamedTuple):
    """One player's combat."""

    seat: int
    before: Player
    after: Player
    level: int
    outcome: str | None
    rounds: int
    swordsmen: tuple[int, ...]
    """All who came, by field and inside."""
    archers: tuple[int, ...]
    wounded: int
    mercenaries_lost: int
    killed: int
    income: int


class Report(NamedTuple):
    """A whole combat. `story` is for reading: events with the owner's choices in words between them."""

    scenario: Scenario
    before: State
    after: State
    fought: tuple[Fought, ...]
    instructions: tuple[Instruction, ...]
    events: tuple[Told, ...]
    story: tuple[Told, ...]
    open: tuple[Open, ...]
    unused: tuple[str, ...]


def report(scenario: Scenario, played: Played) -> Report:
    """Everything there is to say about a combat that was played."""
    session = played.session
    before, after = session.state_at(0), session.state
    events: list[Told] = []
    story: list[Told] = [_placed(before, number) for number in range(len(before.players))]
    rounds = [0] * len(before.players)
    for n in range(1, session.n + 1):
        replayed = session.replay(n)
        choices = _choices(replayed)
        story += choices
        for event in replayed.events:
            if event.what == "siege" and scenario.siege is None:
                continue  # a stand-in, so that combat goes on; the table has no such card
            told = _told(n, event, rounds)
            events.append(told)
            if event.what != "round" and not (event.what in ("move", "move tokens") and choices):
                story.append(told)
            if event.what == "siege":
                story += [_siege_effect(replayed.after, number, told) for number in range(len(before.players))]
    return Report(
        scenario,
        before,
        after,
        tuple(_fought(before, after, number, events) for number in range(len(before.players))),
        _instructions(scenario, before, after),
        tuple(events),
        tuple(story),
        _open(after),
        played.unused,
    )


# what happened


def _told(n: int, event: Event, rounds: list[int]) -> Told:
    if event.what == "round" and event.seat is not None:
        rounds[event.seat] = int(event.values["round"])
    now = 0 if event.seat is None else rounds[event.seat]
    step = _STEPS.get(event.what, MELEE if now else PREPARATION)
    if event.rule == "R-16":
        step = MELEE
    return Told(n, event.seat, now, step, event.rule, event.what, event.values, GAME.sentence(event))


def _placed(state: State, number: int) -> Told:
    """P-1: where the troops stood, in the words of the game."""
    castle = state.players[number].castle
    values: dict[str, Value] = {
        post: castle.soldiers[index] + castle.mercenaries[index] for index, post in enumerate(POSTS)
    }
    event = Event("P-1", "placed", number, values)
    return _told(0, event, [0] * len(state.players))


def _siege_effect(state: State, number: int, told: Told) -> Told:
    """P-3: what the siege card means for one player."""
    player = state.players[number]
    strength = siege_strength(state, player)
    assert state.combat is not None
    assert state.combat.siege is not None
    siege = state.combat.siege
    if not strength:
        words = "it does nothing (R-5)"
    elif siege.card.engine in BYPASSING:
        words = f"up to {counted('invaders', strength)} pass the standing {NAMES[siege.side]} wall"
        words += " in every round (R-3)" if state.table.rulings.ladder == "every round" else " in round 1 (R-3)"
    else:
        words = f"{strength} damage"
    return told._replace(
        seat=number, what="siege effect", values={}, sentence=f"At level {level(state, player)}: {words}."
    )


def _choices(replayed: Replayed) -> list[Told]:
    """What the owner, or the automation, chose in this entry, in words; only what the events do not tell."""
    action, state = replayed.entry.action, replayed.before
    match action:
        case MoveTroops() | UseMoveTokens():
            return _moves(replayed)
        case ChooseTurret():
            rule, step = "P-5", PREPARATION
        case ChooseTargets() | ChooseLosses() if not replayed.entry.auto:
            rule, step = ("L-2", MELEE) if action.at == "inside" else ("B-1", ARCHERY)
        case ChooseBypass() if not replayed.entry.auto:
            rule, step = "M-2", MOVEMENT
        case _:
            return []
    words = GAME.describe(state, action)
    words = words.removeprefix(f"{state.players[action.player].name}: ")
    by = "the automatic choice, R-12" if replayed.entry.auto else "the owner's choice"
    return [_choice(replayed, rule, step, f"{words[:1].upper()}{words[1:]} ({by}).")]


def _moves(replayed: Replayed) -> list[Told]:
    """M-3, P-8: who goes where, line by line."""
    action, state = replayed.entry.action, replayed.before
    castle = state.players[action.player].castle
    moved = with_castle(state, action.player, replace(castle, soldiers=action.soldiers, mercenaries=action.mercenaries))
    rule, step = ("M-3", MOVEMENT) if isinstance(action, MoveTroops) else ("P-8", PREPARATION)
    why = ""
    if replayed.entry.auto:
        why = f" ({policy_of(state, state.players[action.player])}, R-13)"
    return [
        _choice(replayed, rule, step, f"{line.words.removesuffix('.')}{why}.")
        for line in GAME.instructions(state, moved)
    ]


def _choice(replayed: Replayed, rule: str, step: str, sentence: str) -> Told:
    seat, combat = replayed.entry.action.player, replayed.before.combat
    now = combat.battles[seat].round if combat is not None and combat.battles else 0
    return Told(replayed.entry.n, seat, now, step, rule, "choice", {}, sentence)


# what came of it


def _fought(before: State, after: State, number: int, events: Sequence[Told]) -> Fought:
    own = [told for told in events if told.seat == number]
    old, new = before.players[number], after.players[number]
    battle = after.combat.battles[number] if after.combat is not None and after.combat.battles else None
    fights = [told.values for told in own if told.what in ("arrows", "arrows inside", "melee inside")]
    fell = [told.values for told in own if told.what in ("volley", "melee inside")]
    rounds = max((told.round for told in own), default=0)
    returned = sum(int(told.values["mercenaries"]) for told in own if told.what == "plundered")
    return Fought(
        seat=number,
        before=old,
        after=new,
        level=level(before, old),
        outcome=battle.outcome if battle is not None else None,
        rounds=rounds,
        swordsmen=_came(old.castle.swordsmen, own, "swordsmen"),
        archers=_came(old.castle.archers, own, "archers"),
        wounded=new.castle.wounded - old.castle.wounded,
        mercenaries_lost=sum(int(values["mercenaries"]) for values in fights) + returned,
        killed=sum(int(values["swordsmen"]) + int(values["archers"]) for values in fell),
        income=before.table.constants.income_per_piece * castle_income(new.castle),
    )


def _came(there: Sequence[int], own: Sequence[Told], kind: str) -> tuple[int, ...]:
    """Invaders by post: those on the table already, those of the cards, those of the surge."""
    counts = list(there)
    for told in own:
        if told.what in ("arrive", "surge"):
            counts[POSTS.index(told.values["side"])] += int(told.values.get(kind, 0))
    return tuple(counts)


def _instructions(scenario: Scenario, before: State, after: State) -> tuple[Instruction, ...]:
    """What to change: the cards lie as the file says, so only the siege token is left to say about the board."""
    assert before.combat is not None
    assert after.combat is not None
    combat = replace(before.combat, draws=after.combat.draws, siege=after.combat.siege)
    lines = GAME.instructions(replace(before, combat=combat), after)
    return tuple(
        line for line in lines if line.seat is not None or (line.place == SIEGE_TOKEN and scenario.siege is not None)
    )


def _open(state: State) -> tuple[Open, ...]:
    """What combat still waits for, player by player."""
    if state.phase != "combat":
        return ()
    waiting: list[Decision] = []
    for seat in (*state.order, None):
        decision = GAME.pending(state, seat)
        if decision is not None and decision not in waiting:
            waiting.append(decision)
    return tuple(
        Open(decision.seat, decision.kind, decision.rule, GAME.question(state, decision)) for decision in waiting
    )


# as JSON


def as_data(told: Report) -> dict[str, Any]:
    """The report as `--json` prints it. The shape is documented in docs/command-line.md and does not change."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME.id,
        "name": told.scenario.name,
        "season": told.before.season,
        "threat": told.before.threat,
        "players": [_player_data(fought) for fought in told.fought],
        "instructions": [
            {
                "seat": line.seat,
                "place": line.place,
                "words": line.words,
                "what": line.what,
                "values": dict(line.values),
                "rule": line.rule,
                "why": line.why,
            }
            for line in told.instructions
        ],
        "events": [{**event._asdict(), "values": dict(event.values)} for event in told.events],
        "open": [question._asdict() for question in told.open],
        "unused": list(told.unused),
    }


def _player_data(fought: Fought) -> dict[str, Any]:
    old, new = fought.before, fought.after
    return {
        "seat": fought.seat,
        "name": old.name,
        "compass": old.seat,
        "level": fought.level,
        "outcome": fought.outcome,
        "rounds": fought.rounds,
        "invaders": {
            post: {"swordsmen": fought.swordsmen[index], "archers": fought.archers[index]}
            for index, post in enumerate(POSTS)
        },
        "killed": fought.killed,
        "losses": {"soldiers": fought.wounded, "mercenaries": fought.mercenaries_lost},
        "troops": {
            "soldiers": sum(new.castle.soldiers),
            "mercenaries": sum(new.castle.mercenaries),
            "wounded": new.castle.wounded,
        },
        "castle": _castle_data(new),
        "farms": {
            side: {"before": farm.level, "after": later.level, "protected": later.protected}
            for side, farm, later in zip(SIDES, old.farms, new.farms, strict=True)
        },
        "stockpile": {
            "wood": _change(old.castle.wood, new.castle.wood),
            "stone": _change(old.castle.stone, new.castle.stone),
            "iron": _change(old.iron, new.iron),
        },
        "gold": _change(old.gold, new.gold),
        "income": fought.income,
    }


def _change(before: int, after: int) -> dict[str, int]:
    return {"before": before, "after": after, "change": after - before}


def _castle_data(player: Player) -> dict[str, Any]:
    """The castle as a scenario has it, so that a result can be the next scenario."""
    castle = player.castle
    made: dict[str, Any] = {}
    for index, side in enumerate(SIDES):
        troops = {"soldiers": castle.soldiers[index], "mercenaries": castle.mercenaries[index]}
        made[side] = {**_piece_data(castle.walls[index]), **troops}
    for index, corner in enumerate(CORNERS):
        turret = castle.turrets[index]
        made[corner] = {**_piece_data(turret), "flame": turret is not None and turret.flame}
    made["inside"] = {"soldiers": castle.soldiers[-1], "mercenaries": castle.mercenaries[-1]}
    return made


def _piece_data(piece: Piece | None) -> dict[str, Any]:
    if piece is None:
        return {"piece": None, "cubes": 0}
    return {"piece": f"{piece.material} {piece.kind}", "cubes": piece.cubes}
