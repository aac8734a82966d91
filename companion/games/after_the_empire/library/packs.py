"""Card packs as files: bring one in, share one. What is wrong with a file is said in a sentence."""

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.shell.app_context import App
from companion.shell.words import reason
from companion.shell.words import told as in_words
from companion.storage import StorageTrouble
from companion.storage.library import ImportedPack
from companion.storage.search import id_from
from engine.core.errors import BadInput


class Told(NamedTuple):
    """What came of a file."""

    text: str
    good: bool = False


class Packs(NamedTuple):
    """What can be done with files, and what came of the last one."""

    bring: Callable[[], None]
    share: Callable[[str], None]
    told: Told | None = None


_NOTHING: Told | None = None


def use_packs(app: App) -> Packs:
    """A hook: import and export by the device's own file dialogs."""
    page = ft.context.page
    told, tell = ft.use_state(_NOTHING)

    async def bring() -> None:
        try:
            files = await ft.FilePicker().pick_files(allow_multiple=False, with_data=True)
        except Exception:  # a browser or a device that has no file dialog
            tell(Told(app.words("This device does not let the app open files.")))
            return
        if files and files[0].bytes is not None:
            tell(brought(app, files[0].bytes))

    async def share(name: str) -> None:
        try:
            data = app.store.storage.cards.export_pack(name, language=app.words.language)
        except (BadInput, StorageTrouble) as trouble:
            tell(Told(in_words(app.words, trouble)))
            return
        try:
            await ft.FilePicker().save_file(file_name=f"{id_from(name, (), 'pack')}.json", src_bytes=data)
        except Exception:  # a browser or a device that has no file dialog
            tell(Told(app.words("This device does not let the app save files.")))

    return Packs(_later(page, bring), lambda name: _later(page, share, name)(), told)


def _later(page: Any, work: Callable[..., Any], *given: Any) -> Callable[[], None]:
    def act() -> None:
        page.run_task(work, *given)

    return act


def brought(app: App, data: bytes) -> Told:
    """Import a pack; what came of it, in a sentence."""
    words = app.words
    try:
        result = app.store.storage.cards.import_pack(data)
    except BadInput as fault:
        return Told(words("This file cannot be used: {why}.", why=reason(words, fault)))
    except StorageTrouble as trouble:
        return Told(in_words(words, trouble))
    return Told(_counted(app, result), good=True)


def _counted(app: App, result: ImportedPack) -> str:
    words = app.words
    parts = [words.several("{n} new card", "{n} new cards", result.added)]
    if result.renewed:
        parts.append(words.several("{n} renewed", "{n} renewed", result.renewed))
    if result.known:
        parts.append(words.several("{n} known already", "{n} known already", result.known))
    return f"{result.pack.name}: {', '.join(parts)}."
