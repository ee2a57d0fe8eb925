"""Tables watched in real processes: spread evenly, and gone on with where one of them dies."""

import os
import signal
import time

import pytest
from places import ROOT
from watching_stubs import BROKEN, DEADLY, GREY, watch_empty_tables, watch_without_weights

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.hall.readers.pool import ReaderLostError, TableReading
from muggins.webapp.hall.watching.pool import WatchingPool

PATIENCE = 600.0
"""Seconds: a process that begins may be slow on a machine that does other work as well."""


@pytest.fixture(scope="module")
def pool():
    """At most two processes. Those that a test kills are replaced."""
    opened = WatchingPool(2, watch_empty_tables)
    yield opened
    opened.close()


@pytest.fixture
def watch(pool):
    """Watches one more table, until the test is over."""
    watchers = []

    def begin(set=6):
        watchers.append(pool.watch(set))
        return watchers[-1]

    yield begin
    for watcher in watchers:
        watcher.close()


def frame(number, picture=GREY):
    return Frame(number, number / 10, picture)


def test_each_table_is_watched_in_one_of_the_processes(pool, watch):
    watchers = [watch(set) for set in (6, 9, 9, 9)]
    assert len(pool.spent) == 2
    for watcher in watchers:
        assert watcher.update(frame(1), Expected()) == []
        watcher.glance(frame(2))
        watcher.update(frame(3), Expected())
        assert (watcher.seen_at, watcher.tally.read) == (0.3, 2)
        assert watcher.state.time == pytest.approx(0.3)


def test_a_jpeg_travels_as_it_came(watch):
    watcher = watch()
    watcher.update(frame(1, Jpeg((ROOT / "webapp" / "bench" / "bench.jpg").read_bytes(), "camera")), Expected())
    assert watcher.state is not None


def test_a_table_whose_process_died_says_so_and_is_watched_by_another(pool, watch):
    watchers = [watch() for _ in range(4)]
    (first, *_) = pool.spent
    os.kill(first, signal.SIGKILL)
    lost = []
    for watcher in watchers:
        try:
            while not lost:
                watcher.update(frame(1), Expected())
        except WatcherLostError:
            lost.append(watcher)
    assert lost
    lost[0].close()
    assert watch().update(frame(2), Expected()) == []
    assert first not in pool.spent
    assert len(pool.spent) == 2


def test_a_table_that_comes_as_the_processes_die_is_watched_by_another(pool, watch):
    watch()
    watch()
    for pid in pool.spent:
        os.kill(pid, signal.SIGKILL)
    for number in (1, 2):
        try:
            assert watch().update(frame(number), Expected()) == []
            return
        except WatcherLostError:  # as `follow` does, with the next frame
            pass
    assert watch().update(frame(3), Expected()) == []


def test_a_single_picture_is_read_in_time_or_not_at_all(pool):
    state = TableReading(pool, patience=PATIENCE)(GREY, 12.5)
    assert (state.time, state.readings) == (12.5, ())
    with pytest.raises(ValueError, match="the picture is broken"):
        pool.read(BROKEN, time.monotonic() + PATIENCE)
    for pid in pool.spent:
        os.kill(pid, signal.SIGSTOP)
    with pytest.raises(UnreadError):
        pool.read(GREY, time.monotonic() + 0.01)
    for pid in pool.spent:
        os.kill(pid, signal.SIGCONT)


def test_a_reader_that_dies_over_a_single_picture_is_replaced(pool):
    with pytest.raises(ReaderLostError):
        pool.read(DEADLY, time.monotonic() + PATIENCE)
    assert pool.read(GREY, time.monotonic() + PATIENCE).readings == ()


def test_a_closed_pool_watches_nothing():
    pool = WatchingPool(2, watch_empty_tables)
    watcher = pool.watch(6)
    pool.close()
    with pytest.raises(WatcherLostError):
        watcher.update(frame(1), Expected())
    watcher.close()
    with pytest.raises(UnreadError):
        pool.watch(6)
    with pytest.raises(UnreadError):
        pool.read(GREY, time.monotonic() + PATIENCE)


def test_where_the_weights_are_missing_each_table_says_so():
    """The process died over them, and others were started without end and without a word."""
    pool = WatchingPool(2, watch_without_weights)
    watcher = pool.watch(6)
    with pytest.raises(ValueError, match=r"tiles\.onnx: expected the weights"):
        watcher.update(frame(1), Expected())
    # No more processes are started than there are tables.
    assert len(pool.spent) == 1
    pool.close()
