"""`companion schema`: the published JSON Schemas."""

from argparse import Namespace

from companion.commands.inputs import write_json
from companion.terminal import Terminal, table
from engine.border.migrations import FORMATS
from engine.border.schema import SCHEMAS, schema


def run(arguments: Namespace, terminal: Terminal) -> int:
    """One schema, or the list of them."""
    if arguments.name is not None:
        write_json(terminal, schema(arguments.name))
        return 0
    rows = []
    for name in SCHEMAS:
        lineage = FORMATS[f"companion.{name}"]
        rows.append((terminal.style(name, "bold"), lineage.what, terminal.style(f"version {lineage.version}", "dim")))
    for line in table(rows, "<<<"):
        terminal.write(line)
    return 0
