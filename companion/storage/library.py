"""The shelf of cards: what the users taught the app, the packs they brought, and the red numbers they read."""

import json
import threading
from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from companion.places import PACKS
from companion.storage.clock import written
from companion.storage.database import Database
from companion.storage.listeners import Listener, tell
from companion.storage.search import folded, found, id_from
from engine.border.files import read_file, read_stream
from engine.border.pack import MOST_CARDS, CardPack, check_card, dump_pack, load_pack
from engine.border.reader import Reader, reader, told_apart
from engine.core.errors import BadInput
from engine.core.language import Phrase
from engine.core.plain import plain
from engine.core.record import replace
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.state import RedNumber

IN_THE_TRASH = timedelta(days=30)
PRACTICE = "practice.json"

NO_SUCH_CARD = 'no card has the id "{id}"'


class PackFacts(NamedTuple):
    """A pack the app knows. A shipped one is read-only and its cards are not in the library."""

    id: str
    name: str
    cards: int
    language: str = "en"
    author: str | None = None
    licence: str | None = None
    shipped: bool = False


class ImportedPack(NamedTuple):
    """What came of a pack: cards new to the library, cards renewed, cards that were there already."""

    pack: PackFacts
    added: int
    renewed: int
    known: int


class _Row(NamedTuple):
    """A card in the library, and where it came from."""

    card: Card
    pack: str | None
    pack_card: str | None
    deleted: str | None


@cache
def practice_pack(folder: Path = PACKS) -> CardPack:
    """The pack that comes with the app."""
    if (folder / PRACTICE).exists():
        return load_pack(read_file(folder / PRACTICE))
    raise BadInput(PRACTICE, "the practice pack is not where it should be; install Companion again")


