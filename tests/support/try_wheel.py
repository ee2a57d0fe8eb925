"""Tries a wheel as a player has it, in an empty environment and away from the checkout.

python tests/support/try_wheel.py dist/muggins-0.2.0-py3-none-any.whl
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

from places import ROOT
from try_demo import try_demo

FOLDERS = ("scorer", "texts", "vision", "models", "webapp", "datasets")
NOT_SHIPPED = {"models/experiments.md", "models/floors.toml"}
"""Packages that developers need and players do not."""
PHOTO = ROOT / "webapp" / "bench" / "bench.jpg"


def missing_files(wheel: Path) -> set[str]:
    """Files of the packages that git tracks and the wheel lacks."""
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = {name for name in listed.stdout.split("\0") if name}
    shipped = {name.removeprefix("muggins/") for name in zipfile.ZipFile(wheel).namelist()}
    return tracked - shipped - NOT_SHIPPED


def try_commands(muggins: Path, folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Reads a photo and opens the recorded game with an installed `muggins`, working in `folder`."""
    reading = [muggins, "read", PHOTO, "--json"]
    read = subprocess.run(reading, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    tiles = json.loads(read.stdout)["tiles"]
    assert len(tiles) == 20, f"{PHOTO.name} shows 20 tiles; {len(tiles)} were read"
    try_demo([muggins, "demo", "--port", "0"], cwd=folder, env=environment)


def main(wheel: Path) -> None:
    if forgotten := missing_files(wheel):
        sys.exit(f"{wheel.name} lacks {', '.join(sorted(forgotten))}: name them in pyproject.toml")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        pip = [folder / "env" / "bin" / "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", wheel.resolve()], check=True)
        try_commands(folder / "env" / "bin" / "muggins", folder)
    print(f"{wheel.name} holds every file, reads a photo and opens the recorded game.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
