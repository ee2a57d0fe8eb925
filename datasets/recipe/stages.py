"""The stages of a recipe, which need one another, and what a run of them prints. None is done twice."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

Report = Callable[[float], None]
"""Called with the share of a stage that is done, 0 to 1."""
STAMP = "stage.json"
"""The file in a stage's folder that holds its settings and whether it is finished."""
EVERY_S = 15.0
"""Seconds between two printed lines."""


@dataclass(frozen=True)
class RecipeStage:
    """A step of the recipe, which fills a folder."""

    name: str
    folder: Path
    settings: str
    """Everything that decides the result, besides the stages that it needs."""
    run: Callable[[Report], None]
    """Fills the folder. Where it was stopped, it continues with what is in the folder."""
    seconds: float
    """How long it takes on two idle cores."""
    needs: tuple[RecipeStage, ...] = ()

    @property
    def digest(self) -> str:
        """A digest of the settings of this stage and of all that it needs."""
        parts = [self.name, self.settings, *(need.digest for need in self.needs)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    @property
    def is_finished(self) -> bool:
        """Whether the folder holds the whole result for these settings."""
        return self._stamp() == {"digest": self.digest, "finished": True}

    def prepare(self) -> None:
        """Empties the folder unless what is in it was made with these settings.

        Raises ValueError where a folder of that name holds what no stage made.
        """
        if self._stamp().get("digest") != self.digest:
            self._empty()
        self._write_stamp(self.digest, is_finished=False)

    def _empty(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if any(self.folder.iterdir()) and not (self.folder / STAMP).exists():
            raise ValueError(f"{self.folder}: expected a folder that a recipe made, or none; choose another --workdir")
        self._write_stamp("", is_finished=False)  # so that a kill from here on leaves nothing that passes for a result
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != STAMP:
                path.unlink()

    def finish(self) -> None:
        """Marks the stage as finished."""
        self._write_stamp(self.digest, is_finished=True)

    def _stamp(self) -> dict[str, object]:
        path = self.folder / STAMP
        try:
            stamp = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        except json.JSONDecodeError:
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def _write_stamp(self, digest: str, is_finished: bool) -> None:
        unfinished = self.folder / f"{STAMP}.part"
        unfinished.write_text(json.dumps({"digest": digest, "finished": is_finished}), encoding="utf-8")
        unfinished.replace(self.folder / STAMP)


def unfinished(goal: RecipeStage) -> list[RecipeStage]:
    """The stages still to run for `goal`, in order. What a finished stage needs is not looked at."""
    found: list[RecipeStage] = []

    def visit(stage: RecipeStage) -> None:
        if stage in found or stage.is_finished:
            return
        for need in stage.needs:
            visit(need)
        found.append(stage)

    visit(goal)
    return found


def run_stages(stages: Sequence[RecipeStage], report_on: Callable[[RecipeStage], Report]) -> None:
    """Runs stages in order. `report_on` is called as each begins, and gives the report for it."""
    for stage in stages:
        report = report_on(stage)
        stage.prepare()
        stage.run(report)
        stage.finish()
        report(1.0)


class Progress:
    """Prints a line now and then about a run of several stages."""

    def __init__(self, stages: Sequence[RecipeStage], clock: Callable[[], float] = time.monotonic) -> None:
        """The progress of these stages, run in order. `clock` gives seconds."""
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
