"""Counting over HTTP: a photo is read, a layout weighed, a hand entered in any game, and what is shared is read."""

import io

import pytest
from jpegs import jpeg
from photographed import FixedReader

from muggins.scorer.tiles import Tile, full_set
from muggins.vision.types import Doubt
from muggins.webapp.counting.photo_reader import PhotoReader
from muggins.webapp.counting.views import PHOTOS_EXTENSION
from muggins.webapp.web import security

ROUNDS = {"event": "game", "rules": "mexican-train", "players": ["Ann", "Bob"]}


@pytest.fixture
def lay(app):
    """Lays tiles before the reader of photos."""

    def put(*tiles, **more):
        app.extensions[PHOTOS_EXTENSION] = PhotoReader(lambda: FixedReader(*tiles, **more))

    put("6-4 5-0")
    return put


@pytest.fixture
def short(host):
    """A game with one tile each, in which Ann has set the only one she drew."""
    game = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "call", "options": {"tiles": "1"}}
    host.post("/api/games", json=game)
    host.post("/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})


def send(visitor, **query):
    return visitor.post("/api/count", data=jpeg(), content_type="image/jpeg", query_string=query)


def scores(visitor):
    return visitor.get("/api/table").json["game"]["scores"]


def test_whoever_sees_the_table_may_have_a_photo_counted(stranger, guest, lay):
    assert send(stranger).status_code == 401
    answer = send(guest).json
    assert (answer["total"], answer["set"], answer["says"]) == (15, 6, "")
    assert [tile["tile"] for tile in answer["tiles"]] == ["6-4", "5-0"]


def test_whoever_sends_photo_after_photo_keeps_nobody_else_from_counting(guest, host, lay, monkeypatch):
    """All photos of a table shared one rate, and one spectator could use it up."""
    monkeypatch.setattr(security.time, "monotonic", lambda: 100.0)
    stranger = {"REMOTE_ADDR": "192.168.1.66"}
    sent = [guest.post("/api/count", data=b"", content_type="image/jpeg", environ_base=stranger) for _ in range(21)]
    assert [answer.status_code for answer in sent] == [400] * 20 + [429]
    assert sent[-1].json["error"].startswith("more pictures come")
    assert send(host).status_code == 200


def test_the_tiles_in_doubt_are_marked(guest, lay):
    lay("6-4 5-0", doubts=[Doubt("value", "Is it 5-0?", Tile(5, 0), ((Tile(5, 0), 0.6), (Tile(4, 0), 0.4)))])
    answer = send(guest).json
    assert [tile["is_doubted"] for tile in answer["tiles"]] == [False, True]
    assert answer["doubts"][0]["text"] == "Is it 5-0?"


def test_a_doubt_says_whether_it_is_about_a_tile_or_about_how_tiles_are_joined(guest, lay):
    doubts = [
        Doubt("value", "Is it 5-0?", Tile(5, 0), ((Tile(5, 0), 0.6),)),
        Doubt("join", "Are 5-0 and 5-5 joined?", Tile(5, 0), ((Tile(5, 5), 0.5),)),
        Doubt("misplay", "4-1 lies against 5-5, but the halves do not match.", Tile(4, 1), ((Tile(5, 5), 1.0),)),
    ]
    lay(layout="5-5, 5-0>5-5", doubts=doubts)
    answer = send(guest).json
    assert [(doubt["kind"], doubt["about"]) for doubt in answer["doubts"]] == [
        ("value", "tile"),
        ("join", "join"),
        ("misplay", "join"),
    ]
    lay(layout="5-5, 5-0>5-5", doubts=doubts[1:])
    assert not any(tile["is_doubted"] for tile in send(guest).json["tiles"])


def test_a_photo_without_tiles_says_so(guest, lay):
    lay("")
    answer = send(guest).json
    assert (answer["tiles"], answer["total"]) == ([], 0)
    assert answer["says"] == "No tile is seen face up; go nearer, and lay the tiles apart."


def test_a_photo_comes_back_only_to_a_browser_that_cannot_open_it(guest, lay):
    assert send(guest).json["picture"] is None
    assert send(guest, picture="yes").json["picture"].startswith("/9j/")


def test_a_broken_photo_is_refused_in_a_sentence(guest, lay):
    answer = guest.post("/api/count", data=b"tiles", content_type="image/heic")
    assert answer.status_code == 400
    assert answer.json["error"] == "The photo: not a picture that can be read; expected JPEG, HEIC, PNG, WebP or BMP"


def test_a_layout_is_worth_what_the_game_that_is_on_says(guest, lay):
    lay(layout="5-5, 5-0>5-5")
    layout = send(guest).json["layout"]
    assert (layout["count"], layout["points"], layout["rules"]["id"]) == (10, 2, "five-up")
    assert send(guest, rules="all-fives").json["layout"]["points"] == 10
    assert [end["pips"] for end in layout["open"]] == [5, 0]
    assert send(guest, rules="bridge").status_code == 400


def test_in_bergen_a_layout_is_worth_what_its_level_ends_score(host, lay):
    """Bergen was not offered, and a photo was weighed as Five-Up while Bergen was played: 8 is worth nothing there."""
    lay(layout="6-4, 6-3>6-4, 4-3>6-3")
    layout = send(host, rules="bergen").json["layout"]
    assert (layout["count"], layout["points"], layout["rules"]["id"]) == (8, 2, "bergen")
    host.post("/api/games", json={"event": "game", "rules": "bergen", "players": ["Ann", "Bob"]})
    assert send(host).json["layout"] == layout
    assert '<option value="bergen">' in host.get("/count").text


def test_a_game_in_which_no_play_scores_weighs_layouts_as_five_up(host, lay):
    lay(layout="5-5, 5-0>5-5")
    host.post("/api/games", json={"event": "game", "rules": "block", "players": ["Ann", "Bob"]})
    assert send(host).json["layout"]["rules"]["id"] == "five-up"
    assert '<option value="block">' not in host.get("/count").text


def test_a_layout_is_weighed_again_once_a_tile_is_put_right(guest):
    worth = guest.get("/api/worth", query_string={"layout": "5-5, 5-1>5-5, 5-4>5-5", "rules": "five-up"}).json
    assert (worth["count"], worth["points"]) == (5, 1)
    assert guest.get("/api/worth", query_string={"layout": "5-5, 4-1>5-5"}).status_code == 400


def test_a_hand_that_is_counted_ends_the_hand_in_play_and_the_last_one_scores_it(host, guest, short):
    assert guest.post("/api/hands", json={"player": "Ann", "hand": []}).status_code == 403
    told = host.post("/api/hands", json={"player": "Bob", "hand": ["6-6", "3-2"]}).json["told"]
    assert told[-1]["hands"] == {"Ann": None, "Bob": ["6-6", "3-2"]}
    assert scores(host) == {"Ann": 0, "Bob": 2}  # Ann has not claimed her set
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    assert scores(host) == {"Ann": 3, "Bob": 2}


def test_a_player_enters_the_tiles_of_the_own_side_once_the_host_has_ended_the_hand(host, bob, short):
    """Bob ended the hand and entered what Ann had left, and the record did not say that it was he."""
    early = bob.post("/api/hands", json={"player": "Bob", "hand": []})
    assert (early.status_code, early.json["error"]) == (
        409,
        "the host says whether the hand is over; then players enter the tiles of their own side",
    )
    ended = host.post("/api/hands", json={"player": "Ann", "hand": []}).json["told"]
    wrong = bob.post("/api/hands", json={"player": "Ann", "hand": ["6-6"], "replaces": True})
    assert (wrong.status_code, wrong.json["error"]) == (
        403,
        "players enter the tiles of their own side; the rest is for the host",
    )
    entered = bob.post("/api/hands", json={"player": "Bob", "hand": ["3-2"]}).json["told"]
    assert (ended[-1]["by"], entered[-1]["by"]) == ("host", "seat Bob")


def test_partners_enter_each_others_tiles(host, bob):
    names = ["Ann", "Bob", "Cid", "Dee"]
    teams = [["Ann", "Cid"], ["Bob", "Dee"]]
    game = {"event": "game", "rules": "five-up", "players": names, "teams": teams, "options": {"tiles": "1"}}
    host.post("/api/games", json=game)
    host.post("/api/events", json={"event": "play", "player": "Ann", "tile": "5-5"})
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    entered = [bob.post("/api/hands", json={"player": name, "hand": ["6-6"]}) for name in ("Cid", "Dee")]
    assert [answer.status_code for answer in entered] == [403, 200]


def test_partners_who_rotate_enter_each_others_tiles_for_a_hand(host, bob):
    options = {"tiles": "1", "partners": "rotating"}
    game = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob", "Cid", "Dee"], "options": options}
    host.post("/api/games", json=game)
    for setter, tile in (("Ann", "5-5"), ("Bob", "6-5")):
        host.post("/api/events", json={"event": "play", "player": setter, "tile": tile})
        host.post("/api/hands", json={"player": setter, "hand": []})
        rest = {"Ann": "6-6", "Cid": "4-4", "Dee": "3-3", "Bob": "2-2"}
        rest.pop(setter)
        entered = {name: bob.post("/api/hands", json={"player": name, "hand": [left]}) for name, left in rest.items()}
        allowed = {name for name, answer in entered.items() if answer.status_code == 200}
        assert allowed == ({"Bob", "Dee"} if setter == "Ann" else {"Ann"})
        for name, left in rest.items():
            host.post("/api/hands", json={"player": name, "hand": [left], "replaces": True})


def test_a_hand_entered_twice_is_refused_unless_it_replaces_the_first(host, bob, short):
    host.post("/api/hands", json={"player": "Bob", "hand": ["6-6"]})
    again = bob.post("/api/hands", json={"player": "Bob", "hand": ["6-5"]})
    assert (again.status_code, again.json["error"]) == (409, "the tiles of Bob are entered already: 6-6")
    bob.post("/api/hands", json={"player": "Bob", "hand": ["6-5"], "replaces": True})
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    assert scores(bob) == {"Ann": 2, "Bob": 2}


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (["6-6"], "6-6 cannot be in Bob's hand, since it is in Ann's hand"),
        (["5-5"], "5-5 cannot be in Ann's hand, since it is on the table"),
    ],
)
def test_a_tile_that_lies_elsewhere_is_refused_and_nothing_is_lost(host, hand, why, short):
    host.post("/api/hands", json={"player": "Bob", "hand": ["6-6"]})
    answer = host.post("/api/hands", json={"player": "Ann", "hand": hand})
    assert answer.status_code == 409
    assert why in answer.json["error"]
    lines = host.get("/api/table").json["lines"]
    assert lines[-1]["hands"] == {"Ann": None, "Bob": ["6-6"]}


