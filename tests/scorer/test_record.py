"""The record: every event is a line of JSON, and lines are read strictly."""

import json
import re

import pytest
from foreign import Foreign, untranslated

from muggins.scorer import (
    Claim,
    Correct,
    Draw,
    GameStarted,
    HandEnd,
    HandStarted,
    Layout,
    Muggins,
    Pass,
    Play,
    RecordError,
    RoundHand,
    Score,
    TakeBack,
    Tile,
    event_to_json,
    parse_event,
    read_record,
    replay,
)
from muggins.scorer.events import EVENT_NAMES, SOURCES
from muggins.texts import text_of, use

EVENTS = {
    '{"event": "game", "rules": "latin", "players": ["Ann"], "options": {"hand-bonus": ""}}': GameStarted(
        "latin", ("Ann",), options={"hand-bonus": ""}
    ),
    '{"event": "game", "rules": "club", "players": ["Ann", "Bob"]}': GameStarted("club", ("Ann", "Bob")),
    '{"event": "game", "rules": "five-up", "players": ["Ann", "Bob", "Cid", "Dee"], "teams": [["Ann", "Cid"], '
    '["Bob", "Dee"]], "seats": {"Ann": "bottom"}, "claims": "call", "target": 100, "set": 9, "options": '
    '{"first": "winner"}}': GameStarted(
        "five-up",
        ("Ann", "Bob", "Cid", "Dee"),
        teams=(("Ann", "Cid"), ("Bob", "Dee")),
        seats={"Ann": "bottom"},
        claims="call",
        target=100,
        set=9,
        options={"first": "winner"},
    ),
    '{"event": "hand", "setter": "Ann"}': HandStarted("Ann"),
    '{"event": "hand", "setter": "Ann", "drawn": {"Bob": 6}}': HandStarted("Ann", drawn={"Bob": 6}),
    '{"event": "hand", "setter": "Ann", "exposed": true}': HandStarted("Ann", exposed=True),
    '{"event": "hand", "setter": "Ann", "layout": "6-4, 4-1>6-4"}': HandStarted(
        "Ann", layout=Layout.parse("6-4, 4-1>6-4")
    ),
    '{"event": "play", "player": "Ann", "tile": "6-4"}': Play("Ann", Tile(6, 4)),
    '{"event": "play", "player": "Ann", "tile": "6-1", "on": "5-3", "joins": [6, 3], "exposed": true, "t": 2.5, '
    '"by": "camera"}': Play("Ann", Tile(6, 1), Tile(5, 3), (6, 3), exposed=True, t=2.5, by="camera"),
    '{"event": "play", "player": "Ann", "tile": "6-4", "angle": 270}': Play("Ann", Tile(6, 4), angle=270),
    '{"event": "claim", "player": "Ann", "points": 2}': Claim("Ann", 2),
    '{"event": "score", "player": "Ann", "points": -2}': Score("Ann", -2),
    '{"event": "muggins", "player": "Bob"}': Muggins("Bob"),
    '{"event": "draw", "player": "Ann", "tiles": 2}': Draw("Ann", 2),
    '{"event": "draw", "player": "Ann", "able": true, "inferred": true}': Draw("Ann", 1, able=True, inferred=True),
    '{"event": "pass", "player": "Ann", "inferred": true}': Pass("Ann", inferred=True),
    '{"event": "pass", "player": "Ann", "by": "seat Ann"}': Pass("Ann", by="seat Ann"),
    '{"event": "take_back"}': TakeBack(),
    '{"event": "correct", "of": 3, "said": null}': Correct(3, None),
    '{"event": "correct", "of": 3, "said": {"event": "pass", "player": "Bob"}}': Correct(3, Pass("Bob")),
    '{"event": "hand_end", "hands": {"Ann": [], "Bob": ["6-6", "1-0"]}}': HandEnd(
        {"Ann": (), "Bob": (Tile(6, 6), Tile(1, 0))}
    ),
    '{"event": "hand_end", "hands": {"Ann": [], "Bob": null}}': HandEnd({"Ann": (), "Bob": None}),
    '{"event": "round_hand", "player": "Ann", "hand": ["6-6"]}': RoundHand("Ann", (Tile(6, 6),)),
    '{"event": "round_hand", "player": "Ann", "hand": []}': RoundHand("Ann", ()),
    '{"event": "round_hand", "player": "Ann", "points": 12}': RoundHand("Ann", points=12),
}


