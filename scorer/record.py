"""The record: its events as JSON, and the events that stand after take-backs and corrections."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, replace
from itertools import product
from typing import Any, NamedTuple, get_args

from .errors import ScorerError
from .events import (
    EVENT_NAMES,
    SEAT,
    SOURCES,
    Correct,
    Draw,
    Event,
    GameStarted,
    HandStarted,
    Play,
    RecordError,
    Score,
    Side,
    TakeBack,
    Unseen,
)
from .layout import Layout
from .names import LONGEST_NAME, can_be_shown, tidy_name
from .rules.rulesets import OPTIONS, Claims
from .start import begin
from .tiles import Tile

_NAME_OF = {kind: name for name, kind in EVENT_NAMES.items()}
_FIELDS = {kind: fields(kind) for kind in _NAME_OF}


def parse_event(line: str | Mapping[str, Any]) -> Event:
    """The event in a line of JSON or in a JSON object. RecordError says what was expected and what came."""
    data: Any = line
    if isinstance(line, str):
        try:
            data = json.loads(line, object_pairs_hook=_unique_keys)
        except RecordError:
            raise
        except ValueError:
            raise RecordError(
                "an event is one JSON object a line, not %(came)s", came=repr(line.strip()[:80])
            ) from None
        except RecursionError:
            raise RecordError("an event is one JSON object a line, not endless brackets within brackets") from None
    if not isinstance(data, Mapping):
        raise RecordError("an event is a JSON object, not %(came)s", came=_quoted(data))
    name = data.get("event")
    if not isinstance(name, str) or name not in EVENT_NAMES:
        raise RecordError(
            "event: one of %(names)s is expected, not %(came)s", names=", ".join(EVENT_NAMES), came=_quoted(name)
        )
    kind = EVENT_NAMES[name]
    known = {field.name: field for field in _FIELDS[kind]}
    for key in data:
        if key not in known and key != "event":
            raise RecordError(
                "%(name)s: %(key)s is not known; it may carry %(keys)s",
                name=name,
                key=_quoted(key),
                keys=", ".join(known),
            )
    values: dict[str, Any] = {}
    for key in data:
        if key == "event" or (data[key] is None and key != "said"):
            continue
        try:
            values[key] = (_points if kind is Score and key == "points" else _READ[key])(data[key])
        except ValueError as error:
            raise RecordError("%(name)s: %(key)s: %(error)s", name=name, key=key, error=error) from None
    missing = [key for key, field in known.items() if key not in values and field.default is MISSING]
    if missing:
        raise RecordError("%(name)s: %(key)s is missing", name=name, key=missing[0])
    return kind(**values)


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object that `parse_event` reads. Fields with their default value are left out."""
    data: dict[str, Any] = {"event": _NAME_OF[type(event)]}
    common: dict[str, Any] = {}
    for field in _FIELDS[type(event)]:
        value = getattr(event, field.name)
        if field.name in ("t", "by"):
            if value is not None:
                common[field.name] = value
        elif field.default is MISSING or value != field.default:
            data[field.name] = _to_json(value)
    return data | common


def read_record(lines: Iterable[str]) -> tuple[Event, ...]:
    """The events of a record with one JSON object a line; empty lines are skipped. RecordError names a wrong line."""
    events = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                events.append(parse_event(line))
            except RecordError as error:
                raise RecordError("line %(number)s: %(error)s", number=number, error=error) from None
    return tuple(events)


class NumberedEvent(NamedTuple):
    """A place in the record that no take-back has emptied, by its number."""

    number: int
    event: Event | None
    """The event that stands there, as it was recorded or as a correction replaced it; None if one has struck it."""
    is_kept: bool = False
    """Whether it is a draw that followed from a play since taken back: the tiles stay drawn, and nobody judges it."""


