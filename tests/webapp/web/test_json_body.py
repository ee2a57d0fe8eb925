"""The body of a request: one JSON object that can be kept and passed on; anything else is refused in a sentence."""

import pytest

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"paused": tr',
        b"[" * 5000,
        b'{"a":' * 3000,
        b'{"paused": NaN}',
        b'{"paused": 1e999}',
        b'{"paused": ' + b"9" * 5000 + b"}",
        rb'{"paused": "\ud800"}',
        b"\xff\xfe{}",
    ],
    ids=lambda body: body[:16].decode("latin-1"),
)
def test_anything_but_a_json_object_is_refused_in_a_sentence(body):
    """Brackets without end, and half a letter, were found by fuzzing: each brought a 500."""
    page = create_app(GameSession()).test_client()
    answer = page.post("/api/pause", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()) == (400, {"error": "expected one JSON object"})


def test_names_in_any_script_come_through():
    page = create_app(GameSession()).test_client()
    said = '{"event": "game", "rules": "five-up", "players": ["Zoë", "多米诺"]}'.encode()
    assert page.post("/api/games", data=said, content_type="application/json").status_code == 200
    assert page.get("/api/table").get_json()["game"]["players"] == ["Zoë", "多米诺"]
