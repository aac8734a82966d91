"""The rules in our own words: every id, found by chapter or by a few letters."""

from typing import Any, NamedTuple

import flet as ft

from companion.games.after_the_empire.speech import rule_text, rule_title
from companion.shell.app_context import App
from companion.shell.boundary import screen
from companion.shell.frame import frame
from companion.shell.look import ROUND, SANS, SANS_BOLD
from companion.shell.parts import button, card, empty, heading, icon, icon_button, tappable
from companion.shell.rows import columns, filling, lined, note, rows_of, stack
from companion.shell.words import Words
from companion.storage.search import folded
from engine.games.after_the_empire.rules import RULES, Rule
from engine.games.after_the_empire.rulings import RULING_IDS

LARGE = 1.3
"""From this text size on, a rule's id stands above it, not beside it."""


class Chapter(NamedTuple):
    """Some letters of rule ids, and what they are about."""

    letters: str
    name: str
    icon: str


def chapters(words: Words) -> tuple[Chapter, ...]:
    """The chapters in the order of play."""
    return (
        Chapter("C", words("Components"), "castle"),
        Chapter("S", words("Set-up"), "players"),
        Chapter("A", words("Actions"), "worker"),
        Chapter("P", words("Preparing combat"), "catapult"),
        Chapter("BMLO", words("The battle"), "combat"),
        Chapter("FIHE", words("After combat"), "harvest"),
        Chapter("G", words("Final scoring"), "crown"),
        Chapter("R", words("House rulings"), "rules"),
    )


@screen
def RulesScreen(app: App, rule_id: str = "") -> ft.Control:  # noqa: N802  (a component)
    """All rules; with an id, that one first and its chapter after it."""
    typed: Any = ft.use_ref("")
    letters, search = ft.use_state("")
    words = app.words

    def type_letters(event: Any) -> None:
        typed.current = event.control.value or ""
        search(typed.current)

    def clear() -> None:
        typed.current = ""
        search("")

    body: list[ft.Control] = [_search_field(app, typed.current, type_letters, clear if letters else None)]
    asked = next((rule for rule in RULES if rule.id == rule_id), None)
    if letters:
        body += _found(app, letters)
    elif asked is not None:
        body += _one(app, asked)
    else:
        body.append(columns(app, *(_chapter(app, chapter, RULES) for chapter in chapters(words))))
    return frame(
        app,
        title=words("Rules"),
        subtitle=words("After the Empire, in our own words"),
        back=app.came_from,
        body=body,
    )