def test_no_hand_waits_for_tiles_before_the_first_play_of_the_next(host, short):
    host.post("/api/hands", json={"player": "Bob", "hand": ["6-6"]})
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    host.post("/api/events", json={"event": "hand", "setter": "Bob"})
    answer = host.post("/api/hands", json={"player": "Ann", "hand": ["6-6"]})
    assert answer.json["error"] == "no hand waits for its tiles: the hand in play ends first"


def test_a_hand_that_cannot_be_is_asked_about_before_it_is_entered(host, bob, short):
    """A phone counted no tile where four were left, and Bob had gone out without playing a tile."""
    assert host.post("/api/hands", json={"player": "Bob", "hand": []}).json["told"] == []
    [question] = host.get("/api/table").json["questions"]
    assert question["text"] == "That cannot be: cannot be out. Is the hand over? Ann: not seen; Bob: none."
    assert bob.post(f"/api/questions/{question['id']}", json={"choice": 0}).status_code == 409
    host.post(f"/api/questions/{question['id']}", json={"choice": 1})
    assert host.get("/api/table").json["lines"][-1]["event"] == "play"
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    assert bob.post("/api/hands", json={"player": "Bob", "hand": []}).status_code == 409  # two cannot be out


def test_a_second_hand_without_tiles_in_one_round_is_asked_about(host):
    host.post("/api/games", json=ROUNDS)
    host.post("/api/hands", json={"player": "Ann", "hand": []})
    assert host.post("/api/hands", json={"player": "Bob", "hand": []}).json["told"] == []
    [question] = host.get("/api/table").json["questions"]
    assert question["text"] == "That cannot be: cannot be out. Is it right all the same? Bob: none."
    host.post(f"/api/questions/{question['id']}", json={"choice": 0})
    assert host.get("/api/table").json["lines"][-1]["fault"] == "cannot-be-out"


