"""Networks as ONNX files, their weights stored in half precision and worked with in single; and back to train on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

LAYERS = ("Conv", "ConvTranspose", "Gemm")
"""What layers with weights are called in an ONNX file."""
TO_SETTLE = 8
"""So many batches tell `restore` enough of what the norms meet."""
FILTER = 1.25
"""The length of a filter as training leaves it where a norm follows: it tells how far a step of training goes."""


def export(
    model: nn.Module,
    example: tuple[torch.Tensor, ...],
    target: Path,
    names: tuple[str, ...],
    axes: Mapping[str, dict[int, str]],
) -> None:
    """Writes `model` as ONNX, its inputs and its output called `names`; `axes` names those of any length.

    Half precision halves the file and moves no probability by more than a thousandth.
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
    onnx.save(_halved(onnx.load(str(target))), str(target))


def restore(model: nn.Module, inputs: Iterable[tuple[torch.Tensor, ...]], source: Path) -> None:
    """Gives `model` the weights of a file that `export` wrote of such a model, to go on training from.

    The export folds each norm into the layer before it. A norm gets back the mean and the spread of what comes to it
    from `inputs`, some batches of what is trained on. ValueError where the file is of another model.
    """
    shown = list(inputs)
    layers = _layers(model.eval(), shown[0])
    stored = _stored(onnx.load(str(source)))
    shapes = [tuple(layer.weight.shape) for layer, _ in layers]
    if shapes != [weight.shape for weight, _ in stored]:
        raise ValueError(
            f"{source}: expected the weights of a {type(model).__name__} of {len(layers)} layers, "
            f"found {len(stored)} layers of other shapes; name a file that the same training exported"
        )
    for (layer, norm), (weight, bias) in zip(layers, stored, strict=True):
        layer.weight.data.copy_(torch.from_numpy(weight))
        if norm is not None:  # for now one that scales and shifts, and no more
            size = layer.weight.data.flatten(1).norm(dim=1).clamp(min=1e-6) / FILTER
            layer.weight.data.div_(size[:, None, None, None])
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
            norm.weight.data.copy_(size)
            norm.bias.data.copy_(torch.from_numpy(bias))
        elif bias is not None:
            layer.bias.data.copy_(torch.from_numpy(bias))
    _settle(model, [norm for _, norm in layers if norm is not None], shown)


@torch.no_grad()
def _settle(model: nn.Module, norms: list[nn.BatchNorm2d], shown: list[tuple[torch.Tensor, ...]]) -> None:
    """Norms that only scale and shift become such as training leaves them; what the model gives stays the same."""
    means = {norm: torch.zeros_like(norm.running_mean) for norm in norms}
    squares = {norm: torch.zeros_like(norm.running_mean) for norm in norms}

    def note(norm: nn.Module, given: tuple[torch.Tensor, ...], _: torch.Tensor) -> None:
        means[norm] += given[0].mean(dim=(0, 2, 3)) / len(shown)
        squares[norm] += given[0].square().mean(dim=(0, 2, 3)) / len(shown)

    with _watched(norms, note):
        for one in shown:
            model(*one)
    for norm in norms:
        spread = (squares[norm] - means[norm].square()).clamp(min=0)
        norm.running_mean.copy_(means[norm])
        norm.running_var.copy_(spread)
        norm.bias.data.add_(norm.weight.data * means[norm])
        norm.weight.data.mul_((spread + norm.eps).sqrt())


@torch.no_grad()
def _layers(model: nn.Module, example: tuple[torch.Tensor, ...]) -> list[tuple[nn.Module, nn.BatchNorm2d | None]]:
    """The layers with weights in the order they work in, each with the norm that follows it."""
    worked: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.ConvTranspose2d, nn.Linear, nn.BatchNorm2d)
    with _watched([one for one in model.modules() if isinstance(one, kinds)], lambda one, *_: worked.append(one)):
        model(*example)
    followers = [*worked[1:], None]
    return [
        (one, after if isinstance(after, nn.BatchNorm2d) else None)
        for one, after in zip(worked, followers, strict=True)
        if not isinstance(one, nn.BatchNorm2d)
    ]


@contextmanager
def _watched(modules: Iterable[nn.Module], note: Callable[..., None]) -> Iterator[None]:
    """While this lasts `note` is called with each of the modules that has worked, what it took and what it gave."""
    watches = [one.register_forward_hook(note) for one in modules]
    try:
        yield
    finally:
        for watch in watches:
            watch.remove()


def _stored(network: onnx.ModelProto) -> list[tuple[np.ndarray, np.ndarray | None]]:
    """Weights and biases of the layers of a network in the order they work in, float32."""
    kept = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in network.graph.initializer}
    casts = [node for node in network.graph.node if node.op_type == "Cast" and node.input[0] in kept]
    kept |= {node.output[0]: kept[node.input[0]] for node in casts}
    layers = [node for node in network.graph.node if node.op_type in LAYERS and node.input[1] in kept]
    return [(kept[node.input[1]], kept[node.input[2]] if len(node.input) > 2 else None) for node in layers]


def _halved(network: onnx.ModelProto) -> onnx.ModelProto:
    """Large float32 weights become float16 with a cast behind each."""
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
