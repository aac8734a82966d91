"""A copy of the sources to package from, in dist/: packagers treat a folder called build/ as their own.

python build/stage.py wheel      → dist/stage, for `pip wheel`
python build/stage.py app        → dist/stage with an entry file, for `flet build`
"""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "dist" / "stage"

ENTRY = '''"""The packaged app starts here."""

import flet as ft

import engine.games  # registers the games
from companion.app import main_for
from companion.places import ASSETS
from companion.shell.store import Store
from companion.storage import Storage

ft.run(main_for(Store(Storage())), assets_dir=str(ASSETS))
'''


def stage(kind: str, target: Path = STAGE) -> Path:
    """Lay out a fresh copy; the assets go into the package, so that they are found once it is installed."""
    shutil.rmtree(target, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for folder in ("engine", "companion"):
        shutil.copytree(ROOT / folder, target / folder, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, target / name)
    shutil.copytree(ROOT / "assets", target / "companion" / "assets")
    if kind == "app":
        shutil.copytree(ROOT / "assets", target / "assets")  # flet takes icon and splash from here
        (target / "main.py").write_text(ENTRY, encoding="utf-8")
    return target


if __name__ == "__main__":
    if sys.argv[1:] not in (["wheel"], ["app"]):
        sys.exit("say what to stage: wheel or app")
    print(stage(sys.argv[1]).relative_to(ROOT))
