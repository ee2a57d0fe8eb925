"""The arrows between the rooms: which sub-package may know of which, and which class is at home where."""

import ast
import functools
import sys

import pytest
from places import ROOT

VISION_BASE = ("scorer.tiles", "scorer.layout", "texts", "vision.types", "vision.probability")
ARROWS = {
    "models": (),
    "scorer": ("scorer.rules",),
    "texts": (),
    "scorer.rules": ("scorer.tiles", "scorer.layout", "scorer.names", "scorer.errors"),
    "scorer.reports": ("scorer", "scorer.rules", "texts"),
    "vision": ("scorer.tiles", "scorer.layout", "texts", "models"),
    "vision.capture": ("texts",),
    "vision.geometry": ("vision.types",),
    "vision.detection": (
        *("models", "texts"),
        *("vision.types", "vision.inference", "vision.probability", "vision.geometry"),
    ),
    "vision.pips": (
        *("models", "texts"),
        *("vision.types", "vision.inference", "vision.probability", "vision.geometry"),
    ),
    "vision.layout": (*VISION_BASE, "vision.geometry"),
    "vision.reading": (*VISION_BASE, "vision.detection", "vision.pips", "vision.layout", "vision.geometry"),
    "vision.motion": ("vision.capture",),
    "vision.tracking": (*VISION_BASE, "vision.geometry", "vision.layout", "vision.motion", "vision.capture"),
    "vision.labels": (*VISION_BASE, "vision.geometry", "vision.capture"),
    "vision.evaluation": ("scorer.tiles", "scorer.layout", "models", "vision"),
    "webapp": ("webapp.session", "webapp.camera", "webapp.web", "webapp.views", "webapp.counting", "webapp.receivers"),
    "webapp.counting": ("texts", "webapp.web", "webapp.session", "scorer", "vision"),
    "webapp.session": (
        "texts",
        "scorer",
        "vision.types",
        "vision.tracking.events",
        "vision.tracking.expected",
        "vision.capture.status",
    ),
    "webapp.camera": ("texts", "webapp.session", "scorer", "vision"),
    "webapp.language": (),
    "webapp.speech": ("texts", "scorer", "webapp.language"),
    "webapp.receivers": ("texts", "webapp.web", "webapp.session", "scorer", "vision.capture.network_camera"),
    "webapp.web": (
        *("texts", "vision.capture.status"),
        *("webapp.session", "webapp.camera", "webapp.speech", "webapp.language", "scorer"),
    ),
    "webapp.views": (
        *("texts", "vision.capture.status"),
        "webapp.web",
        "webapp.session",
        "webapp.camera",
        "webapp.speech",
        "webapp.language",
        "scorer",
    ),
    "webapp.hosting": (
        *("webapp.app", "webapp.views", "webapp.web", "webapp.camera", "webapp.session"),
        "texts",
    ),
    "webapp.hall": (),
    "webapp.hall.tournament": ("texts", "scorer"),
    "webapp.hall.pairing": ("texts", "webapp.hall.tournament", "scorer"),
    "webapp.hall.records": ("texts", "webapp.session.store", "webapp.hall.tournament", "scorer"),
    "webapp.hall.records.versions": (),
    "webapp.hall.desk": (
        "texts",
        *("webapp.hall.tournament", "webapp.hall.pairing", "webapp.hall.records", "webapp.hall.floor.messages"),
        *("webapp.session", "webapp.web.access", "scorer"),
    ),
    "webapp.hall.watching": ("webapp.camera.table_watcher", "models", "vision", "texts"),
    "webapp.hall.floor": (
        "texts",
        *("webapp.app", "webapp.web", "webapp.camera", "webapp.session", "webapp.counting"),
        *("webapp.receivers", "webapp.speech"),
        *("webapp.hall.records", "webapp.hall.watching", "scorer", "vision"),
    ),
    "webapp.hall.lobby": (
        *("webapp.hall.floor", "webapp.hall.records.table_store", "webapp.web", "webapp.session.store", "texts"),
        "vision.capture.status",
    ),
    "webapp.hall.views": (
        "texts",
        *("webapp.hall.desk", "webapp.hall.floor", "webapp.hall.pairing", "webapp.hall.tournament"),
        "webapp.hall.records.table_store",
        *("webapp.web", "webapp.session", "scorer"),
    ),
    "webapp.hall.serving": (
        *("webapp.hall.floor", "webapp.hall.lobby", "webapp.hall.records", "webapp.hall.views"),
        "webapp.hall.watching",
        *("webapp.hall.desk", "webapp.hall.tournament", "webapp.demo"),
        *("webapp.hosting", "webapp.views", "webapp.web", "webapp.session", "webapp.counting", "webapp.camera"),
        *("webapp.receivers", "webapp.speech"),
        "texts",
    ),
    "webapp.hall.bench": (
        "texts",
        *("webapp.hall.watching", "webapp.hall.serving", "webapp.hall.floor.load"),
        *("webapp.bench", "webapp.demo", "scorer", "vision"),
    ),
    "webapp.openapi": (
        *("webapp.app", "webapp.session", "webapp.web"),
        *("webapp.hall.serving", "webapp.hall.lobby", "webapp.hall.floor", "scorer"),
    ),
    "webapp.demo": ("texts", "webapp.camera", "webapp.session", "vision", "scorer"),
    "webapp.bench": (
        "webapp.app",
        *(f"webapp.{room}" for room in ("session", "camera", "speech", "language", "web", "views", "hosting", "demo")),
        *("scorer", "vision", "models"),
    ),
    "webapp.cli": ("texts", "webapp", "scorer", "vision", "models"),
    "datasets.optics": (),
    "datasets.assets": ("datasets.optics",),
    "datasets.scenes": ("datasets.optics", "datasets.assets", "scorer", "vision.pips", "vision.types"),
    "datasets.videos": ("datasets.optics", "datasets.assets", "datasets.scenes", "scorer"),
    "datasets.batches": ("datasets.optics", "datasets.scenes", "vision"),
    "datasets.training": ("datasets.batches", "datasets.scenes", "vision"),
    "datasets.recipe": (
        *("datasets.assets", "datasets.scenes", "datasets.batches", "datasets.training", "datasets.evaluation"),
        *("models", "vision"),
    ),
    "datasets.evaluation": ("datasets.assets", "datasets.scenes", "datasets.batches", "scorer", "vision"),
}
"""Room by room what it may import besides itself: a room (all below it too), or one module of it.

`webapp.app` stands for `create_app`; the core of the scorer and the root of vision are rooms of their own.
"""
FOLDERS = ("texts", "scorer", "models", "vision", "webapp", "datasets")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def imports_of(source: str, package: str) -> set[str]:
    """Full names of all modules that a module of `package` imports, wherever in its code."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            folder = ROOT.joinpath(*module.split(".")[1:])
            if module.split(".")[0] == "muggins" and folder.is_dir():
                # `from muggins.scorer import tiles` is the module tiles if there is one of that name.
                for alias in node.names:
                    is_module = (folder / f"{alias.name}.py").exists() or (folder / alias.name).is_dir()
                    names.add(f"{module}.{alias.name}" if is_module else module)
            else:
                names.add(module)
    return names


@functools.cache
def imports_of_file(path) -> set[str]:
    return imports_of(path.read_text(encoding="utf-8"), package_of(path))


def package_of(path) -> str:
    return ".".join(("muggins", *path.relative_to(ROOT).parts[:-1]))


def room_of(path) -> str:
    return ".".join(path.relative_to(ROOT).parts[:-1])


def may_import(room: str, name: str) -> bool:
    """Whether an arrow leads from a room to a module, both named without `muggins.`."""
    if name == "webapp":
        name = "webapp.app"
    for allowed in (room, *ARROWS[room]):
        if name == allowed or name.startswith(f"{allowed}."):
            # A core may not import the rooms above it, though their names begin with its own.
            is_above = allowed == room and room in ("scorer", "vision", "webapp") and name.count(".") > 0
            if not is_above or f"{room}.{name.split('.')[1]}" not in ARROWS:
                return True
    return False


def forbidden(path, names: set[str]) -> set[str]:
    """What a module imports of the project although no arrow leads there, out of all it imports."""
    ours = {name for name in names if name.split(".")[0] == "muggins"}
    return {name for name in ours if not may_import(room_of(path), name.removeprefix("muggins."))}


def gathers(path) -> bool:
    """Whether it is the __init__ of a core, which names for the world what stands in the rooms above."""
    return path.name == "__init__.py" and room_of(path) in ("scorer", "vision")


def test_imports_follow_the_arrows():
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in MODULES
        for name in forbidden(path, imports_of_file(path))
        if not (gathers(path) and name.startswith(f"muggins.{room_of(path)}."))
    }
    assert found == set()


def test_every_room_has_its_arrows():
    assert {room_of(path) for path in MODULES} <= set(ARROWS)


def circle_among(imports: dict[str, set[str]]) -> set[str]:
    """What is left after taking away, again and again, all that imports nothing of what is left."""
    while ground := {name for name, others in imports.items() if not others & set(imports)}:
        imports = {name: others for name, others in imports.items() if name not in ground}
    return set(imports)


def test_no_circle_of_rooms():
    assert circle_among({room: {other for other in ARROWS if other in ARROWS[room]} for room in ARROWS}) == set()


def test_no_circle_of_files():
    """Also of imports for types alone. The __init__ of a package gathers what stands below it."""
    files = {f"{package_of(path)}.{path.stem}": path for path in MODULES if path.name != "__init__.py"}
    assert circle_among({name: imports_of_file(path) for name, path in files.items()}) == set()


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("scorer/tiles.py", "import muggins.vision.types", {"muggins.vision.types"}),
        ("scorer/tiles.py", "from .reports import svg", {"muggins.scorer.reports.svg"}),
        (
            "scorer/tiles.py",
            "def f():\n    from muggins.webapp.session import session",
            {"muggins.webapp.session.session"},
        ),
        ("vision/types.py", "from muggins.scorer.game import Game", {"muggins.scorer.game"}),
        ("vision/types.py", "from muggins.scorer import Tile", {"muggins.scorer"}),
        ("vision/geometry/quads.py", "from ..reading.reader import Reader", {"muggins.vision.reading.reader"}),
        ("vision/types.py", "from ..webapp.views import pages", {"muggins.webapp.views.pages"}),
        (
            "webapp/views/pages.py",
            "from ...datasets.scenes.render import render",
            {"muggins.datasets.scenes.render"},
        ),
        ("vision/layout/joins.py", "from muggins.scorer.tiles import Tile\nfrom ..geometry.quads import areas", set()),
        ("webapp/views/pages.py", "from ..web.context import world\nfrom muggins.scorer import Tile", set()),
    ],
)
def test_an_import_against_the_arrows_is_found(module, source, found):
    path = ROOT / module
    assert forbidden(path, imports_of(source, package_of(path))) == found


def test_the_scorer_needs_the_standard_library_alone():
    outside = {
        f"{path.name}: {name}"
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == "scorer"
        for name in (full.split(".")[0] for full in imports_of_file(path))
        if name not in (*sys.stdlib_module_names, "muggins")
    }
    assert outside == set()


def test_only_training_knows_ultralytics_and_torch():
    """Whoever plays has neither; they come with the extra `train`."""
    users = {"ultralytics": set(), "torch": set()}
    for path in MODULES:
        for name in imports_of_file(path):
            users.get(name.split(".")[0], set()).add(room_of(path))
    assert users["ultralytics"] <= {"datasets.training"}
    assert users["torch"] <= {"datasets.training"}


def test_only_pairing_knows_networkx():
    """Whoever plays at a single table has not installed it; it comes with the extra `hall`."""
    users = {
        room_of(path) for path in MODULES if any(name.split(".")[0] == "networkx" for name in imports_of_file(path))
    }
    assert users == {"webapp.hall.pairing"}


def test_only_one_module_of_the_hall_knows_ray():
    """It weighs 490 MB; a hall of one machine has not installed it, and starts none of it."""
    users = {
        str(path.relative_to(ROOT)) for path in MODULES if any(n.split(".")[0] == "ray" for n in imports_of_file(path))
    }
    assert users == {"webapp/hall/watching/cluster.py"}


def test_no_single_table_knows_the_hall():
    """But for the commands that start it, which are imported when they run, and what describes it."""
    hall = "muggins.webapp.hall"
    users = {
        str(path.relative_to(ROOT))
        for path in MODULES
        if any(name == hall or name.startswith(f"{hall}.") for name in imports_of_file(path))
        and not room_of(path).startswith("webapp.hall")
    }
    commands = {"webapp/cli/hall.py", "webapp/cli/hall_bench.py", "webapp/cli/keys.py"}
    assert users <= commands | {"webapp/openapi/api.py"}


def test_a_public_class_has_one_home():
    """Whoever reads the name of a class knows which one is meant."""
    homes = {}
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_datasets_has_no_init():
    """With one it would shadow the package datasets of others who run Python in the project's folder."""
    assert not (ROOT / "datasets" / "__init__.py").exists()
    assert (ROOT / "models" / "__init__.py").exists()