def standing_events(record: tuple[Event, ...]) -> list[NumberedEvent]:
    """The events after all take-backs and corrections, rising. RecordError if one of these cannot be applied."""
    struck = {event.of for event in record if isinstance(event, Correct) and _is_take_back(record, event.of)}
    entries: list[NumberedEvent] = []
    for number, event in enumerate(record, 1):
        if number not in struck:
            _enter(entries, number, event, record)
    return entries


def standing_after(entries: Iterable[NumberedEvent], record: tuple[Event, ...]) -> list[NumberedEvent]:
    """The events that stand after the last of a record; `entries` are those before it. RecordError as above."""
    last = record[-1]
    if isinstance(last, Correct) and _is_take_back(record, last.of):
        return standing_events(record)
    after = list(entries)
    _enter(after, len(record), last, record)
    return after


def replaced_events(record: tuple[Event, ...]) -> dict[int, Event | None]:
    """The event that each correction has replaced, by the number of the correction; None if none stood there."""
    entries: list[NumberedEvent] = []
    replaced: dict[int, Event | None] = {}
    for number, event in enumerate(record, 1):
        if isinstance(event, Correct):
            place = _place_of(entries, event.of)
            replaced[number] = None if place is None else entries[place].event
            if _is_take_back(record, event.of):
                entries = standing_events(record[:number])
                continue
        _enter(entries, number, event, record)
    return replaced


def changes_nothing(record: tuple[Event, ...]) -> bool:
    """Whether the last event corrects an event to what it was: somebody was asked and confirmed it."""
    last = record[-1] if record else None
    return isinstance(last, Correct) and last.said is not None and last.said == replaced_events(record)[len(record)]


def _enter(entries: list[NumberedEvent], number: int, event: Event, record: tuple[Event, ...]) -> None:
    """Applies the next event of a record to the entries, in place."""
    if isinstance(event, TakeBack):
        _take_back(entries)
    elif not isinstance(event, Correct):
        entries.append(NumberedEvent(number, event))
    elif not _is_take_back(record, event.of):
        _correct(entries, event, record)
    elif event.said is not None:
        raise RecordError(
            "event %(number)s is a take-back: it can be struck from the record, but not replaced", number=event.of
        )


def _place_of(entries: list[NumberedEvent], number: int) -> int | None:
    """The place of an event among the entries; None if it was taken back or is a correction."""
    place = bisect_left(entries, number, key=lambda entry: entry.number)
    return place if place < len(entries) and entries[place].number == number else None


def _is_take_back(record: tuple[Event, ...], number: int) -> bool:
    return 1 <= number <= len(record) and isinstance(record[number - 1], TakeBack)


def _take_back(entries: list[NumberedEvent]) -> None:
    """Removes the last play of the hand and the events after it, in place [club-sbyc, Wrong play].

    Points pegged by hand since and tiles drawn since are kept. RecordError if the hand has no play.
    """
    for place in range(len(entries) - 1, -1, -1):
        event = entries[place].event
        if isinstance(event, Play):
            entries[place:] = [
                entry._replace(is_kept=isinstance(entry.event, Draw))
                for entry in entries[place:]
                if isinstance(entry.event, (Draw, Score))
            ]
            return
        if isinstance(event, HandStarted):
            break
    raise RecordError("there is no play in this hand to take back")


