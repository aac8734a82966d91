"""The scoring chart of the rulebook, and gold over the seasons as lines."""

import flet as ft
import flet_charts as charts  # type: ignore[import-untyped]

from companion.games.after_the_empire.score_words import FIELDS, ICONS, chart_of, is_final, leaders, line_name
from companion.shell.app_context import App
from companion.shell.look import PLAYERS, SANS_BOLD
from companion.shell.parts import card, icon, player_name, spoken
from companion.shell.rows import columns_of_one, filling, line, note, section, tall, wrapped
from engine.games.after_the_empire.scoring import Score
from engine.games.after_the_empire.state import State

ROOM = 4.6
"""How many players' columns a phone has room for at text size 1, with the names of the lines."""

ICON_ROOM = 3
"""Up to so many columns there is room for icons before the names of the lines."""

DASHES: tuple[list[int] | None, ...] = (None, [12, 6], [3, 5], [14, 5, 3, 5])
"""Lines differ by their dashes too, for eyes that do not tell colours apart."""

HEIGHT = 240
SECRET = "?"


def score_table(app: App, state: State) -> ft.Control:
    """The chart: a column for each player, or where text is too large for that, a card for each."""
    if not app.wide and len(state.players) * app.look.scale > ROOM:
        return columns_of_one([_column(app, state, number) for number in range(len(state.players))])
    chart, won = chart_of(state), leaders(state)
    rows: list[ft.Control] = [_names(app, state, won), line(app)]
    rows += [_row(app, state, chart, field) for field in FIELDS]
    rows += [line(app), _row(app, state, chart, "total", large=True)]
    return card(app, *rows, padding=12)


def number_shown(state: State, entry: Score, field: str) -> str:
    """A number of the chart; objectives stay secret until the end."""
    if field == "objectives" and not is_final(state):
        return SECRET
    return str(getattr(entry, field))


