"""Tournaments in the database: what is stored leads to the same state, and two desks cannot overwrite each other."""

import pytest
from sqlalchemy import text
from tournament_story import begun, events_of, tell

from muggins.webapp.hall.records import tournament_store
from muggins.webapp.hall.records.tournament_store import TournamentStore
from muggins.webapp.hall.tournament.events import CheckedIn, ClockExtended, TournamentError, TournamentStarted
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage
from muggins.webapp.hall.tournament.state import Tournament
from muggins.webapp.session.store import ConflictError, StoreError


@pytest.fixture
def played():
    return tell("pair", "table 1: sides say 61:40", tournament=begun(entries=4))


def kept(store, tournament):
    """The number of a tournament that was stored event by event."""
    first, *others = tournament.record
    number = store.begin(first)
    now = store.read(number)
    for event in others:
        now = store.append(number, now, event)
    return number


def test_what_is_read_is_what_was_played(hall, played):
    store = TournamentStore(hall)
    number = kept(store, played)
    assert store.read(number) == played
    assert store.numbers() == [number]


def test_only_what_is_new_is_read(hall, played):
    store = TournamentStore(hall)
    number = kept(store, played)
    known = store.read(number)
    (event,) = events_of("withdraw 4", known)
    after = store.append(number, known, event)
    assert store.read(number, known) == after


def test_two_desks_cannot_both_add_the_next_event(hall, played):
    store = TournamentStore(hall)
    number = kept(store, played)
    ours = theirs = store.read(number)
    store.append(number, ours, CheckedIn((1,)))
    with pytest.raises(ConflictError):
        store.append(number, theirs, CheckedIn((2,)))
    assert len(store.read(number).record) == len(played.record) + 1


def test_what_the_record_cannot_hold_is_not_stored(hall, played):
    store = TournamentStore(hall)
    number = kept(store, played)
    with pytest.raises(TournamentError, match="no entry has the number 99"):
        store.append(number, store.read(number), CheckedIn((99,)))
    with pytest.raises(TournamentError):
        store.begin(CheckedIn((1,)))
    assert store.read(number) == played


def test_what_is_refused_now_is_not_stored_but_read(hall, played, monkeypatch):
    store = TournamentStore(hall)
    hungarian = TournamentStarted("Cup", (Stage(name="All", pairing="bracket", match=MatchFormat(rules="hungarian")),))
    with pytest.raises(TournamentError, match="'hungarian' is no game for a tournament"):
        store.begin(hungarian)
    with monkeypatch.context() as then:
        then.setattr(tournament_store, "check_new", lambda event: None)
        number = store.begin(hungarian)
    assert store.read(number).record[0] == hungarian
    with pytest.raises(TournamentError, match=r"minutes .* are above 0"):
        store.append(number, store.read(number), ClockExtended(1, 1, -5.0))


def test_there_is_no_such_tournament(hall):
    assert TournamentStore(hall).read(7) == Tournament()


def test_a_damaged_record_is_named(hall, played):
    store = TournamentStore(hall)
    number = kept(store, played)
    with hall.connected() as connection:
        connection.execute(text("update tournament_events set event = '{' where number = 3"))
    with pytest.raises(StoreError, match=f"the record of tournament {number} is damaged, restore a copy"):
        store.read(number)
