"""The interface to the games that are kept: the stream of events, resumed and followed; exports; deleting."""

import csv
import hashlib
import io
import json
import re
import shlex
import threading
import urllib.request
import zipfile
from base64 import b64encode
from html import unescape
from importlib.metadata import version

import pytest
from places import ROOT

from muggins.scorer.events import HandEnd
from muggins.scorer.game import replay
from muggins.scorer.random_games import random_game
from muggins.scorer.reports.summary import summarise
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import Played
from muggins.webapp import create_app
from muggins.webapp.cli.score import replay_lines
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store
from muggins.webapp.web.access import Access, Role

EVENT_STREAM = {"Accept": "text/event-stream"}
MOST_SECONDS = 300
"""A stream that hangs fails the test."""
TILES_AT = re.compile(r'data-tile="([^"]+)">\s*<rect x="([^"]+)" y="([^"]+)"')
"""Each tile of a drawing, with its place."""
PLAYS = ["Ann 6-4", "Bob 4-1>6-4", "Ann 6-0>6-4", "Bob 3-1>4-1", "Ann 3-0>3-1"]


@pytest.fixture
def live(tmp_path, start):
    live = GameSession(Store(str(tmp_path / "games.sqlite")))
    live.start_game(start("all-fives"))
    return live


@pytest.fixture
def page(live):
    return create_app(live).test_client()


@pytest.fixture
def server(live):
    server = DashboardServer(create_app(live), port=0)
    server.start()
    yield server
    server.stop()


class Follower(threading.Thread):
    """Follows a game's events until it has heard one of that number, or until there are no more."""

    def __init__(self, server, game=1, until=10**9, after=None, headers=None, query=""):
        super().__init__(daemon=True)
        headers = dict(headers or {}) | ({"Last-Event-ID": str(after)} if after is not None else {})
        request = urllib.request.Request(f"{server.address}api/games/{game}/events{query}", headers=headers)
        self.answer = urllib.request.urlopen(request, timeout=MOST_SECONDS)
        self.until, self.heard, self.ids = until, [], []
        self.start()

    def run(self):
        with self.answer:
            for line in self.answer:
                if line.startswith(b"id: "):
                    self.ids.append(int(line[4:]))
                elif line.startswith((b"data: ", b"{")):
                    self.heard.append(json.loads(line.removeprefix(b"data: ")))
                    if self.heard[-1]["number"] >= self.until:
                        return

    @property
    def numbers(self):
        self.join(MOST_SECONDS)
        assert not self.is_alive()
        return [line["number"] for line in self.heard]


def test_the_record_is_handed_out_numbered_and_can_be_replayed_from_the_file(page, live, tell):
    for said in PLAYS:
        live.tell(tell(said))
    answer = page.get("/api/games/1/events")
    assert answer.mimetype == "application/jsonl"
    lines = answer.get_data(as_text=True).splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert replay_lines(lines, "game.jsonl").scores == live.snapshot.game.scores


def test_a_listener_that_comes_back_hears_what_it_missed_and_what_follows(server, live, tell):
    live.tell(tell(PLAYS[0]))
    first = Follower(server, until=3, headers=EVENT_STREAM)
    assert first.numbers == first.ids == [1, 2, 3]
    live.tell(tell(PLAYS[1]))
    again = Follower(server, until=6, after=3, headers=EVENT_STREAM)
    live.tell(tell(PLAYS[2]))
    live.tell(tell(PLAYS[3]))
    assert again.numbers == [4, 5, 6]
    assert [line["count"] for line in again.heard] == [7, 1, 3]


def test_json_lines_follow_the_game_where_that_is_asked(server, live, tell):
    follower = Follower(server, until=5, query="?follow=true&after=1")
    for said in PLAYS[:3]:
        live.tell(tell(said))
    assert follower.numbers == [2, 3, 4, 5]


