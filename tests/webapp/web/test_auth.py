"""Who a visitor is, and which views that visitor may use."""

import json
import re

import pytest
from shared_table import KEYS, OPEN

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import auth
from muggins.webapp.web.access import Access, Keys, Role

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "call"}


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
def test_every_route_is_closed_to_visitors_it_is_not_meant_for(app, request, visitor, role):
    client = request.getfixturevalue(visitor)
    tried = 0
    for name, method, address in routes(app):
        needed = getattr(app.view_functions[name], "open_to", Role.HOST)
        if needed > role and name != "static":
            assert asked(client, method, address) == 403, address
            tried += 1
    assert tried > 5


@pytest.mark.parametrize("path", ["/api/undo", "/api/pause", "/api/games", "/api/code", "/api/keys", "/api/seats/free"])
def test_only_the_host_runs_the_game(guest, bob, stranger, path):
    assert [client.post(path, json=GAME).status_code for client in (stranger, guest, bob)] == [401, 403, 403]


def test_a_visitor_who_has_not_joined_is_led_to_the_code(stranger):
    page = {"Accept": "text/html"}
    assert stranger.get("/", headers=page).location == "/join"
    assert "The code on the host" in stranger.get("/join", headers=page).get_data(as_text=True)
    assert stranger.get("/api/table").json["error"].startswith("join the table first")


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


def test_a_guesser_locks_neither_the_host_out_nor_whoever_has_joined(monkeypatch):
    """Five wrong codes a second kept everybody out who came from the same address, with right keys too."""
    monkeypatch.setattr(auth.time, "monotonic", lambda: 0.0)
    app = create_app(GameSession(), access=Access(KEYS, Role.STRANGER))
    guest, guesser = app.test_client(), app.test_client()
    assert guest.post("/api/join", json={"code": KEYS.code}).status_code == 200
    guesses = [guesser.post("/api/join", json={"code": "AAAAAA"}).status_code for _ in range(50)]
    assert guesses == [403] + [429] * 49
    assert app.test_client().get(f"/host/{KEYS.host}").location == "/"
    program = {"Authorization": f"Bearer {KEYS.host}"}
    assert app.test_client().post("/api/pause", json={"paused": True}, headers=program).status_code == 200
    assert guest.get("/api/table").status_code == 200
    assert guest.get(f"/join/{KEYS.code}").location == "/seat"
    # The keys that were let in have not shortened the wait.
    assert guesser.post("/api/join", json={"code": KEYS.code}).status_code == 429


def test_a_machine_of_many_ipv6_addresses_guesses_as_one(app, monkeypatch):
    monkeypatch.setattr(auth.time, "monotonic", lambda: 0.0)
    client = create_app(GameSession(), access=Access(KEYS, Role.STRANGER)).test_client()
    guess = [
        client.post("/api/join", json={"code": "AAAAAA"}, environ_overrides={"REMOTE_ADDR": f"fd00::{n}"}) for n in "12"
    ]
    assert [answer.status_code for answer in guess] == [403, 429]


def test_an_open_stream_ends_once_its_listener_is_no_longer_let_in(app, access, guest, tell):
    live = app.extensions["muggins"].session
    heard = iter(guest.get("/api/stream?after=1-3").response)
    assert b"changed" in next(heard)
    access.change_code()
    live.tell(tell("Bob 5-0>5-5"))
    assert list(heard) == []


def copy_of(client, app):
    """Another browser, with a copy of a visitor's cookie."""
    copy = app.test_client()
    copy.set_cookie("muggins", client.get_cookie("muggins").value)
    return copy


@pytest.mark.parametrize("visitor", ["host", "bob"])
def test_who_leaves_ends_the_session_of_every_copy_of_the_cookie_too(app, access, request, visitor):
    """A copied cookie of the host was good for thirty days more, after *leave* and after a new code."""
    client = request.getfixturevalue(visitor)
    copy = copy_of(client, app)
    assert client.post("/api/leave", json={}).status_code == 200
    assert copy.get("/api/table").status_code == 401
    started_again = create_app(GameSession(), access=Access(Keys.parsed(access.keys.text), Role.STRANGER))
    assert copy_of(copy, started_again).get("/api/table").status_code == 401


def test_who_left_may_come_in_again_by_the_code(guest):
    guest.post("/api/leave", json={})
    guest.post("/api/join", json={"code": KEYS.code})
    assert guest.get("/api/table").status_code == 200


def test_new_keys_shut_everybody_out_but_the_host_who_asked_for_them(app, access, host, bob):
    """No step ended the session of a host: his key and his cookie could not be changed."""
    copy, path = copy_of(host, app), host.post("/api/keys", json={}).json["path"]
    assert [client.get("/api/table").status_code for client in (copy, bob, host)] == [401, 401, 200]
    assert path == f"/host/{access.keys.host}"
    stranger = app.test_client()
    assert stranger.get(f"/host/{KEYS.host}").status_code == 403
    assert not access.is_code(KEYS.code)
    assert host.post("/api/undo", json={}).status_code == 200


def test_a_request_that_is_under_way_brings_no_session_over_to_the_new_keys(app, access, host):
    copy = copy_of(host, app)
    app.view_functions["table.show_table"] = lambda: host.post("/api/keys", json={}).json
    copy.get("/api/table")
    assert copy.get("/api/me").json["role"] == "stranger"
    assert host.get("/api/me").json["role"] == "host"


