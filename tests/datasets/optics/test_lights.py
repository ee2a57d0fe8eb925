"""The flash of a camera: what it lights, and where shadows fall."""

import numpy as np
import pytest

from muggins.datasets.assets.tile_styles import random_style
from muggins.datasets.optics import lights, pinhole
from muggins.datasets.scenes import solids

SIZE = (640, 480)


def camera_at(elevation):
    return pinhole.look_at(np.zeros(2), np.radians(elevation), -np.pi / 2, 0.0, 400.0, 600.0, SIZE)


def flash_of(camera, seed=1):
    return lights.flash(np.random.default_rng(seed), camera)


@pytest.mark.parametrize("elevation", [88, 60, 35])
def test_a_flash_stands_beside_the_lens_and_lights_the_middle_as_any_lamp_does(elevation):
    camera = camera_at(elevation)
    light = flash_of(camera)
    assert 8 <= np.linalg.norm(light.position - camera.position) <= 45
    gain = lights.falloff(light, camera)
    assert gain.shape == (480, 640, 1)
    assert gain[240, 320, 0] == pytest.approx(1.0, abs=0.03)


def test_a_flash_from_above_leaves_the_corners_of_the_picture_darker():
    gain = lights.falloff(flash_of(camera_at(88)), camera_at(88))[..., 0]
    assert gain[[0, 0, -1, -1], [0, -1, 0, -1]].max() < gain[240, 320]


def test_a_flash_from_a_seat_lights_near_tiles_more_than_far_ones():
    gain = lights.falloff(flash_of(camera_at(35)), camera_at(35))[..., 0]
    assert gain[460, 320] > 1.2 > gain[240, 320] > 0.8 > gain[20, 320]


def test_above_the_horizon_a_flash_lights_nothing():
    camera = pinhole.look_at(np.zeros(2), np.radians(12), -np.pi / 2, 0.0, 400.0, 400.0, SIZE)
    light = flash_of(camera)
    above = lights.falloff(light, camera)[2, 320, 0]
    assert above == pytest.approx(light.ambient / (light.ambient + light.diffuse * light.direction[2]), rel=0.02)


def test_the_shadows_of_tiles_on_two_sides_fall_away_from_the_flash():
    style = random_style(np.random.default_rng(2))
    camera = camera_at(88)
    light = flash_of(camera)
    for side in (-120.0, 120.0):
        pose = solids.lying_pose(style, side, 0.0, 0.0)
        shadow = solids.shadow_outline(style, pose, light.at(pose.centre))
        assert np.sign(shadow[:, 0].mean() - side) == np.sign(side)


def test_the_sun_falls_alike_everywhere_and_has_no_falloff():
    sun = lights.Light(np.array([0.6, 0.0, 0.8]), 0.2, 1.0, 0.3)
    assert sun.at(np.array([500.0, 0.0, 0.0])) is sun
    with pytest.raises(ValueError, match="expected one with a position"):
        lights.falloff(sun, camera_at(60))
