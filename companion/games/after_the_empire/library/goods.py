"""Prices and gains by tapping: what is there with its number, what is not as a small button to add it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.facts import GOODS_ICONS, goods_name
from companion.games.after_the_empire.library.keys import number_box
from companion.shell.app_context import App
from companion.shell.parts import button
from companion.shell.rows import note, wrapped
from engine.core.record import replace
from engine.games.after_the_empire.goods import Goods


def goods_editor(
    app: App, label: str, goods: Goods, names: Sequence[str], change: Callable[[Goods], Any], *, key: str
) -> ft.Control:
    """Goods under a label. A number taken down to 0 goes back among the buttons."""
    words = app.words
    there = [name for name in names if getattr(goods, name)]
    rows: list[ft.Control] = [note(app, label)]
    rows.extend(
        number_box(
            app,
            f"{label}, {goods_name(words, name)}",
            getattr(goods, name),
            partial(_put, goods, change, name),
            icon_name=GOODS_ICONS[name],
            caption=goods_name(words, name),
            key=f"{key} {name}",
        )
        for name in there
    )
    rows.append(
        wrapped(
            *(
                ft.Container(
                    button(app, f"+ {goods_name(words, name)}", partial(_put, goods, change, name, 1)),
                    key=f"{key} add {name}",
                )
                for name in names
                if name not in there
            )
        )
    )
    return ft.Column(rows, spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _put(goods: Goods, change: Callable[[Goods], Any], name: str, number: int) -> None:
    changes: dict[str, Any] = {name: number}
    change(replace(goods, **changes))
