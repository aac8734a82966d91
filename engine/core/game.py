"""The contract a game fulfils. Everything else — undo, replay, saving, sharing — comes from these few calls."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.events import Event, Sink
from engine.core.instructions import Instruction, TableView
from engine.core.language import ENGLISH, Language, Phrase

Setup = TypeVar("Setup", contravariant=True)
State = TypeVar("State")
Action = TypeVar("Action")


class Game(Protocol[Setup, State, Action]):
    """A game as pure functions over frozen state. No clock, no chance, no files.

    `setup_type`, `state_type` and `action_type` are what the border reads and writes: records, and a union of
    records told apart by their `kind`.
    """

    @property
    def id(self) -> str:
        """The name in files and addresses: "after-the-empire"."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def setup_type(self) -> Any: ...

    @property
    def state_type(self) -> Any: ...

    @property
    def action_type(self) -> Any: ...

    @property
    def automation(self) -> frozenset[str]:
        """The decision kinds answered automatically unless a table wants otherwise."""

    def begin(self, setup: Setup) -> State:
        """The table as set up. Raises RuleError for a set-up the rules do not allow."""

    def pending(self, state: State, seat: int | None = None) -> Decision | None:
        """What the table must say next — or, with a seat, what that player must say next."""

    def check(self, state: State, action: Action) -> None:
        """Raise RuleError, with rule id and sentence, if the action is not allowed now."""

    def apply(self, state: State, action: Action, sink: Sink | None = None) -> State:
        """The state after the action. Trusts `check`; a refused action done anyway never goes negative.

        Raises RuleError only firmly: what is refused for its time may turn out to be impossible as well.
        """

    def default(self, state: State, decision: Decision) -> Action | None:
        """The automatic answer, or None where only a person can know."""

    def sample(self, state: State, decision: Decision, chance: Chance) -> Action:
        """Some legal answer, drawn by chance: a practice deck's draw, or play for the tests."""

    def over(self, state: State) -> bool:
        """Is the game finished?"""

    def chapter(self, state: State) -> int:
        """A number that rises at natural pauses (seasons, rounds): a snapshot is kept for each."""

    def seats(self, state: State) -> int:
        """How many players sit at the table."""

    def faults(self, state: State) -> Sequence[str | Phrase]:
        """Everything that is impossible in this state, a sentence each; empty for a sound one."""

    def view(self, state: State) -> TableView:
        """The table as the players see it, spot by spot."""

    def instructions(self, before: State, after: State) -> tuple[Instruction, ...]:
        """The smallest list of physical changes that turns the one table into the other."""

    def sentence(self, event: Event, language: Language = ENGLISH) -> str:
        """The event in one line."""

    def question(self, state: State, decision: Decision, language: Language = ENGLISH) -> str:
        """The decision as a question to the table."""

    def describe(self, state: State, action: Action, language: Language = ENGLISH) -> str:
        """The action in a few words, for the log and for "Undo: …"."""

    # a table on several devices

    def owners(self, action: Action) -> frozenset[int]:
        """The players whose board or choice the action is; none for what concerns the whole table."""

    def secrets(self, state: State) -> bool:
        """Does the table know anything that not everybody may know?"""

    def seen_by(self, state: State, seat: int | None) -> State:
        """The state as this player's device may know it; with None, a device of nobody's."""

    def told_to(self, state: State, action: Action, seat: int | None) -> Action:
        """A logged action as this player's device may know it, the table being where it is now."""
