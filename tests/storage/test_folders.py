"""Where the data are kept."""

from pathlib import Path

from companion.places import PACKS
from companion.storage.folders import data_folder


def test_the_users_own_choice_comes_first(tmp_path):
    chosen = {"COMPANION_DATA": str(tmp_path), "FLET_APP_STORAGE_DATA": "/app", "FLET_PLATFORM": "android"}
    assert data_folder(chosen) == tmp_path


def test_a_home_folder_is_understood():
    assert data_folder({"COMPANION_DATA": "~/evenings"}) == Path.home() / "evenings"


def test_a_phone_keeps_them_in_the_apps_own_folder():
    for platform in ("android", "ios"):
        assert data_folder({"FLET_APP_STORAGE_DATA": "/app/data", "FLET_PLATFORM": platform}) == Path("/app/data")


def test_a_desktop_keeps_them_where_the_platform_says():
    """A started desktop app has Flet's variable too; its folder would lie within the program."""
    folder = data_folder({"FLET_APP_STORAGE_DATA": "/app/data", "FLET_PLATFORM": "linux"})
    assert folder.name == "Companion"
    assert folder != Path("/app/data")


def test_the_folder_is_made_when_it_is_needed(tmp_path, opened):
    folder = tmp_path / "not" / "yet"
    opened(folder)
    assert (folder / "companion.sqlite").exists()


def test_a_folder_may_have_any_name(tmp_path, opened):
    folder = tmp_path / "Spiele & mehr? 100% #1 über"
    storage = opened(folder)
    storage.settings.change(theme="dark")
    storage.close()
    assert opened(folder).settings.settings.theme == "dark"
    assert {path.name for path in tmp_path.iterdir()} == {folder.name}


def test_the_practice_pack_is_there():
    assert (PACKS / "practice.json").exists()
