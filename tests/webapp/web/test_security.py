"""What is refused before it is read: pictures that come too fast, or from others than the phone that is the camera."""

import io

import pytest
from jpegs import jpeg
from photographed import FixedReader

from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.counting.photo_reader import PhotoReader
from muggins.webapp.counting.views import PHOTOS_EXTENSION
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import security
from muggins.webapp.web.access import Access, Role
from muggins.webapp.web.security import MAX_PICTURES_PER_SECOND

KEY = "k7Qw_-3xYz0A"
STRANGERS = 20


class Unread(io.BytesIO):
    """A picture that notes whether anybody has read it."""

    was_read = False

    def read(self, *size):
        self.was_read = True
        return super().read(*size)


@pytest.fixture
def now(monkeypatch):
    """A clock that a test moves: now[0] += 2."""
    now = [100.0]
    monkeypatch.setattr(security.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def app():
    """A table whose camera is a phone with the key KEY."""
    source, live = LiveSource("phone"), GameSession()
    watching = WatchThread(source, live, phone_key=KEY)
    yield create_app(live, watching, access=Access(default=Role.STRANGER))
    source.close()


@pytest.fixture
def send(app):
    """Sends a picture to the camera; the status of the answer."""

    def send(key=KEY, **body):
        headers = {"Phone-Key": key, "Phone": "a"}
        body = body or {"data": b"\xff\xd8"}
        return app.test_client().post("/api/camera", content_type="image/jpeg", headers=headers, **body).status_code

    return send


def test_a_flood_of_pictures_is_refused_unread_and_nobody_else_waits(app, send, now):
    assert 429 not in [send() for _ in range(MAX_PICTURES_PER_SECOND)]
    assert [send() for _ in range(200)] == [429] * 200
    host = {"Authorization": f"Bearer {app.extensions['muggins-auth'].access.keys.host}"}
    assert app.test_client().post("/api/pause", json={"paused": True}, headers=host).status_code == 200
    now[0] += 0.11
    assert [send() for _ in range(5)].count(429) == 2
    now[0] += 60.0
    assert [send() for _ in range(2 * MAX_PICTURES_PER_SECOND)].count(429) == MAX_PICTURES_PER_SECOND


def test_a_phone_that_sends_too_much_is_told_when_to_go_on(app, now):
    phone = app.test_client()
    for _ in range(MAX_PICTURES_PER_SECOND + 1):
        answer = phone.post("/api/camera", data=b"", content_type="image/jpeg", headers={"Phone-Key": KEY})
    assert answer.headers["Retry-After"] == "1"
    assert answer.json["error"].startswith("more pictures come")


def test_twenty_strangers_who_send_pictures_do_not_blind_the_table(app, send, now):
    """Their pictures were counted with those of the phone, which was refused 46 times of 49."""
    picture, stranger, unread = jpeg(), app.test_client(), []
    for _ in range(10):
        for _ in range(STRANGERS):
            body = Unread(picture)
            assert send("WRONG", input_stream=body, content_length=len(picture)) == 403
            unread.append(body)
            assert stranger.post("/api/count", data=picture, content_type="image/jpeg").status_code == 401
            assert stranger.post("/api/camera/away", data=picture, content_type="image/jpeg").status_code == 400
        assert send(data=picture) == 200
        now[0] += 0.1
    assert not any(body.was_read for body in unread)


def test_a_spectator_who_has_photos_counted_does_not_blind_the_table(app, send, now):
    app.extensions[PHOTOS_EXTENSION] = PhotoReader(lambda: FixedReader("6-4"))
    guest, picture = app.test_client(), jpeg()
    guest.post("/api/join", json={"code": app.extensions["muggins-auth"].access.keys.code})
    assert guest.post("/api/count", data=picture, content_type="image/jpeg").status_code == 200
    assert 429 not in [send(data=picture) for _ in range(MAX_PICTURES_PER_SECOND)]
