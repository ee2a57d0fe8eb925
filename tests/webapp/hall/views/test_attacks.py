"""Attacks on the routes of the desk: strangers, spectators, players of other entries, other pages, bodies too large."""

import pytest
from hall_browser import Browser
from hall_running import running_hall
from werkzeug.test import Client

from muggins.webapp.web.access import Role

WON = {"games": [[61, 40]]}
KEY = {"stage": 1, "round": 1, "table": 1}
DESK_POSTS = ("events", "entries", "check-in", "stage", "round", "clock", "last-hand", "round/strike")
DESK_PAGES = ("/desk", "/desk/new", "/desk/print/pairings", "/desk/print/slips", "/desk/print/badges")
EXPORTS = (
    "/api/hall/tournaments",
    "/api/hall/tournaments/1",
    "/api/hall/tournaments/1/entries.csv",
    "/api/hall/tournaments/1/results.csv",
    "/api/hall/tournaments/1/stages/1/standings.csv",
)
PUBLIC_PAGES = ("/projector", "/pairings", "/standings")


@pytest.fixture
def open_hall(tmp_path):
    """A hall that others on the network reach too."""
    hall = running_hall(tmp_path, address="http://localhost/")
    yield hall
    hall.stop()


@pytest.fixture
def desk(open_hall):
    """The desk, which has begun a tournament."""
    desk = Browser(open_hall)
    desk.client.get(f"/{open_hall.context.access.host_path}")
    desk.begin("Ann", "Bob", "Cid", "Dee")
    return desk


@pytest.fixture
def stranger(open_hall):
    return Browser(open_hall)


@pytest.fixture
def spectator(open_hall):
    spectator = Browser(open_hall)
    spectator.client.get(f"/join/{open_hall.context.access.keys.code}")
    return spectator


def record(desk):
    return desk.context.desk.tournament.record


@pytest.mark.parametrize("who", ["stranger", "spectator", "player"])
@pytest.mark.parametrize("route", DESK_POSTS)
def test_only_the_desk_changes_a_tournament(desk, stranger, spectator, route, who):
    before = record(desk)
    client = spectator if who == "spectator" else stranger
    if who == "player":
        stranger.get(f"/player/{desk.badge(1)}")
    body = {"event": "withdraw", "entry": 1, "by": "Pat", "why": "x", "names": "Eve", "badge": "1"}
    client.post(f"desk/{route}", 401 if who == "stranger" else 403, **body)
    assert [event for event in record(desk) if event not in before and type(event).__name__ != "GameBegun"] == []


def test_every_route_that_changes_something_is_the_desks_or_asks_for_a_badge(open_hall):
    app = open_hall.wsgi.app
    open_posts = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and getattr(app.view_functions[rule.endpoint], "open_to", Role.HOST) < Role.HOST
        if rule.endpoint.partition(".")[0] in ("desk_api", "desk_pages", "exports", "hall_pages", "player", "printed")
    }
    assert open_posts == {"/api/hall/player/<badge>/result"}


@pytest.mark.parametrize("page", DESK_PAGES)
def test_only_the_desk_sees_its_pages(desk, stranger, spectator, page):
    desk.get(page)
    stranger.get(page, 302)
    spectator.get(page, 403)


@pytest.mark.parametrize("page", [*PUBLIC_PAGES, *EXPORTS])
def test_spectators_look_on_and_strangers_do_not(desk, stranger, spectator, page):
    assert stranger.client.get(page).status_code == 401
    assert spectator.client.get(page).status_code == 200


def test_who_decided_what_and_why_is_for_the_desk(desk, spectator):
    assert desk.client.get("/api/hall/tournaments/1/record.jsonl").status_code == 200
    assert spectator.client.get("/api/hall/tournaments/1/record.jsonl").status_code == 403


