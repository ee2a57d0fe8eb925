"""Runs an exported network on the processor through OpenVINO."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

OFTEN = 20
"""So many pictures of one size, as a camera gives them, are worth a network for that size alone."""


class Network:
    """An ONNX network with one output, whose first input is pictures; raises ValueError where the file is missing.

    It takes pictures of any size. One that `settles` is compiled once more for a size that is asked for again and
    again, which takes half a second and 45 MB, and then takes five sixths of the time.
    """

    def __init__(self, path: Path, settles: bool = False) -> None:
        if not path.is_file():
            raise ValueError(
                f"{path}: expected the weights of a network here; install muggins again, or train and export them"
            )
        self._path = path
        self._settles = settles
        self._asked: Counter[tuple[int, ...]] = Counter()
        """How often each size was asked for since the one that is compiled for."""
        self._settled: tuple[int, ...] | None = None
        self._settled_request: Any = None
        self._request = _compiled(path)

    @property
    def size(self) -> tuple[int, int] | None:
        """Height and width of the pictures it settled on; None as long as it did not."""
        return None if self._settled is None else (self._settled[1], self._settled[2])

    def __call__(self, pictures: NDArray[np.uint8], *beside: NDArray[np.float32]) -> NDArray[np.float32]:
        """`pictures` (N, H, W, 3) uint8 BGR, and what else it takes `beside` them, to the network's output, float32."""
        if self._settles:
            self._settle(pictures.shape)
        request = self._settled_request if pictures.shape == self._settled else self._request
        request.infer([np.ascontiguousarray(pictures), *beside], share_inputs=True)
        return np.array(request.get_output_tensor(0).data, np.float32)

    def _settle(self, shape: tuple[int, ...]) -> None:
        if shape == self._settled:
            self._asked.clear()
            return
        self._asked[shape] += 1
        if self._asked[shape] == OFTEN:
            self._settled, self._settled_request = shape, _compiled(self._path, shape)
            self._asked.clear()


def _compiled(path: Path, shape: tuple[int, ...] | None = None) -> Any:
    """A request to the network at `path`; with `shape` for pictures (N, H, W, 3) of that shape alone."""
    openvino = _openvino_that_tells_nobody()
    core = openvino.Core()
    model = core.read_model(path)
    if shape is not None:
        number, height, width, channels = shape
        model.reshape({model.input(0): [number, channels, height, width]})
    # Pictures come as they are in memory, (N, H, W, 3) bytes; turning them into what it wants is compiled in.
    steps = openvino.preprocess.PrePostProcessor(model)
    steps.input(0).tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    steps.input(0).model().set_layout(openvino.Layout("NCHW"))
    steps.input(0).preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
    # Where the processor reckons in bfloat16 that is a third faster and moves no corner by a tenth of a pixel.
    precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
    compiled = core.compile_model(
        steps.build(), "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": precision}
    )
    return compiled.create_infer_request()


def _openvino_that_tells_nobody() -> Any:
    """OpenVINO without its telemetry, which reports every import to Google Analytics and leaves a client id at home.

    Where that package cannot be imported OpenVINO goes without; its only other switch is a file in the user's home.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
