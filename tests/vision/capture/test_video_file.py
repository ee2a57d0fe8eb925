"""Films: a video frame by frame or in real time, a folder of photos, and files that are neither."""

import threading

import cv2
import numpy as np
import pytest

from muggins.vision.capture import tuning
from muggins.vision.capture import video_file as films
from muggins.vision.capture.open_source import LiveSource, SequentialSource, open_source

RATE = 25
STEP = 20


def still(brightness, size=(64, 48)):
    return np.full((size[1], size[0], 3), brightness, np.uint8)


@pytest.fixture
def film(tmp_path):
    """A video of ten frames, each brighter than the one before by STEP."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (64, 48))
    for number in range(10):
        writer.write(still(number * STEP))
    writer.release()
    return path


def frames_of(source):
    frames = []
    while more := source.since(frames[-1].number if frames else 0):
        frames += more
    return frames


def brightness(frame):
    return round(float(frame.image.mean()) / STEP)


def test_a_film_in_order_misses_nothing(film):
    source = open_source(str(film), realtime=False)
    assert isinstance(source, SequentialSource)
    frames = frames_of(source)
    assert [frame.number for frame in frames] == list(range(1, 11))
    assert [brightness(frame) for frame in frames] == list(range(10))
    assert [frame.time for frame in frames] == pytest.approx([number / RATE for number in range(10)])
    assert frames[0].image.shape == (48, 64, 3)
    assert source.is_over
    assert not source.is_lost


def test_a_film_in_order_can_be_left_early(film, clock):
    source = open_source(str(film), realtime=False)
    assert source.newest().number == 1
    assert [frame.number for frame in source.since(after=4)] == [5]
    clock[0] += 2
    assert source.age == 2
    source.close()
    assert source.is_over
    assert source.since(5) == ()


def test_a_film_in_real_time_goes_on_once_its_first_frame_is_read_and_lasts_as_long_as_it_should(
    film, clock, monkeypatch
):
    """On a busy machine the networks took ten seconds to load, and the demo's first plays had gone by."""
    source, shown = LiveSource(str(film), is_film=True), []

    def wait(seconds):
        clock[0] += seconds

    def load():
        clock[0] += 60
        assert not source.is_lost
        source.since(1, 0)

    monkeypatch.setattr(source.closed, "wait", wait)
    monkeypatch.setattr(source.read_on, "wait", load)
    monkeypatch.setattr(source, "show", lambda image, frame_time: shown.append((clock[0] - 160, frame_time)))
    films._play(source, films._film_at(film))
    assert shown[0] == (-60, 0)
    assert [due for _, due in shown] == pytest.approx([number / RATE for number in range(10)])
    assert [at for at, _ in shown[1:]] == pytest.approx([due for _, due in shown[1:]])
    assert source.is_over


def test_frames_that_come_too_late_are_passed_over(film):
    frames = list(films._video(film, lambda seconds: seconds < 5 / RATE - 0.001))
    assert [brightness(frame) for frame in frames] == [5, 6, 7, 8, 9]


def test_a_film_that_is_always_late_still_shows_some_frames(film, monkeypatch):
    """A film that this machine cannot decode in time would else show nothing at all."""
    monkeypatch.setattr(tuning, "MOST_PASSED_OVER", 3)
    assert [frame.number for frame in films._video(film, lambda seconds: True)] == [4, 8]


def test_closing_ends_a_film_that_waits_for_its_next_frame(film, patient):
    """The demo once ended in an abort: its film was still being decoded while Python shut down."""
    source = open_source(str(film))
    assert isinstance(source, LiveSource)
    assert source.is_film
    assert source.newest(wait=60) is not None
    source.close()
    assert str(film) not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def photos(tmp_path):
    """A folder with two photos and, between them, a file that is not a photo."""
    folder = tmp_path / "photos"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), still(100))
    (folder / "b.jpg").write_text("6-4 on 6-1")
    cv2.imwrite(str(folder / "c.png"), still(200))
    return folder


def test_a_folder_of_photos_rests_on_each(photos):
    (photos / "b.jpg").unlink()
    frames = frames_of(open_source(str(photos), realtime=False))
    each = int(tuning.STILL_SECONDS * tuning.STILL_FRAMES_PER_SECOND)
    assert [int(frame.image.mean()) for frame in frames] == [100] * each + [200] * each
    assert frames[each].time == tuning.STILL_SECONDS


def test_a_photo_that_cannot_be_read_ends_a_replay_with_its_name(photos):
    with pytest.raises(ValueError, match=r"b\.jpg: not a picture that can be read"):
        frames_of(open_source(str(photos), realtime=False))


def test_a_photo_that_cannot_be_read_is_skipped_at_the_live_table_and_reported(photos, monkeypatch, patient):
    """The thread that showed the photos died of it, and the table waited for ever."""
    monkeypatch.setattr(tuning, "STILL_SECONDS", 0.2)
    source = open_source(str(photos))
    assert [int(frame.image.mean()) for frame in frames_of(source)] == [100, 200]
    assert "b.jpg: not a picture" in str(source.trouble)


def test_files_that_are_no_film(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("6-4 on 6-1")
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), still(9))
    empty = tmp_path / "empty"
    empty.mkdir()
    for source, says in (
        (tmp_path / "no.mp4", "no such file; expected a webcam's number, an address, a video file, a folder of photos"),
        (text, "not a video that can be read; expected MP4"),
        (photo, "a photo, not a video; muggins read reads photos"),
        (empty, "no photos in this folder"),
    ):
        with pytest.raises(ValueError, match=says):
            open_source(str(source))
