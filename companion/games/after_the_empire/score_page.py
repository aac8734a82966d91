"""The score: live all game; at the end objectives one by one, the rulebook's chart, the winner, and sharing it."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.after_the_empire.library.facts import facts
from companion.games.after_the_empire.library.picker import card_picker
from companion.games.after_the_empire.score_chart import gold_lines, score_table
from companion.games.after_the_empire.score_words import (
    is_final,
    leaders,
    score_chart,
    tie_break,
    verdict,
)
from companion.share.csv import score_csv
from companion.share.files import file_name, save_file
from companion.share.picture import picture_of
from companion.share.text import score_text
from companion.shell.acting import undo_tap, use_acting
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import CAPS, GAP, SANS_BOLD
from companion.shell.parts import big_button, button, card, heading, icon, player_name, spoken
from companion.shell.rows import (
    columns,
    columns_of_one,
    event_row,
    filling,
    lined,
    note,
    scrolling,
    section,
    stack,
    wrapped,
)
from companion.storage import SavedTable
from engine.core.decisions import Decision
from engine.games.after_the_empire.actions import ObjectiveMet, Proceed, RevealObjective
from engine.games.after_the_empire.cards import ObjectiveCard
from engine.games.after_the_empire.objectives import objective_met
from engine.games.after_the_empire.state import Objective, State


@screen
def ScoreScreen(app: App, table_id: int) -> ft.Control:  # noqa: N802  (a component)
    """The score of a table at any time."""
    words, table = app.words, app.store.table(table_id)
    body, foot = use_score(app, table)
    subtitles = {"over": words("Final score"), "scoring": words("Final scoring")}
    return frame(
        app,
        title=words("Score"),
        subtitle=subtitles.get(table.state.phase, words("If the game ended now")),
        back=f"/table/{table_id}",
        undo=undo_tap(app, table),
        body=body,
        foot=foot,
    )


@screen
def ScorePanel(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The table's screen from final scoring on."""
    return scrolling(app, *use_score(app, table))


def use_score(app: App, table: SavedTable) -> tuple[list[ft.Control], list[ft.Control]]:
    """A hook: everything about the score, in final scoring with what the table must say next; and the button below."""
    do = use_acting(app, table)
    picture: Any = ft.use_ref(None)
    state: State = table.state
    asked = table.session.pending if state.phase == "scoring" else None
    revealing = asked is not None and asked.seat is not None
    first: list[ft.Control] = []
    chart: list[ft.Control] = []
    if asked is not None and asked.seat is not None:
        first.append(
            _asked(app, table, asked, do) if table.speaks_for(asked.seat) else _waiting(app, state, asked.seat)
        )
    else:
        chart.append(_verdict(app, state))
    chart.append(score_table(app, state))
    picture.current = ft.Screenshot(ft.Container(columns_of_one(chart), bgcolor=app.palette.page))
    first.append(picture.current)
    second: list[ft.Control] = [_objectives(app, state)] if is_final(state) else []
    second.append(gold_lines(app, state))
    if not revealing:
        second.append(_sharing(app, table, lambda: picture.current))
    foot: list[ft.Control] = []
    if asked is not None and not revealing and table.plays:
        foot.append(big_button(app, app.words("Name the winner"), lambda: do(Proceed("winner")), key="next"))
    elif state.phase == "over":
        foot.append(big_button(app, app.words("Back to the tables"), lambda: app.go("/")))
    return [columns(app, columns_of_one(first), columns_of_one(second))], foot


# who won


def _verdict(app: App, state: State) -> ft.Control:
    """Who won, large; who is ahead, small; a tie explained."""
    look, palette, words = app.look, app.palette, app.words
    won = leaders(state)
    over = state.phase == "over"
    names: list[ft.Control] = []
    for number in won:
        player = state.players[number]
        names.append(look.text(player.name, 34 if over else 22, family=CAPS, colour=look.player(player.colour)))
    said = verdict(words, state)
    content: list[ft.Control] = []
    if over:
        content.append(ft.Row([icon("crown", 56 * min(look.scale, 1.5), palette.gold)],
                              alignment=ft.MainAxisAlignment.CENTER))  # fmt: skip
        content.append(ft.Row(names, wrap=True, spacing=14, alignment=ft.MainAxisAlignment.CENTER))
    content.append(look.text(said, 18, family=SANS_BOLD, align=ft.TextAlign.CENTER if over else ft.TextAlign.START))
    told: list[ft.Control] = [spoken(said, columns_of_one(content), header=over, live_region=over)]
    broken = tie_break(words, state)
    if broken is not None:
        told.append(event_row(app, broken[0], broken[1]))
    if not is_final(state):
        told.append(note(app, words("Secret objectives come on top at the end.")))
    return card(app, *told, colour=palette.gold if over else None)


# objectives


def _waiting(app: App, state: State, seat: int) -> ft.Control:
    """On a table with several phones: somebody else reveals an objective now."""
    player = state.players[seat]
    said = note(app, app.words("reveals an objective on their own phone."))
    return card(app, player_name(app, player.name, player.colour, 22), said, colour=app.look.player(player.colour))


