"""A hall: its lobby, its tables under their own addresses, and its end."""

import json
import re
import ssl

import httpx
import numpy as np
import pytest
from hall_running import options_of, running_hall
from watching_stubs import EMPTY_TABLES
from werkzeug.test import Client

from muggins.vision.capture import tuning as capture
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.jpeg import Jpeg
from muggins.webapp.counting.photo_reader import PhotoReader
from muggins.webapp.hall.serving.hall import open_hall
from muggins.webapp.hall.watching import pool as pools
from muggins.webapp.hall.watching.pool import WatchingPool
from muggins.webapp.hosting.tls import AUTHORITY_FILE

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    hall = running_hall(tmp_path_factory.mktemp("hall"))
    yield hall
    hall.stop()


@pytest.fixture
def desk(hall):
    """A browser on the hall's own machine."""
    return Client(hall.wsgi)


def test_each_table_plays_a_game_of_its_own_and_the_lobby_shows_all_at_a_glance(hall, desk):
    third = desk.post("/table/3/api/games", json=GAME).json["id"]
    play = {"event": "play", "player": "Ann", "tile": "5-5"}
    assert desk.post("/table/3/api/events", json=play).status_code == 200
    assert desk.get("/table/3/api/table").json["game"]["scores"] == {"Ann": 2, "Bob": 0}
    assert desk.get("/table/2/api/table").json["game"] is None
    second = desk.post("/table/2/api/games", json=GAME | {"players": ["Cid", "Dot"]}).json["id"]
    assert second == third + 1
    assert third in [game["id"] for game in desk.get("/table/3/api/games").json["games"]]
    assert desk.get(f"/table/2/api/games/{third}").status_code == 404
    tables = desk.get("/api/hall/tables").json["tables"]
    assert [table["number"] for table in tables] == [1, 2, 3, 4]
    assert [table["players"] for table in tables[1:]] == [["Cid", "Dot"], ["Ann", "Bob"], []]
    assert tables[2]["scores"] == {"Ann": 2, "Bob": 0}


def test_a_table_that_is_not_there_is_named_in_one_sentence(desk):
    answer = desk.get("/table/9/api/table")
    assert (answer.status_code, answer.json) == (404, {"error": "there is no table 9 here; the last is table 4"})


def test_every_address_of_a_table_that_is_opened_anew_says_so(tmp_path):
    hall = open_hall(options_of(tmp_path))
    try:
        visitor = Client(hall.wsgi)
        for path in ("", "/", "/api/table", "/camera"):
            answer = visitor.get(f"/table/3{path}", headers={"Accept": "text/html"}, follow_redirects=True)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
            assert "able 3 is opened anew; try again in a moment" in answer.get_data(as_text=True)
        assert visitor.get("/api/hall/tables").json["tables"][2]["players"] == []
    finally:
        hall.stop()


@pytest.mark.parametrize(
    ("options", "schemes"),
    [
        ({}, ["http"]),
        ({"phones": True}, ["https"]),
        # A phone lends its camera over TLS alone.
        ({"phones": True, "plain_http": True}, ["http", "https"]),
        ({"phones": True, "address": "http://10.0.0.1:8765/"}, ["http", "https"]),
        ({"phones": True, "address": "https://hall.example.org/"}, ["https"]),
        # A proxy on this machine serves the others.
        ({"address": "https://hall.example.org/"}, ["http"]),
    ],
)
def test_a_hall_is_served_over_tls_where_others_reach_it(tmp_path, options, schemes):
    """With phones alone it was plain HTTP: the desk's key and cookie crossed the room in the clear."""
    hall = open_hall(options_of(tmp_path, tables=1, **options))
    try:
        assert [server.address.partition(":")[0] for server in hall._servers] == schemes
    finally:
        hall.stop()


def test_games_go_on_after_the_hall_was_started_again(tmp_path):
    for begins in (True, False):
        hall = running_hall(tmp_path)
        try:
            visitor = Client(hall.wsgi)
            if begins:
                visitor.post("/table/3/api/games", json=GAME)
            assert visitor.get("/table/3/api/table").json["game"]["players"] == ["Ann", "Bob"]
        finally:
            hall.stop()


PAGES = (
    *("", "new", "seat", "count", "join", "games", "games/{game}", "games/{game}/replay", "players", "overlay"),
    *("hand-end", "camera", "camera-code", "no-such-page"),
)


