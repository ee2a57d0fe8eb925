"""A hall on a shared network: who gets in where, and what is refused before it is read."""

import re

import pytest
from hall_running import running_hall
from shared_table import OPEN as OPEN_AT_TABLES
from werkzeug.test import Client

from muggins.scorer.events import GameStarted
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import Played
from muggins.webapp.hall.desk.helpers import Task, seal_of
from muggins.webapp.hall.floor.keys import PHONE_KEY
from muggins.webapp.hall.floor.surroundings import HALL_COOKIE
from muggins.webapp.hall.views.context import DESK_EXTENSION
from muggins.webapp.session.store import Store, StoreError
from muggins.webapp.web.access import Role
from muggins.webapp.web.auth import AUTH_EXTENSION

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "call"}
JPEG = b"\xff\xd8\xff\xd9"
OPEN = {
    "desk_pages.enter_as_helper",
    "desk_pages.scan",
    "hall_pages.show_event",
    "join.enter_as_desk",
    "join.join_by_code",
    "join.join_by_picture",
    "join.leave",
    "join.show_join",
    "join.who_am_i",
    "language.choose",
    "language.show_manifest",
    "lobby.refuse_table",
    "hall_openapi.describe",
    "hall_openapi.show_api",
    "player.show_player",
    "player.tell_result",
    "sheets.find_table",
    "sheets.show_camera",
    "static",
    "trust.send_certificate",
    "trust.send_profile",
    "trust.show_trust",
}
"""The views of the hall that strangers may use. Those of a player and of a helper ask for the seal in their address."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall that other devices reach through a proxy: nobody is the desk by coming from this machine."""
    hall = running_hall(tmp_path_factory.mktemp("hall"), address="https://hall.example.org/")
    table = hall.context.tables.held()[3]
    visitor = Client(hall.wsgi)
    visitor.get(f"/host/{hall.context.access.keys.host}")
    assert visitor.post("/table/3/api/games", json=GAME).status_code == 200
    assert visitor.post("/table/4/api/games", json=GAME).status_code == 200
    assert table.session.snapshot.game is not None
    yield hall
    hall.stop()


@pytest.fixture
def keys(hall):
    """The keys of the tables, by number; those of the hall as 0."""
    tables = {number: table.access.keys for number, table in hall.context.tables.held().items()}
    return {0: hall.context.access.keys, **tables}


@pytest.fixture(autouse=True)
def throttle(hall, monkeypatch):
    """Each test begins without wrong guesses, and whoever guesses wrong waits for a clock that stands still."""
    throttle = hall.wsgi.app.extensions[AUTH_EXTENSION].throttle
    monkeypatch.setattr(throttle, "_wrong", {})
    monkeypatch.setattr(throttle, "_clock", lambda: 0.0)
    return throttle


@pytest.fixture
def stranger(hall):
    return Client(hall.wsgi)


@pytest.fixture
def desk(hall, keys):
    client = Client(hall.wsgi)
    assert client.get(f"/host/{keys[0].host}").location == "/"
    return client


@pytest.fixture
def spectator(hall, keys):
    """Somebody who has joined the hall."""
    client = Client(hall.wsgi)
    assert client.post("/api/join", json={"code": keys[0].code}).status_code == 200
    return client


@pytest.fixture
def host(hall, keys):
    """The host of table 3."""
    client = Client(hall.wsgi)
    assert client.get(f"/table/3/host/{keys[3].host}").location == "/table/3/"
    return client


@pytest.fixture
def bob(hall, keys):
    """A player of table 3."""
    hall.context.tables.held()[3].access.free_seat("Bob")
    client = Client(hall.wsgi)
    assert client.post("/table/3/api/join", json={"code": keys[3].code}).status_code == 200
    assert client.post("/table/3/api/seat", json={"player": "Bob"}).status_code == 200
    return client


def routes(app):
    """Every route with a method and an address to try it by."""
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<[^>]*>", "x", re.sub(r"<int:[^>]*>", "1", rule.rule))
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield rule.endpoint, method, address


def asked(client, method, address):
    return client.open(address, method=method, json={} if method != "GET" else None).status_code


