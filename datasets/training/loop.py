"""What both trainings share: their options, how the learning rate falls, checkpoints and the log."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch


def options(prog: str, text: str | None, counted: str, total: int, batch: int, rate: float) -> argparse.ArgumentParser:
    """The options of a training that sees a `total` of what is `counted`, pictures or crops, unless told otherwise."""
    parser = argparse.ArgumentParser(prog=prog, description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
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
        help=f"labelled photos of your own to mix in, one of four {counted}; with --set, and best with --from",
    )
    parser.add_argument("--run", type=Path, required=True, help="folder of checkpoints and log")
    parser.add_argument(f"--{counted}", type=int, default=total, help=f"{counted} to see in all (default {total})")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate, help=f"full learning rate (default {rate})")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--from", dest="first", type=Path, help="begin with the weights of this other run, or ONNX file"
    )
    parser.add_argument("--export", type=Path, help="write RUN's weights to this ONNX file; with --set after training")
    parser.add_argument("--mean", type=Path, help="with --export: write the mean of RUN's and this other run's weights")
    parser.add_argument("--share", type=float, default=0.5, help="what RUN's count for in that mean (default 0.5)")
    return parser


def obey(parser: argparse.ArgumentParser, train: Callable[[Any], None], export: Callable[[Any], None]) -> int:
    """Trains and exports as the command line asks; the exit status."""
    given = parser.parse_args()
    if not given.set and not given.export:
        parser.error("give --set SET to train, --export FILE to export, or both")
    if given.add and not given.set:
        parser.error("--add mixes photos with scenes: give those too, with --set SET")
    if not 0 <= given.share <= 1:
        parser.error(f"--share: expected a share from 0 to 1, got {given.share}")
    given.run.mkdir(parents=True, exist_ok=True)
    try:
        if given.set:
            train(given)
        if given.export:
            export(given)
    except (ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def share_of_rate(seen: int, total: int, batch: int, warm: float, least: float) -> float:
    """Share of the full learning rate: a short warm-up, then a cosine down to the `least`."""
    falling = (1 + math.cos(math.pi * min(1.0, seen / total))) / 2
    return min(1.0, (seen + batch) / (warm * total)) * (least + (1 - least) * falling)


def mean_of(
    own: dict[str, torch.Tensor], other: dict[str, torch.Tensor], share: float = 0.5
) -> dict[str, torch.Tensor]:
    """The mean of two runs' weights, the second begun with the first: it reads what either was trained on.

    Its `own` count for a share from 0 to 1.
    """
    return {
        name: share * one + (1 - share) * other[name] if one.is_floating_point() else one for name, one in own.items()
    }


class Run:
    """A training's checkpoint, RUN/last.pt, and its log, RUN/log.jsonl."""

    def __init__(self, folder: Path, total: int, every: int) -> None:
        """`every` so many steps it is written down how far it is."""
        self.last = folder / "last.pt"
        self.seen = 0
        self._folder, self._total, self._every = folder, total, every
        self._sums: dict[str, float] = {}
        self._steps, self._begun, self._began = 0, 0, time.monotonic()

    @property
    def is_done(self) -> bool:
        return self.seen >= self._total

    def begin(self, device: str = "cpu") -> dict[str, Any] | None:
        """What was saved when it was stopped; None where it is new."""
        state = torch.load(self.last, map_location=device, weights_only=True) if self.last.exists() else None
        if state is not None:
            self.seen = self._begun = state["seen"]
            print(f"going on from {self.last} at {self.seen}", flush=True)
        self._began = time.monotonic()
        return state

    def step(self, batch: int, losses: dict[str, float], state: Callable[[], dict[str, Any]]) -> None:
        """Counts a step over a `batch`; now and then prints and logs the means since, and saves the `state`."""
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
