"""Checks values against schemas of the OpenAPI description, with the keywords of JSON Schema that it uses."""

import re

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
ANNOTATIONS = {"description", "examples", "format"}


def faults_of(value, schema, description, at="answer"):
    """Each violation of a schema in a sentence. A schema with an unknown keyword fails the test."""
    if "$ref" in schema:
        return faults_of(value, resolve(schema, description), description, at)
    unknown = set(schema) - {"type", *KEYWORDS} - ANNOTATIONS
    assert not unknown, f"{at}: the test knows nothing of {unknown}"
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_kind(value, kind) for kind in kinds):
        return [f"{at}: expected {' or '.join(kinds)}, got {value!r:.60}"]
    return [fault for name in KEYWORDS if name in schema for fault in KEYWORDS[name](value, schema, description, at)]


def is_kind(value, kind):
    return isinstance(value, KINDS[kind]) and not (isinstance(value, bool) and kind in ("integer", "number"))


def resolve(schema, description):
    found = description
    for name in schema["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found


def _properties(value, schema, description, at):
    if not isinstance(value, dict):
        return []
    known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    faults = []
    for name, one in value.items():
        if name in known:
            faults += faults_of(one, known[name], description, f"{at}.{name}")
        elif rest is False:
            faults.append(f"{at}: {name!r} is not in the description")
        elif rest is not True:
            faults += faults_of(one, rest, description, f"{at}.{name}")
    return faults


def _required(value, schema, _description, at):
    return [
        f"{at}: {name!r} is missing" for name in schema["required"] if isinstance(value, dict) and name not in value
    ]


def _items(value, schema, description, at):
    each = enumerate(value) if isinstance(value, list) else ()
    return [fault for n, one in each for fault in faults_of(one, schema["items"], description, f"{at}[{n}]")]


def _prefix_items(value, schema, description, at):
    each = enumerate(zip(value, schema["prefixItems"], strict=False)) if isinstance(value, list) else ()
    return [fault for n, (one, kind) in each for fault in faults_of(one, kind, description, f"{at}[{n}]")]


def _one_of(value, schema, description, at):
    fitting = [one for one in schema["oneOf"] if not faults_of(value, one, description, at)]
    return [] if len(fitting) == 1 else [f"{at}: {len(fitting)} of {len(schema['oneOf'])} fit {value!r:.80}"]


def _plain(is_right):
    def check(value, schema, _description, at):
        return [] if is_right(value, schema) else [f"{at}: {value!r:.60} is not as {schema} tells"]

    return check


KEYWORDS = {
    "properties": _properties,
    "additionalProperties": lambda *given: [] if "properties" in given[1] else _properties(*given),
    "required": _required,
    "items": _items,
    "prefixItems": _prefix_items,
    "oneOf": _one_of,
    "const": _plain(lambda value, schema: value == schema["const"]),
    "enum": _plain(lambda value, schema: value in schema["enum"]),
    "pattern": _plain(lambda value, schema: re.search(schema["pattern"], value)),
    "minLength": _plain(lambda value, schema: len(value) >= schema["minLength"]),
    "minItems": _plain(lambda value, schema: len(value) >= schema["minItems"]),
    "maxItems": _plain(lambda value, schema: len(value) <= schema["maxItems"]),
    "minimum": _plain(lambda value, schema: value >= schema["minimum"]),
    "maximum": _plain(lambda value, schema: value <= schema["maximum"]),
}
