"""Sources of frames: films in order and in real time, cameras whose newest frame wins, and what is not there."""

import http.server
import threading
import time

import cv2
import numpy as np
import pytest

from muggins.vision import camera
from muggins.vision.camera import InOrder, Newest, open_source, webcams, without_password

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
    frames, number = [], 0
    while (frame := source.newest(number)) is not None:
        frames.append(frame)
        number = frame.number
    return frames


def brightness(frame):
    return round(float(frame.image.mean()) / STEP)


def test_a_film_in_order_misses_nothing(film):
    source = open_source(str(film), realtime=False)
    frames = frames_of(source)
    assert [frame.number for frame in frames] == list(range(1, 11))
    assert [brightness(frame) for frame in frames] == list(range(10))
    assert [frame.time for frame in frames] == pytest.approx([number / RATE for number in range(10)])
    assert frames[0].image.shape == (48, 64, 3)
    assert source.is_over
    assert not source.is_lost


def test_a_film_in_order_can_be_left_early(film):
    source = open_source(str(film), realtime=False)
    assert source.newest().number == 1
    assert source.newest(after=4).number == 5
    assert source.age < 60
    source.close()
    assert source.is_over
    assert source.newest(5) is None


def test_a_film_in_real_time_begins_when_somebody_looks_and_lasts_as_long_as_it_should(film):
    source = open_source(str(film))
    assert isinstance(source, Newest)
    began = time.monotonic()
    frames = frames_of(source)
    assert time.monotonic() - began >= 9 / RATE
    assert frames[-1].time == pytest.approx(9 / RATE)
    assert [frame.number for frame in frames] == sorted({frame.number for frame in frames})
    assert source.is_over


def test_frames_that_come_too_late_are_passed_over(film):
    frames = list(camera._video(film, lambda seconds: seconds < 5 / RATE - 0.001))
    assert [brightness(frame) for frame in frames] == [5, 6, 7, 8, 9]


def test_a_film_that_is_always_late_still_shows_some_frames(film, monkeypatch):
    """A film that this machine cannot decode in time would else show nothing at all."""
    monkeypatch.setattr(camera, "MOST_PASSED_OVER", 3)
    assert [frame.number for frame in camera._video(film, lambda seconds: True)] == [4, 8]


def test_closing_ends_a_film_that_waits_for_its_next_frame(film):
    """The demo once ended in an abort: its film was still being decoded while Python shut down."""
    source = open_source(str(film))
    assert source.newest() is not None
    source.close()
    assert str(film) not in {thread.name for thread in threading.enumerate()}


def test_a_folder_of_photos_rests_on_each(tmp_path):
    for name, value in (("b.png", 200), ("a.png", 100)):
        cv2.imwrite(str(tmp_path / name), still(value))
    frames = frames_of(open_source(str(tmp_path), realtime=False))
    each = int(camera.STILL_SECONDS * camera.STILL_RATE)
    assert [int(frame.image.mean()) for frame in frames] == [100] * each + [200] * each
    assert frames[each].time == camera.STILL_SECONDS


def test_the_newest_frame_wins():
    source = Newest("phone")
    for value in (1, 2, 3):
        source.show(still(value))
    frame = source.newest()
    assert (frame.number, int(frame.image[0, 0, 0])) == (3, 3)
    assert source.newest(after=3, wait=0) is None


def test_who_waits_is_woken_by_the_next_frame():
    source = open_source("phone")
    source.show(still(1))
    waiting = threading.Thread(target=lambda: seen.append(source.newest(after=1)))
    seen = []
    waiting.start()
    source.show(still(2), frame_time=7.5)
    waiting.join(timeout=10)
    assert (seen[0].number, seen[0].time) == (2, 7.5)


def test_who_waits_is_let_go_when_the_source_closes():
    source = open_source("phone")
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(source.newest()))
    waiting.start()
    source.close()
    waiting.join(timeout=10)
    assert seen == [None]


