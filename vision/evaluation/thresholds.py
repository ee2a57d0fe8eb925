"""Floors that measured figures must not fall under, and goals they are to reach: a TOML file.

[board]                              # the folder of photos
recall = { floor = 0.98, goal = 0.995 }
misnamed = { ceiling = 0.02, goal = 0.01 }

[all]                                # all folders together
calibration_error = { ceiling = 0.02 }

[weights]                            # the files of the networks, all together
megabytes = { ceiling = 12 }

[speed]                              # `muggins bench --floors FILE` on a quiet machine; nothing else looks at it
read_ms = { ceiling = 60, goal = 45 }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from muggins.models import PIPS, TILES
from muggins.scorer.rules.toml import tomllib

WEIGHTS, SPEED = "weights", "speed"
"""What is not measured on photos is called so in a file of floors."""


@dataclass(frozen=True)
class Floor:
    """What a figure must keep to, and what it is to reach."""

    limit: float
    is_ceiling: bool
    """The figure may not exceed `limit`, rather than not fall under it."""
    goal: float | None = None

    def holds(self, value: float) -> bool:
        """Figures are compared as they are printed, to four places."""
        return round(value, 4) <= self.limit if self.is_ceiling else round(value, 4) >= self.limit


Floors = Mapping[str, Floor]


def load_floors(path: Path) -> dict[str, Floors]:
    """The floors of each folder, by the figure's name; ValueError where the file cannot be understood."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened ({error.strerror}); name a file of floors") from None
    except ValueError as error:
        raise ValueError(f"{path}: expected TOML: {error}") from None
    try:
        return {folder: {name: _floor(limits) for name, limits in floors.items()} for folder, floors in told.items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        wanted = "[folder] and under it lines such as `recall = { floor = 0.98, goal = 0.995 }`"
        raise ValueError(f"{path}: expected {wanted}") from None


def short_of(folder: str, values: Mapping[str, float], floors: Floors) -> Iterator[str]:
    """A sentence for each value that does not keep to its floor."""
    for name, floor in floors.items():
        if name not in values:
            yield f"{folder}: {name} has a floor, but these photos do not tell it"
        elif not floor.holds(values[name]):
            side = "over its ceiling" if floor.is_ceiling else "under its floor"
            yield f"{folder}: {name} is {values[name]:.4f}, {side} of {floor.limit}"


def weights() -> dict[str, float]:
    """Megabytes of all that is needed to play beside the program."""
    return {"megabytes": sum(path.stat().st_size for path in (TILES, PIPS)) / 1e6}


def _floor(limits: Mapping[str, float]) -> Floor:
    is_ceiling = "ceiling" in limits
    if not set(limits) <= {"ceiling" if is_ceiling else "floor", "goal"}:
        raise ValueError("a figure has a floor or a ceiling")
    goal = float(limits["goal"]) if "goal" in limits else None
    return Floor(float(limits["ceiling" if is_ceiling else "floor"]), is_ceiling, goal)
