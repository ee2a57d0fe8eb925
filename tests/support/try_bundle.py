"""Tries a bundle as a player has it: without Python on the PATH, in an empty home.

python tests/support/try_bundle.py dist/muggins
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from try_wheel import try_commands

LARGEST_MEGABYTES = 350


def main(bundle: Path) -> None:
    size = sum(path.lstat().st_size for path in bundle.rglob("*") if path.is_file()) / 2**20
    assert size <= LARGEST_MEGABYTES, f"{bundle} has {size:.1f} MB; {LARGEST_MEGABYTES} are the most"
    with tempfile.TemporaryDirectory() as home:
        # Nothing of this environment reaches it. Windows finds its own libraries by SYSTEMROOT.
        needed = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        try_commands(bundle.resolve() / "muggins", Path(home), {**needed, "HOME": home, "PATH": ""})
    print(f"{bundle} ({size:.1f} MB) reads a photo and opens the recorded game without Python.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
