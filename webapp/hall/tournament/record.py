"""The record of a tournament as JSON, one event a line."""

from __future__ import annotations

import enum
import functools
import json
import math
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from muggins.texts import Text, lazy_gettext

from .events import EVENT_NAMES, Event, TournamentError
from .formats import HIGHEST_LOT, Lot

HIGHEST_WHOLE = 1_000_000
"""No number of an entry, a table or points is greater."""
LONGEST_TEXT = 200
_NAME_OF = {kind: name for name, kind in EVENT_NAMES.items()}


def parse_event(line: str | Mapping[str, Any]) -> Event:
    """The event in a line of JSON or in a JSON object. TournamentError says what was expected and what came."""
    data: Any = line
    if isinstance(line, str):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise TournamentError(
                "an event is one JSON object a line, not %(text)s", text=repr(line.strip()[:80])
            ) from None
    if not isinstance(data, Mapping):
        raise TournamentError("an event is a JSON object, not %(text)s", text=_short(data))
    name = data.get("event")
    if not isinstance(name, str) or name not in EVENT_NAMES:
        raise TournamentError(
            "event: one of %(names)s is expected, not %(text)s", names=", ".join(EVENT_NAMES), text=_short(name)
        )
    return cast(Event, _read(EVENT_NAMES[name], {key: data[key] for key in data if key != "event"}, name))


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object that `parse_event` reads. Fields with their default value are left out."""
    return {"event": _NAME_OF[type(event)], **to_json(event)}


def write_record(events: Iterable[Event]) -> str:
    """The events, a line of JSON each, as `parse_event` reads them."""
    return "".join(json.dumps(event_to_json(event), ensure_ascii=False) + "\n" for event in events)


def to_json(value: Any) -> Any:
    """A value of the record as JSON. An object leaves out the fields that have their default value."""
    if is_dataclass(value):
        return {
            field.name: to_json(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != _default(field)
        }
    return [to_json(part) for part in value] if isinstance(value, tuple) else value


def _default(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


@functools.cache
def _kinds(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any, where: str) -> Any:
    """A value of a type, read from JSON. TournamentError begins with `where` it stands."""
    if is_dataclass(kind):
        return _read_object(cast(type, kind), value, where)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if value is None else _read(parts[0], value, where)
    if origin is Literal:
        if value in parts and type(value) in map(type, parts):
            return value
        raise _wrong(where, lazy_gettext("one of %(words)s", words=", ".join(map(str, parts))), value)
    if origin is tuple:
        return _read_list(parts, value, where)
    if isinstance(kind, enum.EnumType):
        words = [member.value for member in kind]  # type: ignore[var-annotated]
        if value not in words:
            raise _wrong(where, lazy_gettext("one of %(words)s", words=", ".join(words)), value)
        return kind(value)
    return _read_plain(kind, value, where)


def _read_object(kind: type, value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise _wrong(where, lazy_gettext("an object"), value)
    known = {field.name: field for field in fields(kind)}
    for key in value:
        if key not in known:
            raise _wrong(where, lazy_gettext("only %(names)s", names=", ".join(known)), key)
    for name, field in known.items():
        if name not in value and _default(field) is MISSING:
            raise TournamentError("%(where)s: %(name)s is missing", where=where, name=name)
    kinds = _kinds(kind)
    return kind(**{str(key): _read(kinds[key], part, f"{where}: {key}") for key, part in value.items()})


def _read_list(parts: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(where, lazy_gettext("a list"), value)
    if parts[-1] is Ellipsis:
        return tuple(_read(parts[0], part, where) for part in value)
    if len(value) != len(parts):
        raise _wrong(where, lazy_gettext("a list of %(number)s", number=len(parts)), value)
    return tuple(_read(part_kind, part, where) for part_kind, part in zip(parts, value, strict=True))


def _read_plain(kind: Any, value: Any, where: str) -> Any:
    if kind is str:
        if isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable() and value == value.strip():
            return value
        raise _wrong(where, lazy_gettext("a text of at most %(number)s characters", number=LONGEST_TEXT), value)
    if kind is bool:
        if isinstance(value, bool):
            return value
        raise _wrong(where, lazy_gettext("true or false"), value)
    if kind in (int, Lot):
        if type(value) is int and abs(value) <= (HIGHEST_LOT if kind is Lot else HIGHEST_WHOLE):
            return value
        raise _wrong(where, lazy_gettext("a whole number"), value)
    if type(value) in (int, float) and math.isfinite(value) and abs(value) < 1e15:
        return value
    raise _wrong(where, lazy_gettext("a number"), value)


def _wrong(where: str, expected: Text, value: Any) -> TournamentError:
    return TournamentError(
        "%(where)s: %(expected)s is expected, not %(text)s", where=where, expected=expected, text=_short(value)
    )


def _short(value: Any) -> str:
    return f"{value!r:.80}"
