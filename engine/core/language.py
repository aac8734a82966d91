"""Words in any language: English is the key, a language puts its own words in place of it."""

from collections.abc import Sequence
from typing import Final, Protocol


class Language(Protocol):
    """What a translator gives: a text for a text, and a text for a number of things."""

    def __call__(self, text: str, /) -> str:
        """The text in this language; one it does not know stays as it is."""

    def several(self, one: str, more: str, number: int, /) -> str:
        """The one text or the other, whichever this language uses for the number."""


class _English:
    """The language everything is written in."""

    def __call__(self, text: str, /) -> str:
        return text

    def several(self, one: str, more: str, number: int, /) -> str:
        return one if number == 1 else more


ENGLISH: Final[Language] = _English()


class Phrase:
    """Words that can be said in any language: a template, and what fills it, phrases among it."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def said(self, language: Language = ENGLISH) -> str:
        """The words in this language."""
        if not self.template:  # gettext keeps its own notes under the empty text
            return ""
        text = language(self.template)
        if not self.values:
            return text
        return text.format_map({name: spoken(value, language) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.said()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.said()!r})"


class Counted(Phrase):
    """A number with its thing: "1 soldier", "2 soldiers"."""

    __slots__ = ("more", "number")

    def __init__(self, one: str, more: str, number: int) -> None:
        super().__init__(one, number=number)
        self.more = more
        self.number = number

    def said(self, language: Language = ENGLISH) -> str:
        return f"{self.number} {language.several(self.template, self.more, self.number)}"


class Listed(Phrase):
    """Several things, one after the other: "a, b and c", or "a, b, c" where nothing is to be stressed."""

    __slots__ = ("parts", "with_and")

    def __init__(self, parts: Sequence[object], *, with_and: bool = False) -> None:
        super().__init__(AND if with_and else "", parts=tuple(parts))
        self.parts = tuple(parts)
        self.with_and = with_and

    def said(self, language: Language = ENGLISH) -> str:
        said = [str(spoken(part, language)) for part in self.parts]
        return joined(said, language) if self.with_and else ", ".join(said)


class OneOf(Phrase):
    """Several things of which one is meant: "a, b or c"."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[object]) -> None:
        super().__init__(OR, parts=tuple(parts))
        self.parts = tuple(parts)

    def said(self, language: Language = ENGLISH) -> str:
        return joined([str(spoken(part, language)) for part in self.parts], language, OR)


AND = "{some} and {last}"
OR = "{some} or {last}"
"""How the last of several things is added."""


def joined(parts: Sequence[str], language: Language = ENGLISH, how: str = AND) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return language(how).format(some=", ".join(parts[:-1]), last=parts[-1])


def spoken(value: object, language: Language) -> object:
    """A phrase in this language; anything else as it is."""
    return value.said(language) if isinstance(value, Phrase) else value
