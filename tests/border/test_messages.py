"""Messages between devices."""

import json
from typing import Any

import pytest

from engine.border.log import form_of
from engine.border.messages import (
    Accepted,
    Append,
    CatchUp,
    Entries,
    Hello,
    Refused,
    Stale,
    dump_message,
    load_message,
)
from engine.core.errors import BadInput
from engine.core.session import Entry
from engine.games.after_the_empire.actions import Idle, Place
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from tests.border.tables import sample

PLACE = Place(0, (0, 0, 0, 0, 2), (1, 0, 0, 0, 0))
ENTRY = form_of(Entry(3, 1, PLACE, auto=True))


@pytest.mark.parametrize(
    "body",
    [
        Hello(game="after-the-empire", device="Ada's phone", have=4),
        CatchUp(after=12),
        Append[Any](base=12, seat=0, action=PLACE),
        Accepted[Any](entries=(ENTRY, form_of(Entry(4, None, Idle(0))))),
        Refused(rule="P-1", sentence="There is no wall on N.", firm=True),
        Stale(base=3, now=9),
        Entries[Any](after=2, entries=(ENTRY,), hash="0123456789abcdef"),
    ],
    ids=lambda body: body.kind,
)
def test_a_message_arrives_as_it_was_sent(body):
    arrived = load_message(dump_message(body), AFTER_THE_EMPIRE)
    assert arrived.model_dump() == body.model_dump()


def test_an_action_arrives_as_the_engine_s_own_record():
    arrived = load_message(dump_message(Append[Any](base=0, action=PLACE)), AFTER_THE_EMPIRE)
    assert isinstance(arrived, Append)
    assert arrived.action == PLACE


def test_a_message_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        CatchUp(after=1).after = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "body.kind: is missing"),
        (
            {"kind": "shout"},
            'body.kind: must be "hello", "catch up", "append", "accepted", "refused", "stale" or "entries", '
            'not "shout"',
        ),
        ({"kind": "stale", "base": -1, "now": 2}, "body.base: must be 0 or more, not -1"),
        (
            {"kind": "append", "base": 1, "action": {"kind": "idle", "player": 9}},
            "body.action.player: must be 3 or less, not 9",
        ),
        ({"kind": "accepted", "entries": []}, "body.entries: must not be empty"),
        (
            {"kind": "accepted", "entries": [{"n": 0, "action": {"kind": "idle", "player": 0}}]},
            "body.entries[0].n: must be 1 or more, not 0",
        ),
        (
            {"kind": "entries", "after": 0, "entries": [], "hash": "x"},
            'body.hash: has not the form it needs: "x"',
        ),
    ],
)
def test_a_bad_message_gets_one_sentence(body, sentence):
    data = json.dumps({"format": "companion.message", "version": 1, "body": body}).encode()
    with pytest.raises(BadInput) as caught:
        load_message(data, AFTER_THE_EMPIRE)
    assert str(caught.value) == sentence


def test_the_kept_sample_still_loads():
    message = load_message(sample("message.v1.json"), AFTER_THE_EMPIRE)
    assert isinstance(message, Accepted)
    assert [entry.entry() for entry in message.entries] == [
        Entry(3, 1, PLACE, auto=True),
        Entry(4, None, Idle(0), anyway=True),
    ]
