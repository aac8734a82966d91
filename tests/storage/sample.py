"""Writes the sample database of the present version: `python -m tests.storage.sample`.

Run it once for each version of the schema, before that version is released; the file then stays as it is.
"""

import tempfile
from pathlib import Path

from companion.storage import Storage
from companion.storage.schema import MIGRATIONS
from companion.storage.settings import SeatedPlayer
from engine.border.pack import CardPack, dump_pack
from engine.games.after_the_empire.cards import BuildingCard, InvaderCard, Tier
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import RedNumber
from tests.storage.evening import StoppedClock, play_on, small_setup

SAMPLES = Path(__file__).parent / "samples"


def fill(storage: Storage) -> None:
    """Something in every table of the database."""
    table = storage.tables.create(small_setup(3), "Friday", {"turret", "bypass"})
    play_on(table, 40)
    table.undo()
    table.undo()
    play_on(storage.tables.create(small_setup(), "In a later season"), 30)
    storage.tables.delete(storage.tables.create(small_setup(), "In the trash").id)
    storage.cards.teach(BuildingCard("muehle", "Mühle", value=2))
    pack = CardPack(id="ours", name="Our cards", cards=(InvaderCard("raiders", "Raiders", (Tier(0, 1),)),))
    storage.cards.import_pack(dump_pack(pack))
    storage.cards.used("raiders")
    storage.cards.learn_red_numbers([RedNumber(20, 12), RedNumber(21, 13)])
    storage.settings.change(language="de", text_scale=1.5, rulings=Rulings(ladder="first round"))
    storage.settings.remember_players((SeatedPlayer("Ada", "blue", "S"), SeatedPlayer("Ben", "red", "N")))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Storage(Path(folder), clock=StoppedClock()) as storage:
            fill(storage)
        sample = SAMPLES / f"companion.v{len(MIGRATIONS)}.sqlite"
        sample.write_bytes((Path(folder) / "companion.sqlite").read_bytes())
    print(f"{sample}: {sample.stat().st_size} bytes")


if __name__ == "__main__":
    main()
