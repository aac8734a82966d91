"""The app on several phones at one table: joining, one's own board, waiting for others, the host. Without a browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import flet as ft
import pytest

from companion.serve.codes import new_token
from companion.serve.guest_book import GuestBook
from companion.serve.hall import Hall
from companion.serve.phone_store import PhoneStore
from companion.serve.trouble import NotYours
from companion.serve.visit import Visit
from companion.storage import SavedTable, Storage
from engine.core.chance import Chance
from engine.games.after_the_empire.actions import AskMe, Correct, Scout, SetNumber, SetTable
from engine.games.after_the_empire.cards import ObjectiveCard
from tests.app.headless import Device
from tests.app.seeds import at, table_at

Open = Callable[..., Device]

SECRET = ObjectiveCard("own-quux", "Quux of the Old Kings", 7)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr("companion.serve.desk.GLANCE", 0.0)  # nobody's eyes are needed here
    with Storage(tmp_path) as storage:
        book = GuestBook(tmp_path)
        hall = Hall(storage, book)
        hall.address = "http://192.168.1.7:8550/"
        yield hall
        book.close()


@pytest.fixture
def open_phone(hall: Hall) -> Iterator[Open]:
    with ExitStack() as stack:

        def begin(route: str = "/", token: str | None = None, **page: object) -> Device:
            store = PhoneStore(hall, Visit(token or new_token(), "192.168.1.20"))
            device = stack.enter_context(Device(store, route, **page))  # type: ignore[arg-type]
            device.store = store  # type: ignore[attr-defined]
            return device

        yield begin


def joined(hall: Hall, open_phone: Open, table: SavedTable, seat: int | None, route: str = "") -> Device:
    """A phone in a seat, at the table's screen."""
    token = new_token()
    hall.sit(table.id, token, "", seat)
    return open_phone(route or f"/table/{table.id}", token)


def the_host(hall: Hall, open_phone: Open, route: str) -> Device:
    token = new_token()
    hall.book.welcome(token, "Host", host=True)
    return open_phone(route, token)


# joining


