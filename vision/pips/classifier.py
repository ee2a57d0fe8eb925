"""Reads the halves of tiles from upright crops of the full-resolution picture."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from muggins.models import PIPS
from muggins.texts import lazy_gettext

from ..geometry.points import apply_homography
from ..geometry.quads import turn_round
from ..inference import Network
from ..probability import softmax
from ..types import KINDS
from .crops import CROP_SIZE, CROP_WIDTH, crop_to_picture, is_upside_down, rectify_tiles, slants, upright_corners
from .tuning import PIPS_TUNING, PipsTuning

MOST_PIPS = 12
"""The highest pip count that the pip model knows."""
HALVES = slice(0, 26)
"""Outputs of the pip model: logits of 13 pip counts for each of the two halves."""
WHAT = slice(26, 30)
"""Outputs of the pip model: logits of KINDS and, last, of no whole tile."""
OFFSETS = slice(30, 38)
"""Outputs of the pip model: how far x and y of each corner are off, in tile widths of the crop."""
PART = 38
"""Output of the pip model: the log odds that only a part of the tile can be seen."""
PIP_OUTPUTS = 39
BATCHES = (1, 2, 4, 16)
"""How many crops are shown to the network at a time. One of 16 takes two thirds of the time of one alone."""
REFUSAL_COST = 3.0
"""False tiles that a refused real one costs in the pip model's training. Its odds of "face up" are too high by this
factor."""


@dataclass(frozen=True, eq=False)
class PipPredictions:
    """What the pip model says of N crops."""

    pips: NDArray[np.float64]
    """(N, 2, 13): the probability of every pip count; [n, 0] is the half at the tile's corners 0 and 1."""
    is_faceup: NDArray[np.float64]
    """(N,): the probability that one whole face-up tile fills the outline."""
    corners: NDArray[np.float32]
    """(N, 4, 2) px: the outlines, moved to the edges of the tiles."""
    is_standing: NDArray[np.float64] | None = None
    """(N,): the probability that the crop shows the face of a standing tile; None where it is unknown."""
    part_odds: NDArray[np.float64] | None = None
    """(N,): the log odds that less than nine tenths of the tile can be seen; None where they are unknown."""

    def faceup_at_even_costs(self) -> NDArray[np.float64]:
        """(N,) is_faceup as if a real tile that is refused cost as much as a false one."""
        return np.asarray(self.is_faceup / (self.is_faceup + REFUSAL_COST * (1 - self.is_faceup)))

    def faceup_from_above(self, rarer: float) -> NDArray[np.float64]:
        """(N,) is_faceup for a camera that looks straight down: it sees the ends of standing tiles.

        The face of a standing tile is then less likely by the factor `rarer`.
        """
        if self.is_standing is None:
            return self.is_faceup
        return np.asarray(self.is_faceup / (1 - (1 - 1 / rarer) * self.is_standing))


