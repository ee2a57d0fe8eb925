"""Runs an exported network on the CPU through OpenVINO."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.language import lazy_gettext

_FIRST_CONVERSION = threading.Lock()


class Network:
    """An ONNX network with one output, whose first input is a batch of pictures of any size."""

    def __init__(self, path: Path, settles: bool = False, threads: int | None = None) -> None:
        """Loads the network at `path`. Raises ValueError where the file is missing.

        A network that `settles` is compiled for the shape of its first batch, as a camera sends one shape. That takes
        five sixths of the time. The first batch of another shape costs half a second more, for a second compilation.
        It runs in one stream on `threads` threads, by default on as many as the machine has cores.
        """
        if not path.is_file():
            raise ValueError(
                lazy_gettext(
                    "%(path)s: expected the weights of a network here; install muggins again, or train and export them",
                    path=path,
                )
            )
        self._path = path
        self._threads = threads
        self._first_shape: tuple[int, ...] | None = None
        self._request_for_first: Any = None
        self._request_for_any: Any = None if settles else _compiled(path, threads=threads)

    def __call__(self, pictures: NDArray[np.uint8], *inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's output for `pictures` (N, H, W, 3) uint8 BGR and its further `inputs`, float32."""
        request = self._request_for(pictures.shape)
        request.infer([np.ascontiguousarray(pictures), *inputs], share_inputs=True)
        return np.array(request.get_output_tensor(0).data, np.float32)

    def _request_for(self, shape: tuple[int, ...]) -> Any:
        """The inference request for pictures of this shape, compiled where there is none."""
        if self._request_for_any is None and self._first_shape is None:
            self._first_shape, self._request_for_first = shape, _compiled(self._path, shape, self._threads)
        if shape == self._first_shape:
            return self._request_for_first
        if self._request_for_any is None:
            self._request_for_any = _compiled(self._path, threads=self._threads)
        return self._request_for_any


def _compiled(path: Path, shape: tuple[int, ...] | None = None, threads: int | None = None) -> Any:
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
    options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": precision}
    if threads is not None:
        # Several readers side by side would all bind their threads to the same first cores.
        options |= {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": "1", "ENABLE_CPU_PINNING": False}
    compiled = core.compile_model(steps.build(), "CPU", options)
    return compiled.create_infer_request()


def _openvino_without_telemetry() -> Any:
    """The openvino module, loaded without its telemetry package.

    That package reports every import to Google Analytics and leaves a client id in the home directory. OpenVINO does
    without it where it cannot be imported. The only other switch is a file in the home directory.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    with _FIRST_CONVERSION:
        # Its table of types is made by the first inference. Where two threads came there together, the one that made it
        # waited for Python's lock, which the one that waited for the table held: the process stood still for ever.
        openvino.Type.u8.to_dtype()
    return openvino