def test_in_a_game_of_rounds_players_enter_their_hands_and_the_host_those_of_all(host, bob):
    host.post("/api/games", json=ROUNDS)
    bob.post("/api/hands", json={"player": "Bob", "hand": ["12-4", "0-0"]})
    assert bob.post("/api/hands", json={"player": "Ann", "points": 7}).status_code == 403
    host.post("/api/hands", json={"player": "Ann", "points": 7})
    assert scores(bob) == {"Ann": 7, "Bob": 16}
    rules = bob.get("/api/table").json["game"]["rules"]
    assert (rules["scored"], rules["rounds"]) == ("rounds", 13)
    assert "in round 2" not in host.post("/api/hands", json={"player": "Ann", "hand": []}).get_data(as_text=True)
    twice = host.post("/api/hands", json={"player": "Ann", "hand": ["1-1"]})
    assert "the hand of Ann in round 2 is entered already, with 0 points" in twice.json["error"]


def test_the_phone_learns_what_doubles_and_blanks_count_in_the_game_that_is_on(host):
    options = {"double-blank": "25", "count-doubles-once": "yes"}
    host.post("/api/games", json={**ROUNDS, "options": options})
    rules = host.get("/api/table").json["game"]["rules"]
    assert [rules["pips_left"][tile] for tile in ("0-0", "6-6", "6-5")] == [25, 6, 11]
    host.post("/api/hands", json={"player": "Bob", "hand": ["6-6", "0-0"]})
    assert scores(host) == {"Ann": 0, "Bob": 6 + 25}


