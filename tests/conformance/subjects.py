"""The games the battery tries: one function for each, giving set-ups and what a table says out of turn."""

import engine.games  # noqa: F401 (registers the games)
from engine.core.chance import Chance
from tests.conformance.after_the_empire import after_the_empire
from tests.conformance.play import Subject
from tests.example_game.game import WELL_AND_BUCKET
from tests.example_game.records import CorrectJar, Setup, State


def well_and_bucket() -> Subject:
    def correct_a_jar(state: State, chance: Chance) -> CorrectJar:
        return CorrectJar(chance.between(0, 3), chance.between(0, 20))

    names = ("Ada", "Ben", "Cleo", "Dan")
    setups = [Setup(names[:players]) for players in (2, 3, 4)] + [Setup(names, rope=999)]
    return Subject(WELL_AND_BUCKET, setups, correct_a_jar, rounds=3)


SUBJECTS: dict[str, Subject] = {subject.game.id: subject for subject in (well_and_bucket(), after_the_empire())}
"""By the game's id."""
