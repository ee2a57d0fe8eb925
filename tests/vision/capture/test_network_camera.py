"""Cameras with an address: every way they send pictures, and every way they fail to."""

import base64
import contextlib
import hashlib
import http.server
import re
import socket
import threading
from urllib.parse import unquote

import cv2
import numpy as np
import pytest

from muggins.vision.capture import open_source as sources
from muggins.vision.capture import tuning
from muggins.vision.capture.network_camera import FlawedPictureError, open_address, without_password
from muggins.vision.capture.open_source import open_source


def jpeg(brightness=150, wide=64, high=48):
    return cv2.imencode(".jpg", np.full((high, wide, 3), brightness, np.uint8))[1].tobytes()


def hexdigest(text):
    return hashlib.md5(text.encode()).hexdigest()


class Camera(http.server.BaseHTTPRequestHandler):
    """A network camera or a phone camera app; what it does depends on the path."""

    def do_GET(self):
        with contextlib.suppress(OSError):  # who looked has gone
            getattr(self, self.path.strip("/").replace("-", "_"))()

    def begin(self, kind, status=200, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def parts(self, *contents, has_length=True):
        for content in contents:
            length = f"Content-Length: {len(content)}\r\n" if has_length else ""
            self.wfile.write(f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + content + b"\r\n")

    def video(self):
        self.begin("multipart/x-mixed-replace; boundary=frame")
        while not self.server.is_done.wait(0.01):
            self.parts(jpeg())

    def without_lengths(self):
        self.begin("multipart/x-mixed-replace; boundary=--frame")
        while not self.server.is_done.wait(0.01):
            self.parts(jpeg(), has_length=False)

    def shot(self):
        self.server.shots += 1
        content = jpeg(100 + 10 * self.server.shots)
        self.begin("image/jpeg", Content_Length=str(len(content)))
        self.wfile.write(content)

    def film(self):
        content = self.server.film.read_bytes()
        self.begin("video/x-msvideo", Content_Length=str(len(content)))
        self.wfile.write(content)

    def huge(self):
        self.begin("image/png")
        self.wfile.write(cv2.imencode(".png", np.zeros((5000, 4000), np.uint8))[1].tobytes())

    def locked(self):
        wanted = "Basic " + base64.b64encode(self.server.login.encode()).decode()
        if self.headers["Authorization"] == wanted:
            self.video()
        else:
            self.begin("text/plain", 401, WWW_Authenticate='Basic realm="camera"')

    def digest(self):
        """Asks for a digest (RFC 7616), and lets a client in that answers its nonce with the right password."""
        sent = dict(re.findall(r'(\w+)="?([^",]*)', self.headers["Authorization"] or ""))
        secret, asked = hexdigest("ann:camera:sec ret"), hexdigest("GET:/digest")
        answer = hexdigest(f"{secret}:2468:{sent.get('nc')}:{sent.get('cnonce')}:auth:{asked}")
        if sent.get("response") == answer:
            self.video()
        else:
            self.begin("text/plain", 401, WWW_Authenticate='Digest realm="camera", nonce="2468", qop="auth"')

    def moved(self):
        self.begin("text/plain", 302, Location="/video")

    def short(self):
        content = jpeg()
        self.begin("image/jpeg", Content_Length=str(len(content)))
        self.wfile.write(content[:-200])

    def page(self):
        self.begin("text/html")
        self.wfile.write(b"<h1>IP camera</h1>")

    def nothing(self):
        self.begin("text/plain", 404)

    def busy(self):
        self.begin("text/plain", 503)

    def ends(self):
        self.begin("multipart/x-mixed-replace; boundary=frame")
        self.parts(jpeg())

    def breaks_off(self):
        self.begin("multipart/x-mixed-replace; boundary=frame")
        self.wfile.write(b"--frame\r\nContent-Length: 5000\r\n\r\n" + jpeg()[:99])

    def broken(self):
        self.begin("multipart/x-mixed-replace; boundary=frame")
        whole = jpeg()
        self.parts(whole[:-200], b"no picture", whole)

    def endless(self):
        self.begin("multipart/x-mixed-replace; boundary=frame")
        while not self.server.is_done.is_set():
            self.wfile.write(b"nothing: of use\r\n" * 99)

    def log_message(self, *said):
        pass


@pytest.fixture
def camera(tmp_path, patient):
    """A camera that answers."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    server.is_done, server.shots, server.film = threading.Event(), 0, tmp_path / "film.avi"
    server.login = "ann:sec ret"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.is_done.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def address(camera):
    """Where a camera is, with the path still to come."""
    return f"http://127.0.0.1:{camera.server_port}/"


@pytest.mark.parametrize("path", ["video", "without-lengths", "moved"])
def test_the_pictures_of_a_phone_camera_app_are_watched(address, path):
    source = open_source(address + path)
    frame = source.newest(wait=60)
    source.close()
    assert frame is not None
    assert abs(int(frame.image.mean()) - 150) <= 2


def test_a_camera_that_gives_one_picture_at_a_time_is_asked_again_and_again(address):
    feed = open_address(address + "shot")
    assert [round(feed.read().image.mean(), -1) for _ in range(3)] == [110, 120, 130]
    feed.close()


def test_a_film_over_http_is_watched(address, tmp_path):
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(5):
        writer.write(np.full((48, 64, 3), 150, np.uint8))
    writer.release()
    feed = open_address(address + "film")
    assert abs(int(feed.read().mean()) - 150) <= 2
    feed.close()


@pytest.mark.parametrize("path", ["locked", "digest"])
def test_a_password_is_sent_as_the_camera_asks_for_it_and_never_shown(address, path):
    source = open_source(address.replace("://", "://ann:sec%20ret@") + path)
    frame = source.newest(wait=60)
    source.close()
    assert frame is not None
    assert "sec" not in source.name
    assert without_password("rtsp://ann:secret@10.0.0.2:554/main") == "rtsp://ann:***@10.0.0.2:554/main"
    assert without_password("http://10.0.0.2:8080/video") == "http://10.0.0.2:8080/video"


@pytest.mark.parametrize("name", ["ann", "ann@home.example"])
@pytest.mark.parametrize("written", ["sec ret", "sec@ret", "sec/ret", "sec#r?et", "s/e@c#ret", "sec%40ret", "sec:ret"])
def test_a_password_with_any_sign_reaches_the_camera_and_is_never_shown(camera, name, written):
    """`sec/ret` was shown to everybody, since it ended the name of the machine."""
    camera.login = f"{name}:{unquote(written)}"
    place = f"127.0.0.1:{camera.server_port}/locked"
    source = open_source(f"http://{name}:{written}@{place}")
    assert source.newest(wait=60) is not None
    source.close()
    assert source.name == f"http://{name}:***@{place}"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("page", "answers with a page, not with pictures; most phone camera apps send theirs from an address that"),
        ("nothing", "the camera answers, but has nothing there; most phone camera apps send from an address"),
        ("digest", "asks for another name and password; write them so: http://NAME:PASSWORD@"),
        ("locked", "asks for another name and password; write them so: http://NAME:PASSWORD@"),
        ("busy", r"the camera answers that it cannot send pictures now \(HTTP 503\)"),
    ],
)
def test_an_address_that_sends_no_pictures_says_why(address, path, says):
    with pytest.raises(ValueError, match=f"{path}: {says}"):
        open_source(address + path)


def test_a_film_whose_pictures_are_huge_is_not_watched(address):
    """A camera that sent something else than JPEG could take the memory of the machine."""
    with pytest.raises(ValueError, match="huge: the picture has 4000 x 5000 pixels, and at most 16 million are read"):
        open_source(f"{address}huge")


def test_an_address_that_does_not_answer_says_so_without_the_password(silent_port, patient):
    there = f"127.0.0.1:{silent_port}/x"
    with pytest.raises(ValueError, match=rf"^http://ann:\*\*\*@{there}: the machine is there, but no camera"):
        open_source(f"http://ann:secret@{there}")
    with pytest.raises(ValueError, match=rf"^rtsp://{there}: the machine is there, but no camera answers"):
        open_source(f"rtsp://{there}")


def test_a_machine_that_takes_the_call_and_says_nothing_is_not_waited_for_long(monkeypatch):
    monkeypatch.setattr(tuning, "TIMEOUT_SECONDS", 0.2)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(ValueError, match="does not answer; check the address"),
    ):
        open_source(f"http://127.0.0.1:{silent.getsockname()[1]}/video")


def test_at_the_live_table_an_address_that_does_not_answer_is_tried_until_it_does(address, monkeypatch):
    monkeypatch.setattr(tuning, "RETRY_SECONDS", (0.01,))
    answers = [ValueError("http://10.0.0.2/video: does not answer."), open_address(address + "video")]

    def open_now(_):
        answer = answers.pop(0)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    monkeypatch.setattr(sources, "open_address", open_now)
    source = open_source("http://10.0.0.2/video", patient=True)
    assert source.newest(wait=60) is not None
    assert str(source.trouble) == "http://10.0.0.2/video: does not answer."
    source.close()


@pytest.mark.parametrize(
    "address", ["htp://10.0.0.2/video", "http://", "http:///video", "rtsp://10.0.0.2:port/x", "http://../x"]
)
def test_what_no_camera_has_for_an_address_is_refused_at_once(address):
    with pytest.raises(ValueError, match="no camera's address; expected one such as http://192"):
        open_source(address, patient=True)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("ends", "ends: the camera has ended its stream"),
        ("breaks-off", "breaks-off: the camera has broken off in the middle of a picture"),
        ("endless", "endless: sends no separate pictures; expected MJPEG"),
    ],
)
def test_a_stream_that_stops_says_how(address, path, says):
    feed = open_address(address + path)
    with pytest.raises(ValueError, match=says):
        [feed.read() for _ in range(3)]
    feed.close()


def test_broken_pictures_in_a_stream_are_skipped_and_reported(address):
    feed = open_address(address + "broken")
    with pytest.raises(FlawedPictureError, match="the picture breaks off before its end"):
        feed.read()
    with pytest.raises(FlawedPictureError, match="expected a JPEG picture, got text"):
        feed.read()
    assert feed.read().image.shape == (48, 64, 3)
    feed.close()


def test_a_single_picture_that_breaks_off_is_passed_over_and_the_next_is_asked_for(address):
    feed = open_address(address + "short")
    for _ in range(2):
        with pytest.raises(FlawedPictureError, match="the picture breaks off before its end"):
            feed.read()
    feed.close()
