"""Makes a training set of rendered scenes.

    python -m muggins.datasets.scenes --out SET --count 10000 --backgrounds TEXTURES
    python -m muggins.datasets.scenes --out PLAIN --count 2000 --plain
    python -m muggins.datasets.scenes --out OTHER --count 2000 --no-tiles --things PICTURES
    python -m muggins.datasets.scenes --sheet samples.png

A set is a folder of shards, each of 50 scenes and each made from its own seeds, so that a run that was stopped
goes on where it was and two machines can share the work (`--first`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from ..assets.clutter import ANYTHING, THINGS
from .arrangement import WAYS
from .render import LABELS, Held, Scene, render

SIDE = 832
"""Pixels of a stored square picture; training cuts windows out of it."""
PER_SHARD = 50
SET_COUNT = 2000
"""Scenes of a training set, unless the command line asks for another number."""
SHEET_COUNT = 24
"""Scenes on a page of samples: 6 rows of 4, a PNG of about 5 MB."""


@dataclass(frozen=True)
class Subject:
    """What the scenes of a set show."""

    with_tiles: bool = True
    """If not: cards, dice and other clutter.THINGS, one sort in each scene."""
    plain: bool = False
    """Tiles seen from above on a bare table without shadows (see render.Held)."""
    highest: int | None = None
    """The most pips of a half in each set of tiles; drawn at random, mostly six, where it is not given."""
    only: str | None = None
    """This one of clutter.THINGS alone lies beside the tiles; where none lie, it does rather than each in its turn."""
    no_bars: bool = False
    """No bar divides the halves."""
    laid: str | None = None
    """How tiles lie face up, one of arrange.WAYS."""
    things: Sequence[Path] = ()
    """Pictures of what may lie beside the tiles; without tiles, these and all sorts together in every other scene."""

    def held(self, seed: int) -> Held:
        """What the scene of a seed must show."""
        if self.with_tiles:
            return Held(plain=self.plain, highest=self.highest, no_bars=self.no_bars, laid=self.laid, beside=self.only)
        one = ANYTHING if self.things and seed % 2 else sorted(THINGS)[seed // 2 % len(THINGS)]
        return Held(thing=self.only or one)

    def scene(self, seed: int, backgrounds: list[Path]) -> Scene:
        """The scene of a seed."""
        return render(seed, backgrounds, held=self.held(seed), things=self.things)


TABLES = Subject()
"""Tables as people play at them."""


def square(image: np.ndarray, side: int = SIDE) -> tuple[np.ndarray, float]:
    """`image` fitted into the top left of a grey (side, side, 3) square, and the scale it got."""
    scale = side / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    out = np.full((side, side, 3), 114, np.uint8)
    out[: size[1], : size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return out, scale


def make_shard(
    number: int, out: Path, backgrounds: list[Path], per_shard: int = PER_SHARD, subject: Subject = TABLES
) -> Path:
    """Renders scenes number * per_shard and on into `out`/shard-NNNNN.npz, unless that is there.

    It holds `images` (N, SIDE, SIDE, 3) uint8 and `tiles` (M, 17) float32: the picture's number, the kind as in LABELS,
    the share that is seen, the box x0 y0 x1 y1 px, the four corners px, the pips of both halves.
    """
    path = out / f"shard-{number:05d}.npz"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    images, tiles = [], []
    for k in range(per_shard):
        scene = subject.scene(number * per_shard + k, backgrounds)
        picture, scale = square(scene.image)
        images.append(picture)
        for one in (*scene.tiles, *scene.printed):
            if one.visible > 0.02:
                place = (*np.array(one.box) * scale, *(one.corners * scale).ravel())
                tiles.append((k, LABELS.index(one.kind), one.visible, *place, one.first, one.second))
    partial_file = path.with_suffix(".part")
    with partial_file.open("wb") as file:
        np.savez(file, images=np.stack(images), tiles=np.array(tiles, np.float32).reshape(-1, 17))
    partial_file.rename(path)
    return path


def sheet(
    path: Path, count: int, first: int, backgrounds: list[Path], subject: Subject = TABLES, columns: int = 4
) -> None:
    """Writes a page of sample scenes, such as `make_shard` makes, as one picture."""
    cells = []
    for seed in range(first, first + count):
        image = subject.scene(seed, backgrounds).image
        scale = min(480 / image.shape[1], 360 / image.shape[0])
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((360, 480, 3), np.uint8)
        cell[: image.shape[0], : image.shape[1]] = image[:360, :480]
        cells.append(cell)
    cells += [np.zeros((360, 480, 3), np.uint8)] * (-len(cells) % columns)
    rows = [np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise ValueError(f"{path}: expected a place to write a PNG picture, but it could not be written")


def find_backgrounds(folder: Path | None) -> list[Path]:
    """The pictures of a folder of table textures; raises ValueError where there are none."""
    return _pictures(folder, "table tops", "leave --backgrounds out to use drawn tables")


def find_things(folder: Path | None) -> list[Path]:
    """The pictures of a folder of things that are no tiles; raises ValueError where there are none."""
    what = "things that are no tiles, best PNGs cut out along their edge"
    return _pictures(folder, what, "leave --things out to use drawn ones")


def _pictures(folder: Path | None, what: str, instead: str) -> list[Path]:
    if folder is None:
        return []
    found = sorted(p for p in folder.glob("*") if p.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    if not found:
        raise ValueError(f"{folder}: expected a folder of pictures of {what}, found none; {instead}")
    return found


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.scenes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, help="folder of the set")
    parser.add_argument("--sheet", type=Path, help="write a page of sample scenes to this PNG instead")
    parser.add_argument(
        "--count", type=int, help=f"scenes (default: {SET_COUNT} for a set, {SHEET_COUNT} for a page of samples)"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first scene, a multiple of 50 (default 0)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    parser.add_argument(
        "--things", type=Path, help="folder of pictures of things that are no tiles (default: drawn ones only)"
    )
    parser.add_argument(
        "--plain", action="store_true", help="only tiles seen from above on bare tables, without shadows"
    )
    parser.add_argument(
        "--highest", type=int, choices=(6, 9, 12), help="only double-six, double-nine or double-twelve sets"
    )
    parser.add_argument("--no-bars", action="store_true", help="only sets without a bar between the halves")
    parser.add_argument("--laid", choices=sorted(WAYS), help="only tiles that lie so face up, such as 'rows'")
    parser.add_argument(
        "--no-tiles", action="store_true", help="only what is taken for tiles: cards, dice and the like"
    )
    parser.add_argument(
        "--only", metavar="THING", choices=sorted(THINGS), help="no other things than this, such as 'playing card'"
    )
    parser.add_argument(
        "--workers", type=int, default=multiprocessing.cpu_count(), help="processes (default: all cores)"
    )
    given = parser.parse_args()
    if (given.out is None) == (given.sheet is None):
        parser.error("give either --out SET or --sheet PNG")
    if (given.plain or given.highest or given.no_bars or given.laid) and given.no_tiles:
        parser.error("give --plain, --highest, --no-bars and --laid without --no-tiles")
    try:
        backgrounds = find_backgrounds(given.backgrounds)
        things = find_things(given.things)
        subject = Subject(not given.no_tiles, given.plain, given.highest, given.only, given.no_bars, given.laid, things)
        if given.sheet:
            sheet(given.sheet, given.count or SHEET_COUNT, given.first, backgrounds, subject)
        else:
            _make_set(given, backgrounds, subject)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _make_set(given: argparse.Namespace, backgrounds: list[Path], subject: Subject) -> None:
    """Makes all shards that are missing; ValueError where a picture cannot be read."""
    given.out.mkdir(parents=True, exist_ok=True)
    numbers = range(given.first // PER_SHARD, (given.first + (given.count or SET_COUNT) + PER_SHARD - 1) // PER_SHARD)
    start = time.monotonic()
    make = partial(make_shard, out=given.out, backgrounds=backgrounds, subject=subject)
    with multiprocessing.Pool(given.workers) as pool:
        for done, path in enumerate(pool.imap_unordered(make, numbers), 1):
            left = (time.monotonic() - start) / done * (len(numbers) - done)
            print(
                f"{done * PER_SHARD} of {len(numbers) * PER_SHARD} scenes, {path.name}, {left / 60:.1f} min left",
                flush=True,
            )
