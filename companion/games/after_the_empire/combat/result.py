"""How combat ended: who held and who was sacked at a glance, what to change on the table, and why."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.events_list import events_list
from companion.games.after_the_empire.combat.instructions_list import Heading, instructions_list, line_key
from companion.games.after_the_empire.combat.names import corner_name, fallen_name, side_name
from companion.games.after_the_empire.combat.pieces import crowded, tag
from companion.games.after_the_empire.combat.story import Fought, Story, story_of
from companion.games.after_the_empire.library.quick import teach_offers
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import GAP, ROUND, SANS_BOLD
from companion.shell.parts import button, heading, icon, player_name, spoken
from companion.shell.rows import filling
from companion.shell.ticks import use_ticks
from companion.storage import SavedTable
from engine.games.after_the_empire.state import State


@screen
def ResultView(app: App, table: SavedTable) -> ft.Control:  # noqa: N802  (a component)
    """The season's combat, to stand above what comes after it."""
    why, set_why = ft.use_state(False)
    state = table.state
    whose, set_whose = ft.use_state(_first_to_look_at(state) if table.seat is None else table.seat)
    ticked, tick = use_ticks(f"combat {table.id} {state.season}")
    told = ft.use_memo(lambda: story_of(table.session), [table.id, table.n, id(table.session)])
    if told is None:
        return ft.Column([], tight=True)
    shown = told.after.order if app.wide and table.runs else (whose,)
    headings: dict[int | None, Heading] = {number: _heading(app, told.fought[number]) for number in shown}
    lines = [line for line in told.instructions if line.seat is None or line.seat in shown]
    content: list[ft.Control] = [
        _glance(app, told, ticked, None if app.wide else whose, set_whose),
        _what_follows(app, why, lambda: set_why(not why)),
    ]
    if why:
        content += events_list(app, told, whose, set_whose)
    else:
        content.append(instructions_list(app, told.after, lines, ticked, tick, headings))
        content += teach_offers(app, table)
    return ft.Column(content, spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _what_follows(app: App, why: bool, toggle: Callable[[], Any]) -> ft.Control:
    """The heading of what stands below: the changes, or, after a tap on "Why?", what happened."""
    words = app.words
    title = words("What happened") if why else words("Change on your table")
    return ft.Row(
        [filling(heading(app, title, 22, level=2)), button(app, words("Why?"), toggle, icon_name="help", chosen=why)],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


# who held, at a glance


def _first_to_look_at(state: State) -> int:
    """Whose changes are shown first: whoever was sacked has most to do."""
    return next((number for number in state.order if state.players[number].sacked), state.order[0])


def _glance(
    app: App, story: Story, ticked: frozenset[str], whose: int | None, choose: Callable[[int], Any]
) -> ft.Control:
    """A tile for each player: green held, red sacked. On a phone a tap shows that player's changes below."""
    tiles = [_tile(app, story, number, ticked, whose, choose) for number in story.after.order]
    across = len(tiles) if app.wide else 1 if crowded(app) else 2
    rows: list[ft.Control] = [
        ft.Row([filling(tile) for tile in tiles[start : start + across]], spacing=8)
        for start in range(0, len(tiles), across)
    ]
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def outcome_words(app: App, fought: Fought) -> str:
    """Survived or sacked."""
    return app.words("Sacked") if fought.outcome == "sacked" else app.words("Survived")


def _colour(app: App, fought: Fought) -> str:
    return app.palette.bad if fought.outcome == "sacked" else app.palette.good


def _tile(
    app: App,
    story: Story,
    number: int,
    ticked: frozenset[str],
    whose: int | None,
    choose: Callable[[int], Any],
) -> ft.Control:
    fought, player = story.fought[number], story.after.players[number]
    look, colour = app.look, _colour(app, fought)
    own = [line_key(line) for line in story.instructions if line.seat == number]
    done = sum(key in ticked for key in own)
    content = ft.Column(
        [
            ft.Row(
                [
                    filling(player_name(app, player.name, player.colour, 16)),
                    look.text(f"{done}/{len(own)}" if own else "", 14, family=SANS_BOLD, colour=app.palette.muted),
                ]
            ),
            ft.Row(
                [
                    icon("sacked" if fought.outcome == "sacked" else "held", 24 * look.scale, colour),
                    filling(look.title(outcome_words(app, fought), 18, colour=colour, lines=1)),
                ],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            look.text(_fell(app, fought), 14, colour=app.palette.muted),
        ],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    facts = [text for _, text in _facts(app, fought)]
    label = ". ".join([f"{player.name}: {outcome_words(app, fought)}", _fell(app, fought), *facts])
    thin, thick = ft.BorderSide(3, colour), ft.BorderSide(9, colour)
    box = ft.Container(
        content,
        bgcolor=app.palette.card,
        border=ft.Border(top=thin, left=thin, right=thin, bottom=thick if number == whose else thin),
        border_radius=ROUND,
        padding=ft.Padding.only(left=12, right=12, top=8, bottom=2 if number == whose else 8),
    )
    if whose is None:
        return spoken(label, box)
    box.on_click = lambda e: choose(number)
    box.ink = True
    return spoken(label, box, on_tap=lambda: choose(number), button=True, selected=number == whose)


def _heading(app: App, fought: Fought) -> Heading:
    """Above a player's lines: how it ended, and what it cost."""
    colour = _colour(app, fought)
    title = app.look.title(outcome_words(app, fought), 18, colour=colour, lines=1)
    facts = [tag(app, text, app.palette.ink, icon_name) for icon_name, text in _facts(app, fought)]
    return Heading(colour, title, facts)


def _fell(app: App, fought: Fought) -> str:
    """How many came, how many fell, in how many rounds."""
    words = app.words
    if not fought.came:
        return words("Nobody came.")
    killed = words.several("{n} invader fell", "{n} invaders fell", fought.killed)
    rounds = words.several("{n} round", "{n} rounds", fought.rounds)
    return f"{killed} · {rounds}"


def _facts(app: App, fought: Fought) -> list[tuple[str, str]]:
    """What it cost, each in two or three words, with its icon."""
    words = app.words
    facts: list[tuple[str, str]] = []
    if fought.wounded:
        facts.append(("wounded", words.several("{n} wounded", "{n} wounded", fought.wounded)))
    if fought.mercenaries_lost:
        lost = fought.mercenaries_lost
        facts.append(("mercenary", words.several("{n} mercenary lost", "{n} mercenaries lost", lost)))
    facts += [("turret" if len(place) == 2 else "wall", fallen_name(words, place)) for place in fought.fallen]
    facts += [("flame", words("{piece} burns", piece=corner_name(words, corner))) for corner in fought.burning]
    if fought.razed:
        razed = ", ".join(side_name(words, side) for side in fought.razed)
        facts.append(("razed", words("Farms razed: {sides}", sides=razed)))
    before, after = fought.gold
    if before != after:
        facts.append(("gold", words("Gold {before} → {after}", before=before, after=after)))
    if fought.cards_damaged:
        facts.append(("building", words.several("{n} card damaged", "{n} cards damaged", fought.cards_damaged)))
    return facts