def may(client, path):
    """Whether a visitor may read the state at a path."""
    return client.get(path).status_code == 200


def test_every_route_of_the_hall_is_closed_to_strangers_but_those_that_let_people_in(hall, stranger):
    reached = {name for name, method, path in routes(hall.wsgi.app) if asked(stranger, method, path) != 401}
    assert reached - OPEN == set()


def test_every_route_of_a_table_is_closed_to_strangers_but_those_that_let_people_in(hall, stranger):
    app = hall.context.tables.held()[3].app
    reached = {name for name, method, path in routes(app) if asked(stranger, method, f"/table/3{path}") != 401}
    assert reached - OPEN_AT_TABLES == set()


def test_every_route_of_the_hall_is_closed_to_whoever_it_is_not_meant_for(hall, spectator, host, bob):
    tried = 0
    for name, method, path in routes(hall.wsgi.app):
        if getattr(hall.wsgi.app.view_functions[name], "open_to", Role.HOST) <= Role.SPECTATOR or name == "static":
            continue
        tried += 1
        assert asked(spectator, method, path) == 403, path
        # At the desk the host and the players of a table are nobody.
        assert [asked(client, method, path) for client in (host, bob)] == [401, 401], path
    assert tried >= 2


def tell(client, event, **fields):
    """How an event is answered that somebody sends to the desk."""
    return client.post("/api/hall/desk/events", json={"event": event, "by": "Sam", **fields}).status_code


def test_helpers_of_the_desk_may_take_the_steps_of_their_task_alone(hall, keys, desk):
    stage = {"name": "Swiss", "pairing": "swiss", "rounds": 3, "match": {"to": 61, "minutes": 30}}
    assert tell(desk, "tournament", name="Open", stages=[stage]) == 200
    helpers = {task: Client(hall.wsgi) for task in Task}
    for task, client in helpers.items():
        assert client.get(f"/helper/{task}/{seal_of(task, keys[0])}").location == "/desk"
        assert (
            client.post("/api/hall/desk/entries", json={"names": f"{task} a\n{task} b", "here": True}).status_code
            == 200
        )
        assert client.get("/desk/print/badges").status_code == 200
        assert client.post("/api/hall/desk/stage", json={}).status_code == 403
        assert client.get("/api/hall/games").status_code == 403
        assert tell(client, "strike", of=2, why="for fun") == 403
        assert tell(client, "publish") == 403
    for step in ("stage", "round"):
        assert desk.post(f"/api/hall/desk/{step}", json={}).status_code == 200
    result = {"stage": 1, "round": 1, "table": 1, "teller": "desk", "result": {"games": [[61, 40]]}}
    assert {task: tell(client, "result", **result) for task, client in helpers.items()} == {
        "check-in": 403,
        "arbiter": 200,
    }
    assert {task: client.post("/api/hall/desk/clock", json={}).status_code for task, client in helpers.items()} == {
        "check-in": 403,
        "arbiter": 200,
    }
    pages = {task: client.get("/desk").get_data(as_text=True) for task, client in helpers.items()}
    assert {
        task: ('id="match-' in page, 'id="strike-' in page, "/helper/" in page) for task, page in pages.items()
    } == {
        "check-in": (False, False, False),
        "arbiter": (True, False, False),
    }


def test_the_address_of_a_helper_is_void_after_a_new_code(tmp_path):
    hall = running_hall(tmp_path, address="https://hall.example.org/", tables=1)
    try:
        desk, helper = Client(hall.wsgi), Client(hall.wsgi)
        desk.get(f"/host/{hall.context.access.keys.host}")
        address = f"/helper/arbiter/{seal_of(Task.ARBITER, hall.context.access.keys)}"
        helper.get(address)
        assert may(helper, "/desk")
        desk.post("/api/hall/code", json={})
        assert not may(helper, "/desk")
        assert Client(hall.wsgi).get(address).status_code == 403
        assert Client(hall.wsgi).get(f"/helper/chief/{address[-16:]}").status_code in (403, 429)
    finally:
        hall.stop()


