"""What is laid over the crop of a tile takes as much of it as it covers."""

import numpy as np
import pytest

from muggins.datasets.batches import covering


def test_what_is_laid_over_a_tile_takes_as_much_of_it_as_it_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A white tile under a black one: what is still white, or grey in a shadow, can be seen."""
    monkeypatch.setattr(covering, "SQUARE_SHARE", 0.0)
    monkeypatch.setattr(covering, "ROUND_SHARE", 0.0)
    crop = np.full((88, 128, 3), 255, np.uint8)
    shares = []
    for seed in range(20):
        picture, share = covering.covered(np.random.default_rng(seed), crop, np.zeros_like(crop))
        assert share == pytest.approx((picture[24:64, 24:104, 0] > 60).mean(), abs=0.05)
        shares.append(share)
    assert min(shares) < 0.5
    assert max(shares) > 0.8
