"""Whoever sends nonsense, by mistake or on purpose: the dashboard says so, goes on, and loses no event.

What is sent is made from the description of the interface: right requests, and right requests with something wrong.
"""

import json
import logging
import random
import re
import socket
import string
from urllib.parse import quote

import cv2
import numpy as np
import pytest

from muggins.scorer.game import replay
from muggins.scorer.random_games import RandomTable
from muggins.scorer.record import event_to_json, parse_event
from muggins.vision.camera import Newest
from muggins.webapp import create_app
from muggins.webapp.access import Access
from muggins.webapp.journal import Told
from muggins.webapp.live import LiveTable
from muggins.webapp.server import DashboardServer
from muggins.webapp.store import Store
from muggins.webapp.views import picture, safety, world
from muggins.webapp.watching import Watching

REQUESTS = 1000
PICTURES = 200
RAW = 60
PAGES = 15
"""Requests to each."""
SEED = 61
LIKELY = {
    "rules": ["five-up", "all-fives", "block", "cross", "knock-out", "fives-and-threes"],
    "players": [["Ann", "Bob"], ["Ann", "Bob", "Cid"], ["Ann"]],
    "of": [2, 3, 4, 5, 6, 7, 8],
    "options": [{"spinner": "none"}, {"count-doubles-once": "true"}, {}],
}
"""What a table would say, now and then."""
NEVER = {"/api/code"}
"""Asked as it should be, it would let nobody in who joined."""

HOSTILE = [
    "", " ", "\0", "\x1b[2J", "\u202e", "\ud800", "🁡" * 50, "A" * 5000, "'; drop table events; --", "../../etc/passwd",
    "%s%n", "{{7*7}}", "${jndi:ldap://x}", "<script>alert(1)</script>", "__proto__", "1e309", "-1", "null",
    "\r\nX-Bad: 1",
]  # fmt: skip
ODD = [
    None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**70), 10**400, float("inf"), float("nan"), [], {}, [[]],
    {"event": "game"}, [None] * 200, *HOSTILE,
]  # fmt: skip


@pytest.fixture
def begin(monkeypatch, tmp_path, start):
    """A dashboard with games behind it, and one on the table; streams say what there is and end."""
    monkeypatch.setattr(world, "MOST_LISTENERS", 0)
    opened = []

    def begun():
        store, source = Store(str(tmp_path / f"games{len(opened)}.sqlite")), Newest("phone")
        for seed in (1, 2):
            *_, game = RandomTable(start("five-up", target=10), random.Random(seed)).play()
            kept = store.add_game()
            for number, event in enumerate(game.record, 1):
                store.append(kept, number, event_to_json(event))
        live = LiveTable(store)
        live.start_game(start("all-fives", claims="call"))
        watching = Watching(source, live)
        app = create_app(live, watching, access=Access(addresses=("http://192.168.1.20/",)))
        opened.append((store, source))
        return live, watching, app

    yield begun
    for store, source in opened:
        source.close()
        store.close()