def test_the_pages_of_a_game_of_rounds(host):
    host.post("/api/games", json=ROUNDS)
    host.post("/api/hands", json={"player": "Bob", "hand": ["12-4"]})
    assert 'id="rounds"' in host.get("/").get_data(as_text=True)
    assert host.get("/games/2").status_code == 200
    assert host.get("/games/2/replay").status_code == 200
    [move] = host.get("/api/games/2/replay").json["moves"]
    assert (move["tiles"], move["caption"]) == (["12-4"], "Bob: 16 points: 12-4")


def test_a_photo_shared_from_the_gallery_is_read(guest, lay):
    headers = {"Origin": "null", "Sec-Fetch-Site": "none"}
    page = guest.post("/share", data={"photo": (io.BytesIO(jpeg()), "IMG_1.jpg")}, headers=headers)
    assert page.status_code == 200
    assert '"total": 15' in page.get_data(as_text=True)
    empty = guest.post("/share", data={"title": "tiles"}, headers=headers, content_type="multipart/form-data")
    assert "share one picture" in empty.get_data(as_text=True)


def test_another_language_is_chosen_after_a_shared_photo(guest, lay):
    """The address /share takes a POST alone: the switch led from there to a page that does not exist."""
    photo = {"photo": (io.BytesIO(jpeg()), "IMG_1.jpg")}
    page = guest.post("/share", data=photo, headers={"Sec-Fetch-Site": "none"}).text
    assert 'href="/language/es?to=/count"' in page
    switched = guest.get("/language/es?to=/count", follow_redirects=True)
    assert (switched.status_code, switched.request.path) == (200, "/count")
    assert '<html lang="es"' in switched.text


@pytest.mark.parametrize(
    "headers", [{"Origin": "null"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_no_other_page_may_share_a_photo(guest, lay, headers):
    answer = guest.post("/share", data={"photo": (io.BytesIO(jpeg()), "IMG_1.jpg")}, headers=headers)
    assert answer.status_code == 403


def test_the_installed_app_takes_shared_pictures(guest):
    manifest = guest.get("/muggins.webmanifest").get_json(force=True)
    assert manifest["share_target"]["action"] == "/share"
    assert manifest["share_target"]["params"]["files"] == [{"name": "photo", "accept": ["image/*"]}]


def test_the_longest_train_is_told_of_a_hand_that_is_none_too_large(guest):
    train = guest.get("/api/train", query_string={"hand": "12-5 5-3 9-1", "engine": 12})
    assert train.json == {"train": ["12-5", "5-3"]}
    assert guest.get("/api/train", query_string={"hand": "12-5 x", "engine": 12}).status_code == 400
    many = " ".join(map(str, full_set(12)[:23]))
    answer = guest.get("/api/train", query_string={"hand": many, "engine": 12})
    assert (answer.status_code, "at most 22 tiles" in answer.json["error"]) == (400, True)