def test_no_page_of_a_table_leads_out_of_it(desk, monkeypatch):
    monkeypatch.setattr(PhotoReader, "prepare", lambda reader: None)
    game = desk.post("/table/1/api/games", json=GAME).json["id"]
    desk.post("/table/1/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})
    for page in PAGES:
        text = desk.get(f"/table/1/{page.format(game=game)}", headers={"Accept": "text/html"}).get_data(as_text=True)
        assert 'data-root="/table/1"' in text, page
        addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', text)
        assert addresses, page
        assert [address for address in addresses if not address.startswith("/table/1/")] == [], page


def test_the_manifest_of_a_table_stays_at_the_table(desk):
    manifest = json.loads(desk.get("/table/3/muggins.webmanifest").get_data(as_text=True))
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/table/3/",) * 3
    assert {icon["src"].split("/static")[0] for icon in manifest["icons"]} == {"/table/3"}
    assert {desk.get(icon["src"]).status_code for icon in manifest["icons"]} == {200}
    assert manifest["share_target"]["action"] == "/table/3/share"
    hall = json.loads(desk.get("/muggins.webmanifest").get_data(as_text=True))
    assert hall["start_url"] == "/"
    assert "share_target" not in hall


def test_no_picture_of_a_phone_is_opened_but_by_a_worker(tmp_path, monkeypatch):
    """The program that serves all tables opened each twice a second, to see whether the camera is well."""
    opened = []
    for how in ("_decode", "_decode_small"):
        monkeypatch.setattr(Jpeg, how, lambda jpeg, *_: opened.append(jpeg))
    monkeypatch.setattr(capture, "LOST_SECONDS", float("inf"))
    monkeypatch.setattr(pools, "JUDGING_SECONDS", None)
    pool = WatchingPool(1, EMPTY_TABLES)
    hall = running_hall(tmp_path, pool=pool, make_watcher=None)
    try:
        heard, visitor = hall.context.broker.subscribe(), Client(hall.wsgi)
        (table,) = (table for table in hall.context.tables.held().values() if table.number == 1)

        def show(light, spot=90):
            picture = np.full((72, 128, 3), light, np.uint8)
            picture[20:50, 30:80] = spot
            headers = {"Phone-Key": table.phone_key, "Phone": "a"}
            sent = {"data": encode_jpeg(picture, 80), "content_type": "image/jpeg", "headers": headers}
            assert visitor.post("/table/1/api/camera", **sent).status_code == 200

        def until(state):
            while hall.context.tables.glance(1).camera.state != state:
                heard.get()

        show(2, spot=2)
        until("dark")
        visitor.post("/table/1/api/games", json=GAME)
        show(90)
        until("covered")
        show(90, spot=255)
        until("live")
        assert opened == []
    finally:
        hall.stop()
        pool.close()


def test_a_hall_that_serves_its_own_machine_lets_phones_in_at_one_tap(tmp_path, monkeypatch):
    """Its lobby said: start the program with --phones. By then the tournament was under way."""
    found = []
    monkeypatch.setattr("muggins.webapp.hall.serving.hall.addresses_on_network", lambda: found)
    hall = running_hall(tmp_path)
    try:
        desk = Client(hall.wsgi)
        assert "Let phones in" in desk.get("/").get_data(as_text=True)
        for path in ("/api/hall/phones", "/table/3/api/phones"):
            assert desk.post(path, json={}).status_code == 409, "the machine is on no network"
        found.append("127.0.0.1")
        (address,) = desk.post("/api/hall/phones", json={}).json["addresses"]
        assert hall.context.tables.held()[3].access.addresses == (f"{address}table/3/",)
        trusted = ssl.create_default_context(cafile=str(tmp_path / AUTHORITY_FILE))
        # As from another machine: the name by which it asks is none that this machine has for itself.
        with httpx.Client(base_url=address, verify=trusted, headers={"Host": "192.168.1.23"}) as phone:
            assert phone.get("/api/hall/tables").status_code == 401
            assert phone.post("/api/hall/phones", json={}).status_code == 401
            assert phone.post("/api/join", json={"code": hall.context.access.keys.code}).json() == {"role": "spectator"}
            assert len(phone.get("/api/hall/tables").json()["tables"]) == 4
            assert phone.get("/table/3/api/table").json()["game"] is None
            assert phone.post("/table/3/api/games", json=GAME).status_code == 403
        with httpx.Client(base_url=hall.address) as here:
            assert here.get("/api/me").json() == {"role": "host"}
            assert "Let phones in" not in here.get("/").text
            assert here.post("/table/3/api/games", json=GAME).status_code == 200
        assert hall.context.door.phone_address == address
    finally:
        hall.stop()