class Fuzz:
    """Requests made from the description, with the wrongs that `chance` picks."""

    def __init__(self, description, chance):
        self.description = description
        self.chance = chance
        self.operations = [
            (method, path, operation)
            for path, item in description["paths"].items()
            for method, operation in item.items()
        ]

    def request(self):
        """(method, address, headers, body): of an operation, right or with one thing wrong at least."""
        chance, (method, path, operation) = self.chance, self.chance.choice(self.operations)
        if chance.random() < 0.25:  # most that can be told is told there
            method, path = "post", "/api/events"
            operation = self.description["paths"][path][method]
        is_wrong = path in NEVER or chance.random() < 0.85
        query, headers = [], {"Content-Type": "application/json"}
        for one in operation.get("parameters", ()):
            value = self.wrong(one["schema"]) if is_wrong and chance.random() < 0.6 else self.right(one["schema"])
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", _quoted(value))
            elif one["in"] == "query" and chance.random() < 0.7:
                query.append(f"{one['name']}={_quoted(value)}")
            elif one["in"] == "header" and chance.random() < 0.5:
                headers[one["name"]] = _printable(value)
        body = self.body(operation, is_wrong)
        if is_wrong and chance.random() < 0.15:
            method = chance.choice(["get", "post", "put", "patch", "delete", "options", "head", "propfind"])
        if is_wrong and chance.random() < 0.15:
            kinds = [
                "text/plain",
                "image/jpeg",
                "multipart/form-data",
                "application/json; charset=utf-16",
                "",
                "x" * 300,
            ]
            headers["Content-Type"] = chance.choice(kinds)
        if chance.random() < 0.2:
            headers["Accept"] = chance.choice(
                ["text/event-stream", "*/*;q=x", "text/html", "", "é", "application/jsonl"]
            )
        return method.upper(), path + "?" * bool(query) + "&".join(query), headers, body

    def body(self, operation, is_wrong):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return self.chance.randbytes(self.chance.randrange(200)) if content or is_wrong else b""
        schema = content["application/json"]["schema"]
        if not is_wrong or self.chance.random() < 0.75:
            said = self.spoilt(self.right(schema)) if is_wrong else self.right(schema)
            return json.dumps(said).encode()
        text = json.dumps(self.right(schema)).encode()
        cut = self.chance.randrange(len(text) + 1)
        broken = [
            text[:cut],
            text + text,
            b"\xff\xfe" + text,
            text.replace(b'"', b"'"),
            b"[" * 5000,
            b'{"a":' * 3000,
            b"",
        ]
        return self.chance.choice([*broken, b"nan", b"9" * 5000, self.chance.randbytes(60), b"[" * 70_000])

    def right(self, schema, depth=0):
        """A value as the schema tells."""
        chance = self.chance
        if "$ref" in schema:
            found = self.description
            for name in schema["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            return self.right(found, depth)
        if "oneOf" in schema:
            kinds = schema["oneOf"] if depth < 3 else schema["oneOf"][:1]
            return self.right(chance.choice(kinds), depth + 1)
        if "const" in schema or "enum" in schema:
            return schema["const"] if "const" in schema else chance.choice(schema["enum"])
        kind = schema.get("type", "null")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            many = chance.randint(schema.get("minItems", 0), min(schema.get("maxItems", 4), 4))
            return [self.right(schema["items"], depth + 1) for _ in range(many)]
        if kind == "string":
            tile = f"{chance.randrange(7)}-{chance.randrange(7)}"
            return tile if "pattern" in schema else chance.choice(["Ann", "Bob", "five-up", "1-3", "target"])
        simple = {"integer": chance.randint(1, 6), "number": chance.uniform(0, 99), "boolean": chance.random() < 0.5}
        return simple.get(kind)

    def _object(self, schema, depth):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties")
        needed = schema.get("required", known)
        told = {
            name: self.chance.choice(LIKELY[name])
            if name in LIKELY and self.chance.random() < 0.7
            else self.right(one, depth + 1)
            for name, one in known.items()
            if name in needed or self.chance.random() < 0.2
        }
        if isinstance(rest, dict):
            told |= {name: self.right(rest, depth + 1) for name in self.chance.sample(["Ann", "Bob", "target"], 2)}
        return told

    def wrong(self, schema):
        return self.spoilt(self.right(schema)) if self.chance.random() < 0.3 else self.chance.choice(ODD)

    def spoilt(self, value):
        """The value with something in it that should not be there, or without something that should."""
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.85:
            name, how = chance.choice(list(value)), chance.random()
            if how < 0.15:
                return {key: one for key, one in value.items() if key != name}
            if how < 0.25:
                return value | {chance.choice(HOSTILE) or "x": chance.choice(ODD)}
            return value | {name: self.spoilt(value[name])}
        if isinstance(value, list) and value and chance.random() < 0.6:
            place = chance.randrange(len(value))
            return [*value[:place], self.spoilt(value[place]), *value[place + 1 :]]
        return chance.choice(ODD)


def _quoted(value):
    return quote(str(value).encode("utf-8", "surrogatepass"), safe="")[:6000]


def _printable(value):
    """As a header may carry it: a client's own library refuses the rest."""
    return "".join(letter for letter in str(value)[:500] if letter in string.printable.strip() + " ")


def check_answer(answer, about):
    """Done or refused in a sentence; never a fault of the program's own."""
    text = answer.get_data(as_text=True)
    assert answer.status_code < 500, about
    assert "Traceback" not in text, about
    if text and answer.status_code >= 400 and answer.mimetype == "application/json":
        assert "\n" not in json.loads(text)["error"].strip(), about


def test_a_thousand_malformed_and_hostile_requests_bring_no_fault_and_lose_no_event(begin, caplog):
    caplog.set_level(logging.ERROR)
    live, _, app = begin()
    client = app.test_client()
    fuzz = Fuzz(client.get("/api/openapi.json").get_json(), random.Random(SEED))
    queue, heard, seen, deleted = live.subscribe(), [], {}, set()
    for number in range(REQUESTS):
        method, address, headers, body = fuzz.request()
        about = f"request {number}: {method} {address[:200]} {headers} {body[:300]!r}"
        answer = client.open(address, method=method, headers=headers, data=body)
        check_answer(answer, about)
        if method == "DELETE" and answer.status_code == 204:
            deleted.add(int(re.search(r"/games/(\d+)", address)[1]))
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        while not queue.empty():
            heard.append(queue.get())
    assert caplog.records == []
    # The fuzz is worth something only where requests come through as well as are refused.
    assert seen[200] > REQUESTS / 10
    assert sum(seen.get(status, 0) for status in (400, 404, 405, 409, 413, 415)) > REQUESTS / 3
    check_record(live, [message for message in heard if isinstance(message, Told)], deleted)


def test_pages_asked_for_with_nonsense_in_their_addresses_bring_no_fault(begin, caplog, monkeypatch):
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(picture, "LONGEST_WAIT", 0.0)
    _, _, app = begin()
    client, chance = app.test_client(), random.Random(SEED)
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/api/") and "GET" in rule.methods]
    assert len(rules) >= 10
    for rule in rules:
        for _ in range(PAGES):
            names = {name: chance.choice(ODD) for name in rule.arguments}
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found, names=names: _quoted(names[found[1]]), rule.rule)
            asked = chance.choice(["below", "after", "of", "to", "place", "language"])
            address = f"{path}?{asked}={_quoted(chance.choice(ODD))}"
            answer = client.get(address, headers={"Accept": chance.choice(["text/html", "*/*"])}, buffered=False)
            assert answer.status_code < 500, address[:200]
            answer.close()
    assert caplog.records == []


