"""What is wrong with a file, in one sentence: pydantic's findings in words a player understands."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError

from engine.border.files import shown
from engine.core.errors import BadInput
from engine.core.language import Counted, OneOf, Phrase

Steps: TypeAlias = tuple[str | int, ...]
"""The way to a value: field names and places in lists."""

LONGEST_CHOICE = 10
"""More words than these are not listed; the nearest ones are."""

ENOUGH = 300
"""Findings looked at: one is reported."""

HOPELESS = 5_000
"""More findings than these are not even listed: a hostile file may have millions."""


class Finding(NamedTuple):
    """One thing pydantic found: where, within which union members, what kind of fault, the value itself."""

    steps: Steps
    members: tuple[tuple[Steps, str], ...]
    kind: str
    value: Any
    numbers: dict[str, Any]


def bad_input(error: ValidationError, raw: Any, within: str = "") -> BadInput:
    """The one most useful finding of a failed validation of `raw`, which stands at the place `within`."""
    if error.error_count() > HOPELESS:
        template = "{number} things are wrong here; this is not what it claims to be"
        return BadInput(within, template, number=error.error_count())
    details = error.errors(include_url=False)[:ENOUGH]
    chosen = _most_useful(_meant([_finding(detail, raw) for detail in details]))
    where, why = _worded(chosen)
    return BadInput(join(within, where), why)


def place(steps: Iterable[str | int]) -> str:
    """The way to a value as `players[1].castle.N.cubes`."""
    words = ""
    for step in steps:
        words = f"{words}[{step}]" if isinstance(step, int) else join(words, _name(step))
    return words


def join(outer: str, inner: str) -> str:
    """A place within a place."""
    if not outer or not inner or inner.startswith("["):
        return outer + inner
    return f"{outer}.{inner}"


def _name(field: str) -> str:
    """A field's name; one that is no plain word in quotes."""
    return field if field.replace("_", "a").replace("-", "a").isalnum() and len(field) <= 40 else str(shown(field))


# where


def _finding(detail: Any, raw: Any) -> Finding:
    """Follow pydantic's location through the raw data: what is not there is the name of a union's member."""
    steps: list[str | int] = []
    members: list[tuple[Steps, str]] = []
    value = raw
    kind = str(detail["type"])
    location = detail["loc"]
    missing = location[-1:] if kind == "missing" else ()
    for step in location[: len(location) - len(missing)]:
        here = tuple(steps)
        if _leads_on(value, step, tagged=(here, step) in members):
            value = value[step]
            steps.append(step)
        else:
            members.append((here, str(step)))
    return Finding((*steps, *missing), tuple(members), kind, value, dict(detail.get("ctx", {})))


def _leads_on(value: Any, step: str | int, tagged: bool) -> bool:
    """Is there such a step, or is it the kind of the record we are in?"""
    if isinstance(value, dict):
        return step in value and (tagged or value.get("kind") != step)
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


# which


def _meant(findings: Sequence[Finding]) -> list[Finding]:
    """Without what was said about union members the file's author did not mean."""
    left = list(findings)
    done: set[Steps] = set()
    while True:
        union = next((at for finding in left for at, _ in finding.members if at not in done), None)
        if union is None:
            return left
        done.add(union)
        about_it = [any(at == union for at, _ in finding.members) for finding in left]
        meant = _of_one_member([finding for finding, is_it in zip(left, about_it, strict=True) if is_it], union)
        first = about_it.index(True)
        rest = [finding for finding, is_it in zip(left, about_it, strict=True) if not is_it]
        left = [*rest[:first], *meant, *rest[first:]]


def _of_one_member(findings: list[Finding], union: Steps) -> list[Finding]:
    """The findings about the member meant by its kind or its shape; one made of all if none fits."""
    by_member: dict[str, list[Finding]] = {}
    for finding in findings:
        member = next(name for at, name in finding.members if at == union)
        by_member.setdefault(member, []).append(finding)
    if len(by_member) == 1:
        return findings
    shaped = {
        name: found
        for name, found in by_member.items()
        if not any(f.steps == union and (f.kind in SHAPES or f.kind == "literal_error") for f in found)
    }
    if not shaped:
        return [_any_of(findings)]
    of_kind = {
        name: found
        for name, found in shaped.items()
        if not any(f.steps == (*union, "kind") and f.kind == "literal_error" for f in found)
    }
    if not of_kind:
        return [_any_of([f for f in findings if f.steps == (*union, "kind")])]
    return min(of_kind.values(), key=len)


def _any_of(findings: list[Finding]) -> Finding:
    """Several members were possible and none fits: all that would have done."""
    first = findings[0]
    options = list(dict.fromkeys(option for finding in findings for option in _options(finding)))
    if not options:
        return first
    return Finding(first.steps, (), "any_of", first.value, {"options": options})


