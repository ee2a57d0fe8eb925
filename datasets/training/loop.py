"""What both trainings share: options, the schedule of the learning rate, checkpoints and the log."""

from __future__ import annotations

import argparse
import functools
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import openvino
import torch

from ..scenes.command_line import command_parser, exit_status
from .schedule import Schedule

CHECKPOINT_EVERY_S = 60.0
"""Seconds between checkpoints, and the most that is lost when a training is killed. Saving takes a tenth of one."""


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
    return parser


def run_command(
    parser: argparse.ArgumentParser,
    train: Callable[[Any], None],
    export: Callable[[Any], None],
    batch_cores: int,
) -> int:
    """Trains and exports as the command line asks. Returns the exit status. `batch_cores` is as in `use_cores`."""
    given = parser.parse_args()
    if not given.set and not given.export:
        parser.error("give --set SET to train, --export FILE to export, or both")
    if given.add and not given.set:
        parser.error("--add mixes photos with scenes: give those too, with --set SET")

    def run() -> None:
        given.run.mkdir(parents=True, exist_ok=True)
        use_cores(os.cpu_count() or 1, batch_cores)
        if given.set:
            train(given)
        if given.export:
            export(given)

    return exit_status(run)


def schedule_of(given: Any, total: int) -> Schedule:
    """The schedule that the options of `training_parser` ask for."""
    return Schedule(total, given.batch, given.rate, given.seed)


def pick_device() -> str:
    """PyTorch's name of the GPU where there is one, or of the CPU."""
    return "cuda:0" if torch.cuda.is_available() else "cpu"


def use_cores(number: int, batch_cores: int) -> None:
    """Trains on `number` cores of a CPU, of which `batch_cores` only make batches."""
    torch.set_num_threads(max(1, number - batch_cores))


def autocast(device: str) -> torch.autocast:
    """Arithmetic in bfloat16 within a `with` statement, in single precision on a CPU that has no bfloat16."""
    kind = device.split(":")[0]
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=kind != "cpu" or _cpu_has_bfloat16())


@functools.cache
def _cpu_has_bfloat16() -> bool:
    """Whether the CPU multiplies in bfloat16. PyTorch imitates it on others, at a twelfth of their speed."""
    return "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def add_device(parser: argparse.ArgumentParser) -> None:
    """Adds the option --device."""
    device = pick_device()
    parser.add_argument("--device", default=device, help=f"PyTorch's name of the device (default here: {device})")


def batch_workers(device: str) -> int:
    """Threads that make batches: one beside a CPU that trains, as many as there are cores beside a GPU."""
    return 1 if device == "cpu" else max(1, os.cpu_count() or 1)


def print_line(line: Mapping[str, float]) -> None:
    """Prints the line of a log as JSON."""
    print(json.dumps(line), flush=True)


class TrainingRun:
    """The progress of a training, its checkpoint RUN/last.pt and its log RUN/log.jsonl."""

    def __init__(
        self,
        folder: Path,
        schedule: Schedule,
        report: Callable[[Mapping[str, float]], None] = print_line,
        every_s: float = CHECKPOINT_EVERY_S,
    ) -> None:
        """A training that every `every_s` seconds saves a checkpoint and reports the line of its log."""
        self.last = folder / "last.pt"
        self.seen = 0
        self._log, self.schedule, self._report, self._every_s = folder / "log.jsonl", schedule, report, every_s
        self._sums: dict[str, float] = {}
        self._steps, self._since = 0, time.monotonic()

    @property
    def is_done(self) -> bool:
        """Whether all examples were seen."""
        return self.seen >= self.schedule.total

    @property
    def number(self) -> int:
        """The number of the next batch."""
        return self.seen // self.schedule.batch

    def begin(self, device: str = "cpu") -> dict[str, Any] | None:
        """The checkpoint of a run that was stopped, or None for a new run. Torch draws random numbers on from there."""
        state = torch.load(self.last, map_location=device, weights_only=True) if self.last.exists() else None
        if state is not None:
            self.seen = state["seen"]
            torch.set_rng_state(state["random"].cpu())
            if "random_gpu" in state and device != "cpu":
                torch.cuda.set_rng_state(state["random_gpu"].cpu(), device)
        self._since = time.monotonic()
        return state

    def step(self, losses: Mapping[str, float], state: Callable[[], dict[str, Any]]) -> None:
        """Counts a batch. At a checkpoint logs the mean `losses` and saves the `state`."""
        self.seen += self.schedule.batch
        self._steps += 1
        self._sums = {name: self._sums.get(name, 0.0) + loss for name, loss in losses.items()}
        if time.monotonic() - self._since >= self._every_s or self.is_done:
            self._checkpoint(state())

    def _checkpoint(self, state: dict[str, Any]) -> None:
        # The speed is that of late: a run that was paused would show too low a mean over all.
        speed = self._steps * self.schedule.batch / max(time.monotonic() - self._since, 1e-9)
        line = {
            "seen": self.seen,
            "a_second": round(speed, 1),
            "minutes_left": round(max(self.schedule.total - self.seen, 0) / speed / 60, 1),
            **{name: round(total / self._steps, 4) for name, total in self._sums.items()},
        }
        state |= {"seen": self.seen, "random": torch.get_rng_state()}
        if torch.cuda.is_available():
            state["random_gpu"] = torch.cuda.get_rng_state()
        torch.save(state, self.last.with_suffix(".new"))
        self.last.with_suffix(".new").replace(self.last)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        self._report(line)
        self._sums, self._steps, self._since = {}, 0, time.monotonic()
