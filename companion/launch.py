"""Starting the app: in a window where a desktop client is at hand, else in the browser."""

import importlib.util
import os
import sys
import webbrowser
from pathlib import Path

import engine.games  # noqa: F401  (registers the games)
from companion.places import ASSETS
from companion.shell.store import Store
from companion.storage import Storage, StorageTrouble


def launch(*, web: bool = False, port: int | None = None) -> int:
    """Open the app; the exit code."""
    try:
        storage = Storage()
    except StorageTrouble as trouble:
        print(f"companion: {trouble}", file=sys.stderr)
        return 2
    with storage:
        store = Store(storage)
        if not web and port is None and window_at_hand():
            return _window(store)
        return _browser(store, port)


def window_at_hand() -> bool:
    """Is there a screen, and a desktop client that needs no download?"""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    if os.environ.get("FLET_VIEW_PATH"):
        return Path(os.environ["FLET_VIEW_PATH"]).exists()
    clients = Path.home() / ".flet" / "client"
    return importlib.util.find_spec("flet_desktop") is not None and clients.is_dir() and any(clients.iterdir())


def _window(store: Store) -> int:
    import flet as ft

    from companion.app import main_for
    from companion.shell.tidying import settle

    settle()
    ft.run(main_for(store), assets_dir=str(ASSETS), no_cdn=True)
    return 0


def _browser(store: Store, port: int | None) -> int:
    from companion.shell.tidying import settle
    from companion.web.server import HERE, free_port, serve

    try:
        door = free_port(port)
    except OSError as taken:
        print(f"companion: {taken}; choose another with --port.", file=sys.stderr)
        return 2
    address = f"http://{HERE}:{door}/"
    print(f"Companion is open at {address}  (Ctrl-C stops it; your tables are saved)", flush=True)
    if sys.stdout.isatty():
        webbrowser.open(address)
    settle()
    serve(store, ASSETS, door)
    return 0
