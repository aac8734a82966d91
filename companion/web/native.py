"""Compiled modules in a web page: Python's own are built in, the packages' lie beside the archive of the code."""

import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType


class NativeModules:
    """Finds modules by name in files; an archive cannot hold them."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = dict(files)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the module is, if it is one of these."""
        file = self._files.get(name)
        if file is None:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))


def install(files: Mapping[str, str]) -> None:
    """From now on these modules can be imported."""
    sys.meta_path.insert(0, NativeModules(files))
