"""The score: live, in final scoring, at the end; ties explained; shared as text, spreadsheet and picture."""

import csv
from io import StringIO
from pathlib import Path

import flet_charts  # type: ignore[import-untyped]
import pytest

from companion.games.after_the_empire.score_words import chart_of, score_chart, tie_break, verdict
from companion.share.csv import harmless, score_csv
from companion.share.files import file_name
from companion.share.text import score_text
from companion.shell.store import Store
from companion.shell.words import Words
from companion.storage import Storage
from engine.core.record import replace
from engine.games.after_the_empire.cards import ObjectiveCard
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.objectives import objective_met
from engine.games.after_the_empire.scoring import scores
from engine.games.after_the_empire.state import Objective, State
from tests.app.headless import Device
from tests.app.seeds import at, evening_for, table_at

WORDS = Words("en")
SECRET = ObjectiveCard("secret", "A secret", 9)


@pytest.fixture
def store(tmp_path: Path):
    with Storage(tmp_path) as storage:
        storage.settings.change(language="en")
        yield Store(storage)


def over(golds: tuple[int, ...], flags: tuple[tuple[int, ...], ...], winners: tuple[int, ...]) -> State:
    """A finished game with this gold and these flag tokens, farms all razed."""
    state = AFTER_THE_EMPIRE.begin(evening_for(len(golds)))
    players = tuple(
        replace(player, gold=gold, flags=own, objectives=(), cards=())
        for player, gold, own in zip(state.players, golds, flags, strict=True)
    )
    return replace(state, phase="over", players=players, winners=winners)


def explained(state: State) -> tuple[str, str]:
    """How the tie was broken, and the rule."""
    broken = tie_break(WORDS, state)
    assert broken is not None
    return broken


# live


def test_the_live_score_keeps_objectives_secret(store):
    """A known objective must not be guessed from anyone's total."""
    table = table_at(store.storage, "Evening", 2, at(2, "actions"))
    player = replace(table.state.players[0], objectives=(Objective(SECRET, met=True),))
    state = replace(table.state, players=(player, *table.state.players[1:]))
    assert scores(state)[0].total - chart_of(state)[0].total == 9
    assert "9" not in score_text(score_chart(WORDS, state, "")).partition("Objectives")[2][:4]
    with Device(store, f"/table/{table.id}/score") as device:
        assert "Objectives: Ada ?, Ben ?" in device.labels()
        assert any("is ahead with" in label or "are level with" in label for label in device.labels())


def test_the_first_season_has_no_lines_yet(store):
    table = table_at(store.storage, "Evening", 2, at(1, "combat"))
    with Device(store, f"/table/{table.id}/score") as device:
        assert device.find(flet_charts.LineChart) == []
        assert "The chart begins with the end of the second season." in device.texts()


# final scoring


def test_objectives_are_revealed_one_by_one_and_the_winner_is_named(store):
    table = table_at(store.storage, "Evening", 2, at(7, "refresh"), seed=5)
    with Device(store, f"/table/{table.id}") as device:
        device.tap("Final scoring")
        for _ in range(60):
            asked = table.session.pending
            if asked is None or asked.seat is None:
                break
            if asked.kind == "objective":
                device.tap("Unknown card: quick entry")
                device.tap("Use this card")
            else:
                device.tap("Yes, met")
        assert all(objective_met(table.state, 0, held) for held in table.state.players[0].objectives)
        device.tap("Name the winner")
        assert table.state.phase == "over"
        assert verdict(WORDS, table.state) in device.labels()
        device.tap("Undo: Name the winner")
        assert table.state.phase == "scoring"


def test_an_objective_is_found_in_the_library(store):
    table = table_at(store.storage, "Evening", 2, at(7, "scoring"))
    with Device(store, f"/table/{table.id}") as device:
        asked = table.session.pending
        assert asked is not None
        assert asked.kind == "objective"
        offered = [name for name in device.buttons() if "worth" in name]
        device.tap(offered[0])
        card = table.state.players[asked.seat].objectives[asked.about["index"]].card
        assert offered[0].startswith(card.name)


# at the end


