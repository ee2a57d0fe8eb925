"""Rendered scenes as labelled photos: the kind of folder that `muggins play --keep` fills and `muggins eval` reads.

    python -m muggins.datasets.evaluation.render_photos --out KEPT --count 40 --starry --elevation 60 --tile-length 75
    python -m muggins.datasets.evaluation.render_photos --out SLANTED --count 60 --elevation 45

Each shows some whole tiles of a double-six set face up; no training sees these scenes. With `--starry` the tiles are of
a set that training never draws: what photos of such a set gain tells what photos of one's own would.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import cv2

from muggins.vision.labels.truth import TRUTH, TrueTile, as_truth

from ..assets.tile_styles import TileStyle
from ..scenes.make_scenes import find_backgrounds
from ..scenes.render import Held, Scene, render
from .rendered import FIRST_UNSEEN, WHOLE

SCENES_APART = 3_000_000
SIZE = (960, 720)
"""Width and height of the photos in pixels, those of a plain webcam."""
FEWEST = 3
"""Whole tiles face up: a photo with less teaches little, and is seldom corrected."""
HIGHEST = 6
BARELY = 0.02
"""A tile that is less visible is not told of."""
QUALITY = 95
IVORY, RED = (0.78, 0.88, 0.93), (0.12, 0.10, 0.62)
STARRY = TileStyle(
    width=25.0, length=2.0, thickness=0.4, corner=0.12, bevel=0.05,
    face=IVORY, back=IVORY, side=IVORY, wooden=False,
    pip_colours=(RED,) * 13, pip_radius=0.085, pip_spread=0.27, pip_depth=0.0, pip_ring=False, mirrored=False,
    across=False, bar=0.9, bar_width=0.04, bar_colour=RED, bar_depth=0.0, pin=0.0, border=False, ornament=0,
    gloss=0.2, wear=0.15, starry=True,
)  # fmt: skip
"""Ivory tiles with red stars, threes in a triangle and fives in a ring."""


def labels_of(scene: Scene) -> list[TrueTile]:
    """The tiles of a scene as a photo has them; those that are hidden in part are marked as cut off."""
    tiles = []
    for one in scene.tiles:
        if one.visible <= BARELY:
            continue
        if one.kind == "faceup":
            is_cut = one.visible <= WHOLE
            # The end of the higher half comes first, as the keeper of corrected pictures has it.
            corners = one.corners if one.first >= one.second else one.corners[[2, 3, 0, 1]]
            tiles.append(TrueTile(None if is_cut else one.tile, "faceup", one.box, corners, is_cut))
        elif one.visible > WHOLE:
            tiles.append(TrueTile(None, one.kind, one.box, one.corners if one.kind == "facedown" else None))
    return tiles


def scenes_of(first: int, backgrounds: list[Path], held: Held) -> Iterator[Scene]:
    """Scenes that make photos, for ever, from the seeds `first` and on of those that no training sees."""
    for number in count(first):
        scene = render(FIRST_UNSEEN + SCENES_APART + number, backgrounds, SIZE, held)
        whole = [one.tile for one in scene.tiles if one.kind == "faceup" and one.visible > WHOLE]
        if len(whole) >= FEWEST and max(one.tile.high for one in scene.tiles) <= HIGHEST:
            yield scene


def write_photos(out: Path, scenes: Iterator[Scene]) -> None:
    """Writes the scenes into the folder `out`, with their truth."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / TRUTH).open("w", encoding="utf-8") as listing:
        for number, scene in enumerate(scenes):
            name = f"{number:05d}.jpg"
            if not cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
                raise ValueError(f"{out / name}: expected a place to write a photo, but it could not be written")
            listing.write(json.dumps(as_truth(name, labels_of(scene))) + "\n")


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.render_photos",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the photos and their truth.jsonl")
    parser.add_argument("--count", type=int, default=40, help="photos (default 40)")
    parser.add_argument("--first", type=int, default=0, help="seed to begin with (default 0)")
    parser.add_argument("--starry", action="store_true", help="of a set with stars for pips, never trained on")
    parser.add_argument("--elevation", type=float, help="degrees of the camera above the table (default: any)")
    parser.add_argument("--tile-length", type=float, help="pixels a tile is long seen straight down (default: any)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    given = parser.parse_args()
    held = Held(given.elevation, given.tile_length, style=STARRY if given.starry else None)
    try:
        scenes = scenes_of(given.first, find_backgrounds(given.backgrounds), held)
        write_photos(given.out, islice(scenes, given.count))
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
