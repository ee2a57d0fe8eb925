"""Fits the temperature of the pip model's probabilities on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.fit_temperature --scenes 400 --backgrounds TEXTURES

Writes it beside the weights (models/pips.toml), where the classifier reads it. Run this after every training of the pip
model. How well the probabilities are calibrated on real photos, `muggins eval --plot` shows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.calibration import Calibration
from muggins.vision.evaluation.metrics import pairs_of
from muggins.vision.geometry.quads import starts_at_other_end, turn_round
from muggins.vision.labels.truth import upright_box
from muggins.vision.pips.classifier import PipClassifier, apply_temperature

from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from ..scenes.render import Scene, render
from .rendered import FIRST_UNSEEN_SEED, MIN_VISIBLE, add_scenes

SEED_OFFSET = 1_000_000
"""These scenes are not those of the other commands."""
TEMPERATURES = (0.25, 4.0)
"""Least and greatest temperature that is tried."""
STEPS = 200


@dataclass(frozen=True, eq=False)
class HalfPredictions:
    """The pip model's probabilities for N halves, and what the halves show."""

    pips: np.ndarray
    """(N, 13) at temperature 1."""
    shown: np.ndarray
    """(N,) int."""

    def negative_log_likelihood(self, temperature: float) -> float:
        """The mean over all halves, in nats."""
        chances = apply_temperature(self.pips, temperature)[np.arange(len(self.shown)), self.shown]
        return float(-np.log(np.maximum(chances, 1e-12)).mean())

    def calibration(self, temperature: float) -> Calibration:
        """How the probabilities at a temperature compare with how often they are right."""
        chances = apply_temperature(self.pips, temperature)
        return Calibration(chances.max(axis=1), chances.argmax(axis=1) == self.shown)


def fit_temperature(halves: HalfPredictions) -> float:
    """The temperature of least negative log likelihood, to two decimal places."""
    least, greatest = TEMPERATURES
    steps = np.exp(np.linspace(np.log(least), np.log(greatest), STEPS))
    return round(float(min(steps, key=halves.negative_log_likelihood)), 2)


def matched_halves(scene: Scene, detector: TileDetector, classifier: PipClassifier) -> Iterator[tuple[np.ndarray, int]]:
    """The halves of the face-up tiles that are found in a scene: probabilities (13,) and the true pip count."""
    found = [tile.corners for tile in detector.detect(scene.image) if tile.kind == "faceup"]
    there = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > MIN_VISIBLE]
    if not found or not there:
        return
    read = classifier.read(scene.image, np.array(found, np.float32))
    boxes = [upright_box(corners) for corners in read.corners]
    for i, j in pairs_of(boxes, [upright_box(tile.corners) for tile in there]):
        if read.is_faceup[i] < 0.5:
            continue
        true = there[j]
        is_turned = starts_at_other_end(true.corners[None], read.corners[i][None])
        shows = turn_round(np.array([(true.first, true.second)]), is_turned)[0]
        yield from zip(read.pips[i], shows.tolist(), strict=True)


def predict_halves(count: int, backgrounds: list[Path]) -> HalfPredictions:
    """The halves of `count` rendered scenes, read at temperature 1. Raises ValueError where none are found."""
    detector, classifier = TileDetector(), PipClassifier(temperature=1.0)
    pips, shown = [], []
    for number in range(count):
        scene = render(FIRST_UNSEEN_SEED + SEED_OFFSET + number, backgrounds)
        for chances, shows in matched_halves(scene, detector, classifier):
            pips.append(chances)
            shown.append(shows)
        print(f"\r{number + 1} of {count} scenes, {len(shown)} halves", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not shown:
        raise ValueError(f"expected tiles to be found in {count} scenes, found none; take more scenes (--scenes)")
    return HalfPredictions(np.array(pips), np.array(shown))


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.fit_temperature", __doc__)
    add_scenes(parser, 400)
    parser.add_argument("--out", type=Path, help="the file to write (default: beside the weights)")
    given = parser.parse_args()
    return exit_status(partial(_fit, given.scenes, given.backgrounds, given.out))


def _fit(count: int, folder: Path | None, out: Path | None) -> None:
    halves = predict_halves(count, find_backgrounds(folder))
    temperature = fit_temperature(halves)
    out = out or PipClassifier.temperature_file()
    out.write_text(
        "# Fitted by `python -m muggins.datasets.evaluation.fit_temperature` on "
        f"{len(halves.shown)} halves of rendered scenes.\n"
        f"temperature = {temperature}\n"
    )
    for chosen in (1.0, temperature):
        print(
            f"temperature {chosen:.2f}: negative log likelihood {halves.negative_log_likelihood(chosen):.4f}, "
            f"calibration error {halves.calibration(chosen).expected_error:.4f} of {len(halves.shown)} rendered halves"
        )
    print(f"written to {out}")


if __name__ == "__main__":
    sys.exit(main())
