"""Streams that stay open: what they send, how they keep alive, and when they end."""

from queue import Queue

import pytest

from muggins.webapp.camera.switch import CameraSwitch
from muggins.webapp.session.event_log import Changed
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import context, streams
from muggins.webapp.web.context import AppContext
from muggins.webapp.web.streams import live_messages, sse, subscription

NEWS = Changed("questions")


@pytest.fixture
def app_context():
    session = GameSession()
    return AppContext(session, CameraSwitch(session))


@pytest.fixture
def queue():
    """A message, then the end of the session."""
    queue = Queue()
    queue.put(NEWS)
    queue.put(None)
    return queue


def test_an_event_is_written_with_the_fields_it_has():
    assert sse("{}") == "data: {}\n\n"
    assert sse('{"a": 1}', event="told", id="1-4") == 'event: told\nid: 1-4\ndata: {"a": 1}\n\n'


def test_messages_come_until_the_session_closes(app_context, queue):
    assert list(live_messages(app_context, queue, lambda: True)) == [NEWS]


def test_silence_is_filled_with_heartbeats(app_context, queue, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.001)
    messages = live_messages(app_context, queue, lambda: True)
    assert next(messages) is NEWS
    queue.get()
    assert next(messages) is None


def test_a_listener_who_may_not_stay_hears_nothing_more(app_context, queue):
    assert list(live_messages(app_context, queue, lambda: False)) == []


def test_a_stream_beyond_the_last_slot_ends_at_once_and_slots_are_given_back(queue, monkeypatch):
    monkeypatch.setattr(context, "MAX_STREAMS", 1)
    session = GameSession()
    crowded = AppContext(session, CameraSwitch(session))
    with crowded.stream_slot() as has_slot:
        assert has_slot
        assert list(live_messages(crowded, queue, lambda: True)) == []
    assert list(live_messages(crowded, queue, lambda: True)) == [NEWS]


def test_a_subscription_ends_with_its_block(start):
    session = GameSession()
    with subscription(session) as queue:
        session.start_game(start())
        assert not queue.empty()
    session.start_game(start(players="Cid Dee"))
    assert queue.qsize() == 1