def _asked(app: App, table: SavedTable, asked: Decision, do: Any) -> ft.Control:
    """The next objective: which one it is, or whether it is met."""
    state: State = table.state
    words, look = app.words, app.look
    assert asked.seat is not None
    seat, index = asked.seat, int(asked.about["index"])
    player = state.players[seat]
    held, at = objective_count(state), revealed_count(state)
    title = ft.Row(
        [
            filling(player_name(app, player.name, player.colour, 22)),
            note(app, words("{n} of {all}", n=at + 1, all=held)),
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    objective = player.objectives[index]
    if asked.kind == "objective" or objective.card is None:
        pick = card_picker(
            app._replace(wide=False), ("objective",),
            lambda chosen: do(RevealObjective(seat, index, chosen), seat=seat), table=table,
            key=f"objective {seat} {index}",
        )  # fmt: skip
        question = heading(app, words("Which objective is revealed?"), 20, level=2)
        # Beside the card, not in it: its keys need the whole width to be wide enough for a finger.
        return columns_of_one([card(app, title, question, colour=look.player(player.colour)), pick])
    name, worth = objective.card.name, words("worth {n} gold", n=objective.card.value)
    answer = ft.Row(
        [
            ft.Container(button(app, words("Yes, met"), lambda: do(ObjectiveMet(seat, index, True), seat=seat),
                                icon_name="check", chosen=True), expand=1),
            ft.Container(button(app, words("No"), lambda: do(ObjectiveMet(seat, index, False), seat=seat),
                                icon_name="close"), expand=1),
        ],
        spacing=8,
    )  # fmt: skip
    return card(
        app,
        title,
        ft.Row(
            [
                icon("objective", 32 * look.scale, app.palette.good),
                filling(stack(look.bold(name, 20), note(app, worth))),
            ]
        ),
        heading(app, words("Is it met?"), 20, level=2),
        answer,
        colour=look.player(player.colour),
    )


def objective_count(state: State) -> int:
    """How many objectives the players hold."""
    return sum(len(player.objectives) for player in state.players)


def revealed_count(state: State) -> int:
    """How many of them are revealed and answered."""
    return sum(
        objective_met(state, number, objective) is not None
        for number, player in enumerate(state.players)
        for objective in player.objectives
    )


def _objectives(app: App, state: State) -> ft.Control:
    """Every objective that is revealed."""
    words = app.words
    rows: list[ft.Control] = [
        _objective(app, state, number, objective)
        for number in state.order
        for objective in state.players[number].objectives
        if objective.card is not None
    ]
    waiting = objective_count(state) - len(rows)
    if waiting:
        rows.append(note(app, words.several("{n} still face down", "{n} still face down", waiting)))
    if not rows:
        rows = [note(app, words("Nobody holds a secret objective."))]
    return section(app, words("Secret objectives"), *lined(app, rows), icon_name="objective")


def _objective(app: App, state: State, number: int, objective: Objective) -> ft.Control:
    look, palette, words = app.look, app.palette, app.words
    player, made = state.players[number], objective.card
    met = objective_met(state, number, objective)
    mark, colour, said = {
        None: ("hourglass", palette.muted, words("to come")),
        True: ("check", palette.good, words("met")),
        False: ("close", palette.bad, words("not met")),
    }[met]
    name = made.name if made is not None else words("Face down")
    lines: list[ft.Control] = [
        wrapped(player_name(app, player.name, player.colour, 15), look.bold(name, 16), spacing=10)
    ]
    if made is not None:
        lines.append(note(app, _facts(app, made)))
    worth = str(made.value) if made is not None and met else "0" if met is False else ""
    row = ft.Row(
        [
            icon(mark, 22 * look.scale, colour),
            filling(stack(*lines)),
            look.text(worth, 20, family=SANS_BOLD, colour=colour),
        ],
        spacing=GAP,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return spoken(f"{player.name}: {name}, {said} {worth}".strip(), row)


def _facts(app: App, made: ObjectiveCard) -> str:
    return facts(app.words, made)


# sharing


def _sharing(app: App, table: SavedTable, shown: Callable[[], ft.Screenshot]) -> ft.Control:
    """The score as text, as a table, as a picture."""
    words = app.words
    chart = score_chart(words, table.state, table.name)
    name = table.name or "score"
    return section(
        app,
        words("Share the score"),
        ft.Row(
            [
                button(app, words("Copy as text"), lambda: app.copy(score_text(chart)), icon_name="copy"),
                button(app, words("Picture"), icon_name="share",
                       act=lambda: save_file(app, file_name(name, ".png"), lambda: picture_of(shown()))),
                button(app, words("Spreadsheet"), icon_name="export",
                       act=lambda: save_file(app, file_name(name, ".csv"), lambda: score_csv(chart))),
            ],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
        icon_name="share",
    )  # fmt: skip
