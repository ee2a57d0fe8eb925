"""Runs an exported network on the CPU through OpenVINO."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Network:
    """An ONNX network with one output, whose first input is a batch of pictures of any size."""

    def __init__(self, path: Path, settles: bool = False) -> None:
        """Loads the network at `path`. Raises ValueError where the file is missing.

        A network that `settles` is compiled for the shape of its first batch, as a camera sends one shape. That takes
        five sixths of the time. The first batch of another shape costs half a second more, for a second compilation.
        """
        if not path.is_file():
            raise ValueError(
                f"{path}: expected the weights of a network here; install muggins again, or train and export them"
            )
        self._path = path
        self._first_shape: tuple[int, ...] | None = None
        self._request_for_first: Any = None
        self._request_for_any: Any = None if settles else _compiled(path)

    def __call__(self, pictures: NDArray[np.uint8], *inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's output for `pictures` (N, H, W, 3) uint8 BGR and its further `inputs`, float32."""
        request = self._request_for(pictures.shape)
        request.infer([np.ascontiguousarray(pictures), *inputs], share_inputs=True)
        return np.array(request.get_output_tensor(0).data, np.float32)

    def _request_for(self, shape: tuple[int, ...]) -> Any:
        """The inference request for pictures of this shape, compiled where there is none."""
        if self._request_for_any is None and self._first_shape is None:
            self._first_shape, self._request_for_first = shape, _compiled(self._path, shape)
        if shape == self._first_shape:
            return self._request_for_first
        if self._request_for_any is None:
            self._request_for_any = _compiled(self._path)
        return self._request_for_any


def _compiled(path: Path, shape: tuple[int, ...] | None = None) -> Any:
    """An inference request to the network at `path`, for pictures (N, H, W, 3) of `shape`, or of any shape."""
    openvino = _openvino_without_telemetry()
    core = openvino.Core()
    model = core.read_model(path)
    if shape is not None:
        number, height, width, channels = shape
        model.reshape({model.input(0): [number, channels, height, width]})
    # The conversion from (N, H, W, 3) bytes to the network's own input is compiled into the network.
    steps = openvino.preprocess.PrePostProcessor(model)
    steps.input(0).tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    steps.input(0).model().set_layout(openvino.Layout("NCHW"))
    steps.input(0).preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
    # On a CPU with bfloat16 this is a third faster and moves no corner by a tenth of a pixel.
    precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
    compiled = core.compile_model(
        steps.build(), "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": precision}
    )
    return compiled.create_infer_request()


def _openvino_without_telemetry() -> Any:
    """The openvino module, loaded without its telemetry package.

    That package reports every import to Google Analytics and leaves a client id in the home directory. OpenVINO does
    without it where it cannot be imported. The only other switch is a file in the home directory.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
