"""Limits that keep the code readable: short functions, little state, nothing written twice."""

import ast
import re

import pytest
from places import ROOT

FOLDERS = ("scorer", "models", "vision", "webapp", "datasets")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
LONGEST_FUNCTION = 59
MOST_MUTABLE_FIELDS = 12
DUPLICATE_LINES = 8
IMPORT = re.compile(r"^(from \S+ )?import (\(.*?\)|{.*?} from [^\n]*|[^\n]*)$", re.MULTILINE | re.DOTALL)
"""A statement of Python or JavaScript, over several lines where its names stand in brackets."""
SCRIPTS = sorted((ROOT / "webapp" / "static").rglob("*.js"))


def long_functions(source: str) -> list[str]:
    """Names of the functions that are longer than the limit, from `def` to the last line."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]


def mutable_fields(source: str) -> dict[str, set[str]]:
    """Of each class the attributes that its methods assign to after `__init__`."""
    fields = {}
    for each in ast.walk(ast.parse(source)):
        if not isinstance(each, ast.ClassDef):
            continue
        methods = [node for node in each.body if isinstance(node, ast.FunctionDef) and node.name != "__init__"]
        fields[each.name] = {
            node.attr
            for method in methods
            for node in ast.walk(method)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if isinstance(node.value, ast.Name) and node.value.id == "self"
        }
    return fields


def duplicates(sources: dict[str, str]) -> set[tuple[str, str]]:
    """Pairs of places, as `file:line`, where the same lines follow one another; empty lines and imports do not count.

    A longer run is given once, by its first lines.
    """
    first_at: dict[tuple[str, ...], tuple[str, int, int]] = {}
    pairs, known = set(), set()
    for name, source in sources.items():
        own = IMPORT.sub(lambda statement: "\n" * statement[0].count("\n"), source)
        lines = [(number, line.strip()) for number, line in enumerate(own.splitlines(), 1) if line.strip()]
        for start in range(len(lines) - DUPLICATE_LINES + 1):
            run = tuple(line for _, line in lines[start : start + DUPLICATE_LINES])
            other, other_start, line = first_at.setdefault(run, (name, start, lines[start][0]))
            if (other, other_start) == (name, start):
                continue
            known.add((other, other_start, name, start))
            if (other, other_start - 1, name, start - 1) not in known:
                pairs.add((f"{other}:{line}", f"{name}:{lines[start][0]}"))
    return pairs


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short_and_classes_hold_little_state(path):
    source = path.read_text(encoding="utf-8")
    assert long_functions(source) == []
    assert [name for name, fields in mutable_fields(source).items() if len(fields) > MOST_MUTABLE_FIELDS] == []


def test_nothing_is_written_twice():
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in (*MODULES, *SCRIPTS)}
    assert duplicates(sources) == set()


def test_what_is_too_long_too_stateful_or_written_twice_is_found():
    long = "def short():\n    pass\n\ndef long():\n" + "    pass\n" * 59
    assert long_functions(long) == ["long"]
    stateful = (
        "class Table:\n    def __init__(self):\n        self.a = 1\n    def lay(self):\n        self.b, self.c.d = 1, 2"
    )
    assert mutable_fields(stateful) == {"Table": {"b"}}
    run = "\n".join(f"lay({number})" for number in range(10))
    twice = {"a.py": f"from x import (\n    y,\n)\n{run}", "b.py": f"first()\n\n{run}\nlast()"}
    assert duplicates(twice) == {("a.py:4", "b.py:3")}
    imports = "\n".join(f"    name_{number}," for number in range(10))
    assert duplicates(dict.fromkeys("ab", f"from x import (\n{imports}\n)")) == set()
    scripts = dict.fromkeys(("a.js", "b.js"), f"import {{\n{imports}\n}} from './x.js';")
    assert duplicates(scripts) == set()