def _names(app: App, state: State, won: tuple[int, ...]) -> ft.Control:
    look = app.look
    cells: list[ft.Control] = [ft.Container(expand=6)]
    for number, player in enumerate(state.players):
        colour = look.player(player.colour)
        shape = PLAYERS.get(player.colour, PLAYERS["blue"]).shape
        top: ft.Control = look.text(shape, 18, colour=colour)
        if number in won:
            top = ft.Row([icon("crown", 18 * look.scale, app.palette.gold), top], spacing=3, tight=True)
        names: list[ft.Control] = [tall(top, 26 * look.scale), look.bold(player.name, 14, colour=colour, lines=1)]
        cells.append(
            ft.Container(
                ft.Column(names, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
                expand=4,
                alignment=ft.Alignment.BOTTOM_CENTER,
            )
        )
    return spoken(", ".join(player.name for player in state.players), ft.Row(cells, spacing=2))


def _row(app: App, state: State, chart: tuple[Score, ...], field: str, *, large: bool = False) -> ft.Control:
    look, palette = app.look, app.palette
    name = line_name(app.words, field)
    label: list[ft.Control] = []
    if not large and (app.wide or len(chart) * look.scale <= ICON_ROOM):
        label.append(icon(ICONS[field], 18 * look.scale, palette.muted))
    label.append(filling(look.bold(name, 17) if large else look.text(name, 15, lines=1)))
    cells: list[ft.Control] = [ft.Container(ft.Row(label, spacing=6), expand=6)]
    for entry in chart:
        number = number_shown(state, entry, field)
        faint = number in ("0", SECRET)
        cells.append(
            ft.Container(
                look.text(
                    number, 24 if large else 18, family=SANS_BOLD, colour=palette.muted if faint else palette.ink
                ),
                expand=4,
                alignment=ft.Alignment.CENTER,
            )
        )
    told = ", ".join(
        f"{player.name} {number_shown(state, entry, field)}" for player, entry in zip(state.players, chart, strict=True)
    )
    row = ft.Row(cells, spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return spoken(f"{name}: {told}", ft.Container(row, padding=ft.Padding.symmetric(vertical=3)))


def _column(app: App, state: State, number: int) -> ft.Control:
    """One player's column of the chart as a card of its own."""
    look, entry, player = app.look, chart_of(state)[number], state.players[number]
    top: list[ft.Control] = [filling(player_name(app, player.name, player.colour, 19))]
    if number in leaders(state):
        top.append(icon("crown", 22 * look.scale, app.palette.gold))
    top.append(look.text(str(entry.total), 24, family=SANS_BOLD))
    rows: list[ft.Control] = [
        spoken(f"{player.name}, {line_name(app.words, 'total')}: {entry.total}", ft.Row(top, spacing=8)),
        line(app),
    ]
    for field in FIELDS:
        name, shown = line_name(app.words, field), number_shown(state, entry, field)
        rows.append(
            spoken(f"{name}: {shown}", ft.Row([filling(look.text(name, 16)), look.text(shown, 18, family=SANS_BOLD)]))
        )
    return card(app, *rows)


# gold over the seasons


def gold_lines(app: App, state: State) -> ft.Control:
    """Gold at the end of each season, a line for each player."""
    words = app.words
    history = state.gold_history
    title = words("Gold over the seasons")
    if len(history) < 2:
        return section(app, title, note(app, words("The chart begins with the end of the second season.")),
                       icon_name="chart")  # fmt: skip
    return section(app, title, spoken(_told(app, state), _lines(app, state), image=True), _legend(app, state),
                   icon_name="chart")  # fmt: skip


def _told(app: App, state: State) -> str:
    """The chart in words."""
    parts = [app.words("Gold at the end of each season.")]
    for number, player in enumerate(state.players):
        parts.append(f"{player.name}: {', '.join(str(golds[number]) for golds in state.gold_history)}.")
    return " ".join(parts)


def _legend(app: App, state: State) -> ft.Control:
    last = state.gold_history[-1]
    names = [
        player_name(app, f"{player.name} {last[number]}", player.colour, 16)
        for number, player in enumerate(state.players)
    ]
    return wrapped(*names, spacing=16)


def _lines(app: App, state: State) -> ft.Control:
    look, palette, history = app.look, app.palette, state.gold_history
    most = max(max(golds) for golds in history)
    step = next(step for step in (2, 5, 10, 20, 50, 100, 1000, 10**13) if most / step <= 6)
    top = (most // step + 1) * step
    small = min(look.scale, 1.5)
    series = []
    for number, player in enumerate(state.players):
        colour = look.player(player.colour)
        points = [
            charts.LineChartDataPoint(
                season,
                golds[number],
                tooltip=charts.LineChartDataPointTooltip(
                    text=f"{player.name} {golds[number]}",
                    text_style=ft.TextStyle(size=15 * small, color=palette.on_button, font_family=SANS_BOLD),
                ),
            )
            for season, golds in enumerate(history, start=1)
        ]
        series.append(
            charts.LineChartData(
                points=points,
                color=colour,
                stroke_width=3.5,
                rounded_stroke_cap=True,
                dash_pattern=DASHES[number % len(DASHES)],
                point=charts.ChartCirclePoint(color=colour, radius=4, stroke_width=0),
            )
        )
    chart = charts.LineChart(
        data_series=series,
        min_x=1,
        max_x=len(history),
        min_y=0,
        max_y=top,
        border=ft.Border(bottom=ft.BorderSide(2, palette.muted)),
        horizontal_grid_lines=charts.ChartGridLines(interval=step, color=palette.line, width=1),
        left_axis=charts.ChartAxis(
            label_size=34 * small,
            label_spacing=step,
            labels=[_axis_label(app, gold, str(gold)) for gold in range(0, top + 1, step)],
        ),
        bottom_axis=charts.ChartAxis(
            label_size=26 * small,
            label_spacing=1,
            labels=[_axis_label(app, season, str(season)) for season in range(1, len(history) + 1)],
        ),
        right_axis=charts.ChartAxis(label_size=30 * small, label_spacing=1, labels=_ends(app, state)),
        tooltip=charts.LineChartTooltip(
            bgcolor=palette.button, border_radius=10, fit_inside_horizontally=True, fit_inside_vertically=True
        ),
        interactive=True,
        expand=True,
    )
    return ft.Container(chart, height=HEIGHT * (1.5 if app.wide else 1), padding=ft.Padding.only(top=8))


def _axis_label(app: App, value: float, text: str) -> charts.ChartAxisLabel:
    small = min(app.look.scale, 1.5) / app.look.scale
    return charts.ChartAxisLabel(value=value, label=app.look.text(text, 14 * small, colour=app.palette.muted))


def _ends(app: App, state: State) -> list[charts.ChartAxisLabel]:
    """Each line's shape at its end; tied players share a place."""
    small = min(app.look.scale, 1.5) / app.look.scale
    ends: dict[int, list[ft.Control]] = {}
    for player, gold in zip(state.players, state.gold_history[-1], strict=True):
        shape = PLAYERS.get(player.colour, PLAYERS["blue"]).shape
        ends.setdefault(gold, []).append(app.look.text(shape, 15 * small, colour=app.look.player(player.colour)))
    return [
        charts.ChartAxisLabel(value=gold, label=ft.Container(ft.Row(shapes, spacing=1, tight=True),
                                                             padding=ft.Padding.only(left=5)))
        for gold, shapes in ends.items()
    ]  # fmt: skip
