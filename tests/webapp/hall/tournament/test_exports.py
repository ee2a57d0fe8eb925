"""What spreadsheets and other programs get: entries, results, standings."""

import csv
import json
from dataclasses import replace
from datetime import datetime

import pytest
from tournament_story import begun, tell

from muggins.webapp.hall.tournament.events import TournamentStarted
from muggins.webapp.hall.tournament.exports import (
    HallGame,
    entries_csv,
    games_csv,
    places_csv,
    record_csv,
    results_csv,
    standings_csv,
    tournament_json,
)
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage


@pytest.fixture
def tournament():
    """Zoe, B and C: Zoe has a bye, and B has beaten C. Somebody else has entered under a strange name."""
    named = tell("A leaves 1, Zoe comes", tournament=begun("round-robin", entries=3))
    named = tell('{"event": "entry", "number": 9, "players": ["=1*1"], "club": "@Crown"}', tournament=named)
    return tell("pair", "table 1: sides say 61:40", tournament=named)


def test_times_are_written_as_people_read_them():
    moment = datetime(2026, 11, 28, 9, 12, 5).timestamp()
    record = begun(entries=2).record
    assert record_csv([replace(record[0], t=moment)]).splitlines()[1].startswith("1,2026-11-28 09:12:05,tournament,")
    assert games_csv([HallGame(7, 3, moment, 40)]).splitlines()[1] == "7,3,2026-11-28 09:12:05,40"


def rows(text):
    return list(csv.DictReader(text.splitlines()))


def test_entries(tournament):
    assert rows(entries_csv(tournament))[0] == {
        "entry": "1",
        "name": "Zoe",
        "players": "Zoe",
        "club": "",
        "seed": "",
        "rating": "",
        "is_here": "1",
        "has_withdrawn": "0",
    }


def test_no_spreadsheet_takes_a_name_for_a_formula(tournament):
    last = rows(entries_csv(tournament))[-1]
    assert (last["name"], last["club"]) == ("'=1*1", "'@Crown")


def test_results(tournament):
    match, bye = rows(results_csv(tournament))
    assert (match["side_1"], match["side_2"], match["games"], match["winner"]) == ("B", "C", "61:40", "B")
    assert (match["points_1"], match["points_2"], match["status"]) == ("61", "40", "confirmed")
    assert (bye["box"], bye["side_1"], bye["winner"]) == ("bye", "Zoe", "Zoe")


def test_a_match_without_a_result_has_empty_cells():
    row = rows(results_csv(tell("pair", tournament=begun(entries=2))))[0]
    assert (row["points_1"], row["games"], row["winner"], row["status"]) == ("", "", "", "open")


def test_standings(tournament):
    assert [(row["rank"], row["name"], row["wins"]) for row in rows(standings_csv(tournament, 1))] == [
        ("1", "B", "1"),
        ("2", "Zoe", "1"),
        ("3", "C", "0"),
    ]


def test_places_over_all_stages(tournament):
    """The two best of three play a final, which the second wins; the third did not come so far."""
    all_meet = Stage(name="All", pairing="round-robin", match=MatchFormat(to=61))
    final = Stage(name="Final", pairing="bracket", takes=2, match=MatchFormat(to=61))
    lines = ["enter 1 Ann", "enter 2 Bob of Crown", "enter 3 Cid, Dee", "here 1 2 3", "begin"]
    told = tell(TournamentStarted("Cup", (all_meet, final)), *lines)
    for _ in range(3):
        told = tell("pair", tournament=told)
        (meeting,) = told.rounds[-1].meetings
        best = "61:40" if meeting.sides[0] < meeting.sides[1] else "40:61"
        told = tell(f"table 1: sides say {best}", tournament=told)
    told = tell("begin", "pair", tournament=told)
    second = "side 2" if told.rounds[-1].meetings[0].sides[0] == (1,) else "side 1"
    told = tell(f"table 1: sides say {'61:40' if second == 'side 1' else '40:61'}", tournament=told)
    placed = [(row["rank"], row["name"], row["players"], row["club"]) for row in rows(places_csv(told))]
    assert placed == [("1", "Bob", "Bob", "Crown"), ("2", "Ann", "Ann", ""), ("3", "Cid & Dee", "Cid & Dee", "")]
    assert [place["name"] for place in tournament_json(told)["places"]] == ["Bob", "Ann", "Cid & Dee"]


def test_everything_as_json(tournament):
    data = json.loads(json.dumps(tournament_json(tournament)))
    assert [entry["name"] for entry in data["entries"]] == ["Zoe", "B", "C", "=1*1"]
    (stage,) = data["stages"]
    (first,) = stage["rounds"]
    assert first["byes"] == [1]
    assert first["matches"][0] | {"table": 1} == {
        "table": 1,
        "sides": [[2], [3]],
        "names": ["B", "C"],
        "status": "confirmed",
        "result": {"games": [[61, 40]]},
        "recorded": None,
        "winner": 1,
        "record": [],
    }
    assert [row["entry"] for row in stage["standings"]] == [2, 1, 3]
