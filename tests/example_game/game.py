"""Well and Bucket as a game of the engine: the contract's calls, then one function for each rule step."""

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.errors import RuleError
from engine.core.events import Event, Sink, Value
from engine.core.game import Game
from engine.core.openness import NothingHidden
from engine.core.record import replace
from tests.example_game import words
from tests.example_game.records import (
    DAYS,
    DIE,
    MOST,
    TROUGH_SCORE,
    Action,
    CorrectJar,
    Haul,
    Player,
    Setup,
    Share,
    State,
    Throw,
)

RULE_OF = {"throw": "W-3", "haul": "W-4", "share": "W-6"}


class WellAndBucket(NothingHidden):
    id = "well-and-bucket"
    title = "Well and Bucket"
    setup_type, state_type, action_type = Setup, State, Action
    automation = frozenset({"share"})

    def begin(self, setup: Setup) -> State:
        if not 2 <= len(setup.names) <= 4:
            raise RuleError("W-1", f"Two to four can play, not {len(setup.names)}.", firm=True)
        return State(tuple(Player(name) for name in setup.names), setup.rope)

    def pending(self, state: State, seat: int | None = None) -> Decision | None:
        if state.step == "over" or seat not in (None, state.turn):
            return None
        return Decision(state.step, state.turn, RULE_OF[state.step], {"litres": state.bucket})

    def check(self, state: State, action: Action) -> None:
        if isinstance(action, CorrectJar):
            if action.seat >= len(state.players):
                raise RuleError("W-1", f"Nobody sits at seat {action.seat + 1}.", firm=True)
        elif state.step == "over":
            raise RuleError("W-2", "The third day is over; only jars can be corrected.", firm=True)
        elif action.kind != state.step:
            raise RuleError(RULE_OF[action.kind], f"It is time to {state.step}, not to {action.kind}.")
        elif isinstance(action, Share) and action.litres > state.bucket:
            raise RuleError("W-6", f"{action.litres} litres are more than the {state.bucket} hauled up.")

    def apply(self, state: State, action: Action, sink: Sink | None = None) -> State:
        match action:
            case Throw(pips):
                return fill_bucket(state, pips, sink)
            case Haul(up):
                tell(sink, "W-4", "up" if up else "down", state.turn, litres=state.bucket)
                return replace(state, step="share" if up else "throw")
            case Share(litres):
                return share(state, min(litres, state.bucket), sink)
            case CorrectJar(seat, litres):
                tell(sink, "W-6", "corrected", seat, litres=litres)
                return with_player(state, seat, replace(state.players[seat], jar=litres))

    def default(self, state: State, decision: Decision) -> Action | None:
        if decision.kind == "throw":
            return None  # only the table knows what the die shows
        return Haul(up=state.bucket >= DIE) if decision.kind == "haul" else Share(0)

    def sample(self, state: State, decision: Decision, chance: Chance) -> Action:
        if decision.kind == "throw":
            return Throw(chance.between(1, DIE))
        if decision.kind == "haul":
            return Haul(up=chance.pick((True, False)))
        return Share(chance.between(0, state.bucket))

    def over(self, state: State) -> bool:
        return state.step == "over"

    def chapter(self, state: State) -> int:
        return state.day

    def seats(self, state: State) -> int:
        return len(state.players)

    def faults(self, state: State) -> tuple[str, ...]:
        too_full = f"The bucket holds {state.bucket} litres, but the rope bears only {state.rope}."
        return (too_full,) if state.bucket > state.rope else ()

    view = staticmethod(words.view)
    instructions = staticmethod(words.instructions)
    sentence = staticmethod(words.sentence)
    question = staticmethod(words.question)
    describe = staticmethod(words.describe)

    def owners(self, action: Action) -> frozenset[int]:
        return frozenset([action.seat]) if isinstance(action, CorrectJar) else frozenset()


def fill_bucket(state: State, pips: int, sink: Sink | None) -> State:
    """The die's water runs into the bucket (W-3); too much, and the rope snaps (W-5)."""
    bucket = state.bucket + pips
    tell(sink, "W-3", "filled", state.turn, pips=pips, litres=bucket)
    if bucket > state.rope:
        tell(sink, "W-5", "snapped", state.turn, litres=bucket, rope=state.rope)
        return end_turn(replace(state, bucket=0), sink)
    return replace(state, bucket=bucket, step="haul")


def share(state: State, given: int, sink: Sink | None) -> State:
    """Some water for the trough, the rest into the jar (W-6)."""
    player, kept = state.players[state.turn], state.bucket - given
    tell(sink, "W-6", "shared", state.turn, given=given, kept=kept)
    player = replace(player, jar=min(player.jar + kept, MOST), given=min(player.given + given, MOST))
    return end_turn(replace(with_player(state, state.turn, player), bucket=0), sink)


def end_turn(state: State, sink: Sink | None) -> State:
    """The next player, the next day, or the end (W-2)."""
    if state.turn + 1 < len(state.players):
        return replace(state, turn=state.turn + 1, step="throw")
    if state.day < DAYS:
        tell(sink, "W-2", "next day", None, day=state.day + 1)
        return replace(state, day=state.day + 1, turn=0, step="throw")
    for seat, score in enumerate(scores(state)):
        tell(sink, "W-7", "scored", seat, score=score)
    return replace(state, step="over")


def scores(state: State) -> tuple[int, ...]:
    """A litre scores 1, and having given the trough most scores 5 (W-7)."""
    most = max(player.given for player in state.players)
    return tuple(player.jar + TROUGH_SCORE * (player.given == most > 0) for player in state.players)


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one player changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def tell(sink: Sink | None, rule: str, what: str, seat: int | None, **values: Value) -> None:
    """Tell whoever listens what happened."""
    if sink is not None:
        sink(Event(rule, what, seat, values))


WELL_AND_BUCKET: Game[Setup, State, Action] = WellAndBucket()
