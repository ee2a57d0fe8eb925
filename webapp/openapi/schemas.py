"""JSON Schemas of types: typed dictionaries, dataclasses, literals, and lists and mappings of these."""

from __future__ import annotations

import ast
import enum
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints

from muggins.scorer.json_types import Keywords

Schema = dict[str, Any]
Fields = dict[str, tuple[Schema, bool]]
"""The schema of each field of an object, and whether the field is always there."""

UNIONS = (Union, UnionType)
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


@dataclass
class Schemas:
    """The schemas of types, and the components that they refer to.

    A class is a component of its name, without `Json` at its end; a private class stands where it is used. In
    `Annotated` a text describes the type, Keywords belong to its schema, and a tuple names types whose fields together
    make up one object.
    """

    events: Mapping[str, type]
    """The dataclasses that the field `event` of an object tells apart, by its value."""
    written: Mapping[type, Any]
    """The types of what classes are written as."""
    components: dict[str, Schema] = field(default_factory=dict)

    def of(self, kind: Any) -> Schema:
        """The schema of a type."""
        origin, parts = get_origin(kind), get_args(kind)
        if kind is Any:
            return {}
        if origin is Annotated:
            return self._annotated(parts[0], parts[1:])
        if origin is Literal:
            return {"type": PLAIN[type(parts[0])], "enum": list(parts)}
        if origin in UNIONS:
            return self._union(parts)
        if origin is tuple and parts[-1] is not Ellipsis:
            items = [self.of(part) for part in parts]
            alike = {"items": items[0]} if items.count(items[0]) == len(items) else {"prefixItems": items}
            return {"type": "array", **alike, "minItems": len(items), "maxItems": len(items)}
        if origin in (list, tuple, Sequence):
            return {"type": "array", "items": self.of(parts[0])}
        if origin in (dict, Mapping):
            return {"type": "object"} | ({} if parts[1] is Any else {"additionalProperties": self.of(parts[1])})
        if hasattr(kind, "__supertype__"):
            return self.of(kind.__supertype__)
        if isinstance(kind, enum.EnumType):
            return {"type": "string", "enum": [member.value for member in kind]}  # type: ignore[var-annotated]
        if kind in PLAIN:
            return {"type": PLAIN[kind]}
        if kind in self.written:
            return self.of(self.written[kind])
        return self._class(kind)

    def _annotated(self, kind: Any, notes: Sequence[Any]) -> Schema:
        keywords: Schema = {}
        for note in notes:
            keywords |= {"description": note} if isinstance(note, str) else note if isinstance(note, Keywords) else {}
        name = keywords.pop("title", None)
        parts = next((note for note in notes if isinstance(note, tuple)), (kind,))

        def made() -> Schema:
            return (self.of(parts[0]) if len(parts) == 1 else self._object(parts)) | keywords

        return self._component(name, made) if name else made()

    def _component(self, name: str, make: Callable[[], Schema]) -> Schema:
        if name not in self.components:
            self.components[name] = {}  # it may refer to itself
            self.components[name] = make()
        return {"$ref": f"#/components/schemas/{name}"}

    def _union(self, parts: Sequence[Any]) -> Schema:
        events = [part for part in parts if part in self.events.values()]
        schemas = [self.of(part) for part in parts if part not in events]
        if events:
            schemas.insert(0, self._component("Event", lambda: {"oneOf": [*map(self.of, events)]}))
        if len(schemas) == 2 and all(set(schema) == {"type"} for schema in schemas):
            return {"type": [schema["type"] for schema in schemas]}
        return {"oneOf": schemas} if len(schemas) > 1 else schemas[0]

    def _class(self, kind: type) -> Schema:
        about = {"description": one_line(kind.__doc__)} if kind.__doc__ else {}
        if kind.__name__.startswith("_"):
            return about | self._object((kind,))
        event = self._event(kind)
        name = f"{event.title().replace('_', '')}Event" if event else kind.__name__.removesuffix("Json")
        return self._component(name, lambda: about | self._object((kind,)))

    def _event(self, kind: type) -> str | None:
        return next((name for name, each in self.events.items() if each is kind), None)

    def _object(self, kinds: Sequence[Any]) -> Schema:
        """An object with the fields of all the types."""
        known: Fields = {}
        for kind in kinds:
            for name, (schema, is_needed) in self.fields(kind).items():
                if name in known and not is_needed:  # else it takes the place of what is written before
                    schema, is_needed = _either(known[name][0], schema), known[name][1]
                known[name] = schema, is_needed
        needed = [name for name, (_, is_needed) in known.items() if is_needed]
        return {
            "type": "object",
            "properties": {name: schema for name, (schema, _) in known.items()},
            **({"required": needed} if needed else {}),
            "additionalProperties": False,
        }

    def fields(self, kind: Any) -> Fields:
        """The fields of an object. A dataclass may leave out those with a default, a union those of some parts."""
        if get_origin(kind) in UNIONS:
            return _any_of([self.fields(part) for part in get_args(kind)])
        event = self._event(kind)
        found: Fields = {"event": ({"const": event}, True)} if event else {}
        hints, texts = get_type_hints(kind, include_extras=True), docstrings(kind)
        for name, hint in hints.items():
            is_needed = not _is_optional(kind, name, hint)
            if get_origin(hint) is NotRequired:
                hint = get_args(hint)[0]
            elif not is_needed and is_dataclass(kind) and get_origin(hint) in UNIONS:  # a default is left out
                hint = Union[tuple(part for part in get_args(hint) if part is not NoneType)]  # noqa: UP007
            found[name] = self.of(hint) | ({"description": texts[name]} if name in texts else {}), is_needed
        return found


