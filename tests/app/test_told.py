"""What went wrong, told in the player's language: nothing of it is put together in English first."""

import ast
import errno
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.share.archive import bring_in
from companion.shell.words import Words, reason, told
from companion.storage import Storage
from companion.storage.salvage import Cut, Salvaged
from companion.storage.trouble import trouble_with
from engine.border.pack import load_pack
from engine.border.save import dump_save, load_save, read_differently
from engine.border.scenario import Library, load_scenario, play
from engine.core.errors import BadInput, RuleError
from engine.core.session import Session
from engine.games.after_the_empire.corrections import Correct, SetNumber, SetPiece, SetTroops
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Piece
from tests.app.test_translations import ROOT, Listening, catalogue, translations

GERMAN = Words("de")
SETUP = Setup((PlayerSetup("Ada", "S", "blue"), PlayerSetup("Ben", "N", "red")))
NO_CARDS: Library = {}


def session() -> Session[Any, Any]:
    return Session(AFTER_THE_EMPIRE, AFTER_THE_EMPIRE.begin(SETUP))


def saved(**changed: Any) -> bytes:
    """A saved table with some of its fields changed."""
    made = session()
    made.append(Correct((SetNumber(0, "gold", 9),)))
    return json.dumps({**json.loads(dump_save(made, SETUP)), **changed}).encode()


def pack(*cards: Any, **changed: Any) -> bytes:
    return json.dumps(
        {"format": "companion.pack", "version": 1, "id": "mine", "name": "Mine", "cards": list(cards), **changed}
    ).encode()


def scenario(*players: Any, **changed: Any) -> bytes:
    return json.dumps({"format": "companion.scenario", "version": 1, "players": list(players), **changed}).encode()


def mill(**changed: Any) -> dict[str, Any]:
    return {"kind": "building", "id": "mill", "name": "Mill", **changed}


def raiders(*gold: int) -> dict[str, Any]:
    tiers = [{"gold": each, "swordsmen": 1} for each in gold]
    return {"kind": "invader", "id": "raiders", "name": "Raiders", "tiers": tiers}


def played(data: bytes) -> Any:
    return play(load_scenario(data), NO_CARDS)


BAD: tuple[tuple[Callable[[bytes], Any], bytes], ...] = (
    (load_save, b""),
    (load_save, b"\xff\xfe"),
    (load_save, b"\xff"),
    (load_save, b"nonsense"),
    (load_save, b'{"a": '),
    (load_save, b'{"a": 1,}'),
    (load_save, b'{"a" 1}'),
    (load_save, b'{"a": 1 "b"}'),
    (load_save, b'{"a": 1} 2'),
    (load_save, b'{"a": 1, "a": 2}'),
    (load_save, b'{"a": NaN}'),
    (load_save, b'{"a": "\\ud800"}'),
    (load_save, b'{"a": "\\q"}'),
    (load_save, b"[" * 99),
    (load_save, b"[" + b"9" * 9_999 + b"]"),
    (load_save, b"[1]"),
    (load_save, b"{}"),
    (load_save, pack()),
    (load_save, saved(format="x")),
    (load_save, saved(version=None)),
    (load_save, saved(version=0)),
    (load_save, saved(version=99)),
    (load_save, saved(game="chess")),
    (load_save, saved(game=3)),
    (load_save, saved(log=[])),
    (load_save, saved(name="x" * 999)),
    (load_save, saved(name=[])),
    (load_save, saved(surprise=1)),
    (load_save, saved(created="yesterday")),
    (load_save, saved(log=[{"n": 2, "action": {"kind": "idle", "player": 0}}], snapshots=[])),
    (load_save, saved(log=[{"n": 1, "action": {"kind": "scot"}}], snapshots=[])),
    (load_save, saved(log=[{"n": 1, "action": {"kind": "infirmary", "player": 0, "heal": 9}}], snapshots=[])),
    (load_save, saved(undone=[[{"n": 9, "action": {"kind": "idle", "player": 0}}]])),
    (load_pack, pack(mill(), mill())),
    (load_pack, pack(mill(id=""))),
    (load_pack, pack(mill(value=-1))),
    (load_pack, pack(mill(value=10**9))),
    (load_pack, pack(mill(value="much"))),
    (load_pack, pack({"kind": "bilding"})),
    (load_pack, pack({})),
    (load_pack, pack(raiders(5, 3))),
    (load_scenario, scenario()),
    (load_scenario, scenario({"castle": {"N": "glass wall"}})),
    (load_scenario, scenario({"castle": {"N": {"soldiers": 2}}})),
    (load_scenario, scenario({"castle": {"N": "wood gate", "S": "stone gate"}})),
    (load_scenario, scenario({"castle": {"N": {"piece": "wood wall", "cubes": 9}}})),
    (load_scenario, scenario({"castle": {"N": {"cubes": 1}}})),
    (load_scenario, scenario({"castle": {"NE": {"flame": True}}})),
    (load_scenario, scenario({"farms": {"N": 9}})),
    (load_scenario, scenario({"name": "Ada"}, {"name": "Ada"})),
    (load_scenario, scenario({"seat": "N"}, {"seat": "N"})),
    (load_scenario, scenario({}, order=[1])),
    (load_scenario, scenario({"rounds": [{"round": 1}, {"round": 1}]})),
    (load_scenario, scenario({}, packs=[{"format": "companion.pack", "version": 9}])),
    (played, scenario({}, packs=["lost"])),
    (played, scenario({}, invaders=[{"card": "raiders", "side": "N"}])),
    (played, scenario({"cards": [{"card": "barracks"}]}, siege={"card": "barracks", "side": "N"})),
)