def _correct(entries: list[NumberedEvent], correct: Correct, record: tuple[Event, ...]) -> None:
    """Replaces an event in place. Plays on a tile that was misread move to the tile that replaces it.

    Of two plays that nobody saw, one that replaces the other exchanges its place in the order with it. Where one lies
    at the end of a double, the other at its side, and neither is moved, the two exchange their names alone. What a
    take-back would have removed does not take the place of a draw that it kept.
    """
    place = _place_of(entries, correct.of)
    if place is None:
        known = 1 <= correct.of <= len(record)
        raise (
            RecordError(
                "event %(number)s cannot be corrected: it was taken back or is itself a correction", number=correct.of
            )
            if known
            else RecordError("event %(number)s cannot be corrected: it is not in the record", number=correct.of)
        )
    if isinstance(correct.said, (TakeBack, Correct)):
        raise RecordError("a correction says what the event should have been, not another take-back or correction")
    wrong, said = entries[place].event, correct.said
    if isinstance(wrong, Play) and isinstance(said, Play) and said.angle is None and said.on == wrong.on:
        said = replace(said, angle=wrong.angle_of(said.tile))  # whatever it is, it lies where it lay
    is_removed = entries[place].is_kept and not isinstance(said, Draw)
    entries[place] = entries[place]._replace(event=None if is_removed else said)
    if not isinstance(wrong, Play) or not isinstance(said, Play) or wrong.tile == said.tile:
        return
    if wrong.unseen and (exchanged := _exchanged(entries, place, wrong, said)) is not None:
        other, play = exchanged
        moved = replace(wrong, player=play.player, unseen=play.unseen, t=play.t, by=play.by)
        if play.on == wrong.tile:  # the host was the set, and now lies on the tile that is
            joins = play.joins and play.joins[::-1]
            moved = replace(moved, on=play.tile, joins=joins, endwise=play.endwise, angle=None)
        elif said.endwise == wrong.endwise != play.endwise:
            moved = play.of(wrong.tile, play.on)
        entries[other] = entries[other]._replace(event=moved)
        return
    for later in range(place + 1, len(entries)):
        event = entries[later].event
        if isinstance(event, HandStarted) or (isinstance(event, Play) and event.tile == wrong.tile):
            break
        if isinstance(event, Play) and event.on == wrong.tile:
            moved = _moved(event, wrong.tile, said.tile, entries[0].event)
            entries[later] = entries[later]._replace(event=moved)


def _moved(play: Play, wrong: Tile, right: Tile, started: Event | None) -> Play:
    """A play on a tile that was misread, on the right tile.

    Where it fits there in several ways, as in Matador, the same halves touch, or that which stands for the misread one.
    """
    assert isinstance(started, GameStarted)
    moved, rules = play.of(play.tile, right), begin(started).rules

    def ways(host: Tile) -> list[tuple[int, int]]:
        return [way for way in product({*play.tile.halves}, {*host.halves}) if rules.fits(play.tile, *way)]

    if len(ways(right)) < 2:
        return moved
    half, pips = play.joins or max(ways(wrong), default=(play.tile.high, wrong.high))
    if not right.has(pips):
        pips = next((each for each in right.halves if not wrong.has(each)), right.high)
    kept = max(ways(right), key=lambda way: (way == (half, pips), way[0] == half, way[1] == pips, way))
    return replace(moved, joins=kept)


def _exchanged(entries: list[NumberedEvent], place: int, wrong: Play, said: Play) -> tuple[int, Play] | None:
    """The play that `said` names in the hand of `wrong` at `place`, after its own place; None if it was seen."""
    starts = [at for at, entry in enumerate(entries) if isinstance(entry.event, HandStarted)]
    start = max((at for at in starts if at < place), default=0)
    end = min((at for at in starts if at > place), default=len(entries))
    for other in range(start, end):
        event = entries[other].event
        if other != place and isinstance(event, Play) and event.tile == said.tile and event.unseen:
            becomes_set = said.on is None and event.on == wrong.tile
            return (other, event) if event.on == said.on or becomes_set else None
    return None


