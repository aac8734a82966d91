"""The server in this very process, in a thread of its own: to look inside, and to shorten its patience."""

import asyncio
import gc
import threading
from pathlib import Path
from typing import Any, Self

import uvicorn
from flet.messaging.session import Session
from flet_web.fastapi.flet_app_manager import app_manager

from companion.places import ASSETS
from companion.serve.guest_book import GuestBook
from companion.serve.hall import Hall
from companion.serve.limits import Limits
from companion.serve.server import Door, config_for
from companion.storage import Storage
from tests.app.browser.served import PATIENCE, free_port
from tests.serve.serving import CODE, Seed, one_table


class Near:
    """Served until the end of a `with`. Its table has the code FRIDAY."""

    def __init__(self, data: Path, limits: Limits | None = None, seed: Seed = one_table) -> None:
        self.storage = Storage(data)
        seed(self.storage)
        self.hall = Hall(self.storage, GuestBook(data))
        self.hall.book.change_code(1, CODE)
        door = Door("127.0.0.1", free_port(), limits=limits or Limits())
        self.url = self.hall.address = f"http://127.0.0.1:{door.port}/"
        self._config = config_for(self.hall, ASSETS, door)
        self.door: Any = self._config.app
        self._server = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.loop = asyncio.new_event_loop()

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._server.serve())

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server ended at once"
            self._thread.join(0.01)
        return self

    def __exit__(self, *trouble: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.loop.close()
        self.hall.book.close()
        self.storage.close()

    def ask(self, question: Any) -> Any:
        """What `question()` says in the server's own thread."""

        async def answer() -> Any:
            return question()

        return asyncio.run_coroutine_threadsafe(answer(), self.loop).result(PATIENCE)

    @property
    def sessions(self) -> int:
        """How many the app keeps."""
        return len(app_manager._FletAppManager__sessions)

    @property
    def sessions_in_memory(self) -> int:
        """How many there still are, kept or not."""

        def count() -> int:
            gc.collect()
            return sum(type(each) is Session for each in gc.get_objects())

        return int(self.ask(count))

    @property
    def tasks(self) -> int:
        """What the server has under way."""
        return int(self.ask(lambda: len(asyncio.all_tasks())))

    @property
    def connections(self) -> int:
        """Lines and sockets that are open."""
        return len(self._server.server_state.connections)
