"""Probabilities and log odds."""

import numpy as np
import pytest

from muggins.vision.probability import log_odds, sigmoid, softmax


def test_log_odds_and_sigmoid_undo_each_other():
    assert sigmoid(log_odds([0.01, 0.5, 0.9], 1e-6)) == pytest.approx([0.01, 0.5, 0.9])


def test_certainty_has_finite_log_odds():
    assert log_odds([0.0, 1.0], 1e-6) == pytest.approx([-13.8155, 13.8155], abs=1e-4)


def test_softmax_adds_up_to_one_however_large_the_logits_are():
    assert softmax(np.array([[1000.0, 1000.0], [0.0, -1000.0]])).tolist() == [[0.5, 0.5], [1.0, 0.0]]