def test_the_stream_of_a_host_ends_with_the_keys_that_let_him_in(app, host, tell):
    heard = iter(host.get("/api/stream?after=1-3").response)
    assert b"changed" in next(heard)
    copy_of(host, app).post("/api/keys", json={})
    app.extensions["muggins"].session.tell(tell("Bob 5-0>5-5"))
    assert list(heard) == []


def test_a_program_with_the_code_hears_the_stream(app, tell):
    """Its stream ended with the first event, as if it had joined by a code that holds no longer."""
    heard = iter(
        app.test_client().get("/api/stream?after=1-3", headers={"Authorization": f"Bearer {KEYS.code}"}).response
    )
    next(heard)
    next(heard)
    app.extensions["muggins"].session.tell(tell("Bob 5-0>5-5"))
    assert b"5-0>5-5" in next(heard)


@pytest.mark.parametrize(
    ("base", "is_secure"),
    [
        ("http://localhost", False),
        ("https://localhost", True),
        ("http://hall.example.org", True),  # the proxy does not say that its visitors come over TLS
    ],
)
def test_a_browser_sends_its_cookies_over_tls_alone_once_it_came_over_tls(base, is_secure):
    """They were sent in the clear too, to whatever answered at the same address without TLS."""
    access = Access(KEYS, Role.STRANGER, ("https://hall.example.org/",))
    client = create_app(GameSession(), hosts=["hall.example.org"], access=access).test_client()
    cookie = client.get(f"/host/{KEYS.host}", base_url=base).headers["Set-Cookie"]
    assert ("Secure" in cookie.split("; "), cookie.startswith("__Secure-muggins=")) == (is_secure, is_secure)
    assert client.get("/api/me", base_url=base.replace("http:", "https:") if is_secure else base).json["role"] == "host"


def test_a_program_without_cookies_shows_the_key(stranger):
    def status(key, path="/api/undo"):
        return stranger.post(path, json={}, headers={"Authorization": f"Bearer {key}"}).status_code

    assert status(KEYS.host) == 200
    assert status(KEYS.code) == 403
    assert status("wrong") == 401


def test_on_your_own_machine_nobody_needs_a_code():
    client = create_app(GameSession()).test_client()
    assert client.get("/api/me").json["role"] == "host"
    assert client.get("/api/invitation").json["address"] is None
    assert client.get("/api/invitation.svg").status_code == 404


@pytest.mark.parametrize(
    ("is_trusted", "remote", "headers", "status"),
    [
        (True, "127.0.0.1", {"Host": "localhost:8765"}, 200),
        (True, "::1", {"Host": "[::1]:8765"}, 200),
        (True, "192.168.1.40", {"Host": "localhost:8765"}, 403),
        (True, "127.0.0.1", {"Host": "192.168.1.5:8765"}, 403),
        (True, "127.0.0.1", {"Host": "localhost:8765", "X-Forwarded-For": "203.0.113.9"}, 403),
        (False, "127.0.0.1", {"Host": "localhost:8765"}, 403),
    ],
)
def test_a_browser_on_the_very_machine_becomes_the_hosts(access, stranger, is_trusted, remote, headers, status):
    """Whoever closed the host's page had to find its long address again in the terminal."""
    access.trusts_this_machine = is_trusted
    asked = {"headers": headers, "environ_base": {"REMOTE_ADDR": remote}}
    page = stranger.get("/join", **asked).get_data(as_text=True)
    assert ("muggins runs on this machine" in page) == (status == 200)
    assert stranger.post("/api/host", json={}, **asked).status_code == status
    assert stranger.get("/api/me", **asked).json["role"] == ("host" if status == 200 else "stranger")


def test_a_table_that_was_started_for_this_machine_alone_is_its_hosts_and_nobody_elses(access, stranger):
    """It is served to phones too once the host lets them in, and nobody has to start it anew."""
    access.hosts_from_here = True
    here = {"headers": {"Host": "localhost:8765"}}
    there = {"headers": {"Host": "192.168.1.5:8767"}, "environ_base": {"REMOTE_ADDR": "192.168.1.40"}}
    assert stranger.get("/api/me", **here).json["role"] == "host"
    for asked in (there, {"headers": {"Host": "localhost:8765", "Forwarded": "for=203.0.113.9"}}):
        assert stranger.get("/api/me", **asked).json["role"] == "stranger"
        assert stranger.get("/api/table", **asked).status_code == 401


def test_an_answer_that_changes_nothing_brings_no_cookie(guest):
    """The stream was asked for before a seat was taken and answered after it: its cookie took the seat away again."""
    assert "Set-Cookie" in guest.post("/api/seat", json={"player": "Ann"}).headers
    assert "Set-Cookie" not in guest.get("/api/table").headers


def test_no_page_and_no_answer_gives_the_secret_away(guest, host):
    for client in (guest, host):
        for path in ("/", "/join", "/seat", "/api/table", "/api/me"):
            assert KEYS.host not in client.get(path).get_data(as_text=True)
    assert json.dumps(guest.get("/api/table").json).count(KEYS.code) == 0