def test_the_chart_of_the_rulebook(store):
    table = table_at(store.storage, "Evening", 4, at(7, "over"))
    with Device(store, f"/table/{table.id}") as device:
        labels = device.labels()
        for entry, player in zip(scores(table.state), table.state.players, strict=True):
            assert any(label.startswith("Total: ") and f"{player.name} {entry.total}" in label for label in labels)
        (lines,) = device.find(flet_charts.LineChart)
        assert [len(series.points) for series in lines.data_series] == [7, 7, 7, 7]
        told = next(label for label in labels if label.startswith("Gold at the end of each season."))
        assert ", ".join(str(golds[0]) for golds in table.state.gold_history) in told


def test_g3_more_flag_tokens_win_a_tie():
    state = over((20, 19), ((1,), (1, 1)), winners=(1,))
    sentence, rule = explained(state)
    assert rule == "G-3"
    assert "2 against 1" in sentence
    assert verdict(WORDS, state).startswith("Ben wins with")


def test_r29_a_shared_victory_and_the_other_ruling():
    shared = over((20, 20), ((1,), (1,)), winners=(0, 1))
    assert "share the victory" in verdict(WORDS, shared)
    assert explained(shared)[1] == "R-29"
    ruled = replace(shared, winners=(0,))
    assert "turn order" in explained(ruled)[0]


def test_no_tie_is_not_explained():
    assert tie_break(WORDS, over((20, 3), ((), ()), winners=(0,))) is None


def test_a_game_ended_by_correction_names_a_winner_too():
    assert "Ada" in verdict(WORDS, over((20, 3), ((), ()), winners=()))


@pytest.mark.parametrize(
    ("scale", "width", "theme"), [(2.0, 390, "light"), (1.0, 1280, "dark"), (1.5, 390, "contrast")]
)
@pytest.mark.parametrize("phase", ["scoring", "over"])
def test_large_text_and_wide_screens(store, phase, scale, width, theme):
    store.storage.settings.change(text_scale=scale, theme=theme)
    table = table_at(store.storage, "Evening", 4, at(7, phase))
    with Device(store, f"/table/{table.id}/score", width=width) as device:
        assert store.reports == []
        assert any("Total" in label for label in device.labels())


# sharing


def test_the_score_as_text():
    text = score_text(score_chart(WORDS, over((20, 3), ((2,), ()), winners=(0,)), "Friday"))
    assert text.splitlines()[0] == "Friday"
    assert "Ada wins with 26 gold." in text
    assert "Ada: 26 (Gold 20, Buildings 0, Refugees 0, Flags 2, Farms 4, Objectives 0)" in text


def test_the_score_as_a_spreadsheet(store):
    table = table_at(store.storage, "Evening", 3, at(7, "over"))
    rows = list(csv.reader(StringIO(score_csv(score_chart(WORDS, table.state, "")).decode("utf-8-sig"))))
    assert rows[0] == ["", "Ada", "Ben", "Cleo"]
    assert rows[7] == ["Total", *(str(entry.total) for entry in scores(table.state))]
    assert len(rows) == 8 + 7


def test_a_player_is_no_formula():
    assert harmless("=HYPERLINK(1)") == "'=HYPERLINK(1)"
    assert harmless("Ada") == "Ada"


def test_file_names_suit_every_system():
    assert file_name("Frühling: 2/3 „Ende“", ".csv") == "fruhling-2-3-ende.csv"
    assert file_name("…", ".png") == "companion.png"


def test_a_device_that_makes_no_picture_says_so(store):
    """The headless device answers every call with nothing."""
    table = table_at(store.storage, "Evening", 2, at(7, "over"))
    with Device(store, f"/table/{table.id}/score") as device:
        device.tap("Picture")
        device.settle()
        assert any("could not be saved" in text for text in device.texts())


def test_text_and_spreadsheet_leave_the_app(store):
    table = table_at(store.storage, "Evening", 2, at(7, "over"))
    with Device(store, f"/table/{table.id}/score") as device:
        device.tap("Copy as text")
        device.tap("Spreadsheet")
        device.settle()
        calls = dict(device.connection.calls)
    assert verdict(WORDS, table.state) in str(calls["set"])
    assert calls["save_file"]["file_name"] == "evening.csv"
