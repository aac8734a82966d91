"""Screens that cannot freeze: whatever goes wrong while one is drawn, the player gets a way back."""

import functools
import traceback
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.shell.app_context import App
from companion.shell.parts import big_button, button, card, heading
from companion.shell.reports import report_of
from companion.shell.taps import Act


def screen(body: Callable[..., Any]) -> Callable[..., Any]:
    """A component whose failure shows a crash page instead of a frozen one. Its first argument is the App."""

    @functools.wraps(body)
    def guarded(app: App, *args: Any, **kwargs: Any) -> Any:
        try:
            return body(app, *args, **kwargs)
        except Exception:
            trace = traceback.format_exc()
            app.store.crashed(trace)
            return crash_page(app, ft.context.page.route or "/", trace)

    component: Callable[..., Any] = ft.component(guarded)
    return component


def crash_page(app: App, route: str, trace: str, leave: Act | None = None) -> ft.Control:
    """Something went wrong: the table is untouched, here is the way back and a report to copy."""
    words = app.words
    trace = app.store.told_of_crash(trace)

    def back() -> None:
        if leave is not None:
            leave()
        app.go("/")

    def copy() -> None:
        app.copy(report_of(app.store, route, trace))

    return ft.Column(
        [
            heading(app, words("Something went wrong")),
            card(
                app,
                app.look.text(words("This screen could not be shown. Your table is saved and untouched.")),
                app.look.text(trace.strip().splitlines()[-1], 13, colour=app.palette.muted, lines=6),
            ),
            button(app, words("Copy report"), copy),
            big_button(app, words("Back to the tables"), back),
        ],
        spacing=16,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
