"""Nonsense sent by mistake or on purpose is refused in a sentence; the dashboard goes on and loses no event.

The requests are made from the description of the interface: right ones, and right ones with something wrong.
"""

import json
import logging
import os
import random
import re
import socket

import cv2
import numpy as np
import pytest
from hall_browser import Browser
from hall_running import running_hall
from nonsense import ODD, Fuzz, broken, quoted, raw

from muggins.scorer.game import replay
from muggins.scorer.random_games import RandomTable
from muggins.scorer.record import event_to_json, parse_event
from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.hosting.peers import Limits
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.session.event_log import LoggedEvent
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store
from muggins.webapp.views import live_image
from muggins.webapp.web import security
from muggins.webapp.web.access import Access, Role
from muggins.webapp.web.auth import AUTH_EXTENSION
from muggins.webapp.web.streams import EventStream

REQUESTS = int(os.environ.get("MUGGINS_FUZZ", "300"))
"""Of each role. `make fuzz` sends ten times as many."""
PICTURES = 200
RAW_CONNECTIONS = 60
REQUESTS_PER_PAGE = 15
SEED = 61


@pytest.fixture
def begin(monkeypatch, tmp_path, start):
    """A dashboard with past games and one on the table; its streams end after what there is to say."""
    monkeypatch.setattr(EventStream, "__iter__", lambda stream: iter([stream.read()[0]]))
    monkeypatch.setattr(live_image, "FRAME_WAIT_SECONDS", 0.0)
    opened = []

    def begun(default=Role.HOST):
        store, source = Store(str(tmp_path / f"games{len(opened)}.sqlite")), LiveSource("phone")
        for seed in (1, 2):
            *_, game = RandomTable(start("five-up", target=10), random.Random(seed)).play()
            kept = store.add_game()
            for number, event in enumerate(game.record, 1):
                store.append(kept, number, event_to_json(event))
        live = GameSession(store)
        live.start_game(start("all-fives", claims="call"))
        watching = WatchThread(source, live)
        app = create_app(live, watching, access=Access(default=default, addresses=("http://192.168.1.20/",)))
        opened.append((store, source))
        return live, watching, app

    yield begun
    for store, source in opened:
        source.close()
        store.close()


def check_answer(answer, about):
    """The request is done, or refused in a sentence; the program itself never fails."""
    text = answer.get_data().decode(errors="replace")  # the files of a hand are no text
    assert answer.status_code < 500, about
    assert "Traceback" not in text, about
    if text and answer.status_code >= 400 and answer.mimetype == "application/json":
        assert "\n" not in json.loads(text)["error"].strip(), about


def send(client, fuzz, prefix=""):
    """Sends the requests; yields each with the status of its answer."""
    for number in range(REQUESTS):
        method, address, headers, body = fuzz.request()
        about = f"request {number}: {method} {address[:200]} {headers} {body[:300]!r}"
        answer = client.open(prefix + address, method=method, headers=headers, data=body)
        check_answer(answer, about)
        yield method, address, answer.status_code


@pytest.mark.parametrize("role", ["seat", "spectator", "stranger"])
def test_hostile_requests_of_phones_bring_no_fault(begin, caplog, role):
    caplog.set_level(logging.ERROR)
    *_, app = begin(Role.STRANGER)
    client, access = app.test_client(), app.extensions[AUTH_EXTENSION].access
    if role != "stranger":
        assert client.post("/api/join", json={"code": access.keys.code}).status_code == 200
    if role == "seat":
        assert client.post("/api/seat", json={"player": "Ann"}).status_code == 200
    fuzz = Fuzz(app.test_client().get("/api/openapi.json").get_json(), random.Random(SEED))
    statuses = {status for *_, status in send(client, fuzz)}
    assert caplog.records == []
    assert 403 in statuses or 401 in statuses


@pytest.mark.parametrize("role", ["desk", "player", "spectator", "stranger"])
@pytest.mark.parametrize("description", ["/api/hall/openapi.json", "/table/1/api/openapi.json"], ids=["hall", "table"])
def test_hostile_requests_to_a_hall_bring_no_fault(begin, tmp_path, caplog, role, description):
    hall = running_hall(tmp_path, address="https://hall.example.org/")
    try:
        desk, client = Browser(hall), Browser(hall)
        desk.client.get(f"/{hall.context.access.host_path}")
        desk.begin("Ann", "Bob", "Cid", "Dee")
        desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
        caplog.set_level(logging.ERROR)
        if role == "player":
            client.get(f"/player/{desk.badge(1)}")
        elif role == "spectator":
            client.client.get(f"/join/{hall.context.access.keys.code}")
        asking = desk if role == "desk" else client
        fuzz = Fuzz(asking.client.get(description).get_json(), random.Random(SEED))
        list(send(asking.client, fuzz, "/table/1" if description.startswith("/table") else ""))
        assert caplog.records == []
    finally:
        hall.stop()


