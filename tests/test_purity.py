"""The engine gives the same answer everywhere and always: no clock, no chance, no I/O, no order of a set.

The import contracts of `make check` guard the direction of the arrows; these tests guard what an arrow cannot
show. They also keep registry addresses out of the repository: where packages come from is the business of the
machine that installs them.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

IMPURE_MODULES = frozenset(
    {
        "asyncio",
        "datetime",
        "glob",
        "io",
        "os",
        "pathlib",
        "pydantic",
        "pydantic_core",
        "random",
        "secrets",
        "shutil",
        "socket",
        "sqlite3",
        "subprocess",
        "tempfile",
        "threading",
        "time",
        "urllib",
        "uuid",
    }
)
IMPURE_CALLS = frozenset({"input", "open", "print"})
# What these make of a set does not depend on the order in which they are given its members.
ORDER_BLIND = frozenset({"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"})
ORDER_BOUND = frozenset({"dict", "enumerate", "filter", "iter", "list", "map", "tuple", "zip"})


def called(node: ast.AST) -> str | None:
    """The plain name a call is made by, if it is one: `list` in `list(x)`."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def is_set(node: ast.AST) -> bool:
    """Whether an expression is plainly a set: `{a, b}`, `{a for a in b}`, `set(a)`, `frozenset(a)`."""
    return isinstance(node, ast.Set | ast.SetComp) or called(node) in {"set", "frozenset"}


def iterated(tree: ast.AST) -> Iterator[ast.expr]:
    """Every expression that is gone through in an order that can be seen afterwards."""
    blind = {
        id(argument)
        for node in ast.walk(tree)
        if called(node) in ORDER_BLIND and isinstance(node, ast.Call)
        for argument in node.args
    }
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=members) | ast.Starred(value=members):
                yield members
            case ast.ListComp() | ast.DictComp() | ast.GeneratorExp() if id(node) not in blind:
                yield from (loop.iter for loop in node.generators)
            case ast.Call(func=ast.Attribute(attr="join")):
                yield from node.args
            case ast.Call() if called(node) in ORDER_BOUND:
                yield from node.args


def is_impure(module: str) -> bool:
    return module.partition(".")[0] in IMPURE_MODULES


def impurities(source: str) -> list[str]:
    """What a module of the engine may not do, each with its line."""
    tree = ast.parse(source)
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                deeds = [f"imports {name.name}" for name in names if is_impure(name.name)]
            case ast.ImportFrom(module=str(module), level=0) if is_impure(module):
                deeds = [f"imports {module}"]
            case ast.Call() if called(node) in IMPURE_CALLS:
                deeds = [f"calls {called(node)}()"]
            case _:
                continue
        found += [f"line {node.lineno}: {deed}" for deed in deeds]
    found += [f"line {node.lineno}: iterates over a set" for node in iterated(tree) if is_set(node)]
    return found


def engine_modules() -> list[Path]:
    """Every module of the engine but those of the border, which read files and know pydantic."""
    border = ROOT / "engine" / "border"
    return [path for path in sorted((ROOT / "engine").rglob("*.py")) if border not in path.parents]


def test_the_engine_is_pure():
    found = [
        f"{path.relative_to(ROOT)}, {impurity}"
        for path in engine_modules()
        for impurity in impurities(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from datetime import date",
        "def f():\n    import time",
        "from pydantic import BaseModel",
        "open('file')",
        "for side in {'N', 'E'}: pass",
        "[side for side in set(sides)]",
        "{side: 0 for side in frozenset(sides)}",
        "list({side for side in sides})",
        "', '.join({'N', 'E'})",
        "[*{'N', 'E'}]",
        "tuple(side for side in {'N', 'E'})",
    ],
)
def test_an_impure_module_is_caught(source):
    assert len(impurities(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from dataclasses import dataclass",
        "from .time import season",
        "from engine.core.random import dice",
        "for side in ('N', 'E'): pass",
        "for side in sorted({'N', 'E'}): pass",
        "any(side in walls for side in {'N', 'E'})",
        "'N' in {'N', 'E'}",
        "{side for side in set(sides)}",
    ],
)
def test_a_pure_module_is_let_through(source):
    assert impurities(source) == []


# Written in pieces, so that this file does not hold what it looks for.
REGISTRY = re.compile(
    "|".join(
        [
            r"\bpypi\." + r"org\b",
            r"python" + r"hosted\.org",
            r"registry\." + r"(npmjs|yarnpkg)\.",
            r"npm" + r"js\.(org|com)",
            r"\b(art" + r"ifactory|j" + r"frog|dev" + r"pi)\b",
            r"https?://[^\s\"'<>]+/simple" + r"\b",
            r"file://" + r"/",
            r"(index|extra-index)[-_]" + r"url\b",
            r"find[-_]" + r"links\b",
            r"trusted[-_]" + r"host\b",
        ]
    ),
    re.IGNORECASE,
)


def files_of_the_repository() -> list[Path]:
    """What git tracks, and what it would add."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git work tree")
    return [ROOT / name for name in names.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_file_holds_a_registry_address():
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files_of_the_repository()
        for match in REGISTRY.finditer(path.read_bytes().decode(errors="replace"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "https://" + "pypi" + ".org/project/chess",
        "https://packages.example/repository/" + "simple" + "/",
        "--extra-index" + "-url x",
        "https://registry." + "npm" + "js.org/left-pad",
        "file:/" + "//wheels",
    ],
)
def test_a_registry_address_is_caught(text):
    assert REGISTRY.search(text)