@pytest.mark.parametrize(("line", "event"), EVENTS.items(), ids=range(len(EVENTS)))
def test_an_event_reads_back_as_it_was_written(line, event):
    assert parse_event(line) == event
    assert event_to_json(event) == json.loads(line)
    assert parse_event(event_to_json(event)) == event


def test_every_type_of_event_is_tested():
    assert {type(event) for event in EVENTS.values()} == set(EVENT_NAMES.values())


def test_null_is_the_same_as_an_absent_key():
    line = '{"event": "play", "player": "Ann", "tile": "4-6", "on": null, "joins": null}'
    assert parse_event(line) == Play("Ann", Tile(6, 4))


WRONG = [
    ("", "an event is one JSON object a line, not ''"),
    ("{", "an event is one JSON object a line, not '{'"),
    ("[" * 100_000, "brackets within brackets"),
    ("[]", "an event is a JSON object, not []"),
    ("null", "an event is a JSON object, not None"),
    (
        "{}",
        "event: one of game, hand, play, claim, muggins, score, draw, pass, take_back, correct, hand_end, "
        "round_hand is",
    ),
    ('{"event": "plays"}', "not 'plays'"),
    ('{"event": ["play"]}', "not ['play']"),
    ('{"event": "pass"}', "pass: player is missing"),
    ('{"event": "pass", "player": null}', "pass: player is missing"),
    ('{"event": "pass", "player": ""}', "pass: player: a text is expected, not ''"),
    (
        '{"event": "pass", "player": "\\u001b[2J"}',
        "pass: player: a name of at most 100 letters, all of which can be seen",
    ),
    ('{"event": "pass", "player": "Ann", "by": "seat \\u001b[2J"}', "seat NAME is expected, not 'seat \\x1b[2J'"),
    ('{"event": "pass", "player": "Ann", "tile": "6-4"}', "pass: 'tile' is not known; it may carry t, by, player"),
    ('{"event": "play", "player": "Ann", "tile": 64}', "play: tile: a tile is written like 6-4, not 64"),
    ('{"event": "play", "player": "Ann", "tile": ["6-4"]}', "play: tile: a tile is written like 6-4"),
    ('{"event": "play", "player": "Ann", "tile": "6-4", "joins": [6]}', "[half of the tile, half of its host]"),
    ('{"event": "play", "player": "Ann", "tile": "6-4", "exposed": 1}', "exposed: true or false is expected"),
    ('{"event": "claim", "player": "Ann", "points": "2"}', "points: a whole number is expected, not '2'"),
    ('{"event": "claim", "player": "Ann", "points": 2.0}', "points: a whole number is expected, not 2.0"),
    ('{"event": "claim", "player": "Ann", "points": true}', "points: a whole number is expected, not True"),
    ('{"event": "claim", "player": "Ann", "points": -1}', "points: a whole number is expected, not -1"),
    ('{"event": "score", "player": "Ann", "points": 1000001}', "points: a whole number is expected, not 1000001"),
    ('{"event": "draw", "player": "Ann", "tiles": 0}', "tiles: a whole number from 1 up is expected, not 0"),
    ('{"event": "pass", "player": "Ann", "t": "soon"}', "t: seconds are expected, not 'soon'"),
    ('{"event": "pass", "player": "Ann", "t": NaN}', "t: seconds are expected, not nan"),
    ('{"event": "pass", "player": "Ann", "by": "me"}', "by: camera, table, host, desk or seat NAME is expected"),
    ('{"event": "game", "rules": "club", "players": "Ann"}', "players: a list is expected, not 'Ann'"),
    ('{"event": "game", "rules": "club", "players": ["A"], "seats": []}', "seats: an object is expected, not []"),
    ('{"event": "correct", "of": 2}', "correct: said is missing"),
    ('{"event": "correct", "of": 2, "said": {"event": "pass"}}', "correct: said: pass: player is missing"),
    ('{"event": "hand_end", "hands": {"Ann": [], "Ann": []}}', "'Ann' stands in it twice"),
    ('{"event": "hand_end", "hands": {"Ann": "6-4"}}', "hands: a list is expected, not '6-4'"),
]
"""Lines that are no events, and what the error says of each."""


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_the_error_for_a_wrong_event_says_what_was_expected_and_what_came(line, why):
    with pytest.raises(RecordError) as refusal:
        parse_event(line)
    assert why in str(refusal.value)


