"""The live image: the newest frame, encoded once for all viewers, with what was read drawn over it."""

import threading

import cv2
import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.vision.capture.open_source import Frame, LiveSource
from muggins.vision.types import TableState
from muggins.webapp.camera import live_image as module
from muggins.webapp.camera.live_image import SHOWN_WIDTH, LiveImage
from muggins.webapp.camera.table_watcher import STORED_WIDTH, encode_stored


@pytest.fixture
def camera():
    camera = LiveSource("camera")
    yield camera
    camera.close()


@pytest.fixture
def live_image(camera):
    live_image = LiveImage(camera)
    yield live_image
    live_image.close()


def _size(jpeg):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape[:2]


def test_the_image_is_the_newest_frame_no_wider_than_a_page_shows(camera, live_image):
    camera.show(np.zeros((1080, 1920, 3), np.uint8))
    camera.show(np.full((1080, 1920, 3), 255, np.uint8))
    number, jpeg = live_image.newest(0, 1.0)
    assert number == 2
    assert _size(jpeg) == (720, SHOWN_WIDTH)
    assert live_image.newest(2, 0.0) is None


def test_a_frame_is_encoded_once_however_many_view_it(camera, live_image):
    camera.show(np.zeros((90, 160, 3), np.uint8))
    assert live_image.newest(0, 1.0)[1] is live_image.newest(0, 1.0)[1]


def test_while_the_table_is_idle_all_viewers_share_an_image_until_something_happens(camera, live_image):
    """Drawing the same table ten times a second took more time than watching it."""
    live_image._clock = lambda: 0.0
    camera.show(np.zeros((90, 160, 3), np.uint8))
    live_image.show(None, is_idle=True)
    assert live_image.newest(0, 1.0)[0] == 1
    camera.show(np.full((90, 160, 3), 255, np.uint8))
    assert live_image.newest(0, 1.0)[0] == 1
    live_image.show(None, is_idle=False)
    assert live_image.newest(1, 1.0)[0] == 2


def test_an_idle_table_is_shown_still(camera, live_image):
    seconds = iter(range(9))
    live_image._clock = lambda: next(seconds)
    live_image.show(None, is_idle=True)
    for number in (1, 2, 3):
        camera.show(np.zeros((90, 160, 3), np.uint8))
        assert live_image.newest(number - 1, 1.0)[0] == number


def test_images_are_encoded_by_one_thread_however_many_ask(camera, live_image, monkeypatch):
    """Each of the server's 128 threads held memory for images of its own: 960 MB after half a minute."""
    drawn_by = set()
    encode = cv2.imencode

    def watched_encode(*given):
        drawn_by.add(threading.get_ident())
        return encode(*given)

    monkeypatch.setattr(cv2, "imencode", watched_encode)
    for number in range(5):
        camera.show(np.zeros((90, 160, 3), np.uint8))
        asking = threading.Thread(target=live_image.newest, args=(number, 1.0))
        asking.start()
        asking.join()
    assert len(drawn_by) == 1


def test_what_was_read_is_drawn_over_the_image(camera, live_image, lay):
    camera.show(np.zeros((1280, 1280, 3), np.uint8))
    [reading] = lay("6-4: 0 0 90")
    _, bare = live_image.newest(0, 1.0)
    live_image.show(TableState(0.0, (reading,), Layout.parse("6-4"), (), ()))
    camera.show(np.zeros((1280, 1280, 3), np.uint8))
    _, drawn = live_image.newest(1, 1.0)
    assert cv2.imdecode(np.frombuffer(bare, np.uint8), cv2.IMREAD_COLOR).max() < 10
    assert cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR).max() > 100


def test_a_viewer_that_comes_after_the_camera_was_stopped_gets_no_image(camera, live_image):
    camera.show(np.zeros((90, 160, 3), np.uint8))
    assert live_image.newest(0, 1.0) is not None
    camera.show(np.zeros((90, 160, 3), np.uint8))
    live_image.close()
    assert live_image.newest(1, 0.0) is None
    assert live_image.check_setup() is None


def test_a_tile_that_is_clear_in_every_other_picture_is_not_read_reliably_until_the_lamp_is_moved(camera, lay):
    """In half of the pictures of a 4-2 that shines the frame was green, and then the game asked what it is."""
    shining, clear = lay("4-2: 0 0 90", sure=0.8), lay("4-2: 0 0 90")
    seen = iter([shining, clear, shining, clear, *[clear] * 8])
    live_image = LiveImage(camera, read=lambda _: TableState(0.0, tuple(next(seen)), Layout(), (), ()))
    camera.show(np.zeros((1280, 1280, 3), np.uint8))
    checks = [live_image.check_setup() for _ in range(12)]
    live_image.close()
    assert not any(check.is_good for check in checks[:4])
    assert checks[-1].is_good


def test_a_still_is_small_enough_to_keep_with_every_play():
    assert _size(encode_stored(Frame(1, 0.0, np.zeros((1080, 1920, 3), np.uint8)))) == (360, STORED_WIDTH)


def test_a_table_is_straightened_once_a_reading_and_only_for_whoever_looks_from_above(
    camera, live_image, lay, monkeypatch
):
    straightened = []
    monkeypatch.setattr(module, "straighten", lambda tiles, facedown: straightened.append(len(tiles)))
    camera.show(np.zeros((1280, 1280, 3), np.uint8))
    live_image.show(TableState(0.0, tuple(lay("6-4: 0 0 90, 4-4: 0 2 0")), Layout(), (), ()))
    live_image.newest(0, 1.0)
    assert live_image.near_view() is not None
    assert straightened == []
    assert live_image.view_from_above() is None
    live_image.view_from_above()
    assert straightened == [2]


def test_before_the_first_frame_and_the_first_reading_no_part_is_shown(camera, live_image):
    assert live_image.near_view() is None
    camera.show(np.zeros((90, 160, 3), np.uint8))
    assert (live_image.near_view(), live_image.view_from_above()) == (None, None)
