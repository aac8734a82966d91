"""The catalogues in assets/locale: every text of the app and of its game, ready for a translator.

    python build/translations.py extract   the sources' texts -> assets/locale/companion.pot
    python build/translations.py update    new texts into each language's companion.po; what is translated stays
    python build/translations.py compile   each companion.po -> companion.mo, which the app reads
    python build/translations.py           all three, as `make translations` does

A translator needs no Python: companion.po opens in any gettext editor (Poedit, Weblate). A new language is a new
folder, assets/locale/<language>/LC_MESSAGES, with a copy of companion.pot named companion.po, and its name in
companion/shell/words.py. What stands in braces is filled in later and must stay; `{archers&swordsmen}` is filled
with both, each with its number ("2 archers and 1 swordsman").
"""

import ast
import datetime
import io
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.storage import causes, trouble  # noqa: E402
from engine.border import files, migrations, sentences  # noqa: E402
from engine.core import language  # noqa: E402
from engine.games.after_the_empire import (  # noqa: E402
    actions,
    cards,
    compass,
    constants,
    faults,
    instruction_words,
    instructions,
    log_words,
    places,
    reasons,
    rules,
    rulings,
    state,
    view,
    words,
    worker_instructions,
    workers,
)

LOCALE = ROOT / "assets" / "locale"
TEMPLATE = LOCALE / "companion.pot"
GAME = "engine/games/after_the_empire"

COLOURS = ("red", "blue", "green", "violet", "yellow", "black")
"""The colours the app offers."""

PASSING = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')
"""Headers that would change a file though no text has changed."""

BORN = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""The date in every compiled catalogue, always the same for the same reason."""

Text: typing.TypeAlias = str | tuple[str, str]
"""A text, or one for one thing and one for several."""


class Found(typing.NamedTuple):
    """A text, the file it is from, and a note for the translator."""

    text: Text
    file: str
    note: str = ""


# The app: calls with literal texts ------------------------------------------------------------------------------------


def app_texts(root: Path = ROOT) -> Iterator[Found]:
    """What the screens say: words("…"), app.words("…"), words.several("…", "…", n)."""
    for path in sorted((root / "companion").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for call in _calls(path):
            name = _called(call)
            if name == "words" and call.args:
                yield from (Found(text, file) for text in literals(call.args[0]))
            elif name == "several" and len(call.args) >= 3:
                one, more = literals(call.args[0]), literals(call.args[1])
                yield from (Found(pair, file) for pair in zip(one, more, strict=True))


TOLD = {"Phrase": 0, "refuse": 1, "impossible": 1, "RuleError": 1, "BadInput": 1}
"""Where the text stands among the arguments of what says it."""

TELLING = (GAME, "engine/core", "engine/border", "companion/storage", "companion/share", "companion/serve")
"""Folders whose sentences are said by such calls."""


def refusals(root: Path = ROOT) -> Iterator[Found]:
    """What the rules refuse, what is wrong with a file, what storage cannot do, and the phrases these are made of."""
    for path in sorted(path for folder in TELLING for path in (root / folder).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        named = _named_texts(path)
        for call in _calls(path):
            name = _called(call)
            place = TOLD.get(name)
            if place is not None and len(call.args) > place:
                yield from (Found(text, file) for text in literals(call.args[place], named) if text.strip())
            elif name == "Counted" and len(call.args) == 3:
                one, more = literals(call.args[0], named), literals(call.args[1], named)
                yield from (Found(pair, file) for pair in zip(one, more, strict=False))


def _named_texts(path: Path) -> dict[str, list[str]]:
    """The texts a name stands for anywhere in a file: `template = "…"`, a constant."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    named: dict[str, list[str]] = {}
    for _ in range(2):  # a name may stand for another one
        for node in given:
            assert isinstance(node.targets[0], ast.Name)
            known = named.setdefault(node.targets[0].id, [])
            known += [text for text in literals(node.value, named) if text not in known]
    return named


def _calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> str:
    """The last name of what is called: "words" of app.words(…)."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def literals(node: ast.expr, named: Mapping[str, list[str]] = MappingProxyType({})) -> list[str]:
    """The texts an argument can be: a literal, what a name stands for, or either one of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Name):
        return named.get(node.id, [])
    if isinstance(node, ast.IfExp):
        return [*literals(node.body, named), *literals(node.orelse, named)]
    return []


