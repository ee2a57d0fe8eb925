"""Attacks on the routes of the desk: strangers, spectators, players of other entries, other pages, bodies too large."""

import time

import pytest
from hall_browser import Browser
from hall_running import running_hall

from muggins.webapp.web import security
from muggins.webapp.web.access import Role
from muggins.webapp.web.auth import AUTH_EXTENSION

WON = {"games": [[61, 40]]}
KEY = {"stage": 1, "round": 1, "table": 1}
DESK_POSTS = tuple(
    f"desk/{route}"
    for route in ("events", "entries", "check-in", "stage", "round", "clock", "last-hand", "round/strike", "round/swap")
)
DESK_PAGES = ("/desk", "/desk/new", "/desk/print/pairings", "/desk/print/slips", "/desk/print/badges")
EXPORTS = (
    "/api/hall/tournaments",
    "/api/hall/tournaments/1",
    "/api/hall/tournaments/1/entries.csv",
    "/api/hall/tournaments/1/results.csv",
    "/api/hall/tournaments/1/stages/1/standings.csv",
)
PUBLIC_PAGES = ("/projector", "/pairings", "/standings")


@pytest.fixture(scope="module")
def open_hall(tmp_path_factory):
    """A hall that others on the network reach too."""
    hall = running_hall(tmp_path_factory.mktemp("hall"), address="http://localhost/")
    yield hall
    hall.stop()


@pytest.fixture(scope="module")
def desk(open_hall):
    """The desk, which has begun a tournament."""
    desk = Browser(open_hall)
    desk.client.get(f"/{open_hall.context.access.host_path}")
    desk.begin("Ann", "Bob", "Cid", "Dee")
    desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
    return desk


@pytest.fixture(autouse=True)
def _nobody_has_guessed(open_hall, monkeypatch):
    """Each test begins without wrong guesses and told results; whoever guesses wrong waits for a clock that stands."""
    auth = open_hall.wsgi.app.extensions[AUTH_EXTENSION]
    auth.seats.clear()
    throttle = auth.throttle
    monkeypatch.setattr(throttle, "_wrong", {})
    monkeypatch.setattr(throttle, "_clock", lambda: 0.0)


@pytest.fixture
def stranger(open_hall):
    return Browser(open_hall)


@pytest.fixture
def spectator(open_hall):
    spectator = Browser(open_hall)
    spectator.client.get(f"/join/{open_hall.context.access.keys.code}")
    return spectator


@pytest.fixture
def player(open_hall, desk):
    """Somebody who has opened the page of entry 1."""
    player = Browser(open_hall)
    player.get(f"/player/{desk.badge(1)}")
    return player


@pytest.fixture
def unchanged(desk):
    """The test fails if the record of the tournament is another one after it."""
    before = desk.context.desk.tournament.record
    yield
    assert desk.context.desk.tournament.record == before


def test_what_draws_begin_from_is_seen_by_the_desk_alone(desk, spectator, player):
    """Everybody could read it, and work out who meets next."""
    (stage,) = desk.context.desk.tournament.stages
    assert f'"lot": {stage.lot}' in desk.get("/api/hall/tournaments/1/record.jsonl")
    for client in (spectator, player):
        assert "lot" not in client.get("/api/hall/tournaments/1")["stages"][0]


def test_only_the_desk_changes_a_tournament(unchanged, stranger, spectator, player):
    body = {"event": "withdraw", "entry": 1, "by": "Pat", "why": "x", "names": "Eve", "badge": "1"}
    for route in DESK_POSTS:
        stranger.post(route, 401, **body)
        spectator.post(route, 403, **body)
        player.post(route, 403, **body)


def test_every_route_that_changes_something_is_the_desks_or_asks_for_a_badge(open_hall):
    app = open_hall.wsgi.app
    open_posts = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and getattr(app.view_functions[rule.endpoint], "open_to", Role.HOST) < Role.HOST
        if rule.endpoint.partition(".")[0] in ("desk_api", "desk_pages", "exports", "hall_pages", "player", "printed")
    }
    assert open_posts == {"/api/hall/player/<badge>/result"}


def test_only_the_desk_sees_its_pages(desk, stranger, spectator):
    for page in DESK_PAGES:
        desk.get(page)
        stranger.get(page, 302)
        spectator.get(page, 403)


def test_spectators_look_on_and_strangers_do_not(desk, stranger, spectator):
    for page in (*PUBLIC_PAGES, *EXPORTS):
        answers = [each.client.get(page).status_code for each in (stranger, spectator)]
        assert answers == [401, 200], page


