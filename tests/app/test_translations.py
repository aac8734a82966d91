"""Every text in every language: complete, with the same fields, and the same words as the engine's own in English."""

import ast
import gettext
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games.after_the_empire import speech
from companion.shell.store import Store
from companion.shell.words import LANGUAGES, Words, told
from companion.storage import Storage
from companion.storage.library import practice_pack
from companion.storage.trouble import SENTENCES, trouble_of
from engine.core.chance import Chance
from engine.core.errors import RuleError
from engine.core.language import ENGLISH, Counted, Listed, Phrase
from engine.core.session import Session
from engine.games.after_the_empire.actions import Build, Repair, Stockpile
from engine.games.after_the_empire.compass import NAMES
from engine.games.after_the_empire.faults import supply_warnings
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.log_words import BUTTONS
from engine.games.after_the_empire.rules import RULES
from tests.app.headless import Device
from tests.app.seeds import MOMENTS, evening_in_moments
from tests.conformance.play import STYLES, Table, mischief
from tests.conformance.subjects import SUBJECTS

ROOT = Path(__file__).resolve().parents[2]
SUBJECT = SUBJECTS[AFTER_THE_EMPIRE.id]
AGAIN = "run: make translations"

LONG_LABELS = {"Redo all {n}"}
"""Button labels whose German is longer by more than the limit, and was looked at on a phone."""

LIMIT, SHORT = 1.6, 14
"""A label may grow by this factor; up to so many letters it always fits."""

FIELD = re.compile(r"\{([^{}]+)\}")

MAY_GO = {"them"}
"""A pronoun another language may do without."""


def _load_translations() -> Any:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "build" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


translations = _load_translations()


@cache
def catalogue(code: str) -> Any:
    return translations.read(translations.po_file(code), code)


def texts(message: Any) -> list[tuple[str, str]]:
    """Each English text of a message with its translation."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return list(zip(message.id, message.string, strict=True))


def fields(text: str) -> set[str]:
    """What is filled into a text."""
    return set(FIELD.findall(text)) - MAY_GO


def test_the_template_holds_every_text_of_the_sources() -> None:
    assert translations.TEMPLATE.read_bytes() == translations.written(translations.template()), AGAIN


def test_every_language_offered_has_a_catalogue() -> None:
    assert {"en", *translations.languages()} == set(LANGUAGES)


@pytest.mark.parametrize("code", translations.languages())
def test_a_language_has_exactly_the_texts_of_the_template(code: str) -> None:
    wanted = {message.id for message in translations.read(translations.TEMPLATE) if message.id}
    assert {message.id for message in catalogue(code) if message.id} == wanted, AGAIN


@pytest.mark.parametrize("code", translations.languages())
def test_every_text_is_translated_with_the_same_fields(code: str) -> None:
    missing = [message.id for message in catalogue(code) if message.id and not all(ours for _, ours in texts(message))]
    assert missing == []
    guesses = [message.id for message in catalogue(code) if message.id and message.fuzzy]
    assert guesses == []
    for message in catalogue(code):
        if message.id:
            for theirs, ours in texts(message):
                assert fields(ours) == fields(theirs), message.id


@pytest.mark.parametrize("code", translations.languages())
def test_spaces_at_the_ends_and_full_stops_are_kept(code: str) -> None:
    for message in catalogue(code):
        for theirs, ours in texts(message) if message.id else ():
            assert (theirs[:1] == " ", theirs[-1:] == " ") == (ours[:1] == " ", ours[-1:] == " "), message.id
            if theirs.endswith((".", "?")):
                assert ours.endswith(theirs[-1]), message.id


@pytest.mark.parametrize("code", translations.languages())
def test_the_compiled_catalogue_is_the_written_one(code: str) -> None:
    compiled = gettext.translation("companion", translations.LOCALE, [code])
    for message in catalogue(code):
        if isinstance(message.id, tuple):
            one, more = message.id
            assert [compiled.ngettext(one, more, n) for n in (1, 2)] == list(message.string), AGAIN
        elif message.id:
            assert compiled.gettext(message.id) == message.string, AGAIN
    known = {key if isinstance(key, str) else key[0] for key in compiled._catalog}  # type: ignore[attr-defined]
    assert len(known) == len([message for message in catalogue(code) if message.id]) + 1, AGAIN


def test_button_labels_stay_short_in_german() -> None:
    """A label that grows much longer than the English one does not fit where that one fits."""
    words = Words("de")
    labels = {*BUTTONS.values(), *_labels_of_buttons()}
    long = {text for text in labels if len(words(text)) > max(SHORT, LIMIT * len(text))}
    assert long - LONG_LABELS == set()


def _labels_of_buttons() -> Iterator[str]:
    """The literal labels handed to a button."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and translations._called(node) in ("button", "big_button"):
                for part in node.args:
                    if isinstance(part, ast.Call) and translations._called(part) == "words" and part.args:
                        yield from translations.literals(part.args[0])