def test_a_badge_that_was_made_up_opens_nothing_and_guessing_is_slow(desk, stranger):
    wrong = desk.badge(1)[:-1] + ("A" if desk.badge(1)[-1] != "A" else "B")
    stranger.get(f"/player/{wrong}", 404)
    answers = [stranger.client.get(f"/player/{wrong}").status_code for _ in range(5)]
    assert 429 in answers
    assert stranger.client.post(f"/api/hall/player/{wrong}/result", json=KEY).status_code in (404, 429)


def test_no_player_speaks_for_another(desk, stranger):
    ours, theirs = desk.context.desk.tournament.rounds[-1].meetings
    badge = desk.badge(theirs.sides[0][0])
    before = desk.context.desk.tournament.told
    stranger.post(f"player/{badge}/result", 403, **KEY | {"table": ours.table}, result=WON)
    assert desk.context.desk.tournament.told == before


def test_a_player_cannot_choose_to_be_the_desk_or_the_other_side(desk, stranger):
    meeting = desk.context.desk.tournament.rounds[-1].meetings[0]
    badge = desk.badge(meeting.sides[1][0])
    for teller in ("desk", "table", "side 1"):
        stranger.post(f"player/{badge}/result", **KEY, result=WON, teller=teller, by="Pat", why="because")
    told = next(iter(desk.context.desk.tournament.told.values()))
    assert {each.teller for each in told} == {"side 2"}
    assert {each.by for each in told} == {desk.context.desk.tournament.entries[meeting.sides[1][0]].name}


@pytest.mark.parametrize("route", [*(f"desk/{route}" for route in DESK_POSTS), "player/{badge}/result"])
def test_another_page_open_in_the_desks_browser_sends_nothing(desk, route):
    before = desk.context.desk.tournament.told
    path = f"/api/hall/{route.format(badge=desk.badge(1))}"
    body = {**KEY, "result": WON, "names": "Eve", "badge": "1", "event": "withdraw", "entry": 1}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert desk.client.post(path, json=body, headers=headers).status_code == 403
    form = desk.client.post(path, data="{}", content_type="text/plain")
    assert form.status_code == 415
    assert desk.client.post(path, json=body, headers={"Host": "evil.example"}).status_code == 421
    assert desk.context.desk.tournament.told == before


@pytest.mark.parametrize("route", [*(f"desk/{route}" for route in DESK_POSTS), "player/{badge}/result"])
def test_a_body_that_is_too_large_or_no_object_is_refused(desk, route):
    path = f"/api/hall/{route.format(badge=desk.badge(1))}"
    large = desk.client.post(path, data=b"[" * 70_000, content_type="application/json")
    assert large.status_code == 413
    for body in (b"", b"[]", b"{", b'{"by": NaN}', b'{"by": "\\ud800"}'):
        answer = desk.client.post(path, data=body, content_type="application/json")
        assert answer.status_code in (400, 409), (body, answer.status_code)
        assert answer.json["error"]


def test_names_with_markup_and_formulas_stay_text(desk):
    desk.post("desk/entries", names="<script>alert(1)</script>; =1+1", here=True)
    for page in ("/desk", "/projector", "/desk/print/badges", f"/player/{desk.badge(5)}"):
        assert "<script>alert" not in desk.get(page)
    assert "'=1+1" in desk.client.get("/api/hall/tournaments/1/entries.csv").get_data(as_text=True)


def test_numbers_that_no_tournament_has(desk):
    for path in ("0", "7", "99999999999999999999", "1/stages/9/standings.csv"):
        answer = desk.client.get(f"/api/hall/tournaments/{path}")
        assert answer.status_code == 404
        assert answer.json["error"].startswith(("there is no tournament", "stage 9 of tournament 1"))


def test_a_stream_ends_when_its_visitor_is_let_in_no_longer(desk, open_hall):
    spectator = Client(open_hall.wsgi)
    spectator.get(f"/join/{open_hall.context.access.keys.code}")
    stream = spectator.get("/api/hall/tournament/stream", buffered=False)
    messages = iter(stream.response)
    next(messages)
    next(messages)
    open_hall.context.access.change_code()
    desk.post("desk/entries", names="Eve")
    assert list(messages) == []
    assert spectator.get("/api/hall/tournament/stream").status_code == 401
