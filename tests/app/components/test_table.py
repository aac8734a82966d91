"""The table screen: header, strip of players, the panel of every phase, and counting instead of logging."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.after_the_empire import table_page
from companion.games.after_the_empire.counting import changes, count_of, with_total
from companion.shell.store import Store
from companion.storage import SavedTable, Storage
from engine.core.record import replace
from engine.games.after_the_empire.actions import Correct, SetFarm, SetFlags, SetNumber, SetPhase, SetSacked, SetTroops
from engine.games.after_the_empire.state import Farm, Phase
from tests.app.headless import Device
from tests.app.seeds import at, evening_for, table_at


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    storage = Storage(tmp_path)
    yield Store(storage)
    storage.close()


@pytest.fixture
def counted(store: Store) -> SavedTable:
    """A table that does not log workers."""
    return store.storage.tables.create(replace(evening_for(3), count_only=True), "Counted")


def shown(store: Store, route: str, **page: Any) -> Device:
    return Device(store, route, **page)


def healthy(store: Store) -> None:
    assert not store.reports, store.reports[-1]


# the header and the strip


def test_a_fresh_table_says_where_it_stands_and_has_nothing_to_undo(store: Store) -> None:
    table = store.storage.tables.create(evening_for(4), "New")
    with shown(store, f"/table/{table.id}") as device:
        assert "Season 1 · Actions" in device.labels()
        assert "Threat 0" in device.texts()
        assert not [label for label in device.labels() if label.startswith("Undo")]
        strip = [label for label in device.buttons() if label.startswith("Castle of")]
        assert strip == [
            "Castle of Ada: 5 gold, 2 troops, has the turn",
            "Castle of Ben: 6 gold, 2 troops",
            "Castle of Cleo: 7 gold, 2 troops",
            "Castle of Dov: 8 gold, 2 troops",
        ]
    healthy(store)


def test_the_strip_shows_flags_and_a_sack_and_opens_the_castle(store: Store) -> None:
    table = table_at(store.storage, "Fourth season", 4, at(4, "actions"))
    number = table.state.order[1]
    name = table.state.players[number].name
    table.append(Correct((SetFlags(number, (1, 2)), SetSacked(number, True), SetNumber(number, "gold", 31))))
    with shown(store, f"/table/{table.id}") as device:
        (label,) = [label for label in device.buttons() if label.startswith(f"Castle of {name}")]
        assert "31 gold" in label
        assert "2 flags, sacked" in label
        device.tap(label)
        assert device.page.route == f"/table/{table.id}/castle/{number}"
    healthy(store)


def test_undo_names_what_it_takes_back_and_does_it(store: Store) -> None:
    table = table_at(store.storage, "Undo", 2, lambda state: state.last_placed is not None)
    before = table.n
    with shown(store, f"/table/{table.id}") as device:
        (undo,) = [label for label in device.buttons() if label.startswith("Undo: ")]
        device.tap(undo)
        assert table.n < before
    healthy(store)


def test_log_and_score_are_one_tap_away(store: Store) -> None:
    table = store.storage.tables.create(evening_for(2), "Tools")
    with shown(store, f"/table/{table.id}") as device:
        device.tap("Log")
        assert device.page.route == f"/table/{table.id}/log"
        device.go(f"/table/{table.id}")
        device.tap("Score")
        assert device.page.route == f"/table/{table.id}/score"


def test_a_table_that_is_gone_says_so_and_leads_back(store: Store) -> None:
    with shown(store, "/table/77") as device:
        device.tap("Back to the tables")
        assert device.page.route == "/"
    healthy(store)


@pytest.mark.parametrize("phase", ["actions", "combat", "flags", "income", "harvest", "refresh", "scoring"])
@pytest.mark.parametrize(("scale", "width"), [(1.0, 390), (2.0, 390), (1.0, 1280)])
def test_every_phase_has_its_panel(store: Store, phase: Phase, scale: float, width: int) -> None:
    """Would catch a panel that cannot be drawn at a phase, at 200 % text or in two columns."""
    store.storage.settings.change(text_scale=scale)
    moment = at(1, "combat") if phase == "combat" else at(2, "actions")
    table = table_at(store.storage, "Phases", 4, moment)
    if table.state.phase != phase:
        table.append(Correct((SetPhase(phase),)))
    with shown(store, f"/table/{table.id}", width=width) as device:
        assert any(label.startswith("Season ") for label in device.labels())
        assert "Something went wrong" not in device.labels()
    healthy(store)


def test_a_phase_without_a_panel_still_has_its_button(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table_page.PANELS, "flags", "companion.games.after_the_empire.no_such_panel:Nothing")
    table = store.storage.tables.create(evening_for(2), "Plain")
    table.append(Correct((SetPhase("flags"),)))
    with shown(store, f"/table/{table.id}") as device:
        assert "Award the flag?" in device.texts()
        device.tap("Award the flag")
        assert table.state.phase != "flags"
    healthy(store)


def test_a_broken_panel_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that is there but cannot be loaded must not quietly become a plain panel."""

    def broken(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'somewhere_else'", name="somewhere_else")

    monkeypatch.setattr(table_page, "import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        table_page.panel_of("combat")


# counting


def test_count_only_tables_show_one_card_a_player(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}") as device:
        cards = [label for label in device.buttons() if label.endswith(": count")]
        assert cards == ["Ada: count", "Ben: count", "Cleo: count"]
        assert "Begin combat" in device.buttons()
        assert not [label for label in device.labels() if label.startswith("Tax")]
        device.tap("Ada: count")
        assert device.page.route == f"/table/{counted.id}/count/0"
    healthy(store)


def test_a_count_is_one_correction_and_leads_to_the_next_player(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}/count/0") as device:
        device.tap("Gold: one more")
        device.tap("Gold: one more")
        device.tap("Soldiers: one less")
        device.tap("North farm: level 1, change")
        device.tap("East farm: open")
        device.tap("Flags worth 2: one more")
        assert "5 changes" in device.texts()
        before = counted.n
        device.tap("Done, next: Ben")
        assert counted.n == before + 1
        assert counted.session.entries[-1].action == Correct(
            (
                SetNumber(0, "gold", 7),
                SetTroops(0, "inside", 1, 0),
                SetFarm(0, "N", Farm(2)),
                SetFarm(0, "E", Farm(1, True)),
                SetFlags(0, (2,)),
            )
        )
        assert device.page.route == f"/table/{counted.id}/count/1"
        assert "Ben: count" in device.labels()
    healthy(store)


def test_a_number_is_typed_on_the_keypad(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}/count/2") as device:
        device.tap("Wood: 3, type it")
        device.tap("Digit 1")
        device.tap("Digit 4")
        (sheets_done,) = [label for label in device.buttons() if label == "Done"][:1]
        done = [control for control in device.find() if getattr(control, "label", None) == sheets_done][-1]
        device.fire(done, "tap")
        assert "Wood: 14, type it" in device.buttons()
    healthy(store)


def test_the_last_count_leads_back_and_unchanged_players_count_as_counted(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}/count/2") as device:
        device.tap("Done")
        assert device.page.route == f"/table/{counted.id}"
        assert "Cleo: counted" in device.buttons()
        assert "Ada: count" in device.buttons()
        device.tap("Begin combat")
        assert counted.state.phase == "combat"
    healthy(store)


def test_troops_can_be_counted_post_by_post(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}/count/1") as device:
        device.tap("Post by post")
        device.tap("Mercenaries, West: one more")
        device.tap("Done, next: Cleo")
        assert counted.state.players[1].castle.mercenaries == (0, 0, 0, 1, 0)
    healthy(store)


def test_what_was_counted_is_kept_on_the_way_to_the_castle(store: Store, counted: SavedTable) -> None:
    with shown(store, f"/table/{counted.id}/count/0") as device:
        device.tap("Iron: one more")
        device.tap("Change the castle")
        assert device.page.route == f"/table/{counted.id}/castle/0"
        assert counted.state.players[0].iron == 2
    healthy(store)


def test_logged_tables_can_count_again_and_say_nothing_if_all_is_right(store: Store) -> None:
    table = store.storage.tables.create(evening_for(2), "Logged")
    with shown(store, f"/table/{table.id}") as device:
        device.tap("Count again")
        assert device.page.route == f"/table/{table.id}/count/0"
        device.tap("Done, next: Ben")
        device.tap("Done")
        assert table.n == 0
        assert device.page.route == f"/table/{table.id}"
    healthy(store)


@pytest.mark.parametrize(("scale", "width"), [(2.0, 390), (1.0, 1280)])
def test_the_count_fits_large_text_and_wide_screens(
    store: Store, counted: SavedTable, scale: float, width: int
) -> None:
    store.storage.settings.change(text_scale=scale)
    with shown(store, f"/table/{counted.id}/count/0", width=width) as device:
        assert {"Stores", "Troops", "Castle", "Farms", "Tokens"} <= set(device.labels())
    healthy(store)


@pytest.mark.parametrize("route", ["/table/77/count/0", "/table/1/count/3"])
def test_a_count_of_nobody_says_so(store: Store, counted: SavedTable, route: str) -> None:
    with shown(store, route) as device:
        assert "Count" in device.labels()
        assert device.texts()
    healthy(store)


@pytest.mark.parametrize(
    ("total", "expected"),
    [(6, (1, 0, 0, 2, 3)), (3, (1, 0, 0, 2, 0)), (1, (0, 0, 0, 1, 0)), (0, (0, 0, 0, 0, 0))],
)
def test_another_total_changes_the_troops_inside_first(total: int, expected: tuple[int, ...]) -> None:
    assert with_total((1, 0, 0, 2, 2), total) == expected


def test_an_unchanged_count_changes_nothing(counted: SavedTable) -> None:
    player = counted.state.players[0]
    assert changes(player, 0, count_of(player)) == ()
