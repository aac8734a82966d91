"""Where the app's own files lie: beside the sources in the project, inside the package once installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PROJECT = _PACKAGE.parent / "assets"

ASSETS = _PROJECT if (_PROJECT / "packs").is_dir() else _PACKAGE / "assets"
PACKS = ASSETS / "packs"
LOCALE = ASSETS / "locale"
