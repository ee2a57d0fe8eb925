"""A look at the table: one reading of it, with what led up to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .motion import Motion
from .table import TableState
from .voting import Vote


@dataclass(frozen=True, eq=False)
class Look:
    """One reading of the table, with what moves there and what the frames before it showed."""

    state: TableState
    motion: Motion
    size: tuple[int, int]
    """Width and height of the picture."""
    vote: Vote
    reads: int
    """Since something last moved, this one with them."""
    is_unexplained: bool
    """Whether something has changed where nothing is read."""

    @property
    def time(self) -> float:
        return self.state.time

    def is_covered(self, corners: NDArray[np.float32]) -> bool:
        return self.motion.covered(corners, self.size)
