"""Reading bytes nobody vouches for: size, text, JSON. Each failure is one BadInput that names the place."""

import json
import re
from pathlib import Path
from typing import Any, BinaryIO

from engine.core.errors import BadInput
from engine.core.language import Phrase

LARGEST_FILE = 8 * 1024 * 1024
"""Bytes. A full game with every snapshot is well below a tenth of it."""
DEEPEST = 60
"""Lists and objects within each other. Ours need about a dozen."""
MOST_VALUES = 250_000
"""Values in one file."""

CHUNK = 64 * 1024

_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_LONG_NUMBER = re.compile(r"-?[0-9]{1000,}")
_ESCAPE = re.compile(rb"\\.", re.DOTALL)
_QUOTED = re.compile(rb'"[^"]*+"?')
_NOT_STRUCTURE = bytes(byte for byte in range(256) if byte not in b'"[]{},')
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_CUT_OFF = re.compile(r"-|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?")

SYNTAX = {
    "Expecting value": "a value is expected here",
    "Expecting ',' delimiter": 'a "," is expected here',
    "Expecting ':' delimiter": 'a ":" is expected here',
    "Expecting property name enclosed in double quotes": "a field name in double quotes is expected here",
    "Illegal trailing comma before end of object": 'there is a "," too many here',
    "Illegal trailing comma before end of array": 'there is a "," too many here',
    "Extra data": "the file should end here, but goes on",
    "Invalid control character at": "a text may not hold a line break or another control character",
    "Invalid \\escape": "this \\ escape means nothing",
    "Invalid \\uXXXX escape": "a \\u escape needs four hex digits",
}
"""What Python's reader says of a text that is no JSON, and what we say."""


def read_stream(stream: BinaryIO, limit: int = LARGEST_FILE) -> bytes:
    """All bytes of a stream; refused as soon as there are more than the limit, the rest left unread."""
    chunks = []
    left = limit + 1
    while left > 0 and (chunk := stream.read(min(CHUNK, left))):
        chunks.append(chunk)
        left -= len(chunk)
    if left <= 0:
        most = limit // (1024 * 1024)
        raise BadInput("", "the file is larger than {most} MB, too large to be one of ours", most=most)
    return b"".join(chunks)


def read_file(path: str | Path, limit: int = LARGEST_FILE) -> bytes:
    """All bytes of a file, as `read_stream` gives them."""
    try:
        with open(path, "rb") as stream:
            return read_stream(stream, limit)
    except FileNotFoundError:
        raise BadInput(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise BadInput(str(path), "this is a folder, not a file") from None
    except PermissionError:
        raise BadInput(str(path), "this file may not be read") from None
    except (OSError, ValueError):
        raise BadInput(shorten(str(path)), "this file cannot be read") from None


def parse(data: bytes) -> Any:
    """The JSON value in these bytes. Refuses twin fields, NaN and great depth, too."""
    text = _decoded(data)
    _check_structure(data)
    try:
        value = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constants)
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from None
    except ValueError:  # Python turns a text into a number only up to some thousand digits
        raise BadInput(_place_of_long_number(text), "this number is far too long") from None
    except RecursionError:  # only if the caller is deep in its own stack already
        raise _too_deep() from None
    if _HALF_PAIR.search(text):
        _check_pairs(value)
    return value


def _too_deep() -> BadInput:
    return BadInput("", "lists and objects are nested more than {deepest} deep", deepest=DEEPEST)


def _decoded(data: bytes) -> str:
    """The text, without the mark some editors put in front."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput("", "the file is UTF-16 text; it must be UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = Phrase("byte {number}", number=error.start + 1)
        raise BadInput(place, "the file is not UTF-8 text from here on") from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BadInput("", "the file is empty")
    return text


def _check_structure(data: bytes) -> None:
    """Depth and number of values, before anything is built from them."""
    bare = data if b"\\" not in data else _ESCAPE.sub(b"", data)
    bare = _QUOTED.sub(b"", bare.translate(None, _NOT_STRUCTURE))
    if len(bare) - bare.count(b"]") - bare.count(b"}") > MOST_VALUES:
        raise BadInput("", "the file holds more than {most} values", most=MOST_VALUES)
    depth = 0
    for bracket in bare.translate(None, b","):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise _too_deep()


def _place_of_long_number(text: str) -> str | Phrase:
    bare = _TEXT.sub(lambda found: " " * len(found[0]), text)
    found = _LONG_NUMBER.search(bare)
    if found is None:
        return ""
    before = text[: found.start()]
    return _line_and_column(before.count("\n") + 1, found.start() - before.rfind("\n"))


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose fields all have different names."""
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise BadInput(shorten(name), "this field stands twice in the same object")
            seen.add(name)
    return made


def _no_constants(word: str) -> Any:
    raise BadInput("", "{word} is not a number that can be used", word=word)


def _check_pairs(value: Any) -> None:
    """Text escapes such as \\ud83d mean something only in pairs."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput("", "a text holds half of a \\u pair, which stands for no character") from None


def _syntax_fault(text: str, error: json.JSONDecodeError) -> BadInput:
    rest = text[error.pos : error.pos + 10].strip()
    place = _line_and_column(error.lineno, error.colno)
    escape_cut = error.msg.startswith("Invalid \\u") and error.pos + 5 > len(text)
    if not rest or escape_cut or error.msg.startswith("Unterminated") or _CUT_OFF.fullmatch(rest):
        return BadInput(place, "the file ends in the middle; it seems to be cut off")
    if error.pos == 0 and rest[0] not in '[{"':
        return BadInput(place, "this is not a JSON file")
    return BadInput(place, SYNTAX.get(error.msg, "this is not JSON"))


def _line_and_column(line: int, column: int) -> Phrase:
    return Phrase("line {line}, column {column}", line=line, column=column)


def shown(value: Any) -> str | Phrase:
    """A value as it stood in the file, shortened."""
    if isinstance(value, dict):
        return Phrase("an object" if value else "an empty object")
    if isinstance(value, list | tuple):
        return Phrase("a list" if value else "an empty list")
    return shorten(json.dumps(value, ensure_ascii=False))


def shorten(text: str, longest: int = 40) -> str:
    """At most so many characters, all of them printable."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: longest + 1])
    return text if len(text) <= longest else text[: longest - 1] + "…"
