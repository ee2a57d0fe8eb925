"""One bare prediction of the tile model by the predictor of ultralytics, to measure the reader against.

    echo | python tests/benchmarks/other_predictor.py PICTURE

prints, for each line of input, the milliseconds of one prediction by each engine that is installed, as JSON:
onnxruntime and OpenVINO with the model file that is shipped, torch with the model as it is trained, which is what
ultralytics runs by default. `muggins bench` runs this in a checkout, beside its own reads.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from muggins.models import TILES
from muggins.vision.capture.images import load_picture
from muggins.vision.detection.tile_detector import INPUT_SIZE
from muggins.webapp.bench.comparison import milliseconds_of_second

ARCHITECTURE = "yolo11n-pose.yaml"
METADATA = {
    "stride": "32",
    "task": "pose",
    "batch": "1",
    "imgsz": "[640, 640]",
    "names": "{0: 'faceup', 1: 'facedown', 2: 'standing', 3: 'printed'}",
    "kpt_shape": "[4, 3]",
    "args": "{'dynamic': True, 'nms': False}",
}
"""What ultralytics writes beside the models that it exports itself."""


def predictions(picture: Path) -> dict[str, Callable[[], object]]:
    """One bare prediction of the picture, by each engine that is installed; the models are loaded already."""
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


def _for_onnxruntime(folder: Path) -> str:
    onnx = importlib.import_module("onnx")
    network = onnx.load(str(TILES))
    for key, value in METADATA.items():
        network.metadata_props.add(key=key, value=value)
    onnx.save(network, str(folder / "tiles.onnx"))
    return str(folder / "tiles.onnx")


def _for_openvino(folder: Path) -> str:
    openvino = importlib.import_module("openvino")
    inside = folder / "tiles_openvino_model"
    inside.mkdir()
    openvino.save_model(openvino.Core().read_model(TILES), inside / "tiles.xml")
    (inside / "metadata.yaml").write_text("".join(f"{key}: {value}\n" for key, value in METADATA.items()), "utf-8")
    return str(inside)


def _for_torch() -> Any:
    """The tile model before it is exported, with untrained weights: they take as long as any."""
    model = importlib.import_module("ultralytics").YOLO(ARCHITECTURE)
    network = importlib.import_module("ultralytics.nn.tasks").PoseModel
    model.model = network(ARCHITECTURE, nc=4, data_kpt_shape=(4, 3), verbose=False)
    return model


def main() -> int:
    """See the module's docstring."""
    if importlib.util.find_spec("ultralytics") is None:
        print("other_predictor: ultralytics is not installed; pip install '.[train]'", file=sys.stderr)
        return 1
    engines = predictions(Path(sys.argv[1]))
    for _ in sys.stdin:
        taken = {engine: round(milliseconds_of_second(predict), 2) for engine, predict in engines.items()}
        print(json.dumps(taken), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
