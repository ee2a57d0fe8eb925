"""Probabilities, log odds and softmax."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def sigmoid(log_odds: ArrayLike) -> NDArray[np.float64]:
    """The probability that belongs to log odds; any shape."""
    return np.asarray(1 / (1 + np.exp(-np.asarray(log_odds, np.float64))))


def log_odds(probability: ArrayLike, margin: float) -> NDArray[np.float64]:
    """The natural logarithm of p / (1 - p); any shape. Probabilities are first clipped to `margin` and 1 - `margin`."""
    clipped = np.clip(np.asarray(probability, np.float64), margin, 1 - margin)
    return np.asarray(np.log(clipped / (1 - clipped)))


def softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    """(..., K) probabilities, which add up to 1 along the last axis, from (..., K) logits."""
    powers = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
