"""The public surface of muggins as sorted lines of text: what scripts, add-ons and records rely on.

Every function takes the object it describes, so that the same functions describe another version of the program.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}
TOLD = ({"event": "hand", "setter": "Ann"}, {"event": "play", "player": "Ann", "tile": "5-5"})


def commands(parser: argparse.ArgumentParser) -> list[str]:
    """One line for each option and argument of every sub-command, with its metavar, default and choices."""
    lines = [f"muggins {_argument(action)}" for action in _arguments(parser)]
    for subparsers in parser._actions:
        if isinstance(subparsers, argparse._SubParsersAction):
            for name, command in subparsers.choices.items():
                lines.append(f"muggins {name}")
                lines += [f"muggins {name} {_argument(action)}" for action in _arguments(command)]
                lines += [f"muggins {name} one of {_exclusive(group)}" for group in command._mutually_exclusive_groups]
    return sorted(lines)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (action for action in parser._actions if not isinstance(action, argparse._SubParsersAction))


def _argument(action: argparse.Action) -> str:
    parts = [", ".join(action.option_strings) or "argument"]
    values = {"metavar": action.metavar, "nargs": action.nargs, "choices": action.choices}
    parts += [f"{key}={value!r}" for key, value in values.items() if value is not None]
    if action.default not in (None, argparse.SUPPRESS):
        parts.append(f"default={str(action.default)!r}")
    if action.type is not None:
        parts.append(f"type={getattr(action.type, '__name__', action.type)}")
    if isinstance(action, argparse._AppendAction):
        parts.append("may be repeated")
    if action.required and action.option_strings:
        parts.append("required")
    return " ".join(parts)


def _exclusive(group: argparse._MutuallyExclusiveGroup) -> str:
    return " ".join(action.option_strings[0] for action in group._group_actions)


def exit_codes(main: Callable[[list[str]], int]) -> list[str]:
    """The exit code of the command when it is done, when a file is missing, and when it is not understood."""
    lines = []
    for arguments in ("--version", "score no-such-file.jsonl", "read no-such-file.jpg", "fly", "score", ""):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                code = main(arguments.split())
            except SystemExit as ended:
                code = int(ended.code or 0)
        lines.append(f"muggins {arguments} -> {code}")
    return lines


def printed_keys(main: Callable[[list[str]], int], photo: Path) -> list[str]:
    """The keys that `muggins read --json` prints for a photo, and `muggins score --json` for a short game."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "game.jsonl")
        record.write_text("\n".join(json.dumps(event) for event in (GAME, *TOLD)))
        asked = {"read": str(photo), "score": str(record)}
        lines = set()
        for command, name in asked.items():
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                assert main([command, name, "--json"]) == 0
            for line in out.getvalue().splitlines():
                lines.update(f"{command}: {key}" for key in keys(json.loads(line)))
    return sorted(lines)


def keys(value: Any, path: str = "") -> Iterator[str]:
    """The path of every key in a JSON value: `tiles[].corners`."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f"{path}{key}"
            yield from keys(inner, f"{path}{key}.")
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, f"{path.removesuffix('.')}[].")


def routes(app: Any) -> list[str]:
    """Every method and path that the Flask app answers."""
    return sorted(
        f"{method} {rule.rule}" for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}
    )


def streamed(app: Any) -> list[str]:
    """The names of the events of `/api/stream` and the keys of their data, from a short game."""
    client = app.test_client()
    assert client.post("/api/games", json=GAME).status_code == 200
    for event in TOLD:
        assert client.post("/api/events", json=event).status_code == 200
    number = client.get("/api/table").get_json()["id"]
    lines = set()
    for heard in (f"{number}-1", f"{number + 7}-1"):
        with client.get(f"/api/stream?after={heard}") as answer:
            for sent in _sent(answer.response):
                lines.add(sent["event"])
                lines.update(f"{sent['event']}: {key}" for key in json.loads(sent["data"]))
                if (sent["event"], sent.get("id")) == ("told", f"{number}-3"):
                    break
                if sent["event"] == "changed" and not heard.startswith(f"{number}-"):
                    break
    return sorted(lines)


def _sent(chunks: Iterable[bytes | str]) -> Iterator[dict[str, str]]:
    """The server-sent events that carry data."""
    for chunk in chunks:
        text = chunk if isinstance(chunk, str) else chunk.decode()
        for block in text.split("\n\n"):
            sent = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "data" in sent:
                yield sent


def interface(description: Mapping[str, Any]) -> list[str]:
    """Every operation of the OpenAPI description with its parameters, and every key of what it takes and answers."""
    lines = set()
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            about = f"{method.upper()} {path}"
            lines.add(f"{about} open to {operation.get('x-open-to')}")
            for parameter in operation.get("parameters", ()):
                needed = " required" if parameter.get("required") else ""
                lines.add(f"{about} {parameter['in']} {parameter['name']}{needed} {_kind(parameter['schema'])}")
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                lines.update(f"{about} takes {kind} {key}" for key in _schema(content.get("schema", {})))
            for status, response in operation["responses"].items():
                lines.add(f"{about} answers {status} {response.get('$ref', '')}".rstrip())
                for kind, content in response.get("content", {}).items():
                    lines.update(f"{about} answers {status} {kind} {key}" for key in _schema(content.get("schema", {})))
    for name, schema in description["components"]["schemas"].items():
        lines.update(f"{name} {key}" for key in _schema(schema))
    return sorted(lines)


def _schema(schema: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The type of a schema, and of every key in it."""
    yield f"{path or '.'} {_kind(schema)}"
    for word in ("oneOf", "anyOf", "allOf"):
        for inner in schema.get(word, ()):
            yield from _schema(inner, path)
    required = schema.get("required", ())
    for key, inner in schema.get("properties", {}).items():
        yield from _schema(inner, f"{path}.{key}{'!' if key in required else ''}")
    if "items" in schema:
        yield from _schema(schema["items"], f"{path}[]")
    if isinstance(schema.get("additionalProperties"), Mapping):
        yield from _schema(schema["additionalProperties"], f"{path}.*")


def _kind(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kind = json.dumps(schema["const"]) if "const" in schema else str(schema.get("type", "any"))
    return f"{kind} of {', '.join(map(str, schema['enum']))}" if "enum" in schema else kind


def events(kinds: Mapping[str, type], added: Iterable[str], faults: Iterable[str]) -> list[str]:
    """Each kind of event with the keys it carries, what the scorer adds to events, and the names of faults."""
    lines = [f"event {name}" for name in kinds]
    for name, kind in kinds.items():
        lines += [f"event {name} {each.name}{'!' if each.default is MISSING else ''}" for each in fields(kind)]
    return sorted([*lines, *(f"added {key}" for key in added), *(f"fault {fault}" for fault in faults)])


def doubts(kinds: Iterable[str]) -> list[str]:
    return sorted(f"doubt {kind}" for kind in kinds)


def exports(names: Iterable[str]) -> list[str]:
    return sorted(f"from muggins.scorer import {name}" for name in names)
