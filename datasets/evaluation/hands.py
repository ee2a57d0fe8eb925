"""Measures how often the total of a hand is read right from a phone's picture, on rendered photos.

    python -m muggins.datasets.evaluation.hands --scenes 60 --backgrounds TEXTURES

Each photo shows 3 to 20 loose tiles of a double-six, -nine or -twelve set from the angles at which people hold a phone.
The tiles lie in the picture whole, and the phone is held still enough for a person to read them. The set is told by
itself. Prints one JSON object: for each set the share of totals that are right, and the share that
are right or come with a doubt, so that the person is asked. No training sees these scenes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from pathlib import Path

import numpy as np

from muggins.vision.reading.reader import Reader
from muggins.vision.reading.sets import SETS
from muggins.vision.types import ABOUT_TILES, TableState

from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from ..scenes.render import RenderedScene, SceneConstraints, faceup_outlines, render
from .rendered import FIRST_UNSEEN_SEED, MIN_ASKED, add_scenes

SEED_OFFSET = 5_000_000
"""These scenes are not those of the other commands."""
SIZE = (1920, 1440)
"""Width and height of the photos in pixels, as the page on the phone sends them."""
ELEVATIONS = (40.0, 85.0)
"""Degrees above the table from which people take a picture of the tiles before them."""
FILLED = (0.5, 0.9)
"""Share of the picture's width or height over which the tiles lie: people go near to the tiles they count."""
TILE_LENGTHS = (100.0, 400.0)
"""Least and greatest pixels of a tile's length in the middle of the picture: nobody goes nearer to a few tiles."""
FEWEST_TILES, MOST_TILES = 3, 20


@dataclass(frozen=True)
class CountedHand:
    """The total of a photo, as it is and as it was read."""

    total: int
    read: int
    is_doubted: bool

    @property
    def is_right(self) -> bool:
        return self.read == self.total


def hand_scenes(highest: int, backgrounds: list[Path]) -> Iterator[RenderedScene]:
    """Endless photos of loose tiles of a set, all of them whole."""
    for number in count():
        seed = FIRST_UNSEEN_SEED + SEED_OFFSET + 1_000_000 * SETS.index(highest) + number
        rng = np.random.default_rng([seed, 20])
        constraints = SceneConstraints(
            elevation=float(rng.uniform(*ELEVATIONS)),
            tile_length=TILE_LENGTHS[0],
            highest=highest,
            laid="loose",
            counted=True,
        )
        from_afar = np.array(faceup_outlines(seed, SIZE, constraints)).reshape(-1, 2)
        nearer = float(rng.uniform(*FILLED)) / float(np.max(np.ptp(from_afar, axis=0) / SIZE))
        constraints = replace(constraints, tile_length=float(np.clip(nearer * TILE_LENGTHS[0], *TILE_LENGTHS)))
        outlines = faceup_outlines(seed, SIZE, constraints)
        are_inside = all((outline >= 0).all() and (outline <= SIZE).all() for outline in outlines)
        if not (are_inside and FEWEST_TILES <= len(outlines) <= MOST_TILES):
            continue
        scene = render(seed, backgrounds, SIZE, constraints)
        if all(tile.visible > MIN_ASKED for tile in scene.tiles if tile.kind == "faceup"):
            yield scene


def judge(scene: RenderedScene, state: TableState) -> CountedHand:
    """The total of the face-up tiles of a scene against that of a reading."""
    total = sum(tile.tile.total for tile in scene.tiles if tile.kind == "faceup")
    is_doubted = any(doubt.kind in ABOUT_TILES for doubt in state.doubts)
    return CountedHand(total, sum(tile.total for tile in state.tiles), is_doubted)


def shares(results: list[CountedHand]) -> dict[str, float | int]:
    """The number of photos, and the shares of totals that are right, and right or doubted."""
    right = sum(result.is_right for result in results)
    asked = sum(result.is_right or result.is_doubted for result in results)
    return {
        "photos": len(results),
        "right": round(right / len(results), 4),
        "right_or_doubted": round(asked / len(results), 4),
    }


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.hands", __doc__)
    add_scenes(parser, 60, "photos of each set")
    given = parser.parse_args()
    return exit_status(partial(_measure, given.scenes, given.backgrounds))


def _measure(number: int, folder: Path | None) -> None:
    backgrounds, reader = find_backgrounds(folder), Reader(set=None)
    found = {}
    for highest in SETS:
        results = []
        for scene in islice(hand_scenes(highest, backgrounds), number):
            results.append(judge(scene, reader.read(scene.image)))
            print(f"\rdouble-{highest}: {len(results)} of {number}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        found[f"double-{highest}"] = shares(results)
    print(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main())