def test_a_correction_is_an_event_like_all_others(server, live, tell):
    """A listener must not have to guess that the past has changed."""
    follower = Follower(server, until=4, headers=EVENT_STREAM)
    live.tell(tell("Ann 5-5"))
    live.undo()
    assert follower.numbers == [1, 2, 3, 4]
    assert [line["event"] for line in follower.heard] == ["game", "hand", "play", "correct"]
    assert follower.heard[-1]["scores"] == {"Ann": 0, "Bob": 0}


def test_the_stream_of_a_game_ends_when_another_begins_and_browsers_are_told_not_to_come_back(
    server, live, start, tell
):
    follower = Follower(server, headers=EVENT_STREAM)
    live.tell(tell("Ann 5-5"))
    live.start_game(start())
    live.tell(tell("Bob 6-4"))
    assert follower.numbers == [1, 2, 3]
    assert Follower(server, after=2, headers=EVENT_STREAM).numbers == [3]
    assert Follower(server, after=3, headers=EVENT_STREAM).answer.status == 204
    assert Follower(server, game=2, until=3, headers=EVENT_STREAM).numbers == [1, 2, 3]


@pytest.mark.parametrize("after", ["x", "-1", "3.5", "9999999999", "1-2", "99"])
def test_a_number_that_cannot_be_is_refused_in_a_sentence(page, after):
    answer = page.get("/api/games/1/events", query_string={"after": after})
    assert answer.status_code == 400
    assert re.fullmatch(r"(after: expected a number|game 1 has 1 events).*", answer.get_json()["error"])


def test_players_and_sides_stay_in_their_own_order(live, page, start):
    """JSON sorted by name put Ann before Zoë, who sits first, and the pegboard turned over at the next play."""
    live.start_game(start(players="Zoë Ann"))
    assert list(page.get("/api/table").get_json()["game"]["scores"]) == ["Zoë", "Ann"]
    assert b'"scores":{"Zo' in page.get("/api/table").data


def test_the_scoresheet_opens_in_a_spreadsheet(page, live, tell):
    live.tell(tell("Ann 5-5"))
    answer = page.get("/api/games/1/scoresheet.csv")
    rows = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert answer.mimetype == "text/csv"
    assert (rows[-1]["player"], rows[-1]["tile"], rows[-1]["points"], rows[-1]["score Ann"]) == (
        "Ann",
        "5-5",
        "10",
        "10",
    )


def test_the_page_to_print_may_use_its_own_style_and_no_other(page, live, start, tell):
    """The dashboard's policy forbids styles in a page: this one's is named by its fingerprint."""
    live.start_game(start(players="<script>alert(1)</script> Bob"))
    live.tell(tell("Bob 5-5"))
    answer = page.get("/api/games/2/scoresheet.html")
    text = answer.get_data(as_text=True)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    fingerprint = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{fingerprint}'" in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "<script>alert" not in text


def test_only_the_host_deletes_and_everybody_else_may_look(live, start, tell):
    live.tell(tell("Ann 5-5"))
    live.start_game(start())
    access = Access(default=Role.STRANGER)
    app = create_app(live, access=access)
    stranger, guest, host = app.test_client(), app.test_client(), app.test_client()
    guest.post("/api/join", json={"code": access.keys.code})
    host.get(f"/{access.host_path}")
    for path in ("/api/games", "/api/games/1", "/api/games/1/events", "/api/games/1/scoresheet.csv", "/api/players"):
        assert (stranger.get(path).status_code, guest.get(path).status_code) == (401, 200), path
    for path in ("/games", "/players", "/games/1", "/games/1/replay", "/overlay"):
        assert (stranger.get(path).status_code, guest.get(path).status_code) == (401, 200), path
    assert b"Delete" in host.get("/games/1").data
    assert b"Delete" not in guest.get("/games/1").data
    for who, status in ((stranger, 401), (guest, 403), (host, 204), (host, 404)):
        assert who.delete("/api/games/1", json={}).status_code == status
    assert [game["id"] for game in host.get("/api/games").get_json()["games"]] == [2]


