"""Runs an exported network on the processor through OpenVINO."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Network:
    """An ONNX network with one output, whose first input is pictures; raises ValueError where the file is missing.

    It takes pictures of any size. One that `settles` is compiled for the size of its first picture, as a camera gives
    them all, which takes five sixths of the time; and once more, for half a second, when another size comes.
    """

    def __init__(self, path: Path, settles: bool = False) -> None:
        if not path.is_file():
            raise ValueError(
                f"{path}: expected the weights of a network here; install muggins again, or train and export them"
            )
        self._path = path
        self._first: tuple[int, ...] | None = None
        self._for_first: Any = None
        self._for_all: Any = None if settles else _compiled(path)

    def __call__(self, pictures: NDArray[np.uint8], *beside: NDArray[np.float32]) -> NDArray[np.float32]:
        """`pictures` (N, H, W, 3) uint8 BGR, and what else it takes `beside` them, to the network's output, float32."""
        request = self._request_for(pictures.shape)
        request.infer([np.ascontiguousarray(pictures), *beside], share_inputs=True)
        return np.array(request.get_output_tensor(0).data, np.float32)

    def _request_for(self, shape: tuple[int, ...]) -> Any:
        if self._for_all is None and self._first is None:
            self._first, self._for_first = shape, _compiled(self._path, shape)
        if shape == self._first:
            return self._for_first
        if self._for_all is None:
            self._for_all = _compiled(self._path)
        return self._for_all


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