def test_words_chooses_by_number() -> None:
    words = Words("de")
    assert [words.several("{n} soldier", "{n} soldiers", n) for n in (0, 1, 2)] == [
        "0 Soldaten",
        "1 Soldat",
        "2 Soldaten",
    ]
    assert Words("en").several("{n} soldier", "{n} soldiers", 1) == "1 soldier"
    assert Words("xx").language == "en"


# the engine's words


class Listening:
    """English that remembers every text it was asked for."""

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}

    def __call__(self, text: str, /) -> str:
        self.asked[text] = None
        return text

    def several(self, one: str, more: str, number: int, /) -> str:
        self.asked[one] = None
        return ENGLISH.several(one, more, number)


@cache
def evening(style: str) -> Session[Any, Any]:
    """A game played by chance."""
    return Table(SUBJECT, 1, style, seed=11).session


def everything(language: Any, session: Session[Any, Any]) -> Iterator[tuple[str, str]]:
    """Everything said of an evening: in this language, and in the engine's own words."""
    game, chance = AFTER_THE_EMPIRE, Chance(5)
    before = session.state_at(0)
    for entry in session.entries:
        decision = game.pending(before)
        if decision is not None:
            yield speech.question_line(language, before, decision), game.question(before, decision)
        yield speech.log_line(language, before, entry.action), game.describe(before, entry.action)
        for event in session.replay(entry.n).events:
            yield speech.event_line(language, event), game.sentence(event)
        after = session.state_at(entry.n)
        for line in game.instructions(before, after):
            yield speech.instruction_line(language, line), line.words
            yield speech.reason_line(language, line), line.why
        for refusal in refusals(session, before, chance):
            yield speech.refusal_line(language, refusal), refusal.sentence
        yield from zip(supply_warnings(after, language), supply_warnings(after), strict=True)
        before = after


def refusals(session: Session[Any, Any], state: Any, chance: Chance) -> Iterator[RuleError]:
    """What the rules refuse to a clumsy table."""
    said = [entry.action for entry in session.entries[:60]]
    for action in mischief(SUBJECT, state, said, chance) if said else ():
        try:
            AFTER_THE_EMPIRE.check(state, action)
            AFTER_THE_EMPIRE.apply(state, action)
        except RuleError as refusal:
            yield refusal


@pytest.mark.parametrize("style", STYLES)
def test_in_english_the_app_says_what_the_engine_says(style: str) -> None:
    words = Words("en")
    said = 0
    for ours, theirs in everything(words, evening(style)):
        assert ours == theirs
        said += 1
    assert said > 500


@pytest.mark.parametrize("style", STYLES)
def test_every_text_of_an_evening_is_in_the_catalogue(style: str) -> None:
    """What the engine hands over to be translated can be translated; only names of cards are not in there."""
    session, language = evening(style), Listening()
    for ours, theirs in everything(language, session):
        assert ours == theirs
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue("de")}
    names = {card.name for card in session.state.table.cards} | {"Barracks"}
    unknown = {text for text in language.asked if text not in known} - names
    assert {text for text in unknown if not text.startswith(tuple(names))} == set()


@pytest.mark.parametrize("style", STYLES)
def test_german_leaves_no_field_open(style: str) -> None:
    words = Words("de")
    for ours, theirs in everything(words, evening(style)):
        assert ours, theirs
        assert "{" not in ours, theirs


def test_rules_places_and_buttons_are_translated() -> None:
    english, german = Words("en"), Words("de")
    assert [speech.rule_text(english, rule) for rule in RULES] == [rule.text for rule in RULES]
    assert [speech.rule_title(english, rule) for rule in RULES] == [rule.title for rule in RULES]
    assert all(speech.rule_text(german, rule) != rule.text for rule in RULES)
    assert [speech.place_name(english, place) for place in NAMES] == list(NAMES.values())
    assert speech.place_name(german, "NE") == "Nordosten"
    assert speech.phase_button(german, "combat") == "Zum Kampf"


