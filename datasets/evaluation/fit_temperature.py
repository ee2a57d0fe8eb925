"""Fits the temperature of the pip model's probabilities on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.fit_temperature --scenes 400 --backgrounds TEXTURES

Writes it beside the weights (models/pips.toml), where the classifier reads it. Run this after every training of the pip
model. How well the probabilities are calibrated on real photos, `muggins eval --plot` shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.calibration import Calibration
from muggins.vision.evaluation.metrics import pairs_of
from muggins.vision.geometry.quads import starts_at_other_end, turn_round
from muggins.vision.labels.truth import upright_box
from muggins.vision.pips.classifier import MOST_PIPS, PipClassifier, apply_temperature

from ..batches.pip_batches import HIDDEN_WEIGHT
from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from ..scenes.render import RenderedScene, render
from ..scenes.visible_pips import scene_shows_pips
from .rendered import FIRST_UNSEEN_SEED, MIN_ASKED, add_scenes

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
    true: np.ndarray
    """(N,) int: the true pip counts."""
    weights: np.ndarray
    """(N,): how much each counts, as in training."""

    def negative_log_likelihood(self, temperature: float) -> float:
        """The weighted mean over all halves, in nats."""
        chances = apply_temperature(self.pips, temperature)[np.arange(len(self.true)), self.true]
        return float(-np.average(np.log(np.maximum(chances, 1e-12)), weights=self.weights))

    def calibration(self, temperature: float) -> Calibration:
        """How the probabilities at a temperature compare with how often they are right."""
        chances = apply_temperature(self.pips, temperature)
        return Calibration(chances.max(axis=1), chances.argmax(axis=1) == self.true)


def fit_temperature(halves: HalfPredictions) -> float:
    """The temperature of least negative log likelihood, to two decimal places."""
    least, greatest = TEMPERATURES
    steps = np.exp(np.linspace(np.log(least), np.log(greatest), STEPS))
    return round(float(min(steps, key=halves.negative_log_likelihood)), 2)


def matched_halves(
    scene: RenderedScene, detector: TileDetector, classifier: PipClassifier
) -> Iterator[tuple[np.ndarray, int, float]]:
    """The halves of the face-up tiles found in a scene: probabilities (13,), the true pip count, and their weight."""
    found = [tile.corners for tile in detector.detect(scene.image) if tile.kind == "faceup"]
    there = [tile for tile in scene.tiles if tile.kind == "faceup" and tile.visible > MIN_ASKED]
    if not found or not there:
        return
    read = classifier.read(scene.image, np.array(found, np.float32))
    boxes = [upright_box(corners) for corners in read.corners]
    for i, j in pairs_of(boxes, [upright_box(tile.corners) for tile in there]):
        if read.is_faceup[i] < 0.5:
            continue
        true = there[j]
        is_turned = starts_at_other_end(true.corners[None], read.corners[i][None])
        weights = [1.0 if is_shown else HIDDEN_WEIGHT for is_shown in scene_shows_pips(scene, true)]
        halves = np.array([(true.first, true.second), weights]).T[None]
        for chances, (shows, weight) in zip(read.pips[i], turn_round(halves, is_turned)[0].tolist(), strict=True):
            yield chances, int(shows), weight


def predict_halves(
    detector: TileDetector,
    classifier: PipClassifier,
    scenes: Iterable[RenderedScene],
    report: Callable[[int], None] = lambda _: None,
) -> HalfPredictions:
    """The halves of rendered scenes. `report` is called with the number of scenes read so far.

    `classifier` has the temperature 1.
    """
    pips, shown, weights = [], [], []
    for number, scene in enumerate(scenes, 1):
        for chances, shows, weight in matched_halves(scene, detector, classifier):
            pips.append(chances)
            shown.append(shows)
            weights.append(weight)
        report(number)
    return HalfPredictions(np.array(pips).reshape(-1, MOST_PIPS + 1), np.array(shown, int), np.array(weights))


def fitting_scenes(count: int, backgrounds: list[Path]) -> Iterator[RenderedScene]:
    """`count` scenes that no training saw and no other command measures on."""
    first = FIRST_UNSEEN_SEED + SEED_OFFSET
    return (render(seed, backgrounds) for seed in range(first, first + count))


def write_temperature(halves: HalfPredictions, out: Path) -> float:
    """Writes the temperature that fits, where the classifier reads it, and returns it: 1 where there are no halves."""
    temperature = fit_temperature(halves) if len(halves.true) else 1.0
    out.write_text(
        "# Fitted by `python -m muggins.datasets.evaluation.fit_temperature` on "
        f"{len(halves.true)} halves of rendered scenes.\n"
        f"temperature = {temperature}\n",
        encoding="utf-8",
    )
    return temperature


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.fit_temperature", __doc__)
    add_scenes(parser, 400)
    parser.add_argument("--out", type=Path, help="the file to write (default: beside the weights)")
    given = parser.parse_args()
    return exit_status(partial(_fit, given.scenes, given.backgrounds, given.out))


def _fit(count: int, folder: Path | None, out: Path | None) -> None:
    def report(number: int) -> None:
        print(f"\r{number} of {count} scenes", end="", file=sys.stderr, flush=True)

    scenes = fitting_scenes(count, find_backgrounds(folder))
    halves = predict_halves(TileDetector(), PipClassifier(temperature=1.0), scenes, report)
    print(file=sys.stderr)
    if not len(halves.true):
        raise ValueError(f"expected tiles to be found in {count} scenes, found none; take more scenes (--scenes)")
    out = out or PipClassifier.temperature_file()
    for chosen in (1.0, write_temperature(halves, out)):
        print(
            f"temperature {chosen:.2f}: negative log likelihood {halves.negative_log_likelihood(chosen):.4f}, "
            f"calibration error {halves.calibration(chosen).expected_error:.4f} of {len(halves.true)} rendered halves"
        )
    print(f"written to {out}")


if __name__ == "__main__":
    sys.exit(main())
