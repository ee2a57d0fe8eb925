"""What the commands of datasets share: the parser, folders of pictures, and errors as one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

BACKGROUND_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


def command_parser(module: str, text: str | None) -> argparse.ArgumentParser:
    """A parser for `python -m muggins.datasets.MODULE` whose help is `text`."""
    return argparse.ArgumentParser(
        prog=f"python -m muggins.datasets.{module}",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_backgrounds(parser: argparse.ArgumentParser) -> None:
    """Adds the option --backgrounds."""
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")


def find_backgrounds(folder: Path | None) -> list[Path]:
    """The pictures in a folder of table textures, or none without a folder. Raises ValueError where it has none."""
    return _pictures(folder, "table tops", "leave --backgrounds out to use drawn tables")


def find_things(folder: Path | None) -> list[Path]:
    """The pictures in a folder of things that are no tiles. Raises ValueError where it has none."""
    contents = "things that are no tiles, best PNGs cut out along their edge"
    return _pictures(folder, contents, "leave --things out to use drawn ones")


def _pictures(folder: Path | None, contents: str, advice: str) -> list[Path]:
    if folder is None:
        return []
    found = sorted(path for path in folder.glob("*") if path.suffix.lower() in BACKGROUND_SUFFIXES)
    if not found:
        raise ValueError(f"{folder}: expected a folder of pictures of {contents}, found none; {advice}")
    return found


def exit_status(command: Callable[[], None]) -> int:
    """Runs a command: 0, or 1 and a sentence on stderr where it raises ValueError or OSError."""
    try:
        command()
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
