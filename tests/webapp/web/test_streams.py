"""Streams that stay open: what they send, what wakes them, and when they end."""

from queue import Queue

import pytest

from muggins.webapp.session.event_log import Changed
from muggins.webapp.session.session import GameSession
from muggins.webapp.web.streams import HEARTBEAT, PAUSE, EventStream, live_messages, sse, subscription

NEWS = Changed("questions")


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


def test_messages_come_until_the_session_closes(queue):
    assert list(live_messages(queue, lambda: True)) == [NEWS]


def test_a_listener_who_may_not_stay_hears_nothing_more(queue):
    assert list(live_messages(queue, lambda: False)) == []


def test_a_stream_says_what_there_is_pauses_until_it_is_woken_and_ends_with_the_session(start):
    session, wakes = GameSession(), []

    def tell(wake):
        with subscription(session, wake) as queue:
            for message in live_messages(queue, lambda: True):
                yield PAUSE if message is None else sse(message.what)

    stream = EventStream(tell, HEARTBEAT)
    stream.on_wake(lambda: wakes.append(1))
    assert stream.read() == (b"", False)
    assert stream.read(is_heartbeat_due=True) == (HEARTBEAT.encode(), False)
    session.start_game(start())
    assert wakes
    assert stream.read() == (b"data: game\n\n", False)
    session.close()
    assert stream.read() == (b"", True)


def test_a_subscription_ends_with_its_block(start):
    session = GameSession()
    with subscription(session, lambda: None) as queue:
        session.start_game(start())
        assert not queue.empty()
    session.start_game(start(players="Cid Dee"))
    assert queue.qsize() == 1
