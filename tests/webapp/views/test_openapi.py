"""The description of the interface: every route is in the file, everything in the file exists, answers fit it."""

import json
import re
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from json_schema import faults_of, resolve
from photographed import FixedReader

from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.counting.photo_reader import PhotoReader
from muggins.webapp.counting.views import PHOTOS_EXTENSION
from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.receivers.views import tell_receivers
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store
from muggins.webapp.speech.sounds import SoundPack
from muggins.webapp.web.access import Access, Role
from muggins.webapp.web.context import CONTEXT_EXTENSION
from muggins.webapp.web.streams import EventStream

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def description():
    app = create_app(GameSession())
    return app.test_client().get("/api/openapi.json").get_json()


@pytest.fixture(scope="module")
def operations(description):
    """(method, path) to the operation."""
    return {
        (method, path): item[method]
        for path, item in description["paths"].items()
        for method in METHODS
        if method in item
    }


def routes():
    """Every route of the interface as the file writes it, with the view behind it: (method, path, arguments, view)."""
    app = create_app(GameSession())
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield method.lower(), path, rule.arguments, app.view_functions[rule.endpoint]


def test_every_route_is_in_the_file_and_everything_in_the_file_exists(operations):
    assert {(method, path) for method, path, _, _ in routes()} == set(operations)


def test_the_file_names_the_arguments_of_every_path_and_who_may_ask(operations):
    for method, path, arguments, view in routes():
        operation = operations[method, path]
        told = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}
        assert told == set(arguments), path
        assert operation["x-open-to"] == getattr(view, "open_to", Role.HOST).name.lower(), (method, path)


def test_everything_in_the_file_is_defined_once_and_found(description, operations):
    assert len({operation["operationId"] for operation in operations.values()}) == len(operations)
    tags = {tag["name"] for tag in description["tags"]}
    for (method, path), operation in operations.items():
        assert operation["summary"], path
        assert set(operation["tags"]) <= tags
        assert "default" in operation["responses"]
        assert ("requestBody" in operation) == (method == "post"), path
    used = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description))
    assert set(used) == set(description["components"]["schemas"])


@dataclass
class Asking:
    """Asks a dashboard and holds every answer against the description."""

    description: dict
    client: object = None
    asked: set = field(default_factory=set)

    def __call__(self, method, path, status=200, *, headers=None, query=None, data=None, kind=None, json=None, **names):
        headers = dict(headers or {})
        if method != "get" and data is None:
            json = {} if json is None else json
        answer = self.client.open(
            path.format(**names), method=method.upper(), headers=headers, query_string=query, data=data,
            content_type=kind, json=json,
        )  # fmt: skip
        assert answer.status_code == status, answer.get_data(as_text=True)[:300]
        operation = self.description["paths"][path][method]
        if status < 400:
            self.asked.add((method, path))
            taken = operation.get("requestBody", {}).get("content", {}).get("application/json")
            assert not taken or faults_of(json, taken["schema"], self.description, f"{method} {path}") == []
        told = operation["responses"].get(str(status)) or resolve(operation["responses"]["default"], self.description)
        if "content" not in told:
            assert not answer.data
            return answer
        assert answer.mimetype in told["content"], path
        schema = told["content"][answer.mimetype]["schema"]
        if answer.mimetype == "application/json":
            assert faults_of(answer.get_json(), schema, self.description, f"{method} {path}") == []
        return answer

    def lines(self, answer):
        """Of an answer of JSON Lines, each as described."""
        lines = [json.loads(line) for line in answer.get_data(as_text=True).splitlines() if line]
        for line in lines:
            assert faults_of(line, self.description["components"]["schemas"]["Line"], self.description) == []
        return lines


@pytest.fixture
def ask(description, tmp_path, monkeypatch):
    """A dashboard that keeps games, with a phone as its camera; streams say what there is and end."""
    monkeypatch.setattr(EventStream, "__iter__", lambda stream: iter([stream.read()[0]]))
    store = Store(str(tmp_path / "games.sqlite"))
    live, source = GameSession(store), LiveSource("phone")
    access = Access(addresses=("http://192.168.1.20:8765/",))
    watching = WatchThread(source, live)
    asking = Asking(description, create_app(live, watching, access=access).test_client())
    asking.client.application.extensions[PHOTOS_EXTENSION] = PhotoReader(lambda: FixedReader("6-4 5-0"))
    asking.live, asking.key, asking.code = live, watching.phone.key, access.keys.code
    receivers = Receivers(live)
    tell_receivers(asking.client.application, receivers)
    asking.client.application.extensions[CONTEXT_EXTENSION].encoder.sounds = SoundPack(tmp_path)
    yield asking
    receivers.stop()
    source.close()
    store.close()


