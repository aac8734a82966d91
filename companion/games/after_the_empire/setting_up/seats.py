"""The players of a new table: how many, who was here last time, where they sit, and a card for each."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.setting_up.draft import Change, Draft, as_last_time, with_players
from companion.games.after_the_empire.setting_up.player_card import Typed, player_card
from companion.games.after_the_empire.setting_up.table_picture import table_picture
from companion.shell.app_context import App
from companion.shell.look import SANS_BOLD
from companion.shell.parts import button, choices
from companion.shell.rows import section
from companion.storage.settings import SeatedPlayer


def players_section(
    app: App,
    draft: Draft,
    change: Change,
    *,
    typed: Typed,
    chosen: int,
    choose: Callable[[int], Any],
    last: tuple[SeatedPlayer, ...],
    known: tuple[str, ...],
    fault: str | None,
) -> ft.Control:
    """Who plays, and where they sit."""
    words = app.words
    content: list[ft.Control] = []
    if len(last) >= 2 and not _are_seated(draft, last):
        names = ", ".join(player.name for player in last)

        def again() -> None:
            typed.names.clear()
            change(as_last_time(draft, last))

        content.append(button(app, words("As last time: {names}", names=names), again, icon_name="recent"))
    content.append(
        choices(app, [(n, words("{n} players", n=n)) for n in (2, 3, 4)], len(draft.seats),
                lambda n: change(with_players(typed.into(draft), n)))
    )  # fmt: skip
    content.append(table_picture(app, draft, chosen, choose, change))
    content.extend(
        player_card(app, draft, number, change, typed, number == chosen, partial(choose, number), known)
        for number in range(len(draft.seats))
    )
    if fault:
        content.append(app.look.text(fault, 16, family=SANS_BOLD, colour=app.palette.bad))
    return section(app, words("Players"), *content, icon_name="players")


def _are_seated(draft: Draft, last: tuple[SeatedPlayer, ...]) -> bool:
    return [(seat.name, seat.colour, seat.side) for seat in draft.seats] == [
        (player.name, player.colour, player.seat) for player in last
    ]
