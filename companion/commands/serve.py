"""`companion serve`: the tables of this machine on the phones around the table."""

import argparse
import ssl
import sys
import webbrowser
from pathlib import Path

import engine.games  # noqa: F401  (registers the games)
from companion.places import ASSETS
from companion.serve.codes import CODE_LENGTH, clean_code
from companion.serve.guest_book import GuestBook
from companion.serve.hall import Hall
from companion.serve.hosts import local_addresses, url_host
from companion.serve.limits import Limits
from companion.serve.qr import printed
from companion.serve.server import Door, serve
from companion.shell.tidying import settle
from companion.storage import Storage, StorageTrouble, TableSummary
from companion.terminal import Terminal
from companion.web.server import free_port
from engine.core.errors import BadInput

EVERYWHERE = ("0.0.0.0", "::")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Serve until stopped; the exit code."""
    door, code = _door(arguments), _code(arguments)
    try:
        storage = Storage()
        book = GuestBook(storage.database.folder)
    except StorageTrouble as trouble:
        raise BadInput("", trouble.phrase) from trouble
    with storage:
        hall = Hall(storage, book, watchers=not arguments.no_watchers)
        hall.address = _address(arguments.interface, door)
        Announcer(hall, terminal, code).begin(door)
        if sys.stdout.isatty():
            webbrowser.open(hall.host_url())
        settle()
        serve(hall, ASSETS, door)
        book.close()
    return 0


def _door(arguments: argparse.Namespace) -> Door:
    """The door as asked for; BadInput says what does not fit together."""
    if (arguments.cert is None) != (arguments.key is None):
        raise BadInput("", "--cert and --key are only good together")
    for file in (arguments.cert, arguments.key):
        if file is not None and not Path(file).is_file():
            raise BadInput("", f"{file}: there is no such file")
    if arguments.cert is not None:
        _check_certificate(arguments.cert, arguments.key)
    try:
        port = free_port(arguments.port, arguments.interface)
    except OSError as taken:
        raise BadInput("", f"{taken}; choose another with --port") from taken
    return Door(
        interface=arguments.interface,
        port=port,
        certificate=arguments.cert and Path(arguments.cert),
        key=arguments.key and Path(arguments.key),
        names=tuple(arguments.name),
        anywhere=arguments.anywhere,
        limits=Limits.for_phones(arguments.phones),
    )


def _check_certificate(certificate: str, key: str) -> None:
    """BadInput if nothing can be served with them."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as trouble:
        raise BadInput("", f"{certificate} and {key} are no certificate and its key: {trouble}") from trouble


def _address(interface: str, door: Door) -> str:
    """Where phones find this machine."""
    scheme = "http" if door.certificate is None else "https"
    if door.names:
        host = door.names[0]
    elif interface in EVERYWHERE:
        host = url_host(next(iter(local_addresses()), "127.0.0.1"))
    else:
        host = url_host(interface)
    return f"{scheme}://{host}:{door.port}/"


def _code(arguments: argparse.Namespace) -> str | None:
    """The code asked for; BadInput if it is too easy to guess."""
    if arguments.code is None:
        return None
    code = clean_code(arguments.code)
    if len(code) < CODE_LENGTH:
        raise BadInput("--code", "needs at least {n} letters or digits", n=CODE_LENGTH)
    return code


class Announcer:
    """Says in the terminal where the app is and how each table is joined; new tables as they come."""

    def __init__(self, hall: Hall, terminal: Terminal, code: str | None) -> None:
        self._hall, self._terminal, self._code = hall, terminal, code
        self._told = {line.id for line in hall.storage.tables.tables()}

    def begin(self, door: Door) -> None:
        """Before the first phone comes."""
        hall = self._hall
        print(f"Companion serves this machine's tables at {hall.address}  (Ctrl-C stops it; everything is saved)")
        print(f"The host's own page, for you alone: {hall.host_url()}")
        if door.certificate is None:
            print("Plain http: whoever listens in this network can read along. With --cert and --key nobody can.")
        newest = self._newest()
        if newest is None:
            print("There is no table yet: set one up on the host's page, and its code appears here.", flush=True)
        else:
            self._tell(newest)
        hall.storage.tables.listeners.append(self._look)

    def _newest(self) -> TableSummary | None:
        """The table most likely to be played tonight."""
        tables = self._hall.storage.tables.tables()
        return next((line for line in tables if not line.finished), None) or next(iter(tables), None)

    def _look(self) -> None:
        for line in self._hall.storage.tables.tables():
            if line.id not in self._told:
                self._told.add(line.id)
                self._tell(line)

    def _tell(self, table: TableSummary) -> None:
        hall, terminal = self._hall, self._terminal
        if self._code is not None:  # it is for one table, the first one told
            hall.book.change_code(table.id, self._code)
            self._code = None
        url = hall.joining_url(table.id)
        name = terminal.clean(table.name) or "the table"
        print(f"\n{printed(url, plain=not terminal.unicode)}")
        print(terminal.clean(f"Join “{name}”: scan this, or open {url}"))
        print(f"Code: {hall.book.code_of(table.id)}", flush=True)
