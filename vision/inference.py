"""Runs an exported network on the processor through OpenVINO."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Network:
    """An ONNX network with one output, whose first input is pictures; raises ValueError where the file is missing."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ValueError(
                f"{path}: expected the weights of a network here; install muggins again, or train and export them"
            )
        openvino = _openvino_that_tells_nobody()
        core = openvino.Core()
        model = core.read_model(path)
        # Pictures come as they are in memory, (N, H, W, 3) bytes; turning them into what it wants is compiled in.
        steps = openvino.preprocess.PrePostProcessor(model)
        steps.input(0).tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
        steps.input(0).model().set_layout(openvino.Layout("NCHW"))
        steps.input(0).preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
        # Where the processor reckons in bfloat16 that is a third faster and moves no corner by a tenth of a pixel.
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
        self._compiled = core.compile_model(
            steps.build(), "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": precision}
        )
        self._request = self._compiled.create_infer_request()

    def __call__(self, pictures: NDArray[np.uint8], *beside: NDArray[np.float32]) -> NDArray[np.float32]:
        """`pictures` (N, H, W, 3) uint8 BGR, and what else it takes `beside` them, to the network's output, float32."""
        self._request.infer([np.ascontiguousarray(pictures), *beside])
        return np.array(self._request.get_output_tensor(0).data, np.float32)


def _openvino_that_tells_nobody() -> Any:
    """OpenVINO without its telemetry, which reports every import to Google Analytics and leaves a client id at home.

    Where that package cannot be imported OpenVINO goes without; its only other switch is a file in the user's home.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
