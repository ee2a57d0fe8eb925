"""Fixtures of the tests of scenes."""

import pytest

from muggins.datasets.scenes import render


@pytest.fixture(autouse=True)
def _small_pictures(monkeypatch):
    """Pictures whose size is drawn at random are a third as wide and a third as high."""
    random_size = render._random_size
    monkeypatch.setattr(render, "_random_size", lambda rng: tuple(side // 3 for side in random_size(rng)))
