"""What a long run prints: the stage, how much is done, and how long the rest will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from .stages import RecipeStage, Report

EVERY_S = 15.0
"""Seconds between two lines."""


class Progress:
    """Prints a line now and then about a run of several stages."""

    def __init__(self, stages: Sequence[RecipeStage], clock: Callable[[], float] = time.monotonic) -> None:
        """A run of these stages in order. `clock` gives seconds."""
        self._stages, self._clock = list(stages), clock
        self._pace = 1.0
        """Seconds that recent work took here for each second that it takes on two idle cores."""

    def begin(self, stage: RecipeStage) -> Report:
        """The report for a stage that begins now. The first share reported may have been done by an earlier run."""
        then, share_then = -EVERY_S, 0.0

        def report(share: float) -> None:
            nonlocal then, share_then
            now = self._clock()
            if share_then >= 1 or (share < 1 and now - then < EVERY_S):
                return
            if then >= 0 and share > share_then:
                self._pace = (now - then) / ((share - share_then) * stage.seconds)
            then, share_then = now, share
            print(self._line(stage, share), flush=True)

        return report

    def _line(self, stage: RecipeStage, share: float) -> str:
        """A line about a stage of which a share is done."""
        number = self._stages.index(stage)
        left = (1 - share) * stage.seconds
        later = left + sum(one.seconds for one in self._stages[number + 1 :])
        whole = sum(one.seconds for one in self._stages)
        return (
            f"{number + 1} of {len(self._stages)}, {stage.name}: {share:.0%}, {_duration(left * self._pace)} left; "
            f"all: {1 - later / whole:.0%}, {_duration(later * self._pace)} left"
        )


def _duration(seconds: float) -> str:
    """A time in minutes, or in hours and minutes."""
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"