GAME = {"event": "game", "rules": "five-up", "players": ["Zoë", "Ann"], "claims": "call"}
JPEG = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()

MP3 = b"ID3" + bytes(50)


def play(ask, player, tile, on=None):
    said = {"event": "play", "player": player, "tile": tile} | ({"on": on} if on else {})
    return ask("post", "/api/events", json=said)


def test_every_operation_answers_as_the_file_says(ask, operations, watched):
    """A short evening asked of the interface; whatever is added to it must be asked here too."""
    ask("get", "/api/table")
    assert ask("post", "/api/games", json=GAME).get_json() == {"id": 1}
    play(ask, "Zoë", "5-5")
    ask("post", "/api/events", json={"event": "claim", "player": "Zoë", "points": 3})
    ask("post", "/api/events", json={"event": "claim", "player": "Zoë", "points": 2})
    play(ask, "Ann", "5-0", "5-5")
    ask("post", "/api/events", json={"event": "draw", "player": "Zoë", "tiles": 2})
    said = {"event": "play", "player": "Ann", "tile": "5-1", "on": "5-5"}
    ask("post", "/api/events", json={"event": "correct", "of": 6, "said": said})
    ask("post", "/api/undo")
    assert ask("post", "/api/voice", json={"language": "pt"}).get_json() == {"language": "pt_BR"}
    ask("post", "/api/voice", 400, json={"language": 7})
    ask("post", "/api/redo")
    ask("post", "/api/events", json={"event": "hand_end", "hands": {"Zoë": None, "Ann": []}})
    ask("get", "/api/table", query={"language": "es", "talk": "yes"})
    ask("get", "/api/stream", query={"after": "1-2"})

    seen = watched(rules=None)
    seen.session = ask.live
    ask("post", "/api/games", json=GAME | {"claims": "auto"})
    seen.see("5-5")
    seen.doubt("value", "5-4", "5-4", "5-3")
    question = ask("get", "/api/table").get_json()["questions"][0]
    assert question["choices"][0]["tile"] == "5-4"
    ask("get", "/api/questions/{question}/picture", 204, question=question["id"])
    ask("post", "/api/questions/{question}", json={"choice": 0}, question=question["id"])
    ask("post", "/api/questions/{question}", 409, json={"choice": 0}, question=question["id"])
    ask("post", "/api/pause", json={"paused": True})
    ask("post", "/api/pause", 400, json={"paused": "yes"})

    assert [game["id"] for game in ask("get", "/api/games").get_json()["games"]] == [2, 1]
    assert [game["id"] for game in ask("get", "/api/games", query={"below": 2}).get_json()["games"]] == [1]
    ask("get", "/api/games", 400, query={"most": "all"})
    ask("get", "/api/games/{game}", game=1)
    ask("get", "/api/games/{game}", 404, game=99)
    ask("get", "/api/games/{game}/replay", game=1, query={"language": "es"})
    record = ask.lines(ask("get", "/api/games/{game}/events", game=1))
    assert [line["number"] for line in record] == list(range(1, 12))
    ask("get", "/api/games/{game}/events", headers={"Accept": "text/event-stream"}, game=1)
    ask("get", "/api/games/{game}/events", 204, headers={"Accept": "text/event-stream"}, query={"after": 11}, game=1)
    ask("get", "/api/games/{game}/scoresheet.csv", game=1)
    ask("get", "/api/games/{game}/scoresheet.html", game=1)
    ask.live.store.append(1, 12, {"event": "take_back"}, picture=JPEG)
    ask("get", "/api/games/{game}/events/{number}/picture", game=1, number=12)
    ask("get", "/api/games/{game}/events/{number}/picture", 404, game=1, number=2)
    ask("get", "/api/games/{game}/stills/{number}", game=1, number=3)
    ask.live.keep_clip(1, 12, b"RIFF")
    ask("get", "/api/games/{game}/events/{number}/clip", game=1, number=12)
    ask("get", "/api/games/{game}/events/{number}/clip", 404, game=1, number=2)
    ask("get", "/api/games/{game}/events/{number}/hand.zip", game=1, number=3)
    ask("get", "/api/players")
    ask("delete", "/api/games/{game}", 404, game=99)
    ask("delete", "/api/games/{game}", 204, game=1)

    ask("get", "/api/receivers")
    assert ask("post", "/api/receivers", json={"kind": "hook", "address": "http://127.0.0.1:1/"}).get_json()["secret"]
    ask("get", "/api/receivers")
    ask("post", "/api/receivers", 400, json={"kind": "hook", "address": "example.org"})
    ask("post", "/api/sounds/{moment}", 204, data=MP3, kind="audio/mpeg", moment="score", query={"player": "Ann"})
    (sound,) = ask("get", "/api/sounds").get_json()["sounds"]
    ask("get", "/api/sounds/{name}", name=sound["file"])
    ask("delete", "/api/sounds/{moment}", 204, moment="score", query={"player": "Ann"})
    ask("post", "/api/heard", json={"heard": ["well played"]})
    ask("post", "/api/heard", 400, json={"heard": "ten"})
    ask("get", "/api/sight")
    assert ask("get", "/api/cameras").get_json()["chosen"] == "phone"
    ask("post", "/api/cameras", json={"camera": "phone"})
    ask("post", "/api/cameras", 409, json={"camera": "/etc/passwd"})
    ask("post", "/api/pictures", json={"pictures": "live"})
    assert ask("post", "/api/clips", json={"clips": True}).get_json()["clips"]
    ask("post", "/api/clips", 400, json={"clips": "yes"})
    ask("post", "/api/camera", 403, data=JPEG, kind="image/jpeg")
    ask("post", "/api/camera", data=JPEG, kind="image/jpeg", headers={"Phone-Key": ask.key, "Phone": "one"})
    ask("post", "/api/camera/away", json={"key": ask.key, "phone": "one"})

    ask("post", "/api/games", json=GAME | {"rules": "by-hands", "claims": "auto"})
    ask("post", "/api/hands", json={"player": "Ann", "hand": ["6-4", "0-0"]})
    ask("post", "/api/hands", 409, json={"player": "Ann", "points": 3})
    ask("post", "/api/hands", json={"player": "Ann", "points": 3, "replaces": True})
    ask("post", "/api/hands", 400, json={"player": "Ann", "points": 3, "replaces": 1})
    ask("get", "/api/table")
    ask("get", "/api/games/{game}/replay", game=3)
    ask("get", "/api/worth", query={"layout": "5-5, 5-0>5-5", "rules": "all-fives"})
    ask("get", "/api/worth", 400, query={"layout": "5-5, 4-0>5-5"})
    assert ask("get", "/api/train", query={"hand": "6-4 4-1", "engine": "6"}).get_json() == {"train": ["6-4", "4-1"]}
    ask("get", "/api/train", 400, query={"hand": "6-7-8", "engine": "6"})
    ask("get", "/api/train", 400, query={"hand": "6-4 4-1", "engine": "six"})
    ask("post", "/api/count", 400, data=b"no photo", kind="image/jpeg")
    ask("post", "/api/count", data=JPEG, kind="image/jpeg", query={"picture": "yes"})

    ask("post", "/api/rematch")
    ask("get", "/api/invitation")
    ask("get", "/api/invitation.svg")
    ask("post", "/api/invitation", 400, json={"address": "http://10.0.0.9/"})
    ask("post", "/api/invitation", json={"address": ask("get", "/api/invitation").get_json()["addresses"][0]})
    ask("post", "/api/phones")
    ask("post", "/api/join", json={"code": ask.code})
    ask("post", "/api/join", 403, json={"code": "WRONG1"})
    ask("post", "/api/seat", json={"player": "Ann"})
    assert ask("get", "/api/me").get_json()["player"] == "Ann"
    ask("post", "/api/seats/free", 403, json={"player": "Ann"})
    ask("post", "/api/leave")
    ask("post", "/api/seats/free", json={"player": "Ann"})
    ask("post", "/api/code")
    ask("post", "/api/keys")
    ask("post", "/api/host", 403)
    ask.client.application.extensions["muggins-auth"].access.trusts_this_machine = True
    ask("post", "/api/host")
    ask("get", "/api/openapi.json")
    assert set(operations) - ask.asked == set()


def test_an_answer_that_differs_from_the_description_is_found(description):
    listed = {"$ref": "#/components/schemas/Moment"}
    moment = {"number": 3, "hand": 1, "player": "Ann", "tile": "5-5", "on": None, "count": 10, "points": 2}
    assert faults_of(moment, listed, description) == []
    for wrong in ({"tile": "55"}, {"points": "2"}, {"player": ""}, {"points": True}, {"colour": "red"}, {"on": 5}):
        assert faults_of(moment | wrong, listed, description) != [], wrong
    assert faults_of({key: moment[key] for key in moment if key != "hand"}, listed, description) != []
