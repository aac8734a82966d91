"""Save files: a table comes back whole, or not at all."""

import json
from typing import Any

import pytest

from engine.border import save
from engine.border.changes import plain_with_changes
from engine.border.save import chapter_ends, dump_save, load_save
from engine.core.errors import BadInput, RuleError
from engine.core.plain import fingerprint, plain
from engine.core.session import Session
from engine.games.after_the_empire.actions import UseSpace
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE, AfterTheEmpire
from engine.games.after_the_empire.state import State
from tests.border.tables import played, sample, setup_for

SETUP = setup_for(2, with_pack=False)
ENTRIES = 38


@pytest.fixture(scope="module")
def table() -> Session[Any, Any]:
    """Two players in their second season, three steps undone."""
    session = played(SETUP, ENTRIES)
    for _ in range(3):
        session.undo()
    return session


@pytest.fixture(scope="module")
def file(table) -> dict[str, Any]:
    """That table's file as plain JSON; a test changes its own copy."""
    made: dict[str, Any] = json.loads(dump_save(table, SETUP, name="Friday"))
    return made


@pytest.fixture(scope="module")
def last(table) -> dict[str, Any]:
    """The newest snapshot as a whole."""
    return {"n": table.n, "hash": table.fingerprint(), "state": plain(table.state)}


def refusal_of(changed: Any) -> str:
    with pytest.raises(BadInput) as caught:
        load_save(json.dumps(changed).encode())
    return str(caught.value)


def test_a_table_comes_back_as_it_was(table):
    data = dump_save(table, SETUP, name="Friday", created="2031-05-04T19:30:00Z", changed="2031-05-04T22:10+02:00")
    loaded = load_save(data)
    assert loaded.session.entries == table.entries
    assert loaded.session.undone == table.undone
    assert loaded.session.automation == table.automation
    assert [loaded.session.fingerprint(n) for n in range(table.n + 1)] == [
        table.fingerprint(n) for n in range(table.n + 1)
    ]
    assert loaded.setup == SETUP
    assert loaded[2:] == ("Friday", (), "2031-05-04T19:30:00Z", "2031-05-04T22:10+02:00")


def test_saving_what_was_loaded_gives_the_same_bytes(table):
    data = dump_save(table, SETUP, name="Friday")
    loaded = load_save(data)
    assert dump_save(loaded.session, loaded.setup, name=loaded.name) == data


def test_redo_works_after_loading(table):
    loaded = load_save(dump_save(table, SETUP)).session
    while loaded.redo() is not None:
        pass
    assert loaded.fingerprint() == played(SETUP, ENTRIES).fingerprint()


def test_a_table_just_set_up_is_saved_too():
    session = Session(AFTER_THE_EMPIRE, AFTER_THE_EMPIRE.begin(SETUP))
    loaded = load_save(dump_save(session, SETUP)).session
    assert (loaded.n, loaded.fingerprint()) == (0, session.fingerprint())


def test_a_snapshot_is_kept_for_each_season_and_for_the_newest_entry(table):
    ends = chapter_ends(table)
    seasons = [table.state_at(n).season for n in ends]
    assert seasons == [1, 2]
    assert ends[-1] == table.n
    assert table.state_at(ends[0] + 1).season == 2


def test_an_entry_has_a_line_of_its_own_without_what_is_usual(table):
    lines = dump_save(table, SETUP).decode().splitlines()
    start = lines.index('"log": [') + 1
    first = json.loads(lines[start].rstrip(","))
    assert first == {"n": 1, "action": first["action"]}
    assert len(json.loads("[" + "".join(lines[start : start + table.n]) + "]")) == table.n


def test_what_was_done_anyway_stays_so():
    session = Session(AFTER_THE_EMPIRE, AFTER_THE_EMPIRE.begin(SETUP))
    tax = UseSpace(0, "tax", "gold")
    session.append(tax, seat=0)
    with pytest.raises(RuleError):
        session.append(tax, seat=0)
    session.append(tax, seat=0, anyway=True)
    loaded = load_save(dump_save(session, SETUP)).session
    assert loaded.entries == session.entries
    assert [entry.anyway for entry in loaded.entries] == [False, True]


# a newer version that reads an old log differently


class Generous(AfterTheEmpire):
    """A version of the rules in which every action also brings one gold."""

    def apply(self, state, action, sink=None):
        state = super().apply(state, action, sink)
        player = state.players[0]._changed({"gold": state.players[0].gold + 1})
        return state._changed({"players": (player, *state.players[1:])})


