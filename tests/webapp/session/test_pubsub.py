"""Every subscriber gets every message once, and a slow one is disconnected before it costs memory."""

from muggins.webapp.session.pubsub import MAX_QUEUED, Broker


def test_every_subscriber_gets_every_message_in_order():
    broker = Broker()
    queues = [broker.subscribe(), broker.subscribe()]
    for message in ("5-5", "5-1"):
        broker.publish(message)
    assert [[queue.get_nowait(), queue.get_nowait()] for queue in queues] == [["5-5", "5-1"]] * 2


def test_after_unsubscribing_nothing_more_arrives():
    broker = Broker()
    queue = broker.subscribe()
    broker.unsubscribe(queue)
    broker.publish("5-5")
    assert queue.empty()


def test_a_subscriber_that_never_reads_is_disconnected():
    """A phone that slept through an evening held every message of it."""
    broker = Broker()
    queue = broker.subscribe()
    for number in range(MAX_QUEUED + 10):
        broker.publish(number)
    messages = [queue.get_nowait() for _ in range(queue.qsize())]
    assert messages == [*range(MAX_QUEUED), None]


def test_closing_ends_all_queues_even_of_late_subscribers():
    broker = Broker()
    early = broker.subscribe()
    broker.close()
    assert [early.get_nowait(), broker.subscribe().get_nowait()] == [None, None]
