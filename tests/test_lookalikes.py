"""Things that lie on tables and are taken for tiles."""

import numpy as np
import pytest

from muggins.datasets import clutter
from muggins.datasets.lens import look_at
from muggins.datasets.lookalikes import LOOKALIKES


@pytest.mark.parametrize("make", [make for make, _, _ in LOOKALIKES], ids=lambda make: make.__name__.strip("_"))
def test_each_thing_is_a_picture_with_what_it_covers(make):
    for seed in range(12):
        thing = make(np.random.default_rng(seed))
        assert thing.shape[2:] == (4,)
        assert thing.dtype == np.float32
        assert thing.min() >= 0.0
        assert thing.max() <= 1.0
        assert thing[..., 3].mean() > 0.15
        on = thing[thing[..., 3] > 0.5][:, :3]
        assert on.std(axis=0).max() > 0.003, "something must be seen on it"


def test_they_make_up_all_that_is_drawn():
    assert sum(share for _, share, _ in LOOKALIKES) == pytest.approx(1.0)


def test_a_round_thing_leaves_the_table_bare_at_its_corners():
    view = look_at(np.zeros(2), np.pi / 2, 0.0, 0.0, 1000.0, 1000.0, (400, 300))
    table = np.full((300, 400, 3), 0.2, np.float32)
    chip = np.zeros((90, 90, 4), np.float32)
    chip[30:60, 30:60] = 1.0
    corners = clutter.lay_flat(np.random.default_rng(0), table, view, chip, 90.0, 0.0, 0.0, 0.0)
    x, y = corners.mean(axis=0).astype(int)
    assert table[y, x, 0] == pytest.approx(1.0, abs=0.02)
    left, top = corners.min(axis=0).astype(int) + 3
    assert table[top, left, 0] == pytest.approx(0.2, abs=0.02)


def test_what_has_height_darkens_the_table_beside_it():
    view = look_at(np.zeros(2), np.pi / 2, 0.0, 0.0, 1000.0, 1000.0, (400, 300))
    table = np.full((300, 400, 3), 0.5, np.float32)
    die = np.ones((60, 60, 4), np.float32)
    clutter.lay_flat(np.random.default_rng(0), table, view, die, 60.0, 0.0, 0.0, 0.0, shade=0.6)
    assert table.min() < 0.4
    assert table.max() == pytest.approx(1.0, abs=0.02)
