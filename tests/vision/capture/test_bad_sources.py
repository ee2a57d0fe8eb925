"""Bad sources: every screen shows each in a sentence, and the game goes on by hand meanwhile."""

import http.server
import threading
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from jpegs import jpeg

from muggins.scorer.layout import Layout
from muggins.vision.capture import tuning
from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.open_source import open_source
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import TableState
from muggins.webapp import create_app
from muggins.webapp.camera import health
from muggins.webapp.camera import phone as phones
from muggins.webapp.camera.health import STRANGE_SECONDS, Health
from muggins.webapp.camera.watch_thread import WatchThread, follow
from muggins.webapp.session.session import GameSession

KEY = "k7Qw_-3xYz0A"
LONG = 600.0
STALL_SECONDS = 3
"""A busy machine answers sooner, and what is wrong is remembered: it must not be that nothing answers."""


class Camera(http.server.BaseHTTPRequestHandler):
    """A camera on the network that sends one picture and stalls, or that sends text for ever."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        part = {"/stalls": jpeg(), "/text": b"hello, this is Ann"}[self.path]
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n\r\n".encode()
        try:
            self.wfile.write(head + part + b"\r\n")
            while not self.server.is_done.wait(0.02):
                if self.path != "/stalls":
                    self.wfile.write(head + part + b"\r\n")
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
def watched(start, monkeypatch):
    """A table with a game, watched through a source: the page, and what every screen hears.

    What is wrong is soon noticed and long remembered; a camera that counts as lost would hide what else is wrong.
    """
    for module, name, seconds in (
        (tuning, "TIMEOUT_SECONDS", STALL_SECONDS),
        (tuning, "LOST_SECONDS", LONG),
        (tuning, "FLAW_SECONDS", LONG),
        (phones, "LOST_SECONDS", LONG),
        (phones, "RIVAL_SECONDS", LONG),
        (tuning, "RETRY_SECONDS", (0.1,)),
        (health, "CHECK_SECONDS", 0.05),
    ):
        monkeypatch.setattr(module, name, seconds)

    def sees_nothing(picture, time):
        return TableState(time, (), Layout(), (), ())

    def begin(source):
        live = GameSession()
        live.start_game(start())
        opened = open_source(source, patient=True)
        watching = WatchThread(opened, live, lambda _: Watcher(sees_nothing), phone_key=KEY)
        begun.append(watching)
        heard = live.subscribe()
        watching.start()
        return create_app(live, watching).test_client(), heard

    begun = []
    yield begin
    for watching in begun:
        watching.stop()


def screens_say(page, heard, words):
    """Waits for the sentence, and goes on by hand: the camera showed nothing that scored."""
    while words not in page.get("/api/table").json["camera"]["says"]:
        heard.get(timeout=60)
    assert [line["event"] for line in page.get("/api/table").json["lines"]] == ["game"]
    page.post("/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})
    assert page.get("/api/table").json["game"]["scores"] == {"Ann": 2, "Bob": 0}


@pytest.mark.parametrize(
    ("path", "says"),
    [("stalls", f"nothing has come for {STALL_SECONDS} seconds"), ("text", "expected a JPEG picture, got text")],
)
def test_a_stream_that_stalls_or_sends_what_is_no_picture(path, says, address, watched):
    screens_say(*watched(address + path), says)


def test_an_address_that_does_not_answer(silent_port, watched):
    says = "the machine is there, but no camera answers; check that its app is running, and the port"
    screens_say(*watched(f"http://127.0.0.1:{silent_port}/video"), says)


def send(page, content, phone):
    page.post("/api/camera", data=content, content_type="image/jpeg", headers={"Phone-Key": KEY, "Phone": phone})


def test_a_phone_that_sends_what_is_no_picture(watched):
    page, heard = watched("phone")
    send(page, b"hello, this is Ann", "Ann's")
    screens_say(page, heard, "The phone: expected a JPEG picture, got text.")


def test_two_phones_for_one_table(watched):
    page, heard = watched("phone")
    for phone in ("Ann's", "Bob's"):
        send(page, jpeg(), phone)
    screens_say(page, heard, "Two phones send pictures for this table, and one alone is its camera.")


def shapes():
    """Coloured shapes that rest, wander on, and rest again."""
    for number in (0, 60):
        image = np.full((240, 320, 3), (60, 90, 40), np.uint8)
        cv2.circle(image, (40 + 3 * number, 120 + round(60 * np.sin(number / 5))), 30, (30, 60, 220), -1)
        cv2.putText(image, "MATCH OF THE DAY", (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (250, 250, 250), 2)
        yield from [image] * 3


def test_a_film_of_something_else(tmp_path, start, monkeypatch):
    """The networks see no domino in it, and nothing is played."""
    writer = cv2.VideoWriter(str(tmp_path / "shapes.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for image in shapes():
        writer.write(image)
    writer.release()
    session, seen = GameSession(), []
    session.start_game(start())
    screen = SimpleNamespace(show=lambda state, is_idle, rules: seen.append(state))
    film = open_source(str(tmp_path / "shapes.avi"), realtime=False)
    assert list(follow(film, session, live_image=screen)) == []
    monkeypatch.setattr(tuning, "LOST_SECONDS", LONG)
    source, now = LiveSource("camera 0"), [0.0]
    source.show(image)
    check = Health(source, session, last_state=lambda: seen[-1], clock=lambda: now[0]).check
    now[0] += STRANGE_SECONDS
    assert str(check().says) == "No domino is seen in the picture: does the camera look at the table?"
