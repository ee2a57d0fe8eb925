"""The dashboard's interface: what can be asked and entered over HTTP, and what is refused."""

import json
import re
from dataclasses import replace
from urllib.parse import urljoin

import pytest

from muggins.scorer.events import Correct, GameStarted
from muggins.scorer.random_games import random_game
from muggins.scorer.record import event_to_json
from muggins.scorer.rules.rulesets import ruleset_names
from muggins.webapp import create_app
from muggins.webapp.language.catalogues import languages
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store, StoreError
from muggins.webapp.web import table_json
from muggins.webapp.web.security import SECURITY_HEADERS
from muggins.webapp.web.streams import EventStream

GAME = {"event": "game", "rules": "all-fives", "players": ["Ann", "Bob"], "claims": "call"}


@pytest.fixture
def live():
    return GameSession()


@pytest.fixture
def page(live):
    return create_app(live).test_client()


def play(page, player, tile, on=None):
    return page.post("/api/events", json={"event": "play", "player": player, "tile": tile} | ({"on": on} if on else {}))


def stream(page, monkeypatch, **options):
    """What a listener hears at once, as (name, id, data); the stream is not kept open."""
    monkeypatch.setattr(EventStream, "__iter__", lambda stream: iter([stream.read()[0]]))
    client = create_app(page.application.extensions["muggins"].session).test_client()
    text = client.get("/api/stream", **options).get_data(as_text=True)
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        if "event" in fields:
            found.append((fields["event"], fields.get("id"), json.loads(fields["data"])))
    return found


def test_without_a_game_the_table_leads_to_a_new_one(page):
    assert page.get("/").location == "/new"
    assert page.get("/api/table").json["game"] is None
    assert page.get("/hand-end").location == "/"


def test_every_game_that_can_be_played_is_offered_in_words(page):
    text = page.get("/new").get_data(as_text=True)
    for name in set(ruleset_names()) - {"knock-out"}:
        assert f'value="{name}"' in text
    told = "If the open ends add up to a multiple of 5 or 3, the sum is scored. Whoever cannot play takes one tile."
    assert told in text


def test_a_game_is_started_and_played(page):
    assert page.post("/api/games", json=GAME).json == {"id": 1}
    told = play(page, "Ann", "5-5").json["told"]
    assert [line["event"] for line in told] == ["hand", "play"]
    assert told[1]["by"] == "host"
    page.post("/api/events", json={"event": "claim", "player": "Ann", "points": 10})
    table = page.get("/api/table").json
    assert table["game"]["scores"] == {"Ann": 10, "Bob": 0}
    assert table["game"]["pegs"] == {"Ann": [0, 10], "Bob": [0, 0]}
    assert table["say"] == "Ten points for Ann."
    assert [line["event"] for line in table["lines"]] == ["game", "hand", "play", "claim"]
    assert (table["lines"][2]["count"], table["lines"][2]["points"]) == (10, 10)
    assert table["game"]["hand"]["drawing"].startswith("<svg")


@pytest.mark.parametrize(
    ("said", "points", "to"),
    [
        ([], None, "Ann"),
        (["Ann claims 5"], None, "Ann"),
        (["Ann claims 5", "Ann claims 10"], 10, "Ann"),
        (["Bob calls Muggins", "Bob passes"], 10, "Bob"),
        (["Bob passes"], 10, "Bob"),
        (["Bob draws 1", "Bob 5-0>5-5"], None, "Bob"),
    ],
)
def test_the_points_of_the_last_play_stay_untold_until_somebody_has_them(page, tell, said, points, to):
    page.post("/api/games", json=GAME)
    for each in ["Ann 5-5", *said]:
        assert page.post("/api/events", json=event_to_json(tell(each))).status_code == 200
    last = page.get("/api/table").json["game"]["hand"]["last"]
    assert (last["points"], last["to"]) == (points, to)


