"""What lies on the table, and what a table can say about it."""

from typing import Annotated, Literal, TypeAlias

from engine.core.limits import Between, Length
from engine.core.record import record

DAYS = 3
DIE = 6
TROUGH_SCORE = 5
MOST = 999

Litres: TypeAlias = Annotated[int, Between(0, MOST)]
Seat: TypeAlias = Annotated[int, Between(0, 3)]
Name: TypeAlias = Annotated[str, Length(1, 40)]


@record
class Setup:
    """Who plays, in the order of their seats, and what the rope bears (W-1)."""

    names: tuple[Name, ...]
    rope: Litres = 9


@record
class Player:
    """A player's jar, and what they gave to the trough (W-6)."""

    name: Name
    jar: Litres = 0
    given: Litres = 0


@record
class State:
    """Everything at one moment. `step` is what the player whose turn it is does next."""

    players: tuple[Player, ...]
    rope: Litres
    day: Annotated[int, Between(1, DAYS)] = 1
    turn: Seat = 0
    bucket: Litres = 0
    step: Literal["throw", "haul", "share", "over"] = "throw"


@record
class Throw:
    """Observe: what the die shows (W-3)."""

    pips: Annotated[int, Between(1, DIE)]
    kind: Literal["throw"] = "throw"


@record
class Haul:
    """Answer: haul the bucket up, or let it down again (W-4)."""

    up: bool
    kind: Literal["haul"] = "haul"


@record
class Share:
    """Answer: so many litres for the trough (W-6)."""

    litres: Litres
    kind: Literal["share"] = "share"


@record
class CorrectJar:
    """Correct: the table looked again, and this is in the jar."""

    seat: Seat
    litres: Litres
    kind: Literal["correct jar"] = "correct jar"


Action: TypeAlias = Throw | Haul | Share | CorrectJar