def _search_field(app: App, value: str, change: Any, clear: Any) -> ft.Control:
    look, palette, words = app.look, app.palette, app.words
    field = ft.TextField(
        value=value,
        on_change=change,
        hint_text=words("Search: a word or a rule id"),
        label=words("Search the rules"),
        text_style=ft.TextStyle(size=18 * look.scale, font_family=SANS, color=palette.ink),
        label_style=ft.TextStyle(size=16 * look.scale, font_family=SANS, color=palette.muted),
        hint_style=ft.TextStyle(size=16 * look.scale, font_family=SANS, color=palette.muted),
        cursor_color=palette.ink,
        filled=True,
        fill_color=palette.card,
        border=ft.OutlineInputBorder(border_radius=ROUND, side=ft.BorderSide(2, palette.line)),
        prefix_icon=ft.Container(icon("search", 22 * look.scale, palette.muted), padding=12),
        autocorrect=False,
        max_length=40,
        counter="",
        key="search",
    )
    row: list[ft.Control] = [ft.Container(field, expand=True, padding=ft.Padding.only(top=8))]  # its label's room
    if clear is not None:
        row.append(icon_button(app, "close", words("Clear the search"), clear))
    return ft.Row(row, spacing=4, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def found_rules(letters: str, rules: tuple[Rule, ...] = RULES, words: Words | None = None) -> list[Rule]:
    """The rules these letters find: by id, then by title, then by text, as this language has them."""
    words = words or Words()
    wanted = folded(letters)
    ranked = []
    for place, rule in enumerate(rules):
        names = (folded(rule.id), folded(rule_title(words, rule)), folded(rule_text(words, rule)))
        if wanted == names[0] or wanted.replace(" ", "") == names[0].replace(" ", ""):
            ranked.append((0, place, rule))
        elif f" {names[1]}".find(f" {wanted}") >= 0 or names[0].startswith(wanted):
            ranked.append((1, place, rule))
        elif all(part in " ".join(names) for part in wanted.split()):
            ranked.append((2, place, rule))
    return [rule for *_, rule in sorted(ranked, key=lambda row: row[:2])]


def _found(app: App, letters: str) -> list[ft.Control]:
    rules = found_rules(letters, words=app.words)
    if not rules:
        return [empty(app, "search", app.words("No rule with “{letters}”.", letters=letters))]
    count = app.words.several("{n} rule", "{n} rules", len(rules))
    return [note(app, count), card(app, rows_of(*lined(app, [_rule(app, rule) for rule in rules])))]


def _one(app: App, asked: Rule) -> list[ft.Control]:
    """The rule asked for, large, then the others of its chapter."""
    words = app.words
    chapter = next(chapter for chapter in chapters(words) if asked.id[0] in chapter.letters)
    others = tuple(rule for rule in RULES if rule != asked)
    return [
        card(app, _rule(app, asked, large=True), colour=app.palette.link),
        button(app, words("All rules"), lambda: app.go("/rules"), icon_name="rules"),
        _chapter(app, chapter, others),
    ]


def _chapter(app: App, chapter: Chapter, rules: tuple[Rule, ...]) -> ft.Control:
    own = [rule for rule in rules if rule.id[0] in chapter.letters]
    top = ft.Row(
        [icon(chapter.icon, 24 * app.look.scale, app.palette.ink), filling(heading(app, chapter.name, 22, level=2))],
        spacing=10,
    )
    rows: list[ft.Control] = lined(app, [_rule(app, rule) for rule in own])
    extra: list[ft.Control] = []
    if chapter.letters == "R":
        extra.append(note(app, app.words("What the rulebook leaves open. New tables begin with your own choices.")))
        extra.append(button(app, app.words("Change house rulings"), lambda: app.go("/settings"), icon_name="settings"))
    return card(app, top, *extra, rows_of(*rows))


def _rule(app: App, rule: Rule, *, large: bool = False) -> ft.Control:
    """One rule; a ruling with what the tables of this device begin with."""
    look, palette = app.look, app.palette
    lines: list[ft.Control] = [
        look.bold(rule_title(app.words, rule), 24 if large else 17),
        look.text(rule_text(app.words, rule), 19 if large and look.scale <= LARGE else 16),
    ]
    lines += [
        look.text(app.words("Your tables: {choice}", choice=choice), 15, family=SANS_BOLD, colour=palette.good)
        for choice in _choices(app, rule.id)
    ]
    sign = ft.Container(
        look.bold(rule.id, 17 if large else 15, colour=palette.link), width=(46 if large else 38) * look.scale
    )
    row: ft.Control = ft.Row([sign, filling(stack(*lines))], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
    if look.scale > LARGE and not app.wide:
        row = rows_of(sign, *lines)
    told = " ".join([rule.id, f"{rule_title(app.words, rule)}.", rule_text(app.words, rule), *_choices(app, rule.id)])
    if large:
        return ft.Semantics(label=told, container=True, exclude_semantics=True, content=row)
    return tappable(
        app,
        told,
        row,
        lambda: app.go(f"/rules/{rule.id}"),
        padding=ft.Padding.symmetric(horizontal=0, vertical=8),
        border_radius=8,
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _choices(app: App, rule_id: str) -> list[str]:
    """What the settings say about a ruling; nothing for a rule that is not one."""
    from companion.games.after_the_empire.ruling_words import choice_name, ruling_name

    rulings = app.store.settings.rulings
    fields = [field for field, ruling in RULING_IDS.items() if ruling == rule_id]
    told = []
    for field in fields:
        chosen = choice_name(app.words, getattr(rulings, field))
        told.append(f"{ruling_name(app.words, field)}: {chosen}" if len(fields) > 1 else chosen)
    return told