def test_a_whole_line_in_german() -> None:
    session = evening("by hand")
    state = session.state_at(0)
    action = Stockpile(0, (Build("N", "wall", "stone"), Repair("E", 1)))
    assert speech.log_line(Words("de"), state, action).endswith(": Lager: Steinmauer im Norden, 1 Würfel im Osten")
    assert speech.jobs_line(Words("de"), state, 0, ()) == "nichts"
    assert speech.jobs_line(Words("en"), state, 0, action.jobs) == "stone wall at North, 1 cube on East"


# phrases


def test_a_phrase_is_its_english_unless_told_otherwise() -> None:
    phrase = Phrase(
        "{who} is {what} short.", who="Ada", what=Listed([Counted("soldier", "soldiers", 2), "x"], with_and=True)
    )
    assert str(phrase) == f"{phrase}" == "Ada is 2 soldiers and x short."
    assert str(Phrase("")) == ""
    assert str(Listed(["a", "b", "c"])) == "a, b, c"
    assert str(Listed(["a", "b", "c"], with_and=True)) == "a, b and c"
    assert Counted("soldier", "soldiers", 1).said(Words("de")) == "1 Soldat"
    assert phrase == Phrase("{who} is {what} short.", **phrase.values)
    assert phrase != Phrase("{who} is {what} short.", who="Ben")
    assert len({phrase, Phrase("a"), Phrase("a")}) == 2
    assert repr(Phrase("North")) == "Phrase('North')"


def test_trouble_is_told_in_the_player_s_language() -> None:
    for kind in SENTENCES:
        trouble = trouble_of(kind, Path("/somewhere"))
        assert told(Words("en"), trouble) == trouble.sentence == str(trouble)
        assert told(Words("de"), trouble) != trouble.sentence
    assert told(Words("de"), RuleError("C-1", "Two players are called {player}.", player="Ada")).endswith("heißen Ada.")
    assert told(Words("de"), ValueError("whatever Python says")) == "Fehler ValueError."


def test_a_refusal_is_said_whole() -> None:
    refusal = RuleError("P-1", "{player} has no wall on {side} to man.", player="Ada", side=Phrase("E"))
    assert refusal.sentence == "Ada has no wall on E to man."
    assert speech.refusal_line(Words("de"), refusal) == "Ada hat bei O keine Mauer zu besetzen."
    fault = RuleError("C-2", "{place}: {why}.", place="castle.N", why=Phrase("a {piece} cannot stand here", piece="x"))
    assert speech.fault_line(Words("en"), fault) == "a x cannot stand here"
    assert speech.fault_line(Words("en"), refusal) == refusal.sentence


# the screens

SAME = re.compile(
    r"After the Empire|Companion|English|Deutsch|Normal|Initiative|Version|Moment|Gold|Mine|Name|MIT"
    r"|Ada|Ben|Bela|Cleo|Dov|table"
)
"""What is the same in both languages: names, and a few words."""

ADDRESSES = (
    *("/", "/new", "/practice", "/library", "/rules", "/rules/P-5", "/settings"),
    *(f"/table/{number}" for number in range(1, len(MOMENTS) + 1)),
    *("/table/2/castle/0", "/table/2/count/0", "/table/2/log", "/table/2/log/1", "/table/2/log/20", "/table/5/score"),
    "/table/6/score",
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Storage(tmp_path_factory.mktemp("german")) as storage:
        evening_in_moments(storage)
        yield Store(storage)


def shown(store: Store, language: str, address: str) -> set[str]:
    """All one sees or hears at an address."""
    store.storage.settings.change(language=language)
    with Device(store, address) as device:
        return {*device.labels(), *device.texts()}


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_screen_speaks_english_to_a_german(store: Store, address: str) -> None:
    both = shown(store, "en", address) & shown(store, "de", address)
    own = [card.name for card in practice_pack().cards] + [table.name for table in store.storage.tables.tables()]
    names = "|".join(re.escape(name) for name in own)
    left = {text: SAME.sub("", re.sub(names, "", text)) for text in both}
    assert {text for text, rest in left.items() if re.search("[A-Za-z]{3}", rest)} == set()
