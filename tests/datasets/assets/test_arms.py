"""Arms painted over a table."""

import numpy as np

from muggins.datasets.assets.arms import paint_arm, random_arm

SIZE = (320, 180)
SCALE = 12.0
NO_SHADOW = (0.0, 0.0)


def table():
    return np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)


def test_an_arm_reaches_from_its_shoulder_to_its_finger_tips():
    image = table()
    arm = random_arm(np.random.default_rng(1), (160.0, 270.0))
    assert paint_arm(image, arm, (160.0, 90.0), SCALE, NO_SHADOW)
    changed = np.abs(image.astype(int) - 120).max(axis=2) > 20
    rows = np.flatnonzero(changed.any(axis=1))
    assert abs(rows.min() - 90) < SCALE
    assert rows.max() == SIZE[1] - 1
    assert not changed[:, :100].any()
    assert not changed[:, 220:].any()


def test_it_throws_a_soft_shadow_beside_itself():
    plain, shaded = table(), table()
    arm = random_arm(np.random.default_rng(1), (160.0, 270.0))
    paint_arm(plain, arm, (160.0, 90.0), SCALE, NO_SHADOW)
    paint_arm(shaded, arm, (160.0, 90.0), SCALE, (2.0, 0.0))
    assert shaded.mean() < plain.mean() - 0.5


def test_an_arm_that_has_left_the_picture_leaves_it_as_it_was():
    image = table()
    arm = random_arm(np.random.default_rng(1), (160.0, 270.0))
    assert not paint_arm(image, arm, (160.0, 240.0), SCALE, NO_SHADOW)
    assert (image == 120).all()


def test_the_same_person_keeps_the_same_arm():
    assert random_arm(np.random.default_rng(7), (0.0, 0.0)) == random_arm(np.random.default_rng(7), (0.0, 0.0))
    assert random_arm(np.random.default_rng(7), (0.0, 0.0)) != random_arm(np.random.default_rng(8), (0.0, 0.0))
