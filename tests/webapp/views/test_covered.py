"""Where scores are claimed, nobody's device is told what players have still to find by themselves."""

import json

import pytest

from muggins.webapp.receivers.mqtt import state_of
from muggins.webapp.web.context import CONTEXT_EXTENSION

WHO = ("host", "guest", "bob")
PATHS = (
    "/api/table",
    "/api/games",
    "/api/games/1",
    "/api/games/1/replay",
    "/api/games/1/events",
    "/api/games/1/scoresheet.csv",
    "/api/games/1/scoresheet.html",
    "/games/1",
    "/players",
)
TOLD = ("count", "points", "due")


@pytest.fixture
def session(app, tell):
    """Ann's 5-5 is claimed; Bob's 5-0 counts 10 and waits, after a wrong claim of 3 and a corrected 5-5."""
    session = app.extensions[CONTEXT_EXTENSION].session
    for event in ("Ann claims 2", "Bob 5-0>5-5", "Bob claims 3", "event 3 is Ann 5-5"):
        session.tell(tell(event))
    return session


def told(lines, event, **about):
    """What the lines tell of the count with an event."""
    found = [line for line in lines if line["event"] == event and about.items() <= line.items()]
    assert found
    return [{key: line[key] for key in TOLD if key in line and key not in about} for line in found]


def streamed(client):
    """The events of the stream, as a phone that comes back gets them."""
    answer = client.get("/api/stream?after=1-0", buffered=False)
    text = next(answer.response).decode()
    answer.close()
    found = [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]
    return [each["line"] for each in found if "line" in each], [each.get("table", each) for each in found]


@pytest.mark.parametrize("who", WHO)
def test_nobody_is_told_what_may_be_claimed(who, session, request, app):
    """The pages hid the count and what was due, but every phone got both."""
    client = request.getfixturevalue(who)
    table = client.get("/api/table").json
    recorded = list(map(json.loads, client.get("/api/games/1/events").text.splitlines()))
    stream, tables = streamed(client)
    for lines in (table["lines"], recorded, stream):
        assert told(lines, "play", tile="5-0") == [{}]
        assert told(lines, "claim", points=3) == [{}]
    assert told(recorded, "correct") == told(stream, "correct") == [{}]
    for each in (table, *tables):
        assert (each["game"]["hand"]["count"], each["game"]["hand"]["last"]["points"]) == (None, None)
    for path in PATHS[2:4] + PATHS[5:]:
        assert "5-0" not in client.get(path).text
    assert state_of(session, "en")["count"] is None


def test_what_was_claimed_before_is_told(session, guest):
    table = guest.get("/api/table").json
    assert told(table["lines"], "play", tile="5-5") == [{"count": 10, "points": 2}]
    assert table["game"]["scores"] == {"Ann": 2, "Bob": 0}


@pytest.mark.parametrize("settling", ["Bob claims 2", "Ann calls Muggins", "Ann 5-1>5-5", "Ann passes"])
def test_all_is_told_once_it_is_claimed_or_nobody_can_claim_it(settling, session, guest, tell):
    (logged,) = session.tell(tell(settling))
    assert logged.changes_earlier_lines
    lines = guest.get("/api/table").json["lines"]
    assert told(lines, "play", tile="5-0") == [{"count": 10, "points": 2}]
    assert told(lines, "claim", points=3) == [{"count": 10, "due": 2}]
    assert "5-0" in guest.get("/api/games/1/replay").text
    recorded = map(json.loads, guest.get("/api/games/1/events").text.splitlines())
    assert told(list(recorded), "play", tile="5-0") == [{"count": 10, "points": 2}]


@pytest.mark.parametrize("event", ["Bob claims 4", "Ann pegs 1"])
def test_a_wrong_claim_and_points_by_hand_settle_nothing(event, session, tell):
    (logged,) = session.tell(tell(event))
    assert not logged.changes_earlier_lines
    assert session.snapshot.game.covered_play == 5


def test_a_play_without_points_is_covered_too(session, tell):
    """A count in sight would tell that there is nothing to claim."""
    session.tell(tell("Ann 4-0>5-0"))
    assert session.snapshot.game.covered_play == 8
    assert "count" not in session.events_since(1, 7)[0].line


def test_what_is_told_elsewhere_is_covered_as_well(session, tell):
    """A program that is called, or a broker, may show it to the players."""
    assert [set(TOLD) & each.line.keys() for each in session.events_since(1, 4)] == [set(), {"points"}, set()]
    (claimed,) = session.tell(tell("Bob claims 2"))
    assert claimed.line["points"] == 2
