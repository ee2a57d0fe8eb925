"""What a poor camera and poor light do to a film: exposure that pumps, a camera that shakes, glare on tiles."""

import numpy as np
import pytest

from muggins.datasets.videos.shooting import GLARE_SECONDS, STEADY, Faults, Shooting, random_glares
from muggins.datasets.videos.timeline import FPS

LAID = [(10 * number, np.array([200.0 + 40 * number, 100.0])) for number in range(5)]
"""Five tiles, a second apart, 40 pixels from one to the next."""
TABLE = np.full((200, 500, 3), 40, np.uint8)


def glares(share):
    return random_glares(np.random.default_rng(3), share, LAID, tile_width=20.0)


def test_a_steady_camera_neither_shakes_nor_pumps():
    faults = Faults(STEADY, (), seed=1)
    assert faults.shift().tolist() == [[1, 0, 0], [0, 1, 0]]
    assert {faults.gain(frame) for frame in range(50)} == {1.0}


def test_exposure_pumps_up_and_down_by_its_share():
    faults = Faults(Shooting(exposure=0.25), (), seed=1)
    gains = [faults.gain(frame) for frame in range(20 * FPS)]
    assert (min(gains), max(gains)) == pytest.approx((0.75, 1.25), abs=0.02)


def test_a_camera_shakes_no_further_than_was_asked():
    faults = Faults(Shooting(shake=3), (), seed=1)
    shifts = np.array([faults.shift()[:, 2] for _ in range(200)])
    assert 2.5 < np.abs(shifts).max() <= 3
    assert len(np.unique(shifts, axis=0)) == 200


def test_every_tile_lies_in_glare_or_none_does():
    assert glares(0.0) == ()
    assert [glare.frame for glare in glares(1.0)] == [frame for frame, _ in LAID]


def test_the_same_tiles_stay_in_glare_when_there_is_more_of_it():
    """Films of one seed can so be compared."""
    assert set(glares(0.4)) < set(glares(1.0))


def test_glare_brightens_its_tile_alone_and_passes():
    glare = glares(1.0)[0]
    faults = Faults(Shooting(glare=1.0), (glare,), seed=1)
    x, y = (round(each) for each in glare.centre)
    shown = faults.on_table(TABLE, glare.frame)
    assert shown[y, x, 0] > 80
    assert shown[y, 450, 0] == 40
    assert GLARE_SECONDS[0] <= (glare.ends - glare.frame + 1) / FPS <= GLARE_SECONDS[1] + 1
    assert faults.on_table(TABLE, glare.ends) is TABLE