def check_record(live, told, deleted):
    """Every event was heard once and in order, is on the disk, and makes the game that is on the table."""
    now, store = live.snapshot, live.store
    for game in {one.game_id for one in told}:
        numbers = [one.number for one in told if one.game_id == game]
        stored = store.events(game)
        if not stored and game in deleted:
            continue
        assert numbers == list(range(len(stored) - len(numbers) + 1, len(stored) + 1))
        assert [event_to_json(one.event) for one in told if one.game_id == game] == stored[len(stored) - len(numbers) :]
    assert replay(map(parse_event, store.events(now.game_id))) == now.game
    assert len(told) > 0


def test_broken_pictures_are_refused_in_a_sentence_and_the_right_one_is_shown(begin, caplog, monkeypatch):
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(safety, "MOST_PICTURES", PICTURES + 1)  # each is to be looked at, however fast they come
    live, watching, app = begin()
    client, chance = app.test_client(), random.Random(SEED)
    coloured = np.arange(240 * 320 * 3, dtype=np.uint32).astype(np.uint8).reshape(240, 320, 3)
    right = cv2.imencode(".jpg", coloured)[1].tobytes()
    others = [cv2.imencode(kind, np.zeros((40, 40, 3), np.uint8))[1].tobytes() for kind in (".png", ".webp", ".bmp")]
    headers = {"Phone-Key": watching.phone.key, "Phone": "one"}

    def send(picture):
        answer = client.post("/api/camera", data=picture, content_type="image/jpeg", headers=headers)
        check_answer(answer, picture[:80])
        return answer.status_code

    for _ in range(PICTURES):
        send(broken(chance, right, others))
    assert send(right) == 200
    assert caplog.records == []
    assert live.snapshot.game.scores == {"Ann": 0, "Bob": 0}


def broken(chance, right, others):
    """A picture that was cut, overwritten, mixed up, or is none."""
    picture = bytearray(right)
    how = chance.randrange(5)
    if how == 0:
        return right[: chance.randrange(len(right))]
    if how == 1:
        for _ in range(chance.randint(1, 40)):
            picture[chance.randrange(len(picture))] = chance.randrange(256)
    elif how == 2:  # within the heads, where sizes and tables stand
        for _ in range(chance.randint(1, 6)):
            picture[chance.randrange(min(600, len(picture)))] = chance.randrange(256)
    elif how == 3:
        return right[: chance.randrange(700)] + chance.choice(others) + chance.randbytes(chance.randrange(500))
    else:
        return chance.choice(
            [*others, chance.randbytes(chance.randrange(3000)), b"", b"\xff\xd8\xff\xd9", b"\xff\xd8" * 900]
        )
    return bytes(picture)


def test_raw_nonsense_on_the_line_leaves_the_server_answering(begin, start, tell):
    """What no client's library would send: broken heads, lies about lengths, half a request and then nothing."""
    live, _, app = begin()
    server, chance = DashboardServer(app, port=0), random.Random(SEED)
    server.start()
    try:
        for _ in range(RAW):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(raw(chance))
                line.shutdown(socket.SHUT_WR)
                answer = line.recv(65536)
            # 505 is the right answer to a version of HTTP that there is not.
            assert answer[9:10] != b"5" or answer[9:12] == b"505", answer[:200]
            assert b"Traceback" not in answer
        live.tell(tell("Ann 6-4"))
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            line.sendall(b"GET /api/table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        assert len(live.snapshot.game.record) == 3
    finally:
        server.stop()


def raw(chance):
    head = b"POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return chance.choice(
        [
            chance.randbytes(chance.randrange(1, 400)),
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /%00%ff%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
            b"GET /api/table HTTP/1.1\r\nHost: \xff\xfe[::\r\n\r\n",
            b"GET /api/table HTTP/1.1\r\nHost: [x]:y\r\n\r\n",
            b"GET /api/table HTTP/1.1\r\nHost: localhost\r\nCookie: muggins=" + b"A" * 3000 + b"\r\n\r\n",
            head + b"Content-Length: 99\r\n\r\n{",
            head + b"Content-Length: -5\r\n\r\n{}",
            head + b"Content-Length: x\r\n\r\n{}",
            head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            head + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
            head + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
        ]
    )