def test_a_stranger_sees_the_names_of_the_tables_and_nothing_else(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    for route in ("/", f"/table/{table.id}", f"/table/{table.id}/log", "/new", "/library", "/practice", "/host", "/x"):
        phone = open_phone(route)
        assert "Join a table" in phone.labels(), route
        assert "Friday" in phone.texts()
        assert not any("gold" in label for label in phone.labels())


def test_a_scan_a_seat_and_one_s_own_castle(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    phone = open_phone(f"/join/{hall.book.code_of(table.id)}")
    phone.tap("Ben, seat West")
    phone.tap("Take this seat")
    assert "Ben" in phone.labels()
    assert phone.page.route == f"/table/{table.id}/castle/1"
    (guest,) = hall.guests(table.id)
    assert (guest.name, guest.seat, hall.here(guest.device)) == ("Ben", 1, True)


def test_no_seat_chosen_no_seat_taken(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    phone = open_phone(f"/join/{hall.book.code_of(table.id)}")
    phone.tap("Take this seat")
    assert "Choose a seat first." in phone.texts()
    assert hall.guests(table.id) == ()


def test_a_seat_has_one_phone(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    hall.sit(table.id, new_token(), "", 1)
    phone = open_phone(f"/join/{hall.book.code_of(table.id)}")
    assert "Ben, seat West: taken" in phone.labels()
    assert "Ben, seat West: taken" not in phone.buttons()
    with pytest.raises(NotYours, match="free it"):
        phone.store.sit(table.id, "", 1)  # type: ignore[attr-defined]


def test_a_code_is_typed_by_hand(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    phone = open_phone("/join")
    phone.tap("Join")
    assert "Type the code that the host shows you." in phone.texts()
    field = phone.find(ft.TextField)[0]
    phone.fire(field, "change", "wrong1", value="wrong1")
    phone.tap("Join")
    assert any("opens no table" in text for text in phone.texts())
    code = hall.book.code_of(table.id)
    typed = f" {code[:3].lower()}-{code[3:].lower()} "
    phone.fire(phone.find(ft.TextField)[0], "change", typed, value=typed)
    phone.tap("Join")
    assert "Where do you sit?" in phone.labels()


def test_wrong_codes_in_a_row_are_stopped(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    for number in range(5):
        open_phone(f"/join/WRONG{number}")
    phone = open_phone(f"/join/{hall.book.code_of(table.id)}")
    assert any("Too many codes" in text for text in phone.texts())


def test_who_has_no_code_cannot_sit_down(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    phone = open_phone("/join")
    with pytest.raises(NotYours, match="code"):
        phone.store.sit(table.id, "", 0)  # type: ignore[attr-defined]


def test_a_phone_comes_back_to_its_seat_without_a_question(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "combat"))
    token = new_token()
    hall.sit(table.id, token, "", 1)
    for route in ("/", f"/table/{table.id}"):
        assert "Where do the troops stand?" in open_phone(route, token).labels()


# the table


def test_everybody_places_their_own_troops_at_once(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "combat"))
    phones = [joined(hall, open_phone, table, seat) for seat in range(3)]
    names = ("Ada", "Ben", "Cleo")
    for name, phone in zip(names, phones, strict=True):
        rows = [label for label in phone.buttons() if "As they stand" in label and ":" in label]
        assert [label.partition(":")[0] for label in rows] == [name]
    for phone in phones[:2]:
        phone.tap("The troops stand so")
    phones[0].settle()
    assert "Still placing: Cleo" in phones[0].texts()
    assert "The troops stand so" not in phones[0].buttons()
    phones[2].tap("The troops stand so")
    for phone in phones:
        phone.settle()
        assert "Where do the troops stand?" not in phone.labels()
    placed = [(entry.seat, entry.by) for entry in hall.desk(table.id).table.session.entries if entry.by is not None]
    assert placed == [(0, 0), (1, 1), (2, 2)]


def test_the_host_places_for_those_who_left_and_for_others_only_when_told_to(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "combat"))
    hall.sit(table.id, new_token(), "", 0)  # its phone is not here
    joined(hall, open_phone, table, 1), joined(hall, open_phone, table, 2)
    host = the_host(hall, open_phone, f"/table/{table.id}")
    assert "Still placing: Ben, Cleo" in host.texts()
    host.tap("All as they stand")
    done = hall.desk(table.id).table.state.combat.done
    assert done == (True, False, False)
    host.tap("Answer for Cleo")
    assert "Still placing: Ben" in host.texts()
    host.tap("All as they stand")
    assert hall.desk(table.id).table.state.combat.done == (True, False, True)


def test_a_decision_is_asked_on_its_own_phone_and_the_host_may_answer(hall: Hall, open_phone: Open) -> None:
    table = ben_is_asked(hall.storage)
    own, other = joined(hall, open_phone, table, 1), joined(hall, open_phone, table, 0)
    assert "Ben decides" not in own.labels()
    assert "Ben decides" in other.labels()
    host = the_host(hall, open_phone, f"/table/{table.id}")
    assert "Ben decides" in host.labels()
    host.tap("Answer for Ben")
    assert "Ben decides" not in host.labels()
    own.store.went()  # type: ignore[attr-defined]
    later = the_host(hall, open_phone, f"/table/{table.id}")
    assert "Ben decides" not in later.labels(), "the phone has gone: the host is asked at once"


def ben_is_asked(storage: Storage) -> SavedTable:
    """A table in the middle of a battle in which Ben wants to decide, and must."""
    for seed in range(30):
        table, chance = table_at(storage, "Friday", 3, at(2, "combat")), Chance(seed)
        table.append(AskMe(1), seat=1)
        while table.state.phase == "combat":
            decision = table.session.pending
            assert decision is not None
            if decision.seat == 1 and decision.kind != "placement":
                return table
            table.append(table.session.game.sample(table.state, decision, chance), seat=decision.seat)
    raise AssertionError("Ben is never attacked")


def test_others_castles_can_be_looked_at_not_touched(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "actions"))
    phone = joined(hall, open_phone, table, 0, f"/table/{table.id}/castle/1")
    assert "Ben corrects this on their own phone." in phone.texts()
    assert not any("Gold" in name for name in phone.buttons())
    phone.go(f"/table/{table.id}/castle/0")
    assert any("Gold" in name for name in phone.buttons())
    phone.go(f"/table/{table.id}/count/1")
    assert "Ben counts on their own phone." in phone.texts()


def test_a_watcher_has_nothing_to_tap_that_changes_anything(hall: Hall, open_phone: Open) -> None:
    for phase in ("actions", "combat", "flags", "refresh"):
        table = table_at(hall.storage, phase, 3, at(2, phase))
        phone = joined(hall, open_phone, table, None)
        n = table.n
        harmless = ("Back", "Castle of", "Log", "Score", "Phones", "Rule", "Why", "Threat")
        for name in [name for name in phone.buttons() if not name.startswith(harmless)]:
            again = joined(hall, open_phone, table, None)
            if name in again.buttons():
                again.tap(name)
        assert hall.desk(table.id).table.n == n, phase
        assert not any(name.startswith(("Undo", "Ask to undo")) for name in phone.buttons())


def test_no_watchers_if_the_host_says_so(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    hall.watchers = False
    phone = open_phone(f"/join/{hall.book.code_of(table.id)}")
    assert "Just watch" not in phone.buttons()
    with pytest.raises(NotYours, match="watch"):
        phone.store.sit(table.id, "", None)  # type: ignore[attr-defined]


def test_two_taps_at_the_same_instant(hall: Hall, open_phone: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slower one is told, and can say it again."""
    table = table_at(hall.storage, "Friday", 3, at(2, "flags"))
    ada = joined(hall, open_phone, table, 0)
    desk = hall.desk(table.id)
    monkeypatch.setattr("companion.serve.desk.GLANCE", 600.0)  # all in the blink of an eye
    desk.table.append(Correct((SetTable("threat", 7),)), by=1)
    ada.tap("Flags, income, harvest")
    assert desk.table.state.phase == "flags"
    assert "The table has changed" in ada.texts()
    monkeypatch.setattr("companion.serve.desk.GLANCE", 0.0)
    ada.tap("Do it now: ")
    assert desk.table.state.phase != "flags"
    assert "The table has changed" not in ada.texts()


def test_undo_is_one_s_own_or_asked_of_the_host(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "actions"))
    ada, ben = (joined(hall, open_phone, table, seat) for seat in (0, 1))
    host = the_host(hall, open_phone, f"/table/{table.id}")
    desk = hall.desk(table.id)
    desk.table.append(Correct((SetNumber(0, "gold", 33),)), seat=0, by=0)
    for phone in (ada, ben, host):
        phone.settle()
    assert any(name.startswith("Undo: ") for name in ada.buttons())
    ben.tap("Ask to undo: ")
    host.settle()
    assert "Ben asks to undo" in host.texts()
    host.tap("No")
    assert desk.table.state.players[0].gold == 33
    ben.tap("Ask to undo: ")
    host.settle()
    host.tap("Undo it")
    assert desk.table.state.players[0].gold != 33


def test_the_log_says_who_did_what(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "actions"))
    table.append(Correct((SetTable("threat", 8),)), by=1)
    table.append(Correct((SetNumber(2, "gold", 8),)), seat=2)
    phone = joined(hall, open_phone, table, 0, f"/table/{table.id}/log")
    said = " ".join(phone.labels())
    assert "entered by Ben" in said
    assert "entered by the host" in said
    phone.go(f"/table/{table.id}/log/2")
    assert "Return to here" not in phone.buttons()


# the host


def test_the_host_s_page_shows_every_table_with_its_code(hall: Hall, open_phone: Open) -> None:
    one, other = (table_at(hall.storage, name, 3, at(1, "actions")) for name in ("Friday", "Sunday"))
    codes = {hall.book.code_of(table.id) for table in (one, other)}
    assert len(codes) == 2
    phone = open_phone(f"/host/{hall.host_key}")
    assert codes < set(phone.texts())
    assert phone.store.runs  # type: ignore[attr-defined]
    phone.tap("Friday: ")
    assert f"QR code for http://192.168.1.7:8550/join/{hall.book.code_of(one.id)}" in phone.labels()
    assert not open_phone("/host/wrong").store.runs  # type: ignore[attr-defined]


def test_a_phone_that_is_sent_away_is_out_at_once(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    guest = joined(hall, open_phone, table, 1)
    code = hall.book.code_of(table.id)
    host = the_host(hall, open_phone, f"/table/{table.id}/phones")
    assert "here" in host.texts()
    host.tap("Free the seat")
    host.tap("Send away")
    guest.settle()
    assert "Join a table" in guest.labels()
    assert hall.guests(table.id) == ()
    assert hall.book.code_of(table.id) != code, "the old code would let them in again"


def test_who_is_here_and_who_is_away(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    guest = joined(hall, open_phone, table, 1)
    host = the_host(hall, open_phone, f"/table/{table.id}/phones")
    guest.store.went()  # type: ignore[attr-defined]
    host.settle()
    assert "away" in host.texts()
    guest.store.came()  # type: ignore[attr-defined]
    host.settle()
    assert "here" in host.texts()


def test_a_guest_s_settings_are_their_own(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    phone = joined(hall, open_phone, table, 1, "/settings")
    assert "House rulings" not in phone.texts()
    phone.tap("Deutsch")
    assert "Optionen" in phone.labels()
    assert hall.storage.settings.settings.language == "system"
    with pytest.raises(NotYours, match="host"):
        phone.store.change_settings(automation=())  # type: ignore[attr-defined]


# secrets


def test_an_objective_is_on_its_own_phone_only(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(2, "actions"))
    table.append(Scout(1, None, SECRET), seat=1, anyway=True, by=1)
    own = joined(hall, open_phone, table, 1)
    assert any(objective.card == SECRET for objective in own.store.table(table.id).state.players[1].objectives)  # type: ignore[attr-defined]
    others = [joined(hall, open_phone, table, seat) for seat in (0, None)]
    for phone in (*others, the_host(hall, open_phone, f"/table/{table.id}")):
        for route in ("", "/log", f"/log/{table.n}", "/score", "/castle/1"):
            phone.go(f"/table/{table.id}{route}")
            assert not any("Quux" in text for text in (*phone.texts(), *phone.labels())), route
        seen = phone.store.table(table.id)  # type: ignore[attr-defined]
        assert "Quux" not in repr(seen.session.entries) + repr(seen.state)
        with pytest.raises(NotYours, match="secret"):
            seen.export()
        with pytest.raises(NotYours, match="secret"):
            phone.store.refuse_secrets()  # type: ignore[attr-defined]


def test_nothing_listens_any_more_when_a_phone_is_gone(hall: Hall, open_phone: Open) -> None:
    table = table_at(hall.storage, "Friday", 3, at(1, "actions"))
    desk = hall.desk(table.id)

    def listening() -> int:
        lists = (desk.listeners, hall.listeners, hall.book.listeners, hall.storage.tables.listeners,
                 hall.storage.settings.listeners)  # fmt: skip
        return sum(map(len, lists))

    before = listening()
    phones = [joined(hall, open_phone, table, seat) for seat in range(3)]
    assert listening() > before
    for phone in phones:
        phone.store.close()  # type: ignore[attr-defined]
    assert listening() == before
    assert not any(hall.here(guest.device) for guest in hall.guests(table.id))
