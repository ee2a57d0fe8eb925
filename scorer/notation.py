"""Events in players' words, as in `Ann 5-3>5-5`: read, and written so that they can be read again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast, get_args

from .errors import ScorerError, T, read_part, within
from .events import (
    Claim,
    Correct,
    Draw,
    Event,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    RoundHand,
    Score,
    TakeBack,
    Unseen,
)
from .layout import Layout, Placement
from .record import event_to_json, parse_event
from .tiles import Tile

Found = re.Match[str]

_SEPARATED = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+')
"""One of several events with semicolons between them."""
_SIGNED = re.compile(r'\s*(.*?)(?: at (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?))?(?: by ([^;"]+?))?\s*', re.DOTALL)
"""An event, its time, and who reported it."""
_HAND_LEFT = re.compile(r"\s*([^,:]+):\s*([^,]*?)\s*(?:,|$)")
_SETTINGS = ("claims", "target", "set")
"""What a game event names beside the options of its rules."""


def event_of(text: str) -> Event:
    """The event that the text names. NotationError if it names none.

    - `game five-up Ann Bob`, `game five-up Ann Bob claims=call target=100 spinner=none`
    - `Ann sets`, `Ann sets exposed`, `Ann sets drawn Bob 6`, `Ann sets on 6-4, 6-1>6-4`
    - `Ann 5-5`, `Ann 5-3>5-5`, `Ann 5-3>5-5 exposed`, `Ann 5-3>5-5^`, `Ann 5-3>5-5 order-guessed`
    - `Ann claims 3`, `Ann calls Muggins`, `Ann pegs -3`, `Ann draws 2`, `Ann draws 1 able`, `Ann passes inferred`
    - `take back`, `event 4 is Bob passes`, `event 4 is struck`
    - `left Ann: 5-1 3-0, Bob:, Cem: ?`
    - in a game of rounds `Ann holds 6-4 3-0`, `Ann holds 34 points`, `Ann holds nothing`

    It may end in the time and in who reported it: `Ann 5-5 at 12.5 by table`. An event as JSON is read too.
    """
    try:
        if text.lstrip().startswith("{"):
            return parse_event(text)
        signed = _SIGNED.fullmatch(text)
        assert signed is not None
        for form, make in _FORMS:
            if found := form.fullmatch(text, *signed.span(1)):
                return replace(make(found), t=float(signed[2]) if signed[2] else None, by=signed[3])
        raise ScorerError("an event is written like Ann 5-3>5-5, not %(text)s", text=f"{text.strip()!r:.80}")
    except ScorerError as error:
        raise within(text, error) from None


def events_of(text: str) -> Iterator[Event]:
    """The events that the text names, with semicolons between them."""
    return (_part(event_of, found, 0) for found in _SEPARATED.finditer(text) if found[0].strip())


def notation_of(event: Event) -> str:
    """The event as `event_of` reads it: in words, or as JSON where it does not fit into words."""
    text = _words(event)
    text += "" if event.t is None else f" at {json.dumps(event.t)}"
    text += "" if event.by is None else f" by {event.by}"
    try:
        is_same = event_of(text) == event
    except ScorerError:
        is_same = False
    return text if is_same else json.dumps(event_to_json(event), ensure_ascii=False)


def _words(event: Event) -> str:
    match event:
        case GameStarted():
            named = {key: getattr(event, key) for key in _SETTINGS if getattr(event, key) is not None}
            settings = [f"{key}={value}" for key, value in {**named, **(event.options or {})}.items()]
            return " ".join(["game", event.rules, *event.players, *settings])
        case HandStarted(setter, drawn, exposed, layout):
            tiles = " drawn" * bool(drawn) + "".join(f" {player} {number}" for player, number in (drawn or {}).items())
            return f"{setter} sets{' exposed' * exposed}{tiles}{f' on {layout}' if layout else ''}"
        case Play():
            unseen = f" {event.unseen}" if event.unseen else ""
            return f"{event.player} {event.placement}{' exposed' * event.exposed}{unseen}"
        case Claim(player, points):
            return f"{player} claims {points}"
        case Muggins(player):
            return f"{player} calls Muggins"
        case Score(player, points):
            return f"{player} pegs {points}"
        case Draw(player, number, able, inferred):
            return f"{player} draws {number}{' able' * able}{' inferred' * inferred}"
        case Pass(player, inferred):
            return f"{player} passes{' inferred' * inferred}"
        case TakeBack():
            return "take back"
        case Correct(number, said):
            return f"event {number} is {'struck' if said is None else notation_of(said)}"
        case HandEnd(hands):
            left = {player: ("?",) if hand is None else hand for player, hand in hands.items()}
            return f"left {', '.join(' '.join([f'{player}:', *map(str, hand)]) for player, hand in left.items())}"
        case RoundHand(player, None, points):
            return f"{player} holds {points} points"
        case RoundHand(player, hand):
            return f"{player} holds {' '.join(map(str, hand or ())) or 'nothing'}"


def _part(read: Callable[[str], T], found: Found, group: int) -> T:
    """What `read` makes of a group of a match."""
    return read_part(read, found.string, *found.span(group))


def _tiles(text: str) -> tuple[Tile, ...]:
    """The tiles in the text, with blanks between them."""
    return tuple(_part(Tile.parse, found, 0) for found in re.finditer(r"\S+", text))


def _game(found: Found) -> Event:
    data: dict[str, Any] = {"event": "game", "rules": found[1], "players": []}
    for word in found[2].split():
        key, is_set, value = word.partition("=")
        if not is_set:
            data["players"].append(word)
        elif key in _SETTINGS:
            data[key] = int(value) if value.isdecimal() else value
        else:
            data.setdefault("options", {})[key] = value
    return parse_event(data)


def _hand(found: Found) -> Event:
    words = iter((found[3] or "").split())
    drawn = {player: int(number) for player, number in zip(words, words, strict=True)}
    layout = _part(Layout.parse, found, 4) if found[4] else None
    return HandStarted(found[1], drawn or None, bool(found[2]), layout)


def _play(found: Found) -> Event:
    laid = _part(Placement.parse, found, 2)
    unseen = cast(Unseen | None, found[4])
    return Play(found[1], laid.tile, laid.on, laid.joins, bool(found[3]), laid.endwise, unseen=unseen)


def _hand_end(found: Found) -> Event:
    hands = _HAND_LEFT.finditer(found.string, *found.span(1))
    return HandEnd({hand[1]: None if hand[2] == "?" else _part(_tiles, hand, 2) for hand in hands})


_FORMS: tuple[tuple[re.Pattern[str], Callable[[Found], Event]], ...] = tuple(
    (re.compile(form.replace("NAME", r'([^\s;"]+)')), make)
    for form, make in (
        (r"take back", lambda _: TakeBack()),
        (r"event (\d+) is struck", lambda found: Correct(int(found[1]), None)),
        (r"event (\d+) is (.+)", lambda found: Correct(int(found[1]), _part(event_of, found, 2))),
        (r"left ((?:[^,:;\"]+:[^,:;\"]*)(?:,[^,:;\"]+:[^,:;\"]*)*)", _hand_end),
        (r"game NAME((?: [^\s;\"]+)+)", _game),
        (r"NAME sets( exposed)?(?: drawn((?: [^\s;\"]+ \d+)+))?(?: on (.+))?", _hand),
        (r"NAME claims (\d+)", lambda found: Claim(found[1], int(found[2]))),
        (r"NAME calls Muggins", lambda found: Muggins(found[1])),
        (r"NAME pegs (-?\d+)", lambda found: Score(found[1], int(found[2]))),
        (
            r"NAME draws (\d+)( able)?( inferred)?",
            lambda found: Draw(found[1], int(found[2]), bool(found[3]), bool(found[4])),
        ),
        (r"NAME passes( inferred)?", lambda found: Pass(found[1], bool(found[2]))),
        (r"NAME holds nothing", lambda found: RoundHand(found[1], ())),
        (r"NAME holds (\d+) points", lambda found: RoundHand(found[1], points=int(found[2]))),
        (r"NAME holds (.+)", lambda found: RoundHand(found[1], _part(_tiles, found, 2))),
        (rf"NAME (\d\S*)( exposed)?(?: ({'|'.join(get_args(Unseen))}))?", _play),
    )
)
