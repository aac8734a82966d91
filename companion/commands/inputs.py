"""What a command reads and how it answers a program: files, standard input, card packs, JSON."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.places import PACKS
from companion.terminal import Terminal, can_encode
from engine.border.files import read_file, read_stream
from engine.border.pack import CardPack, load_pack
from engine.border.scenario import Scenario
from engine.core.errors import BadInput

SHIPPED = (PACKS,)
"""Where the packs lie that come with the program."""

STDIN = "standard input"


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    if name != "-":
        return read_file(name)
    data = read_stream(sys.stdin.buffer)
    if not data.strip():
        raise BadInput("", "nothing came in; name a file, or send one")
    return data


def shown_name(name: str) -> str:
    """What a file is called in a message."""
    return STDIN if name == "-" else name


def library_for(scenario: Scenario, given: Iterable[CardPack]) -> dict[str, CardPack]:
    """The packs a scenario can name: those given with --pack, then the shipped ones, read only if it names any."""
    library = {pack.id: pack for pack in given}
    if any(isinstance(pack, str) and pack not in library for pack in scenario.packs):
        for path in sorted(path for folder in SHIPPED for path in folder.glob("*.json")):
            pack = load_pack(read_file(path))
            library.setdefault(pack.id, pack)
    return library


def with_packs(scenario: Scenario, given: Iterable[CardPack]) -> Scenario:
    """The scenario, its cards also looked up in these packs."""
    packs = tuple(given)
    return scenario.model_copy(update={"packs": (*scenario.packs, *packs)}) if packs else scenario


def read_packs(names: Iterable[str]) -> list[CardPack]:
    """The packs given with --pack."""
    packs = []
    for name in names:
        with within_file(name):
            packs.append(load_pack(read_input(name)))
    return packs


@contextmanager
def within_file(name: str) -> Iterator[None]:
    """Any fault found here is told with the file's name in front."""
    try:
        yield
    except BadInput as fault:
        place = "" if fault.place == name else fault.place
        named = shown_name(name)
        raise BadInput(f"{named}: {place}" if place else named, fault.why) from None


def write_json(terminal: Terminal, data: Any) -> None:
    """The data as JSON; escaped where the output cannot write it, or a terminal would take it for a command."""
    encoding = getattr(terminal.stream, "encoding", None) or "utf-8"
    text = json.dumps(data, ensure_ascii=False, indent=2)
    if not can_encode(text, encoding) or not text.replace("\n", "").isprintable():
        text = json.dumps(data, ensure_ascii=True, indent=2)
    terminal.stream.write(text + "\n")