class CardShelf:
    """The users' own card library of one game. `notes` tell of cards that could not be read."""

    def __init__(self, database: Database, game: str = AFTER_THE_EMPIRE.id) -> None:
        self.game = game
        self.listeners: list[Listener] = []
        self.notes: tuple[Phrase, ...] = ()
        self._database = database
        self._lock = threading.RLock()
        self._known: dict[str, _Row] | None = None
        self._uses: dict[str, int] = {}

    # looking

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, the one used last first, then by name."""
        return tuple(self.search(""))

    @property
    def trash(self) -> tuple[Card, ...]:
        """Deleted cards that can still be brought back."""
        return tuple(row.card for row in self._rows().values() if row.deleted is not None)

    def card(self, card_id: str) -> Card | None:
        """The card with this id."""
        row = self._rows().get(card_id)
        return row.card if row is not None and row.deleted is None else None

    def search(
        self, letters: str, kinds: Iterable[str] | None = None, among: Iterable[Card] | None = None
    ) -> list[Card]:
        """Cards by letters of their name, best first; of these kinds only; among these instead of the library."""
        wanted = None if kinds is None else frozenset(kinds)
        with self._lock:
            cards = (row.card for row in self._rows().values() if row.deleted is None) if among is None else among
            return found((card for card in cards if wanted is None or card.kind in wanted), letters, self._uses)

    def free_id(self, name: str) -> str:
        """An id for a new card of this name."""
        return id_from(name, self._rows())

    # changing

    def teach(self, card: Card) -> Card:
        """A new card. BadInput if it contradicts itself or its id is taken."""
        with self._lock:
            if self.card(card.id) is not None:
                raise BadInput("id", '"{id}" is the id of a card already', id=card.id)
            self._refuse_too_many(1)
            self._put([_Row(card, None, None, None)])
        tell(self.listeners)
        return card

    def edit(self, card: Card) -> Card:
        """Another reading of the card with this id; from now on it is the users' own."""
        with self._lock:
            if self.card(card.id) is None:
                raise BadInput("id", NO_SUCH_CARD, id=card.id)
            self._put([_Row(card, None, None, None)])
        tell(self.listeners)
        return card

    def delete(self, card_id: str) -> None:
        """Into the trash; `restore` brings it back."""
        self._mark(card_id, self._database.moment())

    def restore(self, card_id: str) -> None:
        """Back from the trash."""
        self._mark(card_id, None)

    def purge(self, older_than: timedelta = IN_THE_TRASH) -> int:
        """Empty the trash of what has been there for so long; how many cards that were."""
        before = written(self._database.clock() - older_than)
        with self._lock:
            with self._database.change() as connection:
                gone = connection.execute(
                    "DELETE FROM cards WHERE game = ? AND deleted <= ?", (self.game, before)
                ).rowcount
            self._known = None
        tell(self.listeners)
        return gone

    def used(self, card_id: str) -> None:
        """This card was drawn: it will be offered first. It need not be one of the library."""
        with self._lock:
            self._rows()
            with self._database.change() as connection:
                connection.execute(
                    """INSERT OR REPLACE INTO card_uses
                    SELECT ?, ?, coalesce(max(place), 0) + 1 FROM card_uses WHERE game = ?""",
                    (self.game, card_id, self.game),
                )
            self._uses = {**self._uses, card_id: max(self._uses.values(), default=0) + 1}

    def _mark(self, card_id: str, deleted: str | None) -> None:
        with self._lock:
            if card_id not in self._rows():
                raise BadInput("id", NO_SUCH_CARD, id=card_id)
            with self._database.change() as connection:
                connection.execute(
                    "UPDATE cards SET deleted = ? WHERE game = ? AND id = ?", (deleted, self.game, card_id)
                )
            self._known = None
        tell(self.listeners)

    def _put(self, rows: Iterable[_Row], pack: CardPack | None = None) -> None:
        """Cards into the database, all of them or none."""
        made = [(self.game, row.card.id, _card_text(row.card), row.pack, row.pack_card) for row in rows]
        moment = self._database.moment()
        with self._database.change() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?, NULL)", ((*row, moment) for row in made)
            )
            if pack is not None:
                facts = {"name": pack.name, "language": pack.language, "author": pack.author, "licence": pack.licence}
                connection.execute(
                    "INSERT OR REPLACE INTO packs VALUES (?, ?, ?)", (self.game, pack.id, json.dumps(facts))
                )
        self._known = None

    def _refuse_too_many(self, more: int) -> None:
        if sum(row.deleted is None for row in self._rows().values()) + more > MOST_CARDS:
            raise BadInput("", "the library holds {most} cards at most", most=MOST_CARDS)

    def forget(self) -> None:
        """Read everything anew when it is next looked at."""
        with self._lock:
            self._known = None
        tell(self.listeners)

    def _rows(self) -> dict[str, _Row]:
        """The library by id, read when first needed."""
        with self._lock:
            if self._known is None:
                self._known = self._read()
            return self._known

    def _read(self) -> dict[str, _Row]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id, card, pack, pack_card, deleted FROM cards WHERE game = ? ORDER BY id", (self.game,)
            ).fetchall()
            uses = connection.execute("SELECT card, place FROM card_uses WHERE game = ?", (self.game,)).fetchall()
        self._uses = dict(uses)
        known, notes = {}, []
        for card_id, text, pack, pack_card, deleted in rows:
            try:
                known[card_id] = _Row(_read_card(text), pack, pack_card, deleted)
            except BadInput as fault:
                notes.append(Phrase("The card “{name}” cannot be read ({why}).", name=card_id, why=fault.phrase))
        self.notes = tuple(notes)
        return known

    # packs

    @property
    def packs(self) -> tuple[PackFacts, ...]:
        """The shipped pack, and those whose cards are in the library."""
        counts: dict[str, int] = {}
        for row in self._rows().values():
            if row.pack is not None and row.deleted is None:
                counts[row.pack] = counts.get(row.pack, 0) + 1
        brought = [
            _pack_facts(pack_id, text, counts[pack_id])
            for pack_id, text in self._database.rows(
                "SELECT id, facts FROM packs WHERE game = ? ORDER BY id", (self.game,)
            )
            if pack_id in counts
        ]
        shipped = practice_pack()
        return (_facts_of(shipped)._replace(shipped=True), *brought)

    def import_pack(self, data: bytes) -> ImportedPack:
        """The cards of a pack into the library. BadInput says what is wrong with it; nothing has changed.

        No card is ever lost by it: a card the same pack brought before is renewed, and one whose id another card
        has gets an id of its own.
        """
        pack = load_pack(read_stream(BytesIO(data)))
        if pack.game != self.game:
            why = 'these are cards of "{theirs}", not of "{ours}"'
            raise BadInput("game", why, theirs=pack.game, ours=self.game)
        with self._lock:
            rows, result = self._merged(pack)
            self._refuse_too_many(result.added)
            self._put(rows, pack)
        tell(self.listeners)
        return result

    def _merged(self, pack: CardPack) -> tuple[list[_Row], ImportedPack]:
        known = self._rows()
        brought = {row.pack_card: card_id for card_id, row in known.items() if row.pack == pack.id}
        there = {replace(row.card, id="") for row in known.values() if row.deleted is None}
        taken = {*known, *(card.id for card in pack.cards)}
        rows: list[_Row] = []
        added = renewed = 0
        for card in pack.cards:
            before = brought.get(card.id)
            if replace(card, id="") in there:
                continue
            if before is not None:
                renewed += known[before].deleted is None
                added += known[before].deleted is not None
                chosen = before
            else:
                added += 1
                chosen = id_from(card.id, taken) if card.id in known else card.id
                taken.add(chosen)
            rows.append(_Row(replace(card, id=chosen), pack.id, card.id, None))
        facts = _facts_of(pack)
        return rows, ImportedPack(facts, added, renewed, len(pack.cards) - added - renewed)

    def export_pack(
        self, name: str, *, pack: str | None = None, language: str = "en", author: str | None = None
    ) -> bytes:
        """The library as a pack of this name; with `pack`, only the cards that came with that one."""
        chosen = [
            row.card for row in self._rows().values() if row.deleted is None and (pack is None or row.pack == pack)
        ]
        cards = tuple(sorted(chosen, key=lambda card: (card.kind, folded(card.name), card.id)))
        made = CardPack(
            id=id_from(name, (), "pack"), name=name[:80] or "Cards", language=language, author=author, cards=cards
        )
        data = dump_pack(made)
        load_pack(data)  # whoever gets it can read it
        return data

    # red numbers (O-4)

    @property
    def red_numbers(self) -> tuple[RedNumber, ...]:
        """The red numbers read off the board so far, for every new table."""
        rows = self._database.rows("SELECT gold, red FROM red_numbers WHERE game = ? ORDER BY gold", (self.game,))
        return tuple(RedNumber(gold, red) for gold, red in rows)

    def learn_red_numbers(self, learned: Iterable[RedNumber]) -> None:
        """Remember them across tables; a later reading of a space replaces the earlier one."""
        known = self.red_numbers
        new = [each for each in learned if each not in known]
        for each in new:
            raw = plain(each)
            reader(RedNumber).read(json.dumps(raw).encode(), raw)
        if not new:
            return
        with self._database.change() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO red_numbers VALUES (?, ?, ?)",
                ((self.game, each.gold, each.red) for each in new),
            )
        tell(self.listeners)

    def forget_red_number(self, gold: int) -> None:
        """That one was misread."""
        with self._database.change() as connection:
            connection.execute("DELETE FROM red_numbers WHERE game = ? AND gold = ?", (self.game, gold))
        tell(self.listeners)


# rows


@cache
def _card_reader() -> Reader[Any]:
    return reader(told_apart(Card))


def _card_text(card: Card) -> str:
    """A card as it is stored; BadInput if it is not sound or could not be read back."""
    text = json.dumps(plain(card), separators=(",", ":"))
    _read_card(text)
    return text


def _read_card(text: str) -> Card:
    try:
        raw = json.loads(text)
    except ValueError:
        raise BadInput("", "this is not JSON") from None
    card: Card = _card_reader().read(text.encode("utf-8", "replace"), raw)
    check_card(card, "")
    return card


def _facts_of(pack: CardPack) -> PackFacts:
    return PackFacts(pack.id, pack.name, len(pack.cards), pack.language, pack.author, pack.licence)


def _pack_facts(pack_id: str, text: str, cards: int) -> PackFacts:
    try:
        told = json.loads(text)
        return PackFacts(pack_id, str(told["name"]), cards, str(told["language"]), told["author"], told["licence"])
    except (LookupError, TypeError, ValueError):
        return PackFacts(pack_id, pack_id, cards)
