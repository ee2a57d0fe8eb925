"""The optimizer of both trainings."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn


class MuonAndAdam:
    """Muon for the weights of a network's layers, Adam for their biases and norms.

    Muon (Jordan et al. 2024) steps as far along every direction of a layer's weights as along the strongest. Its steps
    are made as long as Adam's (Liu et al. 2025, "Muon is scalable for LLM training"), so both follow one rate. The Muon
    of PyTorch takes matrices: the weights of a layer become one with a row for each output channel, in the same memory.
    """

    def __init__(self, model: nn.Module, weight_decay: float) -> None:
        """An optimizer of all that can be trained in `model`. The weights of layers decay, nothing else does.

        Raises ValueError where the weights do not lie in memory as `torch.channels_last`.
        """
        trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self._weights = [parameter for parameter in trained if parameter.ndim > 1]
        self._matrices = [nn.Parameter(_as_matrix(parameter.data)) for parameter in self._weights]
        if any(one.data_ptr() != layer.data_ptr() for one, layer in zip(self._matrices, self._weights, strict=True)):
            raise ValueError("model: expected weights in the layout torch.channels_last, found others")
        self._muon = torch.optim.Muon(self._matrices, weight_decay=weight_decay, adjust_lr_fn="match_rms_adamw")
        self._adam = torch.optim.Adam(parameter for parameter in trained if parameter.ndim <= 1)

    def step(self, rate: float) -> None:
        """Changes the parameters by their gradients, which are used up."""
        for optimizer in (self._muon, self._adam):
            for group in optimizer.param_groups:
                group["lr"] = rate
        for matrix, weights in zip(self._matrices, self._weights, strict=True):
            matrix.grad = None if weights.grad is None else _as_matrix(weights.grad)
            weights.grad = None
        self._muon.step()
        self._adam.step()
        self._adam.zero_grad()

    def state_dict(self) -> dict[str, Any]:
        """What a training that was stopped continues from."""
        return {"muon": self._muon.state_dict(), "adam": self._adam.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continues from what `state_dict` gave."""
        self._muon.load_state_dict(state["muon"])
        self._adam.load_state_dict(state["adam"])


def _as_matrix(weights: Tensor) -> Tensor:
    """(C, ...) as (C, N), in the order of the channels-last layout that the networks have: then it is a view."""
    return weights.movedim(1, -1).flatten(1)
