"""Hints over LISTEN and NOTIFY, and the poll where none comes."""

import queue

import pytest

from muggins.webapp.hall.records.hints import Hint, HintListener, parse_hint
from muggins.webapp.session.store import Store

SECONDS = 600


@pytest.fixture
def listen():
    """Starts a listener at a store; its hints come in a queue."""
    listeners = []

    def start(store, poll=0.2):
        hints = queue.Queue()
        listeners.append(HintListener(store, hints.put, poll))
        listeners[-1].start()
        return listeners[-1], hints

    yield start
    for listener in listeners:
        listener.close()


@pytest.fixture
def store(postgres_address):
    """A store in PostgreSQL."""
    opened = Store(postgres_address, patience=SECONDS)
    yield opened
    opened.close()


def next_hint(hints):
    """The next hint that is not a call to look."""
    while (hint := hints.get(timeout=SECONDS)) is None:
        pass
    return hint


def test_what_is_stored_is_announced(store, listen):
    listener, hints = listen(store)
    assert listener.is_listening.wait(SECONDS)
    game = store.add_game()
    store.append(game, 1, {"event": "game"})
    assert next_hint(hints) == Hint("events", game, 1)


def test_a_record_is_looked_at_without_a_hint(hall, listen):
    _, hints = listen(hall, poll=0.05)
    assert [hints.get(timeout=SECONDS) for _ in range(3)] == [None] * 3


def test_a_listener_goes_on_after_the_server_was_killed(store, listen, postgres):
    listener, hints = listen(store)
    assert listener.is_listening.wait(SECONDS)
    postgres.kill()
    while listener.is_listening.is_set():
        hints.get(timeout=SECONDS)
    postgres.start()
    assert listener.is_listening.wait(SECONDS)
    game = store.add_game()
    store.append(game, 1, {"event": "game"})
    assert next_hint(hints) == Hint("events", game, 1)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("events 12 5", Hint("events", 12, 5)),
        ("tournament_events 1 99", Hint("tournament_events", 1, 99)),
        ("events", None),
        ("events 1 x", None),
        ("", None),
    ],
)
def test_notes_of_others_are_passed_over(text, hint):
    assert parse_hint(text) == hint
