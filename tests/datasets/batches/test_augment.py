"""Pictures made worse, as bad light and bad cameras do."""

import numpy as np
import pytest

from muggins.datasets.batches import augment
from muggins.datasets.batches.augment import degrade

PICTURE = np.linspace(0, 255, 40 * 60 * 3).reshape(40, 60, 3).astype(np.uint8)


def test_most_pictures_stay_as_they_are_and_all_keep_their_size():
    made = [degrade(np.random.default_rng(seed), PICTURE) for seed in range(200)]
    assert {(one.shape, one.dtype) for one in made} == {(PICTURE.shape, PICTURE.dtype)}
    same = sum((one == PICTURE).all() for one in made)
    assert 70 < same < 140


def test_pictures_come_out_dark_and_pale_and_burnt_out(monkeypatch):
    monkeypatch.setattr(augment, "DEFECT_PROBABILITY", 0.5)
    made = [degrade(np.random.default_rng(seed), PICTURE).astype(float) for seed in range(200)]
    assert min(one.mean() for one in made) < 30
    assert max(one.mean() for one in made) > 170
    assert min(one.max() - one.min() for one in made) < 120


@pytest.mark.parametrize("strength", [3.0, 16.0])
def test_noise_is_as_strong_as_it_is_said(strength):
    grey = np.full((300, 300, 3), 128, np.uint8)
    noisy = augment._add_grain(np.random.default_rng(1), grey, strength).astype(float)
    assert noisy.mean() == pytest.approx(128, abs=0.5)
    assert noisy.std() == pytest.approx(strength, rel=0.1)


def test_the_same_seed_makes_the_same_picture():
    one, other = (degrade(np.random.default_rng(7), PICTURE) for _ in range(2))
    assert (one == other).all()