# The game: templates and words are data -------------------------------------------------------------------------------


def game_texts() -> Iterator[Found]:
    """Everything the game says that stands in its tables."""
    yield from _table("words.py", words.EVENTS, "event: {}")
    yield from _table("words.py", words.QUESTIONS, "question: {}")
    yield from _words("words.py", words.UNITS.values(), "counted; the number comes before it")
    yield from _words("words.py", (words.NOBODY, words.NOTHING))
    yield Found(language.AND, "engine/core/language.py", "adds the last of several things")
    yield Found(language.OR, "engine/core/language.py", "adds the last of several things")
    yield from _table("log_words.py", log_words.BUTTONS, "button: {}")
    yield from _table("log_words.py", log_words.SAID, "log: {}")
    yield from _table("instruction_words.py", instruction_words.TEMPLATES, "to do on the table: {}")
    yield from _words("instruction_words.py", instruction_words.UNITS.values(), "counted; the number comes before it")
    yield from _words("instruction_words.py", (instruction_words.THEM, instruction_words.IT), "the things moved")
    places = (instruction_words.SPACE, instruction_words.BUILDING, instruction_words.REFUGEE)
    yield from _words("instruction_words.py", places, "where a worker stands")
    yield from _words("instruction_words.py", instruction_words.NO_NAMES, "in place of a card's name")
    yield from (Found(reason.why, f"{GAME}/reasons.py", f"why, rule {reason.rule}") for reason in reasons.REASONS)
    for rule in rules.RULES:
        yield Found(rule.title, f"{GAME}/rules.py", f"rule {rule.id}, title")
        yield Found(rule.text, f"{GAME}/rules.py", f"rule {rule.id}")
    yield from _table("constants.py", constants.SOURCES, "where a number comes from: {}")
    yield from _words("faults.py", (faults.IN_THE_BOX,))
    yield from _vocabulary()


def file_texts() -> Iterator[Found]:
    """What can be wrong with a file or with the disk, where it stands in tables."""
    yield from (Found(text, "companion/storage/trouble.py", "storage") for text in trouble.SENTENCES.values())
    for text in (*causes.CAUSES.values(), *causes.DATABASE_CAUSES.values()):
        yield Found(text, "companion/storage/causes.py", "why the device could not do it")
    yield from (Found(text, "engine/border/files.py", "what is wrong with a file") for text in files.SYNTAX.values())
    for text in sentences.SHAPES.values():
        yield Found(text, "engine/border/sentences.py", "fills “must be {options}, not {told}”")
    for text, _ in sentences.BOUNDS.values():
        yield Found(text, "engine/border/sentences.py", "what is wrong with a file")
    for lineage in migrations.FORMATS.values():
        yield Found(lineage.what, "engine/border/migrations.py", "a kind of file")


def _vocabulary() -> Iterator[Found]:
    """The game's words, as they fill the templates."""
    yield from _words("compass.py", compass.NAMES.values(), "a side or a corner, spelled out")
    yield from _words("compass.py", (*compass.SIDES, *compass.CORNERS), "a side or a corner, by its letter")
    yield from _words("view.py", _places(), "a place on the table")
    yield from _words("view.py", ("Damage token", "Wound token"), "a token")
    kinds, materials = _options(constants.PieceKind), _options(constants.Material)
    yield from _words("constants.py", (*kinds, *materials), "a castle piece")
    yield from _words("constants.py", [f"{of} {kind}" for of in materials for kind in kinds], "a castle piece")
    for space in constants.BOARD:
        yield from _words("constants.py", (space.id, space.id.capitalize()), "a space of the board")
        yield from _words("constants.py", [offer.id for offer in space.offers], "what a worker gets there")
    yield from _words("constants.py", workers.OWN_BOARD, "a space of the own board")
    yield from _words("constants.py", [space.capitalize() for space in workers.OWN_BOARD], "a space of the own board")
    yield from _words("faults.py", faults.THINGS.values(), "in the box; counted")
    yield from _words("workers.py", ("idle", "Idle"), "a worker placed for no effect")
    yield from _words("cards.py", (*_options(cards.SiegeEngine), *_options(cards.Surge)), "on a siege card")
    for kind in ("an invader", "a siege", "a building", "a refugee", "an objective"):
        yield Found(kind, f"{GAME}/library.py", "fills “{card} is {is_a} card, not {not_a} card.”")
    nexts = _options(typing.get_type_hints(actions.Proceed)["to"])
    yield from _words("state.py", (*_options(state.Phase), *nexts), "a phase")
    yield from _words("setup.py", COLOURS, "a player's colour")
    yield from _words("words.py", words.CORRECTED.values(), "what was counted again")
    yield from _words("agreements.py", ("buildings", "refugees"))
    yield from _words("rulings.py", _options(rulings.Policy), "how troops move by themselves")


