"""Older files: every format's version, and the functions that lift a file from one version to the next.

A migration takes the plain JSON of version v and returns that of version v + 1; it runs before validation. To
change a format: raise its version here, add the function to its row, and keep a sample of the old version in
`tests/border/samples`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.border.files import shown
from engine.core.errors import BadInput
from engine.core.language import Phrase

Plain: TypeAlias = dict[str, Any]
Migration: TypeAlias = Callable[[Plain], Plain]


class Lineage(NamedTuple):
    """A format's first version and the steps from there; the present version follows from them."""

    what: str
    first: int = 1
    steps: Sequence[Migration] = ()

    @property
    def version(self) -> int:
        """The version written now."""
        return self.first + len(self.steps)


def _whole_snapshots(raw: Plain) -> Plain:
    """Version 2 of a save may tell a snapshot by its changes; whole ones, as version 1 has them, are read as before."""
    return raw


FORMATS: Mapping[str, Lineage] = {
    "companion.save": Lineage("a saved table", steps=(_whole_snapshots,)),
    "companion.pack": Lineage("a card pack"),
    "companion.scenario": Lineage("a scenario"),
    "companion.message": Lineage("a message between devices"),
}


def lifted(raw: Any, wanted: str, formats: Mapping[str, Lineage] = FORMATS) -> tuple[Plain, bool]:
    """The file in its format's present version, and whether that is another one than it came in."""
    lineage = formats[wanted]
    if not isinstance(raw, dict):
        raise BadInput("", "{what} is an object, not {told}", what=Phrase(lineage.what), told=shown(raw))
    told = raw.get("format")
    if told != wanted:
        raise BadInput("format", _other_format(told, wanted, formats))
    version = raw.get("version")
    if version is None:
        raise BadInput("version", "is missing")
    if type(version) is not int or version < lineage.first:
        why = "must be {version}, not {told}" if not lineage.steps else "must be {first} to {version}, not {told}"
        raise BadInput("version", why, first=lineage.first, version=lineage.version, told=shown(version))
    if version > lineage.version:
        why = "this file is of version {told}, but this program knows versions up to {version}: update the program"
        raise BadInput("version", why, told=shown(version), version=lineage.version)
    for number in range(version, lineage.version):
        try:
            raw = {**lineage.steps[number - lineage.first](raw), "version": number + 1}
        except (LookupError, TypeError, ValueError, AttributeError):
            why = "the file does not hold what version {version} of {wanted} holds"
            raise BadInput("", why, version=number, wanted=wanted) from None
    return raw, version != lineage.version


def _other_format(told: Any, wanted: str, formats: Mapping[str, Lineage]) -> Phrase:
    what = Phrase(formats[wanted].what)
    if told is None:
        return Phrase('is missing; {what} says "{wanted}" here', what=what, wanted=wanted)
    if isinstance(told, str) and told in formats:
        template = 'this is {told}, not {what} ("{wanted}")'
        return Phrase(template, told=Phrase(formats[told].what), what=what, wanted=wanted)
    return Phrase('must be "{wanted}", not {told}', wanted=wanted, told=shown(told))
