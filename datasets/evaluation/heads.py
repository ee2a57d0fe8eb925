"""Two ways to find tiles measured side by side: four corners each, or an oriented box around each.

    python -m muggins.datasets.training.train_tiles --set SET --run POSE --pictures 12000 --export pose.onnx
    python -m muggins.datasets.training.train_tiles --set SET --run BOXES --pictures 12000 --oriented \\
        --export boxes.onnx
    python -m muggins.datasets.evaluation.heads --corners pose.onnx --boxes boxes.onnx PHOTOS ...

Prints Markdown, of whole face-up tiles in folders of labelled photos: recall and precision of upright boxes that share
half their joint area, average precision of the same over all confidences; where the true corners are known, how much
ground the outlines share and how far their corners lie off, in tile lengths; and the time of a prediction.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from muggins.vision.capture.images import Image, load_picture
from muggins.vision.detection.tile_detector import SAME_TILE, TileDetector, letterbox
from muggins.vision.evaluation.metrics import pairs_of
from muggins.vision.geometry.overlap import nms
from muggins.vision.inference import Network
from muggins.vision.labels.loader import read_labelled
from muggins.vision.labels.truth import LabelledPhoto, upright_box
from muggins.vision.types import KINDS, MIN_CONFIDENCE, Detection

from ..training.oriented import quads

FAINTEST = 0.01
"""Average precision asks for the faint ones too."""
TIMED = 30


class Detector(Protocol):
    """Finds tiles, the surest first."""

    def detect(self, image: Image) -> list[Detection]: ...


class BoxDetector:
    """A model of oriented boxes, as `TileDetector` is one of corners."""

    def __init__(self, path: Path, threshold: float) -> None:
        self._network = Network(path)
        self._threshold = threshold

    def detect(self, image: Image) -> list[Detection]:
        picture, scale = letterbox(image)
        found = self._network(picture[None])[0].T
        scores = found[:, 4 : 4 + len(KINDS)]
        best = scores.max(axis=1)
        kept = np.flatnonzero(best > self._threshold)
        kept = kept[np.argsort(-best[kept])]
        corners = quads(np.c_[found[kept, :4], found[kept, -1]])
        chosen = nms(corners, SAME_TILE)
        kinds = scores[kept].argmax(axis=1)
        corners = (corners + 0.5) / scale - 0.5
        return [Detection(corners[k], KINDS[kinds[k]], float(best[kept[k]])) for k in chosen]


@dataclass(frozen=True)
class Found:
    """How the tiles that one model found on some photos compare with those that lie there."""

    tiles: int
    confidences: np.ndarray
    """(N,) of what it found, but for what lies on a tile that is cut off."""
    is_right: np.ndarray
    """(N,) bool."""
    grounds: np.ndarray
    """(M,) ground that outlines share with the true ones, of all that both cover."""
    offs: np.ndarray
    """(M,) mean distance of corners, in lengths of the true tile."""

    @property
    def recall(self) -> float:
        return float((self.is_right & (self.confidences >= MIN_CONFIDENCE)).sum() / max(self.tiles, 1))

    @property
    def precision(self) -> float:
        clear = self.confidences >= MIN_CONFIDENCE
        return float(self.is_right[clear].mean()) if clear.any() else 0.0

    @property
    def average_precision(self) -> float:
        """The mean, over all recalls from 0 to 1, of the best precision that reaches them."""
        right = self.is_right[np.argsort(-self.confidences, kind="stable")]
        precisions = np.cumsum(right) / np.arange(1, len(right) + 1)
        best = np.maximum.accumulate(precisions[::-1])[::-1]
        return float(best[right].sum() / max(self.tiles, 1))


def compare(photos: Sequence[tuple[LabelledPhoto, list[Detection]]]) -> Found:
    """What was found on photos, against what lies there."""
    tiles, confidences, is_right, grounds, offs = 0, [], [], [], []
    for photo, found in photos:
        asked = photo.asked
        cut = [one.box for one in photo.tiles if one.is_cut and one.box is not None]
        faceup = [one for one in found if one.kind == "faceup" and not one.looks_printed]
        on_cut = {k for k, _ in pairs_of([upright_box(one.corners) for one in faceup], cut)}
        faceup = [one for k, one in enumerate(faceup) if k not in on_cut]
        # Both outline the face; people's boxes go around all of the tile, which at a slant is more.
        faces = [one.box if one.corners is None else upright_box(one.corners) for one in asked]
        true_boxes = [box for box in faces if box is not None]
        pairs = dict(pairs_of([upright_box(one.corners) for one in faceup], true_boxes))
        tiles += len(asked)
        confidences += [one.confidence for one in faceup]
        is_right += [k in pairs for k in range(len(faceup))]
        for k, j in pairs.items():
            true = asked[j].corners
            if true is not None and faceup[k].confidence >= MIN_CONFIDENCE:
                grounds.append(alike(faceup[k].corners, true))
                offs.append(off_by(faceup[k].corners, true))
    return Found(tiles, np.array(confidences), np.array(is_right, bool), np.array(grounds), np.array(offs))


def alike(one: np.ndarray, other: np.ndarray) -> float:
    """Of two convex outlines (4, 2) the ground they share, of all that both cover."""
    one, other = np.asarray(one, np.float32), np.asarray(other, np.float32)
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared / max(cv2.contourArea(one) + cv2.contourArea(other) - shared, 1e-6))


def off_by(found: np.ndarray, true: np.ndarray) -> float:
    """Mean distance of corners (4, 2), in the order that suits best, in lengths of the true tile."""
    long = (np.linalg.norm(true[2] - true[1]) + np.linalg.norm(true[3] - true[0])) / 2
    return float(min(np.linalg.norm(np.roll(found, k, axis=0) - true, axis=1).mean() for k in range(4)) / long)


def milliseconds(networks: Sequence[Path]) -> list[float]:
    """The median time of one prediction of each, on a picture of 640 x 480, run by turns."""
    picture = np.zeros((1, 480, 640, 3), np.uint8)
    models = [Network(path) for path in networks]
    taken: list[list[float]] = [[] for _ in models]
    for _ in range(TIMED):
        for model, times in zip(models, taken, strict=True):
            start = time.perf_counter()
            model(picture)
            times.append(1000 * (time.perf_counter() - start))
    return [float(np.median(times)) for times in taken]


def row(name: str, way: str, found: Found) -> str:
    """A row of the table."""
    shares = f"{found.recall:.3f} | {found.precision:.3f} | {found.average_precision:.3f}"
    outlines = f"{found.grounds.mean():.3f} | {found.offs.mean():.3f}" if len(found.grounds) else "|"
    return f"| {name} | {way} | {found.tiles} | {shares} | {outlines} |"


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.heads",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="PHOTOS", help="folders of labelled photos")
    parser.add_argument("--corners", type=Path, required=True, help="ONNX file of the model of four corners")
    parser.add_argument("--boxes", type=Path, required=True, help="ONNX file of the model of oriented boxes")
    given = parser.parse_args()
    try:
        ways: dict[str, Detector] = {
            "corners": TileDetector(given.corners, FAINTEST),
            "oriented boxes": BoxDetector(given.boxes, FAINTEST),
        }
        print("| on | found as | tiles | recall | precision | average precision | ground shared | corners off |")
        print("|---|---|---|---|---|---|---|---|")
        for folder in given.folders:
            photos = read_labelled(folder)
            for way, detector in ways.items():
                found = compare([(photo, detector.detect(load_picture(photo.path))) for photo in photos])
                print(row(f"`{folder.name}`", way, found), flush=True)
        times = zip(ways, milliseconds([given.corners, given.boxes]), strict=True)
        print("\nOne prediction: " + ", ".join(f"{way} {taken:.1f} ms" for way, taken in times))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
