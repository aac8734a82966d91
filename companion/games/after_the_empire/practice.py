"""The practice table: two taps from home to a battle about to be resolved, with invented cards and no box."""

import flet as ft

from companion.games.after_the_empire.library.keys import narrow
from companion.games.after_the_empire.setting_up.draft import colour_name
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import SANS_BOLD
from companion.shell.parts import big_button, card, icon
from companion.shell.rows import filling
from companion.shell.words import told
from companion.storage import SavedTable, StorageTrouble
from companion.storage.library import practice_pack
from engine.core.errors import BadInput, RuleError
from engine.core.record import replace
from engine.games.after_the_empire.actions import (
    Action,
    AddCard,
    Correct,
    Correction,
    DrawInvader,
    DrawSiege,
    Place,
    Proceed,
    Report,
    SetFarm,
    SetNumber,
    SetPiece,
    SetTable,
    SetTroops,
)
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Farm, Piece, RedNumber

SEASON = 3

_BLUE, _RED = 0, 1

CASTLES: tuple[Correction, ...] = (
    SetTable("season", SEASON),
    SetTable("threat", 6),
    SetNumber(_BLUE, "gold", 17),
    SetNumber(_BLUE, "food", 6),
    SetPiece(_BLUE, "N", Piece("wall", "stone", 5)),
    SetPiece(_BLUE, "W", Piece("wall", "stone", 4)),
    SetPiece(_BLUE, "NE", Piece("turret", "stone", 2)),
    SetPiece(_BLUE, "NW", Piece("turret", "wood", 1)),
    SetTroops(_BLUE, "inside", 6, 4),
    SetFarm(_BLUE, "N", Farm(2)),
    SetFarm(_BLUE, "W", Farm(2, protected=True)),
    AddCard(_BLUE, "chapel"),
    AddCard(_BLUE, "maud-the-brewster"),
    SetNumber(_RED, "gold", 13),
    SetNumber(_RED, "food", 3),
    SetPiece(_RED, "N", Piece("wall", "wood", 1)),
    SetPiece(_RED, "SE", Piece("turret", "wood", 1)),
    SetTroops(_RED, "inside", 4, 0),
    SetFarm(_RED, "E", Farm(2)),
    AddCard(_RED, "bakehouse"),
    AddCard(_RED, "two-orphans"),
    SetNumber(_BLUE, "workers", 4),
    SetNumber(_BLUE, "placed", 4),
    SetNumber(_RED, "workers", 4),
    SetNumber(_RED, "placed", 4),
)
"""The third season of a made-up evening: Blue has built, Red has not."""

PLAYED: tuple[tuple[Action, int | None], ...] = (
    (Correct(CASTLES), None),
    (Report("the-broken-legion", "N"), None),
    (Proceed("combat"), None),
    (Place(_BLUE, (3, 0, 0, 1, 2), (1, 0, 0, 2, 1)), _BLUE),
    (Place(_RED, (2, 0, 0, 1, 1), (0, 0, 0, 0, 0)), _RED),
    (DrawInvader("hunters-from-the-north-wood", "W"), None),
    (DrawInvader("salt-road-brigands", "N"), None),
    (DrawSiege("the-widow", "W", look_first=True), None),
)
"""What the table said: the troops stand, the cards are out; only the battle is left to resolve."""


@screen
def PracticeScreen(app: App) -> ft.Control:  # noqa: N802  (a component)
    words = app.words
    fault, set_fault = ft.use_state("")

    def start() -> None:
        try:
            table = practice_table(app)
        except RuleError as refusal:
            set_fault(told(words, refusal))
        except (BadInput, StorageTrouble) as trouble:
            set_fault(told(words, trouble))
        else:
            app.go(f"/table/{table.id}")

    body: list[ft.Control] = [
        card(
            app,
            ft.Row([icon("castle", 72, app.palette.ink)], alignment=ft.MainAxisAlignment.CENTER),
            app.look.text(words("Season 3. The invaders are at the walls."), 19, family=SANS_BOLD,
                          align=ft.TextAlign.CENTER),
            app.look.text(words("Two castles, their troops in place, the cards on the table. "
                                "Press Resolve and see who holds.")),
        ),
        card(
            app,
            _point(app, "combat", words("The app works out the whole battle, round by round, by the rules.")),
            _point(app, "check", words("Then it tells each player what to change on the board.")),
            _point(app, "rules", words("Every step names its rule; a tap explains it.")),
            _point(app, "undo", words("Undo takes back anything. You can break nothing here.")),
        ),
        app.look.text(words("The cards are invented for practice; they are not the cards of the box."), 15,
                      colour=app.palette.muted),
    ]  # fmt: skip
    if fault:
        body.insert(0, card(app, app.look.text(fault), colour=app.palette.bad))
    return frame(
        app,
        title=words("Practice table"),
        subtitle=words("no box needed"),
        back="/",
        body=[narrow(app, part) for part in body],
        foot=[big_button(app, words("Start"), start)],
    )


def _point(app: App, icon_name: str, text: str) -> ft.Control:
    return ft.Row(
        [icon(icon_name, 26 * app.look.scale, app.palette.ink), filling(app.look.text(text, 17))],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def practice_table(app: App) -> SavedTable:
    """A table for two, one tap before its battle."""
    settings = app.store.settings
    words = app.words
    setup = Setup(
        (
            PlayerSetup(colour_name(words, "blue"), "S", "blue", "S", refugee="wat-the-carter",
                        objective="captain-of-many"),
            PlayerSetup(colour_name(words, "red"), "N", "red", "E", refugee="hob-quickfoot",
                        objective="nothing-burnt"),
        ),
        rulings=replace(settings.rulings, damaged_cards="lowest value first", red_number="remembered"),
        cards=practice_pack().cards,
        red_numbers=tuple(RedNumber(gold, gold * 2 // 3) for gold in range(51)),
    )  # fmt: skip
    table = app.store.storage.tables.create(setup, words("Practice table"), automation=settings.automation)
    for action, seat in PLAYED:
        table.append(action, seat=seat)
    return table
