"""Everything the app keeps: tables, cards, settings, in one SQLite file that survives a dead battery."""

from pathlib import Path
from types import TracebackType
from typing import Self

from companion.storage.clock import Clock, now
from companion.storage.database import PATIENCE, Database
from companion.storage.folders import data_folder
from companion.storage.library import CardShelf
from companion.storage.saved_table import SavedTable
from companion.storage.settings import SettingsShelf
from companion.storage.summary import TableSummary
from companion.storage.tables import TableShelf
from companion.storage.trouble import StorageTrouble
from engine.core.language import Phrase

__all__ = ["CardShelf", "SavedTable", "SettingsShelf", "Storage", "StorageTrouble", "TableShelf", "TableSummary"]


class Storage:
    """The whole of it, opened. Raises StorageTrouble where not even reading is possible."""

    def __init__(self, folder: Path | None = None, *, clock: Clock = now, patience: float = PATIENCE) -> None:
        self.database = Database(data_folder() if folder is None else folder, clock=clock, patience=patience)
        try:
            self.tables = TableShelf(self.database)
            self.cards = CardShelf(self.database)
            self.settings = SettingsShelf(self.database)
        except BaseException:
            self.database.close()
            raise

    @property
    def trouble(self) -> StorageTrouble | None:
        """Why nothing can be changed at present; None if all is well."""
        return self.database.trouble

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """What the players should know about what was found on opening."""
        return (*self.database.notes, *self.settings.notes)

    def mend(self) -> None:
        """Mend a database found damaged while it was in use; open tables are written anew, whole."""
        self.database.mend()
        self.tables.write_open_tables()
        self.cards.forget()
        self.settings.read_again()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