def test_malformed_and_hostile_requests_of_the_host_bring_no_fault_and_lose_no_event(begin, start, caplog):
    caplog.set_level(logging.ERROR)
    live, _, app = begin()
    client = app.test_client()
    fuzz = Fuzz(client.get("/api/openapi.json").get_json(), random.Random(SEED))
    queue, heard, seen, deleted = live.subscribe(), [], {}, set()
    for method, address, status in send(client, fuzz):
        if method == "DELETE" and status == 204:
            deleted.add(int(re.search(r"/games/(\d+)", address)[1]))
        seen[status] = seen.get(status, 0) + 1
        if live.snapshot.game is None:  # it was deleted
            live.start_game(start("all-fives", claims="call"))
        # Events come through in between: the host begins a hand wherever a game waits for one.
        client.post("/api/events", json={"event": "hand", "setter": live.snapshot.game.players[0]})
        while not queue.empty():
            heard.append(queue.get())
    assert caplog.records == []
    # The fuzz is worth something only where requests come through as well as are refused.
    assert seen[200] > REQUESTS / 10
    assert sum(seen.get(status, 0) for status in (400, 404, 405, 409, 413, 415)) > REQUESTS / 3
    check_record(live, [message for message in heard if isinstance(message, LoggedEvent)], deleted)


def test_pages_asked_for_with_nonsense_in_their_addresses_bring_no_fault(begin, caplog):
    caplog.set_level(logging.ERROR)
    _, _, app = begin()
    client, chance = app.test_client(), random.Random(SEED)
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/api/") and "GET" in rule.methods]
    assert len(rules) >= 10
    for rule in rules:
        for _ in range(REQUESTS_PER_PAGE):
            names = {name: chance.choice(ODD) for name in rule.arguments}
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found, names=names: quoted(names[found[1]]), rule.rule)
            asked = chance.choice(["below", "after", "of", "to", "place", "language"])
            address = f"{path}?{asked}={quoted(chance.choice(ODD))}"
            answer = client.get(address, headers={"Accept": chance.choice(["text/html", "*/*"])}, buffered=False)
            assert answer.status_code < 500, address[:200]
            answer.close()
    assert caplog.records == []


def check_record(live, entries, deleted):
    """Every event was heard once and in order, is on disk, and replays to the game that is on the table."""
    now, store = live.snapshot, live.store
    for game in {entry.game_id for entry in entries}:
        numbers = [entry.number for entry in entries if entry.game_id == game]
        stored = store.events(game)
        if not stored and game in deleted:
            continue
        assert numbers == list(range(len(stored) - len(numbers) + 1, len(stored) + 1))
        assert [event_to_json(entry.event) for entry in entries if entry.game_id == game] == stored[
            len(stored) - len(numbers) :
        ]
    if now.game is not None:  # else the last game was deleted
        assert replay(map(parse_event, store.events(now.game_id))) == now.game
    assert len(entries) > 0


def test_broken_pictures_are_refused_in_a_sentence_and_the_right_one_is_shown(begin, caplog, monkeypatch):
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(security, "MAX_PICTURES_PER_SECOND", PICTURES + 1)  # all are decoded, however fast they come
    live, watching, app = begin()
    client, chance = app.test_client(), random.Random(SEED)
    coloured = np.arange(240 * 320 * 3, dtype=np.uint32).astype(np.uint8).reshape(240, 320, 3)
    right = cv2.imencode(".jpg", coloured)[1].tobytes()
    others = [cv2.imencode(kind, np.zeros((40, 40, 3), np.uint8))[1].tobytes() for kind in (".png", ".webp", ".bmp")]
    headers = {"Phone-Key": watching.phone.key, "Phone": "one"}

    def send(picture):
        answer = client.post("/api/camera", data=picture, content_type="image/jpeg", headers=headers)
        check_answer(answer, picture[:80])
        return answer.status_code

    for _ in range(PICTURES):
        send(broken(chance, right, others))
    assert send(right) == 200
    assert caplog.records == []
    assert live.snapshot.game.scores == {"Ann": 0, "Bob": 0}


def test_raw_nonsense_on_the_line_leaves_the_server_answering(begin, start, tell):
    """What no client library sends: broken headers, wrong lengths, half a request and then nothing."""
    live, _, app = begin()
    server, chance = DashboardServer(app, port=0, limits=Limits(streams=0)), random.Random(SEED)
    server.start()
    try:
        for _ in range(RAW_CONNECTIONS):
            with socket.create_connection(("127.0.0.1", server.port), timeout=300) as line:
                line.sendall(raw(chance))
                line.shutdown(socket.SHUT_WR)
                answer = line.recv(65536)
            # 505 is the right answer to an unknown version of HTTP.
            assert answer[9:10] != b"5" or answer[9:12] == b"505", answer[:200]
            assert b"Traceback" not in answer
        live.tell(tell("Ann 6-4"))
        with socket.create_connection(("127.0.0.1", server.port), timeout=300) as line:
            line.sendall(b"GET /api/table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        assert len(live.snapshot.game.record) == 3
    finally:
        server.stop()
