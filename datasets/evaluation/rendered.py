"""Measures reading on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.rendered --scenes 200 --backgrounds TEXTURES

Prints one JSON object. Figures on rendered scenes show only whether training went well. How often photos are read
right, `muggins eval` measures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from muggins.vision.evaluation.metrics import PhotoResult, compare, compute_metrics
from muggins.vision.labels.truth import LabelledPhoto, TrueTile
from muggins.vision.reading.reader import Reader

from ..scenes.command_line import add_backgrounds, command_parser, exit_status, find_backgrounds
from ..scenes.render import RenderedScene, SceneConstraints, SceneTile, render
from ..scenes.visible_pips import scene_shows_pips

FIRST_UNSEEN_SEED = 50_000_000
"""Seeds from here on are never trained on."""
MIN_ASKED = 0.9
"""A tile with a smaller visible share is neither asked for nor held against the reader. Nor is one whose pips nobody
can see."""
HIGHEST_RENDERED = 12
"""The most pips of a half in any set that is rendered."""


def as_photo(scene: RenderedScene) -> LabelledPhoto:
    """A scene as a labelled photo of its face-up tiles."""
    tiles = [
        TrueTile(tile.tile, tile.kind, tile.box, None, is_cut=not _can_be_read(scene, tile))
        for tile in scene.tiles
        if tile.kind == "faceup"
    ]
    return LabelledPhoto(Path("scene"), tuple(tiles))


def _can_be_read(scene: RenderedScene, tile: SceneTile) -> bool:
    """Whether enough of a tile lies bare, and the light shows the pips of both halves."""
    return tile.visible > MIN_ASKED and all(scene_shows_pips(scene, tile))


def results_for_seeds(
    reader: Reader,
    seeds: range,
    backgrounds: list[Path],
    size: tuple[int, int] | None = None,
    constraints: SceneConstraints | None = None,
) -> Iterator[PhotoResult]:
    """The readings of the scenes of some seeds, compared with their labels."""
    for seed in seeds:
        scene = render(seed, backgrounds, size, constraints)
        yield compare(as_photo(scene), reader.read(scene.image), (scene.image.shape[1], scene.image.shape[0]))


def add_scenes(parser: argparse.ArgumentParser, default: int, what: str = "rendered scenes") -> None:
    """Adds the options --scenes and --backgrounds."""
    parser.add_argument("--scenes", type=int, default=default, help=f"number of {what} (default: {default})")
    add_backgrounds(parser)


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.rendered", __doc__)
    add_scenes(parser, 200)
    given = parser.parse_args()
    return exit_status(partial(_measure, given.scenes, given.backgrounds))


def _measure(count: int, folder: Path | None) -> None:
    seeds = range(FIRST_UNSEEN_SEED, FIRST_UNSEEN_SEED + count)
    results = []
    for result in results_for_seeds(Reader(set=HIGHEST_RENDERED), seeds, find_backgrounds(folder)):
        results.append(result)
        print(f"\r{len(results)} of {count} scenes", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    intervals = {
        name: [round(number, 4) for number in (metric.value, metric.low, metric.high)]
        for name, metric in compute_metrics(results).items()
    }
    print(json.dumps({"scenes": len(results)} | intervals))


if __name__ == "__main__":
    sys.exit(main())