def _most_useful(findings: Sequence[Finding]) -> Finding:
    """An unknown field first (often a missing one misspelt), a missing one last, the others in order."""
    whole = [f for f in findings if f.kind != "too_short" or len(f.value) < f.numbers["min_length"]]
    return min(whole or findings, key=lambda finding: _RANK.get(finding.kind, 1))


_RANK = {"extra_forbidden": 0, "unexpected_keyword_argument": 0, "missing": 2, "union_tag_not_found": 2}


# what

SHAPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "none_required": "null",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dataclass_type": "an object",
}

_Sentence: TypeAlias = Callable[[Finding], Phrase]


def _bound(template: str, name: str) -> _Sentence:
    """A number that is too small or too large."""
    return lambda finding: Phrase(template, bound=finding.numbers[name], told=shown(finding.value))


def _items(number: int) -> Phrase:
    return Counted("value", "values", number)


def _too_short(finding: Finding) -> Phrase:
    least = finding.numbers["min_length"]
    if least == 1:
        return Phrase("must not be empty")
    return Phrase("must hold at least {items}, not {number}", items=_items(least), number=len(finding.value))


def _too_long(finding: Finding) -> Phrase:
    most = _items(finding.numbers["max_length"])
    return Phrase("must hold at most {items}, not {number}", items=most, number=len(finding.value))


def _long_text(finding: Finding) -> Phrase:
    most = finding.numbers["max_length"]
    return Phrase("must have at most {most} characters, not {number}", most=most, number=len(finding.value))


UNKNOWN_FIELD = "is not a field known here"
BOUNDS = {
    "greater_than_equal": ("must be {bound} or more, not {told}", "ge"),
    "less_than_equal": ("must be {bound} or less, not {told}", "le"),
    "greater_than": ("must be more than {bound}, not {told}", "gt"),
    "less_than": ("must be less than {bound}, not {told}", "lt"),
}
"""Numbers beyond their bound, and what pydantic calls it."""

_SENTENCES: dict[str, _Sentence] = {
    "extra_forbidden": lambda _: Phrase(UNKNOWN_FIELD),
    "unexpected_keyword_argument": lambda _: Phrase(UNKNOWN_FIELD),
    **{kind: _bound(template, name) for kind, (template, name) in BOUNDS.items()},
    "int_parsing_size": lambda _: Phrase("this number is far too long"),
    "too_short": _too_short,
    "too_long": _too_long,
    "string_too_short": lambda _: Phrase("must not be empty"),
    "string_too_long": _long_text,
    "string_pattern_mismatch": lambda f: Phrase("has not the form it needs: {told}", told=shown(f.value)),
}


def _worded(finding: Finding) -> tuple[str, Phrase]:
    """The place and the sentence."""
    steps = finding.steps
    if finding.kind == "missing" and isinstance(steps[-1], int):
        return place(steps[:-1]), Phrase("must hold more than {items}", items=_items(steps[-1]))
    if finding.kind == "missing":
        return place(steps), Phrase("is missing")
    if finding.kind == "union_tag_not_found":
        return place((*steps, "kind")), Phrase("is missing")
    if finding.kind == "union_tag_invalid":
        told = finding.value.get("kind")
        return place((*steps, "kind")), _one_of(_options(finding), told)
    if finding.kind in _SENTENCES:
        return place(steps), _SENTENCES[finding.kind](finding)
    options = _options(finding)
    if options:
        return place(steps), _one_of(options, finding.value)
    return place(steps), Phrase("cannot be used: {told}", told=shown(finding.value))


def _options(finding: Finding) -> list[str | Phrase]:
    """What would have been right, each as it is said in the sentence."""
    if finding.kind == "any_of":
        return list(finding.numbers["options"])
    if finding.kind == "literal_error":
        return _quoted(finding.numbers["expected"])
    if finding.kind == "union_tag_invalid":
        return _quoted(finding.numbers["expected_tags"])
    return [Phrase(SHAPES[finding.kind])] if finding.kind in SHAPES else []


def _quoted(expected: str) -> list[str | Phrase]:
    """Pydantic's "'N', 'E' or 'S'" as a list of words in double quotes."""
    return [word.replace("'", '"') for word in expected.replace(" or ", ", ").split(", ")]


def _one_of(options: Sequence[str | Phrase], told: Any) -> Phrase:
    """All the options if they are few, else those nearest to what was said."""
    if len(options) <= LONGEST_CHOICE:
        return Phrase("must be {options}, not {told}", options=OneOf(options), told=shown(told))
    from difflib import get_close_matches  # seldom needed, and not small

    near = get_close_matches(str(told), [str(option).strip('"') for option in options], n=3)
    if not near:
        return Phrase("{told} is not one of the {number} words known here", told=shown(told), number=len(options))
    template = "{told} is not one of the {number} words known here; perhaps {near}"
    return Phrase(template, told=shown(told), number=len(options), near=OneOf([shown(word) for word in near]))
