"""Reads the halves of tiles from upright cut-outs of the full picture."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.models import PIPS

from ..inference import Network
from ..types import KINDS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CROP_LENGTH = 80
CROP_WIDTH = 40
CROP_MARGIN = 16
"""Pixels of table shown around the tile: they tell where it ends, and whether its upper side shows, as it does on one
that stands, or its near side, as on one that lies."""
MOST_PIPS = 12
SHARP = 0.7
"""A tile is cut out as it is down to this share of its size; shrunk further, its pixels are averaged first."""
SMOOTHING = 0.34
"""Variance of that, in pixels of the cut-out; what averaging by area and then between pixels comes to."""
STILL, STILL_CLEAR = 0.05, 0.12
"""Tile widths: an outline that moved less was right; the second where what it shows was clear all the same."""
CLEAR = 0.97
REFINEMENT_STEPS = 2
"""So often a tile is cut out at most: a third time it is named no better, for a thirtieth of the time of a read."""
RARER_FROM_ABOVE = 10.0
"""As many times less likely is what looks like the face of a standing tile where the camera looks straight down."""


def upright_corners(margin: int = CROP_MARGIN) -> NDArray[np.float32]:
    """(4, 2) px: where the corners of a tile lie in a cut-out, the first half on the left."""
    left, top, right, bottom = margin - 0.5, margin - 0.5, margin + CROP_LENGTH - 0.5, margin + CROP_WIDTH - 0.5
    return np.array([(left, bottom), (left, top), (right, top), (right, bottom)], np.float32)


def orient_upright(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Outlines (N, 4, 2), turned so that what is up in the picture is up in the cut-out.

    A camera is held upright, so this is how a tile that stands and one that lies come to look different.
    """
    falls = (quads[:, 0] + quads[:, 3] - quads[:, 1] - quads[:, 2])[:, 1]
    return np.where((falls < 0)[:, None, None], np.roll(quads, 2, axis=1), quads)