@pytest.mark.parametrize("line", [line for line, _ in WRONG])
def test_the_error_for_a_wrong_event_is_in_the_language_of_its_reader(line):
    """Only what stands in records stays English: names of events and keys, and what came."""
    with pytest.raises(RecordError) as refusal:
        parse_event(line)
    keys = {key for kind in EVENT_NAMES.values() for key in (*kind.__match_args__, "t", "by", "event")}
    written = re.findall("[A-Za-z]+", " ".join([line, *EVENT_NAMES, *keys]))
    with use(Foreign()):
        assert (
            untranslated(str(text_of(refusal.value)), [*written, "x", "None", "nan", "True", *SOURCES, "seat", "NAME"])
            == set()
        )


def test_the_error_for_a_wrong_line_gives_its_number():
    lines = ['{"event": "game", "rules": "club", "players": ["Ann", "Bob"]}', "", '{"event": "deal"}']
    assert len(read_record(lines[:2])) == 1
    with pytest.raises(RecordError, match="line 3: event: one of"):
        read_record(lines)


def test_a_name_is_one_name_however_it_is_typed():
    """Ann with a blank after it was a second player, and so was José where the accent is a sign of its own."""
    lines = [
        '{"event": "game", "rules": "club", "players": ["Ann ", "Jose\\u0301"], "seats": {"Ann": "top"}}',
        '{"event": "hand", "setter": "  Ann"}',
        '{"event": "play", "player": "Jos\\u00e9", "tile": "5-5"}',
    ]
    game = replay(map(parse_event, lines))
    assert game.players == ("Ann", "José")
    assert game.hand.setter == "Ann"


def test_what_came_is_cut_where_a_refusal_names_it():
    """A name of 5 MB was printed whole, and so was whatever else came in place of what was expected."""
    long = "5" * 5_000_000
    game = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}
    for wrong in (
        {**game, "players": ["Ann", long]},
        {**game, "rules": long},
        {**game, "options": {long: "1"}},
        {**game, "options": {"target": long}},
        {"event": long},
        {"event": "pass", "player": "Ann", long: 1},
        {"event": "play", "player": "Ann", "tile": long},
        {"event": "hand", "setter": "Ann", "layout": long},
    ):
        with pytest.raises(RecordError) as refusal:
            replay([parse_event(wrong)])
        assert len(str(refusal.value)) < 500


def test_an_option_may_be_a_number_or_a_list():
    options = {"target": 100, "multiples": [5, 3], "teams": True, "tiles": {"2": 7}, "hand-bonus": []}
    event = parse_event({"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "options": options})
    assert event.options == {
        "target": "100",
        "multiples": "5,3",
        "teams": "true",
        "tiles": "2:7",
        "hand-bonus": "",
    }
    with pytest.raises(RecordError, match="options: a text is expected, not 3"):
        parse_event({"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "options": {"chess": 3}})