def _to_json(value: Any) -> Any:
    """The value of a field as JSON."""
    if isinstance(value, (Tile, Layout)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [_to_json(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _to_json(part) for key, part in value.items()}
    return event_to_json(value) if type(value) in _NAME_OF else value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The JSON object of these pairs. RecordError if a key occurs twice."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise RecordError("%(key)s stands in it twice; once is expected", key=_quoted(twice))
    return data


def _quoted(value: Any) -> str:
    """What came in place of what was expected, cut where it is long."""
    return f"{value!r:.80}"


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ScorerError("a text is expected, not %(came)s", came=_quoted(value))
    return value


def _name(value: Any) -> str:
    """A name of a player, a game or an option; blanks around it are no part of it."""
    name = tidy_name(_text(value))
    if not can_be_shown(name):
        raise ScorerError(
            "a name of at most %(most)s letters, all of which can be seen, is expected, not %(came)s",
            most=LONGEST_NAME,
            came=_quoted(value),
        )
    return name


def _option(name: str, value: Any) -> str:
    """The value of an option as text, which is empty where the option lists nothing. It may come as a number."""
    if value == "":
        return ""
    option = OPTIONS.get(name.replace("_", "-"))
    return _name(value) if isinstance(value, str) or option is None else option.text(option.read(value))


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise ScorerError("a whole number is expected, not %(came)s", came=_quoted(value))
    return value


def _positive(value: Any) -> int:
    if _whole(value) == 0:
        raise ScorerError("a whole number from 1 up is expected, not 0")
    return int(value)


def _points(value: Any) -> int:
    """The points of a score by hand, which may be negative."""
    if type(value) is not int or not abs(value) <= 1_000_000:
        raise ScorerError("a whole number is expected, not %(came)s", came=_quoted(value))
    return value


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e15:
        raise ScorerError("seconds are expected, not %(came)s", came=_quoted(value))
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ScorerError("true or false is expected, not %(came)s", came=_quoted(value))
    return value


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise ScorerError("%(words)s is expected, not %(came)s", words=words, came=_quoted(value))
        return str(value)

    return read


def _source(value: Any) -> str:
    is_seat = isinstance(value, str) and value.startswith(SEAT) and can_be_shown(value.removeprefix(SEAT))
    return str(value) if is_seat else _one_of(*SOURCES, f"{SEAT}NAME")(value)


_side = _one_of(*get_args(Side))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise ScorerError("a list is expected, not %(came)s", came=_quoted(value))
    return list(value)


def _table(value: Any) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise ScorerError("an object is expected, not %(came)s", came=_quoted(value))
    return value


def _halves(value: Any) -> tuple[int, int]:
    halves = [_whole(half) for half in _list(value)]
    if len(halves) != 2:
        raise ScorerError("[half of the tile, half of its host] is expected, not %(came)s", came=_quoted(value))
    return halves[0], halves[1]


def _tiles_left(value: Any) -> tuple[Tile, ...] | None:
    return None if value is None else tuple(map(Tile.parse, _list(value)))


_READ: Mapping[str, Callable[[Any], Any]] = {
    "t": _seconds,
    "by": _source,
    "rules": _name,
    "players": lambda value: tuple(map(_name, _list(value))),
    "teams": lambda value: tuple(tuple(map(_name, _list(team))) for team in _list(value)),
    "seats": lambda value: {_name(key): _side(side) for key, side in _table(value).items()},
    "claims": _one_of(*get_args(Claims)),
    "target": _positive,
    "set": _positive,
    "options": lambda value: {_name(key): _option(key, text) for key, text in _table(value).items()},
    "setter": _name,
    "drawn": lambda value: {_name(key): _whole(number) for key, number in _table(value).items()},
    "layout": lambda value: Layout.parse(_text(value)),
    "player": _name,
    "tile": Tile.parse,
    "on": Tile.parse,
    "joins": _halves,
    "exposed": _flag,
    "endwise": _flag,
    "angle": _whole,
    "unseen": _one_of(*get_args(Unseen)),
    "points": _whole,
    "tiles": _positive,
    "able": _flag,
    "inferred": _flag,
    "of": _positive,
    "said": lambda value: None if value is None else parse_event(_table(value)),
    "hand": _tiles_left,
    "hands": lambda value: {_name(key): _tiles_left(tiles) for key, tiles in _table(value).items()},
}
"""The reader of each field's value. A field means the same in every event."""