def refused(read: Callable[[bytes], Any], data: bytes) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read(data)
    return caught.value


@pytest.mark.parametrize(("read", "data"), BAD, ids=range(len(BAD)))
def test_every_fault_of_a_file_can_be_said_in_german(read: Callable[[bytes], Any], data: bytes) -> None:
    """Catches a sentence that no catalogue holds, and one that is English in every language."""
    fault, language = refused(read, data), Listening()
    assert fault.said(language) == str(fault)
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue("de")}
    assert set(language.asked) <= known
    assert fault.said(GERMAN) != str(fault)
    assert "{" not in fault.said(GERMAN)


def test_a_fault_of_a_file_is_one_sentence() -> None:
    assert told(GERMAN, refused(load_save, b"")) == "Die Datei ist leer."
    assert reason(GERMAN, refused(load_save, b"")) == "die Datei ist leer"
    cut_off = refused(load_save, b'{"a": ')
    assert told(GERMAN, cut_off) == "Zeile 1, Spalte 7: die Datei endet mittendrin; sie scheint abgeschnitten zu sein."
    assert told(GERMAN, refused(load_pack, pack(mill(value="much")))) == (
        'cards[0].value: muss eine ganze Zahl sein, nicht "much".'
    )


def test_an_import_is_answered_in_german(tmp_path: Path) -> None:
    with Storage(tmp_path) as storage:
        assert bring_in(GERMAN, storage, b"{}").startswith("Diese Datei wurde nicht importiert: format: fehlt; ")
        assert bring_in(GERMAN, storage, pack()).endswith("nicht ein gespeicherter Tisch („companion.save“).")


def test_what_was_saved_of_damaged_data_is_told_in_german() -> None:
    saved_of = Salvaged(Path("old.sqlite"), 1, 3, True, (Cut("Freitag", 2, 5),), ("Samstag",))
    assert [note.said(GERMAN) for note in saved_of.sentences()] == [
        "Die Daten von Companion waren beschädigt: 1 Tisch, 3 Karten und die Einstellungen ließen sich retten. "
        "Die beschädigte Datei liegt noch unter old.sqlite.",
        "„Freitag“ hat die neuesten Einträge verloren: 2 von 5 ließen sich retten.",
        "„Samstag“ ließ sich nicht retten.",
    ]
    (nothing,) = Salvaged(Path("old.sqlite"), 0, 0, False, (), ()).sentences()
    assert "Nichts darin war lesbar" in nothing.said(GERMAN)
    assert "bei Eintrag 3 anders" in read_differently([3]).said(GERMAN)
    assert "bei den Einträgen 3, 7 anders" in read_differently([3, 7]).said(GERMAN)


def test_what_the_system_says_is_told_in_german() -> None:
    assert reason(GERMAN, OSError(errno.ENOSPC, "No space left on device")) == "der Speicher ist voll"
    assert told(GERMAN, TimeoutError()) == "Es hat zu lange gedauert."
    trouble = trouble_with(sqlite3.OperationalError("near SELECT: syntax error"), Path("data"))
    assert told(GERMAN, trouble) == (
        "Die Daten von Companion in data waren nicht nutzbar (Fehler OperationalError); nichts hat sich geändert."
    )


def test_a_correction_and_its_refusal_in_german() -> None:
    table = session()
    wall = SetPiece(0, "W", Piece("wall", "wood", 1))
    table.append(Correct((wall, SetTroops(0, "W", 1, 0), SetNumber(0, "gold", 7))))
    assert table.undo_name(GERMAN) == "Berichtigung: Ada, Westmauer: Holz, 1 Würfel und 2 weitere"
    table.append(Correct((SetTroops(1, "inside", 1, 2),)))
    assert table.undo_name(GERMAN) == "Berichtigung: Ben, innen: 1 Soldat und 2 Söldner"
    with pytest.raises(RuleError) as caught:
        table.append(Correct((SetPiece(0, "N", Piece("wall", "wood", 3)),)))
    assert told(GERMAN, caught.value) == "Ada, Nordmauer: höchstens 2 Würfel (Holzmauer), nicht 3."


def _put_together(root: Path) -> Iterator[str]:
    """Sentences that are built by f-strings before they are handed over."""
    for folder in translations.TELLING:
        for path in sorted((root / folder).rglob("*.py")):
            for call in translations._calls(path):
                place = translations.TOLD.get(translations._called(call))
                if place is not None and len(call.args) > place and isinstance(call.args[place], ast.JoinedStr):
                    text = ast.unparse(call.args[place])
                    if "material" not in text:  # "wood wall" and the like are words of the game
                        yield f"{path.name}:{call.lineno} {text}"


def test_no_sentence_is_put_together_before_it_is_translated() -> None:
    """Catches `BadInput(place, f"must be {most}")`: the words would be English in every language."""
    assert list(_put_together(ROOT)) == []
