"""Programs elsewhere that are told what happens at the tables of a hall, and sounds that all tables have."""

import json

import pytest
from called_address import CalledAddress
from hall_running import running_hall
from werkzeug.test import Client

from muggins.webapp.hall.serving.hall import HOOK_SECRET
from muggins.webapp.speech.sounds import INDEX, SoundPack

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto"}


@pytest.fixture
def called():
    address = CalledAddress()
    address.start()
    yield address
    address.stop()


@pytest.fixture
def open_with(tmp_path):
    """Opens the hall with these options, in place of the one before; its record stays."""
    opened = []

    def again(**options):
        while opened:
            opened.pop().stop()
        opened.append(running_hall(tmp_path, **options))
        return opened[-1]

    yield again
    while opened:
        opened.pop().stop()


def play_at(hall, table):
    """A game at a table, with its first play: three events."""
    desk = Client(hall.wsgi)
    desk.post(f"/table/{table}/api/games", json=GAME)
    desk.post(f"/table/{table}/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})
    return desk


def told_of(called, table):
    bodies = [json.loads(body) for _, body in called.calls]
    return [body["number"] for body in bodies if body["table"] == table]


def test_each_event_of_every_table_is_told_with_the_number_of_the_table(open_with, called):
    hall = open_with(receivers={"hook": called.address})
    play_at(hall, 3)
    play_at(hall, 2)
    called.wait(lambda: len(called.taken) == 6)
    assert told_of(called, 3) == told_of(called, 2) == [1, 2, 3], "in the order of each table"
    hall = open_with()
    play_at(hall, 4)
    called.wait(lambda: len(called.taken) == 9)
    assert told_of(called, 4) == [1, 2, 3], "the address of last time"


def test_one_secret_signs_what_all_tables_say_and_is_made_once(open_with, called):
    hall = open_with(receivers={"hook": called.address})
    secret = hall.new_secret
    assert secret.startswith("whsec_")
    assert {json.loads(table.store.setting("hook"))[1] for table in hall.context.tables.held().values()} == {secret}
    hall = open_with(receivers={"hook": called.address + "/other"})
    assert hall.new_secret == ""
    assert hall.context.store.setting(HOOK_SECRET) == secret


def test_a_table_shows_how_its_receiver_is_and_cannot_name_another(open_with, called):
    """A club's host could have had the hall's machine call any address of its network."""
    called.behave("gone")
    hall = open_with(receivers={"hook": called.address})
    desk = play_at(hall, 3)
    called.wait(lambda: called.calls)
    there = hall.context.tables.held()[3].receivers
    assert "Call an address" in desk.get("/table/3/settings").text
    assert "Tell this address" not in desk.get("/table/3/settings").text
    assert "Home Assistant" not in desk.get("/table/3/settings").text
    for address in ("http://127.0.0.1:1/x", ""):
        answer = desk.post("/table/3/api/receivers", json={"kind": "hook", "address": address})
        assert (answer.status_code, there.state("hook").address) == (403, called.address)
    called.behave("ok")
    assert desk.post("/table/3/api/receivers", json={"kind": "hook", "address": called.address}).status_code == 200


def test_every_table_hears_the_sounds_of_the_hall_and_none_changes_them(open_with, tmp_path):
    (tmp_path / "bell.mp3").write_bytes(b"ID3" + bytes(100))
    (tmp_path / INDEX).write_text('score = "bell.mp3"\n', encoding="utf-8")
    desk = play_at(open_with(sounds=SoundPack(tmp_path, is_shared=True)), 2)
    assert desk.get("/table/2/api/sounds").json["sounds"] == [{"moment": "score", "player": "", "file": "bell.mp3"}]
    assert desk.get("/table/4/api/sounds/bell.mp3").status_code == 200
    answer = desk.post("/table/2/api/sounds/score", data=b"ID3" + bytes(50), content_type="audio/mpeg")
    assert answer.status_code == 403
    assert "Sounds of your own" not in desk.get("/table/2/settings").text
