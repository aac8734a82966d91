"""Where the app keeps its things."""

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

APP = "Companion"
PHONES = ("android", "ios")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the app's data: $COMPANION_DATA, on a phone the app's own folder, else the platform's."""
    chosen = environment.get("COMPANION_DATA")
    if chosen:
        return Path(chosen).expanduser()
    own = environment.get("FLET_APP_STORAGE_DATA")
    if own and environment.get("FLET_PLATFORM") in PHONES:
        return Path(own)
    return user_data_path(APP, appauthor=False)
