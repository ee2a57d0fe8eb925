"""One bare prediction of the tile model by the predictor of ultralytics, to measure the reader against.

    python -m muggins.webapp.other_predictor PICTURE

prints the median milliseconds of each engine it can run the model in, as JSON: onnxruntime and OpenVINO for the file
that is shipped, torch for the model as it is trained, which is what ultralytics runs by itself. That runs beside the
reader, not in it: ultralytics brings torch and sets how many threads OpenCV may take. Nothing else of muggins needs it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from muggins.models import TILES
from muggins.vision.pictures import load_picture

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
    "names": "{0: 'faceup', 1: 'facedown', 2: 'standing'}",
    "kpt_shape": "[4, 3]",
    "args": "{'dynamic': True, 'nms': False}",
}


def milliseconds(picture: Path) -> dict[str, float] | None:
    """Median milliseconds of a prediction by engine; None where ultralytics is not installed or does not run."""
    if importlib.util.find_spec("ultralytics") is None:
        return None
    command = [sys.executable, "-m", "muggins.webapp.other_predictor", str(picture)]
    with TemporaryDirectory() as settings:
        # It would look for news of itself, install what it misses and keep its settings in the user's home.
        quiet = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
        world = os.environ | quiet | {"YOLO_CONFIG_DIR": settings}
        try:
            done = subprocess.run(command, env=world, capture_output=True, text=True, timeout=SLOWEST, check=True)
            found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        except (OSError, subprocess.SubprocessError, ValueError, IndexError):
            return None
    return found or None


def predict(picture: Path, rounds: int = ROUNDS) -> dict[str, float]:
    """The same, in this process."""
    yolo = importlib.import_module("ultralytics").YOLO
    image = load_picture(picture)
    found = {}
    with TemporaryDirectory() as folder:
        for engine, write in (("onnxruntime", _for_onnxruntime), ("openvino", _for_openvino)):
            needed = (engine, "onnx") if engine == "onnxruntime" else (engine,)
            if all(importlib.util.find_spec(module) is not None for module in needed):
                found[engine] = round(_timed(yolo(write(Path(folder)), task="pose"), image, rounds), 1)
    if importlib.util.find_spec("torch") is not None:
        found["torch"] = round(_timed(_for_torch(), image, rounds), 1)
    return found


def _timed(model: Any, image: Any, rounds: int) -> float:
    taken = []
    for _ in range(WARM_UP + rounds):
        began = time.perf_counter()
        model.predict(image, imgsz=640, verbose=False)
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken[WARM_UP:])


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
    model.model = network(TRAINED_AS, nc=3, data_kpt_shape=(4, 3), verbose=False)
    return model


def as_text(found: dict[str, float] | None, read: float) -> str:
    """The same for people to read, beside the milliseconds of a whole `read`."""
    if found is None:
        return f"{TOLD}: not installed here"
    each = [f"{taken:.1f} ms with {engine} (a read is {read / taken:.2f} of them)" for engine, taken in found.items()]
    return f"{TOLD}: {', '.join(each)}"


if __name__ == "__main__":
    print(json.dumps(predict(Path(sys.argv[1]))))
