"""Tables watched in real processes: spread evenly, and gone on with where one of them dies."""

import itertools
import os
import signal
import time
from pathlib import Path

import pytest
from watching_stubs import BROKEN, DEADLY, GREY, watch_empty_tables, watch_without_weights

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.hall.readers.pool import ReaderLostError, TableReading
from muggins.webapp.hall.watching.pool import WatchingPool

SOON = 30.0
TILES = Path(__file__).parents[4] / "webapp" / "bench" / "bench.jpg"


@pytest.fixture
def pool():
    opened = WatchingPool(2, watch_empty_tables)
    yield opened
    opened.close()


def frame(number, picture=GREY):
    return Frame(number, number / 10, picture)


def test_tables_are_watched_in_as_few_processes_as_there_are_tables_and_no_more_than_asked_for(pool):
    watchers = [pool.watch(6)]
    assert len(pool.spent) == 1
    watchers += [pool.watch(9) for _ in range(3)]
    assert len(pool.spent) == 2
    for watcher in watchers:
        assert watcher.update(frame(1)) == []
        watcher.glance(frame(2))
        watcher.update(frame(3))
        assert (watcher.seen_at, watcher.tally.read) == (0.3, 2)
        assert watcher.state.time == pytest.approx(0.3)


def test_a_jpeg_travels_as_it_came(pool):
    watcher = pool.watch(6)
    watcher.update(frame(1, Jpeg(TILES.read_bytes(), "camera")))
    assert watcher.state is not None


def test_a_table_whose_process_died_says_so_and_is_watched_by_another(pool):
    watchers = [pool.watch(6) for _ in range(4)]
    (first, *_) = pool.spent
    os.kill(first, signal.SIGKILL)
    lost = []
    for watcher in watchers:
        try:
            while not lost:
                watcher.update(frame(1))
        except WatcherLostError:
            lost.append(watcher)
    assert lost
    lost[0].close()
    again = pool.watch(6)
    assert again.update(frame(2)) == []
    assert first not in pool.spent
    assert len(pool.spent) == 2


def test_a_table_that_comes_as_a_process_dies_is_watched_by_another(pool):
    pool.watch(6)
    pool.watch(6)
    for pid in pool.spent:
        os.kill(pid, signal.SIGKILL)
    for number in itertools.count(1):
        try:
            assert pool.watch(6).update(frame(number)) == []
            break
        except WatcherLostError:  # as `follow` does, with the next frame
            assert number < 3


def test_a_single_picture_is_read_in_time_or_not_at_all(pool):
    state = TableReading(pool)(GREY, 12.5)
    assert (state.time, state.readings) == (12.5, ())
    with pytest.raises(ValueError, match="the picture is broken"):
        pool.read(BROKEN, time.monotonic() + SOON)
    with pytest.raises(UnreadError):
        pool.read(GREY, time.monotonic() - 1)


def test_a_reader_that_dies_over_a_single_picture_is_replaced(pool):
    with pytest.raises(ReaderLostError):
        pool.read(DEADLY, time.monotonic() + SOON)
    assert pool.read(GREY, time.monotonic() + SOON).readings == ()


def test_where_the_weights_are_missing_each_table_says_so():
    """The process died over them, and others were started without end and without a word."""
    pool = WatchingPool(1, watch_without_weights)
    watcher = pool.watch(6)
    with pytest.raises(ValueError, match=r"tiles\.onnx: expected the weights"):
        watcher.update(frame(1))
    assert len(pool.spent) == 1
    pool.close()


def test_a_closed_pool_watches_nothing(pool):
    watcher = pool.watch(6)
    pool.close()
    with pytest.raises(WatcherLostError):
        watcher.update(frame(1))
    watcher.close()
    with pytest.raises(UnreadError):
        pool.watch(6)
    with pytest.raises(UnreadError):
        pool.read(GREY, time.monotonic() + SOON)
