"""Gathers every text that people read, and brings the catalogues up to date.

    python -m muggins.webapp.language.extract [CODE]

It writes `catalogues/messages.pot` and every `catalogues/*.po`: new texts without a translation, changed ones likewise,
and those that are no longer in the code dropped. Then it prints how many texts each language still lacks. With the CODE
of a new language, for example `it` or `pt_PT`, it begins a catalogue for that one too.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from .catalogues import CATALOGUES, is_translated, own_name

ROOT = Path(__file__).parents[2]
TEMPLATE = CATALOGUES / "messages.pot"
WIDTH = 110
COMMENT_TAGS = ("For translators:",)
"""A comment that begins so, above a text in the code, stands above it in the catalogues too."""
PHRASES = ("Phrase", "ScorerError", "RecordError", "TournamentError", "DoubtfulError")
"""The classes whose first argument is a text, their second one its plural; some have a `context`."""
PYTHON = {
    **DEFAULT_KEYWORDS,
    "mark": None,
    "lazy_gettext": None,
    "lazy_ngettext": (1, 2),
    "lazy_pgettext": ((1, "c"), 2),
    **{name: {1: (1,), 2: (1, 2)} for name in PHRASES},
}
"""The functions that mark a text in Python, and which of their arguments it is."""
SCRIPT = {"t": None, "tn": (1, 2), "tp": ((1, "c"), 2)}
"""The functions of `static/lib/text.js`."""
RULES = "scorer/rules/rulesets.toml"
RULES_CONTEXT = {"name": "game", "description": "game"}
"""The entries of a rule set that people read, and the context of each in the catalogues."""
OPTION_CONTEXT = "option"
"""The context of what an option does, which comments of the rule sets say. The names of its values stay as they are."""

Found = tuple[str, str | tuple[str, ...], list[str], str | None]
"""A text: the file, the text or its singular and plural, comments for translators, the context."""
Call = tuple[int, str, tuple[str | None, ...], list[str]]
"""A call as Babel wants it: its line, the function, its arguments that are strings, comments for translators."""


def gather(root: Path = ROOT) -> Catalog:
    """Every text of the program, in the order of the files; each names its files, without lines."""
    catalogue = Catalog(header_comment="# The texts of muggins. Written by muggins.webapp.language.extract.")
    for file, message, comments, context in _found(root):
        catalogue.add(message, None, [(file, None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    for each in catalogue:
        each.locations = list(dict.fromkeys(each.locations))
        each.flags.discard("python-format")
    return catalogue


def update(path: Path, template: Catalog) -> Catalog:
    """A catalogue with the texts of the template: translations stay, texts that are gone are dropped."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def text_of(catalogue: Catalog) -> str:
    """A catalogue as the text of its file: no lines and no dates, so that a change of the code changes little."""
    written = io.BytesIO()
    write_po(written, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    kept = ("Content-Type", "Content-Transfer-Encoding", "MIME-Version", "Language:", "Plural-Forms")
    lines = written.getvalue().decode().splitlines()
    header_end = lines.index("")
    header = [line for line in lines[:header_end] if not line.startswith('"') or line[1:].startswith(kept)]
    return "\n".join([*(line for line in header if line != "#, fuzzy"), *lines[header_end:]]).rstrip() + "\n"


def begin(code: str, folder: Path = CATALOGUES) -> None:
    """Makes an empty catalogue for a language that has none. ValueError where the code names no language."""
    path = folder / f"{code}.po"
    if not path.exists():
        catalogue = Catalog(locale=code, header_comment=f"# {own_name(code)}")
        path.write_text(text_of(catalogue), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    template = gather()
    for code in arguments:
        begin(code)
    TEMPLATE.write_text(text_of(template), encoding="utf-8")
    print(f"{len(template)} texts in {TEMPLATE.relative_to(ROOT)}")
    for path in sorted(CATALOGUES.glob("*.po")):
        catalogue = update(path, template)
        path.write_text(text_of(catalogue), encoding="utf-8")
        missing = sum(1 for message in catalogue if message.id and not is_translated(message))
        print(f"{path.stem}: {missing} of {len(catalogue)} to translate")


def _found(root: Path) -> Iterator[Found]:
    for folder in ("texts", "scorer", "vision", "webapp"):
        yield from _in_folder(root, folder, "**.py", calls_in, PYTHON, {})
    for files in ("**.html", "**.webmanifest"):
        yield from _in_folder(root, "webapp/templates", files, "jinja2", DEFAULT_KEYWORDS, {"trimmed": "true"})
    yield from _in_folder(root, "webapp/static", "**.js", "javascript", SCRIPT, {"jsx": False})
    text = (root / RULES).read_text(encoding="utf-8")
    for meaning in re.findall(r"^[\w-]+ = .*?# (.*)$", text, re.MULTILINE):
        yield RULES, meaning, [], OPTION_CONTEXT
    for options in tomllib.loads(text).values():
        for key, context in RULES_CONTEXT.items():
            if options.get(key):
                yield RULES, options[key], [], context


def _in_folder(
    root: Path, folder: str, files: str, method: Any, keywords: Mapping[str, Any], options: dict[str, Any]
) -> Iterator[Found]:
    found = extract_from_dir(
        root / folder, [(files, method)], {files: options}, keywords, COMMENT_TAGS, strip_comment_tags=True
    )
    for file, _, message, comments, context in found:
        yield f"{folder}/{file}", message, comments, context


def calls_in(file: IO[bytes], functions: Collection[str], tags: Collection[str], options: Any) -> Iterator[Call]:
    """Every call of one of the functions in Python code, in order; a comment that begins with a tag stands above it.

    Babel's own reader does not look into f-strings before Python 3.12.
    """
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


if __name__ == "__main__":
    main(sys.argv[1:])
