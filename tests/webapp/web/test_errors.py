"""What a visitor reads if something fails: one sentence, and where they can go from there."""

import pytest

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import StoreError
from muggins.webapp.web.access import Access, Role

PAGE = {"Accept": "text/html"}


@pytest.fixture
def access():
    return Access(default=Role.STRANGER)


@pytest.fixture
def client(access):
    return create_app(GameSession(), access=access).test_client()


def test_an_address_without_a_page_is_answered_with_a_sentence(client):
    answer = client.get("/nothing", headers=PAGE)
    assert answer.status_code == 404
    assert "<p>There is no page at this address.</p>" in answer.get_data(as_text=True)
    assert client.get("/api/nothing").get_json() == {"error": "there is no page at this address"}


def test_only_a_visitor_who_has_not_joined_is_offered_the_code(client, access):
    """Even the host was once told to join with a code first."""
    client.get(f"/{access.host_path}")
    told = client.get("/games/99", headers=PAGE).get_data(as_text=True)
    assert "There is no game 99." in told
    assert "Join with a code" not in told
    client.post("/api/leave", json={})
    assert "Join with a code" in client.get("/host/wrong", headers=PAGE).get_data(as_text=True)


def test_while_the_record_is_away_people_get_a_page_and_programs_a_sentence():
    app = create_app(GameSession(), access=Access(default=Role.HOST))

    def fail():
        raise StoreError("no database answers there")

    app.add_url_rule("/away", view_func=fail)
    app.add_url_rule("/api/away", endpoint="api_away", view_func=fail)
    client = app.test_client()
    page = client.get("/away", headers=PAGE)
    assert (page.status_code, "<p>No database answers there.</p>" in page.get_data(as_text=True)) == (503, True)
    told = client.get("/api/away")
    assert (told.status_code, told.get_json()) == (503, {"error": "no database answers there"})
