"""No text that people read stands in Python outside gettext."""

import ast

import pytest
from places import ROOT

from muggins.webapp.language.extract import PHRASES

FOLDERS = (
    "scorer",
    "texts",
    *(f"vision/{room}" for room in ("capture", "detection", "pips", "layout", "reading", "tracking")),
    *(
        f"webapp/{room}"
        for room in ("session", "camera", "counting", "speech", "web", "views", "hosting", "demo", "cli")
    ),
    "webapp/hall",
)
SAYING = (
    *("ValueError", "StoreError", "RivalError", "FlawedPictureError", "UnreadError"),
    *("abort", "Forbidden", "Unauthorized", "TooManyRequests"),
    *("Doubt", "SourceStatus", "SetupCheck", "Choice", "QuestionDraft", "CameraChoice", "Finding"),
    "print",
)
"""What shows its arguments to people."""
WORDING = ("scorer/reports", "webapp/speech", "webapp/session", "webapp/camera", "vision/layout", "vision/reading")
"""Rooms whose functions make what people read."""
COMMANDS = ("muggins: ",)
"""Names of programs, which no language changes."""
FOR_PROGRAMS = {
    "vision/reading/reader.py": "arguments of a call in Python",
    "webapp/web/json_body.py": "numbers in JSON, which json_body itself catches",
}
"""Files whose literals are not read by people, and why."""
FILES = [ROOT / "vision" / "inference.py", *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))]
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in FILES)


def is_prose(node: ast.AST) -> bool:
    """Whether a literal has two words of letters, or a word beside a value that is filled in."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
        if text.startswith(COMMANDS):
            return False
        return any(word.isalpha() and len(word) > 1 for word in text.replace(":", " ").replace(",", " ").split())
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    if node.value.startswith(COMMANDS):
        return False
    return sum(word.strip(".,:;?!").isalpha() for word in node.value.split()) > 1


def literals_of(node: ast.AST) -> list[ast.AST]:
    """The literals that may be the value of an expression."""
    if isinstance(node, ast.IfExp):
        return [*literals_of(node.body), *literals_of(node.orelse)]
    if isinstance(node, ast.BinOp):
        return [*literals_of(node.left), *literals_of(node.right)]
    return [node]


def said_outside_gettext(source: str, is_wording: bool) -> list[tuple[int, str]]:
    """The line and the code of each text that reaches people without a catalogue."""
    found = []
    for node in ast.walk(ast.parse(source)):
        shown: list[ast.AST] = []
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            shown = list(node.args) if name in SAYING else []
            if name in PHRASES:  # a text that stands there alone is in the catalogues
                shown = [argument for argument in node.args if not isinstance(argument, ast.Constant)]
        elif isinstance(node, ast.keyword):
            shown = [node.value] if node.arg == "help" else []
        elif isinstance(node, ast.Return | ast.Assign) and node.value is not None and is_wording:
            shown = [node.value]
        for each in shown:
            found += [(each.lineno, ast.unparse(part)) for part in literals_of(each) if is_prose(part)]
    return found


def said_in(name: str) -> list[tuple[int, str]]:
    return said_outside_gettext((ROOT / name).read_text(encoding="utf-8"), name.startswith(WORDING))


@pytest.mark.parametrize("name", [name for name in MODULES if name not in FOR_PROGRAMS])
def test_what_people_read_goes_through_a_catalogue(name):
    assert said_in(name) == []


@pytest.mark.parametrize("name", FOR_PROGRAMS)
def test_no_exception_is_made_without_need(name):
    assert said_in(name) != []


@pytest.mark.parametrize(
    "code",
    [
        'raise ValueError("no such tile")',
        'raise RecordError(f"{tile} is missing")',
        'raise ScorerError("no such tile" if tile else "no tile at all")',
        'abort(404, "no game" if game else f"there is no {game}")',
        'parser.add_argument("--json", help="print one object")',
        'def f():\n    return f"{player} passes"',
    ],
)
def test_a_text_outside_a_catalogue_is_found(code):
    assert len(said_outside_gettext(code, True)) >= 1


def test_names_and_patterns_are_no_texts():
    code = 'raise ValueError(text)\nabort(404, gettext("no game"))\nprint(f"{number:>4}  {text}")\nprint("{}")'
    assert said_outside_gettext(code + '\nraise RecordError("no game")', True) == []


def test_every_exception_is_a_file():
    assert all((ROOT / name).is_file() for name in FOR_PROGRAMS)
