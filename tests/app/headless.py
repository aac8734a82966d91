"""A device without a browser: the real app in a real Flet session over a connection that only counts what is sent.

with Device(store, "/table/1/castle/0") as device:
    device.tap("North stone wall")
    assert "Done" in device.labels()
"""

import asyncio
import contextvars
import dataclasses
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.controls.context import context as flet_context
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.app import main_for
from companion.shell import later
from companion.shell.store import Store

later.PAUSE = 0  # nothing is drawn here that could come first


class Sent(NamedTuple):
    """A message to the device and its size in bytes."""

    action: str
    size: int


class FakeConnection(Connection):
    """Packs every message as the real one does, and keeps its size. Calls to the device are answered with None."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.loop = loop
        self.executor = ThreadPoolExecutor(1)
        self.pubsubhub = PubSubHub(loop=loop, executor=self.executor)
        self.page_url = "http://test"
        self.sent: list[Sent] = []
        self.errors: list[str] = []
        self.calls: list[tuple[str, Any]] = []
        self.followed: list[str] = []
        self.session: Any = None
        self._encoder = configure_encode_object_for_msgpack(BaseControl)

    def send_message(self, message: Any) -> None:
        raw = msgpack.packb([message.action, message.body], default=self._encoder)
        self.sent.append(Sent(message.action.name, len(raw)))
        if message.action.name == "SESSION_CRASHED":
            self.errors.append(message.body.message)
        if message.action.name == "INVOKE_METHOD":
            body = message.body
            self.calls.append((body.name, body.args))
            if body.name == "push_route":
                self.followed.append(body.args["route"])
            self.loop.call_soon(self.session.handle_invoke_method_results, body.control_id, body.call_id, None, None)


class Device:
    """The app on one device. Every wait ends when nothing is left to do, so no test waits for a clock."""

    def __init__(self, store: Store, route: str = "/", *, width: float = 390, height: float = 844, **page: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self._context = contextvars.copy_context()
        self.connection = FakeConnection(self.loop)
        self._first = {"route": route, "width": width, "height": height, "web": True, "platform": "android"}
        self._first |= {"pwa": False, **page}
        self._run(self._start(store))

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *trouble: object) -> None:
        self.close()

    def close(self) -> None:
        """Put the device away."""
        self.loop.run_until_complete(self._stop())
        self.connection.executor.shutdown()
        self.loop.close()

    # what is there

    def walk(self, root: Any = None) -> Iterator[BaseControl]:
        """Every control that can be seen, from top to bottom."""
        seen: set[int] = set()
        stack = [self.page if root is None else root]
        while stack:
            thing = stack.pop()
            if thing is None or isinstance(thing, (str, int, float, bool)) or id(thing) in seen:
                continue
            seen.add(id(thing))
            if isinstance(thing, (list, tuple)):
                stack.extend(reversed(thing))
                continue
            if isinstance(thing, dict):
                stack.extend(reversed(list(thing.values())))
                continue
            if isinstance(thing, BaseControl):
                if getattr(thing, "visible", True) is False or getattr(thing, "open", True) is False:
                    continue
                yield thing
            if dataclasses.is_dataclass(thing):
                stack.extend(
                    getattr(thing, field.name, None)
                    for field in reversed(dataclasses.fields(thing))
                    if field.name not in ("_parent", "data") and not field.metadata.get("skip")
                )

    def find(self, kind: type[Any] = BaseControl, **properties: Any) -> list[Any]:
        """The controls of a kind with these properties."""
        return [
            control
            for control in self.walk()
            if isinstance(control, kind)
            and all(getattr(control, name, None) == value for name, value in properties.items())
        ]

    def texts(self) -> list[str]:
        """Every text in sight."""
        return [control.value for control in self.find(ft.Text) if control.value]

    def labels(self) -> list[str]:
        """Everything a screen reader would say, in order."""
        return [control.label for control in self.find(ft.Semantics) if control.label]

    def buttons(self) -> list[str]:
        """The names of what can be tapped now."""
        return [c.label for c in self.find(ft.Semantics) if c.label and c.button and c.on_tap is not None]

    # what a player does

    def tap(self, label: str) -> None:
        """Tap the one thing that is called so, or whose name begins so."""
        self.fire(self._called(label), "tap")

    def tap_at_once(self, *labels: str) -> None:
        """Tap one after the other, so quickly that nothing is drawn in between."""
        self._run(self._events([self._called(label) for label in labels]))

    def _called(self, label: str) -> Any:
        found = [c for c in self.find(ft.Semantics) if c.button and c.label == label]
        found = found or [c for c in self.find(ft.Semantics) if c.button and (c.label or "").startswith(label)]
        assert len(found) == 1, f"{len(found)} things are called {label!r} among {self.buttons()}"
        assert found[0].on_tap is not None, f"{label!r} cannot be used now"
        return found[0]

    def fire(self, control: BaseControl, event: str, data: Any = None, **properties: Any) -> None:
        """An event as the device would send it, after the properties it changed."""
        self._run(self._event(control, event, data, properties))

    def go(self, route: str) -> None:
        """Open an address."""
        self._run(self._go(route))

    def settle(self) -> None:
        """Let everything that is under way come to its end."""
        self._run(self._settle())

    def sent_since(self, mark: int) -> int:
        """How many bytes went to the device since `len(device.connection.sent)` was `mark`."""
        return sum(message.size for message in self.connection.sent[mark:])

    # inside

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._context.run(self.loop.run_until_complete, work)

    async def _start(self, store: Store) -> None:
        self.session = self.connection.session = Session(self.connection)
        self.page = self.session.page
        self.session.apply_page_patch(self._first)
        _context_page.set(self.page)
        flet_context.reset_auto_update()
        # As the server does when a device registers; packing takes the snapshots later differences need.
        body = RegisterClientResponseBody(
            session_id=self.session.id, page_patch=self.session.get_page_patch(), error=""
        )
        self.connection.send_message(Message(MessageAction.REGISTER_CLIENT, body))
        main_for(store)(self.page)
        await self.session.after_event(self.page)
        await self._settle()

    async def _stop(self) -> None:
        tasks = asyncio.all_tasks(self.loop) - {asyncio.current_task(self.loop)}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _event(self, control: BaseControl, event: str, data: Any, properties: dict[str, Any]) -> None:
        _context_page.set(self.page)
        if properties:
            self.session.apply_patch(control._i, properties)
        await self.session.dispatch_event(control._i, event, data)
        await self._settle()

    async def _events(self, controls: list[BaseControl]) -> None:
        _context_page.set(self.page)
        await asyncio.gather(*(self.session.dispatch_event(control._i, "tap", None) for control in controls))
        await self._settle()

    async def _go(self, route: str) -> None:
        _context_page.set(self.page)
        await self.page.push_route(route)
        await self._settle()

    async def _settle(self) -> None:
        for _ in range(12):
            await asyncio.sleep(0)
        while self.connection.followed:  # the browser's address changed, as the app asked
            route = self.connection.followed.pop(0)
            self.session.apply_page_patch({"route": route})
            await self.session.dispatch_event(self.page._i, "route_change", {"route": route})
            for _ in range(12):
                await asyncio.sleep(0)
        if self.connection.errors:
            raise AssertionError(self.connection.errors[-1])
        # An exception while drawing again ends this task without a word.
        drawing = self.session._Session__updates_task  # type: ignore[attr-defined]
        if drawing and drawing.done() and not drawing.cancelled() and drawing.exception():
            raise drawing.exception()
