"""Where frames are taken from: the newest wins, who must see them all may, and a camera is known by its last frame."""

import threading

import numpy as np
import pytest

from muggins.vision.capture import tuning
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.open_source import open_source


def still(brightness, size=(64, 48)):
    return np.full((size[1], size[0], 3), brightness, np.uint8)


def test_the_newest_frame_wins():
    source = LiveSource("phone")
    for value in (1, 2, 3):
        source.show(still(value))
    frame = source.newest()
    assert (frame.number, int(frame.image[0, 0, 0])) == (3, 3)
    assert source.newest(after=3, wait=0) is None


def test_a_caller_that_needs_every_frame_also_gets_the_ones_a_slow_step_skipped():
    """While a picture was read, two others came: an arm that was seen in them alone was never seen."""
    source = LiveSource("camera")
    for value in (1, 2, 3):
        source.show(still(value))
    assert [frame.number for frame in source.since(1)] == [2, 3]
    for value in range(20):
        source.show(still(value))
    assert len(source.since(3)) == tuning.MOST_KEPT
    assert source.since(23, wait=0) == ()


def test_who_waits_is_woken_by_the_next_frame():
    source = open_source("phone")
    source.show(still(1))
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(source.newest(after=1)))
    waiting.start()
    source.show(still(2), frame_time=7.5)
    waiting.join(timeout=60)
    assert (seen[0].number, seen[0].time) == (2, 7.5)


def test_who_waits_is_let_go_when_the_source_closes():
    source = open_source("phone")
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(source.newest()))
    waiting.start()
    source.close()
    waiting.join(timeout=60)
    assert seen == [None]


def test_a_camera_is_judged_by_the_age_of_its_last_frame(clock):
    source = LiveSource("camera 0")
    source.show(still(1))
    clock[0] += 4
    assert source.age == 4
    assert not source.is_lost
    clock[0] += 2
    assert source.is_lost
    source.show(still(2))
    assert not source.is_lost
    assert source.newest().time == 6
    clock[0] += 60
    source.finish()
    assert not source.is_lost


def test_what_went_wrong_is_remembered_until_frames_have_come_for_a_while(clock):
    source = LiveSource("camera 0")
    assert str(source.trouble) == ""
    source.fail("camera 0: gives no picture any more; look at its cable.")
    assert str(source.trouble).startswith("camera 0: gives no picture")
    source.show(still(1))
    assert str(source.trouble)
    clock[0] += 10
    source.show(still(2))
    assert str(source.trouble) == ""


def test_a_source_is_flawed_while_again_and_again_something_comes_that_is_no_picture(clock):
    source = LiveSource("phone")
    for _ in range(2):
        source.fail("the phone: expected a JPEG picture, got text.")
    assert not source.is_flawed
    source.fail("the phone: expected a JPEG picture, got text.")
    assert source.is_flawed
    clock[0] += 10
    assert not source.is_flawed


def test_a_huge_picture_is_made_smaller_before_anybody_works_on_it():
    source = LiveSource("camera 0")
    source.show(still(9, size=(2400, 1800)))
    high, wide = source.last.image.shape[:2]
    assert wide * high <= tuning.LARGEST_PIXELS
    assert wide / high == pytest.approx(4 / 3, abs=0.01)
