"""How long and how fast a network is trained."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """A cosine with a warm-up."""

    total: int
    """Examples that are seen."""
    batch: int
    """Examples in a batch."""
    rate: float
    """The full learning rate."""
    seed: int = 0
    warm_up: float = 0.03
    """Share of the training in which the rate rises."""
    least: float = 0.01
    """Share of the full rate at the end."""

    def rate_at(self, seen: int) -> float:
        """The learning rate after `seen` examples: it rises, then falls with a cosine to its least."""
        falling = (1 + math.cos(math.pi * min(1.0, seen / self.total))) / 2
        risen = min(1.0, (seen + self.batch) / max(self.warm_up * self.total, 1.0))
        return self.rate * risen * (self.least + (1 - self.least) * falling)