@pytest.mark.parametrize(
    ("claims", "said", "gains"),
    [("call", ["Ann claims 5", "Ann claims 10"], [0, 0, 0, 0, 10, -3, 0, 10]), ("auto", [], [0, 0, 10, -3, 0, 10])],
)
def test_points_stand_beside_the_event_that_brings_them(page, tell, claims, said, gains):
    page.post("/api/games", json=GAME | {"claims": claims})
    for each in ["Ann 5-5", *said, "Ann pegs -3", "Bob 5-1>5-5", "left Ann: 6-6, Bob:"]:
        page.post("/api/events", json=event_to_json(tell(each)))
    assert [line["gain"] for line in page.get("/api/table").json["lines"]] == gains


def test_the_page_asks_before_a_hand_ends_as_it_cannot(page, tell):
    page.post("/api/games", json=GAME)
    play(page, "Ann", "6-6")
    end = event_to_json(tell("left Ann:, Bob: 1-0"))
    assert page.post("/api/events?ask=true", json=end).json["told"] == []
    [question] = page.get("/api/table").json["questions"]
    assert question["text"] == "That cannot be: cannot be out. Is the hand over? Ann: none; Bob: 1-0."
    page.post(f"/api/questions/{question['id']}", json={"choice": 0})
    assert page.get("/api/table").json["lines"][-1]["fault"] == "cannot-be-out"


def test_the_pegs_leap_over_each_other(page):
    page.post("/api/games", json=GAME | {"claims": "auto"})
    for player, tile, on in [("Ann", "5-5", None), ("Bob", "5-0", "5-5"), ("Ann", "0-0", "5-0")]:
        play(page, player, tile, on)
    assert page.get("/api/table").json["game"]["pegs"] == {"Ann": [10, 20], "Bob": [0, 10]}


@pytest.mark.parametrize(
    ("rules", "setter"), [("all-fives", "Bob"), ("bergen", "Ann"), ("block-and-draw", None), ("mexican-train", None)]
)
def test_the_page_is_told_who_sets_the_next_hand_as_the_rules_say(rules, setter, page):
    """In turn; who won; whoever holds the highest double. The page named the player in turn in every game."""
    page.post("/api/games", json=GAME | {"rules": rules, "claims": "auto"})
    assert page.get("/api/table").json["game"]["next_setter"] is None
    play(page, "Ann", "6-6")
    page.post("/api/events", json={"event": "hand_end", "hands": {"Ann": [], "Bob": ["1-0"]}})
    assert page.get("/api/table").json["game"]["next_setter"] == setter


@pytest.mark.parametrize("rules", ["latin", "dominican", "jamaican"])
def test_in_games_of_pairs_the_page_is_told_that_whoever_went_out_sets_next(rules, page):
    """It named the player in turn."""
    page.post("/api/games", json=GAME | {"rules": rules, "players": ["Ann", "Bob", "Cid", "Dee"], "claims": "auto"})
    play(page, "Ann", "6-6")
    left = {"Ann": ["1-0"], "Bob": ["2-0"], "Cid": [], "Dee": ["3-0"]}
    page.post("/api/events", json={"event": "hand_end", "hands": left})
    assert page.get("/api/table").json["game"]["next_setter"] == "Cid"


def test_a_correction_is_shown_in_its_place(page):
    page.post("/api/games", json=GAME | {"claims": "auto"})
    play(page, "Ann", "5-5")
    play(page, "Bob", "5-1", "5-5")
    said = {"event": "play", "player": "Bob", "tile": "5-0", "on": "5-5"}
    page.post("/api/events", json={"event": "correct", "of": 4, "said": said})
    lines = page.get("/api/table").json["lines"]
    assert [(line["number"], line["tile"], line["count"]) for line in lines[2:]] == [(3, "5-5", 10), (4, "5-0", 10)]
    assert page.post("/api/undo", json={}).status_code == 200
    assert page.get("/api/table").json["lines"][-1]["tile"] == "5-1"


def test_lines_of_other_hands_are_not_written_anew_after_a_correction(page, live, monkeypatch):
    """All lines of a long game were written anew for each page and each correction."""
    live.start_game(GameStarted("five-up", ("Ann", "Bob"), target=1000))
    for event in random_game(live.snapshot.game.record[0], seed=4).record[1:600]:
        live.tell(event)
    assert page.get("/api/table").json["lines"][0]["text"] == ""
    written = []
    monkeypatch.setattr(table_json, "line_json", lambda step, **_: written.append(step.number) or {})
    live.tell(Correct(of=3, said=replace(live.snapshot.game.record[2], t=99.0)))
    assert len(page.get("/api/table").json["lines"]) == 600
    *of_that_hand, correction = written
    assert correction == 601
    assert of_that_hand
    assert max(of_that_hand) < 30