def slants(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4) how outlines lie in the picture: rightward and downward, the way along and the way across the cut-out.

    In units of the root of their ground: what is seen foreshortened lies, what is seen in full may stand.
    """
    along = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    across = (quads[:, 0] + quads[:, 3] - quads[:, 1] - quads[:, 2]) / 2
    ground = np.abs(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0])
    both = np.concatenate([along, across], axis=1)
    return np.asarray(both / np.sqrt(np.maximum(ground, 1e-6))[:, None], np.float32)


def ways_back(quads: NDArray[np.float32], margin: int = CROP_MARGIN) -> NDArray[np.float64]:
    """(N, 3, 3) homogeneous pixels of the cut-outs of (N, 4, 2) outlines to those of the picture.

    A square to any four corners (P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
    """
    left, first, second, right = np.moveaxis(np.asarray(quads, np.float64), 1, 0)  # below, above, above, below
    along, across, rest = second - right, left - right, first - second + right - left
    turn = _cross(along, across)
    turn = np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    far_along, far_across = _cross(rest, across) / turn, _cross(along, rest) / turn
    back = np.ones((len(quads), 3, 3))
    back[:, :2, 0] = second - first + far_along[:, None] * second
    back[:, :2, 1] = left - first + far_across[:, None] * left
    back[:, :2, 2] = first
    back[:, 2, 0], back[:, 2, 1] = far_along, far_across
    scale, start = np.array([1 / CROP_LENGTH, 1 / CROP_WIDTH]), margin - 0.5
    to_square = np.diag([*scale, 1.0])
    to_square[:2, 2] = -start * scale
    return back @ to_square


def _apply_homography(ways: NDArray[np.float64], points: NDArray[np.floating]) -> NDArray[np.float64]:
    """(N, M, 2) points through (N, 3, 3)."""
    mapped = points @ ways[:, :, :2].transpose(0, 2, 1) + ways[:, None, :, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def _cross(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def rectify_tiles(image: NDArray[np.uint8], quads: NDArray[np.float32], margin: int = CROP_MARGIN) -> NDArray[np.uint8]:
    """Cuts tiles out so that each lies along the picture, its first half (at corners 0 and 1) on the left.

    `quads` is (N, 4, 2) px clockwise; the result (N, CROP_WIDTH + 2 * margin, CROP_LENGTH + 2 * margin, 3) uint8.
    """
    width, height = CROP_LENGTH + 2 * margin, CROP_WIDTH + 2 * margin
    quads = np.asarray(quads, np.float32)
    backs = ways_back(quads, margin)
    lengths = np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1) + np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    shrinks = CROP_LENGTH / np.maximum(lengths / 2, 1.0)
    lows, highs = _reaches(backs, quads, (width, height), image)
    out = np.empty((len(quads), height, width, 3), np.uint8)
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for k, shrink in enumerate(shrinks.tolist()):
        part, back = image, backs[k]
        if shrink < SHARP:
            part, to_part = _smoothed(image, lows[k], highs[k], shrink)
            back = to_part @ back
        cv2.warpPerspective(part, back, (width, height), dst=out[k], flags=way, borderMode=cv2.BORDER_REPLICATE)
    return out


def _reaches(
    backs: NDArray[np.float64], quads: NDArray[np.float32], size: tuple[int, int], image: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(N, 2) left and top, and right and bottom, of what cut-outs of that width and height show of the picture."""
    limit = np.array([image.shape[1], image.shape[0]])
    edges = np.array([(-1, -1), (size[0], -1), size, (-1, size[1])], np.float64)
    frames = _apply_homography(backs, edges)
    # A frame of a wild outline may reach anywhere.
    reach = (quads.max(axis=1) - quads.min(axis=1)).max(axis=1, keepdims=True) / 2
    low = np.maximum(frames.min(axis=1) - 3, quads.min(axis=1) - reach)
    high = np.minimum(frames.max(axis=1) + 3, quads.max(axis=1) + reach)
    low = np.clip(np.floor(low), 0, limit - 1).astype(np.int64)
    return low, np.clip(np.ceil(high), low + 1, limit).astype(np.int64)


def _smoothed(
    image: NDArray[np.uint8], low: NDArray[np.int64], high: NDArray[np.int64], shrink: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The part of a picture from `low` to `high`, smoothed so that pixels may be skipped, and the way there.

    That is (3, 3), homogeneous pixels of the picture to those of the part.
    """
    part, times = image[low[1] : high[1], low[0] : high[0]], 1
    while shrink * times <= 0.5 and min(part.shape[:2]) > 1:
        size = (part.shape[1] // 2, part.shape[0] // 2)
        part = np.asarray(cv2.resize(part[: 2 * size[1], : 2 * size[0]], size, interpolation=cv2.INTER_AREA), np.uint8)
        times *= 2
    shrink *= times
    if shrink < SHARP:
        spread = math.sqrt(SMOOTHING * (shrink**-2 - 1))
        part = np.asarray(cv2.GaussianBlur(part, (5, 5), spread, borderType=cv2.BORDER_REPLICATE), np.uint8)
    across, down = ((0.5 - low) / times - 0.5).tolist()
    return part, np.array([[1 / times, 0, across], [0, 1 / times, down], [0, 0, 1]])


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    grown = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))


def _is_clear(logits: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) whether (N, 38) that the model gave leave no doubt: what is there and, face up, what either half shows."""
    kinds = _softmax(logits[:, 26:30])
    halves = _softmax(logits[:, :26].reshape(-1, 2, MOST_PIPS + 1)).max(axis=2).min(axis=1)
    halves[kinds.argmax(axis=1) != KINDS.index("faceup")] = 1.0
    return np.asarray(np.minimum(halves, kinds.max(axis=1)) > CLEAR)


@dataclass(frozen=True, eq=False)
class PipPredictions:
    """What the pip model says of N cut-outs."""

    pips: NDArray[np.float64]
    """(N, 2, 13) probabilities; [n, 0] is the half at the tile's corners 0 and 1."""
    is_faceup: NDArray[np.float64]
    """(N,) probability that one whole face-up tile fills the outline."""
    corners: NDArray[np.float32]
    """(N, 4, 2) px: the outlines, moved to where the tile's edges are."""
    is_standing: NDArray[np.float64] | None = None
    """(N,) probability that it is the face of a tile that stands; None where that was not asked."""

    def faceup_from_above(self) -> NDArray[np.float64]:
        """(N,) is_faceup where the camera looks straight down: of a tile that stands it sees an end, but no face."""
        if self.is_standing is None:
            return self.is_faceup
        return np.asarray(self.is_faceup / (1 - (1 - 1 / RARER_FROM_ABOVE) * self.is_standing))


def apply_temperature(pips: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Probabilities (..., 13) made less sure by a temperature above 1, surer by one below."""
    if temperature == 1.0:
        return pips
    grown = np.maximum(pips, 1e-30) ** (1 / temperature)
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))


def load_temperature(path: Path) -> float:
    """How the probabilities of a pip model are to be tempered, from the file beside it; 1 where there is none."""
    if not path.is_file():
        return 1.0
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8")).get("temperature")
    except ValueError as error:
        raise ValueError(f"{path}: expected TOML: {error}; fit it again") from None
    if not isinstance(told, float | int) or not 0.1 <= told <= 10:
        raise ValueError(f"{path}: expected `temperature = 1.2` or the like, got {told!r}; fit it again")
    return float(told)


class PipClassifier:
    """The pip model. `read` may be called from one thread at a time."""

    def __init__(self, path: Path | None = None, temperature: float | None = None) -> None:
        """`temperature`: how its probabilities are tempered; the one fitted for the model where it is not given."""
        self._network = Network(path or PIPS)
        self._temperature = load_temperature(self.temperature_file(path)) if temperature is None else temperature

    @staticmethod
    def temperature_file(path: Path | None = None) -> Path:
        """Where the temperature of a model's file is kept: beside it."""
        return (path or PIPS).with_suffix(".toml")

    def read(
        self, image: NDArray[np.uint8], corners: NDArray[np.float32], rounds: int = REFINEMENT_STEPS
    ) -> PipPredictions:
        """Reads the tiles with the given `corners` (N, 4, 2) px of `image` (H, W, 3) uint8 BGR.

        Each round moves the outlines to the edges it found; those that moved far are cut out again in the next.
        """
        given = np.asarray(corners, np.float32).reshape(-1, 4, 2)
        if not len(given):
            return PipPredictions(np.zeros((0, 2, MOST_PIPS + 1)), np.zeros(0), given)
        quads = orient_upright(given)
        turned = (quads[:, 0] != given[:, 0]).any(axis=1)
        moved = quads.copy()
        logits = np.zeros((len(quads), 38), np.float32)
        adrift = np.arange(len(quads))
        for _ in range(rounds):
            if not len(adrift):
                break
            outlines = moved[adrift]
            logits[adrift] = self._network(rectify_tiles(image, outlines), slants(outlines))
            offsets = logits[adrift, 30:38].reshape(-1, 4, 2)
            moved[adrift] = _moved(outlines, offsets)
            off = np.abs(offsets).max(axis=(1, 2))
            adrift = adrift[off > np.where(_is_clear(logits[adrift]), STILL_CLEAR, STILL)]
        halves = _softmax(logits[:, :26].reshape(-1, 2, MOST_PIPS + 1))
        halves = apply_temperature(halves, self._temperature)
        halves[turned] = halves[turned, ::-1]
        moved[turned] = np.roll(moved[turned], 2, axis=1)
        kinds = _softmax(logits[:, 26:30])
        return PipPredictions(halves, kinds[:, KINDS.index("faceup")], moved, kinds[:, KINDS.index("standing")])


def _moved(quads: NDArray[np.float32], offsets: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners moved by `offsets`, which the model gives in tile widths along and across the upright crop."""
    return _apply_homography(ways_back(quads), upright_corners() + offsets * CROP_WIDTH).astype(np.float32)