def _is_optional(kind: Any, name: str, hint: Any) -> bool:
    if is_dataclass(kind):
        each = next(each for each in fields(kind) if each.name == name)
        return each.default is not MISSING or each.default_factory is not MISSING
    return name in kind.__optional_keys__ or get_origin(hint) is NotRequired


def _any_of(found: Sequence[Fields]) -> Fields:
    """The fields of all these; those that each of them always has are always there."""
    merged: Fields = {}
    for each in found:
        for name, (schema, _) in each.items():
            is_needed = all(name in others and others[name][1] for others in found)
            merged[name] = _either(merged[name][0], schema) if name in merged else schema, is_needed
    return merged


def _either(one: Schema, other: Schema) -> Schema:
    """The schema of what is one or the other."""
    words = [word for each in (one, other) for word in each.get("enum", [each["const"]] if "const" in each else [])]
    if len(words) > 1:
        return {"type": "string", "enum": list(dict.fromkeys(words))}
    if one.get("type", one.get("$ref")) == other.get("type", other.get("$ref")):
        about = {key: each[key] for each in (one, other) for key in each if key == "description"}
        return {key: one[key] for key in one if other.get(key) == one[key]} | about
    return {"oneOf": [one, other]}


def docstrings(kind: type) -> dict[str, str]:
    """The docstrings below the fields of a class."""
    texts: dict[str, str] = {}
    written = next(node for node in _classes(kind.__module__) if node.name == kind.__name__)
    for name in written.bases:  # a TypedDict does not know its bases itself
        base = getattr(sys.modules[kind.__module__], ast.unparse(name))
        texts |= docstrings(base) if base is not TypedDict else {}
    for above, below in pairwise(written.body):
        if isinstance(above, ast.AnnAssign) and isinstance(below, ast.Expr):
            texts[ast.unparse(above.target)] = one_line(ast.literal_eval(below.value))
    return texts


@cache
def _classes(module: str) -> list[ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def one_line(text: str) -> str:
    """A docstring, or a paragraph of one, without its line breaks."""
    return " ".join(text.split())
