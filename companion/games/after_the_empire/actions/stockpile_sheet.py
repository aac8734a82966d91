"""The stockpile: build, replace, repair and mend, any amount, with what is left in sight (A-3, A-5, C-5)."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import flet as ft

from companion.games.after_the_empire.actions.sheets import confirm, sheet_body
from companion.games.after_the_empire.actions.spaces import refusal_words, why_not
from companion.games.after_the_empire.actions.tiles import touchable
from companion.games.after_the_empire.goods_row import amount, goods_colour
from companion.games.after_the_empire.names import piece_name, place_name
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import GAP, SANS_BOLD, TOUCH
from companion.shell.parts import button, card, icon
from companion.shell.words import Words
from companion.storage import SavedTable
from engine.core.errors import RuleError
from engine.core.record import replace
from engine.games.after_the_empire.actions import Build, ClearFlame, Mend, Repair, Stockpile, StockpileJob
from engine.games.after_the_empire.compass import CORNERS, SIDES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.goods import RESOURCES
from engine.games.after_the_empire.log_words import jobs_said
from engine.games.after_the_empire.purse import owned
from engine.games.after_the_empire.state import Piece, Player, State, with_player
from engine.games.after_the_empire.stockpile import standing

Jobs = tuple[StockpileJob, ...]
RICH = 9_000
"""Enough of everything to find out what a job costs."""

_NO_JOBS: Jobs = ()


class JobOffer(NamedTuple):
    """A job that could come next: what it is called, what it changes in the purse, why the rules refuse it."""

    job: StockpileJob
    said: str
    change: dict[str, int]
    refusal: RuleError | None


@screen
def StockpileSheet(app: App, table: SavedTable, number: int, do: Do) -> ft.Control:  # noqa: N802  (a component)
    """Job after job, on a castle that shows what was done; then the worker goes."""
    words, state = app.words, table.state
    jobs, set_jobs = ft.use_state(_NO_JOBS)
    after = AFTER_THE_EMPIRE.apply(state, Stockpile(number, jobs)) if jobs else state
    player = after.players[number]
    spots = [(spot, spot_offers(words, state, after, number, jobs, spot)) for spot in (*SIDES, *CORNERS)]
    spots.sort(key=lambda found: all(offer.refusal is not None for offer in found[1]))  # what can be done comes first
    content: list[ft.Control] = []
    for spot, offers in spots:
        if offers:
            said = spot_words(words, spot, standing(player.castle, spot), after)
            content.append(_spot(app, said, _spot_icon(player, spot), offers, lambda job: set_jobs((*jobs, job))))
    mends = mend_offers(words, state, after, number, jobs)
    if mends:
        content.append(_spot(app, words("Damaged cards"), "heal", mends, lambda job: set_jobs((*jobs, job))))
    foot: list[ft.Control] = []
    if jobs:
        done = jobs_said(state, number, jobs, words)
        foot.append(
            ft.Row(
                [
                    ft.Container(app.look.text(done, 15, lines=2), expand=True),
                    button(app, words("Take back"), lambda: set_jobs(jobs[:-1]), icon_name="undo"),
                ],
                spacing=8,
            )
        )
    label = words.several("Do {n} job", "Do {n} jobs", len(jobs)) if jobs else words("Place the worker")
    foot += confirm(app, state, label, Stockpile(number, jobs), number, do)
    return sheet_body(app, words("Stockpile"), [_purse(app, player), *content], foot, tall=True)


def _purse(app: App, player: Player) -> ft.Control:
    """What is left to pay with."""
    has = owned(player)
    shown: list[ft.Control] = [
        amount(app, name, goods_colour(app.palette, name), str(has[name]), 20) for name in RESOURCES if name != "gold"
    ]
    return ft.Row(shown, spacing=20, wrap=True)


def spot_words(words: Words, spot: str, piece: Piece | None, state: State) -> str:
    """ "North: wood wall, 1 of 2 cubes"."""
    name = place_name(words, spot)
    if piece is None:
        return words("{place}: nothing", place=name)
    kind = piece_name(words, piece.kind, piece.material)
    if piece.flame:
        return words("{place}: {piece}, burning", place=name, piece=kind)
    most = state.table.constants.capacity.of(piece.kind, piece.material)
    return words.several(
        "{place}: {piece}, {cubes} of {n} cube",
        "{place}: {piece}, {cubes} of {n} cubes",
        most,
        place=name,
        piece=kind,
        cubes=piece.cubes,
    )


def spot_offers(words: Words, state: State, after: State, number: int, jobs: Jobs, spot: str) -> list[JobOffer]:
    """What can be done at a side or corner after the jobs so far; what is firmly impossible is left out."""
    piece = standing(after.players[number].castle, spot)
    wanted: list[tuple[StockpileJob, str]] = []
    if piece is not None and piece.flame:
        wanted.append((ClearFlame(spot), words("Clear the flame")))  # type: ignore[arg-type]
    elif piece is not None:
        room = after.table.constants.capacity.of(piece.kind, piece.material) - piece.cubes
        wanted += [
            (Repair(spot, cubes), words.several("Repair {n} cube", "Repair {n} cubes", cubes))  # type: ignore[arg-type]
            for cubes in dict.fromkeys((1, room))
            if 0 < cubes <= room
        ]
    kinds = ("turret",) if spot in CORNERS else ("wall", "gate")
    for kind in kinds if piece is None else (piece.kind,):
        for material in ("wood", "stone"):
            if piece is not None and (piece.material == "stone" or material == "wood"):
                continue
            said = piece_name(words, kind, material)
            label = words("Build {piece}", piece=said) if piece is None else words("Replace by {piece}", piece=said)
            wanted.append((Build(spot, kind, material), label))  # type: ignore[arg-type]
    return _offers(state, number, jobs, wanted)


def mend_offers(words: Words, state: State, after: State, number: int, jobs: Jobs) -> list[JobOffer]:
    """Damaged buildings and wounded refugees."""
    wanted: list[tuple[StockpileJob, str]] = [
        (Mend(index), words("Mend {card}", card=holding.card.name))
        for index, holding in enumerate(after.players[number].cards)
        if holding.damaged
    ]
    return _offers(state, number, jobs, wanted)


def _offers(state: State, number: int, jobs: Jobs, wanted: list[tuple[StockpileJob, str]]) -> list[JobOffer]:
    offers = []
    for job, said in wanted:
        refusal = why_not(_at_work(state, number), Stockpile(number, (*jobs, job)))
        if refusal is None or not refusal.firm:
            offers.append(JobOffer(job, said, purse_change(state, number, jobs, job), refusal))
    return offers


def _at_work(state: State, number: int) -> State:
    """The table with the stockpile free and a worker at hand: only the job itself is looked at."""
    player = state.players[number]
    free = with_player(state, number, replace(player, placed=0, workers=max(1, player.workers)))
    return replace(free, phase="actions", taken=(), order=(number,), last_placed=None)


def purse_change(state: State, number: int, jobs: Jobs, job: StockpileJob) -> dict[str, int]:
    """What a job does to the purse: found by doing it with plenty of everything."""
    player = state.players[number]
    castle = replace(player.castle, wood=RICH, stone=RICH)
    rich = with_player(state, number, replace(player, gold=RICH, food=RICH, iron=RICH, castle=castle))
    before = owned(AFTER_THE_EMPIRE.apply(rich, Stockpile(number, jobs)).players[number])
    after = owned(AFTER_THE_EMPIRE.apply(rich, Stockpile(number, (*jobs, job))).players[number])
    return {name: after[name] - before[name] for name in RESOURCES if after[name] != before[name]}


def _spot_icon(player: Player, spot: str) -> str:
    piece = standing(player.castle, spot)
    return piece.kind if piece is not None else "turret" if spot in CORNERS else "wall"


def _spot(
    app: App, said: str, icon_name: str, offers: list[JobOffer], add: Callable[[StockpileJob], None]
) -> ft.Control:
    across = 2 if app.look.scale <= 1.3 else 1
    buttons = [ft.Container(_job_button(app, said, offer, add), expand=1) for offer in offers]
    rows: list[ft.Control] = [
        ft.Row(list(buttons[at : at + across]), spacing=8, intrinsic_height=True,
               vertical_alignment=ft.CrossAxisAlignment.STRETCH)
        for at in range(0, len(buttons), across)
    ]  # fmt: skip
    head = ft.Row(
        [
            icon(icon_name, 22 * app.look.scale, app.palette.ink),
            ft.Container(app.look.bold(said, 16), expand=True),
        ],
        spacing=8,
    )
    return card(app, head, *rows, padding=10)


def _job_button(app: App, spot: str, offer: JobOffer, add: Callable[[StockpileJob], None]) -> ft.Control:
    palette = app.palette
    costs: list[ft.Control] = [
        amount(app, name, goods_colour(palette, name), f"{change:+d}".replace("-", "−"), 15)
        for name, change in offer.change.items()
    ]
    place = spot.partition(":")[0]
    label = f"{place}: {offer.said}"
    if offer.refusal is not None:
        label = app.words("{what}. Not now: {why}", what=label, why=refusal_words(app.words, offer.refusal))
    return touchable(
        app,
        label,
        ft.Column(
            [
                app.look.text(offer.said, 15, family=SANS_BOLD, align=ft.TextAlign.CENTER),
                ft.Row(costs, spacing=8, wrap=True, alignment=ft.MainAxisAlignment.CENTER),
            ],
            spacing=2,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        partial(add, offer.job),
        greyed=offer.refusal is not None,
        bgcolor=palette.page,
        border=ft.Border.all(1.5, palette.line),
        border_radius=GAP,
        padding=ft.Padding.symmetric(horizontal=6, vertical=max(6, (TOUCH - 40 * app.look.scale) / 2)),
    )
