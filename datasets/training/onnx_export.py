"""Networks as ONNX files with weights in half precision, and back, to train them further."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

WEIGHTED_OPERATORS = ("Conv", "ConvTranspose", "Gemm")
"""ONNX operators that have weights."""
CALIBRATION_BATCHES = 8
"""Batches from which `load_exported` estimates the statistics of norms."""
FILTER_NORM = 1.25
"""Euclidean norm that training gives a filter before a norm. It decides how far a step of training goes."""


def export(
    model: nn.Module,
    example: tuple[torch.Tensor, ...],
    target: Path,
    names: tuple[str, ...],
    axes: Mapping[str, dict[int, str]],
) -> None:
    """Writes `model` as ONNX. `names` are those of its inputs and its output, `axes` the axes of any length.

    Half precision halves the file and changes no probability by more than a thousandth.
    """
    torch.onnx.export(
        model,
        example,
        str(target),
        input_names=list(names[:-1]),
        output_names=[names[-1]],
        dynamic_axes=dict(axes),
        opset_version=17,
        dynamo=False,
    )
    onnx.save(_to_half_precision(onnx.load(str(target))), str(target))


def load_exported(model: nn.Module, inputs: Iterable[tuple[torch.Tensor, ...]], source: Path) -> None:
    """Gives `model` the weights of a file that `export` wrote, to train it further.

    The export folds each norm into the layer before it. Here a norm gets the mean and variance of its input again, for
    which the model runs on `inputs`, some training batches. Raises ValueError where the file is of another model.
    """
    batches = list(inputs)
    layers = _layers_with_norms(model.eval(), batches[0])
    stored = _stored_weights(onnx.load(str(source)))
    shapes = [tuple(layer.weight.shape) for layer, _ in layers]
    if shapes != [weight.shape for weight, _ in stored]:
        raise ValueError(
            f"{source}: expected the weights of a {type(model).__name__} of {len(layers)} layers, "
            f"found {len(stored)} layers of other shapes; name a file that the same training exported"
        )
    for (layer, norm), (weight, bias) in zip(layers, stored, strict=True):
        layer.weight.data.copy_(torch.from_numpy(weight))
        if norm is not None:  # until calibration it only scales and shifts
            size = layer.weight.data.flatten(1).norm(dim=1).clamp(min=1e-6) / FILTER_NORM
            layer.weight.data.div_(size[:, None, None, None])
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
            norm.weight.data.copy_(size)
            norm.bias.data.copy_(torch.from_numpy(bias))
        elif bias is not None:
            layer.bias.data.copy_(torch.from_numpy(bias))
    _calibrate_norms(model, [norm for _, norm in layers if norm is not None], batches)


@torch.no_grad()
def _calibrate_norms(model: nn.Module, norms: list[nn.BatchNorm2d], batches: list[tuple[torch.Tensor, ...]]) -> None:
    """Gives norms that only scale and shift the statistics of a trained model. The model's output stays the same."""
    means = {norm: torch.zeros_like(norm.running_mean) for norm in norms}
    squares = {norm: torch.zeros_like(norm.running_mean) for norm in norms}

    def note(norm: nn.Module, given: tuple[torch.Tensor, ...], _: torch.Tensor) -> None:
        means[norm] += given[0].mean(dim=(0, 2, 3)) / len(batches)
        squares[norm] += given[0].square().mean(dim=(0, 2, 3)) / len(batches)

    with _forward_hooks(norms, note):
        for batch in batches:
            model(*batch)
    for norm in norms:
        variance = (squares[norm] - means[norm].square()).clamp(min=0)
        norm.running_mean.copy_(means[norm])
        norm.running_var.copy_(variance)
        norm.bias.data.add_(norm.weight.data * means[norm])
        norm.weight.data.mul_((variance + norm.eps).sqrt())


@torch.no_grad()
def _layers_with_norms(
    model: nn.Module, example: tuple[torch.Tensor, ...]
) -> list[tuple[nn.Module, nn.BatchNorm2d | None]]:
    """The layers with weights in the order they run, each with the norm that follows it."""
    ran: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.ConvTranspose2d, nn.Linear, nn.BatchNorm2d)
    with _forward_hooks([one for one in model.modules() if isinstance(one, kinds)], lambda one, *_: ran.append(one)):
        model(*example)
    followers = [*ran[1:], None]
    return [
        (one, after if isinstance(after, nn.BatchNorm2d) else None)
        for one, after in zip(ran, followers, strict=True)
        if not isinstance(one, nn.BatchNorm2d)
    ]


@contextmanager
def _forward_hooks(modules: Iterable[nn.Module], note: Callable[..., None]) -> Iterator[None]:
    """In this context `note` is called with each of the modules after it ran, with its inputs and its output."""
    watches = [one.register_forward_hook(note) for one in modules]
    try:
        yield
    finally:
        for watch in watches:
            watch.remove()


def _stored_weights(network: onnx.ModelProto) -> list[tuple[np.ndarray, np.ndarray | None]]:
    """Weights and biases of the layers of a network in the order they run, float32."""
    kept = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in network.graph.initializer}
    casts = [node for node in network.graph.node if node.op_type == "Cast" and node.input[0] in kept]
    kept |= {node.output[0]: kept[node.input[0]] for node in casts}
    layers = [node for node in network.graph.node if node.op_type in WEIGHTED_OPERATORS and node.input[1] in kept]
    return [(kept[node.input[1]], kept[node.input[2]] if len(node.input) > 2 else None) for node in layers]


def _to_half_precision(network: onnx.ModelProto) -> onnx.ModelProto:
    """The network with its large float32 weights stored as float16, each followed by a cast."""
    casts = []
    for weight in network.graph.initializer:
        if weight.data_type != TensorProto.FLOAT or int(np.prod(weight.dims)) < 256:
            continue
        name = weight.name
        stored = numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), f"{name}.half")
        weight.CopyFrom(stored)
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *network.graph.node]
    del network.graph.node[:]
    network.graph.node.extend(nodes)
    onnx.checker.check_model(network)
    return network
