"""The arrows between the folders: who may know of whom."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ARROWS = {
    "scorer": (),
    "models": (),
    "vision": ("scorer.tiles", "scorer.layout", "models"),
    "webapp": ("scorer", "vision", "models"),
    "datasets": ("scorer", "vision"),
}
MODULES = sorted(path for folder in ARROWS for path in (ROOT / folder).rglob("*.py"))


def imports_of(source: str, package: str) -> set[str]:
    """Full names of all modules that a module of `package` imports, wherever in its code."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            if module in ("muggins", *(f"muggins.{folder}" for folder in ARROWS)):
                # `from muggins.scorer import tiles` is the module tiles if there is one of that name.
                for alias in node.names:
                    full = f"{module}.{alias.name}"
                    path = ROOT / full.removeprefix("muggins.").replace(".", "/")
                    names.add(full if path.with_suffix(".py").exists() or path.is_dir() else module)
            else:
                names.add(module)
    return names


def package_of(path: Path) -> str:
    return ".".join(("muggins", *path.relative_to(ROOT).parts[:-1]))


def forbidden(path: Path, source: str) -> set[str]:
    """What a module imports of the project although no arrow leads there."""
    folder = path.relative_to(ROOT).parts[0]
    allowed = tuple(f"muggins.{name}" for name in (folder, *ARROWS[folder]))
    ours = {name for name in imports_of(source, package_of(path)) if name.split(".")[0] == "muggins"}
    return {name for name in ours if not any(name == one or name.startswith(f"{one}.") for one in allowed)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_arrows(path):
    assert forbidden(path, path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("scorer/tiles.py", "import muggins.vision.table", {"muggins.vision.table"}),
        ("scorer/tiles.py", "def f():\n    from muggins.webapp import live", {"muggins.webapp.live"}),
        ("vision/table.py", "from muggins.scorer.game import Game", {"muggins.scorer.game"}),
        ("vision/table.py", "from muggins.scorer import Tile", {"muggins.scorer"}),
        ("vision/table.py", "from ..webapp.live import LiveTable", {"muggins.webapp.live"}),
        ("webapp/views/pages.py", "from ...datasets.render import render", {"muggins.datasets.render"}),
        ("vision/table.py", "from muggins.scorer.tiles import Tile\nfrom .geometry import areas", set()),
        ("webapp/views/pages.py", "from ..live import LiveTable\nfrom muggins.scorer import Tile", set()),
    ],
)
def test_an_import_against_the_arrows_is_found(module, source, found):
    assert forbidden(ROOT / module, source) == found


def test_the_scorer_needs_the_standard_library_alone():
    outside = {
        f"{path.name}: {name}"
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == "scorer"
        for name in (full.split(".")[0] for full in imports_of(path.read_text(encoding="utf-8"), package_of(path)))
        if name not in (*sys.stdlib_module_names, "muggins", "tomli")
    }
    assert outside == set()


def test_only_training_knows_ultralytics_and_torch():
    """Whoever plays has neither; they come with the extra `train`."""
    users = {"ultralytics": set(), "torch": set()}
    for path in MODULES:
        for name in imports_of(path.read_text(encoding="utf-8"), package_of(path)):
            users.get(name.split(".")[0], set()).add(str(path.relative_to(ROOT)))
    assert users["ultralytics"] <= {"datasets/train.py"}
    assert users["torch"] <= {f"datasets/{name}.py" for name in ("train", "train_pips", "training", "export")}


def test_datasets_has_no_init():
    """With one it would shadow the package datasets of others who run Python in the project's folder."""
    assert not (ROOT / "datasets" / "__init__.py").exists()
    assert (ROOT / "models" / "__init__.py").exists()
