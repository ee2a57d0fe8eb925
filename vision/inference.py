"""Runs an exported network on the CPU through OpenVINO."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.language import lazy_gettext

_FIRST_CONVERSION = threading.Lock()


class Network:
    """An ONNX network with one output, whose first input is a batch of pictures of any size."""

    def __init__(self, path: Path, usual_sizes: Collection[tuple[int, int]] = (), threads: int | None = None) -> None:
        """Loads the network at `path`. Raises ValueError where the file is missing.

        For each of the `usual_sizes`, heights and widths in pixels, it is compiled apart when the first picture of that
        size comes. This takes half a second, and each picture of that size then takes five sixths of the time. Pictures
        of all other sizes share one compilation. The compilations round differently, so a picture's size alone chooses
        its own: what is seen in a picture does not depend on the pictures before it.
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
        self._usual_sizes = frozenset(usual_sizes)
        self._threads = threads
        self._requests: dict[tuple[int, ...] | None, Any] = {}
        if not usual_sizes:
            self._request_for(None)

    def __call__(self, pictures: NDArray[np.uint8], *inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's output for `pictures` (N, H, W, 3) uint8 BGR and its further `inputs`, float32."""
        is_usual = pictures.shape[1:3] in self._usual_sizes
        request = self._request_for(pictures.shape if is_usual else None)
        request.infer([np.ascontiguousarray(pictures), *inputs], share_inputs=True)
        return np.array(request.get_output_tensor(0).data, np.float32)

    def _request_for(self, shape: tuple[int, ...] | None) -> Any:
        """The inference request for pictures of this shape, or of any shape, compiled where there is none."""
        if shape not in self._requests:
            self._requests[shape] = _compiled(self._path, shape, self._threads)
        return self._requests[shape]


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
