"""Runs an exported network on the CPU through OpenVINO."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muggins.texts import lazy_gettext

_FIRST_CONVERSION = threading.Lock()


class Network:
    """An ONNX network with one output, whose first input is a batch of pictures of any size."""

    def __init__(
        self,
        path: Path,
        usual_sizes: Collection[tuple[int, int]] = (),
        threads: int | None = None,
        batches: Collection[int] = (1,),
        is_single: bool = False,
    ) -> None:
        """Loads the network at `path`. Raises ValueError where the file is missing.

        For each of the `usual_sizes`, heights and widths in pixels, it is compiled apart when the first picture of that
        size comes, once for each number of pictures in `batches`. This takes up to half a second, and each picture of
        that size then takes five sixths of the time or less. Pictures of all other sizes share one compilation. The
        compilations round differently, so a picture's size alone chooses its own: what is seen in a picture does not
        depend on the pictures before it. It runs in one stream on `threads` threads, by default on as many as the
        machine has cores. With `is_single` it reckons in single precision even on a CPU that has bfloat16.
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
        self._batches = sorted(batches)
        self._threads = threads
        self._is_single = is_single
        self._requests: dict[tuple[int, ...] | None, Any] = {}
        if not usual_sizes:
            self._request_for(None)

    def __call__(self, pictures: NDArray[np.uint8], *inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's output for `pictures` (N, H, W, 3) uint8 BGR and its further `inputs` (N, ...), float32."""
        size = pictures.shape[1:3]
        if size not in self._usual_sizes:
            return _inferred(self._request_for(None), (pictures, *inputs))
        arrays: tuple[NDArray[Any], ...] = (pictures, *inputs)
        outputs, start = [], 0
        for batch in batches_for(len(pictures), self._batches):
            request = self._request_for((batch, *pictures.shape[1:]))
            given = [_filled_up(array[start : start + batch], batch) for array in arrays]
            outputs.append(_inferred(request, given)[: len(pictures) - start])
            start += batch
        return np.concatenate(outputs)

    def _request_for(self, shape: tuple[int, ...] | None) -> Any:
        """The inference request for pictures of this shape, or of any shape, compiled where there is none."""
        if shape not in self._requests:
            self._requests[shape] = _compiled(self._path, shape, self._threads, self._is_single)
        return self._requests[shape]


def batches_for(number: int, sizes: Sequence[int]) -> Iterator[int]:
    """The batches in which that many pictures are shown, each the largest of the ascending `sizes` that they fill.

    Pictures too few for any of the sizes go into the smallest, which is then filled up.
    """
    while number > 0:
        largest = max((size for size in sizes if size <= number), default=sizes[0])
        yield largest
        number -= largest


def _filled_up(rows: NDArray[Any], number: int) -> NDArray[Any]:
    """The rows, filled up to `number` with copies of the last one."""
    missing = number - len(rows)
    return np.concatenate([rows, rows[-1:].repeat(missing, axis=0)]) if missing else rows


def _inferred(request: Any, inputs: Sequence[NDArray[Any]]) -> NDArray[np.float32]:
    """The network's output for its inputs."""
    request.infer([np.ascontiguousarray(array) for array in inputs], share_inputs=True, share_outputs=True)
    return np.array(request.get_output_tensor(0).data, np.float32)


def _compiled(
    path: Path, shape: tuple[int, ...] | None = None, threads: int | None = None, is_single: bool = False
) -> Any:
    """An inference request to the network at `path`, for pictures (N, H, W, 3) of `shape`, or of any shape."""
    openvino = _openvino_without_telemetry()
    core = openvino.Core()
    model = core.read_model(path)
    if shape is not None:
        number, height, width, channels = shape
        further = {given: [number, *given.partial_shape[1:]] for given in model.inputs[1:]}
        model.reshape({model.input(0): [number, channels, height, width], **further})
    _take_levels(model, openvino)
    # The conversion from (N, H, W, 3) bytes to the network's own input is compiled into the network.
    steps = openvino.preprocess.PrePostProcessor(model)
    steps.input(0).tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    steps.input(0).model().set_layout(openvino.Layout("NCHW"))
    steps.input(0).preprocess().convert_element_type(openvino.Type.f32)
    # On a CPU with bfloat16 this is a third faster.
    has_bfloat16 = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    precision = "bf16" if has_bfloat16 and not is_single else "f32"
    options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": precision}
    if threads is not None:
        # Several readers side by side would all bind their threads to the same first cores.
        options |= {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": "1", "ENABLE_CPU_PINNING": False}
    compiled = core.compile_model(steps.build(), "CPU", options)
    return compiled.create_infer_request()


def _take_levels(model: Any, openvino: Any) -> None:
    """Changes a network for pictures from 0 to 1 into the same one for levels from 0 to 255, in place.

    Whole levels up to 256 are exact in bfloat16, their 255th parts are not. Before its first convolution the network
    only cuts and turns the picture, so that convolution's weights are divided instead.
    """
    first = next(node for node in model.get_ordered_ops() if node.get_type_name() == "Convolution")
    weights = first.input(1)
    divided = openvino.opset13.divide(weights.get_source_output(), np.float32(255))
    weights.replace_source_output(divided.output(0))


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
