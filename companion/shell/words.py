"""The app's words in the player's language. English is the key; a catalogue translates it."""

import gettext
from collections.abc import Callable

from companion.places import LOCALE
from companion.storage.trouble import StorageTrouble
from engine.core.errors import RuleError
from engine.core.language import Phrase

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
    """What went wrong, in this language as far as it can be said in it."""
    if isinstance(trouble, StorageTrouble):
        return trouble.phrase.said(words)
    if isinstance(trouble, RuleError):
        return Phrase(trouble.template, **trouble.values).said(words)
    return str(trouble)
