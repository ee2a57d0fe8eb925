"""Where makers stand the pips of a half.

A pattern is written as its lines along the tile, from one long side to the other: `"4o4"` is a line of four, two pips
in the end rows, and a line of four. Positions are in units of `TileStyle.pip_spread` around the middle of the half: x
along the tile, y across it.

The commonest patterns were read off photos of real sets; the shares are estimates. On the commonest double-twelve sets
a ten is a hollow rectangle (`"4o4"`), and an eleven is a ten with one more pip in its middle.
"""

from __future__ import annotations

import numpy as np

Positions = tuple[tuple[float, float], ...]

_FOUR = (-1.15, -0.38, 0.38, 1.15)
_LINES: dict[str, tuple[float, ...]] = {
    "1": (0.0,),
    "2": (-1.0, 1.0),
    "3": (-1.0, 0.0, 1.0),
    "4": _FOUR,
    "5": (-1.2, -0.6, 0.0, 0.6, 1.2),
    "o": (-1.15, 1.15),  # two in the rows where a line of four ends
    "m": (-0.77, 0.77),  # two between the rows of a line of four
    "i": (-0.38, 0.38),  # two in the inner rows of a line of four
    "t": (-1.15, 0.0, 1.15),  # three from end row to end row of a line of four
    "e": (-0.9, 0.0, 0.9),  # three that stand between those rows
}
"""What a letter of a pattern stands for: the x of each pip in a line."""

_ACROSS = {1: (0.0,), 2: (-1.0, 1.0), 3: (-1.0, 0.0, 1.0), 4: _FOUR}
"""The y of each line, by how many there are."""


def _lined(pattern: str) -> Positions:
    """The positions of a pattern's pips."""
    across = _ACROSS[len(pattern)]
    return tuple((x, y) for line, y in zip(pattern, across, strict=True) for x in _LINES[line])


_DIAGONAL_TWO: Positions = ((-1, -1), (1, 1))
_DIAGONAL_THREE: Positions = ((-1, -1), (0, 0), (1, 1))

PATTERNS: dict[int, tuple[tuple[float, Positions], ...]] = {
    0: ((1.0, ()),),
    1: ((1.0, ((0.0, 0.0),)),),
    2: ((0.96, _DIAGONAL_TWO), (0.04, _lined("2"))),
    3: ((0.96, _DIAGONAL_THREE), (0.04, _lined("3"))),
    4: ((1.0, _lined("22")),),
    5: ((1.0, _lined("212")),),
    6: ((1.0, _lined("33")),),
    7: ((0.97, _lined("313")), (0.03, _lined("232"))),
    8: ((0.9, _lined("323")), (0.1, _lined("44"))),
    9: ((1.0, _lined("333")),),
    10: (
        (0.6, _lined("4o4")),
        (0.16, _lined("4m4")),
        (0.12, _lined("4i4")),
        (0.06, _lined("343")),
        (0.06, _lined("55")),
    ),
    11: ((0.65, _lined("4t4")), (0.25, _lined("4e4")), (0.1, _lined("434"))),
    12: ((1.0, _lined("444")),),
}
"""For each number of pips the patterns that makers use, each with its share of sets; the first is the commonest."""

USUAL_PATTERN: dict[int, Positions] = {pips: patterns[0][1] for pips, patterns in PATTERNS.items()}
"""The commonest pattern of each number of pips."""

IN_COLUMNS: dict[int, tuple[int, ...]] = {
    pips: tuple(k for k, (_, places) in enumerate(patterns) if {y for _, y in places} == {-1.0, 1.0})
    for pips, patterns in PATTERNS.items()
    if pips in (8, 10)
}
"""The numbers of the patterns of an eight and of a ten that stand in two lines."""

RING: dict[int, Positions] = {
    pips: tuple((1.15 * np.cos(turn), 1.15 * np.sin(turn)) for turn in 2 * np.pi * np.arange(pips) / pips)
    for pips in (3, 5)
}
"""How threes and fives stand on a starry set: in a ring."""


def random_patterns(rng: np.random.Generator) -> tuple[int, ...]:
    """The number of the pattern that one maker uses for 0, 1 ... 12 pips, drawn by their shares."""
    return tuple(
        int(rng.choice(len(patterns), p=[share for share, _ in patterns])) for _, patterns in sorted(PATTERNS.items())
    )
