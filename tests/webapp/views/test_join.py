"""Joining a table by its code or the host's address, and taking a seat."""

import re

import pytest
from qr_codes import scan
from shared_table import KEYS

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import security
from muggins.webapp.web.access import Access, Role
from muggins.webapp.web.qr import qr_modules


def test_the_hosts_first_address_carries_the_secret_and_a_cookie_takes_its_place(app, host):
    assert host.get("/new").status_code == 200
    client = app.test_client()
    answer = client.get(f"/host/{KEYS.host}?to=/new")
    assert answer.location == "/new"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert KEYS.host not in cookie


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil", "javascript:alert(1)", "/a/../b"])
def test_the_first_address_leads_nowhere_else(stranger, to):
    assert stranger.get(f"/host/{KEYS.host}", query_string={"to": to}).location == "/"


def test_a_player_speaks_for_no_other_seat(bob):
    mine, others = {"event": "claim", "player": "Bob", "points": 2}, {"event": "claim", "player": "Ann", "points": 2}
    assert bob.post("/api/events", json=others).status_code == 403
    for told in (
        {"event": "take_back"},
        {"event": "correct", "of": 3, "said": None},
        {"event": "hand", "setter": "Bob"},
        {"event": "hand_end", "hands": {"Ann": [], "Bob": []}},
    ):
        assert bob.post("/api/events", json=told).status_code == 403
    assert bob.post("/api/events", json=mine).status_code == 200
    assert bob.post("/api/events", json={"event": "muggins", "player": "Bob"}).status_code == 200


def test_a_seat_sends_no_more_than_a_player_taps(app, bob, guest, host, monkeypatch):
    """One phone wrote as many events into the record as the network carried, and every screen was sent each."""
    now = [100.0]
    monkeypatch.setattr(security.time, "monotonic", lambda: now[0])
    assert guest.post("/api/seat", json={"player": "Ann"}).status_code == 200

    def draws(visitor, player):
        return visitor.post("/api/events", json={"event": "draw", "player": player, "tiles": 1})

    sent = [draws(bob, "Bob").status_code == 429 for _ in range(50)]
    assert sent == [False] * 20 + [True] * 30
    # Another seat and the host go on, and the phone itself after a second.
    assert draws(guest, "Ann").status_code != 429
    assert host.post("/api/undo", json={}).status_code == 200
    now[0] += 1.0
    sent = [draws(bob, "Bob") for _ in range(6)]
    assert [answer.status_code == 429 for answer in sent] == [False] * 5 + [True]
    assert sent[-1].headers["Retry-After"] == "1"
    assert sent[-1].json["error"] == "too much comes at once; wait a second, then send the rest"


def test_a_program_of_the_host_may_send_a_whole_game_at_once_but_not_for_ever(app, host, monkeypatch):
    """Nothing held a program that had run wild."""
    monkeypatch.setattr(security.time, "monotonic", lambda: 100.0)
    sent = [host.post("/api/pause", json={"paused": True}).status_code for _ in range(1001)]
    assert (set(sent[:1000]), sent[1000]) == ({200}, 429)
    assert host.get("/api/table").status_code == 200


def test_a_spectator_speaks_for_nobody(guest):
    assert guest.post("/api/events", json={"event": "claim", "player": "Ann", "points": 2}).status_code == 403
    assert guest.post("/api/questions/1", json={"choice": 0}).status_code == 403


def test_a_seat_is_taken_once_and_freed_by_the_host(app, bob, guest, host):
    assert guest.post("/api/seat", json={"player": "Bob"}).status_code == 409
    assert guest.post("/api/seat", json={"player": "Zoe"}).status_code == 409
    assert guest.post("/api/seat", json={"player": ["Bob"]}).status_code == 409
    assert host.post("/api/seats/free", json={"player": "Bob"}).status_code == 200
    assert bob.get("/api/me").json == {"role": "spectator", "player": None, "taken": []}
    assert guest.post("/api/seat", json={"player": "Bob"}).status_code == 200
    assert guest.get("/api/me").json["role"] == "player"


def test_another_code_lets_all_guests_go_and_ends_what_they_listen_to(bob, guest, host):
    assert guest.get("/api/table").status_code == 200
    code = host.post("/api/code", json={}).json["code"]
    assert code != KEYS.code
    assert [client.get("/api/table").status_code for client in (bob, guest, host)] == [401, 401, 200]
    guest.post("/api/join", json={"code": code})
    assert guest.get("/api/table").status_code == 200


def test_a_phone_stays_seated_when_the_program_is_restarted(app, bob, start):
    live = GameSession()
    live.start_game(start())
    again = create_app(live, access=Access(KEYS, Role.STRANGER)).test_client()
    again.set_cookie("muggins", bob.get_cookie("muggins").value)
    assert again.get("/api/me").json["player"] == "Bob"


def test_the_picture_to_scan_carries_the_code_under_a_seal(host):
    told = host.get("/api/invitation").json
    assert re.fullmatch(r"http://192\.168\.1\.5:8765/join/ABC234-[0-9a-f]{20}", told["address"])
    assert scan(qr_modules(told["address"])) == told["address"]
    picture = host.get("/api/invitation.svg")
    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")


def test_the_host_chooses_which_of_the_machines_addresses_is_scanned(app, host, stranger):
    access, told = app.extensions["muggins-auth"].access, []
    access.on_choice = told.append
    access.addresses = "https://10.8.0.2:8765/", "https://192.168.1.23:8765/"
    assert stranger.post("/api/invitation", json={"address": access.addresses[1]}).status_code == 401
    refused = host.post("/api/invitation", json={"address": "https://evil.example/"})
    assert (refused.status_code, "expected one of https://10.8.0.2" in refused.json["error"]) == (400, True)
    chosen = host.post("/api/invitation", json={"address": "https://192.168.1.23:8765/"}).json
    assert chosen["join"] == "https://192.168.1.23:8765/join"
    assert chosen["addresses"] == ["https://192.168.1.23:8765/", "https://10.8.0.2:8765/"]
    assert told == ["https://192.168.1.23:8765/"]


def test_whoever_scans_the_picture_sits_down_however_much_others_guess(app, host, stranger, monkeypatch):
    """While somebody guessed at codes from the same address, the code in the picture was refused too."""
    monkeypatch.setattr(app.extensions["muggins-auth"].throttle, "_clock", lambda: 0.0)
    address = host.get("/api/invitation").json["address"].removeprefix("http://192.168.1.5:8765")
    guesses = "AAAAAA", KEYS.code, f"{KEYS.code}-{'0' * 20}"
    assert [stranger.get(f"/join/{guess}").status_code for guess in guesses] == [403, 429, 429]
    assert stranger.get(f"{address}?to=/overlay").location == "/overlay"
    assert stranger.get("/api/table").status_code == 200
    host.post("/api/code", json={})
    assert stranger.get(address).status_code == 429  # it is the seal of a code that holds no longer
