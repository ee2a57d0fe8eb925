"""The doors of a dashboard on a shared network: what each visitor may open, and what those try who may not."""

import json
import re

import pytest
from qr_codes import scan

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import auth
from muggins.webapp.web.access import Access, Keys, Role
from muggins.webapp.web.qr import qr_modules

KEYS = Keys("the-hosts-own-secret-key", "ABC234", "what-cookies-are-signed-with")
GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "call"}
OPEN = {
    "phone.watch",
    "join.enter_as_host",
    "join.join_by_code",
    "join.join_by_picture",
    "join.leave",
    "join.show_join",
    "openapi.describe",
    "phone_images.leave",
    "phone_images.take",
    "seats.who_am_i",
    "static",
}
"""What strangers reach. The phone's camera asks for a key of its own."""


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


def routes(app):
    """Every route with a method and an address to try it by."""
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<int:[^>]*>", "1", rule.rule)
        address = re.sub(r"<[^>]*>", "x", address)
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield rule.endpoint, method, address


def asked(client, method, address):
    return client.open(address, method=method, json={} if method != "GET" else None).status_code


def test_every_route_is_closed_to_strangers_but_those_that_let_people_in(app, stranger):
    reached = {name for name, method, address in routes(app) if asked(stranger, method, address) != 401}
    assert reached - OPEN == set()


@pytest.mark.parametrize(("visitor", "role"), [("guest", Role.SPECTATOR), ("bob", Role.PLAYER)])
def test_every_route_is_closed_to_whom_it_is_not_meant_for(app, request, visitor, role):
    client = request.getfixturevalue(visitor)
    tried = 0
    for name, method, address in routes(app):
        needed = getattr(app.view_functions[name], "open_to", Role.HOST)
        if needed > role and name != "static":
            assert asked(client, method, address) == 403, address
            tried += 1
    assert tried > 5


@pytest.mark.parametrize("path", ["/api/undo", "/api/pause", "/api/games", "/api/code", "/api/seats/free"])
def test_only_the_host_rules_the_table(guest, bob, stranger, path):
    assert [client.post(path, json=GAME).status_code for client in (stranger, guest, bob)] == [401, 403, 403]


def test_who_opens_a_page_without_having_joined_is_led_to_the_code(stranger):
    page = {"Accept": "text/html"}
    assert stranger.get("/", headers=page).location == "/join"
    assert "The code on the host" in stranger.get("/join", headers=page).get_data(as_text=True)
    assert stranger.get("/api/table").json["error"].startswith("join the table first")


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


def test_a_cookie_that_was_changed_counts_for_nothing(app, guest):
    value = guest.get_cookie("muggins").value
    for forged in (
        value[:-4] + "AAAA",
        "eyJyb2xlIjoiaG9zdCIsImlkIjoieCJ9.AAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "x" * 4000,
    ):
        client = app.test_client()
        client.set_cookie("muggins", forged)
        assert client.get("/api/table").status_code == 401


def test_a_cookie_signed_at_another_table_counts_for_nothing(app, start):
    other = create_app(
        GameSession(), access=Access(Keys("k" * 20, KEYS.code, "another-secret"), Role.STRANGER)
    ).test_client()
    other.get("/host/" + "k" * 20)
    client = app.test_client()
    client.set_cookie("muggins", other.get_cookie("muggins").value)
    assert client.get("/api/table").status_code == 401


def test_guesses_at_the_code_are_slowed(app, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(auth.time, "monotonic", lambda: now[0])
    app = create_app(GameSession(), access=Access(KEYS, Role.STRANGER))
    client = app.test_client()
    assert client.post("/api/join", json={"code": "AAAAAA"}).status_code == 403
    answer = client.post("/api/join", json={"code": "BBBBBB"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert "1 s" in answer.json["error"]
    # All ways in count together, and the right code is not heard either until the time has passed.
    assert client.get("/host/guess").status_code == 429
    assert client.get("/join/CCCCCC").status_code == 429
    assert client.get("/api/table", headers={"Authorization": "Bearer guess"}).status_code == 429
    assert client.post("/api/join", json={"code": KEYS.code}).status_code == 429
    other = {"REMOTE_ADDR": "192.168.1.77"}
    assert client.post("/api/join", json={"code": KEYS.code}, environ_overrides=other).status_code == 200
    now[0] += 1.0
    assert client.post("/api/join", json={"code": KEYS.code}).status_code == 200


def test_a_machine_of_many_ipv6_addresses_guesses_as_one(app, monkeypatch):
    monkeypatch.setattr(auth.time, "monotonic", lambda: 0.0)
    client = create_app(GameSession(), access=Access(KEYS, Role.STRANGER)).test_client()
    guess = [
        client.post("/api/join", json={"code": "AAAAAA"}, environ_overrides={"REMOTE_ADDR": f"fd00::{n}"}) for n in "12"
    ]
    assert [answer.status_code for answer in guess] == [403, 429]


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


def test_an_open_stream_ends_once_its_listener_may_not_come_any_more(app, access, guest, tell):
    live = app.extensions["muggins"].session
    heard = iter(guest.get("/api/stream?after=1-3").response)
    assert b"retry" in next(heard)
    assert b"changed" in next(heard)
    access.change_code()
    live.tell(tell("Bob 5-0>5-5"))
    assert list(heard) == []


def test_a_phone_stays_seated_when_the_program_is_started_anew(app, bob, start):
    live = GameSession()
    live.start_game(start())
    again = create_app(live, access=Access(KEYS, Role.STRANGER)).test_client()
    again.set_cookie("muggins", bob.get_cookie("muggins").value)
    assert again.get("/api/me").json["player"] == "Bob"


def test_a_program_without_cookies_shows_the_key(stranger):
    def status(key, path="/api/undo"):
        return stranger.post(path, json={}, headers={"Authorization": f"Bearer {key}"}).status_code

    assert status(KEYS.host) == 200
    assert status(KEYS.code) == 403
    assert status("wrong") == 401


def test_the_picture_to_scan_carries_the_code(host):
    told = host.get("/api/invitation").json
    assert told["address"] == "http://192.168.1.5:8765/join/ABC234"
    assert scan(qr_modules(told["address"])) == told["address"]
    picture = host.get("/api/invitation.svg")
    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")


def test_on_a_machine_of_ones_own_nobody_needs_a_code():
    client = create_app(GameSession()).test_client()
    assert client.get("/api/me").json["role"] == "host"
    assert client.get("/api/invitation").json["address"] is None
    assert client.get("/api/invitation.svg").status_code == 404


def test_no_page_and_no_answer_gives_the_secret_away(guest, host):
    for client in (guest, host):
        for path in ("/", "/join", "/seat", "/api/table", "/api/me"):
            assert KEYS.host not in client.get(path).get_data(as_text=True)
    assert json.dumps(guest.get("/api/table").json).count(KEYS.code) == 0
