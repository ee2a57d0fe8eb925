"""How soon spectators hear of an event."""

from muggins.webapp.bench.spectators import watch_crowd


def test_every_event_is_timed_until_the_last_of_a_crowd_has_heard_it():
    found = watch_crowd(spectators=3, events=5)
    assert (found.spectators, found.events) == (3, 4)
    assert 0 < found.median_ms <= found.worst_ms
    assert found.cpu_ms > 0
