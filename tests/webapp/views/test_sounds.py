"""Sounds of one's own over HTTP."""

import json

import pytest

from muggins.webapp.speech.sounds import SoundPack
from muggins.webapp.web.context import CONTEXT_EXTENSION

WAV = b"RIFF\0\0\0\0WAVE" + bytes(50)


@pytest.fixture
def context(app, tmp_path):
    context = app.extensions[CONTEXT_EXTENSION]
    context.encoder.sounds = SoundPack(tmp_path / "sounds")
    return context


def put(client, moment="score", player="", content=WAV):
    return client.post(f"/api/sounds/{moment}?player={player}", data=content, content_type="audio/wav")


def test_the_host_gives_a_moment_a_sound_and_everybody_hears_it(context, host, guest, tell):
    assert put(host, "claim", "Ann").status_code == 204
    sounds = host.get("/api/sounds").json
    (sound,) = sounds["sounds"]
    assert (sound["moment"], sound["player"], sounds["players"]) == ("claim", "Ann", ["Ann", "Bob"])
    logged = context.session.tell(tell("Ann claims 2"))[-1]
    told = json.loads(context.encoder.announcement_text(logged, context.session.snapshot, "en", False))
    assert told["sound"] == f"/api/sounds/{sound['file']}"
    answer = guest.get(told["sound"])
    assert (answer.data, answer.mimetype) == (WAV, "audio/wav")
    assert host.delete("/api/sounds/claim?player=Ann", json={}).status_code == 204
    assert guest.get(told["sound"]).status_code == 404


def test_nobody_else_changes_a_sound(context, guest, bob):
    for visitor in (guest, bob):
        assert put(visitor).status_code == 403
        assert visitor.delete("/api/sounds/score", json={}).status_code == 403


def test_what_is_no_sound_is_refused_with_a_sentence(context, host):
    answer = put(host, content=b"<script>")
    assert (answer.status_code, answer.json["error"]) == (
        400,
        "this is no sound: expected a file of MP3, M4A, OGG, FLAC or WAV",
    )
    assert put(host, "goal").status_code == 404
    assert put(host, player="Ann%7F").status_code == 404, "nobody is called so"


def test_a_sound_from_another_page_is_refused(context, host):
    headers = {"Origin": "https://evil.example"}
    answer = host.post("/api/sounds/score", data=WAV, content_type="audio/wav", headers=headers)
    assert answer.status_code == 403


def test_a_table_without_a_folder_has_no_sounds(host):
    assert host.get("/api/sounds").status_code == 404
    assert put(host).status_code == 404
