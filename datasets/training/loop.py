"""What both trainings share: options, the schedule of the learning rate, checkpoints and the log."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ..scenes.command_line import command_parser, exit_status


def training_parser(
    module: str, text: str | None, counted: str, total: int, batch: int, rate: float
) -> argparse.ArgumentParser:
    """The options of a training; `total`, `batch` and `rate` are defaults, `counted` is pictures or crops."""
    parser = command_parser(module, text)
    parser.add_argument(
        "--set",
        type=Path,
        action="append",
        default=[],
        help="a set made by muggins.datasets.scenes; may be given more than once",
    )
    parser.add_argument(
        "--add",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help=f"labelled photos of your own to mix in, one in four {counted}; needs --set, works best with --from",
    )
    parser.add_argument("--run", type=Path, required=True, help="folder of the checkpoint and the log")
    parser.add_argument(f"--{counted}", type=int, default=total, help=f"{counted} to train on (default: {total})")
    parser.add_argument("--batch", type=int, default=batch, help=f"{counted} in a batch (default: {batch})")
    parser.add_argument("--rate", type=float, default=rate, help=f"full learning rate (default: {rate})")
    parser.add_argument("--seed", type=int, default=0, help="of all that is drawn at random (default: 0)")
    parser.add_argument("--from", dest="first", type=Path, help="another run, or an ONNX file, to take weights from")
    parser.add_argument("--export", type=Path, help="write the run's weights to this ONNX file, after any training")
    parser.add_argument("--mean", type=Path, help="with --export: average the run's weights with this other run's")
    parser.add_argument("--share", type=float, default=0.5, help="weight of the run in that average (default: 0.5)")
    return parser


def run_command(parser: argparse.ArgumentParser, train: Callable[[Any], None], export: Callable[[Any], None]) -> int:
    """Trains and exports as the command line asks. Returns the exit status."""
    given = parser.parse_args()
    if not given.set and not given.export:
        parser.error("give --set SET to train, --export FILE to export, or both")
    if given.add and not given.set:
        parser.error("--add mixes photos with scenes: give those too, with --set SET")
    if not 0 <= given.share <= 1:
        parser.error(f"--share: expected a share from 0 to 1, got {given.share}")

    def run() -> None:
        given.run.mkdir(parents=True, exist_ok=True)
        if given.set:
            train(given)
        if given.export:
            export(given)

    return exit_status(run)


def lr_factor(seen: int, total: int, batch: int, warm: float, least: float) -> float:
    """The share of the full learning rate after `seen` of `total` examples.

    It rises during the first `warm` share of the training, then falls with a cosine to `least`.
    """
    falling = (1 + math.cos(math.pi * min(1.0, seen / total))) / 2
    return min(1.0, (seen + batch) / (warm * total)) * (least + (1 - least) * falling)


def average_weights(
    own: dict[str, torch.Tensor], other: dict[str, torch.Tensor], share: float = 0.5
) -> dict[str, torch.Tensor]:
    """The average of two runs' weights, `own` counting for `share`; counters are taken from `own`.

    Where one run began with the weights of the other, the average reads what either was trained on.
    """
    return {
        name: share * one + (1 - share) * other[name] if one.is_floating_point() else one for name, one in own.items()
    }


class TrainingRun:
    """The progress of a training, its checkpoint RUN/last.pt and its log RUN/log.jsonl."""

    def __init__(self, folder: Path, total: int, every: int) -> None:
        """A training on `total` examples that saves a checkpoint `every` so many steps."""
        self.last = folder / "last.pt"
        self.seen = 0
        self._folder, self._total, self._every = folder, total, every
        self._sums: dict[str, float] = {}
        self._steps, self._begun, self._began = 0, 0, time.monotonic()

    @property
    def is_done(self) -> bool:
        """Whether all examples were seen."""
        return self.seen >= self._total

    def begin(self, device: str = "cpu") -> dict[str, Any] | None:
        """The checkpoint of a run that was stopped, or None for a new run."""
        state = torch.load(self.last, map_location=device, weights_only=True) if self.last.exists() else None
        if state is not None:
            self.seen = self._begun = state["seen"]
            print(f"continuing from {self.last} at {self.seen}", flush=True)
        self._began = time.monotonic()
        return state

    def step(self, batch: int, losses: dict[str, float], state: Callable[[], dict[str, Any]]) -> None:
        """Counts a step over `batch` examples. At a checkpoint logs the mean `losses` and saves the `state`."""
        self.seen += batch
        self._steps += 1
        self._sums = {name: self._sums.get(name, 0.0) + loss for name, loss in losses.items()}
        if self._steps % self._every and not self.is_done:
            return
        speed = (self.seen - self._begun) / (time.monotonic() - self._began)
        line = {
            "seen": self.seen,
            "a_second": round(speed, 1),
            "minutes_left": round((self._total - self.seen) / speed / 60, 1),
            **{name: round(total / self._steps, 4) for name, total in self._sums.items()},
        }
        print(json.dumps(line), flush=True)
        with (self._folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        self._sums, self._steps = {}, 0
        torch.save(state() | {"seen": self.seen}, self.last.with_suffix(".new"))
        self.last.with_suffix(".new").replace(self.last)
