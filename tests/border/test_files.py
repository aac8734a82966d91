"""Reading bytes nobody vouches for: each hostile file gets its one sentence."""

import io

import pytest

from engine.border import files
from engine.border.files import parse, read_file, read_stream, shorten, shown
from engine.core.errors import BadInput

CUT = "the file ends in the middle; it seems to be cut off"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (b" \n\t ", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b'\xff\xfe{\x00"\x00', "the file is UTF-16 text; it must be UTF-8"),
        (b'{"name": "\xe9"}', "byte 11: the file is not UTF-8 text from here on"),
        (b"\x00\x00\x00", "line 1, column 1: this is not a JSON file"),
        (b"PK\x03\x04", "line 1, column 1: this is not a JSON file"),
        (b"gold: 5", "line 1, column 1: this is not a JSON file"),
        (b'{"a": 1}\x00', "line 1, column 9: the file should end here, but goes on"),
        (b'{"a": "x\x00y"}', "line 1, column 9: a text may not hold a line break or another control character"),
        (b'{"gold": 1, "food": 2, "gold": 3}', "gold: this field stands twice in the same object"),
        (b'{"a": NaN}', "NaN is not a number that can be used"),
        (b'{"a": -Infinity}', "-Infinity is not a number that can be used"),
        (b"[" * 100_000, "lists and objects are nested more than 60 deep"),
        (b'{"a":' * 61 + b"1" + b"}" * 61, "lists and objects are nested more than 60 deep"),
        (b"[" + b"0," * 300_000 + b"0]", "the file holds more than 250000 values"),
        (b'{\n "a": ' + b"9" * 5_000 + b"}", "line 2, column 7: this number is far too long"),
        (b'{"a": "\\ud83d"}', "a text holds half of a \\u pair, which stands for no character"),
        (b'{"a": 1,\n "b": [1 2]}', 'line 2, column 10: a "," is expected here'),
        (b'{"a" 1}', 'line 1, column 6: a ":" is expected here'),
        (b"{'a': 1}", "line 1, column 2: a field name in double quotes is expected here"),
        (b'{"a": .5}', "line 1, column 7: a value is expected here"),
        (b'{"a": "\\x"}', "line 1, column 8: this \\ escape means nothing"),
        (b'{"a": "\\uZZZZ"}', "line 1, column 9: a \\u escape needs four hex digits"),
        (b'{"a"', f"line 1, column 5: {CUT}"),
        (b'{"a": tru', f"line 1, column 7: {CUT}"),
        (b'{"a": "tex', f"line 1, column 7: {CUT}"),
        (b'{"a": "\\u12', f"line 1, column 9: {CUT}"),
        (b'{"a": [1, 2]', f"line 1, column 13: {CUT}"),
    ],
)
def test_a_hostile_file_gets_one_sentence(data, sentence):
    with pytest.raises(BadInput) as caught:
        parse(data)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud83c\\udff0 [{,"}', {"a": "\N{EUROPEAN CASTLE} [{,"}),
        (b'{"\\"[": ["\\\\", "]"]}', {'"[': ["\\", "]"]}),
        (b"[" * 60 + b"]" * 60, eval("[" * 60 + "]" * 60)),
        (b'{"a": {"b": 1}, "b": {"a": 1}}', {"a": {"b": 1}, "b": {"a": 1}}),
    ],
)
def test_an_unusual_but_sound_file_is_read(data, value):
    assert parse(data) == value


def test_many_escapes_take_no_time():
    """A text of backslashes once made a reader look at every one of them again and again."""
    with pytest.raises(BadInput, match="cut off"):
        parse(b'"' + b'\\"' * 1_000_000)


def test_a_deep_caller_gets_the_sentence_too():
    def deep(left: int) -> object:
        return deep(left - 1) if left else parse(b"[" * 55 + b"]" * 55)

    with pytest.raises((BadInput, RecursionError)) as caught:
        deep(980)
    if isinstance(caught.value, BadInput):
        assert "nested" in caught.value.why


class Endless(io.RawIOBase):
    """A stream that never ends, and knows how much of it was read."""

    given = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "all of it must never be asked for"
        self.given += size
        return b" " * size


def test_a_huge_stream_is_refused_without_reading_it_all():
    stream = Endless()
    with pytest.raises(BadInput) as caught:
        read_stream(stream)  # type: ignore[arg-type]
    assert str(caught.value) == "the file is larger than 8 MB, too large to be one of ours"
    assert stream.given == files.LARGEST_FILE + 1


def test_a_file_of_50_mb_is_refused_without_reading_it_all(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as huge:
        huge.truncate(50 * 1024 * 1024)
    with pytest.raises(BadInput, match="larger than 8 MB"):
        read_file(path)


def test_a_stream_in_small_pieces_is_read_whole():
    class Drop(io.RawIOBase):
        left = b'{"a": 1}'

        def read(self, size: int = -1) -> bytes:
            piece, self.left = self.left[:1], self.left[1:]
            return piece

    assert read_stream(Drop()) == b'{"a": 1}'  # type: ignore[arg-type]


def test_the_limit_itself_is_allowed():
    assert read_stream(io.BytesIO(b"x" * 100), limit=100) == b"x" * 100


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    missing = tmp_path / "missing.json"
    with pytest.raises(BadInput) as caught:
        read_file(missing)
    assert str(caught.value) == f"{missing}: there is no such file"
    with pytest.raises(BadInput) as caught:
        read_file(tmp_path)
    assert str(caught.value) == f"{tmp_path}: this is a folder, not a file"
    with pytest.raises(BadInput, match="this file cannot be read"):
        read_file("a\0b")


def test_a_file_that_may_not_be_read_is_named(monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(BadInput) as caught:
        read_file("secret.json")
    assert str(caught.value) == "secret.json: this file may not be read"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({}, "an empty object"),
        ({"a": 1}, "an object"),
        ([], "an empty list"),
        ([1], "a list"),
        ("x" * 100, '"' + "x" * 38 + "…"),
        ("a\u202eb", '"a\N{REPLACEMENT CHARACTER}b"'),
        (None, "null"),
        (True, "true"),
        (10**50, "1" + "0" * 38 + "…"),
    ],
)
def test_a_value_is_shown_short(value, words):
    assert str(shown(value)) == words


def test_forty_characters_are_not_shortened():
    assert shorten("x" * 40) == "x" * 40
