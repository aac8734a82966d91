"""What only a player can decide in battle: one question at a time, with big choices — or the app decides."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.after_the_empire.combat.arrange import Arrangement, arranging, as_they_stand
from companion.games.after_the_empire.combat.deciding import apps_answer, decide, decider
from companion.games.after_the_empire.combat.names import corner_name, invaders_words, troops_words
from companion.games.after_the_empire.combat.pieces import (
    castle_view,
    crowded,
    halves,
    picture_width,
    question,
    step_page,
)
from companion.games.after_the_empire.library.facts import facts
from companion.games.after_the_empire.library.keys import digit_keys
from companion.shell.acting import Do
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.look import SANS_BOLD
from companion.shell.parts import big_button, button, card, icon, player_name, spoken, stepper, tappable
from companion.shell.rows import filling, note
from companion.storage import SavedTable
from engine.core.decisions import Decision
from engine.core.errors import RuleError
from engine.games.after_the_empire.actions import (
    Action,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    DamageCards,
    MoveTroops,
    ReadRedNumber,
    UseMoveTokens,
)
from engine.games.after_the_empire.compass import CORNER_INDEX, CORNERS
from engine.games.after_the_empire.defaults import OWNERS_CHOICES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.outcome import damageable
from engine.games.after_the_empire.state import State, policy_of

BUTTONS = 6
"""Up to so many numbers to choose from are buttons; more are a stepper."""

MOVES = ("move tokens", "troop movement")

_NO_ARRANGEMENT: Arrangement | None = None
_NO_NUMBER: int | None = None
_NO_CARDS: tuple[int, ...] = ()


@screen
def DecisionStep(app: App, table: SavedTable, act: Do, decision: Decision) -> ft.Control:  # noqa: N802  (a component)
    """One decision of one player."""
    moved, set_moved = ft.use_state(_NO_ARRANGEMENT)
    number, set_number = ft.use_state(_NO_NUMBER)
    typed, set_typed = ft.use_state("")
    picked, set_picked = ft.use_state(_NO_CARDS)
    state: State = table.state
    words = app.words
    whose = decision.seat if decision.seat is not None else state.order[0]
    player = state.players[whose]

    def say(action: Action) -> None:
        act(action, seat=decision.seat)

    asking = GAME.question(state, decision, app.words).removeprefix(f"{player.name} — ")
    body: list[ft.Control] = [
        question(
            app, _title(app, decision), asking, decision.rule, whose=player_name(app, player.name, player.colour, 20)
        ),
    ]
    foot: list[ft.Control] = []
    castle = castle_view(app, state, whose, width=picture_width(app))
    kind = decision.kind
    if kind in MOVES:
        now = moved or as_they_stand(player.castle)
        steps, picture = arranging(app, state, whose, now, set_moved)
        body += halves(app, [card(app, steps, padding=8)], [picture])
        answer: Action = (
            UseMoveTokens(whose, now.soldiers, now.mercenaries)
            if kind == "move tokens"
            else MoveTroops(whose, now.soldiers, now.mercenaries)
        )
        refusal = _refusal(app, state, answer)
        if refusal is not None:
            body.append(card(app, app.look.text(refusal), colour=app.palette.bad))
        still = now == as_they_stand(player.castle)
        label = words("Nobody moves") if still else words("Move the troops")
        foot.append(big_button(app, label, partial(say, answer), key="answer"))
    elif kind == "red number":
        body += _red_number(app, player.gold, typed, set_typed)
        ready = typed.isdecimal() and int(typed) <= player.gold
        foot.append(
            big_button(
                app,
                words("Gold falls to {n}", n=typed) if ready else words("Type the red number"),
                partial(say, ReadRedNumber(whose, int(typed))) if ready else None,
                key="answer",
            )
        )
    elif kind == "damaged cards":
        must = int(decision.about["cards"])
        body += _cards(app, state, whose, must, picked, set_picked)
        full = len(picked) == must
        label = words.several("Damage this card", "Damage these {n} cards", must)
        foot.append(big_button(app, label, partial(say, DamageCards(whose, tuple(sorted(picked)))) if full else None,
                               key="answer"))  # fmt: skip
    elif kind == "turret":
        body += halves(
            app, _turrets(app, state, whose, decision, say), [castle_view(app, state, whose, width=picture_width(app))]
        )
    else:
        made = _numbers(app, whose, decision, number, set_number, say)
        body += halves(app, made.choices, [castle])
        if made.answer is not None:
            foot.append(big_button(app, words("So be it"), partial(say, made.answer), key="answer"))
    return step_page(app, body, foot, _let_the_app(app, state, decision, act, say))


def _title(app: App, decision: Decision) -> str:
    words = app.words
    titles = {
        "turret": words("Two equal turrets"),
        "move tokens": words("Move tokens"),
        "troop movement": words("Free movement"),
        "archery targets": words("Your arrows"),
        "archery losses": words("Their arrows"),
        "bypass": words("Past the wall"),
        "melee targets": words("Melee inside"),
        "melee losses": words("Melee inside"),
        "damaged cards": words("Sacked: damaged cards"),
        "red number": words("Sacked: the red number"),
    }
    return titles.get(decision.kind, decision.kind)


def _refusal(app: App, state: State, answer: Action) -> str | None:
    """Why the rules would not have it; None if they would."""
    try:
        GAME.check(state, answer)
    except RuleError as refused:
        return app.words(refused.template, **refused.values)
    return None


def _let_the_app(app: App, state: State, decision: Decision, act: Do, say: Callable[[Action], Any]) -> list[ft.Control]:
    """Let the app decide: this once, or for the rest of the battle."""
    words = app.words
    answer = apps_answer(state, decision)
    buttons: list[ft.Control] = []
    if answer is not None:
        buttons.append(button(app, words("Let the app decide"), partial(say, answer)))
    whose = decision.seat
    if whose is not None and decision.kind in OWNERS_CHOICES and decider(state, whose) in ("moves", "ask"):
        buttons.append(button(app, words("Automatic from here"), partial(_leave_to_the_app, state, whose, act)))
    if crowded(app):
        return buttons
    return [ft.Row([filling(each) for each in buttons], spacing=8)] if buttons else []


def _leave_to_the_app(state: State, whose: int, act: Do) -> None:
    policy = policy_of(state, state.players[whose])
    for action in decide(state, whose, "guard" if policy == "ask" else policy):
        if not act(action, seat=whose):
            return


# turrets


def _turrets(app: App, state: State, whose: int, decision: Decision, say: Callable[[Action], Any]) -> list[ft.Control]:
    """P-5: one big button for each of the two."""
    words = app.words
    made: list[ft.Control] = []
    for corner in (str(decision.about["first"]), str(decision.about["second"])):
        turret = state.players[whose].castle.turrets[CORNER_INDEX[corner]]
        cubes = words.several("{n} cube", "{n} cubes", turret.cubes if turret is not None else 0)
        chosen = next(known for known in CORNERS if known == corner)
        made.append(
            _choice(app, corner_name(words, corner), cubes, "turret", partial(say, ChooseTurret(whose, chosen)))
        )
    return made


def _choice(app: App, title: str, text: str, icon_name: str, act: Callable[[], Any]) -> ft.Control:
    """A big choice: an icon, what it is, what it means."""
    look, palette = app.look, app.palette
    names: list[ft.Control] = [look.bold(title, 19)]
    if text:
        names.append(look.text(text, 15, colour=palette.muted))
    return tappable(
        app,
        f"{title}, {text}" if text else title,
        ft.Row(
            [
                icon(icon_name, 30 * look.scale, palette.ink),
                filling(ft.Column(names, spacing=0, tight=True)),
                *([] if crowded(app) else [icon("next", 20 * look.scale, palette.muted)]),
            ],
            spacing=14,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        act,
        bgcolor=palette.card,
        border=ft.Border.all(2, palette.line),
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


# how many


class _Made:
    """The choices to show; and the answer of a stepper, which needs a big button."""

    def __init__(self, choices: list[ft.Control], answer: Action | None = None) -> None:
        self.choices = choices
        self.answer = answer


def _numbers(
    app: App,
    whose: int,
    decision: Decision,
    number: int | None,
    set_number: Callable[[int], Any],
    say: Callable[[Action], Any],
) -> _Made:
    """Of those hit, how many are of the first kind: a button for each number, or a stepper for many."""
    fewest, most = int(decision.about["fewest"]), int(decision.about["most"])
    numbers = range(most, fewest - 1, -1)
    if len(numbers) <= BUTTONS:
        return _Made(
            [
                _choice(
                    app, _split(app, decision, each), "", _icon(decision), partial(say, _answer(decision, whose, each))
                )
                for each in numbers
            ]
        )
    now = most if number is None else number
    return _Made(
        [
            card(
                app,
                app.look.text(_split(app, decision, now), 20, family=SANS_BOLD, align=ft.TextAlign.CENTER),
                stepper(app, _first_kind(app, decision), now, set_number, least=fewest, most=most),
            )
        ],
        _answer(decision, whose, now),
    )


def _answer(decision: Decision, whose: int, number: int) -> Action:
    at: Any = decision.about.get("at", "inside")
    if decision.kind == "bypass":
        return ChooseBypass(whose, number)
    if decision.kind.endswith("targets"):
        return ChooseTargets(whose, at, number)
    return ChooseLosses(whose, at, number)


def _split(app: App, decision: Decision, number: int) -> str:
    """A number in words: "2 archers and 1 swordsman"."""
    about, words = decision.about, app.words
    if decision.kind == "bypass":
        return invaders_words(words, number, int(about["passing"]) - number)
    if decision.kind.endswith("targets"):
        return invaders_words(words, int(about["hit"]) - number, number)
    return troops_words(words, int(about["lost"]) - number, number)


def _first_kind(app: App, decision: Decision) -> str:
    words = app.words
    if decision.kind == "bypass":
        return words("Swordsmen")
    return words("Archers") if decision.kind.endswith("targets") else words("Mercenaries")


def _icon(decision: Decision) -> str:
    if decision.kind == "bypass":
        return "ladder"
    return "archer" if decision.kind.endswith("targets") else "wounded"


# after a sack


def _red_number(app: App, gold: int, typed: str, set_typed: Callable[[str], Any]) -> list[ft.Control]:
    """O-4: the number printed at the gold space, by the app's own keys."""
    look, words, palette = app.look, app.words, app.palette

    def press(digit: str) -> None:
        longer = (typed + digit).lstrip("0") or "0"
        set_typed(longer if len(longer) <= 4 else typed)

    above = typed.isdecimal() and int(typed) > gold
    shown = ft.Container(
        look.text(typed or "–", 48, family=SANS_BOLD, align=ft.TextAlign.CENTER,
                  colour=palette.bad if typed else palette.muted),
        alignment=ft.Alignment.CENTER,
    )  # fmt: skip
    content: list[ft.Control] = [
        ft.Row(
            [icon("gold", 22 * look.scale, palette.gold), look.bold(words("{n} gold now", n=gold), 18)],
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=8,
        ),
        spoken(words("Red number: {n}", n=typed or words("none yet")), shown),
        digit_keys(app, press, lambda: set_typed(typed[:-1]), lambda: set_typed("")),
    ]
    if above:
        content.insert(2, look.text(words("Gold never rises in a sack."), 15, colour=palette.bad,
                                    align=ft.TextAlign.CENTER))  # fmt: skip
    keys = card(app, *content)
    keys.width = 360
    return [ft.Row([keys if app.wide else filling(keys)], alignment=ft.MainAxisAlignment.CENTER)]