def test_each_line_carries_its_words_and_the_record_does_not(page):
    page.post("/api/games", json=GAME)
    logged = play(page, "Ann", "5-5").json["told"]
    page.post("/api/events", json={"event": "claim", "player": "Ann", "points": 10})
    assert [line["text"] for line in logged] == ["to set", "sets"]
    assert [line["text"] for line in page.get("/api/table").json["lines"]] == ["", "to set", "sets", "claims 10"]
    assert "text" not in page.get("/api/games/1/events").get_data(as_text=True)
    assert [entry["text"] for entry in page.get("/api/games/1").json["progress"]][1:] == [
        "Ann sets 5-5",
        "Ann claims 10",
    ]
    assert page.get("/api/games/1/replay").json["moves"][0]["caption"] == "Ann to set"


def test_the_record_is_handed_out_as_json_lines(page):
    page.post("/api/games", json=GAME)
    play(page, "Ann", "5-5")
    answer = page.get("/api/games/1/events")
    assert answer.mimetype == "application/jsonl"
    events = [json.loads(line)["event"] for line in answer.get_data(as_text=True).splitlines()]
    assert events == ["game", "hand", "play"]
    assert page.get("/api/games/7/events").status_code == 404


def test_a_listener_hears_what_was_missed_with_its_sentence(page, monkeypatch):
    page.post("/api/games", json=GAME | {"claims": "auto"})
    play(page, "Ann", "5-5")
    play(page, "Bob", "5-0", "5-5")
    heard = stream(page, monkeypatch, headers={"Last-Event-ID": "1-3"})
    assert [(name, id) for name, id, _ in heard] == [("changed", None), ("told", "1-4")]
    assert heard[1][2]["say"] == "Ten, ten points for Bob."
    assert heard[1][2]["table"]["game"]["scores"] == {"Ann": 10, "Bob": 10}
    spanish = stream(page, monkeypatch, query_string={"after": "1-3", "language": "es"})
    assert spanish[1][2]["say"] == "Diez, diez puntos para Bob."


def test_a_listener_of_another_game_is_told_to_begin_again(page, monkeypatch):
    page.post("/api/games", json=GAME)
    page.post("/api/games", json=GAME | {"target": 30})
    assert [name for name, _, _ in stream(page, monkeypatch, query_string={"after": "1-1"})] == ["reset", "changed"]
    assert [name for name, _, _ in stream(page, monkeypatch, query_string={"after": "x"})] == ["changed"]


def test_a_game_without_a_layout_has_not_begun(page):
    answer = page.post("/api/games", json={"event": "game", "rules": "knock-out", "players": ["Ann"]})
    assert (answer.status_code, page.get("/api/table").json["game"]) == (409, None)
    assert "`muggins read` names its pairs" in answer.json["error"]


def test_an_impossible_event_is_refused_in_a_sentence(page):
    page.post("/api/games", json=GAME)
    play(page, "Ann", "5-5")
    answer = play(page, "Bob", "5-5", "5-5")
    assert (answer.status_code, answer.json["error"]) == (
        409,
        "5-5 lies on the table already, and a set holds each tile once",
    )
    answer = play(page, "Bob", "7-x")
    assert answer.status_code == 409
    assert "7-x" in answer.json["error"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/events", []),
        ("/api/events", {"event": "nonsense"}),
        ("/api/events", {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}),
        ("/api/games", {"event": "hand", "setter": "Ann"}),
        ("/api/games", GAME | {"players": ["Ann"]}),
        ("/api/games", GAME | {"rules": "whist"}),
        ("/api/games", GAME | {"target": -1}),
        ("/api/questions/1", {"choice": "first"}),
        ("/api/questions/1", {"choice": 0}),
        ("/api/pause", {"paused": "yes"}),
    ],
)
def test_whatever_cannot_be_done_is_said_in_one_sentence(page, path, body):
    page.post("/api/games", json=GAME)
    answer = page.post(path, json=body)
    assert answer.status_code in (400, 409)
    assert set(answer.json) == {"error"}
    assert "\n" not in answer.json["error"]


