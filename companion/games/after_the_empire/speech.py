"""What the engine has to say, in the player's language: templates are translated first, then filled."""

from collections.abc import Sequence

from companion.shell.words import Words
from engine.core.decisions import Decision
from engine.core.errors import RuleError
from engine.core.events import Event
from engine.core.instructions import Instruction
from engine.core.language import Phrase, spoken
from engine.games.after_the_empire import instruction_words, log_words
from engine.games.after_the_empire import words as game_words
from engine.games.after_the_empire.actions import Action, StockpileJob
from engine.games.after_the_empire.compass import NAMES
from engine.games.after_the_empire.rules import Rule
from engine.games.after_the_empire.state import State


def event_line(words: Words, event: Event) -> str:
    """What happened, in one line."""
    return game_words.sentence(event, words)


def question_line(words: Words, state: State, decision: Decision) -> str:
    """What the table must say next, to the player by name where it is one player's."""
    return game_words.question(state, decision, words)


def log_line(words: Words, state: State, action: Action) -> str:
    """What the table said, in a few words: for the log and for "Undo: …"."""
    return log_words.describe(state, action, words)


def jobs_line(words: Words, state: State, number: int, jobs: Sequence[StockpileJob]) -> str:
    """What is done at the stockpile."""
    return log_words.jobs_said(state, number, jobs, words)


def phase_button(words: Words, to: str) -> str:
    """What the phase button says."""
    return words(log_words.BUTTONS[to])


def instruction_line(words: Words, line: Instruction) -> str:
    """What to change on the table."""
    return instruction_words.words(line.what, line.values, words)


def reason_line(words: Words, line: Instruction) -> str:
    """Why it changes."""
    return words(line.why)


def rule_title(words: Words, rule: Rule) -> str:
    """What a rule is found by."""
    return words(rule.title)


def rule_text(words: Words, rule: Rule) -> str:
    """What a rule says."""
    return words(rule.text)


def refusal_line(words: Words, refusal: RuleError) -> str:
    """Why the rules refuse."""
    return Phrase(refusal.template, **refusal.values).said(words)


def fault_line(words: Words, refusal: RuleError) -> str:
    """Why a correction cannot be: without the place, where the screen shows it."""
    why = refusal.values.get("why")
    return refusal_line(words, refusal) if why is None else str(spoken(why, words))


def place_name(words: Words, place: str) -> str:
    """A side, a corner or the inside of a castle, spelled out."""
    return words(NAMES[place])
