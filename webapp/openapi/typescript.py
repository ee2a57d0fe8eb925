"""Schemas as types of TypeScript, for the type checks of the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .schemas import Schema


def declarations(schemas: Mapping[str, Schema]) -> str:
    """A type for each schema, by its name."""
    return "\n".join(
        f"{_comment(schema)}export {_interface(name, schema) if 'properties' in schema else _alias(name, schema)}"
        for name, schema in sorted(schemas.items())
    )


def _interface(name: str, schema: Schema) -> str:
    needed = schema.get("required", ())
    fields = (
        f"{_comment(each, '  ')}  {field}{'' if field in needed else '?'}: {_type(each)};\n"
        for field, each in schema["properties"].items()
    )
    return f"interface {name} {{\n{''.join(fields)}}}\n"


def _alias(name: str, schema: Schema) -> str:
    return f"type {name} = {_type(schema)};\n"


def _comment(schema: Schema, indent: str = "") -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(word) for word in schema.get("enum", [schema.get("const")]))
    if "oneOf" in schema:
        return " | ".join(map(_type, schema["oneOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({"type": each}) for each in kind)
    if kind == "array":
        return _list(schema)
    if kind == "object":
        return _object(schema)
    return {"integer": "number"}.get(str(kind), str(kind))


def _list(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    item, most = _type(schema["items"]), schema.get("maxItems")
    if most is not None and most == schema.get("minItems"):
        return f"[{', '.join([item] * most)}]"
    return f"({item})[]" if " | " in item else f"{item}[]"


def _object(schema: Schema) -> str:
    if "properties" not in schema:
        rest = schema.get("additionalProperties")
        return f"Record<string, {_type(rest) if rest else 'unknown'}>"
    needed = schema.get("required", ())
    fields = (f"{name}{'' if name in needed else '?'}: {_type(each)}" for name, each in schema["properties"].items())
    return f"{{ {'; '.join(fields)} }}"
