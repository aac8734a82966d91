"""Random play of any game: the tables the battery looks at, and the mischief it tries on them."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.errors import RuleError
from engine.core.game import Game
from engine.core.plain import canonical_bytes, plain
from engine.core.session import Session

LONGEST = 5_000
"""More entries than any game needs: random play that gets this far is stuck in a circle."""

UNRULY = 60
"""For so many turns an unruly table says what it likes; then it plays on by the rules."""

STYLES = ("automatic", "by hand", "unruly")
"""Automatic: the game's own automation. By hand: every decision is asked. Unruly: by hand, doing things
anyway that the rules refuse, and correcting at any time."""


class Subject(NamedTuple):
    """A game to be tried: some set-ups it allows, and what its table may say out of turn.

    `asides` gives a correction or a change of rules, drawn by chance; `rounds` says how often each set-up is
    played.
    """

    game: Game[Any, Any, Any]
    setups: Sequence[Any]
    asides: Callable[[Any, Chance], Any] | None = None
    rounds: int = 1


class Table:
    """One playthrough of a subject, played when it is first looked at."""

    def __init__(self, subject: Subject, setup: int, style: str, seed: int) -> None:
        self.subject = subject
        self.game = subject.game
        self.setup = subject.setups[setup]
        self.style = style
        self.seed = seed
        self._fingerprints: list[str] = []
        self.name = f"{self.game.id}-{setup}-{style.replace(' ', '-')}-{seed}"

    def new_session(self) -> Session[Any, Any]:
        """This table before the first entry."""
        automation = self.game.automation if self.style == "automatic" else ()
        return Session(self.game, self.game.begin(self.setup), automation)

    @cached_property
    def session(self) -> Session[Any, Any]:
        """This table played to the end."""
        session, chance = self.new_session(), Chance(self.seed)
        self._fingerprints.clear()
        session.resolve()
        self._remember(session)
        for turn in range(LONGEST):
            if self.style == "unruly" and turn < UNRULY and chance.below(3) == 0:
                interrupt(self.subject, session, chance)
                self._remember(session)
            decision = session.pending
            if decision is None:
                return session
            decision, answer = some_answer(self.game, session.state, decision, chance)
            session.append(answer, seat=decision.seat, base=session.n)
            self._remember(session)
        raise AssertionError(f"{self.name}: no end after {LONGEST} entries")

    @property
    def fingerprints(self) -> Sequence[str]:
        """The hash of every state from the set-up to the end, taken when it was reached."""
        assert self.session.n
        return self._fingerprints

    def _remember(self, session: Session[Any, Any]) -> None:
        reached = range(len(self._fingerprints), session.n + 1)
        self._fingerprints += [session.fingerprint(n) for n in reached]

    @property
    def states(self) -> Iterator[Any]:
        """Every state, from the set-up to the end."""
        return (self.session.state_at(n) for n in range(self.session.n + 1))


@contextmanager
def trying(n: int, action: Any) -> Iterator[None]:
    """Whatever goes wrong says which action it was, after which entry."""
    try:
        yield
    except Exception as trouble:
        trouble.add_note(f"after entry {n}, trying {action!r}")
        raise


def tables_of(subject: Subject) -> tuple[Table, ...]:
    """The tables of a subject: its set-ups in turn, the styles going round."""
    return tuple(
        Table(subject, setup, STYLES[(setup + number) % len(STYLES)], seed=100 * setup + number)
        for number in range(subject.rounds)
        for setup in range(len(subject.setups))
    )


def some_answer(game: Game[Any, Any, Any], state: Any, decision: Decision, chance: Chance) -> tuple[Decision, Any]:
    """A decision to answer — the table's, or now and then some player's own — and a legal answer to it."""
    if chance.below(4) == 0:
        decision = game.pending(state, chance.below(game.seats(state))) or decision
    answer = game.default(state, decision) if chance.below(3) == 0 else None
    return decision, game.sample(state, decision, chance) if answer is None else answer


def interrupt(subject: Subject, session: Session[Any, Any], chance: Chance) -> None:
    """Say something out of turn, whatever the rules think of it."""
    for action in mischief(subject, session.state, [entry.action for entry in session.entries], chance):
        try:
            with trying(session.n, action):
                session.append(action, seat=0, anyway=True)
        except RuleError as refusal:
            if not refusal.firm:
                raise


def mischief(subject: Subject, state: Any, said: Sequence[Any], chance: Chance) -> list[Any]:
    """Actions a table could send now, fitting or not: an aside, an old action, and one with a slip in it."""
    game = subject.game
    actions = list(said[-40:])
    decision = game.pending(state)
    if decision is not None:
        actions.append(game.sample(state, decision, chance))
    if subject.asides is not None:
        actions.append(subject.asides(state, chance))
    chosen = [actions[-1], chance.pick(actions), with_a_slip(game, chance.pick(actions), chance)]
    return [action for action in chosen if action is not None]


def with_a_slip(game: Game[Any, Any, Any], action: Any, chance: Chance) -> Any | None:
    """The action with one value changed, as a clumsy finger would; None: the border could not read it."""
    copy = plain(action)
    spots = [spot for spot in _spots(copy) if spot[1] != "kind"]
    if spots:
        holder, key = chance.pick(spots)
        holder[key] = _slip(holder[key], chance)
    try:
        return reader(game.action_type).validate_json(json.dumps(copy), strict=True)
    except ValidationError:
        return None


def _spots(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a plain form where a value stands: what holds it, and its key there."""
    pairs = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, value in pairs:
        yield thing, key
        yield from _spots(value)


def _slip(value: Any, chance: Chance) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.pick((0, 1, 2, 3, value + 1, value - 1, 99, 999, 9_999))
    if isinstance(value, list):
        return chance.pick(([], value[:-1], [*value, *value[-1:]], value[::-1]))
    if isinstance(value, str):
        return chance.pick(("N", "E", "S", "W", "NE", "SW", "inside", "wall", "stone", "x"))
    return chance.pick((None, 0, 1, "N"))


@cache
def reader(kind: Any) -> TypeAdapter[Any]:
    """What the border reads a setup, a state or an action with."""
    return TypeAdapter(kind)


def read_back(kind: Any, thing: Any) -> Any:
    """The thing written to a file and read again, strictly."""
    return reader(kind).validate_json(canonical_bytes(thing), strict=True)