def test_the_page_of_an_event_is_for_strangers_once_it_is_public(desk, stranger, spectator):
    assert tell(desk, "tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}]) == 200
    number = desk.get("/api/hall/tournaments").json["tournaments"][0]
    assert [may(client, f"/event/{number}") for client in (desk, spectator, stranger)] == [True, True, False]
    assert tell(desk, "publish") == 200
    assert tell(desk, "tournament", name="Next", stages=[{"name": "All", "pairing": "round-robin"}]) == 200
    assert [may(stranger, f"/event/{each}") for each in (number, number + 1, number + 2)] == [True, False, False]
    assert tell(desk, "publish", is_public=False) == 200
    assert may(stranger, f"/event/{number}")


def test_the_desk_is_the_host_at_every_table(desk):
    for number in (1, 2, 3, 4):
        assert desk.get(f"/table/{number}/api/me").json["role"] == "host"
    assert desk.post("/table/3/api/pause", json={"paused": False}).status_code == 200


def test_the_record_of_a_table_says_who_told_what(desk, host):
    """All was by the table, whoever had told it."""
    told = [
        host.post("/table/3/api/events", json={"event": "hand", "setter": "Ann"}),
        desk.post("/table/3/api/undo", json={}),
        desk.post("/table/3/api/redo", json={}),
    ]
    assert [answer.json["told"][-1]["by"] for answer in told] == ["host", "desk", "desk"]


def test_whoever_joined_the_hall_sees_each_table_and_does_nothing_there(spectator):
    for number in (1, 3, 4):
        assert spectator.get(f"/table/{number}/api/me").json["role"] == "spectator"
        assert may(spectator, f"/table/{number}/api/table")
    assert spectator.post("/table/3/api/undo", json={}).status_code == 403
    assert spectator.post("/table/3/api/events", json={"event": "claim"}).status_code == 403


def test_who_is_somebody_at_one_table_is_nobody_at_another_and_in_the_hall(host, bob):
    for client in (host, bob):
        assert may(client, "/table/3/api/table")
        assert not may(client, "/table/4/api/table")
        assert not may(client, "/api/hall/tables")
        assert client.get("/table/4/api/me").json["role"] == "stranger"


def test_a_tables_code_shows_no_game_of_another_table(hall, bob, desk):
    """It showed the replay, the record, the scoresheet and the pictures of a game at any table of the hall."""
    other = hall.context.tables.held()[4].session
    game = other.snapshot.game_id
    number = other.on_table_event(Played(1.0, Tile(5, 5), None), JPEG)[-1].number
    pages = (
        "",
        "/replay",
        "/events",
        f"/events/{number}/picture",
        f"/stills/{number}",
        "/scoresheet.csv",
        "/scoresheet.html",
    )
    paths = [f"/api/games/{game}{page}" for page in pages] + [f"/games/{game}", f"/games/{game}/replay"]
    assert [desk.get(f"/table/4{path}").status_code for path in paths] == [200] * len(paths)
    assert [bob.get(f"/table/3{path}").status_code for path in paths] == [404] * len(paths)
    assert bob.get("/table/3/api/games").json["games"][0]["id"] != game


def test_a_hall_shows_pictures_of_its_tables_to_the_desk_and_the_host_alone(desk, host, bob, spectator):
    """A player saw the hands at the own table live, and by the hall's code or a badge those at every table."""
    seen = [client.get("/table/3/live.jpg").headers["Camera"] for client in (desk, host, bob, spectator)]
    assert [state == "private" for state in seen] == [False, False, True, True]


def test_cookies_of_a_table_are_sent_to_no_other(hall, keys):
    client = Client(hall.wsgi)
    answer = client.get(f"/table/3/host/{keys[3].host}")
    assert "Path=/table/3;" in answer.headers["Set-Cookie"] + ";"
    # Somebody copies the cookie by hand: it is signed by another key at table 4, and is not the hall's.
    value = client.get_cookie("muggins", path="/table/3").value
    for name, path in (("muggins", "/table/4"), (HALL_COOKIE, "/")):
        forger = Client(hall.wsgi)
        forger.set_cookie(name, value, path=path)
        assert not may(forger, "/table/4/api/table")
        assert not may(forger, "/api/hall/tables")


@pytest.mark.parametrize("table", [4, 0])
def test_keys_of_a_table_open_nothing_elsewhere(hall, keys, table, throttle):
    place = f"/table/{table}" if table else ""
    path = f"{place}/api/table" if table else "/api/hall/tables"
    phone = hall.context.tables.held()[3].phone_key
    for key in (keys[3].host, keys[3].code, phone):
        visitor, program = Client(hall.wsgi), Client(hall.wsgi)
        assert visitor.get(f"{place}/host/{key}").status_code == 403
        throttle._wrong.clear()
        assert program.get(path, headers={"Authorization": f"Bearer {key}"}).status_code == 401
        throttle._wrong.clear()
        assert not may(visitor, path)


def test_the_key_of_a_phone_takes_pictures_at_its_own_table_alone(hall, stranger):
    key = hall.context.tables.held()[3].phone_key
    sent = {"data": JPEG, "content_type": "image/jpeg", "headers": {"Phone-Key": key, "Phone": "a"}}
    assert stranger.post("/table/3/api/camera", **sent).status_code == 400  # it was opened, and is no picture
    answer = stranger.post("/table/4/api/camera", **sent)
    assert (answer.status_code, answer.json["error"]) == (
        403,
        "this is the code of table 3, and here is table 4; scan the sheet that lies here",
    )
    guess = sent | {"headers": {"Phone-Key": "guess", "Phone": "a"}}
    assert stranger.post("/table/3/api/camera", **guess).json["error"].startswith("this phone does not know")


def test_a_wrong_key_of_a_phone_does_not_make_the_hall_look_at_every_table(hall, stranger, monkeypatch):
    """At 80 tables each wrong key cost 170 ms: the code of every sheet was read from the record."""
    looked, setting = [], Store.setting

    def look(store, name):
        looked.append(name)
        return setting(store, name)

    guess = {"data": JPEG, "content_type": "image/jpeg", "headers": {"Phone-Key": "guess", "Phone": "a"}}
    stranger.post("/table/3/api/camera", **guess)  # the first one reads the codes
    monkeypatch.setattr(Store, "setting", look)
    for _ in range(5):
        assert stranger.post("/table/3/api/camera", **guess).status_code == 403
        stranger.post("/api/hall/camera", json={"code": "AAAAAAAA"})
    assert PHONE_KEY not in looked


@pytest.mark.parametrize(
    "path", ["/api/join", "/api/hall/camera", "/table/3/api/join", "/table/3/api/undo", "/table/99/api/undo"]
)
def test_posts_from_other_pages_foreign_names_and_large_bodies_are_refused(desk, path):
    assert desk.post(path, json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert desk.post(path, json={}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert desk.post(path, json={}, headers={"Host": "evil.example"}).status_code == 421
    assert desk.post(path, data="{}", content_type="text/plain").status_code == 415
    assert desk.post(path, json={"code": "x" * 70_000}).status_code == 413


def test_guesses_are_slowed_at_all_tables_together(stranger, keys):
    assert stranger.post("/table/1/api/join", json={"code": "AAAAAA"}).status_code == 403
    assert stranger.post("/table/2/api/join", json={"code": "AAAAAA"}).status_code == 429
    assert stranger.post("/api/join", json={"code": keys[0].code}).status_code == 429
    assert stranger.post("/api/hall/camera", json={"code": "AAAAAAAA"}).status_code == 429


def test_a_guesser_keeps_neither_the_desk_out_nor_the_phone_that_has_a_sheet(hall, stranger, keys):
    """Five wrong codes a second kept everybody out who came from the same address, with right keys too."""
    guesses = [stranger.post("/api/join", json={"code": "AAAAAA"}).status_code for _ in range(20)]
    assert guesses == [403] + [429] * 19
    assert Client(hall.wsgi).get(f"/host/{keys[0].host}").location == "/"
    assert Client(hall.wsgi).get(f"/table/3/host/{keys[3].host}").location == "/table/3/"
    program = {"Authorization": f"Bearer {keys[0].host}"}
    for path in ("/api/hall/tables", "/table/3/api/table"):
        assert Client(hall.wsgi).get(path, headers=program).status_code == 200
    sheet = hall.context.tables.held()[3].phone_key
    assert Client(hall.wsgi).post("/api/hall/camera", json={"code": sheet}).json["address"].endswith(sheet)
    assert stranger.post("/api/hall/camera", json={"code": "AAAAAAAA"}).status_code == 429


def test_nobody_but_the_desk_sees_the_sheets(spectator, host, desk):
    assert [client.get("/cameras/sheet").status_code for client in (spectator, host)] == [403, 401]
    assert [client.get("/cameras/1.svg").status_code for client in (spectator, host)] == [403, 401]
    assert desk.get("/cameras/sheet").status_code == 200


def test_spectators_see_no_secret(spectator, hall, keys):
    phones = [table.phone_key for table in hall.context.tables.held().values()]
    secrets = [keys[0].host, keys[0].code, keys[3].host, keys[3].code, *phones]
    for path in ("/", "/api/hall/tables", "/table/3/", "/table/3/api/table", "/camera", "/api/me"):
        text = spectator.get(path).get_data(as_text=True)
        assert not [secret for secret in secrets if secret in text], path


def test_a_change_of_the_halls_code_lets_nobody_in_who_joined_before(tmp_path):
    hall = running_hall(tmp_path, address="https://hall.example.org/", tables=1)
    try:
        client = Client(hall.wsgi)
        client.post("/api/join", json={"code": hall.context.access.keys.code})
        assert may(client, "/table/1/api/table")
        hall.context.access.change_code()
        assert not may(client, "/table/1/api/table")
        assert not may(client, "/api/hall/tables")
    finally:
        hall.stop()


def copy_of(client, hall):
    """Another browser, with a copy of a visitor's cookie of the hall."""
    copy = Client(hall.wsgi)
    copy.set_cookie(HALL_COOKIE, client.get_cookie(HALL_COOKIE).value)
    return copy


def keys_at(table):
    return table.access.keys.host, table.access.keys.code, table.phone_key


def test_a_desk_that_leaves_ends_the_session_of_every_copy_of_its_cookie(tmp_path):
    """A copied cookie of the desk was good for thirty days more, after *leave* and after a new code."""
    hall = running_hall(tmp_path, address="https://hall.example.org/", tables=1)
    try:
        desk, other = Client(hall.wsgi), Client(hall.wsgi)
        for client in (desk, other):
            client.get(f"/host/{hall.context.access.keys.host}")
        copy = copy_of(desk, hall)
        desk.post("/api/leave", json={})
        assert [may(client, "/desk") for client in (copy, other)] == [False, True]
        assert not may(copy, "/table/1/api/table")
    finally:
        hall.stop()


def test_new_keys_of_the_hall_shut_everybody_out_at_each_table(tmp_path):
    """Nothing but a new record ended the sessions of desks, hosts of tables and players with a badge."""
    hall = running_hall(tmp_path, address="https://hall.example.org/", tables=2)
    try:
        desk, old = Client(hall.wsgi), hall.context.access.keys
        desk.get(f"/host/{old.host}")
        copy, tables = copy_of(desk, hall), hall.context.tables.held()
        keys = {key for table in tables.values() for key in keys_at(table)}
        badge = hall.wsgi.app.extensions[DESK_EXTENSION].badges.badge(1, 1)

        renewed = desk.post("/api/hall/keys", json={}).json

        hall.context.tables.open()
        assert [may(client, "/desk") for client in (copy, desk)] == [False, True]
        anew = hall.context.tables.held()
        assert not keys & {key for table in anew.values() for key in keys_at(table)}
        assert not hall.context.access.is_host_key(old.host)
        assert not hall.context.access.is_code(old.code)
        assert hall.wsgi.app.extensions[DESK_EXTENSION].badges.badge(1, 1) != badge
        assert Client(hall.wsgi).get(renewed["path"]).status_code == 302
        # What was still under way at a table when it was opened anew is not recorded behind its back.
        with pytest.raises(StoreError, match="table 1 is opened anew; try again in a moment"):
            tables[1].session.start_game(GameStarted(rules="five-up", players=("Ann", "Bob")))
    finally:
        hall.stop()