def test_a_camera_is_judged_by_the_age_of_its_last_frame(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(camera.time, "monotonic", lambda: now[0])
    source = Newest("camera 0")
    source.show(still(1))
    now[0] += 2
    assert source.age == 2
    assert not source.is_lost
    now[0] += 2
    assert source.is_lost
    source.show(still(2))
    assert not source.is_lost
    assert source.newest().time == 4
    now[0] += 60
    source.finish()
    assert not source.is_lost


class Cable:
    """A camera that gives two frames and is then unplugged."""

    def __init__(self, first):
        self.values = [first, first + 1]
        self.is_released = False

    def read(self):
        return (True, still(self.values.pop(0))) if self.values else (False, None)

    def release(self):
        self.is_released = True


def test_an_unplugged_camera_is_opened_again_until_it_is_back(monkeypatch):
    """Whoever trips over the cable in the middle of a game plugs it in and plays on."""
    monkeypatch.setattr(camera, "RETRY_SECONDS", 0.001)
    source = Newest("camera 0")
    first, second = Cable(10), Cable(20)
    tries = iter([ValueError("not there"), ValueError("not there"), second])

    def reopen():
        found = next(tries, None)
        if found is None:
            source.close()
            raise ValueError("gone for good")
        if isinstance(found, ValueError):
            raise found
        return found

    camera._follow(source, first, reopen)
    assert first.is_released
    assert second.is_released
    assert int(source._frame.image[0, 0, 0]) == 21


class Stream(http.server.BaseHTTPRequestHandler):
    """A network camera: JPEGs without end, in one answer."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        jpeg = cv2.imencode(".jpg", still(150))[1].tobytes()
        try:
            while not self.server.is_done.wait(0.01):
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
        except OSError:
            pass

    def log_message(self, *said):
        pass


def test_a_network_camera_is_watched():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    server.is_done = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        source = open_source(f"http://ann:secret@127.0.0.1:{server.server_port}/video")
        frame = source.newest(wait=20)
        assert frame is not None
        assert abs(int(frame.image.mean()) - 150) <= 2
        assert "secret" not in source.name
        source.close()
    finally:
        server.is_done.set()
        server.shutdown()
        server.server_close()


def test_a_password_is_never_shown():
    assert without_password("rtsp://ann:secret@10.0.0.2:554/main") == "rtsp://ann:***@10.0.0.2:554/main"
    assert without_password("http://10.0.0.2:8080/video") == "http://10.0.0.2:8080/video"


def test_an_address_where_nothing_is_says_so_without_the_password():
    with pytest.raises(ValueError, match=r"^http://ann:\*\*\*@127\.0\.0\.1:9/x: no picture came; check the address"):
        open_source("http://ann:secret@127.0.0.1:9/x")


@pytest.mark.parametrize(
    ("devices", "says"),
    [([], "camera 91: not there; no webcam was found on this machine: plug one in"),
     ([0, 2], "camera 91: not there; name one of these instead: 0, 2")],
)  # fmt: skip
def test_a_webcam_that_is_not_there(devices, says, monkeypatch):
    monkeypatch.setattr(camera.sys, "platform", "linux")
    monkeypatch.setattr(camera, "_video_devices", lambda: devices)
    with pytest.raises(ValueError, match=f"^{says}$"):
        open_source("91")


def test_a_webcam_that_gives_no_picture(monkeypatch):
    monkeypatch.setattr(camera.sys, "platform", "linux")
    monkeypatch.setattr(camera, "_video_devices", lambda: [91])
    with pytest.raises(ValueError, match=r"^camera 91: gives no picture; another program may be using it"):
        open_source("91")
    assert webcams() == []


def test_sources_that_are_none(tmp_path):
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


def test_in_order_is_what_watching_a_file_gets(film):
    assert isinstance(open_source(str(film), realtime=False), InOrder)
