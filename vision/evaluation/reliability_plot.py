"""A reliability plot as SVG: how often halves were right against the probability of their reading."""

from __future__ import annotations

from .calibration import Calibration
from .metrics import wilson

SIDE = 240
"""Pixels of the square."""
LEFT = 52
"""Pixels for the labels to the left of the square."""
TOP = 40
"""Pixels for the labels above the square."""
RIGHT = 20
"""Pixels to the right of the square."""
BOTTOM = 48
"""Pixels for the labels below the square."""
BLUE = "#0072b2"
"""The marks."""
GREY = "#bbbbbb"
"""The frame and the diagonal."""
INK = "#222222"
"""The text."""


def reliability_plot(halves: Calibration) -> str:
    """The plot: one mark a bin with the 95 % interval of the share right, its area growing with the halves."""
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
