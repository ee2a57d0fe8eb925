"""Finds the texts in Python code. Babel's own reader does not look into f-strings before Python 3.12."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import IO, Any

PHRASES = ("Phrase", "ScorerError", "RecordError")
"""The classes of the scorer whose first argument is a text, their second one its plural; some have a `context`."""

Call = tuple[int, str, tuple[str | None, ...], list[str]]
"""A call as Babel wants it: its line, the function, its arguments that are strings, comments for translators."""


def calls_in(file: IO[bytes], functions: Collection[str], tags: Collection[str], options: Any) -> Iterator[Call]:
    """Every call of one of the functions, in order. A comment that begins with a tag stands above its call."""
    source = file.read().decode()
    lines = source.splitlines()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _name(node) in functions]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        strings = tuple(_string(argument) for argument in call.args)
        contexts = [_string(keyword.value) for keyword in call.keywords if keyword.arg == "context"]
        name = "pgettext" if contexts and _name(call) in PHRASES else _name(call)
        yield call.lineno, name, (*contexts, *strings), _comments(lines, call.lineno, tags)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else str(getattr(call.func, "attr", ""))


def _string(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return str(argument.value) if is_text else None  # type: ignore[attr-defined]


def _comments(lines: list[str], number: int, tags: Collection[str]) -> list[str]:
    """The comment above a line from its tag on."""
    above: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not line.strip().startswith("#"):
            break
        above.insert(0, line.strip().removeprefix("#").strip())
    begin = next((index for index, line in enumerate(above) if line.startswith(tuple(tags))), len(above))
    return above[begin:]