def _places() -> Iterable[str]:
    rows = (view.WALLS, places.GATES, view.FIELDS, view.FARMS, view.TURRETS, view.MARKET)
    single = (
        view.INSIDE_PLACE,
        view.INFIRMARY,
        view.STOCKPILE,
        view.GRANARY,
        view.GOLD_TRACK,
        view.FLAGS,
        view.MOVE_TOKENS,
        view.OBJECTIVES,
        view.GREAT_HALL,
        view.SEASON_TRACK,
        view.TURN_ORDER,
        view.INVADER_CARDS,
        view.SIEGE_CARD,
        view.SIEGE_TOKEN,
        instructions.PLAY_AREA,
        worker_instructions.THE_BOARD,
    )
    return (*(place for row in rows for place in row), *single)


def _options(literal: typing.Any) -> tuple[str, ...]:
    return typing.get_args(literal)


def _table(file: str, table: dict[str, str], note: str) -> Iterator[Found]:
    return (Found(text, f"{GAME}/{file}", note.format(key)) for key, text in table.items())


def _words(file: str, texts: Iterable[Text], note: str = "") -> Iterator[Found]:
    return (Found(text, f"{GAME}/{file}", note) for text in texts)


# Catalogues -----------------------------------------------------------------------------------------------------------


def template() -> Catalog:
    """Every text once, with the files it is from. A text that is counted somewhere is so everywhere."""
    catalog = Catalog(project="Companion", version="1", charset="utf-8", fuzzy=False)
    catalog.header_comment = "# The texts of Companion, for translators."
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    found = [*app_texts(), *refusals(), *game_texts(), *file_texts()]
    more = {each.text[0]: each.text for each in found if not isinstance(each.text, str)}
    for text, file, note in found:
        known = more.get(text, text) if isinstance(text, str) else more[text[0]]
        catalog.add(known, locations=[(file, 0)], auto_comments=[note] if note else [])
    return catalog


def languages() -> list[str]:
    """Those that have a folder."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/companion.po"))


def po_file(code: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / "companion.po"


def read(path: Path, code: str | None = None) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=code)


def written(catalog: Catalog) -> bytes:
    """The file of a catalogue. It changes only when a text does."""
    file = io.BytesIO()
    write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return b"\n".join(line for line in file.getvalue().split(b"\n") if not line.startswith(PASSING))


def compiled(catalog: Catalog) -> bytes:
    """What the app reads of a catalogue."""
    catalog.creation_date = catalog.revision_date = BORN
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def extract() -> None:
    LOCALE.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_bytes(written(template()))


def update() -> None:
    for code in languages():
        catalog = read(po_file(code), code)
        catalog.update(read(TEMPLATE), no_fuzzy_matching=True)
        po_file(code).write_bytes(written(catalog))


def compile_all() -> None:
    for code in languages():
        po_file(code).with_suffix(".mo").write_bytes(compiled(read(po_file(code), code)))


STEPS: dict[str, Callable[[], None]] = {"extract": extract, "update": update, "compile": compile_all}


def report() -> str:
    """How far each language is, in a line."""
    lines = []
    for code in languages():
        texts = [message for message in read(po_file(code), code) if message.id]
        missing = [message for message in texts if not all(_strings(message.string))]
        lines.append(f"{code}: {len(texts) - len(missing)} of {len(texts)} texts translated.")
    return "\n".join(lines)


def _strings(string: str | Sequence[str] | None) -> Sequence[str]:
    return (string or "",) if string is None or isinstance(string, str) else string


if __name__ == "__main__":
    asked = sys.argv[1:] or list(STEPS)
    if any(step not in STEPS for step in asked):
        sys.exit(f"say what to do: {', '.join(STEPS)}, or nothing for all of them")
    for step in asked:
        STEPS[step]()
    print(report())
