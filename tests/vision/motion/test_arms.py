"""Arms: the sides they come from, and where they have been."""

from dataclasses import replace

import cv2
import numpy as np
from painted import SIZE, STEP, table, watch, with_arm, with_tile

from muggins.vision.motion.arms import Arm, ArmMemory, find_arms
from muggins.vision.motion.motion import Motion
from muggins.vision.motion.tuning import MOTION_TUNING


def test_of_two_arms_over_the_table_the_one_that_reached_the_tile_laid_it():
    """Ann's arm hovers at the bottom while Bob lays his tile at the top."""
    both = [with_arm(with_arm(table(), "bottom", (320, 330)), "top", (320, y)) for y in (10, 50, 90, 50, 10)]
    seen = watch([table()] * 2 + both + [with_tile(table(), 300, 90)] * 3)
    assert seen[-1].side_of(np.array((322, 101)), SIZE) == "top"
    assert seen[-1].side_of(np.array((322, 340)), SIZE) == "bottom"
    assert seen[-1].forget().side_of(np.array((322, 101)), SIZE) is None


def test_of_two_arms_that_both_were_over_a_tile_the_later_one_more_likely_laid_it():
    """The tile was seen late: the next arm had come by then, and it passed for the arm that had laid the tile."""
    reach = [200, 260, 290, 260, 200]
    bottom = [with_arm(table(), "bottom", (322, 360 - y // 2)) for y in reach]
    top = [with_arm(with_tile(table()), "top", (322, y)) for y in reach]
    before = watch([table()] * 2 + bottom + [table()] * 2)[-1]
    assert before.arms_at(np.array((322, 231)), SIZE).keys() == {"bottom"}
    seen = before.after_read(before)
    for number, image in enumerate(top):
        seen = seen.after(image, before.time + (number + 1) * STEP)
    arms = seen.arms_at(np.array((322, 231)), SIZE)
    assert arms.keys() == {"bottom", "top"}
    assert 0.2 < arms["bottom"] < arms["top"] <= 1
    assert seen.arms_at(np.array((40, 40)), SIZE) == {}


def test_arms_that_meet_over_the_table_are_two_arms():
    image = with_arm(with_arm(table(), "bottom", (320, 180)), "top", (320, 180))
    seen = watch([table(), table(), image])
    assert {arm.side for arm in seen[-1].arms} == {"bottom", "top"}


def test_an_arm_over_another_border_belongs_to_the_nearest_side_where_somebody_sits():
    motion = Motion.start(table(), 0.0, sides=("bottom", "top"))
    reaching = cv2.line(table(), (-40, 330), (200, 240), (110, 60, 40), 46)
    assert [arm.side for arm in motion.after(reaching, STEP).arms] == ["bottom"]


def test_however_often_an_arm_stirs_between_two_looks_each_side_is_remembered_once():
    """Where nothing was settled in between, what was remembered grew with every look."""
    motion = Motion.start(np.zeros((90, 160, 3), np.uint8), 0.0)
    over = np.ones(motion.moving.shape, np.int32)
    for _ in range(5):
        motion = replace(motion, memory=replace(motion.memory, recent={"top": over, "left": over}))
        motion = motion.after_read(motion)
    assert [(side, int(frames.max())) for side, frames in motion.memory.earlier.items()] == [("top", 5), ("left", 5)]


def over(*columns):
    """Some columns of a small picture."""
    mask = np.zeros((90, 160), np.bool_)
    mask[30:90, columns[0] : columns[1]] = True
    return mask


def test_a_change_that_is_too_small_or_touches_no_border_is_not_an_arm():
    assert [arm.side for arm in find_arms(over(60, 80), MOTION_TUNING)] == ["bottom"]
    short = over(60, 61)
    short[:60] = False
    assert find_arms(short, MOTION_TUNING) == ()
    inside = over(60, 80)
    inside[80:] = False
    assert find_arms(inside, MOTION_TUNING) == ()


def test_a_tile_that_came_to_light_under_a_resting_arm_was_laid_by_that_arm():
    resting, moving = Arm("bottom", over(60, 80)), Arm("top", over(100, 120))
    memory = ArmMemory({"bottom": over(60, 80).astype(np.int32), "left": over(0, 40).astype(np.int32)})
    later = memory.after_read((resting,), (moving,))
    assert later.side_at(np.array([70.0, 50.0]), 5.0, MOTION_TUNING) == "bottom"
    assert later.side_at(np.array([110.0, 50.0]), 5.0, MOTION_TUNING) == "top"
    assert later.side_at(np.array([20.0, 50.0]), 5.0, MOTION_TUNING) == "left", "an earlier arm: no later one was there"
    assert not later.recent["left"].any()
    assert later.side_at(np.array([150.0, 5.0]), 5.0, MOTION_TUNING) is None
