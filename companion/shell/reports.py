"""The report of a failure: what went wrong, where, and the table's log, which brings it about again."""

import re
from importlib.metadata import PackageNotFoundError, version

from companion.shell.store import Store


def report_of(store: Store, route: str, trace: str) -> str:
    """Everything a person who mends the app needs, as text."""
    lines = [f"Companion {_version()}, {route}", trace.strip()]
    at_table = re.match(r"/table/(\d+)", route)
    if at_table:
        lines += ["The table:", _exported(store, int(at_table[1]))]
    return "\n\n".join(lines)


def _exported(store: Store, table_id: int) -> str:
    try:
        return store.table(table_id).export().decode("utf-8", "replace")
    except Exception as trouble:  # whatever is wrong with the table, the rest of the report is worth having
        return repr(trouble)


def _version() -> str:
    try:
        return version("board-companion")
    except PackageNotFoundError:  # unpacked rather than installed
        return "unpacked"
