"""Finding a card by a few letters, as they come to hand."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_GAPS = re.compile(r"\W+")


class Named(Protocol):
    """Anything that can be found by its name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def folded(text: str) -> str:
    """The text without capitals, accents and signs: "Übermacht!" is "ubermacht"."""
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return _GAPS.sub(" ", letters).strip()


def spellings(name: str) -> tuple[str, ...]:
    """A name as people type it: with umlauts as plain vowels, and spelt out ("ue")."""
    spelt_out = unicodedata.normalize("NFC", name.casefold()).translate(_SPELT_OUT)
    return tuple(dict.fromkeys((folded(name), folded(spelt_out))))


def found(things: Iterable[N], letters: str, uses: Mapping[str, int]) -> list[N]:
    """Those whose name has a word that begins with the letters, then those with the letters anywhere.

    Within each the one used last comes first (`uses`: the higher, the later), the others by name. No letters:
    all of them.
    """
    wanted = folded(letters)
    ranked = []
    for thing in things:
        rank = _rank(spellings(thing.name), wanted)
        if rank is not None:
            ranked.append((rank, -uses.get(thing.id, 0), folded(thing.name), thing))
    return [thing for *_, thing in sorted(ranked, key=lambda row: row[:3])]


def _rank(names: Iterable[str], wanted: str) -> int | None:
    """0 for the beginning of a word, 1 for anywhere, None for nowhere."""
    names = tuple(names)
    if any(f" {name}".find(f" {wanted}") >= 0 for name in names):
        return 0
    closed_up = wanted.replace(" ", "")
    if any(wanted in name or closed_up in name.replace(" ", "") for name in names):
        return 1
    return None


def id_from(name: str, taken: Iterable[str], otherwise: str = "card") -> str:
    """A new id that looks like the name."""
    first = folded(name).replace(" ", "-")[:60] or otherwise
    known = frozenset(taken)
    made, number = first, 1
    while made in known:
        number += 1
        made = f"{first}-{number}"
    return made
