"""The operations of an app, as its views declare them by their docstrings, signatures and marks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from flask import Flask
from werkzeug.routing import Rule

from ..web.access import Role
from ..web.described import Header, Media, NothingJson
from .schemas import Schema, Schemas, one_line


def paths(app: Flask, schemas: Schemas, tag_of: Mapping[str, str]) -> Schema:
    """Every operation below `/api/`, by path and method; `tag_of` is the tag of each blueprint."""
    found: Schema = {}
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            tag = tag_of[rule.endpoint.partition(".")[0]]
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                operation = _operation(app.view_functions[rule.endpoint], rule, method, schemas)
                found.setdefault(path, {})[method.lower()] = {**operation, "tags": [tag]}
    return {path: dict(sorted(operations.items())) for path, operations in sorted(found.items())}


def _operation(view: Callable[..., object], rule: Rule, method: str, schemas: Schemas) -> Schema:
    summary, *rest = map(one_line, (inspect.getdoc(view) or "").split("\n\n"))
    body, arguments = getattr(view, "takes", (NothingJson, None))
    parameters = [*_in_path(view, rule, schemas), *_arguments(arguments, schemas)]
    return {
        "operationId": view.__name__,
        "summary": summary.removesuffix("."),
        **({"description": " ".join(rest)} if rest else {}),
        "x-open-to": getattr(view, "open_to", Role.HOST).name.lower(),
        **({"parameters": parameters} if parameters else {}),
        **({"requestBody": {"required": True, "content": _content(body, schemas)}} if method == "POST" else {}),
        "responses": {
            **dict(_answers(get_type_hints(view, include_extras=True)["return"], schemas)),
            "default": {"$ref": "#/components/responses/Refused"},
        },
    }


def _in_path(view: Callable[..., object], rule: Rule, schemas: Schemas) -> Iterator[Schema]:
    for name, hint in get_type_hints(view, include_extras=True).items():
        if name in rule.arguments:
            yield _parameter(name, "path", True, schemas.of(hint))


def _arguments(kind: type | None, schemas: Schemas) -> Iterator[Schema]:
    if kind is None:
        return
    for name, (schema, is_needed) in schemas.fields(kind).items():
        hint = get_type_hints(kind, include_extras=True)[name]
        header = next((note for note in get_args(hint) if isinstance(note, Header)), None)
        yield _parameter(header.name if header else name, "header" if header else "query", is_needed, schema)


def _parameter(name: str, place: str, is_needed: bool, schema: Schema) -> Schema:
    about = {"description": schema.pop("description")} if "description" in schema else {}
    return {"name": name, "in": place, "required": is_needed, "schema": schema, **about}


def _answers(hint: Any, schemas: Schemas) -> Iterator[tuple[str, Schema]]:
    """Each status with what it answers. A type that says nothing of its media is JSON."""
    for kind in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        about = [note for note in get_args(kind)[1:] if isinstance(note, str)] if get_origin(kind) is Annotated else []
        content = _content(kind, schemas)
        status = "200" if content else "204"
        yield status, {"description": about[-1] if about else "Success.", **({"content": content} if content else {})}


def _content(kind: Any, schemas: Schemas) -> Schema:
    """The body of a request or an answer, by its media types."""
    media = next((note for note in get_args(kind) if isinstance(note, Media)), None)
    if media is None:
        return {"application/json": {"schema": schemas.of(kind)}}
    return {each: {"schema": _of_media(each)} for each in media.types}


def _of_media(media: str) -> Schema:
    if media == "application/json":
        return {"type": "object"}
    is_text = media.startswith("text/") or media in ("application/jsonl", "image/svg+xml")
    return {"type": "string"} if is_text else {"type": "string", "format": "binary"}
