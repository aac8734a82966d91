"""The scoring chart in words: its lines, who is ahead or won, and how a tie was broken."""

from companion.share.chart import Row, ScoreChart
from companion.shell.words import Words
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.scoring import Score, scores, winners
from engine.games.after_the_empire.state import State

FIELDS = ("gold", "buildings", "refugees", "flags", "farms", "objectives")
"""The lines of the chart above the total (G-1)."""

ICONS = {
    "gold": "gold",
    "buildings": "building",
    "refugees": "refugee",
    "flags": "flag",
    "farms": "farm",
    "objectives": "objective",
}


def is_final(state: State) -> bool:
    """Are objectives open to all by now?"""
    return state.phase in ("scoring", "over")


def chart_of(state: State) -> tuple[Score, ...]:
    """The chart as everyone may see it: until the end, objectives are their holder's secret and count nothing."""
    chart = scores(state)
    if is_final(state):
        return chart
    return tuple(entry._replace(objectives=0, total=entry.total - entry.objectives) for entry in chart)


def line_name(words: Words, field: str) -> str:
    """A line of the chart as the rulebook calls it."""
    names = {
        "gold": words("Gold"),
        "buildings": words("Buildings"),
        "refugees": words("Refugees"),
        "flags": words("Flags"),
        "farms": words("Farms"),
        "objectives": words("Objectives"),
        "total": words("Total"),
    }
    return names[field]


def score_chart(words: Words, state: State, name: str) -> ScoreChart:
    """Everything that can be shared about the score."""
    chart, hidden = chart_of(state), () if is_final(state) else ("objectives",)
    subtitle = words("Final score") if state.phase == "over" else words("Season {n}, score so far", n=state.season)
    return ScoreChart(
        title=name or AFTER_THE_EMPIRE.title,
        subtitle=f"{AFTER_THE_EMPIRE.title} · {subtitle}" if name else subtitle,
        players=tuple(player.name for player in state.players),
        rows=tuple(
            Row(line_name(words, field), tuple(None if field in hidden else getattr(entry, field) for entry in chart))
            for field in FIELDS
        ),
        total=Row(line_name(words, "total"), tuple(entry.total for entry in chart)),
        verdict=verdict(words, state),
        seasons_name=words("Gold at the end of each season"),
        seasons=tuple(
            Row(words("Season {n}", n=season), tuple(golds)) for season, golds in enumerate(state.gold_history, start=1)
        ),
    )


def leaders(state: State) -> tuple[int, ...]:
    """G-3: who won; before the end, who is ahead by what everyone can see."""
    if state.phase == "over":
        return state.winners or winners(state)  # a table that set the phase itself named nobody
    if is_final(state):
        return winners(state)
    chart = chart_of(state)
    best = max((entry.total, entry.flag_tokens) for entry in chart)
    return tuple(number for number, entry in enumerate(chart) if (entry.total, entry.flag_tokens) == best)


def verdict(words: Words, state: State) -> str:
    """Who won or is ahead, and with what, in one sentence."""
    won, chart = leaders(state), chart_of(state)
    gold = chart[won[0]].total
    names = words(" and ").join(state.players[number].name for number in won)
    if state.phase == "over":
        if len(won) > 1:
            return words("{names} share the victory with {gold} gold.", names=names, gold=gold)
        return words("{names} wins with {gold} gold.", names=names, gold=gold)
    if len(won) > 1:
        return words("{names} are level with {gold} gold.", names=names, gold=gold)
    return words("{names} is ahead with {gold} gold.", names=names, gold=gold)


def tie_break(words: Words, state: State) -> tuple[str, str] | None:
    """How a tie was broken, and by which rule; None where there was none."""
    won, chart = leaders(state), chart_of(state)
    best = chart[won[0]]
    level = [number for number, entry in enumerate(chart) if entry.total == best.total]
    if len(level) == 1:
        return None
    others = words(" and ").join(state.players[number].name for number in level if number not in won)
    if len(won) > 1:
        tokens = words.several("{n} flag token", "{n} flag tokens", best.flag_tokens)
        return words("The same gold and {tokens} each: nothing breaks this tie.", tokens=tokens), "R-29"
    most = max(chart[number].flag_tokens for number in level if number not in won)
    if most < best.flag_tokens:
        return (
            words(
                "Tied with {others} at {gold} gold. More flag tokens win: {mine} against {theirs}.",
                others=others,
                gold=best.total,
                mine=best.flag_tokens,
                theirs=most,
            ),
            "G-3",
        )
    return (
        words(
            "Tied with {others} at {gold} gold and in flag tokens. By house ruling the earlier in turn order wins.",
            others=others,
            gold=best.total,
        ),
        "R-29",
    )