def test_the_camera_is_paused(page):
    page.post("/api/pause", json={"paused": True})
    assert page.get("/api/table").json["camera"]["paused"] is True


def test_a_record_that_cannot_be_written_is_reported(page, tmp_path, monkeypatch):
    store = Store(str(tmp_path / "games.sqlite"))
    page = create_app(GameSession(store)).test_client()
    page.post("/api/games", json=GAME)

    def full(*_, **__):
        raise StoreError("the record of games: the disk is full; make room, then go on")

    monkeypatch.setattr(store, "append", full)
    answer = play(page, "Ann", "5-5")
    assert (answer.status_code, answer.json["error"]) == (
        503,
        "the record of games: the disk is full; make room, then go on",
    )
    assert page.get("/api/table").json["number"] == 1


def test_another_page_cannot_speak_for_the_table(page):
    """A page open in the same browser may post here without being asked; its origin gives it away."""
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert page.post("/api/games", json=GAME, headers=headers).status_code == 403
    assert page.post("/api/games", data=json.dumps(GAME), content_type="text/plain").status_code == 415
    assert page.get("/api/table").json["game"] is None
    assert page.post("/api/games", json=GAME, headers={"Origin": "http://localhost"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8765", 200),
        ("127.0.0.1:8765", 200),
        ("192.168.1.20", 200),
        ("[fe80::1]:8765", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("table.club", 200),
    ],
)
def test_only_this_machines_names_are_answered(live, host, status):
    """A stranger's host name that points at this machine would count as the dashboard in a visitor's browser."""
    page = create_app(live, hosts=["table.club"]).test_client()
    assert page.get("/api/table", headers={"Host": host}).status_code == status


def test_a_huge_request_is_refused_before_it_is_read(page):
    answer = page.post("/api/games", data=b"[" * 100_000, content_type="application/json")
    assert answer.status_code == 413


def test_pages_run_no_script_but_their_own(page):
    page.post("/api/games", json=GAME)
    for path in ("/", "/new", "/hand-end"):
        answer = page.get(path, follow_redirects=True)
        assert "script-src 'self'; style-src 'self'" in answer.headers["Content-Security-Policy"]
        text = answer.get_data(as_text=True)
        assert "style=" not in text
        assert "<style" not in text
        assert "onclick" not in text
        assert "http://" not in text.replace("http://www.w3.org", "")
        data = text.count('<script type="application/json"')
        assert text.count("<script") == data + text.count('<script type="module" src="/static/')


def test_scripts_and_pictures_come_with_the_same_protection_as_pages(page):
    for path in ("/static/lib/api.js", "/static/img/icon.svg"):
        answer = page.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
    again = page.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_names_of_players_cannot_smuggle_in_markup(page):
    page.post("/api/games", json=GAME | {"players": ["<img src=x onerror=alert(1)>", "Bob"]})
    assert b"onerror" not in page.get("/").data


def test_without_a_camera_the_page_says_so(page):
    answer = page.get("/live.jpg")
    assert (answer.status_code, answer.headers["Camera"], answer.headers["Camera-Says"]) == (
        204,
        "none",
        "There is no camera.",
    )


@pytest.mark.parametrize("code", languages())
def test_the_first_page_of_a_table_weighs_under_200_kilobytes_in_any_language(page, code):
    page.post("/api/games", json=GAME)
    html = page.get(f"/?language={code}").text
    loaded, waiting = set(), re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', html)
    size = len(html.encode())
    while waiting:
        address = waiting.pop()
        if address not in loaded:
            loaded.add(address)
            text = page.get(address).text
            size += len(text.encode())
            imports = re.findall(r'^import [^"]*"(\.[^"]+)";', text, re.MULTILINE)
            waiting += [urljoin(address, each) for each in imports]
    assert len(loaded) > 20
    assert size < 200_000
