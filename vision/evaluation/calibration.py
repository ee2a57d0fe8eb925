"""Whether the probabilities of halves hold: of the halves read with 0.9, nine in ten should be right.

A plot in SVG shows how often halves were right against the probability of their reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.readings import likelier_order
from ..types import TileReading
from .metrics import PhotoResult, wilson

BINS = 15
"""Bins of equal width, from 0 to 1."""
SIDE, LEFT, TOP, RIGHT, BOTTOM = 240, 52, 40, 20, 48
"""Pixels of the plot: the square, and the margins around it for labels."""
BLUE, GREY, INK = "#0072b2", "#bbbbbb", "#222222"
"""Colours of the marks, of the frame with its diagonal, and of the text."""


@dataclass(frozen=True, eq=False)
class Calibration:
    """For N halves the probability of the likeliest pip count, and whether it was right."""

    said: NDArray[np.float64]
    """(N,) probabilities of the likeliest pip count."""
    right: NDArray[np.bool_]
    """(N,): that pip count was right."""

    def __len__(self) -> int:
        return len(self.said)

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """For each bin with halves in it: the mean probability, the share that was right, and the number of halves."""
        number = np.minimum((self.said * BINS).astype(np.int64), BINS - 1)
        inside = [number == k for k in range(BINS)]
        return [(float(self.said[k].mean()), float(self.right[k].mean()), int(k.sum())) for k in inside if k.any()]

    @property
    def expected_error(self) -> float:
        """Expected calibration error: the mean distance, over the halves, of probability and share right."""
        return sum(abs(said - right) * many for said, right, many in self.bins) / max(len(self), 1)


def calibration(results: Iterable[PhotoResult]) -> Calibration:
    """The calibration over the readings whose true tile is known.

    It is known by its place, or because exactly one tile lies there and one was read.
    """
    said: list[float] = []
    right: list[bool] = []
    for result in results:
        for true, reading in _known(result):
            for shown, half in zip(true_halves(true, reading), reading.pips, strict=True):
                said.append(float(half.max()))
                right.append(int(half.argmax()) == shown)
    return Calibration(np.array(said, np.float64), np.array(right, bool))


def true_halves(true: Tile, reading: TileReading) -> tuple[int, int]:
    """What the halves of a reading truly show, in its order: the likelier way round, as labels name none."""
    is_in_set = true.high < reading.pips.shape[1]
    return likelier_order(reading, true.halves) if is_in_set else true.halves


def _known(result: PhotoResult) -> list[tuple[Tile, TileReading]]:
    """The readings of a photo whose true tile is known, with that tile."""
    if result.photo.is_boxed and result.photo.is_named:
        return [*((reading.tile, reading) for reading in result.right), *result.misread]
    asked, read = result.photo.asked, result.state.readings
    if len(asked) == len(read) == 1 and asked[0].tile is not None:
        return [(asked[0].tile, read[0])]
    return []


def reliability_plot(halves: Calibration) -> str:
    """An SVG plot: one mark a bin with the 95 % interval of the share right, its area growing with the halves."""
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="16" font-weight="bold">{len(halves):,} halves, '
        f"expected calibration error {halves.expected_error:.4f}</text>",
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{GREY}"/>',
        _line(0, 0, 1, 1, GREY, ' stroke-dasharray="4 3"'),
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<text x="{_x(tick):.1f}" y="{TOP + SIDE + 16}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{_y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    middle = LEFT + SIDE / 2
    parts.append(f'<text x="{middle}" y="{TOP + SIDE + 36}" text-anchor="middle">probability that was said</text>')
    parts.append(f'<text x="{LEFT - 40}" y="{TOP - 8}">share that was right</text>')
    for said, right, many in halves.bins:
        low, high = wilson(round(right * many), many)
        parts.append(_line(said, low, said, high, BLUE, ""))
        radius = 2 + 5 * (many / len(halves)) ** 0.5
        parts.append(
            f'<circle cx="{_x(said):.1f}" cy="{_y(right):.1f}" r="{radius:.1f}" fill="{BLUE}">'
            f"<title>{many} halves: said {said:.3f}, right {right:.3f}</title></circle>"
        )
    return "\n".join([*parts, "</svg>", ""])


def _line(x0: float, y0: float, x1: float, y1: float, colour: str, more: str) -> str:
    return (
        f'<line x1="{_x(x0):.1f}" y1="{_y(y0):.1f}" x2="{_x(x1):.1f}" y2="{_y(y1):.1f}" stroke="{colour}" '
        f'stroke-width="1.5"{more}/>'
    )


def _x(share: float) -> float:
    return LEFT + share * SIDE


def _y(share: float) -> float:
    return TOP + (1 - share) * SIDE
