"""Makes a training set of rendered scenes, or a page of samples.

    python -m muggins.datasets.scenes --out SET --count 10000 --backgrounds TEXTURES
    python -m muggins.datasets.scenes --out PLAIN --count 2000 --plain
    python -m muggins.datasets.scenes --out OTHER --count 2000 --no-tiles --things PICTURES
    python -m muggins.datasets.scenes --out REST --count 10000 --without dimples --without no-bar
    python -m muggins.datasets.scenes --sheet samples.png --family marble
    python -m muggins.datasets.scenes --sheet samples.png --each-family

A set is a folder of shards of 50 scenes. Each shard is made from its own seeds, so a run that was stopped continues
where it was, and two machines can share the work (--first).

`--family` and `--without` name families of sets (see `assets/tile_styles.py`). Leave-one-family-out trains on scenes
made with `--without NAME` and measures on scenes made with `--family NAME`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import get_args

import cv2
import numpy as np

from ..assets.clutter import ANYTHING, THINGS
from ..assets.tile_styles import FAMILIES, VARIANTS
from .arrangement import LAYOUT_KINDS, Laid
from .command_line import add_backgrounds, command_parser, exit_status, find_backgrounds, find_things
from .covers import Cover
from .render import LABELS, RenderedScene, SceneConstraints, render
from .shards import PER_SHARD, letterbox_square, shard_path, tile_row, write_shard
from .visible_pips import scene_shows_pips

SET_COUNT = 2000
"""Scenes of a training set, unless the command line asks for another number."""
SHEET_COUNT = 24
"""Scenes on a page of samples, unless the command line asks for another number: 6 rows of 4, a PNG of about 5 MB."""
SHEET_COLUMNS = 4
CELL_SIZE = (480, 360)
"""Width and height in pixels of a scene on a page of samples."""
FAR_LENGTHS_PX = (14.0, 34.0)
"""Least and greatest length of a far tile in the middle of the picture, seen straight down. Below, pips are smaller
than a pixel; above, ordinary tables have many such tiles."""
MIN_LABELLED = 0.02
"""Tiles with a smaller visible share get no label."""


@dataclass(frozen=True)
class SceneRecipe:
    """What all scenes of a set have in common."""

    with_tiles: bool = True
    """Without tiles a scene shows cards, dice and other clutter.THINGS, one sort in each scene."""
    plain: bool = False
    """Tiles seen from above on a bare table without shadows (see SceneConstraints.plain)."""
    highest: int | None = None
    """The most pips of a half in each set of tiles. Without it sets are drawn at random, mostly double-six."""
    family: str | None = None
    """The family that all sets of tiles belong to."""
    without: tuple[str, ...] = ()
    """Families of which no set has anything, on the table or on printed pages."""
    only: str | None = None
    """The one sort of clutter.THINGS that lies beside the tiles, or in place of tiles."""
    far: bool = False
    """The camera is far away: tiles are as short as FAR_LENGTHS_PX says."""
    no_bars: bool = False
    """No bar divides the halves."""
    laid: Laid | None = None
    """How tiles lie face up."""
    covered: Cover | None = None
    """What hides some of the tiles in part."""
    things: Sequence[Path] = ()
    """Pictures of things that may lie beside the tiles. Without tiles every other scene mixes all sorts with them."""

    def constraints(self, seed: int) -> SceneConstraints:
        """What the scene of a seed must show."""
        if self.with_tiles:
            return SceneConstraints(
                family=self.family,
                without=self.without,
                plain=self.plain,
                highest=self.highest,
                tile_length=_far_length(seed) if self.far else None,
                no_bars=self.no_bars,
                laid=self.laid,
                covered=self.covered,
                beside=self.only,
            )
        in_turn = ANYTHING if self.things and seed % 2 else sorted(THINGS)[seed // 2 % len(THINGS)]
        return SceneConstraints(thing=self.only or in_turn, without=self.without)

    def render(self, seed: int, backgrounds: list[Path]) -> RenderedScene:
        """The scene of a seed."""
        return render(seed, backgrounds, constraints=self.constraints(seed), things=self.things)


def _far_length(seed: int) -> float:
    """The length in pixels of the tiles in the far scene of a seed. Every share of it is as likely."""
    return float(np.exp(np.random.default_rng([seed, 3]).uniform(*np.log(FAR_LENGTHS_PX))))


DEFAULT_RECIPE = SceneRecipe()
"""Tables as people play at them."""


def render_shard(
    number: int, out: Path, backgrounds: list[Path], per_shard: int = PER_SHARD, recipe: SceneRecipe = DEFAULT_RECIPE
) -> Path:
    """Renders the scenes from seed number * per_shard on into a shard in `out`, unless it is there.

    Returns the shard's path.
    """
    path = shard_path(out, number)
    if path.exists():
        return path
    cv2.setNumThreads(1)
    images, rows = [], []
    for k in range(per_shard):
        scene = recipe.render(number * per_shard + k, backgrounds)
        image, scale = letterbox_square(scene.image)
        images.append(image)
        for tile in (*scene.tiles, *scene.printed):
            if tile.visible > MIN_LABELLED:
                kind, pips = LABELS.index(tile.kind), (tile.first, tile.second)
                shown = scene_shows_pips(scene, tile, image, scale)
                rows.append(tile_row(k, kind, tile.visible, tile.box, tile.corners, pips, scale, shown))
    write_shard(path, images, rows)
    return path


def write_sheet(
    path: Path, count: int, first: int, backgrounds: list[Path], recipe: SceneRecipe = DEFAULT_RECIPE
) -> None:
    """Writes `count` sample scenes from seed `first` on as one PNG picture. Raises ValueError where it cannot."""
    width, height = CELL_SIZE
    cells = []
    for seed in range(first, first + count):
        image = recipe.render(seed, backgrounds).image
        scale = min(width / image.shape[1], height / image.shape[0])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((height, width, 3), np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small[:height, :width]
        cells.append(cell)
    cells += [np.zeros((height, width, 3), np.uint8)] * (-len(cells) % SHEET_COLUMNS)
    rows = [np.hstack(cells[k : k + SHEET_COLUMNS]) for k in range(0, len(cells), SHEET_COLUMNS)]
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise ValueError(f"{path}: expected a place to write a PNG picture, but it could not be written")


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("scenes", __doc__)
    parser.add_argument("--out", type=Path, help="folder of the set")
    parser.add_argument("--sheet", type=Path, help="write a page of sample scenes to this PNG instead")
    parser.add_argument(
        "--count", type=int, help=f"number of scenes (default: {SET_COUNT} for a set, {SHEET_COUNT} for a page)"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first scene, a multiple of 50 (default: 0)")
    add_backgrounds(parser)
    parser.add_argument(
        "--things", type=Path, help="folder of pictures of things that are no tiles (default: drawn ones only)"
    )
    parser.add_argument("--plain", action="store_true", help="tiles seen from above on bare tables, without shadows")
    parser.add_argument(
        "--highest", type=int, choices=(6, 9, 12), help="only double-six, double-nine or double-twelve sets"
    )
    parser.add_argument("--family", choices=(*FAMILIES, *VARIANTS), help="only sets of this family or variant")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=(*FAMILIES, *VARIANTS),
        help="no set that has anything of this family or variant; may be given several times",
    )
    parser.add_argument(
        "--each-family", action="store_true", help="with --sheet, a page for each family, samples-NAME.png"
    )
    parser.add_argument("--far", action="store_true", help="tiles of 14 to 34 pixels, as in a picture of a whole table")
    parser.add_argument("--no-bars", action="store_true", help="only sets without a bar between the halves")
    parser.add_argument("--laid", choices=sorted(LAYOUT_KINDS), help="lay face-up tiles in this way only")
    parser.add_argument("--covered", choices=get_args(Cover), help="hide some tiles in part under this")
    parser.add_argument("--no-tiles", action="store_true", help="no tiles, only things like cards, dice and keyboards")
    parser.add_argument(
        "--only", metavar="THING", choices=sorted(THINGS), help="no things but this sort, for example 'playing card'"
    )
    parser.add_argument(
        "--workers", type=int, default=multiprocessing.cpu_count(), help="number of processes (default: one a core)"
    )
    return parser


def main() -> int:
    """The command; see the module's docstring."""
    parser = _parser()
    given = parser.parse_args()
    if (given.out is None) == (given.sheet is None):
        parser.error("give either --out SET or --sheet PNG")
    of_tiles = (given.plain, given.highest, given.far, given.no_bars, given.laid, given.covered, given.family)
    if any(of_tiles) and given.no_tiles:
        parser.error("give --plain, --highest, --far, --family, --no-bars, --laid and --covered without --no-tiles")
    if given.family in given.without or set(given.without) >= set(FAMILIES):
        parser.error("leave at least one family to draw")
    if given.each_family and (given.family or given.out):
        parser.error("give --each-family with --sheet and without --family")
    return exit_status(partial(_run, given))


