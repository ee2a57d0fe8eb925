"""Measures reading on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.rendered --scenes 200 --backgrounds TEXTURES

Prints one JSON object. A figure from rendered scenes only tells whether training went well: it is no result. How often
photos are read right, `muggins eval` tells.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from muggins.vision.evaluation.metrics import PhotoResult, compare, compute_metrics
from muggins.vision.labels.truth import LabelledPhoto, TrueTile
from muggins.vision.reading.reader import Reader

from ..scenes.make_scenes import find_backgrounds
from ..scenes.render import Held, Scene, render

FIRST_UNSEEN = 50_000_000
"""Seeds from here on are never trained on."""
WHOLE = 0.9
"""A tile that is less visible is neither asked for nor held against the reader."""
HIGHEST = 12
"""The most pips of a half in any set that is rendered."""


def as_photo(scene: Scene) -> LabelledPhoto:
    """A scene with its labels, as a photo whose tiles are known."""
    tiles = [
        TrueTile(one.tile, one.kind, one.box, None, is_cut=one.visible <= WHOLE)
        for one in scene.tiles
        if one.kind == "faceup"
    ]
    return LabelledPhoto(Path("scene"), tuple(tiles))


def outcomes_of(
    reader: Reader,
    seeds: range,
    backgrounds: list[Path],
    size: tuple[int, int] | None = None,
    held: Held | None = None,
) -> Iterator[PhotoResult]:
    """What is read on the scenes of some seeds."""
    for seed in seeds:
        scene = render(seed, backgrounds, size, held)
        yield compare(as_photo(scene), reader.read(scene.image), (scene.image.shape[1], scene.image.shape[0]))


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.rendered",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scenes", type=int, default=200, help="so many rendered scenes (default 200)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    given = parser.parse_args()
    seeds = range(FIRST_UNSEEN, FIRST_UNSEEN + given.scenes)
    outcomes = []
    try:
        for outcome in outcomes_of(Reader(set=HIGHEST), seeds, find_backgrounds(given.backgrounds)):
            outcomes.append(outcome)
            print(f"\r{len(outcomes)} of {given.scenes} scenes", end="", file=sys.stderr, flush=True)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(file=sys.stderr)
    told = {
        name: [round(number, 4) for number in (f.value, f.low, f.high)] for name, f in compute_metrics(outcomes).items()
    }
    print(json.dumps({"scenes": len(outcomes)} | told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
