"""What every screen is given: the store, the look, the words, and the way to other screens."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import flet as ft

from companion.shell.look import Look, Palette
from companion.shell.words import Words

if TYPE_CHECKING:
    from companion.shell.store import Store


class App(NamedTuple):
    """The frame around a screen. `go` opens another screen by its address ("/table/3/log")."""

    store: "Store"
    look: Look
    words: Words
    go: Callable[[str], None]
    say: Callable[[str], None]
    """Shows one line for a moment at the foot of the screen."""
    copy: Callable[[str], None]
    """Puts a text on the clipboard, or says why it cannot."""
    wide: bool = False
    """Is there room for two columns?"""
    low: bool = False
    """Is the screen low for its text? Then only what is needed at any moment stays in sight, the rest scrolls."""
    above: tuple[ft.Control, ...] = ()
    """What scrolls above a panel where the screen is low."""
    came_from: str = "/"
    """The last screen that was not rules or settings: where those lead back to."""

    @property
    def palette(self) -> Palette:
        return self.look.palette