def test_another_page_cannot_delete_a_game(page, live, start):
    live.start_game(start())
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert page.delete("/api/games/1", json={}, headers=headers).status_code == 403
    assert page.delete("/api/games/1").status_code == 415
    assert len(page.get("/api/games").get_json()["games"]) == 2


def test_a_replay_shows_every_move_as_it_stands_now(page, live, tell):
    for said in PLAYS[:3]:
        live.tell(tell(said))
    live.undo()
    told = page.get("/api/games/1/replay?language=es").get_json()
    assert [move["line"]["event"] for move in told["moves"]] == ["hand", "play", "play"]
    assert [move["count"] for move in told["moves"]] == [0, 10, 7]
    assert [move["pegs"]["Ann"] for move in told["moves"]] == [[0, 0], [0, 10], [0, 10]]
    assert told["moves"][1]["say"] == "Ann sale con seis cuatro. Diez, diez puntos para Ann."
    assert told["moves"][2]["tiles"] == ["6-4", "4-1"]
    assert told["hands"][0]["drawing"].count('class="domino') == 2
    assert replay(live.snapshot.game.record).scores == told["moves"][-1]["scores"]


API_PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_requests_of_the_page_for_builders_do_what_it_says(page, live):
    """The page's own commands, sent as curl would: first a game and a play, then what asks for them."""
    commands = re.findall(r"```sh\n(.*?)```", API_PAGE, re.DOTALL)
    asked = [shlex.split(line) for text in commands for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    assert len(asked) == 4
    for words in sorted(asked, key=lambda words: "-d" not in words):
        path = next(word for word in words if word.startswith("http")).removeprefix("http://localhost:8765")
        # The game that the page begins is the second here, and a stream that follows it would not end.
        path = path.replace("/games/1/", "/games/2/").replace("follow=true&after=12", "after=1")
        said = words[words.index("-d") + 1] if "-d" in words else None
        answer = page.post(path, data=said, content_type="application/json") if said else page.get(path)
        assert answer.status_code == 200, path
        assert answer.get_data(as_text=True).strip(), path
    assert live.snapshot.game.scores == {"Ann": 2, "Bob": 0}


def test_every_address_on_the_page_for_builders_is_one(page):
    known = {re.sub(r"<.*?>", "1", rule.rule) for rule in page.application.url_map.iter_rules()}
    named = re.findall(r"`(/[a-z./0-9]+)`", API_PAGE)
    assert len(named) >= 5
    assert set(named) - known == set()


def test_the_page_of_a_bergen_game_does_not_say_that_its_plays_score_nothing(page, live, start, tell):
    """Level ends score in Bergen; the page looked for multiples alone."""
    live.start_game(start("bergen", claims="call"))
    live.tell(tell("Ann 5-4"))
    shown = page.get("/games/2").text
    assert "No play has scored." in shown
    assert "scores claimed" in shown
    live.start_game(start("block"))
    live.tell(tell("Ann 5-5"))
    assert "In this game plays score nothing" in page.get("/games/3").text


def test_others_than_the_host_see_the_pictures_of_a_hand_once_it_is_over(live, access, tell):
    """Any guest, a player too, saw the still of each play at once, and in it the hands that the camera sees."""
    host, guest = (
        create_app(live, access=Access(access.keys, role)).test_client() for role in (Role.HOST, Role.SPECTATOR)
    )

    def seen_by(visitor):
        """The events whose pictures a visitor may see, by the replay; all ways to a picture say the same."""
        moves = visitor.get("/api/games/1/replay").json["moves"]
        numbers = [move["line"]["number"] for move in moves if move["has_picture"]]
        for number in live.store.numbers_with_picture(1):
            is_shown = number in numbers
            assert visitor.get(f"/api/games/1/events/{number}/picture").status_code == (200 if is_shown else 403)
            stills = visitor.get(f"/api/games/1/stills/{number}").json
            assert bool(stills["after"]) == bool(stills["clip"]) == is_shown
            assert visitor.get(f"/api/games/1/events/{number}/clip").status_code == (200 if is_shown else 403)
        return len(numbers)

    def lay(time, tile, still):
        played = live.on_table_event(Played(time, tile, None), still)[-1]
        live.keep_clip(played.game_id, played.number, still)

    lay(1.0, Tile(6, 4), b"first hand")
    live.choose_pictures("delayed")
    assert (seen_by(host), seen_by(guest)) == (1, 0)
    live.tell(tell("left Ann: 6-6, Bob: 5-5"))
    lay(2.0, Tile(4, 4), b"second hand")
    assert (seen_by(host), seen_by(guest)) == (2, 1)
    live.choose_pictures("off")
    assert (seen_by(host), seen_by(guest)) == (2, 0)
    live.choose_pictures("live")
    assert (seen_by(host), seen_by(guest)) == (2, 2)
    live.choose_pictures("delayed")
    assert GameSession(live.store).pictures == "delayed"


def test_all_that_is_known_of_a_hand_that_went_wrong_is_one_file(live, access, tell):
    """Of the second hand the pictures, of the game the record; nobody but the host has it."""
    live.on_table_event(Played(1.0, Tile(6, 4), None), b"first hand")
    live.tell(tell("left Ann: 6-6, Bob: 5-5"))
    number = live.on_table_event(Played(2.0, Tile(4, 4), None), b"second hand")[-1].number
    live.keep_clip(1, number, b"moving")
    host, guest = (
        create_app(live, access=Access(access.keys, role)).test_client() for role in (Role.HOST, Role.SPECTATOR)
    )
    answer = host.get(f"/api/games/1/events/{number}/hand.zip")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="muggins-game-1-event-')
    with zipfile.ZipFile(io.BytesIO(answer.data)) as file:
        assert set(file.namelist()) == {"record.jsonl", f"{number}.jpg", f"{number}.webp", "about.json"}
        assert (file.read(f"{number}.jpg"), file.read(f"{number}.webp")) == (b"second hand", b"moving")
        lines = file.read("record.jsonl").decode().splitlines()
        assert replay_lines(lines, "record.jsonl").scores == live.snapshot.game.scores
        assert json.loads(file.read("about.json"))["muggins"] == version("muggins")
    assert guest.get(f"/api/games/1/events/{number}/hand.zip").status_code == 403
    assert "This hand went wrong" in host.get("/games/1").text
    assert "This hand went wrong" not in guest.get("/games/1").text


def test_a_layout_turns_the_same_corners_on_the_table_in_replay_and_review_and_on_the_scoresheet(start):
    """The table gave each double room as a spinner, and review and scoresheet turned corners of their own."""
    game = random_game(start("muggins", set=9), seed=4)
    hand = max(summarise(game).hands, key=lambda each: len(each.layout.tiles))
    ends = next(step.number for step in hand.steps if isinstance(step.event, HandEnd))
    session = GameSession()
    session.start_game(game.record[0])
    for event in game.record[1 : ends - 1]:
        session.tell(event)
    client = create_app(session).test_client()
    drawings = [
        client.get("/api/table").json["game"]["hand"]["drawing"],
        client.get("/api/games/1/replay").json["hands"][-1]["drawing"],
        client.get("/games/1").text,
        client.get("/api/games/1/scoresheet.html").text,
    ]
    last = str(session.snapshot.game.hand.layout)
    placed = [re.findall(r"<svg[^>]*class=\"layout\">.*?</svg>", text, re.DOTALL) for text in drawings]
    places = [TILES_AT.findall(next(each for each in found if last in unescape(each))) for found in placed]
    assert len(places[0]) == len(session.snapshot.game.hand.layout.tiles) > 12
    assert places.count(places[0]) == len(places)