def apply_temperature(pips: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """(..., 13) probabilities, flattened by a temperature above 1 and sharpened by one below."""
    if temperature == 1.0:
        return pips
    powers = np.maximum(pips, 1e-30) ** (1 / temperature)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def load_temperature(path: Path) -> float:
    """The temperature that a TOML file gives for a pip model; 1 where the file does not exist.

    Raises ValueError where the file is not TOML or its temperature is not between 0.1 and 10.
    """
    if not path.is_file():
        return 1.0
    try:
        temperature = tomllib.loads(path.read_text(encoding="utf-8")).get("temperature")
    except ValueError as error:
        raise ValueError(
            lazy_gettext("%(path)s: expected TOML: %(error)s; fit it again", path=path, error=error)
        ) from None
    if not isinstance(temperature, float | int) or not 0.1 <= temperature <= 10:
        raise ValueError(
            lazy_gettext(
                "%(path)s: expected `temperature = 1.2` or the like, got %(came)s; fit it again",
                path=path,
                came=repr(temperature),
            )
        )
    return float(temperature)


class PipClassifier:
    """The pip model. Only one thread at a time may call `read`."""

    def __init__(
        self,
        path: Path | None = None,
        temperature: float | None = None,
        threads: int | None = None,
        tuning: PipsTuning = PIPS_TUNING,
        is_single: bool = False,
    ) -> None:
        """Loads the model at `path`, by default the one that comes with muggins, on `threads` threads.

        `temperature` is applied to its probabilities, by default the one fitted for the model. With `is_single` it
        reckons in single precision even on a CPU that has bfloat16. Raises ValueError where a file is missing or wrong.
        """
        self._tuning = tuning
        self._network = Network(path or PIPS, (CROP_SIZE,), threads, BATCHES, is_single)
        self._temperature = load_temperature(self.temperature_file(path)) if temperature is None else temperature

    @staticmethod
    def temperature_file(path: Path | None = None) -> Path:
        """The file beside the model that holds its temperature."""
        return (path or PIPS).with_suffix(".toml")

    def read(self, image: NDArray[np.uint8], corners: NDArray[np.float32], rounds: int | None = None) -> PipPredictions:
        """What the tiles at `corners` (N, 4, 2) px of `image` (H, W, 3) uint8 BGR show.

        Each of at most `rounds` rounds, by default as many as tuned, moves the outlines to the edges that it finds. The
        next one cuts out again those that moved far.
        """
        given = np.asarray(corners, np.float32).reshape(-1, 4, 2)
        if not len(given):
            return PipPredictions(np.zeros((0, 2, MOST_PIPS + 1)), np.zeros(0), given, np.zeros(0), np.zeros(0))
        turned, tuning = is_upside_down(given), self._tuning
        moved = turn_round(given, turned)
        logits = np.zeros((len(given), PIP_OUTPUTS), np.float32)
        adrift = np.arange(len(given))
        for _ in range(tuning.refinement_steps if rounds is None else rounds):
            if not len(adrift):
                break
            outlines = moved[adrift]
            logits[adrift] = self._network(rectify_tiles(image, outlines), slants(outlines))
            offsets = logits[adrift, OFFSETS].reshape(-1, 4, 2)
            moved[adrift] = _moved(outlines, offsets)
            off = np.abs(offsets).max(axis=(1, 2))
            is_clear = _is_clear(logits[adrift], tuning)
            still = np.where(is_clear, tuning.still_if_clear_widths, tuning.still_widths)
            adrift = adrift[(off > still) & ~_shows_no_pips(logits[adrift], tuning)]
        halves = apply_temperature(_halves(logits), self._temperature)
        kinds = softmax(logits[:, WHAT])
        return PipPredictions(
            turn_round(halves, turned),
            kinds[:, KINDS.index("faceup")],
            turn_round(moved, turned),
            kinds[:, KINDS.index("standing")],
            logits[:, PART].astype(np.float64),
        )


def _halves(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """(N, 2, 13) probabilities of pip counts from (N, 39) outputs of the model."""
    return softmax(logits[:, HALVES].reshape(-1, 2, MOST_PIPS + 1))


def _is_clear(logits: NDArray[np.float32], tuning: PipsTuning) -> NDArray[np.bool_]:
    """(N,) whether (N, 39) outputs leave no doubt about the kind and, face up, about both pip counts."""
    kinds = softmax(logits[:, WHAT])
    halves = _halves(logits).max(axis=2).min(axis=1)
    halves[kinds.argmax(axis=1) != KINDS.index("faceup")] = 1.0
    return np.asarray(np.minimum(halves, kinds.max(axis=1)) > tuning.clear_crop)


def _shows_no_pips(logits: NDArray[np.float32], tuning: PipsTuning) -> NDArray[np.bool_]:
    """(N,) whether (N, 39) outputs are sure that no whole tile lies face up. Its outline is not refined further."""
    kinds = softmax(logits[:, WHAT])
    return np.asarray(1 - kinds[:, KINDS.index("faceup")] > tuning.clear_crop)


def _moved(quads: NDArray[np.float32], offsets: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4, 2) px corners moved by (N, 4, 2) offsets in tile widths along and across the crop."""
    return apply_homography(crop_to_picture(quads), upright_corners() + offsets * CROP_WIDTH).astype(np.float32)
