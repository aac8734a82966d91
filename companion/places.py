"""Where the app's own files lie: beside the sources in the project, inside the package once installed, beside the
archive of the code in a web page."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE.parent / "assets", _PACKAGE / "assets", _PACKAGE.parent.parent / "assets")

ASSETS = next((place for place in _PLACES if (place / "packs").is_dir()), _PACKAGE / "assets")
PACKS = ASSETS / "packs"
LOCALE = ASSETS / "locale"
