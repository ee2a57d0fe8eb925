"""Renders scenes as labelled photos, in a folder like those that `muggins play --keep` fills and `muggins eval` reads.

    python -m muggins.datasets.evaluation.render_photos --out KEPT --count 40 --starry --elevation 60 --tile-length 75
    python -m muggins.datasets.evaluation.render_photos --out SLANTED --count 60 --elevation 45

Each photo shows some whole tiles of a double-six set face up. No training sees these scenes. With `--starry` the tiles
are of a set that training never draws: what photos of this set gain in training, photos of your own set would gain.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path

import cv2

from muggins.vision.labels.truth import TRUTH, TrueTile, as_truth

from ..assets.tile_styles import TileStyle
from ..scenes.command_line import add_backgrounds, command_parser, exit_status, find_backgrounds
from ..scenes.make_scenes import MIN_LABELLED
from ..scenes.render import RenderedScene, SceneConstraints, render
from .rendered import FIRST_UNSEEN_SEED, MIN_ASKED

SEED_OFFSET = 3_000_000
"""These scenes are not those of the other commands."""
SIZE = (960, 720)
"""Width and height of the photos in pixels, like those of a simple webcam."""
MIN_WHOLE_TILES = 3
"""Whole tiles face up. A photo with fewer teaches little and is seldom corrected."""
HIGHEST = 6
"""The most pips of a half in the set."""
RENDERED_QUALITY = 95
IVORY, RED = (0.78, 0.88, 0.93), (0.12, 0.10, 0.62)
STARRY = TileStyle(
    width=25.0, length=2.0, thickness=0.4, corner=0.12, bevel=0.05,
    face=IVORY, back=IVORY, side=IVORY, wooden=False,
    pip_colours=(RED,) * 13, pip_radius=0.085, pip_spread=0.27, pip_depth=0.0, pip_ring=False, mirrored=False,
    across=False, bar=0.9, bar_width=0.04, bar_colour=RED, bar_depth=0.0, pin=0.0, border=False, ornament=0,
    gloss=0.2, wear=0.15, stars=True, ringed=True,
)  # fmt: skip
"""Ivory tiles with red stars for pips, threes in a triangle and fives in a ring."""


def true_tiles(scene: RenderedScene) -> list[TrueTile]:
    """The labels of a scene as a photo has them. Tiles that are hidden in part are marked as cut off."""
    tiles = []
    for tile in scene.tiles:
        if tile.visible <= MIN_LABELLED:
            continue
        if tile.kind == "faceup":
            is_cut = tile.visible <= MIN_ASKED
            # The end of the higher half comes first, as in the photos that `muggins play --keep` stores.
            corners = tile.corners if tile.first >= tile.second else tile.corners[[2, 3, 0, 1]]
            tiles.append(TrueTile(None if is_cut else tile.tile, "faceup", tile.box, corners, is_cut))
        elif tile.kind != "printed" and tile.visible > MIN_ASKED:
            tiles.append(TrueTile(None, tile.kind, tile.box, tile.corners if tile.kind == "facedown" else None))
    return tiles


def photo_scenes(first: int, backgrounds: list[Path], constraints: SceneConstraints) -> Iterator[RenderedScene]:
    """Endless scenes for photos, from the seed `first` on, counted from the first that no training sees."""
    for number in count(first):
        scene = render(FIRST_UNSEEN_SEED + SEED_OFFSET + number, backgrounds, SIZE, constraints)
        whole = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > MIN_ASKED]
        if len(whole) >= MIN_WHOLE_TILES and max(tile.tile.high for tile in scene.tiles) <= HIGHEST:
            yield scene


def write_photos(out: Path, scenes: Iterator[RenderedScene]) -> None:
    """Writes scenes and their truth into the folder `out`. Raises ValueError where it cannot."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / TRUTH).open("w", encoding="utf-8") as listing:
        for number, scene in enumerate(scenes):
            name = f"{number:05d}.jpg"
            if not cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, RENDERED_QUALITY]):
                raise ValueError(f"{out / name}: expected a place to write a photo, but it could not be written")
            listing.write(json.dumps(as_truth(name, true_tiles(scene))) + "\n")


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.render_photos", __doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the photos and their truth.jsonl")
    parser.add_argument("--count", type=int, default=40, help="number of photos (default: 40)")
    parser.add_argument("--first", type=int, default=0, help="seed to begin with (default: 0)")
    parser.add_argument("--starry", action="store_true", help="a set with stars for pips, which training never draws")
    parser.add_argument("--elevation", type=float, help="degrees of the camera above the table (default: any)")
    parser.add_argument("--tile-length", type=float, help="pixels of a tile's length, seen from above (default: any)")
    add_backgrounds(parser)
    given = parser.parse_args()
    constraints = SceneConstraints(given.elevation, given.tile_length, style=STARRY if given.starry else None)
    return exit_status(partial(_render, given.out, given.first, given.count, given.backgrounds, constraints))


def _render(out: Path, first: int, number: int, folder: Path | None, constraints: SceneConstraints) -> None:
    scenes = photo_scenes(first, find_backgrounds(folder), constraints)
    write_photos(out, islice(scenes, number))


if __name__ == "__main__":
    sys.exit(main())
