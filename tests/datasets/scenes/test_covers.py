"""What hides tiles in part: other tiles of a heap, hands, fingers and boxes; the labels say how much is left to see."""

from typing import get_args

import numpy as np
import pytest

from muggins.datasets.scenes import render
from muggins.datasets.scenes.covers import Cover

SMALL = (320, 240)
"""Width and height in pixels."""
SEEDS = range(40, 46)


def scenes(**constraints):
    """Scenes of loose tiles from above, with one more thing fixed."""
    held = render.SceneConstraints(**{"elevation": 70.0, "tile_length": 40.0, "laid": "loose", **constraints})
    return [render.render(seed, size=SMALL, constraints=held) for seed in SEEDS]


def shares(pictures):
    """The visible share of each tile face up."""
    return np.array([tile.visible for scene in pictures for tile in scene.tiles if tile.kind == "faceup"])


@pytest.mark.parametrize("covered", get_args(Cover))
def test_what_covers_a_tile_hides_a_part_of_it(covered):
    bare, hidden = scenes(), scenes(covered=covered)
    assert ((shares(hidden) > 0.1) & (shares(hidden) < 0.9)).sum() > ((shares(bare) > 0.1) & (shares(bare) < 0.9)).sum()
    assert shares(hidden).mean() < shares(bare).mean()
    assert any((one.image != other.image).any() for one, other in zip(bare, hidden, strict=True))


def test_what_covers_tiles_moves_none_that_it_leaves_bare():
    """A seed draws the same tiles, table and camera, whatever lies over them."""
    for bare, hidden in zip(scenes(), scenes(covered="box"), strict=True):
        assert [tile.box for tile in bare.tiles] == [tile.box for tile in hidden.tiles]


def test_a_hand_holds_a_tile_above_the_table():
    for bare, held in zip(scenes(), scenes(covered="hand"), strict=True):
        places = {tuple(tile.corners.ravel()) for tile in bare.tiles if tile.kind == "faceup"}
        moved = [tile for tile in held.tiles if tile.kind == "faceup" and tuple(tile.corners.ravel()) not in places]
        assert len(moved) <= 2
    assert moved


def test_in_a_heap_tiles_lie_on_tiles_and_lean():
    heap = shares(scenes(laid="heap"))
    assert ((heap > 0.1) & (heap < 0.9)).mean() > 0.2
    held = render.SceneConstraints(laid="heap", tile_length=40.0)
    setting = render._draw_setting(np.random.default_rng([3, 2026]), SMALL, held)
    poses = [body.pose for body in setting.arrangement.bodies if body.kind != "standing"]
    upright, heights = [abs(pose.axes[2, 2]) for pose in poses], [pose.centre[2] for pose in poses]
    assert min(upright) < 0.99 < max(upright)
    assert max(heights) > 1.5 * min(heights)
