"""Whole tournaments told in `tests/golden/tournaments`, with standings that were worked out by hand."""

import pytest
from places import GOLDEN
from tournament_story import told

from muggins.webapp.hall.tournament.fold import replay
from muggins.webapp.hall.tournament.record import parse_event, write_record

STORIES = sorted((GOLDEN / "tournaments").glob("*.txt"))


def test_there_are_stories():
    assert STORIES


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_desk_shows_what_was_worked_out_by_hand(path):
    text = path.read_text(encoding="utf-8")
    assert told(text)[0] == text


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_record_leads_to_the_same_tournament(path):
    tournament = told(path.read_text(encoding="utf-8"))[1]
    record = tuple(map(parse_event, write_record(tournament.record).splitlines()))
    assert record == tournament.record
    assert replay(record) == tournament
