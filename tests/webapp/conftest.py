"""A dashboard on a shared network with a game under way, and its visitors: a stranger, the host, a guest, and Bob."""

import pytest
from shared_table import KEYS

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web.access import Access, Role


@pytest.fixture
def access():
    return Access(KEYS, Role.STRANGER, ("http://192.168.1.5:8765/",))


@pytest.fixture
def app(access, start, tell):
    live = GameSession()
    live.start_game(start(claims="call"))
    live.tell(tell("Ann 5-5"))
    return create_app(live, access=access)


@pytest.fixture
def stranger(app):
    return app.test_client()


@pytest.fixture
def host(app):
    client = app.test_client()
    client.get(f"/host/{KEYS.host}")
    return client


@pytest.fixture
def guest(app):
    client = app.test_client()
    client.post("/api/join", json={"code": KEYS.code})
    return client


@pytest.fixture
def bob(app):
    client = app.test_client()
    client.post("/api/join", json={"code": KEYS.code})
    assert client.post("/api/seat", json={"player": "Bob"}).status_code == 200
    return client
