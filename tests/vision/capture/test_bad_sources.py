"""Bad sources: every screen shows each in a sentence, and the game goes on by hand meanwhile."""

import http.server
import json
import threading

import cv2
import numpy as np
import pytest
from jpegs import claiming

from muggins.vision.capture import frames as sources
from muggins.vision.capture import network_camera as network
from muggins.vision.capture import open_source as camera
from muggins.vision.capture.open_source import open_source
from muggins.webapp import create_app
from muggins.webapp.camera import health
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.session.session import GameSession

KEY = "k7Qw_-3xYz0A"
GENERATOR = np.random.default_rng(8)


def jpeg(wide=320, high=240):
    return cv2.imencode(".jpg", GENERATOR.integers(0, 255, (high, wide, 3), np.uint8))[1].tobytes()


class Camera(http.server.BaseHTTPRequestHandler):
    """A camera on the network that goes wrong in the way its path names."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        whole = jpeg()
        sends = {"stalls": whole, "broken": whole[:-300], "text": b"hello, this is Ann", "huge": claiming(8688, 5792)}
        part = sends[self.path.strip("/")]
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n\r\n".encode()
        try:
            self.wfile.write(head + part + b"\r\n")
            while not self.server.is_done.wait(0.02) and self.path != "/stalls":
                self.wfile.write(head + part + b"\r\n")
            self.server.is_done.wait(30)
        except OSError:
            return

    def log_message(self, *said):
        pass


@pytest.fixture
def address():
    """Where the cameras are that go wrong, with the path still to come."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads, server.is_done = True, threading.Event()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.is_done.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def quick(monkeypatch):
    """Everybody's patience is short, but no camera counts as lost: that would hide what else is wrong with it."""
    monkeypatch.setattr(network, "TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(sources, "LOST_SECONDS", 600.0)
    monkeypatch.setattr(camera, "RETRY_SECONDS", (0.1,))
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(health, "STRANGE_SECONDS", 1.0)


@pytest.fixture
def watched(start):
    """A table with a game, watched through a source: the page, what is watched, and what every screen hears."""

    def begin(source):
        live = GameSession()
        live.start_game(start())
        opened = open_source(str(source), patient=True)
        watching = WatchThread(opened, live, phone_key=KEY)
        begun.append(watching)
        heard = live.subscribe()
        watching.start()
        return create_app(live, watching).test_client(), heard

    begun = []
    yield begin
    for watching in begun:
        watching.stop()


def screens_say(page, heard, words):
    """Waits for the sentence, and sees that the picture's place says it too where no picture comes."""
    while words not in page.get("/api/table").json["camera"]["says"]:
        heard.get(timeout=30)


def goes_on_by_hand(page):
    """The camera showed nothing that scored; a play and its score are entered by taps."""
    assert [line["event"] for line in page.get("/api/table").json["lines"]] == ["game"]
    page.post("/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})
    assert page.get("/api/table").json["game"]["scores"] == {"Ann": 2, "Bob": 0}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("stalls", "nothing has come for 0.3 seconds"),
        ("broken", "the picture breaks off before its end"),
        ("text", "expected a JPEG picture, got text"),
        ("huge", "the picture has 8688 x 5792 pixels, and at most 16 million are read"),
    ],
)
def test_a_stream_that_stalls_or_sends_what_is_no_picture(path, says, address, quick, watched):
    page, heard = watched(address + path)
    screens_say(page, heard, says)
    goes_on_by_hand(page)


def test_an_address_that_does_not_answer(quick, watched):
    page, heard = watched("http://127.0.0.1:9/video")
    screens_say(page, heard, "the machine is there, but no camera answers; check that its app is running, and the port")
    goes_on_by_hand(page)


@pytest.mark.parametrize(
    ("content", "kind", "says"),
    [
        (b"hello, this is Ann", "text/plain", "The phone: expected a JPEG picture, got text."),
        (json.dumps({"tile": "5-5"}).encode(), "application/json", "The phone: expected a JPEG picture, got text."),
        (jpeg()[:-300], "image/jpeg", "The phone: the picture breaks off before its end"),
        (claiming(8688, 5792), "image/jpeg", "The phone: the picture has 8688 x 5792 pixels"),
        (b"\xff" * 5_000_000, "image/jpeg", "The phone: the picture has 5 megabytes"),
    ],
)
def test_a_phone_that_sends_what_is_no_picture(content, kind, says, quick, watched):
    page, heard = watched("phone")
    page.post("/api/camera", data=content, content_type=kind, headers={"Phone-Key": KEY, "Phone": "Ann's"})
    screens_say(page, heard, says)
    goes_on_by_hand(page)


def test_two_phones_for_one_table(quick, watched):
    page, heard = watched("phone")
    for phone in ("Ann's", "Bob's"):
        page.post("/api/camera", data=jpeg(), content_type="image/jpeg", headers={"Phone-Key": KEY, "Phone": phone})
    screens_say(page, heard, "Two phones send pictures for this table, and one alone is its camera.")
    goes_on_by_hand(page)


def test_a_film_of_something_else(tmp_path, quick, watched):
    """Coloured shapes that wander about: nothing of it is a domino, and nothing is played."""
    path = tmp_path / "shapes.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for number in range(80):
        image = np.full((240, 320, 3), (60, 90, 40), np.uint8)
        cv2.circle(image, (40 + 3 * number, 120 + round(60 * np.sin(number / 5))), 30, (30, 60, 220), -1)
        cv2.putText(image, "MATCH OF THE DAY", (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (250, 250, 250), 2)
        writer.write(image)
    writer.release()
    page, heard = watched(path)
    screens_say(page, heard, "No domino is seen in the picture: does the camera look at the table?")
    goes_on_by_hand(page)
