"""Serving the app to browsers on this machine."""

import atexit
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any

import flet as ft
import flet_web
import uvicorn

from companion.app import main_for
from companion.shell.store import Store
from companion.web.coming_back import Presence
from companion.web.mending import mend_flet
from companion.web.page import site_folder

HERE = "127.0.0.1"
"""Nobody else on the network can reach the app."""

USUAL_PORT = 8550


def asgi_app(store: Store, assets: Path) -> Any:
    """The app for a web server; everything it needs comes from this machine."""
    mend_flet()
    folder = Path(tempfile.mkdtemp(prefix="companion-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    stock = Path(flet_web.get_package_web_dir()) / "index.html"
    site = site_folder(assets, stock, folder)
    return Presence(ft.run(main_for(store), export_asgi_app=True, assets_dir=str(site), no_cdn=True))


def free_port(wanted: int | None, interface: str = HERE) -> int:
    """The port wanted, else the usual one, else any that is free."""
    for port in (wanted, USUAL_PORT, 0) if wanted is None else (wanted,):
        if port is None:
            continue
        with socket.socket(socket.AF_INET6 if ":" in interface else socket.AF_INET) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                door.bind((interface, port))
            except OSError:
                continue
            number: int = door.getsockname()[1]
            return number
    raise OSError(f"port {wanted} is in use")


def serve(store: Store, assets: Path, port: int) -> None:
    """Serve until stopped."""
    uvicorn.run(
        asgi_app(store, assets),
        host=HERE,
        port=port,
        loop="asyncio",  # for a few phones quick enough, and lighter than what uvicorn would take by itself
        log_level="warning",
        ws_ping_interval=5,
        ws_ping_timeout=5,
        ws_per_message_deflate=False,  # nothing leaves this machine: packing would only take time
        timeout_graceful_shutdown=2,
    )
