"""The app's words in the player's language. English is the key; a catalogue translates it."""

import gettext
from collections.abc import Callable

from companion.places import LOCALE
from companion.serve.trouble import NotYours, TableMoved
from companion.storage.causes import cause_of
from companion.storage.trouble import StorageTrouble
from engine.core.errors import BadInput, RuleError

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Words:
    """One language: `words("Undo")`, `words.several("{n} worker", "{n} workers", 2)`."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = gettext.translation("companion", LOCALE, [self.language], fallback=True)

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language, its fields filled."""
        translated = self._catalogue.gettext(text)
        return translated.format(**values) if values else translated

    def several(self, one: str, more: str, number: int, /, **values: object) -> str:
        """The text for this number, which it may show as {n}."""
        return self._catalogue.ngettext(one, more, number).format(n=number, **values)


Translate = Callable[..., str]


def told(words: Words, trouble: Exception) -> str:
    """What went wrong, as a sentence in this language."""
    why = reason(words, trouble)
    begins_with_a_path = isinstance(trouble, BadInput) and isinstance(trouble.where, str) and trouble.where
    return f"{why}." if begins_with_a_path else sentence(why)


def sentence(clause: str) -> str:
    """A clause by itself: with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:].rstrip('.')}."


def reason(words: Words, trouble: Exception) -> str:
    """Why something went wrong, in this language, to end another sentence: "… not saved: the disk is full."."""
    if isinstance(trouble, StorageTrouble | RuleError | BadInput | NotYours | TableMoved):
        return trouble.phrase.said(words).rstrip(".")
    return cause_of(trouble).said(words)