def _run(given: argparse.Namespace) -> None:
    backgrounds = find_backgrounds(given.backgrounds)
    recipe = SceneRecipe(
        with_tiles=not given.no_tiles,
        plain=given.plain,
        highest=given.highest,
        family=given.family,
        without=tuple(given.without),
        only=given.only,
        far=given.far,
        no_bars=given.no_bars,
        laid=given.laid,
        covered=given.covered,
        things=find_things(given.things),
    )
    if given.each_family:
        for family in (name for name in FAMILIES if name not in given.without):
            page = given.sheet.with_stem(f"{given.sheet.stem}-{family}")
            write_sheet(page, given.count or SHEET_COUNT, given.first, backgrounds, replace(recipe, family=family))
    elif given.sheet:
        write_sheet(given.sheet, given.count or SHEET_COUNT, given.first, backgrounds, recipe)
    else:
        _make_set(given.out, given.first, given.count or SET_COUNT, given.workers, backgrounds, recipe)


def _make_set(out: Path, first: int, count: int, workers: int, backgrounds: list[Path], recipe: SceneRecipe) -> None:
    """Makes all shards that are missing. Raises ValueError where a picture cannot be read."""
    out.mkdir(parents=True, exist_ok=True)
    numbers = range(first // PER_SHARD, (first + count + PER_SHARD - 1) // PER_SHARD)
    start = time.monotonic()
    make = partial(render_shard, out=out, backgrounds=backgrounds, recipe=recipe)
    # Processes are spawned: one that is forked after OpenCV started threads may hang.
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for done, path in enumerate(pool.imap_unordered(make, numbers), 1):
            minutes = (time.monotonic() - start) / done * (len(numbers) - done) / 60
            progress = f"{done * PER_SHARD} of {len(numbers) * PER_SHARD} scenes"
            print(f"{progress}, {path.name}, {minutes:.1f} min left", flush=True)