def test_who_decided_what_and_why_is_for_the_desk(desk, spectator):
    assert desk.client.get("/api/hall/tournaments/1/record.jsonl").status_code == 200
    assert spectator.client.get("/api/hall/tournaments/1/record.jsonl").status_code == 403


def test_a_badge_that_was_made_up_opens_nothing_and_guessing_is_slow(desk, stranger):
    wrong = desk.badge(1)[:-1] + ("A" if desk.badge(1)[-1] != "A" else "B")
    stranger.get(f"/player/{wrong}", 404)
    assert stranger.client.get(f"/player/{wrong}").status_code == 429
    assert stranger.client.post(f"/api/hall/player/{wrong}/result", json=KEY).status_code == 429
    stranger.get(f"/player/{desk.badge(1)}")  # a guesser at the same address keeps no player out


def test_no_player_speaks_for_another(desk, unchanged, stranger):
    ours, theirs = desk.context.desk.tournament.rounds[-1].meetings
    badge = desk.badge(theirs.sides[0][0])
    stranger.post(f"player/{badge}/result", 403, **KEY | {"table": ours.table}, result=WON)


def test_a_player_cannot_choose_to_be_the_desk_or_the_other_side(desk, stranger):
    meeting = desk.context.desk.tournament.rounds[-1].meetings[0]
    badge = desk.badge(meeting.sides[1][0])
    for teller in ("desk", "table", "side 1"):
        stranger.post(f"player/{badge}/result", **KEY, result=WON, teller=teller, by="Pat", why="because")
    told = next(iter(desk.context.desk.tournament.told.values()))
    assert {each.teller for each in told} == {"side 2"}
    assert {each.by for each in told} == {desk.context.desk.tournament.entries[meeting.sides[1][0]].name}


def test_a_badge_tells_no_more_than_a_player_taps(desk, unchanged, stranger, monkeypatch):
    """One phone wrote as many results into the record as the network carried, and every screen was sent each."""
    now = time.monotonic()
    monkeypatch.setattr(security.time, "monotonic", lambda: now)
    path = f"/api/hall/player/{desk.badge(1)}/result"
    sent = [stranger.client.post(path, json=KEY | {"result": {}}).status_code for _ in range(25)]
    assert (429 in sent[:20], sent[20:]) == (False, [429] * 5)


def test_another_page_open_in_the_desks_browser_sends_nothing(desk, unchanged):
    body = {**KEY, "result": WON, "names": "Eve", "badge": "1", "event": "withdraw", "entry": 1}
    for route in (*DESK_POSTS, f"player/{desk.badge(1)}/result"):
        path = f"/api/hall/{route}"
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            assert desk.client.post(path, json=body, headers=headers).status_code == 403, path
        form = desk.client.post(path, data="{}", content_type="text/plain")
        assert form.status_code == 415, path
        assert desk.client.post(path, json=body, headers={"Host": "evil.example"}).status_code == 421, path


def test_a_body_that_is_too_large_or_no_object_is_refused(desk, unchanged):
    for route in (*DESK_POSTS, f"player/{desk.badge(1)}/result"):
        path = f"/api/hall/{route}"
        large = desk.client.post(path, data=b"[" * 70_000, content_type="application/json")
        assert large.status_code == 413, path
        for body in (b"", b"[]", b"{", b'{"by": NaN}', b'{"by": "\\ud800"}'):
            answer = desk.client.post(path, data=body, content_type="application/json")
            assert answer.status_code in (400, 409), (path, body)
            assert answer.json["error"]


def test_names_with_markup_and_formulas_stay_text(desk):
    desk.post("desk/entries", names="<script>alert(1)</script>; =1+1", here=True)
    newest = max(desk.context.desk.tournament.entries)
    for page in ("/desk", "/projector", "/desk/print/badges", f"/player/{desk.badge(newest)}"):
        assert "<script>alert" not in desk.get(page)
    assert "'=1+1" in desk.client.get("/api/hall/tournaments/1/entries.csv").get_data(as_text=True)


def test_numbers_that_no_tournament_has(desk):
    for path in ("0", "7", "99999999999999999999", "1/stages/9/standings.csv"):
        answer = desk.client.get(f"/api/hall/tournaments/{path}")
        assert answer.status_code == 404
        assert answer.json["error"].startswith(("there is no tournament", "stage 9 of tournament 1"))


def test_a_stream_ends_when_its_visitor_is_let_in_no_longer(desk, spectator, open_hall):
    stream = spectator.client.get("/api/hall/tournament/stream", buffered=False)
    messages = iter(stream.response)
    next(messages)
    next(messages)
    open_hall.context.access.change_code()
    desk.post("desk/entries", names="Eve")
    assert list(messages) == []
    assert spectator.client.get("/api/hall/tournament/stream").status_code == 401
