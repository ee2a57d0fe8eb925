"""Requests that nobody should send: made from the interface's description with something wrong, broken pictures, noise.

Whatever is random comes from the `random.Random` that is handed in.
"""

import json
import string
from urllib.parse import quote

LIKELY = {
    "rules": ["five-up", "all-fives", "block", "cross", "knock-out", "fives-and-threes"],
    "players": [["Ann", "Bob"], ["Ann", "Bob", "Cid"], ["Ann"]],
    "of": [2, 3, 4, 5, 6, 7, 8],
    "options": [{"spinner": "none"}, {"count-doubles-once": "true"}, {}],
}
"""Values as a real table would send them, used now and then."""
NEVER = {"/api/code", "/api/leave", "/api/keys"}
"""A correct request to one of these would shut somebody out."""

HOSTILE = [
    "", " ", "\0", "\x1b[2J", "\u202e", "\ud800", "🁡" * 50, "A" * 5000, "'; drop table events; --", "../../etc/passwd",
    "%s%n", "{{7*7}}", "${jndi:ldap://x}", "<script>alert(1)</script>", "__proto__", "1e309", "-1", "null",
    "\r\nX-Bad: 1",
]  # fmt: skip
ODD = [
    None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**70), 10**400, float("inf"), float("nan"), [], {}, [[]],
    {"event": "game"}, [None] * 200, *HOSTILE,
]  # fmt: skip


class Fuzz:
    """Makes requests from the description, with faults that `chance` picks."""

    def __init__(self, description, chance):
        self.description = description
        self.chance = chance
        self.operations = [
            (method, path, operation)
            for path, item in description["paths"].items()
            for method, operation in item.items()
        ]

    def request(self):
        """A request (method, address, headers, body) of an operation, correct or with at least one fault."""
        chance, (method, path, operation) = self.chance, self.chance.choice(self.operations)
        busiest = "/api/events" if "/api/events" in self.description["paths"] else "/api/hall/desk/events"
        if chance.random() < 0.25:  # this route takes most of what can be entered
            method, path = "post", busiest
            operation = self.description["paths"][path][method]
        is_wrong = path in NEVER or chance.random() < 0.85
        query, headers = [], {"Content-Type": "application/json"}
        for one in operation.get("parameters", ()):
            value = self.wrong(one["schema"]) if is_wrong and chance.random() < 0.6 else self.right(one["schema"])
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", quoted(value))
            elif one["in"] == "query" and chance.random() < 0.7:
                query.append(f"{one['name']}={quoted(value)}")
            elif one["in"] == "header" and chance.random() < 0.5:
                headers[one["name"]] = printable(value)
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
        """A value that fits the schema."""
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
        """The value with something added that should not be there, or without something that should."""
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


def quoted(value):
    return quote(str(value).encode("utf-8", "surrogatepass"), safe="")[:6000]


def printable(value):
    """The text as a header may carry it: the client's own library refuses the rest."""
    return "".join(letter for letter in str(value)[:500] if letter in string.printable.strip() + " ")


def broken(chance, right, others):
    """A picture that was cut, overwritten or mixed up, or data that is not a picture."""
    picture = bytearray(right)
    how = chance.randrange(5)
    if how == 0:
        return right[: chance.randrange(len(right))]
    if how == 1:
        for _ in range(chance.randint(1, 40)):
            picture[chance.randrange(len(picture))] = chance.randrange(256)
    elif how == 2:  # within the headers, which hold sizes and tables
        for _ in range(chance.randint(1, 6)):
            picture[chance.randrange(min(600, len(picture)))] = chance.randrange(256)
    elif how == 3:
        return right[: chance.randrange(700)] + chance.choice(others) + chance.randbytes(chance.randrange(500))
    else:
        return chance.choice(
            [*others, chance.randbytes(chance.randrange(3000)), b"", b"\xff\xd8\xff\xd9", b"\xff\xd8" * 900]
        )
    return bytes(picture)


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
