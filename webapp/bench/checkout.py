"""The folder that muggins was checked out into, where `tests/benchmarks` lies beside the package."""

from __future__ import annotations

from pathlib import Path

BENCHMARKS = Path("tests", "benchmarks")


def benchmarks_folder() -> Path | None:
    """The folder of the programs that muggins is compared with; None where there is no checkout.

    An editable install runs from the checkout. An installed copy finds it when it is the working directory.
    """
    for root in (Path(__file__).resolve().parents[2], Path.cwd()):
        if (root / BENCHMARKS).is_dir() and _is_checkout(root):
            return root / BENCHMARKS
    return None


def _is_checkout(root: Path) -> bool:
    """Whether `root` is the project's own folder: nothing of another project is run."""
    try:
        lines = (root / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return 'name = "muggins"' in lines
