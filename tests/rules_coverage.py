"""Which code carries out each rule, and which tests hold it: the page docs/rules-coverage.md.

Code names a rule by its id in a docstring, a comment, an event or a refusal; a test by its name
(`test_p5_tie_is_the_owners_choice`). Run `python -m tests.rules_coverage` to write the page anew.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.games.after_the_empire.rules import RULES

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "engine" / "games" / "after_the_empire"
PAGE = ROOT / "docs" / "rules-coverage.md"

_ID = re.compile(r"\b([A-Z]-\d+)\b")
_TEST = re.compile(r"^test_([a-z])(\d+)_")
_NOT_CODE = {"rules.py"}  # the rules' own text cites them all


@cache
def code_by_rule() -> dict[str, list[str]]:
    """For each rule id, the functions and classes that cite it, as `module.name`."""
    found: dict[str, list[str]] = {rule.id: [] for rule in RULES}
    for path in sorted(GAME.glob("*.py")):
        if path.name in _NOT_CODE:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for name, first, last in _named_blocks(ast.parse("\n".join(lines))):
            for rule in dict.fromkeys(_ID.findall("\n".join(lines[first - 1 : last]))):
                place = f"{path.stem}.{name}"
                if rule in found and place not in found[rule]:
                    found[rule].append(place)
    return found


def _named_blocks(module: ast.Module) -> Iterator[tuple[str, int, int]]:
    """Functions, classes and named constants of a module, with their first and last line."""
    statements = module.body
    for index, node in enumerate(statements):
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno, last
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            after = statements[index + 1] if index + 1 < len(statements) else None
            if isinstance(after, ast.Expr):  # the constant's own docstring
                last = after.end_lineno or last
            yield node.target.id, node.lineno, last


@cache
def tests_by_rule() -> dict[str, list[str]]:
    """For each rule id, the tests named after it, as `path::name`."""
    found: dict[str, list[str]] = {rule.id: [] for rule in RULES}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            match = _TEST.match(node.name)
            if match is None:
                continue
            rule = f"{match[1].upper()}-{match[2]}"
            if rule in found:
                found[rule].append(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return found


def page() -> str:
    """The whole page as Markdown."""
    code, tests = code_by_rule(), tests_by_rule()
    lines = [
        "# Rules coverage",
        "",
        "Every rule of After the Empire, the code that carries it out and the tests that hold it.",
        "Written by `make coverage-page`; a test fails when it is out of date or a rule has no code or no test.",
        "",
        "| rule | what | code | tests |",
        "|---|---|---|---|",
    ]
    for rule in RULES:
        where = "<br>".join(f"`{place}`" for place in code[rule.id])
        named = "<br>".join(f"`{test.rpartition('::')[2]}`" for test in tests[rule.id])
        lines.append(f"| {rule.id} | {rule.title} | {where} | {named} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")
