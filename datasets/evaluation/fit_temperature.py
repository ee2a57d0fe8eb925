"""Fits how sure the pip model may be: one temperature for all halves, on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.fit_temperature --scenes 400 --backgrounds TEXTURES

Writes it beside the weights (models/pips.toml), where whoever reads halves finds it. Run it after every training of the
pip model; how far the probabilities can then be believed on real photos, `muggins eval --plot` shows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.calibration import Calibration
from muggins.vision.evaluation.metrics import pairs_of
from muggins.vision.labels.truth import upright_box
from muggins.vision.pips.classifier import PipClassifier, apply_temperature

from ..scenes.make_scenes import find_backgrounds
from ..scenes.render import Scene, render
from .rendered import FIRST_UNSEEN

SCENES_APART = 1_000_000
"""The scenes here are not those that figures come from."""
LEAST, MOST = 0.25, 4.0


@dataclass(frozen=True, eq=False)
class Halves:
    """What the pip model gave for N halves, and what they show."""

    pips: np.ndarray
    """(N, 13) probabilities at temperature 1."""
    shown: np.ndarray
    """(N,) int."""

    def surprise(self, temperature: float) -> float:
        """Mean negative log likelihood of what the halves show."""
        chances = apply_temperature(self.pips, temperature)[np.arange(len(self.shown)), self.shown]
        return float(-np.log(np.maximum(chances, 1e-12)).mean())

    def calibrated(self, temperature: float) -> Calibration:
        chances = apply_temperature(self.pips, temperature)
        return Calibration(chances.max(axis=1), chances.argmax(axis=1) == self.shown)


def best_temperature(halves: Halves) -> float:
    """The temperature at which what the halves show surprises least, to two places."""
    steps = np.exp(np.linspace(np.log(LEAST), np.log(MOST), 200))
    return round(float(min(steps, key=halves.surprise)), 2)


def halves_of(scene: Scene, detector: TileDetector, pip_reader: PipClassifier) -> Iterator[tuple[np.ndarray, int]]:
    """Of each face-up tile that is found in a scene: the (13,) pips of a half, and what it shows."""
    found = [tile.corners for tile in detector.detect(scene.image) if tile.kind == "faceup"]
    there = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > 0.9]
    if not found or not there:
        return
    read = pip_reader.read(scene.image, np.array(found, np.float32))
    boxes = [upright_box(corners) for corners in read.corners]
    for i, j in pairs_of(boxes, [upright_box(tile.corners) for tile in there]):
        if read.is_faceup[i] < 0.5:
            continue
        true = there[j]
        straight = np.abs(read.corners[i] - true.corners).sum()
        turned = np.abs(read.corners[i] - np.roll(true.corners, 2, axis=0)).sum()
        shows = (true.first, true.second) if straight <= turned else (true.second, true.first)
        yield from zip(read.pips[i], shows, strict=True)


def collect(count: int, backgrounds: list[Path]) -> Halves:
    """The halves of `count` rendered scenes, read with the temperature left at 1."""
    detector, pip_reader = TileDetector(), PipClassifier(temperature=1.0)
    pips, shown = [], []
    for number in range(count):
        scene = render(FIRST_UNSEEN + SCENES_APART + number, backgrounds)
        for chances, shows in halves_of(scene, detector, pip_reader):
            pips.append(chances)
            shown.append(shows)
        print(f"\r{number + 1} of {count} scenes, {len(shown)} halves", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not shown:
        raise ValueError(f"expected tiles to be found in {count} scenes, found none; take more scenes (--scenes)")
    return Halves(np.array(pips), np.array(shown))


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.fit_temperature",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scenes", type=int, default=400, help="so many rendered scenes (default 400)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    parser.add_argument("--out", type=Path, help="the file to write (default: beside the weights)")
    given = parser.parse_args()
    try:
        halves = collect(given.scenes, find_backgrounds(given.backgrounds))
        temperature = best_temperature(halves)
        out = given.out or PipClassifier.temperature_file()
        out.write_text(
            "# Fitted by `python -m muggins.datasets.evaluation.fit_temperature` on "
            f"{len(halves.shown)} halves of rendered scenes.\n"
            f"temperature = {temperature}\n"
        )
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for chosen in (1.0, temperature):
        print(
            f"temperature {chosen:.2f}: surprise {halves.surprise(chosen):.4f}, "
            f"calibration error {halves.calibrated(chosen).expected_error:.4f} of {len(halves.shown)} rendered halves"
        )
    print(f"written to {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
