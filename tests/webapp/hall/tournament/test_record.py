"""The record as JSON lines: what comes back is what went in, and what is wrong is named in a sentence."""

import json
from contextlib import suppress
from random import Random

import pytest
from nonsense import ODD
from tournament_story import begun, tell

from muggins.webapp.hall.tournament.events import (
    EVENT_NAMES,
    Entered,
    Meeting,
    Result,
    ResultTold,
    RoundPaired,
    TournamentError,
)
from muggins.webapp.hall.tournament.record import event_to_json, parse_event

RESULT = '{"event": "result", "stage": 1, "round": 2, "table": 5, "teller": "side 2", "result": {"games": [[61, 40]]}}'


def test_an_event_is_a_line():
    event = parse_event(RESULT)
    assert event == ResultTold(1, 2, 5, "side 2", Result(((61, 40),)))
    assert json.dumps(event_to_json(event)) == RESULT


def test_fields_with_their_default_are_left_out():
    drawn = RoundPaired(1, 1, (Meeting(1, ((1,), (2,))),), (3,))
    assert event_to_json(drawn) == {
        "event": "round",
        "stage": 1,
        "round": 1,
        "meetings": [{"table": 1, "sides": [[1], [2]]}],
        "byes": [3],
    }


def test_names_may_be_written_in_any_script():
    event = Entered(1, ("Zoë", "多米诺"), by="O'Hara")
    assert parse_event(event_to_json(event)) == event


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "an event is one JSON object a line, not '{'"),
        ("[]", "an event is a JSON object, not \\[\\]"),
        ('{"event": "feast"}', "event: one of tournament, tables, .* is expected, not 'feast'"),
        ('{"event": "entry", "number": 1}', "entry: players is missing"),
        ('{"event": "entry", "number": "1", "players": []}', "entry: number: a whole number is expected, not '1'"),
        ('{"event": "entry", "number": true, "players": []}', "entry: number: a whole number is expected, not True"),
        ('{"event": "entry", "number": 1, "players": "Ann"}', "entry: players: a list is expected, not 'Ann'"),
        ('{"event": "entry", "number": 1, "players": [" Ann"]}', "entry: players: a text of at most 200 characters"),
        ('{"event": "withdraw", "entry": 1, "t": "now"}', "withdraw: t: a number is expected, not 'now'"),
        ('{"event": "withdraw", "entry": 1, "t": NaN}', "withdraw: t: a number is expected, not nan"),
        ('{"event": "withdraw", "entry": 1, "when": 5}', "withdraw: only .*entry is expected, not 'when'"),
        (RESULT.replace("side 2", "nobody"), "result: teller: one of table, side 1, side 2, desk is expected"),
        (RESULT.replace("[61, 40]", "[61]"), "result: result: games: a list of 2 is expected"),
        (RESULT.replace("[[61, 40]]", "[[61, 1e3]]"), "result: result: games: a whole number is expected, not 1000.0"),
        (RESULT.replace('{"games": [[61, 40]]}', "5"), "result: result: an object is expected, not 5"),
        (RESULT.replace('"games": [[61, 40]]', '"forfeit": [true]'), "forfeit: one of 1, 2 is expected, not True"),
        (
            '{"event": "tournament", "name": "Cup", "stages": [{"name": "A", "pairing": "swiss", '
            '"match": {"is_capped": 1}}]}',
            "stages: match: is_capped: true or false is expected, not 1",
        ),
    ],
)
def test_a_wrong_line_is_named(line, said):
    with pytest.raises(TournamentError, match=said):
        parse_event(line)


@pytest.mark.parametrize("seed", range(30))
def test_nonsense_ends_in_a_sentence(seed):
    """Whatever stands in a field, an event is read or a sentence says what is wrong; nothing else is raised."""
    lot = Random(seed)
    tournament = tell("pair", tournament=begun(entries=4))
    for event in tournament.record:
        data = event_to_json(event)
        for key in (*data, "extra"):
            with suppress(TournamentError):
                again = tell(parse_event(data | {key: lot.choice(ODD)}), tournament=tournament)
                assert parse_event(event_to_json(again.record[-1])) == again.record[-1]


def test_each_event_has_a_name():
    assert len(set(EVENT_NAMES.values())) == len(EVENT_NAMES)