class Strict(AfterTheEmpire):
    """A version of the rules that no longer allows one kind of action."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def check(self, state, action):
        super().check(state, action)
        if action.kind == self.kind:
            raise RuleError("A-2", "That is over.", firm=True)


def test_a_log_read_differently_carries_on_from_the_snapshot_and_says_so(table, monkeypatch):
    data = dump_save(table, SETUP)
    monkeypatch.setattr(save, "game_named", lambda _: Generous())
    loaded = load_save(data)
    assert loaded.session.fingerprint() == table.fingerprint()
    first, last = chapter_ends(table)
    assert tuple(map(str, loaded.notes)) == (
        f"This version reads the log differently at entries {first}, {last}; "
        "the table carries on from what was saved, as its players knew it.",
    )


def test_an_entry_no_longer_allowed_is_bridged_by_the_snapshot(table, monkeypatch):
    data = dump_save(table, SETUP)
    monkeypatch.setattr(save, "game_named", lambda _: Strict("use space"))
    loaded = load_save(data)
    assert loaded.session.fingerprint() == table.fingerprint()
    assert "reads the log differently" in str(loaded.notes[0])


def test_undone_entries_no_longer_allowed_are_left_out_and_the_table_is_whole(table, monkeypatch):
    data = dump_save(table, SETUP)
    undone = table.undone[-1][0].action.kind
    monkeypatch.setattr(save, "game_named", lambda _: Strict(undone))
    loaded = load_save(data)
    assert loaded.session.undone == ()
    assert loaded.session.n == table.n
    assert str(loaded.notes[-1]) == save.NOT_REDONE


def test_a_damaged_snapshot_is_not_believed(file, last):
    state = {**last["state"], "threat": 99}
    changed = {**file, "snapshots": [{**last, "state": state, "hash": "0" * 16}]}
    assert refusal_of(changed) == (
        "snapshots[0].hash: does not fit its state: the file is damaged or was changed by hand"
    )


def test_a_snapshot_changed_on_purpose_wins(file, last):
    state = {**last["state"], "threat": 99}
    changed = {**file, "undone": [], "snapshots": [{**last, "state": state, "hash": fingerprint(state)}]}
    loaded = load_save(json.dumps(changed).encode())
    assert loaded.session.state.threat == 99
    assert len(loaded.notes) == 1


# bad files


def test_changes_that_do_not_fit_their_hash_are_not_believed(file):
    first, second = file["snapshots"]
    forged = {**second, "changes": {**second["changes"], "threat": 99}}
    assert refusal_of({**file, "snapshots": [first, forged]}) == (
        "snapshots[1].hash: does not fit its state: the file is damaged or was changed by hand"
    )
    whole = plain_with_changes(State, first["state"], forged["changes"])
    fitting = {**forged, "hash": fingerprint(whole)}
    changed = {**file, "undone": [], "snapshots": [first, fitting]}
    assert load_save(json.dumps(changed).encode()).session.state.threat == 99


def test_a_snapshot_repeats_nothing(file, table):
    first, second = file["snapshots"]
    assert first["state"] == plain(table.state_at(first["n"]))
    assert "changes" not in first
    assert "state" not in second
    assert "table" not in second["changes"]
    assert plain_with_changes(State, first["state"], second["changes"]) == plain(table.state)


def test_a_snapshot_is_whole_or_changes(file):
    first, second = file["snapshots"]
    either = "must hold either a state or what changed since the snapshot before"
    assert refusal_of({**file, "snapshots": [{**first, "changes": {}}]}) == f"snapshots[0]: {either}"
    assert refusal_of({**file, "snapshots": [{"n": 0, "hash": first["hash"]}]}) == f"snapshots[0]: {either}"
    assert refusal_of({**file, "snapshots": [second]}) == ("snapshots[0].changes: there is no snapshot before this one")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tail": 3}, "snapshots[1].changes.tail: is not a field known here"),
        ({"threat": "high"}, 'snapshots[1].changes.threat: must be a whole number, not "high"'),
        ({"table": {"rulings": {"tail": 3}}}, "snapshots[1].changes.table.rulings.tail: is not a field known here"),
        ([], "snapshots[1].changes: must be an object, not an empty list"),
    ],
)
def test_changes_are_read_as_strictly_as_a_state(file, changes, sentence):
    first, second = file["snapshots"]
    assert refusal_of({**file, "snapshots": [first, {**second, "changes": changes}]}) == sentence


def test_an_impossible_snapshot_is_refused(file, last):
    state = json.loads(json.dumps(last["state"]))
    state["players"][0]["castle"]["turrets"][0] = {"kind": "wall", "material": "wood", "cubes": 1}
    changed = {**file, "snapshots": [{**last, "state": state}]}
    assert refusal_of(changed).startswith("snapshots[0].state: players[0].castle.NE")


def test_a_set_up_the_rules_do_not_allow_is_refused(file):
    players = [{**player, "seat": "N"} for player in file["setup"]["players"]]
    changed = {**file, "setup": {**file["setup"], "players": players}}
    assert refusal_of(changed) == "setup: Ada and Ben cannot both sit at N. (C-1)"


def test_an_entry_the_rules_do_not_allow_is_refused(file):
    log = [{"n": 1, "action": {"kind": "proceed", "to": "winner"}}]
    changed = {**file, "log": log, "undone": [], "snapshots": []}
    assert refusal_of(changed) == "log[0].action: It is not time for winner: next is combat. (A-1)"


def renumbered(file: dict[str, Any], key: str, *path: Any, to: Any) -> dict[str, Any]:
    changed: dict[str, Any] = json.loads(json.dumps(file))
    holder: Any = changed
    for step in path:
        holder = holder[step]
    holder[key] = to
    return changed


def test_numbers_out_of_order_are_refused(file):
    newest = len(file["log"])
    assert refusal_of(renumbered(file, "n", "log", 4, to=9)) == "log[4].n: entry 5 carries the number 9"
    assert refusal_of(renumbered(file, "n", "undone", -1, 0, to=9)) == (
        f"undone[{len(file['undone']) - 1}][0].n: must be {newest + 1}, where redo would go on, not 9"
    )
    assert refusal_of(renumbered(file, "n", "snapshots", 1, to=9_999)) == (
        f"snapshots[1].n: must lie between {file['snapshots'][0]['n'] + 1} and the newest entry, {newest}, not 9999"
    )


def test_undone_groups_are_one_thing_a_person_said_each(file):
    last = len(file["undone"]) - 1
    assert refusal_of(renumbered(file, "auto", "undone", last, 0, to=True)) == (
        f"undone[{last}][0].auto: the first is what a person said"
    )
    group = file["undone"][last]
    longer = [group[0], {**group[0], "n": group[0]["n"] + 1}]
    assert refusal_of({**file, "undone": [longer]}) == "undone[0][1].auto: what follows the first is automatic"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("game", "chess", "game: there is no game called 'chess'; known: after-the-empire"),
        ("game", None, "game: is missing"),
        ("game", 3, "game: must be a text, not 3"),
        ("format", "companion.pack", 'format: this is a card pack, not a saved table ("companion.save")'),
        (
            "version",
            7,
            "version: this file is of version 7, but this program knows versions up to 2: update the program",
        ),
        ("created", "yesterday", 'created: has not the form it needs: "yesterday"'),
        ("name", "x" * 200, "name: must have at most 120 characters, not 200"),
        ("log", {}, "log: must be a list, not an empty object"),
        ("log", [{"n": 1}], "log[0].action: is missing"),
        ("log", [{"n": 1, "action": {"kind": "fly"}}], "log[0].action.kind: "),
        (
            "log",
            [{"n": 10**400, "action": {"kind": "idle", "player": 0}}],
            "log[0].n: must be 1000000 or less, not 1000",
        ),
        ("undone", [[]], "undone[0]: must not be empty"),
        ("automation", [""], "automation[0]: must not be empty"),
        ("snapshots", [{"n": 0, "hash": "xyz", "state": {}}], "snapshots[0].hash: has not the form it needs"),
        ("players", [], "players: is not a field known here"),
    ],
)
def test_a_bad_field_gets_one_sentence(file, field, value, sentence):
    assert refusal_of({**file, field: value}).startswith(sentence)


def test_a_file_cut_off_anywhere_is_refused(table):
    data = dump_save(table, SETUP)
    for end in range(0, len(data) - 2, max(50, len(data) // 400)):
        with pytest.raises(BadInput) as caught:
            load_save(data[:end])
        assert caught.value.why in (
            "the file is empty",
            "the file ends in the middle; it seems to be cut off",
        ), end


@pytest.mark.parametrize("version", [1, 2])
def test_the_kept_samples_still_load(version):
    """Forever, as their players knew them; a later version may have something to remark."""
    loaded = load_save(sample(f"save.v{version}.json"))
    assert loaded.name == f"A table of version {version}"
    saved = json.loads(sample("save.v1.json"))["snapshots"][-1]["state"]
    state = loaded.session.state
    assert (state.season, state.phase) == (saved["season"], saved["phase"]) == (2, "combat")
    assert [player.gold for player in state.players] == [player["gold"] for player in saved["players"]]
    assert len(loaded.session.entries) == len(json.loads(sample("save.v1.json"))["log"])
