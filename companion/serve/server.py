"""Serving the app to the phones in the local network, until stopped."""

import atexit
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flet as ft
import flet_web.fastapi
import uvicorn

from companion.app import open_page
from companion.serve import trouble_log
from companion.serve.connections import kinds
from companion.serve.doorkeeper import Doorkeeper
from companion.serve.hall import Hall
from companion.serve.hosts import Hosts
from companion.serve.limits import Limits
from companion.serve.phone_store import PhoneStore
from companion.serve.sessions import KEPT
from companion.serve.visit import VISIT
from companion.shell.quick_flet import quicken
from companion.web.coming_back import Presence
from companion.web.mending import mend_flet
from companion.web.page import site_folder

LARGEST_HEAD = 16 * 1024
"""Bytes of a request before its body."""

SPARE_FILES = 1_000
"""Besides the connections: what the app itself opens, and those that have not finished coming."""


@dataclass(frozen=True)
class Door:
    """Where and how the app is served."""

    interface: str = "0.0.0.0"
    port: int = 8550
    certificate: Path | None = None
    key: Path | None = None
    names: tuple[str, ...] = ()
    anywhere: bool = False
    """Let in others than the local network?"""
    limits: Limits = field(default_factory=Limits)


def entry_for(hall: Hall) -> Callable[[ft.Page], Any]:
    """Flet's entry for every phone: each has a store of its own."""
    quicken()
    mend_flet()

    def main(page: ft.Page) -> None:
        visit = VISIT.get()
        assert visit is not None, "a phone comes through the door"
        store = PhoneStore(hall, visit)

        def back(_: Any) -> None:
            store.came()
            store.changed()

        page.on_disconnect = lambda e: store.went()
        page.on_close = lambda e: store.close()
        open_page(page, store)
        page.on_connect = back

    return main


def app_for(hall: Hall, assets: Path, door: Door) -> Doorkeeper:
    """The whole of it as an ASGI app."""
    folder = Path(tempfile.mkdtemp(prefix="companion-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    stock = Path(flet_web.get_package_web_dir()) / "index.html"
    inner = flet_web.fastapi.app(
        entry_for(hall),
        assets_dir=str(site_folder(assets, stock, folder)),
        app_name="Companion",
        no_cdn=True,
        session_timeout_seconds=KEPT,
    )
    return Doorkeeper(
        Presence(inner),
        cookie=f"companion-{door.port}",
        hosts=Hosts(door.names),
        knows=hall.knows,
        secure=door.certificate is not None,
        anywhere=door.anywhere,
        limits=door.limits,
    )


def config_for(hall: Hall, assets: Path, door: Door) -> uvicorn.Config:
    """How the app is served."""
    limits = door.limits
    return uvicorn.Config(
        app_for(hall, assets, door),
        host=door.interface,
        port=door.port,
        ssl_certfile=door.certificate,
        ssl_keyfile=door.key,
        **kinds(limits),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws_max_size=limits.largest_frame + 1,
        ws_ping_interval=limits.pings,
        ws_ping_timeout=limits.pings,
        timeout_graceful_shutdown=2,
    )


def serve(hall: Hall, assets: Path, door: Door) -> None:
    """Serve until stopped."""
    trouble_log.begin()
    allow_files(door.limits.connections + SPARE_FILES)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config_for(hall, assets, door)).run()


def allow_files(wanted: int) -> None:
    """Let this process hold so many connections and files at a time, where the system can be asked for it."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != resource.RLIM_INFINITY and now < wanted:
            wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
