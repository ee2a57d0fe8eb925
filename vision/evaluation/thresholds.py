"""Floors and ceilings that measured values must keep to, and goals that they are to reach: a TOML file.

[board]                              # the folder of photos
recall = { floor = 0.98, goal = 0.995 }
misnamed = { ceiling = 0.02, goal = 0.01 }

[all]                                # all folders together
calibration_error = { ceiling = 0.02 }

[weights]                            # the files of the networks, all together
megabytes = { ceiling = 12 }

[speed]                              # only `muggins bench --floors FILE` checks this, on a quiet machine
read_ms = { ceiling = 60, goal = 45 }
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from muggins.models import PIPS, TILES

WEIGHTS = "weights"
"""The section for the size of the networks."""
SPEED = "speed"
"""The section for `muggins bench`."""


@dataclass(frozen=True)
class Threshold:
    """What a value must keep to, and what it is to reach."""

    limit: float
    is_ceiling: bool
    """The value must not exceed `limit`. Otherwise it must not fall below it."""
    goal: float | None = None

    def holds(self, value: float) -> bool:
        """Whether a value keeps to the limit, compared as it is printed: to four places."""
        return round(value, 4) <= self.limit if self.is_ceiling else round(value, 4) >= self.limit


Thresholds = Mapping[str, Threshold]
"""By the name of the value."""


def load_thresholds(path: Path) -> dict[str, Thresholds]:
    """The thresholds of each section; ValueError, a sentence that names the file, if it cannot be read."""
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened ({error.strerror}); name a file of floors") from None
    except ValueError as error:
        raise ValueError(f"{path}: expected TOML: {error}") from None
    try:
        return {
            section: {name: _threshold(limits) for name, limits in values.items()}
            for section, values in sections.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError):
        wanted = "[folder] and under it lines such as `recall = { floor = 0.98, goal = 0.995 }`"
        raise ValueError(f"{path}: expected {wanted}") from None


def violations(section: str, values: Mapping[str, float], thresholds: Thresholds) -> Iterator[str]:
    """Yields a sentence for each value that does not keep to its threshold, or is not there."""
    for name, threshold in thresholds.items():
        if name not in values:
            yield f"{section}: {name} has a floor, but these photos do not tell it"
        elif not threshold.holds(values[name]):
            side = "over its ceiling" if threshold.is_ceiling else "under its floor"
            yield f"{section}: {name} is {values[name]:.4f}, {side} of {threshold.limit}"


def weights() -> dict[str, float]:
    """The size in megabytes of the networks that a player needs beside the program."""
    return {"megabytes": sum(path.stat().st_size for path in (TILES, PIPS)) / 1e6}


def _threshold(limits: Mapping[str, float]) -> Threshold:
    is_ceiling = "ceiling" in limits
    if not set(limits) <= {"ceiling" if is_ceiling else "floor", "goal"}:
        raise ValueError("a value has a floor or a ceiling")
    goal = float(limits["goal"]) if "goal" in limits else None
    return Threshold(float(limits["ceiling" if is_ceiling else "floor"]), is_ceiling, goal)
