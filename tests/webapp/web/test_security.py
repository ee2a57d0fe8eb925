"""What is refused before it is read: pictures that come too fast."""

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import security
from muggins.webapp.web.security import MAX_PICTURES_PER_SECOND


def test_a_flood_of_pictures_is_refused_unread_and_nobody_else_waits(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(security.time, "monotonic", lambda: now[0])
    page = create_app(GameSession()).test_client()

    def status():
        return page.post("/api/camera", data=b"\xff\xd8", content_type="image/jpeg").status_code

    first = [status() for _ in range(MAX_PICTURES_PER_SECOND)]
    assert 429 not in first
    assert [status() for _ in range(200)] == [429] * 200
    assert page.post("/api/pause", json={"paused": True}).status_code == 200
    now[0] += 0.11
    assert [status() for _ in range(5)].count(429) == 2
    now[0] += 60.0
    assert [status() for _ in range(2 * MAX_PICTURES_PER_SECOND)].count(429) == MAX_PICTURES_PER_SECOND


def test_a_client_that_sends_too_much_is_told_when_to_go_on(monkeypatch):
    monkeypatch.setattr(security.time, "monotonic", lambda: 100.0)
    page = create_app(GameSession()).test_client()
    answers = [
        page.post("/api/camera", data=b"", content_type="image/jpeg") for _ in range(MAX_PICTURES_PER_SECOND + 1)
    ]
    assert answers[-1].headers["Retry-After"] == "1"
    assert answers[-1].json["error"].startswith("more pictures come")