def _cards(
    app: App,
    state: State,
    whose: int,
    must: int,
    picked: tuple[int, ...],
    set_picked: Callable[[tuple[int, ...]], Any],
) -> list[ft.Control]:
    """O-4: the own cards that can be damaged; the chosen ones are marked. One too many puts the first one back."""
    look, palette, words = app.look, app.palette, app.words
    player = state.players[whose]

    def toggle(index: int) -> None:
        if index in picked:
            set_picked(tuple(each for each in picked if each != index))
        else:
            set_picked((*picked, index)[-must:])

    rows: list[ft.Control] = []
    for index in damageable(state, player):
        held, chosen = player.cards[index].card, index in picked
        row = tappable(
            app,
            held.name,
            ft.Row(
                [
                    icon(held.kind, 28 * look.scale, palette.bad if chosen else palette.ink),
                    filling(
                        ft.Column(
                            [look.bold(held.name, 18), look.text(facts(words, held), 15, colour=palette.muted)],
                            spacing=0,
                            tight=True,
                        )
                    ),
                    icon("flame" if chosen else "add", 22 * look.scale, palette.bad if chosen else palette.muted),
                ],
                spacing=12,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            partial(toggle, index),
            bgcolor=palette.card,
            border=ft.Border.all(3 if chosen else 2, palette.bad if chosen else palette.line),
            padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        )
        assert isinstance(row, ft.Semantics)
        row.checked = chosen
        rows.append(ft.Container(row, key=f"card {index}"))
    chosen_words = words("{n} of {most} chosen", n=len(picked), most=must)
    return [note(app, chosen_words), *rows]
