"""Secret objectives stay with whoever holds them until the end (G-1)."""

import json
from typing import Any

from engine.border.log import plain_entry
from engine.core.plain import plain
from engine.core.record import replace
from engine.core.session import Session
from engine.games.after_the_empire.actions import Correct, ObjectiveMet, RevealObjective, Scout, SetNumber, SetTable
from engine.games.after_the_empire.cards import ObjectiveCard
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Objective, State

SECRET = ObjectiveCard("own-hoard", "Hoard of the Old Kings", 7)


def begun() -> State:
    return AFTER_THE_EMPIRE.begin(
        Setup((PlayerSetup("Ada", "S", "blue"), PlayerSetup("Ben", "N", "red", initiative=1)))
    )


def everything(session: Session[Any, Any]) -> str:
    """All a device could learn from a session."""
    states = [plain(session.state_at(n)) for n in range(session.n + 1)]
    words = [AFTER_THE_EMPIRE.describe(session.state_at(entry.n - 1), entry.action) for entry in session.entries]
    events = [AFTER_THE_EMPIRE.sentence(event) for n in range(session.n) for event in session.replay(n + 1).events]
    undone = [plain_entry(entry) for group in session.undone for entry in group]
    return json.dumps([states, [plain_entry(entry) for entry in session.entries], words, events, undone])


def test_g_1_a_kept_objective_is_known_to_its_own_seat_only() -> None:
    session = Session(AFTER_THE_EMPIRE, begun())
    session.append(Scout(0, "S", SECRET), seat=0)
    session.append(RevealObjective(0, 0, SECRET), seat=0, anyway=True)
    session.undo()
    assert "Hoard" in everything(session.seen_by(0))
    for other in (1, None):
        told = everything(session.seen_by(other))
        assert "Hoard" not in told
        assert "own-hoard" not in told
    for seen in (session.seen_by(1), session.seen_by(None)):
        assert len(seen.state.players[0].objectives) == len(session.state.players[0].objectives)


def test_g_1_what_was_said_of_an_objective_is_hidden_too() -> None:
    state = begun()
    assert AFTER_THE_EMPIRE.told_to(state, ObjectiveMet(0, 0, True), 0) == ObjectiveMet(0, 0, True)
    assert AFTER_THE_EMPIRE.told_to(state, ObjectiveMet(0, 0, True), 1) != ObjectiveMet(0, 0, True)
    assert AFTER_THE_EMPIRE.told_to(state, Scout(0, "S"), 1) == Scout(0, "S")


def test_g_1_at_the_end_everybody_may_see_them() -> None:
    state = begun()
    known = replace(state.players[0], objectives=(Objective(SECRET),))
    state = replace(state, players=(known, *state.players[1:]))
    assert AFTER_THE_EMPIRE.secrets(state)
    assert AFTER_THE_EMPIRE.seen_by(state, 1).players[0].objectives == (Objective(),)
    for phase in ("scoring", "over"):
        done = replace(state, phase=phase)
        assert AFTER_THE_EMPIRE.seen_by(done, 1) is done
        assert AFTER_THE_EMPIRE.told_to(done, RevealObjective(0, 0, SECRET), 1).card == SECRET  # type: ignore[union-attr]


def test_an_action_belongs_to_whose_board_it_changes() -> None:
    owners = AFTER_THE_EMPIRE.owners
    assert owners(Scout(1)) == {1}
    assert owners(Correct((SetNumber(0, "gold", 3), SetNumber(1, "gold", 4), SetTable("threat", 9)))) == {0, 1}
    assert owners(Correct((SetTable("threat", 9),))) == frozenset()
