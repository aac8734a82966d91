"""For games that are played with open cards."""

from typing import TypeVar

State = TypeVar("State")
Action = TypeVar("Action")


class NothingHidden:
    """The part of the contract about secrets, for a game in which everybody may know everything."""

    def secrets(self, state: object) -> bool:
        return False

    def seen_by(self, state: State, seat: int | None) -> State:
        return state

    def told_to(self, state: object, action: Action, seat: int | None) -> Action:
        return action
