"""Muggins beside other programs: the predictor of ultralytics, and `dominoes` from PyPI.

The programs in `tests/benchmarks` run the others in processes of their own: nobody who plays has them, ultralytics
brings torch and sets how many threads OpenCV may take.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

BENCHMARKS = Path("tests", "benchmarks")
PREDICTION_ROUNDS = 20
WARM_UP_ROUNDS = 3
PROGRAM_SECONDS = 300.0
"""How long a program may take before it is ended."""
PREDICTION = "one bare prediction of the tile model by ultralytics"
NEEDS_CHECKOUT = "compared with ultralytics and `dominoes`: needs a checkout of muggins, which has tests/benchmarks"


def benchmarks_folder() -> Path | None:
    """The folder of the programs that muggins is compared with; None where there is no checkout.

    An editable install runs from the checkout. An installed copy finds it when it is the working directory.
    """
    for root in (Path(__file__).resolve().parents[2], Path.cwd()):
        if (root / BENCHMARKS).is_dir() and _is_checkout(root):
            return root / BENCHMARKS
    return None


def _is_checkout(root: Path) -> bool:
    """Whether `root` is the project's own folder: nothing of another project is run."""
    try:
        lines = (root / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return 'name = "muggins"' in lines


@dataclass(frozen=True)
class PredictionTimes:
    """A read and predictions of the same picture, timed in turn: a machine that slows down slows down both.

    In each turn the second of two runs counts. A camera's pictures follow one another, and the first run of a turn
    has to load the processor's caches again.
    """

    read_ms: float
    """Median milliseconds of a read."""
    predictions_ms: dict[str, float]
    """Median milliseconds of a prediction, by engine."""

    def read_in_predictions(self, engine: str) -> float:
        """How many predictions by `engine` one read takes."""
        return self.read_ms / self.predictions_ms[engine]


@dataclass(frozen=True)
class OtherPrograms:
    """Both comparisons; None for the one that cannot be made here."""

    dominoes_plays_per_second: int | None = None
    beside_ultralytics: PredictionTimes | None = None

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    def to_text(self) -> str:
        """A line about each, for people to read."""
        return f"{_predictions_as_text(self.beside_ultralytics)}\n{_plays_as_text(self.dominoes_plays_per_second)}"


def compare(benchmarks: Path | None, picture: Path, read: Callable[[], object]) -> OtherPrograms:
    """Both comparisons, with the programs in the folder `benchmarks`."""
    if benchmarks is None:
        return OtherPrograms()
    plays = other_engine_plays_per_second(benchmarks)
    return OtherPrograms(plays, compare_predictions(benchmarks, picture, read))


def compare_predictions(
    benchmarks: Path, picture: Path, read: Callable[[], object], rounds: int = PREDICTION_ROUNDS
) -> PredictionTimes | None:
    """Times `read` and predictions of `picture`; None where ultralytics is not installed or does not run."""
    command = [sys.executable, str(benchmarks / "other_predictor.py"), str(picture)]
    with TemporaryDirectory() as settings:
        # ultralytics would look for updates, install what it misses and keep settings in the user's home.
        quiet = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
        try:
            return compare_in_turn(command, read, rounds, os.environ | quiet | {"YOLO_CONFIG_DIR": settings})
        except (OSError, ValueError):
            return None


def compare_in_turn(
    command: list[str], read: Callable[[], object], rounds: int, environment: Mapping[str, str] | None = None
) -> PredictionTimes | None:
    """Times `read` and what `command` times: for each line of input it prints milliseconds by engine, as JSON.

    None where it knows no engine. ValueError or OSError where it ends early.
    """
    ours, theirs = [], []
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        deadline = threading.Timer(PROGRAM_SECONDS, other.kill)
        deadline.start()
        try:
            for _ in range(WARM_UP_ROUNDS + rounds):
                other.stdin.write("\n")
                other.stdin.flush()
                theirs.append(_next_answer(other.stdout))
                ours.append(milliseconds_of_second(read))
        finally:
            deadline.cancel()
            other.kill()
    theirs = theirs[WARM_UP_ROUNDS:]
    engines = {engine: round(statistics.median(answer[engine] for answer in theirs), 1) for engine in theirs[0]}
    return PredictionTimes(round(statistics.median(ours[WARM_UP_ROUNDS:]), 1), engines) if engines else None


def _next_answer(lines: Iterable[str]) -> dict[str, float]:
    """The next line that is JSON; what ultralytics prints of itself is skipped. ValueError at the end."""
    for line in lines:
        if line.startswith("{"):
            answer: dict[str, float] = json.loads(line)
            return answer
    raise ValueError("the other program has ended")


def milliseconds_of_second(work: Callable[[], object]) -> float:
    """Milliseconds of the second of two runs."""
    work()
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def other_engine_plays_per_second(benchmarks: Path) -> int | None:
    """Plays a second of `dominoes` from PyPI; None where it is not installed."""
    command = [sys.executable, str(benchmarks / "other_engine.py")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PROGRAM_SECONDS)
        return int(json.loads(done.stdout)["plays_per_second"])
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def _predictions_as_text(compared: PredictionTimes | None) -> str:
    """A line about ultralytics, with the read as a multiple of each engine's prediction."""
    if compared is None:
        return f"{PREDICTION}: not installed here"
    engines = [
        f"{taken:.1f} ms with {engine} (a read is {compared.read_in_predictions(engine):.2f} of them)"
        for engine, taken in compared.predictions_ms.items()
    ]
    return f"{PREDICTION}, in turn with a read of {compared.read_ms:.1f} ms: {', '.join(engines)}"


def _plays_as_text(plays: int | None) -> str:
    """A line about `dominoes`."""
    figure = "not installed here" if plays is None else f"{plays:,} plays a second, two ends of a line and no record"
    return f"`dominoes` from PyPI, to compare: {figure}"
