"""`companion resolve`: a combat worked out from a scenario file."""

from argparse import Namespace

from companion.commands.battle_report import Report, as_data, report
from companion.commands.battle_words import write_report
from companion.commands.inputs import (
    library_for,
    read_input,
    read_packs,
    with_packs,
    within_file,
    write_json,
)
from companion.terminal import Terminal
from engine.border.scenario import load_scenario, play


def run(arguments: Namespace, terminal: Terminal) -> int:
    """Read, resolve, show."""
    told = resolved(arguments.file, arguments.pack)
    if arguments.json:
        write_json(terminal, as_data(told))
    else:
        write_report(terminal, told, arguments.explain)
    return 0


def resolved(name: str, packs: list[str]) -> Report:
    """The scenario in a file (or standard input for "-"), resolved."""
    given = read_packs(packs)
    with within_file(name):
        scenario = load_scenario(read_input(name))
        library = library_for(scenario, given)
        played = play(with_packs(scenario, given), library)
    return report(scenario, played)
