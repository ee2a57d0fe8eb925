"""One bare prediction of the tile model by the predictor of ultralytics, to measure the reader against.

    echo | python -m muggins.webapp.bench.other_predictor PICTURE

prints, for each line it is given, the milliseconds of one prediction by each engine it can run the model in, as JSON:
onnxruntime and OpenVINO for the file that is shipped, torch for the model as it is trained, which is what ultralytics
runs by itself. That runs beside the reader, not in it: ultralytics brings torch and sets how many threads OpenCV may
take. Nothing else of muggins needs it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from muggins.models import TILES
from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import INPUT_SIZE

ROUNDS = 20
WARM_UP = 3
TOLD = "one bare prediction of the tile model by ultralytics"
SLOWEST = 300.0
"""Seconds after which it is given up."""
TRAINED_AS = "yolo11n-pose.yaml"
# What ultralytics writes beside the models that it exports itself.
ABOUT = {
    "stride": "32",
    "task": "pose",
    "batch": "1",
    "imgsz": "[640, 640]",
    "names": "{0: 'faceup', 1: 'facedown', 2: 'standing', 3: 'printed'}",
    "kpt_shape": "[4, 3]",
    "args": "{'dynamic': True, 'nms': False}",
}


@dataclass(frozen=True)
class Compared:
    """A read and predictions of the same picture, taken in turn: a machine that slows down does so for both.

    In each turn the second of two counts, of a read as of a prediction: pictures of a camera come one after the other,
    and the first has to fetch again what the other has put out of the processor's caches.
    """

    read_ms: float
    """Median milliseconds."""
    predictions_ms: dict[str, float]
    """The same by engine."""


def compare(picture: Path, read: Callable[[], object], rounds: int = ROUNDS) -> Compared | None:
    """Times `read` and predictions in turn; None where ultralytics is not installed or does not run."""
    if importlib.util.find_spec("ultralytics") is None:
        return None
    command = [sys.executable, "-m", "muggins.webapp.bench.other_predictor", str(picture)]
    with TemporaryDirectory() as settings:
        # It would look for news of itself, install what it misses and keep its settings in the user's home.
        quiet = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
        world = os.environ | quiet | {"YOLO_CONFIG_DIR": settings}
        try:
            return _in_turn(command, world, read, rounds)
        except (OSError, ValueError):
            return None


def _in_turn(command: list[str], world: dict[str, str], read: Callable[[], object], rounds: int) -> Compared | None:
    pipe = subprocess.PIPE
    ours, theirs = [], []
    with subprocess.Popen(command, env=world, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        given_up = threading.Timer(SLOWEST, other.kill)
        given_up.start()
        try:
            for _ in range(WARM_UP + rounds):
                other.stdin.write("\n")
                other.stdin.flush()
                theirs.append(_answer(other.stdout))
                ours.append(_timed(read))
        finally:
            given_up.cancel()
            other.kill()
    theirs = theirs[WARM_UP:]
    engines = {engine: round(statistics.median(each[engine] for each in theirs), 1) for engine in theirs[0]}
    return Compared(round(statistics.median(ours[WARM_UP:]), 1), engines) if engines else None


def _answer(lines: Iterable[str]) -> dict[str, float]:
    """The next line that is an answer: what ultralytics tells of itself is passed over. ValueError at the end."""
    for line in lines:
        if line.startswith("{"):
            found: dict[str, float] = json.loads(line)
            return found
    raise ValueError("ultralytics has ended")


def predictions(picture: Path) -> dict[str, Callable[[], object]]:
    """One bare prediction of the picture, by engine that is there; models are loaded first."""
    yolo = importlib.import_module("ultralytics").YOLO
    image = load_picture(picture)
    models = {}
    with TemporaryDirectory() as folder:
        for engine, write in (("onnxruntime", _for_onnxruntime), ("openvino", _for_openvino)):
            needed = (engine, "onnx") if engine == "onnxruntime" else (engine,)
            if all(importlib.util.find_spec(module) is not None for module in needed):
                models[engine] = yolo(write(Path(folder)), task="pose")
                models[engine].predict(image, imgsz=INPUT_SIZE, verbose=False)
    if importlib.util.find_spec("torch") is not None:
        models["torch"] = _for_torch()
    return {engine: partial(model.predict, image, imgsz=INPUT_SIZE, verbose=False) for engine, model in models.items()}


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds of the second of two."""
    work()
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _for_onnxruntime(folder: Path) -> str:
    onnx = importlib.import_module("onnx")
    network = onnx.load(str(TILES))
    for key, value in ABOUT.items():
        network.metadata_props.add(key=key, value=value)
    onnx.save(network, str(folder / "tiles.onnx"))
    return str(folder / "tiles.onnx")


def _for_openvino(folder: Path) -> str:
    openvino = importlib.import_module("openvino")
    inside = folder / "tiles_openvino_model"
    inside.mkdir()
    openvino.save_model(openvino.Core().read_model(TILES), inside / "tiles.xml")
    (inside / "metadata.yaml").write_text("".join(f"{key}: {value}\n" for key, value in ABOUT.items()), "utf-8")
    return str(inside)


def _for_torch() -> Any:
    """The tile model as it is trained, before it is exported; with weights to begin with, which take as long as any."""
    model = importlib.import_module("ultralytics").YOLO(TRAINED_AS)
    network = importlib.import_module("ultralytics.nn.tasks").PoseModel
    model.model = network(TRAINED_AS, nc=4, data_kpt_shape=(4, 3), verbose=False)
    return model


def as_text(found: Compared | None) -> str:
    """The same for people to read."""
    if found is None:
        return f"{TOLD}: not installed here"
    each = [
        f"{taken:.1f} ms with {engine} (a read is {found.read_ms / taken:.2f} of them)"
        for engine, taken in found.predictions_ms.items()
    ]
    return f"{TOLD}, in turn with a read of {found.read_ms:.1f} ms: {', '.join(each)}"


def main() -> int:
    """See the module's docstring."""
    ways = predictions(Path(sys.argv[1]))
    for _ in sys.stdin:
        print(json.dumps({engine: round(_timed(predict), 2) for engine, predict in ways.items()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
