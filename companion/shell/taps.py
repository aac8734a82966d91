"""Taps: each one counts, however quickly they follow each other, and none can freeze the screen."""

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from typing import Any

import flet as ft

Act = Callable[[], Any]
Handler = Callable[[ft.Event[Any]], Coroutine[Any, Any, None]]

DRAWN = 6
"""After so many turns of the event loop, what a tap changed is drawn."""

_LINE, _FAILED = "taps: the line", "taps: what to do after a failure"


def tapped(label: str, act: Act) -> Handler:
    """The handler of a tap on what is called `label`.

    Of two taps in the same instant the second was meant for what the first one made of the thing: it waits until that
    is drawn, and acts on it if it is still called the same. On a thing that became another it does what was tapped;
    on a sheet that is closed by then it does nothing.
    """

    async def handle(event: ft.Event[Any]) -> None:
        page = ft.context.page
        async with _line(page):
            try:
                act_now = _latest(page, event, label, act)
                if act_now is not None:
                    act_now()
            except Exception:
                _failed(page, traceback.format_exc())
            for _ in range(DRAWN):
                await asyncio.sleep(0)

    vars(handle).update(label=label, act=act)
    return handle


def on_failure(page: ft.Page, show: Callable[[str], Any]) -> None:
    """Call `show` with the traceback when a tap fails."""
    page.session.store.set(_FAILED, show)


def _line(page: ft.Page) -> asyncio.Lock:
    """Where the taps of a device wait for each other."""
    kept = page.session.store
    if kept.get(_LINE) is None:
        kept.set(_LINE, asyncio.Lock())
    line: asyncio.Lock = kept.get(_LINE)
    return line


def _latest(page: ft.Page, event: ft.Event[Any], label: str, act: Act) -> Act | None:
    """What the thing does by now; nothing on a sheet that the tap before has closed."""
    now = page.get_control(event.control._i)
    if _closed(now):
        return None
    handler = getattr(now, f"on_{event.name}", None)
    found: Act = getattr(handler, "act", act)
    return found if getattr(handler, "label", None) == label else act


def _closed(control: Any) -> bool:
    while control is not None:
        if getattr(control, "open", True) is False:
            return True
        control = control.parent
    return False


def _failed(page: ft.Page, trace: str) -> None:
    show = page.session.store.get(_FAILED)
    if show is None:
        raise RuntimeError(trace)
    show(trace)
